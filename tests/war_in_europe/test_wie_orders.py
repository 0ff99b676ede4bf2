"""13.912: raids and battles that the scenario does not list are ordered at the table."""

import pytest
from test_wie_books import books_are_checked
from wie import CRT, bombing_charts, combat, fight, raid, scenario

from airwar.answers.chance import AnyLegal
from airwar.battle import begin
from airwar.loading import parse_scenario

NOTHING_LISTED = scenario(charts=CRT)
RAID = "raid.west.allies.axis"
BATTLE = "battle.west.allies.axis"
SEINE = {"next-mission-1": RAID, "raid-1.hex": "2214", "raid-1.in-range": "yes", "raid-1.has-flak": "no"}


def offered(fought, number=1):
    return list(next(question for question in fought.asked if question.key == f"next-mission-{number}").options)


def test_13_912_a_scenario_without_missions_is_played_at_the_table():
    answers = SEINE | {"raid-1.allies.allot": {"bomb": 25}, "next-mission-2": BATTLE, "battle-2.defense": "24"}
    answers |= {"battle-2.odds": "72-24", "battle-2.allies.allot": {"shift": 48, "die": 1}, "next-mission-3": "none"}
    fought = fight(NOTHING_LISTED, {}, answers)
    assert fought.end.result == "hex 2214: needs chart accuracy current; battle-2: column 5-1, die +1"
    assert fought.state.pools[0].spent == 74


def test_13_912_without_an_answer_nothing_more_is_ordered():
    assert fight(NOTHING_LISTED).end.result == "supremacy tested"


def test_13_912_listed_missions_are_all_there_are_unless_more_are_asked_for():
    listed = scenario(battles=combat(48, "true"), charts=CRT)
    assert not any(question.key.startswith("next-mission") for question in fight(listed).asked)
    more = fight(listed.replace("rail-raids:", "orders: ask\nrail-raids:"), {}, {"next-mission-1": "none"})
    assert offered(more) == ["none", RAID, BATTLE]


def test_13_91_raids_need_supremacy_and_battles_need_points():
    contested = scenario(fronts="{west: {allies: {ground-support: 9}, axis: {air-superiority: 1}}}")
    assert offered(fight(contested)) == ["none", BATTLE]
    few = scenario(fronts="{west: {allies: {ground-support: 4}}}")
    assert offered(fight(few)) == ["none", BATTLE]
    assert fight(scenario(fronts="{west: {}}".replace("{}", "{allies: {}}"))).asked == []


def test_13_912_points_that_have_flown_are_not_offered_again():
    fought = fight(NOTHING_LISTED, {}, SEINE | {"raid-1.allies.allot": {"bomb": 80}})
    assert [question.key for question in fought.asked if question.key.startswith("next")] == ["next-mission-1"]


def test_13_912_allies_may_be_counted_on():
    sides = "{allies: {alliance: un, nations: [allied]}, soviets: {alliance: un, nations: [russian]}, axis: {nations: [german]}}"
    fronts = "{west: {soviets: {ground-support: 9}}}"
    assert "raid.west.allies.axis" in offered(fight(scenario(sides=sides, fronts=fronts)))
    alone = scenario(sides=sides, fronts=fronts, options="allied-support: no")
    assert offered(fight(alone)) == ["none", "raid.west.soviets.axis", "battle.west.soviets.axis"]


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ({"raid-1.in-range": "no"}, "must be within regular air range"),
        ({"raid-1.has-flak": "some"}, "'some' is neither yes nor no"),
    ],
)
def test_13_92_what_the_table_says_of_a_raid_is_checked(answer, why):
    with pytest.raises(ValueError, match=why):
        fight(NOTHING_LISTED, {}, SEINE | answer)


def test_13_92_a_hex_is_bombed_once_though_ordered_at_the_table():
    text = scenario(raids=raid(10), charts=bombing_charts(9, current=9, cut=1)).replace("rail-raids:", "orders: ask\nrail-raids:")
    with pytest.raises(ValueError, match="hex 2214 has been bombed in this turn"):
        fight(text, {"seine.allied.bombing": [1, 1]}, SEINE)


@pytest.mark.parametrize(("odds", "why"), [("many", "is not two strengths"), ("72-0", "more than 0")])
def test_13_93_what_the_table_says_of_a_battle_is_checked(odds, why):
    with pytest.raises(ValueError, match=why):
        fight(NOTHING_LISTED, {}, {"next-mission-1": BATTLE, "battle-1.defense": "24", "battle-1.odds": odds})


def test_13_93_the_table_of_a_battle_is_asked_for_where_there_are_several():
    charts = "combat-results: {t: {columns: 1-1 2-1}, u: {columns: 3-1 4-1}}"
    answers = {"next-mission-1": BATTLE, "battle-1.defense": "6", "battle-1.odds": "30-10", "battle-1.table": "u"}
    fought = fight(scenario(charts=charts), {}, answers | {"battle-1.allies.allot": {"shift": 6}})
    assert fought.end.result == "column 4-1, die +0"


def test_13_921_flak_fires_at_a_raid_that_was_ordered_at_the_table():
    answers = SEINE | {"raid-1.has-flak": "yes", "raid-1.allies.allot": {"bomb": 10}}
    fought = fight(NOTHING_LISTED, {"raid-1.flak": [6, 1]}, answers)
    assert fought.state.pools[0].left == 79


def test_13_912_all_at_once_further_missions_take_what_is_left():
    text = scenario(raids=raid(30), charts=CRT, options="allotment: all-at-once").replace("rail-raids:", "orders: ask\nrail-raids:")
    answers = SEINE | {"raid-1.hex": "2215", "raid-1.allies.allot": {"bomb": 50}}
    assert fight(text, {}, answers).state.pools[0].spent == 80


def test_13_912_random_orders_at_the_table_end_and_keep_the_books():
    ready = parse_scenario(NOTHING_LISTED, "test.yaml")
    with books_are_checked() as checked:
        ends = [begin(ready, None, seed).walk(AnyLegal(seed)).run() for seed in range(20)]
    assert any(len(end.state.further) > 2 for end in ends)
    assert checked


def test_13_92_a_hex_is_ordered_once_at_the_table():
    answers = SEINE | {"raid-1.allies.allot": {"bomb": 10}, "next-mission-2": RAID, "raid-2.hex": "2214"}
    with pytest.raises(ValueError, match="2214"):
        fight(NOTHING_LISTED, {}, answers)
