"""Charts that a scenario supplies, drawn like the chart files of a ruleset:

    charts:
      combat-table:
        chart: Combat Table            # its title, if any
        roll: 1d6
        columns: "1  2  3-4  5+"
        rows: |
          1  0   0   0   1
          2  0   0   1   1
        note: typed from my copy       # shown with the chart, if any

`SuppliedChart` is the shape of such a chart. It checks what must hold for any drawing, and leaves it to `make` to check what the
chart means and to turn it into a value of the ruleset's own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from airwar.engine.dice import Chart, Dice, chart_of
from airwar.engine.frozen import dataclass
from airwar.scenario.nodes import Map, Mark
from airwar.scenario.problems import Problems, shown
from airwar.scenario.shape import UNSOUND, Field, Record, Section, Shape, Text, Tree

MOST_COLUMNS, MOST_ROWS = 200, 60
DICE = "[1-9]d(?:[1-9]|1[0-9]|20)"


class Complaints:
    """Collects what is wrong with a drawn chart, each problem at its part of the chart."""

    def __init__(self, said: Section, problems: Problems) -> None:
        self.said = said
        self.problems = problems
        self.found = False

    def add(self, part: str, text: str) -> None:
        """Reports a problem of `columns`, `rows` or another part."""
        self.problems.add(self.said.at(part), text)
        self.found = True

    def add_row(self, label: str, text: str) -> None:
        """Reports a problem of one row, at its own line."""
        mark, lines = self.said.at("rows"), self.said["rows"].splitlines()
        if len(lines) > 1:  # a block, which begins on the line after its |
            at = next(number for number, line in enumerate(lines) if line.split()[:1] == [label])
            mark = Mark(mark.line + 1 + at, self.said.mark.column + 2)
        self.problems.add(mark, text)
        self.found = True


Make = Callable[[Chart, Complaints], Any]


@dataclass(frozen=True)
class SuppliedChart(Shape):
    """A chart drawn in a scenario. `make(chart, complaints)` turns it into a value of the ruleset's own.

    A bad chart is reported and becomes None, as if it had not been supplied, so that the rest can still be checked.
    """

    make: Make
    columns: str  # what the column heads are, for the help
    rows: str  # what the rows are, for the help
    dice: str = DICE  # a pattern for its dice; empty for a chart that nobody rolls on
    roll: str = "1d6"  # the dice if none are given
    columns_only: bool = False  # whether the rows may be left out
    kinds = (Map,)
    many = "charts"

    @property
    def record(self) -> Record:
        fields = {
            "chart": Field(Text(max_length=80), help="the title of the chart"),
            "cite": Field(Text(max_length=20), help="the rule that it belongs to"),
            "columns": Field(Text(max_length=1000), required=True, help=f"{self.columns}, separated by blanks"),
            "rows": Field(Text(max_length=8000, lines=True), required=not self.columns_only, help=f"one line each: {self.rows}"),
            "note": Field(Text(max_length=500), help="where the chart comes from, or what else there is to say"),
        }
        if self.dice:
            fields["roll"] = Field(
                Text(max_length=5, pattern=self.dice, help="dice, such as 1d6"), default=self.roll, help="the dice that are rolled"
            )
        return Record(fields)

    def expected(self) -> str:
        return self.record.expected()

    def schema(self) -> dict[str, Any]:
        return self.record.schema()

    def known_keys(self) -> set[str]:
        return self.record.known_keys()

    def write(self, value: Any) -> Tree:
        raise TypeError("a drawn chart stays as the player has drawn it: declare it as fixed")

    def _value(self, node: Map, problems: Problems) -> Any:
        said = self.record.check(node, problems)
        if said is UNSOUND:
            return None
        chart = chart_of("", {key: value for key, value in said.items() if value})
        complaints = Complaints(said, problems)
        check_drawing(chart, complaints)
        made = None if complaints.found else self.make(chart, complaints)
        return None if complaints.found else made


def check_drawing(chart: Chart, complaints: Complaints) -> None:
    """Checks that every row has as many cells as there are columns, and that no head occurs twice."""
    heads, rows = chart.columns, chart.rows
    if len(heads) > MOST_COLUMNS:
        complaints.add("columns", f"{len(heads)} columns; expected at most {MOST_COLUMNS}")
    if len(rows) > MOST_ROWS:
        complaints.add("rows", f"{len(rows)} rows; expected at most {MOST_ROWS}")
    for part, labels in (("columns", heads), ("rows", [label for label, _ in rows])):
        for label in dict.fromkeys(label for label in labels if list(labels).count(label) > 1):
            complaints.add(part, f"{shown(label)} heads two {part}; expected each head once")
    for label, cells in rows:
        if len(cells) != len(heads):
            complaints.add_row(label, f"row {shown(label)} has {len(cells)} cells; expected {len(heads)}, one for each column")


class Span(NamedTuple):
    """The numbers that a head such as `3`, `3-4` or `5+` covers; the last has no highest number."""

    low: int
    high: int | None

    def __contains__(self, number: object) -> bool:
        return isinstance(number, int) and self.low <= number and (self.high is None or number <= self.high)


def span_of(head: str) -> Span | None:
    """A head as a span of numbers, or None if it is not one."""
    found = re.fullmatch(r"(\d{1,4})(?:-(\d{1,4})|(\+))?", head)
    if found is None:
        return None
    low = int(found[1])
    high = None if found[3] else int(found[2] or low)
    return None if high is not None and high < low else Span(low, high)


def first_total(heads: Sequence[str]) -> int | None:
    """The first of consecutive totals, such as 2 for `2 3 4 ... 12+`; None if the heads are not consecutive totals."""
    if not heads or not all(re.fullmatch(r"-?\d{1,3}[+-]?", head) for head in heads):
        return None
    totals = [int(head.rstrip("+-")) for head in heads]
    return totals[0] if totals == list(range(totals[0], totals[0] + len(totals))) else None


def column_faults(heads: Sequence[str], what: str, open_end: bool = False) -> list[str]:
    """Why heads are not numbers from 1 on, without gaps or overlaps; `open_end`: the last one may be like 5+."""
    found = []
    expected: int | None = 1
    for head in heads:
        span = span_of(head)
        if span is None or (span.high is None and not open_end):
            wanted = "2, 3-4 or 5+" if open_end else "5 or 5-6"
            found.append(f"column {head!r} is not a number of {what}; expected one like {wanted}")
            continue
        if expected is None:
            found.append(f"column {head} comes after a column without end; expected that one last")
        elif span.low != expected:
            found.append(f"column {head} begins at {span.low}; expected {expected}: columns start at 1, without gaps or overlaps")
        expected = None if span.high is None else span.high + 1
    return found


def missing_totals(labels: Sequence[str], dice: Dice) -> list[int]:
    """The totals of the dice that have no row or column; `12+` covers 12 and more."""
    first = first_total(labels)
    if first is None:
        return []
    last = dice.count * dice.sides if labels[-1].endswith("+") else first + len(labels) - 1
    return [total for total in range(dice.count, dice.count * dice.sides + 1) if not first <= total <= last]
