"""13.93: the odds of ground battles shifted."""

import pytest
from wie import (
    CONTESTED,
    CRT,
    TWO_NATIONS,
    asked,
    combat,
    could_allot,
    drawn,
    fight,
    noted,
    orders_asked,
    points,
    refused,
    rulings,
    scenario,
    support,
)

HEADS = ["1-1", "2-1", "3-1", "4-1", "5-1", "6-1"]
RESULTS = drawn("combat-results", "1-1 2-1 3-1", [f"{face} a{face} b{face} c{face}" for face in range(1, 7)])
DEFENDER_HAS_THE_AIR = "{west: {allies: {}, axis: {ground-support: 99}}}"
MIXED = {
    "sides": "{allies: {nations: [allied]}, axis: {alliance: a, nations: [german]}, italy: {alliance: a, nations: [italian]}}",
    "fronts": "{west: {allies: {ground-support: 80}, axis: {}, italy: {air-superiority: 1}}}",
}
BOTH_DEFEND = "{printed: 6, side: axis}, {printed: 3, side: italy}"


def strengths(attack, defense):
    return f"attack-strength: {attack}, defense-strength: {defense}"


def result(battle, **more):
    return fight(scenario(battles=battle, **{"charts": CRT} | more)).end.result


# columns for points


@pytest.mark.proves("13.93")
def test_w1_the_rule_books_example_of_forty_eight_points():
    fought = fight(scenario(battles=combat(48, "false"), charts=CRT))
    assert support(fought) == ["24", "48", "+2", "0", "+0"]
    assert fought.end.result == "column 5-1, die +0"
    assert points(fought) == (32, 48, 0)


@pytest.mark.proves("13.93")
def test_w2_one_point_more_for_the_die():
    fought = fight(scenario(battles=combat(48, "true"), charts=CRT))
    assert support(fought) == ["24", "48", "+2", "0", "+1"]
    assert fought.end.result == "column 5-1, die +1"
    assert points(fought) == (31, 49, 0)


@pytest.mark.parametrize(
    ("sent", "columns", "wasted"), [(0, 0, 0), (23, 0, 23), (24, 1, 0), (47, 1, 23), (48, 2, 0), (49, 2, 1), (72, 3, 0)]
)
def test_13_93_a_column_for_each_time_the_points_equal_the_defense(sent, columns, wasted):
    fought = fight(scenario(battles=combat(sent, "false"), charts=CRT))
    assert fought.end.result == f"column {HEADS[2 + columns]}, die +0"
    if sent:
        assert support(fought) == ["24", str(sent), f"+{columns}", str(wasted), "+0"]


def test_13_93_printed_factors_of_all_units_count_not_adjusted_ones():
    assert result(combat(48, "false", odds=strengths(144, 48))) == "column 5-1, die +0"
    assert result(combat(13, "false", defenders="{printed: 6}, {printed: 7}")) == "column 4-1, die +0"
    assert result(combat(12, "false", defenders="{printed: 6}, {printed: 7}")) == "column 3-1, die +0"


def test_13_93_points_of_several_nations_are_added_up():
    battle = combat("{german: 3, italian: 3}", "false", attacker="axis", defenders="{printed: 6}")
    assert result(battle, **TWO_NATIONS) == "column 4-1, die +0"


@pytest.mark.proves("13.93")
@pytest.mark.parametrize("base", range(6))
@pytest.mark.parametrize("shift", range(4))
def test_w5_a_shift_stops_at_the_edge_of_the_table(base, shift):
    fought = fight(scenario(battles=combat(24 * shift, "false", odds=f"column: {HEADS[base]}"), charts=CRT))
    assert fought.end.result == f"column {HEADS[min(base + shift, 5)]}, die +0"
    assert noted(fought, "table ends") == (base + shift > 5)


