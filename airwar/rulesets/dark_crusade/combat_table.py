"""The combat table (B16): one column for each range of points, one row for each face of the die.

The published table is not part of airwar. A scenario draws it or names one of airwar's charts; cells that nobody has drawn are read
from the printed page by a person, when a roll needs them. What the source says about the table is checked here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from airwar.rulesets.kit import (
    Chart,
    Complaints,
    Dice,
    EachFace,
    Either,
    Faces,
    HowRead,
    Note,
    OneOf,
    OpenChart,
    Reading,
    Referee,
    SuppliedChart,
    column_faults,
    load_chart,
    record,
    replace,
    rule,
    said,
    span_of,
    verb,
)

PACKAGE = __name__.rpartition(".")[0]
SYNTHETIC = "synthetic-demo"  # the made-up table that ships with airwar
LOWEST_H, HIGHEST_H = 19, 36  # 37 points must be beyond the table, but fit in two groups
PAGE = OpenChart("combat-table", "the combat table")
HEADS_EXAMPLE = "1 2 3 4 5-6 7-8 9-12 13-16 17-24"  # an example of a line of heads; the real heads are not known
UNREAD = "?"  # stands for a cell that nobody has drawn


@dataclass(frozen=True)
class Column:
    """The results for a range of points, face by face; None for a cell that nobody has drawn."""

    low: int
    high: int
    results: tuple[int | None, ...]

    @property
    def label(self) -> str:
        return str(self.low) if self.low == self.high else f"{self.low}-{self.high}"

    @property
    def known(self) -> list[int]:
        """The known results, from the lowest face up."""
        return [result for result in self.results if result is not None]

    def having(self, face: int, result: int) -> Column:
        return replace(self, results=(*self.results[: face - 1], result, *self.results[face:]))


@dataclass(frozen=True)
class CombatTable:
    """The one table of the game. Cells that nobody has read yet are unknown."""

    title: str = "Combat table"
    columns: tuple[Column, ...] = ()  # empty if nobody has typed in the heads
    die: int = 6
    note: str = ""
    synthetic: bool = False
    by_hand: bool = True  # whether a person reads cells that nobody has drawn
    unusual: bool = False  # whether its highest number may differ from what the source allows

    @property
    def highest(self) -> int:
        return self.columns[-1].high

    def column(self, points: int) -> Column:
        return next(column for column in self.columns if column.low <= points <= column.high)

    def reading(self, points: int, most: int, means: tuple[str, ...]) -> OnColumns:
        columns = tuple(self.column(group) for group in groups(points, self.highest))
        return OnColumns(Dice(len(columns), self.die), columns, most, means, self.title)

    def can_harm(self, points: int) -> bool:
        """Whether any face may give a loss; unknown cells may."""
        return points > 0 and (self.by_hand or any(self.column(min(points, self.highest)).known))


@rule("B16")
def groups(points: int, highest: int) -> tuple[int, ...]:
    """Splits points into the fewest groups that the table has columns for, as equal as possible, larger groups first."""
    if not points:
        return ()
    number = -(-points // highest)
    size, larger = divmod(points, number)
    return (size + 1,) * larger + (size,) * (number - larger)


@rule("B16")
def groups_on_any_table(points: int) -> list[tuple[int, int, tuple[int, ...]]]:
    """How points are split on every table that the source allows: each split, with the lowest and highest H that lead to it."""
    ways: list[tuple[int, int, tuple[int, ...]]] = []
    for highest in range(LOWEST_H, HIGHEST_H + 1):
        split = groups(points, highest)
        if ways and ways[-1][2] == split:
            ways[-1] = (ways[-1][0], highest, split)
        else:
            ways.append((highest, highest, split))
    return ways


# a roll


@dataclass(frozen=True)
class OnColumns(Reading[int]):
    """Each die is read in its own group's column, and the results are added up; losses beyond `most` have no effect."""

    dice: Dice
    columns: tuple[Column, ...]
    most: int
    means: tuple[str, ...] = ()  # the verb for the result, singular and plural
    chart: str = ""

    def results(self, faces: Faces) -> list[int]:
        return [column.results[face - 1] or 0 for column, face in zip(self.columns, faces, strict=True)]

    def read(self, faces: Faces) -> int:
        return min(sum(self.results(faces)), self.most)

    def outcomes(self) -> tuple[tuple[int, int], ...]:
        ways = {0: 1}
        for column in self.columns:
            further: dict[int, int] = {}
            for so_far, count in ways.items():
                for result in column.results:
                    total = min(so_far + (result or 0), self.most)
                    further[total] = further.get(total, 0) + count
            ways = further
        return tuple(ways.items())

    def record(self, faces: Faces) -> HowRead:
        results = self.results(faces)
        total = sum(results)
        return HowRead(
            summed(results) + (f" {verb(total, *self.means)}" if self.means else "") + beyond(total, self.most),
            chart=self.chart,
            row=" + ".join(map(str, faces)),
            column=" + ".join(column.label for column in self.columns),
        )

    def goal(self) -> str:
        return f"column {' + '.join(column.label for column in self.columns)}" + (f" of {self.chart}" if self.chart else "")


