"""What a scenario settles for the whole turn: bases, carriers, distances and sides, strategic warfare, training and kamikazes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from functools import cached_property
from typing import Any, NamedTuple, Protocol

from airwar.engine.dice import Dice, Row
from airwar.engine.frozen import dataclass, replace
from airwar.rulesets.kit.places import Places
from airwar.rulesets.kit.records import place_of
from airwar.rulesets.kit.rulings import Rulings
from airwar.rulesets.world_at_war.units import ALIASES, Alliances, Sent, added
from airwar.scenario.problems import Problems, did_you_mean
from airwar.scenario.shape import Field, PartRef, Record, Section, Whole


class Trained(NamedTuple):
    """The training results, losses and squadrons of one nation."""

    results: int = 0  # naval air training results before the war
    production: int = 0  # increases by production
    eliminated: int = 0  # squadrons lost before this turn, regular or elite
    additions: int = 0  # squadrons that the pool gains
    unbuilt: int = 0  # other squadrons in the pool
    to_place: int = 0  # squadrons that are built, and not yet among the units
    build: int | None = None
    cves: int = 0  # escort carriers begun for it
    war: bool = True  # Japan and the Western Allies are at war


@dataclass(frozen=True, eq=False)
class School:
    """The naval air training of all nations in this turn."""

    game: str = "standard"
    european: bool = False
    nations: Mapping[str, Trained] = field(default_factory=dict)


NO_SCHOOL = School()


# strategic warfare


class BombingRaid(NamedTuple):
    """A raid: its target, and the units that bomb, escort and oppose it; None where the owner is still to be asked."""

    target: str
    bombers: Sent | None = None
    escort: Sent | None = None
    defense: Sent | None = None

    @property
    def raiders(self) -> Sent:
        """The bombers and their escort; a unit may have aircraft in both."""
        return added(self.bombers or (), self.escort or ())


@dataclass(frozen=True, eq=False)
class Target:
    """A target: its front, and the hexes in which a raid on it can be met."""

    id: str
    name: str
    front: str
    nation: str = ""
    box: str = ""
    passes: Mapping[str, Mapping[str, int]] = field(default_factory=dict)  # on other fronts: from bases to the hex flown over

    def fronts(self) -> tuple[str, ...]:
        """The front of the target and those that the raid passes through."""
        return (self.front, *self.passes)

    def passing(self, base: str) -> int | None:
        """How near to a base the raid passes on its way over other fronts, or None."""
        return min((known[base] for known in self.passes.values() if base in known), default=None)


@dataclass(frozen=True, eq=False)
class DamageChart:
    """A bombing table that the scenario supplies: rows by bombers."""

    dice: Dice
    rows: tuple[tuple[int, int, Row[str]], ...]  # the fewest and the most bombers, and their row

    def row(self, bombers: int) -> Row[str] | None:
        """The row for a number of bombers, if the chart has one."""
        return next((row for low, high, row in self.rows if low <= bombers <= high), None)


@dataclass(frozen=True, eq=False)
class Strategy:
    """What does not change in the strategic war of a turn."""

    fronts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # the bases on each front
    targets: Mapping[str, Target] = field(default_factory=dict)
    radar: Mapping[str, int] = field(default_factory=dict)  # radar results of each power
    damage: DamageChart | None = None
    moves: Mapping[str, str] = field(default_factory=dict)  # fronts to which units redeploy
    air_range: Mapping[str, int] = field(default_factory=dict)  # air range results of each power


NO_STRATEGY = Strategy()


# kamikazes


FORCE = "attacked-force"  # the place of the naval force that is attacked
MOMENTS = {  # when all kamikazes of a turn may attack, and the part of the turn
    "movement": "movement.kamikazes",
    "combat": "combat.kamikazes",
    "after-combat": "combat.kamikazes-after",
}
CATEGORIES = ("fast-carriers", "capital-ships", "light-ships")


class Kamikazes(NamedTuple):
    """Japan's kamikazes, in squadrons."""

    limit: int = 0  # the size of the force pool; 0 until the rule is invoked
    created: int = 0  # all kamikazes in the pool, built or not
    built: int = 0
    expansions: int = 0  # how often the pool has grown: one more on every attack roll each time
    all_used: bool = False  # all have attacked ships since the last construction phase
    had: int = 0  # built when the turn began
    spent: int = 0  # of those, used up in attacks
    side: str = "japan"  # the side that Japan belongs to
    used: tuple[tuple[str, int], ...] = ()  # unbuilt units that have become kamikazes in this turn
    converted: int = 0  # naval squadrons on the map that have become kamikazes in this turn: they are not lost, nor rebuilt

    @property
    def unbuilt(self) -> int:
        return self.created - self.built


NO_KAMIKAZES = Kamikazes()


