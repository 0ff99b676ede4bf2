"""One distribution for everything that has odds: the odds command, the prompt and batch runs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt
from typing import Generic, NamedTuple, TypeAlias, TypeVar

from airwar.engine.moves import End
from airwar.rulesets.ruleset import AnyRuleset, Tally

T = TypeVar("T", bound=Hashable)
U = TypeVar("U", bound=Hashable)
Spread: TypeAlias = dict[int, Fraction]  # the chance of each number, ascending
LineUp: TypeAlias = tuple[tuple[str, tuple[tuple[str, int], ...]], ...]  # each side, and how many it has left of each unit
Kind: TypeAlias = tuple[str, str, int]  # side, unit, and how many it had
Party: TypeAlias = Callable[[str], str]  # gives the party that a side or nation belongs to
Z = 1.96  # 95 % of samples are within this many standard deviations


class Outcome(NamedTuple):
    """How a battle ended: its result, who won, what each side had and lost, and the result of each part if it had several."""

    result: str
    winner: str
    tallies: tuple[Tally, ...]
    battles: tuple[tuple[str, str], ...] = ()  # name and result, in the order of play


def outcome_of(ruleset: AnyRuleset, end: End) -> Outcome:
    """The outcome of a battle that ended like this."""
    return Outcome(end.result, ruleset.winner(end), tuple(ruleset.tally(end.state)), numbered(ruleset.results(end.state)))


def numbered(results: Iterable[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """The results of battles by name. Names that occur twice are numbered."""
    seen: Counter[str] = Counter()
    named = []
    for name, result in results:
        seen[name] += 1
        named.append((f"{name} ({seen[name]})" if seen[name] > 1 else name, result))
    return tuple(named)


def merged(sequences: Iterable[tuple[str, ...]]) -> list[str]:
    """One order for all names: that of the first sequence; new names in another come after the name they follow there."""
    order: list[str] = []
    for names in sequences:
        at = 0
        for name in names:
            if name not in order:
                order.insert(at, name)
            at = order.index(name) + 1
    return order


@dataclass(frozen=True)
class Exact:
    """Integers over one denominator."""


@dataclass(frozen=True)
class Rounded:
    """Solved in floating point: no chance is off by more than the error."""

    error: float


@dataclass(frozen=True)
class Bounded:
    """Not followed to every end: what is left bounds how far off a chance can be."""

    unresolved: float


@dataclass(frozen=True)
class Sampled:
    """Counted in battles with machine dice from this seed."""

    seed: str


@dataclass(frozen=True)
class Distribution(Generic[T]):
    """The chance of each outcome, as ways out of a total: exact, rounded, or battles out of a sample."""

    ways: Mapping[T, int]
    total: int
    how: Exact | Rounded | Bounded | Sampled = field(default_factory=Exact)
    rounds: Fraction | None = None  # on average; None if not counted
    positions: int = 0

    @property
    def sampled(self) -> bool:
        return isinstance(self.how, Sampled)

    @property
    def unresolved(self) -> float:
        """The chance that was not followed to an end."""
        return self.how.unresolved if isinstance(self.how, Bounded) else 0.0

    @property
    def certain(self) -> bool:
        """Whether shares are known exactly, rather than as intervals."""
        return not self.sampled and not self.unresolved

    @property
    def error(self) -> float:
        """The most by which a chance can be off, unless it is sampled."""
        return self.how.error if isinstance(self.how, Rounded) else self.unresolved

    def share(self, ways: int) -> Fraction:
        return Fraction(ways, self.total)

    def chances(self) -> dict[T, Fraction]:
        return {outcome: self.share(ways) for outcome, ways in self.ways.items()}

    def map(self, function: Callable[[T], U]) -> Distribution[U]:
        """The distribution of a function of the outcome."""
        ways: dict[U, int] = {}
        for outcome, number in self.ways.items():
            image = function(outcome)
            ways[image] = ways.get(image, 0) + number
        return Distribution(ways, self.total, self.how, self.rounds, self.positions)

    def interval(self, share: Fraction) -> tuple[float, float]:
        """The bounds of a share, by what is left; for a sample, its 95 % interval (Wilson)."""
        if isinstance(self.how, Bounded):
            least = float(share) * (1 - self.unresolved)
            return least, least + self.unresolved
        p, n = float(share), self.total
        middle = (p + Z * Z / (2 * n)) / (1 + Z * Z / n)
        half = Z * sqrt(p * (1 - p) / n + Z * Z / (4 * n * n)) / (1 + Z * Z / n)
        return max(0.0, middle - half), min(1.0, middle + half)

    # of battles

    def results(self: Distribution[Outcome]) -> dict[str, Fraction]:
        """The chance of each result, most likely first; with several battles, of their combined results, by name.

        So a result reads the same in odds and in a batch, even if the battles are usually fought in a different order there.
        """
        order = sorted(self.order_of_play())
        found = self.map(lambda outcome: joint(outcome, order) if len(order) > 1 else outcome.result).chances()
        return likeliest_first(found)

    def order_of_play(self: Distribution[Outcome]) -> list[str]:
        """The names of all battles in their usual order: the most common order, with the names that other orders add."""
        ways: Counter[tuple[str, ...]] = Counter()
        for outcome, number in self.ways.items():
            ways[tuple(name for name, _ in outcome.battles)] += number
        return merged(sorted(ways, key=lambda names: (-ways[names], names)))

    def has_several_battles(self: Distribution[Outcome]) -> bool:
        """Whether there is more than one battle or mission, in one outcome or over all of them."""
        return len(self.order_of_play()) > 1

    def battles(self: Distribution[Outcome]) -> dict[str, dict[str, Fraction]]:
        """The chance of each result of each battle, in order of play. They sum to one if the battle is always fought."""
        ways: dict[str, dict[str, int]] = {}
        for outcome, number in self.ways.items():
            for name, result in outcome.battles:
                found = ways.setdefault(name, {})
                found[result] = found.get(result, 0) + number
        shares = {name: {result: self.share(number) for result, number in found.items()} for name, found in ways.items()}
        return {name: likeliest_first(shares[name]) for name in self.order_of_play()}

    def all_chances(self: Distribution[Outcome]) -> list[Fraction]:
        """The chances of all results; of every battle, if there are several."""
        by_battle = self.battles() if self.has_several_battles() else {"": self.results()}
        return [share for chances in by_battle.values() for share in chances.values()]

    def losses(self: Distribution[Outcome]) -> dict[Kind, Spread]:
        """The chance of each number lost, by side and kind of unit."""
        ways: dict[Kind, dict[int, int]] = {}
        for outcome, number in self.ways.items():
            for side, unit, had, lost in fielded(outcome):
                spread = ways.setdefault((side, unit, had), {})
                spread[lost] = spread.get(lost, 0) + number
        return {kind: {lost: self.share(spread[lost]) for lost in sorted(spread)} for kind, spread in ways.items()}

    def left(self: Distribution[Outcome]) -> dict[LineUp, Fraction]:
        """The chance of each final line-up (units left, by side), most likely first."""
        found = self.map(line_up).chances()
        return dict(sorted(found.items(), key=lambda item: (-item[1], item[0])))

    def can_be_won(self: Distribution[Outcome]) -> bool:
        """Whether any outcome has a winner, by the ruleset's own measure."""
        return any(outcome.winner for outcome in self.ways)

    def wins(self: Distribution[Outcome], by: str, party: Party = str) -> Fraction:
        """The chance that this side, or one of its party, wins."""
        won = [number for outcome, number in self.ways.items() if outcome.winner and party(outcome.winner) == party(by)]
        return self.share(sum(won))

    def expected_losses(
        self: Distribution[Outcome], by: str, worth: Callable[[str], Fraction], party: Party = str
    ) -> tuple[Fraction, Fraction]:
        """The expected losses of this side's party and of its enemies, by unit value."""
        own = enemy = Fraction(0)
        for outcome, number in self.ways.items():
            for tally in outcome.tallies:
                value = worth(tally.unit) * tally.lost * number
                if party(tally.side) == party(by):
                    own += value
                else:
                    enemy += value
        return own / self.total, enemy / self.total


