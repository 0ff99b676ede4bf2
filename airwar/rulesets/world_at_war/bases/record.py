"""What is ordered of bases and moves between them, and still to be done."""

from __future__ import annotations

from typing import NamedTuple

from airwar.rulesets.world_at_war.units.unit import Unit


class BaseChange(NamedTuple):
    """An ordered change of base: staging, redeployment, or a transfer between carrier and port."""

    unit: str
    to: str
    number: int
    phase: str
    kind: str
    assists: bool = False  # is used to assist naval redeployment afterwards
    late: bool = False  # is not possible before staging, and so made after it
    inverted: int | None = None  # how many of them are inverted; uninverted ones go first if this is not said

    @property
    def id(self) -> str:
        return f"{self.unit}@{self.to}"


class Fall(NamedTuple):
    """A base or an airbase that the enemy takes, or a carrier that is sunk."""

    kind: str  # hex, airbase or carrier
    place: str
    phase: str
    patrol: int = 0  # how many squadrons of a sunk carrier fly combat air patrol

    @property
    def id(self) -> str:
        return f"{self.place}/airbase" if self.kind == "airbase" else self.place


class Placement(NamedTuple):
    """An airbase counter placed in a hex, perhaps recycled from another."""

    nation: str
    base: str
    phase: str
    recycled: str = ""

    @property
    def id(self) -> str:
        return f"{self.nation}@{self.base}"


class Basing(NamedTuple):
    """Bases and moves between them in a player turn."""

    moves: tuple[BaseChange, ...] = ()  # ordered and not yet made
    falls: tuple[Fall, ...] = ()  # still to come
    placements: tuple[Placement, ...] = ()  # airbases still to be placed
    building: tuple[Unit, ...] = ()  # units that the construction phase brings
    constructed: tuple[str, ...] = ()  # naval air that the construction phase has brought
    supply_unknown: tuple[str, ...] = ()  # captured bases of which nobody has said how they are supplied
    placed: tuple[str, ...] = ()  # the powers that have placed airbases in this turn, once for each
    moved: tuple[str, ...] = ()  # units that have staged or redeployed in this phase
    staged: tuple[str, ...] = ()  # units that have staged in this turn
    fresh: tuple[tuple[str, str], ...] = ()  # airbases placed in this phase: the hex and the power (18.146)
    stranded: tuple[tuple[str, str, int], ...] = ()  # units in the air, the base they could not return to, and how many (18.25)
    held: tuple[tuple[str, int], ...] = ()  # how many inverted ones of a unit stay so through the enemy turn (18.72C, D)


NO_CHANGES = Basing()
