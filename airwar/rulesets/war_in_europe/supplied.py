"""The charts that a scenario may supply, drawn as they are printed, and checked before they are used."""

from __future__ import annotations

import re

from airwar.engine.chart import Chart
from airwar.engine.dice import Dice
from airwar.rulesets.kit.supplied import Complaints, SuppliedChart, first_total, span_of
from airwar.rulesets.war_in_europe.charts import DEMO, AccuracyChart, ByColumn, EachPoint, Grid, RailDamage, grid_of
from airwar.scenario.shape import Either, Field, MapOf, OneOf, Record, Text

EACH = "each"  # heads the one column of a chart on which every bomber point rolls a die of its own
TO_CUT = "to-cut-the-line"


def check_totals(chart: Chart, complaints: Complaints) -> None:
    """The rows are consecutive totals of the dice."""
    labels = [label for label, _ in chart.rows]
    if labels and first_total(labels) is None:
        complaints.add("rows", f"the rows are {', '.join(labels)}; expected consecutive totals of the dice, such as 1 to 6")


def accuracy_of(chart: Chart, complaints: Complaints) -> AccuracyChart | None:
    """An accuracy chart: one roll under the number of bomber points, or under `each` a die for every bomber point."""
    check_totals(chart, complaints)
    cells = [cell for _, row in chart.rows for cell in row]
    strange = [cell for cell in cells if not re.fullmatch(r"\d{1,3}", cell)]
    if strange:
        complaints.add("rows", f"{strange[0]!r} is not a number of hits; expected a whole number in every cell")
    if chart.columns == (EACH,):
        return each_point(chart, complaints)
    for head in chart.columns:
        if span_of(head) is None:
            complaints.add("columns", f"column {head!r} is not a number of bomber points; expected one like 2, 3-4 or 5+")
    return None if complaints.found else ByColumn(grid_of(chart))


def each_point(chart: Chart, complaints: Complaints) -> AccuracyChart | None:
    """A die for every bomber point, which hits on the highest faces or on the lowest."""
    dice = Dice.written(chart.roll)
    faces = list(range(1, dice.sides + 1))
    if dice.count != 1 or [label for label, _ in chart.rows] != [str(face) for face in faces]:
        complaints.add("rows", f"a die for each bomber point needs one row for each face, 1 to {dice.sides}, of one die")
        return None
    hits = [face for face, (_, (cell,)) in zip(faces, chart.rows, strict=True) if cell == "1"]
    if {cell for _, (cell,) in chart.rows} <= {"0", "1"} and hits:
        if hits == faces[-len(hits) :]:
            return EachPoint(dice.sides, hits[0], or_less=False)
        if hits == faces[: len(hits)]:
            return EachPoint(dice.sides, hits[-1], or_less=True)
    complaints.add("rows", "a bomber point hits once or not at all; expected 1 for the highest or the lowest faces, else 0")
    return None


def combat_table_of(chart: Chart, complaints: Complaints) -> Grid | None:
    """A combat results table; if its heads are odds, they rise from left to right."""
    check_totals(chart, complaints)
    if complaints.found:
        return None
    grid = grid_of(chart)
    if list(grid.odds) != sorted(set(grid.odds)):
        complaints.add("columns", f"the odds {' '.join(grid.heads)} do not rise; expected the worst first (13.93)")
    return grid


def rail_damage_of(chart: Chart, complaints: Complaints) -> RailDamage | None:
    """How many hits cut a rail line."""
    cells = dict(chart.rows).get(TO_CUT)
    if len(chart.rows) != 1 or len(chart.columns) != 1 or not cells or not re.fullmatch(r"[1-9]\d?", cells[0]):
        complaints.add("rows", f"expected one row, {TO_CUT}, with the number of hits under one column, hits")
        return None
    return RailDamage(int(cells[0]), chart.note)


DICE = "[1-3]d(?:[468]|1[02])"
ACCURACY = SuppliedChart(accuracy_of, columns="bomber points, as 1 2 3-4 5+, or each", rows="the roll, then the hits", dice=DICE)
COMBAT_TABLE = SuppliedChart(
    combat_table_of, columns="the odds, such as 1-2 1-1 2-1", rows="the roll, then the results", dice=DICE, columns_only=True
)
RAIL_DAMAGE = SuppliedChart(rail_damage_of, columns="hits", rows=f"{TO_CUT} and a number", dice="")
NUMBER = Text(max_length=2, pattern="[1-9][0-9]?", help="the number of a chart, such as 9")
NAMED = OneOf((DEMO,))
CHARTS = Record(
    {
        "accuracy": Field(Either(NAMED, MapOf(NUMBER, ACCURACY)), help="the accuracy charts by number, or synthetic-demo"),
        "allied-current": Field(NUMBER, help="the number of the chart that the Allies use now"),
        "rail-damage": Field(Either(NAMED, RAIL_DAMAGE), help="what hits do to a rail line, or synthetic-demo"),
        "combat-results": Field(
            Either(NAMED, MapOf(Text(max_length=40, pattern="[a-z0-9][a-z0-9-]*", help="a name like soviet-1943"), COMBAT_TABLE)),
            help="combat results tables by name, or synthetic-demo",
        ),
    }
)
