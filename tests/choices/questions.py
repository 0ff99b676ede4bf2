"""Questions of one battle, and scripts to answer them."""

from __future__ import annotations

from typing import Any

import pytest

from airwar.choices.conditions import Condition
from airwar.choices.script import Entry, Script, Stance
from airwar.engine.dice import D6, Total
from airwar.engine.questions import Allotment, Choice, Fact, Question, Roll
from airwar.errors import BadScenario, Problem

STAY = {"stay": "fight on", "disengage": "break off"}
STANCES = {"attacker.disengage": Stance("stay", "disengage"), "attacker.go-on": Stance("fight", "call-off")}
KEY = "malta.r2.attacker.disengage"


def choice(key: str = KEY, options: Any = STAY, default: str = "stay", optional: bool = False, **facts: int) -> Choice:
    """With facts by name: `own_factors` is own.factors."""
    known = {name.replace("_", "."): value for name, value in facts.items()}
    return Choice(key, "18.522B", "attacker", options, default, lambda: known, optional)


def allotment(refuse: Any = None, optional: bool = False, **items: int) -> Allotment:
    """How many of each, by default one of each."""
    most, usual = sum(items.values()), dict.fromkeys(items, 1)
    return Allotment("malta.r2.attacker.reinforce", "18.522B", "attacker", items, {}, 0, most, usual, refuse, optional=optional)


def roll(key: str = "malta.r1.attacker.fire", count: int = 2) -> Roll:
    return Roll(key, "19.4", Total(count * D6))


def fact(refuse: Any = None) -> Fact:
    return Fact("distance.a.b", "", "referee", "the distance", ("3",), refuse)


def script(*entries: Entry | tuple[str, Any], lenient: bool = False) -> Script:
    """A script of entries, or of (pattern, answer), or (pattern, when(...))."""
    made = [
        one if isinstance(one, Entry) else Entry(one[0], *(one[1] if isinstance(one[1], tuple) else one[1:]), line=at)
        for at, one in enumerate(entries, 1)
    ]
    return Script(tuple(made), "test.yaml", STANCES, lenient)


def when(text: str, then: Any, otherwise: Any = None) -> tuple[Any, Condition, Any]:
    return then, Condition.parse(text), otherwise


def problem(of: Script, question: Question) -> Problem:
    """The one problem that a script has with a question."""
    with pytest.raises(BadScenario) as bad:
        of.answer(question)
    (found,) = bad.value.problems
    return found
