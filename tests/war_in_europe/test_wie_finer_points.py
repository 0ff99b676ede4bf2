"""What is offered, told and refused at the edges of the rules: five points exactly, ties, charts at hand, unknown names."""

from dataclasses import replace

import pytest
from test_wie_charts import drawn, totals
from test_wie_orders import BATTLE, RAID, SEINE, offered
from wie import CRT, bombing_charts, combat, fight, orders_asked, raid, refused, scenario

from airwar.loading import parse_scenario
from airwar.rulesets.war_in_europe.adjusting import changed, units
from airwar.rulesets.war_in_europe.state import Pool

TWO_NATIONS = "{allies: {nations: [allied, russian]}, axis: {nations: [german]}}"


@pytest.mark.parametrize(("points", "raids"), [(4, []), (5, [RAID])])
def test_13_92_five_points_are_enough_to_order_a_raid(points, raids):
    assert offered(fight(scenario(fronts=f"{{west: {{allies: {{ground-support: {points}}}}}}}"))) == ["none", *raids, BATTLE]


def test_13_912_only_those_who_may_join_a_raid_are_offered_it():
    sides = "{allies: {alliance: un, nations: [allied]}, soviets: {alliance: un, nations: [russian]}, axis: {nations: [german]}}"
    fronts = "{west: {allies: {ground-support: 9}, soviets: {ground-support: 9}}}"
    text = scenario(sides=sides, fronts=fronts, raids=raid(more=", defender: axis"), options="allied-support: no")
    assert [question.key for question in orders_asked(fight(text))] == ["seine.allies.allot"]


def test_13_921_flak_falls_on_the_larger_contingent_unless_its_owner_says_otherwise():
    fronts = "{west: {allies: {air-superiority: 12, ground-support: {allied: 10, russian: 20}}}}"
    points = "{allied: 10, russian: 15}"
    text = scenario(sides=TWO_NATIONS, fronts=fronts, raids=raid(points, flak=1))
    fought = fight(text, {"seine.flak": [6, 1, 1, 1, 1]}, {"seine.flak-losses": {"allied": 1}})
    (question,) = [question for question in fought.asked if question.key.endswith("flak-losses")]
    assert dict(question.default) == {"allied": 0, "russian": 1}


def test_24_82_without_the_damage_chart_it_is_named_with_the_hits():
    fought = fight(scenario(raids=raid(5), charts=bombing_charts("9", current="9")), {"seine.allied.bombing": [6]})
    assert fought.end.result == "1 hit, needs chart rail-damage"
    assert [body["text"] for body in fought.told("needschart")] == ["1 hit on Seine; what hits do to a rail line is not known"]


@pytest.mark.parametrize("missions", [{"raids": raid(5, front="east")}, {"battles": combat(1, front="east")}])
def test_a_mission_on_an_unknown_front_is_refused_once(missions):
    said = refused(scenario(charts=CRT, **missions))
    assert "east" in said
    assert len(said.splitlines()) == 1


def test_13_93_a_table_at_hand_is_not_asked_for():
    table = drawn("combat-results", "1-1 2-1 3-1 4-1 5-1 6-1", totals(1, 6, "AR AR EX DR DR DE"))
    fought = fight(scenario(battles=combat(0, "false"), charts=table), {"caen.combat": [4]})
    assert fought.asked == []
    assert fought.end.result == "EX"


def test_13_93_a_table_with_a_row_missing_has_one_fault():
    said = refused(scenario(battles=combat(0, "false"), charts=drawn("combat-results", "3-1 2-1", totals(1, 5, "EX EX"))))
    assert "but 1d6 also rolls 6" in said
    assert "do not rise" not in said


@pytest.mark.parametrize(
    ("allotment", "said"), [("each-mission", "when its time comes"), ("all-at-once", "before the first raid and the first battle")]
)
def test_13_912_when_points_are_allotted_is_told_once(allotment, said):
    text = scenario(raids=raid(5), battles=combat(1, "false"), charts=CRT, options=f"allotment: {allotment}")
    told = [body["text"] for body in fight(text).told("ruling") if body["option"] == "allotment"]
    assert len(told) == 1
    assert said in told[0]


def test_13_912_further_missions_are_asked_for_after_raids_whichever_come_first():
    text = scenario(raids=raid(5), battles=combat(1, "false"), charts=CRT, options="mission-order: battles-first")
    more = text.replace("rail-raids:", "orders: ask\nrail-raids:")
    assert [question.key for question in fight(more).asked if question.key.startswith("next")] == ["next-mission-1"]


def test_13_912_a_hex_is_bombed_once():
    text = scenario(raids=raid(5)).replace("rail-raids:", "orders: ask\nrail-raids:")
    with pytest.raises(ValueError, match="hex 2214 has been bombed in this turn"):
        fight(text, {}, SEINE)


NAME = "west.allies.allied"


def turn_with(spent):
    """A turn in which the Allies have 8 points of 10 left, and have used some of them."""
    return replace(parse_scenario(scenario(), "west.yaml").start.state, pools=(Pool("west", "allies", "allied", 10, 8, spent),))


@pytest.mark.parametrize(("value", "had"), [("2", 4), ("999", 1001)])
def test_a_ruling_on_points_changes_what_there_was(value, had):
    after = changed(turn_with(0), NAME, "left", value)
    assert (units(after), after.pools[0].had) == ({NAME: {"left": int(value)}}, had)


@pytest.mark.parametrize("value", ["1", "1000", "-1", "many"])
def test_a_ruling_takes_no_points_that_are_used(value):
    with pytest.raises(ValueError, match="is not a number from 2, which are used or ordered already, to 999"):
        changed(turn_with(2), NAME, "left", value)
