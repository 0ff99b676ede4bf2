"""Charts that nobody has typed in. A person reads them from the printed page, one cell at a time, when they are needed.

    TABLE = PrintedChart("combat-table", "the combat table")

    if TABLE.is_at_hand(ref):                        # asked once; without a person the answer is no
        heads = TABLE.heads(ref, examples=["1 2 3-4 5+"], refuse=heads_refused)
        cell = TABLE.cell(ref, "3-4", "5", examples=["0", "1"], refuse=cell_refused)

Whatever is read is a fact of the battle (`ref.fact`): asked once, known from then on, and recorded as read by hand. A script can
answer in advance, by key: `combat-table.columns`, `combat-table.roll`, `combat-table.3-4.5`.

Whether the chart is at hand is a question that may be left. A ruleset asks it before it needs the first cell and keeps the answer
in its state; if it is no, the walk does what it can and ends with "needs chart".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from airwar.engine.dice import Dice
from airwar.engine.questions import REFEREE
from airwar.engine.referee import Referee

Refuse = Callable[[str], str | None]


@dataclass(frozen=True)
class PrintedChart:
    """A chart that a person may have in print: its id in keys, and its name in questions, such as `the combat table`."""

    id: str
    name: str

    def is_at_hand(self, ref: Referee, by: str = REFEREE) -> bool:
        """Whether somebody will read the chart; nobody does unless he says so."""
        options = {"no": f"no, stop where {self.name} is needed", "yes": f"yes, I will read {self.name} when asked"}
        return ref.choose(f"{self.id}.by-hand", options, by=by, default="no", optional=True, about=self.wanted) == "yes"

    def wanted(self) -> str:
        """What the question is about."""
        return f"Nobody has typed in {self.name}. Do you have it in print? Each cell is then asked for when a roll needs it."

    def heads(self, ref: Referee, examples: Sequence[str], refuse: Refuse | None = None) -> tuple[str, ...]:
        """The heads of its columns, from left to right."""
        what = f"the line of column heads of {self.name}, separated by blanks"
        return tuple(ref.fact(f"{self.id}.columns", what, examples=examples, refuse=refuse).split())

    def dice(self, ref: Referee, examples: Sequence[str] = ("1d6", "2d6")) -> Dice:
        """The dice that are rolled on it."""
        text = ref.fact(f"{self.id}.roll", f"rolled on {self.name}", examples=examples, refuse=dice_refused)
        return Dice.written(text)

    def cell(self, ref: Referee, column: str, row: str, *, examples: Sequence[str], refuse: Refuse | None = None) -> str:
        """One cell, as printed."""
        what = f"the result in {self.name}, column {column}, row {row}"
        return ref.fact(f"{self.id}.{column}.{row}", what, examples=examples, refuse=refuse)


def dice_refused(text: str) -> str | None:
    """Why a text is not dice, or None."""
    return None if re.fullmatch(r"[1-9]d(?:[2-9]|1\d|20)", text) else f"{text!r} is not dice; expected for example 1d6"


def whole_number_refused(text: str) -> str | None:
    """Why a text is not a whole number, or None."""
    return None if re.fullmatch(r"\d{1,3}", text) else f"{text!r} is not a whole number"
