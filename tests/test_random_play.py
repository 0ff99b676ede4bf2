"""Random legal play of every shipped scenario: ends, conserves units, offers nothing illegal, replays identically."""

import pytest
from support import SHIPPED

from airwar.answers.chance import AnyLegal
from airwar.battle import Nobody, begin
from airwar.engine.log import Log
from airwar.engine.referee import Choice, Fact
from airwar.engine.walk import Walk
from airwar.loading import load_scenario


class Watched(AnyLegal):
    """Plays at random, and checks what is offered."""

    def choice(self, question):
        if isinstance(question, Choice):
            assert len(question.options) > 1
            assert question.default in question.options
        elif isinstance(question, Fact):
            assert [example for example in question.examples if question.refuses(example)] == []
            return super().choice(question)
        else:
            assert question.least <= question.most <= sum(question.items.values())
        assert question.refuses(question.default) is None, f"{question.key}: the default is refused"
        return super().choice(question)


RECORDS = 12_000  # records of play for each scenario: 300 short battles, 25 of the longest


def fought(scenario, seed):
    battle = begin(scenario, None, seed)
    return battle, battle.walk(Watched(seed)).run()


def check_game(scenario, seed):
    """Plays one game at random and walks its log again."""
    battle, end = fought(scenario, seed)
    had = {(tally.side, tally.unit): tally.had for tally in scenario.ruleset.tally(scenario.start.state)}
    tallies = scenario.ruleset.tally(end.state)
    assert {(tally.side, tally.unit): tally.had for tally in tallies} == had
    assert all(0 <= tally.lost <= tally.had for tally in tallies)
    copy = Log(list(battle.log.records))
    again = Walk(scenario.start, copy, Nobody(), None, battle.closing).run()
    assert again == end
    assert len(copy.records) == len(battle.log.records)
    return len(copy.records)


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_a_few_random_games(path):
    scenario = load_scenario(str(path))
    for seed in range(1000, 1003):
        check_game(scenario, seed)


@pytest.mark.slow
@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_random_play(path, games):
    scenario = load_scenario(str(path))
    length = check_game(scenario, 0)
    for seed in range(1, games or min(500, max(25, RECORDS // length))):
        check_game(scenario, seed)
