"""Who flies a mission, and how far (R10, R14, R36, R46)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import partial

from airwar.rulesets.kit import Event, Note, Referee, beyond, count, hexes_between, replace, rule
from airwar.rulesets.ocs.barrage import strength_refused
from airwar.rulesets.ocs.bases import carrier_refused
from airwar.rulesets.ocs.board import (
    able_of,
    defended,
    doing,
    flight_refused,
    interdiction_refused,
    picked,
    planes,
    the_side,
    unit_label,
)
from airwar.rulesets.ocs.cargo import most_capacity, most_rooms, pieces, stowed, towing_refused
from airwar.rulesets.ocs.flight import Flight
from airwar.rulesets.ocs.position import Board, Duty, Kind, Method, Mission, State, Unit
from airwar.rulesets.ocs.targets import Aim, aim_of


@rule("R10", "R13", "R45")
def reach_of(board: Board, mission: Mission, unit_id: str) -> int:
    """How far a unit flies on a mission: its range, or twice that to a base where it stays."""
    reach = board.unit(unit_id).range
    return 2 * reach if mission.kind == Kind.TRANSFER or stays_there(board, mission, unit_id) else reach


@rule("R45")
def stays_there(board: Board, mission: Mission, unit_id: str) -> bool:
    """Whether a transport stays at the base it flies to; escorts do not, unless they are named."""
    named = not isinstance(mission.stays, bool)
    return mission.kind == Kind.TRANSPORT and mission.stays_there(unit_id) and (named or board.values(unit_id).capacity > 0)


@rule("R14", "R36")
def most_units(board: Board, mission: Mission) -> int:
    """How many units may fly a mission."""
    return 1 if mission.kind == Kind.HIP_SHOOT else board.rulings.number("max-per-mission")


# what is refused


@rule("R10", "R51", "R36", "R16")
def flying_refused(board: Board, mission: Mission, unit: Unit, ref: Referee | None = None) -> str | None:
    """Why a unit may not fly this mission, or None if it may. Without a referee, an unknown distance refuses nothing."""
    if unit.tasked:
        return "it has already flown a mission in this phase (R15)"
    if unit.side != mission.side:
        return f"it belongs to {the_side(unit.side)}; this is a mission of {the_side(mission.side)} (R10)"
    refused = flight_refused(unit.state, mission.phase, mission.role, board.rulings.value("profile"))
    if refused:
        return refused
    if mission.kind in Kind.TO_OWN_BASES and unit.place == mission.at:
        return f"it is at {board.name(mission.at)} already (R45)"
    refused = carrier_refused(board, mission.at, unit.id) if mission.kind in Kind.TO_OWN_BASES else None
    if refused:
        return refused
    if mission.kind == Kind.SWEEP and not unit.fighter:
        return "only fighters fly sweeps (R16)"
    refused = unfit_to_strike(board, mission, unit.id) if mission.kind in Kind.ATTACKS else None
    if mission.kind == Kind.HIP_SHOOT:
        refused = refused or hip_shoot_refused(board, mission, unit.id)
    return refused or distance_refused(board, mission, unit, ref)


@rule("R52")
def unfit_to_strike(board: Board, mission: Mission, unit_id: str) -> str | None:
    """Why a unit does not barrage such a target, or None: torpedoes are for ships, and high-flying bombers cannot hit ships."""
    counter, at_ship = board.unit(unit_id), aim_of(board, mission) == Aim.SHIP
    if counter.torpedo and not at_ship:
        return "torpedo bombers attack only ships (R52)"
    return "strategic bombers may not attack ships (R52)" if counter.strategic and at_ship else None


@rule("R10", "R51")
def distance_refused(board: Board, mission: Mission, unit: Unit, ref: Referee | None) -> str | None:
    """Why a mission hex is too far away for a unit, or None if it is not."""
    places, reach = board.places, reach_of(board, mission, unit.id)
    refused = beyond(ref, places, unit.place, mission.at, reach)
    if refused:
        return f"{refused}; it can fly {reach} (R10)"
    distance = places.distance(unit.place, mission.at) if ref is None else hexes_between(ref, places, unit.place, mission.at)
    if mission.kind != Kind.INTERDICT or distance is None:
        return None
    return interdiction_refused(board.unit(unit.id).range, distance, board.name(mission.at))


@rule("R36")
def hip_shoot_refused(board: Board, mission: Mission, unit_id: str) -> str | None:
    """Why a unit cannot hip shoot, or None: it takes a listed nation, a spotter next to the target, and no strategic bomber."""
    nation = board.nation_of(unit_id)
    if nation not in board.hip_shoot:
        listed = ", ".join(board.hip_shoot) or "none"
        return f"{nation or 'no nation'} is not listed for hip shoots; listed: {listed} (R36)"
    if board.unit(unit_id).strategic:
        return "strategic bombers may not hip shoot (R36)"
    if mission.side not in board.hex(mission.at).spotters:
        return f"a hip shoot needs a spotter of {the_side(mission.side)} next to {board.name(mission.at)} (R36)"
    return None


# takeoff


@rule("R11")
def on_station(board: Board, mission: Mission) -> tuple[str, ...]:
    """The units already over the target of a strike, which barrage it without flying out; 4.3 has none."""
    if mission.kind not in Kind.STRIKES or not board.rulings.profile.return_phase:
        return ()
    there = board.over(mission.at, mission.side)
    return tuple(unit for unit in there if unit in (mission.units or there))


@rule("R10", "R14")
def choose_units(ref: Referee, board: Board, mission: Mission) -> tuple[str, ...]:
    """The units that the mission names, or those that the player picks from all that may fly it."""
    if mission.units:
        return named_units(ref, board, mission)
    most = most_units(board, mission)
    own = [
        unit for unit in board.units.values() if unit.side == mission.side and unit.state not in (State.ELIMINATED, State.EXPECTED)
    ]
    refusals = {unit.id: flying_refused(board, mission, unit, ref) for unit in own}
    able = [unit for unit, why in refusals.items() if why is None]
    if not able:
        ref.tell(why_nobody, board, refusals)
        return ()
    labels = {unit: f"{unit_label(board, unit)}, {whence(ref, board, mission, unit)}" for unit in able}
    if len(able) > most and mission.kind != Kind.HIP_SHOOT:
        ref.tell(board.rulings.graded, "max-per-mission", f"at most {most} units fly one mission")

    def refused(flying: list[str]) -> str | None:
        return crew_refused(board, mission, flying) if flying else None

    def why_not(name: str) -> str | None:
        unit = board.units.get(name)
        if unit is None:
            return f"no unit is called {name!r} (R10)"
        return f"{unit.title} does not fly: {refusals.get(name) or flying_refused(board, mission, unit, ref)}"

    crews = [usual(board, mission, able)[:most], *([unit] for unit in able)]
    best = next((crew for crew in crews if refused(crew) is None), [])  # empty if none is of any use
    side, about = mission.side, partial(who_flies, board, mission, able, most)
    return picked(ref, "fly", labels, by=side, usual=best, refused=refused, most=most, about=about, why_not=why_not)


def whence(ref: Referee, board: Board, mission: Mission, unit_id: str) -> str:
    """Where a unit takes off, how far the target is, and how far it can fly, in words."""
    unit = board.unit(unit_id)
    hexes = hexes_between(ref, board.places, unit.place, mission.at)
    return f"at {board.name(unit.place)}, {hexes} of {count(reach_of(board, mission, unit_id), 'hex', 'hexes')}"


@rule("R34", "R45", "R46")
def crew_refused(board: Board, mission: Mission, units: list[str]) -> str | None:
    """Why units are of no use for a mission, or None: a strike takes at least one point, and something has to carry the cargo."""
    if mission.kind in Kind.ATTACKS:
        return strength_refused(board, units)
    if mission.kind not in Kind.LIFTS or most_capacity(board, mission, units):
        return None
    return "none of them can tow a glider (R46)" if mission.method == Method.GLIDER else "none of them carries anything (R45)"


@rule("R45")
def who_stays(ref: Referee, board: Board, mission: Mission, sent: tuple[str, ...]) -> Mission:
    """The player says which transports stay at the base they fly to; those beyond their range must."""
    if not mission.asks_stays or not sent:
        return mission
    flown = {unit: hexes_between(ref, board.places, board.unit(unit).place, mission.at) for unit in sent}
    must = tuple(unit for unit, hexes in flown.items() if hexes > board.unit(unit).range)
    free = {unit: unit_label(board, unit) for unit in sent if unit not in must and board.values(unit).capacity}
    about = partial(str, f"Which of them stay at {board.name(mission.at)}? The others fly back, or on to a base in range.")
    staying = picked(ref, "stay", free, by=mission.side, usual=free, about=about) if free else ()
    return replace(mission, stays=(*must, *staying))


def why_nobody(board: Board, refusals: Mapping[str, str | None]) -> list[Event]:
    """Notes on why no unit of a side can fly a mission, units with the same reason together."""
    by_reason: dict[str, list[str]] = {}
    for unit, refused in refusals.items():
        by_reason.setdefault(refused or "", []).append(board.unit(unit).title)
    return [Note(f"cannot fly: {', '.join(names)}: {reason}") for reason, names in by_reason.items()]


@rule("R34", "R45", "R16")
def usual(board: Board, mission: Mission, able: list[str]) -> list[str]:
    """The units a player would usually send: the strongest for the job, and no more transports than the cargo needs."""
    if mission.kind in (*Kind.STRIKES, Kind.HIP_SHOOT, Kind.STATION):
        return best_first({unit: board.values(unit).barrage for unit in able})
    if mission.kind in Kind.LIFTS:
        towing = [unit for unit in able if mission.method != Method.GLIDER or towing_refused(board, board.unit(unit)) is None]
        return as_few_as_carry(board, mission, best_first({unit: board.values(unit).capacity for unit in towing}))
    fighters = {unit: Fraction(board.values(unit).rating) for unit in able if board.unit(unit).fighter}
    if mission.kind == Kind.SWEEP:
        return best_first({unit: rating for unit, rating in fighters.items() if not board.unit(unit).parenthesized})
    return [*fighters, *able][:1]


def best_first(worth: Mapping[str, Fraction]) -> list[str]:
    """Units by worth, best first, without those that are worth nothing."""
    return sorted((unit for unit in worth if worth[unit]), key=lambda unit: -worth[unit])


def as_few_as_carry(board: Board, mission: Mission, units: list[str]) -> list[str]:
    """The first units that together can carry the cargo of a mission."""
    load = pieces(mission, board.rulings)

    def carried(number: int) -> bool:
        rooms = most_rooms(board, mission, units[:number])
        return stowed(load, rooms, {base: len(load) for base in rooms}) is not None

    return units[: next((number for number in range(len(units)) if carried(number)), len(units))]


@rule("R10", "R34")
def named_units(ref: Referee, board: Board, mission: Mission) -> tuple[str, ...]:
    """The named units that may fly; the output says why the others stay, unless they are there already.

    Nobody flies if those that are left are of no use.
    """
    there = on_station(board, mission)
    named = {unit: board.unit(unit).title for unit in mission.units if unit not in there}
    able = able_of(ref, named, lambda unit: flying_refused(board, mission, board.unit(unit), ref), "fly")
    useless = crew_refused(board, mission, [*there, *able]) if able else None
    if useless:
        ref.tell(Note, f"{planes(board, able)} cannot do it alone: {useless}")
    return () if useless else tuple(able)


@rule("R10")
def take_off(ref: Referee, flight: Flight) -> Flight:
    """The units move from their bases to the mission hex."""
    board, mission = flight.board, flight.mission
    flown = {unit: hexes_between(ref, board.places, board.unit(unit).place, mission.at) for unit in flight.sent}
    ref.tell(departures, flight, flown)
    return flight.with_units(tuple(airborne(board, mission, unit, distance) for unit, distance in flown.items()))


def departures(flight: Flight, flown: Mapping[str, int]) -> list[Event]:
    """Notes on which units fly, from where, and how far."""
    found: list[Event] = []
    board, mission = flight.board, flight.mission
    for unit, distance in flown.items():
        here, reach = board.unit(unit).place, reach_of(board, mission, unit)
        found.append(Note(f"{board.unit(unit).title} flies from {board.name(here)}, {distance} of {count(reach, 'hex', 'hexes')}"))
    return found


def airborne(board: Board, mission: Mission, unit_id: str, distance: int) -> Unit:
    """A unit over the mission hex."""
    one_mission = board.rulings.profile.one_mission_a_phase
    unit = board.unit(unit_id)
    return replace(unit, over=mission.at, duty=duty_on(mission), flown=distance, spent=False, tasked=one_mission)


@rule("R22", "R11")
def duty_on(mission: Mission) -> str:
    """The duty of a unit from takeoff on: it may be attacked while on interdiction as soon as it arrives."""
    if mission.kind == Kind.INTERDICT:
        return Duty.INTERDICTION
    return Duty.STRIKE if mission.kind in (*Kind.STRIKES, Kind.STATION) else ""


# what the questions are about


def who_flies(board: Board, mission: Mission, able: Iterable[str], most: int) -> str:
    """A sentence about the target, and the units that can fly there."""
    units = tuple(able)
    limit = f", at most {most} of them" if most < len(units) else ""
    return f"{doing(board, mission)}.{defended(board, mission)} Able to fly{limit}: {planes(board, units)}."
