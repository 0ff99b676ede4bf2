"""Many battles together: wins against expected wins, luck by side, kind of roll and source of dice, and what decisions cost."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt

from airwar.analysis.fairness import Faces, faces_of
from airwar.analysis.timeline import Timeline
from airwar.analysis.verdict import change_of, sums
from airwar.engine.history import in_force
from airwar.engine.log import Log
from airwar.engine.records import Rolled


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
            side = self.sides.setdefault(who(line, one.side), SideStats())
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
            side, kind = who(line, line.sides[moment.side]), kind_of(moment.key)
            if moment.roll:
                self.luck_by_roll.setdefault((side, kind), Mean()).add(change.luck)
                self.luck_by_source.setdefault((side, moment.source), Mean()).add(change.luck)
            elif moment.options:
                self.cost_by_decision.setdefault(kind, Mean()).add(change.cost)

    @property
    def faces(self) -> list[Faces]:
        return faces_of(self.rolls)


def who(line: Timeline, side: str) -> str:
    """A side under its own name, where it is one and no alliance."""
    parties = line.parties(side)
    return parties[0] if len(parties) == 1 else side


def kind_of(key: str) -> str:
    """The kind of a question: its key without battle and round; of a roll of a round of all battles, without the place."""
    own = re.sub(r"^(?:.*\.)?r\d+\.", "", key) if re.search(r"(?:^|\.)r\d+\.", key) else key.partition(".")[2] or key
    return re.sub(r"^(?:[\w-]+\.)(?=(?:attacker|defender)\.)|^\d+\.", "", own)


def collected(battles: Iterable[tuple[Log, Timeline]]) -> Stats:
    """The statistics of many battles."""
    found = Stats()
    for log, line in battles:
        found.add(log, line)
    return found
