"""Exact odds: the chances of a battle's ends, as whole numbers over one denominator.

Chance flows through the graph from the start to the ends. Positions that lead back to themselves (nobody was hit) are
solved as equations, so nothing is cut off. Every denominator is known beforehand, so the flow is in integers and every
chance is exact. In a large procedure the integers grow too long; there the flow is in floating point, and the solver states
an error bound.

A called procedure is solved once, however many callers it has. Its table of outcomes is then used like that of a roll.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import gcd, lcm
from typing import Any, NamedTuple, Protocol, TypeVar

from airwar.engine.collector import paused
from airwar.engine.moves import End, Step
from airwar.errors import Endless
from airwar.probability import budget as limits
from airwar.probability.budget import Budget, TooMany
from airwar.probability.distribution import Distribution, Exact, Rounded
from airwar.probability.graph import Graph
from airwar.probability.loops import components, expected_visits
from airwar.probability.nodes import LONG_NUMBER, Arrival, Called, Chance, Decision, Edge, Final, Node, Rolled, RolledLots

LONGEST = 500  # bits of a total by which a float can be divided directly
FINEST = 2.0**100  # a chance in floating point becomes ways out of this many

N = TypeVar("N", int, float)


class Table(NamedTuple):
    """The possible outcomes of a procedure, each with its number of ways, and the average number of rounds that begin in it."""

    outcomes: list[tuple[Final, int]]
    rounds: Fraction | int = 0
    error: float = 0.0  # how far off the chances can be, all together


class Undecided(Exception):
    """A procedure cannot have a table of outcomes: it contains a decision that is left open."""


class Solver:
    """Explores a graph within a budget and solves the procedures in it."""

    def __init__(self, graph: Graph, budget: Budget | None = None, in_full: bool = False, enter_large: bool = False) -> None:
        self.graph = graph
        self.budget = budget or Budget()
        self.in_full = in_full  # use integers, however large the procedure is
        self.enter_large = enter_large  # enter large procedures instead of solving them by themselves
        self.tables: dict[Node, Table] = {}  # by the first node of the procedure
        self.being_solved: list[Node] = []  # procedures being solved, each called by the one before
        self.entered: set[Step] = set()  # first steps of procedures that are large, or have open decisions
        self.positions = 0

    def distribution(self, arrival: Arrival) -> Distribution[End]:
        """The chance of every end from a position on; rounds are counted from there."""
        first, begun = arrival
        with paused():
            table = self.table(first)
        ways: dict[End, int] = {}
        for final, number in table.outcomes:
            assert isinstance(final.move, End), "the outermost procedure ends the battle; it has no caller to return to"
            ways[final.move] = number
        how = Rounded(table.error) if table.error else Exact()
        return Distribution(ways, sum(ways.values()), how, Fraction(table.rounds + begun), max(1, self.positions))

    def table(self, first: Node) -> Table:
        """The table of a procedure from its first node on; worked out once."""
        table = self.tables.get(first)
        if table is None:
            if first in self.being_solved or len(self.being_solved) > limits.MOST_NESTED:
                assert not isinstance(first, Final)
                raise Endless(first.key)
            self.being_solved.append(first)
            try:
                table = self.tables[first] = self._solved(first)
            finally:
                self.being_solved.pop()
        return table

    def _solved(self, first: Node) -> Table:
        if isinstance(first, Final):
            return Table([(first, 1)])
        if isinstance(first, Chance):
            edges = self.edges(first)
            outcomes: list[Any] = [(child, ways) for child, ways, begun in edges if type(child) is Final and not begun]
            if len(outcomes) == len(edges):
                return Table(outcomes, first.rounds, first.error) if type(first) is Called else Table(outcomes)
        net = Net(first, self)
        if self.in_full or (net.edges <= limits.MOST_WHOLE_EDGES and not net.rounded):
            integers = Integers(net)
            if self.in_full or integers.whole.bit_length() <= limits.MOST_WHOLE_BITS:
                return flow(net, integers)
        return flow(net, Floats(net))

    def edges(self, node: Chance) -> list[Edge]:
        """Where a node leads."""
        if node.edges is None:
            self.positions += 1
            self._expand(node)
        assert node.edges is not None
        return node.edges

    def _expand(self, node: Chance) -> None:
        if isinstance(node, Called):
            table = self._called(node)
            if table is None:
                self.graph.inline(node)
                return
            node.rounds, node.error = table.rounds + node.first[1], table.error
            outcomes: Sequence[tuple[Any, int]] = table.outcomes
        else:
            assert isinstance(node, Rolled | RolledLots)
            self.budget.afford(node.effort())
            outcomes = node.outcomes()
            self.budget.spend(sum(ways.bit_length() for _, ways in outcomes) // LONG_NUMBER)
        self.budget.spend(node.reading.forks() if isinstance(node, Rolled) else len(outcomes))
        self.graph.expand(node, outcomes, self.budget.check)

    def _called(self, node: Called) -> Table | None:
        """The table of a called procedure; None if it has none or is too large, so that it is entered instead."""
        first, _ = node.first
        if node.call.step in self.entered:
            return self.tables.get(first)
        whole = self.budget
        part = self.budget = whole.part(limits.LARGE_EDGES) if self.enter_large else whole
        given = part.left
        try:
            return self.table(first)
        except Undecided:
            pass
        except TooMany:
            if not self.enter_large or whole.used_up:
                raise
        finally:
            self.budget = whole
            if part is not whole:
                whole.left -= given - part.left
        self.entered.add(node.call.step)
        return None


class Net:
    """All nodes of a procedure, in groups that lead back to themselves, each after the groups it leads to."""

    def __init__(self, root: Node, solver: Solver) -> None:
        self.root = root
        self.solver = solver
        self.edges = 0
        self.rounded = False  # whether the table of a called procedure is rounded
        self.loops: set[Node] = set()  # nodes that lead straight back to themselves
        self.groups: list[list[Chance]] = components(root, self._below)  # type: ignore[arg-type]

    def _below(self, node: Node) -> list[Node]:
        if isinstance(node, Decision):
            raise Undecided
        assert isinstance(node, Chance)
        edges = self.solver.edges(node)
        self.edges += len(edges)
        if type(node) is Called and node.error:
            self.rounded = True
        below = [child for child, _, _ in edges if type(child) is not Final]
        if node in below:
            self.loops.add(node)
        return below

    def leads_back(self, group: list[Chance]) -> bool:
        """Whether a group leads back to itself; otherwise it is a single node that is passed at most once."""
        return len(group) > 1 or group[0] in self.loops


class Numbers(Protocol[N]):
    """The numbers in which chance flows through a net."""

    whole: N  # the chance with which a battle starts, as a share

    def visits(self, group: list[Chance]) -> list[list[Any]]:
        """How often each node of a loop is passed, for each node where it may be entered."""

    def settled(self, share: Any) -> N:
        """A share after it was multiplied by numbers of visits."""

    def portions(self, node: Chance, share: N) -> tuple[N, list[Any]]:
        """The portion of a node's share that one way carries; and its edges, with ways that can be multiplied by that."""

    def rounds(self, rounds: Fraction | int) -> Any:
        """A number of rounds that can be multiplied by a share."""

    def table(self, ways: dict[Final, N], rounds: Any, error: float) -> Table:
        """The finished table."""


