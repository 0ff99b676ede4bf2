"""The parts that the odds are made of, one by one: budgets, components, loops, nodes and the referee who explores."""

from fractions import Fraction
from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st
from toys import script

from airwar.choices.patterns import EVERY_ROUND
from airwar.engine.dice import D6, Dice, EachFace, Hits, Total
from airwar.engine.questions import Choice, Roll
from airwar.errors import Endless, Unanswered
from airwar.odds import budget
from airwar.odds.budget import Budget, TooMany
from airwar.odds.components import components
from airwar.odds.explorer import Explorer, Lots, Policies, Waits
from airwar.odds.loops import expected_visits, inverse, ratio
from airwar.odds.nodes import Chance, Rolled, RolledLots, length


@pytest.fixture
def clock(monkeypatch):
    """A clock that stands still until a test moves it."""

    class Clock:
        now = 10.0

        def __call__(self):
            return self.now

    clock = Clock()
    monkeypatch.setattr("airwar.odds.budget.monotonic", clock)
    return clock


# budgets


def test_a_budget_pays_for_its_last_edge_and_for_no_more():
    one = Budget(5)
    one.spend(3)
    assert one.left == 2
    one.afford(2)
    with pytest.raises(TooMany):
        one.afford(3)
    assert one.left == 2
    one.spend(2)
    one.check()
    assert one.left == 0
    with pytest.raises(TooMany):
        one.spend(1)


def test_a_budget_lasts_until_its_time_is_over(clock):
    one = Budget(5, 2.0)
    assert one.seconds_left == 2.0
    clock.now = 11.5
    assert one.seconds_left == 0.5
    clock.now = 12.0
    assert one.seconds_left == 0.0
    one.check()
    clock.now = 12.25
    assert one.seconds_left == 0.0
    with pytest.raises(TooMany):
        one.check()
    assert one.left == 5


def test_a_budget_without_a_limit_of_its_own_has_many_edges_and_all_the_time_there_is():
    one = Budget()
    assert (one.left, one.seconds_left) == (budget.MOST_EDGES, inf)


# components


def reached(graph, start):
    found, work = {start}, [start]
    while work:
        for child in graph[work.pop()]:
            if child not in found:
                found.add(child)
                work.append(child)
    return found


GRAPHS = st.integers(1, 7).flatmap(
    lambda size: st.lists(st.lists(st.integers(0, size - 1), max_size=3), min_size=size, max_size=size)
)


@given(GRAPHS)
def test_components_are_the_positions_that_reach_one_another(graph):
    every = {node: reached(graph, node) for node in range(len(graph))}
    asked = []

    def children(node):
        asked.append(node)
        return graph[node]

    found = components(0, children)
    assert sorted(node for group in found for node in group) == sorted(every[0])
    assert sorted(asked) == sorted(every[0])  # each position is asked once where it leads
    for at, group in enumerate(found):
        for node in group:
            assert {other for other in every[0] if other in every[node] and node in every[other]} == {*group}
            later = {other for after in found[at + 1 :] for other in after}
            assert not later & every[node]  # a component comes after those that it leads to


# loops


def fixed(key, total):
    node = Chance(key)
    node.total = total
    return node


def loop(*rows):
    """Nodes in a loop: how many ways lead from each to each of them; the last number of a row leads out."""
    nodes = [fixed(f"node-{at}", sum(row)) for at, row in enumerate(rows)]
    out = fixed("out", 1)
    for node, row in zip(nodes, rows, strict=True):
        node.edges = [(child, ways, 0) for child, ways in zip([*nodes, out], row, strict=True) if ways]
    return nodes


LOOPS = [
    [(4, 2)],
    [(1, 2, 3), (4, 0, 1)],
    [(0, 5, 1), (6, 0, 0)],
    [(1, 1, 1, 3), (2, 0, 2, 0), (0, 3, 1, 2)],
    [(0, 1, 0, 1), (0, 0, 1, 1), (1, 0, 0, 1)],
    [(1, 0, 2, 0, 3), (2, 2, 0, 2, 0), (0, 3, 1, 1, 1), (1, 1, 1, 1, 2)],
]


@pytest.mark.parametrize("rows", LOOPS)
def test_expected_visits_are_one_and_those_that_the_transitions_bring(rows):
    """From i, node j is passed once if it is i, and as often as the next nodes lead there: V = 1 + P V."""
    nodes, size = loop(*rows), len(rows)
    visits = expected_visits(nodes, Fraction, lambda: None)
    assert all(type(number) is Fraction for row in visits for number in row)
    for i, row in enumerate(rows):
        for j in range(size):
            onward = sum(Fraction(row[k], sum(row)) * visits[k][j] for k in range(size))
            assert visits[i][j] == (i == j) + onward
    floats = expected_visits(nodes, float, lambda: None)
    assert floats == [pytest.approx([float(number) for number in row], rel=1e-12) for row in visits]
    assert all(type(number) is float for row in floats for number in row)


