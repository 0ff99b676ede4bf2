"""What tests share: battles with rigged dice and answers, and the shipped scenarios."""

from __future__ import annotations

import io
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from airwar.answers.script import Scripted
from airwar.battle import Battle, begin
from airwar.engine.dice import Faces
from airwar.engine.log import Log
from airwar.engine.moves import End
from airwar.engine.records import Header, RulesetUsed, ScenarioText
from airwar.engine.referee import Choice, Decision, Fact, Referee, Roll
from airwar.engine.walk import Walk
from airwar.loading import Scenario, load_scenario, parse_scenario, shipped_scenarios
from airwar.show.console import sheet_table

TESTS = Path(__file__).parent
SHIPPED = shipped_scenarios()
SEED = 7  # of every golden log
Content = dict[str, Any]  # a record as its JSON object
BARE = Header(1, "0.0.0", RulesetUsed("", ""), ScenarioText("", ""), "machine", "0x0")


def bare_log() -> Log:
    """A log in memory for a walk that has no scenario file."""
    return Log.create(None, BARE)


@dataclass
class Rigged:
    """Answers by full key; leaves what may be left, and fails on another question that has no answer here.

    `leftover` lists what was not used.
    """

    dice: dict[str, Any] = field(default_factory=dict)
    answers: dict[str, Any] = field(default_factory=dict)
    asked: list[Decision] = field(default_factory=list)

    def faces(self, roll: Roll, drawn: int) -> tuple[Faces, str]:
        if roll.key not in self.dice:
            raise AssertionError(f"no dice for {roll.key} ({roll.reading.dice})")
        return tuple(self.dice.pop(roll.key)), "scripted"

    def choice(self, question: Decision) -> Any:
        self.asked.append(question)
        if question.key not in self.answers:
            if isinstance(question, Fact):
                raise AssertionError(f"no answer for {question.key}: {question.what}")
            if question.optional:
                return question.default
            offered = list(question.options) if isinstance(question, Choice) else dict(question.items)
            raise AssertionError(f"no answer for {question.key}: {offered}")
        return self.answers.pop(question.key)

    @property
    def leftover(self) -> list[str]:
        return [*self.dice, *self.answers]


@dataclass
class Fought:
    """A battle that was fought in a test."""

    end: End
    records: list[Content]
    asked: list[Decision]

    @property
    def state(self) -> Any:
        return self.end.state

    def told(self, what: str) -> list[Content]:
        """The events of one kind: note, loss, ruling, needschart, sheet."""
        return [body for body in self.records if body["t"] == "told" and body["what"] == what]

    def losses(self) -> list[tuple[str, str, int, str]]:
        return [(body["side"], body["unit"], body["count"], body["fate"]) for body in self.told("loss")]

    def statuses(self) -> list[tuple[str, str, int, str]]:
        return [(body["side"], body["unit"], body["count"], body["text"]) for body in self.told("status")]

    def rolls(self) -> dict[str, Content]:
        return {body["key"]: body for body in self.records if body["t"] == "roll"}


def fight(scenario: str | Scenario, dice: Mapping[str, Any] | None = None, answers: Mapping[str, Any] | None = None) -> Fought:
    """Fights a scenario (its YAML text) with these dice and answers, all of which must be used, and no others."""
    battle = scenario if isinstance(scenario, Scenario) else parse_scenario(scenario, "test.yaml")
    rigged = Rigged(dict(dice or {}), dict(answers or {}))
    log = bare_log()
    end = Walk(battle.start, log, rigged).run()
    assert not rigged.leftover, f"never asked for: {rigged.leftover}"
    return Fought(end, [record.content for record in log.records], rigged.asked)


def ask(
    function: Any,
    *args: Any,
    dice: Mapping[str, Any] | None = None,
    answers: Mapping[str, Any] | None = None,
    **more: Any,
) -> Any:
    """Calls one rule function that takes a referee, with these dice and answers."""
    rigged = Rigged(dict(dice or {}), dict(answers or {}))
    referee: Referee = Walk(End("", None), bare_log(), rigged)
    result = function(referee, *args, **more)
    assert not rigged.leftover, f"never asked for: {rigged.leftover}"
    return result


def unattended(path: Path, log_path: Path | None = None, seed: int = SEED) -> Battle:
    """A shipped scenario fought by its own script."""
    scenario = load_scenario(str(path))
    battle = begin(scenario, log_path, seed)
    battle.walk(Scripted(scenario.script, battle.dice)).run()
    battle.settle()
    return battle


class Stopped(Exception):
    """The question that a test waits for has been reached."""


class StopsAt(Rigged):
    """Gives rigged answers up to one question, and stops there."""

    def __init__(self, key: str, dice: Mapping[str, Any], answers: Mapping[str, Any]) -> None:
        super().__init__(dict(dice), dict(answers))
        self.key = key

    def faces(self, roll: Roll, drawn: int) -> tuple[Faces, str]:
        if roll.key == self.key:
            raise Stopped
        return super().faces(roll, drawn)

    def choice(self, question: Decision) -> Any:
        if question.key == self.key:
            raise Stopped
        return super().choice(question)


def sheets_at(key: str, text: str, dice: Any = (), answers: Any = ()) -> dict[str, Any]:
    """The tables that `s` shows at a question, by title. Each is drawn once to see that it can be."""
    scenario = parse_scenario(text, "test.yaml")
    walk = Walk(scenario.start, bare_log(), StopsAt(key, dice, answers))
    with pytest.raises(Stopped):
        walk.run()
    sheets = scenario.ruleset.tables(walk.states)
    console = Console(file=io.StringIO(), width=80)
    for sheet in sheets:
        console.print(sheet_table(console, sheet))
    return {sheet.title: sheet.rows for sheet in sheets}


def problems_of(text: str) -> list[str]:
    """Everything wrong with a scenario, as `line:column: text`."""
    from airwar.errors import BadScenario

    try:
        parse_scenario(text, "test.yaml")
    except BadScenario as bad:
        return [f"{problem.line}:{problem.column}: {problem.text}" for problem in bad.problems]
    return []
