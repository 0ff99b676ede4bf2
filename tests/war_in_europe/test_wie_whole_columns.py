"""Columns, odds and charts, each function over its whole range."""

from dataclasses import replace
from fractions import Fraction

import pytest
from marks import marks_in, refused_at
from wie import CRT, scenario

from airwar.engine.dice import Dice
from airwar.loading import parse_scenario
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
from airwar.rulesets.war_in_europe.state import GroundBattle

UN = "{allies: {alliance: un, nations: [allied, italian]}, soviets: {alliance: un, nations: [russian]}, axis: {nations: [german]}}"
FRONTS = """
  west: {allies: {air-superiority: 2, ground-support: {allied: 30, italian: 13}}, soviets: {}, axis: {uncommitted: 4}}
  east: {soviets: {ground-support: 50}, axis: {air-superiority: 1}}
"""


def turn_of(**said):
    return parse_scenario(scenario(**{"sides": UN, "fronts": FRONTS} | said), "test.yaml").start.state


def battle(**said):
    values = {"attack": None, "defense": None, "table": "t", "column": ""} | said
    return GroundBattle("caen", "Caen", "west", "allies", "axis", (("axis", 24),), **values)


TABLE = Grid("t", Dice(1, 6), ("1-2", "1-1", "2-1", "4-1"))


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
        (accuracy("each", [f"{face} {int(face < 4)}" for face in range(1, 7)]), EachPoint(6, 3, True)),
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
