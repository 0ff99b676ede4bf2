"""Unit types and their values, the nations and their friend groups, and units that the rules cannot tell apart."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache

from airwar.engine.rule import rule
from airwar.rulesets.kit.charts import load_chart
from airwar.rulesets.kit.names import count, title_of

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


@dataclass(frozen=True, eq=False)
class UnitType:
    """A type of unit: its values when attacking and defending, and the hits it takes."""

    id: str
    sphere: str = field(repr=False)  # land, sea or air
    attack: int = field(default=0, repr=False)  # against land and sea units
    attack_air: int | None = field(default=None, repr=False)  # None: it does not fight for the sky
    defend: int = field(default=0, repr=False)
    defend_air: int | None = field(default=None, repr=False)
    bombs: tuple[int, ...] = field(default=(), repr=False)  # one die each, when attacking only
    hits: int = field(default=1, repr=False)
    holds: int = field(default=0, repr=False)
    carries: str = field(default="", repr=False)  # aircraft or troops
    by_necessity: bool = field(default=True, repr=False)  # can hit aircraft in flight when nothing else is left
    grade: str = field(default="scenario", repr=False)

    @property
    def name(self) -> str:
        return type_name(self.id)

    @property
    def flies(self) -> bool:
        return self.sphere == "air"

    @property
    def carries_aircraft(self) -> bool:
        return self.carries == "aircraft"

    def values(self, attacking: bool) -> tuple[int, int | None, tuple[int, ...]]:
        """Its values against surface units, against aircraft, and of its bombs."""
        return (self.attack, self.attack_air, self.bombs) if attacking else (self.defend, self.defend_air, ())

    def worth(self, attacking: bool) -> tuple[int, int]:
        """Its use to its side in this battle, then in the opposite role; for the order of losses."""
        now, later = self.values(attacking), self.values(not attacking)
        return now[0] + (now[1] or 0) + sum(now[2]) + self.holds, later[0] + (later[1] or 0) + sum(later[2])


@dataclass(frozen=True, eq=False)
class Kind:
    """Units that the rules cannot tell apart: one nation, one type, one home. Equal kinds are one object, made by `kind_of`.

    Defending aircraft have a home; of attackers, only units aboard a ship. A ship that carries units is a kind of its own.
    """

    id: str
    order: int = field(repr=False)
    nation: str = field(repr=False)
    type: UnitType = field(repr=False)
    home: str = field(default="", repr=False)  # a space or a ship
    space: str = field(default="", repr=False)  # where that is on the map when the turn begins
    landed: bool = field(default=False, repr=False)  # came ashore and cannot leave
    ship: str = field(default="", repr=False)  # of a carrier or a laden ship: the name under which units are aboard

    @property
    def label(self) -> str:
        return unit_name(self.nation, self.type)

    def counted(self, number: int) -> str:
        """A number of these units: `2 British fighters`."""
        return count(number, self.label, self.label if self.type.name in UNCOUNTED else "")

    def shown(self, number: int) -> str:
        """A number of these units as tables show them; a laden ship by its name: `Akagi (Japanese aircraft carrier)`."""
        return f"{title_of(self.ship)} ({self.label})" if self.ship and number == 1 else self.counted(number)

    @property
    def aboard(self) -> bool:
        """Whether its home is a ship."""
        return self.home != self.space


@lru_cache(maxsize=65536)
def kind_of(
    id_: str, order: int, nation: str, type_: UnitType, home: str = "", space: str = "", landed: bool = False, ship: str = ""
) -> Kind:
    """The one kind with these values."""
    return Kind(id_, order, nation, type_, home, space, landed, ship)


def type_name(type_id: str) -> str:
    return NAMES.get(type_id, type_id.replace("-", " "))


def counted(name: str, number: int) -> str:
    """A number of a type of unit: `2 fighters`, `2 infantry`."""
    return count(number, name, name if name in UNCOUNTED else "")


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
        label,
        sphere,
        number(attack) or 0,
        number(attack_air),
        number(defend) or 0,
        number(defend_air),
        tuple(int(bomb) for bomb in bombs.split("/")) if bombs != "-" else (),
        int(hits),
        number(room) or 0,
        carries,
        sphere == "air" or attack_air == "n",
        grade,
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
