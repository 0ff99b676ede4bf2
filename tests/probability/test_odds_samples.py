"""Exact odds against many sampled battles, over larger scenarios."""

import operator
from math import sqrt

import pytest
from larger import LARGER

from airwar.answers.chance import derived_seed
from airwar.probability import sample
from airwar.probability.forecast import Situation, forecast, with_policies
from airwar.probability.graph import ways_from
from airwar.probability.nodes import Chance
from airwar.probability.sample import Sampler
from airwar.setup.loading import load_scenario, parse_scenario

RUNS = 20_000


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


@pytest.mark.parametrize("name", ["husky-1943", "malta-1942", "battle-of-britain-1940"])
def test_a_graph_that_grows_too_large_keeps_its_battles_and_every_outcome(name, monkeypatch):
    """The same outcomes for the same seeds, however often turns are forgotten; and the graph does not grow on."""
    scenario = load_scenario(name)
    script = with_policies(scenario.script)
    seeds = [derived_seed(7, at) for at in range(40)]
    whole = Sampler(scenario.ruleset, script, scenario.start)
    wanted = [whole.outcome(seed) for seed in seeds]
    most = len(whole.graph.places) // 5
    monkeypatch.setattr(sample, "MOST_PLACES", most)
    limited = Sampler(scenario.ruleset, script, scenario.start)
    first, sizes = limited.graph, []
    for seed, outcome in zip(seeds, wanted, strict=True):
        assert limited.outcome(seed) == outcome
        sizes.append(len(limited.graph.places))
    assert min(map(operator.sub, sizes[1:], sizes)) < 0  # something was forgotten
    assert limited.graph is first  # and not everything
    assert [limited.outcome(seed) for seed in seeds] == wanted


def nodes(graph):
    return {node for node, _ in graph.places.values() if isinstance(node, Chance)}


def test_what_is_forgotten_are_the_positions_that_fewest_battles_have_passed():
    scenario = load_scenario("husky-1943")
    sampler = Sampler(scenario.ruleset, with_policies(scenario.script), scenario.start)
    seeds = [derived_seed(7, at) for at in range(30)]
    wanted = [sampler.outcome(seed) for seed in seeds]
    graph, root = sampler.graph, sampler.root
    places, finals, often = len(graph.places), len(graph.finals), {node for node in nodes(graph) if len(ways_from(node)) > 5}
    graph.forget(len(often))
    assert root[0] in often <= nodes(graph)
    assert len(often) < len(nodes(graph)) < 2 * len(often)
    assert len(graph.finals) < finals
    assert {final for caller in graph.callers.values() for final in caller.returned} <= {*graph.finals.values()}
    fresh = len(graph.places)
    assert [sampler.outcome(seed) for seed in seeds] == wanted
    assert fresh < len(graph.places) <= places  # and nothing is met twice
