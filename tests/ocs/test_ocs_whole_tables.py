"""The smaller tables over their whole range: strengths, columns, shifts and results; and small parts of the board."""

from fractions import Fraction

import pytest
from ocs_boards import board_of, mission
from ocs_theater import C1, F1, T1

from airwar.engine.dice import Term
from airwar.rulesets.ocs.barrage import (
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
from airwar.rulesets.ocs.board import Cargo, Ground, Harbor, Hull, Segment, Stage
from airwar.rulesets.ocs.facility import facility_reading, in_words, port_capacity, printed, reduction_reading, stated
from airwar.rulesets.ocs.flight import flak_reading, mission_loss_reading
from airwar.rulesets.ocs.naval import damage, effect, strength_against, supply_cost
from airwar.rulesets.ocs.orders import cargo_of
from airwar.rulesets.ocs.rulings import default_of, profile
from airwar.rulesets.ocs.units import ELSEWHERE, Air

V3, V4 = profile(), profile("ocs-4.3")


def half(number):
    return Fraction(number, 2)


TOPS = {"barrage-4.3": (1, 2, 4, 7, 11, 16, 24, 40, 68, 116), "facility-4.3": (1, 2, 4, 10, 20, 40, 80)}


@pytest.mark.parametrize(("barrages", "points"), [((), 0), (("1/4",), 0), (("1/2",), 1), (("1/4", "1/4"), 1), (("3/2", "3"), 5)])
def test_r34_strengths_are_added_then_rounded(barrages, points):
    units = [T1.replace("t1", f"t{number}").replace("12", barrage) for number, barrage in enumerate(barrages)] or [T1]
    board = board_of([], units)
    fliers = [unit.id for unit in board.units][: len(barrages)]
    assert strength(board, fliers) == points
    assert (strength_refused(board, fliers) is None) is (points >= 1)


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


def test_r29_the_flak_table():
    assert [flak_reading(()).read((total - 6, 6)) for total in (7, 10, 11, 12)] == ["-", "-", "loss", "loss"]
    assert flak_reading((Term("a", 1, "R29"),)).read((4, 6)) == "loss"
    assert [[mission_loss_reading(number).read((face,)) for face in range(1, 7)] for number in (2, 3, 4, 5)] == [
        ["1", "1", "1", "2", "2", "2"],
        ["1", "1", "2", "2", "3", "3"],
        ["1", "2", "3", "4", "weakest", "strongest"],
        ["1", "2", "3", "4", "weakest", "strongest"],
    ]


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
