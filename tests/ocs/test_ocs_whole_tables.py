"""The smaller functions of the charts, each over its whole range: worksheets, counters, strengths, columns and results."""

from fractions import Fraction

import pytest
from ocs_boards import board_of, call, mission
from ocs_theater import C1, F1, F2, T1

from airwar.engine.dice import Term
from airwar.rulesets.ocs.board.places import Ground, Harbor, Hull, Marker
from airwar.rulesets.ocs.board.segment import Segment
from airwar.rulesets.ocs.board.setting import Cargo, Stage
from airwar.rulesets.ocs.missions.barrage_table import (
    barrage_reading,
    final_column,
    first_column,
    from_ship_to_shore,
    half_reading,
    in_brackets_dg,
    in_brackets_half,
    range_shifts,
    shifts,
    strength,
    strength_refused,
)
from airwar.rulesets.ocs.missions.facility import facility_reading, in_words, printed, reduction_reading, stated
from airwar.rulesets.ocs.missions.flak import flak_reading, mission_loss_reading
from airwar.rulesets.ocs.missions.gunfire import supply_cost
from airwar.rulesets.ocs.missions.lift_orders import cargo_of
from airwar.rulesets.ocs.missions.naval import damage, effect, strength_against
from airwar.rulesets.ocs.missions.ports import port_capacity
from airwar.rulesets.ocs.rulings import default_of, profile
from airwar.rulesets.ocs.units.air import AT_BASE, ELIMINATED, ELSEWHERE, INACTIVE, Air, Side, at_half_range, half_up, reduced
from airwar.rulesets.ocs.worksheets.interdicted import hexes_under_planes, hexes_with_markers, load_now, march_now
from airwar.rulesets.ocs.worksheets.loads import Load, is_light, load_cost, load_events, rail_cost, rounded
from airwar.rulesets.ocs.worksheets.marches import March, Step, interdicted, march_cost, march_events
from airwar.rulesets.ocs.worksheets.stacks import stack_order

V3, V4 = profile(), profile("ocs-4.3")


def half(number):
    return Fraction(number, 2)


# worksheets


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


def over(unit, at, place):
    return unit.replace(f"at: {at}", f"at: {at}, over: {place}, duty: interdiction")


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


# counters


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


# strengths and columns


@pytest.mark.parametrize(("barrages", "points"), [((), 0), (("1/4",), 0), (("1/2",), 1), (("1/4", "1/4"), 1), (("3/2", "3"), 5)])
def test_r34_strengths_are_added_then_rounded(barrages, points):
    units = [T1.replace("t1", f"t{number}").replace("12", barrage) for number, barrage in enumerate(barrages)] or [T1]
    board = board_of([], units)
    fliers = [unit.id for unit in board.units][: len(barrages)]
    assert strength(board, fliers) == points
    assert (strength_refused(board, fliers) is None) is (points >= 1)


TOPS = {"barrage-4.3": (1, 2, 4, 7, 11, 16, 24, 40, 68, 116), "facility-4.3": (1, 2, 4, 10, 20, 40, 80)}


@pytest.mark.parametrize("chart", TOPS)
@pytest.mark.parametrize("points", [0, *range(1, 26), 40, 41, 68, 69, 80, 81, 116, 117, 500])
def test_r34_the_column_of_a_strength(chart, points):
    assert first_column(points, chart) == sum(points > top for top in TOPS[chart])


@pytest.mark.parametrize("shift", range(-12, 13))
def test_r34_shifts_stop_at_the_first_and_the_last_column(shift):
    for points in (1, 12, 117):
        column = first_column(points) + shift
        assert final_column(points, [Term("a", shift + 1, "R34"), Term("b", -1, "R34")]) == sorted((0, column, 10))[1]


@pytest.mark.parametrize("res", [Fraction(number, 2) for number in range(15)])
def test_r34_the_shift_for_density(res):
    expected = -1 if res <= 1 else 0 if res <= 3 else 1 if res <= 4 else 2 if res <= 5 else 3 if res <= 6 else 4
    assert [term.value for term in shifts(res=res, spotter=True)] == [expected] * bool(expected)


