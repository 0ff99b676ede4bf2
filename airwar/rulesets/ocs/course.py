"""The course of a mission (R15): it flies out, meets the enemy in the air, passes through flak, and does its work.

    fly ─► air combat ─► interception ─► over the target ─► flak ─► its task (TASKS)
    strike (v3.0, in the barrage segment) ────────────────► flak ─► its task

Air combat, interception and flak are procedures that return the units as they leave them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial

from airwar.rulesets.kit import NOT_FLOWN, Move, Note, Referee, Return, call, replace, rule, then, title_of
from airwar.rulesets.ocs.air_combat import NEITHER, air_combat_begins, fight_over, with_attacker
from airwar.rulesets.ocs.barrage import barrage, strength_refused
from airwar.rulesets.ocs.bases import active_room
from airwar.rulesets.ocs.board import (
    Outcome,
    Result,
    able_of,
    barrage_refused,
    defended,
    doing,
    picked,
    planes,
    the_side,
    unit_label,
)
from airwar.rulesets.ocs.cargo import (
    arrived,
    homes_of,
    in_words,
    kept_first,
    left_behind,
    load_up,
    take_gliders,
    unload,
    unloaded,
    unloading,
)
from airwar.rulesets.ocs.facility import base_attack, port_attack, trainbust
from airwar.rulesets.ocs.flight import (
    Flight,
    flak,
    flak_at,
    flak_fires,
    go_home,
    heading,
    intercepted_by,
    interception,
    interceptor,
    waiting,
)
from airwar.rulesets.ocs.lifts import drop
from airwar.rulesets.ocs.naval import ship_attack
from airwar.rulesets.ocs.position import Board, Duty, Kind, Method, Mission, Unit
from airwar.rulesets.ocs.rulings import HOUSE
from airwar.rulesets.ocs.takeoff import choose_units, on_station, stays_there, take_off, unfit_to_strike, who_stays
from airwar.rulesets.ocs.targets import ONCE_A_PHASE, Aim, aim_of, aims_at, target_refused, weather_refuses

# missions without a roll


@rule("R51")
def interdict(ref: Referee, flight: Flight) -> Move[Outcome]:
    """The units stay over the hex, on interdiction, until their Return phase."""
    board = flight.board
    ref.tell(Note, f"{flight.target} is interdicted")
    board = board.with_units(*(replace(board.unit(unit), duty=Duty.INTERDICTION) for unit in flight.fliers))
    return flight.on(board).over(Result.INTERDICTED)


@rule("R11")
def station(ref: Referee, flight: Flight) -> Move[Outcome]:
    """The units stay over the hex, to barrage it in a later phase."""
    ref.tell(waiting, flight, "a later phase")
    return flight.over(Result.ON_STATION)


@rule("R16")
def sweep(ref: Referee, flight: Flight) -> Move[Outcome]:
    """A fighter sweep that has fought, or met nobody, goes home, win or lose."""
    ref.tell(Note, f"a sweep goes home, win or lose{flight.board.rulings.borrowed}")
    return go_home(ref, flight).over(Result.SWEPT)


@rule("R13", "R14", "R45")
def transfer(ref: Referee, flight: Flight) -> Move[Outcome]:
    """The units land at another base and become inactive; in 4.3 fighters within their range stay active."""
    board, place = flight.board, flight.mission.at
    for unit_id in flight.fliers:
        unit = board.unit(unit_id)
        within = unit.fighter and unit.distance <= stays_active_within(board, unit) and active_room(board, place) != 0
        active = within and board.rulings.profile.fighters_transfer_active
        board = board.with_units(unit.landed(place, active=active))
        status = "active" if active else "inactive"
        ref.tell(Note, f"{unit.title} is {status} at {flight.target}{board.rulings.borrowed}")
    return flight.on(board).over(Result.TRANSFERRED)


@rule("R13", "R22")
def stays_active_within(board: Board, unit: Unit) -> int:
    """How far a fighter transfers and stays active (4.3): its range, or with option 21.4 half of it."""
    return unit.range // 2 if board.rulings.yes("long-range") else unit.range


@rule("R45", "R15")
def transport(ref: Referee, flight: Flight) -> Move[Outcome]:
    """Cargo is flown to a friendly base without a roll. Each plane stays there or flies on to a base in range, inactive."""
    flight, load = unload(ref, flight)
    mission = flight.mission
    ref.tell(Note, f"{flight.target} receives {in_words(load)}{flight.board.rulings.borrowed}")
    counts = unloading(flight, load)
    board = arrived(flight.board, mission, load)
    board = unloaded(board, mission.at, counts) if counts else board
    staying = [unit for unit in flight.fliers if stays_there(board, mission, unit)]
    flight = flight.on(board.with_units(*(board.unit(unit).landed(mission.at) for unit in staying)))
    return go_home(ref, flight).over(f"{in_words(load)} flown in")


# the work of a mission over its hex


Task = Callable[[Referee, Flight], Move[Outcome]]
ATTACKS: Mapping[str, Task] = {  # by their aim
    Aim.UNITS: barrage,
    Aim.AIR_BASE: base_attack,
    Aim.PORT: port_attack,
    Aim.RAIL: trainbust,
    Aim.SHIP: ship_attack,
}
TASKS: Mapping[str, Task] = {
    Kind.INTERDICT: interdict,
    Kind.STATION: station,
    Kind.SWEEP: sweep,
    Kind.DROP: drop,
    Kind.TRANSPORT: transport,
    Kind.TRANSFER: transfer,
}


# flying out


AIMED_AT = {Aim.UNITS: "the units there", Aim.AIR_BASE: "the air base", Aim.PORT: "the port"}


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
    # Ruling: air combat begins when a mission arrives; units that become active under enemy planes do not start one.
    enemies = flight.board.active_at(mission.at, flight.enemy)
    if not enemies:
        return then(meet_interceptors, flight)
    own = flight.board.active_at(mission.at, mission.side)
    sweeping = mission.side if mission.kind == Kind.SWEEP else ""
    combat = fight_over(flight.board, mission.at, mission.side, own, enemies, sweeping=sweeping)
    if with_attacker(combat) is not None:
        flight = with_advantage(ref, flight)
    combat = replace(combat, advantage=flight.mission.advantaged)
    return call(air_combat_begins, combat, back=after_air_combat, keep=flight)


@rule("R10", "R45", "R46", "R1")
def made_ready(ref: Referee, flight: Flight) -> tuple[Flight, str]:
    """The mission with its units and their cargo; and, if nobody flies, the reason."""
    board, mission = flight.board, flight.mission
    grounded = weather_refuses(board, mission.phase)
    if grounded:
        return flight, grounded
    sent = choose_units(ref, board, mission)
    mission = aimed(ref, board, mission) if sent else mission
    flight = Flight(board, who_stays(ref, board, mission, sent), sent, homes=homes_of(board, sent))
    if mission.by_glider:
        flight = take_gliders(ref, flight)
    if mission.cargo and flight.sent:
        able = not mission.by_glider or flight.towing or mission.method == Method.BOTH
        flight = load_up(ref, flight) if able else flight
        return flight, "" if flight.load else "nothing can be carried"
    return flight, "" if flight.sent else "no unit flies"


@rule("R36")
def aimed(ref: Referee, board: Board, mission: Mission) -> Mission:
    """The player says what a hip shoot is aimed at, if the order leaves it open and there are several targets."""
    aims = aims_at(board, mission)
    if mission.kind != Kind.HIP_SHOOT or mission.target or mission.ship or mission.result or len(aims) < 2:
        return mission
    options, about = {aim: AIMED_AT[aim] for aim in aims}, partial(what_to_hit, board, mission)
    return replace(mission, target=ref.choose("aim", options, by=mission.side, default=aims[0], about=about))


@rule("R21")
def with_advantage(ref: Referee, flight: Flight) -> Flight:
    """The player who orders a mission says which side uses Advantage in its air combat; a prepared mission says so itself."""
    board, mission = flight.board, flight.mission
    if board.rulings.value("advantage") != "declared" or not mission.at_table:
        return flight
    options = {NEITHER: "neither side uses Advantage"}
    options |= {side: f"{title_of(side)} uses Advantage: +1" for side in board.players}
    about = partial(who_has_advantage, flight)
    side = ref.choose("advantage", options, by=mission.side, default=NEITHER, about=about, quiet=True)
    return flight if side == NEITHER else replace(flight, mission=replace(mission, advantage=side))


@rule("R11", "R10")
def stay(ref: Referee, flight: Flight, why: str) -> Return[Outcome]:
    """Nobody flies. Units already over the target still barrage it in the barrage segment."""
    there = on_station(flight.board, flight.mission)
    if not there:
        ref.tell(Note, f"not flown: {why}")
        return flight.over(NOT_FLOWN)
    ref.tell(waiting, replace(flight, sent=there), "the barrage segment")
    return flight.over("")


@rule("R15")
def after_air_combat(ref: Referee, flight: Flight, units: tuple[Unit, ...]) -> Move[Outcome]:
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
def after_interception(ref: Referee, flight: Flight, units: tuple[Unit, ...]) -> Move[Outcome]:
    """Whatever is left of the mission reaches its hex."""
    return then(arrive, resume(ref, flight, units))


def resume(ref: Referee, flight: Flight, units: tuple[Unit, ...]) -> Flight:
    """The mission after a fight, which continues if anyone is left."""
    flight = flight.with_units(units)
    if flight.fliers:
        ref.enter(flight.mission.id, f"{title_of(flight.mission.side)}: the mission continues")
    return flight


@rule("R15", "R34", "R11")
def arrive(ref: Referee, flight: Flight) -> Move[Outcome]:
    """The mission does its work over its hex; in v3.0 a strike waits for the barrage segment, with units that came earlier."""
    if not flight.fliers:
        flight = replace(flight, sent=(*flight.sent, *on_station(flight.board, flight.mission)))
    if not flight.fliers:
        ref.tell(Note, "nobody is left to carry out the mission")
        return turn_back(ref, flight, Result.DRIVEN_OFF)
    if flight.mission.kind in Kind.STRIKES and flight.board.rulings.profile.return_phase:
        ref.tell(waiting, flight, "the barrage segment")
        return flight.over("")
    return then(brave_flak, flight)


# strikes of v3.0, which wait over the target for the barrage segment


@rule("R11", "R12", "R34")
def strike(ref: Referee, flight: Flight) -> Move[Outcome]:
    """Units already over the target barrage it."""
    board, mission = flight.board, flight.mission
    ref.enter(mission.id, heading(flight))
    refused = target_refused(board, mission)
    able = [] if refused else strikers(ref, board, mission)
    if not mission.units and len(able) > 1:
        able = choose_strikers(ref, board, mission, able)
    refused = refused or (strength_refused(board, able) if able else "no unit is there to carry it out (R11)")
    if refused:
        ref.tell(Note, f"no barrage: {refused}")
        return flight.over(Result.NO_BARRAGE)
    if weather_refuses(board, mission.phase):
        ref.tell(Note, f"{board.weather.name} weather stops flights, not the planes that are over {flight.target} already (R1)")
    return then(brave_flak, Flight(board, mission, tuple(able)))


@rule("R11")
def strikers(ref: Referee, board: Board, mission: Mission) -> list[str]:
    """The units over the target that may barrage it; the output says why others may not."""
    named = {unit: board.unit(unit).title for unit in mission.units or board.over(mission.at, mission.side)}
    return able_of(ref, named, lambda unit: strike_refused(board, mission, board.unit(unit)), "barrage")


@rule("R11", "R12")
def strike_refused(board: Board, mission: Mission, unit: Unit) -> str | None:
    """Why a unit may not barrage here, or None if it may; normally a unit barrages once before it returns."""
    if unit.side != mission.side:
        return f"it belongs to {the_side(unit.side)} (R11)"
    refused = barrage_refused(unit.state, mission.phase, mission.role, board.rulings.value("profile"))
    if refused:
        return refused
    if unit.place != mission.at:
        return f"it is over {board.name(unit.place)} (R11)"
    if unit.spent:
        return f"it has already barraged and must return first ({HOUSE}: once per sortie) (R12)"
    return unfit_to_strike(board, mission, unit.id)


@rule("R14")
def choose_strikers(ref: Referee, board: Board, mission: Mission, able: list[str]) -> list[str]:
    """The player picks the units that barrage."""
    most = board.rulings.number("max-per-mission")
    labels = {unit: unit_label(board, unit) for unit in able}
    sent = [unit for unit in able if board.unit(unit).duty == Duty.STRIKE]
    as_sent, about = 0 < len(sent) <= most, partial(who_strikes, board, mission, able)

    def refused(striking: list[str]) -> str | None:
        return strength_refused(board, striking) if striking else None

    usual = (sent or able)[:most]
    usual = [] if refused(usual) else usual
    side = mission.side
    return list(picked(ref, "strike", labels, by=side, usual=usual, refused=refused, most=most, about=about, quiet=as_sent))


# flak, then the task


@rule("R29")
def brave_flak(ref: Referee, flight: Flight) -> Move[Outcome]:
    """The enemy's flak fires before the mission does its work."""
    fires = flak_fires(ref, flight)
    if fires:
        return call(flak, flak_at(ref, flight), back=after_flak, keep=flight)
    return then(task_of(flight), flight)


