"""13.92 and 13.921: rail lines bombed, and the flak over them."""

from fractions import Fraction

import pytest
from wie import (
    AGAINST_AXIS,
    RULESET,
    TWO_ALLIES,
    TWO_NATIONS,
    asked,
    bombers,
    bombing_charts,
    fight,
    noted,
    points,
    raid,
    refused,
    results,
    rulings,
    scenario,
    stopped_at,
)

from airwar.probability.graph import graph_of
from airwar.probability.solve import Solver
from airwar.rulesets.adjusting import not_now
from airwar.setup.loading import parse_scenario

NINE = bombing_charts(9, current=9)
NINE_CUTS = bombing_charts(9, current=9, cut=1)
MIXED = {
    "sides": "{un: {nations: [allied, russian]}, axis: {nations: [german]}}",
    "fronts": "{west: {un: {ground-support: {allied: 20, russian: 20}}, axis: {}}}",
}


def mixed(allied, russian, **more):
    return scenario(**MIXED, raids=raid(f"{{allied: {allied}, russian: {russian}}}", attacker="un", flak=1), **more)


# 13.92


@pytest.mark.proves("13.92")
@pytest.mark.parametrize(("sent", "made", "wasted"), [(5, 1, 0), (9, 1, 4), (10, 2, 0), (23, 4, 3), (25, 5, 0)])
def test_w14_five_points_are_one_bomber_point(sent, made, wasted):
    charts = bombing_charts(9, current=9, cut=made)
    fought = fight(scenario(raids=raid(sent), charts=charts), {"seine.allied.bombing": [6] * made})
    assert bombers(fought) == [["Allied", str(sent), str(made), str(wasted), "accuracy chart 9"]]
    assert fought.rolls()["seine.allied.bombing"]["dice"] == f"{made}d6"
    assert fought.end.result == "cut"


@pytest.mark.proves("13.92")
def test_w14_fewer_than_five_points_are_refused():
    assert "4 allied points do not make a Strategic Bomber Point; expected at least 5 (13.92)" in refused(scenario(raids=raid(4)))
    assert "0 Air points do not make a Strategic Bomber Point" in refused(scenario(raids=raid(0)))
    assert "1 allied point does not make a Strategic Bomber Point" in refused(scenario(raids=raid(1)))
    assert refused(scenario(raids=raid(5))) == ""
    italian = scenario(**TWO_NATIONS, raids=raid("{german: 9, italian: 3}", attacker="axis"))
    assert "3 italian points do not make a" in refused(italian)


@pytest.mark.proves("13.92")
def test_w17_each_nation_has_its_chart_and_its_own_fives():
    sides = """{west: {nations: [allied], alliance: un}, soviets: {nations: [russian], alliance: un},
      axis: {nations: [german, italian]}}"""
    fronts = """
      a: {west: {ground-support: 25}, axis: {}}
      b: {soviets: {ground-support: 25}, axis: {}}
      c: {axis: {ground-support: {german: 25, italian: 25}}, soviets: {}}"""
    raids = [
        raid(25, name="r1", front="a", attacker="west", at="1", more=AGAINST_AXIS),
        raid(9, name="r2", front="b", attacker="soviets", at="2", more=AGAINST_AXIS),
        raid("{german: 6, italian: 5}", name="r3", front="c", attacker="axis", at="3", more=", defender: soviets"),
    ]
    fought = fight(scenario(sides=sides, fronts=fronts, raids=", ".join(raids), charts="allied-current: 9"))
    assert bombers(fought) == [
        ["Allied", "25", "5", "0", "accuracy chart 9"],
        ["Russian", "9", "1", "4", "accuracy chart 5"],
        ["German", "6", "1", "1", "accuracy chart 14"],
        ["Italian", "5", "1", "0", "accuracy chart 5"],
    ]
    assert results(fought) == [
        ("R1", "needs chart accuracy 9"),
        ("R2", "needs chart accuracy 5"),
        ("R3", "needs chart accuracy 14 and accuracy 5"),
    ]
    assert [points(fought, nation) for nation in ("allied", "russian", "german", "italian")] == [
        (0, 25, 0), (16, 9, 0), (19, 6, 0), (20, 5, 0),
    ]  # fmt: skip


