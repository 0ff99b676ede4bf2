"""Random legal play of every shipped scenario: ends, conserves units, offers nothing illegal, replays identically."""

import pytest
from standing_books import counted
from support import FOUGHT

from airwar.setup.loading import load_scenario
from airwar.testing import check_game, check_interrupted_game, check_standing

RECORDS = 500  # records of play for each scenario: a dozen short battles, 2 of the longest; `pytest --games 500` plays more


@pytest.mark.parametrize("path", FOUGHT, ids=lambda path: path.stem)
def test_a_random_game(path):
    check_game(load_scenario(str(path)), 1000)


@pytest.mark.parametrize("path", FOUGHT, ids=lambda path: path.stem)
def test_a_random_game_with_undo_and_resume(path, tmp_path):
    check_interrupted_game(load_scenario(str(path)), 1, tmp_path / "game.jsonl")


@pytest.mark.parametrize("path", FOUGHT, ids=lambda path: path.stem)
def test_at_every_question_every_unit_stands_somewhere_or_is_lost(path):
    scenario = load_scenario(str(path))
    check_standing(scenario, 1000, counted(scenario.ruleset.id, scenario.start.state))


@pytest.mark.slow
@pytest.mark.parametrize("path", FOUGHT, ids=lambda path: path.stem)
def test_random_play(path, games):
    scenario = load_scenario(str(path))
    length = check_game(scenario, 0)
    for seed in range(1, games or max(2, RECORDS // length)):
        check_game(scenario, seed)
