"""The parts that the odds are made of, one by one: budgets, components, loops and nodes."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from airwar.engine.dice import D6, Dice, EachFace, Hits
from airwar.engine.questions import Roll
from airwar.errors import Endless
from airwar.probability.budget import Budget, TooMany
from airwar.probability.explorer import Lots
from airwar.probability.loops import components, expected_visits, inverse
from airwar.probability.nodes import Chance, Rolled, RolledLots, length


@pytest.fixture
def clock(monkeypatch):
    """A clock that stands still until a test moves it."""

    class Clock:
        now = 10.0

        def __call__(self):
            return self.now

    clock = Clock()
    monkeypatch.setattr("airwar.probability.budget.monotonic", clock)
    return clock


# budgets


def test_a_budget_pays_for_its_last_edge_and_for_no_more():
    one = Budget(5)
    one.spend(3)
    assert one.left == 2
    one.afford(2)
    with pytest.raises(TooMany):
        one.afford(3)
    assert one.left == 2
    one.spend(2)
    one.check()
    assert one.left == 0
    with pytest.raises(TooMany):
        one.spend(1)


def test_a_budget_lasts_until_its_time_is_over(clock):
    one = Budget(5, 2.0)
    assert one.seconds_left == 2.0
    clock.now = 11.5
    assert one.seconds_left == 0.5
    clock.now = 12.0
    assert one.seconds_left == 0.0
    one.check()
    clock.now = 12.25
    assert one.seconds_left == 0.0
    with pytest.raises(TooMany):
        one.check()
    assert one.left == 5


# components


def reached(graph, start):
    found, work = {start}, [start]
    while work:
        for child in graph[work.pop()]:
            if child not in found:
                found.add(child)
                work.append(child)
    return found


GRAPHS = st.integers(1, 7).flatmap(
    lambda size: st.lists(st.lists(st.integers(0, size - 1), max_size=3), min_size=size, max_size=size)
)


@given(GRAPHS)
def test_components_are_the_positions_that_reach_one_another(graph):
    every = {node: reached(graph, node) for node in range(len(graph))}
    asked = []

    def children(node):
        asked.append(node)
        return graph[node]

    found = components(0, children)
    assert sorted(node for group in found for node in group) == sorted(every[0])
    assert sorted(asked) == sorted(every[0])  # each position is asked once where it leads
    for at, group in enumerate(found):
        for node in group:
            assert {other for other in every[0] if other in every[node] and node in every[other]} == {*group}
            later = {other for after in found[at + 1 :] for other in after}
            assert not later & every[node]  # a component comes after those that it leads to


# loops


def fixed(key, total):
    node = Chance(key)
    node.total = total
    return node


def loop(*rows):
    """Nodes in a loop: how many ways lead from each to each of them; the last number of a row leads out."""
    nodes = [fixed(f"node-{at}", sum(row)) for at, row in enumerate(rows)]
    out = fixed("out", 1)
    for node, row in zip(nodes, rows, strict=True):
        node.edges = [(child, ways, 0) for child, ways in zip([*nodes, out], row, strict=True) if ways]
    return nodes


LOOPS = [
    [(4, 2)],
    [(1, 2, 3), (4, 0, 1)],
    [(0, 5, 1), (6, 0, 0)],
    [(1, 1, 1, 3), (2, 0, 2, 0), (0, 3, 1, 2)],
    [(0, 1, 0, 1), (0, 0, 1, 1), (1, 0, 0, 1)],
    [(1, 0, 2, 0, 3), (2, 2, 0, 2, 0), (0, 3, 1, 1, 1), (1, 1, 1, 1, 2)],
]


@pytest.mark.parametrize("rows", LOOPS)
def test_expected_visits_are_one_and_those_that_the_transitions_bring(rows):
    """From i, node j is passed once if it is i, and as often as the next nodes lead there: V = 1 + P V."""
    nodes, size = loop(*rows), len(rows)
    visits = expected_visits(nodes, Fraction, lambda: None)
    assert all(type(number) is Fraction for row in visits for number in row)
    for i, row in enumerate(rows):
        for j in range(size):
            onward = sum(Fraction(row[k], sum(row)) * visits[k][j] for k in range(size))
            assert visits[i][j] == (i == j) + onward
    floats = expected_visits(nodes, float, lambda: None)
    assert floats == [pytest.approx([float(number) for number in row], rel=1e-12) for row in visits]
    assert all(type(number) is float for row in floats for number in row)


@pytest.mark.parametrize(
    "matrix",
    [
        [[2]],
        [[1, 2], [3, 5]],
        [[0, 1], [1, 0]],
        [[0, 2, 1], [1, 0, 3], [4, 1, 0]],
        [[0, 0, 0, 1], [1, 2, 3, 4], [0, 1, 1, 1], [2, 0, 5, 1]],
    ],
)
def test_a_matrix_times_its_inverse_is_one(matrix):
    size = len(matrix)
    rows = [[Fraction(number) for number in row] for row in matrix]
    found = inverse(rows, lambda: None)
    product = [[sum(rows[at][by] * found[by][to] for by in range(size)) for to in range(size)] for at in range(size)]
    assert product == [[int(at == to) for to in range(size)] for at in range(size)]


def test_a_loop_without_a_way_out_is_endless_whatever_its_size():
    for rows in ([(6, 0)], [(1, 5, 0), (6, 0, 0)]):
        with pytest.raises(Endless) as endless:
            expected_visits(loop(*rows), Fraction, lambda: None)
        assert str(endless.value) == str(Endless("node-0"))


def test_only_a_large_matrix_looks_at_the_clock_once_a_column():
    looks = []
    for size, wanted in ((1, 1), (2, 0), (3, 3), (4, 4)):
        looks.clear()
        one = [[Fraction(int(row == column)) for column in range(size)] for row in range(size)]
        assert inverse(one, lambda: looks.append(1)) == one
        assert len(looks) == wanted


def test_a_loop_of_one_needs_no_equations():
    assert expected_visits(loop((4, 2)), Fraction, lambda: pytest.fail("equations")) == [[3]]


# nodes


@pytest.mark.parametrize(
    ("dice", "edges"),
    [(Dice(1, 6), 1), (Dice(341, 6), 1), (Dice(342, 6), 2), (Dice(682, 6), 2), (Dice(683, 6), 3), (Dice(256, 8), 2)],
)
def test_the_ways_of_many_dice_are_long_numbers(dice, edges):
    assert length(dice) == edges


def rolled(reading):
    return Rolled(("place",), (1, 2), 3, Roll("fire", "1.1", reading, "axis"))


@pytest.mark.parametrize(
    ("dice", "remembers"),
    [
        (Dice(4, 6), True),
        (Dice(5, 6), False),
        (Dice(10, 2), True),
        (Dice(11, 2), False),
        (Dice(1, 1296), True),
        (Dice(1, 1297), False),
    ],
)
def test_rolls_of_few_faces_remember_where_each_of_them_leads(dice, remembers):
    assert rolled(EachFace(dice)).by_faces == ({} if remembers else None)


def test_the_effort_of_lots_is_each_number_of_hits_with_each_of_the_next_lot():
    readings = (Hits(3 * D6, 2), Hits(5 * D6, 4))
    node = RolledLots(("place",), (7,), 2, Lots("lots", readings, 4))
    assert (node.key, node.place, node.before, node.begun, node.readings, node.most) == ("lots", ("place",), (7,), 2, readings, 4)
    first = (3 + 1) * (3 + 1) + 4  # 3 dice: up to 3 hits so far, up to 3 of the lot, and the lot's own spread
    second = (4 + 1) * (4 + 1) + 6  # 8 dice so far, of which 4 hits count
    assert node.effort() == first + second
    many = RolledLots((), (), 0, Lots("lots", (Hits(300 * D6, 2), Hits(300 * D6, 2)), 1))
    assert many.effort() == 2 * (2 * 2 + 301 + 2 * 2 + 301)
    assert dict(node.outcomes())[4] == sum(ways for _, ways in node.outcomes()) - sum(
        ways for hits, ways in node.outcomes() if hits < 4
    )
    assert sum(ways for _, ways in node.outcomes()) == 6**8
