"""The prompt for dice rolled at the table says who rolls, for what, with which modifiers, and where the dice are read."""

import pytest

from airwar.answers import prompt
from airwar.answers.menu import dice_in
from airwar.answers.prompt import Prompt
from airwar.engine.dice import D6, Dice, Hits, OnRow, Row, Term, Total
from airwar.engine.questions import Roll

ROW = Row("6", 2, ("0", "1"), "Air Combat")
PATROL, NIGHT = Term("combat air patrol", 1, "19.3"), Term("night", -2, "19.3")


class Names:
    def who(self, question):
        return "Germany (attacker)"

    def what(self, question):
        return "fire at surface units"


@pytest.mark.parametrize(
    ("reading", "asked"),
    [
        (Hits(Dice(2, 12), 6), "2d12 for fire at surface units, 6 or less hits"),
        (Hits(Dice(2, 12), 6, or_less=False), "2d12 for fire at surface units, 6 or more hits"),
        (Total(2 * D6), "2d6 for fire at surface units"),
        (OnRow(2 * D6, ROW, (PATROL,)), "2d6 for fire at surface units, +1 combat air patrol, row 6 of Air Combat"),
        (
            OnRow(2 * D6, ROW, (PATROL, NIGHT)),
            "2d6 for fire at surface units, +1 combat air patrol, -2 night (-1 in all), row 6 of Air Combat",
        ),
        (OnRow(2 * D6, Row("6", 2, ("0", "1"), upright=True)), "2d6 for fire at surface units, column 6"),
    ],
)
def test_the_prompt_says_what_is_rolled_for(monkeypatch, reading, asked):
    monkeypatch.setattr(prompt, "read_line", lambda *_: "3 5")
    said, given = [], []
    person = Prompt(lambda line, style="": said.append(line), Names(), {}, lambda: False, said.append, given.append, lambda _: ())
    person.roll(Roll("r1.malta.attacker.surface-6", "3", reading, "germany"), machine=False)
    assert given == ["3 5"]
    assert said[1] == f"Germany (attacker): roll {asked}"
    assert said[2] == "  3  (type what you rolled)"


@pytest.mark.parametrize(
    ("line", "dice", "rolls"),
    [
        ("35", 2 * D6, ["35"]),
        ("3,5", 2 * D6, ["3,5"]),
        ("3 5, 4 4", 2 * D6, ["3 5", "4 4"]),
        ("35,44, 1 2", 2 * D6, ["35", "44", "1 2"]),
        ("3 5; 4 4", 2 * D6, ["3 5", "4 4"]),
        ("3,5", D6, ["3", "5"]),
        ("1 3 6 2, 5", Dice(5, 6), ["1 3 6 2", "5"]),
    ],
)
def test_commas_stand_between_rolls_and_between_single_dice_of_one_roll(line, dice, rolls):
    assert dice_in(line, dice) == rolls
