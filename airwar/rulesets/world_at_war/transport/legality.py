"""Which air transports may fly an activity, and from which bases (18.45, 18.51, 18.533, 18.545)."""

from __future__ import annotations

from airwar.engine.referee import Referee
from airwar.engine.rule import rule
from airwar.rulesets.kit.places import beyond
from airwar.rulesets.world_at_war.air.taking_off import base_refused, range_refused, side_refused
from airwar.rulesets.world_at_war.bases.new_airbases import closed_to
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
        if beyond(ref, turn, unit.home, origin.id, unit.staging_range):
            return f"{unit.id} is at {setting.name(unit.home)} and cannot stage to {origin.name} (18.545)"
        return closed_to(turn, unit, origin) or closed_to(turn, unit, turn.base(flight.to))
    if unit.home != origin.id:
        return f"{unit.id} is at {setting.name(unit.home)}; the activity is flown from {origin.name} (18.45)"
    return range_refused(ref, turn, unit, origin.id, flight.to)


@rule("18.545")
def destination_refused(turn: Turn, base: Base) -> str | None:
    """Why no ground unit is air transported to a base now, or None."""
    if base.side == turn.setting.attacker and base.operational and base.facilities:
        return None
    return f"{base.name} is not an operational city or airbase of {turn.setting.attacker} (18.545)"


@rule("18.541")
def transport_distance(theater: str) -> int:
    """How far ground units are air transported: eight hexes in Europe, six in the Pacific."""
    return range_of("air-transport", theater)
