"""Which air transports may fly an activity, and from which bases (18.45, 18.51, 18.533, 18.545)."""

from __future__ import annotations

from collections.abc import Iterable

from airwar.engine.referee import Referee
from airwar.engine.rule import rule
from airwar.rulesets.world_at_war.air.taking_off import barred, base_refused, range_refused, side_refused
from airwar.rulesets.world_at_war.bases.basing import closed_to, room_at_once
from airwar.rulesets.world_at_war.bases.staging import embarking_refused
from airwar.rulesets.world_at_war.setting import Base
from airwar.rulesets.world_at_war.state import Turn
from airwar.rulesets.world_at_war.transport.state import Flight
from airwar.rulesets.world_at_war.units.types import range_of
from airwar.rulesets.world_at_war.units.unit import Unit


@rule("18.531", "18.533", "18.545", "18.51", "18.45", "18.146", "17.63")
def flight_refused(ref: Referee | None, turn: Turn, unit: Unit, flight: Flight) -> str | None:
    """Why a unit may not fly an activity: only air transports may, from operational bases, within range."""
    setting = turn.setting
    if other_side := side_refused(setting, unit, "18.5"):
        return other_side
    if unit.type != "transport":
        return f"{unit.air_type.label} units carry nothing; expected air transports (17.63)"
    origin = turn.base(flight.origin)
    refused = base_refused(turn, unit, origin.id)
    if refused:
        return refused
    if flight.kind == "transport":
        if unit.home != origin.id and (refused := embarking_refused(ref, turn, unit, origin, flight.phase)):
            return refused
        return closed_to(turn, unit, origin) or closed_to(turn, unit, turn.base(flight.to))
    if unit.home != origin.id:
        return f"{unit.id} is at {setting.name(unit.home)}; the activity is flown from {origin.name} (18.45)"
    return range_refused(ref, turn, unit, origin.id, flight.to)


@rule("18.41", "18.545", "18.11")
def able_to_embark(turn: Turn, unit: Unit, origin: str) -> int:
    """How many of a unit can fly from a base: those that are free, and if they stage there first, those for which it has room."""
    free = turn.free(unit)
    return free if unit.home == origin else min(free, room_at_once(turn, unit, turn.base(origin)))


@rule("18.545", "18.11")
def room_refused(turn: Turn, origin: str, sent: Iterable[tuple[str, int]]) -> str | None:
    """Why all these cannot stage to the base where ground units embark: it has not room for all of them."""
    staging = [(turn.unit(unit), number) for unit, number in sent if number and turn.unit(unit).home != origin]
    room = min((room_at_once(turn, unit, turn.base(origin)) for unit, _ in staging), default=0)
    total = sum(number for _, number in staging)
    return f"{total} would stage to {turn.setting.name(origin)}, which has room for {room} (18.11)" if total > room else None


@rule("18.545", "18.51")
def destination_refused(turn: Turn, base: Base) -> str | None:
    """Why no ground unit is air transported to a base now, or None: what is no base to fly from is none to land at."""
    usable = base.operational and base.facilities and not barred(turn, base)
    if base.side == turn.setting.attacker and usable:
        return None
    return f"{base.name} is not an operational city or airbase of {turn.setting.attacker} (18.545)"


@rule("18.541")
def transport_distance(theater: str) -> int:
    """How far ground units are air transported: eight hexes in Europe, six in the Pacific."""
    return range_of("air-transport", theater)
