"""What a position is worth on average: the means of some measures of the end, by backward induction.

A known value serves every position that leads there, so all positions of a battle cost little more than its first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, Generic, TypeVar

from airwar.engine.collector import paused
from airwar.engine.moves import End
from airwar.probability.budget import Budget
from airwar.probability.components import components
from airwar.probability.graph import Graph
from airwar.probability.loops import expected_visits, ratio
from airwar.probability.nodes import Arrival, Called, Chance, Final, Node
from airwar.probability.solve import Solver

N = TypeVar("N", Fraction, float)
Measure = Callable[[End], Sequence[Fraction]]


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