@pytest.mark.parametrize("base", range(6))
@pytest.mark.parametrize("shift", range(4))
def test_13_93_by_option_the_defender_shifts_to_the_left_as_far_as_the_edge(base, shift):
    battle = combat(24 * shift, "false", odds=f"column: {HEADS[base]}")
    text = scenario(fronts=DEFENDER_HAS_THE_AIR, battles=battle, charts=CRT, options="odds-shift-user: either")
    assert fight(text).end.result == f"column {HEADS[max(base - shift, 0)]}, die +0"


def test_13_93_a_zero_defense_is_refused():
    nothing = "{printed: 0, count: 3}"
    said = refused(scenario(battles=combat(10, defenders=nothing)))
    assert "caen has 0 printed defense factors; expected some to divide the points by (13.93)" in said
    assert could_allot(fight(scenario(battles=combat(defenders=nothing), charts=CRT))) == {"caen.allies.allot": {"die": 1}}


def test_13_93_the_question_shows_the_odds_and_what_points_buy():
    def shown(odds, key="caen.allies.allot", charts=CRT, **more):
        fought = fight(scenario(battles=combat(odds=odds), charts=charts, **more))
        return fought.question(key).labels["shift"]

    prices = "(72 against 24, column 3-1; points: 24 for 4-1, 48 for 5-1, 72 for 6-1)"
    assert shown(strengths(72, 24)) == f"Caen: shift the odds {prices}"
    assert shown(strengths(72, 24), charts="") == "Caen: shift the odds (72 against 24; 24 points a column)"
    defender = {"key": "caen.axis.allot", "fronts": DEFENDER_HAS_THE_AIR, "options": "odds-shift-user: either"}
    assert shown("column: 3-1", **defender) == "Caen: shift the odds (column 3-1; points: 24 for 2-1, 48 for 1-1)"


# who may shift


def test_13_93_the_defender_may_not_shift():
    fought = fight(scenario(fronts=DEFENDER_HAS_THE_AIR, battles=combat(), charts=CRT))
    assert orders_asked(fought) == []
    assert rulings(fought)["odds-shift-user"] == "attacker"
    said = refused(scenario(fronts=DEFENDER_HAS_THE_AIR, battles=combat(24)))
    assert (
        "Allies has no Total Air Supremacy over Axis on the West Front: Axis has 0 in Air Superiority and 99 in Ground Support"
        in said
    )


def test_13_93_nothing_is_said_of_a_defender_who_could_not_shift_anyway():
    for points_there, told in ((23, False), (24, True)):
        fronts = DEFENDER_HAS_THE_AIR.replace("99", str(points_there))
        fought = fight(scenario(fronts=fronts, battles=combat(), charts=CRT))
        assert ("odds-shift-user" in rulings(fought)) is told


def test_13_93_by_option_the_defender_shifts_and_the_attacker_rolls():
    text = scenario(
        fronts=DEFENDER_HAS_THE_AIR, battles=combat(odds="column: 3-1"), charts=RESULTS, options="odds-shift-user: either"
    )
    fought = fight(text, "allot 48 shift; combat 1")
    assert could_allot(fought) == {"caen.axis.allot": {"shift": 99}}  # no point for the die: it would help the attacker
    assert fought.end.result == "a1"
    assert fought.rolls()["caen.combat"]["by"] == "Allies"
    assert rulings(fought)["odds-shift-user"] == "either"
    assert points(fought, "german") == (51, 48, 0)
    wasteful = fight(text, "allot 49 shift; commit commit; combat 1")
    assert asked(wasteful, "caen.commit").by == "Axis"


def test_13_93_by_option_an_attacker_with_supremacy_shifts_as_always():
    assert result(combat(48, "false"), options="odds-shift-user: either") == "column 5-1, die +0"


@pytest.mark.parametrize(("scope", "may"), [("player", True), ("alliance", False)])
def test_13_93_the_defender_needs_supremacy_over_the_attacker(scope, may):
    sides = "{allies: {alliance: un, nations: [allied]}, soviets: {alliance: un, nations: [russian]}, axis: {nations: [german]}}"
    fronts = "{west: {allies: {}, soviets: {air-superiority: 1}, axis: {ground-support: 30}}}"
    options = f"odds-shift-user: either, tas-scope: {scope}"
    fought = fight(scenario(sides=sides, fronts=fronts, battles=combat(), charts=CRT, options=options))
    assert could_allot(fought) == ({"caen.axis.allot": {"shift": 30}} if may else {})