def summed(results: Sequence[int]) -> str:
    parts = " + ".join(map(str, results))
    return f"{parts} = {sum(results)}" if len(results) > 1 else parts


def beyond(total: int, most: int) -> str:
    return f", {total - most} without effect" if total > most else ""


def rolled(ref: Referee, table: CombatTable, key: str, points: int, *, most: int, by: str, means: tuple[str, ...] = ()) -> int:
    """Rolls one die for each group of points and adds up the results; losses beyond `most` have no effect."""
    if not table.by_hand:
        return ref.roll(key, table.reading(points, most, means), by=by)
    table = with_heads(ref, table)
    split = groups(points, table.highest)
    faces = ref.roll(key, EachFace(Dice(len(split), table.die)), by=by)
    results = [cell_read(ref, table, group, face) for group, face in zip(split, faces, strict=True)]
    total = sum(results)
    if len(results) > 1 or total > most:
        ref.tell(Note, f"the result is {summed(results)}{beyond(total, most)}")
    return min(total, most)


@rule("B16")
def with_heads(ref: Referee, table: CombatTable) -> CombatTable:
    """The table with its column heads, read by a person if the scenario does not give them."""
    if table.columns:
        return table

    def refused(text: str) -> str | None:
        heads = tuple(text.split())
        faults = column_faults(heads, "points")
        return faults[0] if faults else None if table.unusual else height_refused(headed(heads)[-1].high)

    return replace(table, columns=headed(PAGE.heads(ref, [HEADS_EXAMPLE], refused)))


def headed(heads: Sequence[str], die: int = 6) -> tuple[Column, ...]:
    """Columns with only their heads known."""
    spans = [span for head in heads if (span := span_of(head))]
    return tuple(Column(span.low, span.high or span.low, (None,) * die) for span in spans)


def cell_read(ref: Referee, table: CombatTable, points: int, face: int) -> int:
    """One result, as drawn or as a person reads it. Anything odd about it is reported."""
    column = table.column(points)
    drawn = column.results[face - 1]
    if drawn is not None:
        return drawn
    result = result_of_cell(PAGE.cell(ref, column.label, str(face), examples=["0", "1"], refuse=cell_refused)) or 0
    after = replace(table, columns=tuple(one.having(face, result) if one is column else one for one in table.columns))
    for doubt in (doubt for doubt in doubts(after) if doubt not in doubts(table)):
        correct = f"if the page says otherwise, correct the entry for column {column.label}, row {face}"
        ref.tell(Note, f"combat table: {doubt}; {correct}")
    return result


def cell_refused(text: str) -> str | None:
    """Why a text is not a result, or None."""
    if result_of_cell(text) is not None:
        return None
    return f"{text!r} is not a number of losses; expected a whole number, or - for none"


def result_of_cell(text: str) -> int | None:
    """A cell as a number of losses, with a dash for none; None if it is neither."""
    return 0 if text in ("-", "\N{EN DASH}") else int(text) if re.fullmatch(r"\d{1,3}", text) else None


# as a scenario supplies it


@rule("B16")
def supplied_table(chart: Chart, complaints: Complaints) -> CombatTable:
    """The combat table that a player has drawn, complete or in part; reports what is wrong with it."""
    table, faults = table_from(chart)
    for part, text in faults:
        complaints.add(part, f"{text} (B16)")
    return table


