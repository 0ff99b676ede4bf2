"""Odds of battles made to hang the program: the limits hold before a long computation begins, and within it.

A computation that is not stopped is ended by a limit on processor time, far above what any of these needs.
"""

import resource
import subprocess
import sys
from contextlib import nullcontext

import pytest

from airwar.engine.dice import Bands, Dice, EachFace, Hits, OnRow, Row, Total
from airwar.probability.budget import Budget, TooMany
from airwar.probability.nodes import Rolled

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
