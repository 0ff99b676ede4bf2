"""What follows from a position when both sides keep to their policies: exactly, or sampled where that is too much."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import sqrt
from typing import Any

from airwar.answers.batch import Fighter
from airwar.answers.chance import derived_seed, show_seed
from airwar.answers.script import Policies, Script, graph_of
from airwar.engine.advice import Advice
from airwar.engine.odds import MOST_EDGES, TooMany, solve
from airwar.engine.positions import Graph, Turning
from airwar.engine.referee import Allotment, Choice, End, Next
from airwar.engine.ruleset import Ruleset
from airwar.engine.walk import Walk

PROMPT_EDGES = 60_000  # at a prompt nobody wants to wait
SAMPLES = 10_000


@dataclass(frozen=True)
class Situation:
    """A position from which odds are asked for."""

    ruleset: Ruleset
    script: Script
    first: Next
    scope: str = ""
    round: int = 0


@dataclass(frozen=True)
class Forecast:
    """The chances of all ends: ways out of a total, exact, or runs out of a sample."""

    ruleset: Ruleset
    ends: tuple[tuple[End, int], ...]
    total: int
    exact: bool
    rounds: Fraction | None = None
    positions: int = 0
    seed: str = ""

    def share(self, ways: int) -> Fraction:
        return Fraction(ways, self.total)

    def results(self) -> dict[str, Fraction]:
        """The chance of each named result, likeliest first."""
        ways: dict[str, int] = {}
        for end, number in self.ends:
            ways[end.result] = ways.get(end.result, 0) + number
        ordered = sorted(ways.items(), key=lambda item: (-item[1], item[0]))
        return {result: self.share(number) for result, number in ordered}

    def losses(self) -> dict[tuple[str, str, int], dict[int, Fraction]]:
        """For each side and kind of unit, with how many it had: the chance of each number lost."""
        ways: dict[tuple[str, str, int], dict[int, int]] = {}
        for end, number in self.ends:
            for side, unit, had, lost in self.ruleset.tally(end.state):
                spread = ways.setdefault((side, unit, had), {})
                spread[lost] = spread.get(lost, 0) + number
        return {
            key: {lost: self.share(spread[lost]) for lost in sorted(spread)} for key, spread in ways.items()
        }

    def wins(self, by: str) -> Fraction:
        """The chance that this one wins."""
        return self.share(sum(number for end, number in self.ends if self._won_by(end, by)))

    def _won_by(self, end: End, by: str) -> bool:
        winner, party = self.ruleset.winner(end), self.ruleset.party
        return bool(winner) and party(end.state, winner) == party(end.state, by)

    def expected_losses(self, by: str) -> tuple[Fraction, Fraction]:
        """What this one and his enemy lose on average, in what their units are worth."""
        own = enemy = Fraction(0)
        for end, number in self.ends:
            party, mine = self.ruleset.party, self.ruleset.party(end.state, by)
            for tally in self.ruleset.tally(end.state):
                cost = self.ruleset.worth(tally.unit) * tally.lost * number
                own, enemy = (own + cost, enemy) if party(end.state, tally.side) == mine else (own, enemy + cost)
        return own / self.total, enemy / self.total

    def interval(self, share: Fraction) -> tuple[float, float]:
        """The 95 % interval of a sampled share (Wilson)."""
        p, n, z = float(share), self.total, 1.96
        middle = (p + z * z / (2 * n)) / (1 + z * z / n)
        half = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
        return max(0.0, middle - half), min(1.0, middle + half)


def forecast(at: Situation, method: str = "auto", runs: int = SAMPLES, seed: int = 1, limit: int = MOST_EDGES) -> Forecast:
    """The odds from a position: exact where it finishes within the limit, else sampled."""
    if method != "sample":
        try:
            odds = solve(graph_of(at.script).start(at.first, at.scope, at.round), limit)
            return Forecast(at.ruleset, tuple(odds.ends.items()), odds.denominator, True, odds.rounds, odds.positions)
        except TooMany:
            if method == "exact":
                raise
    return sampled(at, runs, seed)


def sampled(at: Situation, runs: int, seed: int) -> Forecast:
    """So many battles from a position, over its graph."""
    fighter = Fighter(at.ruleset, at.script, at.first, at.scope, at.round)
    counts: dict[End, int] = {}
    for run in range(runs):
        end = fighter.end(derived_seed(seed, run))
        counts[end] = counts.get(end, 0) + 1
    return Forecast(at.ruleset, tuple(counts.items()), runs, False, None, len(fighter.graph.places), show_seed(seed))


def with_policies(script: Script, further: Script) -> Script:
    """The script with further policies before its own."""
    return Script((*further.entries, *script.entries), script.file)


# at a prompt


@dataclass(frozen=True)
class Prospect:
    """What follows from one option."""

    option: str
    forecast: Forecast
    wins: Fraction
    own_losses: Fraction
    enemy_losses: Fraction
    value: Fraction | None = None  # both sides at their best from there on, for who decides


def prospects(ruleset: Ruleset, script: Script, walk: Walk, question: Choice | Allotment) -> list[Prospect]:
    """What follows from each option of a pending question, side by side. Nothing is logged and no die falls."""
    found = []
    for name, answer in answers_to(question):
        first, scope, round_ = walk.here(answer)
        one = forecast(Situation(ruleset, script, first, scope, round_), limit=PROMPT_EDGES)
        own, enemy = one.expected_losses(question.by)
        found.append(Prospect(name, one, one.wins(question.by), own, enemy))
    values = advised(ruleset, script, walk, question)
    return [replace(one, value=values.get(one.option)) for one in found]


def answers_to(question: Choice | Allotment) -> list[tuple[str, Any]]:
    """The options; of an allotment the default, none and all, where they are legal."""
    if isinstance(question, Choice):
        return [(name, name) for name in question.options]
    tries: dict[str, Mapping[str, int]] = {"default": question.default, "none": {}, "all": dict(question.items)}
    return [(name, answer) for name, answer in tries.items() if question.refuses(answer) is None]


def is_stance(ruleset: Ruleset, key: str) -> bool:
    return any(key == stance or key.endswith(f".{stance}") for stance in ruleset.stances)


def advised(ruleset: Ruleset, script: Script, walk: Walk, question: Choice | Allotment) -> dict[str, Fraction]:
    """For a decision to stay or leave: the net worth lost by the enemy, both sides at their best from there on."""
    if not isinstance(question, Choice) or not is_stance(ruleset, question.key):
        return {}
    party, me = ruleset.party, ruleset.party(walk.state, question.by)

    def value(end: End) -> Fraction:
        lost = [(party(end.state, one.side) == me, ruleset.worth(one.unit) * one.lost) for one in ruleset.tally(end.state)]
        return sum((-cost if mine else cost for mine, cost in lost), Fraction(0))

    def wants_high(node: Turning) -> bool:
        return party(walk.state, node.question.by) == me

    advice = Advice(value, wants_high)
    graph = Graph(Policies(script), script.rounds_matter, None, lambda key: is_stance(ruleset, key))
    found = {}
    try:
        for option in question.options:
            first, scope, round_ = walk.here(option)
            found[option] = advice.of(graph.start(first, scope, round_))
    except TooMany:
        return {}
    return found
