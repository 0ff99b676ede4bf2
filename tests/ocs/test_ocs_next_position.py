"""The next game turn: every unit, base, hex, port and gun is where this one leaves it."""

from dataclasses import replace

import pytest
from ocs_boards import board_of
from ocs_theater import F1, F2, T1, game
from support import fight

from airwar.loading import parse_scenario
from airwar.rulesets.ocs.board import Airfield, Ground, Gun, Hull, Marker, Port, Turn
from airwar.rulesets.ocs.next_turn import (
    counter_changed,
    ground_edits,
    next_turn,
    port_edits,
    ship_edits,
    takeoffs_of,
    unit_changed,
    unit_now,
)
from airwar.rulesets.ocs.units import AT_BASE, ELIMINATED, ELSEWHERE, EXPECTED, INACTIVE, INTERDICTION, STRIKE, Air
from airwar.scenario.edit import Drop, Retire, Set
from airwar.scenario.editing import edited
from airwar.scenario.outline import outline_of

HEXES = """
  h: {combat-units: [allies], re: 3, spotters: [axis]}
  k: {terrain: forest, port: {side: allies, capacity: 10}}
"""


def following(text, **changes):
    """The board after `text` with these changes, and what its players are told to look at."""
    board = parse_scenario(text, "test.yaml").start.state.board
    edits, notes = next_turn(Turn(replace(board, **changes)), outline_of(text))
    return parse_scenario(edited(text, edits), "next.yaml").start.state.board, notes


UNITS = (
    Air("f1", AT_BASE, "z", 1),
    Air("t1", INACTIVE, "x", 2),
    Air("f2", ELSEWHERE, "h", 2, INTERDICTION, 8),
)


def test_r8_units_are_where_the_turn_leaves_them():
    board, _ = following(game([], [F1, T1, F2]), units=UNITS)
    assert board.units == UNITS
    assert board.counter("f1").home == "z"


def test_r12_a_unit_that_has_barraged_is_still_spent_and_one_that_has_not_is_not():
    text = game([], [F1.replace("at: x", "at: x, over: h, spent: true"), T1.replace("at: x", "at: x, over: h")])
    aloft = (Air("f1", ELSEWHERE, "h", 2, STRIKE, 8), Air("t1", ELSEWHERE, "h", 2, STRIKE, 8, spent=True))
    assert following(text, units=aloft)[0].units == aloft
    landed = (Air("f1", INACTIVE, "x", 2), Air("t1", AT_BASE, "x", 1))
    assert following(text, units=landed)[0].units == landed


def test_r16_a_unit_over_a_hex_without_a_duty_waits_there_to_strike():
    board, _ = following(game([], [F1]), units=(Air("f1", ELSEWHERE, "h", 2, "", 8),))
    assert board.units == (Air("f1", ELSEWHERE, "h", 2, STRIKE, 8),)


def test_r26_eliminated_units_are_gone_and_expected_ones_still_expected():
    late = F2.replace("at: y", "at: y, status: arriving")
    board, _ = following(game([], [F1, T1, late]), units=(Air("f1", ELIMINATED, "", 0), UNITS[1], Air("f2", EXPECTED, "y", 2)))
    assert board.units == (UNITS[1], Air("f2", EXPECTED, "y", 2))


def test_r37_a_reinforcement_whose_base_is_lost_is_left_out():
    late = F2.replace("at: y", "at: y, status: arriving")
    fallen = (Airfield("x", "axis", 2, 4, 2), Airfield("y", "axis", 2, 4), Airfield("z", "axis", 0, 4, kind="strip"))
    board, notes = following(game([], [F1, late]), bases=fallen)
    assert [unit.id for unit in board.units] == ["f1"]
    assert board.bases == fallen
    assert len(notes) == 3


# units over hexes


@pytest.mark.parametrize(
    ("flown", "duty", "base"),
    [
        (8, STRIKE, "x"),  # exactly
        (12, STRIKE, "z"),
        (9, STRIKE, "x"),  # from a base that is lost: the nearest to that
        (11, STRIKE, "z"),
        (10, STRIKE, "x"),  # as near to both: its home
        (12, INTERDICTION, "x"),  # 12 is more than half its range
    ],
)
def test_r10_a_unit_over_a_hex_took_off_from_the_base_at_the_distance_it_has_flown(flown, duty, base):
    board = board_of([], [F1]).with_units(Air("f1", ELSEWHERE, "h", 2, duty, flown))
    assert takeoffs_of(board) == ({"f1": base}, {})


def test_r10_its_home_comes_first_among_bases_at_the_same_distance():
    bases = "{a: {side: axis}, x: {side: axis}, y: {side: allies}}"
    unit = Air("f1", ELSEWHERE, "h", 2, STRIKE, 8)
    board = board_of([], [F1], bases=bases, distances="{h: {a: 8, x: 8, y: 8}}").with_units(unit)
    assert takeoffs_of(board).bases == {"f1": "x"}


