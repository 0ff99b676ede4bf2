"""How wide text is: as `--width` or COLUMNS says, as the terminal is, or in a pipe as wide as it needs to be."""

from __future__ import annotations

import os
import sys
import textwrap
from contextvars import ContextVar
from typing import TextIO

from airwar.show.sanitize import clean

NATURAL_WIDTH = 4000  # for files and pipes: wide enough that nothing is ever broken
NARROWEST = 20
LONGEST_NUMBER = 6  # digits of COLUMNS
WIDTH: ContextVar[int | None] = ContextVar("WIDTH", default=None)  # what --width says


def wanted_width() -> int | None:
    """The width that was asked for, by --width or else by COLUMNS."""
    asked = WIDTH.get()
    columns = os.environ.get("COLUMNS", "")
    if asked is None and columns.isdecimal() and len(columns) <= LONGEST_NUMBER and 0 < int(columns) < NATURAL_WIDTH:
        return max(int(columns), NARROWEST)
    return asked


def width_of(stream: TextIO) -> int:
    """How wide text on a stream is."""
    wanted = wanted_width()
    if wanted is not None:
        return wanted
    if not stream.isatty():
        return NATURAL_WIDTH
    try:
        return max(os.get_terminal_size(stream.fileno()).columns, NARROWEST)
    except (OSError, ValueError):
        return 80


def folded(line: str, stream: TextIO | None = None) -> str:
    """A line for a stream (stderr by default), broken between words, continuation lines indented."""
    indent = " " * (len(line) - len(line.lstrip()) + 2)
    width = width_of(stream or sys.stderr)
    return textwrap.fill(clean(line), width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
