"""Charts that the source does not print: drawn in the scenario, read from the printed page by a person, or missing.

    chart = OpenChart("combat-table", "the combat table", drawn, by_hand)

    if chart.missing: ...                            # the result is "needs chart combat-table", never a default
    cell = chart.rolled(ref, "fire", head, by)       # the dice, read in one column

Whether somebody will read a chart is asked once, with `is_at_hand`, and kept in the position; without a person the answer is no.
Whatever is read from the page is a fact of the battle (`ref.fact`): asked once, known from then on, recorded as read by hand, and
answered in advance by a script with its key: `combat-table.columns`, `combat-table.roll`, `combat-table.3-4.5`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from airwar.engine.dice import Chart, Dice, Faces, HowRead, OnRow, Row, Term, Total
from airwar.engine.frozen import dataclass
from airwar.engine.questions import REFEREE
from airwar.engine.referee import Referee
from airwar.rulesets.kit.supplied import Complaints, first_total, missing_totals, span_of

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

    def is_at_hand(self, ref: Referee, by: str = REFEREE) -> bool:
        """Asks whether somebody will read the chart from the page. The default is no."""
        choices = {"no": f"no, stop where {self.name} is needed", "yes": f"yes, I will read {self.name} when asked"}
        return ref.choose(f"{self.id}.by-hand", choices, by=by, default="no", optional=True, about=self.wanted) == "yes"

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
        refuse: Refuse | None = None,
    ) -> str:
        """The cell of a column that the dice lead to: on the drawing, or on the printed page."""
        assert not self.missing
        if self.grid is not None and self.grid.rows:
            return ref.roll(key, DownColumn(self.grid.dice, self.grid.column(head), terms), by)
        dice = self.dice(ref)
        total = ref.roll(key, Total(dice, terms), by)
        row = min(max(total, dice.count), dice.count * dice.sides)  # a roll beyond the rows is read in the nearest
        return self.cell(ref, head, str(row), examples=examples, refuse=refuse)

    @property
    def decisions(self) -> dict[str, str]:
        """The questions about a chart that a person reads, by key."""
        return {
            f"{self.id}.by-hand": f"whether somebody reads {self.name}, where the scenario does not supply it",
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
