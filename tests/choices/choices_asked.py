"""Questions of one battle, and scripts to answer them."""

import pytest

from airwar.choices.script import Script, Stance
from airwar.engine.dice import D6, Total
from airwar.engine.questions import Allotment, Choice, Fact, Roll
from airwar.errors import BadScenario

STANCES = {"attacker.disengage": Stance("stay", "go")}
KEY = "malta.r2.attacker.disengage"


def script(*entries, lenient=False, file="s.yaml"):
    return Script(tuple(entries), file, STANCES, lenient)


def choice(key=KEY, options=("stay", "go", "hide"), default="stay", optional=False, **facts):
    found = {name.replace("_", "."): value for name, value in facts.items()}
    return Choice(key, "", "axis", dict.fromkeys(options, ""), default, lambda: found, optional)


def allotment(optional=False):
    return Allotment("malta.commit", "", "axis", {"x": 2, "y": 1}, {}, 0, 2, {"x": 1, "y": 0}, optional=optional)


def roll(key="malta.r1.fire", count=2):
    return Roll(key, "", Total(count * D6))


def fact(refuse=None):
    return Fact("distance.a.b", "", "referee", "the distance", ("3",), refuse)


def problem(of, question):
    with pytest.raises(BadScenario) as bad:
        of.answer(question)
    (found,) = bad.value.problems
    return found
