"""Bomber points, supremacy, and the books of the points, each function over its cases."""

from dataclasses import replace
from fractions import Fraction

import pytest
from wie import CRT, bombing_charts, combat, raid, scenario

from airwar.loading import parse_scenario
from airwar.rulesets.war_in_europe.allotment import Item, free, idle_points, label, open_items, orders_of, pledged
from airwar.rulesets.war_in_europe.ground_battles import Support, support_events, support_of
from airwar.rulesets.war_in_europe.orders_at_table import Target, in_words
from airwar.rulesets.war_in_europe.rail_raids import Flight, RaidUnderWay, chart_number, charts_to_read, converted, flak_dice
from airwar.rulesets.war_in_europe.state import Boxes, GroundBattle, Order, Pool
from airwar.rulesets.war_in_europe.supremacy import (
    concerned,
    defender_could_shift,
    exposed,
    may_add_to_die,
    may_bomb,
    shifter,
    supremacy_refused,
)

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


def accuracy(columns, rows, more="", mark=""):
    lines = "\n".join(f"        {row}" for row in rows)
    return scenario(
        charts=f"\n  accuracy:\n    9:\n      columns: {columns}{more}\n      rows: {mark}|\n{lines}\n  allied-current: 9"
    )


def damage(columns, rows, mark="!"):
    lines = "\n".join(f"      {row}" for row in rows)
    return scenario(charts=f"\n  rail-damage:\n    columns: {columns}\n    rows: {mark}|\n{lines}")


def test_13_92_13_921_fives():
    assert [converted(points) for points in (0, 4, 5, 9, 10)] == [(0, 0), (0, 4), (1, 0), (1, 4), (2, 0)]
    assert [flak_dice(points) for points in (0, 4, 5, 9, 10)] == [0, 0, 1, 1, 2]


def test_24_82_the_chart_of_a_nation():
    assert [chart_number(turn_of().setting, nation) for nation in ("allied", "italian", "russian")] == ["current", "5", "5"]
    assert chart_number(turn_of(charts=bombing_charts(9, current=9)).setting, "allied") == "9"


def test_24_82_which_charts_a_raid_needs():
    flights = [Flight(Pool("west", "allies", nation, 10, 10), 10) for nation in ("allied", "italian")]
    assert [chart.id for chart in charts_to_read(turn_of().setting, flights)] == ["accuracy-current", "accuracy-5", "rail-damage"]
    setting = turn_of(charts=bombing_charts(9, current=9, cut=1)).setting
    assert [chart.id for chart in charts_to_read(setting, flights)] == ["accuracy-5"]
    assert [chart.id for chart in charts_to_read(setting, flights[:1])] == []


def test_13_921_what_the_rolls_of_a_nation_are_called():
    one, two, other = (
        Flight(Pool("west", side, nation, 9, 9), 9) for side, nation in (("a", "allied"), ("b", "allied"), ("b", "russian"))
    )
    setting, [mission] = (lambda turn: (turn.setting, turn.setting.missions))(turn_of(raids=raid(more=AXIS)))
    under_way = RaidUnderWay(setting, mission, (one, other), (two,))
    assert [under_way.key(flight) for flight in (one, two, other)] == ["a.allied", "b.allied", "russian"]


def test_13_91_who_is_exposed():
    setting = turn_of().setting
    west, east = setting.fronts.values()
    found = {
        (front.id, side): tuple(exposed(setting, front, side, scope) for scope in ("player", "alliance"))
        for front in (west, east)
        for side in setting.sides
    }
    assert found == {
        ("west", "allies"): (False, False), ("west", "soviets"): (True, False), ("west", "axis"): (True, True),
        ("east", "allies"): (True, False), ("east", "soviets"): (False, False), ("east", "axis"): (False, False),
    }  # fmt: skip
    assert [side.id for side in concerned(setting, west)] == ["allies", "soviets", "axis"]
    assert [side.id for side in concerned(setting, east)] == ["soviets", "axis"]
    assert supremacy_refused(setting, "west", "allies", "axis") is None
    assert supremacy_refused(setting, "east", "soviets", "axis") is not None
    assert supremacy_refused(setting, "west", "allies", "soviets") is not None


