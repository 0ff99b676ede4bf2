"""13.93: the odds of ground battles shifted."""

import pytest
from wie import CRT, combat, fight, orders_asked, refused, scenario, sheet

from airwar.rulesets.war_in_europe.ground_battles import columns_shifted, shifted

RESULTS = """
  combat-results:
    t:
      columns: 1-1 2-1 3-1
      rows: |
        1  a1  b1  c1
        2  a2  b2  c2
        3  a3  b3  c3
        4  a4  b4  c4
        5  a5  b5  c5
        6  a6  b6  c6
"""
DEFENDER_HAS_THE_AIR = "{west: {axis: {ground-support: 50}}}"
MIXED = {
    "sides": "{allies: {nations: [allied]}, axis: {alliance: a, nations: [german]}, italy: {alliance: a, nations: [italian]}}",
    "fronts": "{west: {allies: {ground-support: 80}, axis: {}, italy: {air-superiority: 1}}}",
}


def support(fought):
    """Printed defense, points, columns, wasted, die, as told."""
    return sheet(fought, "Ground Support at")[0]


def rulings(fought):
    return [body["option"] for body in fought.told("ruling")]


@pytest.mark.proves("13.93")
def test_w1_the_rule_books_example_of_forty_eight_points():
    fought = fight(scenario(battles=combat(48, "false"), charts=CRT))
    assert support(fought) == ["24", "48", "+2", "0", "+0"]
    assert fought.end.result == "column 5-1, die +0"


@pytest.mark.proves("13.93")
def test_w2_one_point_more_for_the_die():
    fought = fight(scenario(battles=combat(48, "true"), charts=CRT))
    assert support(fought) == ["24", "48", "+2", "0", "+1"]
    assert fought.end.result == "column 5-1, die +1"
    assert any("49 Allied points for Caen, 31 left" in note["text"] for note in fought.told("note"))


@pytest.mark.proves("13.93")
@pytest.mark.parametrize(("base", "column", "clamped"), [("3-1", "5-1", False), ("5-1", "6-1", True), ("6-1", "6-1", True)])
def test_w5_the_edge_of_the_table_stops_a_shift(base, column, clamped):
    heads = ["1-1", "2-1", "3-1", "4-1", "5-1", "6-1"]
    assert shifted(6, heads.index(base), 2) == (heads.index(column), clamped)
    fought = fight(scenario(battles=combat(48, "false", odds=f"column: {base}"), charts=CRT))
    assert fought.end.result == f"column {column}, die +0"
    assert any("where the table ends" in note["text"] for note in fought.told("note")) == clamped


@pytest.mark.parametrize(("points", "columns", "wasted"), [(23, 0, 23), (24, 1, 0), (47, 1, 23), (49, 2, 1), (72, 3, 0)])
def test_13_93_a_column_for_each_time_the_points_equal_the_defense(points, columns, wasted):
    assert columns_shifted(points, 24) == columns
    fought = fight(scenario(battles=combat(points, "false"), charts=CRT))
    assert support(fought) == ["24", str(points), f"+{columns}", str(wasted), "+0"]


def test_13_93_printed_factors_count_not_adjusted_ones():
    odds = "attack-strength: 144, defense-strength: 48"
    assert fight(scenario(battles=combat(48, "false", odds=odds), charts=CRT)).end.result == "column 5-1, die +0"


def test_13_93_the_die_point_raises_the_roll():
    fought = fight(scenario(battles=combat(24, "true", odds="column: 1-1"), charts=RESULTS), {"caen.combat": [3]})
    assert fought.end.result == "b4"
    roll = fought.rolls()["caen.combat"]
    assert roll["terms"] == [["one Air Point", 1, "13.93", "air-point"]]
    assert (roll["row"], roll["column"]) == ("4", "2-1")


def test_13_93_the_roll_stops_at_the_last_row():
    fought = fight(scenario(battles=combat(0, "true", odds="column: 1-1"), charts=RESULTS), {"caen.combat": [6]})
    assert fought.end.result == "a6"
    roll = fought.rolls()["caen.combat"]
    assert (roll["row"], roll["result"]) == ("6", "a6 (7 is beyond the table: row 6)")


def test_13_93_other_modifiers_are_an_input():
    text = scenario(battles=combat(0, "false", odds="column: 1-1", more=", modifiers: {ally: 2, mud: -1}"), charts=RESULTS)
    assert fight(text, {"caen.combat": [3]}).end.result == "a4"


@pytest.mark.parametrize(
    ("attack", "defense", "favored", "column"),
    [("30", "10", "defender", "3-1"), ("30", "21/2", "defender", "2-1"), ("30", "21/2", "attacker", "3-1"),
     ("63", "20", "attacker", "4-1")],
)  # fmt: skip
def test_13_93_the_column_comes_from_the_strengths(attack, defense, favored, column):
    odds = f"attack-strength: {attack}, defense-strength: {defense}"
    fought = fight(scenario(battles=combat(0, "false", odds=odds), charts=CRT, options=f"odds-rounding: {favored}"))
    assert fought.end.result == f"column {column}, die +0"
    assert rulings(fought) == ([] if defense == "10" else ["odds-rounding"])


ODDS = "attack-strength: 1, defense-strength: 9"


def test_13_93_odds_below_the_table_are_not_allowed():
    said = refused(scenario(battles=combat(48, "false", odds=ODDS), charts=CRT))
    assert "1 against 9 is below 1-1; expected better odds, or the option odds-below-table (13.93)" in said


