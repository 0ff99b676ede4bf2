"""Unit types and their values, nations and friend groups; and the units of one side in a battle, as lines of equal units.

Units are counts, not counters. Lines of one name fight alike: questions, dice and losses are about all of them together
(`alike`), and numbers given by name are dealt out to the entries of the scenario in the order of their ids (`dealt`), so that the
file's order never matters. All of it is tuples, so that a position is hashed and compared fast.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import NamedTuple, TypeAlias, TypeVar

from airwar.rulesets.kit import Flag, ListOf, OneOf, Whole, count, inside, load_chart, named, record, rule, said, title_of

PACKAGE = "airwar.rulesets.air_supremacy"
NAMES = {"uk": "UK", "usa": "USA", "ussr": "USSR", "anti-aircraft": "anti-aircraft gun", "bomber-guest": "dispatched bomber"}
ADJECTIVES = {
    "germany": "German",
    "italy": "Italian",
    "uk": "British",
    "france": "French",
    "usa": "US",
    "china": "Chinese",
    "japan": "Japanese",
    "ussr": "Soviet",
}
UNCOUNTED = ("infantry", "armor", "artillery")
VALUE = Whole(0, 100)


@record
class UnitType:
    """A type of unit: its values when attacking and defending, and the hits it takes."""

    id: str = named()
    sphere: str = said(OneOf(("land", "sea", "air")), "where it fights")
    attack: int = said(VALUE, "its value against land and sea units when attacking", default=0)
    attack_air: int | None = said(
        VALUE, "its value against aircraft when attacking; if left out, it does not fight for the sky", default=None
    )
    defend: int = said(VALUE, "its value against land and sea units when defending", default=0)
    defend_air: int | None = said(VALUE, "its value against aircraft when defending", default=None)
    bombs: tuple[int, ...] = said(ListOf(VALUE, maximum=6), "one value for each bomb of an attacking bomber", default=())
    hits: int = said(Whole(1, 2), "the hits it takes", default=1)
    holds: int = said(Whole(0, 20), "how many units a ship carries", default=0)
    carries: str = said(OneOf(("aircraft", "troops")), "what a ship carries", default="troops")
    by_necessity: bool = said(Flag(), "can hit aircraft in flight when nothing else is left", default=True)
    grade: str = inside(default="scenario")

    def __hash__(self) -> int:
        return hash(self.id)

    @property
    def name(self) -> str:
        return type_name(self.id)

    @property
    def flies(self) -> bool:
        return self.sphere == "air"

    @property
    def has_house_values(self) -> bool:
        """Whether its values are not in the module."""
        return self.grade in ("placeholder", "published")

    @property
    def carries_aircraft(self) -> bool:
        return self.holds > 0 and self.carries == "aircraft"

    def values(self, attacking: bool) -> tuple[int, int | None, tuple[int, ...]]:
        """Its values against surface units, against aircraft, and of its bombs."""
        return (self.attack, self.attack_air, self.bombs) if attacking else (self.defend, self.defend_air, ())

    def worth(self, attacking: bool) -> tuple[int, int]:
        """How useful it is to its side in this battle, then in the opposite role; for the order of losses."""
        now, later = self.values(attacking), self.values(not attacking)
        return now[0] + (now[1] or 0) + sum(now[2]) + self.holds, later[0] + (later[1] or 0) + sum(later[2])


@dataclass(frozen=True, eq=False)
class Kind:
    """Units of one scenario entry that belong in one place. Equal kinds are one object, made by `kind_of`.

    Kinds of one name fight alike: questions are about all of them together, and nobody is asked which one is meant.
    Defending aircraft have a home; of attackers, only units aboard a ship. A ship that carries units has a name of its own.
    """

    unit: str  # the entry
    name: str = field(repr=False)
    order: int = field(repr=False)  # of the entry, for tables
    nation: str = field(repr=False)
    type: UnitType = field(repr=False)
    home: str = field(default="", repr=False)  # a space or a ship
    space: str = field(default="", repr=False)  # where they were when the turn began; of a fleet that has passed on, its first zone
    aboard: bool = field(default=False, repr=False)  # whether the home is a ship
    landed: bool = field(default=False, repr=False)  # came ashore and cannot leave
    ship: str = field(default="", repr=False)  # of a carrier or a loaded ship: the name under which units are aboard

    @property
    def label(self) -> str:
        return unit_name(self.nation, self.type)

    def counted(self, number: int) -> str:
        """A number of these units: `2 British fighters`."""
        return number_of(number, self.label, self.type.name)

    def shown(self, number: int) -> str:
        """A number of these units as tables show them; a loaded ship by its name: `Akagi (Japanese aircraft carrier)`."""
        return f"{title_of(self.ship)} ({self.label})" if self.ship and number == 1 else self.counted(number)

    def from_zone(self, zone: str) -> Kind:
        """Ships that have passed through a zone, which is where they go back to. Aircraft go back to their base."""
        return self if self.type.flies else kind_of(*self.values()[:6], zone, *self.values()[7:])

    def based(self, home: str, space: str, aboard: bool) -> Kind:
        """Aircraft after moving to another base."""
        unit, _, order, nation, type_ = self.values()[:5]
        return kind_of(unit, "-".join(filter(None, (nation, type_.id, home))), order, nation, type_, home, space, aboard)

    def values(self) -> tuple[str, str, int, str, UnitType, str, str, bool, bool, str]:
        most = (self.unit, self.name, self.order, self.nation, self.type, self.home, self.space)
        return (*most, self.aboard, self.landed, self.ship)


kind_of = lru_cache(maxsize=65536)(Kind)  # the one kind with these values


def type_name(type_id: str) -> str:
    return NAMES.get(type_id, type_id.replace("-", " "))


def number_of(number: int, label: str, type_: str) -> str:
    """Units of a type with their number; infantry, armor and artillery have no plural."""
    return count(number, label, label if type_ in UNCOUNTED else "")


def unit_name(nation: str, type_: UnitType) -> str:
    """A type of unit of a nation: `British fighter`."""
    return f"{ADJECTIVES.get(nation, nation_name(nation))} {type_.name}"


def nation_name(nation: str) -> str:
    return NAMES.get(nation, nation.replace("-", " ").title())


@rule("12", "9")
@cache
def printed_types() -> dict[str, UnitType]:
    """Every type of the chart."""
    return {label: printed(label, cells) for label, cells in load_chart(PACKAGE, "units").rows}


def printed(label: str, cells: tuple[str, ...]) -> UnitType:
    sphere, attack, attack_air, defend, defend_air, bombs, hits, holds, grade = cells
    room, _, carries = holds.partition("-")
    return UnitType(
        id=label,
        sphere=sphere,
        attack=number(attack) or 0,
        attack_air=number(attack_air),
        defend=number(defend) or 0,
        defend_air=number(defend_air),
        bombs=tuple(int(bomb) for bomb in bombs.split("/")) if bombs != "-" else (),
        hits=int(hits),
        holds=number(room) or 0,
        carries=carries or "troops",
        by_necessity=sphere == "air" or attack_air == "n",
        grade=grade,
    )


def number(cell: str) -> int | None:
    return int(cell) if cell.isdecimal() else None


@cache
def printed_groups() -> dict[str, str]:
    """The friend group of each of the eight powers."""
    return {nation: cells[0] for nation, cells in load_chart(PACKAGE, "friend-groups").rows}


@rule("43", "42")
def friends(groups: Mapping[str, str], nation: str, other: str) -> bool:
    """Whether one nation's aircraft may defend another's units."""
    return groups[nation] == groups[other]


# the units of one side in a battle


class Mode:
    """What units in a battle do in a round."""

    FIGHTS, LEAVING = "", "leaving"
    GROUNDED = "grounded"  # at home, on land or below deck
    LOCKED = "locked"  # retreated earlier in the turn: neither flies nor rolls, so it counts as grounded
    ABOARD = "aboard"  # aboard a ship that fights: they cannot be hit and do not roll


class Line(NamedTuple):
    """Units of one kind in a battle that do the same thing this round."""

    kind: Kind
    number: int
    mode: str = Mode.FIGHTS
    damage: int = 0  # hits taken so far, by ships that can take more than one
    arrived: bool = False  # dispatched, here since this round, and committed to fight it
    guest: bool = False  # dispatched here from a home elsewhere

    @property
    def name(self) -> str:
        """The name in an answer."""
        mode = {Mode.GROUNDED: "-grounded", Mode.LOCKED: "-out", Mode.LEAVING: "-leaving", Mode.ABOARD: "-aboard"}.get(
            self.mode, ""
        )
        return f"{self.kind.name}{mode}{'-damaged' if self.damage else ''}{'-arriving' if self.arrived else ''}"


Force: TypeAlias = tuple[Line, ...]
L = TypeVar("L", bound=tuple)  # type: ignore[type-arg]  # a line, or a group, which begins with a kind and a number


def combined(lines: Iterable[L]) -> list[L]:
    """Lines, or groups, with equal ones combined and empty ones left out."""
    counts: dict[L, int] = {}
    for line in lines:
        alike = line._replace(number=0)  # type: ignore[attr-defined]
        counts[alike] = counts.get(alike, 0) + line[1]
    return [line._replace(number=count) for line, count in counts.items() if count > 0]  # type: ignore[attr-defined]


def merged(lines: Iterable[Line]) -> Force:
    """Lines in a fixed order, with equal ones combined and empty ones left out."""
    return tuple(sorted(combined(lines), key=place_in_force))


def place_in_force(line: Line) -> tuple[int, str, str, int, bool]:
    return line.kind.order, line.kind.name, line.mode, line.damage, line.arrived


# lines of one name


@lru_cache(maxsize=65536)
def alike(force: Force) -> Force:
    """The force with all lines of a name as one, under the entry whose id comes first."""
    first: dict[str, Kind] = {}
    for line in force:
        known = first.get(line.kind.name, line.kind)
        first[line.kind.name] = min(known, line.kind, key=by_entry)
    if len(first) == len({line.kind for line in force}):
        return force
    return merged(line._replace(kind=first[line.kind.name]) for line in force)


def also_called(force: Iterable[Line], name: str) -> str:
    """What a question calls an entry that it counts together with others; empty if the entry is not there."""
    found = next((line for line in force if line.kind.unit == name), None)
    return f"{name} is counted as {found.kind.name} here" if found else ""


def by_entry(kind: Kind) -> tuple[str, str]:
    return kind.unit, kind.space


def dealt(lines: Iterable[tuple[L, str]], numbers: Mapping[str, int]) -> Iterator[tuple[L, int]]:
    """How many of each line go if somebody says how many of each name: the entries whose ids come first."""
    left = dict(numbers)
    for line, name in sorted(lines, key=lambda one: by_entry(one[0][0])):
        number = min(left.get(name, 0), line[1])
        if number:
            left[name] -= number
            yield line, number
    assert not any(left.values()), f"nobody is called {left}"


def split(force: Force, numbers: Mapping[str, int], mode: str) -> Force:
    """The force after some units of each name take up another mode."""
    lines = list(force)
    for line, number in dealt(((line, line.name) for line in force), numbers):
        lines += [line._replace(number=-number), line._replace(number=number, mode=mode)]
    return merged(lines)


def after_losses(force: Force, left: Force) -> Force:
    """A force with this many of each name left, `alike`. Entries whose ids come first are left, and are the sound ones."""
    if alike(force) is force:
        return left
    lines: list[Line] = []
    for doing, had in by_name_and_deed(force).items():
        now = by_name_and_deed(left).get(doing, ())
        sound, damaged = (sum(line.number for line in now if bool(line.damage) == hurt) for hurt in (False, True))
        for line in sorted(had, key=lambda line: (line.damage, by_entry(line.kind))):
            whole = min(line.number, sound) if not line.damage else 0
            hit = min(line.number - whole, damaged)
            sound, damaged = sound - whole, damaged - hit
            lines += [line._replace(number=whole), line._replace(number=hit, damage=1)]
    return merged(lines)


def by_name_and_deed(force: Force) -> dict[tuple[str, str, bool], list[Line]]:
    found: dict[tuple[str, str, bool], list[Line]] = {}
    for line in force:
        found.setdefault((line.kind.name, line.mode, line.arrived), []).append(line)
    return found


def size(lines: Iterable[Line]) -> int:
    """How many units there are."""
    return sum(line.number for line in lines)


def nations_in(force: Force) -> list[str]:
    """The nations whose units they are, in their order."""
    return list(dict.fromkeys(line.kind.nation for line in force))


# where a line is


def below_deck(line: Line) -> bool:
    """Whether units share the fate of the ship that carries them."""
    return line.kind.aboard and line.mode in (Mode.GROUNDED, Mode.LOCKED, Mode.ABOARD)


def on_the_surface(line: Line) -> bool:
    return not line.kind.type.flies and line.mode != Mode.ABOARD


def in_flight(line: Line) -> bool:
    return line.kind.type.flies and line.mode in (Mode.FIGHTS, Mode.LEAVING)


def on_the_ground(line: Line) -> bool:
    """Whether aircraft are on the ground, where bombs can hit them. Those below deck are not."""
    return line.mode in (Mode.GROUNDED, Mode.LOCKED) and not line.kind.aboard


def describe(line: Line, number: int = 0) -> str:
    """A line in words, with its mode and damage; with a number, that many units of it."""
    mode = Mode.GROUNDED if line.mode == Mode.LOCKED else line.mode
    remarks = f"{f', {mode}' if mode else ''}{', damaged' if line.damage else ''}"
    return f"{line.kind.shown(number) if number else line.kind.label}{remarks}"
