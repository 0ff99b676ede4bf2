"""What a scenario settles for the whole turn: bases, carriers, distances and sides, strategic warfare, training and kamikazes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from functools import cached_property
from typing import Any, NamedTuple, Protocol

from airwar.engine.dice import Dice, Row
from airwar.engine.frozen import dataclass, replace
from airwar.engine.rule import rule
from airwar.engine.words import did_you_mean
from airwar.rulesets.kit import (
    HEX,
    HEX_FIELD,
    RESET,
    Book,
    OrAsk,
    Places,
    Rulings,
    inside,
    load_chart,
    map_of,
    named,
    place_of,
    record,
    said,
    shape_of,
)
from airwar.rulesets.world_at_war.units import ALIASES, BOXES, NATION, PACKAGE, Alliances, Sent, added
from airwar.scenario.problems import Problems
from airwar.scenario.shape import Flag, Id, ListOf, MapOf, OneOf, PartRef, Ref, Section, Text, Whole

A_UNIT = PartRef("units", places="bases")  # a unit, or the part of it that an earlier order has sent to another base
NAME = Text(max_length=60)
NAME_HELP = "how it is shown; the id if left out"


@record
class Research:
    """The research results of a nation."""

    air_nationality: int = said(Whole(0, 9), "Air Nationality DRM results", default=0)
    jets: int = said(Whole(0, 12), "the jet result: 9, 11 or 12", default=0)
    air_range: int = said(Whole(0, 3), "air range results", default=0)
    radar: int = said(Whole(0, 9), "radar results", default=0)


@record
class Trained:
    """The training results, losses and squadrons of one nation."""

    results: int = said(Whole(0, 9), "naval air training results before the war", default=0)
    production: int = said(Whole(0, 9), "how much production has raised the rate", default=0)
    eliminated: int = said(Whole(0, 99), "squadrons lost before this turn and not rebuilt", default=0)
    additions: int = said(Whole(0, 99), "squadrons that mobilization or production adds", default=0)
    unbuilt: int = said(Whole(0, 99), "other squadrons in the pool, not built", default=0)
    to_place: int = said(Whole(0, 99), "squadrons that are built, and not yet among the units", default=0)
    build: int | None = said(Whole(0, 99), "squadrons to build; asked if left out", default=None, passing=RESET)
    cves: int = said(Whole(0, 99), "escort carriers that the US begins for this nation", default=0, passing=RESET)
    war: bool = said(Flag(), "Japan is at war with the Western Allies", default=True)


@record
class School:
    """Naval air training in this turn."""

    game: str = said(OneOf(("standard", "classic")), "which starting rates apply", default="standard")
    european: bool = said(Flag(), "a European scenario", default=False)
    nations: Book[Trained] = said(map_of(Text(max_length=30, pattern="[a-z][a-z-]*"), Trained, 1), "nations that train naval air")


NO_SCHOOL = School(nations=Book())


# strategic warfare


class BombingRaid(NamedTuple):
    """A raid: its target, and the units that bomb, escort and oppose it; None if the owner is still to be asked."""

    target: str
    bombers: Sent | None = None
    escort: Sent | None = None
    defense: Sent | None = None

    @property
    def raiders(self) -> Sent:
        """The bombers and their escort; a unit may have aircraft in both."""
        return added(self.bombers or (), self.escort or ())


BOMBED_BOXES = {  # the nations that may bomb each box
    "urals": ("germany", "italy", "japan"),
    "atlantic-us": ("germany", "italy"),
    "australia": ("japan",),
    "india": ("japan",),
    "pacific-us": ("japan",),
}
FROM_BASES = MapOf(Ref("bases"), Whole(0, 99))
RAIDERS = MapOf(Ref("units", "strategic"), Whole(1, 200))


@record
class Target:
    """A target of strategic bombing: its front, and the hexes in which a raid on it can be met."""

    id: str = named()
    name: str = said(NAME, NAME_HELP, default="")
    front: str = said(Ref("fronts"), "the front that the target is on")
    nation: str = said(NATION, "whose country it is in", default="")
    box: str = said(OneOf(tuple(BOMBED_BOXES)), "the mapboard box that the target is in", default="")
    hex: str = said(HEX, HEX_FIELD.help, default="")
    distances: Book[int] = said(FROM_BASES, "hexes from bases to the target, where they do not follow from the map", default=Book())
    passes: Book[Book[int]] = said(
        MapOf(Ref("fronts"), FROM_BASES), "hexes from bases to where a raid crosses another front", default=Book()
    )

    def fronts(self) -> tuple[str, ...]:
        """The front of the target and those that the raid passes through."""
        return (self.front, *self.passes)

    def passing(self, base: str) -> int | None:
        """How near to a base the raid passes on its way over other fronts, or None."""
        return min((known[base] for known in self.passes.values() if base in known), default=None)


@record
class TargetOfRaid(Target):
    """A target with the raid on it that a scenario orders."""

    id: str = said(Id(), "the target")
    bombers: Book[int] | None = said(RAIDERS, "units that bomb; asked for if left out", default=None)
    escort: Book[int] | None = said(RAIDERS, "units that escort; asked for if left out", default=None)
    defense: Book[int] | None = said(RAIDERS, "units that oppose the raid; asked for if left out", default=None)


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
    damage: DamageChart | None = None
    moves: Mapping[str, str] = field(default_factory=dict)  # fronts to which units redeploy


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


SHIPS = MapOf(Id(), Whole(1, 9))
SQUADRONS = MapOf(Ref("units"), Whole(1, 60))
NAVAL_DRM = Whole(-9, 9)


@record
class CombatGroup:
    """A combat group of the attacked force. Light ships are one target."""

    id: str = named()
    name: str = said(NAME, NAME_HELP, default="")
    fast_carriers: Book[int] = said(SHIPS, "each with its size", default=Book())
    capital_ships: Book[int] = said(SHIPS, "other named ships, each with its size", default=Book())
    light_ships: bool = said(Flag(), "whether there are any; they are one target", default=False)
    air_defense: int = said(Whole(0, 10), "the air defense level of its ships")
    naval_drm: int | None = said(NAVAL_DRM, "its own Naval Nationality DRM, where it differs from the force's", default=None)
    patrol: Book[int] = said(SQUADRONS, "naval squadrons on combat air patrol over it", default=Book())
    cover: Book[int] = said(SQUADRONS, "squadrons from land that fly air cover over it", default=Book())
    found: bool = said(Flag(), "found by search, in naval combat", default=True)
    struck: bool = said(Flag(), "attacked by other Japanese air in this combat round", default=False)

    def ships(self, category: str) -> Mapping[str, int]:
        """The named ships of a category, with their size."""
        return {"fast-carriers": self.fast_carriers, "capital-ships": self.capital_ships}.get(category, {})

    def squadrons(self, task: str) -> Mapping[str, int]:
        """What flies patrol or cover over the group, by unit."""
        return {"patrol": self.patrol, "cover": self.cover}[task]

    def size_of(self, ship: str) -> int:
        return {**self.fast_carriers, **self.capital_ships}[ship]


@record
class Fleet:
    """The Allied naval force that kamikazes attack, and when and how they do."""

    hex: str = said(HEX, HEX_FIELD.help, default="")
    distances: Book[int] = said(
        MapOf(Ref("bases"), Whole(0, 99)), "hexes from air bases in Japan, and from bases that fly cover", default=Book()
    )
    naval_combat: bool = said(Flag(), "the force is in naval combat", default=False)
    round: int = said(Whole(1, 9), "the round of naval combat", default=1)
    in_port: bool = said(Flag(), "the force lies in port", default=False)
    surprised: bool = said(Flag(), "surprise denies combat air patrol its modifier", default=False)
    naval_drm: int = said(NAVAL_DRM, "the Naval Nationality DRM of the force")
    earlier: bool = said(Flag(), "kamikazes have attacked in this turn already", default=False)
    groups: Book[CombatGroup] = said(map_of(Id(), CombatGroup, 1, 20, declares="groups"), "the combat groups of the force")
    strikes: Book[int] | None = said(
        MapOf(Ref("groups"), Whole(1, 200)), "kamikazes against each group; asked if left out", default=None
    )
    phase: str = said(
        OneOf(tuple(MOMENTS)),
        "when they attack: in the movement phase, before the ground attacks of the combat phase, or after them",
        default="combat",
    )
    second_wave: int | None = said(Whole(0, 200), "against a single group; asked if left out", default=None)
    side: str = inside(default="")
    air_drm: int = inside(default=2)  # the Air Nationality DRM of regular Japanese naval air

    @property
    def in_reach(self) -> tuple[str, ...]:
        """The groups that kamikazes can attack: in naval combat only those found."""
        return tuple(name for name, group in self.groups.items() if group.found or not self.naval_combat)

    @property
    def open_to_attack(self) -> tuple[str, ...]:
        """Those of the groups in reach that no other Japanese air attacks."""
        return tuple(name for name in self.in_reach if not self.groups[name].struck)

    @property
    def moment(self) -> str:
        """The part of the turn in which they attack."""
        return MOMENTS[self.phase]

    def has(self, ship: str) -> bool:
        """Whether a fast carrier belongs to the force."""
        return any(ship in group.fast_carriers for group in self.groups.values())


@record
class Program:
    """What Japan does with kamikazes in its construction phase; None if Japan is to be asked."""

    training_rate: int | None = said(
        Whole(0, 30), "the Japanese naval air training rate, unless naval-air-training gives it", default=None
    )
    invoke: bool | None = said(Flag(), "whether Japan invokes the kamikaze rule; asked if left out", default=None, passing=RESET)
    unbuilt_nas: int = said(Whole(0, 200), "regular naval squadrons in the pool, not built", default=0)
    unbuilt_aaf: int = said(Whole(0, 200), "army factors in the pool, not built", default=0)
    convert: Book[int] | None = said(
        MapOf(Text(max_length=40), Whole(1, 200)),
        "units, unbuilt-nas or unbuilt-aaf; asked if left out",
        default=None,
        passing=RESET,
    )
    build: int | None = said(Whole(0, 200), "kamikazes to build; asked if left out", default=None, passing=RESET)
    brps: int | None = said(Whole(0, 999), "what Japan can spend on them; no limit if left out", default=None, passing=RESET)
    rate: int = inside(default=0)  # the training rate that holds

    @property
    def unbuilt(self) -> dict[str, int]:
        """The naval and army air in the pool that can become kamikazes."""
        return {"unbuilt-nas": self.unbuilt_nas, "unbuilt-aaf": self.unbuilt_aaf}


@record
class KamikazeEntry:
    """Japan's kamikazes as a scenario tells of them."""

    built: int = said(Whole(0, 200), "ready to attack", default=0)
    unbuilt: int = said(Whole(0, 200), "created and not yet built, or eliminated", default=0)
    pool: int | None = said(Whole(0, 400), "the size of the pool; built and unbuilt together if left out", default=None)
    expansions: int = said(Whole(0, 20), "how often the pool has grown", default=0)
    all_used: bool = said(Flag(), "all kamikazes have attacked ships since the last construction phase", default=False)
    attack: Fleet | None = said(shape_of(Fleet), "their attack of this turn", default=None, passing=RESET)
    construction: Program | None = said(shape_of(Program), "invoking, converting and building them", default=None)


