"""The solution in detail: what it costs, which numbers chance flows in, and the means from every position."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

import pytest
from test_odds_graph import caller, several
from toys import odds, results, script

from airwar.engine.dice import D6, Dice, Hits, Total
from airwar.engine.moves import End, Return, call, then
from airwar.probability import budget
from airwar.probability.budget import Budget, TooMany
from airwar.probability.distribution import Exact, Rounded
from airwar.probability.graph import graph_of
from airwar.probability.nodes import Chance, Final
from airwar.probability.solve import LONGEST, Floats, Integers, Net, Solver
from airwar.probability.values import Advice, Expectation

DEFAULT = script(("*", "default"))


# the budget of a solver


def test_a_solver_stops_when_the_edges_of_its_budget_are_spent():
    assert odds(then(caller, 2), DEFAULT, Budget(13)).total
    with pytest.raises(TooMany):
        odds(then(caller, 2), DEFAULT, Budget(12))


# integers and floating point


class Luck(NamedTuple):
    """A ladder: up on a high die, down on a low one, and out at either end; a die in the middle leads back to the same rung."""

    at: int


def ladder(ref, luck):
    ref.new_round()
    face = ref.roll("ladder", Total(D6))
    at = luck.at + (face > 4) - (face < 3)
    return End("top" if at else "bottom", at) if at in (0, 4) else then(ladder, Luck(at))


def odd_ladder(ref, luck):
    face = ref.roll("ladder", Total(D6))
    at = luck.at + (face > 3) - (face < 3)
    return End("top" if at else "bottom", at) if at in (0, 4) else then(odd_ladder, Luck(at))


def odd_chance(rung):
    """Three ways up, two ways down: the chance to come to the top is that of a gambler with these odds."""
    q = Fraction(2, 3)
    return (1 - q**rung) / (1 - q**4)


@pytest.mark.parametrize("rung", [1, 2, 3])
def test_a_walk_between_two_ends_by_hand(rung):
    found = odds(then(ladder, Luck(rung)), DEFAULT)
    assert results(found) == {"top": Fraction(rung, 4), "bottom": Fraction(4 - rung, 4)}
    assert found.how == Exact()
    assert found.rounds == Fraction(3, 2) * rung * (4 - rung)  # k (n - k) moves, of which each takes 3/2 dice
    assert found.positions == 4  # the first rung before any round, then all three
    assert results(odds(then(odd_ladder, Luck(rung)), DEFAULT))["top"] == odd_chance(rung)


@pytest.mark.parametrize("rung", [1, 2, 3])
def test_the_same_walk_in_floating_point(rung, monkeypatch):
    monkeypatch.setattr(budget, "MOST_WHOLE_EDGES", 0)
    for step in (ladder, odd_ladder):
        found = odds(then(step, Luck(rung)), DEFAULT)
        wanted = odd_chance(rung) if step is odd_ladder else Fraction(rung, 4)
        groups, edges = (2, 12) if step is ladder else (1, 9)  # each rung has ways up, down and back
        assert found.how == Rounded(2 * (6 * groups + edges) * 2.0**-53)
        assert abs(results(found)["top"] - wanted) <= found.error
        assert sum(results(found).values()) == 1
        assert float(found.rounds) == (pytest.approx(1.5 * rung * (4 - rung)) if step is ladder else 0)
        assert odds(then(step, Luck(rung)), DEFAULT, in_full=True).how == Exact()


def test_a_net_of_so_many_edges_is_solved_in_integers_and_a_larger_one_in_floats(monkeypatch):
    for most, how in ((12, Exact), (11, Rounded)):
        monkeypatch.setattr(budget, "MOST_WHOLE_EDGES", most)
        assert type(odds(then(ladder, Luck(1)), DEFAULT).how) is how


def test_a_whole_of_so_many_bits_is_solved_in_integers_and_a_longer_one_in_floats(monkeypatch):
    start, bits = then(several, 0), 6  # 36 ways have six bits
    for most, how in ((bits, Exact), (bits - 1, Rounded)):
        monkeypatch.setattr(budget, "MOST_WHOLE_BITS", most)
        assert type(odds(start, DEFAULT).how) is how
        assert odds(start, DEFAULT, in_full=True).how == Exact()


def test_the_error_of_a_called_procedure_counts_as_often_as_it_is_called(monkeypatch):
    monkeypatch.setattr(budget, "MOST_WHOLE_EDGES", 8)  # the ladder is too large

    def twice(ref, state):
        return call(climb, 1, back=again, keep=state) if ref.roll("climb", Total(D6)) > 3 else End("low", 0)

    def climb(ref, state):
        return then(rungs, Luck(state))

    def rungs(ref, luck):
        move = ladder(ref, luck)
        return Return(move.result) if isinstance(move, End) else then(rungs, move.state)

    def again(ref, state, result):
        return End(result, state)

    found = odds(then(twice, 0), DEFAULT)
    inner = 2 * (6 * 2 + 12) * 2.0**-53
    own = (6 * 2 + 2 + 2) * 2.0**-53  # two groups; a roll of two edges and a call of two
    assert found.error == pytest.approx(2 * (own + inner / 2), rel=1e-9, abs=0)
    assert results(found)["top"] == pytest.approx(Fraction(1, 8))
    assert float(found.rounds) == pytest.approx(4.5 / 2)
    alone = odds(then(lambda ref, state: call(climb, 1, back=again, keep=0), 0), DEFAULT)
    assert alone.error == inner  # a call and nothing else: its table is the procedure's
    assert float(alone.rounds) == pytest.approx(4.5)


def net_of(step):
    graph = graph_of(DEFAULT)
    return Net(graph.start(then(step, 0))[0], Solver(graph))


@pytest.mark.parametrize(("bits", "scaled"), [(6, 7), (5, 7), (3, 7), (2, 1)])
def test_scales_end_where_they_are_too_long(bits, scaled, monkeypatch):
    """The six dice after the first have a scale of 6, of three bits; the first has 36, of six bits."""
    monkeypatch.setattr(budget, "MOST_WHOLE_BITS", bits)
    net = net_of(several)
    assert len(Integers(net).scales) == scaled
    net.solver.in_full = True
    whole = Integers(net)
    assert (whole.whole, len(whole.scales)) == (36, 7)


def rare(ref, number):
    if ref.roll("rare", Hits(Dice(400, 6), 1)) < 400:
        return End("no", number)
    return then(rare, number + 1) if number < 3 else End("all", number)


def test_what_is_too_rare_for_a_float_is_left_out(monkeypatch):
    monkeypatch.setattr(budget, "MOST_WHOLE_EDGES", 0)
    found = odds(then(rare, 0), DEFAULT)
    assert set(found.ways) == {End("no", 0), End("no", 1)}
    exact = odds(then(rare, 0), DEFAULT, in_full=True)
    assert set(exact.ways) == {End("all", 3), *(End("no", number) for number in range(4))}
    assert exact.chances()[End("all", 3)] == Fraction(1, 6**1600)


def fixed(total):
    node = Chance("k")
    node.edges, node.total = [(Final(End("over", 0)), total, 0)], total
    return node


@pytest.mark.parametrize(("bits", "long"), [(LONGEST, False), (LONGEST + 1, True)])
def test_portions_of_floats(bits, long):
    node = fixed(2 ** (bits - 1))
    unit, edges = Floats(net_of(several)).portions(node, 0.5)
    ((child, ways, begun),) = edges
    assert (edges is node.edges) is not long
    assert unit * ways == 0.5
    assert (unit, ways) == ((0.5, 1.0) if long else (0.5 / node.total, node.total))
    assert (child, begun) == (node.edges[0][0], 0)


# means


def measure(end):
    return (Fraction(end.result == "top"), Fraction(end.state))


@pytest.mark.parametrize("number", [Fraction, float])
def test_means_are_those_of_the_distribution_from_every_position(number):
    graph = graph_of(DEFAULT)
    one = Expectation(graph, measure, number)
    for rung in (1, 2, 3):
        values = one.of(graph.start(then(odd_ladder, Luck(rung))), Budget())
        assert values == pytest.approx((odd_chance(rung), 4 * odd_chance(rung)), rel=1e-12)
        assert all(type(value) is number for value in values)
    assert not one.rounded


def score(end):
    return (Fraction(end.state if isinstance(end.state, int) else 0), Fraction(1))


def test_means_say_when_a_called_procedure_was_rounded(monkeypatch):
    def climb(ref, state):
        return call(rungs, Luck(1), back=lambda ref, keep, value: End("over", value), keep=0)

    def rungs(ref, luck):
        move = ladder(ref, luck)
        return Return(move.state) if isinstance(move, End) else then(rungs, move.state)

    graph = graph_of(DEFAULT)
    exact = Expectation(graph, score, Fraction)
    assert exact.of(graph.start(then(climb, 0)), Budget()) == (1, 1)
    assert not exact.rounded
    monkeypatch.setattr(budget, "MOST_WHOLE_EDGES", 8)
    graph = graph_of(DEFAULT)
    rounded = Expectation(graph, score, float)
    assert rounded.of(graph.start(then(climb, 0)), Budget()) == pytest.approx((1, 1))
    assert rounded.rounded


def again(ref, state):
    face = ref.roll("again", Total(D6))
    return End("over", face) if face > 4 else then(again, state)


@pytest.mark.parametrize("number", [Fraction, float])
def test_a_roll_that_leads_back_to_itself(number):
    graph = graph_of(DEFAULT)
    arrival = graph.start(then(again, 0))
    assert Expectation(graph, lambda end: (Fraction(end.state), Fraction(1)), number).of(arrival, Budget()) == pytest.approx(
        (5.5, 1)
    )
    assert Advice(graph, lambda end: Fraction(end.state), lambda node: True).of(arrival) == Fraction(11, 2)
    assert odds(then(again, 0), DEFAULT).chances() == {End("over", 5): Fraction(1, 2), End("over", 6): Fraction(1, 2)}


class Looking(Budget):
    looks = 0

    def check(self):
        self.looks += 1


OUTCOMES = 5  # looks at the clock for a die: before each outcome but the first


@pytest.mark.parametrize("of", [Expectation, Advice])
def test_what_is_known_of_later_positions_is_not_worked_out_again(of, monkeypatch):
    graph, looking = graph_of(DEFAULT), Looking()
    first = graph.start(then(several, 0))
    second = graph.after(first[0], 3)
    if of is Expectation:
        monkeypatch.setattr("airwar.probability.values.expected_visits", lambda *_: pytest.fail("there is no loop"))
        means = Expectation(graph, lambda end: (Fraction(end.state),), Fraction)
        found = [means.of(arrival, looking)[0] for arrival in (second, first)]
    else:
        advice = Advice(graph, lambda end: Fraction(end.state), lambda node: True, looking)
        found = [advice.of(second)]
        known, ways = set(advice.values), advice._ways
        monkeypatch.setattr(advice, "_ways", lambda node: pytest.fail("looked into again") if node in known else ways(node))
        found.append(advice.of(first))
    assert found == [Fraction(3 * 7, 2), Fraction(49, 4)]
    solved = means if of is Expectation else advice
    assert len(solved.values) == 1 + 6 + 7 + 12  # the die after a three and its six ends; then all dice, and the ends that are new
    assert looking.looks == 8 * OUTCOMES + len(solved.values)