@pytest.mark.proves("13.92")
def test_w18_out_of_range_is_refused():
    said = refused(scenario(raids=raid(5).replace("in-range: true", "in-range: false")))
    assert "hex 2214 is out of range; expected a rail hex within regular air range (13.92)" in said


@pytest.mark.proves("13.92")
@pytest.mark.parametrize(
    ("nation", "charts", "needed"),
    [
        ("allied", "", "current"),
        ("allied", "allied-current: 9", "9"),
        ("german", "", "14"),
        ("russian", "", "5"),
        ("italian", "", "5"),
    ],
)
def test_w22_without_the_chart_flak_is_resolved_and_the_chart_is_named(nation, charts, needed):
    sides = f"{{us: {{nations: [{nation}]}}, them: {{nations: [{'german' if nation != 'german' else 'russian'}]}}}}"
    fronts = "{west: {us: {ground-support: 9}, them: {}}}"
    text = scenario(sides=sides, fronts=fronts, raids=raid(9, attacker="us", flak=1), charts=charts)
    fought = fight(text, "" if nation == "german" else "flak 6")
    assert fought.end.result == f"needs chart accuracy {needed}"
    assert [body["chart"] for body in fought.told("needschart")] == [f"accuracy {needed}"]
    assert fought.losses() == ([] if nation == "german" else [("US", f"{nation.capitalize()} Ground Support", 1, "eliminated")])


def test_13_92_nations_are_floored_apart_and_their_hits_fall_together():
    charts = bombing_charts(14, 5, cut=2)
    text = scenario(**TWO_NATIONS, raids=raid("{german: 9, italian: 6}", attacker="axis"), charts=charts)
    fought = fight(text, "bombing 6; bombing 5")
    assert [row[:4] for row in bombers(fought)] == [["German", "9", "1", "4"], ["Italian", "6", "1", "1"]]
    assert fought.end.result == "cut"
    assert fight(text, "bombing 6; bombing 4").end.result == "not cut"


def test_13_92_the_hits_of_one_nation_count_when_the_chart_of_another_is_missing():
    text = scenario(**TWO_NATIONS, raids=raid("{german: 5, italian: 5}", attacker="axis"), charts=bombing_charts(14))
    assert fight(text, "bombing 6").end.result == "1 hit so far, needs chart accuracy 5"


def test_13_92_hits_without_rail_damage_are_counted_and_the_chart_is_named():
    fought = fight(scenario(raids=raid(10), charts=NINE), "bombing 5 4")
    assert fought.end.result == "1 hit, needs chart rail-damage"
    assert [body["text"] for body in fought.told("needschart")] == ["1 hit on Seine; what hits do to a rail line is not known"]


def test_13_92_a_hex_is_bombed_once():
    said = refused(scenario(raids=f"{raid(5)}, {raid(5, name='loire')}"))
    assert "hex 2214 is already bombed by seine; expected one raid with all its points" in said


def test_13_92_whoever_bombs_rolls():
    fought = fight(scenario(raids=raid(5), charts=NINE_CUTS), "bombing 5")
    assert fought.rolls()["seine.allied.bombing"]["by"] == "Allies"


def test_13_92_two_players_with_points_of_one_nation_roll_apart():
    sides = "{us: {alliance: un, nations: [allied]}, uk: {alliance: un, nations: [allied]}, axis: {nations: [german]}}"
    fronts = "{west: {us: {ground-support: 9}, uk: {ground-support: 9}, axis: {}}}"
    text = scenario(sides=sides, fronts=fronts, raids=raid(attacker="us"), charts=bombing_charts(9, current=9, cut=2))
    assert fight(text, "allot 5 bomb; uk.allot 5 bomb; bombing 5; bombing 6").end.result == "cut"
    ordered = fight(text.replace("flak: 0", "flak: 0, points: {allied: 5}"), "bombing 5")
    assert {row.side for row in RULESET.standing((ordered.end.state,)) if row.marks == ("spent",)} == {"us"}  # his own come first


