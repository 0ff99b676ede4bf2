"""The graph and its solution in detail: what is explored once, what is merged, and which numbers chance flows in."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

import pytest
from toys import duel, odds, results, script

from airwar.engine.dice import D6, Dice, EachFace, Hits, Total
from airwar.engine.moves import End, Frame, Position, Return, call, then
from airwar.errors import Endless
from airwar.odds import budget
from airwar.odds.budget import Budget, TooMany
from airwar.odds.distribution import Exact, Rounded
from airwar.odds.expect import Expectation
from airwar.odds.graph import Graph, graph_of
from airwar.odds.nodes import Called, Final, Rolled
from airwar.odds.solve import Solver, Table
from airwar.testing.brute_force import brute_force

DEFAULT = script(("*", "default"))


def no_check():
    pass


# where things lead


def one_die(ref, state):
    ref.new_round()
    face = ref.roll("die", Total(D6))
    if face == 6:
        ref.new_round()
    return then(after_die, min(face, 4) if face != 3 else 1)


def after_die(ref, state):
    ref.new_round()
    return End("over", state) if state < 4 else then(another, state)


def another(ref, state):
    return End("over", state + ref.roll("another", Total(Dice(1, 2))))


def test_outcomes_that_lead_to_the_same_place_are_one_edge_and_common_factors_drop_out():
    graph = graph_of(DEFAULT)
    node, begun = graph.start(then(one_die, 0))
    assert (node.key, begun) == ("die", 1)
    graph.expand(node, tuple((face, 4) for face in range(1, 7)), no_check)
    ends = [(child.move.state if isinstance(child, Final) else child.key, ways, begun) for child, ways, begun in node.edges]
    # 1 and 3 lead to one end; 4 and 5 to one roll, and 6 to the same roll, but with one round more
    assert ends == [(1, 2, 1), (2, 1, 1), ("another", 2, 1), ("another", 1, 2)]
    assert node.total == 6
    assert node.edges[2][0] is node.edges[3][0]


def test_edges_of_ways_without_a_common_factor_stay_as_they_are():
    graph = graph_of(DEFAULT)
    node, _ = graph.start(then(one_die, 0))
    graph.expand(node, ((1, 4), (2, 9)), no_check)
    assert [(ways, begun) for _, ways, begun in node.edges] == [(4, 1), (9, 1)]
    assert node.total == 13


@pytest.mark.parametrize(("at_a_time", "looks"), [(1, 5), (2, 2), (3, 1), (6, 0), (50, 0)])
def test_the_clock_is_looked_at_between_so_many_outcomes(at_a_time, looks, monkeypatch):
    monkeypatch.setattr(budget, "AT_A_TIME", at_a_time)
    seen = []
    graph = graph_of(DEFAULT)
    node, _ = graph.start(then(one_die, 0))
    graph.expand(node, tuple((face, 1) for face in range(1, 7)), lambda: seen.append(1))
    assert len(seen) == looks
    assert node.total == 6


class Counted(NamedTuple):
    """A chain of steps; the list counts how often each is taken."""

    at: int


TAKEN: list[int] = []


def chain(ref, state):
    TAKEN.append(state.at)
    ref.new_round()
    return then(chain, Counted(state.at + 1)) if state.at < 5 else End("over", ref.roll("last", Total(D6)))


def test_a_place_once_passed_is_remembered_with_the_rounds_from_there_on():
    TAKEN.clear()
    graph = graph_of(DEFAULT)
    last, begun = graph.start(then(chain, Counted(2)), "", 1)
    assert (TAKEN, last.key, begun) == ([2, 3, 4, 5], "last", 4)
    assert graph.start(then(chain, Counted(4)), "", 1) == (last, 2)
    assert TAKEN == [2, 3, 4, 5]
    assert graph.start(then(chain, Counted(0)), "", 1) == (last, 6)
    assert TAKEN == [2, 3, 4, 5, 0, 1]
    assert len(graph.places) == 6


@pytest.mark.parametrize(("most", "found"), [(5, True), (4, False)])
def test_so_many_steps_in_a_row_without_a_roll_and_no_more(most, found, monkeypatch):
    monkeypatch.setattr(budget, "MOST_STEPS", most)
    graph = graph_of(DEFAULT)
    if found:
        assert graph.start(then(chain, Counted(0)))[1] == 6
    else:
        with pytest.raises(Endless, match="it keeps returning to chain"):
            graph.start(then(chain, Counted(0)))


def test_where_an_outcome_leads_is_found_once():
    graph = graph_of(DEFAULT)
    node, _ = graph.start(then(one_die, 0))
    assert isinstance(node, Rolled)
    first = graph.after(node, 2)
    assert first[0].move == End("over", 2)
    assert first[1] == 1
    assert graph.after(node, 2) is first
    assert node.leads == {2: first}
    assert graph.after_faces(node, (5,)) == graph.after(node, 5)
    assert node.by_faces == {(5,): graph.after(node, 5)}
    assert [arrival[0] for arrival in graph.lead(node, (2, 1))] == [first[0], graph.after(node, 1)[0]]


def several(ref, state):
    ref.new_round()
    one = ref.roll("one", Total(D6))
    ref.new_round()
    two = ref.roll("two", Total(D6))
    return End("over", one * two)


def test_a_second_roll_in_a_step_is_a_node_of_its_own_with_the_rounds_since_the_first():
    graph = graph_of(DEFAULT)
    one, begun = graph.start(then(several, 0))
    assert (one.before, one.begun, begun) == ((), 1, 1)
    two, more = graph.after(one, 3)
    assert (two.key, two.before, two.begun, more) == ("two", (3,), 2, 1)
    end, more = graph.after(two, 5)
    assert (end.move, more) == (End("over", 15), 0)
    assert results(odds(then(several, 0), DEFAULT)) == {"over": 1}
    assert odds(then(several, 0), DEFAULT).rounds == 2


def test_callers_that_wait_are_one_object_if_they_are_equal():
    graph = graph_of(DEFAULT)
    below = Frame(after_die, 1, "malta", 3, None)
    stack = Frame(after_die, 2, "kursk", 4, below)
    place = Position(several, (0,), stack)
    node, _ = graph.start(place, "here", 7)
    step, args, scope, round_, caller = node.place
    assert (step, args, scope, round_) == (several, (0,), "here", 1)  # no policy distinguishes rounds, so all are one
    assert (caller.back, caller.keep, caller.scope, caller.round) == (after_die, 2, "kursk", 1)
    assert (caller.below.keep, caller.below.scope, caller.below.below) == (1, "malta", None)
    assert graph.start(place, "here", 3)[0] is node
    other = graph.start(Position(several, (1,), stack), "here", 7)[0]
    assert other.place[4] is caller
    rounds = graph_of(script(("*.r4.x", "stay"), ("*", "default")))
    found = rounds.start(Position(several, (0,), stack), "here", 3)[0]
    assert (found.place[3], found.place[4].round, found.place[4].below.round) == (3, 4, 3)
    assert rounds.start(Position(several, (0,), stack), "here", 70)[0].place[3] == 5


# calls


def caller(ref, state):
    ref.new_round()
    return call(called, state % 2, back=came_back, keep=state)


def called(ref, state):
    ref.new_round()
    if state == 1:
        return Return("odd")
    face = ref.roll("called", Total(D6))
    if face == 6:
        ref.new_round()
        return End("six", face)
    return Return(face > 2)


def came_back(ref, state, value):
    ref.new_round()
    if value == "odd":
        return End("odd", state)
    return End("back", (state, value, ref.roll("back", Total(Dice(1, 2))))) if state < 10 else End("high", value)


def test_a_call_is_a_node_whose_outcomes_are_what_the_procedure_returns():
    graph = graph_of(DEFAULT)
    node, begun = graph.start(then(caller, 2), "malta")
    assert isinstance(node, Called)
    assert (node.key, begun, node.first[0].key, node.first[1]) == ("called", 1, "called", 1)
    assert (node.caller.back, node.caller.keep, node.caller.scope, node.caller.below) == (came_back, 2, "malta", None)
    other, _ = graph.start(then(caller, 4), "malta")
    assert other is not node
    assert other.first == node.first
    solver = Solver(graph)
    edges = solver.edges(node)
    assert [(getattr(child, "key", None) or child.move, ways, begun) for child, ways, begun in edges] == [
        ("back", 2, 1),
        ("back", 3, 1),
        (End("six", 6), 1, 0),
    ]
    assert node.rounds == 1 + Fraction(1, 6)  # one before its roll, and one after a six
    assert solver.positions == 2
    assert solver.edges(node) is edges
    assert solver.positions == 2
    Solver(graph).edges(other)
    assert len(graph.calls) == 2


def test_a_procedure_that_rolls_nothing_is_passed_through_with_its_rounds():
    graph = graph_of(DEFAULT)
    final, begun = graph.start(then(caller, 3))
    assert (final.move, begun) == (End("odd", 3), 3)
    assert graph.calls == {}


@pytest.mark.parametrize("start", [2, 3, 12])
def test_odds_through_calls_are_those_of_every_face(start):
    found = odds(then(caller, start), DEFAULT)
    assert found.chances() == brute_force(then(caller, start), DEFAULT)
    assert found.rounds == {2: 1 + 1 + Fraction(5, 6) + Fraction(1, 6), 3: 3, 12: 3}[start]
    assert found.positions == {2: 4, 3: 1, 12: 2}[start]


def test_a_call_can_lead_into_its_procedure():
    graph = graph_of(DEFAULT)
    node, _ = graph.start(then(caller, 2))
    graph.inline(node)
    ((child, ways, begun),) = node.edges
    assert (child.key, ways, begun, node.total) == ("called", 1, 1, 1)
    assert child.place[4] is node.caller
    assert graph.after(child, 1)[0].key == "back"  # not to what it returns, but on with the caller


def nested(ref, depth):
    return Return(0) if not depth else call(nested, depth - 1, back=one_more, keep=None)


def one_more(ref, keep, value):
    return Return(value + 1)


def outermost(ref, depth):
    return call(nested, depth, back=lambda ref, keep, value: End("out", value), keep=None)


@pytest.mark.parametrize(("most", "found"), [(4, True), (3, False)])
def test_procedures_without_rolls_call_one_another_so_deep_and_no_deeper(most, found, monkeypatch):
    monkeypatch.setattr(budget, "MOST_NESTED", most)
    graph = graph_of(DEFAULT)
    if found:
        assert graph.start(then(outermost, 4))[0].move == End("out", 4)
    else:
        with pytest.raises(Endless, match="it keeps returning to nested"):
            graph.start(then(outermost, 4))
    assert graph.nested == 0


def rolling(ref, depth):
    ref.roll(f"depth-{depth}", Total(D6))
    return Return(0) if not depth else call(rolling, depth - 1, back=one_more, keep=None)


@pytest.mark.parametrize(("most", "found"), [(4, True), (3, False)])
def test_procedures_with_rolls_are_solved_so_deep_and_no_deeper(most, found, monkeypatch):
    def battle(ref, depth):
        return call(rolling, depth, back=lambda ref, keep, value: End("out", value), keep=None)

    monkeypatch.setattr(budget, "MOST_NESTED", most)
    graph = graph_of(DEFAULT)
    solver = Solver(graph)
    if found:
        assert solver.distribution(graph.start(then(battle, 3))).chances() == {End("out", 3): 1}
    else:
        with pytest.raises(Endless, match="it keeps returning to depth-"):
            solver.distribution(graph.start(then(battle, 3)))
    assert solver.being_solved == []


def test_what_is_not_a_move_is_named():
    with pytest.raises(TypeError, match="step wrong returned 7"):
        graph_of(DEFAULT).start(then(wrong, 0))


def wrong(ref, state):
    return 7


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
    assert found.error == pytest.approx(2 * (own + inner / 2), rel=1e-12)
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


def test_a_graph_of_a_script_takes_its_rounds_and_its_dice():
    plain = graph_of(DEFAULT)
    assert (plain.referee.rounds_matter, plain.referee.fixed, plain.referee.open) == (0, None, None)
    answers = script(("r3.a.fire", [1]), ("*", "stay"))
    graph = graph_of(answers, answers.is_stance)
    assert isinstance(graph, Graph)
    assert graph.referee.rounds_matter == 3
    assert graph.referee.fixed == answers.answer
    assert graph.referee.open == answers.is_stance
    assert results(odds(duel(1, 1), answers)) == {"over": 1}
