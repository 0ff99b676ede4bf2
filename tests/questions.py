"""Questions and scripts for tests of what a script answers."""

from __future__ import annotations

from typing import Any

import pytest

from airwar.choices.conditions import Condition
from airwar.choices.script import Entry, Script, Stance
from airwar.engine.referee import Allotment, Choice, Question
from airwar.errors import BadScenario

STAY = {"stay": "fight on", "disengage": "break off"}
STANCES = {"attacker.disengage": Stance(stay="stay", leave="disengage"), "attacker.go-on": Stance(stay="fight", leave="call-off")}


def choice(key: str = "malta.r2.attacker.disengage", options: Any = STAY, default: str = "stay", **facts: int) -> Choice:
    return Choice(key, "18.522B", "attacker", options, default, lambda: facts)


def allotment(key: str = "malta.r2.attacker.reinforce", refuse: Any = None, **items: int) -> Allotment:
    return Allotment(key, "18.522B", "attacker", items, {}, 0, sum(items.values()), dict.fromkeys(items, 1), refuse)


def script(*entries: tuple[str, Any], lenient: bool = False) -> Script:
    """A script of (pattern, answer), or (pattern, when(...))."""
    made = [
        Entry(pattern, answer, line=at) if not isinstance(answer, tuple) else Entry(pattern, *answer, line=at)
        for at, (pattern, answer) in enumerate(entries, 1)
    ]
    return Script(tuple(made), "test.yaml", STANCES, lenient)


def when(text: str, then: Any, otherwise: Any = None) -> tuple[Any, Condition, Any]:
    return then, Condition.parse(text), otherwise


def refusal(script: Script, question: Question) -> str:
    """The one problem that a script has with a question."""
    with pytest.raises(BadScenario) as refused:
        script.answer(question)
    (problem,) = refused.value.problems
    return str(problem)
