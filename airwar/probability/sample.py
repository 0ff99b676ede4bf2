"""Battles fought over the graph with machine dice: for samples, for batch runs and for trial battles."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import inf
from time import monotonic
from typing import Any, Protocol

from airwar.answers.chance import MachineDice, derived_seed, show_seed
from airwar.choices.script import Script
from airwar.engine.collector import paused
from airwar.engine.dice import Faces
from airwar.engine.moves import End, Position, Return, Then
from airwar.errors import Endless
from airwar.probability import budget
from airwar.probability.best import graph_for
from airwar.probability.distribution import Distribution, Outcome, Sampled, outcome_of
from airwar.probability.graph import Graph
from airwar.probability.nodes import Arrival, Called, Final, Rolled, RolledBoth, RolledLots
from airwar.rulesets.ruleset import AnyRuleset

ROLL = 20  # the overhead of a roll, in dice
MOST_PLACES = 50_000  # when a graph outgrows this, it keeps the most used of its places, and no more than half


class DiceByNumber(Protocol):
    """Machine dice, by number."""

    def faces(self, first: int, count: int, sides: int) -> Faces:
        """The faces of `count` dice, from number `first` on."""


def played(
    graph: Graph, arrival: Arrival, dice: DiceByNumber, drawn: int = 0, check: Callable[[], None] | None = None
) -> tuple[Final, int, int]:
    """The end to which the dice lead, the rounds that begin, and how many dice have been drawn by then.

    `check` is called repeatedly, and may raise.
    """
    if check is not None:
        dice = Timed(dice, check)
    node, rounds = arrival
    waiting: list[Called] = []
    begun: int
    for _ in range(budget.MOST_PASSED):
        if type(node) is Rolled:
            faces = dice.faces(drawn, node.count, node.sides)
            drawn += node.count
            node, begun = (node.by_faces and node.by_faces.get(faces)) or graph.after_faces(node, faces)
        elif type(node) is RolledBoth:
            faces = dice.faces(drawn, node.count, node.sides)
            drawn += node.count
            node, begun = node.rows[faces[: node.cut]][faces[node.cut :]]
        elif type(node) is RolledLots:
            hits, drawn = hits_rolled(node, dice, drawn)
            node, begun = node.leads.get(hits) or graph.after(node, hits)
        elif type(node) is Called:
            if len(waiting) > budget.MOST_NESTED:
                break
            waiting.append(node)
            node, begun = node.first
        else:
            assert type(node) is Final, "dice do not make decisions"
            if not waiting or type(node.move) is not Return:
                return node, rounds, drawn
            call = waiting.pop()
            node, begun = call.leads.get(node) or graph.after(call, node)
        rounds += begun
    raise Endless("the end of a procedure" if isinstance(node, Final) else node.key)


def hits_rolled(lots: RolledLots, dice: DiceByNumber, drawn: int) -> tuple[int, int]:
    """The hits of several lots of dice, rolled as at the table, and how many dice have been drawn by then."""
    hits = 0
    for reading in lots.readings:
        if hits < lots.most:
            count, sides = reading.dice.count, reading.dice.sides
            hits += reading.rolled(dice.faces(drawn, count, sides))
            drawn += count
    return min(hits, lots.most), drawn


class Timed:
    """Machine dice that check the clock."""

    def __init__(self, dice: DiceByNumber, check: Callable[[], None]) -> None:
        self.dice = dice
        self.check = check
        self.since = 0  # dice since the last check; each roll counts as a few more

    def faces(self, first: int, count: int, sides: int) -> Faces:
        """The faces of `count` dice, from number `first` on. Calls `check` from time to time."""
        self.since += count + ROLL
        if self.since > budget.DICE_AT_A_TIME:
            self.since = 0
            self.check()
        if count <= budget.DICE_AT_A_TIME:
            return self.dice.faces(first, count, sides)
        faces: list[int] = []
        for at in range(0, count, budget.DICE_AT_A_TIME):
            self.check()
            faces += self.dice.faces(first + at, min(budget.DICE_AT_A_TIME, count - at), sides)
        return tuple(faces)


class Sampler:
    """Fights battles from one position. What it learns of the graph serves all later battles."""

    def __init__(
        self,
        ruleset: AnyRuleset,
        script: Script,
        first: Position | Then[Any],
        scope: str = "",
        round_: int = 0,
        graph: Graph | None = None,
    ) -> None:
        self.ruleset = ruleset
        self.script = script
        self.place = (first, scope, round_)
        self._begin(graph or graph_for(ruleset, script))

    def _begin(self, graph: Graph) -> None:
        self.graph = graph
        self.root = graph.start(*self.place)
        self.outcomes: dict[Final, Outcome] = {}
        self.growing = True  # whether the last battle met new positions

    def final(self, seed: int, check: Callable[[], None] | None = None) -> tuple[Final, int]:
        """Fights one battle: its final node, and the rounds it took."""
        if len(self.graph.places) > MOST_PLACES:
            self.graph.forget(MOST_PLACES // 2)
            self._begin(self.graph)
        before = len(self.graph.places)
        if self.growing:
            with paused():
                node, rounds, _ = played(self.graph, self.root, MachineDice(seed), check=check)
        else:  # little is allocated, and a pause would cost more than it saves
            node, rounds, _ = played(self.graph, self.root, MachineDice(seed), check=check)
        self.growing = len(self.graph.places) > before
        return node, rounds

    def end(self, seed: int, check: Callable[[], None] | None = None) -> tuple[End, int]:
        """Fights one battle: its end, and the rounds it took."""
        node, rounds = self.final(seed, check)
        assert isinstance(node.move, End)
        return node.move, rounds

    def outcome(self, seed: int) -> Outcome:
        """Fights one battle."""
        node, _ = self.final(seed)
        known = self.outcomes.get(node)
        if known is None:
            assert isinstance(node.move, End)
            known = self.outcomes[node] = outcome_of(self.ruleset, node.move)
        return known


class Sample:
    """Battles fought one after another from one position, and how they ended. More can be fought at any time."""

    def __init__(self, sampler: Sampler, seed: int) -> None:
        self.sampler = sampler
        self.seed = seed
        self.counts: dict[Final, int] = {}
        self.runs = self.rounds = 0

    def fight(self, runs: int, seconds: float = inf, fewest: int = budget.FEWEST_SAMPLES, further: float = 0.0) -> None:
        """Fights this many battles, or fewer if time runs out. Raises TooSlow if there is no time even for the first.

        The fewest battles may take a little longer, or `further` more seconds.
        """
        until = monotonic() + seconds
        patience = budget.Budget(seconds=max(seconds * budget.GRACE, seconds + further, budget.LEAST_PATIENCE))
        check = None if seconds == inf else patience.check
        for fought in range(1, runs + 1):
            try:
                final, took = self.sampler.final(derived_seed(self.seed, self.runs), check)
            except budget.TooMany:
                if not self.runs:
                    raise budget.TooSlow from None
                return
            self.counts[final] = self.counts.get(final, 0) + 1
            self.rounds += took
            self.runs += 1
            if monotonic() > until and (fought >= fewest or not patience.seconds_left):
                return

    def ends(self) -> Distribution[End]:
        """The ends of the battles fought so far."""
        ways: dict[End, int] = {}
        for final, number in self.counts.items():
            assert isinstance(final.move, End)
            ways[final.move] = ways.get(final.move, 0) + number
        rounds = Fraction(self.rounds, self.runs)
        return Distribution(ways, self.runs, Sampled(show_seed(self.seed)), rounds, len(self.sampler.graph.places))


def sample(
    sampler: Sampler, runs: int, seed: int, seconds: float = inf, fewest: int = budget.FEWEST_SAMPLES, further: float = 0.0
) -> Distribution[End]:
    """Counts the ends of this many battles, or of fewer if time runs out. Raises TooSlow if there is no time even for one."""
    sample = Sample(sampler, seed)
    sample.fight(runs, seconds, fewest, further)
    return sample.ends()
