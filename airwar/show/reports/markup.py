"""Stories as Markdown, BBCode and plain text. Names from scenarios are data: whatever they hold, they cannot become markup."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence
from itertools import zip_longest

from airwar.show.reports.blocks import Block, Fold, Grid, Heading, Picture, Sentence, Story
from airwar.show.text import clean, fits, fitted, wrapped

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


def markdown(story: Story) -> str:
    """The story as Markdown, with the tables that GitHub and most forums know."""
    lines = [f"# {_escaped(story.title)}", "", f"*{_escaped(story.game)}*: **{_escaped(story.result)}**", ""]
    shown = [block for block in story.blocks if not isinstance(block, Fold)]
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


def bbcode(story: Story) -> str:
    """The story as BBCode, with tags that mean the same to phpBB and BoardGameGeek; sizes do not."""
    lines = [f"[b][u]{_plain(story.title)}[/u][/b]", f"[i]{_plain(story.game)}[/i]: [b]{_plain(story.result)}[/b]", ""]
    for block in story.blocks:
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


def text(story: Story, width: int = 80) -> str:
    """The story as text, folded at a width; tables are as wide as they must be."""
    opening = (one_line(story.title), f"{one_line(story.game)}: {one_line(story.result)}")
    lines = [part for line in opening for part in _folded(line, width, indent=0)]
    for block in story.blocks:
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
