"""What tests share: battles with rigged dice and answers, and the shipped scenarios."""

from __future__ import annotations

import io
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml
from rich.console import Console

from airwar.answers.chance import Scripted as Scripted
from airwar.engine.dice import Faces
from airwar.engine.questions import Allotment, Decision, Roll
from airwar.engine.walk import Walk
from airwar.setup.loading import Scenario, parse_scenario, shipped_scenarios
from airwar.show.console import sheet_table
from airwar.testing.random_play import BARE as BARE
from airwar.testing.random_play import Content as Content
from airwar.testing.random_play import Fought as Fought
from airwar.testing.random_play import Rigged, bare_log
from airwar.testing.random_play import ask as ask
from airwar.testing.random_play import fight as fight_with
from airwar.testing.suite import SEED as SEED
from airwar.testing.suite import unattended as unattended

TESTS = Path(__file__).parent
SHIPPED = shipped_scenarios()
LONG = ("typhoon-1941", "burma-1944", "darwin-1942", "husky-1943", "maleme-1941", "ponyri-1943", "watchtower-1942")
FOUGHT = [pytest.param(path, marks=pytest.mark.slow) if path.stem in LONG else path for path in SHIPPED]  # for tests that play each


class Script:
    """What is rolled and answered, in its order: `fire 1 1, 6 6; press enough; attack 2 raf`.

    Each is called by the end of its key, with or without the side that decides; the number of an order is left out. `fire 1 1, 6 6`
    is two rolls, one after the other.
    """

    def __init__(self, text: str) -> None:
        text = re.sub(r"\s+#.*", "", text)
        text = re.sub(r"(?m)([\w.-]+) ([\d ]+), (?=[\d ]+$|[\d ]+;)", r"\1 \2; \1 ", text)
        self.coming = [one.strip() for one in re.split(r"[;\n]", text) if one.strip()]

    def said(self, key: str) -> str | None:
        """What is said to this, if it comes next."""
        name, _, said = self.coming[0].partition(" ") if self.coming else ("", "", "")
        whole = [part for part in key.split(".") if not part.isdigit()]
        bare = [part for part in whole if part not in ("attacker", "defender", "referee")]
        if not name or not any(f".{'.'.join(parts)}".endswith(f".{name}") for parts in (whole, bare)):
            return None
        self.coming.pop(0)
        return said

    def dice(self, roll: Roll) -> list[int] | None:
        said = self.said(roll.key)
        return None if said is None else [int(face) for face in said.split()]

    def answer(self, question: Decision) -> Any:
        said = self.said(question.key)
        if said is None or not isinstance(question, Allotment):
            return said
        words = said.split() if said != "none" else []
        return {name: int(number) for number, name in zip(words[::2], words[1::2], strict=True)}


class ByScript(Rigged):
    """Plays a script. Where it goes on with something else, nobody answers, so it must be optional."""

    def __init__(self, script: str) -> None:
        super().__init__()
        self.script = Script(script)

    def faces(self, roll: Roll, drawn: int) -> tuple[Faces, str]:
        said = self.script.dice(roll)
        if said is not None:
            self.dice[roll.key] = said
        return super().faces(roll, drawn)

    def choice(self, question: Decision) -> Any:
        said = self.script.answer(question)
        if said is not None:
            self.answers[question.key] = said
        return super().choice(question)

    @property
    def leftover(self) -> list[str]:
        return [*super().leftover, *self.script.coming]


def fight(
    scenario: str | Scenario, dice: str | Mapping[str, Any] | None = None, answers: Mapping[str, Any] | None = None
) -> Fought:
    """Fights a scenario by a script, or with dice and answers by their full keys; all must be used."""
    return fight_with(scenario, rigged=ByScript(dice)) if isinstance(dice, str) else fight_with(scenario, dice, answers)


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


def read_yaml(text: str) -> Any:
    """A text as any reader of YAML understands it."""
    return yaml.load(text, getattr(yaml, "CSafeLoader", yaml.SafeLoader))


def dumped(document: Any) -> str:
    """A text that says this in YAML, with short entries on one line."""
    dumper = getattr(yaml, "CSafeDumper", yaml.SafeDumper)
    return str(yaml.dump(document, Dumper=dumper, sort_keys=False, default_flow_style=None, width=10000))
