"""24.82 and 13.93: charts cover every roll and every column, and printed ones are read by a person."""

import pytest
from wie import CRT, combat, fight, raid, refused, scenario

from airwar.rulesets.war_in_europe.charts import RailDamage


def drawn(name, columns, rows, roll=""):
    lines = "".join(f"\n        {row}" for row in rows)
    return f"\n  {name}:\n    {'9' if name == 'accuracy' else 'mine'}:{roll}\n      columns: {columns}\n      rows: |{lines}"


def totals(first, last, cells):
    return [f"{total} {cells}" for total in range(first, last + 1)]


# every roll has its row


@pytest.mark.parametrize(
    ("charts", "sentence"),
    [
        (drawn("accuracy", "1 2+", totals(1, 3, "0 1")), "the rows are 1 to 3, but 1d6 also rolls 4, 5, 6"),
        (drawn("accuracy", "1 2+", totals(2, 8, "0 1")), "the rows are 2 to 8, but 1d6 also rolls 1; expected a row for every"),
        (drawn("combat-results", "1-1 2-1", totals(2, 8, "a b")), "the rows are 2 to 8, but 1d6 also rolls 1"),
        (drawn("combat-results", "1-1 2-1", totals(2, 8, "a b"), "\n      roll: 2d6"), "but 2d6 also roll 9, 10, 11, 12"),
        (drawn("combat-results", "1-1 2-1", totals(6, 6, "a b")), "the only row is 6, but 1d6 also rolls 1, 2, 3, 4, 5"),
    ],
)
def test_24_82_a_chart_has_a_row_for_every_roll(charts, sentence):
    assert sentence in refused(scenario(charts=charts))


@pytest.mark.parametrize(
    "charts",
    [
        drawn("accuracy", "1 2+", totals(1, 6, "0 1")),
        drawn("combat-results", "1-1 2-1", totals(0, 8, "a b")),  # rows for modified rolls
        drawn("combat-results", "1-1 2-1", [*totals(2, 11, "a b"), "12+ a b"], "\n      roll: 2d6"),
    ],
)
def test_24_82_a_chart_that_covers_every_roll_is_good(charts):
    assert refused(scenario(charts=charts)) == ""


# every number of bomber points has its column


@pytest.mark.parametrize(
    ("columns", "sentence"),
    [
        ("1 2 4 5+", "column 4 begins at 4; expected 3: columns start at 1, without gaps or overlaps"),
        ("1 2-4 4+", "column 4+ begins at 4; expected 5"),
        ("2 3+", "column 2 begins at 2; expected 1"),
        ("1 2+ 5", "column 5 comes after a column without end; expected that one last"),
        ("1 few", "column 'few' is not a number of bomber points; expected one like 2, 3-4 or 5+"),
    ],
)
def test_24_82_columns_have_neither_gaps_nor_overlaps(columns, sentence):
    cells = " ".join("0" for _ in columns.split())
    assert sentence in refused(scenario(charts=drawn("accuracy", columns, totals(1, 6, cells))))


# what hits do


def damage(rows, columns="effect"):
    lines = "".join(f"\n      {row}" for row in rows)
    return f"\n  rail-damage:\n    columns: {columns}\n    rows: |{lines}"


def test_24_82_rail_damage_may_be_graded():
    accuracy = drawn("accuracy", "1 2+", [f"{face} {face - 1} 9" for face in range(1, 7)])
    charts = f"\n  allied-current: 9{accuracy}{damage(['1 damaged', '2-3 blocked', '4+ cut'])}"
    results = [
        fight(scenario(raids=raid(5), charts=charts), {"seine.allied.bombing": [face]}).end.result for face in (1, 2, 3, 4, 5)
    ]
    assert results == ["no effect", "damaged", "blocked", "blocked", "cut"]


@pytest.mark.parametrize(
    ("rows", "sentence"),
    [
        (["1 damaged", "3+ cut"], "row 3+ begins at 3; expected 2"),
        (["1 damaged", "2 cut"], "the last row has an end; expected one like 2+"),
        (["some cut"], "row 'some' is not a number of hits"),
    ],
)
def test_24_82_graded_damage_covers_every_number_of_hits(rows, sentence):
    assert sentence in refused(scenario(charts=damage(rows)))


def test_24_82_the_hits_that_cut_a_line():
    assert [RailDamage.cut_by(2).of(hits) for hits in range(4)] == ["not cut", "not cut", "cut", "cut"]


# read from the printed page


