"""Battles fought over the graph: which dice are drawn, when the clock is looked at, and when a sample ends."""

from fractions import Fraction
from typing import NamedTuple

import pytest
from toys import DUELS, Duel, duel, script

from airwar.answers.chance import MachineDice, derived_seed
from airwar.engine.dice import D6, Dice, Hits, Total
from airwar.engine.moves import End, Return, Then, call, then
from airwar.errors import Endless
from airwar.probability import budget
from airwar.probability import sample as sampling
from airwar.probability.budget import TooMany, TooSlow
from airwar.probability.distribution import Outcome, Sampled
from airwar.probability.explorer import Lots
from airwar.probability.graph import graph_of
from airwar.probability.nodes import RolledLots
from airwar.probability.sample import Sample, Sampler, Timed, hits_rolled, played
from airwar.rulesets.ruleset import Tally

STAY = script(("*", "stay"))


class Loaded:
    """Dice that show what a test wants, by number; keeps what it was asked for."""

    def __init__(self, *faces):
        self.shown, self.asked = faces, []

    def faces(self, first, count, sides):
        self.asked.append((first, count, sides))
        return self.shown[first : first + count]


# one battle


def gather(ref, so_far):
    ref.new_round()
    two = ref.roll("two", Total(2 * D6))
    return call(extra, two, back=add, keep=so_far)


def extra(ref, two):
    ref.new_round()
    if two == 12:
        return End("boxcars", two)
    return Return(ref.roll("extra", Total(Dice(1, 10))) + two)


def add(ref, so_far, more):
    if len(so_far) == 1:
        hits, lots = ref.roll_lots([("a", Hits(2 * D6, 3)), ("b", Hits(3 * D6, 3)), ("c", Hits(D6, 3))], 3)
        return End("done", (*so_far, more, hits, lots))
    return then(gather, (*so_far, more))


def test_a_battle_draws_its_dice_in_order_and_counts_its_rounds():
    graph = graph_of(STAY)
    start = graph.start(then(gather, ()))
    dice = Loaded(1, 2, 9, 6, 5, 1, 1, 4, 1, 1, 4)
    final, rounds, drawn = played(graph, start, dice)
    assert final.move == End("done", (12, 12, 3, 3))
    assert (rounds, drawn) == (4, 11)
    # the last lot is not rolled: the first two hit everything
    assert dice.asked == [(0, 2, 6), (2, 1, 10), (3, 2, 6), (5, 1, 10), (6, 2, 6), (8, 3, 6)]
    again, rounds, drawn = played(graph, start, Loaded(None, *dice.shown), 1)
    assert (again, rounds, drawn) == (final, 4, 12)


def test_a_battle_may_end_within_a_procedure():
    graph = graph_of(STAY)
    final, rounds, drawn = played(graph, graph.start(then(gather, ())), Loaded(1, 2, 9, 6, 6))
    assert (final.move, rounds, drawn) == (End("boxcars", 12), 4, 5)


class Nested(NamedTuple):
    depth: int
    most: int


def deeper(ref, at):
    ref.roll("deeper", Total(D6))
    return Return(0) if at.depth == at.most else call(deeper, Nested(at.depth + 1, at.most), back=shallower, keep=at)


def shallower(ref, at, value):
    return Return(value + 1)


def outermost(ref, at):
    return call(deeper, at, back=lambda ref, keep, value: End("out", value), keep=None)


@pytest.mark.parametrize(("most", "ends"), [(2, True), (3, True), (4, False)])
def test_procedures_may_call_one_another_so_deep_and_no_deeper(most, ends, monkeypatch):
    monkeypatch.setattr(budget, "MOST_NESTED", 3)
    graph = graph_of(STAY)
    start = graph.start(then(outermost, Nested(0, most)))
    dice = Loaded(*[1] * 99)
    if ends:
        assert played(graph, start, dice)[0].move == End("out", most)
    else:
        with pytest.raises(Endless, match="it keeps returning to deeper"):
            played(graph, start, dice)


@pytest.mark.parametrize(("most", "ends"), [(3, False), (4, False), (5, True)])
def test_a_battle_passes_so_many_places_and_no_more(most, ends, monkeypatch):
    monkeypatch.setattr(budget, "MOST_PASSED", most)
    graph = graph_of(STAY)
    start = graph.start(duel(1, 1))
    dice = Loaded(6, 6, 1, 1)  # four rolls, and the end
    if ends:
        assert played(graph, start, dice)[1:] == (2, 4)
    else:
        with pytest.raises(Endless):
            played(graph, start, dice)


@pytest.mark.parametrize(
    ("most", "shown", "hits", "drawn"),
    [(1, (1, 6, 1), 1, 2), (2, (1, 6, 1, 1, 1), 2, 5), (9, (1, 1, 1, 1, 1, 6), 5, 6), (9, (6,) * 6, 0, 6)],
)
def test_lots_are_rolled_as_long_as_anything_is_left_to_hit(most, shown, hits, drawn):
    lots = RolledLots((), (), 0, Lots("lots", (Hits(2 * D6, 3), Hits(3 * D6, 3), Hits(D6, 3)), most))
    assert hits_rolled(lots, Loaded(0, *shown), 1) == (hits, drawn + 1)


# the clock


def test_the_clock_is_looked_at_after_so_many_dice_and_rolls(monkeypatch):
    monkeypatch.setattr(budget, "DICE_AT_A_TIME", 90)
    looks = []
    dice = Timed(MachineDice(1), lambda: looks.append(1))
    seen = []
    for at in range(9):
        assert dice.faces(at * 10, 10, 6) == MachineDice(1).faces(at * 10, 10, 6)
        seen.append(len(looks))
    assert seen == [0, 0, 0, 1, 1, 1, 1, 2, 2]  # 30 a roll: 30, 60, 90, 120 is more than 90


