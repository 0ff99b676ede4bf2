"""What a story is made of: headings, sentences, tables and pictures, each with its text for those who cannot see it."""

from __future__ import annotations

from dataclasses import field
from typing import TypeAlias

from airwar.engine.frozen import dataclass


@dataclass(frozen=True)
class Heading:
    """A heading of level 2 or 3."""

    level: int
    text: str


@dataclass(frozen=True)
class Line:
    """A sentence. Its kind is loss, choice, event, ruling or plain; a mark says that it is the referee's word."""

    text: str
    kind: str = "plain"


@dataclass(frozen=True)
class Grid:
    """A table; its caption may be empty."""

    caption: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Curve:
    """The chance to win of the first two sides over the battle, from 0 to 1, with the turning points marked."""

    sides: tuple[str, ...]
    points: tuple[tuple[float, ...], ...]  # for each position, one for each side
    marks: tuple[tuple[int, str], ...]  # the number of a position, and what happened there

    @property
    def text(self) -> str:
        """The curve in words, for those who cannot see it."""
        first, last = self.points[0], self.points[-1]
        parts = [f"{side} {start:.0%} to {end:.0%}" for side, start, end in zip(self.sides, first, last, strict=True)]
        return "Chance to win from the first position to the last: " + ", ".join(parts)


@dataclass(frozen=True)
class Bars:
    """Numbers as bars, such as losses by side and unit."""

    caption: str
    bars: tuple[tuple[str, int, int], ...]  # label, how many of how many

    @property
    def text(self) -> str:
        return f"{self.caption}: " + ", ".join(f"{label} {number} of {whole}" for label, number, whole in self.bars)


@dataclass(frozen=True)
class Balance:
    """Numbers above and below zero as bars to both sides, such as the luck of each side."""

    caption: str
    bars: tuple[tuple[str, float, str], ...]  # label, value from -1 to 1, and the value in words

    @property
    def text(self) -> str:
        return f"{self.caption}: " + ", ".join(f"{label} {words}" for label, _, words in self.bars)


Block: TypeAlias = Heading | Line | Grid | Curve | Bars | Balance


@dataclass(frozen=True)
class Story:
    """A battle to be told."""

    title: str
    game: str
    result: str
    blocks: tuple[Block, ...]
    log: bytes = field(default=b"", repr=False)  # to be embedded; empty for one side's story
    log_name: str = ""
