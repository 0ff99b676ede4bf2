"""Air units (17.1, 17.2, 17.3, 17.5, 17.6): their nations and types, a unit of them, and forces made of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from functools import cache, lru_cache
from typing import NamedTuple, TypeAlias

from airwar.engine.frozen import dataclass
from airwar.engine.referee import Event, Note
from airwar.engine.rule import rule
from airwar.engine.words import count, did_you_mean, shown
from airwar.rulesets.kit import load_chart, place_of, title_of, verb
from airwar.scenario.problems import Mark, Problems
from airwar.scenario.shape import Section, Shape, Text

NATIONS = {
    "germany": "German",
    "italy": "Italian",
    "japan": "Japanese",
    "britain": "British",
    "us": "US",
    "russia": "Russian",
    "france": "French",
    "free-france": "Free French",
    "vichy-france": "Vichy French",
    "china": "Chinese",
    "australia": "Australian",
    "india": "Indian",
    "finland": "Finnish",
    "sweden": "Swedish",
    "poland": "Polish",
    "rumania": "Rumanian",
    "hungary": "Hungarian",
    "bulgaria": "Bulgarian",
    "greece": "Greek",
    "yugoslavia": "Yugoslav",
    "netherlands": "Dutch",
    "belgium": "Belgian",
    "norway": "Norwegian",
    "turkey": "Turkish",
    "spain": "Spanish",
}
ALIASES = {"usa": "us", "america": "us", "uk": "britain", "england": "britain", "ussr": "russia", "holland": "netherlands"}
FACTIONS = {
    "european axis": ("germany", "italy"),
    "japan": ("japan",),
    "western allies": ("us", "britain", "france", "australia", "india", "free-france"),
    "russia": ("russia",),
    "china": ("china",),
}
POWERS = ("germany", "italy", "japan", "britain", "us", "russia", "france", "china")  # major powers
WEST = "western allies"
STAGING_BOXES = {"australia": WEST, "india": WEST, "urals": "russia"}  # boxes that a faction may stage to (18.23)
US_BOXES = ("atlantic-us", "pacific-us")
BOXES = (*STAGING_BOXES, *US_BOXES, "other")

NATION: Shape = Text(max_length=30, pattern="[a-z][a-z-]*", help="a nation in lower case, such as germany")


@dataclass(frozen=True, eq=False)
class Alliances:
    """The nations of each side, and the major powers that minor countries are associated with."""

    sides: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    minors: Mapping[str, str] = field(default_factory=dict)

    def side(self, nation: str) -> str | None:
        """The side that a nation is on, or None."""
        return next((side for side, nations in self.sides.items() if nation in nations), None)

    @lru_cache(maxsize=1024)  # noqa: B019 - there are few alliances, and they are small
    def faction(self, nation: str) -> str | None:
        """The alliance faction of a nation. A minor belongs to that of its major power, or to the only one on its side."""
        nation = self.minors.get(nation, nation)
        known = next((faction for faction, members in FACTIONS.items() if nation in members), None)
        if known:
            return known
        there = {self.faction(other) for other in self.sides.get(self.side(nation) or "", ()) if other in POWERS}
        return there.pop() if len(there) == 1 else None


def alliances_of(document: Section) -> Alliances:
    """The alliances of a scenario."""
    sides = {side: tuple(nations) for side, nations in document["sides"].items()}
    return Alliances(sides, dict(document["minors"] or {}))


@rule("19.31A")
def check_nations(document: Section, problems: Problems) -> None:
    """Every nation is one that airwar knows or a minor that the scenario declares, and is on one side only."""
    minors: Section = document["minors"] or Section(document.mark)
    for name in minors:
        if name in POWERS:
            problems.add(minors.at(name), f"{name} is a major power; expected a minor country")
    for mark, nation in listed(document):
        if nation not in NATIONS and nation not in minors:
            meant = ALIASES.get(nation) or problems.similar(nation, (*NATIONS, *minors))
            known = "expected a nation that airwar knows, or one declared under minors"
            problems.add(mark, f"unknown nation {shown(nation)}; {known}{did_you_mean(meant)}", meant)
    seen: dict[str, str] = {}
    for side, nations in document["sides"].items():
        for nation, mark in zip(nations, nations.marks, strict=True):
            if seen.setdefault(nation, side) != side:
                problems.add(mark, f"{nation} is on the side of {seen[nation]} already; expected it on one side")


def listed(document: Section) -> Iterator[tuple[Mark, str]]:
    """Every place where the file names a nation, other than for units: those must be on a side anyway."""
    for nations in document["sides"].values():
        yield from zip(nations.marks, nations, strict=True)
    for base in document["bases"].values():
        named = {"nation": base.nation, "airbase-of": base.airbase_of}
        yield from ((place_of(base, key), nation) for key, nation in named.items() if nation)
    yield from ((place_of(carrier, "nation"), carrier.nation) for carrier in document["carriers"].values())
    yield from ((place_of(said, "nation"), said.nation) for said in document["bombing"] if said.nation)


# types


PACKAGE = "airwar.rulesets.world_at_war"

TYPES = {
    "aaf": "AAF",
    "nas": "NAS",
    "jet": "jet",
    "transport": "air transport",
    "bomber": "strategic bomber",
    "interceptor": "interceptor",
    "kamikaze": "kamikaze",
}
SQUADRON_KINDS = ("attack", "cover", "search")


class AirType(NamedTuple):
    """What counts as one type when losses are shared (19.61): nationality, type of aircraft and Air Nationality DRM."""

    nation: str
    type: str
    drm: int
    elite: bool = False

    @property
    def label(self) -> str:
        return label_of_type(self.nation, self.type, self.elite)

    def counted(self, number: int) -> str:
        """A number of this type: 4 US interceptors, 2 German AAF."""
        ending = "" if number == 1 or self.type in ("aaf", "nas") else "s"
        return f"{number} {self.label}{ending}"

    def does(self, number: int, unit: str, plain: str, third_person: str = "") -> str:
        """What a number of this type in a unit does: 1 German AAF of jg-54 joins."""
        return f"{self.counted(number)} of {unit} {verb(number, plain, third_person)}"

    @property
    def slug(self) -> str:
        return f"{'elite-' if self.elite else ''}{self.nation}-{self.type}"

    @property
    def in_squadrons(self) -> bool:
        """Naval air and kamikazes are counted in squadrons, everything else in factors (17.141)."""
        return self.type in ("nas", "kamikaze")


@lru_cache(maxsize=1024)
def label_of_type(nation: str, type_: str, elite: bool) -> str:  # keywords would make it slower
    return f"{'elite ' if elite else ''}{NATIONS.get(nation) or title_of(nation)} {TYPES[type_]}"


@rule("19.31A", "17.352", "17.464", "17.75", "17.85")
@cache
def air_nationality_drm(nation: str, type_: str, *, elite: bool, impaired: int, research: int, pacific: bool = False) -> int:
    """The DRM of one type of air unit of a nation; `impaired` counts the -1s for winter, supply and oil.

    `pacific` is for American Pacific strategic bombers, which are produced from 1944 on; others have no +1 there.
    """
    chart = {label: int(cells[0]) for label, cells in load_chart(PACKAGE, "air-nationality").rows}
    drm = chart.get(nation, chart["other-minor"]) + research
    if nation == "japan" and type_ == "nas" and elite:
        drm += chart["elite-japanese-naval-air"]
    if nation == "britain" and type_ == "nas":
        drm += chart["british-naval-air"]
    if type_ == "interceptor":
        drm += chart["interceptor"]
    if pacific:
        drm += chart["us-pacific-strategic-bomber"]
    return drm - impaired


BY_LAND = frozenset({"air-cover", "search", "defensive-air-support", "intercept-transport", "counter-intercept"})
ANYWHERE = frozenset({"counterair", "attack-ships", "ground-support", "intercept-support"})
ARMY = ANYWHERE | BY_LAND | {"bomb", "oppose-bombing"}


@rule("17.23", "17.23A", "17.23B", "17.23C", "17.23D", "17.23E", "17.23F", "17.23G", "17.23H", "17.23I", "17.23J", "17.23K")
def army_operations() -> frozenset[str]:
    """What army air may do."""
    return ARMY


@rule("17.33", "17.33A", "17.33B", "17.33C", "17.33D", "17.33E", "17.33F", "17.33G", "17.33H", "17.33I", "17.33J")
def naval_operations(*, carrier: bool) -> frozenset[str]:
    """What naval air may do, on land and on a carrier at sea."""
    return ANYWHERE | {"combat-air-patrol"} if carrier else ANYWHERE | BY_LAND


@rule("18.31", "18.31A", "18.31B", "18.31D", "18.3", "17.22", "17.32", "17.462", "17.52", "17.62", "17.72")
@cache
def range_of(type_: str, theater: str, research: int = 0) -> int:
    """The range of a type of air unit in hexes; jets, bombers and interceptors by research."""
    rows = dict(load_chart(PACKAGE, "range").rows)
    europe, pacific = rows[f"{type_}-{research}" if type_ in ("jet", "bomber", "interceptor") else type_]
    return int(europe if theater == "europe" else pacific)


# jets


MAY = {
    "counterair": "17.53A",
    "escort of port strikes": "17.53B",
    "escort of bombing": "17.53C",
    "interception of defensive air support": "17.53D",
    "escort of defensive air support": "17.53E",
    "opposing bombing": "17.53F",
    "interception of air transport": "17.53G",
    "counter-interception": "17.53H",
}
NEVER = (
    "air cover",
    "attacks on ships",
    "escort of strikes at sea",
    "bombing",
    "ground support",
    "defensive air support",
)


@rule("17.53", "17.5", *MAY.values())
def jets_may(mission: str) -> bool:
    """Whether jets fly a mission at all."""
    return mission in MAY


@rule("17.531")
def jets_never(mission: str) -> str | None:
    """Why jets do not fly a mission, or None when they do; what the rules do not name they do not fly either."""
    if jets_may(mission):
        return None
    return f"jets fly no {mission} ({'17.531' if mission in NEVER else '17.53'})"


# forces


class Effect(NamedTuple):
    """What a roll does to the enemy: how many are eliminated, and how many must abort."""

    eliminated: int
    aborted: int

    def __str__(self) -> str:
        return f"{self.eliminated}/{self.aborted}" if self.eliminated or self.aborted else "0"


NOTHING = Effect(0, 0)


class Line(NamedTuple):
    """Part of a force: units of one type, from one unit of the scenario, inverted or not."""

    unit: str
    air_type: AirType
    parts: tuple[int, ...]  # one number, or attack, cover and search squadrons
    inverted: bool = False
    aborted: tuple[int, ...] = ()  # how many of each part, by the enemy's last roll
    whole: int = 0  # the factors that these squadrons were, once broken down
    bombing: bool = False  # army air that bombs a strategic target, and so does not fight
    debt: int = 0  # squadrons of it that were lost earlier in the turn (19.52)

    @property
    def name(self) -> str:
        """The unit; army air that bombs is named apart from what escorts it."""
        return f"{self.unit}/bombing" if self.bombing else self.unit

    @property
    def type(self) -> str:
        return self.air_type.type

    @property
    def number(self) -> int:
        return sum(self.parts)

    @property
    def label(self) -> str:
        name = self.air_type.label.replace("AAF", "AAS") if self.whole else self.air_type.label
        return f"{name}{' squadron' if self.whole and self.type != 'aaf' else ''}{' (inverted)' if self.inverted else ''}"

    @rule("19.51", "19.52", "17.141C", "17.25", "17.55", "17.65")
    def broken(self) -> Line:
        """The same units as squadrons; squadrons that were lost earlier in the turn do not fight again."""
        if self.whole or self.air_type.in_squadrons:
            return self
        count = self.parts[0]
        return self._replace(parts=parts_of(count, self.debt) if self.type == "aaf" else (3 * count - self.debt,), whole=count)


Force = tuple[Line, ...]


def parts_of(factors: int, debt: int) -> tuple[int, ...]:
    """The attack, cover and search squadrons of army air; the source does not say which kinds an earlier loss has cost."""
    less = [debt // 3 + (kind < debt % 3) for kind in range(3)]
    return tuple(factors - gone for gone in less)


def size(force: Force) -> int:
    """How many factors or squadrons there are, air transports included."""
    return sum([sum(line.parts) for line in force])


@rule("19.5", "19.51", "17.14", "17.141", "17.141C", "17.25")
@lru_cache(maxsize=4096)
def fought_in_squadrons(*forces: Force) -> bool:
    """Whether naval air, or squadrons broken down before, make this a fight of squadrons."""
    return any(line.whole or line.air_type.in_squadrons for force in forces for line in force)


def broken_down(force: Force) -> Force:
    return tuple(line.broken() for line in force)


def upright(force: Force) -> Force:
    """The uninverted part of a force."""
    return tuple(line for line in force if not line.inverted)


@rule("18.522B", "18.5634", "19.31A")
def aborted_fight_on(force: Force) -> list[Event]:
    """Says when units that aborted count again in the next round, for strength and DRM alike."""
    number = sum(sum(line.aborted) for line in force)
    noun = "squadron" if fought_in_squadrons(force) else "factor"
    return [Note(f"{count(number, f'aborted {noun}')} {verb(number, 'rejoin')} for the next round")] if number else []


@lru_cache(maxsize=4096)
def fresh(force: Force) -> Force:
    """All survivors fight the next round, those that aborted in this one too (18.522B)."""
    return tuple(line._replace(aborted=()) for line in force)


# units on a mission


Sent: TypeAlias = tuple[tuple[str, int], ...]  # units, and how many of each


def added(sent: Sent, more: Sent) -> Sent:
    """The units of two lists together."""
    total = dict(sent)
    for unit, number in more:
        total[unit] = total.get(unit, 0) + number
    return nonzero(total)


def without(sent: Sent, less: Sent) -> Sent:
    """The units of one list, less those of another."""
    gone = dict(less)
    return nonzero({unit: number - gone.get(unit, 0) for unit, number in sent})


def sent_of(force: Force) -> Sent:
    """The units of a force."""
    return tuple((line.unit, line.number) for line in force)


def nonzero(numbers: Mapping[str, int]) -> Sent:
    return tuple((unit, number) for unit, number in numbers.items() if number)


# a unit


class Unit(NamedTuple):
    """Air units of one type that the scenario names together."""

    id: str
    side: str
    air_type: AirType
    range: int
    home: str  # a base, a box or a carrier; for strategic bombers and interceptors a front
    ready: int  # uninverted, and free to fly a mission
    inverted: int
    had: int  # how many the scenario gave it; a part of another unit had none
    debt: int = 0  # squadrons lost beyond whole factors, this turn (19.52)
    flying: int = 0  # in the air on a mission, neither ready nor inverted
    winter: int = 0  # the winter result that the unit is subject to
    flown: int = 0  # uninverted, but has flown its mission of the turn: naval air back on its carrier (18.41)
    at_sea: int = 0  # uninverted, but has searched, covered or struck at sea: flies no mission in this turn (18.42B)

    @property
    def type(self) -> str:
        """Army air, naval air, jets and so on, as the scenario calls them: `aaf`, `nas`, `jet`."""
        return self.air_type.type

    @property
    def strategic(self) -> bool:
        """Strategic bombers and interceptors are in strategic warfare boxes, not at bases (17.71, 17.81)."""
        return self.air_type.type in ("bomber", "interceptor")

    @property
    def uninverted(self) -> int:
        """How many at the base are uninverted, whether or not they may still fly in this turn."""
        return self.ready + self.flown + self.at_sea

    @property
    def number(self) -> int:
        """How many are at the base."""
        return self.ready + self.flown + self.at_sea + self.inverted

    @property
    def left(self) -> int:
        """How many there are, at the base and in the air."""
        return self.ready + self.flown + self.at_sea + self.inverted + self.flying

    @property
    def without_numbers(self) -> Unit:
        """What it is, and where."""
        return Unit(self.id, self.side, self.air_type, self.range, self.home, 0, 0, 0, winter=self.winter)

    def holding(self, *, ready: int = 0, inverted: int = 0, flown: int = 0, at_sea: int = 0) -> Unit:
        """The unit with just these at its base."""
        id_, side, air_type, reach, home, _, _, had, debt, flying, winter, _, _ = self
        return Unit(id_, side, air_type, reach, home, ready, inverted, had, debt, flying, winter, flown, at_sea)

    def aloft(self, flying: int, *, ready: int | None = None, debt: int | None = None) -> Unit:
        """The unit with this many in the air. What is ready at its base, and its debt, change only if given."""
        id_, side, air_type, reach, home, at_base, inverted, had, owed, _, winter, flown, at_sea = self
        ready, debt = at_base if ready is None else ready, owed if debt is None else debt
        return Unit(id_, side, air_type, reach, home, ready, inverted, had, debt, flying, winter, flown, at_sea)

    def all_ready(self) -> Unit:
        """The unit with everything at its base uninverted and free to fly."""
        return self.holding(ready=self.number)

    def all_inverted(self) -> Unit:
        """The unit with everything at its base inverted."""
        return self.holding(inverted=self.number)

    def uninverted_first(self, number: int) -> Unit:
        """This many of those at the base: ready ones first, then those that have flown or served at sea, then inverted ones."""
        ready = min(number, self.ready)
        flown = min(number - ready, self.flown)
        at_sea = min(number - ready - flown, self.at_sea)
        return self.holding(ready=ready, flown=flown, at_sea=at_sea, inverted=number - ready - flown - at_sea)

    def inverted_first(self, number: int) -> Unit:
        """This many of those at the base: inverted ones first, then those that have served, then ready ones."""
        rest = self.uninverted_first(self.number - number)
        return self.less(rest)

    def less(self, part: Unit) -> Unit:
        """The unit without a part of it."""
        return self.holding(
            ready=self.ready - part.ready,
            inverted=self.inverted - part.inverted,
            flown=self.flown - part.flown,
            at_sea=self.at_sea - part.at_sea,
        )

    def joined_by(self, part: Unit) -> Unit:
        """The unit with more at its base."""
        return self.holding(
            ready=self.ready + part.ready,
            inverted=self.inverted + part.inverted,
            flown=self.flown + part.flown,
            at_sea=self.at_sea + part.at_sea,
        )

    @rule("19.52")
    def debt_of(self, number: int) -> int:
        """The squadrons that are missing from a part of the unit: those lost before, if the part is all that is left of it."""
        return self.debt if number == self.number + self.flying else 0

    @property
    @rule("18.21", "18.523")
    def staging_range(self) -> int:
        """How far the unit stages, flies off from a counterair or is displaced: twice its range."""
        return 2 * self.range


def as_lines(units: Iterable[Unit]) -> Force:
    """Units at their bases as lines of a force, uninverted and inverted ones apart."""
    lines = []
    for unit in units:
        if unit.uninverted:
            lines.append(Line(unit.id, unit.air_type, (unit.uninverted,), debt=unit.debt))
        if unit.inverted:
            lines.append(Line(unit.id, unit.air_type, (unit.inverted,), inverted=True, debt=0 if unit.uninverted else unit.debt))
    return tuple(lines)