@pytest.mark.parametrize(
    ("said", "value"),
    [
        ({}, []),
        ({"spotter": False}, [-3]),
        ({"hedgehog": 1}, [-1]),
        ({"hedgehog": 3}, [-1]),
        ({"strat_mode": True}, [3]),
        ({"closeness": "close"}, [-1]),
        ({"closeness": "very-close"}, [-1]),
        ({"closeness": "extremely-close"}, [-2]),
        ({"spotter": False, "hedgehog": 2, "strat_mode": True, "closeness": "extremely-close"}, [-1, -2, -3, 3]),
    ],
)
def test_r34_the_other_shifts(said, value):
    terms = shifts(**{"res": Fraction(2), "spotter": True} | said)
    assert [(term.value, term.rule) for term in terms] == [(number, "R34") for number in value]


@pytest.mark.parametrize(
    ("flown", "kind", "rulings", "expected"),
    [
        (10, "T", "", (True, False)),
        (11, "T", "", (False, False)),
        (10, "S", "", (False, False)),
        (14, "T", "long-range: yes", (False, False)),
        (15, "T", "long-range: yes", (False, True)),
        (15, "T", "long-range: yes, half-range: beyond-half", (False, False)),
        (16, "T", "long-range: yes, half-range: beyond-half", (False, True)),
    ],
)
def test_r35_short_and_long_range(flown, kind, rulings, expected):
    near = T1.replace("t1", "t2")
    board = board_of([], [T1.replace("type: T", f"type: {kind}"), near], options=rulings)
    board = board.with_units(Air("t1", ELSEWHERE, "h", 2, "strike", flown), Air("t2", ELSEWHERE, "h", 2, "strike", 1))
    assert range_shifts(board, ["t1", "t2"]) == expected
    assert range_shifts(board, ["t2"]) == (True, False)


def test_r34_r53_r54_how_a_cell_is_read():
    cells = ("-", "DG", "[1/2]", "1/2", "1", "2", "3")
    assert [in_brackets_dg(cell) for cell in cells] == ["-", "DG", "DG", "1/2", "1", "2", "3"]
    assert [in_brackets_half(cell) for cell in cells] == ["-", "DG", "1/2", "1/2", "1", "2", "3"]
    assert [from_ship_to_shore(cell) for cell in cells] == ["-", "DG", "DG", "DG", "1/2", "1", "3"]
    assert [half_reading().read((face,)) for face in range(1, 7)] == [0, 0, 0, 1, 1, 1]
    assert [barrage_reading(5).read((total - 6, 6)) for total in range(7, 13)] == ["DG", "DG", "DG", "DG", "1/2", "1"]
    assert [barrage_reading(5, in_brackets_half).read((total - 6, 6)) for total in (9, 10)] == ["1/2", "1/2"]


# facilities


@pytest.mark.parametrize(
    ("cell", "levels", "cut", "planes"),
    [("-", 0, False, 0), ("(6)", 0, False, 6), ("*(5)", 0, True, 5), ("1(5)", 1, False, 5), ("2*(3)", 2, True, 3)],
)
def test_r30_a_printed_cell(cell, levels, cut, planes):
    assert printed(cell) == (cell, levels, cut, planes)


@pytest.mark.parametrize(("code", "levels", "planes"), [("NE", 0, 0), ("AB", 0, 5), ("1", 1, 5), ("2", 2, 5)])
def test_r30_a_stated_result(code, levels, planes):
    result = stated(code, ("NE", "AB", "1", "2"))
    assert result == (code, levels, False, planes)
    assert (in_words(result) == "no effect") is (code == "NE")


def test_r30_a_result_that_the_scenario_does_not_list_is_refused():
    with pytest.raises(ValueError, match="R30"):
        stated("3", ("NE", "AB", "1", "2"))


