"""Charts: the files of a ruleset, those that a scenario draws, and those that somebody reads from the printed page.

The files are `tables/*.yaml`, drawn as the charts are printed. A scenario draws a chart in the same way:

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

`OpenChart` is a chart that the source does not print: drawn in the scenario, read from the printed page by a person, or missing.

    chart = OpenChart("combat-table", "the combat table", drawn, by_hand)

    if chart.missing: ...                            # the result is "needs chart combat-table", never a default
    cell = chart.rolled(ref, "fire", head, by)       # the dice, read in one column

Whether somebody will read a chart is asked once, with `is_at_hand`, and kept in the position; without a person the answer is no.
Whatever is read from the page is a fact of the battle (`ref.fact`): asked once, known from then on, recorded as read by hand, and
answered in advance by a script with its key: `combat-table.columns`, `combat-table.roll`, `combat-table.3-4.5`.
"""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from airwar.engine.dice import Chart, Dice, Faces, HowRead, OnRow, Row, Term, Total, chart_of
from airwar.engine.frozen import dataclass
from airwar.engine.questions import REFEREE
from airwar.engine.referee import Referee
from airwar.engine.words import shown
from airwar.scenario.problems import Map, Mark, Problems, Scalar
from airwar.scenario.reader import read_text
from airwar.scenario.shape import UNSOUND, Field, Record, Section, Shape, Text, Tree

# the files of a ruleset


@cache
def load_chart(package: str, name: str) -> Chart:
    """The chart `tables/<name>.yaml` of a ruleset."""
    file = chart_file(package, name)
    root = read_text(file.read_text(encoding="utf-8"), file.name)
    assert isinstance(root, Map)
    return chart_of(name, {key.text: value.text for key, value in root.pairs if isinstance(value, Scalar)})


def chart_file(package: str, name: str) -> Path:
    """The path of `tables/<name>.yaml`."""
    return folder_of(package) / f"{name}.yaml"


def chart_names(package: str) -> list[str]:
    """The names of a ruleset's charts."""
    return sorted(path.stem for path in folder_of(package).glob("*.yaml"))


def folder_of(package: str) -> Path:
    """Where a ruleset keeps its charts."""
    home = sys.modules[package].__file__
    assert home is not None
    return Path(home).parent / "tables"


def template_of(package: str) -> str:
    """The scenario with which somebody begins, `template.yaml`."""
    return (folder_of(package).parent / "template.yaml").read_text(encoding="utf-8")


@cache
def charts_digest(package: str) -> str:
    """A fingerprint of all charts of a ruleset, for the header of a log."""
    whole = hashlib.sha256()
    for name in chart_names(package):
        whole.update(name.encode() + b"\0" + chart_file(package, name).read_bytes())
    return whole.hexdigest()


# charts that a scenario draws

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
        _check_drawing(chart, complaints)
        made = None if complaints.found else self.make(chart, complaints)
        return None if complaints.found else made


def _check_drawing(chart: Chart, complaints: Complaints) -> None:
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


# charts that somebody reads from the page

Refuse = Callable[[str], str | None]


@dataclass(frozen=True)
class Grid:
    """A chart with heads across and consecutive totals of the dice down. Without rows, only its columns are known."""

    title: str
    dice: Dice
    heads: tuple[str, ...]
    first: int = 1
    rows: tuple[tuple[str, ...], ...] = ()

    @classmethod
    def drawn(cls, chart: Chart) -> Grid:
        """A drawing whose rows are consecutive totals of the dice."""
        first = int(chart.rows[0][0]) if chart.rows else 1
        return cls(chart.title, Dice.written(chart.roll), chart.columns, first, tuple(cells for _, cells in chart.rows))

    def column(self, head: str) -> Row[str]:
        """One column, to be read by the modified roll."""
        at = self.heads.index(head)
        return Row(head, self.first, tuple(row[at] for row in self.rows), self.title, upright=True)


def check_totals(chart: Chart, complaints: Complaints) -> None:
    """Checks that the rows are consecutive, with one for every total of the dice, so that no roll needs the nearest row."""
    labels, dice = [label for label, _ in chart.rows], Dice.written(chart.roll)
    if labels and first_total(labels) is None:
        complaints.add("rows", f"the rows are {', '.join(labels)}; expected consecutive totals of the dice, such as 1 to 6")
    missing = [str(total) for total in missing_totals(labels, dice)]
    if missing:
        rows = f"the rows are {labels[0]} to {labels[-1]}" if len(labels) > 1 else f"the only row is {labels[0]}"
        also = f"{rows}, but {dice} also {'rolls' if dice.count == 1 else 'roll'} {', '.join(missing)}"
        complaints.add("rows", f"{also}; expected a row for every total, or other dice")


