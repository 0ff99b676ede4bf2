"""The odds from a position if both sides follow their policies: exact if there is time, sampled otherwise."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from heapq import heappop, heappush
from itertools import count
from math import inf
from typing import Any

from airwar.choices.script import Entry, Script
from airwar.engine.collector import paused
from airwar.engine.moves import End, Position, Then
from airwar.engine.records import Ruled
from airwar.engine.walk import Walk
from airwar.probability import budget as limits
from airwar.probability.best import graph_for
from airwar.probability.budget import Budget, TooMany
from airwar.probability.distribution import Bounded, Distribution, Outcome, outcome_of
from airwar.probability.graph import Graph
from airwar.probability.nodes import Arrival, Chance, Final
from airwar.probability.sample import Sampler, sample
from airwar.probability.solve import FINEST, Solver
from airwar.rulesets.ruleset import AnyRuleset


@dataclass(frozen=True)
class Situation:
    """A position from which odds are wanted."""

    ruleset: AnyRuleset
    script: Script
    first: Position | Then[Any]
    scope: str = ""
    round: int = 0
    begun: int = 0  # rounds that its first step has already begun
    left_out: tuple[Ruled, ...] = ()  # rulings on rolls still to come, which the odds leave out
    made_up: Sequence[str] = ()  # charts that are not the game's own


def situation_at(ruleset: AnyRuleset, script: Script, walk: Walk, *further: Any) -> Situation:
    """The position of a battle at its pending question; with an answer to it, right after that answer."""
    return Situation(ruleset, script, *walk.here(*further), left_out=walk.rulings)


def forecast(
    at: Situation,
    method: str = "auto",
    runs: int | None = None,
    seed: int = 1,
    edges: int | None = None,
    in_full: bool = False,
    seconds: float | None = None,
    bounded: bool = False,
) -> Distribution[Outcome]:
    """The odds from a position: exact within the budget, otherwise bounded or sampled, whichever tells more.

    `method` is auto, exact (takes as long as it takes) or sample. `runs`: battles to sample, however long they take.
    `in_full`: in integers, however long they grow. `edges` and `seconds`: the limits for all of it; without `seconds`, about one,
    and some more where a sample needs them for its fewest battles, so that a slow machine tells as much. `bounded`: odds that
    are certain to within what was not followed to an end will do.
    """
    graph = graph_for(at.ruleset, at.script)
    if method == "exact":
        return exact(at, graph, Budget(edges or limits.INSISTED_EDGES), in_full)
    time = limits.COMMAND if seconds is None else seconds
    budget = Budget(edges or limits.MOST_EDGES, time)
    if method == "auto":
        found = followed(at, graph, budget, time, in_full, bounded and runs is None)
        if found is not None:
            return found
    if runs is not None or (method == "sample" and seconds is None):
        return sampled(at, runs or limits.SAMPLES, seed, inf, graph)
    left = budget.time_left(time)
    if seconds is not None:
        return sampled(at, limits.MOST_SAMPLES, seed, left, graph)
    return sampled(at, limits.SAMPLES, seed, left, graph, limits.COMMAND_SAMPLES, limits.COMMAND_FURTHER)


def followed(
    at: Situation, graph: Graph, budget: Budget, seconds: float, in_full: bool, bounded: bool
) -> Distribution[Outcome] | None:
    """The odds from a position, exploring likely positions first: exact or bounded; None if a sample tells more in that time."""
    solver = Solver(graph, budget, in_full, enter_large=True)
    try:
        arrival = graph.start(at.first, at.scope, at.round)
    except TooMany:
        return None
    spread = Spread(solver, arrival)
    last = (1.0, 1.0) if bounded else (limits.LAST_LOOK, 0.0)
    for share, too_much in (*limits.LOOKS, last) if seconds < inf else (last,):
        budget.until = budget.begun + share * seconds
        spread.run(budget)
        if spread.complete:
            with suppress(TooMany):
                solver.budget = Budget(limits.INSISTED_EDGES, max(seconds, limits.COMMAND))
                return of_battles(at, solver.distribution(arrival), solver.budget.check)
        if spread.unresolved > too_much or budget.left < 0:
            return None
    return of_battles(at, spread.distribution())


def exact(at: Situation, graph: Graph | None = None, budget: Budget | None = None, in_full: bool = False) -> Distribution[Outcome]:
    """The exact odds from a position; raises TooMany when the budget is spent."""
    graph = graph or graph_for(at.ruleset, at.script)
    solver = Solver(graph, budget, in_full)
    ends = solver.distribution(graph.start(at.first, at.scope, at.round))
    return of_battles(at, ends, solver.budget.check)


def sampled(
    at: Situation,
    runs: int,
    seed: int,
    seconds: float = inf,
    graph: Graph | None = None,
    fewest: int = limits.FEWEST_SAMPLES,
    further: float = 0.0,
) -> Distribution[Outcome]:
    """The odds from a position, by counting battles fought from there on. The fewest may take `further` more seconds."""
    return of_battles(at, sample(sampler_at(at, graph), runs, seed, seconds, fewest, further))


def sampler_at(at: Situation, graph: Graph | None = None) -> Sampler:
    """Fights battles from a position on."""
    return Sampler(at.ruleset, at.script, at.first, at.scope, at.round, graph)


def of_battles(at: Situation, ends: Distribution[End], check: Callable[[], None] | None = None) -> Distribution[Outcome]:
    """Turns ends of a battle into outcomes, with the rounds counted from the position on. `check` is called at each end."""

    def outcome(end: End) -> Outcome:
        if check is not None:
            check()
        return outcome_of(at.ruleset, end)

    found = ends.map(outcome)
    return found if found.rounds is None else replace(found, rounds=found.rounds - at.begun)


def with_policies(
    script: Script, further: tuple[Entry, ...] = (), lenient: bool = True, facts: Mapping[str, str] | None = None
) -> Script:
    """The script with further policies ahead of its own, and the default for every question it leaves open.

    `lenient`: the battle may have left the course the script was written for. `facts`: what the table has stated.
    """
    stated = (Entry(key, answer) for key, answer in (facts or {}).items())
    entries = (*stated, *further, *script.entries)
    closed = any(entry.answers_everything for entry in entries)
    return Script(entries if closed else (*entries, Entry("*", "default")), script.file, script.stances, lenient)


# at a prompt


def at_a_prompt(at: Situation, graph: Graph | None = None, share: float = 1.0) -> Distribution[Outcome]:
    """The odds from a position while somebody waits, within a share of the prompt's time."""
    graph = graph or graph_for(at.ruleset, at.script)
    budget = Budget(seconds=limits.PROMPT_EXACT * share)
    with suppress(TooMany):
        return exact(at, graph, budget)
    fewest = max(1, int(limits.FEWEST_SAMPLES * share))
    return sampled(at, limits.SAMPLES, 1, budget.seconds_left + limits.PROMPT_SAMPLE * share, graph, fewest)


