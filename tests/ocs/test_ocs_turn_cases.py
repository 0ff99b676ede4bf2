"""Cases from the table about the turn around the missions: one file each in table_cases/, with the right result or refusal."""

from pathlib import Path

import pytest
from support import fight

CASES = Path(__file__).parent / "table_cases"


def case(name):
    return (CASES / f"{name}.yaml").read_text(encoding="utf-8")


def notes(fought):
    return [body["text"] for body in fought.told("note")]


@pytest.mark.proves("R44a")
def test_r44a_a_hex_that_was_entered_is_friendly_from_the_next_phase():
    fought = fight(case("entered-hex"), {"d1.drop.food-1": (6, 6), "d2.drop.food-1": (6, 6)})
    assert [body["row"] for body in fought.rolls().values()] == ["enemy-clear-paradrop", "friendly-clear-paradrop"]
