"""The options at a prompt: their answers, how they compare, and how the time is shared out among them."""

from fractions import Fraction
from math import inf, sqrt

import pytest
from support import bare_log
from test_odds_advice import First, at_the_first_question
from toys import DUELS, Duel, duel, script

from airwar.answers.chance import MachineDice
from airwar.engine.moves import End, Then
from airwar.engine.questions import Allotment, Asked, Choice
from airwar.engine.walk import Walk
from airwar.errors import Endless, Unanswered
from airwar.probability import at_hand, prospects, values
from airwar.probability import budget as limits
from airwar.probability.at_hand import BattleAtHand
from airwar.probability.budget import Budget, TooMany
from airwar.probability.distribution import Distribution, Exact, Outcome, Sampled, Z
from airwar.probability.graph import graph_of
from airwar.probability.nodes import answers_to, counted, every_answer
from airwar.probability.prospects import Comparison, Prospect, against, all_equal, best_first
from airwar.rulesets.ruleset import Tally

STAY = script(("*", "stay"))
ODDS = Distribution({Outcome("over", "a", ()): 1}, 1)


# options side by side


def option(name, wins, own=0, enemy=0, runs=None, margin=0.0, value=None):
    how = Sampled("0x1") if runs else Exact()
    odds = Distribution({Outcome("won", "a", ()): 1}, runs or 1, how)
    return Prospect(name, odds, Fraction(wins), Fraction(own), Fraction(enemy), margin, value)


def test_the_rank_of_an_option_is_its_chance_then_its_losses():
    one = option("a", Fraction(1, 2), own=3, enemy=5)
    assert (one.net, one.rank) == (2, (Fraction(1, 2), 2))
    assert one.interval() == (0.5, 0.5)
    sampled = option("a", Fraction(1, 2), runs=50)
    assert sampled.interval() == sampled.odds.interval(Fraction(1, 2))


def test_how_an_option_compares_with_the_best():
    best = option("a", Fraction(1, 2), own=2)
    assert against(best, option("b", Fraction(1, 2) - Fraction(1, 10**6))) == ""
    assert against(best, option("b", Fraction(1, 2) - Fraction(1, 10**12), own=2)) == "no difference"  # within rounding
    assert against(best, option("b", Fraction(1, 2), own=3)) == "losses differ"
    assert against(best, option("b", Fraction(1, 2), enemy=1, own=3)) == "no difference"
    assert against(best, option("b", Fraction(1, 2), own=3, margin=1.0)) == "no difference"
    assert against(best, option("b", Fraction(1, 2), own=3, margin=0.9)) == "losses differ"
    assert (
        against(option("a", Fraction(1, 2), own=2, margin=0.5), option("b", Fraction(1, 2), own=3, margin=0.5)) == "no difference"
    )
    assert against(best, option("b", Fraction(1, 2), own=2, runs=200)) == "cannot tell"
    assert against(option("a", Fraction(1, 2), runs=200), option("b", Fraction(1, 2))) == "cannot tell"
    assert against(option("a", Fraction(9, 10), runs=100), option("b", Fraction(1, 10), runs=100)) == ""
    assert against(option("a", Fraction(9, 10), runs=99), option("b", Fraction(1, 10), runs=100)) == "cannot tell"
    assert against(best, option("b", Fraction(0), own=9, runs=99)) == "cannot tell"


@pytest.mark.parametrize(
    ("found", "said"),
    [
        ([option("a", 1)], [("a", "best")]),
        ([option("a", 0), option("b", 1)], [("b", "best"), ("a", "")]),
        ([option("a", 1), option("b", 1)], [("a", "no difference"), ("b", "no difference")]),
        (
            [option("a", 1), option("b", 1, runs=9), option("c", 1)],
            [("a", "cannot tell"), ("b", "cannot tell"), ("c", "no difference")],
        ),
        ([option("a", 1, own=1), option("b", 1)], [("b", "best"), ("a", "losses differ")]),
        ([option("a", 1), option("b", 1), option("c", 0)], [("a", "best"), ("b", "no difference"), ("c", "")]),
        (
            [option("a", 1), option("b", Fraction(9, 10), runs=9), option("c", 0)],
            [("a", "cannot tell"), ("b", "cannot tell"), ("c", "")],
        ),
    ],
)
def test_options_best_first(found, said):
    assert [(one.option, against) for one, against in best_first(found)] == said


