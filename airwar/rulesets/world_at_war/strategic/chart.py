"""A bombing table that the players supply: the one of rule 26.46 is not in the source."""

from __future__ import annotations

import re

from airwar.engine.dice import D6, Row
from airwar.engine.rule import rule
from airwar.rulesets.world_at_war.strategic.state import DamageChart
from airwar.scenario.problems import Problems, shown
from airwar.scenario.shape import Field, OneOf, Record, Section, Text

CHART = Record(
    {
        "roll": Field(OneOf(("1d6", "2d6")), default="2d6", help="the dice that are rolled on it"),
        "columns": Field(Text(max_length=400), required=True, help="the totals, for example 2 3 4 5 6 7 8 9 10 11 12+"),
        "rows": Field(Text(max_length=8000, lines=True), required=True, help="bombers (4, 5-6 or 7+) and cells, line by line"),
    }
)
BOMBERS = re.compile(r"([0-9]{1,3})(?:-([0-9]{1,3})|(\+))?")


@rule("18.57")
def damage_chart(said: Section | None, problems: Problems) -> DamageChart | None:
    """The bombing table of the scenario; None if there is none or it cannot be read."""
    if said is None:
        return None
    totals = consecutive(said["columns"].split())
    if totals is None:
        found = shown(said["columns"])
        problems.add(said.at("columns"), f"{found} are not consecutive totals; expected for example 2 3 4 5 6 7 8 9 10 11 12+")
        return None
    rows = []
    for line in said["rows"].splitlines():
        label, *cells = line.split() or [""]
        bombers = BOMBERS.fullmatch(label)
        if bombers and len(cells) == len(totals):
            low = int(bombers[1])
            high = 999 if bombers[3] else int(bombers[2] or low)
            rows.append((low, high, Row(label, totals[0], tuple(cells), "Bombing (the scenario's own)")))
        elif label:
            wanted = f"expected bombers (4, 5-6 or 7+) and {len(totals)} cells"
            problems.add(said.at("rows"), f"the row {shown(line.strip())} does not fit; {wanted}")
            return None
    return DamageChart((1 if said["roll"] == "1d6" else 2) * D6, tuple(rows))


def consecutive(heads: list[str]) -> list[int] | None:
    """Column heads as consecutive totals; None if they are not."""
    if not heads or not all(re.fullmatch(r"[0-9]{1,3}[+-]?", head) for head in heads):
        return None
    totals = [int(head.rstrip("+-")) for head in heads]
    return totals if totals == list(range(totals[0], totals[0] + len(totals))) else None