@pytest.mark.parametrize(
    ("front", "attacker", "options", "expected"),
    [
        ("west", "allies", "", ("allies", True)),
        ("west", "soviets", "", ("soviets", True)),
        ("east", "soviets", "", (None, True)),
        ("east", "soviets", "die-point-without-supremacy: no", (None, False)),
        ("west", "allies", "die-point-without-supremacy: no", ("allies", True)),
        ("east", "allies", "odds-shift-user: either, tas-scope: player", ("axis", True)),
        ("east", "allies", "odds-shift-user: either, tas-scope: alliance", (None, True)),
        ("east", "allies", "odds-shift-user: attacker, tas-scope: player", (None, True)),
    ],
)
def test_13_93_who_may_shift_the_odds(front, attacker, options, expected):
    said = combat(attacker=attacker, front=front, more=AXIS)
    turn = turn_of(battles=said, charts=CRT, options=options)
    [fought] = turn.setting.missions
    assert (shifter(turn.setting, fought), may_add_to_die(turn.setting, fought)) == expected


@pytest.mark.parametrize(("points", "options", "could"), [(24, "", True), (23, "", False), (24, "odds-shift-user: either", False)])
def test_13_93_a_defender_who_could_shift(points, options, could):
    fronts = f"{{west: {{axis: {{ground-support: {points}}}}}}}"
    turn = turn_of(fronts=fronts, battles=combat(more=AXIS), charts=CRT, options=options)
    [fought] = turn.setting.missions
    assert defender_could_shift(turn.setting, fought) is could
    assert not defender_could_shift(turn.setting, replace(fought, defenders=(("axis", 0),)))
    events = support_events(turn.setting, fought, Support())
    assert [event.option for event in events] == ["odds-shift-user"] * could


def test_13_92_rail_lines_are_bombed_under_supremacy():
    turn = turn_of(raids=raid(more=AXIS))
    [mission] = turn.setting.missions
    assert may_bomb(turn.setting, mission)
    assert not may_bomb(turn.setting, replace(mission, front="east"))
    assert mission.sides == ("allies", "axis")


def test_13_912_boxes_and_pools():
    assert (Boxes(2, {"allied": 3, "italian": 4}, 5).remaining, Boxes(2, {"allied": 3}).ground_support) == (9, 3)
    pool = Pool("west", "allies", "allied", 12, 10, 4)
    assert (pool.free, Order("m", "allies", "allied", 4, 1).spent) == (6, 5)
    turn = turn_of()
    setting = turn.setting
    assert (setting.allies("soviets"), setting.allies("axis"), setting.german_side) == (["soviets", "allies"], ["axis"], "axis")
    assert turn.pool("west", "allies", "italian") == Pool("west", "allies", "italian", 13, 13)
    assert turn.pool("east", "allies", "italian") == Pool("east", "allies", "italian", 0, 0)


@pytest.mark.parametrize(("points", "lost", "left", "spent"), [(10, 0, 30, 10), (10, 3, 27, 7), (30, 30, 0, 0), (25, 0, 30, 25)])
def test_13_912_points_that_have_done_a_job(points, lost, left, spent):
    turn = turn_of()
    after = turn.using(turn.pools[0], points, lost)
    assert after.pools == (Pool("west", "allies", "allied", 30, left, spent), *turn.pools[1:])
    again = after.using(after.pools[0], 100)
    assert again.pools[0].spent == left


def test_13_912_orders_never_exceed_what_is_there():
    turn = turn_of(
        battles=combat("{allied: 20, italian: 5}", "true", more=AXIS),
        raids=raid(5, more=AXIS, attacker="allies").replace("points: 5", "points: {allied: 5}"),
        charts=CRT,
    )
    assert [order for _, order in turn.ordered("caen")] == [
        Order("caen", "allies", "allied", 20, 1),
        Order("caen", "allies", "italian", 5),
    ]
    short = turn.using(turn.pools[0], 27)
    assert [order.points for _, order in short.ordered("caen")] == [2, 5]
    assert [order.die for _, order in short.ordered("caen")] == [1, 0]
    assert [pledged(turn, pool) for pool in turn.pools] == [26, 5, 0]
    assert [pledged(turn, turn.pools[0], mission) for mission in ("caen", "seine")] == [21, 5]
    assert [free(turn, turn.pools[0], mission) for mission in ("caen", "seine")] == [9, 25]
    assert turn.done("caen", "DR").orders == (Order("seine", "allies", "allied", 5),)
    assert turn.done("caen", "DR").results == (("caen", "DR"),)
    assert support_of(turn, turn.mission("caen")) == Support(1, 1, 26, 1)


