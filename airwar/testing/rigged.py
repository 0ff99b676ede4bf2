"""Battles with rigged dice and answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from airwar.engine.dice import Faces
from airwar.engine.log import Log
from airwar.engine.moves import End
from airwar.engine.records import Header, RulesetUsed, ScenarioText
from airwar.engine.referee import Choice, Decision, Fact, Referee, Roll
from airwar.engine.walk import Walk
from airwar.setup.loading import Scenario, parse_scenario

Content = dict[str, Any]  # a record as its JSON object
BARE = Header(1, "0.0.0", RulesetUsed("", ""), ScenarioText("", ""), "machine", "0x0")


def bare_log() -> Log:
    """A log in memory for a walk that has no scenario file."""
    return Log.create(None, BARE)


def check_sentence(question: Decision) -> None:
    """Checks that a person would see a sentence above the question."""
    if not isinstance(question, Fact) and question.about is not None:
        sentence = question.about()
        assert sentence, f"{question.key}: nothing is said above it"
        assert sentence.endswith((".", "?")), f"{question.key}: {sentence!r} is not a sentence"


@dataclass
class Rigged:
    """Answers by full key; skips optional questions, and fails on any other question without an answer here.

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
        check_sentence(question)
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
        """The losses that were told: side, unit, count and fate."""
        return [(body["side"], body["unit"], body["count"], body["fate"]) for body in self.told("loss")]

    def statuses(self) -> list[tuple[str, str, int, str]]:
        """The statuses that were told: side, unit, count and text."""
        return [(body["side"], body["unit"], body["count"], body["text"]) for body in self.told("status")]

    def rolls(self) -> dict[str, Content]:
        """The rolls by key."""
        return {body["key"]: body for body in self.records if body["t"] == "roll"}


def fight(scenario: str | Scenario, dice: Mapping[str, Any] | None = None, answers: Mapping[str, Any] | None = None) -> Fought:
    """Fights a scenario (its YAML text) with exactly these dice and answers; all must be used."""
    battle = scenario if isinstance(scenario, Scenario) else parse_scenario(scenario, "test.yaml")
    rigged = Rigged(dict(dice or {}), dict(answers or {}))
    log = bare_log()
    end = Walk(battle.start, log, rigged).run()
    assert not rigged.leftover, f"never asked for: {rigged.leftover}"
    fought = Fought(end, [record.content for record in log.records], rigged.asked)
    for sheet in fought.told("sheet"):
        assert {len(row) for row in sheet["rows"]} <= {len(sheet["columns"])}, f"{sheet['title']}: a row does not fit the columns"
    return fought


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
