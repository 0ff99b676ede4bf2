"""Odds of battles made to hang the program: the limits hold before a long computation begins, and within it.

A computation that is not stopped is ended by a limit on processor time, far above what any of these needs.
"""

import resource
import subprocess
import sys
from contextlib import nullcontext
from itertools import count as counting

import pytest

from airwar.engine.dice import Bands, Dice, EachFace, Hits, OnRow, Row, Total
from airwar.probability import budget
from airwar.probability.budget import Budget, TooMany, TooSlow
from airwar.probability.graph import graph_of
from airwar.probability.nodes import Called, Rolled
from airwar.probability.sample import Timed

SECONDS, BYTES = 30, 1_500_000_000


def limited(*arguments):
    def limit():
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
        resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))

    return subprocess.run([sys.executable, "-m", "airwar", *arguments], capture_output=True, text=True, preexec_fn=limit)


def crowd(kinds, count):
    """A battle of many kinds of units, each with as many units as may be."""
    types = (("germany", "a", ("infantry", "dive-bomber", "fighter", "bomber")), ("france", "f", ("infantry", "fighter")))
    units = [
        f"  - {{id: {letter}{at}, nation: {nation}, type: {names[at % len(names)]}, count: {count}, at: picardy}}"
        for nation, letter, names in types
        for at in range(kinds)
    ]
    with_ = ", ".join(f"a{at}: {count}" for at in range(kinds))
    return "\n".join(
        [
            "airwar: 1\nruleset: air-supremacy\ntitle: a crowd\nattacker: germany",
            "spaces:\n  picardy: {kind: land, nation: france}\nunits:",
            *units,
            f"battles:\n  - at: picardy\n    with: {{{with_}}}\nchoices:\n  '*': default\n",
        ]
    )


@pytest.mark.slow
@pytest.mark.parametrize("kinds", [100, 400])
def test_odds_of_a_crowd_are_answered_or_given_up(kinds, tmp_path):
    file = tmp_path / "crowd.yaml"
    file.write_text(crowd(kinds, 1000))
    done = limited("odds", str(file))
    assert done.returncode in {0, 1}
    assert "Traceback" not in done.stderr
    if done.returncode:
        assert "--method sample" in done.stderr


MANY = Dice(20_000, 6)
ROW = Row("1", 2, ("0", "1"))
READINGS = [Hits(MANY, 2), Total(MANY), OnRow(MANY, ROW), Bands(MANY, (("a", 2), ("b", 4), ("c", 6))), EachFace(MANY)]


@pytest.mark.parametrize("reading", READINGS, ids=lambda reading: type(reading).__name__)
def test_a_roll_of_very_many_dice_is_refused_before_its_outcomes_are_worked_out(reading, monkeypatch):
    from airwar.engine.questions import Roll
    from airwar.probability.solve import Solver

    monkeypatch.setattr(type(reading), "outcomes", lambda self: pytest.fail("worked out"))
    with pytest.raises(TooMany):
        Solver(None, Budget())._expand(Rolled(None, (), 0, Roll("fire", "", reading, "")))


@pytest.mark.parametrize("sides", [6, 10])
@pytest.mark.parametrize("dice", range(1, 5))
def test_the_effort_is_no_less_than_the_outcomes(sides, dice):
    few = Dice(dice, sides)
    bands = Bands(few, (("a", 1), ("b", 3), ("c", sides)))
    for reading in (Hits(few, 2), Hits(few, 2, most=1), Total(few), OnRow(few, ROW), bands, EachFace(few)):
        assert reading.effort() >= len(reading.outcomes())
        assert sum(ways for _, ways in reading.outcomes()) == sides**dice


@pytest.mark.parametrize(("edges", "seconds", "used_up"), [(0, 60.0, False), (-1, 60.0, True), (0, -1.0, True), (-1, -1.0, True)])
def test_a_budget_is_used_up_when_its_edges_or_its_time_are(edges, seconds, used_up):
    budget = Budget(edges, seconds)
    assert budget.used_up is used_up
    with nullcontext() if not used_up else pytest.raises(TooMany):
        budget.spend(0)


def test_a_huge_roll_of_a_sample_is_broken_off():
    class Machine:
        rolled = 0

        def faces(self, first, count, sides):
            self.rolled += count
            return (1,) * count

    looks = counting()

    def check():
        if next(looks) > 5:
            raise TooMany

    machine = Machine()
    assert Timed(machine, lambda: None).faces(0, 5_000, 6) == (1,) * 5_000
    machine.rolled = 0
    with pytest.raises(TooMany):
        Timed(machine, check).faces(0, 10_000_000, 6)
    assert machine.rolled <= 6 * budget.DICE_AT_A_TIME


def test_a_sample_without_time_for_one_battle_is_given_up(monkeypatch):
    from raids import raids

    from airwar.probability.forecast import Situation, sampled, with_policies

    clock = counting()
    scenario = raids()
    at = Situation(scenario.ruleset, with_policies(scenario.script), scenario.start)
    assert sampled(at, 5, 1).total == 5
    monkeypatch.setattr(budget, "DICE_AT_A_TIME", 1)
    monkeypatch.setattr("airwar.probability.budget.monotonic", lambda: next(clock))  # a second at each look
    with pytest.raises(TooSlow):
        sampled(at, 1_000, 1, seconds=0.5)


def test_the_clock_is_looked_at_before_each_outcome_of_a_roll_for_a_step_may_take_long():
    """In a large turn, fifty outcomes of one roll took more than a second before anybody looked."""
    from raids import raids

    from airwar.probability.forecast import with_policies

    scenario = raids()
    graph = graph_of(with_policies(scenario.script))
    node, _ = graph.start(scenario.start)
    while isinstance(node, Called):
        node = node.first[0]
    assert isinstance(node, Rolled)
    outcomes = node.reading.outcomes()
    led = []
    step, args, *rest = node.place

    def slow(referee, *state):
        led.append(referee.outcomes[-1])
        return step(referee, *state)

    node.place = (slow, args, *rest)

    def time_is_up():
        raise TooMany

    with pytest.raises(TooMany):
        graph.expand(node, outcomes, time_is_up)
    assert led == [outcomes[0][0]]
