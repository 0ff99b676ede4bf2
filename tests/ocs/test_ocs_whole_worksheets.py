"""Worksheets and counters, each function over its whole range."""

from fractions import Fraction

import pytest
from ocs_boards import board_of, call
from ocs_theater import F1, F2, T1

from airwar.rulesets.ocs.board import Marker
from airwar.rulesets.ocs.rulings import profile
from airwar.rulesets.ocs.units import AT_BASE, ELIMINATED, ELSEWHERE, INACTIVE, Air, Side, at_half_range, half_up, reduced
from airwar.rulesets.ocs.worksheets import (
    Load,
    March,
    Step,
    hexes_under_planes,
    hexes_with_markers,
    interdicted,
    is_light,
    load_cost,
    load_events,
    load_now,
    march_cost,
    march_events,
    march_now,
    rail_cost,
    rounded,
    stack_order,
)

V3, V4 = profile(), profile("ocs-4.3")


def half(number):
    return Fraction(number, 2)


def over(unit, at, place):
    return unit.replace(f"at: {at}", f"at: {at}, over: {place}, duty: interdiction")


@pytest.mark.parametrize("allowance", range(9))
def test_r48_which_units_are_light(allowance):
    assert [is_light(allowance, V3, leg) for leg in (True, False)] == [allowance <= 6] * 2
    assert [is_light(allowance, V4, leg) for leg in (True, False)] == [1 <= allowance <= 6, False]
    assert load_cost(half(3), allowance, V4) == (3 if 1 <= allowance <= 6 else 6)


@pytest.mark.parametrize(("cost", "half_up_", "up"), [(2, 2, 2), ("9/4", 2, 3), ("5/2", 3, 3), ("11/4", 3, 3)])
def test_r49_how_a_cost_is_rounded(cost, half_up_, up):
    exact = Fraction(cost)
    found = [rounded(exact, profile(rail_rounding=how)) for how in ("half-up", "up", "exact")]
    assert found == [half_up_, up, exact]


@pytest.mark.parametrize(("track", "factor"), [("multi-only", half(1)), ("mixed", 1), ("single-only", 1)])
def test_r49_a_line_halves_the_load_and_interdiction_doubles_it_once(track, factor):
    assert [rail_cost(Fraction(3), track, hexes) for hexes in (0, 1, 2)] == [3 * factor, 6 * factor, 6 * factor]


@pytest.mark.parametrize(
    ("load", "numbers", "rulings"),
    [
        (Load("unit", half(3), 6), [("x 2T", "3T"), ("", "3T")], []),
        (Load("tanks", half(3), 12, False), [("x 4T", "6T"), ("", "6T")], []),
        (Load("fuel", supply=half(1)), [("x 4T", "2T"), ("", "2T")], []),
        (Load("fuel", supply=half(1), track="mixed"), [("x 4T", "2T"), ("x 1", "2T"), ("", "2T")], []),
        (
            Load("unit", half(3), 6, track="multi-only"),
            [("x 2T", "3T"), ("x 1/2", "3/2T"), ("", "2T")],
            ["rail-rounding"],
        ),
        (
            Load("unit", half(3), 6, track="multi-only", interdicted=2),
            [("x 2T", "3T"), ("x 1/2", "3/2T"), ("x 2", "3T"), ("", "3T")],
            [],
        ),
    ],
)
def test_r48_r49_the_worksheet_of_a_load(load, numbers, rulings):
    sheet, *told = load_events(load, V3)
    assert [row[1:] for row in sheet.rows] == numbers
    assert [ruling.option for ruling in told] == rulings
    assert len(load_events(load, V4)) == 1  # in 4.3 it is the rule


@pytest.mark.parametrize("away", [None, 0, 1, 2])
def test_r51_how_far_interdiction_reaches(away):
    assert interdicted(away, True, V3) is (away == 0)
    assert interdicted(away, False, V3) is (away in (0, 1))


def test_r51_the_cost_of_a_march_and_its_worksheet():
    steps = (Step(1, 0), Step(2, 1), Step(3, 2), Step(4, None))
    for leg, more in ((True, (2, 0)), (False, (2, 2))):
        rulings = profile(interdiction_mp=2)
        march = March("column", leg, steps)
        assert march_cost(march, rulings) == 10 + sum(more)
        sheet, ruling = march_events(march, rulings)
        assert sheet.rows == (
            ("1", "1", "0", "+2", "3"),
            ("2", "2", "1", f"+{more[1]}" if more[1] else "", str(2 + more[1])),
            ("3", "3", "2", "", "3"),
            ("4", "4", "-", "", "4"),
            ("in all", "10", "", "", str(10 + sum(more))),
        )
        assert ruling.option == ("interdiction-leg-radius" if leg else "interdiction-radius")
    assert len(march_events(march, V4)) == 1


