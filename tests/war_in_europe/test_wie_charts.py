"""24.82 and 13.93: charts cover every roll and every column, and printed ones are read by a person."""

import pytest
from marks import marks_in, refused_at
from wie import CRT, asked, bombing_charts, combat, drawn, fight, noted, notes_of, raid, refused, results, scenario

CUT_BY_TWO = "\n  allied-current: 9\n  rail-damage: {columns: hits, rows: to-cut-the-line 2}"
BY_COLUMN = ["1 0 0 0", "2 0 0 1", "3 0 1 1", "4 0 1 2", "5 1 1 2", "6 1 2 3"]


def totals(first, last, cells):
    return [f"{total} {cells}" for total in range(first, last + 1)]


def faces(*hitting, of=6):
    """The rows of a chart on which each bomber point rolls, and hits on these faces."""
    return [f"{face} {int(face in hitting)}" for face in range(1, of + 1)]


def damage(*rows, columns="effect", mark=""):
    lines = "".join(f"\n      {row}" for row in rows)
    return f"\n  rail-damage:\n    columns: {columns}\n    rows: {mark}|{lines}"


def bombed(points, dice, chart):
    return fight(scenario(raids=raid(points), charts=CUT_BY_TWO + chart), {"seine.allied.bombing": dice}).end.result


# how a chart is read


def test_24_82_one_roll_under_the_column_of_the_bomber_points():
    chart = drawn("accuracy", "1 2-3 4+", BY_COLUMN)
    assert [bombed(5, [face], chart) for face in (1, 5, 6)] == ["not cut", "not cut", "not cut"]
    assert [bombed(15, [face], chart) for face in (1, 5, 6)] == ["not cut", "not cut", "cut"]
    assert [bombed(80, [face], chart) for face in (1, 3, 4)] == ["not cut", "not cut", "cut"]


@pytest.mark.parametrize(
    ("rows", "roll", "dice", "result"),
    [
        (faces(5, 6), "", [5, 6, 4], "cut"),
        (faces(5, 6), "", [4, 4, 6], "not cut"),
        (faces(1, 2), "", [1, 2, 3], "cut"),
        (faces(1, 2), "", [6, 3, 1], "not cut"),
        (faces(7, 8, of=8), "1d8", [6, 7, 8], "cut"),
    ],
)
def test_24_82_or_a_die_for_each_bomber_point_which_hits_on_its_highest_or_lowest_faces(rows, roll, dice, result):
    assert bombed(15, dice, drawn("accuracy", "each", rows, roll)) == result


def test_24_82_two_dice_are_added_up():
    chart = drawn("accuracy", "1 2+", [f"{total} 0 {total - 5 if total > 5 else 0}" for total in range(2, 13)], "2d6")
    assert [bombed(10, dice, chart) for dice in ([3, 3], [3, 4])] == ["not cut", "cut"]


def test_24_82_rail_damage_may_be_graded():
    accuracy = drawn("accuracy", "1 2+", [f"{face} {face - 1} 9" for face in range(1, 7)])
    charts = f"\n  allied-current: 9{accuracy}{damage('1 damaged', '2-3 blocked', '4+ cut')}"
    found = [fight(scenario(raids=raid(5), charts=charts), {"seine.allied.bombing": [face]}).end.result for face in range(1, 7)]
    assert found == ["no effect", "damaged", "blocked", "blocked", "cut", "cut"]


def test_24_82_what_the_scenario_says_of_a_cut_line_is_told():
    charts = bombing_charts(9, current=9, cut=1).replace("the-line 1", "the-line 1, note: no trains")
    for face, cut in ((5, True), (4, False)):
        fought = fight(scenario(raids=raid(5), charts=charts), {"seine.allied.bombing": [face]})
        assert noted(fought, "no trains") is cut
        assert fought.told("ruling") == []  # these charts are the scenario's own


def test_13_93_a_table_is_read_under_its_column_by_its_own_dice():
    table = drawn("combat-results", "1-1 2-1", [f"{total} a{total} b{total}" for total in range(2, 13)], "2d6")
    for dice, result in (([1, 1], "b2"), ([3, 4], "b7"), ([6, 6], "b12")):
        fought = fight(scenario(battles=combat(24, "false", odds="column: 1-1"), charts=table), {"caen.combat": dice})
        assert (fought.end.result, fought.asked) == (result, [])  # a table at hand is not asked for
        assert fought.told("ruling") == []  # nor announced as made up


def test_24_82_the_demonstration_charts_announce_themselves():
    charts = "accuracy: synthetic-demo, rail-damage: synthetic-demo, combat-results: synthetic-demo"
    text = scenario(raids=raid(23), battles=combat(48, "false"), charts=charts)
    fought = fight(text, "bombing 3; combat 4")
    assert results(fought) == [("Seine", "cut"), ("Caen", "DE")]
    told = {body["option"]: body for body in fought.told("ruling") if body["option"].startswith("charts")}
    assert list(told) == ["charts.accuracy", "charts.rail-damage", "charts.combat-results"]
    assert all(body["value"] == "synthetic-demo" and "SYNTHETIC" in body["text"] for body in told.values())


