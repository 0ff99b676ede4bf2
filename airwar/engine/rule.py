"""The one place where rule numbers meet code: `@rule("18.522B")` on whatever carries the rule out."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable
from functools import lru_cache
from types import CodeType, FrameType
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")

CITED: dict[str, dict[str, list[str]]] = {}  # module -> rule number -> names of what carries it out
_FIRST_RULE: dict[CodeType, str] = {}


def rule(*numbers: str) -> Callable[[F], F]:
    """Cites the rules that a function carries out; what it asks and tells is recorded under the first of them."""

    def cite(function: F) -> F:
        plain: Any = inspect.unwrap(function)
        for number in numbers:
            CITED.setdefault(plain.__module__, {}).setdefault(number, []).append(plain.__qualname__)
        _FIRST_RULE[plain.__code__] = numbers[0]
        return function

    return cite


def cited_in(ruleset_package: str) -> dict[str, list[str]]:
    """Every rule number that the modules of a ruleset cite, with what carries it out."""
    found: dict[str, list[str]] = {}
    for module, numbers in CITED.items():
        if f"{module}.".startswith(f"{ruleset_package}."):
            for number, names in numbers.items():
                found.setdefault(number, []).extend(names)
    return found


@lru_cache(maxsize=4096)
def first_rule(function: Callable[..., Any]) -> str:
    """The first rule that a step cites."""
    plain: Any = inspect.unwrap(function)
    return _FIRST_RULE.get(plain.__code__, "")


def under(number: str, act: Callable[..., T], *args: Any) -> T:
    """Does something under a given rule, of the several that a function carries out: `under("33", ref.tell, Note, text)`."""
    return act(*args)


def rule_at_work() -> str:
    """The rule of the innermost function on the stack that cites one, or that something is done `under`.

    Looked up on the stack when something is recorded, so citing a rule costs nothing while odds are solved.
    """
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        if frame.f_code is under.__code__:
            return str(frame.f_locals["number"])
        number = _FIRST_RULE.get(frame.f_code)
        if number is not None:
            return number
        frame = frame.f_back
    return ""
