"""Luck and skill: whose dice fell how, and what each decision cost.

Luck is the score after a roll minus the score before it, so the luck of fair dice is zero on average at every roll. The cost of a
decision is the score of the best option minus that of the one taken, if both sides follow their policies from there on. Where
nobody can win, luck is counted in losses, and decisions are not judged: losses alone do not tell what a raid was for.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import sqrt

from airwar.analysis.timeline import NOBODY, Moment, Timeline

_ROUNDING = 1e-9
_MORE = Fraction(1, 100)  # by which a change must be larger to be another side's
_GRADES = ((Fraction(20, 100), "blunder"), (Fraction(10, 100), "mistake"), (Fraction(5, 100), "inaccuracy"))


@dataclass(frozen=True)
class Change:
    """What one moment changed, for one side: in points of its chance to win, or in losses if nobody can win."""

    moment: Moment
    side: int  # whose change it is: the side that rolled or decided, or the first side
    before: Fraction
    after: Fraction
    margin: float  # half of the 95 % interval of the change; 0 if it is exact
    best: str = ""  # the best option of a decision
    cost: Fraction = Fraction(0)  # how much better that was than the one taken
    grade: str = ""

    @property
    def change(self) -> Fraction:
        return self.after - self.before

    @property
    def luck(self) -> Fraction:
        """What the dice gave this side."""
        return self.change if self.moment.roll else Fraction(0)

    @property
    def clear(self) -> bool:
        """Whether it is more than the noise of the samples, or of rounding."""
        return max(abs(self.change), self.cost) > max(self.margin, _ROUNDING)


@dataclass(frozen=True)
class Sum:
    """One side over the whole battle."""

    side: str
    luck: Fraction
    luck_margin: float
    cost: Fraction  # what its decisions cost, against the best option each time
    decisions: int
    graded: dict[str, int]  # how many inaccuracies, mistakes and blunders
    first: Fraction  # its score before the first roll
    last: Fraction  # its score at the end

    @property
    def adjusted(self) -> Fraction:
        """The result without luck: what it would have come to if every roll had brought its average."""
        return self.last - self.luck


def changes(line: Timeline) -> list[Change]:
    """What every moment changed."""
    return [change_of(line, moment) for moment in line.moments]


def change_of(line: Timeline, moment: Moment, side: int | None = None) -> Change:
    """What a moment changed, for the side that rolled or decided unless another one is named."""
    whose = max(moment.side, 0) if side is None else side
    before, after = line.score(moment.before, whose), line.score(moment.after, whose)
    margin = sqrt(line.margin(moment.before, whose) ** 2 + line.margin(moment.after, whose) ** 2)
    if moment.roll or moment.side == NOBODY or moment.answer not in moment.options or not line.can_be_won:
        return Change(moment, whose, before, after, margin)
    scores = {name: line.score(worth, moment.side) for name, worth in moment.options.items()}
    best = max(scores, key=lambda name: (scores[name], name == moment.answer))
    cost = scores[best] - scores[moment.answer]
    noise = sqrt(line.margin(moment.options[best], moment.side) ** 2 + line.margin(moment.options[moment.answer], moment.side) ** 2)
    certain = not (moment.options[best].sampled or moment.options[moment.answer].sampled)
    grade = _grade_of(cost) if certain and cost > noise else ""
    return Change(moment, whose, before, after, noise, best, cost, grade)


def cost_sentence(line: Timeline, change: Change) -> str:
    """What a decision cost, in words: `54 % after this, 69 % after the best (stay)`."""
    if not change.cost or not change.clear or change.moment.roll:
        return ""
    taken = float(line.score(change.moment.options[change.moment.answer], change.side)) * 100
    best = float(line.score(change.moment.options[change.best], change.side)) * 100
    grade = f"; {change.grade}" if change.grade else ""
    return f"{taken:.0f} % after this, {best:.0f} % after the best ({change.moment.called(change.best)}){grade}"


def _grade_of(cost: Fraction) -> str:
    """How bad a decision was, in points of the chance to win."""
    return next((grade for least, grade in _GRADES if cost >= least), "")


def sums(line: Timeline) -> list[Sum]:
    """Luck and skill by side."""
    return [_sum_of(line, side) for side in range(len(line.sides))]


def _sum_of(line: Timeline, side: int) -> Sum:
    rolls = [change_of(line, moment, side) for moment in line.moments if moment.roll]
    decided = [change_of(line, moment) for moment in line.moments if not moment.roll and moment.side == side and moment.options]
    graded = {grade: sum(change.grade == grade for change in decided) for _, grade in _GRADES}
    first = line.moments[0].before if line.moments else line.last
    return Sum(
        line.sides[side],
        sum((roll.luck for roll in rolls), Fraction(0)),
        sqrt(sum(roll.margin**2 for roll in rolls)),
        sum((change.cost for change in decided), Fraction(0)),
        len(decided),
        graded,
        line.score(first, side),
        line.score(line.last, side),
    )


def _largest_change(line: Timeline, moment: Moment) -> Change:
    """What a moment changed, for whoever rolled or decided; of a roll, for another side if that is clearly more."""
    own = change_of(line, moment)
    others = [change_of(line, moment, side) for side in range(len(line.sides))] if moment.roll else []
    return max([own, *others], key=lambda change: abs(change.change) - (_MORE if change.side != own.side else 0))


def turning_points(line: Timeline, most: int) -> list[Change]:
    """The moments that changed most, in the order of the battle; of a roll, for the side whose prospects it changed most."""
    found = [
        change for change in map(partial(_largest_change, line), line.moments) if change.clear and (change.change or change.cost)
    ]
    largest = sorted(found, key=lambda change: -max(abs(change.change), change.cost))[:most]
    return sorted(largest, key=lambda change: change.moment.seq)
