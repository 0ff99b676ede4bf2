"""The smaller functions over their whole range: columns and odds, charts, bomber points, supremacy, points and their books."""

from dataclasses import replace
from fractions import Fraction

import pytest
from marks import marks_in, refused_at
from wie import CRT, bombing_charts, combat, raid, scenario

from airwar.engine.dice import Dice
from airwar.loading import parse_scenario
from airwar.rulesets.war_in_europe.allotment import Item, free, idle_points, label, open_items, orders_of, pledged
from airwar.rulesets.war_in_europe.charts import ByColumn, DownColumn, EachPoint, Grid, RailDamage, odds_of
from airwar.rulesets.war_in_europe.columns import (
    Base,
    Shifted,
    base_events,
    base_of,
    column_events,
    columns_shifted,
    hopeless,
    prices,
    shifted,
)
from airwar.rulesets.war_in_europe.ground_battles import Support, shift_in_words, support_events, support_of
from airwar.rulesets.war_in_europe.next_turn import next_turn
from airwar.rulesets.war_in_europe.orders_at_table import MOST_FURTHER, Target, in_words, odds_refused, range_refused, targets
from airwar.rulesets.war_in_europe.position import as_scenario, rows
from airwar.rulesets.war_in_europe.rail_raids import Flight, RaidUnderWay, chart_number, charts_to_read, converted, flak_dice
from airwar.rulesets.war_in_europe.sequence import order_rulings, parts
from airwar.rulesets.war_in_europe.stacks import stacks
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
from airwar.scenario.edit import Drop, Outline, Set

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


# columns and odds


@pytest.mark.parametrize(
    ("heads", "odds"),
    [
        (("1-2", "1:1", "3-1"), ("1/2", "1", "3")),
        (("1-2", "more"), ()),
        (("1-0",), ()),
        (("10-4",), ("5/2",)),
        (("12345-1",), ()),
        ((), ()),
    ],
)
def test_13_93_heads_as_odds(heads, odds):
    assert odds_of(heads) == tuple(map(Fraction, odds))


@pytest.mark.parametrize("points", [0, 5, 6, 11, 12, 13])
def test_13_93_columns_for_points(points):
    assert columns_shifted(points, 6) == {0: 0, 5: 0, 6: 1, 11: 1, 12: 2, 13: 2}[points]
    assert columns_shifted(points, 0) == 0


@pytest.mark.parametrize("base", range(4))
@pytest.mark.parametrize("shift", range(-5, 6))
def test_13_93_a_shift_stops_at_the_edge(base, shift):
    wanted = base + shift
    found = shifted(4, base, shift)
    assert found == Shifted(sorted((0, wanted, 3))[1], not 0 <= wanted <= 3)
    table = Grid("t", Dice(1, 6), ("1-2", "1-1", "2-1", "3-1"))
    assert len(column_events(table, base, *found)) == (found.column != base or found.clamped)


TABLE = Grid("t", Dice(1, 6), ("1-2", "1-1", "2-1", "4-1"))


@pytest.mark.parametrize(
    ("attack", "defender", "attacker", "fit"),
    [
        (1, 0, 0, "below"),
        (2, 0, 0, "exact"),
        (3, 0, 1, "rounded"),
        (4, 1, 1, "exact"),
        (7, 1, 2, "rounded"),
        (8, 2, 2, "exact"),
        (15, 2, 3, "rounded"),
        (16, 3, 3, "exact"),
        (17, 3, 3, "above"),
    ],
)
def test_13_93_the_column_of_some_odds(attack, defender, attacker, fit):
    fought = battle(attack=Fraction(attack), defense=Fraction(4))
    assert base_of(fought, TABLE, "defender") == Base(defender, fit)
    assert base_of(fought, TABLE, "attacker") == Base(attacker, fit)
    setting = turn_of(charts="combat-results: {t: {columns: 1-2 1-1 2-1 4-1}}").setting
    assert hopeless(setting, fought) is (fit == "below")
    assert len(base_events(setting, fought, TABLE, Base(0, fit))) == (fit != "exact")
    lifted = turn_of(charts="combat-results: {t: {columns: 1-2 1-1}}", options="odds-below-table: lowest-column").setting
    assert not hopeless(lifted, fought)


