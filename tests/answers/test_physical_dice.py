"""The prompt for dice that are rolled at the table says who rolls, and what hits."""

import pytest

from airwar.answers import prompt
from airwar.answers.prompt import Prompt
from airwar.engine.dice import D6, Dice, Hits, Total
from airwar.engine.referee import Roll


@pytest.mark.parametrize(
    ("reading", "asked"),
    [
        (Hits(Dice(2, 12), 6), "r1.malta.attacker.surface-6: 2d12 for germany, 6 or less hits (type what you rolled)"),
        (
            Hits(Dice(2, 12), 6, or_less=False),
            "r1.malta.attacker.surface-6: 2d12 for germany, 6 or more hits (type what you rolled)",
        ),
        (Total(2 * D6), "r1.malta.attacker.surface-6: 2d6 for germany (type what you rolled)"),
    ],
)
def test_the_prompt_says_what_hits(monkeypatch, reading, asked):
    monkeypatch.setattr(prompt, "read_line", lambda mark: "3 5")
    said = []
    person = Prompt(said.append, repr, str, {}, lambda: False, said.append)
    assert person.faces(Roll("r1.malta.attacker.surface-6", "3", reading, "germany"), machine=False) == (3, 5)
    assert said[0] == asked