def test_a_huge_roll_is_made_in_parts_and_each_looks_at_the_clock(monkeypatch):
    monkeypatch.setattr(budget, "DICE_AT_A_TIME", 100)
    looks = []
    machine = Loaded(*range(400))
    dice = Timed(machine, lambda: looks.append(len(machine.asked)))
    assert dice.faces(5, 100, 6) == tuple(range(5, 105))
    assert (machine.asked, looks) == ([(5, 100, 6)], [0])
    machine.asked.clear()
    looks.clear()
    assert dice.faces(5, 201, 6) == tuple(range(5, 206))
    assert machine.asked == [(5, 100, 6), (105, 100, 6), (205, 1, 6)]
    assert looks == [0, 0, 1, 2]


# samples


def test_a_sampler_fights_battles_by_seed_and_knows_their_outcomes(monkeypatch):
    sampler = Sampler(DUELS, STAY, duel(1, 2))
    end, rounds = sampler.end(5)
    final, again = sampler.final(5)
    assert (final.move, again) == (end, rounds)
    assert rounds > 0
    a, d = end.state[:2]
    winner = "a" if a > d else "d" if d > a else ""
    wanted = Outcome("over", winner, (Tally("a", "factor", 1, 1 - a), Tally("d", "factor", 2, 2 - d)))
    assert sampler.outcome(5) == wanted
    assert sampler.outcomes == {final: wanted}
    monkeypatch.setattr(sampling, "outcome_of", lambda *_: pytest.fail("worked out again"))
    assert sampler.outcome(5) is sampler.outcomes[final]


def keyed(ref, state):
    ref.new_round()
    return End(ref.full_key("x"), Duel(ref.roll("x", Total(D6)), 0))


@pytest.mark.parametrize(("most", "kept"), [(0, False), (1, True)])
def test_the_turns_of_a_graph_that_has_grown_too_large_are_forgotten(most, kept, monkeypatch):
    sampler = Sampler(DUELS, STAY, Then(keyed, 0))
    root = sampler.root
    assert len(sampler.graph.places) == 1
    monkeypatch.setattr(sampling, "MOST_PLACES", most)
    before = sampler.outcome(4)
    assert (sampler.root is root) == kept
    sampler.outcome(4)
    assert sampler.outcome(4) == before
    assert len(sampler.outcomes) == 1


class Clock:
    """Stands still but for each battle, which takes a second."""

    now = 0.0

    def __call__(self):
        return self.now


class Second(Sampler):
    """Each battle takes a second, or as long as the check has patience."""

    def __init__(self, clock, takes=1.0):
        super().__init__(DUELS, STAY, duel(1, 1))
        self.clock, self.takes, self.seeds, self.checks = clock, takes, [], []

    def final(self, seed, check=None):
        self.seeds.append(seed)
        self.checks.append(check)
        self.clock.now += self.takes
        if check is not None:
            check()
        return super().final(seed)


@pytest.fixture
def clock(monkeypatch):
    clock = Clock()
    for module in (budget, sampling):
        monkeypatch.setattr(module, "monotonic", clock)
    return clock


def test_a_sample_is_as_many_battles_as_are_wanted_each_with_its_seed(clock):
    sampler = Second(clock)
    one = Sample(sampler, 7)
    one.fight(3)
    assert one.runs == 3
    assert sampler.seeds == [derived_seed(7, run) for run in range(3)]
    assert sampler.checks == [None] * 3
    one.fight(2, 100.0)  # more of the same
    assert sampler.seeds == [derived_seed(7, run) for run in range(5)]
    assert None not in sampler.checks[3:]
    fought = [Sampler(DUELS, STAY, duel(1, 1)).end(seed) for seed in sampler.seeds]
    found = one.ends()
    assert found.ways == {end: [other for other, _ in fought].count(end) for end, _ in fought}
    assert (found.total, found.how) == (5, Sampled("0x7"))
    assert found.rounds == Fraction(sum(rounds for _, rounds in fought), 5)
    assert found.positions == len(sampler.graph.places)


@pytest.mark.parametrize(
    ("seconds", "fewest", "fought"),
    [
        (4.0, 1, 5),  # the time is up after it, not with it
        (3.5, 1, 4),
        (4.0, 5, 5),
        (4.0, 6, 6),  # one more than there is time for
        (4.0, 9, 6),  # but the patience is over after 6 seconds
        (100.0, 1, 12),
    ],
)
def test_a_sample_ends_when_its_time_is_up_and_it_has_enough_or_its_patience_is_over(clock, seconds, fewest, fought):
    one = Sample(Second(clock), 1)
    one.fight(12, seconds, fewest)
    assert one.runs == fought
    assert sum(one.counts.values()) == fought


def test_a_battle_that_takes_too_long_ends_a_sample_and_without_any_there_is_none(clock):
    with pytest.raises(TooSlow):
        Sample(Second(clock, 7.0), 1).fight(5, 4.0)
    slow = Second(clock, 2.0)
    one = Sample(slow, 1)
    one.fight(2, 10.0)
    slow.takes = 9.0
    one.fight(3, 4.0)
    assert one.runs == 2  # the third was broken off
    with pytest.raises(TooMany):
        slow.checks[-1]()


def test_the_first_battle_has_a_tenth_of_a_second_however_little_time_there_is(clock):
    for takes, fought in ((0.09375, True), (0.125, False)):
        one = Sample(Second(clock, takes), 1)
        if fought:
            one.fight(5, 0.001, 1)
            assert one.runs == 1
        else:
            with pytest.raises(TooSlow):
                one.fight(5, 0.001, 1)
