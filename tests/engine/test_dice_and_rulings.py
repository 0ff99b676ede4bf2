"""Dice, their readings and the rulings on them, figure by figure."""

from typing import NamedTuple

import pytest

from airwar.engine.dice import D6, Bands, Dice, EachFace, Hits, HowRead, OnRow, Row, Term, Total, binomial, outcome_text
from airwar.engine.questions import Roll
from airwar.engine.records import Ruled
from airwar.engine.ruling import concerns, faces_for, modified, results_of, ruled, takes_modifiers

# dice


def test_dice_as_written():
    assert Dice.written("12d10") == Dice(12, 10)
    assert 3 * Dice(2, 8) == Dice(6, 8)
    assert [Dice(1, 6).admits((face,)) for face in (0, 1, 6, 7)] == [False, True, True, False]


def test_the_effort_of_each_reading():
    assert Total(3 * D6).effort() == 3 * 3 * 6
    assert OnRow(2 * D6, Row("1", 2, ("a",))).effort() == 2 * 2 * 6
    assert Hits(7 * D6, 2).effort() == 8
    assert Bands(4 * D6, (("a", 1), ("b", 3), ("c", 6))).effort() == 35  # of 4 dice and 3 bands
    assert EachFace(3 * D6).effort() == 216
    assert EachFace(100 * D6).effort() == 6**64


def test_what_the_dice_are_read_against():
    assert Total(D6).goal() == ""
    assert OnRow(D6, Row("4", 1, ("a",))).goal() == "row 4"
    assert OnRow(D6, Row("4", 1, ("a",), "Air Combat")).goal() == "row 4 of Air Combat"
    assert OnRow(D6, Row("4", 1, ("a",), "Air Combat", upright=True)).goal() == "column 4 of Air Combat"
    assert Hits(D6, 2, True, (Term("x", 1),)).goal() == "3 or less hits"
    assert Hits(D6, 5, False).goal() == "5 or more hits"


class Cell(NamedTuple):
    kills: int
    aborts: int

    def __str__(self):
        return f"{self.kills}/{self.aborts}"


def test_an_outcome_as_a_player_writes_it():
    assert outcome_text((1, Cell(2, 3), (4, "x"))) == "1, 2/3, 4, x"
    assert outcome_text(Cell(1, 0)) == "1/0"
    assert OnRow(D6, Row("1", 1, ((1, 2), (3, 4)))).record((2,)) == HowRead("3, 4", (), 2, "", "1", "2")


def test_totals_with_their_modifiers():
    terms = (Term("a", 2), Term("b", -5))
    reading = Total(2 * D6, terms)
    assert reading.net == -3
    assert reading.read((4, 4)) == 5
    assert reading.record((4, 4)) == HowRead("5", terms, 5)


@pytest.mark.parametrize(
    ("value", "or_less", "hitting"),
    [(0, True, 0), (2, True, 2), (9, True, 6), (1, False, 6), (5, False, 2), (7, False, 0), (-3, False, 6)],
)
def test_the_faces_that_hit(value, or_less, hitting):
    reading = Hits(D6, value, or_less)
    assert reading.faces_that_hit() == hitting
    assert sum(reading.hit_by_face) == hitting
    assert reading.hit_by_face[0] is False
    assert len(reading.hit_by_face) == 7


def test_hits_count_up_to_the_most():
    reading = Hits(4 * D6, 3, most=2)
    assert [reading.read(faces) for faces in ((6, 6, 6, 6), (1, 6, 6, 6), (1, 1, 6, 6), (1, 1, 1, 6))] == [0, 1, 2, 2]
    assert reading.rolled((1, 1, 1, 6)) == 3
    assert reading.record((1, 1, 1, 6)).result == "3 hits, 2 count"
    assert reading.record((1, 1, 6, 6)).result == "2 hits"
    assert Hits(2 * D6, 3, most=1).record((1, 1)).result == "2 hits, 1 counts"
    assert Hits(3 * D6, 3).up_to(2) == Hits(3 * D6, 3, most=2)
    assert Hits(3 * D6, 3, most=2).up_to(3) == Hits(3 * D6, 3)


