"""Exact odds: what the positions of a battle come to, as whole numbers over one denominator.

The graph of positions is gone through once. The chance to be somewhere flows from the start to the ends; positions that
lead back to themselves (nobody was hit) are solved as what they are, equations, so nothing is ever cut off. Every
denominator is known beforehand, so all is done in integers and every chance is exact. In a large tree the numbers grow
too long for that; there the flow is in floating point, and the error that this can have made is stated.
"""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from fractions import Fraction
from math import gcd, inf, lcm
from time import monotonic
from typing import Any, TypeVar

from airwar.engine.groups import groups
from airwar.engine.positions import Arrival, Fork, Node, TooMany
from airwar.engine.referee import End
from airwar.errors import Endless

N = TypeVar("N", Fraction, float)
Edge = tuple[Node, int, int]  # where to, how many ways, how many rounds begin
MOST_EDGES = 1_000_000
WHOLE_NUMBERS = 4_000  # trees with more edges than this are solved in floating point


@dataclass(frozen=True)
class Odds:
    """The chance of every end, in ways out of a denominator, and the expected number of rounds."""

    ends: dict[End, int]
    denominator: int
    rounds: Fraction
    positions: int
    error: float = 0.0  # how far any chance can be off; 0 when all was done in whole numbers

    def chance(self, ways: int) -> Fraction:
        return Fraction(ways, self.denominator)