def test_r30_the_facility_table_is_read_by_points():
    assert [facility_reading(points).read((6,)).code for points in (1, 2, 3, 4, 5, 11, 81)] == [
        *("(6)", "*(5)", "1*(5)", "1*(5)", "1*(4)", "1*(4)", "2*(3)"),
    ]
    assert [facility_reading(41).read((face,)).levels for face in range(1, 7)] == [0, 1, 1, 1, 2, 2]


@pytest.mark.parametrize(("planes_from", "least"), [(0, 5), (3, 3), (4, 4), (5, 5), (6, 6)])
def test_r31_the_die_on_which_planes_are_reduced(planes_from, least):
    hits = [face for face in range(1, 7) if reduction_reading(planes_from).read((face,)) == "reduce"]
    assert hits == list(range(least, 7))


@pytest.mark.parametrize(("track", "capacities"), [((), [13, 10, 8, 5, 3]), ((11, 7, 2, 0), [13, 11, 7, 2, 0])])
def test_r55_what_is_left_of_a_port(track, capacities):
    assert [port_capacity(Harbor(13, track), hits) for hits in range(5)] == capacities


@pytest.mark.parametrize("aim", ["units", "base", "port"])
def test_r53_the_supply_of_an_artillery_barrage(aim):
    costs = {"units": (1, 1, 2, 2, 2, 3, 3, 4, 6, 8, 10)}.get(aim, (1, 1, 1, 1, 2, 4, 6, 8))
    tops = TOPS["barrage-4.3" if aim == "units" else "facility-4.3"]
    for points in (1, 2, 3, 4, 5, 10, 11, 12, 16, 17, 20, 21, 40, 41, 68, 80, 81, 117):
        assert supply_cost(aim, points) == costs[sum(points > top for top in tops)]


# flak


def test_r29_the_flak_table():
    assert [flak_reading(()).read((total - 6, 6)) for total in (7, 10, 11, 12)] == ["-", "-", "loss", "loss"]
    assert flak_reading((Term("a", 1, "R29"),)).read((4, 6)) == "loss"
    assert [[mission_loss_reading(number).read((face,)) for face in range(1, 7)] for number in (2, 3, 4, 5)] == [
        ["1", "1", "1", "2", "2", "2"],
        ["1", "1", "2", "2", "3", "3"],
        ["1", "2", "3", "4", "weakest", "strongest"],
        ["1", "2", "3", "4", "weakest", "strongest"],
    ]


# ships


@pytest.mark.parametrize(("points", "protection", "expected"), [(12, 1, 12), (13, 2, 7), (13, 4, 3), (1, 3, 0)])
def test_r52_protection_divides_what_is_fired_at_a_ship(points, protection, expected):
    assert strength_against(Fraction(points), protection) == expected


@pytest.mark.parametrize(
    ("before", "cell", "steps", "after", "word"),
    [
        (Hull("s"), "-", 0, Hull("s"), "no effect"),
        (Hull("s", 1, True), "-", 0, Hull("s", 1, True), "no effect"),
        (Hull("s"), "DG", 0, Hull("s", 0, True), "DG"),
        (Hull("s", 0, True), "DG", 0, Hull("s", 1), "damaged"),
        (Hull("s", 1, True), "DG", 0, Hull("s", 2), "sunk"),
        (Hull("s"), "1/2", 0, Hull("s", 0, True), "DG"),
        (Hull("s"), "1/2", 1, Hull("s", 1, True), "damaged"),
        (Hull("s"), "1", 1, Hull("s", 1, True), "damaged"),
        (Hull("s"), "3", 3, Hull("s", 2, True), "sunk"),
        (Hull("s", 1), "2", 2, Hull("s", 2, True), "sunk"),
    ],
)
def test_r52_what_a_result_does_to_a_ship(before, cell, steps, after, word):
    assert damage(before, cell, steps) == after
    assert effect(before, after) == word


# cargo as it is said


