"""Hexes by their labels: distances on every kind of map, by hand and by properties."""

from itertools import product
from random import Random

import pytest

from airwar.rulesets.kit.places import GRID, HexGrid, apart, grid_of
from airwar.scenario.problems import Problems
from airwar.scenario.reader import read_text

GRIDS = [HexGrid(straight, shifted) for straight in ("first", "second") for shifted in ("even", "odd", "each", "each-back")]
LABELS = [f"{column}.{row:02}" for column, row in product(range(1, 12), repeat=2)]


PLAIN = HexGrid()


def hexes(one, other, grid=PLAIN):
    return apart(grid.hex(one), grid.hex(other))


@pytest.mark.parametrize(
    ("one", "other", "distance"),
    [
        ("K28", "K28", 0),
        ("K28", "K31", 3),
        ("K28", "L28", 1),  # L is the twelfth line, half a hex further along
        ("K28", "L27", 1),
        ("K28", "L29", 2),
        ("K28", "M28", 2),
        ("K28", "M29", 2),
        ("K28", "M30", 3),
        ("Z5", "AA5", 1),
        ("Z5", "BB5", 2),
        ("34.12", "34.02", 10),
        ("34.12", "38.10", 4),
        ("34.12", "38.09", 5),
    ],
)
def test_worked_examples_on_a_map_whose_even_lines_are_shifted(one, other, distance):
    assert hexes(one, other) == distance


@pytest.mark.parametrize(
    ("shifted", "near", "not_near"),
    [("even", "L27", "L29"), ("odd", "L29", "L27"), ("each", "L27", "L29"), ("each-back", "L29", "L27")],
)
def test_the_lines_that_are_shifted_decide_which_hexes_of_the_next_line_are_neighbors(shifted, near, not_near):
    grid = HexGrid(shifted=shifted)
    assert [hexes("K28", "L28", grid), hexes("K28", near, grid), hexes("K28", not_near, grid)] == [1, 1, 2]


def test_where_each_line_is_shifted_the_labels_run_askew():
    assert [hexes("A10", other, HexGrid(shifted="each")) for other in ("E10", "E6", "E14")] == [4, 4, 8]
    assert [hexes("A10", other, HexGrid(shifted="each-back")) for other in ("E10", "E6", "E14")] == [4, 8, 4]


def test_the_second_part_may_number_the_straight_lines():
    assert hexes("10.11", "14.11", HexGrid(straight="second")) == 4
    assert [hexes("10.11", "9.10", HexGrid(straight=part)) for part in ("first", "second")] == [2, 1]


def test_lines_after_z_are_doubled_or_alphabetical():
    assert HexGrid().line_of("BB") == 28
    assert HexGrid(after_z="alphabetical").line_of("AB") == 28
    with pytest.raises(ValueError, match="AB is not a line of this map"):
        HexGrid().hex("AB12")


def test_maps_are_joined_by_what_is_added_to_their_labels():
    joined = HexGrid(maps={"A": (0, 0), "B": (30, 2)})
    assert hexes("A30.12", "B1.10", joined) == 1
    assert hexes("A30.12", "31.12", joined) == 1
    assert hexes("A30.12", "B1.10") is None
    assert hexes("B3.10", "B1.10") == 2


@pytest.mark.parametrize("label", ["", "K", "28", "k28", "K28-1", "ABC12", "1.2.3", "K2800", "١.٢"])
def test_what_is_not_a_label_is_refused(label):
    with pytest.raises(ValueError, match=r"not a hex label|not a line"):
        HexGrid().hex(label)


@pytest.mark.parametrize("grid", GRIDS, ids=lambda grid: f"{grid.straight}-{grid.shifted}")
class TestProperties:
    def test_every_hex_has_six_neighbors(self, grid):
        assert [hexes("6.06", other, grid) for other in LABELS].count(1) == 6

    def test_distances_count_the_steps_of_the_shortest_path(self, grid):
        """A twin that walks from neighbor to neighbor."""
        reached = {"6.06": 0}
        edge = ["6.06"]
        while edge:
            here = edge.pop(0)
            for other in LABELS:
                if other not in reached and hexes(here, other, grid) == 1:
                    reached[other] = reached[here] + 1
                    edge.append(other)
        near = [label for label in LABELS if reached[label] <= 4]
        assert len(near) >= 50
        assert {label: hexes("6.06", label, grid) for label in near} == {label: reached[label] for label in near}

    def test_distances_are_symmetric_and_keep_to_the_triangle(self, grid):
        chance = Random(3)
        for _ in range(500):
            a, b, c = (f"{chance.randint(1, 60)}.{chance.randint(1, 60)}" for _ in range(3))
            assert hexes(a, b, grid) == hexes(b, a, grid)
            assert hexes(a, c, grid) <= hexes(a, b, grid) + hexes(b, c, grid)
            assert (hexes(a, b, grid) == 0) == (a == b)


def test_a_scenario_says_how_its_map_is_numbered():
    said = "{straight: second, shifted: odd, after-z: alphabetical, maps: {A: [10, -20]}}"
    found = Problems("x")
    grid = grid_of(GRID.check(read_text(said, "x"), found))
    assert len(found) == 0
    assert (grid.straight, grid.shifted, grid.after_z, grid.maps) == ("second", "odd", "alphabetical", {"A": (10, -20)})
    assert grid_of(None) == HexGrid()