@pytest.mark.parametrize(("reach", "left"), [(20, ["f1"]), (12, ["f1"]), (11, []), (8, [])])
def test_r4_a_unit_that_no_base_is_in_range_of_any_more_is_left_out(reach, left):
    text = game([], [F1.replace("range: 20", f"range: {reach}"), F2])
    bases = (Airfield("x", "allies", 2, 4), Airfield("y", "allies", 2, 4), Airfield("z", "axis", 0, 4, kind="strip"))
    aloft = (Air("f1", ELSEWHERE, "h", 2, STRIKE, 8), Air("f2", AT_BASE, "y", 2))
    board, notes = following(text, units=aloft, bases=bases)
    assert [unit.id for unit in board.units if unit.id == "f1"] == left
    assert [unit.flown for unit in board.units if unit.id == "f1"] == [12] * len(left)
    assert len(notes) == 2 + (not left)


ASKED = "unlisted-distances: ask"


@pytest.mark.parametrize(
    "distances", ["{}", "{x: {}}", "{x: {y: 12}}", "{y: {x: 12}}", "{h: {y: 8}, x: {y: 12}}", "\n  x:\n    y: 12\n  y: {z: 14}"]
)
def test_r10_a_distance_that_was_asked_for_is_in_the_next_scenario(distances):
    text = game([], [F1, T1, F2], distances=distances, more=ASKED)
    aloft = (
        Air("f1", ELSEWHERE, "h", 2, INTERDICTION, 7),
        Air("t1", ELSEWHERE, "k", 2, STRIKE, 11),
        Air("f2", AT_BASE, "y", 2),
    )
    board, notes = following(text, units=aloft)
    assert board.units == aloft
    assert [unit.id for unit in board.units if board.counter(unit.id).home == "x"] == ["f1", "t1"]
    assert [board.setting.distance("x", place) for place in "hk"] == [7, 11]
    assert len(notes) == 4


def test_r10_no_distances_are_added_without_units_that_flew_them():
    text = game([], [F1], more=ASKED).replace("distances: {h:", "# {h:")
    board, notes = following(text, units=(Air("f1", INACTIVE, "x", 2),))
    assert not board.setting.places.distances
    assert len(notes) == 2


def test_r10_units_that_flew_different_distances_did_not_come_from_one_base():
    text = game([], [F1, T1], distances="{x: {z: 6}}", more=ASKED)
    aloft = (Air("f1", ELSEWHERE, "h", 2, STRIKE, 7), Air("t1", ELSEWHERE, "h", 2, STRIKE, 9))
    board, _ = following(text, units=aloft)
    assert board.units == aloft
    assert [board.setting.distance(base, "h") for base in "xz"] == [7, 9]


def test_r10_where_no_base_is_left_for_a_second_distance_the_unit_has_the_first():
    bases = "{x: {side: axis}, y: {side: allies}}"
    text = game([], [F1, T1], bases=bases, distances="{x: {y: 6}}", more=ASKED)
    aloft = (Air("f1", ELSEWHERE, "h", 2, STRIKE, 7), Air("t1", ELSEWHERE, "h", 2, STRIKE, 9))
    board, _ = following(text, units=aloft)
    assert [unit.flown for unit in board.units] == [7, 7]


def test_r10_a_known_distance_that_fits_goes_before_an_unknown_one():
    board = board_of([], [F1], distances="{h: {z: 7}}", more=ASKED).with_units(Air("f1", ELSEWHERE, "h", 2, STRIKE, 7))
    assert takeoffs_of(board) == ({"f1": "z"}, {})


def test_r12_in_4_3_a_unit_that_an_option_keeps_over_a_hex_begins_at_its_base():
    text = game([], [F1, F2], options="profile: ocs-4.3")
    board, notes = following(text, units=(Air("f1", ELSEWHERE, "h", 1, "", 12), Air("f2", AT_BASE, "y", 2)))
    assert board.units == (Air("f1", INACTIVE, "z", 1), Air("f2", AT_BASE, "y", 2))
    assert len(notes) == 3


# places


def test_r41_bases_are_as_the_turn_leaves_them_and_new_ones_are_bases():
    bases = (
        Airfield("x", "allies", 1, 0, 0),
        Airfield("y", "allies", 3, 9, 1),
        Airfield("z", "axis", 1, 2),
        Airfield("k", "axis", 0, 0, kind="strip"),
    )
    board, _ = following(game([], [F2], hexes=HEXES), bases=bases, units=(Air("f2", AT_BASE, "x", 2),))
    assert {base.id: base for base in board.bases} == {base.id: base for base in bases}
    assert board.ports == (Port("k", "allies", 0),)


def test_r44a_hexes_are_as_the_turn_leaves_them():
    new = Ground("k", ("axis",), ("axis",), ("axis",), ("allies", "axis"), 5, 2, True, 3, True)
    gone = Ground("h", (), (), (), ())
    board, _ = following(game([], [F1, F2]), ground=(new, gone))
    assert board.ground_at("k") == new
    assert board.ground_at("h") == gone


