"""The odds on games of a few lines: loops with no way out, rounds that policies distinguish, dice that are given."""

from fractions import Fraction

import pytest
from larger import LARGER
from toys import D6, DUELS, Hits, Total, duel, odds, results, script

from airwar.engine.moves import End, Then
from airwar.errors import BadScenario, Endless, Unanswered
from airwar.probability import explorer
from airwar.probability.budget import TooMany
from airwar.probability.forecast import Situation, forecast, sampled
from airwar.setup.loading import parse_scenario
from airwar.testing.suite import brute_force

STAY = script(("*", "stay"))


# loops


def test_in_a_duel_to_the_end_rounds_without_a_hit_drop_out():
    """One against one: 12 of 36 rounds end with the defender dead, 6 with the attacker, of which 2 with both."""
    found = odds(duel(1, 1), STAY)
    left = {(end.state.a, end.state.d): chance for end, chance in found.chances().items()}
    assert left == {(1, 0): Fraction(10, 16), (0, 1): Fraction(4, 16), (0, 0): Fraction(2, 16)}
    assert found.rounds == Fraction(36, 16)


def test_a_battle_in_which_nobody_can_hit_is_refused_in_a_sentence():
    for start in (duel(1, 1, 0, 0), duel(2, 3, 0, 0)):
        with pytest.raises(Endless, match=r"never ends: it keeps returning to a\.fire"):
            odds(start, STAY)


def test_a_loop_without_a_way_out_is_refused_wherever_it_lies():
    def first(ref, state):
        return Then(second, state) if ref.roll("first", Total(D6)) > 1 else Then(trap, state)

    def second(ref, state):
        return End("out", state) if ref.roll("second", Total(D6)) > 3 else Then(first, state)

    def trap(ref, state):
        return Then(deeper if ref.roll("trap", Total(D6)) > 3 else trap, state)

    def deeper(ref, state):
        ref.roll("deeper", Total(D6))
        return Then(trap, state)

    with pytest.raises(Endless):
        odds(Then(first, 0), STAY)
    assert results(odds(Then(second, 0), script(("*.first", [2]), ("first", [2])))) == {"out": 1}


def test_no_dice_and_certain_dice():
    def no_dice(ref, state):
        return End("done", (ref.roll("none", Hits(0 * D6, 3)), ref.roll("all", Hits(2 * D6, 6)), ref.roll("no", Hits(D6, 0))))

    found = odds(Then(no_dice, 0), STAY)
    assert {end.state: chance for end, chance in found.chances().items()} == {(0, 2, 0): 1}


# rounds


@pytest.mark.parametrize(
    "line",
    [
        ("*", "round >= 2", "leave", "stay"),
        ("*", "round > 1", "leave", "stay"),
        ("*", "round != 1", "leave", "stay"),
        ("*", "round >= own.factors", "leave", "stay"),
        ("r2.d.leave", "leave"),
        ("*r2.*", "leave"),
        ("*2.d.leave", "leave"),
        ("r?.d.leave", "leave"),
        ("r[23].d.leave", "leave"),
        ("r2.*", "stay"),
    ],
    ids=str,
)
def test_policies_that_distinguish_rounds_are_exact(line):
    answers = script(line, ("r3.*", "leave"), ("*", "stay"))
    start = duel(2, 2)
    found = odds(start, answers)
    assert found.chances() == brute_force(start, answers)
    assert sum(found.ways.values()) == found.total


def test_no_policy_distinguishes_a_round_before_the_first():
    assert script(("*", "round > -5", "leave", "stay")).rounds_matter == 0


def test_a_policy_for_every_round_is_sampled_rather_than_merged(monkeypatch):
    monkeypatch.setattr("airwar.choices.conditions.EVERY_ROUND", 300)
    monkeypatch.setattr(explorer, "EVERY_ROUND", 300)
    answers = script(("*", "round > own.factors", "stay", "stay"))
    with pytest.raises(TooMany):
        odds(duel(1, 1), answers)
    assert forecast(Situation(DUELS, answers, duel(1, 1)), runs=100).sampled


def test_rounds_are_counted_from_here_on():
    start, answers = duel(2, 2), script(("*", "round >= 2", "leave", "stay"))
    found = odds(start, answers)
    ended_at_once = results(found)["over"]
    # Neither side of two can be eliminated in one round; the second is the last.
    assert found.rounds == 2
    assert 0 < ended_at_once < 1
    assert sampled(Situation(DUELS, answers, start), 200, 1).rounds == 2


# given dice and silent scripts


def test_given_dice_are_not_left_to_chance():
    answers = script(("r1.a.fire", [1]), ("r1.d.fire", "round < 2", [6], None), ("*", "stay"))
    found = odds(duel(1, 1), answers)
    assert {(end.state.a, end.state.d): chance for end, chance in found.chances().items()} == {(1, 0): 1}
    assert found.total == 1


def test_impossible_dice_are_refused():
    with pytest.raises(BadScenario, match=r"\[7\] is not a roll of 1d6"):
        odds(duel(1, 1), script(("*.a.fire", [7]), ("*", "stay")))


def test_a_condition_for_every_question_does_not_answer_rolls():
    answers = script(("*", "own.factors < 2", "leave", "stay"))
    assert set(results(odds(duel(1, 1), answers))) == {"over", "d left"}


def test_a_decision_that_nothing_answers_is_named():
    with pytest.raises(Unanswered, match=r"nothing answers r1\.d\.leave"):
        odds(duel(2, 2), script())


# several roots over one graph


# floating point


def test_in_floating_point_no_chance_is_off_by_more_than_the_stated_error(monkeypatch):
    for text in (LARGER["7 v 7 to the end"], LARGER["three against three to the end"]):
        scenario = parse_scenario(text, "larger.yaml")
        whole = odds(scenario.start, scenario.script)
        assert whole.error == 0
        with monkeypatch.context() as patch:
            patch.setattr("airwar.probability.budget.MOST_WHOLE_EDGES", 0)
            rounded = odds(scenario.start, scenario.script)
            assert odds(scenario.start, scenario.script, in_full=True).error == 0
        assert 0 < rounded.error < 1e-9
        assert sum(rounded.ways.values()) == rounded.total
        chances = rounded.chances()
        assert whole.ways.keys() == chances.keys()
        assert sum(abs(chance - chances[end]) for end, chance in whole.chances().items()) <= rounded.error
        assert float(rounded.rounds) == pytest.approx(float(whole.rounds), abs=1e-8)
