"""Odds ask nobody, so they never work out what a question is about."""

from fractions import Fraction

from toys import D6, DUELS, Total, odds, results, script

from airwar.engine.moves import End, Then
from airwar.probability.sample import Sampler


def never():
    raise AssertionError("the odds have read a question")


def first(ref, state):
    face = ref.roll("first", Total(D6))
    left = ref.choose("a.leave", {"stay": "fight on", "leave": "break off"}, by="a", facts=lambda: {"face": face}, about=never)
    sent = ref.allot("a.send", {"near": 2, "far": 2}, by="a", most=2, default={"near": 1}, about=never)
    return End(f"{left} {sent['near']}", state)


def test_exact_odds_do_not_read_questions():
    for answer in ("stay", "default"):
        assert results(odds(Then(first, 0), script(("a.leave", answer), ("a.send", "default")))) == {"stay 1": Fraction(1)}


def test_exact_odds_with_a_condition_do_not_read_questions():
    answers = script(("a.leave", "face < 3", "leave", "stay"), ("a.send", "default"))
    assert results(odds(Then(first, 0), answers)) == {"leave 1": Fraction(1, 3), "stay 1": Fraction(2, 3)}


def test_sampled_odds_do_not_read_questions():
    answers = script(("a.leave", "face < 3", "leave", "stay"), ("a.send", "default"))
    sampler = Sampler(DUELS, answers, Then(first, 0))
    assert {sampler.end(seed)[0].result for seed in range(30)} == {"leave 1", "stay 1"}
