"""The numbers in which chance flows, by themselves: scales, portions, tables; and how often the clock is looked at."""

from fractions import Fraction

import pytest
from test_odds_graph import another, several
from test_odds_solved import Luck, odd_chance, odd_ladder
from toys import odds, results, script

from airwar.engine.dice import D6, Dice, Hits, Total
from airwar.engine.moves import End, Return, call, then
from airwar.probability import budget
from airwar.probability.budget import Budget
from airwar.probability.distribution import Exact
from airwar.probability.graph import graph_of
from airwar.probability.nodes import Chance, Final
from airwar.probability.solve import LONGEST, Floats, Integers, Net, Solver, Table, settle
from airwar.probability.values import Advice, Expectation

DEFAULT = script(("*", "default"))


def net_of(step):
    graph = graph_of(DEFAULT)
    return Net(graph.start(then(step, 0))[0], Solver(graph))


def fixed(total):
    node = Chance("k")
    node.edges, node.total = [(Final(End("over", 0)), total, 0)], total
    return node


def test_a_roll_that_ends_everything_is_exact_however_large_it_is(monkeypatch):
    monkeypatch.setattr(budget, "MOST_WHOLE_EDGES", 0)
    assert odds(then(another, 4), DEFAULT).how == Exact()
    assert odds(then(several, 0), DEFAULT).how != Exact()


class Looking(Budget):
    looks = 0

    def check(self):
        self.looks += 1


OUTCOMES = 5  # looks at the clock for a die: before each outcome but the first


@pytest.mark.parametrize(("most", "looks"), [(99, 14), (0, 7)])
def test_the_clock_is_looked_at_once_a_group_by_each_pass(most, looks, monkeypatch):
    monkeypatch.setattr(budget, "MOST_WHOLE_EDGES", most)
    looking = Looking()
    odds(then(several, 0), DEFAULT, looking)  # one die, then one of six: seven groups, in integers twice
    assert looking.looks == looks + 7 * OUTCOMES


def test_means_and_advice_look_at_the_clock_once_a_group():
    graph = graph_of(DEFAULT)
    means, looking = Expectation(graph, lambda end: (Fraction(1),), Fraction), Looking()
    assert means.of(graph.start(then(several, 0)), looking) == (1,)
    assert len(means.values) == 7 + 18  # the dice, and the products of two faces
    assert looking.looks == 7 * OUTCOMES + len(means.values)
    graph, looking = graph_of(DEFAULT), Looking()
    advice = Advice(graph, lambda end: Fraction(1), lambda node: True, looking)
    assert advice.of(graph.start(then(several, 0))) == 1
    assert len(advice.values) == 7 + 18
    assert looking.looks == 7 * OUTCOMES + len(advice.values)


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


def test_a_loop_looks_at_the_clock_once_more_for_each_try_and_for_each_column():
    for of, tries in ((Expectation, 0), (Advice, 1)):
        graph, looking = graph_of(DEFAULT), Looking()
        arrival = graph.start(then(odd_ladder, Luck(1)))
        if of is Expectation:
            found = Expectation(graph, lambda end: (Fraction(end.state, 4),), Fraction).of(arrival, looking)[0]
        else:
            found = Advice(graph, lambda end: Fraction(end.state, 4), lambda node: True, looking).of(arrival)
        assert found == odd_chance(1)
        assert looking.looks == 3 * OUTCOMES + 3 + 3 + tries  # the loop and two ends; three columns


@pytest.mark.parametrize(("bits", "scaled"), [(6, 7), (5, 7), (3, 7), (2, 1)])
def test_scales_end_where_they_are_too_long(bits, scaled, monkeypatch):
    """The six dice after the first have a scale of 6, of three bits; the first has 36, of six bits."""
    monkeypatch.setattr(budget, "MOST_WHOLE_BITS", bits)
    net = net_of(several)
    assert len(Integers(net).scales) == scaled
    net.solver.in_full = True
    whole = Integers(net)
    assert (whole.whole, len(whole.scales)) == (36, 7)


def test_portions_of_integers():
    net = net_of(several)
    node = fixed(6)
    assert Integers(net).portions(node, 30) == (5, node.edges)
    assert Integers(net).settled(Fraction(7)) == 7
    with pytest.raises(AssertionError, match="the scale of a group leaves no remainder"):
        Integers(net).settled(Fraction(7, 2))
    assert Integers(net).rounds(Fraction(1, 2)) == Fraction(1, 2)


@pytest.mark.parametrize(("bits", "long"), [(LONGEST, False), (LONGEST + 1, True)])
def test_portions_of_floats(bits, long):
    node = fixed(2 ** (bits - 1))
    unit, edges = Floats(net_of(several)).portions(node, 0.5)
    ((child, ways, begun),) = edges
    assert (edges is node.edges) is not long
    assert unit * ways == 0.5
    assert (unit, ways) == ((0.5, 1.0) if long else (0.5 / node.total, node.total))
    assert (child, begun) == (node.edges[0][0], 0)


def test_the_tables_of_integers_and_of_floats():
    net = net_of(several)
    one, two = Final(End("a", 0)), Final(End("b", 0))
    integers = Integers(net)
    assert integers.table({one: 12, two: 24}, 72, 0.5) == Table([(one, 1), (two, 2)], Fraction(2), 0.0)
    assert integers.table({one: 1}, 0, 0.0).rounds == 0
    floats = Floats(net)
    found = floats.table({one: 0.5, two: 2.0**-101}, 0.25, 2.0**-40)
    own = (6 * 7 + 6 + 6 * 6) * 2.0**-53
    assert found == Table([(one, 2**99), (two, 1)], Fraction(1, 4), 2 * (own + 2.0**-40))
    assert floats.table({one: 1.0}, 0.0, 0.0).rounds == 0
    assert floats.settled(0.25) == 0.25
    assert floats.rounds(Fraction(1, 2)) == 0.5
    assert type(floats.rounds(1)) is float


def test_what_flows_into_a_loop_settles_by_the_visits():
    a, b = fixed(6), fixed(6)

    class Twice:
        def visits(self, group):
            return [[Fraction(1), Fraction(2)], [Fraction(3), Fraction(5)]]

        def settled(self, share):
            return share

    shares = {a: 10}
    settle([a, b], shares, Twice())
    assert shares == {a: 10, b: 20}
    shares = {a: 10, b: 1}
    settle([a, b], shares, Twice())
    assert shares == {a: 13, b: 25}


# chances too small for a float


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


# callers


def either(ref, state):
    low = ref.roll("either", Total(Dice(1, 2))) == 1
    return call(small if low else large, 0, back=counted, keep=state)


def small(ref, state):
    return Return(ref.roll("small", Total(Dice(1, 2))))


def large(ref, state):
    return Return(ref.roll("large", Total(Dice(1, 3))))


def counted(ref, state, value):
    return End("over", value + ref.roll("counted", Total(D6)))


def test_where_a_caller_continues_is_found_once_for_all_procedures_that_return_the_same():
    found = odds(then(either, 0), DEFAULT)
    assert found.positions == 5 + 3  # the die, two calls and their rolls; and one roll for each of the three values
    assert found.ways[End("over", 2)] * 24 == found.total * Fraction(24, 6) * (Fraction(1, 4) + Fraction(1, 6))
    assert results(found) == {"over": 1}
