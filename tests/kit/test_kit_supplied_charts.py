"""Charts that a scenario supplies: drawn as a ruleset's own chart files are."""

import pytest

from airwar.errors import BadScenario
from airwar.rulesets.kit.charts import Span, SuppliedChart, first_total, span_of
from airwar.scenario.problems import Problems
from airwar.scenario.reader import read_text


def whole(chart, complaints):
    if chart.rows and chart.rows[0][0] == "bad":
        complaints.add("rows", "a bad row")
    return chart


def check(text, **more):
    problems = Problems("a.yaml")
    made = SuppliedChart(whole, "points", "the die", **more).check(read_text(text, "a.yaml"), problems)
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


@pytest.mark.parametrize(("rows", "said"), [(60, []), (61, ["61 rows; expected at most 60"])])
def test_a_chart_has_at_most_sixty_rows(rows, said):
    drawn = "".join(f"  {number} 0\n" for number in range(rows))
    assert [line.split(": ")[-1] for line in check(f'columns: "1"\nrows: |\n{drawn}')[1]] == said


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


def test_its_schema_has_the_same_keys():
    assert set(SuppliedChart(whole, "points", "the die").schema()["properties"]) == {
        "chart",
        "cite",
        "roll",
        "columns",
        "rows",
        "note",
    }


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


def test_a_row_with_too_few_cells_is_reported_at_its_own_line():
    from support import problems_of

    from airwar import rulesets

    template = rulesets.load("dark-crusade").template
    drawn = 'charts:\n  combat-table:\n    columns: "1-9 10-19"\n    rows: |\n      1  0  1\n      2  0\n      3  1  1\n'
    told = problems_of(template.replace("charts: {combat-table: synthetic-demo}\n", drawn))
    line = template[: template.index("charts: {")].count("\n") + 6
    assert [problem for problem in told if "row '2'" in problem] == [
        f"{line}:7: row '2' has 1 cells; expected 2, one for each column"
    ]
