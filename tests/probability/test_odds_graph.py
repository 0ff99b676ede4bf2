"""The graph in detail: what is explored once, what is merged, and where calls lead."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

import pytest
from toys import odds, results, script

from airwar.engine.dice import D6, Dice, Total
from airwar.engine.moves import End, Frame, Position, Return, call, then
from airwar.errors import Endless
from airwar.probability import budget
from airwar.probability.graph import graph_of
from airwar.probability.nodes import Called, Decision, Final
from airwar.probability.solve import Solver, Undecided
from airwar.testing.suite import brute_force

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


@pytest.mark.parametrize("outcomes", [1, 2, 6])
def test_the_clock_is_looked_at_before_each_outcome_but_the_first(outcomes):
    seen = []
    graph = graph_of(DEFAULT)
    node, _ = graph.start(then(one_die, 0))
    graph.expand(node, tuple((face, 1) for face in range(1, outcomes + 1)), lambda: seen.append(1))
    assert len(seen) == outcomes - 1
    assert node.total == outcomes


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


def several(ref, state):
    ref.new_round()
    one = ref.roll("one", Total(D6))
    ref.new_round()
    two = ref.roll("two", Total(D6))
    return End("over", one * two)


def test_a_decision_that_is_left_open_is_a_node_with_its_question():
    def asks(ref, state):
        ref.enter("malta", "Malta")
        return End(ref.choose("word", ("stay", "leave"), by="a"), ref.roll("die", Total(D6)))

    graph = graph_of(DEFAULT, lambda key, by: key == "word")
    node, _ = graph.start(then(asks, 0))
    assert isinstance(node, Decision)
    assert (node.key, node.question.by, node.before, node.begun, node.leads) == ("malta.word", "a", (), 0, {})
    die, _ = graph.after(node, "leave")
    assert (die.key, die.before) == ("die", ("leave",))
    assert graph.after(die, 3)[0].move == End("leave", 3)
    with pytest.raises(Undecided):
        Solver(graph).table(node)


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
    assert (node.rounds, node.error, node.total, node.edges) == (0, 0.0, 0, None)  # nothing is known of it yet
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


def test_in_the_middle_of_a_procedure_the_rounds_are_those_from_there_on():
    waiting = Frame(came_back, 12, "malta", 1, None)
    found = odds(Position(called, (0,), waiting), DEFAULT)
    assert results(found) == {"high": Fraction(5, 6), "six": Fraction(1, 6)}
    assert found.rounds == 2  # one in the procedure, and one in its caller or after a six


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