# the map and the sides


FACILITIES = ("city", "port", "port-city", "airbase", "artificial-port")


@record
class Base:
    """A hex where air units may be, or a mapboard box: as a scenario says it, and, by `turn.base(id)`, as it is now."""

    id: str = named()
    name: str = said(NAME, NAME_HELP, default="")
    hex: str = said(HEX, HEX_FIELD.help, default="")
    side: str = said(Ref("sides"), "the side that controls it")
    facilities: tuple[str, ...] = said(
        ListOf(OneOf(FACILITIES), maximum=6), "each city, port, airbase and artificial port", default=()
    )
    island: bool = said(Flag(), "a one-hex island", default=False)
    jungle: bool = said(Flag(), "the hex contains jungle or jungle-mountain", default=False)
    box: str = said(OneOf(BOXES), "which mapboard box it is; other for one that the air rules do not name", default="")
    supply: str | None = said(
        OrAsk(OneOf(("full", "partial", "none"))), "the supply of the air units there; or ask", default="full", rule="18.51"
    )
    oil: bool = said(Flag(), "subject to air oil effects", default=False)
    nation: str = said(NATION, "the nation that controls it, for placing airbases", default="")
    airbase_of: str = said(NATION, "whose airbase counter is there", default="")
    island_group: str = said(Id(), "the Pacific island group it belongs to", default="")
    new: bool = said(Flag(), "came to the side in this turn: activated, associated or by diplomacy", default=False, passing=RESET)
    port_city: int = inside(default=1)  # how many facilities a port city counts as
    taken_in: str = inside(default="")  # the phase of this turn in which its holder captured it

    @cached_property
    @rule("18.12")
    def count(self) -> int:
        """How many facilities it has."""
        return len(self.facilities) + (self.port_city - 1) * self.facilities.count("port-city")

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
        return replace(self, facilities=(*self.facilities, "airbase"), airbase_of=nation)

    def without_airbase(self) -> Base:
        """The base without its airbase counter, if it has one."""
        if "airbase" not in self.facilities:
            return self
        return replace(self, facilities=tuple(place for place in self.facilities if place != "airbase"), airbase_of="")


