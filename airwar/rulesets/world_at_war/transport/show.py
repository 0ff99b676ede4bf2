"""How air transports on their way, and their interception, look in tables."""

from __future__ import annotations

from airwar.engine.referee import Sheet
from airwar.rulesets.kit.names import count
from airwar.rulesets.world_at_war.air.taking_off import taken_off
from airwar.rulesets.world_at_war.air_combat.show import combat_sheet
from airwar.rulesets.world_at_war.state import Turn
from airwar.rulesets.world_at_war.transport.interception import Fight, Transit
from airwar.rulesets.world_at_war.transport.state import Flight


def sheets(state: object, turn: Turn) -> list[Sheet]:
    """The transports on their way, after both sides of their interception if there is one."""
    if isinstance(state, Fight):
        fight = combat_sheet(turn.setting.name(state.hex), state.attackers, state.defenders)
        return [fight, flight_sheet(state.transit.flight, turn)]
    return [flight_sheet(state.flight, turn)] if isinstance(state, Transit) else []


def airborne(state: object, turn: Turn) -> Turn:
    """The turn with the fighters of an interception in the air."""
    return taken_off(turn, state.in_the_air) if isinstance(state, Fight) else turn


def flight_sheet(flight: Flight, turn: Turn) -> Sheet:
    """The air transports on their way, and the ground units they carry or supply."""
    route = f"{turn.setting.name(flight.origin)} to {turn.setting.name(flight.to)}"
    transports = tuple((unit, turn.unit(unit).air_type.label, str(number), route) for unit, number in flight.force)
    cargo = tuple((cargo.id, "ground unit", count(cargo.factors, "factor"), flight.kind) for cargo in flight.cargo)
    return Sheet("Air transports on their way", ("unit", "type", "number", "mission"), (*transports, *cargo))
