"""The combat table that a scenario supplies: drawn in it, in a file beside it, or a chart of airwar's by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from airwar.engine.chart import Chart
from airwar.engine.rule import rule
from airwar.rulesets.dark_crusade.combat_table import (
    PACKAGE,
    SYNTHETIC,
    CombatTable,
    doubts,
    height_refused,
    table_from,
)
from airwar.rulesets.dark_crusade.printed_table import highest
from airwar.rulesets.dark_crusade.state import Plan
from airwar.rulesets.kit.charts import chart_names, load_chart
from airwar.rulesets.kit.supplied import Complaints, SuppliedChart, column_faults
from airwar.scenario.problems import Problems
from airwar.scenario.shape import Either, Field, OneOf, Record, Section

Heads = tuple[str, ...]  # of a table whose rows are left to a person to read


@rule("B16")
def supplied_table(chart: Chart, complaints: Complaints) -> CombatTable | Heads:
    """The combat table that a player has drawn, or only its column heads; what is wrong with it is reported."""
    table, faults = table_from(chart) if chart.rows else (None, heads_faults(chart))
    for part, text in faults:
        complaints.add(part, f"{text} (B16)")
    return table or chart.columns


def heads_faults(chart: Chart) -> list[tuple[str, str]]:
    return [("columns", fault) for fault in column_faults(chart.columns, "points")]


TABLE = SuppliedChart(
    supplied_table,
    columns="points from 1 on, such as 1 2 3-4, the last from 19 to 36",
    rows="the die roll, then the losses; without rows, the player is asked what the printed table says",
    dice=r"1d(?:[2-9]|1\d|20)",
    columns_only=True,
)
CHARTS = Record({"combat-table": Field(Either(OneOf(tuple(chart_names(PACKAGE))), TABLE), help="your table, or a chart by name")})


@rule("B16")
def table_of(document: Section, problems: Problems) -> tuple[CombatTable | None, Heads]:
    """The combat table that the scenario supplies; or only the heads of its columns; or nothing."""
    charts = document["charts"]
    said: Any = charts["combat-table"] if charts else None
    if not said:
        return None, ()
    drawn: CombatTable | Heads = named_table(said) if isinstance(said, str) else said
    refused = height_refused(highest(drawn) if isinstance(drawn, tuple) else drawn.highest)
    if refused and document["options"]["unusual-table"] == "no":
        problems.add(charts.at("combat-table"), refused)
    return (None, drawn) if isinstance(drawn, tuple) else (drawn, ())


@rule("B16")
def doubts_about(table: CombatTable | None, battles: Mapping[str, Plan]) -> tuple[str, ...]:
    """What is odd about the table that a player has drawn; the synthetic one says what it is at every battle."""
    if table is None or table.synthetic:
        return ()
    return tuple(doubts(table, max((plan.soviet_air for plan in battles.values()), default=0)))


def named_table(name: str) -> CombatTable:
    """A table from a chart file of airwar's own."""
    table, faults = table_from(load_chart(PACKAGE, name), synthetic=name == SYNTHETIC)
    assert not faults, faults
    return table
