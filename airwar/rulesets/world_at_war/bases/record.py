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


class Basing(NamedTuple):
    """Bases and moves between them in a player turn."""

    moves: tuple[BaseChange, ...] = ()  # ordered and not yet made
    falls: tuple[Fall, ...] = ()  # still to come
    placements: tuple[Placement, ...] = ()  # airbases still to be placed
    building: tuple[Unit, ...] = ()  # units that the construction phase brings
    fresh: tuple[tuple[str, str], ...] = ()  # airbases placed in this phase: the hex and the power (18.146)
    held: tuple[str, ...] = ()  # units whose inverted part stays inverted through the enemy turn (18.72C, D)


NO_CHANGES = Basing()
