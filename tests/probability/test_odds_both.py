"""Two rolls of one moment: the odds take them as one, the table rolls one after the other, and both come to the same."""

from typing import NamedTuple

import pytest
from toys import odds, script

from airwar.answers.chance import MachineDice, derived_seed
from airwar.engine.dice import D6, Both, Dice, Hits, Sure, Total
from airwar.engine.moves import End, Position, Then, follow
from airwar.engine.questions import Roll
from airwar.engine.referee import Prefilled
from airwar.probability.budget import Budget, TooMany
from airwar.probability.explorer import Explorer, Policies, Waits
from airwar.probability.graph import graph_of
from airwar.probability.nodes import Rolled, RolledBoth
from airwar.probability.sample import Sampler
from airwar.testing.suite import FromTheStart, brute_force

NOBODY_ASKED = script()


class Duel(NamedTuple):
    """What both sides have left, and how many dice each of them rolls; one without dice hits nothing."""

    a: int
    b: int
    dice: tuple[int, int]
    rounds: int = 2


def fire(ref, side, duel):
    dice = duel.dice["ab".index(side)]
    return ref.roll(f"{side}.fire", Hits(dice * D6, 2), side) if dice else 0


def at_once(ref, duel):
    """Both fire before either takes losses; the odds may take both rolls as one."""
    return fought(at_once, duel, *ref.roll_both(lambda ref: fire(ref, "a", duel), lambda ref: fire(ref, "b", duel)))


def in_turn(ref, duel):
    """The same without a word to the referee that the rolls belong together."""
    return fought(in_turn, duel, fire(ref, "a", duel), fire(ref, "b", duel))


def fought(step, duel, by_a, by_b):
    left = duel._replace(a=max(0, duel.a - by_b), b=max(0, duel.b - by_a), rounds=duel.rounds - 1)
    return Then(step, left) if left.a and left.b and left.rounds else End("over", (left.a, left.b))


DUELS = [Duel(a, b, dice) for a, b in ((1, 1), (2, 1), (3, 3)) for dice in ((1, 1), (2, 1), (0, 2), (1, 0))]


@pytest.mark.parametrize(
    "duel", [pytest.param(duel, marks=pytest.mark.slow) if sum(duel.dice) > 2 else duel for duel in DUELS], ids=str
)
def test_two_rolls_taken_as_one_come_to_what_they_come_to_in_turn(duel):
    chances = odds(Then(at_once, duel), NOBODY_ASKED).chances()
    assert chances == odds(Then(in_turn, duel), NOBODY_ASKED).chances() == brute_force(Then(at_once, duel), NOBODY_ASKED)


@pytest.mark.parametrize("duel", DUELS, ids=str)
def test_they_cost_as_many_edges(duel):
    """So what is too large for the time, or for a side that plays its best, stays too large."""

    def edges(step):
        budget = Budget()
        odds(Then(step, duel), NOBODY_ASKED, budget)
        return Budget().left - budget.left

    assert edges(at_once) == edges(in_turn)
    with pytest.raises(TooMany):
        odds(Then(at_once, duel), NOBODY_ASKED, Budget(edges(in_turn) - 1))


@pytest.mark.parametrize(("key", "faces"), [("a.fire", [1, 6]), ("b.fire", [2])])
def test_a_script_has_the_dice_of_one_of_them(key, faces):
    start, answers = Then(at_once, Duel(2, 2, (2, 1), 1)), script((key, faces))
    assert odds(start, answers).chances() == brute_force(start, answers)


class Machine(FromTheStart):
    """Rolls machine dice, one roll after the other."""

    def __init__(self, dice):
        self.dice, self.drawn = dice, 0

    def roll(self, key, reading, by=""):
        self.drawn += reading.dice.count
        return reading.read(self.dice.faces(self.drawn - reading.dice.count, reading.dice.count, reading.dice.sides))


@pytest.mark.parametrize("duel", [*DUELS, Duel(9, 9, (5, 1))], ids=str)  # five dice have too many faces to remember them all
def test_a_sample_draws_the_dice_that_the_table_draws(duel):
    start = Then(at_once, duel)
    sampler = Sampler(None, NOBODY_ASKED, start)
    for run in range(60):
        referee = Machine(MachineDice(derived_seed(7, run)))
        position = follow(start, None, referee)
        while isinstance(position, Position):
            position = follow(position.step(referee, *position.args), position.stack, referee)
        assert sampler.end(derived_seed(7, run))[0] == position
        if run == 30:
            sampler.graph.forget(2)  # where the faces of what is forgotten lead is found again
            sampler._begin(sampler.graph)


def test_many_faces_are_not_remembered():
    few, many = (graph_of(NOBODY_ASKED).start(Then(at_once, Duel(9, 9, dice)))[0] for dice in ((2, 2), (5, 1)))
    assert type(few) is RolledBoth
    assert (type(many), many.by_faces) == (Rolled, None)


def test_the_odds_ask_for_both_and_the_table_for_one():
    explorer = Explorer(Policies(NOBODY_ASKED))
    both = (lambda ref: ref.roll("a.fire", Total(D6), "a"), lambda ref: ref.roll("b.fire", Hits(D6, 2), "b"))
    with pytest.raises(Waits) as waits:
        explorer.roll_both(*both)
    assert waits.value.question == Roll("a.fire", "", Both(Total(D6), Hits(D6, 2)), "")
    explorer.outcomes = ((5, 1),)
    assert explorer.roll_both(None, None) == (5, 1)  # nobody asks again what is rolled
    assert explorer.used == 1
    assert FromTheStart(((3,), (2,))).roll_both(*both) == (3, 1)


def test_a_roll_that_has_been_made_at_the_table_is_not_made_again_by_the_odds():
    explorer = Explorer(Policies(NOBODY_ASKED))
    duel = Duel(2, 2, (1, 1))
    both = (lambda ref: fire(ref, "a", duel), lambda ref: fire(ref, "b", duel))
    assert Prefilled(explorer, (1, 0)).roll_both(*both) == (1, 0)
    with pytest.raises(Waits) as waits:
        Prefilled(explorer, (1,)).roll_both(*both)
    assert waits.value.question == Roll("b.fire", "", Hits(D6, 2), "b")
    with pytest.raises(Waits) as waits:
        Prefilled(explorer, ()).roll_both(*both)
    assert isinstance(waits.value.question.reading, Both)


def test_both_take_dice_of_one_kind():
    assert Both(Total(2 * D6), Total(D6)).dice == 3 * D6
    assert Both(Sure(0), Total(D6)).dice == Both(Total(D6), Sure(0)).dice == D6
    assert Both(Sure(0), Sure(1)).dice.count == 0
    with pytest.raises(AssertionError, match="of one kind"):
        _ = Both(Total(D6), Total(Dice(1, 10))).dice
