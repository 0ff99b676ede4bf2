"""Parts that are played for themselves, and dice whose hits are counted together: the same battle, gone through once."""

from fractions import Fraction
from itertools import product
from math import comb
from typing import NamedTuple

import pytest
from naive import brute_force
from toys import odds, script

from airwar.answers.batch import Fighter
from airwar.answers.chance import MachineDice, derived_seed
from airwar.answers.forecast import at_a_prompt, situation_at
from airwar.answers.script import Scripted, graph_of
from airwar.engine.advice import Advice
from airwar.engine.dice import D6, Dice, Hits, Total, counted_together
from airwar.engine.explorer import TooMany
from airwar.engine.log import Log
from airwar.engine.odds import Budget, Net
from airwar.engine.referee import Asked, End, Next
from airwar.engine.walk import Walk

DEFAULT = script(("*", "default"))


class Bout(NamedTuple):
    """Guns of two sides; each side stops as soon as it has hit as often as the other has guns."""

    a: int
    d: int
    rounds: int = 2


class Guns(NamedTuple):
    side: str
    left: int
    room: int
    hits: int = 0


def bout(ref, state):
    ref.new_round()
    killed, lost = ref.at_once((gun_by_gun, Guns("a", state.a, state.d)), (gun_by_gun, Guns("d", state.d, state.a)))
    state = Bout(state.a - lost, state.d - killed, state.rounds - 1)
    over = not state.a or not state.d or not state.rounds
    return End("over", state) if over else Next(mortars, state)


def gun_by_gun(ref, guns):
    aim = ref.choose(f"{guns.side}.aim-{guns.left}", ("low", "high"), by=guns.side)
    hit = ref.roll(f"{guns.side}.gun-{guns.left}", Hits(D6, 2 if aim == "low" else 1))
    guns = Guns(guns.side, guns.left - 1, guns.room, guns.hits + hit)
    return Next(gun_by_gun, guns) if guns.left and guns.hits < guns.room else guns.hits


def mortars(ref, state):
    """Both calibres of one side, counted together; then a part with nothing to roll, and one alone."""
    killed = ref.tally([("a.heavy", Hits(D6, 3)), ("a.light", Hits(2 * D6, 1))], state.d, "a")
    assert ref.part(nothing_happens, state) == state
    lost = ref.part(gun_by_gun, Guns("last", 1, 1))
    state = Bout(state.a - min(lost, state.a), state.d - killed, state.rounds)
    return Next(bout, state) if state.a and state.d else End("over", state)


def nothing_happens(ref, state):
    return state


START = Next(bout, Bout(2, 2))


def walk_of(seed, answers=DEFAULT):
    return Walk(START, Log.create(None, {"t": "battle"}), Scripted(answers, MachineDice(seed)))


def test_the_odds_are_those_of_every_die_by_itself():
    start = Next(bout, Bout(1, 2, 1))
    found = odds(start, DEFAULT)
    assert {end: found.chance(ways) for end, ways in found.ends.items()} == brute_force(start, DEFAULT)
    longer = Next(mortars, Bout(1, 2, 1))
    found = odds(longer, DEFAULT)
    assert {end: found.chance(ways) for end, ways in found.ends.items()} == brute_force(longer, DEFAULT)


def test_given_dice_within_parts_are_no_chance():
    answers = script(("a.heavy", [6]), ("*.gun-*", [6]), ("*", "default"))
    start = Next(mortars, Bout(1, 1, 1))
    found = odds(start, answers)
    assert {end: found.chance(ways) for end, ways in found.ends.items()} == brute_force(start, answers)


def test_the_same_dice_fight_the_same_battle_over_the_graph():
    fighter = Fighter(None, DEFAULT, START)
    for run in range(300):
        seed = derived_seed(5, run)
        walk = walk_of(seed)
        end = walk.run()
        assert fighter.end(seed) == (end, walk.round)


