"""The combat table (B16): one column for a number of points, one row for each face of the die.

The published table is not to hand. A scenario types it in, or names a chart file; what the source says about it is checked here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from airwar.engine.chart import Chart
from airwar.engine.dice import Dice, Faces, Reading
from airwar.engine.rule import rule
from airwar.rulesets.kit.charts import load_chart

PACKAGE = "airwar.rulesets.dark_crusade"
SYNTHETIC = "synthetic-demo"  # the made-up table that airwar ships
LOWEST_H, HIGHEST_H = 19, 36  # 37 points are more than the table holds, and two groups are enough for them


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
    synthetic: bool = False

    def column(self, points: int) -> Column:
        return next(column for column in self.columns if column.low <= points <= column.high)

    def reading(self, points: int, most: int, means: str = "") -> OnColumns:
        """One die for each group of points; no more than `most` can matter. `means` is what happens to so many."""
        split = groups(points, self.highest)
        columns = tuple(self.column(group) for group in split)
        return OnColumns(Dice(len(columns), self.die), columns, split, most, means, self.title)

    def can_harm(self, points: int) -> bool:
        """Whether any face gives a result at all."""
        return any(any(self.column(group).results) for group in groups(points, self.highest))


@dataclass(frozen=True)
class OnColumns(Reading[int]):
    """Each die is read in its own group's column, and the results are added; beyond `most` they have no effect."""

    dice: Dice
    columns: tuple[Column, ...]
    groups: tuple[int, ...]
    most: int
    means: str = ""
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

    def record(self, faces: Faces) -> dict[str, Any]:
        results = self.results(faces)
        parts = " + ".join(map(str, results))
        total = sum(results)
        said = (f"{parts} = {total}" if len(results) > 1 else parts) + (f" {self.means}" if self.means else "")
        return {
            "chart": self.chart,
            "column": " + ".join(map(str, self.groups)),
            "row": " + ".join(map(str, faces)),
            "result": said + (f", {total - self.most} without effect" if total > self.most else ""),
        }


@rule("B16")
def groups(points: int, highest: int) -> tuple[int, ...]:
    """Points in the fewest groups that the table holds, as equal as can be, the larger first."""
    if not points:
        return ()
    number = -(-points // highest)
    size, larger = divmod(points, number)
    return (size + 1,) * larger + (size,) * (number - larger)


@rule("B16")
def groups_on_any_table(points: int) -> list[tuple[int, int, tuple[int, ...]]]:
    """How points are split on every table that the source allows: the lowest and highest H of each way, and its groups."""
    ways: list[tuple[int, int, tuple[int, ...]]] = []
    for highest in range(LOWEST_H, HIGHEST_H + 1):
        split = groups(points, highest)
        if ways and ways[-1][2] == split:
            ways[-1] = (ways[-1][0], highest, split)
        else:
            ways.append((highest, highest, split))
    return ways


# what the source says about the table


@rule("B16")
def faults(columns: Sequence[Column], die: int) -> list[tuple[int, str]]:
    """What makes the columns no table: the number of the column, and a sentence."""
    found = []
    expected = 1
    for number, (low, high, results) in enumerate(columns):
        if low != expected:
            found.append((number, f"the column begins at {low}; expected {expected}: columns start at 1, without gaps or overlaps"))
        if high < low:
            found.append((number, f"the column ends at {high}, before it begins at {low}; expected {low} or more"))
        if len(results) != die:
            found.append((number, f"the column has {len(results)} results; expected {die}, one for each face of the die"))
        expected = max(low, high) + 1
    return found


@rule("B16")
def fault_of_height(highest: int) -> str | None:
    """The source splits 37 points in two: a table of which that cannot be true is another game's."""
    if LOWEST_H <= highest <= HIGHEST_H:
        return None
    split = " + ".join(map(str, groups(37, highest)))
    return (
        f"the table goes up to {highest}, so 37 points are {split}; expected {LOWEST_H} to {HIGHEST_H}, "
        "where they are 19 + 18 (B16), or set the option allow-h-outside-source"
    )


@rule("B1", "B2", "B16")
def doubts(table: CombatTable, soviet_air: int) -> list[str]:
    """What is odd about a table that can be used."""
    found = []
    for column in table.columns:
        if column.low <= soviet_air and max(column.results) > column.low:
            said = f"column {column.label} gives up to {max(column.results)}, more air units than there are"
            found.append(f"{said}; the number there holds (B1, B2)")
        if list(column.results) != sorted(column.results):
            found.append(f"column {column.label} does not rise with the die: {' '.join(map(str, column.results))}")
    for before, after in zip(table.columns, table.columns[1:], strict=False):
        if any(less > more for less, more in zip(before.results, after.results, strict=True)):
            found.append(f"column {after.label} is lower than column {before.label} on some face")
    first = table.columns[0].results
    if sorted(first) != [0] * (table.die // 2) + [1] * (table.die - table.die // 2):
        found.append("column 1 is not half 0s and half 1s, as the sister game suggests")
    return found


# tables from chart files


def shipped_table(name: str) -> tuple[Chart, list[Column]]:
    """The chart file of that name, and its columns."""
    chart = load_chart(PACKAGE, name)
    columns = []
    for at, head in enumerate(chart.columns):
        low, _, high = head.partition("-")
        columns.append(Column(int(low), int(high or low), tuple(int(cells[at]) for _, cells in chart.rows)))
    return chart, columns