# what is refused: a `!` is before the part to blame


def accuracy(columns, rows, roll="", mark=""):
    return scenario(charts=drawn("accuracy", columns, rows, roll).replace("|", f"{mark}|") + "\n  allied-current: 9")


CHARTS = [
    accuracy("each", faces(5, 6)),
    accuracy("each", faces(*range(1, 7))),
    accuracy("each", faces(), mark="!"),
    accuracy("each", [row.replace(" 1", " 2") for row in faces(5, 6)], mark="!"),
    accuracy("each", faces(2, 3), mark="!"),
    accuracy("each", faces(1, 6), mark="!"),
    accuracy("each", faces(5, 6)[:5], mark="!"),
    accuracy("each", faces(5, 6), "1d8", mark="!"),
    accuracy("each", totals(2, 12, "1"), "2d6", mark="!"),
    accuracy("1 2+", totals(1, 6, "0 x"), mark="!"),
    accuracy("1 2+", totals(1, 6, "0 1000"), mark="!"),
    *(scenario(charts=damage(f"to-cut-the-line {hits}", columns="hits")) for hits in (2, 99)),
    *(scenario(charts=damage(f"to-cut-the-line {hits}", columns="hits", mark="!")) for hits in (0, "many")),
    scenario(charts=damage("to-cut 2", columns="hits", mark="!")),
    scenario(charts=damage("to-cut-the-line 2", "to-mend 1", columns="hits", mark="!")),
    scenario(charts=damage("to-cut-the-line 2 3", columns="hits more", mark="!")),
    scenario(charts=damage("1-2 damaged", "3+ cut")),
    scenario(charts=damage("2+ cut", mark="!")),
]


@pytest.mark.parametrize("number", range(len(CHARTS)))
def test_24_82_which_charts_are_refused(number):
    assert refused_at(CHARTS[number]) == marks_in(CHARTS[number])


@pytest.mark.proves("13.93")
@pytest.mark.parametrize(
    ("charts", "sentence"),
    [
        (drawn("accuracy", "1 2+", totals(1, 3, "0 1")),
         "13:13: the rows are 1 to 3, but 1d6 also rolls 4, 5, 6; expected a row for every total, or other dice"),
        (drawn("accuracy", "1 2+", totals(2, 8, "0 1")), "the rows are 2 to 8, but 1d6 also rolls 1; expected a row for every"),
        (drawn("combat-results", "1-1 2-1", totals(2, 8, "a b")), "the rows are 2 to 8, but 1d6 also rolls 1"),
        (drawn("combat-results", "1-1 2-1", totals(2, 8, "a b"), "2d6"), "but 2d6 also roll 9, 10, 11, 12"),
        (drawn("combat-results", "1-1 2-1", totals(6, 6, "a b")), "the only row is 6, but 1d6 also rolls 1, 2, 3, 4, 5"),
    ],
)  # fmt: skip
def test_24_82_a_chart_has_a_row_for_every_roll(charts, sentence):
    assert sentence in refused(scenario(charts=charts))


@pytest.mark.parametrize(
    "charts",
    [
        drawn("accuracy", "1 2+", totals(1, 6, "0 1")),
        drawn("combat-results", "1-1 2-1", totals(0, 8, "a b")),  # rows for modified rolls
        drawn("combat-results", "1-1 2-1", [*totals(2, 11, "a b"), "12+ a b"], "2d6"),
    ],
)
def test_24_82_a_chart_that_covers_every_roll_is_good(charts):
    assert refused(scenario(charts=charts)) == ""


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


def test_24_82_every_fault_of_every_chart_is_named():
    charts = drawn("accuracy", "1 2 4 4+", totals(1, 3, "0 0 0 0")) + drawn("combat-results", "1-1 2-1", totals(2, 6, "a b"))
    assert [line.split(": ", 1)[1].split(";")[0] for line in refused(scenario(charts=charts)).splitlines()] == [
        "column 4 begins at 4",
        "column 4+ begins at 4",
        "the rows are 1 to 3, but 1d6 also rolls 4, 5, 6",
        "the rows are 2 to 6, but 1d6 also rolls 1",
    ]


@pytest.mark.parametrize(
    ("rows", "sentence"),
    [
        (["1 damaged", "3+ cut"], "row 3+ begins at 3; expected 2"),
        (["1 damaged", "2 cut"], "the last row has an end; expected one like 2+"),
        (["some cut"], "row 'some' is not a number of hits"),
    ],
)
def test_24_82_graded_damage_covers_every_number_of_hits(rows, sentence):
    assert sentence in refused(scenario(charts=damage(*rows)))


