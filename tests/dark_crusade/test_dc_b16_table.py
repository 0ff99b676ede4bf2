"""The combat table and large combats (B16): drawn in the scenario, in a file beside it, read by a person, or missing."""

from collections import Counter
from itertools import product

import pytest
from dc_support import DRIVEN, THROWN_BACK, drawn, fates, fires_with, made_up, notes, play, ruled, scenario, waiting
from support import problems_of

from airwar.analysis.verify import verify
from airwar.battle.battle import begin
from airwar.errors import BadScenario
from airwar.setup.loading import load_scenario, parse_scenario

HALF = [0, 0, 0, 1, 1, 1]
BATTLE = {"a": "major 4 soviet"}, {"x": "major 3 german"}


def of(points, highest):
    """How points are split on a table of this height."""
    return fires_with(scenario({"a": "major 1 soviet"}, defense(points), charts=made_up(highest)), "defender")


def defense(points, nation="german"):
    """Defenders with so many points."""
    return {f"x{number}": f"major {min(36, points - number)} {nation}" for number in range(0, points, 36)}


# large combats


@pytest.mark.proves("B16")
@pytest.mark.parametrize("highest", range(19, 37))
def test_d1_d3_37_and_72_points_on_every_table_that_the_source_allows(highest):
    assert of(37, highest) == "19 + 18"
    assert of(72, highest) == " + ".join(["18"] * 4 if highest < 24 else ["24"] * 3 if highest < 36 else ["36"] * 2)


@pytest.mark.proves("B16")
@pytest.mark.parametrize(("highest", "split"), [(18, "13 + 12 + 12"), (37, "37")])
def test_d2_tables_that_contradict_the_source_are_refused_without_the_option(highest, split):
    text = scenario(*BATTLE, charts=made_up(highest))
    (problem,) = problems_of(text)
    assert f"the table goes up to {highest}, so 37 points are {split}; expected 19 to 36" in problem
    assert not problems_of(text.replace("options: {}", "options: {unusual-table: yes}"))


@pytest.mark.proves("B16")
def test_d5_37_points_roll_two_dice_and_add():
    text = scenario(dict.fromkeys("abcd", "major 7 german"), defense(37, "soviet"), attacker="axis", weather="mud")
    fought = play(text, "defender.fire 6 1; attacker.losses a=8 b=8 c=6; attacker.retreat retreat")
    assert fought.rolls()["target.r1.defender.fire"]["result"] == "19 + 3 = 22"
    assert fought.rolls()["target.r1.defender.fire"]["column"] == "19 + 18"
    assert "Soviet (defender) fires with 37 in groups of 19 + 18 (B16)" in "\n".join(notes(fought))


@pytest.mark.parametrize("total", [1, 18, 19, 20, 38, 39, 57, 58, 100])
def test_b16_groups_are_few_and_equal(total):
    groups = [int(size) for size in of(total, 19).split(" + ")]
    assert sum(groups) == total
    assert max(groups) <= 19
    assert max(groups) - min(groups) <= 1
    assert (len(groups) - 1) * 19 < total


def test_b16_what_a_roll_can_give_agrees_with_every_face_counted():
    charts = drawn({"1-9": range(6), "10-19": range(2, 8)})
    text = scenario({"a": "major 4 soviet"}, defense(45), charts=charts)
    reading = waiting(text, "target.r1.defender.fire").question.reading
    every = list(product(range(1, 7), repeat=3))
    assert [reading.read(faces) for faces in every] == [min(5, sum(faces) + 3) for faces in every]  # a survives four losses
    assert dict(reading.outcomes()) == Counter(map(reading.read, every))


# a table that is drawn


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
        (drawn({"1-18": HALF, "19-36": [0] * 6}).replace(" 0\n", "\n", 1), "row '1' has 1 cells; expected 2"),
        ("\n    1: [0, 0, 0, 1, 1, 1]", "key 'columns' is missing; expected text of at most 1,000 characters"),
        ("my-table", "'my-table' is not synthetic-demo"),
        ('\n    columns: "1-9 11-36"', "column 11-36 begins at 11; expected 10"),
        ('\n    columns: "1-9 10-18"', "the table goes up to 18"),
    ],
)
def test_b16_a_table_that_is_not_one_is_refused(charts, said):
    assert any(said in problem for problem in problems_of(scenario(*BATTLE, charts=charts)))


