"""The odds keep to their budgets, by a clock that moves on whenever somebody looks at it. The benchmark has the real times."""

import pytest
from support import bare_log

from airwar.answers.chance import MachineDice, Scripted
from airwar.engine.questions import Asked
from airwar.engine.walk import Walk
from airwar.probability import budget
from airwar.probability.forecast import Situation, forecast, with_policies
from airwar.probability.prospects import prospects
from airwar.probability.sample import Sample
from airwar.setup.loading import load_scenario

LARGE = ("husky-1943", "case-blue-1942", "germany-attacks-the-royal-navy")
START_UP = 0.5  # what the command needs besides, on a quiet machine
TICK = 0.02  # seconds between two looks at the clock
LOOKS = 20  # that may be taken after the time is up, one for each loop that has to notice

PROMPT = budget.PROMPT_AT_HAND + budget.PROMPT_ADVICE + budget.PROMPT_EXACT + budget.PROMPT_SAMPLE


class Clock:
    """Every look takes a moment."""

    def __init__(self):
        self.now = 0.0

    def __call__(self):
        self.now += TICK
        return self.now


@pytest.fixture(autouse=True)
def clock(monkeypatch):
    clock = Clock()
    for module in ("budget", "sample"):
        monkeypatch.setattr(f"airwar.probability.{module}.monotonic", clock)
    return clock


def test_the_budgets_leave_time_to_start_and_to_print():
    assert budget.COMMAND + START_UP < 2
    assert PROMPT < 1


@pytest.mark.slow
@pytest.mark.parametrize("name", LARGE)
def test_the_command_stops_when_its_time_is_up(name, clock):
    scenario = load_scenario(name)
    found = forecast(Situation(scenario.ruleset, scenario.script, scenario.start))
    assert clock.now <= budget.COMMAND + (budget.COMMAND_FURTHER if found.sampled else 0) + LOOKS * TICK
    assert sum(found.results().values()) == 1


class First(Scripted):
    def choice(self, question):
        raise Asked(question)


@pytest.mark.parametrize("name", LARGE)
def test_a_prompt_stops_when_its_time_is_up(name, clock):
    scenario = load_scenario(name)
    walk = Walk(scenario.start, bare_log(), First(scenario.script, MachineDice(3)))
    with pytest.raises(Asked) as asked:
        walk.run()
    found = prospects(scenario.ruleset, with_policies(scenario.script), walk, asked.value.question)
    options = LOOKS * len(found)  # each option is sampled a little, whatever the time
    assert clock.now <= PROMPT + options * TICK
    assert len(found) > 1


class SlowMachine:
    """Fights battles that take this long, by its own clock."""

    def __init__(self, monkeypatch, seconds):
        self.now, self.seconds = 0.0, seconds
        for module in ("budget", "sample"):
            monkeypatch.setattr(f"airwar.probability.{module}.monotonic", lambda: self.now)

    def final(self, seed, check):
        self.now += self.seconds
        if check:
            check()
        return None, 0


@pytest.mark.parametrize(
    ("each", "battles"),
    [
        (0.001, 1_400),  # as many as there is time for
        (0.0025, budget.COMMAND_SAMPLES),  # a little longer, for the fewest
        (0.01, 639),  # not longer than that
    ],
)
def test_a_slow_machine_samples_longer(each, battles, monkeypatch):
    fought = Sample(SlowMachine(monkeypatch, each), 1)
    fought.fight(budget.SAMPLES, budget.COMMAND, budget.COMMAND_SAMPLES, budget.COMMAND_FURTHER)
    assert fought.runs == pytest.approx(battles, abs=2)
    plain = Sample(SlowMachine(monkeypatch, each), 1)
    plain.fight(budget.SAMPLES, budget.COMMAND)
    assert plain.runs == pytest.approx(budget.COMMAND / each, abs=2)
