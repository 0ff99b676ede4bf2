"""Called procedures: solved once, in loops and with loops in them, and rolled in the same order as at the table."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

import pytest
from support import bare_log
from toys import odds, results, script

from airwar.answers.chance import MachineDice, Scripted, derived_seed
from airwar.engine.dice import D6, Dice, Hits, Total
from airwar.engine.moves import End, Return, call, then
from airwar.engine.questions import Asked
from airwar.engine.walk import Walk
from airwar.errors import Endless
from airwar.probability.forecast import exact, situation_at
from airwar.probability.graph import graph_of
from airwar.probability.nodes import Called, Rolled
from airwar.probability.sample import Sampler
from airwar.probability.solve import Solver
from airwar.probability.values import Advice
from airwar.rulesets.ruleset import Ruleset, Tally
from airwar.testing.suite import brute_force

DEFAULT = script(("*", "default"))


class Bout(NamedTuple):
    """Two sides with guns, for a number of rounds."""

    a: int
    d: int
    rounds: int = 2


class Guns(NamedTuple):
    """The guns of one side that have yet to fire; they stop when there is nothing left to hit."""

    side: str
    left: int
    room: int
    hits: int = 0


# a bout of rounds; in each round both sides fire, gun by gun; before each shot the gun is loaded: calls in calls, in a loop


def bout(ref, state):
    ref.new_round()
    return call(gun_by_gun, Guns("a", state.a, state.d), back=d_fires, keep=state)


def d_fires(ref, state, killed):
    return call(gun_by_gun, Guns("d", state.d, state.a), back=both_fired, keep=(state, killed))


def both_fired(ref, kept, lost):
    state, killed = kept
    state = Bout(state.a - lost, state.d - killed, state.rounds - 1)
    over = not state.a or not state.d or not state.rounds
    return End("over", state) if over else then(bout, state)


def gun_by_gun(ref, guns):
    aim = ref.choose(f"{guns.side}.aim-{guns.left}", ("low", "high"), by=guns.side)
    return call(load, guns.side, back=fire, keep=(guns, 2 if aim == "low" else 1))


def load(ref, side):
    return Return(ref.roll(f"{side}.load", Total(Dice(1, 2))) > 1)


def fire(ref, kept, loaded):
    guns, value = kept
    hit = ref.roll(f"{guns.side}.gun-{guns.left}", Hits(D6, value)) if loaded else 0
    guns = Guns(guns.side, guns.left - 1, guns.room, guns.hits + hit)
    return then(gun_by_gun, guns) if guns.left and guns.hits < guns.room else Return(guns.hits)


def tally(state):
    return [Tally("a", "gun", 3, 3 - state.a), Tally("d", "gun", 3, 3 - state.d)]


BOUTS = Ruleset("bouts", "Bouts", "toys", {}, lambda *_: None, lambda _: [], tally)


# a duel until somebody is hit, in a procedure; repeated until it was won twice: a loop in a call in a loop


def match(ref, won):
    return End("won", won) if won == 2 else call(duel, 0, back=duel_over, keep=won)


def duel(ref, shots):
    ref.new_round()
    mine = ref.roll("mine", Hits(D6, 2))
    if mine:
        return Return("won")
    return Return("lost") if ref.roll("theirs", Hits(D6, 1)) else then(duel, shots)


def duel_over(ref, won, result):
    return then(match, won + (result == "won"))


# brute force


@pytest.mark.parametrize("state", [Bout(1, 1, 2), Bout(1, 2, 1)])
def test_the_odds_are_those_of_every_face_of_every_die(state):
    start = then(bout, state)
    assert odds(start, DEFAULT).chances() == brute_force(start, DEFAULT)


def test_given_dice_within_calls_are_not_left_to_chance():
    answers = script(("*.load", [2]), ("*.a.gun-*", [1]), ("*", "default"))
    start = then(bout, Bout(2, 1, 2))
    found = odds(start, answers)
    assert found.chances() == brute_force(start, answers)
    assert {end.state.d for end in found.ways} == {0}


def test_a_procedure_may_end_the_whole_battle():
    def battle(ref, state):
        return call(hazard, state, back=survived, keep="kept")

    def hazard(ref, state):
        rolled = ref.roll("hazard", Total(D6))
        return End("lost at sea", rolled) if rolled < 3 else Return(rolled)

    def survived(ref, kept, rolled):
        return End(kept, rolled // 4)

    start = then(battle, 0)
    assert odds(start, DEFAULT).chances() == brute_force(start, DEFAULT)
    assert {Sampler(BOUTS, DEFAULT, start).end(seed)[0].result for seed in range(30)} == {"lost at sea", "kept"}


# loops and rounds


def test_loops_in_calls_in_loops():
    """A duel is won with 1/3 of a shot each, lost with 2/3 * 1/6, and otherwise continues: won with 3/4, after 9/4 rounds."""
    found = odds(then(match, 0), DEFAULT)
    assert found.chances() == {End("won", 2): 1}
    duels = 2 / Fraction(3, 4)
    assert found.rounds == duels * Fraction(9, 4)


def test_a_caller_finds_its_own_scope_and_round_again():
    def battle(ref, state):
        ref.enter("cape", "The cape")
        ref.new_round()
        return call(inner, state, back=afterwards, keep=state)

    def inner(ref, state):
        ref.enter("bay", "The bay")
        ref.new_round()
        ref.new_round()
        return Return(ref.roll("die", Hits(D6, 3)))

    def afterwards(ref, state, rolled):
        return End(ref.choose("report", ("short", "long"), by="a"), rolled)

    answers = script(("cape.r1.report", "long"), ("bay.r2.die", [1]), ("*", "short"))
    assert odds(then(battle, 0), answers).chances() == {End("long", 1): 1}


def test_a_caller_may_resume_the_last_round_of_a_procedure():
    """Rounds still merge in the odds; only those that the script distinguishes are kept apart."""

    def battle(ref, state):
        return call(inner, state, back=afterwards, keep=state)

    def inner(ref, state):
        ref.new_round()
        return Return(ref.round) if ref.roll("die", Hits(D6, 3)) else then(inner, state)

    def afterwards(ref, state, last_round):
        ref.resume_round(last_round)
        return End(ref.choose("report", ("short", "long"), by="a"), state)

    found = odds(then(battle, 0), script(("r2.report", "long"), ("*", "short")))
    assert results(found) == {"long": Fraction(1, 4), "short": Fraction(3, 4)}
    assert found.rounds == 2


# procedures that never return


def test_a_procedure_that_calls_itself_forever_is_endless():
    def deeper(ref, state):
        return call(deeper, state + 1, back=back, keep=0)

    def rolls_deeper(ref, state):
        ref.roll("die", Total(D6))
        return call(rolls_deeper, state + 1, back=back, keep=0)

    def same(ref, state):
        return call(same, state, back=back, keep=0) if ref.roll("die", Total(D6)) > 1 else Return(0)

    def back(ref, kept, value):
        return Return(value)

    for step in (deeper, rolls_deeper, same):
        with pytest.raises(Endless):
            odds(then(step, 0), DEFAULT)


def test_a_loop_without_a_way_out_in_a_called_procedure_is_endless():
    def battle(ref, state):
        return call(round_and_round, state, back=never, keep=0)

    def round_and_round(ref, state):
        ref.roll("die", Total(D6))
        return then(round_and_round, state)

    def never(ref, kept, value):
        return End("over", value)

    with pytest.raises(Endless, match="returning to die"):
        odds(then(battle, 0), DEFAULT)


# solved once


def test_a_procedure_is_solved_once_however_many_callers_it_has():
    graph = graph_of(DEFAULT)
    solver = Solver(graph)
    solver.distribution(graph.start(then(bout, Bout(3, 3, 9))))
    fires = {(node.call.step, node.call.state) for node in graph.calls.values() if node.call.step is gun_by_gun}
    assert len(fires) == 2 * 9  # three against three for either side
    calls = [node for node in graph.calls.values() if node.call.step is gun_by_gun]
    assert len(calls) > 5 * len(fires)
    loads = [first for first in solver.tables if isinstance(first, Rolled) and first.key.endswith("load")]
    assert len(loads) == 2


# floating point


def big_volleys(guns):
    def battle(ref, state):
        return call(shots, "a", back=other_side, keep=0)

    def other_side(ref, kept, hits):
        return call(shots, "d", back=both, keep=hits)

    def both(ref, mine, theirs):
        return End("over", (mine, theirs))

    def shots(ref, side):
        return Return(ref.roll(side, Hits(guns * D6, 3)))

    return then(battle, 0)


def test_floating_point_copes_with_long_integers():
    found = odds(big_volleys(250), DEFAULT)  # six to the five hundredth ways in all
    assert 0 < found.error < 1e-9
    assert sum(found.ways.values()) == found.total
    assert max(found.ways, key=found.ways.__getitem__).state == (125, 125)
    assert odds(big_volleys(60), DEFAULT, in_full=True).error == 0


def test_the_error_of_a_called_procedure_adds_to_its_caller(monkeypatch):
    whole = odds(then(bout, Bout(3, 3, 4)), DEFAULT)
    monkeypatch.setattr("airwar.probability.budget.MOST_WHOLE_EDGES", 8)  # most procedures are larger
    rounded = odds(then(bout, Bout(3, 3, 4)), DEFAULT)
    chances = rounded.chances()
    off_by = sum(abs(chances[end] - chance) for end, chance in whole.chances().items())
    assert 0 < off_by <= rounded.error < 1e-9
    assert float(rounded.rounds) == pytest.approx(float(whole.rounds))


def test_the_error_bound_holds_in_a_loop_with_few_ways_out(monkeypatch):
    """Two positions that lead to each other and to themselves, and out of the loop once in ten million."""

    class Loaded(Total):
        """Three outcomes in place of all the faces."""

        def outcomes(self):
            sides = self.dice.sides
            between = {10_000_000: 5_000_000, 3_000_000: 1_000_000}[sides]
            return ((1, 1), (2, between - 2), (sides, sides - between + 1))

        def effort(self):
            return 3

    def left(ref, state):
        rolled = ref.roll("left", Loaded(Dice(1, 10_000_000)))
        return End("A", state) if rolled == 1 else then(right if rolled < 5_000_000 else left, state)

    def right(ref, state):
        rolled = ref.roll("right", Loaded(Dice(1, 3_000_000)))
        return End("B", state) if rolled == 1 else then(left if rolled < 1_000_000 else right, state)

    whole = odds(then(left, 0), DEFAULT).chances()
    monkeypatch.setattr("airwar.probability.budget.MOST_WHOLE_EDGES", 0)
    rounded = odds(then(left, 0), DEFAULT)
    assert rounded.error > 0
    assert all(abs(rounded.chances()[end] - chance) <= rounded.error for end, chance in whole.items())


# the same dice as at the table


def test_the_same_dice_fight_the_same_battle_over_the_graph():
    start = then(bout, Bout(3, 3, 4))
    sampler = Sampler(BOUTS, DEFAULT, start)
    for run in range(200):
        seed = derived_seed(5, run)
        walk = Walk(start, bare_log(), Scripted(DEFAULT, MachineDice(seed)))
        end = walk.run()
        assert sampler.end(seed) == (end, walk.round)


class Stops(Scripted):
    """Stops at a roll of a given number."""

    def __init__(self, answers, dice, stop):
        super().__init__(answers, dice)
        self.left = stop

    def faces(self, roll, drawn):
        if not self.left:
            raise Asked(roll)
        self.left -= 1
        return super().faces(roll, drawn)


@pytest.mark.parametrize("stop", range(9))
def test_in_the_middle_of_a_procedure_the_odds_continue_from_there(stop):
    """The odds at a roll are those of its outcomes, each given and continued from."""
    walk = Walk(then(bout, Bout(3, 3)), bare_log(), Stops(DEFAULT, MachineDice(2), stop))
    with pytest.raises(Asked) as asked:
        walk.run()
    outcomes = asked.value.question.reading.outcomes()
    total = sum(ways for _, ways in outcomes)
    parts = {}
    for outcome, ways in outcomes:
        for end, chance in exact(situation_at(BOUTS, DEFAULT, walk, outcome)).chances().items():
            parts[end] = parts.get(end, 0) + Fraction(ways, total) * chance
    assert exact(situation_at(BOUTS, DEFAULT, walk)).chances() == parts


# open decisions in called procedures


def war(ref, state):
    """Duels one after the other, each a procedure in which `a` may leave."""
    return End("over", state) if state[0] == 2 else call(skirmish, 0, back=skirmish_over, keep=state)


def skirmish(ref, shots):
    hit = ref.roll("a.fire", Hits(D6, 2))
    lost = ref.roll("d.fire", Hits(D6, 3))
    if hit or lost:
        return Return((hit, lost))
    return Return((0, 0)) if ref.choose("a.leave", ("stay", "leave"), by="a") == "leave" else then(skirmish, shots)


def skirmish_over(ref, state, came):
    return then(war, (state[0] + 1, state[1] + came[0] - came[1]))


def test_advice_looks_into_called_procedures_with_open_decisions():
    """A shot is worth 1/3 - 1/2 for `a`, so `a` leaves as soon as possible: each skirmish is one exchange of shots."""
    graph = graph_of(DEFAULT, lambda key, by: DEFAULT.is_stance(key))
    advice = Advice(graph, lambda end: Fraction(end.state[1]), lambda node: True)
    assert advice.of(graph.start(then(war, (0, 0)))) == 2 * (Fraction(1, 3) - Fraction(1, 2))
    against = Advice(graph, lambda end: Fraction(end.state[1]), lambda node: False)
    stays = (Fraction(1, 3) - Fraction(1, 2)) / (1 - Fraction(2, 3) * Fraction(1, 2))
    assert against.of(graph.start(then(war, (0, 0)))) == 2 * stays


def test_advice_uses_the_tables_of_procedures_without_open_decisions():
    def battle(ref, state):
        return call(gun_by_gun, Guns("a", 3, 3), back=asked, keep=state)

    def asked(ref, state, hits):
        return End(ref.choose("a.leave", ("stay", "leave"), by="a"), hits)

    graph = graph_of(DEFAULT, lambda key, by: DEFAULT.is_stance(key))
    advice = Advice(graph, lambda end: Fraction(end.state if end.result == "stay" else 1), lambda node: True)
    hit = Fraction(1, 2) * Fraction(1, 3)
    none, one = (1 - hit) ** 3, 3 * hit * (1 - hit) ** 2
    two, three = 3 * hit**2 * (1 - hit), hit**3
    assert advice.of(graph.start(then(battle, 0))) == none + one + 2 * two + 3 * three
    first = graph.start(then(battle, 0))[0]
    assert isinstance(first, Called)
    assert len(first.edges) == 4
