"""Hexes by the labels that a map prints, and how far apart they are.

A label has two parts: a letter and a number (`K28`), or two numbers (`34.12`), the latter with the letters of its map in front
where a game has several maps (`B12.07`). One of the parts numbers lines of hexes that touch along a straight line; the other
counts along the line. Neighboring lines are half a hex apart, and which of them lie further along is printed on the map and
nowhere else. So a scenario can say it, under `grid`:

    straight   the part that numbers the straight lines: first (the default) or second
    shifted    the lines that lie half a hex further toward the higher numbers: even (the default) or odd; or each, if every
               line lies half a hex further than the one before, or each-back, if half a hex less far
    after-z    the line after Z: double (the default) for AA, BB, CC, or alphabetical for AA, AB, AC
    maps       where several maps join: what to add to the two numbers of a label on each, as {B: [30, 0]}

Distances are counted in cube coordinates (q + r + s = 0), where a step to a neighbor changes two of the three by one.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import field
from math import sqrt
from typing import NamedTuple

from airwar.engine.frozen import dataclass
from airwar.scenario.shape import Field, ListOf, MapOf, OneOf, Record, Section, Text, Whole

LABEL = re.compile(r"(?P<row>[A-Z]{1,2})(?P<along>[0-9]{1,3})|(?P<map>[A-Z]{1,3})?(?P<first>[0-9]{1,3})\.(?P<second>[0-9]{1,3})")
HEX = Text(max_length=12, pattern=re.sub(r"\?P<\w+>", "", LABEL.pattern), help="a hex label such as K28, 34.12 or B12.07")
HEX_FIELD = Field(HEX, help="its label on the map, such as K28, 34.12 or B12.07; distances follow from it")

OFFSET = ListOf(Whole(-999, 999), 2, 2, wanted="two numbers")
GRID = Record(
    {
        "straight": Field(
            OneOf(("first", "second")),
            default="first",
            help="the part of a label that numbers straight lines of hexes",
        ),
        "shifted": Field(
            OneOf(("even", "odd", "each", "each-back")),
            default="even",
            help="the lines half a hex further toward the higher numbers; each: every line, compared with the one before",
        ),
        "after-z": Field(OneOf(("double", "alphabetical")), default="double", help="the line after Z: AA, BB, CC, or AA, AB, AC"),
        "maps": Field(
            MapOf("[A-Z]{1,3}", OFFSET),
            help="maps that are joined: what to add to the two numbers of a label on each",
        ),
    }
)
GRID_FIELD = Field(GRID, help="how the map numbers its hexes, where places have a hex")


class Hex(NamedTuple):
    """A hex in cube coordinates; the third is -q - r. Only hexes of one map, or of joined maps, can be compared."""

    q: int
    r: int
    sheet: str = ""


@dataclass(frozen=True)
class Grid:
    """How a map numbers its hexes."""

    straight: str = "first"
    shifted: str = "even"
    after_z: str = "double"
    maps: Mapping[str, tuple[int, int]] = field(default_factory=dict)

    def hex(self, label: str) -> Hex:
        """The hex with a label. Raises ValueError for a label that no map prints."""
        found = LABEL.fullmatch(label)
        if not found:
            raise ValueError(f"{label!r} is not a hex label; expected one like K28 or 34.12")
        sheet = found["map"] or ""
        first = self.line_of(found["row"]) if found["row"] else int(found["first"])
        second = int(found["along"] or found["second"])
        if sheet in self.maps:
            first, second, sheet = first + self.maps[sheet][0], second + self.maps[sheet][1], ""
        line, along = (first, second) if self.straight == "first" else (second, first)
        return Hex(line, (2 * along + self.shift(line) - line) // 2, sheet)

    def drawn_in_rows(self, label: str) -> bool:
        """Whether the straight lines of hexes run across the page. Letters number rows; of two numbers, the second does."""
        found = LABEL.fullmatch(label)
        return bool(found and found["row"]) == (self.straight == "first")

    def shift(self, line: int) -> int:
        """How far a line lies toward the higher numbers, in half hexes."""
        return {"even": 1 - line % 2, "odd": line % 2, "each": line, "each-back": -line}[self.shifted]

    def line_of(self, letters: str) -> int:
        """The number of a lettered line: A is 1, Z is 26, AA is 27."""
        first, second = ord(letters[0]) - 64, ord(letters[-1]) - 64
        if len(letters) == 1:
            return first
        if self.after_z == "alphabetical":
            return 26 * first + second
        if first != second:
            raise ValueError(f"{letters} is not a line of this map; after Z come AA, BB and so on, or say after-z: alphabetical")
        return 26 + first


def apart(here: Hex, there: Hex) -> int | None:
    """How many hexes two hexes are apart: 1 for neighbors. None for hexes of maps that are not joined."""
    if here.sheet != there.sheet:
        return None
    q, r = here.q - there.q, here.r - there.r
    return max(abs(q), abs(r), abs(q + r))


def drawn_at(here: Hex, in_rows: bool) -> tuple[float, float, str]:
    """The middle of a hex on paper, to the right and down, in hexes; and its sheet."""
    across, along = here.q * sqrt(3) / 2, here.r + here.q / 2
    return (along, across, here.sheet) if in_rows else (across, along, here.sheet)


def grid_of(said: Section | None) -> Grid:
    """The `grid` of a scenario."""
    if not said:
        return Grid()
    maps = {name: (first, second) for name, (first, second) in (said["maps"] or {}).items()}
    return Grid(said["straight"], said["shifted"], said["after-z"], maps)
