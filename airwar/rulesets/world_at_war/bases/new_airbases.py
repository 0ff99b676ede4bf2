"""Airbases in the phase in which they are placed (18.146): only some air units may use them."""

from __future__ import annotations

from dataclasses import replace

from airwar.engine.rule import rule
from airwar.rulesets.world_at_war.bases.basing import overfull, room_for
from airwar.rulesets.world_at_war.setting import Base
from airwar.rulesets.world_at_war.state import Turn
from airwar.rulesets.world_at_war.units.nations import NATIONS
from airwar.rulesets.world_at_war.units.unit import Unit

GUESTS = {"britain": ("britain", "australia", "free-france")}  # nations that may use a new airbase at once (18.146)


def airbase(nation: str) -> str:
    """`German airbase`."""
    return f"{NATIONS[nation]} airbase"


@rule("18.146")
def may_use_at_once(unit: Unit, nation: str) -> bool:
    """In the phase it is placed, an airbase serves only its own power; a British one also serves Australians and Free French."""
    return unit.air_type.nation in GUESTS.get(nation, (nation,))


def placed_by(turn: Turn, base: Base) -> str | None:
    """The power that has placed an airbase in a hex in this phase."""
    return next((nation for place, nation in turn.basing.fresh if place == base.id), None)


@rule("18.146")
def room_at_once(turn: Turn, unit: Unit, base: Base) -> int:
    """The room that a base has for a unit in this phase: an airbase just placed serves only its own power."""
    room = room_for(turn, base, unit.air_type)
    power = placed_by(turn, base)
    if power is None or may_use_at_once(unit, power):
        return room
    guests = guests_of(turn, base, power)
    return min(room, room_for(guests, guests.base(base.id), unit.air_type))


def guests_of(turn: Turn, base: Base, power: str) -> Turn:
    """The turn with only those units that may not use the airbase that a power has just placed, and without that airbase."""
    others = replace(turn, units=tuple(unit for unit in turn.units if not may_use_at_once(unit, power)))
    return others.with_base(base.without_airbase())


@rule("18.11", "18.146")
def basing_refused(turn: Turn, base: Base) -> str | None:
    """What a base holds beyond what it may, or None: in the phase it is placed, an airbase serves only its own power."""
    power = placed_by(turn, base)
    if (full := overfull(turn, base)) or power is None:
        return full
    guests = guests_of(turn, base, power)
    too_many = overfull(guests, guests.base(base.id))
    return f"without the {airbase(power)} that is placed in this phase, {too_many} (18.146)" if too_many else None


@rule("18.146", "18.545")
def closed_to(turn: Turn, unit: Unit, base: Base) -> str | None:
    """Why a unit cannot use a base in this phase: all there is to use is an airbase that another power has just placed."""
    power = placed_by(turn, base)
    if power is None or may_use_at_once(unit, power) or base.without_airbase().facilities:
        return None
    return f"{unit.id} may not use the {airbase(power)} at {base.name} in the phase in which it is placed (18.146)"
