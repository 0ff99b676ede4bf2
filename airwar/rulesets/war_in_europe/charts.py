"""The charts that the source does not print: supplied by the scenario, or the synthetic demonstration that airwar ships."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, TypeVar

from airwar.engine.chart import Chart
from airwar.engine.dice import Dice, Faces, Hits, HowRead, OnRow, Reading, Row
from airwar.rulesets.kit.charts import load_chart
from airwar.rulesets.kit.supplied import span_of

T = TypeVar("T")
PACKAGE = __name__.rpartition(".")[0]
DEMO = "synthetic-demo"


@dataclass(frozen=True)
class Grid:
    """A table with heads across and consecutive totals of the dice down. Without rows, only its columns are known."""

    title: str
    dice: Dice
    heads: tuple[str, ...]
    first: int = 1
    rows: tuple[tuple[str, ...], ...] = ()

    def column(self, at: int) -> Row[str]:
        """One column, to be read by the modified roll."""
        return Row(self.heads[at], self.first, tuple(row[at] for row in self.rows), self.title)

    @property
    def odds(self) -> tuple[Fraction, ...]:
        """The heads as odds; empty if they are something else."""
        return odds_of(self.heads)


def odds_of(heads: Sequence[str]) -> tuple[Fraction, ...]:
    """Heads such as 1-2 or 3:1 as odds; empty if any of them is something else."""
    if not all(re.fullmatch(r"\d{1,4}[-:][1-9]\d{0,3}", head) for head in heads):
        return ()
    return tuple(Fraction(re.sub("[-:]", "/", head)) for head in heads)


@dataclass(frozen=True)
class DownColumn(OnRow[T]):
    """One column of a table, read down by the modified roll; the label of the `Row` is the head of the column here.

    A roll that modifiers push beyond the rows is read in the nearest one, and says so.
    """

    def record(self, faces: Faces) -> HowRead:
        across = super().record(faces)
        first, total = self.row.first, across.total
        assert total is not None
        beyond = not first <= total < first + len(self.row.cells)
        said = f"{across.result} ({total} is beyond the table: row {across.column})" if beyond else across.result
        return across._replace(row=across.column, column=across.row, result=said)

    def goal(self) -> str:
        return super().goal().replace("row ", "column ", 1)


@dataclass(frozen=True)
class EachPoint:
    """An accuracy chart on which every bomber point rolls a die of its own."""

    sides: int
    value: int
    or_less: bool

    most = None  # bomber points that it has room for: any number

    def reading(self, points: int, title: str) -> Reading[int] | None:
        """How the dice of the bomber points are read."""
        return Hits(Dice(points, self.sides), self.value, self.or_less)


@dataclass(frozen=True)
class ByColumn:
    """An accuracy chart with a column for the number of bomber points, and one roll for all of them."""

    grid: Grid

    @property
    def most(self) -> int | None:
        """The most bomber points that it has a column for; None if its last column is open."""
        last = span_of(self.grid.heads[-1])
        return last.high if last else None

    def reading(self, points: int, title: str) -> Reading[int] | None:
        """How the roll is read; None if the chart has no column for that many bomber points."""
        spans = [span_of(head) for head in self.grid.heads]
        at = next((at for at, span in enumerate(spans) if span and points in span), None)
        if at is None:
            return None
        return DownColumn(self.grid.dice, replace(self.grid.column(at), chart=title), (), int)


AccuracyChart = EachPoint | ByColumn


@dataclass(frozen=True)
class RailDamage:
    """What a number of hits does to a rail line, from 0 hits on; the last effect is that of any more. And what to say of it."""

    effects: tuple[str, ...]
    note: str = ""

    @classmethod
    def cut_by(cls, hits: int, note: str = "") -> RailDamage:
        """So many hits cut the line."""
        return cls((*("not cut",) * hits, "cut"), note)

    def of(self, hits: int) -> str:
        return self.effects[min(hits, len(self.effects) - 1)]


@dataclass(frozen=True, eq=False)
class Charts:
    """Every chart that the scenario supplies; the others are None or missing."""

    accuracy: Mapping[str, AccuracyChart]
    allied_current: str | None
    rail_damage: RailDamage | None
    combat_results: Mapping[str, Grid]
    demo: frozenset[str] = frozenset()  # the charts that are the synthetic demonstration

    def accuracy_chart(self, number: str) -> AccuracyChart | None:
        """The chart of that number; the demonstration replaces every one."""
        return demo_accuracy() if "accuracy" in self.demo else self.accuracy.get(number)


def grid_of(chart: Chart) -> Grid:
    """A drawn chart as a table; its rows are consecutive totals of the dice."""
    first = int(chart.rows[0][0]) if chart.rows else 1
    rows = tuple(cells for _, cells in chart.rows)
    return Grid(chart.title, Dice.written(chart.roll), chart.columns, first, rows)


# the demonstration


def demo_chart(name: str) -> Chart:
    return load_chart(PACKAGE, f"{DEMO}-{name}")


def demo_accuracy() -> AccuracyChart:
    return ByColumn(grid_of(demo_chart("accuracy")))


def demo_rail_damage() -> RailDamage:
    return RailDamage.cut_by(demo_chart("rail-damage").row("to-cut-the-line", int, 0).at(0))


def charts_of(said: Mapping[str, Any] | None) -> Charts:
    """The charts of a scenario, with the demonstration where it is named."""
    said = said or {}
    demo = frozenset(name for name, value in said.items() if value == DEMO)
    accuracy, damage, tables = said.get("accuracy"), said.get("rail-damage"), said.get("combat-results")
    return Charts(
        {} if "accuracy" in demo else accuracy or {},
        said.get("allied-current"),
        demo_rail_damage() if "rail-damage" in demo else damage or None,
        {DEMO: grid_of(demo_chart("combat-results"))} if "combat-results" in demo else titled(tables or {}),
        demo,
    )


def titled(tables: Mapping[str, Grid | None]) -> dict[str, Grid]:
    """The tables of the scenario, called by their names."""
    return {name: replace(table, title=f"combat results {name}") for name, table in tables.items() if table}
