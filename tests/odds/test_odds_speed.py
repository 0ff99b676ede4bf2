"""The odds keep to their budgets, measured in the time of this process, so that a busy machine does not matter."""

from time import process_time

import pytest
from support import bare_log

from airwar.answers.chance import MachineDice
from airwar.answers.script import Scripted
from airwar.engine.referee import Asked
from airwar.engine.walk import Walk
from airwar.loading import load_scenario
from airwar.odds import budget
from airwar.odds.forecast import Situation, forecast, prospects, with_policies

LARGE = ("husky-1943", "case-blue-1942", "germany-attacks-the-royal-navy")
START_UP = 0.5  # what the command needs besides the odds, on a quiet machine
SLACK = 1.5  # for what is done between two looks at the clock


@pytest.fixture(autouse=True)
def own_time(monkeypatch):
    for module in ("budget", "sample"):
        monkeypatch.setattr(f"airwar.odds.{module}.monotonic", process_time)


def test_the_budgets_leave_time_to_start_and_to_print():
    assert budget.COMMAND_EXACT + budget.COMMAND_SAMPLE + START_UP < 2
    assert budget.PROMPT_EXACT + budget.PROMPT_SAMPLE + budget.PROMPT_ADVICE < 1


@pytest.mark.parametrize("name", LARGE)
def test_the_command_answers_in_time(name):
    scenario = load_scenario(name)
    start = process_time()
    found = forecast(Situation(scenario.ruleset, scenario.script, scenario.start))
    assert process_time() - start < SLACK * (budget.COMMAND_EXACT + budget.COMMAND_SAMPLE)
    assert sum(found.results().values()) == 1


class First(Scripted):
    def choice(self, question):
        raise Asked(question)


@pytest.mark.parametrize("name", LARGE)
def test_a_prompt_answers_in_time(name):
    scenario = load_scenario(name)
    walk = Walk(scenario.start, bare_log(), First(scenario.script, MachineDice(3)))
    with pytest.raises(Asked) as asked:
        walk.run()
    start = process_time()
    found = prospects(scenario.ruleset, with_policies(scenario.script), walk, asked.value.question)
    assert process_time() - start < SLACK
    assert len(found) > 1
