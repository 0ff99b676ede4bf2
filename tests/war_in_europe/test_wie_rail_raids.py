"""13.92 and 13.921: rail lines bombed, and the flak over them."""

from fractions import Fraction

import pytest
from support import Rigged, bare_log
from wie import bombing_charts, fight, raid, refused, scenario, sheet

from airwar.engine.walk import Walk
from airwar.loading import parse_scenario
from airwar.odds.graph import graph_of
from airwar.odds.solve import Solver
from airwar.rulesets.war_in_europe.rail_raids import converted
from airwar.rulesets.war_in_europe.show import tables

W12 = {"seine.flak": [6, 6, 1, 5]}
NINE = bombing_charts(9, current=9)
NINE_CUTS = bombing_charts(9, current=9, cut=1)
TABLE = """
  allied-current: 9
  rail-damage: {columns: hits, rows: to-cut-the-line 3}
  accuracy:
    9:
      columns: 1 2-3 4+
      rows: |
        1  0  0  0
        2  0  0  1
        3  0  1  1
        4  0  1  2
        5  1  1  2
        6  1  2  3
"""
AXIS_EAST = {
    "sides": "{axis: {nations: [german, italian]}, soviets: {nations: [russian]}}",
    "fronts": "{west: {axis: {ground-support: {german: 30, italian: 12}}}}",
}


@pytest.mark.proves("13.92", "13.921")
def test_w12_twenty_three_points_under_flak():
    fought = fight(scenario(raids=raid(23, flak=1)), W12)
    assert sheet(fought, "Strategic Bomber Points") == [["Allied", "23", "4", "3", "accuracy chart current"]]
    assert fought.rolls()["seine.flak"]["dice"] == "4d6"
    assert fought.losses() == [("Allies", "Allied Ground Support", 2, "eliminated")]
    assert fought.state.pools[0].left == 78  # 21 of the 23, and the 57 that stayed behind


@pytest.mark.proves("13.921")
@pytest.mark.parametrize("strength", [1, 10])
def test_w13_the_amount_of_flak_is_immaterial(strength):
    one, other = (fight(scenario(raids=raid(23, flak=flak)), W12) for flak in (1, strength))
    assert one.records == other.records


@pytest.mark.proves("13.92")
def test_w14_five_to_one_and_fewer_than_five_are_refused():
    assert [converted(points) for points in (5, 9, 25)] == [(1, 0), (1, 4), (5, 0)]
    assert "4 allied points do not make a Strategic Bomber Point; expected at least 5 (13.92)" in refused(scenario(raids=raid(4)))
    assert "0 Air points do not make a Strategic Bomber Point" in refused(scenario(raids=raid(0)))
    assert "1 allied point does not make a Strategic Bomber Point" in refused(scenario(raids=raid(1)))
    assert refused(scenario(raids=raid(5))) == ""


@pytest.mark.proves("13.921")
def test_w15_without_flak_no_dice_are_drawn():
    fought = fight(scenario(raids=raid(23)))
    assert fought.rolls() == {}
    assert fought.state.pools[0].left == 80


@pytest.mark.proves("13.92")
def test_w17_the_chart_of_each_nation():
    east = {"sides": "{soviets: {nations: [russian]}, axis: {nations: [german]}}"}
    russian = fight(scenario(**east, fronts="{west: {soviets: {ground-support: 9}}}", raids=raid(9, attacker="soviets")))
    axis = fight(scenario(**AXIS_EAST, raids=raid("{german: 5, italian: 5}", attacker="axis")))
    allied = fight(scenario(raids=raid(5), charts="allied-current: 9"))
    charts = {row[0]: row[-1] for fought in (russian, axis, allied) for row in sheet(fought, "Strategic")}
    numbers = {"Russian": 5, "German": 14, "Italian": 5, "Allied": 9}
    assert charts == {nation: f"accuracy chart {number}" for nation, number in numbers.items()}


@pytest.mark.proves("13.92")
def test_w18_out_of_range_is_refused():
    said = refused(scenario(raids=raid(5).replace("in-range: true", "in-range: false")))
    assert "hex 2214 is out of range; expected a rail hex within regular air range (13.92)" in said