def joint(outcome: Outcome, order: Sequence[str]) -> str:
    """The results of several battles on one line, in this order, whatever the order of fighting."""
    results = dict(outcome.battles)
    return "; ".join(f"{name}: {results[name]}" for name in order if name in results) or outcome.result


def likeliest_first(chances: dict[str, Fraction]) -> dict[str, Fraction]:
    return dict(sorted(chances.items(), key=lambda item: (-item[1], item[0])))


def fielded(outcome: Outcome) -> list[Tally]:
    """The kinds of units that a side had any of; the tally also names kinds with none."""
    return [tally for tally in outcome.tallies if tally.had]


def line_up(outcome: Outcome) -> LineUp:
    """The units left at the end, by side."""
    sides: dict[str, list[tuple[str, int]]] = {}
    for side, unit, had, lost in fielded(outcome):
        sides.setdefault(side, []).append((unit, had - lost))
    return tuple((side, tuple(units)) for side, units in sides.items())


# spreads of losses


def mean(spread: Spread) -> Fraction:
    return sum((number * share for number, share in spread.items()), Fraction(0))


def margin(spread: Spread, runs: int) -> float:
    """Half the 95 % interval of a sampled mean."""
    middle = mean(spread)
    variance = sum((share * (number - middle) ** 2 for number, share in spread.items()), Fraction(0))
    return Z * sqrt(variance / runs)


def bound(spread: Spread, had: int, unresolved: float) -> float:
    """How far off a mean can be, given the chance that was not followed to an end."""
    middle = float(mean(spread))
    return unresolved * max(middle, had - middle)


def percentile(spread: Spread, percent: int) -> int:
    """The smallest number that at least this percentage does not exceed."""
    seen = Fraction(0)
    for number, share in spread.items():
        seen += share
        if seen >= Fraction(percent, 100):
            return number
    return max(spread, default=0)


def some_left(spread: Spread, had: int) -> Fraction:
    """The chance that not all are lost."""
    return 1 - spread.get(had, Fraction(0)) if had else Fraction(0)


def survival(spread: Spread, had: int) -> Fraction:
    """The chance that one of them survives, each being equally likely to be lost."""
    return (had - mean(spread)) / had if had else Fraction(0)
