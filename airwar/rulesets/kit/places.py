"""The places of a map: their names, their hexes, and how far apart they are.

A distance comes from the first of these that has it:

    1. the scenario's `distances`, `{here: {there: hexes}}`; one way is enough. They override the map, as for a flight that goes
       around neutral land
    2. the `hex` labels of the two places
    3. `unlisted-distances: far`, which states that pairs without a distance are out of reach
    4. the table: the referee is asked, once for each pair, as the fact `distance.HERE.THERE` with the ids in alphabetical order.
       The answer is a number of hexes, or `far` for out of reach

In a ruleset, the fields come from `distance_fields` and `HEX_FIELD`, the places from `places_among`, and rules ask

    hexes_between(ref, places, here, there)            a number; FAR is more than any range
    beyond(ref, places, here, there, reach)            why a place is out of reach, as "Malta is 6 hexes away", or None

`ref` is None while a file is checked. Nobody can be asked then, so an unknown distance refuses nothing: what it decides is
checked again when the order is carried out. `check_distances` reports contradictions as problems and unknown pairs as a note.

A hex has the label that the map prints: a letter and a number (`K28`), or two numbers (`34.12`), with the letters of its map in
front where a game has several maps (`B12.07`). One of the parts numbers lines of hexes that touch along a straight line; the other
counts along the line. Neighboring lines are half a hex apart, and only the map itself shows which of them lie further along. So a
scenario can say it, under `grid`:

    straight   the part that numbers the straight lines: first (the default) or second
    shifted    the lines that lie half a hex further toward the higher numbers: even (the default) or odd; or each, if every
               line lies half a hex further than the one before, or each-back, if half a hex less far
    after-z    the line after Z: double (the default) for AA, BB, CC, or alphabetical for AA, AB, AC
    maps       where several maps join: what to add to the two numbers of a label on each, as {B: [30, 0]}

Hexes are counted in cube coordinates (q + r + s = 0), where a step to a neighbor changes two of the three by one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import field
from functools import cached_property
from itertools import islice
from math import sqrt
from typing import NamedTuple, Protocol

from airwar.engine.frozen import dataclass
from airwar.engine.referee import Referee
from airwar.engine.words import count
from airwar.rulesets.kit.records import place_of
from airwar.rulesets.kit.telling import title_of
from airwar.rulesets.ruleset import Geography, Site
from airwar.scenario.problems import Mark, Problems, listing
from airwar.scenario.shape import Field, ListOf, MapOf, OneOf, Record, Ref, Section, Text, Whole

# hexes

_LABEL = re.compile(r"(?P<row>[A-Z]{1,2})(?P<along>[0-9]{1,3})|(?P<map>[A-Z]{1,3})?(?P<first>[0-9]{1,3})\.(?P<second>[0-9]{1,3})")
HEX = Text(max_length=12, pattern=re.sub(r"\?P<\w+>", "", _LABEL.pattern), help="a hex label such as K28, 34.12 or B12.07")
HEX_FIELD = Field(HEX, help="its label on the map, such as K28, 34.12 or B12.07; distances follow from it")

_OFFSET = ListOf(Whole(-999, 999), 2, 2, wanted="two numbers")
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
            MapOf("[A-Z]{1,3}", _OFFSET),
            help="maps that are joined: what to add to the two numbers of a label on each",
        ),
    }
)
_GRID_FIELD = Field(GRID, help="how the map numbers its hexes, if places have a hex")


class Hex(NamedTuple):
    """A hex in cube coordinates; the third is -q - r. Only hexes of one map, or of joined maps, can be compared."""

    q: int
    r: int
    sheet: str = ""


@dataclass(frozen=True)
class HexGrid:
    """How a map numbers its hexes."""

    straight: str = "first"
    shifted: str = "even"
    after_z: str = "double"
    maps: Mapping[str, tuple[int, int]] = field(default_factory=dict)

    def hex(self, label: str) -> Hex:
        """The hex with a label. Raises ValueError for a label that no map prints."""
        found = _LABEL.fullmatch(label)
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
        found = _LABEL.fullmatch(label)
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


def grid_of(said: Section | None) -> HexGrid:
    """The `grid` of a scenario."""
    if not said:
        return HexGrid()
    maps = {name: (first, second) for name, (first, second) in (said["maps"] or {}).items()}
    return HexGrid(said["straight"], said["shifted"], said["after-z"], maps)


# distances

FAR = 9999  # in hexes: out of reach of everything
MOST_HEXES = 500
_MOST_LISTED = 12  # the most unknown distances in one note
Pair = tuple[str, str]


@dataclass(frozen=True)
class Places:
    """Named places. A distance that is given one way holds both ways."""

    names: Mapping[str, str] = field(default_factory=dict)
    distances: Mapping[Pair, int] = field(default_factory=dict)
    hexes: Mapping[str, Hex] = field(default_factory=dict)
    unlisted_far: bool = False  # pairs without a distance are out of reach
    in_rows: bool = False  # the straight lines of hexes run across the map

    def name(self, place: str) -> str:
        """The name of a place; a place without one is called by its id."""
        return self.names.get(place) or title_of(place)

    def distance(self, here: str, there: str) -> int | None:
        """The distance between two places according to the scenario, or None if it does not say."""
        known = self._distances
        if (here, there) not in known:
            known[here, there] = self._distance(here, there)
        return known[here, there]

    @cached_property
    def _distances(self) -> dict[Pair, int | None]:
        """A cache of distances. They never change: what the table states is asked for again where it counts."""
        return {}

    def _distance(self, here: str, there: str) -> int | None:
        if here == there:
            return 0
        typed = self.distances.get((here, there), self.distances.get((there, here)))
        if typed is not None:
            return typed
        on_the_map = self.on_the_map(here, there)
        return FAR if on_the_map is None and self.unlisted_far else on_the_map

    def on_the_map(self, here: str, there: str) -> int | None:
        """The distance between the hexes of two places, or None if a label is missing."""
        one, other = self.hexes.get(here), self.hexes.get(there)
        return apart(one, other) if one and other else None

    def hex_of(self, place: str) -> str:
        """The place itself: these places do not move."""
        return place

    def geography(self, holders: Mapping[str, str], name: Callable[[str], str] | None = None) -> Geography:
        """The map of these places, and who holds each."""
        drawn = {place: drawn_at(hex_, self.in_rows) for place, hex_ in self.hexes.items()}
        sites = (Site(place, (name or self.name)(place), holder, drawn.get(place)) for place, holder in holders.items())
        known = {pair: hexes for pair, hexes in self.distances.items() if hexes < FAR and holders.keys() >= set(pair)}
        return Geography(tuple(sites), known)

    def distance_refused(self, here: str, there: str) -> str | None:
        """Why the distance between two places cannot be known, or None."""
        if self.distance(here, there) is not None:
            return None
        return f"no distance is given between {self.name(here)} and {self.name(there)}; add it under distances"


class Place(Protocol):
    """A place that is a record of a position: a base, a hex."""

    @property
    def id(self) -> str: ...

    @property
    def name(self) -> str: ...

    @property
    def hex(self) -> str: ...


class Distances(Protocol):
    """A source of distances: `Places`, or a setting where a carrier in port is at the place of its port."""

    def name(self, place: str) -> str: ...

    def hex_of(self, place: str) -> str: ...

    def distance(self, here: str, there: str) -> int | None: ...


# at the table


def hexes_between(ref: Referee, places: Distances, here: str, there: str) -> int:
    """The hexes between two places. The referee is asked for a distance that the scenario does not give."""
    known = places.distance(here, there)
    if known is not None:
        return known
    here, there = sorted((places.hex_of(here), places.hex_of(there)))
    what = f"the hexes between {places.name(here)} and {places.name(there)}, or far"
    said = ref.fact(f"distance.{here}.{there}", what, refuse=distance_refused, examples=("3", "far"))
    return FAR if said == "far" else int(said)


def beyond(ref: Referee | None, places: Distances, here: str, there: str, reach: int) -> str | None:
    """Why a place is out of reach of another, or None. Without a referee, an unknown distance refuses nothing."""
    hexes = places.distance(here, there) if ref is None else hexes_between(ref, places, here, there)
    if hexes is None or hexes <= reach:
        return None
    return f"{places.name(there)} is {away(hexes)}"


def away(hexes: int) -> str:
    """A distance in words."""
    return "out of reach" if hexes >= FAR else f"{count(hexes, 'hex', 'hexes')} away"


def distance_refused(said: str) -> str | None:
    """Why an answer is not a distance, or None."""
    if said == "far" or (said.isascii() and said.isdigit() and len(said) <= 3 and int(said) <= MOST_HEXES):
        return None
    return f"{said!r} is not a distance; expected a number of hexes up to {MOST_HEXES}, or far"


# in a scenario

DECISIONS = {"distance.*.*": "the distance between two places in hexes, or far"}  # an entry for the decisions of a ruleset


def distance_fields(*sections: str) -> dict[str, Field]:
    """The scenario fields for distances between the places of these sections."""
    place = Ref(*sections)
    typed = MapOf(place, MapOf(place, Whole(1, MOST_HEXES)))
    return {
        "grid": _GRID_FIELD,
        "distances": Field(typed, help="hexes between places, if they do not follow from the map; one direction is enough"),
        "unlisted-distances": Field(
            OneOf(("ask", "far")),
            default="ask",
            help="pairs whose distance is not known: ask when one is needed, or far: out of reach",
        ),
    }


def distances_of(said: Mapping[str, Mapping[str, int]] | None) -> dict[Pair, int]:
    """The `distances` of a scenario by pairs of places."""
    return {(here, there): hexes for here, row in (said or {}).items() for there, hexes in row.items()}


def places_among(records: Iterable[Place], distances: Mapping[str, Mapping[str, int]], grid: HexGrid, unlisted_far: bool) -> Places:
    """The places among the records of a position. A label that the map cannot have is ignored: `check_labels` reports it."""
    found = list(records)
    labels = {place.id: grid.hex(place.hex) for place in found if place.hex and _label_refused(grid, place.hex) is None}
    in_rows = any(grid.drawn_in_rows(place.hex) for place in found if place.id in labels)
    return Places({place.id: place.name for place in found}, distances_of(distances), labels, unlisted_far, in_rows)


def check_labels(records: Iterable[Place], grid: HexGrid, problems: Problems) -> None:
    """Reports hex labels that the map cannot have."""
    for place in records:
        refused = _label_refused(grid, place.hex) if place.hex else None
        if refused:
            problems.add(place_of(place, "hex"), refused)


def _label_refused(grid: HexGrid, label: str) -> str | None:
    """Why the map has no hex of this label, or None."""
    try:
        grid.hex(label)
    except ValueError as wrong:
        return str(wrong)
    return None


def hex_of(label: str, mark: Mark, grid: HexGrid, problems: Problems) -> Hex | None:
    """The hex of a place, if it has a label that the map can have."""
    try:
        return grid.hex(label) if label else None
    except ValueError as wrong:
        problems.add(mark, str(wrong))
        return None


def shorter_by_way_of(places: Places, typed: Mapping[Pair, int], here: str, there: str) -> tuple[str, int] | None:
    """A third place by way of which two places are closer than the scenario says, with that distance; or None."""
    stated = {place for pair in typed for place in pair}
    legs = {by: (places.distance(here, by), places.distance(by, there)) for by in sorted(stated - {here, there})}
    ways = {by: first + second for by, (first, second) in legs.items() if first is not None and second is not None}
    shortest = min(ways, key=lambda by: ways[by], default=None)
    return (shortest, ways[shortest]) if shortest is not None and ways[shortest] < typed[here, there] else None


def check_distances(document: Section, places: Places, needed: Iterable[Pair], problems: Problems) -> None:
    """Reports typed distances that contradict one another or the map, and notes which needed pairs are unknown."""
    typed = distances_of(document["distances"])
    for (here, there), hexes in typed.items():
        mark = document["distances"][here].at(there)
        back = typed.get((there, here), hexes)
        shortest = places.on_the_map(here, there)
        if here == there and hexes:
            problems.add(mark, f"{here} is {hexes} hexes from itself; expected two different places")
        elif back != hexes and here < there:
            problems.add(mark, f"{here} to {there} is {hexes}, but {there} to {here} is {back}; expected the same both ways")
        elif shortest is not None and hexes < shortest:
            problems.note(mark, f"{here} to {there} is {hexes}, but the map has {count(shortest, 'hex', 'hexes')} between them")
        detour = shorter_by_way_of(places, typed, here, there)
        if detour:
            problems.note(mark, f"{here} to {there} is {hexes}, but only {detour[1]} by way of {detour[0]}; no map has that")
    if places.unlisted_far or places.hexes.keys() >= places.names.keys():
        return
    unknown = list(islice((f"{here}-{there}" for here, there in needed if places.distance(here, there) is None), _MOST_LISTED + 1))
    if unknown:
        asked = "asked for when needed: give places a hex, add distances, or say unlisted-distances: far"
        several = len(unknown) > _MOST_LISTED
        how_many = f"more than {_MOST_LISTED} distances are" if several else count(len(unknown), "distance is", "distances are")
        problems.note(document.at("distances"), f"{how_many} not given ({listing(unknown[:_MOST_LISTED])}); {asked}")
