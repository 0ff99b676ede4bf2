"""The combat table (B16): one column for a number of points, one row for each face of the die.

The published table is not part of airwar. A scenario draws it or names a chart file; what the source says about it is checked here.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from airwar.engine.chart import Chart
from airwar.engine.dice import Dice, Faces, HowRead, Reading
from airwar.engine.rule import rule
from airwar.rulesets.kit.names import verb
from airwar.rulesets.kit.supplied import Span, column_faults, span_of

PACKAGE = "airwar.rulesets.dark_crusade"
SYNTHETIC = "synthetic-demo"  # the made-up table that airwar ships
LOWEST_H, HIGHEST_H = 19, 36  # the table has no column for 37 points, and two groups are enough for them


class Column(NamedTuple):
    """The results under a range of points, face by face."""

    low: int
    high: int
    results: tuple[int, ...]

    @property
    def label(self) -> str:
        return str(self.low) if self.low == self.high else f"{self.low}-{self.high}"


@dataclass(frozen=True, eq=False)
class CombatTable:
    """The one table of the game, as the player has it."""

    title: str
    columns: tuple[Column, ...]
    highest: int
    die: int = 6
    note: str = ""
    synthetic: bool = False

    def column(self, points: int) -> Column:
        return next(column for column in self.columns if column.low <= points <= column.high)

    def reading(self, points: int, most: int, means: tuple[str, ...] = ()) -> OnColumns:
        """One die for each group of points; results beyond `most` have no effect. `means`: the verb for what it counts."""
        split = groups(points, self.highest)
        columns = tuple(self.column(group) for group in split)
        return OnColumns(Dice(len(columns), self.die), columns, most, means, self.title)

    def can_harm(self, points: int) -> bool:
        """Whether any face gives a result at all."""
        return any(any(self.column(group).results) for group in groups(points, self.highest))


@dataclass(frozen=True)
class OnColumns(Reading[int]):
    """Each die is read in its own group's column, and the results are added; beyond `most` they have no effect."""

    dice: Dice
    columns: tuple[Column, ...]
    most: int
    means: tuple[str, ...] = ()
    chart: str = ""

    def results(self, faces: Faces) -> list[int]:
        return [column.results[face - 1] for column, face in zip(self.columns, faces, strict=True)]

    def read(self, faces: Faces) -> int:
        return min(sum(self.results(faces)), self.most)

    def outcomes(self) -> tuple[tuple[int, int], ...]:
        ways = {0: 1}
        for column in self.columns:
            further: dict[int, int] = {}
            for so_far, count in ways.items():
                for result in column.results:
                    total = min(so_far + result, self.most)
                    further[total] = further.get(total, 0) + count
            ways = further
        return tuple(ways.items())

    def record(self, faces: Faces) -> HowRead:
        results = self.results(faces)
        parts = " + ".join(map(str, results))
        total = sum(results)
        said = (f"{parts} = {total}" if len(results) > 1 else parts) + (f" {verb(total, *self.means)}" if self.means else "")
        return HowRead(
            said + (f", {total - self.most} without effect" if total > self.most else ""),
            chart=self.chart,
            row=" + ".join(map(str, faces)),
            column=" + ".join(column.label for column in self.columns),
        )

    def goal(self) -> str:
        return f"column {' + '.join(column.label for column in self.columns)}" + (f" of {self.chart}" if self.chart else "")


@rule("B16")
def groups(points: int, highest: int) -> tuple[int, ...]:
    """Points in the fewest groups that the table has columns for, as equal as possible, larger groups first."""
    if not points:
        return ()
    number = -(-points // highest)
    size, larger = divmod(points, number)
    return (size + 1,) * larger + (size,) * (number - larger)


@rule("B16")
def groups_on_any_table(points: int) -> list[tuple[int, int, tuple[int, ...]]]:
    """How points are split on every table that the source allows: for each split, the lowest and highest H that lead to it."""
    ways: list[tuple[int, int, tuple[int, ...]]] = []
    for highest in range(LOWEST_H, HIGHEST_H + 1):
        split = groups(points, highest)
        if ways and ways[-1][2] == split:
            ways[-1] = (ways[-1][0], highest, split)
        else:
            ways.append((highest, highest, split))
    return ways


# from a drawn chart to a table


@rule("B16")
def table_from(chart: Chart, synthetic: bool = False) -> tuple[CombatTable, list[tuple[str, str]]]:
    """The table that a chart draws, points across and faces of the die down; and its faults, each at a part of the drawing."""
    spans = [span_of(head) for head in chart.columns]
    dice = Dice.written(chart.roll)
    faults = [("columns", fault) for fault in column_faults(chart.columns, "points")]
    faults += [("rows", fault) for fault in row_faults(chart, dice.sides)]
    columns = [] if faults else [drawn_column(chart, at, span) for at, span in enumerate(spans) if span]
    highest = columns[-1].high if columns else 0
    return CombatTable(chart.title or "Combat table", tuple(columns), highest, dice.sides, chart.note, synthetic), faults


def drawn_column(chart: Chart, at: int, span: Span) -> Column:
    assert span.high is not None
    return Column(span.low, span.high, tuple(result_of_cell(cells[at]) or 0 for _, cells in chart.rows))


def result_of_cell(text: str) -> int | None:
    """A cell as a number of losses, with a dash for none; None if it is neither."""
    return 0 if text in ("-", "\N{EN DASH}") else int(text) if re.fullmatch(r"\d{1,3}", text) else None


def row_faults(chart: Chart, sides: int) -> list[str]:
    """Why the rows do not make a table."""
    labels = [label for label, _ in chart.rows]
    found = []
    if labels != [str(face) for face in range(1, sides + 1)]:
        found.append(f"the rows are {', '.join(labels)}; expected 1 to {sides}, one for each face of the die")
    strange = [cell for _, cells in chart.rows for cell in cells if result_of_cell(cell) is None]
    if strange:
        found.append(f"{strange[0]!r} is not a number of losses; expected a whole number in every cell, or - for none")
    return found


# what the source says about the table


@rule("B16")
def height_refused(highest: int) -> str | None:
    """Why a table of this height cannot be the game's: the source splits 37 points into 19 and 18."""
    if LOWEST_H <= highest <= HIGHEST_H:
        return None
    split = " + ".join(map(str, groups(37, highest)))
    return (
        f"the table goes up to {highest}, so 37 points are {split}; expected {LOWEST_H} to {HIGHEST_H}, "
        "where they are 19 + 18 (B16), or set the option unusual-table"
    )


@rule("B1", "B2", "B16")
def doubts(table: CombatTable, soviet_air: int) -> list[str]:
    """What is odd about a table that can be used all the same."""
    found = []
    for column in table.columns:
        if max(column.results) > column.high:
            found.append(f"column {column.label} gives up to {max(column.results)}, more than the points that fire")
        elif column.low <= soviet_air and max(column.results) > column.low:
            said = f"column {column.label} gives up to {max(column.results)}, more air units than there are"
            found.append(f"{said}; the number there holds (B1, B2)")
        if list(column.results) != sorted(column.results):
            found.append(f"column {column.label} does not rise with the die: {' '.join(map(str, column.results))}")
    for before, after in pairwise(table.columns):
        if any(less > more for less, more in zip(before.results, after.results, strict=True)):
            found.append(f"column {after.label} is lower than column {before.label} on some face")
    return found
