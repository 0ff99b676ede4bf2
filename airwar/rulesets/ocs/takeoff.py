"""Who flies a mission, and how far (R10, R14, R36, R46)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import partial

from airwar.rulesets.kit import Event, Note, Referee, count, rule
from airwar.rulesets.kit.places import beyond, hexes_between
from airwar.rulesets.ocs.barrage import strength_refused
from airwar.rulesets.ocs.bases import carrier_refused
from airwar.rulesets.ocs.board import (
    HIP_SHOOT,
    INTERDICT,
    LIFTS,
    STATION,
    STRIKES,
    SWEEP,
    TO_OWN_BASES,
    TRANSFER,
    TRANSPORT,
    Board,
    Mission,
    defended,
    doing,
    on_the_map,
    planes,
    unit_label,
)
from airwar.rulesets.ocs.cargo import most_capacity, towing_refused, weight
from airwar.rulesets.ocs.flight import Flight
from airwar.rulesets.ocs.targets import SHIP, aim_of
from airwar.rulesets.ocs.units import ELSEWHERE, INTERDICTION, STRIKE, Air, flight_refused, interdiction_refused


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
def flying_refused(board: Board, mission: Mission, unit: Air, ref: Referee | None = None) -> str | None:
    """Why a unit may not fly this mission, or None if it may. Without a referee, an unknown distance refuses nothing."""
    counter, setting = board.counter(unit.id), board.setting
    if unit.tasked:
        return "it has already flown a mission in this phase (R15)"
    if counter.side != mission.side:
        return f"it belongs to {counter.side}; {mission.side} flies this mission"
    refused = flight_refused(unit.status, mission.phase, mission.role, setting.profile)
    if refused:
        return refused
    if mission.kind in TO_OWN_BASES and unit.place == mission.at:
        return f"it is at {setting.name(mission.at)} already"
    refused = carrier_refused(board, mission.at, unit.id) if mission.kind in TO_OWN_BASES else None
    if refused:
        return refused
    if mission.kind == SWEEP and not counter.fighter:
        return "only fighters fly sweeps (R16)"
    refused = unfit_to_strike(board, mission, unit.id) if mission.kind in (*STRIKES, HIP_SHOOT) else None
    if mission.kind == HIP_SHOOT:
        refused = refused or hip_shoot_refused(board, mission, unit.id)
    return refused or distance_refused(board, mission, unit, ref)


@rule("R52")
def unfit_to_strike(board: Board, mission: Mission, unit_id: str) -> str | None:
    """Why a unit does not barrage such a target, or None if it does: torpedoes are for ships, and high bombers cannot hit them."""
    counter, at_ship = board.counter(unit_id), aim_of(board, mission) == SHIP
    if counter.torpedo and not at_ship:
        return "torpedo bombers attack only ships (18.3e)"
    return "strategic bombers may not attack ships (R52)" if counter.strategic and at_ship else None


@rule("R10", "R51")
def distance_refused(board: Board, mission: Mission, unit: Air, ref: Referee | None) -> str | None:
    """Why a mission hex is too far away for a unit, or None if it is not."""
    places, reach = board.setting.places, reach_of(board, mission, unit.id)
    refused = beyond(ref, places, unit.place, mission.at, reach)
    if refused:
        return f"{refused}; it can fly {reach} (R10)"
    distance = places.distance(unit.place, mission.at) if ref is None else hexes_between(ref, places, unit.place, mission.at)
    if mission.kind != INTERDICT or distance is None:
        return None
    return interdiction_refused(board.counter(unit.id).range, distance)


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


# takeoff


@rule("R11")
def on_station(board: Board, mission: Mission) -> tuple[str, ...]:
    """The units that are over the target of a strike already. They barrage it without flying out; 4.3 has none."""
    if mission.kind not in STRIKES or not board.rulings.profile.return_phase:
        return ()
    there = board.over(mission.at, mission.side)
    return tuple(unit for unit in there if unit in (mission.units or there))


@rule("R10", "R14")
def choose_units(ref: Referee, board: Board, mission: Mission) -> tuple[str, ...]:
    """The units that the mission names, or those that the player picks among all that may fly it."""
    if mission.units:
        return named_units(ref, board, mission)
    most = most_units(board, mission)
    own = [unit for unit in on_the_map(board.units) if board.counter(unit.id).side == mission.side]
    refusals = {unit.id: flying_refused(board, mission, unit, ref) for unit in own}
    able = {unit: 1 for unit, refused in refusals.items() if refused is None}
    if not able:
        ref.tell(why_nobody, board, refusals)
        return ()
    labels = {unit: f"{unit_label(board, unit)}, at {board.setting.name(board.unit(unit).place)}" for unit in able}
    if len(able) > most and mission.kind != HIP_SHOOT:
        ref.tell(board.rulings.graded, "max-per-mission", f"at most {most} units fly one mission")

    def refuse(answer: Mapping[str, int]) -> str | None:
        flying = [unit for unit, flies in answer.items() if flies]
        if flying and mission.kind in LIFTS:
            return carrying_refused(board, mission, flying)
        return strength_refused(board, flying) if flying and mission.kind in (*STRIKES, HIP_SHOOT) else None

    flying = [dict.fromkeys(usual(board, mission, list(able))[:most], 1), *({unit: 1} for unit in able)]
    default = next((units for units in flying if refuse(units) is None), {})  # nobody, if nobody is of any use
    about = partial(who_flies, board, mission, able, most)
    picked = ref.allot("fly", able, by=mission.side, most=most, default=default, labels=labels, refuse=refuse, about=about)
    return tuple(unit for unit, flies in picked.items() if flies)


@rule("R45", "R46")
def carrying_refused(board: Board, mission: Mission, units: list[str]) -> str | None:
    """Why units are no use for a transport or a drop, or None if one of them can carry something."""
    if mission.by_glider:
        able = any(towing_refused(board, board.unit(unit)) is None for unit in units)
        return None if able else "none of them can tow a glider (R46)"
    return None if most_capacity(board, mission, units) else "none of them carries anything (R45)"


def why_nobody(board: Board, refusals: Mapping[str, str | None]) -> list[Event]:
    """Why no unit of a side can fly a mission, the units with the same reason together."""
    by_reason: dict[str, list[str]] = {}
    for unit, refused in refusals.items():
        by_reason.setdefault(refused or "", []).append(board.counter(unit).name)
    return [Note(f"cannot fly: {', '.join(names)}: {reason}") for reason, names in by_reason.items()]


@rule("R34", "R45", "R16")
def usual(board: Board, mission: Mission, able: list[str]) -> list[str]:
    """The units that one would send: the strongest that can do the work, and no more transports than the cargo needs."""
    if mission.kind in (*STRIKES, HIP_SHOOT, STATION):
        return best_first({unit: board.values(unit).barrage for unit in able})
    if mission.kind in LIFTS:
        return as_few_as_carry(board, mission, best_first({unit: board.values(unit).capacity for unit in able}))
    fighters = {unit: Fraction(board.values(unit).rating) for unit in able if board.counter(unit).fighter}
    if mission.kind == SWEEP:
        return best_first({unit: rating for unit, rating in fighters.items() if not board.counter(unit).parenthesized})
    return [*fighters, *able][:1]


def best_first(worth: Mapping[str, Fraction]) -> list[str]:
    """Units by worth, without those that are worth nothing."""
    return sorted((unit for unit in worth if worth[unit]), key=lambda unit: -worth[unit])


def as_few_as_carry(board: Board, mission: Mission, units: list[str]) -> list[str]:
    """The first units that together carry the cargo of a mission."""
    load = sum((weight(cargo, board.rulings) for cargo in mission.lift.cargo), Fraction(0))
    few = next((number for number in range(len(units)) if most_capacity(board, mission, units[:number]) >= load), len(units))
    return units[:few]


@rule("R10")
def named_units(ref: Referee, board: Board, mission: Mission) -> tuple[str, ...]:
    """The named units that may fly; the others stay, and the output says why, unless they are there already."""
    able, there = [], on_station(board, mission)
    for unit_id in mission.units:
        if unit_id in there:
            continue
        refused = flying_refused(board, mission, board.unit(unit_id), ref)
        if refused:
            ref.tell(Note, f"{board.counter(unit_id).name} does not fly: {refused}")
        else:
            able.append(unit_id)
    return tuple(able)


@rule("R10")
def take_off(ref: Referee, flight: Flight) -> Flight:
    """The units move from their bases to the mission hex."""
    board, mission = flight.board, flight.mission
    flown = {unit: hexes_between(ref, board.setting.places, board.unit(unit).place, mission.at) for unit in flight.sent}
    ref.tell(departures, flight, flown)
    return flight.with_units(tuple(airborne(board, mission, unit, distance) for unit, distance in flown.items()))


def departures(flight: Flight, flown: Mapping[str, int]) -> list[Event]:
    """Which units fly, from where, and how far."""
    found: list[Event] = []
    board, mission = flight.board, flight.mission
    for unit, distance in flown.items():
        here, reach = board.unit(unit).place, reach_of(board, mission, unit)
        found.append(
            Note(f"{board.counter(unit).name} flies from {board.setting.name(here)}, {distance} of {count(reach, 'hex', 'hexes')}")
        )
    return found


def airborne(board: Board, mission: Mission, unit_id: str, distance: int) -> Air:
    """A unit over the mission hex."""
    unit = board.unit(unit_id)
    one_mission = board.rulings.profile.one_mission_a_phase
    return Air(unit_id, ELSEWHERE, mission.at, unit.steps, duty_on(mission), distance, tasked=one_mission)


@rule("R22", "R11")
def duty_on(mission: Mission) -> str:
    """What a unit is doing from the moment it takes off: it may be attacked on interdiction as soon as it arrives."""
    if mission.kind == INTERDICT:
        return INTERDICTION
    return STRIKE if mission.kind in (*STRIKES, STATION) else ""


# what the questions are about


def who_flies(board: Board, mission: Mission, able: Iterable[str], most: int) -> str:
    """The target, and the units that can fly there."""
    units = tuple(able)
    limit = f", at most {most} of them" if most < len(units) else ""
    return f"{doing(board, mission)}.{defended(board, mission)} Able to fly{limit}: {planes(board, units)}."
