"""The combat table and large combats (B16)."""

from collections import Counter
from itertools import product

import pytest
from dc_support import drawn, made_up, scenario, table
from support import fight, problems_of

from airwar.rulesets.dark_crusade.charts import named_table
from airwar.rulesets.dark_crusade.combat_table import doubts, groups, groups_on_any_table

HALF = [0, 0, 0, 1, 1, 1]
BATTLE = {"a": "major 4 soviet"}, {"x": "major 3 german"}


@pytest.mark.proves("B16")
@pytest.mark.parametrize("highest", range(19, 37))
def test_d1_37_points_are_19_and_18(highest):
    assert groups(37, highest) == (19, 18)


@pytest.mark.proves("B16")
@pytest.mark.parametrize(("highest", "split"), [(18, (13, 12, 12)), (37, (37,))])
def test_d2_tables_that_contradict_the_source_are_refused(highest, split):
    assert groups(37, highest) == split
    text = scenario(*BATTLE, charts=made_up(highest))
    (problem,) = problems_of(text)
    assert f"the table goes up to {highest}" in problem
    assert "expected 19 to 36" in problem
    assert not problems_of(text.replace("options: {}", "options: {unusual-table: yes}"))


@pytest.mark.proves("B16")
@pytest.mark.parametrize("highest", range(19, 37))
def test_d3_72_points(highest):
    assert groups(72, highest) == ((18,) * 4 if highest < 24 else (24,) * 3 if highest < 36 else (36,) * 2)


def test_d3_72_points_on_any_table():
    assert groups_on_any_table(72) == [(19, 23, (18,) * 4), (24, 35, (24,) * 3), (36, 36, (36,) * 2)]


@pytest.mark.proves("B16")
def test_d5_37_points_roll_two_dice_and_add():
    defenders = dict.fromkeys("stuvwxy", "major 5 soviet") | {"z": "major 2 soviet"}
    attackers = dict.fromkeys("abcd", "major 7 german")
    text = scenario(attackers, defenders, attacker="axis", weather="mud")
    fought = fight(
        text,
        {"target.r1.defender.fire": [6, 1]},
        {"target.r1.attacker.losses": {"a": 8, "b": 8, "c": 6}, "target.r1.attacker.retreat": "retreat"},
    )
    assert fought.rolls()["target.r1.defender.fire"]["result"] == "19 + 3 = 22"
    assert fought.rolls()["target.r1.defender.fire"]["column"] == "19 + 18"


def test_b16_outcomes_agree_with_every_face_counted():
    made = table((1, 1, [0, 0, 0, 1, 1, 1]), (2, 4, [0, 1, 1, 2, 2, 3]))
    reading = made.reading(11, most=7)
    assert [column.label for column in reading.columns] == ["2-4", "2-4", "2-4"]
    counted = Counter(reading.read(faces) for faces in product(range(1, 7), repeat=3))
    assert dict(reading.outcomes()) == counted


def test_b16_groups_are_few_and_equal():
    for total in range(1, 120):
        split = groups(total, 19)
        assert sum(split) == total
        assert max(split) <= 19
        assert max(split) - min(split) <= 1
        assert (len(split) - 1) * 19 < total


def test_b16_the_shipped_table_is_the_made_up_one():
    shipped = named_table("synthetic-demo")
    assert "not the game's" in shipped.title
    assert all(column.results[d - 1] == column.low * d // 6 for column in shipped.columns for d in range(1, 7))
    assert [column.low for column in shipped.columns] == list(range(1, 37))


@pytest.mark.parametrize(
    ("charts", "said"),
    [
        (drawn({"2-36": HALF}), "column 2-36 begins at 2; expected 1"),
        (drawn({"1-9": HALF, "9-36": HALF}), "begins at 9; expected 10"),
        (drawn({"1-9": HALF, "11-36": HALF}), "begins at 11; expected 10"),
        (drawn({"1-36": HALF[:5]}), "the rows are 1, 2, 3, 4, 5; expected 1 to 6, one for each face of the die"),
        (drawn({"1-0": HALF}), "column '1-0' is not a number of points; expected one like 5 or 5-6"),
        (drawn({"1-30": HALF, "31+": HALF}), "column '31+' is not a number of points"),
        (drawn({"1-36": [*HALF[:5], "x"]}), "'x' is not a number of losses"),
        (drawn({"1-36": [*HALF[:5], -1]}), "'-1' is not a number of losses"),
        (drawn({"1-36": HALF}, "roll: 2d6"), "'2d6'"),
    ],
)
def test_b16_a_drawn_table_is_checked(charts, said):
    assert any(said in problem for problem in problems_of(scenario(*BATTLE, charts=charts)))


def test_b16_doubts_about_a_table():
    odd = table((1, 1, [0, 0, 0, 1, 1, 1]), (2, 2, [0, 1, 1, 1, 2, 3]), (3, 36, [2, 1, 1, 1, 1, 1]))
    assert doubts(odd, soviet_air=2) == [
        "column 2 gives up to 3, more than the points that fire",
        "column 3-36 does not rise with the die: 2 1 1 1 1 1",
        "column 3-36 is lower than column 2 on some face",
    ]
    wide = table((1, 36, [0, 0, 0, 1, 2, 2]))
    assert doubts(wide, soviet_air=0) == []
    assert doubts(wide, soviet_air=1) == [
        "column 1-36 gives up to 2, more air units than there are; the number there holds (B1, B2)"
    ]
    assert doubts(table((1, 36, [0, 0, 0, 0, 1, 1])), 0) == []


def test_b16_doubts_are_reported_at_the_start():
    charts = drawn({"1-36": [1, 0, 0, 0, 1, 1]}, "note: my copy")
    text = scenario({"a": "minor 1 soviet"}, {"x": "minor 1 german"}, charts=charts)
    fought = fight(text, {"target.r1.defender.fire": [1]})
    notes = [note["text"] for note in fought.told("note")]
    assert notes[1:3] == ["combat table: my copy", "combat table: column 1-36 does not rise with the die: 1 0 0 0 1 1"]


def test_b16_the_synthetic_table_bears_a_banner_in_every_battle():
    fought = fight(scenario({"a": "minor 1 soviet"}, {"x": "minor 1 german"}), {"target.r1.defender.fire": [6]})
    (banner,) = fought.told("ruling")
    assert banner["option"] == "combat-table"
    assert "NOT THE GAME'S TABLE" in banner["text"]


@pytest.mark.proves("B5", "B7", "B16")
def test_d32_without_a_table_everything_else_is_worked_out():
    attackers = dict.fromkeys("abcd", "major 10 german")
    text = scenario(attackers, {"x": "major 3 soviet"}, attacker="axis", german=1, soviet=1, charts="")
    fought = fight(text)
    assert fought.end.result == "needs chart combat-table"
    assert [needed["chart"] for needed in fought.told("needschart")] == ["combat-table"]
    sheet = fought.told("sheet")[0]
    split = "5 x 16, H 19\n4 x 20, H 20-26\n2 x 27 + 26, H 27-36"
    assert sheet["rows"] == [
        ["Target", "0", "simultaneous", "Axis", "x2", "80", split],
        ["Target", "0", "simultaneous", "Soviet", "", "3", "3"],
        ["Target", "1", "normal", "Axis", "x2", "80", split],
        ["Target", "1", "normal", "Soviet", "", "4", "4"],
    ]
