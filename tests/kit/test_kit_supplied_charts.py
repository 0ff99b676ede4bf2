"""Charts that a scenario supplies: drawn as a ruleset's own chart files are."""

import pytest
from support import ask, problems_of

from airwar import rulesets
from airwar.engine.dice import Dice, Term
from airwar.errors import BadScenario
from airwar.rulesets.kit.charts import (
    Grid,
    OpenChart,
    Span,
    SuppliedChart,
    check_totals,
    column_faults,
    column_for,
    dice_refused,
    first_total,
    missing_totals,
    span_of,
    whole_number_refused,
)
from airwar.scenario.problems import Problems
from airwar.scenario.reader import read_text


def whole(chart, complaints):
    if chart.rows and chart.rows[0][0] == "bad":
        complaints.add("rows", "a bad row")
    return chart


def check(text, make=whole, **more):
    problems = Problems("a.yaml")
    made = SuppliedChart(make, "points", "the die", **more).check(read_text(text, "a.yaml"), problems)
    try:
        problems.raise_if_any()
    except BadScenario as bad:
        return made, str(bad).splitlines()
    return made, []


GOOD = """\
chart: Mine
roll: 2d6
columns: "1  2-3  4+"
rows: |
  2   0   0   1

  3   0   1   1
note: from my copy
"""


@pytest.mark.parametrize(
    ("columns", "rows", "said"),
    [
        (1, 60, []),
        (1, 61, ["61 rows; expected at most 60"]),
        (200, 1, []),
        (201, 1, ["201 columns; expected at most 200"]),
    ],
)
def test_a_chart_has_at_most_sixty_rows_and_two_hundred_columns(columns, rows, said):
    drawn = "".join(f"  {number}{' 0' * columns}\n" for number in range(rows))
    text = f'columns: "{" ".join(map(str, range(columns)))}"\nrows: |\n{drawn}'
    assert [line.split(": ")[-1] for line in check(text)[1]] == said


def test_its_texts_are_short_but_for_its_rows():
    properties = SuppliedChart(whole, "points", "the die").schema()["properties"]
    lengths = {name: shape.get("maxLength") for name, shape in properties.items()}
    assert lengths == {"chart": 80, "cite": 20, "columns": 1000, "rows": 8000, "note": 500, "roll": 5}


def test_a_drawn_chart_is_read_as_it_looks():
    chart, problems = check(GOOD)
    assert problems == []
    assert (chart.title, chart.roll, chart.note) == ("Mine", "2d6", "from my copy")
    assert chart.columns == ("1", "2-3", "4+")
    assert chart.rows == (("2", ("0", "0", "1")), ("3", ("0", "1", "1")))


def test_dice_have_a_default():
    assert check('columns: "1"\nrows: "1 0"\n', roll="1d10")[0].roll == "1d10"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('columns: "1 2"\nrows: "1 0"\n', "a.yaml:2:7: row '1' has 1 cells; expected 2, one for each column"),
        ('columns: "1 1"\nrows: "1 0 0"\n', "a.yaml:1:10: '1' heads two columns; expected each head once"),
        ('columns: "1"\nrows: |\n  1 0\n  1 1\n', "'1' heads two rows; expected each head once"),
        ('columns: "1"\nrows: "bad 0"\n', "a.yaml:2:7: a bad row"),
        ('columns: "1"\n', "key 'rows' is missing"),
        ('columns: "1"\nrows: "1 0"\nroll: 3x6\n', "'3x6'"),
    ],
)
def test_problems_of_a_drawing_are_reported_at_its_parts(text, problem):
    made, problems = check(text)
    assert made is None
    assert len(problems) >= 1
    assert problem in problems[0]


def test_a_chart_may_have_columns_only_where_that_is_enough():
    chart, problems = check('columns: "1-1 2-1"\n', columns_only=True)
    assert (chart.columns, chart.rows, problems) == (("1-1", "2-1"), (), [])


def test_nobody_rolls_on_a_chart_without_dice():
    assert check('columns: "1"\nrows: "1 0"\n', dice="")[0].roll == ""
    assert "unknown key 'roll'" in check('columns: "1"\nrows: "1 0"\nroll: 1d6\n', dice="")[1][0]


def test_a_head_is_a_span_of_numbers():
    assert [span_of(head) for head in ("3", "3-4", "5+")] == [Span(3, 3), Span(3, 4), Span(5, None)]
    assert [span_of(head) for head in ("", "4-3", "x", "-1", "3-", "12345")] == [None] * 6
    assert [number in Span(3, 4) for number in (2, 3, 4, 5)] == [False, True, True, False]
    assert 999 in Span(5, None)
    assert 4 not in Span(5, None)


def test_totals_are_consecutive():
    assert first_total(["2", "3", "4", "5+"]) == 2
    assert first_total(["-1", "0", "1"]) == -1
    assert [first_total(heads) for heads in ([], ["2", "4"], ["a"], ["3", "2"])] == [None] * 4


@pytest.mark.parametrize(
    ("heads", "faults"),
    [
        ("1 2-3 4+", []),
        ("1 2-4 6", ["column 6 begins at 6; expected 5: columns start at 1, without gaps or overlaps"]),
        ("2 3", ["column 2 begins at 2; expected 1: columns start at 1, without gaps or overlaps"]),
        ("1 x 2", ["column 'x' is not a number of points; expected one like 2, 3-4 or 5+"]),
        ("1+ 2", ["column 2 comes after a column without end; expected that one last"]),
    ],
)
def test_columns_of_numbers_start_at_one_without_gaps_or_overlaps(heads, faults):
    assert column_faults(heads.split(), "points", open_end=True) == faults