def edges_of(fork: Fork) -> list[Edge]:
    """Where a roll leads, with outcomes that lead to the same place taken together."""
    ways_to: dict[tuple[int, int], int] = {}
    arrivals: dict[tuple[int, int], Arrival] = {}
    known, after = fork.children, fork.after
    for outcome, ways in fork.reading.outcomes():
        arrival = known.get(outcome) or after(outcome)
        key = (id(arrival[0]), arrival[1])
        if key in ways_to:
            ways_to[key] += ways
        else:
            ways_to[key] = ways
            arrivals[key] = arrival
    common = gcd(*ways_to.values())
    return [(node, ways_to[id(node), rounds] // common, rounds) for node, rounds in arrivals.values()]


class Net:
    """All rolls that can be reached from one, in groups that lead back to themselves, children first."""

    def __init__(self, root: Fork, limit: int = MOST_EDGES, seconds: float = inf) -> None:
        self.root = root
        self.limit = limit
        self.until = monotonic() + seconds
        self.count = 0
        self.edges: dict[int, list[Edge]] = {}
        self.totals: dict[int, int] = {}
        self.groups = groups(root, self._below)

    def _below(self, fork: Fork) -> list[Fork]:
        edges = self.edges[id(fork)] = edges_of(fork)
        self.totals[id(fork)] = sum([ways for _, ways, _ in edges])
        self.count += len(edges)
        if self.count > self.limit or monotonic() > self.until:
            raise TooMany
        return [node for node, _, _ in edges if type(node) is Fork]


def solve(arrival: Arrival, limit: int = MOST_EDGES, in_full: bool = False, seconds: float = inf) -> Odds:
    """The odds from one position on; rounds are counted from there. Gives up beyond the limit, or after so many seconds.

    `in_full`: in whole numbers however large the tree.
    """
    root, begun = arrival
    if isinstance(root, End):
        return Odds({root: 1}, 1, Fraction(begun), 1)
    assert isinstance(root, Fork), "with policies for every decision only rolls are open"
    with no_collection():
        net = Net(root, limit, seconds)
        odds = Flow(net).odds() if in_full or net.count <= WHOLE_NUMBERS else floating(net)
    return replace(odds, rounds=odds.rounds + begun)


@contextmanager
def no_collection() -> Iterator[None]:
    """Nothing here is garbage before the end; looking for some, again and again, costs a third of the time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


class Flow:
    """Chance flowing through a net, in integers."""

    def __init__(self, net: Net) -> None:
        self.net = net
        self.scale: dict[int, int] = {}  # what the ways at each roll must be divisible by
        self.visits: dict[int, list[list[Fraction]]] = {}  # of each group that loops, by its first member

    def odds(self) -> Odds:
        for group in self.net.groups:
            self._scale(group)
        denominator = self.scale[id(self.net.root)]
        ways: dict[int, int] = {id(self.net.root): denominator}
        ends: dict[int, tuple[End, int]] = {}
        rounds = 0
        for group in reversed(self.net.groups):
            self._settle(group, ways)
            for fork in group:
                share = ways.pop(id(fork), 0)
                if share:
                    rounds += self._pass_on(fork, share, ways, ends, group)
        return Odds(merged(ends.values()), denominator, Fraction(rounds, denominator), len(self.net.edges))

    def _pass_on(
        self, fork: Fork, share: int, ways: dict[int, int], ends: dict[int, tuple[End, int]], group: list[Fork]
    ) -> int:
        """Passes what is at a roll on to where it leads, except within its own group, which is settled already."""
        part = share // self.net.totals[id(fork)]
        inside = {id(member) for member in group} if id(group[0]) in self.visits else ()
        rounds = 0
        for node, number, begun in self.net.edges[id(fork)]:
            flow = part * number
            if begun:
                rounds += flow * begun
            key = id(node)
            if type(node) is Fork:
                if key not in inside:
                    ways[key] = ways.get(key, 0) + flow
            else:
                assert isinstance(node, End)
                ends[key] = (node, flow + (ends[key][1] if key in ends else 0))
        return rounds

    def _scale(self, group: list[Fork]) -> None:
        """What the ways that reach a group must be divisible by, so that no division ever leaves a remainder."""
        if len(group) == 1:
            fork = group[0]
            below = {id(node) for node, _, _ in self.net.edges[id(fork)] if type(node) is Fork}
            if id(fork) not in below:
                scales = {self.scale[key] for key in below}
                self.scale[id(fork)] = self.net.totals[id(fork)] * lcm(*scales)
                return
        inside = {id(fork) for fork in group}
        leading_out = [node for fork in group for node, _, _ in self.net.edges[id(fork)] if id(node) not in inside]
        beyond = lcm(*(self.scale[id(node)] for node in leading_out if type(node) is Fork))
        totals = lcm(*(self.net.totals[id(fork)] for fork in group))
        visits = self.visits[id(group[0])] = expected_visits(group, self.net, Fraction)
        again = lcm(*(number.denominator for row in visits for number in row))
        for fork in group:
            self.scale[id(fork)] = totals * beyond * again

    def _settle(self, group: list[Fork], ways: dict[int, int]) -> None:
        """In a group that leads back to itself, turns what flows in into how often each roll is made."""
        visits = self.visits.get(id(group[0]))
        if visits is None:
            return
        inflow = [ways.get(id(fork), 0) for fork in group]
        for at, fork in enumerate(group):
            share = sum((flow * row[at] for flow, row in zip(inflow, visits, strict=True) if flow), Fraction(0))
            assert share.denominator == 1, "the scale of a group leaves no remainder"
            ways[id(fork)] = share.numerator


def floating(net: Net) -> Odds:
    """The same flow in floating point, for trees whose whole numbers would grow too long."""
    share: dict[int, float] = {id(net.root): 1.0}
    ends: dict[int, tuple[End, float]] = {}
    rounds = 0.0
    for group in reversed(net.groups):
        inside = {id(fork) for fork in group}
        if len(group) > 1 or any(id(node) in inside for node, _, _ in net.edges[id(group[0])]):
            inflow = [share.get(id(fork), 0.0) for fork in group]
            visits = expected_visits(group, net, float)
            for at, fork in enumerate(group):
                share[id(fork)] = sum(flow * row[at] for flow, row in zip(inflow, visits, strict=True))
        else:
            inside = set()
        for fork in group:
            part = share.pop(id(fork), 0.0) / net.totals[id(fork)]
            for node, ways, begun in net.edges[id(fork)]:
                flow = part * ways
                rounds += flow * begun
                key = id(node)
                if type(node) is Fork:
                    if key not in inside:
                        share[key] = share.get(key, 0.0) + flow
                else:
                    assert isinstance(node, End)
                    ends[key] = (node, flow + (ends[key][1] if key in ends else 0.0))
    return rounded(net, ends.values(), rounds)


def rounded(net: Net, ends: Iterable[tuple[End, float]], rounds: float) -> Odds:
    """Floating chances as ways out of what they sum to, so that they sum to one, with the bound of their error.

    Every chance is a sum of products along paths no longer than there are groups. Each of the four operations at a group is
    off by at most one part in 2**53, and so is each addition where paths meet, of which there is one an edge; to make the
    chances sum to one can at most double that.
    """
    ways = merged((end, round(chance * 2**60)) for end, chance in ends)
    error = 2 * (4 * len(net.groups) + net.count) * 2.0**-53
    return Odds(ways, sum(ways.values()), Fraction(rounds).limit_denominator(10**9), len(net.edges), error)


def merged(ends: Iterable[tuple[End, int]]) -> dict[End, int]:
    """Equal ends taken together."""
    together: dict[End, int] = {}
    for end, ways in ends:
        together[end] = together.get(end, 0) + ways
    return together


def expected_visits(group: list[Fork], net: Net, number: type[N]) -> list[list[N]]:
    """How often each roll of a group is made, for each that it may be entered at: the inverse of one minus its transitions."""
    at = {id(fork): place for place, fork in enumerate(group)}
    if all(id(node) in at for fork in group for node, _, _ in net.edges[id(fork)]):
        raise Endless(group[0].key)
    size = len(group)
    matrix = [[number(int(row == column)) for column in range(size)] for row in range(size)]
    for row, fork in enumerate(group):
        for node, ways, _ in net.edges[id(fork)]:
            if id(node) in at:
                matrix[row][at[id(node)]] -= number(ways) / number(net.totals[id(fork)])
    return inverse(matrix)


def inverse(matrix: list[list[Any]]) -> list[list[Any]]:
    """The inverse of a matrix of fractions, or of floating numbers: of a group that leads out somewhere there is one."""
    size = len(matrix)
    nothing = matrix[0][0] * 0
    work = [[*row, *(nothing + (at == column) for column in range(size))] for at, row in enumerate(matrix)]
    for column in range(size):
        pivot = next(row for row in range(column, size) if work[row][column])
        work[column], work[pivot] = work[pivot], work[column]
        lead = work[column][column]
        work[column] = [mine / lead for mine in work[column]]
        for row in range(size):
            factor = work[row][column]
            if row != column and factor:
                work[row] = [mine - factor * its for mine, its in zip(work[row], work[column], strict=True)]
    return [row[size:] for row in work]

