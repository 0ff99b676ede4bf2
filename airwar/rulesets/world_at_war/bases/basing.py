"""Basing (17.21, 17.31, 18.1) and the room that a base has left."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from airwar.engine.referee import Event
from airwar.engine.rule import rule
from airwar.rulesets.world_at_war.options import ruled
from airwar.rulesets.world_at_war.state import Base, Turn, Unit
from airwar.rulesets.world_at_war.units.types import AirType

NO_LIMIT = 1000  # room in a mapboard box
ARMY_AIR = AirType("", "aaf", 0)


@rule("18.12", "17.21")
def capacity(base: Base, theater: str) -> int:
    """Air factors that a hex may base: five for each facility, three on Pacific one-hex islands and in Pacific jungle."""
    each = 3 if theater == "pacific" and (base.island or base.jungle) else 5
    return each * base.facilities


@rule("18.11", "18.1", "18.13", "17.311", "17.31", "17.3", "17.21", "17.2", "17.141B")
def may_base(base: Base, theater: str, factors: int, squadrons: int) -> bool:
    """Whether so many factors and naval squadrons may be there: three squadrons to a factor, one more on a one-hex island."""
    if base.box:
        return True
    counted = squadrons - 1 if base.island and squadrons else squadrons
    return 3 * factors + counted <= 3 * capacity(base, theater)


@rule("18.11", "18.13")
def room_for(turn: Turn, base: Base, type_: AirType) -> int:
    """How many more units of a type a base takes; a box takes any number."""
    if base.box:
        return NO_LIMIT
    factors, squadrons = turn.load(base.id)
    limit = 3 * capacity(turn.base(base.id), turn.setting.theater) - 3 * factors
    if type_.in_squadrons:
        return max(0, limit - squadrons + base.island)
    return max(0, (limit - max(0, squadrons - base.island)) // 3)


@rule("18.12")
def ruling_on_port_cities(turn: Turn, places: Iterable[str]) -> list[Event]:
    """Says when a full base would have more room, were its port city two facilities."""
    ruling = turn.setting.options["port-city"]
    full = [turn.setting.bases[place] for place in places if "port-city" in turn.setting.bases[place].places]
    full = [base for base in full if not room_for(turn, base, ARMY_AIR)]
    return [ruled("port-city", ruling, f"{base.name} is full with a port city counted as {ruling}") for base in full]


@rule("18.46", "18.25")
def all_fit(turn: Turn, units: Iterable[Unit], reach: dict[str, list[str]]) -> bool:
    """Whether all these units find room in the bases that each can reach, whatever way they are spread.

    All fly from one place, so who reaches less far reaches a part of what the others reach: serving the shortest reach
    first, whole factors before squadrons, and squadrons first where no factor fits any more, finds room if there is any.
    """
    for unit in sorted(units, key=lambda unit: (len(reach[unit.id]), unit.type.in_squadrons)):
        left = unit.number
        for whole in (False, True):
            for place in reach[unit.id]:
                room = room_for(turn, turn.setting.bases[place], unit.type)
                if unit.type.in_squadrons and not whole:
                    room %= 3
                if moved := min(left, room):
                    turn = with_guest(turn, unit, place, moved)
                    left -= moved
        if left:
            return False
    return True


def with_guest(turn: Turn, unit: Unit, place: str, number: int) -> Turn:
    """So many of a unit counted at a place as well, for trying whether they fit."""
    guest = unit._replace(id=f"{unit.id}@{place}@{len(turn.units)}", home=place, ready=number, inverted=0)
    return replace(turn, units=(*turn.units, guest))
