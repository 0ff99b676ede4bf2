"""The state of a game turn: where the air units are, what the bases are worth, and what is still to come."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import NamedTuple

from airwar.engine.rule import rule
from airwar.rulesets.ocs.rulings import Rulings
from airwar.rulesets.ocs.units import AT_BASE, ELIMINATED, ELSEWHERE, EXPECTED, INACTIVE, Air, Counter, Side, values


@dataclass(frozen=True, eq=False)
class Place:
    """A hex, as far as air units care, with or without a base in it."""

    id: str
    name: str
    terrain: str = "open"
    closeness: str = ""  # close, very-close or extremely-close, for the barrage table of 4.3
    village: bool = False
    airfield: bool = False
    occupied_by: tuple[str, ...] = ()  # sides with any unit there when the phase begins
    combat_units: tuple[str, ...] = ()  # sides with combat units there
    spotters: tuple[str, ...] = ()  # sides with a combat unit beside it
    res: Fraction = Fraction(1)
    hedgehog: int = 0
    hq: bool = False
    flak: int = 0
    strat_mode: bool = False
    kind: str = ""  # base, strip or carrier; empty where there is none
    enemy_zoc: bool = False
    damaged: bool = False  # a carrier


@dataclass(frozen=True, eq=False)
class Cargo:
    """Something that is flown: a combat unit, or so many T of supply."""

    id: str
    supply: int = 0
    res: Fraction = Fraction(0)
    allowance: int = 0
    leg: bool = True

    @property
    def is_unit(self) -> bool:
        return not self.supply


@dataclass(frozen=True, eq=False)
class Order:
    """What a side does in one phase: a mission, or a base that its ground units capture."""

    id: str
    player: str  # whose player turn it is
    phase: str
    side: str  # who does it
    does: str
    at: str
    units: tuple[str, ...] = ()  # who flies; asked for when empty
    advantage: str = ""
    flak: str = ""
    result: str = ""
    cargo: tuple[Cargo, ...] = ()
    method: str = "paradrop"
    soviet: bool = False
    allied_eto: bool = False
    stays: bool = False  # transports that end at the destination
    ship: str = ""
    advance: bool = False
    self_inflicted: bool = False

    @property
    def role(self) -> str:
        """Whether the side that does it is phasing or non-phasing."""
        return "phasing" if self.side == self.player else "non-phasing"


@dataclass(frozen=True, eq=False)
class Setting:
    """What does not change during the turn."""

    sides: tuple[str, str]
    rulings: Rulings
    places: Mapping[str, Place]
    distances: Mapping[tuple[str, str], int]
    counters: Mapping[str, Counter]
    orders: tuple[Order, ...] = ()
    ships: Mapping[str, Ship] = field(default_factory=dict)
    date: tuple[int, int] = (1943, 12)
    flight: str = "full"
    flight_phases: tuple[str, ...] = ()
    weather: str = "clear"
    first: str = ""
    previous_first: str = ""
    play: tuple[tuple[str, str], ...] = ()  # player and phase; everything when empty
    facility_codes: tuple[str, ...] = ("NE", "AB", "1", "2")
    hip_shooters: tuple[str, ...] = ()
    sums: tuple[object, ...] = ()  # what is to be worked out beforehand

    @property
    def profile(self) -> str:
        return str(self.rulings["profile"])

    def distance(self, here: str, there: str) -> int | None:
        """Hexes between two places, as the scenario gives them; None when it does not."""
        if here == there:
            return 0
        return self.distances.get((here, there), self.distances.get((there, here)))

    def name(self, place: str) -> str:
        known = self.places.get(place)
        return known.name if known else place

    def enemy_of(self, side: str) -> str:
        return self.sides[1] if side == self.sides[0] else self.sides[0]


@dataclass(frozen=True, eq=False)
class Ship:
    """A ship that can be attacked."""

    id: str
    name: str
    side: str
    at: str
    protection: int = 1
    flak: int = 0


class Airfield(NamedTuple):
    """What changes of an air base: whose it is, its level, the supply there, and gliders."""

    id: str
    side: str
    level: int
    supply: int
    gliders: int = 0


class Hull(NamedTuple):
    """What changes of a ship: its hits, and whether it is DG."""

    id: str
    hits: int = 0
    dg: bool = False


class Marker(NamedTuple):
    """A rail interdiction marker: where, and who placed it."""

    place: str
    side: str


class Ground(NamedTuple):
    """Who has units in a hex since it changed hands or units came down: when the phase began, now, and whose fight."""

    place: str
    before: tuple[str, ...]
    now: tuple[str, ...]
    combat: tuple[str, ...]


class Stage(NamedTuple):
    """A segment of the sequence of play: whose player turn, the phase, the segment."""

    player: str
    phase: str
    segment: str = ""


class Act(NamedTuple):
    """A part of an order that a segment carries out: fly or resolve, and the number of the order."""

    part: str
    order: int


@dataclass(frozen=True)
class Turn:
    """A game turn in progress."""

    setting: Setting = field(hash=False, repr=False)
    units: tuple[Air, ...]
    bases: tuple[Airfield, ...] = ()
    hulls: tuple[Hull, ...] = ()
    agenda: tuple[Stage, ...] = ()  # the segments to come, the present one first
    acts: tuple[Act, ...] = ()  # what is still to be done in the present segment
    barraged: tuple[str, ...] = ()  # hexes barraged in this phase
    markers: tuple[Marker, ...] = ()
    ground: tuple[Ground, ...] = ()  # of hexes that are not as the scenario has them
    results: tuple[tuple[str, str], ...] = ()

    @property
    def rulings(self) -> Rulings:
        return self.setting.rulings

    def unit(self, unit_id: str) -> Air:
        return next(unit for unit in self.units if unit.id == unit_id)

    def counter(self, unit_id: str) -> Counter:
        return self.setting.counters[unit_id]

    def values(self, unit: Air) -> Side:
        return values(self.counter(unit.id), unit.steps)

    def base(self, place: str) -> Airfield | None:
        return next((base for base in self.bases if base.id == place), None)

    @rule("R44a", "R44c")
    def ground_at(self, place: str) -> Ground:
        """Who has units in a hex: as the scenario says, until something changes it."""
        known, hex_ = next((ground for ground in self.ground if ground.place == place), None), self.setting.places[place]
        return known or Ground(place, hex_.occupied_by, hex_.occupied_by, hex_.combat_units)

    @rule("R8", "R16")
    def active_at(self, place: str, side: str) -> tuple[str, ...]:
        """The active units of a side in a hex, at a base there or over it; inactive ones do not count."""
        there = (unit for unit in self.units if unit.active and unit.place == place)
        return tuple(unit.id for unit in there if self.counter(unit.id).side == side)

    @rule("R31", "R37")
    def based_at(self, place: str) -> tuple[str, ...]:
        """The units at a base, active and inactive alike; those in the air over it are not at the base."""
        return tuple(unit.id for unit in self.units if unit.place == place and unit.status in (AT_BASE, INACTIVE))

    def over(self, place: str, side: str) -> tuple[str, ...]:
        """The units of a side in the air over a hex."""
        there = (unit for unit in self.units if unit.status == ELSEWHERE and unit.place == place)
        return tuple(unit.id for unit in there if self.counter(unit.id).side == side)

    def with_units(self, *changed: Air) -> Turn:
        new = {unit.id: unit for unit in changed}
        return replace(self, units=tuple(new.get(unit.id, unit) for unit in self.units))

    def with_base(self, changed: Airfield) -> Turn:
        return replace(self, bases=tuple(changed if base.id == changed.id else base for base in self.bases))

    def with_ground(self, changed: Ground) -> Turn:
        return replace(self, ground=(*(ground for ground in self.ground if ground.place != changed.place), changed))

    def with_result(self, order: str, result: str) -> Turn:
        return replace(self, results=(*self.results, (order, result)))

    def steps_lost(self, side: str) -> int:
        here = (unit for unit in self.units if self.counter(unit.id).side == side)
        return sum(self.counter(unit.id).had - unit.steps for unit in here)


@rule("R8")
def on_the_map(units: Iterable[Air]) -> list[Air]:
    """The units that have arrived and are not eliminated."""
    return [unit for unit in units if unit.status not in (ELIMINATED, EXPECTED)]
