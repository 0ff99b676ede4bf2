"""Advice: what happens if both sides play their best, by backward induction on a given value.

The decisions in question are left open: those to stay or to leave, or all those of one side. One camp wants the value high,
the other wants it low. Loops are solved by improving both camps' answers in turn until neither can do better.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from airwar.engine.collector import paused
from airwar.errors import Endless
from airwar.probability.budget import MOST_ADVICE_EDGES, Budget
from airwar.probability.components import components
from airwar.probability.graph import Graph
from airwar.probability.loops import inverse
from airwar.probability.nodes import Arrival, Chance, Decision, Final, Node
from airwar.probability.solve import Solver

Value = Callable[[Any], Fraction]  # the value of what a procedure returns, or of the end of the whole battle
WantsHigh = Callable[[Decision], bool]  # whether the one who decides wants the value high


class Advice:
    """The value of every position when both sides make the best decisions."""

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
