"""The charts that the source does not print: read from the scenario, or the synthetic demonstration that airwar ships."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, TypeVar

from airwar.engine.dice import Dice, Faces, Hits, HowRead, OnRow, Reading, Row
from airwar.rulesets.kit.charts import load_chart

T = TypeVar("T")
PACKAGE = __name__.rpartition(".")[0]
DEMO = "synthetic-demo"


@dataclass(frozen=True)
class Grid:
    """A drawn table: heads across, consecutive totals of the dice down. Without rows only its columns are known."""

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
        """The heads as odds; empty when they are something else."""
        found = [re.fullmatch(r"(\d{1,4})[-:]([1-9]\d{0,3})", head) for head in self.heads]
        return tuple(Fraction(int(match[1]), int(match[2])) for match in found if match) if all(found) else ()


@dataclass(frozen=True)
class DownColumn(OnRow[T]):
    """One column of a drawn table, read down by the modified roll; what a `Row` calls its label heads the column here."""

    def record(self, faces: Faces) -> HowRead:
        across = super().record(faces)
        return across._replace(row=across.column, column=across.row)


@dataclass(frozen=True)
class EachPoint:
    """An accuracy chart by which every bomber point rolls a die of its own."""

    sides: int
    value: int
    or_less: bool

    def reading(self, points: int, title: str) -> Reading[int] | None:
        """The hits of so many bomber points."""
        return Hits(Dice(points, self.sides), self.value, self.or_less)


@dataclass(frozen=True)
class ByColumn:
    """An accuracy chart with a column for the number of bomber points, and one roll for all of them."""

    grid: Grid

    def reading(self, points: int, title: str) -> Reading[int] | None:
        """The hits of so many bomber points; None when the chart has no column for them."""
        at = next((at for at, head in enumerate(self.grid.heads) if covers(head, points)), None)
        if at is None:
            return None
        return DownColumn(self.grid.dice, replace(self.grid.column(at), chart=title), (), int)


AccuracyChart = EachPoint | ByColumn


@dataclass(frozen=True)
class RailDamage:
    """How many hits cut a rail line, and what the players have to know of it."""

    hits: int
    effect: str = ""


@dataclass(frozen=True, eq=False)
class Charts:
    """Every chart that the scenario supplies; what it does not is None or missing."""

    accuracy: Mapping[str, AccuracyChart]
    allied_current: str | None
    rail_damage: RailDamage | None
    combat_results: Mapping[str, Grid]
    demo: frozenset[str] = frozenset()  # the charts that are the synthetic demonstration

    def accuracy_chart(self, number: str) -> AccuracyChart | None:
        """The chart of that number; the demonstration stands in for every one."""
        return demo_accuracy() if "accuracy" in self.demo else self.accuracy.get(number)


def covers(head: str, points: int) -> bool:
    """Whether a column headed `3`, `3-4` or `5+` is the one for so many bomber points."""
    low, sign, high = head.partition("+") if "+" in head else head.partition("-")
    return points >= int(low) if sign == "+" else int(low) <= points <= int(high or low)


def dice_of(text: str) -> Dice:
    count, _, sides = text.partition("d")
    return Dice(int(count), int(sides))


# the demonstration


def demo_grid(name: str) -> Grid:
    chart = load_chart(PACKAGE, f"{DEMO}-{name}")
    return Grid(chart.title, dice_of(chart.roll), chart.columns, int(chart.rows[0][0]), tuple(cells for _, cells in chart.rows))


def demo_accuracy() -> AccuracyChart:
    return ByColumn(demo_grid("accuracy"))


def demo_rail_damage() -> RailDamage:
    return RailDamage(load_chart(PACKAGE, f"{DEMO}-rail-damage").row("to-cut-the-line", int, 0).at(0))


def charts_of(said: Mapping[str, Any] | None) -> Charts:
    """The charts of a scenario, the demonstration put in where it is named."""
    said = said or {}
    demo = frozenset(name for name, value in said.items() if value == DEMO)
    accuracy, damage, tables = said.get("accuracy"), said.get("rail-damage"), said.get("combat-results")
    return Charts(
        {} if "accuracy" in demo else accuracy or {},
        said.get("allied-current"),
        demo_rail_damage() if "rail-damage" in demo else damage or None,
        {DEMO: demo_grid("combat-results")} if "combat-results" in demo else titled(tables or {}),
        demo,
    )


def titled(tables: Mapping[str, Grid]) -> dict[str, Grid]:
    """Tables of the scenario, which are called by their names."""
    return {name: replace(table, title=f"combat results {name}") for name, table in tables.items()}
