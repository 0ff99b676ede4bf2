"""What follows from a position when both sides keep to their policies: exactly, or sampled where that is too much."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import inf, prod, sqrt
from time import monotonic
from typing import Any

from airwar.answers.batch import Fighter
from airwar.answers.chance import derived_seed, show_seed
from airwar.answers.script import graph_of
from airwar.choices.script import Entry, Script
from airwar.engine.advice import Advice
from airwar.engine.explorer import TooMany
from airwar.engine.moves import Position, Then
from airwar.engine.odds import MOST_EDGES, merged, solve
from airwar.engine.positions import Graph, Turning
from airwar.engine.referee import Allotment, Choice, End, complete
from airwar.engine.walk import Walk
from airwar.errors import Endless
from airwar.rulesets.ruleset import AnyRuleset

PATIENCE = 30.0  # seconds after which exact odds are given up, unless they are insisted on
INSISTED_EDGES = 5_000_000  # where they are insisted on, memory sets the limit
PROMPT_PATIENCE = 6.0  # at a prompt nobody wants to wait
SAMPLES = 10_000
FEWEST_SAMPLES = 100
MOST_TRIES, MOST_ANSWERS = 1000, 20  # of an allotment: answers tried for legality, answers shown


@dataclass(frozen=True)
class Situation:
    """A position from which odds are asked for."""

    ruleset: AnyRuleset
    script: Script
    first: Position | Then[Any]
    scope: str = ""
    round: int = 0
    begun: int = 0  # rounds that its first step has begun already


def situation_at(ruleset: AnyRuleset, script: Script, walk: Walk, *further: Any) -> Situation:
    """Where a battle stands, at the question that waits; with an answer to it, behind that."""
    return Situation(ruleset, script, *walk.here(*further))


@dataclass(frozen=True)
class Forecast:
    """The chances of all ends: ways out of a total, exact, or runs out of a sample."""

    ruleset: AnyRuleset
    ends: tuple[tuple[End, int], ...]
    total: int
    exact: bool
    rounds: Fraction  # on average, from here on
    positions: int = 0
    seed: str = ""
    error: float = 0.0  # how far an exact chance can be off: 0 in whole numbers

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
        return {key: {lost: self.share(spread[lost]) for lost in sorted(spread)} for key, spread in ways.items()}

    def left(self) -> dict[tuple[tuple[str, tuple[tuple[str, int], ...]], ...], Fraction]:
        """The chance of each way in which the battle leaves the sides: what of its units every side still has; likeliest first."""
        ways: dict[Any, int] = {}
        for end, number in self.ends:
            sides: dict[str, list[tuple[str, int]]] = {}
            for side, unit, had, lost in self.ruleset.tally(end.state):
                sides.setdefault(side, []).append((unit, had - lost))
            key = tuple((side, tuple(units)) for side, units in sides.items())
            ways[key] = ways.get(key, 0) + number
        return {key: self.share(ways[key]) for key in sorted(ways, key=lambda key: (-ways[key], key))}

    @property
    def can_be_won(self) -> bool:
        """Whether anybody wins at any of its ends, by the ruleset's own measure."""
        return any(self.ruleset.winner(end) for end, _ in self.ends)

    def wins(self, by: str) -> Fraction:
        """The chance that this one wins, or one of his party."""
        party, winner = self.ruleset.party, self.ruleset.winner
        won = [(end, number, winner(end)) for end, number in self.ends]
        return self.share(sum(number for end, number, who in won if who and party(end.state, who) == party(end.state, by)))

    def expected_losses(self, by: str) -> tuple[Fraction, Fraction]:
        """What this one and his enemy lose on average, in what their units are worth."""
        own = enemy = Fraction(0)
        for end, number in self.ends:
            party = self.ruleset.party(end.state, by)
            for tally in self.ruleset.tally(end.state):
                cost = self.ruleset.worth(tally.unit) * tally.lost * number
                mine = self.ruleset.party(end.state, tally.side) == party
                own, enemy = (own + cost, enemy) if mine else (own, enemy + cost)
        return own / self.total, enemy / self.total

    def interval(self, share: Fraction) -> tuple[float, float]:
        """The 95 % interval of a sampled share (Wilson)."""
        p, n, z = float(share), self.total, 1.96
        middle = (p + z * z / (2 * n)) / (1 + z * z / n)
        half = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
        return max(0.0, middle - half), min(1.0, middle + half)


def forecast(
    at: Situation,
    method: str = "auto",
    runs: int | None = None,
    seed: int = 1,
    limit: int = MOST_EDGES,
    patience: float = PATIENCE,
    in_full: bool = False,
) -> Forecast:
    """The odds from a position: exact within its limits, else sampled as often as said, or while patience lasts."""
    if method == "exact":
        return exactly(at, limit, in_full=in_full)
    if method == "auto":
        with suppress(TooMany):
            return exactly(at, limit, patience, in_full=in_full)
    return sampled(at, SAMPLES, seed, patience) if runs is None else sampled(at, runs, seed)


