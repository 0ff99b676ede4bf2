"""The charts that a scenario may supply, drawn as they are printed, and checked before they are used."""

from __future__ import annotations

import re

from airwar.engine.chart import Chart
from airwar.engine.dice import Dice
from airwar.engine.rule import rule
from airwar.rulesets.kit.names import verb
from airwar.rulesets.kit.supplied import Complaints, Span, SuppliedChart, column_faults, first_total, missing_totals, span_of
from airwar.rulesets.war_in_europe.charts import DEMO, AccuracyChart, ByColumn, EachPoint, Grid, RailDamage, grid_of
from airwar.rulesets.war_in_europe.printed_charts import EACH
from airwar.scenario.shape import Either, Field, MapOf, OneOf, Record, Text

TO_CUT = "to-cut-the-line"
EFFECT = "effect"  # heads the one column of a chart with a row for each number of hits


@rule("24.82", "13.93")
def check_totals(chart: Chart, complaints: Complaints) -> None:
    """The rows are consecutive, and there is one for every total of the dice: nothing is read in the nearest row."""
    labels, dice = [label for label, _ in chart.rows], Dice.written(chart.roll)
    if not labels:
        return
    if first_total(labels) is None:
        complaints.add("rows", f"the rows are {', '.join(labels)}; expected consecutive totals of the dice, such as 1 to 6")
    missing = [str(total) for total in missing_totals(labels, dice)]
    if missing:
        rows = f"the rows are {labels[0]} to {labels[-1]}" if len(labels) > 1 else f"the only row is {labels[0]}"
        also = f"{rows}, but {dice} also {verb(dice.count, 'roll')} {', '.join(missing)}"
        complaints.add("rows", f"{also}; expected a row for every total, or other dice")


@rule("24.82")
def accuracy_of(chart: Chart, complaints: Complaints) -> AccuracyChart | None:
    """An accuracy chart: one roll under the number of bomber points, or under `each` a die for every bomber point."""
    cells = [cell for _, row in chart.rows for cell in row]
    strange = [cell for cell in cells if not re.fullmatch(r"\d{1,3}", cell)]
    if strange:
        complaints.add("rows", f"{strange[0]!r} is not a number of hits; expected a whole number in every cell")
    if chart.columns == (EACH,):
        return each_point(chart, complaints)
    check_totals(chart, complaints)
    for fault in column_faults(chart.columns, "bomber points", open_end=True):
        complaints.add("columns", fault)
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


@rule("13.93")
def combat_table_of(chart: Chart, complaints: Complaints) -> Grid | None:
    """A combat results table; if its heads are odds, they rise from left to right."""
    check_totals(chart, complaints)
    if complaints.found:
        return None
    grid = grid_of(chart)
    if list(grid.odds) != sorted(set(grid.odds)):
        complaints.add("columns", f"the odds {' '.join(grid.heads)} do not rise; expected the worst first (13.93)")
    return grid


@rule("24.82")
def rail_damage_of(chart: Chart, complaints: Complaints) -> RailDamage | None:
    """How many hits cut a rail line, or what each number of hits does to it."""
    if chart.columns == (EFFECT,):
        return effects_of(chart, complaints)
    cells = dict(chart.rows).get(TO_CUT)
    if len(chart.rows) != 1 or len(chart.columns) != 1 or not cells or not re.fullmatch(r"[1-9]\d?", cells[0]):
        wanted = f"expected one row, {TO_CUT}, with the number of hits under one column, hits"
        complaints.add("rows", f"{wanted}; or under one column, {EFFECT}, a row for each number of hits")
        return None
    return RailDamage.cut_by(int(cells[0]), chart.note)


def effects_of(chart: Chart, complaints: Complaints) -> RailDamage | None:
    """An effect for each number of hits: rows such as `1 damaged` and `2+ cut`."""
    labels = [label for label, _ in chart.rows]
    for fault in column_faults(labels, "hits", open_end=True):
        complaints.add("rows", fault.replace("column", "row"))
    if not labels or not labels[-1].endswith("+"):
        complaints.add("rows", "the last row has an end; expected one like 2+, so that there is an effect for any number of hits")
    if complaints.found:
        return None
    spans = [span_of(label) or Span(0, 0) for label in labels]
    each = [
        cells[0] for span, (_, cells) in zip(spans, chart.rows, strict=True) for _ in range(span.low, (span.high or span.low) + 1)
    ]
    return RailDamage(("no effect", *each), chart.note)


DICE = "[1-3]d(?:[468]|1[02])"
ACCURACY = SuppliedChart(accuracy_of, columns="bomber points, as 1 2 3-4 5+, or each", rows="the roll, then the hits", dice=DICE)
COMBAT_TABLE = SuppliedChart(
    combat_table_of,
    columns="the odds, such as 1-2 1-1 2-1",
    rows="the roll, then the results; without rows, the player is asked what the printed table says",
    dice=DICE,
    columns_only=True,
)
RAIL_DAMAGE = SuppliedChart(
    rail_damage_of, columns="hits, or effect", rows=f"{TO_CUT} and a number, or the hits and their effect", dice=""
)
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
