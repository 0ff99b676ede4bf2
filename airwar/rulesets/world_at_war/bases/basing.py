"""Basing (17.21, 17.31, 18.1) and the room that a base has left."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from airwar.engine.referee import Event, Ruling
from airwar.engine.rule import rule
from airwar.rulesets.kit.rulings import Rulings
from airwar.rulesets.world_at_war.setting import Base, Carrier
from airwar.rulesets.world_at_war.state import Turn
from airwar.rulesets.world_at_war.units.types import AirType
from airwar.rulesets.world_at_war.units.unit import Unit

NO_LIMIT = 1000  # room in a mapboard box
ARMY_AIR = AirType("", "aaf", 0)


@rule("18.12", "17.21")
def capacity(base: Base, theater: str) -> int:
    """Air factors that a hex may base: five for each facility, three on Pacific one-hex islands and in Pacific jungle."""
    each = 3 if theater == "pacific" and (base.island or base.jungle) else 5
    return each * base.facilities


@rule("18.11", "18.1", "18.13", "17.311", "17.31", "17.3", "17.21", "17.2", "17.141B")
def may_base(base: Base, theater: str, factors: int, squadrons: int) -> bool:
    """Whether a base can hold these factors and naval squadrons: three squadrons to a factor, one extra on a one-hex island."""
    if base.box:
        return True
    counted = squadrons - 1 if base.island and squadrons else squadrons
    return 3 * factors + counted <= 3 * capacity(base, theater)


class Room(NamedTuple):
    """The room that a base has left."""

    thirds: int  # of a factor, before its naval squadrons are counted
    squadrons: int = 0  # naval squadrons that it holds
    uncounted: int = 0  # naval squadrons that do not count: one on a one-hex island
    box: bool = False

    @rule("18.11", "18.13")
    def for_type(self, type_: AirType) -> int:
        """How many more units of a type the base takes; a box takes any number."""
        if self.box:
            return NO_LIMIT
        if type_.in_squadrons:
            return max(0, self.thirds - self.squadrons + self.uncounted)
        return max(0, (self.thirds - max(0, self.squadrons - self.uncounted)) // 3)

    def taking(self, type_: AirType, number: int) -> Room:
        """The room that is left with more units of a type in the base."""
        if type_.in_squadrons:
            return self._replace(squadrons=self.squadrons + number)
        return self._replace(thirds=self.thirds - 3 * number)


@rule("18.11", "18.13")
def room_at(turn: Turn, base_id: str) -> Room:
    """The room that a base has left now."""
    base = turn.base(base_id)
    factors, squadrons = turn.load(base_id)
    return Room(3 * capacity(base, turn.setting.theater) - 3 * factors, squadrons, int(base.island), bool(base.box))


@rule("18.11", "18.13")
def room_for(turn: Turn, base: Base, type_: AirType) -> int:
    """How many more units of a type a base takes."""
    return room_at(turn, base.id).for_type(type_)


@rule("18.11", "18.12")
def overfull(turn: Turn, base: Base) -> str | None:
    """What a base holds beyond its capacity, or None."""
    theater = turn.setting.theater
    factors, squadrons = turn.load(base.id)
    if may_base(base, theater, factors, squadrons):
        return None
    room = f"{capacity(base, theater)} factors" + (" and 1 naval squadron" if base.island else "")
    return f"{base.name} holds {factors} factors and {squadrons} naval squadrons; it may base {room} (18.11-18.13)"


@rule("17.312")
def room_aboard(turn: Turn, carrier: Carrier) -> int:
    """How many more naval squadrons a carrier takes; below zero if it holds too many."""
    return carrier.size - sum(unit.left for unit in turn.units if unit.home == carrier.id)


@rule("18.12")
def ruling_on_port_cities(turn: Turn, places: Iterable[str]) -> list[Event]:
    """Says when a full base would have more room, were its port city two facilities."""
    full = [turn.base(place) for place in places if "port-city" in turn.base(place).places]
    full = [base for base in full if not room_for(turn, base, ARMY_AIR)]
    return [full_port_city(turn.setting.rulings, base.name) for base in full]


def full_port_city(rulings: Rulings, name: str) -> Ruling:
    """The event for a base without room, which depends on how its port city is counted."""
    return rulings.ruled("port-city", f"{name} is full, with a port city counted as {rulings.value('port-city')}")


@rule("18.46", "18.25")
def all_fit(rooms: Mapping[str, Room], units: Iterable[Unit], reach: Mapping[str, Sequence[str]]) -> bool:
    """Whether all these units find room in the bases that each can reach, however they are spread.

    All fly from one place, so a unit with a shorter reach can go only to bases that the others reach too. Serving the shortest
    reach first, whole factors before squadrons, and squadrons first where no factor fits any longer, finds room if there is any.
    """
    left_in = dict(rooms)
    for unit in sorted(units, key=lambda unit: (len(reach[unit.id]), unit.air_type.in_squadrons)):
        left = unit.number
        for whole in (False, True):
            for place in reach[unit.id]:
                room = left_in[place].for_type(unit.air_type)
                if unit.air_type.in_squadrons and not whole:
                    room %= 3
                if moved := min(left, room):
                    left_in[place] = left_in[place].taking(unit.air_type, moved)
                    left -= moved
        if left:
            return False
    return True
