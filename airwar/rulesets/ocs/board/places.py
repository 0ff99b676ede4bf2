"""Places on the map: hexes, air bases and ships, and what can change about them."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

BASE, STRIP, CARRIER = "base", "strip", "carrier"
SINKS = 2  # hits that sink a ship
MOST_HITS = 4  # on a port


@dataclass(frozen=True, eq=False)
class Terrain:
    """The ground in a hex."""

    kind: str = "open"
    closeness: str = ""  # close, very-close or extremely-close, for the barrage table of 4.3
    village: bool = False
    airfield: bool = False  # other than an air base of the scenario


class Ground(NamedTuple):
    """The ground units in and next to a hex."""

    place: str = ""
    before: tuple[str, ...] = ()  # sides with any unit there when the phase began
    now: tuple[str, ...] = ()  # sides with any unit there now
    combat: tuple[str, ...] = ()  # sides with combat units there
    spotters: tuple[str, ...] = ()  # sides with a combat unit next to it
    res: Fraction = Fraction(1)
    hedgehog: int = 0
    hq: bool = False
    flak: int = 0
    strat_mode: bool = False


@dataclass(frozen=True, eq=False)
class Harbor:
    """What never changes about a port: what it handles in T, and after one to four hits if its own damage track says so."""

    capacity: int
    track: tuple[int, ...] = ()


@dataclass(frozen=True, eq=False)
class Place:
    """A hex that matters to air units, with or without an air base in it."""

    terrain: Terrain = field(default_factory=Terrain)
    ground: Ground = field(default_factory=Ground)  # when the scenario begins
    planes: int | None = None  # that a carrier holds; any number if the scenario does not say
    harbor: Harbor | None = None
    enemy_zoc: bool = False  # in a zone of control of its owner's enemy that nothing negates


@dataclass(frozen=True, eq=False)
class Ship:
    """A ship that can be attacked. A carrier is an air base as well, under the same id, and its hex moves with it."""

    id: str
    name: str
    side: str
    at: str
    protection: int = 1
    flak: int = 0
    carrier: bool = False


class Airfield(NamedTuple):
    """What changes about an air base: its owner, level, supply, gliders and kind, and what it has unloaded."""

    id: str
    side: str
    level: int
    supply: int
    gliders: int = 0
    kind: str = BASE  # base, strip or carrier
    unloaded: Fraction = Fraction(0)  # T from aircraft in this phase


class Hull(NamedTuple):
    """What changes about a ship: its hits, and whether it is DG."""

    id: str
    hits: int = 0
    dg: bool = False


class Port(NamedTuple):
    """What changes about a port: its owner and its hits."""

    place: str
    side: str
    hits: int = 0


class Marker(NamedTuple):
    """A rail interdiction marker: where it is, and who placed it."""

    place: str
    side: str
