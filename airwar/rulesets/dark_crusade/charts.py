"""The combat table as a scenario supplies it: typed in, in a file beside the scenario, or a chart of airwar's by name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from airwar.engine.rule import rule
from airwar.rulesets.dark_crusade.combat_table import (
    PACKAGE,
    SYNTHETIC,
    Column,
    CombatTable,
    doubts,
    fault_of_height,
    faults,
    shipped_table,
)
from airwar.rulesets.dark_crusade.state import Plan
from airwar.rulesets.kit.charts import chart_names
from airwar.scenario.nodes import Map
from airwar.scenario.problems import Problems
from airwar.scenario.shape import Either, Field, ListOf, OneOf, Record, Section, Text, Whole

COLUMN = Record(
    {
        "min": Field(Whole(0, 999), required=True, help="the fewest points that are read here"),
        "max": Field(Whole(0, 999), required=True, help="the most points"),
        "results": Field(ListOf(Whole(0, 999), 1, 20), required=True, help="one for each face, from 1 up"),
    }
)


@dataclass(frozen=True)
class Table(Record):
    """A combat table whose columns follow one another without gaps, each with a result for every face.

    Where they do not, that is reported and there is no table, so that the rest of the scenario can still be checked.
    """

    def _value(self, node: Map, problems: Problems) -> Any:
        before = len(problems)
        said = super()._value(node, problems)
        if len(problems) == before:
            check_columns(said, problems)
        return said if len(problems) == before else None


@rule("B16")
def check_columns(said: Section, problems: Problems) -> None:
    """The columns make a table, and its highest number is in the last of them."""
    columns = columns_of(said)
    for number, text in faults(columns, said["die"]):
        problems.add(said["columns"].marks[number], f"{text} (B16)")
    last, highest = columns[-1], said["highest"]
    if highest and not last.low <= highest <= last.high:
        problems.add(said.at("highest"), f"{highest} is not in the last column, {last.label}; expected {last.high} (B16)")


def columns_of(said: Section) -> list[Column]:
    return [Column(column["min"], column["max"], tuple(column["results"])) for column in said["columns"]]


TABLE = Table(
    {
        "source": Field(Text(max_length=120), help="where the numbers come from"),
        "note": Field(Text(max_length=500)),
        "die": Field(Whole(2, 20), default=6, help="faces of the die"),
        "columns": Field(ListOf(COLUMN, 1, 200), required=True),
        "highest": Field(Whole(1, 999), help="the highest number on the table; the last max if left out"),
    }
)
CHARTS = Record({"combat-table": Field(Either(OneOf(tuple(chart_names(PACKAGE))), TABLE), help="your table, or a chart by name")})


@rule("B16")
def table_of(document: Section, battles: Mapping[str, Plan], problems: Problems) -> tuple[CombatTable | None, str, tuple[str, ...]]:
    """The combat table that the scenario supplies, with its note and what is odd about it; or none."""
    charts = document["charts"]
    said: Any = charts["combat-table"] if charts else None
    if not said:
        return None, "", ()
    table = named_table(said) if isinstance(said, str) else typed_table(said)
    fault = fault_of_height(table.highest)
    if fault and document["options"]["allow-h-outside-source"] == "false":
        problems.add(charts.at("combat-table"), fault)
    if isinstance(said, str):  # a chart of ours says what it is at every battle
        return table, "", ()
    note = "; ".join(filter(None, (said["source"], said["note"])))
    most = max((plan.soviet_air for plan in battles.values()), default=0)
    return table, note, tuple(doubts(table, most))


def named_table(name: str) -> CombatTable:
    """A table from a chart file of airwar's own."""
    chart, columns = shipped_table(name)
    return CombatTable(chart.title, tuple(columns), columns[-1].high, len(chart.rows), name == SYNTHETIC)


def typed_table(said: Section) -> CombatTable:
    """A table that the player has typed in."""
    columns = tuple(columns_of(said))
    return CombatTable("Combat table", columns, said["highest"] or columns[-1].high, said["die"])
