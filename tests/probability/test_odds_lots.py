"""Lots of dice at the same targets: the odds roll them at once, the table one after another, and both come to the same."""

from collections import Counter
from itertools import product
from typing import NamedTuple

import pytest
from toys import odds, script

from airwar.answers.chance import MachineDice, derived_seed
from airwar.engine.dice import D6, Dice, Hits, hits_of_lots
from airwar.engine.moves import End, Position, Then, follow
from airwar.engine.referee import Prefilled
from airwar.probability.explorer import Explorer, Lots, Policies, Waits
from airwar.probability.sample import Sampler
from airwar.testing.suite import FromTheStart, brute_force

NOBODY_ASKED = script()
LOTS = [("best", Hits(D6, 4)), ("worst", Hits(2 * D6, 2))]


class Barrage(NamedTuple):
    """Guns that fire at so many targets: the lots that have yet to fire, each the number of its dice and what they hit on."""

    lots: tuple[tuple[int, int], ...]
    targets: int
    rolled: int = 0  # lots so far


def fire(ref, barrage):
    lots, targets, rolled = barrage
    if not lots or not targets:
        return End("over", targets)
    hits, now = ref.roll_lots([(f"lot-{value}", Hits(dice * D6, value)) for dice, value in lots], targets)
    return Then(fire, Barrage(lots[now:], targets - hits, rolled + now))


BARRAGES = [
    Then(fire, Barrage(lots, targets))
    for lots in (((2, 3),), ((1, 4), (2, 2)), ((2, 5), (1, 3), (1, 1)), ((1, 6), (1, 0)))
    for targets in (1, 2, 9)
]


@pytest.mark.parametrize("most", [1, 2, 3, 9])
@pytest.mark.parametrize("lots", [((1, 6, 4),), ((1, 6, 4), (2, 6, 2)), ((2, 4, 3), (1, 4, 0), (1, 4, 4))])
def test_the_spread_of_lots_is_that_of_all_faces(lots, most):
    readings = [Hits(Dice(count, sides), value) for count, sides, value in lots]
    each = [product(range(1, reading.dice.sides + 1), repeat=reading.dice.count) for reading in readings]
    counted = Counter(
        min(most, sum(reading.read(faces) for reading, faces in zip(readings, rolled, strict=True))) for rolled in product(*each)
    )
    assert dict(hits_of_lots(lots, most)) == counted


@pytest.mark.parametrize("start", BARRAGES)
def test_lots_rolled_at_once_come_to_what_they_come_to_one_after_another(start):
    assert odds(start, NOBODY_ASKED).chances() == brute_force(start, NOBODY_ASKED)


@pytest.mark.parametrize("targets", [1, 2, 9])
@pytest.mark.parametrize(("key", "faces"), [("lot-4", [4]), ("lot-4", [5]), ("lot-2", [1, 6])])
def test_a_script_has_the_dice_of_one_lot(key, faces, targets):
    start, answers = Then(fire, Barrage(((1, 4), (2, 2)), targets)), script((key, faces))
    assert odds(start, answers).chances() == brute_force(start, answers)


def test_the_odds_ask_for_all_lots_and_the_table_for_one():
    explorer = Explorer(Policies(NOBODY_ASKED))
    with pytest.raises(Waits) as waits:
        explorer.roll_lots(LOTS, 2)
    assert waits.value.question == Lots("best", (Hits(D6, 4), Hits(2 * D6, 2)), 2)
    assert FromTheStart(((3,),)).roll_lots(LOTS, 2) == (1, 1)


def test_a_lot_that_has_been_rolled_at_the_table_is_not_rolled_again_by_the_odds():
    explorer = Explorer(Policies(NOBODY_ASKED))
    assert Prefilled(explorer, (1,)).roll_lots(LOTS, 2) == (1, 1)


class Machine(FromTheStart):
    """Rolls machine dice, one lot after another."""

    def __init__(self, dice):
        self.dice, self.drawn = dice, 0

    def roll(self, key, reading, by=""):
        self.drawn += reading.dice.count
        return reading.read(self.dice.faces(self.drawn - reading.dice.count, reading.dice.count, reading.dice.sides))


def seconded(ref, barrages):
    """Two barrages, one after another; dice drawn for a lot that nobody rolls would put the second out of step."""
    first, second = barrages
    move = fire(ref, first)
    if isinstance(move, Then):
        return Then(seconded, (move.state, second))
    return Then(fire, second._replace(targets=second.targets + move.state))


@pytest.mark.parametrize("start", BARRAGES)
def test_a_sample_draws_the_dice_that_the_table_draws(start):
    twice = Then(seconded, (start.state, start.state))
    sampler = Sampler(None, NOBODY_ASKED, twice)
    for run in range(60):
        referee = Machine(MachineDice(derived_seed(7, run)))
        position = follow(twice, None, referee)
        while isinstance(position, Position):
            position = follow(position.step(referee, *position.args), position.stack, referee)
        assert sampler.end(derived_seed(7, run))[0] == position
