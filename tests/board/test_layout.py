"""Places are drawn where their hexes are, or so that they are as far apart as the file says."""

from itertools import combinations
from math import hypot

import pytest
from support import SHIPPED

from airwar.board.layout import layout
from airwar.board.places import Board, board_of
from airwar.loading import load_scenario
from airwar.rulesets.kit.hexes import Grid

SQUARE = {("a", "b"): 3, ("b", "c"): 4, ("a", "c"): 5}  # a right angle at b


def board(distances, **more):
    return Board({name: name.title() for one in distances for name in one}, distances=distances, **more)


def apart(found, one, other):
    (x, y), (u, v) = found.at[one], found.at[other]
    return hypot(x - u, y - v)


def test_distances_that_a_plane_can_have_are_met():
    found = layout(board(SQUARE))
    assert found.worst < 0.01
    for (one, other), hexes in SQUARE.items():
        assert apart(found, one, other) == pytest.approx(hexes, abs=0.01)
    assert found.contradictions == ()


def test_distances_that_no_map_has_are_named():
    found = layout(board({("a", "b"): 1, ("b", "c"): 1, ("a", "c"): 9}))
    assert found.contradictions == ("A to C is 9, and over B 2",)
    assert found.worst > 1


def test_hexes_have_their_own_places():
    grid = Grid()
    hexes = {label: grid.hex(label) for label in ("17.09", "18.09", "17.10")}
    found = layout(Board({label: label for label in hexes}, hexes))
    assert found.by_hexes
    assert all(apart(found, one, other) == pytest.approx(1) for one, other in combinations(hexes, 2))


def test_links_are_one_long():
    found = layout(Board({"a": "A", "b": "B", "c": "C"}, links=(("a", "b"), ("b", "c"))))
    assert apart(found, "a", "b") == pytest.approx(1, abs=0.05)
    assert apart(found, "a", "c") == pytest.approx(2, abs=0.1)


def test_what_nobody_knows_is_left_out():
    assert layout(Board({"a": "A", "b": "B"})).at == {}


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_the_same_file_gives_the_same_drawing_and_a_good_one(path):
    found = layout(board_of(load_scenario(path.stem)))
    assert found == layout(board_of(load_scenario(path.stem)))
    assert found.contradictions == ()
    assert found.worst < 3.5  # of distances up to 115 hexes
    places = list(found.at.values())
    assert len(set(places)) == len(places)


def test_the_distance_of_two_places_is_the_stated_one_or_that_of_their_hexes():
    typhoon = board_of(load_scenario("typhoon-1941"))
    assert typhoon.apart("smolensk", "moscow") == 4
    assert typhoon.apart("smolensk", "smolensk") == 0
    assert typhoon.apart("smolensk", "urals") is None
    assert board_of(load_scenario("malta-1942")).apart("sicily", "malta") == 2