def exactly(
    at: Situation, limit: int = MOST_EDGES, patience: float = inf, graph: Graph | None = None, in_full: bool = False
) -> Forecast:
    """The exact odds from a position; of a very large tree in floating point, unless they are wanted in full."""
    start = (graph or graph_of(at.script)).start(at.first, at.scope, at.round)
    odds = solve(start, limit, in_full, patience)
    ends = tuple(odds.ends.items())
    return Forecast(at.ruleset, ends, odds.denominator, True, odds.rounds - at.begun, odds.positions, "", odds.error)


def sampled(at: Situation, runs: int, seed: int, patience: float = inf) -> Forecast:
    """So many battles from a position, over its graph; fewer when patience ends."""
    until = monotonic() + patience
    fighter = Fighter(at.ruleset, at.script, at.first, at.scope, at.round)
    counts: dict[int, tuple[End, int]] = {}  # by identity, which is quicker than to compare
    rounds = 0
    for run in range(runs):
        end, took = fighter.end(derived_seed(seed, run))
        counts[id(end)] = (end, counts[id(end)][1] + 1 if id(end) in counts else 1)
        rounds += took
        if run + 1 >= FEWEST_SAMPLES and monotonic() > until:
            runs = run + 1
            break
    ends = tuple(merged(counts.values()).items())
    mean = Fraction(rounds, runs) - at.begun
    return Forecast(at.ruleset, ends, runs, False, mean, len(fighter.graph.places), show_seed(seed))


def with_policies(script: Script, further: tuple[Entry, ...] = (), lenient: bool = True) -> Script:
    """The script with further policies before its own, and the default for whatever it leaves open.

    `lenient`: the battle may have taken another course than the one that the script was written for.
    """
    entries = (*further, *script.entries)
    closed = any(entry.answers_everything for entry in entries)
    return Script(entries if closed else (*entries, Entry("*", "default")), script.file, script.stances, lenient)


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


def prospects(ruleset: AnyRuleset, script: Script, walk: Walk, question: Choice | Allotment, preset: Any = None) -> list[Prospect]:
    """What follows from each option of a pending question, side by side. Nothing is logged and no die falls.

    `preset`: what is answered when nothing is said, if not the rule's default.
    """
    found = []
    graph = graph_of(script)
    answers = answers_to(question, preset)
    values = advised(ruleset, script, walk, question)
    for name, answer in answers:
        one = at_a_prompt(situation_at(ruleset, script, walk, answer), graph, PROMPT_PATIENCE / len(answers))
        own, enemy = one.expected_losses(question.by)
        value = values.get(answer) if isinstance(answer, str) else None
        found.append(Prospect(name, one, one.wins(question.by), own, enemy, value))
    return found


def at_a_prompt(at: Situation, graph: Graph | None = None, patience: float = PROMPT_PATIENCE) -> Forecast:
    """The odds from a position while somebody waits: half of his patience for exact odds, else the other half for a sample."""
    with suppress(TooMany):
        return exactly(at, MOST_EDGES, patience / 2, graph)
    return sampled(at, SAMPLES, 1, patience / 2)


def answers_to(question: Choice | Allotment, preset: Any = None) -> list[tuple[str, Any]]:
    """The options, what is preset in brackets; of an allotment every legal answer where they are few, else preset, none and all."""
    preset = question.default if preset is None else preset
    if isinstance(question, Choice):
        return [(f"[{name}]" if name == preset else name, name) for name in question.options]
    preset = complete(question.items, preset)
    answers: list[dict[str, int]] = []
    if prod(count + 1 for count in question.items.values()) <= MOST_TRIES:
        counts = product(*(range(count + 1) for count in question.items.values()))
        answers = [dict(zip(question.items, numbers, strict=True)) for numbers in counts]
        answers = [answer for answer in answers if question.refuses(answer) is None]
    if not answers or len(answers) > MOST_ANSWERS:
        few = [preset, dict(question.default), dict.fromkeys(question.items, 0), dict(question.items)]
        answers = [answer for at, answer in enumerate(few) if answer not in few[:at] and question.refuses(answer) is None]
    return [(f"[{counted(answer)}]" if answer == preset else counted(answer), answer) for answer in answers]


def counted(answer: Mapping[str, int]) -> str:
    """How many of each, in words."""
    return ", ".join(f"{count} {name}" for name, count in answer.items() if count) or "none"


def advised(ruleset: AnyRuleset, script: Script, walk: Walk, question: Choice | Allotment) -> dict[str, Fraction]:
    """For a decision to stay or leave: the net worth lost by the enemy, both sides at their best from there on."""
    if not isinstance(question, Choice) or not script.is_stance(question.key):
        return {}
    party = ruleset.party
    me = party(walk.states[0], question.by)

    def value(end: End) -> Fraction:
        lost = [(party(end.state, tally.side), ruleset.worth(tally.unit) * tally.lost) for tally in ruleset.tally(end.state)]
        return sum((-cost if whose == me else cost for whose, cost in lost), Fraction(0))

    def wants_high(node: Turning) -> bool:
        return party(walk.states[0], node.question.by) == me

    advice = Advice(value, wants_high, until=monotonic() + PROMPT_PATIENCE / 2)
    graph = graph_of(script, script.is_stance)
    found = {}
    try:
        for option in question.options:
            first, scope, round_, _ = walk.here(option)
            found[option] = advice.of(graph.start(first, scope, round_))
    except (TooMany, Endless):
        return {}
    return found