def test_13_93_the_column_as_given_or_not_to_be_found():
    assert base_of(battle(column="2-1"), TABLE, "defender") == Base(2)
    assert base_of(battle(column="3-1"), TABLE, "defender") is None
    assert base_of(battle(attack=Fraction(2)), TABLE, "defender") is None
    assert base_of(battle(attack=Fraction(2), defense=Fraction(0)), TABLE, "defender") is None
    assert base_of(battle(attack=Fraction(2), defense=Fraction(1)), replace(TABLE, heads=("few", "many")), "defender") is None


@pytest.mark.parametrize(
    ("column", "left", "right"),
    [
        ("1-1", [], ["24 for 2-1", "48 for 3-1", "72 for 4-1", "96 for 5-1"]),
        ("2-1", ["24 for 1-1"], ["24 for 3-1", "48 for 4-1"]),
        ("6-1", ["24 for 5-1"], []),
    ],
)
def test_13_93_what_points_buy(column, left, right):
    setting = turn_of(charts=CRT).setting
    for way, bought in ((True, left), (False, right)):
        text = prices(setting, battle(column=column), way)
        assert column in text
        assert [part for part in bought if part not in text] == []
        assert text.count(" for ") == min(4, {"1-1": (0, 5), "2-1": (1, 4), "6-1": (5, 0)}[column][not way])
    assert "24" in prices(turn_of().setting, battle(column=column))


# charts


def test_24_82_accuracy_charts():
    chart = ByColumn(Grid("a", Dice(2, 6), ("1", "2-3"), 2, tuple((str(total), str(2 * total)) for total in range(2, 13))))
    assert chart.most == 3
    assert ByColumn(Grid("a", Dice(1, 6), ("1", "2+"))).most is None
    assert [chart.reading(points, "x") is None for points in (0, 1, 2, 3, 4)] == [True, False, False, False, True]
    assert (chart.reading(1, "x").read((1, 1)), chart.reading(3, "x").read((3, 4))) == (2, 14)
    assert chart.reading(2, "title").row.chart == "title"
    high, low = EachPoint(6, 5, or_less=False), EachPoint(6, 2, or_less=True)
    assert (high.reading(3, "").read((4, 5, 6)), low.reading(3, "").read((1, 2, 3)), high.most) == (2, 2, None)


def test_24_82_rolls_beyond_the_table_are_read_in_the_nearest_row():
    column = DownColumn(Dice(1, 6), Grid("t", Dice(1, 6), ("a",), 2, (("x",), ("y",), ("z",))).column(0))
    assert [column.read((face,)) for face in range(1, 7)] == ["x", "x", "y", "z", "z", "z"]
    assert ["beyond" in column.record((face,)).result for face in range(1, 7)] == [True, False, False, False, True, True]
    assert [(column.record((face,)).row, column.record((face,)).column) for face in (2, 4)] == [("2", "a"), ("4", "a")]


def test_24_82_what_hits_do():
    assert [RailDamage.cut_by(2).of(hits) for hits in range(4)] == ["not cut", "not cut", "cut", "cut"]
    assert [RailDamage(("no effect", "damaged", "cut")).of(hits) for hits in range(5)] == [
        "no effect",
        "damaged",
        "cut",
        "cut",
        "cut",
    ]


def accuracy(columns, rows, more="", mark=""):
    lines = "\n".join(f"        {row}" for row in rows)
    return scenario(
        charts=f"\n  accuracy:\n    9:\n      columns: {columns}{more}\n      rows: {mark}|\n{lines}\n  allied-current: 9"
    )


def damage(columns, rows, mark="!"):
    lines = "\n".join(f"      {row}" for row in rows)
    return scenario(charts=f"\n  rail-damage:\n    columns: {columns}\n    rows: {mark}|\n{lines}")