def test_a_column_without_end_is_refused_where_numbers_end():
    assert column_faults(["1", "2+"], "points") == ["column '2+' is not a number of points; expected one like 5 or 5-6"]


@pytest.mark.parametrize(
    ("labels", "dice", "missing"),
    [
        ("1 2 3 4 5 6", "1d6", []),
        ("2 3 4 5", "1d6", [1, 6]),
        ("2 3 4 5+", "1d6", [1]),
        ("1 2 3 4 5 6 7 8 9 10 11+", "2d6", []),
        ("3 4 5 6 7 8 9 10 11", "2d6", [2, 12]),
        ("a b", "1d6", []),
    ],
)
def test_totals_of_the_dice_that_have_no_row_are_known(labels, dice, missing):
    assert missing_totals(labels.split(), Dice.written(dice)) == missing


def test_a_row_with_too_few_cells_is_reported_at_its_own_line():
    template = rulesets.load("dark-crusade").template
    drawn = 'charts:\n  combat-table:\n    columns: "1-9 10-19"\n    rows: |\n      1  0  1\n      2  0\n      3  1  1\n'
    told = problems_of(template.replace("charts: {combat-table: synthetic-demo}\n", drawn))
    line = template[: template.index("charts: {")].count("\n") + 6
    assert [problem for problem in told if "row '2'" in problem] == [
        f"{line}:7: row '2' has 1 cells; expected 2, one for each column"
    ]


# charts that no source prints


def totals_checked(chart, complaints):
    check_totals(chart, complaints)
    return chart


@pytest.mark.parametrize(
    ("rows", "roll", "said"),
    [
        ("1 2 3 4 5 6", "1d6", ""),
        ("1 2 4", "1d6", "the rows are 1, 2, 4; expected consecutive totals of the dice, such as 1 to 6"),
        ("2 3 4", "1d6", "the rows are 2 to 4, but 1d6 also rolls 1, 5, 6; expected a row for every total, or other dice"),
        ("2", "2d2", "the only row is 2, but 2d2 also roll 3, 4; expected a row for every total, or other dice"),
    ],
)
def test_a_chart_by_totals_has_a_row_for_every_total(rows, roll, said):
    drawn = "".join(f"  {row} 0\n" for row in rows.split())
    problems = check(f'roll: {roll}\ncolumns: "1"\nrows: |\n{drawn}', totals_checked)[1]
    assert [line.removeprefix("a.yaml:3:7: ") for line in problems] == [said] * bool(said)


DRAWN = OpenChart(
    "crt", "the table", Grid("Table", Dice.written("2d6"), ("1", "2-3"), 2, tuple((f"a{at}", f"b{at}") for at in range(2, 13)))
)
BY_HAND = OpenChart("crt", "the table", by_hand=True)


def rolled(chart, faces, term=0, answers=()):
    """The cell of the column 2-3, and how the log says it was read."""
    terms = (Term("wind", term, "1"),) if term else ()
    return ask(chart.rolled, "fire", "2-3", "axis", terms, examples=("a1",), dice={"fire": faces}, answers=dict(answers))


@pytest.mark.parametrize(
    ("faces", "term", "cell"), [((1, 1), 0, "b2"), ((6, 6), 0, "b12"), ((3, 4), -2, "b5"), ((1, 1), -1, "b2"), ((6, 6), 1, "b12")]
)
def test_dice_lead_to_a_row_and_beyond_the_rows_to_the_nearest(faces, term, cell):
    assert rolled(DRAWN, faces, term) == cell
    answers = {"crt.roll": "2d6", f"crt.2-3.{cell[1:]}": cell}
    assert rolled(BY_HAND, faces, term, answers) == cell


def test_a_chart_is_missing_if_nobody_has_drawn_its_rows_or_reads_them():
    heads = OpenChart("crt", "the table", Grid("Table", Dice.written("1d6"), ("1", "2-3")))
    assert [chart.missing for chart in (DRAWN, BY_HAND, heads, OpenChart("crt", "the table"))] == [False, False, True, True]
    assert ask(BY_HAND.heads, ("1 2",), answers={"crt.columns": "1 2-3 4+"}) == ("1", "2-3", "4+")
    assert ask(DRAWN.heads, ()) == ask(heads.heads, ()) == ("1", "2-3")
    assert str(ask(heads.dice)) == "1d6"


def test_whether_somebody_reads_a_chart_is_asked():
    assert [ask(BY_HAND.is_at_hand, answers={"crt.by-hand": answer}) for answer in ("yes", "no")] == [True, False]
    assert ask(BY_HAND.is_at_hand) is False


def test_the_column_of_a_number_is_the_first_that_covers_it():
    assert [column_for(("1", "2-4", "x", "6+"), number) for number in (0, 1, 3, 4, 5, 9)] == [None, "1", "2-4", "2-4", None, "6+"]


def test_what_is_typed_from_a_chart_is_checked():
    assert [text for text in ("1d6", "2d20", "9d2", "0d6", "1d1", "10d6", "1d21", "d6", "1d6+1") if dice_refused(text) is None] == [
        "1d6",
        "2d20",
        "9d2",
    ]
    assert dice_refused("3x6") == "'3x6' is not dice; expected for example 1d6"
    assert [text for text in ("0", "999", "1000", "-1", "x", "") if whole_number_refused(text) is None] == ["0", "999"]
    assert whole_number_refused("x") == "'x' is not a whole number"