@rule("R15", "R36")
def task_of(flight: Flight) -> Task:
    """The work of a mission, by its kind or by what it is aimed at."""
    return TASKS.get(flight.mission.kind) or ATTACKS[aim_of(flight.board, flight.mission)]


@rule("R15", "R29")
def after_flak(ref: Referee, flight: Flight, units: tuple[Unit, ...]) -> Move[Outcome]:
    """The units that are left do the work of the mission."""
    flight = flight.with_units(units)
    if flight.fliers:
        return then(task_of(flight), flight)
    return turn_back(ref, flight, Result.STOPPED_BY_FLAK)


@rule("R34", "R45")
def turn_back(ref: Referee, flight: Flight, result: str) -> Move[Outcome]:
    """Nobody is left. A barrage still counts as made, and cargo comes back or is lost."""
    mission = flight.mission
    if mission.kind in ONCE_A_PHASE:
        flight = flight.on(flight.board.with_barraged(mission.at))
    return left_behind(ref, flight, kept_first(ref, flight)).over(result)


# what the questions are about


def who_strikes(board: Board, mission: Mission, able: Iterable[str]) -> str:
    """A sentence about the units over the target that may barrage it."""
    return f"{doing(board, mission)}.{defended(board, mission)} Over the target: {planes(board, able)}."


def what_to_hit(board: Board, mission: Mission) -> str:
    """A sentence about the possible targets of a hip shoot."""
    return f"{doing(board, mission)}.{defended(board, mission)} What does it hit?"


def who_has_advantage(flight: Flight) -> str:
    """A sentence about a mission that meets enemy planes."""
    board, mission = flight.board, flight.mission
    own, enemies = board.active_at(mission.at, mission.side), board.active_at(mission.at, flight.enemy)
    return f"Over {flight.target}: {title_of(mission.side)} {planes(board, own)} against {planes(board, enemies)}."
