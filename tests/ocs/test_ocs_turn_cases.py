"""Cases from the table about the turn around the missions: one file each in table_cases/, with the right result or refusal."""

from pathlib import Path

import pytest
from support import fight

from airwar.loading import parse_scenario

CASES = Path(__file__).parent / "table_cases"


def case(name):
    return (CASES / f"{name}.yaml").read_text(encoding="utf-8")


def notes(fought):
    return [body["text"] for body in fought.told("note")]


@pytest.mark.proves("R44a")
def test_r44a_a_hex_that_was_entered_is_friendly_from_the_next_phase():
    fought = fight(case("entered-hex"), {"d1.drop.food-1": (6, 6), "d2.drop.food-1": (6, 6)})
    assert [body["row"] for body in fought.rolls().values()] == ["enemy-clear-paradrop", "friendly-clear-paradrop"]


@pytest.mark.parametrize(("answer", "lost", "left"), [("38", 0, "z"), ("41", 2, ""), ("far", 2, "")])
def test_r40_an_unknown_distance_is_asked_for_and_a_destroyed_unit_counts_as_lost(answer, lost, left):
    fought = fight(case("far-base"), {"fall.capture.f1": (6, 6)}, {"distance.x.z": answer})
    assert fought.end.result == f"captured, {lost} air steps lost"
    assert fought.state.board.unit("f1").place == left


@pytest.mark.parametrize(("answer", "terms"), [("10", [["patrol zone", 2, "R28"]]), ("11", [])])
def test_r28_whether_a_patrol_zone_reaches_the_target_is_asked(answer, terms):
    answers = {"distance.h.y": answer, "a.land.t1": "x"} | ({"a.intercept": "none"} if terms else {})
    fought = fight(case("unknown-patrol-zone"), {"a.flak": (4, 4), "a.barrage": (4, 4)}, answers)
    assert fought.rolls()["a.flak"]["terms"] == terms


def test_r10_check_notes_the_distances_that_are_not_given():
    problems = parse_scenario(case("far-base"), "test.yaml").notes
    assert [note.text for note in problems] == [
        "note: 3 distances are not given (h-z, x-z, y-z); asked for when needed: "
        "give places a hex, add distances, or say unlisted-distances: far"
    ]