def test_13_93_supremacy_is_needed_over_every_defender():
    text = scenario(**MIXED, battles=combat(9, "false", defenders=BOTH_DEFEND, more=", defender: axis"))
    assert "has no Total Air Supremacy over Italy on the West Front" in refused(text)
    asked_for = scenario(**MIXED, battles=combat(defenders=BOTH_DEFEND, more=", defender: axis"), charts=CRT)
    assert could_allot(fight(asked_for)) == {"caen.allies.allot": {"die": 1}}
    alone = combat(6, "false", defenders="{printed: 6}", more=", defender: axis")
    assert result(alone, **MIXED) == "column 4-1, die +0"
    italians = combat(6, "false", defenders="{printed: 6, side: italy}", more=", defender: axis")
    assert "has no Total Air Supremacy over Italy on the West Front" in refused(scenario(**MIXED, battles=italians))


def test_13_93_the_factors_of_all_defenders_count():
    fronts = MIXED["fronts"].replace("air-superiority: 1", "uncommitted: 1")
    battle = combat(9, "false", defenders=BOTH_DEFEND, more=", defender: axis")
    assert result(battle, sides=MIXED["sides"], fronts=fronts) == "column 4-1, die +0"
    less = combat(8, "false", defenders=BOTH_DEFEND, more=", defender: axis")
    assert result(less, sides=MIXED["sides"], fronts=fronts) == "column 3-1, die +0"


# the die


def test_13_93_the_die_point_raises_the_roll():
    fought = fight(scenario(battles=combat(24, "true", odds="column: 1-1"), charts=RESULTS), "combat 3")
    assert fought.end.result == "b4"
    roll = fought.rolls()["caen.combat"]
    assert roll["terms"] == [["one Air Point", 1, "13.93", "air-point"]]
    assert (roll["row"], roll["column"], roll["by"]) == ("4", "2-1", "Allies")


@pytest.mark.parametrize(
    ("face", "die", "modifiers", "row", "said"),
    [
        (1, "false", "", "1", "a1"),
        (6, "true", "", "6", "a6 (7 is beyond the table: row 6)"),
        (2, "false", ", modifiers: {mud: -3}", "1", "a1 (-1 is beyond the table: row 1)"),
        (3, "false", ", modifiers: {ally: 2, mud: -1}", "4", "a4"),
        (3, "true", ", modifiers: {mud: -1}", "3", "a3"),
    ],
)
def test_13_93_other_modifiers_are_added_and_the_roll_stops_at_the_edge(face, die, modifiers, row, said):
    fought = fight(scenario(battles=combat(0, die, odds="column: 1-1", more=modifiers), charts=RESULTS), {"caen.combat": [face]})
    roll = fought.rolls()["caen.combat"]
    assert (roll["row"], roll["result"]) == (row, said)
    assert fought.end.result == f"a{row}"


def test_13_93_without_rows_the_column_and_all_modifiers_are_told():
    assert result(combat(24, "true", more=", modifiers: {mud: -3}")) == "column 4-1, die -2"


def test_13_93_the_die_point_needs_no_supremacy():
    assert result(combat(0, "true"), fronts=CONTESTED) == "column 3-1, die +1"


def test_13_93_there_is_only_one_point_for_the_die():
    text = scenario(**TWO_NATIONS, battles=combat(attacker="axis", defenders="{printed: 6}"), charts=CRT)
    fought = fight(text, "german.allot 3 shift 1 die; italian.allot 3 shift")
    assert could_allot(fought)["caen.axis.italian.allot"] == {"shift": 12}
    assert fought.end.result == "column 4-1, die +1"  # three of each nation together equal the six


