"""What can be ordered at the table, and how the position is shown."""

from dataclasses import replace

import pytest
from wie import CRT, combat, raid, scenario

from airwar.loading import parse_scenario
from airwar.rulesets.war_in_europe.ground_battles import shift_in_words
from airwar.rulesets.war_in_europe.next_turn import next_turn
from airwar.rulesets.war_in_europe.orders_at_table import MOST_FURTHER, odds_refused, range_refused, targets
from airwar.rulesets.war_in_europe.position import as_scenario, rows
from airwar.rulesets.war_in_europe.sequence import order_rulings, parts
from airwar.rulesets.war_in_europe.standing import standing
from airwar.rulesets.war_in_europe.state import GroundBattle
from airwar.scenario.edit import Drop, Set
from airwar.scenario.outline import Outline

UN = "{allies: {alliance: un, nations: [allied, italian]}, soviets: {alliance: un, nations: [russian]}, axis: {nations: [german]}}"
FRONTS = """
  west: {allies: {air-superiority: 2, ground-support: {allied: 30, italian: 13}}, soviets: {}, axis: {uncommitted: 4}}
  east: {soviets: {ground-support: 50}, axis: {air-superiority: 1}}
"""
AXIS = ", defender: axis"


def turn_of(**said):
    return parse_scenario(scenario(**{"sides": UN, "fronts": FRONTS} | said), "test.yaml").start.state


def battle(**said):
    values = {"attack": None, "defense": None, "table": "t", "column": ""} | said
    return GroundBattle("caen", "Caen", "west", "allies", "axis", (("axis", 24),), **values)


def used():
    turn = turn_of()
    return turn.using(turn.pools[0], 10, 3)


def test_13_912_what_can_be_ordered():
    turn = turn_of()
    assert [target.key for target in targets(turn)] == [
        *("raid.west.allies.axis", "battle.west.allies.axis", "raid.west.soviets.axis", "battle.west.soviets.axis"),
        *("battle.east.allies.axis", "battle.east.soviets.axis"),
    ]
    alone = turn_of(options="allied-support: no")
    assert [target.key for target in targets(alone)] == [
        "raid.west.allies.axis",
        "battle.west.allies.axis",
        "battle.east.soviets.axis",
    ]
    [mission] = turn_of(raids=raid(more=AXIS)).setting.missions
    assert targets(replace(turn, further=(mission,) * MOST_FURTHER)) == []
    assert targets(replace(turn, further=(mission,) * (MOST_FURTHER - 1)))


@pytest.mark.parametrize(
    ("text", "good"),
    [
        *(("72-24", True), ("72:24", True), ("30 - 21/2", True), ("1/2-3", True)),
        *(("72-0", False), ("72", False), ("a-b", False), ("1/0-3", False)),
    ],
)
def test_13_93_strengths_as_they_are_said(text, good):
    assert (odds_refused(text) is None) is good


def test_13_92_a_hex_in_range():
    assert [range_refused(text) is None for text in ("yes", "no", "maybe")] == [True, False, False]


def test_13_93_a_shift_in_words():
    assert [shift_in_words(shift).split()[0] for shift in (-2, 1, 0)] == ["2", "1", "no"]
    assert [shift_in_words(shift).split()[-1] for shift in (-2, 1)] == ["left", "right"]


@pytest.mark.parametrize(
    ("missions", "options", "told"),
    [
        ({"raids": raid(more=AXIS)}, "", []),
        ({"raids": raid(more=AXIS), "battles": combat(more=AXIS)}, "", ["mission-order", "allotment"]),
        ({"raids": raid(more=AXIS), "battles": combat(more=AXIS)}, "allotment: all-at-once", ["mission-order"]),
        ({"raids": f"{raid(more=AXIS)}, {raid(more=AXIS).replace('seine', 'loire').replace('2214', '2215')}"}, "", ["allotment"]),
    ],
)
def test_13_912_the_order_of_missions_is_told_where_it_matters(missions, options, told):
    turn = turn_of(**missions, charts=CRT, options=options)
    assert [event.option for event in order_rulings(turn)] == told
    assert order_rulings(turn.done("seine", "cut")) == []
    assert order_rulings(replace(turn, further=tuple(turn.setting.missions))) == []


@pytest.mark.parametrize(("order", "expected"), [("raids-first", ["13.92", "13.93"]), ("battles-first", ["13.93", "13.92"])])
def test_13_912_the_parts_of_the_turn(order, expected):
    setting = turn_of(options=f"mission-order: {order}").setting
    assert [part.rule for part in parts(setting)] == ["13.91", "13.912", *expected, "13.912"]


def test_the_position_in_tables_and_as_a_scenario():
    turn = used()
    assert rows(turn) == (
        ("West", "Allies", "", "2", "", "", "0"),
        ("West", "Allies", "Allied", "", "27", "7", ""),
        ("West", "Allies", "Italian", "", "13", "0", ""),
        ("West", "Soviets", "", "0", "", "", "0"),
        ("West", "Axis", "", "0", "", "", "4"),
        ("East", "Soviets", "", "0", "", "", "0"),
        ("East", "Soviets", "Russian", "", "50", "0", ""),
        ("East", "Axis", "", "1", "", "", "0"),
    )
    assert [" ".join(line.split()) for line in as_scenario(turn)] == [
        "fronts:",
        "west:",
        "allies: {air-superiority: 2, ground-support: {allied: 27, italian: 13}}",
        "soviets: {}",
        "axis: {uncommitted: 4}",
        "east:",
        "soviets: {ground-support: 50}",
        "axis: {air-superiority: 1}",
    ]


def test_where_the_points_are():
    assert [(row.side, row.place, row.unit, row.count, row.marks) for row in standing((used(),))] == [
        ("allies", "west", "air-superiority", 2, ()),
        ("allies", "west", "allied-ground-support", 20, ()),
        ("allies", "west", "allied-ground-support", 7, ("spent",)),
        ("allies", "", "allied-ground-support", 3, ("eliminated",)),
        ("allies", "west", "italian-ground-support", 13, ()),
        ("axis", "west", "uncommitted", 4, ()),
        ("soviets", "east", "russian-ground-support", 50, ()),
        ("axis", "east", "air-superiority", 1, ()),
    ]


def test_13_912_a_nation_that_had_no_points_and_has_none_changes_nothing():
    edits, _ = next_turn(turn_of(fronts="{west: {allies: {ground-support: {allied: 30}}}}"), Outline({}, {}))
    assert edits == [Drop(("rail-raids",)), Drop(("battles",)), Drop(("orders",))]


def test_13_912_the_next_turn_begins_with_what_is_left():
    edits, _ = next_turn(used(), Outline({}, {}))
    assert edits == [
        Drop(("rail-raids",)),
        Drop(("battles",)),
        Drop(("orders",)),
        Set(("fronts", "west", "allies", "ground-support"), "{allied: 27, italian: 13}"),
    ]


def test_13_912_which_missions_come_first_is_told():
    missions = {"raids": raid(more=AXIS), "battles": combat(more=AXIS), "charts": CRT}
    told = [
        order_rulings(turn_of(**missions, options=f"mission-order: {order}"))[0].text for order in ("raids-first", "battles-first")
    ]
    assert ["before" in text for text in told] == [True, False]