# the likeliest first


class Spread:
    """Chance spreading from a position to the ends of the battle, the likeliest positions first.

    Battles become tables, solved once for all positions that lead to them. What has not been followed to an end when time is
    up bounds the error of every chance with certainty, not just statistically.
    """

    def __init__(self, solver: Solver, arrival: Arrival) -> None:
        self.solver = solver
        self.ends: dict[Final, float] = {}
        self.on_its_way: dict[Chance, float] = {}
        self.unexplored: set[Chance] = set()
        self.explored: set[Chance] = set()
        self.order: list[tuple[float, int, Chance]] = []  # the likeliest first; a position may be listed again
        self.number = count()
        self._reach(arrival[0], 1.0)

    @property
    def complete(self) -> bool:
        """Whether every position has been explored, so that exact odds follow from them at once."""
        return not self.unexplored

    @property
    def unresolved(self) -> float:
        """The chance that has not come to an end."""
        return sum(self.on_its_way.values())

    def run(self, budget: Budget) -> None:
        """Follows the likeliest positions until all are explored or the budget is spent."""
        self.solver.budget = budget
        with paused():
            try:
                while self.unexplored:
                    self._follow_the_likeliest()
            except TooMany:
                return

    def _follow_the_likeliest(self) -> None:
        _, _, node = heappop(self.order)
        share = self.on_its_way.get(node)
        if share is None:
            return  # it was listed twice
        try:
            self.solver.budget.check()
            edges = self.solver.edges(node)
        except TooMany:
            heappush(self.order, (-share, next(self.number), node))
            raise
        del self.on_its_way[node]
        self.unexplored.discard(node)
        self.explored.add(node)
        again = sum(ways for child, ways, _ in edges if child is node)  # nobody was hit: back to the same position
        for child, ways, _ in edges:
            if child is not node:
                self._reach(child, share * (ways / (node.total - again)))

    def _reach(self, node: object, share: float) -> None:
        if isinstance(node, Final):
            self.ends[node] = self.ends.get(node, 0.0) + share
            return
        assert isinstance(node, Chance), "nothing is left open"
        share += self.on_its_way.get(node, 0.0)
        self.on_its_way[node] = share
        if node not in self.explored:
            self.unexplored.add(node)
        heappush(self.order, (-share, next(self.number), node))

    def distribution(self) -> Distribution[End]:
        """The chance that has come to an end, with the rest as its bound."""
        ways: dict[End, int] = {}
        for final, share in self.ends.items():
            assert isinstance(final.move, End)
            ways[final.move] = max(1, int(share * FINEST))
        return Distribution(ways, sum(ways.values()), Bounded(self.unresolved), None, self.solver.positions)
