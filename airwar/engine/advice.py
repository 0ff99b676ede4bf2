"""Advice on staying or leaving: both sides at their best, by backward induction on a stated value, exact.

Every decision to stay or to leave is left open; one camp wants the value high, the other low. Groups of positions that
lead back to themselves are solved by improving both camps' answers in turn until neither can do better.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import inf

from airwar.engine.groups import groups
from airwar.engine.loops import inverse
from airwar.engine.odds import Budget, edges_of
from airwar.engine.positions import Arrival, Branch, Node, Turning
from airwar.engine.referee import End
from airwar.errors import Endless

Value = Callable[[End], Fraction]
Wants = Callable[[Turning], bool]  # whether who decides wants the value high
Way = tuple[Node, Fraction]
MOST_BRANCHES = 150_000


class Advice:
    """The value of every position when both sides answer at their best."""

    def __init__(self, value: Value, wants_high: Wants, limit: int = MOST_BRANCHES, until: float = inf) -> None:
        self.value = value
        self.wants_high = wants_high
        self.budget = Budget(limit, until)
        self.values: dict[int, Fraction] = {}
        self.branches: dict[int, list[Way]] = {}
        self.keep: list[Node] = []  # ids stay valid while their nodes live

    def of(self, arrival: Arrival) -> Fraction:
        """The value of a position."""
        root = arrival[0]
        if id(root) not in self.values:
            for group in groups(root, self._below):
                if id(group[0]) not in self.values:
                    self._solve(group)
        return self.values[id(root)]

    def _open(self, node: Node) -> list[Way]:
        """Where a node leads: by chance with its weights, by choice with none."""
        self.keep.append(node)
        if isinstance(node, Turning):
            found = [(node.after(option)[0], Fraction(0)) for option in node.question.options]
            self.budget.spend(len(found))
        elif isinstance(node, Branch):
            edges = edges_of(node, self.budget)
            found = [(child, Fraction(ways, node.total)) for child, ways, _ in edges]
        else:
            found = []
        self.branches[id(node)] = found
        return found

    def _below(self, node: Node) -> list[Node]:
        return [] if id(node) in self.values else [child for child, _ in self._open(node)]

    def _solve(self, group: list[Node]) -> None:
        """Gives every node of a group its value."""
        if len(group) == 1:
            node = group[0]
            if all(child is not node for child, _ in self.branches[id(node)]):
                self.values[id(node)] = self._alone(node)
                return
        picks = self._way_out(group)
        while True:
            self._evaluate(group, picks)
            if not self._improve(group, picks, True) and not self._improve(group, picks, False):
                return

    def _way_out(self, group: list[Node]) -> dict[int, int]:
        """Options that lead out of a group, from wherever in it: where one begins.

        Whoever from there on changes an answer only for a better value never comes to stay in the group for ever.
        """
        inside = {id(node): node for node in group}
        picks: dict[int, int] = {}
        while inside:
            leading = {
                here: place for here in inside for place, (child, _) in enumerate(self.branches[here]) if id(child) not in inside
            }
            if not leading:
                raise Endless(key_of(next(iter(inside.values()))))
            for here, place in leading.items():
                if isinstance(inside.pop(here), Turning):
                    picks[here] = place
        return picks

    def _alone(self, node: Node) -> Fraction:
        if isinstance(node, End):
            return self.value(node)
        values = [self.values[id(child)] for child, _ in self.branches[id(node)]]
        if isinstance(node, Turning):
            return max(values) if self.wants_high(node) else min(values)
        weights = [weight for _, weight in self.branches[id(node)]]
        return sum((value * weight for value, weight in zip(values, weights, strict=True)), Fraction(0))

    def _evaluate(self, group: list[Node], picks: dict[int, int]) -> None:
        """The values of a group when these options are picked: a system of equations."""
        at = {id(node): place for place, node in enumerate(group)}
        matrix = [[Fraction(int(row == column)) for column in range(len(group))] for row in range(len(group))]
        right = [Fraction(0)] * len(group)
        for row, node in enumerate(group):
            branches = self.branches[id(node)]
            if isinstance(node, Turning):
                branches = [(branches[picks[id(node)]][0], Fraction(1))]
            for child, weight in branches:
                if id(child) in at:
                    matrix[row][at[id(child)]] -= weight
                else:
                    right[row] += weight * self.values[id(child)]
        for node, factors in zip(group, inverse(matrix), strict=True):
            self.values[id(node)] = sum((mine * its for mine, its in zip(factors, right, strict=True)), Fraction(0))

    def _improve(self, group: list[Node], picks: dict[int, int], high: bool) -> bool:
        """One camp picks better options where there are any; says whether there were."""
        better = False
        for node in group:
            if isinstance(node, Turning) and self.wants_high(node) is high:
                values = [self.values[id(child)] for child, _ in self.branches[id(node)]]
                best = max(values) if high else min(values)
                if values[picks[id(node)]] != best:
                    picks[id(node)] = values.index(best)
                    better = True
        return better


def key_of(node: Node) -> str:
    """What is asked at a roll or a decision."""
    return str(node.key) if isinstance(node, Branch) else str(node.result)
