"""Cases from the table, each a file: the right result, or a refusal that says why."""

from pathlib import Path

import pytest
from wie import fight, sheet

from airwar.errors import BadScenario
from airwar.loading import load_scenario

CASES = Path(__file__).with_name("table_cases")


def case(name):
    return load_scenario(str(CASES / f"{name}.yaml"))


def refusal(name):
    with pytest.raises(BadScenario) as bad:
        case(name)
    return [f"{problem.line}: {problem.text}" for problem in bad.value.problems]


def test_24_82_rows_and_columns_that_are_missing_are_named():
    gap = "13: column 4 begins at 4; expected 3: columns start at 1, without gaps or overlaps"
    overlap = "13: column 4+ begins at 4; expected 5: columns start at 1, without gaps or overlaps"
    rows = "14: the rows are 1 to 3, but 1d6 also rolls 4, 5, 6; expected a row for every total, or other dice"
    accuracy = [gap, overlap, rows]
    wrong_dice = "the rows are 2 to 8, but 1d6 also rolls 1; expected a row for every total, or other dice"
    too_few = "the rows are 2 to 8, but 2d6 also roll 9, 10, 11, 12; expected a row for every total, or other dice"
    assert refusal("w1") == [*accuracy, f"21: {wrong_dice}"]
    assert refusal("w2") == accuracy
    assert refusal("w3") == [*accuracy, f"22: {too_few}"]


def test_13_93_hopeless_odds_are_not_lifted_onto_the_table():
    assert refusal("f15") == ["7: 1 against 90 is below 1-1; expected better odds, or the option odds-below-table (13.93)"]


def test_13_921_eighteen_points_of_two_nations_draw_three_dice():
    fought = fight(case("f7"), {"brest.flak": [6, 1, 1]}, {"brest.flak-losses": {"allied": 1}})
    assert [pool.left for pool in fought.state.pools] == [8, 9]
    assert fought.end.result == "needs chart accuracy 9 and accuracy 5"


def test_13_911_a_side_that_is_not_listed_gives_supremacy():
    assert fight(case("t911")).end.result == "column 4-1, die +0"


def test_13_92_four_nations_each_with_their_own_chart_and_their_own_fives():
    fought = fight(case("w17"), {"r1.flak": [1, 1, 1, 1, 6], "r2.flak": [6]})
    assert [row[:4] for body in fought.told("sheet") if body["title"].startswith("Strategic") for row in body["rows"]] == [
        ["Allied", "25", "5", "0"],
        ["Russian", "9", "1", "4"],
        ["German", "6", "1", "1"],
        ["Italian", "5", "1", "0"],
    ]
    assert fought.end.result == "R1: needs chart accuracy 9; R2: needs chart accuracy 5; R3: needs chart accuracy 14 and accuracy 5"
    assert [row[4:6] for row in sheet(fought, "Position") if row[4]] == [["24", "24"], ["24", "8"], ["25", "6"], ["25", "5"]]


def test_13_92_out_of_range_and_too_few():
    assert refusal("w18") == [
        "13: hex 1 is out of range; expected a rail hex within regular air range (13.92)",
        "13: 4 allied points do not make a Strategic Bomber Point; expected at least 5 (13.92)",
    ]