def test_options_are_equal_if_all_their_exact_figures_are():
    same = [option(name, 1, 2, 3, value=Fraction(4)) for name in "ab"]
    assert all_equal(same)
    assert not all_equal(same[:1])
    for other in (
        option("c", 0, 2, 3, value=Fraction(4)),
        option("c", 1, 0, 3, value=Fraction(4)),
        option("c", 1, 2, 0, value=Fraction(4)),
    ):
        assert not all_equal([*same, other])
    assert not all_equal([*same, option("c", 1, 2, 3)])
    assert not all_equal([*same, option("c", 1, 2, 3, runs=5, value=Fraction(4))])


def allotment(items, default=None, refuse=None, least=0, most=99):
    usual = dict.fromkeys(items, 0) if default is None else default
    return Allotment("k", "", "a", items, {}, least, most, usual, refuse)


def test_the_answers_to_a_choice_are_its_options_with_the_preset_in_brackets():
    question = Choice("k", "", "a", {"stay": "", "leave": "", "hide": ""}, "leave")
    assert answers_to(question) == [("stay", "stay"), ("[leave]", "leave"), ("hide", "hide")]
    assert answers_to(question, "hide") == [("stay", "stay"), ("leave", "leave"), ("[hide]", "hide")]


def test_the_answers_to_an_allotment_are_all_legal_ones_if_they_are_few():
    question = allotment({"x": 1, "y": 2}, refuse=lambda answer: "no" if answer == {"x": 1, "y": 1} else None, least=1)
    assert answers_to(question, {"y": 2}) == [
        ("1 y", {"x": 0, "y": 1}),
        ("[2 y]", {"x": 0, "y": 2}),
        ("1 x", {"x": 1, "y": 0}),
        ("1 x, 2 y", {"x": 1, "y": 2}),
    ]
    assert answers_to(allotment({"x": 1}))[0] == ("[none]", {"x": 0})
    assert counted({"x": 0, "y": 3, "z": 1}) == "3 y, 1 z"
    assert counted({"x": 0}) == "none"


@pytest.mark.parametrize(("count", "shown"), [(19, 20), (20, 3)])
def test_of_many_answers_the_preset_the_default_none_and_all_are_shown(count, shown):
    question = allotment({"x": count}, {"x": 3})
    found = answers_to(question, {"x": 3})
    assert len(found) == shown
    assert (every_answer(question) is None) == (shown == 3)
    assert ("[3 x]", {"x": 3}) in found
    few = answers_to(allotment({"x": 50, "y": 50}, {"x": 3, "y": 0}, most=100), {"x": 4})
    assert [name for name, _ in few] == ["[4 x]", "3 x", "none", "50 x, 50 y"]


@pytest.mark.parametrize(("items", "tried"), [({"x": 9, "y": 9, "z": 9}, 1000), ({"x": 10, "y": 9, "z": 9}, 4)])
def test_at_most_so_many_answers_are_tried_for_legality(items, tried):
    seen = []

    def refuse(answer):
        seen.append(answer)
        return None if answer == {"x": 1, "y": 1, "z": 1} else "no"

    found = answers_to(allotment(items, {"x": 0, "y": 0, "z": 1}, refuse), {"x": 1, "y": 1, "z": 1})
    assert found == [("[1 x, 1 y, 1 z]", {"x": 1, "y": 1, "z": 1})]
    assert len(seen) == tried


# within the time of a prompt


def the_comparison(by="a"):
    return Comparison(DUELS, STAY, by, str)


def outcome(a, d, winner=""):
    return Outcome("over", winner, (Tally("a", "factor", 5, a), Tally("d", "factor", 5, d)))


def test_an_option_with_its_odds():
    odds = Distribution({outcome(1, 2, "a"): 3, outcome(4, 0, "d"): 1}, 4)
    found = the_comparison().prospect("x", odds, Fraction(7))
    assert found == Prospect("x", odds, Fraction(3, 4), Fraction(7, 4), Fraction(6, 4), 0.0, Fraction(7))
    other = the_comparison("d").prospect("x", odds)
    assert (other.wins, other.own_losses, other.enemy_losses, other.value) == (Fraction(1, 4), Fraction(6, 4), Fraction(7, 4), None)
    for by, net in (("a", 2), ("d", -2), ("e", 4)):
        assert prospects.net_losses(DUELS, by, str, outcome(1, 3).tallies) == net
    assert prospects.net_losses(DUELS, "b", {"a": 1, "b": 1, "d": 2}.get, outcome(1, 3).tallies) == 2
    assert prospects.net_losses(DUELS, "a", str, ()) == 0


