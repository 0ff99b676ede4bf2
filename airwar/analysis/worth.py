"""What a position is worth to each side: the chance to win and the losses still expected, exact or sampled."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import inf, sqrt
from time import monotonic

from airwar.answers.chance import derived_seed
from airwar.choices.script import Script
from airwar.engine.moves import End
from airwar.probability.best import graph_for
from airwar.probability.budget import MOST_EDGES, MOST_WHOLE_EDGES, Budget, TooMany
from airwar.probability.distribution import Z
from airwar.probability.expect import Expectation
from airwar.probability.forecast import Situation
from airwar.probability.sample import Sampler
from airwar.rulesets.ruleset import AnyRuleset

FIRST_TRY, LATER_TRY = 0.3, 0.05  # shares of all the time, for exact values of the first position and of a later one
FEWEST_BATTLES = 4  # in the sample of one position; with fewer it is not valued
MOST_BATTLES = 2000  # in the sample of one position
SEED = 1


@dataclass(frozen=True)
class Worth:
    """The means from a position on, by side; `margin` is half of the 95 % interval of a sampled one."""

    wins: tuple[Fraction, ...]
    lost: tuple[Fraction, ...]
    wins_margin: tuple[float, ...] = ()
    lost_margin: tuple[float, ...] = ()
    battles: int = 0  # sampled; 0 if exact
    rounded: bool = False

    @property
    def sampled(self) -> bool:
        return self.battles > 0


class Judge:
    """Values positions of one battle within a time limit: in fractions if it can, else in floating point, else by sampling."""

    def __init__(
        self, ruleset: AnyRuleset, script: Script, sides: Sequence[str], party: Callable[[str], str], seconds: float = inf
    ) -> None:
        self.ruleset, self.script = ruleset, script
        self.sides, self.party = tuple(sides), party
        self.seconds, self.until = seconds, monotonic() + seconds
        self.graph = graph_for(ruleset, self.script)
        self.whole = Expectation(self.graph, self.measure, Fraction)
        self.floating: Expectation[float] = Expectation(self.graph, self.measure, float)
        self.asked = 0
        self.passed_over = 0  # how many positions are not tried exactly, since the last one was too large,
        self.next_time = 1  # and how many after the next one that is

    def measure(self, end: End) -> list[Fraction]:
        """The end of a battle in numbers: for each side whether it has won, then what it has lost."""
        winner = self.ruleset.winner(end)
        won = [Fraction(bool(winner) and self.party(winner) == side) for side in self.sides]
        lost = dict.fromkeys(self.sides, Fraction(0))
        for tally in self.ruleset.tally(end.state):
            side = self.party(tally.side)
            if side in lost:
                lost[side] += self.ruleset.worth(tally.unit) * tally.lost
        return [*won, *lost.values()]

    def of_end(self, end: End) -> Worth:
        return self._worth(self.measure(end))

    def of(self, at: Situation, waiting: int = 1) -> Worth | None:
        """What a position is worth; None if the time is over. `waiting`: how many positions share the time that is left."""
        if self.passed_over:
            self.passed_over -= 1
            return self._sampled(at, waiting)
        tried = None if self.out_of_time else self._exact(at)
        if tried is None:
            self.passed_over, self.next_time = self.next_time, 2 * self.next_time
            return self._sampled(at, waiting)
        self.next_time = 1
        return tried

    @property
    def out_of_time(self) -> bool:
        return monotonic() > self.until

    def _exact(self, at: Situation) -> Worth | None:
        share = LATER_TRY if self.asked else FIRST_TRY
        self.asked += 1
        seconds = self.seconds * share
        arrival = self.graph.start(at.first, at.scope, at.round)
        try:
            found = self.whole.of(arrival, Budget(MOST_WHOLE_EDGES, min(seconds, self.until - monotonic())))
            return self._worth(found, rounded=self.whole.rounded)
        except TooMany:
            pass
        try:
            rounded = self.floating.of(arrival, Budget(MOST_EDGES, min(seconds, self.until - monotonic())))
            return self._worth(list(map(Fraction, rounded)), rounded=True)
        except TooMany:
            return None

    def _worth(self, found: Sequence[Fraction], rounded: bool = False) -> Worth:
        number = len(self.sides)
        return Worth(tuple(found[:number]), tuple(found[number:]), rounded=rounded)

    def _sampled(self, at: Situation, waiting: int) -> Worth | None:
        share = monotonic() + max(0.0, self.until - monotonic()) / max(1, waiting)
        time_left = Budget(seconds=self.until - monotonic())
        sampler = Sampler(self.ruleset, self.script, at.first, at.scope, at.round, self.graph)
        sums = [Fraction(0)] * (2 * len(self.sides))
        squares = [0.0] * len(sums)
        battles = 0
        while battles < MOST_BATTLES and (battles < FEWEST_BATTLES or monotonic() < share):
            try:
                time_left.check()
                end, _ = sampler.end(derived_seed(SEED, battles), time_left.check)
            except TooMany:
                break
            battles += 1
            for place, value in enumerate(self.measure(end)):
                sums[place] += value
                squares[place] += float(value) ** 2
        self.graph = sampler.graph  # a new one if it grew too large
        if battles < FEWEST_BATTLES:
            return None
        means = [total / battles for total in sums]
        spread = [square / battles - float(mean) ** 2 for square, mean in zip(squares, means, strict=True)]
        margins = [Z * sqrt(max(variance, 0.0) / battles) for variance in spread]
        number = len(self.sides)
        margins[:number] = [share_margin(float(won), battles) for won in sums[:number]]
        halves = tuple(means[:number]), tuple(means[number:]), tuple(margins[:number]), tuple(margins[number:])
        return Worth(*halves, battles=battles)


def share_margin(won: float, battles: int) -> float:
    """Half of the 95 % interval of a share of some battles, after Agresti and Coull: four battles without a win prove little."""
    number = battles + Z**2
    share = (won + Z**2 / 2) / number
    return Z * sqrt(share * (1 - share) / number)
