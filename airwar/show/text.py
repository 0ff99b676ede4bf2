"""Plain text for any output: how wide it is, where it breaks, and clean of control characters. Needs no library."""

from __future__ import annotations

import io
import os
import re
import sys
import textwrap
import unicodedata
from collections.abc import Iterable, Sequence
from contextvars import ContextVar
from itertools import pairwise
from typing import Any, TextIO

NATURAL_WIDTH = 4000  # for files and pipes: wide enough that nothing is ever broken
NARROWEST = 20
_LONGEST_NUMBER = 6  # digits of COLUMNS
WIDTH: ContextVar[int | None] = ContextVar("WIDTH", default=None)  # what --width says


def wanted_width() -> int | None:
    """The width that was asked for, by --width or else by COLUMNS."""
    asked = WIDTH.get()
    columns = os.environ.get("COLUMNS", "")
    if asked is None and columns.isdecimal() and len(columns) <= _LONGEST_NUMBER and 0 < int(columns) < NATURAL_WIDTH:
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


def clean(text: str) -> str:
    """A text without control and formatting characters."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(char for char in text if char in "\n" or unicodedata.category(char) not in ("Cc", "Cf", "Cs"))


# columns that do not all fit: which become narrower, and where their words break


_WORD = re.compile(r"\S+")
_PIECE = re.compile(r"[^\s.-]*[.-]|[^\s.-]+")  # names break after a dot or a hyphen: malta.r1.attacker.fire
_LINE = re.compile(r".+")
_LETTER = re.compile(r"\S")
_NARROWER = ((_WORD, _LINE), (_WORD, _WORD), (_PIECE, _PIECE), (_LETTER, _LETTER))  # what may not be broken in heads, and in cells


def fitted(heads: Sequence[str], columns: Sequence[Sequence[str]], room: int) -> list[int]:
    """The width of each column. If they do not fit, the widest are narrowed first: heads between words, then cells, then names."""
    widths = [max(_longest([head], _LINE), _longest(cells, _LINE)) for head, cells in zip(heads, columns, strict=True)]
    for in_heads, in_cells in _NARROWER:
        least = [max(_longest([head], in_heads), _longest(cells, in_cells)) for head, cells in zip(heads, columns, strict=True)]
        while sum(widths) > room:
            wide = [at for at, width in enumerate(widths) if width > least[at]]
            if not wide:
                break
            widths[max(wide, key=lambda at: widths[at])] -= 1
    return widths


def fits(heads: Sequence[str], columns: Sequence[Sequence[str]], room: int) -> bool:
    """Whether the columns fit without breaking a word or a part of a name."""
    return sum(_longest([head, *cells], _PIECE) for head, cells in zip(heads, columns, strict=True)) <= room


def one_line_each(heads: Sequence[str], columns: Sequence[Sequence[str]], room: int) -> bool:
    """Whether every row fits on one line; heads may be broken between words."""
    return sum(max(_longest([head], _WORD), _longest(cells, _LINE)) for head, cells in zip(heads, columns, strict=True)) <= room


def wrapped(text: str, width: int) -> list[str]:
    """The lines of a cell in a column of this width."""
    at = [0, *breaks(text, width), len(text)]
    pieces = [text[start:end] for start, end in pairwise(at)]
    return [line for piece in pieces for line in textwrap.wrap(piece, width, break_long_words=False, break_on_hyphens=False)] or [
        ""
    ]


def breaks(text: str, width: int) -> list[int]:
    """Where to break the names that are wider than a column: after a dot or a hyphen, and inside a part only if it must be."""
    found = []
    for word in _WORD.finditer(text):
        begun = word.start()
        for piece in _PIECE.finditer(text, word.start(), word.end()):
            if piece.end() - begun > width and piece.start() > begun:
                begun = piece.start()
                found.append(begun)
            while piece.end() - begun > width:
                begun += width
                found.append(begun)
    return found


def hanging(text: str, first: int, further: int) -> list[int]:
    """Where to break a text between words: the first line has this much room, every other line that much."""
    found: list[int] = []
    begun, room = 0, first
    for word in _WORD.finditer(text):
        if word.end() - begun > room and word.start() > begun and text[begun : word.start()].strip():
            found.append(word.start())
            begun, room = word.start(), further
        start = max(begun, word.start())
        if cuts := breaks(text[start : word.end()], room):  # a word that is wider than the screen
            begun, room = start + cuts[0], further
            found += [begun, *(begun + cut for cut in breaks(text[begun : word.end()], further))]
            begun = found[-1]
    return found


def _longest(texts: Sequence[str], part: re.Pattern[str]) -> int:
    return max((len(found) for text in texts for found in part.findall(text)), default=0)


# for programs


def as_csv(rows: Iterable[Iterable[object]]) -> str:
    """Rows as CSV, the first of them the heads."""
    import csv  # like json, below

    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue()


_FORMAT = 1


def as_json(**content: Any) -> str:
    """One document, with the version of its format."""
    import json  # which takes time at every start, and few commands need it

    return json.dumps({"airwar": _FORMAT, **content}, indent=2, ensure_ascii=False)