@pytest.mark.proves("13.921")
def test_w21_the_chance_of_losing_a_point():
    ready = parse_scenario(scenario(raids=raid(23, flak=1)), "w21")
    graph = graph_of(ready.script)
    odds = Solver(graph).distribution(graph.start(ready.start))
    chance = sum(chance for end, chance in odds.chances().items() if end.state.pools[0].left < 80)
    assert chance == 1 - Fraction(5, 6) ** 4
    assert round(float(chance), 4) == 0.5177


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
    text = scenario(sides=sides, fronts="{west: {us: {ground-support: 9}}}", raids=raid(9, attacker="us", flak=1), charts=charts)
    dice = {} if nation == "german" else {"seine.flak": [6]}
    fought = fight(text, dice)
    assert fought.end.result == f"needs chart accuracy {needed}"
    assert [body["chart"] for body in fought.told("needschart")] == [f"accuracy {needed}"]
    assert fought.losses() == ([] if nation == "german" else [("US", f"{nation.capitalize()} Ground Support", 1, "eliminated")])


def test_13_92_each_bomber_point_rolls_by_a_chart_of_that_kind():
    text = scenario(raids=raid(23), charts=bombing_charts(9, current=9, cut=2))
    fought = fight(text, {"seine.allied.bombing": [5, 6, 1, 2]})
    assert fought.end.result == "cut"


def test_13_92_one_roll_under_the_column_of_the_bomber_points():
    text = scenario(raids=raid(23), charts=TABLE)
    assert fight(text, {"seine.allied.bombing": [6]}).end.result == "cut"
    assert fight(text, {"seine.allied.bombing": [5]}).end.result == "not cut"


def test_13_92_hits_without_rail_damage_are_counted_and_the_chart_is_named():
    fought = fight(scenario(raids=raid(10), charts=NINE), {"seine.allied.bombing": [5, 4]})
    assert fought.end.result == "1 hit, needs chart rail-damage"


def test_24_82_a_chart_has_a_column_for_the_bomber_points_that_the_scenario_sends():
    charts = TABLE.replace("1 2-3 4+", "1 2-3 4")
    said = refused(scenario(raids=raid(25), charts=charts))
    assert "25 allied points are 5 bomber points; accuracy chart 9 has columns up to 4 (24.82)" in said
    assert refused(scenario(raids=raid(24), charts=charts)) == ""
    assert refused(scenario(raids=raid(25), charts=TABLE)) == ""


def test_24_82_more_bomber_points_than_the_chart_has_columns_for_are_noted_and_need_the_chart():
    ready = parse_scenario(scenario(raids=raid(), charts=TABLE.replace("1 2-3 4+", "1 2-3 4")), "test.yaml")
    assert any(
        "accuracy chart 9 has columns up to 4 bomber points, and 80 allied points can make 16" in str(n) for n in ready.notes
    )
    assert fight(ready, answers={"seine.allies.allot": {"bomb": 25}}).end.result == "needs chart accuracy 9"


def test_13_92_nations_are_floored_apart_and_their_hits_fall_together():
    charts = bombing_charts(14, 5, cut=2)
    fought = fight(
        scenario(**AXIS_EAST, raids=raid("{german: 9, italian: 6}", attacker="axis"), charts=charts),
        {"seine.german.bombing": [6], "seine.italian.bombing": [5]},
    )
    assert [row[:4] for row in sheet(fought, "Strategic")] == [["German", "9", "1", "4"], ["Italian", "6", "1", "1"]]
    assert fought.end.result == "cut"


def test_13_92_a_nation_with_fewer_than_five_is_refused_beside_one_with_enough():
    assert "3 italian points do not make a" in refused(
        scenario(**AXIS_EAST, raids=raid("{german: 9, italian: 3}", attacker="axis"))
    )


def test_13_92_the_hits_of_one_nation_count_when_the_chart_of_another_is_missing():
    charts = bombing_charts(14)
    fought = fight(
        scenario(**AXIS_EAST, raids=raid("{german: 5, italian: 5}", attacker="axis"), charts=charts), {"seine.german.bombing": [6]}
    )
    assert fought.end.result == "1 hit so far, needs chart accuracy 5"


def test_13_92_a_hex_is_bombed_once():
    said = refused(scenario(raids=f"{raid(5)}, {raid(5).replace('seine', 'loire')}"))
    assert "hex 2214 is already bombed by seine; expected one raid with all its points" in said


@pytest.mark.parametrize(("timing", "dice"), [("after", 4), ("before", 3)])
def test_13_921_flak_timing(timing, dice):
    fought = fight(
        scenario(raids=raid(21, flak=1), charts=NINE_CUTS, options=f"flak-timing: {timing}"),
        {"seine.flak": [6, 6, 1, 1], "seine.allied.bombing": [1] * dice},
    )
    assert [(body["option"], body["value"]) for body in fought.told("ruling")] == [("flak-timing", timing)]


