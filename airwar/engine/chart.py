"""A printed chart as data, its cells still text."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from airwar.engine.dice import Row
from airwar.engine.frozen import dataclass

T = TypeVar("T")


@dataclass(frozen=True)
class Chart:
    """A printed chart: column heads, and rows of cells under them."""

    name: str
    title: str
    cite: str
    roll: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]
    note: str = ""

    def row(self, label: str, cell: Callable[[str], T], first: int | None = None) -> Row[T]:
        """One row with its cells parsed. Its lowest total is the first column head unless given."""
        cells = dict(self.rows)[label]
        low = int(self.columns[0].rstrip("+-")) if first is None else first
        return Row(label, low, tuple(cell(text) for text in cells), self.title, self.columns)


def chart_of(name: str, drawing: Mapping[str, str]) -> Chart:
    """Reads a chart drawn as text: the column heads on one line, then one line for each row of cells."""
    lines = [line.split() for line in drawing.get("rows", "").splitlines() if line.strip()]
    return Chart(
        name,
        drawing.get("chart", ""),
        drawing.get("cite", ""),
        drawing.get("roll", ""),
        tuple(drawing["columns"].split()),
        tuple((line[0], tuple(line[1:])) for line in lines),
        drawing.get("note", "").strip(),
    )
