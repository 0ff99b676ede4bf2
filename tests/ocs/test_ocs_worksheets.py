"""Worksheets: transportation equivalents, rail, interdiction, stacking."""

from fractions import Fraction

import pytest
from ocs_theater import F1, T1, game
from support import fight, problems_of

from airwar.rulesets.ocs.position import March
from airwar.rulesets.ocs.rulings import profile
from airwar.rulesets.ocs.worksheets import load_cost, march_cost, rail_cost, stack_order

V3, V4 = profile(), profile("ocs-4.3")


def sheets(more):
    return fight(game(units=[], more=more)).told("sheet")


def test_r48_the_worksheet_of_a_load_shows_its_working():
    [sheet] = sheets("loads: [{id: regiment, re: 1, allowance: 5}]")
    assert sheet["rows"] == [["1 RE, allowance 5 on foot", "x 2T", "2T"], ["in all", "", "2T"]]


def test_r48_light_is_an_allowance_of_six_or_less_in_4_3_one_to_six_on_foot():
    assert [load_cost(Fraction(1), allowance, V3) for allowance in (0, 6, 7)] == [2, 2, 4]
    assert [load_cost(Fraction(1), allowance, V4) for allowance in (0, 6, 7)] == [4, 2, 4]
    assert [load_cost(Fraction(1), 6, rulings, leg=False) for rulings in (V3, V4)] == [2, 4]


def test_r49_the_worksheet_of_a_rail_load_shows_each_factor_and_the_rounding():
    load = "{id: tanks, re: 1/2, allowance: 12, leg: false, track: multi-only, interdicted-hexes: 2}"
    supply = "{id: fuel, supply: 1/4, track: multi-only}"
    first, second = sheets(f"loads: [{load}, {supply}]")
    assert [row[1:] for row in first["rows"]] == [["x 4T", "2T"], ["x 1/2", "1T"], ["x 2", "2T"], ["", "2T"]]
    assert [row[1:] for row in second["rows"]] == [["x 4T", "1T"], ["x 1/2", "1/2T"], ["", "1T"]]
    told = fight(game(units=[], more=f"loads: [{supply}]")).told("note")
    assert told[0]["text"] == "1/2T is rounded to 1T"


def test_r49_interdiction_doubles_once():
    assert [rail_cost(Fraction(4), "mixed", hexes) for hexes in (0, 1, 5)] == [4, 8, 8]


def test_r49_a_load_is_units_supply_or_both_and_is_rounded_once():
    wrong = problems_of(game(units=[], more="loads: [{id: air}]"))
    assert any("air has neither RE nor SP; expected one of them, or both" in text for text in wrong)
    [sheet] = sheets("loads: [{id: both, re: 1/4, supply: 1/8, track: single-only}]")
    assert [row[1:] for row in sheet["rows"]] == [["x 2T", "1/2T"], ["x 4T", "1/2T"], ["x 1", "1T"], ["", "1T"]]


def test_r50_the_worksheet_of_a_stack_runs_from_top_to_bottom():
    [sheet] = sheets("stacks: {pile: [inactive-air, supply, hq, active-air, air-base]}")
    assert sheet["rows"] == [["A", "active air"], ["B", "hq"], ["C", "supply"], ["D", "air base"], ["E", "inactive air"]]
    assert stack_order(["hq", "ship", "hedgehog"]) == ["hq", "ship", "hedgehog"]


@pytest.mark.parametrize(("leg", "cost"), [(False, 8), (True, 7)])
def test_r51_interdiction_costs_a_point_in_the_hex_and_around_it_on_foot_in_the_hex_only(leg, cost):
    march = March(id="m", leg=leg, costs=(2, 2, 2))
    assert march_cost(march, (0, 1, 2), V3) == cost
    assert march_cost(march, (0, 1, 2), profile(interdiction_radius=2, interdiction_mp=2)) == (8 if leg else 12)
    sheet = sheets(f"marches: [{{id: m, leg: {str(leg).lower()}, costs: [2, 2, 2], interdiction: [0, 1, 2]}}]")[0]
    assert sheet["rows"][-1][-1] == str(cost)


