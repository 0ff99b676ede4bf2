"""Exact odds: what the positions of a battle come to, as whole numbers over one denominator.

The graph of positions is gone through once. The chance to be somewhere flows from the start to the ends; positions that
lead back to themselves (nobody was hit) are solved as what they are, equations, so nothing is ever cut off. Every
denominator is known beforehand, so all is done in integers and every chance is exact.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from math import inf, lcm
from time import monotonic

from airwar.engine.groups import groups
from airwar.engine.positions import Arrival, Fork, Node, TooMany
from airwar.engine.referee import End
from airwar.errors import Endless

Edge = tuple[Node, int, int]  # where to, how many ways, how many rounds begin
MOST_EDGES = 400_000


@dataclass(frozen=True)
class Odds:
    """The chance of every end, in ways out of a denominator, and the expected number of rounds."""

    ends: dict[End, int]
    denominator: int
    rounds: Fraction
    positions: int

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
    return [(node, ways_to[id(node), rounds], rounds) for node, rounds in arrivals.values()]


class Net:
    """All rolls that can be reached from one, in groups that lead back to themselves, children first."""

    def __init__(self, root: Fork, limit: int = MOST_EDGES, until: float = inf) -> None:
        self.root = root
        self.limit = limit
        self.until = until
        self.count = 0
        self.edges: dict[int, list[Edge]] = {}
        self.groups = groups(root, self._below)

    def _below(self, fork: Fork) -> list[Fork]:
        edges = self.edges[id(fork)] = edges_of(fork)
        self.count += len(edges)
        if self.count > self.limit or monotonic() > self.until:
            raise TooMany
        return [node for node, _, _ in edges if type(node) is Fork]


def solve(arrival: Arrival, limit: int = MOST_EDGES, until: float = inf) -> Odds:
    """The exact odds from one position on; rounds are counted from there. Gives up beyond the limit, or at a time of the clock."""
    root, begun = arrival
    if isinstance(root, End):
        return Odds({root: 1}, 1, Fraction(begun), 1)
    assert isinstance(root, Fork), "with policies for every decision only rolls are open"
    odds = Flow(Net(root, limit, until)).odds()
    return replace(odds, rounds=odds.rounds + begun)


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
        total = fork.dice_sides**fork.dice_count
        part = share // total
        inside = {id(member) for member in group} if id(group[0]) in self.visits else set()
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
                self.scale[id(fork)] = fork.dice_sides**fork.dice_count * lcm(*scales)
                return
        inside = {id(fork) for fork in group}
        leading_out = [node for fork in group for node, _, _ in self.net.edges[id(fork)] if id(node) not in inside]
        if not leading_out:
            raise Endless(group[0].key)
        beyond = lcm(*(self.scale[id(node)] for node in leading_out if type(node) is Fork))
        totals = lcm(*(fork.dice_sides**fork.dice_count for fork in group))
        visits = self.visits[id(group[0])] = expected_visits(group, self.net.edges)
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


def merged(ends: Iterable[tuple[End, int]]) -> dict[End, int]:
    """Equal ends taken together."""
    together: dict[End, int] = {}
    for end, ways in ends:
        together[end] = together.get(end, 0) + ways
    return together


def expected_visits(group: list[Fork], edges: dict[int, list[Edge]]) -> list[list[Fraction]]:
    """How often each roll of a group is made, for each that it may be entered at: the inverse of one minus its transitions."""
    at = {id(fork): number for number, fork in enumerate(group)}
    size = len(group)
    matrix = [[Fraction(int(row == column)) for column in range(size)] for row in range(size)]
    for row, fork in enumerate(group):
        total = fork.dice_sides**fork.dice_count
        for node, ways, _ in edges[id(fork)]:
            if id(node) in at:
                matrix[row][at[id(node)]] -= Fraction(ways, total)
    return inverse(matrix)


def inverse(matrix: list[list[Fraction]]) -> list[list[Fraction]]:
    """The inverse of a matrix that has one: of a group that leads out somewhere, it has."""
    size = len(matrix)
    work = [[*row, *(Fraction(int(at == column)) for column in range(size))] for at, row in enumerate(matrix)]
    for column in range(size):
        pivot = next(row for row in range(column, size) if work[row][column])
        work[column], work[pivot] = work[pivot], work[column]
        lead = work[column][column]
        work[column] = [number / lead for number in work[column]]
        for row in range(size):
            factor = work[row][column]
            if row != column and factor:
                work[row] = [mine - factor * its for mine, its in zip(work[row], work[column], strict=True)]
    return [row[size:] for row in work]