def test_b16_a_faulty_table_does_not_hide_other_problems():
    text = scenario(BATTLE[0], {"x": "minor 3 german, losses: 3"}, charts=drawn({"2-36": HALF}))
    assert len(problems_of(text)) == 2


def test_b16_a_roll_is_read_in_the_column_as_it_is_headed_and_a_dash_is_no_result():
    charts = drawn(
        {"1": ["-", "-", "-", 1, 1, 1], "2-4": ["\N{EN DASH}", 1, 1, 2, 2, 3], "5-20": [1, 1, 2, 2, 3, 4]}, "note: my copy"
    )
    fought = play(scenario({"a": "major 1 soviet"}, {"x": "major 3 german"}, charts=charts), DRIVEN)
    rolls = fought.rolls()
    assert [(roll["column"], roll["row"], roll["result"]) for roll in rolls.values()] == [("2-4", "1", "0"), ("1", "1", "0")]
    assert "combat table: my copy" in notes(fought)
    assert "combat-table" not in ruled(fought)  # it is not a made-up one


def test_b16_the_shipped_table_is_the_made_up_one_and_says_so_at_every_battle():
    for points in (1, 7, 36):
        reading = waiting(scenario({"a": "major 36 soviet"}, defense(points)), "target.r1.defender.fire").question.reading
        assert [reading.read((face,)) for face in range(1, 7)] == [points * face // 6 for face in range(1, 7)]
    fought = play(scenario(*BATTLE), THROWN_BACK)
    assert ruled(fought)["combat-table"] == "synthetic-demo"
    assert "NOT THE GAME'S TABLE" in fought.told("ruling")[0]["text"]
    assert "not the game's" in fought.rolls()["target.r1.defender.fire"]["chart"]


DOUBTS = [
    ({"1-36": [0, 0, 0, 0, 1, 1]}, 0, []),
    ({"1": HALF, "2-36": HALF}, 1, []),
    ({"1": [0, 0, 0, 0, 1, 2], "2-36": [0, 0, 0, 1, 1, 2]}, 0, ["column 1 gives up to 2, more than the points that fire"]),
    ({"1-36": [0, 0, 0, 1, 2, 2]}, 0, []),
    (
        {"1-36": [0, 0, 0, 1, 2, 2]},
        1,
        ["column 1-36 gives up to 2, more air units than there are; the number there holds (B1, B2)"],
    ),
    ({"1-5": HALF, "6-36": [0, 0, 0, 1, 1, 7]}, 5, []),
    ({"1-36": [1, 0, 0, 0, 1, 1]}, 0, ["column 1-36 does not rise with the die: 1 0 0 0 1 1"]),
    ({"1-5": HALF, "6-36": [0, 0, 0, 0, 1, 1]}, 0, ["column 6-36 is lower than column 1-5 on some face"]),
]


@pytest.mark.proves("B1", "B2")
@pytest.mark.parametrize(("heads", "soviet", "said"), DOUBTS)
def test_b16_what_is_odd_about_a_table_is_noted_by_check_and_told_at_the_start(heads, soviet, said):
    text = scenario({"a": "major 1 soviet"}, {"x": "minor 1 german"}, soviet=soviet, charts=drawn(heads))
    found = [note.text for note in parse_scenario(text, "test.yaml").notes]
    assert found == [f"combat table: {doubt}" for doubt in said]
    assert notes(play(text, "flak 2; " * bool(soviet) + "defender.fire 2; attacker.retreat retreat"))[1 : 1 + len(said)] == found


def test_b16_a_table_can_be_in_its_own_file_which_the_log_keeps(tmp_path):
    (tmp_path / "mine.yaml").write_text(f"combat-table:{made_up()}\n")
    path = tmp_path / "battle.yaml"
    text = scenario({"a": "minor 1 soviet"}, {"x": "major 6 german"}, choices='"*.fire": [6]; "*": default')
    path.write_text(text.replace("{combat-table: synthetic-demo}", "mine.yaml"))
    battle = begin(load_scenario(str(path)), tmp_path / "log.jsonl", 1)
    battle.by_script()
    battle.settle()
    (tmp_path / "mine.yaml").unlink()
    assert verify(tmp_path / "log.jsonl").finished


def test_b16_a_fault_in_a_chart_file_is_reported_there(tmp_path):
    (tmp_path / "mine.yaml").write_text('combat-table:\n  columns: "2-36"\n  rows: "1 0"\n  roll: 1d6\n')
    path = tmp_path / "battle.yaml"
    path.write_text(scenario(*BATTLE).replace("{combat-table: synthetic-demo}", "mine.yaml"))
    with pytest.raises(BadScenario, match=r"mine.yaml:2:12: column 2-36 begins at 2; expected 1"):
        load_scenario(str(path))


# without a table


@pytest.mark.proves("B5", "B7", "B16")
def test_d32_without_a_table_everything_else_is_worked_out():
    attackers = dict.fromkeys("abcd", "major 10 german")
    fought = play(scenario(attackers, {"x": "major 3 soviet"}, attacker="axis", german=1, soviet=1, charts=""))
    assert fought.end.result == "needs chart combat-table"
    assert [needed["chart"] for needed in fought.told("needschart")] == ["combat-table"]
    split = "5 x 16, H 19\n4 x 20, H 20-26\n2 x 27 + 26, H 27-36"
    assert fought.told("sheet")[0]["rows"] == [
        ["Target", "0", "simultaneous", "Axis", "x2", "80", split],
        ["Target", "0", "simultaneous", "Soviet", "", "3", "3"],
        ["Target", "1", "normal", "Axis", "x2", "80", split],
        ["Target", "1", "normal", "Soviet", "", "4", "4"],
    ]


@pytest.mark.parametrize(
    ("total", "split"),
    [
        (19, "19"),
        (20, "2 x 10, H 19\n20, H 20-36"),
        (36, "2 x 18, H 19-35\n36, H 36"),
        (37, "19 + 18"),
        (39, "3 x 13, H 19\n20 + 19, H 20-36"),
    ],
)
def test_b16_groups_on_every_table_that_the_source_allows(total, split):
    rows = play(scenario({"a": f"major {total} soviet"}, {"x": "minor 1 german"}, charts="")).told("sheet")[0]["rows"]
    assert rows[0][5:] == [str(total), split]


# the printed table, read by a person

HEADS = "1 2 3 4 5-6 7-8 9-12 13-16 17-24"
AT_HAND = {"combat-table.by-hand": "yes", "combat-table.columns": HEADS}


def test_b16_a_table_that_nobody_has_typed_in_is_read_by_hand():
    text = scenario({"a": "major 18 soviet"}, {"x": "minor 1 german"}, charts="")
    fought = play(
        text,
        "defender.fire 2; attacker.retreat stay; attacker.fire 5",
        AT_HAND | {"combat-table.1.2": "-", "combat-table.17-24.5": "1"},
    )
    assert fought.end.result == "taken: defenders destroyed"
    cell = fought.question("combat-table.17-24.5")
    assert cell.what == "the result in the combat table, column 17-24, row 5"


def test_b16_heads_may_be_given_without_rows_and_a_cell_is_read_once():
    text = scenario({"a": "minor 2 soviet"}, {"x": "minor 2 german"}, charts=f'\n    columns: "{HEADS}"')
    said = "defender.fire 3; attacker.retreat stay; attacker.fire 3; defender.retreat retreat"
    fought = play(text, said, {"combat-table.by-hand": "yes", "combat-table.2.3": "0"})
    assert [question.key for question in fought.asked].count("combat-table.2.3") == 1


def test_b16_the_groups_of_a_large_total_are_read_one_by_one():
    text = scenario({"a": "major 37 soviet"}, {"x": "major 5 german"}, charts="")
    cells = {"combat-table.5-6.1": "0", "combat-table.17-24.2": "1", "combat-table.17-24.6": "3"}
    fought = play(text, "defender.fire 1; attacker.retreat stay; attacker.fire 2 6; defender.retreat retreat", AT_HAND | cells)
    assert fates(fought, "x") == {"x": "rear dispersed losses=4"}
    assert [note for note in notes(fought) if note.startswith("the result is")] == ["the result is 1 + 3 = 4"]  # not of one group


@pytest.mark.parametrize(
    ("answers", "why"),
    [
        ({"combat-table.columns": "1 3-24"}, "column 3-24 begins at 3; expected 2"),
        ({"combat-table.columns": "1-40"}, "the table goes up to 40"),
        ({"combat-table.columns": "1 many"}, "is not a number of points"),
        ({"combat-table.1.2": "many"}, "'many' is not a number of losses"),
    ],
)
def test_b16_what_cannot_be_on_the_printed_table_is_refused(answers, why):
    with pytest.raises(ValueError, match=why):
        play(scenario({"a": "minor 1 soviet"}, {"x": "minor 1 german"}, charts=""), "defender.fire 2", AT_HAND | answers)
