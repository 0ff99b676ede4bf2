"""The combat table that a scenario supplies: drawn in it, in a file beside it, or a chart of airwar's by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from airwar.engine.chart import Chart
from airwar.engine.rule import rule
from airwar.rulesets.dark_crusade.combat_table import PACKAGE, SYNTHETIC, CombatTable, doubts, height_refused, table_from
from airwar.rulesets.dark_crusade.state import Plan
from airwar.rulesets.kit.charts import chart_names, load_chart
from airwar.rulesets.kit.supplied import Complaints, SuppliedChart
from airwar.scenario.problems import Problems
from airwar.scenario.shape import Either, Field, OneOf, Record, Section


@rule("B16")
def supplied_table(chart: Chart, complaints: Complaints) -> CombatTable:
    """The combat table that a player has drawn; what is wrong with it is reported."""
    table, faults = table_from(chart)
    for part, text in faults:
        complaints.add(part, f"{text} (B16)")
    return table


TABLE = SuppliedChart(
    supplied_table, columns="points, such as 1 2 3-4", rows="the die roll, then the losses", dice=r"1d(?:[2-9]|1\d|20)"
)
CHARTS = Record({"combat-table": Field(Either(OneOf(tuple(chart_names(PACKAGE))), TABLE), help="your table, or a chart by name")})


@rule("B16")
def table_of(document: Section, battles: Mapping[str, Plan], problems: Problems) -> tuple[CombatTable | None, tuple[str, ...]]:
    """The combat table that the scenario supplies, with what is odd about it; or none."""
    charts = document["charts"]
    said: Any = charts["combat-table"] if charts else None
    if not said:
        return None, ()
    table: CombatTable = named_table(said) if isinstance(said, str) else said
    refused = height_refused(table.highest)
    if refused and document["options"]["unusual-table"] == "no":
        problems.add(charts.at("combat-table"), refused)
    if table.synthetic:  # says what it is at every battle
        return table, ()
    most = max((plan.soviet_air for plan in battles.values()), default=0)
    return table, tuple(doubts(table, most))


def named_table(name: str) -> CombatTable:
    """A table from a chart file of airwar's own."""
    table, faults = table_from(load_chart(PACKAGE, name), synthetic=name == SYNTHETIC)
    assert not faults, faults
    return table
