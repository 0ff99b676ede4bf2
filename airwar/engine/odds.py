"""Exact odds: what the positions of a battle come to, as whole numbers over one denominator.

The graph of positions is gone through once. The chance to be somewhere flows from the start to the ends; positions that
lead back to themselves (nobody was hit) are solved as what they are, equations, so nothing is ever cut off. Every
denominator is known beforehand, so all is done in integers and every chance is exact. In a large tree the numbers grow
too long for that; there the flow is in floating point, and the error that this can have made is stated. What comes of a part
that is played for itself is worked out once, in whole numbers always, and taken from there on like the outcomes of a roll.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import gcd, inf, lcm, prod
from time import monotonic
from typing import Any

from airwar.engine.explorer import TooMany
from airwar.engine.groups import groups
from airwar.engine.loops import expected_visits
from airwar.engine.positions import NO_ROUND, Apart, Arrival, Branch, Edge, Fork, Graph, Node, Volley
from airwar.engine.referee import End
from airwar.engine.untidied import untidied

MOST_EDGES = 1_000_000
AT_A_TIME = 5_000  # outcomes between two looks at the clock
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


class Budget:
    """How many edges may be looked at, and until when."""

    def __init__(self, limit: int = MOST_EDGES, until: float = inf) -> None:
        self.left = limit
        self.until = until

    def spend(self, edges: int) -> None:
        self.left -= edges
        self.look_at_the_clock()

    def look_at_the_clock(self) -> None:
        if self.left < 0 or monotonic() > self.until:
            raise TooMany


def outcomes_of(branch: Branch, budget: Budget) -> Sequence[tuple[Any, int]]:
    """Everything that can fall at a branch, and in how many ways; paid for before it is made."""
    if type(branch) is Fork or type(branch) is Volley:
        outcomes = branch.outcomes()
        budget.spend(len(outcomes))
        return outcomes
    assert type(branch) is Apart, "a decision to stay or leave is no part of what policies and dice settle"
    tables = [table_of(first, branch.graph, budget) for first in branch.firsts]
    budget.spend(prod(map(len, tables)))
    together: list[tuple[tuple[Any, ...], int]] = [((), 1)]
    for table in tables:
        together = [((*came, outcome), ways * times) for came, ways in together for outcome, times in table]
    return together


def table_of(first: Node, graph: Graph, budget: Budget) -> list[tuple[Any, int]]:
    """What can come of a part, and in how many ways, worked out once."""
    if not isinstance(first, Branch):
        return [(first, 1)]
    table = graph.tables.get(first)
    if table is None:
        table = graph.tables[first] = list(what_comes_of(first, budget).items())
    return table


def what_comes_of(first: Branch, budget: Budget) -> dict[Any, int]:
    """What can come of a part, and in how many ways."""
    edges = edges_of(first, budget)
    if any(isinstance(node, Branch) for node, _, _ in edges):
        odds = Flow(Net(first, budget)).odds()
        assert not odds.rounds, NO_ROUND
        return odds.ends
    assert not any(rounds for _, _, rounds in edges), NO_ROUND
    return merged((node, ways) for node, ways, _ in edges)


def edges_of(branch: Branch, budget: Budget) -> list[Edge]:
    """Where a branch leads, with outcomes that lead to the same place taken together."""
    if branch.edges:
        return branch.edges
    outcomes = outcomes_of(branch, budget)
    arrivals: list[Arrival] = []
    for at in range(0, len(outcomes), AT_A_TIME):
        budget.look_at_the_clock()
        arrivals += branch.graph.lead(branch, [outcome for outcome, _ in outcomes[at : at + AT_A_TIME]])
    edges = [(node, ways, rounds) for (_, ways), (node, rounds) in zip(outcomes, arrivals, strict=True)]
    if len({id(node) for node, _, _ in edges}) < len(edges):
        together: dict[tuple[int, int], Edge] = {}
        for node, ways, rounds in edges:
            known = together.get((id(node), rounds))
            together[id(node), rounds] = (node, ways, rounds) if known is None else (node, ways + known[1], rounds)
        edges = list(together.values())
    common = gcd(*[ways for _, ways, _ in edges])
    branch.edges = edges if common == 1 else [(node, ways // common, rounds) for node, ways, rounds in edges]
    branch.total = sum([ways for _, ways, _ in branch.edges])
    return branch.edges


class Net:
    """All branches that can be reached from one, in groups that lead back to themselves, children first."""

    def __init__(self, root: Branch, budget: Budget) -> None:
        self.root = root
        self.budget = budget
        self.count = 0  # edges
        self.loops: set[Branch] = set()  # branches that lead straight back to themselves
        self.groups = groups(root, self._below)

    @property
    def positions(self) -> int:
        return sum(map(len, self.groups))

    def _below(self, branch: Branch) -> list[Branch]:
        edges = edges_of(branch, self.budget)
        self.count += len(edges)
        below = [node for node, _, _ in edges if isinstance(node, Branch)]
        if branch in below:
            self.loops.add(branch)
        return below

    def leads_back(self, group: list[Branch]) -> bool:
        """Whether a group leads back to itself; else it is one branch that never comes again."""
        return len(group) > 1 or group[0] in self.loops


def solve(arrival: Arrival, limit: int = MOST_EDGES, in_full: bool = False, seconds: float = inf) -> Odds:
    """The odds from one position on; rounds are counted from there. Gives up beyond the limit, or after so many seconds.

    `in_full`: in whole numbers however large the tree.
    """
    root, begun = arrival
    if not isinstance(root, Branch):
        return Odds({root: 1}, 1, Fraction(begun), 1)
    budget = Budget(limit, monotonic() + seconds)
    with untidied:
        try:
            net = Net(root, budget)
        finally:
            untidied.edges += limit - budget.left
        odds = Flow(net).odds() if in_full or net.count <= WHOLE_NUMBERS else floating(net)
    return replace(odds, rounds=odds.rounds + begun)


class Flow:
    """Chance flowing through a net, in integers."""

    def __init__(self, net: Net) -> None:
        self.net = net
        self.scale: dict[int, int] = {}  # what the ways at each roll must be divisible by
        self.visits: dict[int, list[list[Fraction]]] = {}  # of each group that loops, by its first member

    def odds(self) -> Odds:
        for group in self.net.groups:
            self.net.budget.look_at_the_clock()
            self._scale(group)
        denominator = self.scale[id(self.net.root)]
        ways: dict[int, int] = {id(self.net.root): denominator}
        ends: dict[int, tuple[End, int]] = {}
        rounds = 0
        for group in reversed(self.net.groups):
            self.net.budget.look_at_the_clock()
            self._settle(group, ways)
            for branch in group:
                share = ways.pop(id(branch), 0)
                if share:
                    rounds += self._pass_on(branch, share, ways, ends, group)
        return Odds(merged(ends.values()), denominator, Fraction(rounds, denominator), self.net.positions)

    def _pass_on(
        self, branch: Branch, share: int, ways: dict[int, int], ends: dict[int, tuple[End, int]], group: list[Branch]
    ) -> int:
        """Passes what is at a roll on to where it leads, except within its own group, which is settled already."""
        part = share // branch.total
        inside = {id(member) for member in group} if id(group[0]) in self.visits else ()
        rounds = 0
        for node, number, begun in branch.edges:
            flow = part * number
            if begun:
                rounds += flow * begun
            key = id(node)
            if isinstance(node, Branch):
                if key not in inside:
                    ways[key] = ways.get(key, 0) + flow
            else:
                ends[key] = (node, flow + (ends[key][1] if key in ends else 0))
        return rounds

    def _scale(self, group: list[Branch]) -> None:
        """What the ways that reach a group must be divisible by, so that no division ever leaves a remainder."""
        if not self.net.leads_back(group):
            branch = group[0]
            scales = {self.scale[id(node)] for node, _, _ in branch.edges if isinstance(node, Branch)}
            self.scale[id(branch)] = branch.total * lcm(*scales)
            return
        inside = {id(branch) for branch in group}
        leading_out = [node for branch in group for node, _, _ in branch.edges if id(node) not in inside]
        beyond = lcm(*(self.scale[id(node)] for node in leading_out if isinstance(node, Branch)))
        totals = lcm(*(branch.total for branch in group))
        visits = self.visits[id(group[0])] = expected_visits(group, Fraction)
        again = lcm(*(number.denominator for row in visits for number in row))
        for branch in group:
            self.scale[id(branch)] = totals * beyond * again

    def _settle(self, group: list[Branch], ways: dict[int, int]) -> None:
        """In a group that leads back to itself, turns what flows in into how often each roll is made."""
        visits = self.visits.get(id(group[0]))
        if visits is None:
            return
        inflow = [ways.get(id(branch), 0) for branch in group]
        for at, branch in enumerate(group):
            share = sum((flow * row[at] for flow, row in zip(inflow, visits, strict=True) if flow), Fraction(0))
            assert share.denominator == 1, "the scale of a group leaves no remainder"
            ways[id(branch)] = share.numerator


def floating(net: Net) -> Odds:
    """The same flow in floating point, for trees whose whole numbers would grow too long."""
    share: dict[int, float] = {id(net.root): 1.0}
    ends: dict[int, tuple[End, float]] = {}
    rounds = 0.0
    for group in reversed(net.groups):
        inside: set[int] = set()
        if net.leads_back(group):
            inside.update(map(id, group))
            inflow = [share.get(id(branch), 0.0) for branch in group]
            visits = expected_visits(group, float)
            for at, branch in enumerate(group):
                share[id(branch)] = sum(flow * row[at] for flow, row in zip(inflow, visits, strict=True))
        for branch in group:
            here, total = share.pop(id(branch), 0.0), branch.total
            for node, ways, begun in branch.edges:
                flow = here * (ways / total)  # both may be far too long for a floating number, what they make is not
                rounds += flow * begun
                key = id(node)
                if isinstance(node, Branch):
                    if key not in inside:
                        share[key] = share.get(key, 0.0) + flow
                else:
                    ends[key] = (node, flow + (ends[key][1] if key in ends else 0.0))
    return rounded(net, ends.values(), rounds)


def rounded(net: Net, ends: Iterable[tuple[End, float]], rounds: float) -> Odds:
    """Floating chances as ways out of what they sum to, so that they sum to one, with the bound of their error.

    Every chance is a sum of products along paths no longer than there are groups. Each of the six operations at a group is
    off by at most one part in 2**53, and so is each addition where paths meet, of which there is one an edge; to make the
    chances sum to one can at most double that.
    """
    ways = merged((end, round(chance * 2**60)) for end, chance in ends)
    error = 2 * (6 * len(net.groups) + net.count) * 2.0**-53
    return Odds(ways, sum(ways.values()), Fraction(rounds).limit_denominator(10**9), net.positions, error)


def merged(ends: Iterable[tuple[End, int]]) -> dict[End, int]:
    """Equal ends taken together."""
    together: dict[End, int] = {}
    for end, ways in ends:
        together[end] = together.get(end, 0) + ways
    return together
