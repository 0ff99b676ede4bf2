"""Hits beyond the last target do not count: the distribution, compared with every face of every die."""

from collections import Counter
from itertools import product

import pytest

from airwar.engine.dice import Dice, Hits


@pytest.mark.parametrize("most", [None, 0, 1, 2, 3, 5])
@pytest.mark.parametrize(("value", "or_less"), [(0, True), (2, True), (4, True), (2, False), (5, False)])
@pytest.mark.parametrize("dice", [Dice(1, 6), Dice(3, 4), Dice(4, 6)])
def test_the_spread_is_that_of_all_faces(dice, value, or_less, most):
    reading = Hits(dice, value, or_less, most=most)
    faces = product(range(1, dice.sides + 1), repeat=dice.count)
    assert dict(reading.outcomes()) == Counter(reading.read(rolled) for rolled in faces)
    assert sum(ways for _, ways in reading.outcomes()) == dice.sides**dice.count


def test_the_record_says_how_many_were_rolled_and_how_many_count():
    assert Hits(Dice(3, 12), 4, most=2).record((1, 4, 2)).result == "3 hits, 2 count"
    assert Hits(Dice(3, 12), 4, most=1).record((1, 4, 9)).result == "2 hits, 1 counts"
    assert Hits(Dice(3, 12), 4, most=1).record((1, 5, 9)).result == "1 hit"