@pytest.mark.parametrize(("runs", "known"), [(99, False), (100, True)])
def test_the_margin_of_a_sample_is_that_of_the_net_losses(runs, known):
    few = Distribution({outcome(1, 2): runs - 3, outcome(4, 0): 3}, runs, Sampled("0x1"))
    found = the_comparison().margin(few)
    middle = (1 * (runs - 3) - 4 * 3) / runs
    variance = ((1 - middle) ** 2 * (runs - 3) + (-4 - middle) ** 2 * 3) / runs
    assert found == (pytest.approx(Z * sqrt(variance / runs)) if known else inf)


def test_exact_odds_share_the_time_and_after_two_failures_the_others_get_little_of_it(monkeypatch):
    calls = []
    monkeypatch.setattr("airwar.probability.budget.monotonic", lambda: 100.0)

    def exact(at, graph, budget):
        calls.append((at, round(budget.seconds_left, 9)))
        if at in "bcd":
            raise TooMany
        return ODDS

    monkeypatch.setattr(prospects, "exact", exact)
    comparison = the_comparison()
    sampled = []
    monkeypatch.setattr(comparison, "sampled", lambda large, fewest: sampled.append((large, fewest)) or {"b": 1, "c": 2, "d": 3})
    found = comparison.of({name: name for name in "abcde"})
    assert comparison.budget.seconds_left == pytest.approx(limits.PROMPT_EXACT + limits.PROMPT_SAMPLE)
    share = limits.PROMPT_EXACT / 5
    wanted = [("a", share), ("b", share), ("c", share), ("d", share / 10), ("e", share / 10)]
    assert calls == [(name, pytest.approx(seconds)) for name, seconds in wanted]
    assert sampled == [({"b": "b", "c": "c", "d": "d"}, limits.FEWEST_SAMPLES // 5)]
    assert found == {"a": ODDS, "e": ODDS, "b": 1, "c": 2, "d": 3}
    calls.clear()
    assert comparison.of({name: name for name in "abcde"}) == found
    assert not calls  # another look solves nothing again, and adds to the samples
    assert sampled[1] == sampled[0]
    assert list(the_comparison().of({"a": "a"})) == ["a"]
    comparison.large.clear()
    comparison.of({f"b{at}": "b" for at in range(50)})
    assert sampled[2][1] == 1  # however many options there are, each is fought once


def test_options_that_only_the_table_can_follow_are_left_out_unless_there_are_no_others(monkeypatch):
    def exact(at, graph, budget):
        if at == "asks":
            raise Unanswered("nobody knows")
        if at == "large":
            raise TooMany
        return ODDS

    monkeypatch.setattr(prospects, "exact", exact)
    monkeypatch.setattr(Comparison, "sampled", lambda self, large, fewest: dict.fromkeys(large, "sample"))
    assert the_comparison().of({"x": "asks", "y": "good"}) == {"y": ODDS}
    assert the_comparison().of({"x": "asks", "y": "large"}) == {"y": "sample"}
    with pytest.raises(Unanswered, match="nobody knows"):
        the_comparison().of({"x": "asks", "y": "asks"})
    assert the_comparison().of({"y": "good"}) == {"y": ODDS}


class FakeSample:
    """A sample that notes how much time it is given, and takes a fixed time."""

    notes: list[tuple[str, float, int]] = []  # noqa: RUF012
    clock = 0.0
    takes = 0.0

    def __init__(self, sampler, seed):
        self.name, self.runs = sampler, 0
        assert seed == prospects.SEED

    def fight(self, runs, seconds, fewest):
        assert runs == limits.SAMPLES
        FakeSample.notes.append((self.name, round(seconds, 6), fewest))
        if self.name == "asks":
            raise Unanswered("nobody knows")
        self.runs += 1
        FakeSample.clock += FakeSample.takes

    def ends(self):
        return self.name, self.runs


@pytest.fixture
def fakes(monkeypatch):
    FakeSample.notes, FakeSample.clock, FakeSample.takes = [], 0.0, 0.0
    monkeypatch.setattr("airwar.probability.budget.monotonic", lambda: FakeSample.clock)
    monkeypatch.setattr(prospects, "Sample", FakeSample)
    monkeypatch.setattr(prospects, "sampler_at", lambda at, graph: at)
    monkeypatch.setattr(prospects, "of_battles", lambda at, ends: ends)
    comparison = the_comparison()
    comparison.budget = Budget(seconds=12.0)
    # the later in the alphabet, the better
    monkeypatch.setattr(
        comparison, "prospect", lambda name, odds: Prospect(name, ODDS, Fraction(ord(name[0])), Fraction(0), Fraction(0))
    )
    return comparison


def sampled(comparison, names, fewest=5):
    return comparison.sampled({name: name for name in names}, fewest)


def test_one_option_has_all_the_time(fakes):
    assert sampled(fakes, "a") == {"a": ("a", 1)}
    assert FakeSample.notes == [("a", 12.0, 5)]


def test_two_options_are_sampled_once_and_share_the_time_that_is_left(fakes):
    FakeSample.takes = 3.0
    assert sampled(fakes, "ab") == {"a": ("a", 1), "b": ("b", 1)}
    assert FakeSample.notes == [("a", 6.0, 5), ("b", 9.0, 5)]


def test_the_better_half_is_sampled_again_until_two_are_left(fakes):
    """On a clock that stands still: the first pass has a third of the 12 seconds, the second half, the third all of them."""
    found = sampled(fakes, "abcdefgh")
    first = [(name, round(12 / 3 / (8 - at), 6), 5) for at, name in enumerate("abcdefgh")]
    second = [(name, 12 / 2 / (4 - at), 1) for at, name in enumerate("hgfe")]
    third = [(name, 12 / (2 - at), 1) for at, name in enumerate("hg")]
    assert FakeSample.notes == [*first, *second, *third]
    assert found == {name: (name, 3 if name in "hg" else 2 if name in "ef" else 1) for name in "abcdefgh"}


def test_the_answer_in_brackets_is_sampled_as_often_as_the_better_ones(fakes):
    found = sampled(fakes, ["[a]", *"bcdefgh"])
    assert found == {name: (name, 3 if name in ("[a]", "g", "h") else 2 if name in "ef" else 1) for name in found}


def test_three_options_have_two_passes_as_long_as_there_is_time(fakes):
    FakeSample.takes = 3.0
    found = sampled(fakes, "abc")
    assert FakeSample.notes == [("a", 2.0, 5), ("b", 2.25, 5), ("c", 3.0, 5), ("c", 1.5, 1)]
    assert found == {"a": ("a", 1), "b": ("b", 1), "c": ("c", 2)}


def test_when_the_time_is_up_at_least_two_options_have_been_sampled(fakes):
    FakeSample.takes = 99.0
    assert list(sampled(fakes, "abcde")) == ["a", "b"]
    assert [name for name, _, _ in FakeSample.notes] == ["a", "b"]


# at the table


def test_there_is_no_advice_on_what_takes_too_long_or_never_ends(monkeypatch):
    walk, question = at_the_first_question(duel(1, 1), STAY)
    budgets = []
    errors = [Endless("x"), TooMany()]

    class Advice(values.Advice):
        def __init__(self, graph, value, wants_high, budget):
            super().__init__(graph, value, wants_high, budget)
            budgets.append((budget.left, budget.seconds_left))

        def of(self, arrival):
            raise errors.pop()

    monkeypatch.setattr("airwar.probability.budget.monotonic", lambda: 100.0)
    monkeypatch.setattr(at_hand, "Advice", Advice)
    assert [BattleAtHand(DUELS, STAY, walk, question).advised() for _ in range(2)] == [{}, {}]
    assert budgets == [pytest.approx((limits.MOST_ADVICE_EDGES, limits.PROMPT_ADVICE))] * 2


def twice_asked(ref, rounds):
    if ref.choose(f"{'ad'[rounds % 2]}.leave", ("stay", "leave"), by="ad"[rounds % 2]) == "leave":
        return End("left", Duel(1, 3 - rounds, had=(1, 3)))
    return Then(twice_asked, rounds + 2) if rounds < 2 else End("over", Duel(1, 0, had=(1, 3)))


@pytest.mark.parametrize(("first", "stay", "leave"), [(0, 3, 0), (1, -3, -1)])
def test_advice_is_on_the_net_losses_of_whoever_decides(first, stay, leave):
    """Asked twice. Who leaves first has one of three lost for each round, and who stays twice has all of them lost."""
    walk = Walk(Then(twice_asked, first), bare_log(), First(STAY, MachineDice(1)))
    with pytest.raises(Asked) as asked:
        walk.run()
    question = asked.value.question
    assert question.by == "ad"[first]
    worth = BattleAtHand(DUELS, STAY, walk, question).advised()
    assert worth == {"stay": stay, "leave": leave}
    assert values.Advice(graph_of(STAY), lambda end: Fraction(0), lambda node: True).solver.budget.left == limits.MOST_ADVICE_EDGES