@pytest.mark.parametrize(
    ("arguments", "ways"),
    [
        ((3, 6, 0), ((0, 216),)),
        ((3, 6, 6), ((3, 216),)),
        ((3, 6, 6, 2), ((2, 216),)),
        ((2, 6, 2), ((0, 16), (1, 16), (2, 4))),
        ((2, 6, 2, 1), ((0, 16), (1, 20))),
        ((0, 6, 2), ((0, 1),)),
    ],
)
def test_the_spread_of_hits(arguments, ways):
    assert binomial(*arguments) == ways


def test_bands_without_a_die_and_their_records():
    bands = Bands(0 * D6, (("killed", 1), ("unharmed", 6)))
    assert bands.record(()) == HowRead("none")
    assert bands.outcomes() == (((0, 0), 1),)


# rulings on rolls


def ruling(on, key, value):
    return Ruled(on, key, value, "the wind", "referee", "here")


def test_which_rolls_a_ruling_concerns():
    assert concerns(ruling("modifier", "*.fire", "1"), "malta.r1.fire")
    assert concerns(ruling("modifier", "malta.r1.fire", "1"), "malta.r1.fire")
    assert concerns(ruling("modifier", "fire", "1"), "malta.r1.fire")
    assert not concerns(ruling("modifier", "ire", "1"), "malta.r1.fire")
    assert concerns(ruling("modifier", "attack.*", "1"), "kamikazes.attack.yorktown")
    assert not concerns(ruling("modifier", "attack.*", "1"), "kamikazes.counterattack.yorktown")
    assert not concerns(ruling("modifier", "*.flak", "1"), "malta.r1.fire")


def test_a_roll_under_the_rulings_that_wait_for_it():
    roll = Roll("malta.fire", "19.4", Total(2 * D6), "axis")
    wind, other, twelve, again = (
        ruling("modifier", "fire", "-1"),
        ruling("modifier", "flak", "2"),
        ruling("result", "fire", "11"),
        ruling("result", "fire", "2"),
    )
    read, faces, left = ruled(roll, (wind, other, twelve, again))
    assert read == Roll("malta.fire", "19.4", Total(2 * D6, (Term("the wind", -1, "ruling", "ruling"),)), "axis")
    assert faces == (6, 6)
    assert left == (other, again)
    assert ruled(roll, (ruling("result", "fire", "13"),)) == (roll, None, (ruling("result", "fire", "13"),))
    each = Roll("malta.fire", "", EachFace(D6))
    assert ruled(each, (wind,)) == (each, None, (wind,))
    assert ruled(roll, ()) == (roll, None, ())


def test_modifiers_mean_nothing_to_single_faces():
    row = Row("1", 2, ("a", "b"))
    for reading in (Total(D6), OnRow(D6, row), Hits(D6, 2)):
        assert takes_modifiers(reading)
        assert modified(reading, ruling("modifier", "fire", "+2")).terms == (Term("the wind", 2, "ruling", "ruling"),)
    assert not takes_modifiers(EachFace(D6))
    assert not takes_modifiers(Bands(D6, (("a", 6),)))


@pytest.mark.parametrize(
    ("value", "faces"),
    [
        ("3 5", (3, 5)),
        ("5,3", (5, 3)),
        ("7", (1, 6)),
        ("12", (6, 6)),
        ("1 7", None),
        ("13", None),
        ("", None),
        ("00003 5", None),
        ("0003 0005", (3, 5)),
        ("three", None),
    ],
)
def test_the_faces_that_a_ruling_gives(value, faces):
    assert faces_for(Total(2 * D6), value) == faces


def test_the_results_of_a_roll_in_the_order_of_the_dice():
    assert results_of(Total(2 * D6)) == [str(total) for total in range(2, 13)]
    assert results_of(OnRow(D6, Row("1", 1, ("a", "b", "a")))) == ["a", "b"]
    assert faces_for(OnRow(D6, Row("1", 1, ("a", "b", "a"))), "b") == (2,)


def test_only_so_many_faces_are_looked_through(monkeypatch):
    monkeypatch.setattr("airwar.engine.ruling.MOST_FACES", 3)
    assert results_of(Total(2 * D6)) == ["2", "3", "4"]
    assert faces_for(Total(2 * D6), "4") == (1, 3)
    assert faces_for(Total(2 * D6), "5") is None
