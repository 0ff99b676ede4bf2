"""The odds and the tree of a battle, by brute force: every face of every die, every battle from its start.

Shares only the steps themselves with the graph of positions: no distributions of readings, no merging, no memory.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from heapq import heappop, heappush
from itertools import count, product
from typing import Any, NamedTuple, TypeAlias

from airwar.choices.script import Script
from airwar.engine.dice import Faces, Reading
from airwar.engine.moves import End, Position, Then, follow
from airwar.engine.questions import Asked
from airwar.engine.referee import Allotment, Choice, Decision, Referee, Roll

Answers: TypeAlias = tuple[Any, ...]


class FromTheStart(Referee):
    """Answers everything from one list of raw answers, with faces for dice; asks when it runs out."""

    def __init__(self, answers: Answers) -> None:
        self.answers = list(answers)

    def _next(self, question: Roll | Decision) -> Any:
        if not self.answers:
            raise Asked(question)
        return self.answers.pop(0)

    def roll(self, key: str, reading: Reading[Any], by: str = "") -> Any:
        return reading.read(self._next(Roll(self.full_key(key), "", reading, by)))

    def decide(self, question: Decision) -> Any:
        return self._next(question)

    def tell(self, make: Callable[..., Any], *args: Any) -> None:
        pass


def played(start: Then[Any], answers: Answers) -> End | Roll | Decision:
    """The end of a battle, or the question that these answers leave open."""
    referee = FromTheStart(answers)
    position = follow(start, None, referee)
    try:
        while isinstance(position, Position):
            position = follow(position.step(referee, *position.args), position.stack, referee)
    except Asked as asked:
        return asked.question
    return position


def faces_of(roll: Roll) -> Iterator[Faces]:
    """Every combination of faces of a roll."""
    dice = roll.reading.dice
    return product(range(1, dice.sides + 1), repeat=dice.count)


class Courses(NamedTuple):
    """The chance of every end that was reached, and the chance left in courses that were not followed to their end."""

    ends: dict[End, Fraction]
    rest: Fraction


def brute_force(start: Then[Any], script: Script) -> dict[End, Fraction]:
    """The chance of every end under a script. Only for battles that must end."""
    return courses(start, script).ends


def courses(start: Then[Any], script: Script, most: int | None = None) -> Courses:
    """Follows every course of a battle under a script, the likeliest first; at most `most` of them, if given."""
    found: dict[End, Fraction] = {}
    number = count()
    waiting: list[tuple[Fraction, int, Answers]] = [(Fraction(-1), next(number), ())]
    followed = 0
    while waiting and (most is None or followed < most):
        minus, _, answers = heappop(waiting)
        reached = played(start, answers)
        followed += 1
        if isinstance(reached, End):
            found[reached] = found.get(reached, Fraction(0)) - minus
            continue
        answer = script.answer(reached)
        every = list(faces_of(reached)) if answer is None and isinstance(reached, Roll) else [answer]
        assert every != [None], f"the script does not answer {reached.key}"
        for one in every:
            heappush(waiting, (minus / len(every), next(number), (*answers, one)))
    return Courses(found, -sum((minus for minus, _, _ in waiting), Fraction(0)))


def legal(question: Choice | Allotment) -> list[Any]:
    """Every legal answer."""
    if isinstance(question, Choice):
        return list(question.options)
    ranges = [range(count + 1) for count in question.items.values()]
    answers = [dict(zip(question.items, counts, strict=True)) for counts in product(*ranges)]
    return [answer for answer in answers if question.refuses(answer) is None]


def leaves(start: Then[Any], depth: int) -> list[int]:
    """How many courses are possible after each number of answers: decisions times faces."""
    counts = []
    open_courses: list[Answers] = [()]
    for _ in range(depth):
        further: list[Answers] = []
        for answers in open_courses:
            reached = played(start, answers)
            if isinstance(reached, Roll):
                further += [(*answers, faces) for faces in faces_of(reached)]
            elif isinstance(reached, Choice | Allotment):
                further += [(*answers, answer) for answer in legal(reached)]
        open_courses = further
        counts.append(len(open_courses))
    return counts
