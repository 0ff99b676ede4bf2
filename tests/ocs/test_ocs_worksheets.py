"""Worksheets: transportation equivalents, rail, interdiction, stacking."""

from fractions import Fraction

import pytest
from ocs_theater import game
from support import fight, problems_of

from airwar.rulesets.ocs.rulings import profile
from airwar.rulesets.ocs.worksheets.loads import load_cost, rail_cost, rounded
from airwar.rulesets.ocs.worksheets.marches import March, Step, march_cost
from airwar.rulesets.ocs.worksheets.stacks import stack_order

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
    rulings = fight(game(units=[], more=f"loads: [{supply}]")).told("ruling")
    assert rulings[0]["text"] == "borrowed from 4.3: 1/2T is rounded to 1T"


def test_r49_interdiction_doubles_once_and_rounding_is_an_option():
    assert [rail_cost(Fraction(4), "mixed", hexes) for hexes in (0, 1, 5)] == [4, 8, 8]
    quarter = rail_cost(Fraction(1, 2), "multi-only", 0)
    assert [rounded(quarter, profile(rail_rounding=way)) for way in ("half-up", "up", "exact")] == [
        0,
        1,
        Fraction(1, 4),
    ]


def test_r49_a_load_is_a_unit_or_supply():
    assert any(
        "has 0 RE and 0 SP; expected exactly one of the two" in text
        for text in problems_of(game(units=[], more="loads: [{id: air}]"))
    )


def test_r50_the_worksheet_of_a_stack_runs_from_top_to_bottom():
    [sheet] = sheets("stacks: {pile: [inactive-air, supply, hq, active-air, air-base]}")
    assert sheet["rows"] == [["A", "active air"], ["B", "hq"], ["C", "supply"], ["D", "air base"], ["E", "inactive air"]]
    assert stack_order(["hq", "ship", "hedgehog"]) == ["hq", "ship", "hedgehog"]


@pytest.mark.parametrize(("leg", "cost"), [(False, 8), (True, 7)])
def test_r51_interdiction_costs_a_point_in_the_hex_and_around_it_on_foot_in_the_hex_only(leg, cost):
    march = March("m", leg, (Step(2, 0), Step(2, 1), Step(2, 2)))
    assert march_cost(march, V3) == cost
    assert march_cost(march, profile(interdiction_radius=0, interdiction_leg_radius=2, interdiction_mp=2)) == (12 if leg else 8)
    sheet = sheets(f"marches: [{{id: m, leg: {str(leg).lower()}, costs: [2, 2, 2], interdiction: [0, 1, 2]}}]")[0]
    assert sheet["rows"][-1][-1] == str(cost)


def test_r51_a_march_has_a_distance_for_every_hex():
    wrong = "marches: [{id: m, costs: [1, 2], interdiction: [0]}]"
    assert any("1 distances for 2 hexes; expected one for each hex" in text for text in problems_of(game(units=[], more=wrong)))