def flow(net: Net, numbers: Numbers[N]) -> Table:
    """Lets chance flow from the root of a net to its final nodes."""
    shares: dict[Node, N] = {net.root: numbers.whole}
    ends: dict[Final, N] = {}
    rounds: Any = 0
    error = 0.0
    for group in reversed(net.groups):
        net.solver.budget.check()
        inside: Sequence[Node] = ()
        if net.leads_back(group):
            inside = group
            settle(group, shares, numbers)
        for node in group:
            share = shares.pop(node, 0)
            if not share:
                continue
            if type(node) is Called:
                rounds += share * numbers.rounds(node.rounds)
                if node.error:
                    error += share / numbers.whole * node.error
            unit, edges = numbers.portions(node, share)
            for child, ways, begun in edges:
                part = unit * ways
                if begun:
                    rounds += part * begun
                if type(child) is Final:
                    ends[child] = ends.get(child, 0) + part
                elif not inside or child not in inside:
                    shares[child] = shares.get(child, 0) + part
    return numbers.table(ends, rounds, error)


def settle(group: list[Chance], shares: dict[Node, N], numbers: Numbers[N]) -> None:
    """Turns what flows into a loop into how often each of its nodes is passed."""
    inflow = [shares.get(node, 0) for node in group]
    visits = numbers.visits(group)
    for at, node in enumerate(group):
        shares[node] = numbers.settled(sum(share * row[at] for share, row in zip(inflow, visits, strict=True)))


