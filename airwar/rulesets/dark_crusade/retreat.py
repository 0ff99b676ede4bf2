"""Retreat from combat (B12-B14): attackers back down their lines, defenders wherever there is room."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from airwar.engine.referee import Event, Loss, Next, Note, Referee
from airwar.engine.rule import rule
from airwar.rulesets.dark_crusade.aftermath import attackers_advance, battle_ends
from airwar.rulesets.dark_crusade.air_moves import defending_air_is_lost, german_air_follows, soviet_air_returns
from airwar.rulesets.dark_crusade.refuge import defending_movers, told_ways_out
from airwar.rulesets.dark_crusade.routes import marched, to_further_points, to_own_points, told_moves, told_trapped
from airwar.rulesets.dark_crusade.state import SOVIET_AIR, Combat, Unit


@rule("B13", "B12", "B4")
def defenders_retreat(ref: Referee, combat: Combat) -> Next:
    """All defenders leave, own points first; who finds no way out is lost."""
    ref.tell(told_ways_out, combat)
    movers = defending_movers(combat)
    nobody_lost = combat.setting.options["no-retreat"] == "forbid"
    moves, left = to_own_points(ref, combat, movers, nobody_lost)
    if left:
        further, left = to_further_points(ref, combat, left, nobody_lost)
        moves = [*moves, *further]
    ref.tell(told_moves, combat, moves)
    if left:
        ref.tell(told_trapped, combat, left)
    gone = [unit._replace(at="") for unit in combat.units("defender") if unit.id in left]
    phase = marched(combat.phase, moves).with_units(gone)
    combat = replace(combat, phase=phase, soviet_air=0 if SOVIET_AIR in movers else combat.soviet_air)
    if combat.setting.side("defender") == "axis":
        reached = dict.fromkeys(move.refuge.point for move in moves)
        combat = german_air_follows(ref, combat, "retreat", list(reached))
    return Next(attackers_advance, combat)


# attackers


@rule("B12")
def attackers_retreat(ref: Referee, combat: Combat) -> Next:
    """Every attacker goes back down his line to the point he came from, and is dispersed there."""
    origins = dict.fromkeys(combat.phase.formation(unit).origin for unit in combat.units("attacker"))
    for origin in origins:
        combat = back_at(ref, combat, origin)
    reached = [origin for origin in origins if came_back(combat, origin)]
    if combat.setting.attacker == "axis":
        combat = german_air_follows(ref, combat, "retreat", reached)
    else:
        combat = soviet_air_returns(ref, combat, reached)
    return battle_ends(ref, combat, "held: attackers retreated")


def came_back(combat: Combat, origin: str) -> bool:
    """Whether any attacker of this battle has reached his point of origin."""
    formations = combat.setting.formations
    return any(unit.at == origin and formations[unit.id].post == combat.point for unit in combat.phase.units)


@rule("B12")
def back_at(ref: Referee, combat: Combat, origin: str) -> Combat:
    """Attackers come back to the point they started from, unless defenders that were driven there destroy them."""
    combat = met_intruders(ref, combat, origin)
    returning = returning_to(combat, origin)
    ref.tell(told_return, combat, returning, origin)
    return combat.with_units(unit._replace(at=origin, dispersed=True) for unit in returning)


def returning_to(combat: Combat, origin: str) -> list[Unit]:
    return [unit for unit in combat.units("attacker") if combat.phase.formation(unit).origin == origin]


@rule("B14")
def met_intruders(ref: Referee, combat: Combat, origin: str) -> Combat:
    """Defenders driven to the starting point destroy attackers who all come back dispersed; otherwise they are destroyed."""
    # Ruling: the test is made for each point of origin, before the attackers are dispersed by their retreat.
    returning = returning_to(combat, origin)
    intruders = combat.phase.of_side(origin, combat.setting.side("defender"))
    if intruders and all(unit.dispersed for unit in returning):
        ref.tell(told_collision, combat, "attacker", returning, origin)
        return combat.with_units(unit._replace(at="") for unit in returning)
    if intruders:
        ref.tell(told_collision, combat, "defender", intruders, origin)
        combat = combat.with_units(unit._replace(at="") for unit in intruders)
    return replace(combat, phase=defending_air_is_lost(ref, combat.phase, origin))


def told_collision(combat: Combat, losing: str, units: Sequence[Unit], origin: str) -> list[Event]:
    where = combat.phase.name(origin)
    why = "all who come back there are dispersed" if losing == "attacker" else "not all who come back there are dispersed"
    lost: list[Event] = [Loss(losing, combat.phase.formation(unit).name, 1, "eliminated") for unit in units]
    return [Note(f"defenders were driven to {where}, and {why}"), *lost]


def told_return(combat: Combat, units: Sequence[Unit], origin: str) -> list[Event]:
    where = combat.phase.name(origin)
    return [Loss("attacker", combat.phase.formation(unit).name, 1, f"retreated to {where}, dispersed") for unit in units]
