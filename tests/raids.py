"""A scenario that asks for everything: rolls, choices, how many of each, several rounds, several battles."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from airwar.battle.battle import Battle, begin
from airwar.engine.history import in_force
from airwar.engine.log import Log
from airwar.setup.loading import Scenario, parse_scenario

RAIDS = """\
airwar: 1
ruleset: world-at-war
title: Two raids
theater: europe
sides:
  axis: [germany, italy]
  allies: [britain]
attacker: axis
options: {announcements: one-by-one}
bases:
  sicily: {side: axis, facilities: [city, city, airbase]}
  tunis: {side: axis, facilities: [city]}
  malta: {side: allies, facilities: [port, city]}
  benghazi: {side: allies, facilities: [port, city]}
  cairo: {side: allies, facilities: [city, airbase]}

distances:
  malta: {sicily: 2, tunis: 4, cairo: 6, benghazi: 4}
  benghazi: {sicily: 4, tunis: 4, cairo: 4}

units:
  - {id: luftwaffe, nation: germany, type: aaf, count: 9, at: sicily}
  - {id: regia, nation: italy, type: aaf, count: 5, at: sicily}
  - {id: hurricanes, nation: britain, type: aaf, count: 5, at: malta}
  - {id: tomahawks, nation: britain, type: aaf, count: 5, at: benghazi}

counterair:
  - {at: malta}
  - {at: benghazi}

choices:
  "malta.attacker.commit": {luftwaffe: 4, regia: 2}
  "benghazi.attacker.commit": all
  "*.attacker.disengage": {when: own.factors < 2, then: disengage, else: stay}
  "malta.*.attacker.reinforce": {when: round == 1, then: {luftwaffe: 1}, else: none}
  "*": default
"""


def read_once(text: str, name: str, files: Mapping[str, str] | None = None) -> Scenario:
    """A scenario as parse_scenario reads it, but only once: for tests that resume the same battle thousands of times."""
    return _read_once(text, name, tuple((files or {}).items()))


@cache
def _read_once(text: str, name: str, files: tuple[tuple[str, str], ...]) -> Scenario:
    return parse_scenario(text, name, dict(files))


def raids() -> Scenario:
    return parse_scenario(RAIDS, "raids.yaml")


def fought(path: Path | None = None, seed: int | None = 7, scenario: Scenario | None = None) -> Battle:
    """The raids, or another scenario, fought by their script to the end."""
    battle = begin(scenario or raids(), path, seed)
    battle.by_script()
    battle.settle()
    return battle


def happened(log: Log | Path) -> list[dict[str, Any]]:
    """What counts in a log, whoever sat at the table: without the lines that were typed, and without who answered."""
    records = (log if isinstance(log, Log) else Log.load(log)).records
    counts = [record.content for record in in_force(records) if record.kind not in ("order", "seats")]
    return [{name: value for name, value in content.items() if name != "unasked"} for content in counts]


# the smallest battle that has a roll and a choice
DUEL = """\
airwar: 1
ruleset: world-at-war
title: Duel
theater: europe
sides: {axis: [germany], allies: [britain]}
attacker: axis
bases:
  sicily: {side: axis, facilities: [city]}
  tunis: {side: axis, facilities: [city]}
  malta: {side: allies, facilities: [city]}
distances: {malta: {sicily: 2, tunis: 2}}
units:
- {id: one, nation: germany, type: aaf, count: 1, at: sicily}
- {id: two, nation: britain, type: aaf, count: 1, at: malta}
counterair: [{at: malta, with: {one: 1}}]
choices: {"*": default}
"""


def duel() -> Scenario:
    return parse_scenario(DUEL, "duel.yaml")
