"""Many battles together: wins against expected wins, luck by side, kind of roll and source of dice, and what decisions cost."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from math import exp, lgamma, log, sqrt

from airwar.analysis.timeline import Timeline
from airwar.analysis.verdict import change_of, sums
from airwar.engine.dice import Dice
from airwar.engine.history import in_force
from airwar.engine.log import Log
from airwar.engine.records import Rolled

_FEW = 5  # faces expected of each kind, below which the test says nothing
_SMALL = 1e-15


@dataclass(frozen=True)
class Faces:
    """The faces of the dice of one source and size."""

    source: str
    sides: int
    counts: tuple[int, ...]  # of face 1, 2, ...

    @property
    def dice(self) -> int:
        return sum(self.counts)

    @property
    def chi_square(self) -> float:
        expected = self.dice / self.sides
        return sum((number - expected) ** 2 / expected for number in self.counts)

    @property
    def p(self) -> float | None:
        """The chance that fair dice fall at least as unevenly; None if there are too few to tell."""
        return upper_tail(self.chi_square, self.sides - 1) if self.dice >= _FEW * self.sides else None


def faces_of(rolls: Iterable[Rolled]) -> list[Faces]:
    """The faces of all dice, by source and size. Faces that a scenario fixes are not dice."""
    counted: dict[tuple[str, int], list[int]] = {}
    for roll in rolls:
        if roll.source not in ("machine", "physical"):
            continue
        sides = Dice.written(roll.dice).sides
        counts = counted.setdefault((roll.source, sides), [0] * sides)
        for face in roll.faces:
            counts[face - 1] += 1
    return [Faces(source, sides, tuple(counts)) for (source, sides), counts in sorted(counted.items())]


def upper_tail(chi_square: float, freedom: int) -> float:
    """The chance of a chi-square at least this large: the regularized upper incomplete gamma function."""
    shape, at = freedom / 2, chi_square / 2
    if at <= 0:
        return 1.0
    front = exp(shape * log(at) - at - lgamma(shape))
    if at < shape + 1:
        return 1.0 - front * _series(shape, at)
    return front * _continued_fraction(shape, at)


def _series(shape: float, at: float) -> float:
    term = total = 1 / shape
    while term > total * _SMALL:
        shape += 1
        term *= at / shape
        total += term
    return total


def _continued_fraction(shape: float, at: float) -> float:
    """Lentz's method."""
    tiny = 1e-300
    b = at + 1 - shape
    c, d = 1 / tiny, 1 / b
    result = d
    for step in range(1, 1000):
        a = -step * (step - shape)
        b += 2
        d = 1 / ((a * d + b) or tiny)
        c = (b + a / c) or tiny
        result *= c * d
        if abs(c * d - 1) < _SMALL:
            break
    return result


@dataclass
class Mean:
    """A sum of values, with what is needed for their mean and its error."""

    number: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, value: Fraction | float) -> None:
        self.number += 1
        self.total += float(value)
        self.squares += float(value) ** 2

    @property
    def mean(self) -> float:
        return self.total / self.number if self.number else 0.0

    @property
    def error(self) -> float:
        """The standard error of the sum, if its values are independent and zero on average."""
        return sqrt(self.squares)


@dataclass
class SideStats:
    """One side over many battles."""

    battles: int = 0
    wins: Fraction = Fraction(0)
    expected: Fraction = Fraction(0)
    luck: Mean = field(default_factory=Mean)
    cost: Fraction = Fraction(0)
    decisions: int = 0


@dataclass
class Stats:
    """Everything about many battles. Luck is in points of the chance to win; battles that nobody can win count for dice only."""

    battles: int = 0
    unfinished: int = 0
    without_winner: int = 0
    sampled: int = 0
    left_out: int = 0  # rolls and decisions for which the time was over
    sides: dict[str, SideStats] = field(default_factory=dict)
    luck_by_roll: dict[tuple[str, str], Mean] = field(default_factory=dict)  # of whoever rolls, by side and kind of roll
    luck_by_source: dict[tuple[str, str], Mean] = field(default_factory=dict)  # by side and source of dice
    cost_by_decision: dict[str, Mean] = field(default_factory=dict)
    rolls: list[Rolled] = field(default_factory=list)

    def add(self, log: Log, line: Timeline) -> None:
        """Counts one more battle."""
        self.battles += 1
        self.rolls += [record.body for record in in_force(log.records) if isinstance(record.body, Rolled)]
        if line.end is None:
            self.unfinished += 1
            return
        if not line.can_be_won:
            self.without_winner += 1
            return
        self.sampled += any(moment.before.sampled for moment in line.moments)
        self.left_out += line.left_out
        for number, one in enumerate(sums(line)):
            side = self.sides.setdefault(_who(line, one.side), SideStats())
            side.battles += 1
            side.wins += line.score(line.final, number)
            side.expected += one.first
            side.luck.add(one.luck)
            side.cost += one.cost
            side.decisions += one.decisions
        self._add_moments(line)

    def _add_moments(self, line: Timeline) -> None:
        for moment in line.moments:
            if moment.side < 0:
                continue
            change = change_of(line, moment)
            side, kind = _who(line, line.sides[moment.side]), question_kind(moment.key)
            if moment.roll:
                self.luck_by_roll.setdefault((side, kind), Mean()).add(change.luck)
                self.luck_by_source.setdefault((side, moment.source), Mean()).add(change.luck)
            elif moment.options:
                self.cost_by_decision.setdefault(kind, Mean()).add(change.cost)

    @property
    def faces(self) -> list[Faces]:
        return faces_of(self.rolls)


def _who(line: Timeline, side: str) -> str:
    """A side under its own name, where it is one and no alliance."""
    parties = line.parties(side)
    return parties[0] if len(parties) == 1 else side


def question_kind(key: str) -> str:
    """The kind of a question: its key without battle and round; of a roll of a round of all battles, without the place."""
    own = re.sub(r"^(?:.*\.)?r\d+\.", "", key) if re.search(r"(?:^|\.)r\d+\.", key) else key.partition(".")[2] or key
    return re.sub(r"^(?:[\w-]+\.)(?=(?:attacker|defender)\.)|^\d+\.", "", own)


def collected(battles: Iterable[tuple[Log, Timeline]]) -> Stats:
    """The statistics of many battles."""
    found = Stats()
    for battle, line in battles:
        found.add(battle, line)
    return found
