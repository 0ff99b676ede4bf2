"""The course of a mission (R15): it flies out, meets the enemy in the air, passes the flak, and does its work.

    fly ─► air combat ─► interception ─► over the target ─► flak ─► its task (TASKS)
    strike (v3.0, in the barrage segment) ────────────────► flak ─► its task

Air combat, interception and flak are procedures that return the units as they leave them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

from airwar.engine.events import Note
from airwar.engine.moves import Move, Return, call, then
from airwar.engine.referee import Referee
from airwar.engine.rule import rule
from airwar.rulesets.kit.names import title_of
from airwar.rulesets.ocs.air_combat.combat import air_combat_begins, fight_over
from airwar.rulesets.ocs.air_combat.table import NEITHER
from airwar.rulesets.ocs.board.board import Board
from airwar.rulesets.ocs.board.outcome import DRIVEN_OFF, NO_BARRAGE, STOPPED_BY_FLAK, Outcome
from airwar.rulesets.ocs.board.setting import (
    DROP,
    INTERDICT,
    STATION,
    STRIKES,
    SWEEP,
    TRANSFER,
    TRANSPORT,
    Mission,
)
from airwar.rulesets.ocs.board.words import unit_label
from airwar.rulesets.ocs.missions.about import who_has_advantage, who_strikes
from airwar.rulesets.ocs.missions.barrage import barrage
from airwar.rulesets.ocs.missions.cargo import left_behind, load_up, take_gliders
from airwar.rulesets.ocs.missions.drops import drop
from airwar.rulesets.ocs.missions.facility import base_attack, trainbust
from airwar.rulesets.ocs.missions.flak import flak, flak_at, flak_fires, why_lifts
from airwar.rulesets.ocs.missions.flight import Flight, heading, waiting
from airwar.rulesets.ocs.missions.interception import intercepted_by, interception, interceptor
from airwar.rulesets.ocs.missions.naval import ship_attack
from airwar.rulesets.ocs.missions.ports import port_attack
from airwar.rulesets.ocs.missions.sorties import interdict, station, sweep, transfer, transport
from airwar.rulesets.ocs.missions.takeoff import choose_units, on_station, take_off, unfit_to_strike
from airwar.rulesets.ocs.missions.targets import AIR_BASE, ONCE_A_PHASE, PORT, RAIL, SHIP, UNITS, aim_of, target_refused
from airwar.rulesets.ocs.missions.weather import weather_refuses
from airwar.rulesets.ocs.rulings import HOUSE
from airwar.rulesets.ocs.units.air import STRIKE, Air
from airwar.rulesets.ocs.units.functions import barrage_refused
from airwar.rulesets.ruleset import NOT_FLOWN

Task = Callable[[Referee, Flight], Move[Outcome]]
ATTACKS: Mapping[str, Task] = {  # by their aim
    UNITS: barrage,
    AIR_BASE: base_attack,
    PORT: port_attack,
    RAIL: trainbust,
    SHIP: ship_attack,
}
TASKS: Mapping[str, Task] = {
    INTERDICT: interdict,
    STATION: station,
    SWEEP: sweep,
    DROP: drop,
    TRANSPORT: transport,
    TRANSFER: transfer,
}


# flying out


@rule("R10", "R14", "R15")
def fly(ref: Referee, flight: Flight) -> Move[Outcome]:
    """The units of a mission fly from their bases to the mission hex, and fight if enemy units are there."""
    board, mission = flight.board, flight.mission
    ref.enter(mission.id, heading(flight))
    refused = target_refused(board, mission)
    if refused:
        ref.tell(Note, f"not flown: {refused}")
        return flight.over(NOT_FLOWN)
    flight, why = made_ready(ref, flight)
    if why:
        return stay(ref, Flight(board, mission), why)
    flight = take_off(ref, flight)
    # Ruling: air combat begins when a mission arrives; units that become active below enemy planes do not start one.
    enemies = flight.board.active_at(mission.at, flight.enemy)
    if not enemies:
        return then(meet_interceptors, flight)
    flight = with_advantage(ref, flight)
    mission = flight.mission
    own = flight.board.active_at(mission.at, mission.side)
    sweeping = mission.side if mission.kind == SWEEP else ""
    combat = fight_over(flight.board, mission.at, mission.side, own, enemies, advantage=mission.advantage, sweeping=sweeping)
    return call(air_combat_begins, combat, back=after_air_combat, keep=flight)


@rule("R10", "R45", "R46", "R1")
def made_ready(ref: Referee, flight: Flight) -> tuple[Flight, str]:
    """The mission with the units that fly it and what they carry; and why nobody flies, if nobody does."""
    board, mission = flight.board, flight.mission
    grounded = weather_refuses(board.setting, mission.phase)
    if grounded:
        return flight, grounded
    flight = Flight(board, mission, choose_units(ref, board, mission))
    if mission.by_glider:
        flight = take_gliders(ref, flight)
    if mission.lift.cargo and flight.sent:
        flight = load_up(ref, flight)
        return flight, "" if flight.load else "nothing can be carried"
    return flight, "" if flight.sent else "no unit flies"


@rule("R21")
def with_advantage(ref: Referee, flight: Flight) -> Flight:
    """Whoever orders a mission at the table says which side uses Advantage in its air combat; a prepared one says it itself."""
    board, mission = flight.board, flight.mission
    if board.rulings.value("advantage") != "declared" or mission in board.setting.missions:
        return flight
    options = {NEITHER: "neither side uses Advantage"}
    options |= {side: f"{title_of(side)} uses Advantage: +1" for side in board.setting.sides}
    about = partial(who_has_advantage, flight)
    side = ref.choose("advantage", options, by=mission.side, default=NEITHER, about=about, quiet=True)
    return flight if side == NEITHER else replace(flight, mission=replace(mission, advantage=side))


@rule("R11", "R10")
def stay(ref: Referee, flight: Flight, why: str) -> Return[Outcome]:
    """Nobody flies. Units that are over the target already barrage it all the same, in the barrage segment."""
    there = on_station(flight.board, flight.mission)
    if not there:
        ref.tell(Note, f"not flown: {why}")
        return flight.over(NOT_FLOWN)
    ref.tell(waiting, replace(flight, sent=there), "the barrage segment")
    return flight.over("")


@rule("R15")
def after_air_combat(ref: Referee, flight: Flight, units: tuple[Air, ...]) -> Move[Outcome]:
    """After air combat, an interceptor may still attack."""
    return then(meet_interceptors, resume(ref, flight, units))


@rule("R28")
def meet_interceptors(ref: Referee, flight: Flight) -> Move[Outcome]:
    """One active fighter may intercept a mission in its patrol zone."""
    unit = interceptor(ref, flight)
    if unit:
        return call(interception, intercepted_by(flight, unit), back=after_interception, keep=flight)
    return then(arrive, flight)


@rule("R15", "R28")
def after_interception(ref: Referee, flight: Flight, units: tuple[Air, ...]) -> Move[Outcome]:
    """Whatever is left of the mission reaches its hex."""
    return then(arrive, resume(ref, flight, units))


def resume(ref: Referee, flight: Flight, units: tuple[Air, ...]) -> Flight:
    """The mission continues after a fight, if anyone is left."""
    flight = flight.with_units(units)
    if flight.fliers:
        ref.enter(flight.mission.id, f"{title_of(flight.mission.side)}: the mission continues")
    return flight


@rule("R15", "R34", "R11")
def arrive(ref: Referee, flight: Flight) -> Move[Outcome]:
    """Over its hex the mission does its work; in v3.0 a strike waits for the barrage segment, with those that were there before."""
    if not flight.fliers:
        flight = replace(flight, sent=(*flight.sent, *on_station(flight.board, flight.mission)))
    if not flight.fliers:
        ref.tell(Note, "nobody is left to carry out the mission")
        return turn_back(ref, flight, DRIVEN_OFF)
    if flight.mission.kind in STRIKES and flight.board.rulings.profile.return_phase:
        ref.tell(waiting, flight, "the barrage segment")
        return flight.over("")
    return then(brave_flak, flight)


# strikes of v3.0, which wait over the target for the barrage segment


@rule("R11", "R12", "R34")
def strike(ref: Referee, flight: Flight) -> Move[Outcome]:
    """Units that are already over the target barrage it."""
    board, mission = flight.board, flight.mission
    ref.enter(mission.id, heading(flight))
    refused = target_refused(board, mission)
    able = [] if refused else strikers(ref, board, mission)
    if not mission.units and len(able) > 1:
        able = choose_strikers(ref, board, mission, able)
    if not able:
        ref.tell(Note, f"no barrage: {refused or 'no unit is there to carry it out'}")
        return flight.over(NO_BARRAGE)
    return then(brave_flak, Flight(board, mission, tuple(able)))


@rule("R11")
def strikers(ref: Referee, board: Board, mission: Mission) -> list[str]:
    """The units over the target that may barrage it; the output says why others may not."""
    able = []
    for unit_id in mission.units or board.over(mission.at, mission.side):
        refused = strike_refused(board, mission, board.unit(unit_id))
        if refused:
            ref.tell(Note, f"{board.counter(unit_id).name} does not barrage: {refused}")
        else:
            able.append(unit_id)
    return able


@rule("R11", "R12")
def strike_refused(board: Board, mission: Mission, unit: Air) -> str | None:
    """Why a unit may not barrage here, or None if it may; normally a unit barrages once before it returns."""
    refused = barrage_refused(unit.status, mission.phase, mission.role, board.setting.profile)
    if refused:
        return refused
    if unit.place != mission.at:
        return f"it is over {board.setting.name(unit.place)}"
    if unit.spent and board.rulings.value("barrage-per-sortie") == "once":
        return f"it has already barraged and must return first ({HOUSE}: once per sortie, R12)"
    return unfit_to_strike(board, mission, unit.id)


@rule("R14")
def choose_strikers(ref: Referee, board: Board, mission: Mission, able: list[str]) -> list[str]:
    """The player picks the units that barrage."""
    most = board.rulings.number("max-per-mission")
    labels = {unit: unit_label(board, unit) for unit in able}
    sent = [unit for unit in able if board.unit(unit).duty == STRIKE]
    default = dict.fromkeys((sent or able)[:most], 1)
    items, about = dict.fromkeys(able, 1), partial(who_strikes, board, mission, able)
    as_sent = 0 < len(sent) <= most
    picked = ref.allot("strike", items, by=mission.side, most=most, default=default, labels=labels, about=about, quiet=as_sent)
    return [unit for unit, strikes in picked.items() if strikes]


# flak, then the task


@rule("R29")
def brave_flak(ref: Referee, flight: Flight) -> Move[Outcome]:
    """The enemy's flak fires before the mission does its work."""
    fires = flak_fires(ref, flight)
    ref.tell(why_lifts, flight, fires)
    if fires:
        return call(flak, flak_at(ref, flight), back=after_flak, keep=flight)
    return then(task_of(flight), flight)


@rule("R15", "R36")
def task_of(flight: Flight) -> Task:
    """The work of a mission: what its kind says, or what it is aimed at."""
    return TASKS.get(flight.mission.kind) or ATTACKS[aim_of(flight.board, flight.mission)]


@rule("R15", "R29")
def after_flak(ref: Referee, flight: Flight, units: tuple[Air, ...]) -> Move[Outcome]:
    """The units that are left do the work of the mission."""
    flight = flight.with_units(units)
    if flight.fliers:
        return then(task_of(flight), flight)
    return turn_back(ref, flight, STOPPED_BY_FLAK)


@rule("R34", "R45")
def turn_back(ref: Referee, flight: Flight, result: str) -> Move[Outcome]:
    """Nobody is left. A barrage counts all the same, and cargo comes back or is lost."""
    mission = flight.mission
    if mission.kind in ONCE_A_PHASE:
        flight = flight.on(flight.board.with_barraged(mission.at))
    return left_behind(ref, flight, flight.load).over(result)