def test_a_part_is_worked_out_once_however_many_positions_it_is_a_part_of():
    graph = graph_of(DEFAULT)
    net = Net(graph.start(Next(bout, Bout(3, 3, 9)))[0], Budget())
    bouts = {branch.at[1] for group in net.groups for branch in group if branch.at[0] is bout}
    assert len(bouts) > 2 * 9
    assert len(graph.tables) == 2 * 9 + 1  # three against three for either side, and the last gun


def test_the_steps_of_a_part_are_in_the_log_and_it_can_be_followed():
    walk = walk_of(3)
    end = walk.run()
    steps = [record.body["step"] for record in walk.log.records if record.body["t"] == "step"]
    assert "gun_by_gun" in steps
    again = Walk(START, walk.log, Scripted(DEFAULT, None))
    assert again.run() == end


def test_dice_that_can_hit_nothing_more_are_not_rolled():
    answers = script(("a.heavy", [1]), ("*", "default"))
    walk = Walk(Next(mortars, Bout(1, 1)), Log.create(None, {"t": "battle"}), Scripted(answers, MachineDice(1)))
    walk.run()
    keys = [record.body["key"] for record in walk.log.records if record.body["t"] == "roll"]
    assert "a.heavy" in keys
    assert "a.light" not in keys


class Stops(Scripted):
    def __init__(self, script, dice, stop):
        super().__init__(script, dice)
        self.left = stop

    def faces(self, roll, drawn):
        if not self.left:
            raise Asked(roll)
        self.left -= 1
        return super().faces(roll, drawn)


@pytest.mark.parametrize("stop", range(8))
def test_in_the_middle_of_a_part_the_odds_go_on_from_there(stop):
    """The odds at a roll are those of its faces, each given and looked at from behind."""
    walk = Walk(Next(bout, Bout(3, 3)), Log.create(None, {"t": "battle"}), Stops(DEFAULT, MachineDice(2), stop))
    with pytest.raises(Asked) as asked:
        walk.run()
    whole, parts = {}, {}
    here = at_a_prompt(situation_at(None, DEFAULT, walk), patience=1000)
    assert here.exact
    for end, ways in here.ends:
        whole[end] = here.share(ways)
    outcomes = asked.value.question.reading.outcomes()
    total = sum(ways for _, ways in outcomes)
    for outcome, ways in outcomes:
        there = at_a_prompt(situation_at(None, DEFAULT, walk, outcome), patience=1000)
        for end, number in there.ends:
            parts[end] = parts.get(end, 0) + Fraction(ways, total) * there.share(number)
    assert parts == whole


@pytest.mark.parametrize("most", range(1, 6))
def test_lots_counted_together_are_a_count_of_their_faces(most):
    lots = (Hits(D6, 3), Hits(2 * D6, 1), Hits(1 * D6, 5, or_less=False))
    counted = {}
    for faces in product(range(1, 7), repeat=4):
        hits = min(most, (faces[0] <= 3) + (faces[1] <= 1) + (faces[2] <= 1) + (faces[3] >= 5))
        counted[hits] = counted.get(hits, 0) + 1
    assert dict(counted_together(lots, most)) == counted


@pytest.mark.parametrize("roll_first", [True, False])
def test_no_round_begins_in_a_part(roll_first):
    def battle(ref, state):
        return End("over", ref.part(begins, state))

    def begins(ref, state):
        if roll_first:
            ref.roll("one", Hits(D6, 3))
        ref.new_round()
        return ref.roll("two", Hits(D6, 3))

    with pytest.raises(AssertionError, match="no round begins in a part"):
        odds(Next(battle, 0), DEFAULT)


def test_nobody_stays_or_leaves_in_a_part():
    def battle(ref, state):
        return End("over", ref.part(leaves, state))

    def leaves(ref, state):
        return ref.choose("a.leave", ("stay", "leave"), by="a")

    advice = Advice(lambda end: Fraction(0), lambda turning: True)
    with pytest.raises(AssertionError, match="stay or leave"):
        advice.of(graph_of(DEFAULT, DEFAULT.is_stance).start(Next(battle, 0)))