def test_a_loop_without_a_way_out_is_endless_whatever_its_size():
    for rows in ([(6, 0)], [(1, 5, 0), (6, 0, 0)]):
        with pytest.raises(Endless) as endless:
            expected_visits(loop(*rows), Fraction, lambda: None)
        assert str(endless.value) == str(Endless("node-0"))


def test_only_a_large_matrix_looks_at_the_clock_once_a_column():
    looks = []
    for size, wanted in ((1, 1), (2, 0), (3, 3), (4, 4)):
        looks.clear()
        one = [[Fraction(int(row == column)) for column in range(size)] for row in range(size)]
        assert inverse(one, lambda: looks.append(1)) == one
        assert len(looks) == wanted


def test_a_ratio_of_numbers_that_are_too_long_for_a_float():
    assert ratio(10**400, 4 * 10**400, float) == 0.25
    assert ratio(10**400, 4 * 10**400, Fraction) == Fraction(1, 4)
    assert type(ratio(1, 2, float)) is float


# nodes


@pytest.mark.parametrize(
    ("dice", "edges"),
    [(Dice(1, 6), 1), (Dice(341, 6), 1), (Dice(342, 6), 2), (Dice(682, 6), 2), (Dice(683, 6), 3), (Dice(256, 8), 2)],
)
def test_the_ways_of_many_dice_are_long_numbers(dice, edges):
    assert length(dice) == edges


def rolled(reading):
    return Rolled(("place",), (1, 2), 3, Roll("fire", "1.1", reading, "axis"))


def test_a_roll_keeps_what_its_step_was_given_and_reads_as_its_reading():
    reading = Total(2 * D6)
    node = rolled(reading)
    assert (node.key, node.place, node.before, node.begun) == ("fire", ("place",), (1, 2), 3)
    assert (node.count, node.sides, node.reading) == (2, 6, reading)
    assert (node.leads, node.edges, node.total) == ({}, None, 0)
    assert node.outcomes() == reading.outcomes()
    assert node.effort() == 2 * 2 * 6
    assert rolled(Total(Dice(400, 6))).effort() == 2 * 400 * 400 * 6


@pytest.mark.parametrize(
    ("dice", "remembers"),
    [
        (Dice(4, 6), True),
        (Dice(5, 6), False),
        (Dice(10, 2), True),
        (Dice(11, 2), False),
        (Dice(1, 1296), True),
        (Dice(1, 1297), False),
    ],
)
def test_rolls_of_few_faces_remember_where_each_of_them_leads(dice, remembers):
    assert rolled(EachFace(dice)).by_faces == ({} if remembers else None)


def test_the_effort_of_lots_is_each_number_of_hits_with_each_of_the_next_lot():
    readings = (Hits(3 * D6, 2), Hits(5 * D6, 4))
    node = RolledLots(("place",), (7,), 2, Lots("lots", readings, 4))
    assert (node.key, node.place, node.before, node.begun, node.readings, node.most) == ("lots", ("place",), (7,), 2, readings, 4)
    first = (3 + 1) * (3 + 1) + 4  # 3 dice: up to 3 hits so far, up to 3 of the lot, and the lot's own spread
    second = (4 + 1) * (4 + 1) + 6  # 8 dice so far, of which 4 hits count
    assert node.effort() == first + second
    many = RolledLots((), (), 0, Lots("lots", (Hits(300 * D6, 2), Hits(300 * D6, 2)), 1))
    assert many.effort() == 2 * (2 * 2 + 301 + 2 * 2 + 301)
    assert dict(node.outcomes())[4] == sum(ways for _, ways in node.outcomes()) - sum(
        ways for hits, ways in node.outcomes() if hits < 4
    )
    assert sum(ways for _, ways in node.outcomes()) == 6**8


# the referee who explores


class Asking(Policies):
    """Counts how often it is asked for a word, and keeps the questions it answers."""

    def __init__(self, *lines):
        super().__init__(script(*lines))
        self.words, self.questions = [], []

    def standing(self, key):
        self.words.append(key)
        return super().standing(key)

    def answer(self, question):
        self.questions.append(question)
        return super().answer(question)


@pytest.mark.parametrize(("matter", "rounds"), [(0, [1, 1, 1, 1, 1]), (2, [1, 2, 3, 3, 3]), (9, [1, 2, 3, 4, 5])])
def test_rounds_after_the_last_that_matters_are_one(matter, rounds):
    explorer = Explorer(Asking(), matter)
    seen = []
    for _ in range(5):
        explorer.new_round()
        seen.append(explorer.round)
    assert seen == rounds
    assert explorer.begun == 5


def test_where_every_round_matters_none_is_merged_with_the_next():
    for matter, merged in ((EVERY_ROUND - 1, True), (EVERY_ROUND, False), (EVERY_ROUND + 1, False)):
        explorer = Explorer(Asking(), matter)
        explorer.round = matter + 1
        if merged:
            explorer.new_round()
            assert explorer.round == matter + 1
        else:
            with pytest.raises(TooMany):
                explorer.new_round()


