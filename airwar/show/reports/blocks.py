"""What a story is made of: headings, sentences, tables and pictures, each with its text for those who cannot see it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import field
from typing import Any, TypeAlias

from airwar.engine.frozen import dataclass

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
    said = [cell for cell in cells if cell]
    return bool(said) and all(_NUMBER.fullmatch(cell) for cell in said)


@dataclass(frozen=True)
class Curve:
    """A score of the first sides over the battle, with the turning points marked by their numbers."""

    sides: tuple[str, ...]
    points: tuple[tuple[float, ...], ...]  # for each position, one for each side
    seqs: tuple[int, ...]  # the record that each position comes before; for the last one, the record after which it stands
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
class Story:
    """A battle to be told."""

    title: str
    game: str
    result: str
    blocks: tuple[Block, ...]
    log: bytes = field(default=b"", repr=False)  # embedded in the page; empty for one side's story
    log_name: str = ""
    sides: tuple[tuple[str, int], ...] = ()  # by name, with the numbers of their colors
    replay: dict[str, Any] | None = field(default=None, repr=False)  # to step through the battle
