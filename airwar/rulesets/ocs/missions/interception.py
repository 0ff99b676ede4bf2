"""Interception from patrol zones (R28), a rule of 4.3; the v3.0 charts print none of it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from airwar.engine.moves import Move, then
from airwar.engine.referee import Referee
from airwar.engine.rule import rule
from airwar.rulesets.kit.places import away, hexes_between
from airwar.rulesets.ocs.air_combat.combat import AirCombat, air_combat_begins, fight_over
from airwar.rulesets.ocs.board.board import Board
from airwar.rulesets.ocs.board.setting import DROP, HIP_SHOOT, STRIKES, TRANSFER, TRANSPORT, Mission
from airwar.rulesets.ocs.board.words import rating_of
from airwar.rulesets.ocs.missions.about import to_intercept
from airwar.rulesets.ocs.missions.flight import Flight
from airwar.rulesets.ocs.units.air import AT_BASE, Air

ATTACKS = (*STRIKES, HIP_SHOOT)
LIFTS_AND_TRANSFERS = (TRANSPORT, DROP, TRANSFER)
DECLINE = "none"


@rule("R28")
def patrolling(ref: Referee, board: Board, place: str, side: str) -> dict[str, int]:
    """A side's active fighters at bases whose patrol zone covers a hex, and how far away they are."""
    found = {}
    for unit in board.units:
        counter = board.counter(unit.id)
        if counter.side == side and counter.fighter and unit.status == AT_BASE:
            found[unit.id] = hexes_between(ref, board.setting.places, unit.place, place)
    return {unit: hexes for unit, hexes in found.items() if hexes <= board.rulings.number("patrol-zone")}


@rule("R28")
def in_patrol_zone(ref: Referee, board: Board, mission: Mission) -> bool:
    """Whether a mission enters an enemy patrol zone; without interception there are none."""
    enemy = board.setting.enemy_of(mission.side)
    return board.rulings.yes("interception") and bool(patrolling(ref, board, mission.at, enemy))


@rule("R28", "R29")
def exposed(ref: Referee, board: Board, mission: Mission) -> bool:
    """Whether a mission can be intercepted and fired at: attacks always, lifts and transfers in patrol zones, sweeps never."""
    return mission.kind in ATTACKS or (mission.kind in LIFTS_AND_TRANSFERS and in_patrol_zone(ref, board, mission))


@rule("R28")
def interceptor(ref: Referee, flight: Flight) -> str:
    """The fighter that intercepts a mission in its patrol zone, or nothing."""
    board, mission = flight.board, flight.mission
    if not board.rulings.yes("interception") or not flight.fliers or not exposed(ref, board, mission):
        return ""
    near = patrolling(ref, board, mission.at, flight.enemy)
    able = {unit: far for unit, far in near.items() if not board.counter(unit).parenthesized}
    if not able:
        return ""
    options = {DECLINE: "do not intercept"}
    options |= {unit: f"{board.counter(unit).name}, rating {rating_of(board, unit)}, {away(far)}" for unit, far in able.items()}
    facts = {"enemy.factors": len(flight.fliers)}
    about = partial(to_intercept, flight, able)
    picked = ref.choose("intercept", options, by=flight.enemy, default=DECLINE, facts=lambda: facts, about=about)
    return "" if picked == DECLINE else picked


@dataclass(frozen=True)
class Interception:
    """A fighter on its way to intercept a mission."""

    mission: str
    combat: AirCombat


@rule("R28")
def intercepted_by(flight: Flight, unit: str) -> Interception:
    """The interceptor attacks; all active units of the mission's side in the hex defend."""
    board, mission = flight.board, flight.mission
    defenders = board.active_at(mission.at, mission.side)
    return Interception(mission.id, fight_over(board, mission.at, flight.enemy, (unit,), defenders, advantage=mission.advantage))


@rule("R28")
def interception(ref: Referee, sortie: Interception) -> Move[tuple[Air, ...]]:
    """A fighter intercepts a mission in its patrol zone; if it wins, it stays active at its base."""
    board, [unit] = sortie.combat.board, sortie.combat.attackers
    ref.enter(f"{sortie.mission}-interception", f"{board.counter(unit).name} intercepts")
    ref.tell(board.rulings.graded, "interception", "a fighter intercepts from its patrol zone")
    return then(air_combat_begins, sortie.combat)
