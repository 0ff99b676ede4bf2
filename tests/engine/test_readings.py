"""Each reading states its own distribution; the brute-force twin here rolls every face of every die and counts."""

from collections import Counter
from itertools import product
from typing import NamedTuple

import pytest

from airwar.engine.dice import D6, Bands, Dice, EachFace, Hits, HowRead, OnRow, Row, Term, Total, outcome_text

ROW = Row("4", 2, ("0", "0", "0/1", "1/0", "1/0", "1/1", "1/2", "2/1", "2/2", "3/1", "3/3"), "Air Combat")
D12 = Dice(1, 12)
TERMS = (Term("air nationality", 2, "19.31A"), Term("bad weather", -1))


def by_hand(reading):
    """The distribution found by rolling everything."""
    everything = product(range(1, reading.dice.sides + 1), repeat=reading.dice.count)
    return Counter(reading.read(faces) for faces in everything)


def kills(cell):
    return int(cell.partition("/")[0])


READINGS = [
    Total(D6),
    Total(2 * D6),
    Total(3 * D6, TERMS),
    Total(2 * D12, (Term("altitude", -5),)),
    OnRow(2 * D6, ROW),
    OnRow(2 * D6, ROW, TERMS),
    OnRow(2 * D6, ROW, (Term("far above the chart", 30),)),
    OnRow(2 * D6, ROW, (Term("far below the chart", -30),)),
    OnRow(2 * D6, ROW, TERMS, kills),
    OnRow(3 * D6, Row("short", 9, ("miss", "hit")), (), str.upper),
    *(Hits(dice, value, or_less) for dice in (D6, 4 * D6, 3 * D12) for value in (0, 1, 2, 6, 12, 13) for or_less in (True, False)),
    *(
        Hits(dice, value, or_less, most=most)
        for dice in (D6, Dice(3, 4), 4 * D6)
        for value, or_less in ((0, True), (2, True), (4, True), (2, False), (5, False))
        for most in (0, 1, 2, 3, 5)
    ),
    Hits(4 * D6, 3, True, TERMS),
    Hits(4 * D6, 3, False, TERMS),
    Hits(4 * D6, 3, True, (Term("hopeless", -9),)),
    Hits(4 * D6, 3, False, (Term("cannot miss", -9),)),
    Bands(4 * D6, (("killed", 1), ("aborted", 3), ("unharmed", 6))),
    Bands(0 * D6, (("killed", 1), ("unharmed", 6))),
    Bands(3 * D12, (("killed", 4), ("unharmed", 12))),
    Bands(2 * D6, (("never", 0), ("killed", 2), ("never either", 2), ("unharmed", 6))),
    EachFace(D6),
    EachFace(3 * D6),
    EachFace(2 * Dice(1, 10)),
]


@pytest.mark.parametrize("kind", [Total, OnRow, Hits, Bands, EachFace])
def test_the_distribution_is_that_of_every_roll(kind):
    for reading in (one for one in READINGS if type(one) is kind):
        outcomes = reading.outcomes()
        assert dict(outcomes) == by_hand(reading), reading
        assert len(dict(outcomes)) == len(outcomes), f"{reading}: duplicate outcome"
        assert all(ways > 0 for _, ways in outcomes), reading
        assert sum(ways for _, ways in outcomes) == reading.dice.sides**reading.dice.count, reading


def test_ten_dice_that_hit_or_miss_have_eleven_outcomes():
    assert len(Hits(10 * D12, 6).outcomes()) == 11


def test_equal_readings_are_equal_and_hash_alike():
    assert OnRow(2 * D6, ROW, TERMS, kills) == OnRow(2 * D6, ROW, TERMS, kills)
    assert hash(OnRow(2 * D6, ROW, TERMS, kills)) == hash(OnRow(2 * D6, ROW, TERMS, kills))
    assert Hits(2 * D6, 3) != Hits(2 * D6, 3, or_less=False)


def test_a_row_holds_its_last_cell_beyond_either_end():
    assert [ROW.at(total) for total in (-5, 2, 12, 40)] == ["0", "0", "3/3", "3/3"]
    assert [ROW.column(total) for total in (-5, 2, 11, 12, 40)] == ["2", "2", "11", "12", "12"]
    printed = Row("1", 1, ("a", "b", "c"), "", ("1", "2", "3+"))
    assert [printed.column(total) for total in (0, 1, 2, 3, 9)] == ["1", "1", "2", "3+", "3+"]


def test_the_record_of_a_chart_shows_every_modifier_and_the_cell_even_where_less_matters():
    terms = (Term("air nationality", 2, "19.31A"), Term("bad weather", -1))
    assert OnRow(2 * D6, ROW, TERMS, kills).record((4, 4)) == HowRead("2/1", terms, 9, "Air Combat", "4", "9")


def test_the_records_of_the_other_readings():
    assert Total(2 * D6, TERMS).record((1, 2)) == HowRead("4", TERMS, 4)
    above = (Term("above", 1),)
    assert Hits(3 * D6, 2, True, above).record((1, 3, 4)) == HowRead("2 hits", above, needed="3 or less")
    assert Hits(D6, 5, False).record((5,)) == HowRead("1 hit", (), needed="5 or more")
    assert Bands(3 * D6, (("kill", 1), ("abort", 3), ("miss", 6))).record((1, 3, 3)) == HowRead("1 kill, 2 aborts")
    assert Bands(0 * D6, (("killed", 1), ("unharmed", 6))).record(()) == HowRead("none")
    assert EachFace(2 * D6).record((3, 5)) == HowRead("3 5")


@pytest.mark.parametrize(
    ("faces", "possible"),
    [
        ((3, 5), True),
        ((1, 6), True),
        *((faces, False) for faces in ((), (3,), (3, 5, 1), (0, 5), (7, 1), ("3", "5"), (True, 2), (None, 1), (3.0, 5))),
    ],
)
def test_dice_admit_only_faces_that_they_have(faces, possible):
    assert (2 * D6).admits(faces) is possible


def test_dice_are_written_as_players_write_them():
    assert str(2 * D6) == "2d6"
    assert str(3 * (2 * D12)) == "6d12"
    assert Dice.written("12d10") == Dice(12, 10)


def test_a_column_that_is_read_like_a_row_is_reported_as_a_column():
    reading = OnRow(2 * D6, Row("5-7", 2, tuple("abcdefghijk"), "Barrage", upright=True))
    how = reading.record((4, 4))
    assert (how.row, how.column, how.result) == ("8", "5-7", "g")


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
    assert reading.rolled((1, 1, 1, 6)) == 3
    assert reading.record((1, 1, 1, 6)).result == "3 hits, 2 count"
    assert reading.record((1, 1, 6, 6)).result == "2 hits"
    assert Hits(2 * D6, 3, most=1).record((1, 1)).result == "2 hits, 1 counts"
    assert Hits(3 * D6, 3).up_to(2) == Hits(3 * D6, 3, most=2)
    assert Hits(3 * D6, 3, most=2).up_to(3) == Hits(3 * D6, 3)
