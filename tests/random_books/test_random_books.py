"""Scenarios from scratch, played at random: nothing but problems refuses them, the books balance after every step, the log holds.

A few for each ruleset, the same in every run. `python tests/random_books/hour.py --minutes 60` plays new ones.
"""

import pytest
from drafts import THEATERS
from evening import EVENINGS, Report, play
from hypothesis import HealthCheck, Phase, given, settings
from player import RULED, Player
from support import SHIPPED

from airwar.setup.loading import load_scenario

EXAMPLES = {"world-at-war": 15, "air-supremacy": 20, "ocs": 6, "dark-crusade": 30, "war-in-europe": 15}
CHECKS = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much, HealthCheck.large_base_example]


@pytest.mark.slow
@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_rulings_keep_the_books_of_a_shipped_battle(path, tmp_path):
    """Units, options and rolls are ruled on at every third question: had is lost and left, and nothing is below zero."""
    mode = "machine" if SHIPPED.index(path) % 2 else "ask"
    player = Player(load_scenario(str(path)), tmp_path / "battle.jsonl", 2, RULED, mode)
    player.play()
    player.session.close()
    player.check_file(tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", THEATERS)
def test_the_books_of_random_scenarios(ruleset):
    report = Report()

    @settings(
        max_examples=EXAMPLES[ruleset], deadline=None, derandomize=True, database=None, suppress_health_check=CHECKS,
        phases=[Phase.generate],
    )  # fmt: skip
    @given(EVENINGS)
    def evening(drawn):
        play(ruleset, *drawn, report)

    evening()
    counts = report.counts[ruleset]
    assert counts["loaded"] > 2 * counts["refused"], counts
    assert counts["books"] > counts["played"] > 0, counts
