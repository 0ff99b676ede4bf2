"""Which air transports may fly an activity, and from which bases (18.45, 18.51, 18.533, 18.545)."""

from __future__ import annotations

from airwar.engine.rule import rule
from airwar.rulesets.world_at_war.air.flying import in_range, may_attack_from
from airwar.rulesets.world_at_war.state import Turn, Unit
from airwar.rulesets.world_at_war.transport.state import Flight
from airwar.rulesets.world_at_war.units.types import range_of, staging_range


@rule("18.531", "18.533", "18.545", "18.51", "18.45")
def flight_refused(turn: Turn, unit: Unit, flight: Flight) -> str | None:
    """Why a unit may not fly an activity: only air transports may, from operational bases, within range."""
    setting = turn.setting
    if unit.side != setting.moving:
        return f"{unit.id} does not belong to the attacker, {setting.moving} (18.5)"
    if unit.type.kind != "transport":
        return f"{unit.type.label} units carry nothing; expected air transports (17.63)"
    origin = setting.bases[flight.origin]
    if not may_attack_from(turn, unit._replace(home=origin.id)):
        return base_refused(turn, unit, flight.origin)
    if flight.kind == "transport":
        distance = setting.distance(unit.home, origin.id)
        if distance is None or distance > staging_range("transport", setting.theater):
            return f"{unit.id} is at {setting.name(unit.home)} and cannot stage to {origin.name} (18.545)"
        return None
    if unit.home != origin.id:
        return f"{unit.id} is at {setting.name(unit.home)}; the activity is flown from {origin.name} (18.45)"
    return None if in_range(turn, unit, flight.to) else out_of_range(turn, unit, flight)


@rule("18.51", "18.49")
def base_refused(turn: Turn, unit: Unit, base: str) -> str:
    """Why no offensive mission is flown from a base."""
    home = turn.setting.bases[base]
    if home.box:
        return f"{unit.id} flies from {home.name}, a box; no mission is flown out of one (18.49)"
    if not home.facilities:
        return f"{unit.id} flies from {home.name}, which has no city or airbase (18.51)"
    supply = "unsupplied" if home.supply == "none" else f"in {home.supply} supply"
    reason = "subject to air oil effects" if home.oil else supply
    return f"{unit.id} flies from {home.name}, which is {reason}; expected a fully supplied base (18.51)"


def out_of_range(turn: Turn, unit: Unit, flight: Flight) -> str:
    distance = turn.setting.distance(flight.origin, flight.to)
    names = turn.setting.name(flight.origin), turn.setting.name(flight.to)
    if distance is None:
        return f"no distance is given between {names[0]} and {names[1]}; add it under distances"
    return f"{unit.id} has a range of {unit.range}; {names[1]} is {distance} hexes away (18.45)"


@rule("18.541")
def transport_distance(theater: str) -> int:
    """How far ground units are air transported: eight hexes in Europe, six in the Pacific."""
    return range_of("air-transport", theater)
