"""Perft for rules: how many courses a battle can have taken after each number of answers, decisions times faces of dice.

The numbers are written down here, and counted in two ways that share nothing but the steps: one by one, and by positions, where
equal positions are expanded once and carry their number of courses.
"""

from __future__ import annotations

from typing import Any

import pytest
from tiny import TINY

from airwar.engine.moves import End, Position, Then, follow
from airwar.engine.questions import Asked, Roll
from airwar.setup.loading import parse_scenario
from airwar.testing.suite import FromTheStart, leaves, legal

PERFT = {
    # two rolls of two dice, then who disengages
    "1 v 1, one round": [36, 1296, 200, 3600],
    "2 v 1, one round": [36, 1296, 216],
    "3 v 2, one round": [36, 1296, 2160],
    "2 v 3, one round, worse pilots": [36, 1296, 1872],
    "mixed attackers, one round": [36, 1296, 2376],
    "mixed defenders, one round": [36, 1296, 2160],
    # the attacker may send more: an allotment
    "a reserve in reach": [36, 1296, 2450],
    "the defender flies off": [36, 1296, 2376],
    "elimination at 9 v 1": [36, 1296, 0],
    # eleven points may go as none or as five to eleven (an allotment); 6 to 9 and 11 waste some, so they are committed or allotted
    # again; a die for each five, then the bombing
    "points to be allotted": [8, 52, 352, 620],
    "a raid under flak": [36, 216, 0],
    "a raid and a combat": [36, 216, 1296, 0],
    # a die, losses among units, stay or retreat, and where to
    "one round in turn": [6, 10, 18, 38],
    "one round at once": [6, 36, 72, 16],
    "two minors against a major": [6, 10, 22, 52],
    "Soviet air under flak": [6, 36, 72, 200],
    "Soviet air meets German air": [6, 36, 60, 148],
    # two dice, the third die, then which base to go to; with two to choose from, which of them fights
    "one air combat": [36, 216, 432, 360],
    # twelve-sided dice, fight on or not, and who stays on the ground
    "infantry, one round": [12, 144, 160, 960],
    "a fighter over infantry, one round": [2, 24, 288, 1056],
    "a grounded fighter, one round": [2, 24, 288, 1056],
}


@pytest.mark.slow
@pytest.mark.parametrize("name", PERFT)
def test_perft(name):
    start = parse_scenario(TINY[name], "tiny.yaml").start
    depth = len(PERFT[name])
    assert perft(start, depth) == leaves(start, depth) == PERFT[name]


class FromThePosition(FromTheStart):
    """Like the naive referee, but within one step, and with outcomes instead of faces."""

    def roll(self, key, reading, by=""):
        return self._next(Roll(self.full_key(key), "", reading, by))


def perft(start: Then, depth: int) -> list[int]:
    """How many courses the battle can have taken after each number of answers: decisions times faces."""
    here: dict[tuple[Any, ...], int] = {(follow(start, None, FromThePosition(())), ()): 1}
    counts = []
    for _ in range(depth):
        further: dict[tuple[Any, ...], int] = {}
        for (position, answers), courses in here.items():
            for place, ways in onward(position, answers):
                further[place] = further.get(place, 0) + courses * ways
        here = further
        counts.append(sum(here.values()))
    return counts


def onward(position: Position | End, answers: tuple[Any, ...]) -> list[tuple[tuple[Any, ...], int]]:
    """Where one more answer leads, and in how many ways."""
    while isinstance(position, Position):
        referee = FromThePosition(tuple(thawed(answer) for answer in answers))
        try:
            position, answers = follow(position.step(referee, *position.args), position.stack, referee), ()
        except Asked as asked:
            question = asked.question
            if isinstance(question, Roll):
                return [((position, (*answers, outcome)), ways) for outcome, ways in question.reading.outcomes()]
            return [((position, (*answers, frozen(answer))), 1) for answer in legal(question)]
    return []


def frozen(answer: Any) -> Any:
    return ("allotted", tuple(answer.items())) if isinstance(answer, dict) else answer


def thawed(answer: Any) -> Any:
    return dict(answer[1]) if isinstance(answer, tuple) and len(answer) == 2 and answer[0] == "allotted" else answer
