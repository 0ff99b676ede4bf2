"""Leaves of a battle at each depth, by positions: equal positions are expanded once and carry their number of courses."""

from __future__ import annotations

from typing import Any

from airwar.engine.moves import End, Position, Then, follow
from airwar.engine.referee import Asked, Roll
from airwar.testing.suite import FromTheStart, legal


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