def test_no_battle_begins_in_a_part():
    def battle(ref, state):
        return End("over", ref.part(enters, state))

    def enters(ref, state):
        ref.enter("cape", "The cape")
        return state

    walk = Walk(Next(battle, 0), Log.create(None, {"t": "battle"}), Scripted(DEFAULT, MachineDice(1)))
    with pytest.raises(AssertionError, match="no battle and no round begins in a part"):
        walk.run()


def test_what_is_seen_between_two_parts_is_on_the_table():
    def battle(ref, state):
        return End("over", ref.at_once((shot, "a"), (shot, "d"), seen=lambda *came: ("so far", came)))

    def shot(ref, side):
        return ref.roll(f"{side}.shot", Hits(D6, 3))

    walk = Walk(Next(battle, "before"), Log.create(None, {"t": "battle"}), Stops(script(("a.shot", [3])), MachineDice(1), 1))
    with pytest.raises(Asked):
        walk.run()
    assert walk.state == ("so far", (1,))


def test_a_lot_with_a_limit_of_its_own_keeps_it():
    def battle(ref, state):
        return End("over", ref.tally([("a", Hits(3 * D6, 6, most=1)), ("b", Hits(D6, 6))], 9))

    start = Next(battle, 0)
    assert odds(start, DEFAULT).ends == {End("over", 2): 1}
    assert Fighter(None, DEFAULT, start).end(1)[0].state == 2
    assert Walk(start, Log.create(None, {"t": "battle"}), Scripted(DEFAULT, MachineDice(1))).run().state == 2


def volleys(guns):
    """Two sides with so many guns, each rolled for at once: so many outcomes squared."""

    def battle(ref, state):
        return End("over", ref.at_once((shots, "a"), (shots, "d")))

    def shots(ref, side):
        return ref.tally([(f"{side}.guns", Hits(guns * D6, 3))], guns)

    return Next(battle, 0)


def test_outcomes_of_parts_together_are_paid_for_before_they_are_made():
    budget = Budget(limit=1_000)
    with pytest.raises(TooMany):
        Net(graph_of(DEFAULT).start(volleys(60))[0], budget)
    assert budget.left == 1_000 - 61 - 61 - 61**2


def test_numbers_too_long_for_floating_point_are_no_hindrance():
    found = odds(volleys(250), DEFAULT)  # six to the five hundredth ways in all
    assert found.error > 0
    assert sum(found.ends.values()) == found.denominator
    likeliest = max(found.ends, key=found.ends.__getitem__)
    assert likeliest.state == (125, 125)
    assert abs(found.chance(found.ends[likeliest]) - Fraction(comb(250, 125), 2**250) ** 2) < found.error


def test_where_few_ways_lead_out_of_a_loop_the_error_is_still_the_one_that_is_stated(monkeypatch):
    """Two positions that lead to one another and to themselves, and out of it once in ten million."""

    def left(ref, state):
        rolled = ref.roll("left", Total(Dice(1, 10_000_000)))
        return End("A", state) if rolled == 1 else Next(right if rolled < 5_000_000 else left, state)

    def right(ref, state):
        rolled = ref.roll("right", Total(Dice(1, 3_000_000)))
        return End("B", state) if rolled == 1 else Next(left if rolled < 1_000_000 else right, state)

    class Loaded(Total):
        """Three outcomes that stand for all the faces."""

        def outcomes(self):
            sides = self.dice.sides
            between = {10_000_000: 5_000_000, 3_000_000: 1_000_000}[sides]
            return ((1, 1), (2, between - 2), (sides, sides - between + 1))

    monkeypatch.setitem(globals(), "Total", Loaded)
    exact = odds(Next(left, 0), DEFAULT)
    monkeypatch.setattr("airwar.engine.odds.WHOLE_NUMBERS", 0)
    rounded = odds(Next(left, 0), DEFAULT)
    assert rounded.error > 0
    for end, ways in exact.ends.items():
        assert abs(rounded.chance(rounded.ends[end]) - exact.chance(ways)) <= rounded.error
