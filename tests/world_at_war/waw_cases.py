"""The table cases: small scenarios in table_cases/, each about one rule, fought by their own script."""

from pathlib import Path

from support import Fought, bare_log

from airwar.answers.chance import MachineDice, Scripted
from airwar.engine.walk import Walk
from airwar.setup.loading import parse_scenario

CASES = Path(__file__).parent / "table_cases"
SEED = 7


def case_text(name):
    return (CASES / f"{name}.yaml").read_text(encoding="utf-8")


class Watched(Scripted):
    """Answers by script, and keeps what was asked."""

    def __init__(self, script):
        super().__init__(script, MachineDice(SEED))
        self.asked = []

    def choice(self, question):
        self.asked.append(question)
        return super().choice(question)


def played(name, changed=lambda text: text):
    """A table case fought by its own script, after a change of its text."""
    scenario = parse_scenario(changed(case_text(name)), f"{name}.yaml")
    answers, log = Watched(scenario.script), bare_log()
    end = Walk(scenario.start, log, answers).run()
    return Fought(end, [record.content for record in log.records], answers.asked)
