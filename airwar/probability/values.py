"""What positions are worth, by backward induction: on average, or if both sides play their best.

A known value serves every position that leads there, so all positions of a battle cost little more than its first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache, partial
from typing import Any, Generic, TypeVar

from airwar.engine.collector import paused
from airwar.engine.moves import End, Position, Return
from airwar.engine.walk import Walk
from airwar.errors import Endless
from airwar.probability.budget import MOST_ADVICE_EDGES, Budget
from airwar.probability.graph import Graph
from airwar.probability.loops import components, expected_visits, inverse, ratio
from airwar.probability.nodes import Arrival, Called, Chance, Decision, Final, Node
from airwar.probability.solve import Solver
from airwar.rulesets.ruleset import AnyRuleset

VICTORY = 100  # points

N = TypeVar("N", Fraction, float)
Measure = Callable[[End], Sequence[Fraction]]
Value = Callable[[Any], Fraction]  # the value of what a procedure returns, or of the end of the whole battle
Losses = tuple[tuple[str, str, int], ...]  # by side and kind of unit; one may be named more than once
WantsHigh = Callable[[Decision], bool]  # whether the one who decides wants the value high


# in losses


class Costs:
    """What the procedure under way costs the side that decides and its enemies, by unit value."""

    def __init__(self, ruleset: AnyRuleset, first: Any, callers: tuple[Any, ...], by: str) -> None:
        """`first` is the state of the outermost procedure, and `callers` what those keep that wait for this one."""
        self.ruleset = ruleset
        self.party = partial(ruleset.party, first)
        self.me = self.party(by)
        self.callers = callers
        self.of_losses = cache(self._of_losses)  # many ends have the same losses
        self.before = self._lost(callers) if callers else ()
        self.known: dict[End | Return[Any], Losses] = {}

    def of(self, move: End | Return[Any]) -> tuple[Fraction, Fraction]:
        """Own and enemy losses when the procedure ends like this."""
        return self.of_losses(self.losses(move))

    def net(self, move: End | Return[Any]) -> Fraction:
        """Enemy losses minus own."""
        own, enemy = self.of(move)
        return enemy - own

    def losses(self, move: End | Return[Any]) -> Losses:
        """Everything that has been lost when the procedure ends like this."""
        if move not in self.known:
            self.known[move] = self._losses(move)
        return self.known[move]

    def _losses(self, move: End | Return[Any]) -> Losses:
        if isinstance(move, End):
            return tuple((tally.side, tally.unit, tally.lost) for tally in self.ruleset.tally(move.state))
        return self._lost((*self.callers, move.value))

    def _lost(self, states: tuple[Any, ...]) -> Losses:
        return tuple([(row.side, row.name, row.count) for row in self.ruleset.eliminated(states)])

    def _of_losses(self, losses: Losses) -> tuple[Fraction, Fraction]:
        """What this side and its enemies have lost since the procedure began."""
        own: Counter[str] = Counter()
        enemy: Counter[str] = Counter()
        for sign, rows in ((1, losses), (-1, self.before)):
            for side, unit, number in rows:
                (own if self.party(side) == self.me else enemy)[unit] += sign * number
        return self._worth(own), self._worth(enemy)

    def _worth(self, lost: Counter[str]) -> Fraction:
        return sum((self.ruleset.worth(unit) * number for unit, number in lost.items()), Fraction(0))

    def points(self, move: End | Return[Any], own_losses: Fraction | int = 1) -> Fraction:
        """Enemy losses minus own, which count so much; and a battle won or lost."""
        own, enemy = self.of(move)
        winner = self.ruleset.winner(move) if isinstance(move, End) else ""
        return enemy - own_losses * own + (0 if not winner else VICTORY if self.party(winner) == self.me else -VICTORY)


def costs_at(ruleset: AnyRuleset, walk: Walk, by: str, keep: tuple[Any, ...] = ()) -> Costs:
    """What the procedure under way in a walk costs. `keep`: what it keeps itself while it waits for one that it calls."""
    position = walk.position
    callers = position.states[:-1] if isinstance(position, Position) else ()
    return Costs(ruleset, walk.states[0], callers + keep, by)


# on average


class Expectation(Generic[N]):
    """The mean of each measure from any position on, as fractions or floats."""

    def __init__(self, graph: Graph, measure: Measure, number: type[N]) -> None:
        self.measure = measure
        self.number: type[N] = number
        self.solver = Solver(graph)
        self.values: dict[Node, tuple[N, ...]] = {}
        self.rounded = False  # a called procedure was solved in floating point

    def of(self, arrival: Arrival, budget: Budget) -> tuple[N, ...]:
        """The means from a position on. Raises TooMany when the budget is spent; what is known by then stays known."""
        root, _ = arrival
        self.solver.budget = budget
        if root not in self.values:
            with paused():
                for group in components(root, self._below):
                    if group[0] not in self.values:
                        budget.check()
                        self._solve(group)
        return self.values[root]

    def _below(self, node: Node) -> list[Node]:
        """Where a node leads, unless its value is known."""
        if node in self.values or not isinstance(node, Chance):
            return []
        edges = self.solver.edges(node)
        if isinstance(node, Called) and node.error:
            self.rounded = True
        return [child for child, _, _ in edges]

    def _solve(self, group: list[Node]) -> None:
        """Gives every node of a group its values."""
        node = group[0]
        if isinstance(node, Final):
            assert isinstance(node.move, End)
            self.values[node] = tuple(map(self.number, self.measure(node.move)))
            return
        inside = [node for node in group if isinstance(node, Chance)]
        members = set(inside)
        leaving = [self._mean_outside(node, members) for node in inside]
        if len(inside) == 1 and all(child is not node for child, _, _ in inside[0].edges or ()):
            self.values[node] = leaving[0]
            return
        visits: list[list[Any]] = expected_visits(inside, self.number, self.solver.budget.check)
        for one, times in zip(inside, visits, strict=True):
            columns = zip(*leaving, strict=True)
            self.values[one] = tuple(
                sum((n * part for n, part in zip(times, column, strict=True)), self.number(0)) for column in columns
            )

    def _mean_outside(self, node: Chance, inside: set[Chance]) -> tuple[N, ...]:
        """What the edges that leave the group contribute to a node's values."""
        outside = [(self.values[child], ways) for child, ways, _ in node.edges or () if child not in inside]
        if not outside:
            return tuple(self.number(0) for _ in next(iter(self.values.values())))
        weights = [(value, ratio(ways, node.total, self.number)) for value, ways in outside]
        return tuple(sum((value[at] * weight for value, weight in weights), self.number(0)) for at in range(len(outside[0][0])))