@dataclass(frozen=True, eq=False)
class CombatGroup:
    """A combat group of the attacked force. Ships by name, with their size; light ships are one target."""

    id: str
    name: str
    carriers: Mapping[str, int] = field(default_factory=dict)
    capitals: Mapping[str, int] = field(default_factory=dict)
    light: bool = False
    air_defense: int = 0
    naval_drm: int = 0  # the Naval Nationality DRM of its ships
    patrol: Mapping[str, int] = field(default_factory=dict)  # squadrons on combat air patrol, by unit
    cover: Mapping[str, int] = field(default_factory=dict)  # squadrons flying air cover, by unit

    def ships(self, category: str) -> Mapping[str, int]:
        """The named ships of a category."""
        return {"fast-carriers": self.carriers, "capital-ships": self.capitals}.get(category, {})

    def size_of(self, ship: str) -> int:
        return {**self.carriers, **self.capitals}[ship]


@dataclass(frozen=True, eq=False)
class Fleet:
    """The Allied naval force that kamikazes attack."""

    side: str
    groups: Mapping[str, CombatGroup]
    found: tuple[str, ...]  # groups that kamikazes can reach: in naval combat only those found
    open_to_attack: tuple[str, ...]  # of these, the ones that no other Japanese air attacks
    at_sea: bool = True
    surprised: bool = False
    air_drm: int = 2  # the Air Nationality DRM of regular Japanese naval air
    strikes: tuple[tuple[str, int], ...] | None = None  # None: Japan is asked
    second_wave: int | None = None
    moment: str = "combat.kamikazes"  # the part of the turn in which they attack

    def has(self, ship: str) -> bool:
        """Whether a fast carrier belongs to the force."""
        return any(ship in group.carriers for group in self.groups.values())


@dataclass(frozen=True, eq=False)
class Program:
    """What Japan does with kamikazes in its construction phase; None where Japan is asked."""

    training_rate: int
    invoke: bool | None = None
    unbuilt: Mapping[str, int] = field(default_factory=dict)  # naval air and army air in the pool that are not built
    convert: Mapping[str, int] | None = None
    build: int | None = None
    brps: int | None = None


# the map and the sides


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

    @cached_property
    def surroundings(self) -> dict[Any, Any]:
        """Bases and carriers as they were in some turn, by what has changed of them; see `state.surroundings_of`."""
        return {}

    def name(self, place: str) -> str:
        known = self.bases.get(place) or self.carriers.get(place) or self.strategy.targets.get(place)
        return known.name if known else self.places.names.get(place) or place


# what a file says of units


A_UNIT = PartRef("units", places="bases")  # a unit, or the part of it that an earlier order has sent to another base


RESEARCH = Record(
    {
        "air-nationality": Field(Whole(0, 9), default=0, help="Air Nationality DRM results"),
        "jets": Field(Whole(0, 12), default=0, help="the jet result: 9, 11 or 12"),
        "air-range": Field(Whole(0, 3), default=0, help="air range results"),
        "radar": Field(Whole(0, 9), default=0, help="radar results"),
    }
)


class Listed(Protocol):
    """A unit of the scenario."""

    @property
    def nation(self) -> str: ...
    @property
    def count(self) -> int: ...
    @property
    def inverted(self) -> int: ...


def side_of(said: Listed, document: Section, problems: Problems) -> str | None:
    """The side of a unit by its nation; None, and a problem, if no side has that nation."""
    side: str | None = next((name for name, nations in document["sides"].items() if said.nation in nations), None)
    if side is None:
        text, meant = on_no_side(said.nation, nations_of(document), problems)
        problems.add(place_of(said, "nation"), text, meant)
    return side


def nations_of(document: Section) -> list[str]:
    """The nations of both sides."""
    return [nation for nations in document["sides"].values() for nation in nations]


def on_no_side(nation: str, nations: list[str], problems: Problems) -> tuple[str, str | None]:
    """What to say of a nation that no side has, and which one was probably meant."""
    known_as = ALIASES.get(nation)
    meant = known_as if known_as in nations else problems.similar(nation, nations)
    return f"{nation!r} belongs to no side; the sides have {', '.join(nations)}{did_you_mean(meant)}", meant


def research_of(document: Section, nation: str) -> Mapping[str, int]:
    """The research results of a nation, as far as the file gives any."""
    return (document["research"] or {}).get(nation, {})  # type: ignore[no-any-return]


def check_research(document: Section, problems: Problems) -> None:
    """Research is the work of one nation, which is on a side."""
    research: Section = document["research"] or Section(document.mark)
    nations = nations_of(document)
    for nation in research:
        if nation not in nations:
            problems.add(research.at(nation), on_no_side(nation, nations, problems)[0])


def check_inverted(said: Listed, problems: Problems) -> bool:
    """No more units are inverted than there are."""
    if said.inverted <= said.count:
        return True
    problems.add(place_of(said, "inverted"), f"{said.inverted} inverted of {said.count}; expected at most {said.count}")
    return False