def test_24_82_a_chart_has_a_column_for_the_bomber_points_that_the_scenario_sends():
    short = CUT_BY_TWO + drawn("accuracy", "1 2-3 4", BY_COLUMN)
    said = refused(scenario(raids=raid(25), charts=short))
    assert "25 allied points are 5 bomber points; accuracy chart 9 has columns up to 4 (24.82)" in said
    assert refused(scenario(raids=raid(24), charts=short)) == ""
    asking = scenario(raids=raid(), charts=short)
    assert "accuracy chart 9 has columns up to 4 bomber points, and 80 allied points can make 16 (24.82)" in notes_of(asking)
    assert fight(asking, "allot 25 bomb").end.result == "needs chart accuracy 9"


def test_24_82_check_notes_the_charts_that_will_be_needed():
    assert "accuracy chart current will be needed" in notes_of(scenario(raids=raid(10)))
    assert "rail-damage will be needed" in notes_of(scenario(raids=raid(10), charts=bombing_charts(9, current=9)))
    assert notes_of(scenario(raids=raid(10), charts=bombing_charts(9, current=9, cut=1))) == ""
    assert "the rows of t will be needed" in notes_of(scenario(battles=combat(24), charts=CRT))
    assert "the combat results table will be needed" in notes_of(scenario(battles=combat(24)))


# read from the printed page


READ = {"caen.combat-results.by-hand": "yes"}
STRENGTHS = "attack-strength: 50, defense-strength: 20"


def test_13_93_a_table_without_rows_is_read_by_hand():
    text = scenario(battles=combat(24, "true"), charts=CRT)
    fought = fight(text, "by-hand yes; combat 3; 4-1 D2")
    assert fought.end.result == "D2"
    assert fought.rolls()["caen.combat"]["terms"] == [["one Air Point", 1, "13.93", "air-point"]]


def test_13_93_a_table_that_nobody_has_typed_in_is_read_by_hand():
    text = scenario(battles=combat(24, "false", odds=STRENGTHS))
    assert fight(text, "by-hand yes; columns 1-1 2-1 3-1; roll 2d6; combat 4 5; 3-1 DE").end.result == "DE"


@pytest.mark.parametrize(("odds", "heads"), [(STRENGTHS, "A B C"), ("column: 9-1", "A B")])
def test_13_93_a_column_that_nothing_tells_is_asked_for(odds, heads):
    answers = READ | {"combat-results.columns": heads, "combat-results.roll": "1d6", "caen.column": "A", "combat-results.B.1": "-"}
    text = scenario(battles=combat(24, "false", odds=odds))
    assert fight(text, {"caen.combat": [1]}, answers).end.result == "-"
    with pytest.raises(ValueError, match="no such column 'Z'; expected one of A, B"):
        fight(text, {}, answers | {"caen.column": "Z"})


@pytest.mark.parametrize(("heads", "why"), [("2-1 1-1", "the odds do not rise"), ("1-1 1-1", "expected each head once")])
def test_13_93_heads_that_make_no_table_are_refused(heads, why):
    with pytest.raises(ValueError, match=why):
        fight(scenario(battles=combat(24, "false")), {}, READ | {"combat-results.columns": heads})


def test_13_93_odds_below_a_printed_table_are_not_lifted_onto_it():
    fought = fight(
        scenario(battles=combat(24, "false", odds="attack-strength: 1, defense-strength: 90")),
        "by-hand yes; columns 1-1 2-1; roll 1d6",
    )
    assert fought.end.result == "not allowed: odds below the table"
    assert fought.rolls() == {}


def test_24_82_an_accuracy_chart_and_the_damage_are_read_by_hand():
    fought = fight(
        scenario(raids=raid(20), charts="allied-current: 9"),
        "by-hand yes; by-hand yes; columns 1 2 3-4 5+; roll 2d6; bombing 3 4; 3-4 2; hits cut until repaired",
    )
    assert fought.end.result == "cut until repaired"


def test_24_82_a_printed_chart_may_give_each_bomber_point_a_die():
    charts = "allied-current: 9, rail-damage: {columns: hits, rows: to-cut-the-line 2}"
    fought = fight(scenario(raids=raid(15), charts=charts), "by-hand yes; columns each; roll 1d6; bombing 6 2 6; each 1; each 0")
    assert fought.end.result == "cut"


def test_24_82_a_printed_chart_is_asked_about_once():
    two = f"{raid(5)}, {raid(5, name='loire', at='2215')}"
    fought = fight(scenario(raids=two, charts="rail-damage: synthetic-demo"))
    assert [question.key for question in fought.asked] == ["seine.accuracy-current.by-hand"]


def test_24_82_heads_of_a_printed_accuracy_chart_are_checked():
    answers = {"seine.accuracy-current.by-hand": "yes", "accuracy-current.columns": "1 3"}
    with pytest.raises(ValueError, match="column 3 begins at 3; expected 2"):
        fight(scenario(raids=raid(20), charts="rail-damage: synthetic-demo"), {}, answers)


def test_24_82_nobody_is_asked_for_charts_that_the_scenario_has():
    fought = fight(scenario(raids=raid(5), charts=bombing_charts(9, current=9)), "bombing 6")
    assert asked(fought, "seine.accuracy-9.by-hand") is None
    assert asked(fought, "seine.rail-damage.by-hand") is not None
