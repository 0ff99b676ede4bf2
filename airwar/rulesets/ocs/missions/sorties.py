"""Missions without a roll: interdiction, waiting over a target, fighter sweeps, transfers and transport."""

from __future__ import annotations

from airwar.engine.events import Note
from airwar.engine.moves import Move
from airwar.engine.referee import Referee
from airwar.engine.rule import rule
from airwar.rulesets.ocs.bases.limits import active_room
from airwar.rulesets.ocs.board.board import Board
from airwar.rulesets.ocs.board.outcome import INTERDICTED, ON_STATION, SWEPT, TRANSFERRED, Outcome
from airwar.rulesets.ocs.missions.cargo import arrived, free_to_unload, total_weight, unload, unloaded
from airwar.rulesets.ocs.missions.flight import Flight, go_home, waiting
from airwar.rulesets.ocs.units.air import AT_BASE, INTERDICTION, Counter


@rule("R51")
def interdict(ref: Referee, flight: Flight) -> Move[Outcome]:
    """The units stay over the hex, on interdiction, until their Return phase."""
    board = flight.board
    ref.tell(Note, f"{flight.target} is interdicted")
    board = board.with_units(*(board.unit(unit)._replace(duty=INTERDICTION) for unit in flight.fliers))
    return flight.on(board).over(INTERDICTED)


@rule("R11")
def station(ref: Referee, flight: Flight) -> Move[Outcome]:
    """The units stay over the hex, to barrage it in a later phase."""
    ref.tell(waiting, flight, "a later phase")
    return flight.over(ON_STATION)


@rule("R16")
def sweep(ref: Referee, flight: Flight) -> Move[Outcome]:
    """A fighter sweep has fought, or found nobody; win or lose, it goes home."""
    rulings = flight.board.rulings
    if rulings.yes("sweep-returns"):
        ref.tell(rulings.graded, "sweep-returns", "a sweep goes home, win or lose")
        return go_home(ref, flight).over(SWEPT)
    ref.tell(rulings.chosen, "sweep-returns", "the sweep stays over the hex")
    return flight.over(SWEPT)


@rule("R13", "R14", "R45")
def transfer(ref: Referee, flight: Flight) -> Move[Outcome]:
    """The units land at another base and become inactive; in 4.3 fighters within their range stay active."""
    board, place = flight.board, flight.mission.at
    for unit_id in flight.fliers:
        unit, counter = board.unit(unit_id), board.counter(unit_id)
        within = counter.fighter and unit.flown <= stays_active_within(board, counter) and active_room(board, place) != 0
        active = within and board.rulings.profile.fighters_transfer_active
        board = board.with_units(unit.landed(place, AT_BASE) if active else unit.landed(place))
        status = "active" if active else "inactive"
        ref.tell(Note, f"{counter.name} is {status} at {flight.target}{board.rulings.borrowed}")
    return flight.on(board).over(TRANSFERRED)


@rule("R13", "R22")
def stays_active_within(board: Board, counter: Counter) -> int:
    """How far a fighter transfers and stays active (4.3): its range, or with option 21.4 half of it."""
    return counter.range // 2 if board.rulings.yes("long-range") else counter.range


@rule("R45", "R15")
def transport(ref: Referee, flight: Flight) -> Move[Outcome]:
    """Cargo is flown to a friendly base without a roll. The aircraft stay there, or fly on to a base in range, inactive."""
    flight, load = unload(ref, flight)
    mission, weight = flight.mission, total_weight(load)
    ref.tell(Note, f"{flight.target} receives {weight}T{flight.board.rulings.borrowed}")
    board = arrived(flight.board, mission, load)
    flight = flight.on(board if free_to_unload(mission) else unloaded(board, mission.at, weight))
    if mission.lift.stays:
        flight = flight.with_units(tuple(board.unit(unit).landed(mission.at) for unit in flight.fliers))
    else:
        flight = go_home(ref, flight)
    return flight.over(f"{weight}T flown in")
