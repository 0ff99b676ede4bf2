"""Tables from rows and columns."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from airwar.engine.events import Sheet

R = TypeVar("R")


def sheet(title: str, rows: Iterable[R], **columns: Callable[[R], Any]) -> Sheet:
    """A table with a column for each function of a row. The column `at_start` has the head `at start`."""
    names = tuple(name.strip("_").replace("_", " ") for name in columns)
    return Sheet(title, names, tuple(tuple(str(cell(row)) for cell in columns.values()) for row in rows))
