"""The scenario of the following turn: the text of the one that was played, edited in place to the position at its end."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from airwar.battle import Battle, Nobody, scenario_of
from airwar.engine.log import Log
from airwar.engine.questions import Asked
from airwar.engine.words import some_of
from airwar.errors import AirwarError
from airwar.loading import parse_scenario
from airwar.scenario.edit import without_entries
from airwar.scenario.editing import edited
from airwar.scenario.outline import outline_of
from airwar.seeds import seed_of


class Following(NamedTuple):
    """The following scenario, what the players have to look at, and the text of the chart file that it names."""

    text: str
    notes: list[str]
    files: Mapping[str, str]


def next_scenario(path: Path) -> Following:
    """The scenario after a battle that is over. Raises AirwarError, BadScenario."""
    log = Log.load(path)
    scenario, said = scenario_of(log), log.header.scenario
    if scenario.ruleset.next_turn is None:
        carried = "the position at the end is printed as a scenario has it: airwar replay"
        raise AirwarError(f"{scenario.ruleset.id} has no next turn that airwar could write; {carried} {path}")
    try:
        end = Battle(scenario, Log(list(log.records)), seed_of(log)).walk(Nobody(), ask_before_end=True).run()
    except Asked as asked:
        raise AirwarError(f"the battle is not over; it waits for {asked.question.key}") from None
    edits, notes = scenario.ruleset.next_turn(end.state, outline_of(said.text))
    left_out: list[str] = []
    text = without_entries(edited(said.text, edits), "choices", partial(is_over, left_out))
    if left_out:
        notes = [*notes, f"choices for one decision, units or dice of the turn that is over are left out: {some_of(left_out)}"]
    if log.last.kind == "end":
        text = f"# The turn after {path.name}, record {log.last.seq} {log.last.hash[:16]}\n{text}"
    following = parse_scenario(text, f"the turn after {path.name}", said.files)
    return Following(text, notes, following.files)


def is_over(left_out: list[str], key: str, value: Any) -> bool:
    """Whether an entry of `choices` was for the turn that is over: it is about one decision, or names units or dice. Lists it."""
    over = "*" not in key or not is_policy(value)
    if over:
        left_out.append(key)
    return over


def is_policy(value: Any) -> bool:
    """Whether an answer can serve in any turn: a word, or a number for each role, perhaps under a condition."""
    if not isinstance(value, dict):
        return isinstance(value, str)
    if "when" in value:
        return all(is_policy(value[part]) for part in ("then", "else") if part in value)
    return set(value) <= {"attacker", "defender"}
