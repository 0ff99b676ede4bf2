"""Charts as data files that look like the printed chart, read once."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TypeVar

from airwar.engine.dice import Row

T = TypeVar("T")


@dataclass(frozen=True)
class Chart:
    """A printed chart: column heads, and rows of cells under them, all still text."""

    name: str
    title: str
    cite: str
    roll: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]
    note: str = ""

    def row(self, label: str, cell: Callable[[str], T], first: int | None = None) -> Row[T]:
        """One row with its cells understood; the first column head is its lowest total unless given."""
        cells = dict(self.rows)[label]
        low = int(self.columns[0].rstrip("+-")) if first is None else first
        return Row(label, low, tuple(cell(text) for text in cells), self.title, self.columns)


@cache
def load_chart(package: str, name: str) -> Chart:
    """The chart `tables/<name>.yaml` of a ruleset."""
    from airwar.scenario.reader import Map, Scalar, read_text

    text = (folder_of(package) / f"{name}.yaml").read_text(encoding="utf-8")
    root = read_text(text, f"{name}.yaml")
    assert isinstance(root, Map)
    return chart_of(name, {key.text: value.text for key, value in root.pairs if isinstance(value, Scalar)})


def chart_of(name: str, said: Mapping[str, str]) -> Chart:
    """The chart that a drawing shows: its column heads in one line, each row of cells in a line of its own."""
    lines = [line.split() for line in said.get("rows", "").splitlines() if line.strip()]
    return Chart(
        name,
        said.get("chart", ""),
        said.get("cite", ""),
        said.get("roll", ""),
        tuple(said["columns"].split()),
        tuple((line[0], tuple(line[1:])) for line in lines),
        said.get("note", "").strip(),
    )


def chart_names(package: str) -> list[str]:
    """The charts that a ruleset carries."""
    return sorted(path.stem for path in folder_of(package).glob("*.yaml"))


def folder_of(package: str) -> Path:
    """Where a ruleset keeps its charts."""
    home = sys.modules[package].__file__
    assert home is not None
    return Path(home).parent / "tables"


@cache
def charts_digest(package: str) -> str:
    """A fingerprint of all charts of a ruleset, for the header of a log."""
    whole = hashlib.sha256()
    for name in chart_names(package):
        whole.update(name.encode() + b"\0" + (folder_of(package) / f"{name}.yaml").read_bytes())
    return whole.hexdigest()
