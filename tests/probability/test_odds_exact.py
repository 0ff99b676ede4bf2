"""Exact odds against brute force, against the samples, and where positions lead back to themselves."""

from fractions import Fraction

import pytest
from support import SHIPPED
from tiny import TINY, counterair, side
from toys import odds, results

from airwar.probability.budget import Budget, TooMany
from airwar.probability.forecast import Situation, forecast
from airwar.setup.loading import load_scenario, parse_scenario
from airwar.testing.suite import brute_force

STAY = {"*": "default"}


def fought_out(attackers, defenders):
    units = side("a", "germany", attackers, "field") + ", " + side("d", "britain", defenders, "target")
    return parse_scenario(counterair(units, f"a: {attackers}", STAY), "x.yaml")


@pytest.mark.slow
@pytest.mark.parametrize("text", TINY.values(), ids=TINY)
def test_exact_odds_are_what_every_face_of_every_die_gives(text):
    scenario = parse_scenario(text, "tiny.yaml")
    found = odds(scenario.start, scenario.script)
    assert found.chances() == brute_force(scenario.start, scenario.script)
    assert sum(found.ways.values()) == found.total


def solved(scenario):
    found = odds(scenario.start, scenario.script)
    return results(found), found.rounds


# Strength 1 eliminates one on 6 to 12, in 26 ways of 36; strength 2 none on 2 and 3 (3 ways), two on 12 (1 way), else one.


def test_self_loop_at_1v1():
    none = Fraction(10, 36)
    once, rounds = solved(fought_out(1, 1))
    assert once["both eliminated"] == (1 - none) ** 2 / (1 - none**2)
    assert once["defender eliminated"] == once["attacker eliminated"] == none * (1 - none) / (1 - none**2)
    assert rounds == 1 / (1 - none**2)


def test_self_loop_at_1v2_and_2v1():
    hit1, none1 = Fraction(26, 36), Fraction(10, 36)
    none2, one2, two2 = Fraction(3, 36), Fraction(32, 36), Fraction(1, 36)
    alone = {"a": none1 * hit1 / (1 - none1**2), "d": none1 * hit1 / (1 - none1**2), "both": hit1**2 / (1 - none1**2)}
    hit2 = one2 + two2
    loop = 1 - none1 * none2
    # Against two, one factor can kill one; two kill it unless they miss.
    attacker_wins = hit1 * none2 * alone["a"] / loop
    defender_wins = (hit2 + hit1 * none2 * alone["d"]) / loop
    nobody = hit1 * none2 * alone["both"] / loop
    forward, _ = solved(fought_out(1, 2))
    assert forward["attacker eliminated"] == defender_wins
    assert forward["defender eliminated"] == attacker_wins
    assert forward["both eliminated"] == nobody
    backward, _ = solved(fought_out(2, 1))
    assert backward["defender eliminated"] == defender_wins
    assert backward["attacker eliminated"] == attacker_wins
    assert backward["both eliminated"] == nobody


def test_self_loop_at_2v2():
    none2 = Fraction(3, 36)
    once, rounds = solved(fought_out(2, 2))
    assert sum(once.values()) == 1
    assert once["attacker eliminated"] == once["defender eliminated"]
    one_two, rounds_one_two = solved(fought_out(1, 2))
    one_one, rounds_one_one = solved(fought_out(1, 1))
    one, two = Fraction(32, 36), Fraction(1, 36)
    loop = 1 - none2**2
    both = (two**2 + one**2 * one_one["both eliminated"] + 2 * none2 * one * one_two["both eliminated"]) / loop
    assert once["both eliminated"] == both
    assert rounds == (1 + one**2 * rounds_one_one + 2 * none2 * one * rounds_one_two) / loop


def test_rounds_without_effect_are_not_dropped():
    """Ignoring the rounds in which nobody is hit would be off by more than a tenth of a percent here."""
    forgetful = Fraction(26 * 26, 1296)
    assert solved(fought_out(1, 1))[0]["both eliminated"] - forgetful > Fraction(1, 1000)


def test_rounds_without_effect_lead_back_to_the_same_position():
    """Whatever is asked after an interception is keyed by its last round, but no position counts the rounds."""
    scenario = load_scenario("demyansk-1942")
    found = odds(scenario.start, scenario.script)
    assert results(found)["Demyansk: 3 of 3 supplied; Pskov: 1 of 1 air transported"] == Fraction(9521, 10584)
    assert found.rounds == Fraction(463, 245)
    assert found.positions < 100


def test_too_many_positions_are_refused_or_sampled():
    scenario = fought_out(6, 6)
    with pytest.raises(TooMany):
        odds(scenario.start, scenario.script, Budget(10))
    situation = Situation(scenario.ruleset, scenario.script, scenario.start)
    sampled = forecast(situation, runs=500, seed=3, edges=10)
    assert sampled.sampled
    assert sampled.total == 500
    assert sum(sampled.results().values()) == 1


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_chances_of_a_shipped_scenario_sum_to_one(path):
    scenario = load_scenario(str(path))
    found = forecast(Situation(scenario.ruleset, scenario.script, scenario.start), runs=20, seconds=0.2)
    assert sum(found.results().values()) == sum(found.left().values()) == 1
    assert all(sum(spread.values()) == 1 for spread in found.losses().values())
    assert all(0 <= lost <= had for (_, _, had), spread in found.losses().items() for lost in spread)
