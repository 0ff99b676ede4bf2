"""The referee's rulings on rolls, figure by figure."""

import pytest

from airwar.engine.dice import D6, Bands, EachFace, Hits, OnRow, Row, Term, Total
from airwar.engine.questions import Roll
from airwar.engine.records import Ruled
from airwar.engine.ruling import concerns, faces_for, modified, results_of, ruled, takes_modifiers


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