def test_r44a_what_ground_units_leave_behind_is_dropped():
    paths = {
        edit.path[2:]: edit
        for edit in ground_edits(Ground("h", combat=("axis",), now=("axis", "allies")))
        if edit.path[0] == "bases"
    }
    assert paths == {
        ("combat-units",): Set(("bases", "h", "combat-units"), "[axis]"),
        ("occupied-by",): Set(("bases", "h", "occupied-by"), "[axis, allies]"),
        ("spotters",): Set(("bases", "h", "spotters"), "[]"),
        ("re",): Set(("bases", "h", "re"), "1"),
        ("hedgehog",): Set(("bases", "h", "hedgehog"), "0"),
        ("hq",): Drop(("bases", "h", "hq")),
        ("flak",): Set(("bases", "h", "flak"), "0"),
        ("strat-mode",): Drop(("bases", "h", "strat-mode")),
    }
    assert len(list(ground_edits(Ground("h")))) == 16


def test_r55_ports_are_as_the_turn_leaves_them():
    board, _ = following(game([], [F1], hexes=HEXES), ports=(Port("k", "axis", 3),))
    assert board.ports == (Port("k", "axis", 3),)
    assert len(list(port_edits(Port("k", "axis", 3)))) == 4


SHIPS = "ships: {a: {side: allies, at: k, damaged: true}, b: {side: allies, at: k, dg: true}}"
GUNS = "artillery: {g: {side: axis, at: h, barrage: 10, range: 2, dg: true}, i: {side: axis, at: h, barrage: 10, range: 2}}"


def test_r52_r53_ships_and_guns_are_as_the_turn_leaves_them():
    text = game([], [F1], more=f"{SHIPS}\n{GUNS}", options="profile: ocs-4.3")
    hulls, guns = (Hull("a", 1, True), Hull("b", 0, False)), (Gun("g"), Gun("i", dg=True))
    board, _ = following(text, hulls=hulls, guns=guns)
    assert (board.hulls, board.guns) == (hulls, guns)


@pytest.mark.parametrize("hits", [0, 1, 2])
def test_r52_what_becomes_of_a_ship(hits):
    board = board_of([], [F1], more=SHIPS)
    edits = list(ship_edits(board, Hull("a", hits, dg=hits == 0)))
    if hits == 2:
        assert edits[:2] == [Retire(("ships", "a"), "sunk"), Drop(("distances", "a"))]
        assert {edit.path for edit in edits[2:]} == {("distances", place, "a") for place in "hkxyz"}
    else:
        flags = [Set(("ships", "a", "damaged"), "true"), Drop(("ships", "a", "dg"))]
        assert edits == (flags if hits else [Drop(("ships", "a", "damaged")), Set(("ships", "a", "dg"), "true")])


def test_r2_who_went_first_is_kept_and_nothing_is_ordered():
    mission = "{id: o, in: axis.movement, kind: interdict, at: h, with: [f1]}"
    text = game([mission], [F1], "axis.movement", more="first-player: axis\nprevious-first-player: allies\norders: ask")
    setting = following(text)[0].setting
    assert (setting.previous_first_player, setting.first_player, setting.missions, setting.play) == ("axis", "", (), ())
    setting = following(game([], [F1], more="previous-first-player: allies"))[0].setting
    assert (setting.previous_first_player, setting.first_player) == ("", "")


def test_r51_each_hex_with_a_marker_is_told():
    _, notes = following(game([], [F1]), markers=(Marker("h", "axis"), Marker("k", "allies")))
    assert "H, K" in notes[-1]


# rulings


@pytest.mark.parametrize("status", [ELSEWHERE, EXPECTED, ELIMINATED])
def test_a_ruling_leaves_units_that_are_not_at_a_base_alone(status):
    assert unit_now(Air("f1", status, "x", 2)) == {}


def test_a_ruling_on_steps_counts_as_if_the_scenario_had_said_so():
    counter = board_of([], [F1]).counter("f1")
    assert [counter_changed(counter, "steps", was, now).starting_steps for was, now in (("2", "1"), ("1", "2"), ("2", "2"))] == [
        1,
        3,
        2,
    ]
    assert counter_changed(counter, "status", "active", "inactive") is counter
    assert unit_changed(Air("f1", AT_BASE, "x", 1), "steps", "2").steps == 2


def test_r10_a_turn_in_which_a_distance_was_asked_for_has_a_next_turn():
    wait = "{id: wait, in: axis.movement, kind: station, at: h, with: [t1]}"
    text = game([wait], [T1], "axis.movement", distances="{x: {y: 12}}", more=ASKED)
    end = fight(text, answers={"distance.h.x": "9"}).state
    board = parse_scenario(edited(text, next_turn(end, outline_of(text)).edits), "next.yaml").start.state.board
    assert board.units == (Air("t1", ELSEWHERE, "h", 2, STRIKE, 9),)
    assert board.counter("t1").home == "x"


def test_r56_a_hex_of_which_nothing_is_left_becomes_a_base():
    hexes = "{h: {}, k: {hq: true}}"
    built = Airfield("k", "axis", 1, 0)
    text = game([], [F1], hexes=hexes)
    board = parse_scenario(text, "test.yaml").start.state.board
    board, _ = following(text, bases=(*board.bases, built), ground=(Ground("k", hq=False),))
    assert board.base("k") == built
    assert board.ground_at("k") == Ground("k")
