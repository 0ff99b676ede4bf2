"""The one place where rule numbers meet code: `@rule("18.522B")` on whatever carries the rule out."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, TypeVar, cast

P = ParamSpec("P")
R = TypeVar("R")

CITED: dict[str, dict[str, list[str]]] = {}  # ruleset package -> rule number -> names of what carries it out


def rule(*numbers: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Cites the rules that a function carries out.

    What the function asks or tells through `ref`, its first parameter, is stamped with the first number.
    A function without `ref` is only cited.
    """

    def cite(function: Callable[P, R]) -> Callable[P, R]:
        ruleset = function.__module__.rpartition(".")[0]
        for number in numbers:
            CITED.setdefault(ruleset, {}).setdefault(number, []).append(function.__qualname__)
        if next(iter(inspect.signature(function).parameters), None) != "ref":
            function.rules = numbers  # type: ignore[attr-defined]
            return function
        stamp = numbers[0]

        @wraps(function)
        def stamped(*args: P.args, **kwargs: P.kwargs) -> R:
            ref: Any = args[0]
            outer = ref.rule
            ref.rule = stamp
            try:
                return function(*args, **kwargs)
            finally:
                ref.rule = outer

        stamped.rules = numbers  # type: ignore[attr-defined]
        return cast("Callable[P, R]", stamped)

    return cite


def cited_in(ruleset_package: str) -> dict[str, list[str]]:
    """Every rule number that the modules of a ruleset cite, with what carries it out."""
    return CITED.get(ruleset_package, {})


def first_rule(function: Callable[..., Any]) -> str:
    """The number that a step stands under."""
    numbers: tuple[str, ...] = getattr(function, "rules", ("",))
    return numbers[0]
