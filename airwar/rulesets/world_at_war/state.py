"""The state of a player turn: where the air units are, and what they have done. Counts, not counters (17.9)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from operator import attrgetter
from typing import Any, NamedTuple

from airwar.engine.rule import rule
from airwar.rulesets.world_at_war.air_combat.forces import Force, House, Line
from airwar.rulesets.world_at_war.ground.state import Battle, changed
from airwar.rulesets.world_at_war.kamikazes.state import NO_KAMIKAZES, Fleet, Kamikazes, Program
from airwar.rulesets.world_at_war.strategic.state import NO_STRATEGY, BombingRaid, Strategy
from airwar.rulesets.world_at_war.training.state import NO_SCHOOL, School
from airwar.rulesets.world_at_war.transport.state import Flight
from airwar.rulesets.world_at_war.units.types import AirType


@dataclass(frozen=True, eq=False)
class Base:
    """A hex where air units may be, or a mapboard box."""

    id: str
    name: str
    side: str
    facilities: int = 1
    island: bool = False
    jungle: bool = False
    box: bool = False
    supply: str = "full"
    oil: bool = False  # subject to air oil effects
    places: tuple[str, ...] = ()  # what the facilities are: city, port, port-city, airbase, artificial-port
    nation: str = ""  # who controls it, where that matters
    airbase_of: str = ""  # whose airbase counter stands there
    group: str = ""  # the Pacific island group
    new: bool = False  # came to the side in this turn, by activation, association or diplomacy

    @property
    def impaired(self) -> bool:
        """In partial supply or subject to air oil effects, which costs its units one on the dice (19.31A)."""
        return self.supply == "partial" or self.oil

    @property
    def operational(self) -> bool:
        """Fully supplied and free of air oil effects."""
        return self.supply == "full" and not self.oil


@dataclass(frozen=True, eq=False)
class Carrier:
    """A fast carrier, in a port or at sea."""

    id: str
    name: str
    nation: str
    size: int
    port: str = ""  # empty while at sea
    damaged: bool = False
    inverted: bool = False
    force: str = ""  # the naval force it sails with
    in_combat: bool = False  # engaged in naval combat
    sails: bool = False  # puts to sea when the attacks on its port are over


@dataclass(frozen=True, eq=False)
class Setting:
    """What does not change during the turn."""

    theater: str
    moving: str
    bases: Mapping[str, Base]
    carriers: Mapping[str, Carrier]
    distances: Mapping[tuple[str, str], int]
    options: Mapping[str, str]
    whole_turn: bool = False
    asked: frozenset[str] = frozenset()  # moves that the players are asked for: staging, redeployment
    sea_transported: frozenset[str] = frozenset()  # units that came to their base by sea in this turn
    neutral: frozenset[str] = frozenset()  # nations that are not at war in this theater

    @cached_property
    def house(self) -> House:
        """The rulings that bear on any air combat."""
        names = ("transport-drm", "above-forty", "tied-types", "inverted-types")
        return House(*(self.options[name] for name in names))

    def distance(self, here: str, there: str) -> int | None:
        """Hexes between two places, as the scenario gives them; None when it does not."""
        here, there = self.hex_of(here), self.hex_of(there)
        if here == there:
            return 0
        return self.distances.get((here, there), self.distances.get((there, here)))

    def hex_of(self, place: str) -> str:
        """A carrier in port is where its port is."""
        carrier = self.carriers.get(place)
        return carrier.port if carrier and carrier.port else place

    def name(self, place: str) -> str:
        known = self.bases.get(place) or self.carriers.get(place)
        return known.name if known else place


class Unit(NamedTuple):
    """Air units of one type that the scenario names together."""

    id: str
    side: str
    type: AirType
    range: int
    home: str  # a base, a box or a carrier
    ready: int
    inverted: int
    had: int
    debt: int = 0  # squadrons lost beyond whole factors, this turn (19.52)
    flying: int = 0  # in the air on a mission, neither ready nor inverted
    winter: int = 0  # the winter result that the unit is subject to

    @property
    def number(self) -> int:
        return self.ready + self.inverted

    @property
    @rule("18.21", "18.523")
    def staging_range(self) -> int:
        """How far the unit stages, flies off from a counterair or is displaced: twice its range."""
        return 2 * self.range


class Raid(NamedTuple):
    """A planned counterair: the base, who flies, in which phase, and as what (19.12)."""

    base: str
    force: tuple[tuple[str, int], ...]
    phase: str = "movement"
    kind: str = "counterair"  # or naval-base, patrol, naval-combat: these are a single round


class Away(NamedTuple):
    """Attackers in the air until the end of the phase."""

    base: str  # where they fought
    unit: str
    number: int
    patrolling: bool = False  # aboard again before the patrol enters its next hex


class BaseChange(NamedTuple):
    """An ordered change of base: staging, redeployment, or a transfer between carrier and port."""

    unit: str
    to: str
    number: int
    phase: str
    kind: str
    assists: bool = False  # is used to assist naval redeployment afterwards


class Fall(NamedTuple):
    """A base or an airbase that the enemy takes, or a carrier that is sunk."""

    kind: str  # hex, airbase or carrier
    place: str
    phase: str
    patrol: int = 0  # how many squadrons of a sunk carrier fly combat air patrol


class Placement(NamedTuple):
    """An airbase counter placed in a hex, perhaps recycled from another."""

    nation: str
    base: str
    phase: str
    recycled: str = ""


@dataclass(frozen=True, eq=False)
class Turn:
    """A player turn in progress. Its hash and what it is compared by are worked out once, since battles carry their turn along."""

    setting: Setting = field(hash=False, repr=False)
    units: tuple[Unit, ...]
    agenda: tuple[str, ...] = ()  # the parts of the turn still to come
    raids: tuple[Raid, ...] = ()  # planned and not yet fought
    counteraired: tuple[str, ...] = ()  # bases attacked in this phase
    away: tuple[Away, ...] = ()  # attackers in the air
    results: tuple[tuple[str, str], ...] = ()
    part: str = ""  # the entry of the sequence of play under way
    phase: str = ""  # start, movement, combat, construction, redeployment or end
    taken: tuple[str, ...] = ()  # bases that changed hands in this turn
    captured: tuple[str, ...] = ()  # hexes that attackers advanced into; air based there is displaced (18.617)
    facilities: tuple[tuple[str, int], ...] = ()  # airbases gained and lost in this turn
    moves: tuple[BaseChange, ...] = ()  # ordered and not yet made
    falls: tuple[Fall, ...] = ()  # still to come
    placements: tuple[Placement, ...] = ()  # airbases still to be placed
    building: tuple[Unit, ...] = ()  # units that the construction phase brings
    fresh: tuple[tuple[str, str], ...] = ()  # airbases placed in this phase: the hex and the power (18.146)
    held: tuple[str, ...] = ()  # units whose inverted part stays inverted through the enemy turn (18.72C, D)
    flown: tuple[tuple[str, int], ...] = ()  # carriers' naval air that has had its mission, though it is not inverted (18.41)
    at_sea: tuple[tuple[str, int], ...] = ()  # who searched, covered or struck at sea, which bars missions (18.42B)
    flights: tuple[Flight, ...] = ()  # air transport activities not yet flown
    battles: tuple[Battle, ...] = ()  # ground attacks not yet fought
    strategic: tuple[Unit, ...] = ()  # strategic bombers and interceptors; their home is a front
    bombing: tuple[BombingRaid, ...] = ()  # raids not yet flown
    kamikazes: Kamikazes = NO_KAMIKAZES
    strategy: Strategy = field(default=NO_STRATEGY, hash=False, repr=False)
    fleet: Fleet | None = field(default=None, hash=False, repr=False)  # what kamikazes attack
    program: Program | None = field(default=None, hash=False, repr=False)  # what Japan constructs
    school: School = field(default=NO_SCHOOL, hash=False, repr=False)  # naval air training

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Turn) and self._hash == other._hash and self._all == other._all)

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _all(self) -> tuple[Any, ...]:
        everything: tuple[Any, ...] = EVERYTHING(self)
        return everything

    @cached_property
    def _hash(self) -> int:
        return hash(VARYING(self))

    def unit(self, unit_id: str) -> Unit:
        """A unit, on the map or in a strategic warfare box."""
        return next(unit for unit in (*self.units, *self.strategic) if unit.id == unit_id)

    def find(self, unit_id: str) -> Unit | None:
        """The same, or None if there is no such unit."""
        return next((unit for unit in (*self.units, *self.strategic) if unit.id == unit_id), None)

    def player(self, side: str) -> str:
        """What a side is in this player turn: the attacker or the defender."""
        return "attacker" if side == self.setting.moving else "defender"

    def at(self, base: str) -> tuple[Unit, ...]:
        """The air units based in a hex, those of carriers in port included."""
        return tuple(unit for unit in self.units if self.setting.hex_of(unit.home) == base and unit.number)

    def base(self, base_id: str) -> Base:
        """A base as it is now, with the airbases gained and lost in this turn."""
        base = self.setting.bases[base_id]
        change = sum(number for place, number in self.facilities if place == base_id)
        return replace(base, facilities=base.facilities + change) if change else base

    @rule("18.42B", "18.41")
    def free(self, unit: Unit) -> int:
        """How many of a unit may still fly a mission: uninverted, not used at sea in this turn, nor flown from a carrier."""
        return max(0, unit.ready - sum(number for name, number in (*self.at_sea, *self.flown) if name == unit.id))

    def held_by(self, base: str) -> str:
        """The side that controls a base now; nobody uses one that has changed hands in this turn."""
        return "" if base in self.taken else self.setting.bases[base].side

    def with_units(self, changed: Iterable[Unit]) -> Turn:
        """The turn with these units changed."""
        new = {unit.id: unit for unit in changed}
        units = tuple(new.get(unit.id, unit) for unit in self.units)
        if not self.strategic:
            return replace(self, units=units)
        return replace(self, units=units, strategic=tuple(new.get(unit.id, unit) for unit in self.strategic))

    def with_battle(self, battle: Battle) -> Turn:
        """The turn with a ground battle in a new state."""
        return replace(self, battles=changed(self.battles, battle))

    @rule("18.11", "18.13", "17.3126")
    def load(self, base: str) -> tuple[int, int]:
        """The factors and the naval squadrons that count against a base; carriers' naval air in port does not."""
        here = [unit for unit in self.units if unit.home == base]
        factors = sum(unit.number + unit.flying for unit in here if not unit.type.in_squadrons)
        return factors, sum(unit.number + unit.flying for unit in here if unit.type.in_squadrons)


EVERYTHING = attrgetter(*(one.name for one in fields(Turn)))
VARYING = attrgetter(*(one.name for one in fields(Turn) if one.hash is not False))


def as_lines(units: Iterable[Unit]) -> Force:
    """Units as lines of a force, ready and inverted apart."""
    lines = []
    for unit in units:
        if unit.ready:
            lines.append(Line(unit.id, unit.type, (unit.ready,)))
        if unit.inverted:
            lines.append(Line(unit.id, unit.type, (unit.inverted,), inverted=True))
    return tuple(lines)
