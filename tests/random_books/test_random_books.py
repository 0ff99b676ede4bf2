"""Scenarios from scratch, played at random: nothing but problems refuses them, the books balance after every step, the log holds.

A few for each ruleset, the same in every run. `python tests/random_books/hour.py --minutes 60` plays new ones.
"""

import pytest
from drafts import THEATERS
from evening import EVENINGS, Report, play, without_syncing
from hypothesis import HealthCheck, Phase, given, settings

EXAMPLES = {"world-at-war": 30, "air-supremacy": 30, "ocs": 12, "dark-crusade": 40, "war-in-europe": 25}
CHECKS = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much, HealthCheck.large_base_example]


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

    with without_syncing():
        evening()
    counts = report.counts[ruleset]
    assert counts["loaded"] > 2 * counts["refused"], counts
    assert counts["books"] > counts["played"] > 0, counts