def test_13_921_timing_is_not_mentioned_when_it_does_not_matter():
    fought = fight(scenario(raids=raid(23, flak=1)), W12)
    assert fought.told("ruling") == []


def test_13_921_flak_can_leave_no_bomber_point():
    text = scenario(raids=raid(5, flak=1), charts=NINE_CUTS, options="flak-timing: before")
    assert fight(text, {"seine.flak": [6]}).end.result == "not cut"


def test_13_921_flak_that_is_not_german_has_no_effect():
    fought = fight(scenario(**AXIS_EAST, raids=raid("{german: 20}", attacker="axis", flak=5)))
    assert fought.rolls() == {}
    assert any("the only flak in the rules is the German player's" in note["text"] for note in fought.told("note"))


def test_13_921_the_german_player_rolls():
    assert fight(scenario(raids=raid(5, flak=1)), {"seine.flak": [5]}).rolls()["seine.flak"]["by"] == "Axis"


def test_13_92_whoever_bombs_rolls():
    fought = fight(scenario(raids=raid(5), charts=NINE_CUTS), {"seine.allied.bombing": [5]})
    assert fought.rolls()["seine.allied.bombing"]["by"] == "Allies"


def test_13_921_flak_losses_are_on_the_table_before_the_bombs_fall():
    class Looking(Rigged):
        def faces(self, roll, drawn):
            seen[roll.key] = tables(walk.states)
            return super().faces(roll, drawn)

    seen = {}
    start = parse_scenario(scenario(raids=raid(23, flak=1), charts=NINE_CUTS), "test.yaml").start
    looking = Looking({"seine.flak": [6, 6, 1, 1], "seine.allied.bombing": [1] * 4}, {})
    walk = Walk(start, bare_log(), looking)
    walk.run()
    here, boxes, orders = seen["seine.allied.bombing"]
    assert (here.title, here.rows) == ("Raid on Seine", (("Allied", "23", "2", "has still to bomb"),))
    assert boxes.columns[-4:] == ("at start", "shot down", "spent", "free")
    assert boxes.rows == (("West", "Allies", "Allied", "80", "0", "0", "80"),)
    assert orders.rows == (("Seine", "Allies", "Allied", "23", ""),)


MIXED = {
    "sides": "{un: {nations: [allied, russian]}, axis: {nations: [german]}}",
    "fronts": "{west: {un: {ground-support: {allied: 9, russian: 9}}, axis: {}}}",
    "raids": raid("{allied: 9, russian: 9}", attacker="un", flak=1),
}


def test_13_921_flak_dice_count_all_the_points_that_attack_the_hex():
    fought = fight(scenario(**MIXED), {"seine.flak": [6, 6, 1]}, {"seine.flak-losses": {"russian": 2}})
    assert fought.losses() == [("Un", "Russian Ground Support", 2, "eliminated")]
    assert [pool.left for pool in fought.state.pools] == [9, 7]
    assert [(body["option"], body["text"]) for body in fought.told("ruling")] == [
        ("flak-dice", "3 flak dice for all 18 points; by nation 2")
    ]


def test_13_921_by_option_flak_dice_count_the_fives_of_each_nation():
    text = scenario(**MIXED, options="flak-dice: by-nation")
    fought = fight(text, {"seine.allied.flak": [6], "seine.russian.flak": [1]})
    assert [pool.left for pool in fought.state.pools] == [8, 9]


def test_13_921_every_point_that_flak_hits_is_lost_by_somebody():
    with pytest.raises(ValueError, match="1 in all; expected exactly 2"):
        fight(scenario(**MIXED), {"seine.flak": [6, 6, 1]}, {"seine.flak-losses": {"russian": 1}})


def test_13_92_two_players_with_points_of_one_nation_roll_apart():
    sides = "{us: {alliance: un, nations: [allied]}, uk: {alliance: un, nations: [allied]}, axis: {nations: [german]}}"
    fronts = "{west: {us: {ground-support: 9}, uk: {ground-support: 9}, axis: {}}}"
    text = scenario(sides=sides, fronts=fronts, raids=raid(attacker="us"), charts=bombing_charts(9, current=9, cut=2))
    dice = {"seine.us.allied.bombing": [5], "seine.uk.allied.bombing": [6]}
    answers = {"seine.us.allot": {"bomb": 5}, "seine.uk.allot": {"bomb": 5}}
    assert fight(text, dice, answers).end.result == "cut"