def column_for(heads: Sequence[str], number: int) -> str | None:
    """The head such as 3, 3-4 or 5+ that covers a number."""
    return next((head for head in heads if number in (span_of(head) or ())), None)


@dataclass(frozen=True)
class DownColumn(OnRow[str]):
    """One column, read down by the modified roll. A roll that modifiers push beyond the rows is read in the nearest one."""

    def record(self, faces: Faces) -> HowRead:
        read = super().record(faces)
        beyond = read.total is not None and not self.row.first <= read.total < self.row.first + len(self.row.cells)
        return read._replace(result=f"{read.result} ({read.total} is beyond the table: row {read.row})") if beyond else read


@dataclass(frozen=True)
class OpenChart:
    """A chart that may be missing: its id in keys, its name in questions, its drawing, and whether somebody reads it."""

    id: str
    name: str
    grid: Grid | None = None
    by_hand: bool = False

    @property
    def missing(self) -> bool:
        """Whether nobody can tell what its cells say."""
        return not self.by_hand and (self.grid is None or not self.grid.rows)

    def is_at_hand(self, ref: Referee) -> bool:
        """Asks whether somebody will read the chart from the page. The default is no."""
        choices = {"no": f"no, stop where {self.name} is needed", "yes": f"yes, I will read {self.name} when asked"}
        return ref.choose(f"{self.id}.by-hand", choices, by=REFEREE, default="no", optional=True, about=self.wanted) == "yes"

    def wanted(self) -> str:
        """The sentence above the question of `is_at_hand`."""
        return f"Nobody has typed in {self.name}. Do you have it in print? Each cell is then asked for when a roll needs it."

    def heads(self, ref: Referee, examples: Sequence[str], refuse: Refuse | None = None) -> tuple[str, ...]:
        """The heads of its columns, from left to right: as drawn, or as a person reads them."""
        if self.grid is not None:
            return self.grid.heads
        what = f"the line of column heads of {self.name}, separated by blanks"
        return tuple(ref.fact(f"{self.id}.columns", what, examples=examples, refuse=refuse).split())

    def dice(self, ref: Referee) -> Dice:
        """The dice that are rolled on it."""
        if self.grid is not None:
            return self.grid.dice
        return Dice.written(ref.fact(f"{self.id}.roll", f"rolled on {self.name}", examples=("1d6", "2d6"), refuse=dice_refused))

    def cell(self, ref: Referee, column: str, row: str, *, examples: Sequence[str], refuse: Refuse | None = None) -> str:
        """One cell, as a person reads it."""
        what = f"the result in {self.name}, column {column}, row {row}"
        return ref.fact(f"{self.id}.{column}.{row}", what, examples=examples, refuse=refuse)

    def rolled(
        self,
        ref: Referee,
        key: str,
        head: str,
        by: str,
        terms: tuple[Term, ...] = (),
        *,
        examples: Sequence[str],
    ) -> str:
        """The cell of a column that the dice lead to: on the drawing, or on the printed page."""
        assert not self.missing
        if self.grid is not None and self.grid.rows:
            return ref.roll(key, DownColumn(self.grid.dice, self.grid.column(head), terms), by)
        dice = self.dice(ref)
        total = ref.roll(key, Total(dice, terms), by)
        row = min(max(total, dice.count), dice.count * dice.sides)  # a roll beyond the rows is read in the nearest
        return self.cell(ref, head, str(row), examples=examples)

    @property
    def decisions(self) -> dict[str, str]:
        """The questions about a chart that a person reads, by key."""
        return {
            f"{self.id}.by-hand": f"whether somebody reads {self.name}, if the scenario does not supply it",
            f"{self.id}.columns": f"the column heads of {self.name}",
            f"{self.id}.roll": f"the dice of {self.name}",
            f"{self.id}.*.*": f"a cell of {self.name}, by column and roll",
        }

    @property
    def facts(self) -> tuple[str, ...]:
        """The keys of the facts that a person reads from it, which hold in every turn."""
        return f"{self.id}.columns", f"{self.id}.roll", f"{self.id}.*.*"


def dice_refused(text: str) -> str | None:
    """Why a text is not dice, or None."""
    return None if re.fullmatch(r"[1-9]d(?:[2-9]|1\d|20)", text) else f"{text!r} is not dice; expected for example 1d6"


def whole_number_refused(text: str) -> str | None:
    """Why a text is not a whole number, or None."""
    return None if re.fullmatch(r"\d{1,3}", text) else f"{text!r} is not a whole number"
