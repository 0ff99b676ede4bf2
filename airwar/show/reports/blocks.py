"""What a report is made of, headings, sentences, tables and pictures; and a report as Markdown, BBCode or plain text."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence
from dataclasses import field
from itertools import zip_longest
from typing import Any, TypeAlias

from airwar.engine.frozen import dataclass
from airwar.show.text import clean, fits, fitted, wrapped

_NUMBER = re.compile(r"[+-]?[\d,.]+ ?%?(?: ?±[\d. ]+)?|[+-]?[\d,.]+ of [\d,.]+|–")


@dataclass(frozen=True)
class Heading:
    """A heading of level 2 or 3."""

    level: int
    text: str


@dataclass(frozen=True)
class Sentence:
    """A sentence. Its kind is lead, loss, choice, event, ruling, point or plain; a record to go to may belong to it."""

    text: str
    kind: str = "plain"
    seq: int | None = None


@dataclass(frozen=True)
class Grid:
    """A table; its caption may be empty. Each row may belong to a record."""

    caption: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    seqs: tuple[int, ...] = ()

    @property
    def numbers(self) -> list[bool]:
        """Which columns hold nothing but numbers, and so are aligned to the right."""
        return [_is_numeric([row[at] for row in self.rows if at < len(row)]) for at in range(len(self.columns))]


def grid(heads: Sequence[str], rows: Sequence[Sequence[str]], seqs: Sequence[int]) -> Grid:
    """A table without a caption, and without the columns that nothing is in."""
    used = [at for at in range(len(heads)) if any(row[at] for row in rows)]
    cells = tuple(tuple(row[at] for at in used) for row in rows)
    return Grid("", tuple(heads[at] for at in used), cells, tuple(seqs))


def _is_numeric(cells: Sequence[str]) -> bool:
    filled = [cell for cell in cells if cell]
    return bool(filled) and all(_NUMBER.fullmatch(cell) for cell in filled)


@dataclass(frozen=True)
class Curve:
    """A score of the first sides over the battle, with the turning points marked by their numbers."""

    sides: tuple[str, ...]
    points: tuple[tuple[float, ...], ...]  # for each position, one for each side
    seqs: tuple[int, ...]  # the record that each position comes before; for the last one, the record that it comes after
    marks: tuple[tuple[int, int, str], ...]  # the number of a position, whose line, and what happened there
    colors: tuple[int, ...] = (0, 1)  # of the sides
    shares: bool = True  # chances from 0 to 1; else losses

    @property
    def measure(self) -> str:
        return "chance to win" if self.shares else "enemy losses minus own, as expected at the end"

    @property
    def text(self) -> str:
        """The curve in words, for those who cannot see it."""
        shown = "{:.0%}".format if self.shares else "{:+.1f}".format
        first, last = self.points[0], self.points[-1]
        parts = [f"{side} {shown(start)} to {shown(end)}" for side, start, end in zip(self.sides, first, last, strict=True)]
        return f"{self.measure[:1].upper()}{self.measure[1:]}, from the first position to the last: " + ", ".join(parts)


@dataclass(frozen=True)
class Bars:
    """Numbers as bars, such as how often a result came up."""

    caption: str
    bars: tuple[tuple[str, float, float], ...]  # label, how many of how many

    @property
    def text(self) -> str:
        return f"{self.caption}: " + ", ".join(f"{label} {number:.3g} of {whole:.3g}" for label, number, whole in self.bars)


@dataclass(frozen=True)
class Picture:
    """A map: as SVG, and as lines of text."""

    svg: str
    lines: tuple[str, ...]
    caption: str

    @property
    def text(self) -> str:
        return self.caption


@dataclass(frozen=True)
class Fold:
    """Blocks for those who want to know it all: folded away on a page, left out on paper and elsewhere."""

    title: str
    blocks: tuple[Block, ...]
    kind: str = "protocol"  # or notes


Block: TypeAlias = Heading | Sentence | Grid | Curve | Bars | Picture | Fold


@dataclass(frozen=True)
class Report:
    """A battle to be told."""

    title: str
    game: str
    result: str
    blocks: tuple[Block, ...]
    log: bytes = field(default=b"", repr=False)  # embedded in the page; empty for one side's report
    log_name: str = ""
    sides: tuple[tuple[str, int], ...] = ()  # by name, with the numbers of their colors
    replay: dict[str, Any] | None = field(default=None, repr=False)  # to step through the battle


_CODE = "code"  # the tag that phpBB and BoardGameGeek both know


def one_line(text: str) -> str:
    """A text without line breaks and control characters."""
    return " ".join(clean(text).split())


# Markdown


def _escaped(text: str) -> str:
    """Every character that Markdown could take for markup, with a backslash before it."""
    text = re.sub(r"([\\`*_\[\]<>|#~&!$@])", r"\\\1", one_line(text))
    text = re.sub(r"://", r"\\://", text)
    return re.sub(r"(?i)\bwww\.", lambda found: found[0][:-1] + "\\.", text)


def markdown(report: Report) -> str:
    """The report as Markdown, with the tables that GitHub and most forums know."""
    lines = [f"# {_escaped(report.title)}", "", f"*{_escaped(report.game)}*: **{_escaped(report.result)}**", ""]
    shown = [block for block in report.blocks if not isinstance(block, Fold)]
    for block, following in zip_longest(shown, shown[1:]):
        listed = isinstance(block, Sentence) and isinstance(following, Sentence) and following.kind not in ("side", "event")
        lines += _markdown_block(block)
        lines += [] if listed or not lines[-1] else [""]  # the items of a list are close together
    return "\n".join(lines).rstrip() + "\n"


def _markdown_block(block: Block) -> list[str]:
    match block:
        case Heading(level, text):
            return [f"{'#' * level} {_escaped(text)}"]
        case Sentence(text, "lead" | "point" | "event"):
            return [_escaped(text), ""]
        case Sentence(text, "side"):
            return [f"**{_escaped(text)}**", ""]
        case Sentence(text, kind):
            return [f"- *{_escaped(text)}*" if kind == "ruling" else f"- {_escaped(text)}"]
        case Grid(caption, columns, rows):
            head = [f"**{_escaped(caption)}**", ""] if caption else []
            cells = [[_escaped(cell) or " " for cell in row] for row in padded(columns, rows)]
            rule = ["---:" if number else "---" for number in [*block.numbers, *[False] * len(cells[0])][: len(cells[0])]]
            return [*head, *(f"| {' | '.join(row)} |" for row in [cells[0], rule, *cells[1:]])]
        case Picture(lines=drawn_lines):
            return ["```", *(clean(line).replace("`", "'") for line in drawn_lines), "```"]
        case Fold():
            return []
    return [_escaped(block.text)]


# BBCode


def _plain(text: str) -> str:
    """BBCode has no way to quote a bracket, so brackets become parentheses."""
    return one_line(text).replace("[", "(").replace("]", ")")


def bbcode(report: Report) -> str:
    """The report as BBCode, with tags that mean the same to phpBB and BoardGameGeek; sizes do not."""
    lines = [f"[b][u]{_plain(report.title)}[/u][/b]", f"[i]{_plain(report.game)}[/i]: [b]{_plain(report.result)}[/b]", ""]
    for block in report.blocks:
        lines += _bbcode_block(block)
    return "\n".join(lines).rstrip() + "\n"


def _bbcode_block(block: Block) -> list[str]:
    match block:
        case Heading(level, text):
            return ["", f"[b]{_plain(text)}[/b]" if level > 2 else f"[b][u]{_plain(text)}[/u][/b]"]
        case Sentence(text, "side"):
            return [f"[b]{_plain(text)}[/b]"]
        case Sentence(text, kind):
            return [f"[COLOR=#AA6600]{_plain(text)}[/COLOR]" if kind == "ruling" else _plain(text)]
        case Grid():
            return [f"[{_CODE}]", *(_plain_cells(line) for line in _drawn(block)), f"[/{_CODE}]"]
        case Picture(lines=lines):
            return [f"[{_CODE}]", *map(_plain_cells, lines), f"[/{_CODE}]"]
        case Fold():
            return []
    return [_plain(block.text)]


def _plain_cells(line: str) -> str:
    """A line of a table: its spaces count, so they are kept."""
    return clean(line).replace("[", "(").replace("]", ")")


# text


def text(report: Report, width: int = 80) -> str:
    """The report as text, folded at a width; tables are as wide as they must be."""
    opening = (one_line(report.title), f"{one_line(report.game)}: {one_line(report.result)}")
    lines = [part for line in opening for part in _folded(line, width, indent=0)]
    for block in report.blocks:
        lines += text_block(block, width)
    return "\n".join(line.rstrip() for line in lines) + "\n"


def text_block(block: Block, width: int) -> list[str]:
    match block:
        case Heading(level, words):
            return ["", one_line(words).upper() if level == 2 else one_line(words)]
        case Grid():
            return _drawn(block, width)
        case Sentence(words, "lead"):
            return _folded(one_line(words), width, 0)
        case Sentence(words, kind):
            return _folded(("* " if kind == "ruling" else "") + one_line(words), width)
        case Picture(lines=lines):
            return ["", *(clean(line) for line in lines)]
        case Fold():
            return []
    return _folded(one_line(block.text), width)


def _folded(line: str, width: int, indent: int = 2) -> list[str]:
    first, later = " " * indent, " " * (indent + 2)
    return textwrap.wrap(line, width, initial_indent=first, subsequent_indent=later, break_long_words=False, break_on_hyphens=False)


def padded(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> list[list[str]]:
    """The rows below their heads, all of the same length."""
    width = max(len(columns), *(len(row) for row in rows)) if rows else len(columns)
    return [[*row, *[""] * (width - len(row))] for row in [list(columns), *map(list, rows)]]


def _drawn(grid: Grid, width: int = 0) -> list[str]:
    """A table with aligned columns. Where it is too wide its cells are folded, or it becomes a list of rows."""
    if len(grid.columns) == 1 and all(len(row) == 1 for row in grid.rows):
        return _quoted(grid)
    heads, *rows = [[one_line(cell) for cell in row] for row in padded(grid.columns, grid.rows)]
    columns = [list(column) for column in zip(*rows, strict=True)] or [[] for _ in heads]
    caption = [f"  {one_line(grid.caption)}"] if grid.caption else []
    room = width - 2 * len(heads) if width else sum(len(cell) for row in [heads, *rows] for cell in row)
    if fits(heads, columns, room):
        widths = fitted(heads, columns, room)
        right = [*grid.numbers, *[False] * len(heads)]
        return [*caption, *(line for row in [heads, *rows] for line in _row_lines(row, widths, right))]
    told = [", ".join(f"{head} {cell}".strip() for head, cell in zip(heads, row, strict=True) if cell) for row in rows]
    return [*caption, *(line for text in told for line in _folded(text, width))]


def _quoted(grid: Grid) -> list[str]:
    """A table of one column holds the lines of a text, such as the next scenario: set in below its head, with their own indents."""
    head = [f"  {one_line(text)}" for text in (grid.caption, *grid.columns) if text]
    return [*head, *(f"    {' '.join(clean(line).splitlines()).rstrip()}" for (line,) in grid.rows)]


def _row_lines(row: Sequence[str], widths: Sequence[int], right: Sequence[bool]) -> list[str]:
    """A row of a table, of as many lines as its tallest cell; numbers are aligned to the right."""
    cells = [wrapped(cell, width) if len(cell) > width else [cell] for cell, width in zip(row, widths, strict=True)]
    lines = zip_longest(*cells, fillvalue="")
    return [
        "  "
        + "  ".join(
            part.rjust(width) if number else part.ljust(width) for part, width, number in zip(line, widths, right, strict=False)
        ).rstrip()
        for line in lines
    ]