def test_r51_a_march_has_a_distance_for_every_hex():
    wrong = "marches: [{id: m, costs: [1, 2], interdiction: [0]}]"
    assert any("1 distances for 2 hexes; expected one for each hex" in text for text in problems_of(game(units=[], more=wrong)))


# loads and marches of a phase

BUST = "{id: rails, in: axis.movement, kind: trainbust, at: k, with: [t1], result: cut, flak: none}"
ROAD = "{id: road, in: axis.movement, kind: interdict, at: h, with: [f1]}"
HEXES = "{h: {}, k: {}, far: {}, near: {}}"
AWAY = "{h: {x: 8, k: 4, far: 5, near: 4}, k: {x: 8, far: 2, near: 1}}"
TRAIN = "loads: [{id: train, supply: 1, track: single-only, in: allies.movement, through: [PLACES]}]"
MARCH = "marches: [{id: column, leg: LEG, costs: [2, 2], in: allies.movement, through: [PLACES]}]"


def phase_sheet(missions, more, options=""):
    play = "axis.movement, allies.movement"
    text = game(missions, [T1, F1], play=play, hexes=HEXES, distances=AWAY, more=more, options=options)
    dice = {"rails.facility": (6,), "rails.flak": (1, 1)} if "4.3" in options else {}
    text = text.replace(", result: cut, flak: none", "") if "4.3" in options else text
    [sheet] = [body for body in fight(text, dice).told("sheet") if body["title"].startswith(("train:", "column:"))]
    return sheet


@pytest.mark.parametrize(
    ("options", "places", "cost"),
    [
        ("", "far, k", "8T"), ("", "near", "4T"), ("", "far", "4T"), ("profile: ocs-4.3", "far, near, k", "8T, 2 SP"),
        ("profile: ocs-4.3", "near", "8T, 2 SP"), ("profile: ocs-4.3", "far, h", "4T, 1 SP"),
    ],
)  # fmt: skip
@pytest.mark.proves("R49", "R51")
def test_r51_trainbusting_doubles_the_rail_cost_of_later_loads(options, places, cost):
    sheet = phase_sheet([BUST], TRAIN.replace("PLACES", places), options)
    assert sheet["rows"][-1][-1] == cost


@pytest.mark.parametrize(
    ("options", "leg", "places", "points"),
    [
        ("profile: ocs-4.3", "false", "near, k", "6"), ("profile: ocs-4.3", "true", "near, k", "5"),
        ("profile: ocs-4.3", "false", "far, h", "4"), ("", "false", "near, k", "4"),
    ],
)  # fmt: skip
def test_r51_in_4_3_trainbusting_slows_marches_in_its_zone(options, leg, places, points):
    sheet = phase_sheet([BUST], MARCH.replace("LEG", leg).replace("PLACES", places), options)
    assert sheet["rows"][-1][-1] == points


def test_r51_in_v3_planes_on_interdiction_slow_marches():
    sheet = phase_sheet([ROAD], MARCH.replace("LEG", "false").replace("PLACES", "h, far"))
    assert sheet["rows"][-1][-1] == "5"


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        (TRAIN.replace("PLACES", "k").replace("in: allies.movement, ", ""), "train must say in which phase it goes; add in (R51)"),
        (TRAIN.replace(", through: [PLACES]", ""), "train must say through which hexes it goes; add through (R51)"),
        (TRAIN.replace("PLACES", "k").replace("track: single-only, ", ""), "train does not go by rail; add track (R49)"),
        (TRAIN.replace("PLACES", "k").replace("allies.movement", "allies.lunch"), "'allies.lunch' is not a phase"),
        (MARCH.replace("LEG", "true").replace("PLACES", "k"), "1 names for 2 hexes; expected one for each hex"),
        ("marches: [{id: m, costs: [1]}]", "m has neither or both of interdiction and through"),
    ],
)
def test_r51_what_a_load_or_march_of_a_phase_must_say(more, sentence):
    problems = problems_of(game(units=[F1], hexes=HEXES, distances=AWAY, more=more))
    assert any(sentence in problem for problem in problems), problems
