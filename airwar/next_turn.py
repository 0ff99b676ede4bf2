"""The scenario of the following turn: the text of the one that was played, edited in place to the position at its end."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from airwar.battle import Battle, Nobody, scenario_of
from airwar.engine.log import Log
from airwar.engine.questions import Asked
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
    text = without_entries(edited(said.text, edits), "choices", names_something)
    if log.last.kind == "end":
        text = f"# The turn after {path.name}, record {log.last.seq} {log.last.hash[:16]}\n{text}"
    following = parse_scenario(text, f"the turn after {path.name}", said.files)
    return Following(text, notes, following.files)


def names_something(key: str, one_word: bool) -> bool:
    """Whether an entry of `choices` is about one decision or names units: an order of the turn that is over, not a policy."""
    return "*" not in key or not one_word
