"""The solution in detail: what it costs, which numbers chance flows in, and the means from every position."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

import pytest
from test_odds_graph import after_die, another, caller, one_die, several
from toys import odds, results, script

from airwar.engine.dice import D6, Dice, EachFace, Hits, Total
from airwar.engine.moves import End, Return, call, then
from airwar.probability import budget
from airwar.probability.budget import Budget, TooMany
from airwar.probability.distribution import Exact, Rounded
from airwar.probability.graph import graph_of
from airwar.probability.solve import Solver, Table
from airwar.probability.values import Expectation
from airwar.testing.suite import brute_force

DEFAULT = script(("*", "default"))


def no_check():
    pass


# the budget of a solver


class Spending(Budget):
    def __init__(self):
        super().__init__()
        self.spent, self.afforded = [], []

    def spend(self, edges):
        if edges:
            self.spent.append(edges)

    def afford(self, edges):
        self.afforded.append(edges)


def huge(ref, state):
    return End("over", ref.roll("huge", Hits(Dice(1500, 6), 3)) > 700)


def test_edges_are_paid_for_by_the_outcomes_and_by_the_length_of_their_ways():
    spending = Spending()
    odds(then(caller, 2), DEFAULT, spending)
    assert spending.afforded == [6, 2, 2]  # a die costs its faces; the called procedure is solved once
    assert spending.spent == [6, 3, 2, 2]
    spending = Spending()
    odds(then(huge, 0), DEFAULT, spending)
    reading = Hits(Dice(1500, 6), 3)
    assert spending.afforded == [1501 * (1 + 1500 * 3 // 1024)]
    assert spending.spent == [sum(ways.bit_length() for _, ways in reading.outcomes()) // 1024, 1501]


def test_a_solver_stops_when_the_edges_of_its_budget_are_spent():
    assert odds(then(caller, 2), DEFAULT, Budget(13)).total
    with pytest.raises(TooMany):
        odds(then(caller, 2), DEFAULT, Budget(12))


def test_a_procedure_that_is_known_to_have_open_decisions_is_not_solved_again(monkeypatch):
    graph = graph_of(DEFAULT)
    node, _ = graph.start(then(caller, 2))
    solver = Solver(graph)
    solver.entered.add(node.call.step)
    monkeypatch.setattr(solver, "table", lambda first: pytest.fail("solved"))
    ((child, ways, begun),) = solver.edges(node)
    assert (child.key, ways, begun) == ("called", 1, 1)


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


def test_only_loops_are_solved_as_equations(monkeypatch):
    monkeypatch.setattr("airwar.probability.solve.expected_visits", lambda *_: pytest.fail("there is no loop"))
    assert odds(then(several, 0), DEFAULT).total == 36
    monkeypatch.setattr(budget, "MOST_WHOLE_EDGES", 0)
    assert odds(then(several, 0), DEFAULT).error > 0


def test_the_ways_of_an_exact_table_have_no_common_factor():
    found = odds(then(ladder, Luck(2)), DEFAULT)
    assert (sorted(found.ways.values()), found.total) == ([1, 1], 2)
    product = odds(then(several, 0), DEFAULT)
    assert (product.total, product.ways[End("over", 12)]) == (36, 4)


def test_the_table_of_a_roll_that_ends_everything_is_the_roll_itself():
    graph = graph_of(DEFAULT)
    solver = Solver(graph)
    first = graph.start(then(another, 4))[0]
    table = solver.table(first)
    assert [(final.move, ways) for final, ways in table.outcomes] == [(End("over", 5), 1), (End("over", 6), 1)]
    assert table[1:] == (0, 0.0)
    assert solver.table(first) is table
    final = graph.start(then(after_die, 1))[0]
    assert solver.table(final) == Table([(final, 1)], 0, 0.0)
    found = solver.distribution((final, 3))
    assert (found.ways, found.total, found.rounds) == ({End("over", 1): 1}, 1, 3)


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


@pytest.mark.parametrize("number", [Fraction, float])
@pytest.mark.parametrize("start", [then(several, 0), then(one_die, 0), then(caller, 2), then(caller, 3), then(after_die, 1)])
def test_means_without_loops_and_through_calls(start, number):
    graph = graph_of(DEFAULT)
    one = Expectation(graph, score, number)
    wanted = sum(chance * score(end)[0] for end, chance in brute_force(start, DEFAULT).items())
    arrival = graph.start(start)
    found = one.of(arrival, Budget())
    assert found == pytest.approx((wanted, 1))
    assert all(type(value) is number for value in found)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(one, "_solve", lambda group: pytest.fail("solved again"))
        assert one.of(arrival, Budget(0)) is found


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


def test_means_keep_what_they_know_when_the_budget_is_spent():
    graph = graph_of(DEFAULT)
    one = Expectation(graph, score, Fraction)
    arrival = graph.start(then(one_die, 0))
    with pytest.raises(TooMany):
        one.of(arrival, Budget(5))
    assert one.of(arrival, Budget(8))[0] == Fraction(1 + 1 + 2, 6) + Fraction(1, 2) * Fraction(11, 2)


def test_a_loop_of_two_in_which_only_one_leads_out():
    def here(ref, state):
        return then(there, state) if ref.roll("here", Total(D6)) < 6 else End("out", 1)

    def there(ref, state):
        ref.roll("there", EachFace(D6))
        return then(here, state)

    start = then(there, 0)
    graph = graph_of(DEFAULT)
    assert Expectation(graph, score, Fraction).of(graph.start(start), Budget()) == (1, 1)
    found = odds(start, DEFAULT)
    assert found.chances() == {End("out", 1): 1}