# if both sides play their best


class Advice:
    """The value of every position when both sides make the best decisions.

    The decisions in question are left open: those to stay or to leave, or all those of one side. One camp wants the value high,
    the other wants it low. Loops are solved by improving both camps' answers in turn until neither can do better.
    """

    def __init__(self, graph: Graph, value: Value, wants_high: WantsHigh, budget: Budget | None = None) -> None:
        self.graph = graph
        self.value = value
        self.wants_high = wants_high
        self.solver = Solver(graph, budget or Budget(MOST_ADVICE_EDGES))
        self.values: dict[Node, Fraction] = {}

    def of(self, arrival: Arrival) -> Fraction:
        """The value of a position."""
        root, _ = arrival
        if root not in self.values:
            with paused():
                for group in components(root, self._below):
                    if group[0] not in self.values:
                        self._solve(group)
        return self.values[root]

    def _below(self, node: Node) -> list[Node]:
        """Where a node leads, unless its value is known."""
        return [] if node in self.values else [child for child, _ in self._ways(node)]

    def _ways(self, node: Node) -> list[tuple[Node, int]]:
        """Where a node leads: with a number of ways if by chance, with 0 if by decision."""
        if isinstance(node, Chance):
            return [(child, ways) for child, ways, _ in self.solver.edges(node)]
        if isinstance(node, Decision):
            if not node.leads:
                self.solver.budget.spend(len(node.options))
            return [(self.graph.after(node, option)[0], 0) for option in node.options]
        return []

    def _solve(self, group: list[Node]) -> None:
        """Gives every node of a group its value."""
        self.solver.budget.check()
        if len(group) == 1 and all(child is not group[0] for child, _ in self._ways(group[0])):
            self.values[group[0]] = self._alone(group[0])
            return
        picks = self._way_out(group)
        while True:
            self.solver.budget.check()
            self._evaluate(group, picks)
            if not self._improve(group, picks, True) and not self._improve(group, picks, False):
                return

    def _alone(self, node: Node) -> Fraction:
        if isinstance(node, Final):
            return self.value(node.move)
        ways = self._ways(node)
        if isinstance(node, Decision):
            values = [self.values[child] for child, _ in ways]
            return max(values) if self.wants_high(node) else min(values)
        return sum((self.values[child] * number for child, number in ways), Fraction(0)) / node.total

    def _way_out(self, group: list[Node]) -> dict[Node, int]:
        """The options to start from: they lead out of the group from everywhere in it.

        After that a camp changes an answer only for a better value, so nobody stays in the group forever.
        """
        inside = dict.fromkeys(group)
        picks: dict[Node, int] = {}
        while inside:
            leading = {node: at for node in inside for at, (child, _) in enumerate(self._ways(node)) if child not in inside}
            if not leading:
                node = next(iter(inside))
                assert not isinstance(node, Final)
                raise Endless(node.key)
            for node, at in leading.items():
                del inside[node]
                if isinstance(node, Decision):
                    picks[node] = at
        return picks

    def _evaluate(self, group: list[Node], picks: dict[Node, int]) -> None:
        """Finds the values of a group when these options are picked, by solving linear equations."""
        at = {node: place for place, node in enumerate(group)}
        matrix = [[Fraction(int(row == column)) for column in range(len(group))] for row in range(len(group))]
        right = [Fraction(0)] * len(group)
        for row, node in enumerate(group):
            for child, weight in self._weights(node, picks):
                if child in at:
                    matrix[row][at[child]] -= weight
                else:
                    right[row] += weight * self.values[child]
        for node, factors in zip(group, inverse(matrix, self.solver.budget.check), strict=True):
            self.values[node] = sum((mine * its for mine, its in zip(factors, right, strict=True)), Fraction(0))

    def _weights(self, node: Node, picks: dict[Node, int]) -> list[tuple[Node, Fraction]]:
        """Where a node leads when these options are picked, and with what chance."""
        ways = self._ways(node)
        if isinstance(node, Chance):
            return [(child, Fraction(number, node.total)) for child, number in ways]
        return [(ways[picks[node]][0], Fraction(1))]

    def _improve(self, group: list[Node], picks: dict[Node, int], high: bool) -> bool:
        """Lets one camp pick better options where there are any; returns whether there were."""
        better = False
        for node in group:
            if isinstance(node, Decision) and self.wants_high(node) is high:
                values = [self.values[child] for child, _ in self._ways(node)]
                best = max(values) if high else min(values)
                if values[picks[node]] != best:
                    picks[node] = values.index(best)
                    better = True
        return better
