"""One console for results, one for prompts. Names from files are data here, never markup."""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
from typing import Any, TextIO, cast

from rich.box import ASCII, SIMPLE_HEAD, Box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from airwar.engine.referee import Sheet
from airwar.show.sanitize import clean as clean

NATURAL_WIDTH = 4000  # for files and pipes: wide enough that nothing is ever cut


class Trimmed:
    """A file or a pipe: drops the spaces at the end of a line that only pad a table to its width."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream

    def write(self, text: str) -> int:
        *whole, rest = text.split("\n")
        return self.stream.write("\n".join([*(line.rstrip(" ") for line in whole), rest]))

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)


class Quiet(Console):
    """Lets the command decide what to do about a closed pipe."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


def results() -> Console:
    """Where results go: stdout."""
    return _console(sys.stdout)


def talk() -> Console:
    """Where prompts and progress go: stderr."""
    return _console(sys.stderr)


def _console(stream: TextIO) -> Console:
    seen = stream.isatty() and os.environ.get("TERM") != "dumb"
    return Quiet(
        file=stream if seen else cast(TextIO, Trimmed(stream)),
        markup=False,
        emoji=False,
        highlight=False,
        soft_wrap=False,
        width=None if seen else NATURAL_WIDTH,
        height=None if seen else 10_000,
        force_terminal=seen,
        color_system="auto" if seen and not os.environ.get("NO_COLOR") else None,
        legacy_windows=False,
    )


def ascii_only(console: Console) -> bool:
    """Whether only ASCII can be drawn."""
    return not (console.encoding or "ascii").lower().startswith("utf") or os.environ.get("TERM") == "dumb"


def box_for(console: Console) -> Box:
    return ASCII if ascii_only(console) else SIMPLE_HEAD


def table(console: Console, title: str, columns: tuple[str, ...], rows: list[tuple[str | Text, ...]]) -> Table:
    """A table in our style: numbers right-aligned, nothing cut."""
    made = Table(
        title=clean(title) or None,
        title_justify="left",
        title_style="bold",
        box=box_for(console),
        pad_edge=False,
        show_edge=False,
    )
    width = max([len(columns), *map(len, rows)])
    for at, name in enumerate([*columns, *[""] * (width - len(columns))]):
        cells = [str(row[at]) for row in rows if at < len(row)]
        numbers = bool(cells) and all(cell.lstrip("+-<>").replace(".", "").isdigit() for cell in cells if cell)
        made.add_column(clean(name), justify="right" if numbers else "left", overflow="fold")
    for row in rows:
        made.add_row(*(cell if isinstance(cell, Text) else clean(cell) for cell in row))
    return made


def sheet_table(console: Console, sheet: Sheet) -> Table:
    return table(console, sheet.title, sheet.columns, [tuple(row) for row in sheet.rows])


def folded(line: str, stream: TextIO | None = None) -> str:
    """A line for a terminal (stderr by default), broken between words, continuation lines indented."""
    width = shutil.get_terminal_size().columns if (stream or sys.stderr).isatty() else NATURAL_WIDTH
    indent = " " * (len(line) - len(line.lstrip()) + 2)
    return textwrap.fill(clean(line), width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