POWERS = tuple(label for label, _ in load_chart(PACKAGE, "airbases").rows)


@record
class Placement:
    """An airbase counter that is placed in a hex, perhaps recycled from another."""

    nation: str = said(OneOf(POWERS), "the major power that places it")
    at: str = said(Ref("bases"), "the hex it is placed in")
    phase: str = said(OneOf(("movement", "construction", "redeployment")), "in which phase", default="movement")
    from_: str = said(Ref("bases"), "the hex from which the counter is recycled", default="")

    @property
    def id(self) -> str:
        return f"{self.nation}@{self.at}"


@record
class Carrier:
    """A fast carrier, in a port or at sea: as a scenario says it, and, by `turn.carrier(id)`, as it is now."""

    id: str = named()
    name: str = said(NAME, NAME_HELP, default="")
    nation: str = said(NATION, "whose naval air it carries")
    size: int = said(Whole(1, 9), "factors, and so the naval squadrons it may carry")
    port: str = said(Ref("bases"), "the base it lies in; at sea if left out", default="")
    hex: str = said(HEX, HEX_FIELD.help, default="")
    damaged: bool = said(Flag(), "it neither launches nor lands naval air", default=False)
    inverted: bool = said(Flag(), "its naval air has its status", default=False)
    force: str = said(Id(), "the naval force it sails with", default="")
    sails: bool = said(Flag(), "it puts to sea when the attacks of the phase on its port are over", default=False, passing=RESET)
    naval_combat: bool = said(Flag(), "it is engaged in naval combat", default=False, passing=RESET)
    sunk: bool = inside(default=False)