def test_r51_which_hexes_planes_and_markers_interdict():
    near = "{h: {x: 8, y: 8, z: 9}, k: {x: 5, y: 3, z: 20}, x: {y: 12, z: 6}, y: {z: 14}}"
    units = [over(F1, "x", "k"), over(F1, "x", "h").replace("f1", "f3"), over(F1, "x", "k").replace("f1", "f4"), over(F2, "y", "h")]
    board = board_of([], [*units, T1.replace("at: x", "at: x, over: h")], distances=near)
    for marker in (Marker("z", "axis"), Marker("k", "axis"), Marker("h", "allies"), Marker("z", "axis")):
        board = board.with_marker(marker)
    assert [hexes_under_planes(board, side) for side in ("axis", "allies")] == [["h", "k"], ["h"]]
    assert [hexes_with_markers(board, side) for side in ("axis", "allies")] == [["k", "z"], ["h"]]
    assert len(board.markers) == 3


@pytest.mark.parametrize(
    ("version", "interdicted_hexes", "away"),
    [("ocs-3.0", 1, [None, None, None]), ("ocs-4.3", 2, [1, 0, 14])],
)
def test_r49_r51_what_the_enemy_interdicts_on_the_way(version, interdicted_hexes, away):
    distances = "{h: {k: 1, y: 8}, k: {y: 14}, x: {h: 8}}"
    board = board_of([], [F1], options=f"profile: {version}", distances=distances)
    board = board.with_marker(Marker("k", "axis")).with_marker(Marker("y", "allies"))
    stage, through = ("allies", "movement"), ("h", "k", "y")
    load = call(load_now, board, Load("fuel", supply=Fraction(1), track="mixed", stage=stage, through=through)).value
    assert load == Load("fuel", supply=Fraction(1), track="mixed", stage=stage, through=through, interdicted=interdicted_hexes)
    march = call(march_now, board, March("column", True, tuple(Step(cost, None) for cost in (1, 2, 3)), stage, through)).value
    assert march.steps == tuple(Step(cost, hexes) for cost, hexes in zip((1, 2, 3), away, strict=True))
    assert (load.side, march.side, Load("l").side, March("m", True, ()).side) == ("allies", "allies", "", "")


def test_r51_planes_on_interdiction_slow_marches_in_v3_0():
    board = board_of([], [over(F1, "x", "h")], distances="{h: {k: 1, x: 8, y: 2}}")
    march = call(march_now, board, March("column", True, (Step(1, None),) * 3, ("allies", "movement"), ("y", "h", "z"))).value
    assert [step.away for step in march.steps] == [2, 0, None]
    own = call(march_now, board, March("column", True, (Step(1, None),), ("axis", "movement"), ("h",))).value
    assert own.steps == (Step(1, None),)


def test_r50_the_order_of_a_stack():
    assert stack_order(["inactive-air", "supply", "hq", "active-air", "combat-unit", "air-base"]) == [
        *("active-air", "hq", "combat-unit", "supply", "air-base", "inactive-air"),
    ]


@pytest.mark.parametrize(
    ("front", "back"),
    [
        (Side(3, Fraction(5), Fraction(3)), Side(2, Fraction(3), half(3))),
        (Side(0, Fraction(4), Fraction(0)), Side(0, Fraction(2), Fraction(0))),
        (Side(1, Fraction(0), Fraction(2)), Side(0, Fraction(0), Fraction(1))),
    ],
)
def test_r9_the_back_of_a_counter(front, back):
    assert reduced(front, V3) == back
    assert reduced(front, profile(reduced_barrage="full", reduced_rating=2)) == Side(
        max(0, front.rating - 2), front.barrage, back.capacity
    )


@pytest.mark.parametrize("distance", range(4, 8))
@pytest.mark.parametrize("reach", [10, 11])
def test_r22_half_range(distance, reach):
    assert at_half_range(distance, reach, "half-or-more") is (distance >= reach / 2)
    assert at_half_range(distance, reach, "beyond-half") is (distance > reach / 2)


def test_r34_halves_round_up():
    assert [half_up(Fraction(number, 4)) for number in range(9)] == [0, 0, 1, 1, 1, 1, 2, 2, 2]


def test_r26_steps_and_landings_of_a_unit():
    unit = Air("f1", ELSEWHERE, "h", 2, "strike", 8, True, True)
    assert unit.hit() == unit._replace(steps=1)
    assert unit.hit().hit() == Air("f1", ELIMINATED, "", 0)
    assert unit.landed("z") == Air("f1", INACTIVE, "z", 2)
    assert unit.landed("z", AT_BASE) == Air("f1", AT_BASE, "z", 2, tasked=True)
    assert unit._replace(tasked=False).landed("z", AT_BASE) == Air("f1", AT_BASE, "z", 2)