EACH = [f"{face} {int(face > 4)}" for face in range(1, 7)]
CHARTS = [
    accuracy("each", EACH),
    accuracy("each", [f"{face} {int(face < 3)}" for face in range(1, 7)]),
    accuracy("each", [f"{face} 1" for face in range(1, 7)]),
    accuracy("each", [f"{face} 0" for face in range(1, 7)], mark="!"),
    accuracy("each", [f"{face} {2 * (face > 4)}" for face in range(1, 7)], mark="!"),
    accuracy("each", [f"{face} {int(face in (2, 3))}" for face in range(1, 7)], mark="!"),
    accuracy("each", [f"{face} {int(face in (1, 6))}" for face in range(1, 7)], mark="!"),
    accuracy("each", EACH[:5], mark="!"),
    accuracy("each", EACH, "\n      roll: 1d8", mark="!"),
    accuracy("each", [*EACH, "7 1", "8 1"], "\n      roll: 1d8"),
    accuracy("each", [f"{face} 1" for face in range(2, 13)], "\n      roll: 2d6", mark="!"),
    accuracy("1 2+", [f"{face} 0 1" for face in range(1, 7)]),
    accuracy("1 2+", [f"{face} 0 x" for face in range(1, 7)], mark="!"),
    accuracy("1 2+", [f"{face} 0 1000" for face in range(1, 7)], mark="!"),
    damage("hits", ["to-cut-the-line 2"], ""),
    damage("hits", ["to-cut-the-line 99"], ""),
    damage("hits", ["to-cut-the-line 0"]),
    damage("hits", ["to-cut-the-line many"]),
    damage("hits", ["to-cut 2"]),
    damage("hits", ["to-cut-the-line 2", "to-mend 1"]),
    damage("hits more", ["to-cut-the-line 2 3"]),
    damage("effect", ["1 damaged", "2+ cut"], ""),
    damage("effect", ["1-2 damaged", "3+ cut"], ""),
    damage("effect", ["1 damaged", "2 cut"]),
    damage("effect", ["1 damaged", "3+ cut"]),
    damage("effect", ["2+ cut"]),
]


@pytest.mark.parametrize("number", range(len(CHARTS)))
def test_24_82_which_charts_are_refused(number):
    assert refused_at(CHARTS[number]) == marks_in(CHARTS[number])


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (CHARTS[0], EachPoint(6, 5, False)),
        (CHARTS[1], EachPoint(6, 2, True)),
        (CHARTS[2], EachPoint(6, 1, False)),
        (CHARTS[9], EachPoint(8, 5, False)),
    ],
)
def test_24_82_a_die_for_each_bomber_point(text, found):
    assert parse_scenario(text, "test.yaml").start.state.setting.charts.accuracy_chart("9") == found


@pytest.mark.parametrize(
    ("rows", "effects"),
    [
        (["1 damaged", "2+ cut"], ("no effect", "damaged", "cut")),
        (["1-2 damaged", "3+ cut"], ("no effect", "damaged", "damaged", "cut")),
        (["1+ cut"], ("no effect", "cut")),
    ],
)
def test_24_82_an_effect_for_each_number_of_hits(rows, effects):
    charts = parse_scenario(damage("effect", rows, ""), "test.yaml").start.state.setting.charts
    assert charts.rail_damage == RailDamage(effects)


def test_13_93_the_rows_of_a_table_begin_with_the_lowest_roll():
    lines = "\n".join(f"        {total} a{total} b{total}" for total in range(2, 13))
    charts = f"\n  combat-results:\n    t:\n      columns: 1-1 2-1\n      roll: 2d6\n      rows: |\n{lines}"
    [(name, table)] = turn_of(charts=charts).setting.charts.combat_results.items()
    assert (name, table.dice, table.heads, table.first, table.odds) == ("t", Dice(2, 6), ("1-1", "2-1"), 2, (1, 2))
    assert [table.column(1).at(total) for total in (2, 7, 12)] == ["b2", "b7", "b12"]


def test_the_demonstration_stands_in_for_every_chart():
    charts = turn_of(charts="accuracy: synthetic-demo, rail-damage: synthetic-demo, combat-results: synthetic-demo").setting.charts
    assert charts.demo == {"accuracy", "rail-damage", "combat-results"}
    assert charts.accuracy_chart("9") == charts.accuracy_chart("5") is not None
    assert (list(charts.combat_results), charts.accuracy) == (["synthetic-demo"], {})
    charts = turn_of().setting.charts
    assert (charts.accuracy, charts.allied_current, charts.rail_damage, charts.combat_results, charts.demo) == (
        {},
        None,
        None,
        {},
        frozenset(),
    )


# raids


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


# supremacy


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


# points and their books


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


# at the table


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


# how it is told


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


def used():
    turn = turn_of()
    return turn.using(turn.pools[0], 10, 3)


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


def test_the_order_of_battle():
    numbers = [
        [[int(word) for word in entry.replace("(", "").split() if word.isdigit()] for entry in stack.units]
        for stack in stacks(used())
    ]
    assert numbers == [[[2], [27, 7, 3], [13]], [[]], [[4]], [[50]], [[1]]]
    assert [(stack.side, stack.place) for stack in stacks(used())][:2] == [("Allies", "Front West"), ("Soviets", "Front West")]


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
