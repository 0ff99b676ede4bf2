"""A position is a scenario: `next` says all that the rules know. And what is typed at an order is refused with its reason."""

from random import Random

import pytest
from drafts import written
from support import FOUGHT, SHIPPED

from airwar import rulesets
from airwar.setup.loading import load_scenario
from airwar.testing.random_play import check_next, check_reasons

DECLARED = [name for name in rulesets.IDS if rulesets.load(name).following is not None]
GAMES = 8  # random scenarios of each game; `pytest --games 1000` plays more


@pytest.mark.slow
@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_the_turns_of_a_shipped_scenario_follow_one_another(path, tmp_path):
    scenario = load_scenario(str(path))
    for turn in range(2):
        scenario = check_next(scenario, turn, tmp_path / f"{turn}.jsonl")


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", DECLARED)
def test_the_position_after_a_random_scenario_is_a_scenario(ruleset, tmp_path, games):
    chance, played = Random(1942), 0
    while played < (games or GAMES):
        scenario = written(chance, ruleset).scenario
        if scenario is not None:
            check_next(scenario, played, tmp_path / f"{played}.jsonl")
            played += 1


@pytest.mark.parametrize("path", FOUGHT, ids=lambda path: path.stem)
def test_whatever_is_typed_at_an_order_is_accepted_or_refused_with_a_rule(path):
    check_reasons(load_scenario(str(path)), 0)


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", DECLARED)
def test_reasons_in_random_scenarios(ruleset, games):
    chance, tried, played = Random(1943), 0, 0
    while played < (games or GAMES):
        scenario = written(chance, ruleset).scenario
        if scenario is not None:
            tried += check_reasons(scenario, played)
            played += 1
    assert tried > GAMES
