"""Odds in several threads: each has its own, and the garbage collector runs again afterwards."""

import gc
from concurrent.futures import ThreadPoolExecutor

import pytest

from airwar.loading import load_scenario
from airwar.odds.budget import Budget
from airwar.odds.collector import paused
from airwar.odds.forecast import Situation, exact


def odds_of_malta(_):
    scenario = load_scenario("malta-1942")
    return exact(Situation(scenario.ruleset, scenario.script, scenario.start))


def test_four_threads_get_equal_odds_and_leave_the_collector_running():
    assert gc.isenabled()
    alone = odds_of_malta(0)
    with ThreadPoolExecutor(4) as threads:
        found = list(threads.map(odds_of_malta, range(4)))
    assert gc.isenabled()
    assert all(one.results() == alone.results() and one.losses() == alone.losses() for one in found)


def test_the_collector_runs_again_when_the_last_pause_ends():
    with paused(Budget()):
        with paused(Budget()):
            assert not gc.isenabled()
        assert not gc.isenabled()
    assert gc.isenabled()


def test_the_collector_runs_again_after_an_error():
    with pytest.raises(ValueError, match="any"), paused(Budget()):
        raise ValueError("any")
    assert gc.isenabled()


def test_a_collector_that_was_off_stays_off():
    gc.disable()
    try:
        with paused(Budget()):
            pass
        assert not gc.isenabled()
    finally:
        gc.enable()