class Integers:
    """Shares as integers. Each group has a scale that divides its share, so no division leaves a remainder."""

    def __init__(self, net: Net) -> None:
        self.net = net
        self.scales: dict[Node, int] = {}
        self.loops: dict[Node, list[list[Fraction]]] = {}  # visits, by the first node of the group
        self.whole: int
        for group in net.groups:  # the root comes last, and its scale is a multiple of all others
            net.solver.budget.check()
            self._scale(group)
            self.whole = self.scales[group[0]]
            if self.whole.bit_length() > limits.MOST_WHOLE_BITS and not net.solver.in_full:
                return  # the integers have become too long

    def _scale(self, group: list[Chance]) -> None:
        scales = self.scales
        if not self.net.leads_back(group):
            (node,) = group
            assert node.edges is not None
            scales[node] = node.total * lcm(*{scales[child] for child, _, _ in node.edges if type(child) is not Final})
            return
        children = {child for node in group for child, _, _ in node.edges or ()} - {*group}
        beyond = lcm(*(scales[child] for child in children if type(child) is not Final))
        totals = lcm(*(node.total for node in group))
        visits = self.loops[group[0]] = expected_visits(group, Fraction, self.net.solver.budget.check)
        again = lcm(*(number.denominator for row in visits for number in row))
        for node in group:
            scales[node] = totals * beyond * again

    def visits(self, group: list[Chance]) -> list[list[Fraction]]:
        return self.loops[group[0]]

    def settled(self, share: Fraction) -> int:
        assert share.denominator == 1, "the scale of a group leaves no remainder"
        return share.numerator

    def portions(self, node: Chance, share: int) -> tuple[int, list[Edge]]:
        assert node.edges is not None
        return share // node.total, node.edges

    def rounds(self, rounds: Fraction | int) -> Fraction | int:
        return rounds

    def table(self, ways: dict[Final, int], rounds: Any, error: float) -> Table:
        common = gcd(*ways.values())
        outcomes = [(final, number // common) for final, number in ways.items()]
        return Table(outcomes, Fraction(rounds) / self.whole if rounds else 0)


class Floats:
    """Shares in floating point."""

    def __init__(self, net: Net) -> None:
        self.net = net
        self.whole = 1.0

    def visits(self, group: list[Chance]) -> list[list[float]]:
        return expected_visits(group, float, self.net.solver.budget.check)

    def settled(self, share: float) -> float:
        return share

    def portions(self, node: Chance, share: float) -> tuple[float, list[Any]]:
        assert node.edges is not None
        if node.total.bit_length() <= LONGEST:
            return share / node.total, node.edges
        return share, [(child, ways / node.total, begun) for child, ways, begun in node.edges]

    def rounds(self, rounds: Fraction | int) -> float:
        return float(rounds)

    def table(self, ways: dict[Final, float], rounds: Any, error: float) -> Table:
        """Chances as ways out of what they sum to, so that they sum to one, with the bound of their error.

        Every chance is a sum of products along paths no longer than there are groups. Each of the six operations at a group is
        off by at most one part in 2**53, and so is each addition where paths meet, of which there is one per edge. Making the
        chances sum to one can at most double that. The errors of the tables of called procedures add to it.
        """
        own = (6 * len(self.net.groups) + self.net.edges) * 2.0**-53
        outcomes = [(final, max(1, int(chance * FINEST))) for final, chance in ways.items()]
        return Table(outcomes, Fraction(rounds) if rounds else 0, 2 * (own + error))