def test_13_93_by_option_an_attack_below_the_table_fails_and_no_points_are_asked_for():
    fought = fight(scenario(battles=combat(odds=ODDS), charts=RESULTS, options="odds-below-table: fails"))
    assert fought.end.result == "fails: odds below the table"
    assert orders_asked(fought) == []
    assert fought.rolls() == {}
    assert rulings(fought) == ["odds-below-table"]


def test_13_93_by_option_odds_below_the_table_are_lifted_onto_it():
    text = scenario(battles=combat(48, "false", odds=ODDS), charts=CRT, options="odds-below-table: lowest-column")
    fought = fight(text)
    assert fought.end.result == "column 3-1, die +0"
    assert rulings(fought) == ["odds-below-table"]


@pytest.mark.parametrize("favored", ["defender", "attacker"])
def test_13_93_odds_above_the_table_are_read_in_its_last_column(favored):
    odds = "attack-strength: 99, defense-strength: 1"
    fought = fight(scenario(battles=combat(0, "false", odds=odds), charts=CRT, options=f"odds-rounding: {favored}"))
    assert fought.end.result == "column 6-1, die +0"
    assert rulings(fought) == []
    assert any("the last one, 6-1, is used" in note["text"] for note in fought.told("note"))


def test_13_93_without_a_table_the_shift_is_reported_and_the_table_is_needed():
    fought = fight(scenario(battles=combat(48, "true")))
    assert fought.end.result == "needs chart combat-results"
    assert "3-1, 2 columns to the right, +1 on the die" in fought.told("needschart")[0]["text"]


def test_13_93_the_defender_may_not_shift():
    fought = fight(scenario(fronts=DEFENDER_HAS_THE_AIR, battles=combat(die="false"), charts=CRT))
    assert orders_asked(fought) == []
    assert [(body["option"], body["value"]) for body in fought.told("ruling")] == [("odds-shift-user", "attacker")]
    too_few = DEFENDER_HAS_THE_AIR.replace("50", "23")
    assert fight(scenario(fronts=too_few, battles=combat(die="false"), charts=CRT)).told("ruling") == []
    assert "has no Total Air Supremacy" in refused(scenario(fronts=DEFENDER_HAS_THE_AIR, battles=combat(24)))


def test_13_93_by_option_the_defender_shifts_to_the_left():
    text = scenario(fronts=DEFENDER_HAS_THE_AIR, battles=combat(24, "false"), charts=CRT, options="odds-shift-user: either")
    fought = fight(text)
    assert fought.end.result == "column 2-1, die +0"
    assert rulings(fought) == ["odds-shift-user"]
    asked = fight(text.replace(", shift-points: 24", ""), answers={"caen.axis.allot": {"shift": 48}})
    assert asked.end.result == "column 1-1, die +0"
    assert list(orders_asked(asked)[0].items) == ["shift"]  # no point for the die: it would help the attacker


def test_13_93_a_zero_defense_is_refused():
    nothing = "{printed: 0, count: 3}"
    assert "caen has 0 printed defense factors" in refused(scenario(battles=combat(10, defenders=nothing)))
    fought = fight(scenario(battles=combat(defenders=nothing, die="false"), charts=CRT))
    assert orders_asked(fought) == []


def test_13_93_a_mixed_defense_is_refused():
    defenders = "{printed: 6, side: axis}, {printed: 3, side: italy}"
    text = scenario(**MIXED, battles=combat(9, "false", defenders=defenders, more=", defender: axis"))
    assert "has no Total Air Supremacy over Italy on west" in refused(text)
    alone = scenario(**MIXED, battles=combat(6, "false", defenders="{printed: 6}", more=", defender: axis"), charts=CRT)
    assert fight(alone).end.result == "column 4-1, die +0"


def test_13_93_the_die_point_needs_no_supremacy():
    fronts = "{west: {allies: {ground-support: 3}, axis: {air-superiority: 1}}}"
    fought = fight(scenario(fronts=fronts, battles=combat(0, "true"), charts=CRT))
    assert fought.end.result == "column 3-1, die +1"
    assert rulings(fought) == ["die-point-without-supremacy"]


def test_13_93_by_option_the_die_point_needs_supremacy():
    fronts = "{west: {allies: {ground-support: 3}, axis: {air-superiority: 1}}}"
    option = "die-point-without-supremacy: no"
    said = refused(scenario(fronts=fronts, battles=combat(0, "true"), options=option))
    assert "a point for the die without Total Air Supremacy" in said
    assert orders_asked(fight(scenario(fronts=fronts, battles=combat(), options=option, charts=CRT))) == []


def test_13_93_there_is_only_one_point_for_the_die():
    sides = "{axis: {nations: [german, italian]}, soviets: {nations: [russian]}}"
    fronts = "{west: {axis: {ground-support: {german: 9, italian: 9}}}}"
    text = scenario(sides=sides, fronts=fronts, battles=combat(attacker="axis", defenders="{printed: 6}"), charts=CRT)
    fought = fight(text, answers={"caen.axis.german.allot": {"shift": 3, "die": 1}, "caen.axis.italian.allot": {"shift": 3}})
    assert list(orders_asked(fought)[1].items) == ["shift"]
    assert fought.end.result == "column 4-1, die +1"  # three of each nation together equal the six
