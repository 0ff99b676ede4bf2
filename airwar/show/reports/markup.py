"""Stories as Markdown, BBCode and plain text. Names from scenarios are data: whatever they hold, they cannot become markup."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence
from itertools import zip_longest

from airwar.show.reports.blocks import Block, Fold, Grid, Heading, Line, Picture, Story
from airwar.show.text import clean, fits, fitted, wrapped

CODE = "code"  # the tag that phpBB and BoardGameGeek both know


def one_line(text: str) -> str:
    """A text without line breaks and control characters."""
    return " ".join(clean(text).split())


# Markdown


def escaped(text: str) -> str:
    """Every character that Markdown could take for markup, with a backslash before it."""
    text = re.sub(r"([\\`*_\[\]<>|#~&!$@])", r"\\\1", one_line(text))
    text = re.sub(r"://", r"\\://", text)
    return re.sub(r"(?i)\bwww\.", lambda found: found[0][:-1] + "\\.", text)


def markdown(story: Story) -> str:
    """The story as Markdown, with the tables that GitHub and most forums know."""
    lines = [f"# {escaped(story.title)}", "", f"*{escaped(story.game)}*: **{escaped(story.result)}**", ""]
    shown = [block for block in story.blocks if not isinstance(block, Fold)]
    for block, following in zip_longest(shown, shown[1:]):
        listed = isinstance(block, Line) and isinstance(following, Line) and following.kind not in ("side", "event")
        lines += markdown_block(block)
        lines += [] if listed or not lines[-1] else [""]  # the items of a list are close together
    return "\n".join(lines).rstrip() + "\n"


def markdown_block(block: Block) -> list[str]:
    match block:
        case Heading(level, text):
            return [f"{'#' * level} {escaped(text)}"]
        case Line(text, "lead" | "point" | "event"):
            return [escaped(text), ""]
        case Line(text, "side"):
            return [f"**{escaped(text)}**", ""]
        case Line(text, kind):
            return [f"- *{escaped(text)}*" if kind == "ruling" else f"- {escaped(text)}"]
        case Grid(caption, columns, rows):
            head = [f"**{escaped(caption)}**", ""] if caption else []
            cells = [[escaped(cell) or " " for cell in row] for row in padded(columns, rows)]
            rule = ["---:" if number else "---" for number in [*block.numbers, *[False] * len(cells[0])][: len(cells[0])]]
            return [*head, *(f"| {' | '.join(row)} |" for row in [cells[0], rule, *cells[1:]])]
        case Picture(lines=drawn_lines):
            return ["```", *(clean(line).replace("`", "'") for line in drawn_lines), "```"]
        case Fold():
            return []
    return [escaped(block.text)]


# BBCode


def plain(text: str) -> str:
    """BBCode has no way to quote a bracket, so brackets become parentheses."""
    return one_line(text).replace("[", "(").replace("]", ")")


def bbcode(story: Story) -> str:
    """The story as BBCode, with tags that mean the same to phpBB and BoardGameGeek; sizes do not."""
    lines = [f"[b][u]{plain(story.title)}[/u][/b]", f"[i]{plain(story.game)}[/i]: [b]{plain(story.result)}[/b]", ""]
    for block in story.blocks:
        lines += bbcode_block(block)
    return "\n".join(lines).rstrip() + "\n"


def bbcode_block(block: Block) -> list[str]:
    match block:
        case Heading(level, text):
            return ["", f"[b]{plain(text)}[/b]" if level > 2 else f"[b][u]{plain(text)}[/u][/b]"]
        case Line(text, "side"):
            return [f"[b]{plain(text)}[/b]"]
        case Line(text, kind):
            return [f"[COLOR=#AA6600]{plain(text)}[/COLOR]" if kind == "ruling" else plain(text)]
        case Grid():
            return [f"[{CODE}]", *(plain_cells(line) for line in drawn(block)), f"[/{CODE}]"]
        case Picture(lines=lines):
            return [f"[{CODE}]", *map(plain_cells, lines), f"[/{CODE}]"]
        case Fold():
            return []
    return [plain(block.text)]


def plain_cells(line: str) -> str:
    """A line of a table: its spaces count, so they are kept."""
    return clean(line).replace("[", "(").replace("]", ")")


# text


def text(story: Story, width: int = 80) -> str:
    """The story as text, folded at a width; tables are as wide as they must be."""
    opening = (one_line(story.title), f"{one_line(story.game)}: {one_line(story.result)}")
    lines = [part for line in opening for part in folded(line, width, indent=0)]
    for block in story.blocks:
        lines += text_block(block, width)
    return "\n".join(line.rstrip() for line in lines) + "\n"


def text_block(block: Block, width: int) -> list[str]:
    match block:
        case Heading(level, words):
            return ["", one_line(words).upper() if level == 2 else one_line(words)]
        case Grid():
            return drawn(block, width)
        case Line(words, "lead"):
            return folded(one_line(words), width, 0)
        case Line(words, kind):
            return folded(("* " if kind == "ruling" else "") + one_line(words), width)
        case Picture(lines=lines):
            return ["", *(clean(line) for line in lines)]
        case Fold():
            return []
    return folded(one_line(block.text), width)


def folded(line: str, width: int, indent: int = 2) -> list[str]:
    first, later = " " * indent, " " * (indent + 2)
    return textwrap.wrap(line, width, initial_indent=first, subsequent_indent=later, break_long_words=False, break_on_hyphens=False)


def padded(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> list[list[str]]:
    """The rows below their heads, all of the same length."""
    width = max(len(columns), *(len(row) for row in rows)) if rows else len(columns)
    return [[*row, *[""] * (width - len(row))] for row in [list(columns), *map(list, rows)]]


def drawn(grid: Grid, width: int = 0) -> list[str]:
    """A table with aligned columns. Where it is too wide its cells are folded, or it becomes a list of rows."""
    if len(grid.columns) == 1 and all(len(row) == 1 for row in grid.rows):
        return quoted(grid)
    heads, *rows = [[one_line(cell) for cell in row] for row in padded(grid.columns, grid.rows)]
    columns = [list(column) for column in zip(*rows, strict=True)] or [[] for _ in heads]
    caption = [f"  {one_line(grid.caption)}"] if grid.caption else []
    room = width - 2 * len(heads) if width else sum(len(cell) for row in [heads, *rows] for cell in row)
    if fits(heads, columns, room):
        widths = fitted(heads, columns, room)
        right = [*grid.numbers, *[False] * len(heads)]
        return [*caption, *(line for row in [heads, *rows] for line in row_lines(row, widths, right))]
    told = [", ".join(f"{head} {cell}".strip() for head, cell in zip(heads, row, strict=True) if cell) for row in rows]
    return [*caption, *(line for text in told for line in folded(text, width))]


def quoted(grid: Grid) -> list[str]:
    """A table of one column holds the lines of a text, such as the next scenario: set in below its head, with their own indents."""
    head = [f"  {one_line(text)}" for text in (grid.caption, *grid.columns) if text]
    return [*head, *(f"    {' '.join(clean(line).splitlines()).rstrip()}" for (line,) in grid.rows)]


def row_lines(row: Sequence[str], widths: Sequence[int], right: Sequence[bool]) -> list[str]:
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