@pytest.mark.parametrize(
    ("text", "cargo"),
    [
        ("1T", (Cargo("supply", 1),)),
        ("12 t", (Cargo("supply", 12),)),
        ("1/2 RE", (Cargo("unit-1", res=half(1), allowance=6),)),
        ("1 1/2 RE MA 8", (Cargo("unit-1", res=half(3), allowance=8),)),
        ("2RE ma10", (Cargo("unit-1", res=Fraction(2), allowance=10),)),
        ("2T, 1/2 RE , 3T", (Cargo("supply", 2), Cargo("unit-2", res=half(1), allowance=6), Cargo("supply-3", 3))),
        ("1/2 RE, 1T", (Cargo("unit-1", res=half(1), allowance=6), Cargo("supply-2", 1))),
        ("0T", None),
        ("1T, 0 RE", None),
        ("1/0 RE", None),
        ("1T, tanks", None),
        ("", None),
        ("1000T", None),
    ],
)
def test_r45_cargo_as_it_is_said(text, cargo):
    assert cargo_of(text) == cargo
    assert all(item.is_unit is bool(item.res) for item in cargo or ())


# small parts of the board


def test_r3_what_the_orders_of_a_segment_are_called():
    board = board_of([], [F1])
    scopes = {name: Segment(board, Stage("axis", "movement"), name).scope for name in ("", "movement", "barrage", "combat")}
    assert scopes == {
        "": "axis-movement",
        "movement": "axis-movement",
        "barrage": "axis-movement-barrage",
        "combat": "axis-movement-combat",
    }
    assert [Stage("axis", phase).role for phase in ("movement", "reaction", "combat")] == ["phasing", "non-phasing", "phasing"]
    assert [board.setting.enemy_of(side) for side in ("axis", "allies")] == ["allies", "axis"]


def test_r55_a_port_belongs_to_the_side_whose_combat_units_alone_are_there():
    hexes = "{h: {port: {side: allies, capacity: 9, hits: 1}}, k: {}}"
    board = board_of([], [F1], hexes=hexes)
    for combat, owner in (((), "allies"), (("axis",), "axis"), (("axis", "allies"), "allies"), (("allies",), "allies")):
        after = board.with_ground(Ground("h", combat=combat))
        assert after.ports == (board.ports[0]._replace(side=owner),)
        assert after.ground == (Ground("h", combat=combat),)
    assert board.with_ground(Ground("k", combat=("axis",))).ports == board.ports


def test_the_default_of_an_option_is_that_of_its_version():
    assert [default_of("flak", version) for version in ("ocs-3.0", "ocs-4.3")] == ["input", "v4.3"]
    assert [default_of("refit-cost", version) for version in ("ocs-3.0", "ocs-4.3")] == ["1", "1"]


@pytest.mark.parametrize(
    ("rulings", "option", "told"),
    [
        (V3, "voluntary-abort", True),
        (V4, "voluntary-abort", False),  # borrowed from 4.3, where it is simply the rule
        (V3, "no-base", True),
        (V4, "no-base", True),  # open in both
        (V4, "loss-die", False),
        (V3, "loss-die", True),
        (V3, "half-range", False),  # printed
        (profile("ocs-4.3", loss_die="per-unit"), "loss-die", True),
        (profile(half_range="beyond-half"), "half-range", True),
        (profile(flak="v4.3"), "flak", True),
        (profile("ocs-4.3", flak="off"), "flak", True),
    ],
)
def test_which_rulings_are_told(rulings, option, told):
    ruling = rulings.graded(option, "a reason")
    assert (ruling is not None) is told
    if ruling:
        assert (ruling.option, ruling.value) == (option, rulings.value(option))
    chosen = rulings.chosen(option, "a reason")
    assert (chosen is not None) is (told and not rulings.is_default(option))


def test_r45_mission_words():
    assert mission("drop").role == "phasing"
    assert (mission("drop").by_glider, mission("drop").side, mission("drop").phase) == (False, "axis", "movement")
    assert board_of([], [C1]).counter("c1").fighter is False