@dataclass(frozen=True, eq=False)
class Setting:
    """What does not change during the turn, and so is not part of a position; its repr shows nothing.

    Bases and carriers are as the turn begins; the turn itself knows how they are now.
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
    research: Mapping[str, Research] = field(default_factory=dict, repr=False)  # the results of each nation that has any
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

    def research_of(self, nation: str) -> Research:
        """The research results of a nation; none if the scenario gives none."""
        return self.research.get(nation, Research())

    def name(self, place: str) -> str:
        known = self.bases.get(place) or self.carriers.get(place) or self.strategy.targets.get(place)
        return known.name if known else self.places.names.get(place) or place


# what a file says of units


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
    """What to say about a nation that is on no side, and which one was probably meant."""
    known_as = ALIASES.get(nation)
    meant = known_as if known_as in nations else problems.similar(nation, nations)
    return f"{nation!r} belongs to no side; the sides have {', '.join(nations)}{did_you_mean(meant)}", meant


def check_research(document: Section, problems: Problems) -> None:
    """Research results belong to nations that are on a side."""
    nations = nations_of(document)
    for nation, results in document["research"].items():
        if nation not in nations:
            problems.add(place_of(results), on_no_side(nation, nations, problems)[0])


def check_inverted(said: Listed, problems: Problems) -> bool:
    """No more units are inverted than there are."""
    if said.inverted <= said.count:
        return True
    problems.add(place_of(said, "inverted"), f"{said.inverted} inverted of {said.count}; expected at most {said.count}")
    return False