def test_13_912_all_at_once_what_is_pledged_anywhere_is_not_free():
    turn = turn_of(
        battles=combat("{allied: 20}", more=AXIS),
        raids=raid("{allied: 5}", more=AXIS),
        charts=CRT,
        options="allotment: all-at-once",
    )
    assert [free(turn, turn.pools[0], mission) for mission in ("caen", "seine", "")] == [5, 5, 5]
    reused = turn_of(
        battles=combat("{allied: 20}", more=AXIS),
        raids=raid("{allied: 5}", more=AXIS),
        charts=CRT,
        options="allotment: all-at-once, support-reuse: yes",
    )
    assert [free(reused, reused.pools[0], mission) for mission in ("caen", "seine")] == [10, 25]


def test_13_912_an_answer_becomes_orders():
    pool = Pool("west", "allies", "allied", 30, 30)
    named = {"a": Item("seine", 30), "b": Item("caen", 30), "b.die": Item("caen", 1, True)}
    assert orders_of(named, {"a": 0, "b": 6, "b.die": 1}, pool) == [Order("caen", "allies", "allied", 6, 1)]
    assert orders_of(named, {"a": 7, "b": 0, "b.die": 1}, pool) == [
        Order("seine", "allies", "allied", 7),
        Order("caen", "allies", "allied", 0, 1),
    ]


@pytest.mark.parametrize(("points", "idle"), [(24, False), (25, True), (23, True), (48, False)])
def test_13_93_points_that_buy_nothing(points, idle):
    turn = turn_of(
        battles=combat(f"{{allied: {min(points, 30)}, italian: {max(points - 30, 0)}}}", more=AXIS),
        charts=CRT,
        fronts=FRONTS.replace("italian: 13", "italian: 33"),
    )
    assert bool(idle_points(turn, "caen")) is idle


def test_13_912_labels_name_the_prices():
    turn = turn_of(battles=combat(more=AXIS), raids=raid(more=AXIS), charts=CRT)
    assert "5" in label(turn, Item("seine", 30))
    assert "24 for 4-1" in label(turn, Item("caen", 30))
    assert "24" not in label(turn, Item("caen", 1, True))


@pytest.mark.parametrize(("points", "able"), [(4, False), (5, True), (6, True)])
def test_13_92_five_points_can_be_allotted_to_a_raid(points, able):
    turn = turn_of(fronts=f"{{west: {{allies: {{ground-support: {{allied: {points}}}}}}}}}", raids=raid(more=AXIS))
    [mission], [pool] = turn.setting.missions, turn.pools
    assert open_items(turn, pool, mission) == [Item("seine", points)] * able
    assert open_items(replace(turn, lapsed=("seine",)), pool, replace(mission, asked=False)) == [Item("seine", points)] * able
    assert open_items(turn, pool, replace(mission, asked=False)) == []


def test_13_912_what_can_be_allotted_to_a_battle():
    turn = turn_of(battles=combat(more=AXIS), charts=CRT)
    [mission], [allied, italian, russian] = turn.setting.missions, turn.pools
    shift, die = Item("caen", 30), Item("caen", 1, True)
    assert open_items(turn, allied, mission) == [shift, die]
    assert open_items(turn, russian, mission) == []
    assert open_items(turn, allied, replace(mission, ask_shift=False)) == [die]
    assert open_items(turn, allied, replace(mission, ask_die=False)) == [shift]
    assert open_items(replace(turn, lapsed=("caen",)), allied, replace(mission, ask_shift=False, ask_die=False)) == [shift, die]
    assert open_items(turn, allied, replace(mission, defenders=(("axis", 0),))) == [die]
    assert open_items(turn, allied._replace(left=0), mission) == []
    raised = replace(turn, orders=(Order("caen", "allies", "allied", 0, 1),))
    assert open_items(raised, allied, mission) == [Item("caen", 29)]
    assert open_items(raised, italian, mission) == [Item("caen", 13)]
    below = replace(mission, column="", attack=Fraction(1), defense=Fraction(2))
    assert open_items(turn, allied, below) == []


def test_13_912_raids_and_battles_are_told_apart():
    setting = turn_of().setting
    assert ["rail" in in_words(setting, Target(kind, "west", "allies", "axis")) for kind in ("raid", "battle")] == [True, False]