# 13.921


@pytest.mark.proves("13.92", "13.921")
def test_w12_twenty_three_points_under_flak():
    fought = fight(scenario(raids=raid(23, flak=1)), "flak 6 6 1 5")
    assert bombers(fought) == [["Allied", "23", "4", "3", "accuracy chart current"]]
    assert fought.rolls()["seine.flak"]["dice"] == "4d6"
    assert fought.losses() == [("Allies", "Allied Ground Support", 2, "eliminated")]
    assert points(fought) == (57, 21, 2)
    assert RULESET.tally(fought.end.state) == [("Allies", "Allied Ground Support", 80, 2)]
    assert not noted(fought, "no effect")


@pytest.mark.proves("13.921")
@pytest.mark.parametrize("strength", [1, 10])
def test_w13_the_amount_of_flak_is_immaterial(strength):
    one, other = (fight(scenario(raids=raid(23, flak=flak)), "flak 6 6 1 5") for flak in (1, strength))
    assert one.records == other.records


@pytest.mark.proves("13.921")
def test_w15_without_flak_no_dice_are_drawn():
    fought = fight(scenario(raids=raid(23)))
    assert fought.rolls() == {}
    assert points(fought) == (57, 23, 0)


@pytest.mark.proves("13.921")
@pytest.mark.parametrize(("face", "lost"), [(1, 0), (2, 0), (3, 0), (4, 0), (5, 0), (6, 1)])
def test_13_921_only_a_six_eliminates_a_point(face, lost):
    fought = fight(scenario(raids=raid(5, flak=1)), {"seine.flak": [face]})
    assert points(fought) == (75, 5 - lost, lost)
    assert fought.rolls()["seine.flak"]["by"] == "Axis"  # the German player's flak


@pytest.mark.proves("13.921")
def test_w21_the_chance_of_losing_a_point():
    ready = parse_scenario(scenario(raids=raid(23, flak=1)), "w21")
    graph = graph_of(ready.script)
    odds = Solver(graph).distribution(graph.start(ready.start))
    chance = sum(chance for end, chance in odds.chances().items() if RULESET.tally(end.state)[0].lost)
    assert chance == 1 - Fraction(5, 6) ** 4
    assert round(float(chance), 4) == 0.5177


@pytest.mark.parametrize(("timing", "dice"), [("after", 4), ("before", 3)])
def test_13_921_flak_losses_come_after_bomber_points_are_counted_or_by_option_before(timing, dice):
    fought = fight(
        scenario(raids=raid(21, flak=1), charts=NINE_CUTS, options=f"flak-timing: {timing}"),
        {"seine.flak": [6, 6, 1, 1], "seine.allied.bombing": [1] * dice},
    )
    assert fought.rolls()["seine.allied.bombing"]["dice"] == f"{dice}d6"
    assert rulings(fought)["flak-timing"] == timing
    assert points(fought) == (59, 19, 2)


def test_13_921_timing_is_not_mentioned_when_it_does_not_matter():
    assert "flak-timing" not in rulings(fight(scenario(raids=raid(23, flak=1)), "flak 6 6 1 5"))


def test_13_921_by_option_flak_can_leave_no_bomber_point():
    text = scenario(raids=raid(5, flak=1), charts=NINE_CUTS, options="flak-timing: before")
    assert fight(text, "flak 6").end.result == "not cut"


def test_13_921_by_option_each_nation_bombs_with_the_fives_that_flak_leaves_it():
    text = mixed(10, 10, charts=bombing_charts(9, 5, current=9, cut=3), options="flak-timing: before")
    assert fight(text, "flak 6 1 1 1; flak-losses 1 russian; bombing 6 6; bombing 6").end.result == "cut"


