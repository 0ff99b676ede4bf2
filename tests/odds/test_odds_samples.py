"""Exact odds against a hundred thousand battles, over larger scenarios."""

from math import sqrt

import pytest
from larger import LARGER

from airwar.loading import parse_scenario
from airwar.odds.forecast import Situation, forecast

RUNS = 100_000


@pytest.mark.slow
@pytest.mark.parametrize("text", LARGER.values(), ids=LARGER)
def test_exact_odds_lie_within_four_sigma_of_the_samples(text):
    """Every named result and every number of losses."""
    scenario = parse_scenario(text, "larger.yaml")
    at = Situation(scenario.ruleset, scenario.script, scenario.start)
    whole, sample = forecast(at, "exact"), forecast(at, "sample", RUNS, seed=11)
    assert_close(whole.results(), sample.results())
    losses = sample.losses()
    for unit, spread in whole.losses().items():
        assert_close(spread, losses[unit])
    assert sample.total == RUNS
    assert float(sample.rounds) == pytest.approx(float(whole.rounds), rel=0.03)


def assert_close(exact, sampled):
    assert sum(exact.values()) == sum(sampled.values()) == 1
    assert sampled.keys() <= exact.keys()
    for what, share in exact.items():
        sigma = sqrt(share * (1 - share) / RUNS)
        assert abs(float(sampled.get(what, 0) - share)) <= 4 * sigma, what


def test_the_interval_of_a_sample_holds_the_exact_chance_nineteen_times_in_twenty():
    scenario = parse_scenario(LARGER["3 v 3 to the end"], "larger.yaml")
    at = Situation(scenario.ruleset, scenario.script, scenario.start)
    exact = forecast(at).results()["both eliminated"]
    held = 0
    for seed in range(80):
        sample = forecast(at, "sample", 200, seed)
        low, high = sample.interval(sample.results()["both eliminated"])
        assert 0 <= low < high <= 1
        held += low <= exact <= high
    assert 70 <= held <= 79


def test_the_same_seed_gives_the_same_sample():
    scenario = parse_scenario(LARGER["6 v 6, the weaker leaves"], "larger.yaml")
    at = Situation(scenario.ruleset, scenario.script, scenario.start)
    one, again, other = (forecast(at, "sample", 500, seed).results() for seed in (3, 3, 4))
    assert one == again != other