def test_outcomes_answer_rolls_in_their_order_and_then_the_step_waits():
    explorer = Explorer(Asking())
    explorer.scope, explorer.round = "malta", 2
    explorer.outcomes = (3, 4)
    reading = Total(D6)
    assert (explorer.roll("a", reading), explorer.roll("b", reading)) == (3, 4)
    assert explorer.used == 2
    with pytest.raises(Waits) as waits:
        explorer.roll("fire", reading, "axis")
    assert waits.value.question == Roll("fire", "", reading, "axis")


def test_fixed_faces_answer_by_the_full_key_and_use_up_no_outcome():
    asked = []

    def fixed_faces(roll):
        asked.append(roll)
        return (5,) if roll.key.endswith("given") else None

    explorer = Explorer(Asking(), fixed=fixed_faces)
    explorer.scope, explorer.round, explorer.outcomes = "malta", 2, (1,)
    reading = Total(D6)
    assert explorer.roll("given", reading, "axis") == 5
    assert explorer.used == 0
    assert explorer.roll("other", reading) == 1
    assert asked == [Roll("malta.r2.given", "", reading, "axis"), Roll("malta.r2.other", "", reading, "")]
    explorer.outcomes, explorer.used = (), 0
    assert explorer.roll_lots([("given", Hits(D6, 5)), ("other", Hits(D6, 2))], 1) == (1, 1)  # lot by lot, as at the table


def test_lots_are_one_roll_if_there_is_one_of_them():
    explorer = Explorer(Asking())
    with pytest.raises(Waits) as waits:
        explorer.roll_lots([("best", Hits(3 * D6, 4))], 2, "axis")
    assert waits.value.question == Roll("best", "", Hits(3 * D6, 4, most=2), "axis")
    lots = [("best", Hits(D6, 4)), ("worst", Hits(D6, 2))]
    with pytest.raises(Waits) as waits:
        explorer.roll_lots(lots, 2, "axis")
    assert waits.value.question == Lots("best", (Hits(D6, 4), Hits(D6, 2)), 2)
    explorer.outcomes = (9, 1)
    assert explorer.roll_lots(lots, 2) == (9, 2)
    assert explorer.used == 1
    assert explorer.roll_lots(lots[:1], 2) == (1, 1)


def facts():
    return {"own.factors": 4}


def test_a_single_option_is_taken_without_a_word():
    policy = Asking(("*", "default"))
    assert Explorer(policy).choose("leave", ("stay",), by="a") == "stay"
    assert (policy.words, policy.questions) == ([], [])


def test_a_standing_word_is_looked_up_once_for_each_scope_round_and_key():
    policy = Asking(("*.b", "default"), ("*.c", "leave"), ("*", "default"))
    explorer = Explorer(policy, 9)
    explorer.scope = "malta"
    options = {"stay": "Stay", "leave": "Leave"}
    for _ in range(2):
        assert explorer.choose("b", options, by="a") == "stay"
        assert explorer.choose("b", options, by="a", default="leave") == "leave"
        assert explorer.choose("c", options, by="a") == "leave"
    explorer.round = 1
    assert explorer.choose("c", options, by="a") == "leave"
    explorer.scope = "kursk"
    assert explorer.choose("c", options, by="a") == "leave"
    assert policy.words == ["malta.b", "malta.c", "malta.r1.c", "kursk.r1.c"]
    assert policy.questions == []


def test_where_the_facts_matter_the_policy_answers_the_whole_question():
    policy = Asking(("*leave", "own.factors < 5", "leave", "stay"))
    explorer = Explorer(policy)
    explorer.scope = "malta"
    assert explorer.choose("leave", ("stay", "leave"), by="a", facts=facts, optional=True) == "leave"
    assert explorer.choose("leave", ("stay", "leave"), by="a", default="leave", facts=facts) == "leave"
    labels = {"stay": "stay", "leave": "leave"}
    assert policy.questions == [
        Choice("malta.leave", "", "a", labels, "stay", facts, True),
        Choice("malta.leave", "", "a", labels, "leave", facts, False),
    ]


def test_a_question_that_no_policy_answers_is_an_error_and_one_that_may_be_left_is_not():
    explorer = Explorer(Asking(("r9.*", "stay")))
    with pytest.raises(Unanswered, match="nothing answers leave"):
        explorer.choose("leave", ("stay", "leave"), by="a")
    assert explorer.choose("leave", ("stay", "leave"), by="a", default="leave", optional=True) == "leave"


def test_an_open_decision_branches_as_a_roll_does():
    policy = Asking(("*", "stay"))
    explorer = Explorer(policy, open_=lambda key: key == "leave")
    explorer.scope = "malta"
    options = {"stay": "Stay", "leave": "Leave"}
    explorer.outcomes = ("leave", "stay")
    assert [explorer.choose("leave", options, by="a") for _ in range(2)] == ["leave", "stay"]
    for default, wanted in (("", "stay"), ("leave", "leave")):
        with pytest.raises(Waits) as waits:
            explorer.choose("leave", options, by="a", default=default, facts=facts)
        assert waits.value.question == Choice("malta.leave", "", "a", options, wanted, facts)
    assert explorer.choose("other", options, by="a") == "stay"
    assert explorer.choose("leave", ["go"], by="a") == "go"
