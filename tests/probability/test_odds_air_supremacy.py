"""The sample battle of Air Supremacy, solved as the odds command does."""

from fractions import Fraction
from math import comb

import pytest
from tiny import battle
from toys import odds

from airwar.cli.odds import situation_of
from airwar.probability.forecast import Situation, exact
from airwar.setup.loading import parse_scenario
from airwar.testing.suite import played

ONE_ROUND = "*.attacker.go-on=call-off"
FOUGHT_OUT = '{"*": default}'


def test_the_sample_battle_ends_in_a_wipeout_in_round_1_once_in_243():
    """Under the source's plan: the bomber stays on the ground, the fighter rolls first, then the dive bomber, then the bombs."""
    at, _, _ = situation_of("sample-air-battle", None, (ONE_ROUND,))
    gone = {"bomber": 0, "dogfighter": 0, "anti-aircraft gun": 0, "infantry": 1}  # the infantry in Kharkov takes no part
    chances = [share for ending, share in exact(at).left().items() if dict(dict(ending)["USSR"]) == gone]
    assert sum(chances) == Fraction(1, 243)


@pytest.mark.parametrize(("attackers", "defenders"), [(1, 1), (1, 2), (2, 1), (2, 2)])
def test_rounds_without_a_hit_are_fought_again(attackers, defenders):
    """Infantry against infantry to the end, compared with the equations written out: a hits, d hits, or the round is repeated."""
    text = battle({"infantry": attackers}, {"infantry": defenders}, FOUGHT_OUT)
    scenario = parse_scenario(text, "loop.yaml")
    found = odds(scenario.start, scenario.script)
    results = {}
    for end, chance in found.chances().items():
        left = tuple(tally.had - tally.lost for tally in scenario.ruleset.tally(end.state))
        results[left] = results.get(left, Fraction(0)) + chance
    values = hitting_values()
    assert results == fought(attackers, defenders, *values)


def hitting_values():
    """How infantry hits in attack and in defense, as the rules' own rolls say."""
    scenario = parse_scenario(battle({"infantry": 1}, {"infantry": 1}, FOUGHT_OUT), "values.yaml")
    attack = played(scenario.start, ())
    defense = played(scenario.start, ((12,),))
    return tuple(Fraction(roll.reading.faces_that_hit(), roll.reading.dice.sides) for roll in (attack, defense))


def fought(a, d, a_hits, d_hits):
    """Both sides roll at once, one die per unit; rounds without a hit drop out of the sum."""
    if not a or not d:
        return {(a, d): Fraction(1)}
    whole, found = Fraction(0), {}
    for killed, lost, chance in both(a, d, a_hits, d_hits):
        if killed or lost:
            whole += chance
            for left, share in fought(max(0, a - lost), max(0, d - killed), a_hits, d_hits).items():
                found[left] = found.get(left, Fraction(0)) + chance * share
    return {left: share / whole for left, share in found.items()}


def both(a, d, a_hits, d_hits):
    for killed in range(a + 1):
        for lost in range(d + 1):
            by_a = comb(a, killed) * a_hits**killed * (1 - a_hits) ** (a - killed)
            by_d = comb(d, lost) * d_hits**lost * (1 - d_hits) ** (d - lost)
            yield killed, lost, by_a * by_d


def test_ten_infantry_and_five_fighters_against_ten():
    """The usual benchmark of odds calculators: the chances sum to one, and each side can lose everything."""
    scenario = parse_scenario(battle({"infantry": 10, "fighter": 5}, {"infantry": 10}, FOUGHT_OUT), "ten.yaml")
    found = exact(Situation(scenario.ruleset, scenario.script, scenario.start))
    assert not found.sampled
    assert sum(found.results().values()) == 1
    assert set(found.results()) == {"attacker wins", "defender wins", "nobody is left"}
