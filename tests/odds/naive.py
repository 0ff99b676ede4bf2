"""The odds and the tree of a battle, by brute force: every face of every die, every battle from its start.

Shares nothing with the graph of positions but the steps themselves: no readings' distributions, no merging, no memory.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from airwar.choices.script import Script
from airwar.engine.moves import End, Position, Then, follow
from airwar.engine.referee import Allotment, Asked, Choice, Referee, Roll


class FromTheStart(Referee):
    """Answers everything from one list of raw answers, faces for dice; asks when it runs out."""

    def __init__(self, answers: tuple[Any, ...]) -> None:
        self.answers = list(answers)

    def _next(self, question: Roll | Choice | Allotment) -> Any:
        if not self.answers:
            raise Asked(question)
        return self.answers.pop(0)

    def roll(self, key, reading, by=""):
        return reading.read(self._next(Roll(self.full_key(key), "", reading, by)))

    def decide(self, question):
        return self._next(question)

    def tell(self, make, *args):
        pass


def played(start: Then, answers: tuple[Any, ...]) -> End | Roll | Choice | Allotment:
    """The end of a battle, or the question that these answers leave open."""
    referee = FromTheStart(answers)
    position = follow(start, None, referee)
    try:
        while isinstance(position, Position):
            position = follow(position.step(referee, *position.args), position.stack, referee)
    except Asked as asked:
        return asked.question
    return position


def faces_of(roll: Roll) -> Iterator[tuple[int, ...]]:
    dice = roll.reading.dice
    return product(range(1, dice.sides + 1), repeat=dice.count)


def brute_force(start: Then, script: Script) -> dict[End, Fraction]:
    """The chance of every end under a script. Only for battles that must end."""
    found: dict[End, Fraction] = {}
    waiting: list[tuple[tuple[Any, ...], Fraction]] = [((), Fraction(1))]
    while waiting:
        answers, chance = waiting.pop()
        reached = played(start, answers)
        if isinstance(reached, End):
            found[reached] = found.get(reached, Fraction(0)) + chance
        elif isinstance(reached, Roll):
            scripted = script.answer(reached)
            faces = list(faces_of(reached)) if scripted is None else [scripted]
            waiting += [((*answers, one), chance / len(faces)) for one in faces]
        else:
            answer = script.answer(reached)
            assert answer is not None, reached.key
            waiting.append(((*answers, answer), chance))
    return found


def legal(question: Choice | Allotment) -> list[Any]:
    """Every legal answer."""
    if isinstance(question, Choice):
        return list(question.options)
    ranges = [range(count + 1) for count in question.items.values()]
    answers = [dict(zip(question.items, counts, strict=True)) for counts in product(*ranges)]
    return [answer for answer in answers if question.refuses(answer) is None]


def leaves(start: Then, depth: int) -> list[int]:
    """How many courses the battle can have taken after each number of answers: decisions times faces."""
    counts = []
    courses: list[tuple[Any, ...]] = [()]
    for _ in range(depth):
        further: list[tuple[Any, ...]] = []
        for answers in courses:
            reached = played(start, answers)
            if isinstance(reached, Roll):
                further += [(*answers, faces) for faces in faces_of(reached)]
            elif not isinstance(reached, End):
                further += [(*answers, answer) for answer in legal(reached)]
        courses = further
        counts.append(len(courses))
    return counts
