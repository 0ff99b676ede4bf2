"""Which odds are tried with which time and which edges, and what is sampled instead."""

from math import inf

import pytest
from toys import DUELS, duel, script

from airwar.choices.script import Entry
from airwar.probability import budget as limits
from airwar.probability import forecast
from airwar.probability.budget import TooMany
from airwar.probability.distribution import Distribution, Outcome
from airwar.probability.forecast import Situation, with_policies
from airwar.probability.graph import graph_of

STAY = script(("*", "stay"))
AT = Situation(DUELS, STAY, duel(1, 1))
ODDS = Distribution({Outcome("over", "a", ()): 1}, 1)


class Calls:
    """Stands in for `exact` and `sampled`: keeps what they are called with."""

    def __init__(self, monkeypatch, module, too_many):
        self.exact, self.sampled, self.graphs, self.further, self.too_many = [], [], [], [], too_many
        monkeypatch.setattr(module, "exact", self.be_exact)
        monkeypatch.setattr(module, "sampled", self.be_sampled, raising=False)
        monkeypatch.setattr("airwar.probability.budget.monotonic", lambda: 100.0)

    def be_exact(self, at, graph, budget, in_full=False):
        self.graphs.append(graph)
        self.exact.append((budget.left, budget.seconds_left, in_full))
        if self.too_many:
            raise TooMany
        return ODDS

    def be_sampled(self, at, runs, seed, seconds, graph, fewest=None, further=0.0):
        self.graphs.append(graph)
        self.further.append(further)
        self.sampled.append((runs, seed, seconds, fewest))
        return ODDS


@pytest.mark.parametrize(
    ("asked", "exact", "sampled"),
    [
        ({"method": "exact"}, (limits.INSISTED_EDGES, inf, False), None),
        ({"method": "exact", "edges": 7, "in_full": True}, (7, inf, True), None),
        ({"method": "sample"}, None, (limits.SAMPLES, 1, inf, None)),
        ({"method": "sample", "runs": 5, "seed": 9}, None, (5, 9, inf, None)),
        ({"method": "sample", "seconds": 3.0}, None, (limits.MOST_SAMPLES, 1, 3.0, None)),
    ],
)
def test_what_a_forecast_may_spend(asked, exact, sampled, monkeypatch):
    calls = Calls(monkeypatch, forecast, False)
    assert forecast.forecast(AT, **asked) is ODDS
    assert calls.exact == ([pytest.approx(exact)] if exact else [])
    assert calls.sampled == ([sampled] if sampled else [])


@pytest.mark.parametrize(
    ("asked", "followed", "sampled"),
    [
        ({}, (limits.MOST_EDGES, limits.COMMAND, False, False), (limits.SAMPLES, 1, limits.COMMAND, limits.COMMAND_SAMPLES)),
        ({"seconds": 2.0, "seed": 4}, (limits.MOST_EDGES, 2.0, False, False), (limits.MOST_SAMPLES, 4, 2.0, None)),
        ({"runs": 5, "bounded": True}, (limits.MOST_EDGES, limits.COMMAND, False, False), (5, 1, inf, None)),
        (
            {"edges": 7, "in_full": True, "bounded": True},
            (7, limits.COMMAND, True, True),
            (limits.SAMPLES, 1, limits.COMMAND, limits.COMMAND_SAMPLES),
        ),
    ],
)
def test_what_is_too_large_is_sampled_with_the_time_that_is_left(asked, followed, sampled, monkeypatch):
    calls = Calls(monkeypatch, forecast, True)
    told = []

    def follow(at, graph, budget, seconds, in_full, bounded):
        told.append((budget.left, seconds, in_full, bounded))

    monkeypatch.setattr(forecast, "followed", follow)
    assert forecast.forecast(AT, **asked) is ODDS
    assert told == [followed]
    assert calls.sampled == [pytest.approx(sampled)]
    assert calls.further == [limits.COMMAND_FURTHER if sampled[3] else 0.0]
    with pytest.raises(TooMany):
        forecast.forecast(AT, "exact")


@pytest.mark.parametrize(("share", "fewest"), [(1.0, limits.FEWEST_SAMPLES), (0.25, limits.FEWEST_SAMPLES // 4), (0.01, 1)])
def test_at_a_prompt_the_time_is_shared_out(share, fewest, monkeypatch):
    calls = Calls(monkeypatch, forecast, True)
    assert forecast.at_a_prompt(AT, share=share) is ODDS
    assert calls.exact == [pytest.approx((limits.MOST_EDGES, limits.PROMPT_EXACT * share, False))]
    seconds = (limits.PROMPT_EXACT + limits.PROMPT_SAMPLE) * share
    assert calls.sampled == [pytest.approx((limits.SAMPLES, 1, seconds, fewest))]
    assert calls.graphs[0] is calls.graphs[1] is not None
    for too_many in (False, True):
        calls, graph = Calls(monkeypatch, forecast, too_many), graph_of(STAY)
        assert forecast.at_a_prompt(AT, graph) is ODDS
        assert len(calls.sampled) == too_many
        assert all(used is graph for used in calls.graphs)


def test_policies_come_before_the_script_and_facts_before_both():
    own = script(("a.leave", "stay"))
    further = (Entry("d.leave", "leave"),)
    found = with_policies(own, further, facts={"distance.x.y": "4"})
    assert [(entry.pattern, entry.answer) for entry in found.entries] == [
        ("distance.x.y", "4"),
        ("d.leave", "leave"),
        ("a.leave", "stay"),
        ("*", "default"),
    ]
    assert (found.file, found.stances, found.lenient) == (own.file, own.stances, True)
    assert not with_policies(own, lenient=False).lenient
    closed = script(("*", "default"), ("a.leave", "stay"))
    assert with_policies(closed).entries == closed.entries
    assert len(with_policies(own, (Entry("*", "default"),)).entries) == 2
    assert len(with_policies(own).entries) == 2
