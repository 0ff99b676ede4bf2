"""Odds in several threads: each has its own. The garbage collector is paused meanwhile, and runs again afterwards."""

import gc
from concurrent.futures import ThreadPoolExecutor

import pytest

from airwar.answers.chance import Scripted
from airwar.battle.battle import begin
from airwar.engine.collector import paused
from airwar.probability.forecast import Situation, exact
from airwar.setup.loading import load_scenario


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


def test_the_collector_runs_again_after_an_error():
    with pytest.raises(ValueError, match="any"), paused():
        raise ValueError("any")
    assert gc.isenabled()


def test_a_walk_pauses_the_collector_and_lets_it_run_again():
    scenario = load_scenario("malta-1942")
    battle = begin(scenario, None, 7)
    seen = set()

    class Watching(Scripted):
        def faces(self, roll, drawn):
            seen.add(gc.isenabled())
            return super().faces(roll, drawn)

    battle.walk(Watching(scenario.script, battle.dice)).run()
    assert seen == {False}
    assert gc.isenabled()
