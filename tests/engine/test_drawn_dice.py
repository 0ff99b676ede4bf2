"""The numbers of machine dice: nobody rolls one again, whatever is taken back or corrected."""

from __future__ import annotations

from airwar.engine.dice import D6, Total
from airwar.engine.log import Record
from airwar.engine.questions import Roll
from airwar.engine.records import Rolled
from airwar.engine.redo import DrawnDice


def roll(key: str, count: int = 1) -> Roll:
    return Roll(key, "", Total(count * D6))


def record(key: str, die: int, faces: tuple[int, ...]) -> Record:
    return Record(1, "", Rolled(key, "", "", f"{len(faces)}d6", faces, "machine", "", die=die))


def test_rolls_of_one_key_have_dice_of_their_own():
    dice = DrawnDice()
    assert (dice.number(roll("a"), (3,)), dice.fallen(roll("a"))) == (0, None)
    assert (dice.number(roll("a"), (5,)), dice.drawn) == (1, 2)


def test_a_roll_that_was_taken_back_shows_the_same_faces_again():
    dice = DrawnDice()
    made = [record("a", dice.number(roll("a"), (3,)), (3,)), record("a", dice.number(roll("a"), (5,)), (5,))]
    dice.go_back(made)
    assert dice.fallen(roll("a")) == (3,)
    assert dice.number(roll("a"), (3,)) == 0
    assert dice.fallen(roll("a")) == (5,)
    assert dice.number(roll("b"), (6,)) == 2
    assert dice.number(roll("a", 2), (1, 1)) == 3  # other dice are another roll
    assert dice.number(roll("a"), (5,)) == 1


def test_every_course_of_a_log_counts():
    rolled = [record("a", 0, (3,)), record("b", 1, (4, 4)), record("a", 0, (3,)), record("a", 3, (6,))]
    dice = DrawnDice(made.body for made in rolled if isinstance(made.body, Rolled))
    assert dice.drawn == 4
    assert [dice.fallen(roll("a")), dice.number(roll("a"), (3,)), dice.fallen(roll("a"))] == [(3,), 0, (6,)]