@pytest.mark.parametrize(("german", "pays"), [(3, "german"), (2, "italian")])
def test_13_93_the_point_for_the_die_comes_from_the_first_nation_that_has_one_to_spare(german, pays):
    fronts = f"{{west: {{axis: {{ground-support: {{german: {german}, italian: 9}}}}, soviets: {{}}}}}}"
    battle = combat("{german: 2}", "true", attacker="axis", defenders="{printed: 2}")
    fought = fight(scenario(sides=TWO_NATIONS["sides"], fronts=fronts, battles=battle, charts=CRT))
    assert (points(fought, "german")[1], points(fought, "italian")[1]) == ((3, 0) if pays == "german" else (2, 1))


# odds


@pytest.mark.parametrize(
    ("attack", "column"),
    [(2, "1-2"), (3, "1-2"), (4, "1-1"), (7, "1-1"), (8, "2-1"), (15, "2-1"), (16, "4-1"), (17, "4-1"), (99, "4-1")],
)
def test_13_93_odds_between_two_columns_are_rounded_in_the_defenders_favor(attack, column):
    fought = fight(
        scenario(battles=combat(0, "false", odds=strengths(attack, 4)), charts="combat-results: {t: {columns: 1-2 1-1 2-1 4-1}}")
    )
    assert fought.end.result == f"column {column}, die +0"
    assert noted(fought, "the last one, 4-1, is used") == (attack > 16)
    assert noted(fought, f"{column} is used, in favor of the defender") == (attack in (3, 7, 15))


@pytest.mark.parametrize(
    ("column", "points", "said"),
    [
        ("3-1", 0, []),
        ("3-1", 10, ["the column moves from 3-1 to 5-1"]),
        (
            "5-1",
            10,
            ["the column moves from 5-1 to 6-1, where the table ends; the rest of the shift is lost (the source does not say)"],
        ),
        ("6-1", 10, ["the column stays 6-1, where the table ends; the shift is lost (the source does not say)"]),
    ],
)
def test_13_93_a_shift_ends_where_the_table_does(column, points, said):
    fought = fight(scenario(battles=combat(points, "false", defenders="{printed: 5}", odds=f"column: {column}"), charts=CRT))
    assert [body["text"] for body in fought.told("note") if body["text"].startswith("the column")] == said


@pytest.mark.parametrize(
    ("attack", "defense", "column"), [(30, 10, "3-1"), (30, "21/2", "2-1"), ("61/2", 10, "3-1"), ("59/2", 10, "2-1")]
)
def test_13_93_fractions_are_kept(attack, defense, column):
    assert result(combat(0, "false", odds=strengths(attack, defense))) == f"column {column}, die +0"


def test_13_93_the_odds_are_rounded_before_they_are_shifted():
    assert result(combat(24, "false", odds=strengths(59, 20))) == "column 3-1, die +0"


def test_13_93_odds_below_the_table_are_not_allowed():
    said = refused(scenario(battles=combat(48, "false", odds=strengths(1, 9)), charts=CRT))
    assert "1 against 9 is below 1-1; expected better odds" in said
    assert refused(scenario(battles=combat(48, "false", odds=strengths(9, 9)), charts=CRT)) == ""


def test_13_93_odds_may_be_written_with_a_colon():
    charts = "combat-results: {t: {columns: '1:2 1:1 3:1'}}"
    assert result(combat(0, "false", odds=strengths(5, 2)), charts=charts) == "column 1:1, die +0"


def test_13_93_without_a_table_the_shift_is_reported_and_the_table_is_needed():
    fought = fight(scenario(battles=combat(48, "true")))
    assert fought.end.result == "needs chart combat-results"
    assert "3-1, 2 columns to the right, +1 on the die" in fought.told("needschart")[0]["text"]
    to_the_left = scenario(fronts=DEFENDER_HAS_THE_AIR, battles=combat(24, "false"), options="odds-shift-user: either")
    assert "3-1, 1 column to the left, +0 on the die" in fight(to_the_left).told("needschart")[0]["text"]
