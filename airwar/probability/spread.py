"""The odds of a whole turn, likeliest positions first: spreads chance over its positions until time is up.

The likeliest position is followed first, and battles become tables, solved once for all positions that lead to them. What has
not been followed to an end when time is up bounds the error of every chance with certainty, not just statistically.
"""

from __future__ import annotations

from heapq import heappop, heappush
from itertools import count

from airwar.engine.collector import paused
from airwar.engine.moves import End
from airwar.probability.budget import Budget, TooMany
from airwar.probability.distribution import Bounded, Distribution
from airwar.probability.nodes import Arrival, Chance, Final
from airwar.probability.solve import FINEST, Solver


class Spread:
    """Chance spreading from a position to the ends of the battle."""

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
