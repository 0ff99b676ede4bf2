"""Interception out of patrol zones (R28) and flak (R29): none of it is printed on the v3.0 charts."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from airwar.engine.dice import D6, OnRow, Term
from airwar.engine.referee import Next, Note, Referee
from airwar.engine.rule import rule
from airwar.rulesets.kit.charts import load_chart
from airwar.rulesets.ocs.air_combat import AirCombat, air_combat_begins
from airwar.rulesets.ocs.basing import abort, step_lost
from airwar.rulesets.ocs.missions import MISSION_STEPS, Flight, arrive, turned_back
from airwar.rulesets.ocs.rulings import number, ruled
from airwar.rulesets.ocs.sequence import STRIKES, carries_out
from airwar.rulesets.ocs.state import Order, Turn
from airwar.rulesets.ocs.units import AT_BASE, PACKAGE

ALWAYS = (*STRIKES, "hip-shoot")
IN_PATROL_ZONE = ("transport", "drop", "transfer")


@rule("R28")
def patrolling(turn: Turn, place: str, side: str) -> dict[str, int]:
    """The active fighters at bases of a side whose patrol zone covers a hex, and how far they are."""
    found = {}
    for unit in turn.units:
        counter = turn.counter(unit.id)
        distance = turn.setting.distance(unit.place, place) if unit.status == AT_BASE else None
        near = distance is not None and distance <= number(turn.rulings, "patrol-zone")
        if counter.side == side and counter.fighter and near and distance is not None:
            found[unit.id] = distance
    return found


@rule("R28")
def in_patrol_zone(turn: Turn, order: Order) -> bool:
    """Whether a mission goes into an enemy patrol zone; without interception there are none."""
    return turn.rulings["interception"] == "on" and bool(patrolling(turn, order.at, turn.setting.enemy_of(order.side)))


@rule("R29")
def subject_to_flak(turn: Turn, order: Order) -> bool:
    """Attacks always are; transports, drops and transfers only in an enemy patrol zone; sweeps never."""
    return order.does in ALWAYS or (order.does in IN_PATROL_ZONE and in_patrol_zone(turn, order))


@carries_out("interception")
@rule("R28")
def interception(ref: Referee, flight: Flight) -> Next:
    """One active fighter may fall upon a mission in its patrol zone; if it wins it stays active at its base."""
    turn, order = flight.turn, flight.mission
    enemy = turn.setting.enemy_of(order.side)
    if turn.rulings["interception"] == "off" or not flight.fliers or not subject_to_flak(turn, order):
        return Next(arrive, flight)
    able = {unit: far for unit, far in patrolling(turn, order.at, enemy).items() if not turn.counter(unit).parenthesised}
    if not able:
        return Next(arrive, flight)
    options = {"none": "do not intercept"} | {unit: f"{turn.counter(unit).name}, {far} hexes away" for unit, far in able.items()}
    chosen = ref.choose("intercept", options, by=enemy, default="none", facts=lambda: {"enemy.factors": len(flight.fliers)})
    if chosen == "none":
        return Next(arrive, flight)
    ref.enter(f"{order.id}-interception", f"{turn.counter(chosen).name} intercepts")
    ref.tell(ruled, turn.rulings, "interception", "a fighter intercepts out of its patrol zone")
    there = turn.active_at(order.at, order.side)
    return Next(air_combat_begins, AirCombat(turn, order.at, flight.order, flight.sent, (chosen,), there, interception=True))


@carries_out("flak")
@rule("R29")
def flak(ref: Referee, flight: Flight) -> Next:
    """The enemy's flak fires at the mission before it does its work: stated by the players, or rolled on the 4.3 table."""
    turn, order = flight.turn, flight.mission
    mode = turn.rulings["flak"]
    if mode == "off" or not (subject_to_flak(turn, order) or order.flak):
        return Next(MISSION_STEPS[order.does], flight)
    enemy = turn.setting.enemy_of(order.side)
    if mode == "v4.3":
        result = ref.roll("flak", flak_reading(flight), enemy)
        ref.tell(ruled, turn.rulings, "flak", "the flak table of v3.0 is not known")
    else:
        known = {"none": "no effect", "loss": "a step is lost", "abort": "a unit aborts"}
        result = order.flak or ref.choose("flak", known, by=enemy)
        ref.tell(Note, f"flak, as the players state it: {known[result]}")
    if result in ("loss", "abort"):
        flight = struck(ref, flight, result)
    if flight.fliers:
        return Next(MISSION_STEPS[order.does], flight)
    return turned_back(flight, "stopped by flak")


@rule("R29")
def flak_reading(flight: Flight) -> OnRow[str]:
    """Two dice and the flak of the hex; 11 is a loss."""
    return OnRow(2 * D6, load_chart(PACKAGE, "flak-4.3").row("mission", str), tuple(flak_terms(flight)))


@rule("R29", "R33")
def flak_terms(flight: Flight) -> list[Term]:
    """What makes the flak heavier."""
    turn, order = flight.turn, flight.mission
    place, base = turn.setting.places[order.at], turn.base(order.at)
    guarded = base is not None and base.side != order.side and place.kind == "base"
    ships = sum(ship.flak for ship in turn.setting.ships.values() if ship.at == order.at and ship.side != order.side)
    fighters = any(turn.counter(unit).fighter for unit in flight.fliers)
    # Ruling: a trainbusting in a patrol zone has +1 in place of the +1 or +2 for fighters, not besides it.
    zone = 1 if fighters or order.does == "trainbust" else 2
    terms = [
        Term("three or more aircraft", int(len(flight.fliers) >= 3), "R29"),
        Term("headquarters", int(place.hq), "R29"),
        Term("level of the air base", base.level if base and guarded else 0, "R33"),
        Term("printed flak", place.flak, "R29"),
        Term("ships' flak", ships if turn.rulings["naval"] == "v4.3" else 0, "R52"),
        Term("patrol zone", zone if in_patrol_zone(turn, order) else 0, "R28"),
    ]
    return [term for term in terms if term.value]


@cache
def mission_loss_reading(aircraft: int) -> OnRow[str]:
    return OnRow(D6, load_chart(PACKAGE, "mission-loss-4.3").row(str(min(aircraft, 4)), str))


@rule("R29")
def struck(ref: Referee, flight: Flight, result: str) -> Flight:
    """One unit of the mission, found by a die, loses a step or aborts."""
    turn = flight.turn
    found = "1" if len(flight.fliers) == 1 else ref.roll("flak.unit", mission_loss_reading(len(flight.fliers)), flight.mission.side)
    unit = unit_found(flight, found)
    turn = step_lost(ref, turn, unit) if result == "loss" else abort(ref, turn, unit)
    return replace(flight, turn=turn)


@rule("R29")
def unit_found(flight: Flight, found: str) -> str:
    """The unit of that number, or the weakest or strongest in barrage."""
    if found.isdigit():
        return flight.fliers[int(found) - 1]
    strength = {unit: flight.turn.values(flight.turn.unit(unit)).barrage for unit in flight.fliers}
    choose = min if found == "weakest" else max
    return choose(flight.fliers, key=lambda unit: strength[unit])