def test_13_921_flak_that_is_not_german_has_no_effect():
    fought = fight(scenario(**TWO_NATIONS, raids=raid("{german: 20}", attacker="axis", flak=5)))
    assert fought.rolls() == {}
    assert noted(fought, "the only flak in the rules is the German player's")


def test_13_921_german_flak_protects_an_ally():
    sides = "{allies: {nations: [allied]}, axis: {alliance: a, nations: [german]}, italy: {alliance: a, nations: [italian]}}"
    fronts = "{west: {allies: {ground-support: 9}, axis: {air-superiority: 4}, italy: {}}}"
    text = scenario(sides=sides, fronts=fronts, raids=raid(5, flak=1, more=", defender: italy"))
    fought = fight(text, "flak 6")
    assert fought.rolls()["seine.flak"]["by"] == "Axis"
    assert points(fought) == (4, 4, 1)


@pytest.mark.parametrize(("allied", "russian", "dice"), [(9, 9, 3), (7, 7, 2), (8, 7, 3), (10, 10, 4)])
def test_13_921_flak_dice_count_all_the_points_that_attack_the_hex(allied, russian, dice):
    answers = {"seine.flak-losses": {"russian": dice}}
    fought = fight(mixed(allied, russian), {"seine.flak": [6] * dice}, answers)
    assert fought.rolls()["seine.flak"]["dice"] == f"{dice}d6"
    assert fought.losses() == [("Un", "Russian Ground Support", dice, "eliminated")]
    assert (points(fought), points(fought, "russian")) == ((20 - allied, allied, 0), (20 - russian, russian - dice, dice))


def test_13_921_the_attacker_says_whose_points_are_lost_by_default_the_larger_contingent():
    fought = fight(mixed(10, 15), "flak 6 1 1 1 1; flak-losses 1 allied")
    question = asked(fought, "seine.flak-losses")
    assert (question.by, dict(question.default)) == ("Un", {"allied": 0, "russian": 1})
    with pytest.raises(ValueError, match="1 in all; expected exactly 2"):
        fight(mixed(10, 15), {"seine.flak": [6, 6, 1, 1, 1]}, {"seine.flak-losses": {"russian": 1}})


def test_13_921_points_of_an_ally_are_lost_too():
    text = scenario(**TWO_ALLIES, raids=raid("{allied: 5, russian: 5}", flak=1))
    fought = fight(text, "flak 6 6; flak-losses 1 allied 1 russian")
    assert asked(fought, "seine.flak-losses").by == "Allies"
    assert fought.losses() == [
        ("Allies", "Allied Ground Support", 1, "eliminated"),
        ("Soviets", "Russian Ground Support", 1, "eliminated"),
    ]


def test_13_921_flak_losses_are_on_the_table_before_the_bombs_fall():
    text = scenario(raids=raid(23, flak=1), charts=NINE_CUTS)
    walk = stopped_at("seine.allied.bombing", text, {"seine.flak": [6, 6, 1, 1]})
    tables = {table.title: table for table in RULESET.tables(walk.states)}
    assert tables["Raid on Seine"].rows == (("Allied", "23", "2", "still has to bomb"),)
    rows = [(row.place, row.count, row.marks) for row in RULESET.standing(walk.states) if row.unit == "allied-ground-support"]
    assert rows == [("west", 57, ()), ("2214", 21, ("over",)), ("", 2, ("eliminated",))]


def test_13_921_a_nation_that_has_bombed_is_still_over_the_hex():
    text = mixed(10, 10, charts=bombing_charts(9, 5, current=9, cut=3))
    dice = {"seine.flak": [6, 1, 1, 1], "seine.allied.bombing": [6, 6]}
    walk = stopped_at("seine.russian.bombing", text, dice, {"seine.flak-losses": {"allied": 1}})
    over = [(row.unit, row.count) for row in RULESET.standing(walk.states) if row.place == "2214"]
    assert over == [("allied-ground-support", 9), ("russian-ground-support", 10)]
    assert {*not_now(RULESET, walk.position)} == {"west.un.allied", "west.un.russian"}