READ = {"caen.combat-results.t.by-hand": "yes"}


def test_13_93_a_table_without_rows_is_read_by_hand():
    text = scenario(battles=combat(24, "true"), charts=CRT)
    fought = fight(text, {"caen.combat": [3]}, READ | {"combat-results.t.4-1.4": "D2"})
    assert fought.end.result == "D2"
    assert fought.rolls()["caen.combat"]["terms"] == [["one Air Point", 1, "13.93", "air-point"]]
    assert fought.asked[-1].what == "the result in the combat results table t, column 4-1, row 4"


def test_13_93_a_table_that_nobody_has_typed_in_is_read_by_hand():
    odds = "attack-strength: 50, defense-strength: 20"
    answers = {
        "caen.combat-results.by-hand": "yes",
        "combat-results.columns": "1-1 2-1 3-1",
        "combat-results.roll": "2d6",
        "combat-results.3-1.9": "DE",
    }
    fought = fight(scenario(battles=combat(24, "false", odds=odds)), {"caen.combat": [4, 5]}, answers)
    assert fought.end.result == "DE"
    assert [body["option"] for body in fought.told("ruling")] == ["odds-rounding"]


def test_13_93_a_column_that_nothing_tells_is_asked_for():
    answers = {
        "caen.combat-results.by-hand": "yes",
        "combat-results.columns": "A B C",
        "combat-results.roll": "1d6",
        "caen.column": "A",
        "combat-results.B.1": "-",
    }
    odds = "attack-strength: 50, defense-strength: 20"
    assert fight(scenario(battles=combat(24, "false", odds=odds)), {"caen.combat": [1]}, answers).end.result == "-"


@pytest.mark.parametrize(("heads", "why"), [("2-1 1-1", "the odds do not rise"), ("1-1 1-1", "expected each head once")])
def test_13_93_heads_that_make_no_table_are_refused(heads, why):
    answers = {"caen.combat-results.by-hand": "yes", "combat-results.columns": heads}
    with pytest.raises(ValueError, match=why):
        fight(scenario(battles=combat(24, "false")), {}, answers)


def test_13_93_odds_below_a_printed_table_are_not_lifted_onto_it():
    odds = "attack-strength: 1, defense-strength: 90"
    answers = {"caen.combat-results.by-hand": "yes", "combat-results.columns": "1-1 2-1", "combat-results.roll": "1d6"}
    fought = fight(scenario(battles=combat(24, "false", odds=odds)), {}, answers)
    assert fought.end.result == "not allowed: odds below the table"


def test_24_82_an_accuracy_chart_is_read_by_hand():
    answers = {
        "seine.accuracy-9.by-hand": "yes",
        "seine.rail-damage.by-hand": "yes",
        "accuracy-9.columns": "1 2 3-4 5+",
        "accuracy-9.roll": "2d6",
        "accuracy-9.3-4.7": "2",
        "rail-damage.hits.2": "cut until repaired",
    }
    fought = fight(scenario(raids=raid(20), charts="allied-current: 9"), {"seine.allied.bombing": [3, 4]}, answers)
    assert fought.end.result == "cut until repaired"


def test_24_82_a_printed_chart_may_give_each_bomber_point_a_die():
    answers = {
        "seine.accuracy-9.by-hand": "yes",
        "accuracy-9.columns": "each",
        "accuracy-9.roll": "1d6",
        "accuracy-9.each.2": "0",
        "accuracy-9.each.6": "1",
    }
    charts = "allied-current: 9, rail-damage: {columns: hits, rows: to-cut-the-line 2}"
    fought = fight(scenario(raids=raid(15), charts=charts), {"seine.allied.bombing": [6, 2, 6]}, answers)
    assert fought.end.result == "cut"  # the six is read once, and known from then on


def test_24_82_a_printed_chart_is_asked_about_once():
    two = f"{raid(5)}, {raid(5).replace('seine', 'loire').replace('2214', '2215')}"
    fought = fight(scenario(raids=two, charts="rail-damage: synthetic-demo"))
    assert [question.key for question in fought.asked] == ["seine.accuracy-current.by-hand"]


def test_24_82_heads_of_a_printed_accuracy_chart_are_checked():
    answers = {"seine.accuracy-current.by-hand": "yes", "accuracy-current.columns": "1 3"}
    with pytest.raises(ValueError, match="column 3 begins at 3; expected 2"):
        fight(scenario(raids=raid(20), charts="rail-damage: synthetic-demo"), {}, answers)
