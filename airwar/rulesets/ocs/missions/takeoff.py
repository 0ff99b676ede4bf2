"""Who flies a mission, and how far (R10, R14, R36, R46)."""

from __future__ import annotations

from airwar.engine.events import Event, Note
from airwar.engine.referee import Referee
from airwar.engine.rule import rule
from airwar.rulesets.ocs.board.board import Board
from airwar.rulesets.ocs.board.setting import (
    BASE_ATTACK,
    HIP_SHOOT,
    INTERDICT,
    STATION,
    STRIKES,
    SWEEP,
    TO_OWN_BASES,
    TRANSFER,
    TRANSPORT,
    Mission,
)
from airwar.rulesets.ocs.missions.flight import Flight
from airwar.rulesets.ocs.units.air import ELSEWHERE, STRIKE, Air
from airwar.rulesets.ocs.units.functions import flight_refused, interdiction_refused


@rule("R10", "R13", "R45")
def reach_of(board: Board, mission: Mission, unit_id: str) -> int:
    """How far a unit flies on a mission: its range, or twice that to a base where it stays."""
    reach = board.counter(unit_id).range
    stays = mission.kind == TRANSFER or (mission.kind == TRANSPORT and mission.lift.stays)
    return 2 * reach if stays else reach


@rule("R14", "R36")
def most_units(board: Board, mission: Mission) -> int:
    """How many units may fly a mission."""
    return 1 if mission.kind == HIP_SHOOT else board.rulings.number("max-per-mission")


# what is refused


@rule("R10", "R51", "R36", "R16")
def flying_refused(board: Board, mission: Mission, unit: Air) -> str | None:
    """Why a unit may not fly this mission, or None if it may."""
    counter, setting = board.counter(unit.id), board.setting
    if counter.side != mission.side:
        return f"it belongs to {counter.side}; {mission.side} flies this mission"
    refused = flight_refused(unit.status, mission.phase, mission.role, setting.profile)
    refused = refused or setting.places.distance_refused(unit.place, mission.at)
    if refused:
        return refused
    distance, reach = setting.distance(unit.place, mission.at) or 0, reach_of(board, mission, unit.id)
    if distance > reach:
        return f"{setting.name(mission.at)} is {distance} hexes away; it can fly {reach} (R10)"
    if mission.kind == INTERDICT:
        return interdiction_refused(counter.range, distance)
    if mission.kind == SWEEP and not counter.fighter:
        return "only fighters fly sweeps (R16)"
    return hip_shoot_refused(board, mission, unit.id) if mission.kind == HIP_SHOOT else None


@rule("R36")
def hip_shoot_refused(board: Board, mission: Mission, unit_id: str) -> str | None:
    """A hip shoot is for one plane of a listed nation, never a strategic bomber, with a spotter next to the target."""
    counter, setting = board.counter(unit_id), board.setting
    if counter.nation not in setting.hip_shooters:
        listed = ", ".join(setting.hip_shooters) or "none"
        return f"{counter.nation or 'no nation'} is not listed for hip shoots; listed: {listed} (R36)"
    if counter.strategic:
        return "strategic bombers may not hip shoot (R36)"
    if mission.side not in board.ground_at(mission.at).spotters:
        return f"a hip shoot needs a spotter of {mission.side} next to {setting.name(mission.at)} (R36)"
    return None


@rule("R41", "R45")
def target_refused(board: Board, mission: Mission) -> str | None:
    """Why a base that has changed hands is no longer a target, or None if it still is."""
    base = board.base(mission.at)
    if base is None or mission.kind not in (*TO_OWN_BASES, BASE_ATTACK):
        return None
    own = base.side == mission.side
    return None if own == (mission.kind in TO_OWN_BASES) else f"{board.setting.name(mission.at)} belongs to {base.side}"


# takeoff


@rule("R10", "R14")
def choose_units(ref: Referee, board: Board, mission: Mission) -> tuple[str, ...]:
    """The units that the mission names, or those that the player picks among all that may fly it."""
    if mission.units:
        return named_units(ref, board, mission)
    most = most_units(board, mission)
    able = {unit.id: 1 for unit in board.units if flying_refused(board, mission, unit) is None}
    labels = {unit: board.counter(unit).label for unit in able}
    if len(able) > most:
        ref.tell(board.rulings.graded, "max-per-mission", f"at most {most} units fly one mission")
    default = dict.fromkeys(list(able)[:most], 1)
    picked = ref.allot("fly", able, by=mission.side, most=most, default=default, labels=labels)
    return tuple(unit for unit, flies in picked.items() if flies)


@rule("R10")
def named_units(ref: Referee, board: Board, mission: Mission) -> tuple[str, ...]:
    """The named units that may fly; the others stay, and the output says why."""
    able = []
    for unit_id in mission.units:
        refused = flying_refused(board, mission, board.unit(unit_id))
        if refused:
            ref.tell(Note, f"{board.counter(unit_id).name} does not fly: {refused}")
        else:
            able.append(unit_id)
    return tuple(able)


@rule("R46")
def take_gliders(ref: Referee, flight: Flight) -> Flight:
    """Each tow plane takes a glider from its base and uses it up; a plane that finds none stays."""
    board, towing = flight.board, []
    for unit in flight.sent:
        base = board.base(board.unit(unit).place)
        if base and base.gliders:
            board = board.with_base(base._replace(gliders=base.gliders - 1))
            towing.append(unit)
        else:
            ref.tell(Note, f"{board.counter(unit).name} does not fly: there is no glider at its base (R46)")
    return Flight(board, flight.mission, tuple(towing))


@rule("R10")
def take_off(ref: Referee, flight: Flight) -> Flight:
    """The units move from their bases to the mission hex."""
    ref.tell(departures, flight)
    return flight.with_units(tuple(airborne(flight.board, flight.mission, unit) for unit in flight.sent))


def departures(flight: Flight) -> list[Event]:
    """Which units fly, from where, and how far."""
    found: list[Event] = []
    board, mission = flight.board, flight.mission
    for unit in flight.sent:
        here, reach = board.unit(unit).place, reach_of(board, mission, unit)
        distance = board.setting.distance(here, mission.at) or 0
        found.append(Note(f"{board.counter(unit).name} flies from {board.setting.name(here)}, {distance} hexes of {reach}"))
    return found


def airborne(board: Board, mission: Mission, unit_id: str) -> Air:
    """A unit over the mission hex."""
    unit = board.unit(unit_id)
    duty = STRIKE if mission.kind in (*STRIKES, STATION) else ""
    return Air(unit_id, ELSEWHERE, mission.at, unit.steps, duty, board.setting.distance(unit.place, mission.at) or 0)
