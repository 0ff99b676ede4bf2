"""What a scenario sets up: bases and carriers as the turn begins, distances, and the options of the scenario."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from airwar.rulesets.kit.places import Places
from airwar.rulesets.kit.rulings import Rulings
from airwar.rulesets.world_at_war.kamikazes.state import Fleet, Program
from airwar.rulesets.world_at_war.strategic.state import NO_STRATEGY, Strategy
from airwar.rulesets.world_at_war.training.state import NO_SCHOOL, School
from airwar.rulesets.world_at_war.units.nations import Alliances


@dataclass(frozen=True)
class Base:
    """A hex where air units may be, or a mapboard box. `turn.base(id)` is the base as it is now."""

    id: str
    name: str
    side: str  # that holds it now
    facilities: int = 1
    island: bool = False
    jungle: bool = False
    box: str = ""  # which mapboard box it is
    supply: str = "full"
    oil: bool = False  # subject to air oil effects
    places: tuple[str, ...] = ()  # what the facilities are: city, port, port-city, airbase, artificial-port
    nation: str = ""  # the nation that controls it, where that matters
    airbase_of: str = ""  # whose airbase counter is there
    group: str = ""  # the Pacific island group
    new: bool = False  # came to the side in this turn, by activation, association or diplomacy
    taken_in: str = ""  # the phase of this turn in which its holder captured it

    @property
    def takes_air_units(self) -> bool:
        """Whether it is a base at all: a hex without any facility bases nobody, unless it is a one-hex island."""
        return bool(self.box or self.facilities or self.island)

    @property
    def impaired(self) -> bool:
        """In partial supply or subject to air oil effects, which costs its units one on the dice (19.31A)."""
        return self.supply == "partial" or self.oil

    @property
    def operational(self) -> bool:
        """Fully supplied and free of air oil effects."""
        return self.supply == "full" and not self.oil

    def with_airbase(self, nation: str) -> Base:
        """The base with an airbase counter of a nation."""
        return replace(self, places=(*self.places, "airbase"), facilities=self.facilities + 1, airbase_of=nation)

    def without_airbase(self) -> Base:
        """The base without its airbase counter, if it has one."""
        if "airbase" not in self.places:
            return self
        places = tuple(place for place in self.places if place != "airbase")
        return replace(self, places=places, facilities=self.facilities - 1, airbase_of="")


@dataclass(frozen=True)
class Carrier:
    """A fast carrier, in a port or at sea. `turn.carrier(id)` is the carrier as it is now."""

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
    sunk: bool = False


@dataclass(frozen=True, eq=False)
class Setting:
    """What does not change during the turn, and so is not part of a position: no field is in its repr.

    Bases and carriers are here as they are when the turn begins; the turn knows how they are now.
    """

    theater: str = field(repr=False)
    sides: tuple[str, ...] = field(repr=False)
    attacker: str = field(repr=False)  # the side whose turn it is
    bases: Mapping[str, Base] = field(repr=False)
    carriers: Mapping[str, Carrier] = field(repr=False)
    places: Places = field(repr=False)  # how far apart bases and carriers are
    rulings: Rulings = field(repr=False)
    whole_turn: bool = field(default=False, repr=False)
    orders_asked: bool = field(default=False, repr=False)  # missions and events beyond the prepared ones are asked for
    winter: bool = field(default=False, repr=False)  # the turn may be under a winter result
    winter_stated: Mapping[tuple[str, str], int] = field(default_factory=dict, repr=False)  # by the file, by hex and side
    research: Mapping[str, int] = field(default_factory=dict, repr=False)  # Air Nationality DRM results of each nation
    sea_transported: frozenset[str] = field(default=frozenset(), repr=False)  # units that came to their base by sea in this turn
    airbase_counters: Mapping[str, int] = field(default_factory=dict, repr=False)  # that each power has in this theater
    airbases_each_turn: Mapping[str, int] = field(default_factory=dict, repr=False)  # that each power may place
    neutral: frozenset[str] = field(default=frozenset(), repr=False)  # nations that are not at war in this theater
    alliances: Alliances = field(default_factory=Alliances, repr=False)  # which nations are on which side
    strategy: Strategy = field(default=NO_STRATEGY, repr=False)  # the targets and fronts of strategic bombing
    fleet: Fleet | None = field(default=None, repr=False)  # what kamikazes attack
    program: Program | None = field(default=None, repr=False)  # what Japan constructs
    said: Any = field(default=None, repr=False)  # all that the scenario says, as a `Position`
    school: School = field(default=NO_SCHOOL, repr=False)  # naval air training

    def name(self, place: str) -> str:
        known = self.bases.get(place) or self.carriers.get(place) or self.strategy.targets.get(place)
        return known.name if known else self.places.names.get(place) or place