@rule("B16")
def table_from(chart: Chart) -> tuple[CombatTable, list[tuple[str, str]]]:
    """The table drawn in a chart, points across and faces of the die down; and its faults, each at its part of the drawing."""
    sides = Dice.written(chart.roll).sides
    faults = [("columns", fault) for fault in column_faults(chart.columns, "points")]
    faults += [("rows", fault) for fault in row_faults(chart, sides)] if chart.rows else []
    columns = () if faults else headed(chart.columns, sides)
    if columns and chart.rows:
        cells = [tuple(map(result_of_cell, column)) for column in zip(*(cells for _, cells in chart.rows), strict=True)]
        columns = tuple(replace(column, results=results) for column, results in zip(columns, cells, strict=True))
    by_hand = any(None in column.results for column in columns)
    return CombatTable(chart.title or "Combat table", columns, sides, chart.note, by_hand=by_hand), faults


def row_faults(chart: Chart, sides: int) -> Iterator[str]:
    """Why the rows do not make a table."""
    labels = [label for label, _ in chart.rows]
    if labels != [str(face) for face in range(1, sides + 1)]:
        yield f"the rows are {', '.join(labels)}; expected 1 to {sides}, one for each face of the die"
    strange = [cell for _, cells in chart.rows for cell in cells if result_of_cell(cell) is None and cell != UNREAD]
    if strange:
        wanted = "expected a whole number in every cell, - for none, or ? for one that is read from the page"
        yield f"{strange[0]!r} is not a number of losses; {wanted}"


TABLE = SuppliedChart(
    supplied_table,
    columns="points from 1 on, such as 1 2 3-4, the last from 19 to 36",
    rows="the die roll, then the losses; without rows, or for a ?, the player is asked what the printed table says",
    dice=r"1d(?:[2-9]|1\d|20)",
    columns_only=True,
)


@record
class Charts:
    """The charts of a scenario."""

    combat_table: str | CombatTable | None = said(
        Either(OneOf((SYNTHETIC,)), TABLE), "your table, or a chart by name", default=None
    )

    @property
    @rule("B16")
    def table(self) -> CombatTable:
        """The combat table that the scenario supplies; if there is none, one that is read by hand."""
        return named_table(self.combat_table) if isinstance(self.combat_table, str) else self.combat_table or UNKNOWN


UNKNOWN = CombatTable()


@cache
def named_table(name: str) -> CombatTable:
    """A table from one of airwar's own chart files."""
    table, faults = table_from(load_chart(PACKAGE, name))
    assert not faults, faults
    return replace(table, synthetic=True)


# what the source says about the table


@rule("B16")
def height_refused(highest: int) -> str | None:
    """Why a table with this highest number cannot be the game's: the source splits 37 points into 19 and 18."""
    if LOWEST_H <= highest <= HIGHEST_H:
        return None
    split = " + ".join(map(str, groups(37, highest)))
    return (
        f"the table goes up to {highest}, so 37 points are {split}; expected {LOWEST_H} to {HIGHEST_H}, "
        "where they are 19 + 18 (B16), or set the option unusual-table"
    )


@rule("B1", "B2", "B16")
def doubts(table: CombatTable, soviet_air: int = 0) -> list[str]:
    """What looks wrong in a table that can still be used. The made-up table is labeled in every battle instead."""
    found = []
    for column in [] if table.synthetic else table.columns:
        most = max(column.known, default=0)
        if most > column.high:
            found.append(f"column {column.label} gives up to {most}, more than the points that fire")
        elif column.low <= soviet_air and most > column.low:
            said = f"column {column.label} gives up to {most}, more air units than there are"
            found.append(f"{said}; the number there holds (B1, B2)")
        if column.known != sorted(column.known):
            found.append(f"column {column.label} does not rise with the die: {' '.join(map(str, column.known))}")
    for before, after in pairwise([] if table.synthetic else table.columns):
        cells = zip(before.results, after.results, strict=True)
        if any(less > more for less, more in cells if less is not None and more is not None):
            found.append(f"column {after.label} is lower than column {before.label} on some face")
    return found
