"""Attacks on ships (R52), by the rules of 4.3 if the scenario asks for them; the naval rules of v3.0 are not known."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from airwar.engine.dice import Term
from airwar.engine.events import Loss, Note
from airwar.engine.moves import Move
from airwar.engine.referee import Referee
from airwar.engine.rule import rule
from airwar.rulesets.ocs.bases.landing import eliminate
from airwar.rulesets.ocs.board.board import Board
from airwar.rulesets.ocs.board.outcome import NO_BARRAGE, NO_EFFECT, Outcome
from airwar.rulesets.ocs.board.places import SINKS, Hull, Ship
from airwar.rulesets.ocs.missions.barrage import TOO_WEAK, steps_of
from airwar.rulesets.ocs.missions.barrage_table import (
    DG,
    NONE,
    barrage_reading,
    final_column,
    range_shifts,
    shift_sheet,
    shift_values,
    total_barrage,
)
from airwar.rulesets.ocs.missions.flight import Flight, after_barrage
from airwar.rulesets.ocs.units.air import half_up


@rule("R52")
def strength_against(barrage: Fraction, protection: int) -> int:
    """Planes count double against a ship, divided by its protection."""
    return half_up(2 * barrage / max(1, protection))


@rule("R52")
def damage(hull: Hull, cell: str, steps: int) -> Hull:
    """Each hit damages a ship, and the second sinks it. Every result is a DG too; the second DG is removed and is a hit."""
    if cell == NONE:
        return hull
    return Hull(hull.id, min(SINKS, hull.hits + steps + hull.dg), not hull.dg)


@rule("R52", "R34")
def ship_attack(ref: Referee, flight: Flight) -> Move[Outcome]:
    """A ship is barraged; only the distance flown shifts the column."""
    board = flight.board
    ship = board.setting.ships[flight.mission.ship]
    hull = board.hull(ship.id)
    assert hull is not None
    points = strength_against(total_barrage(board, flight.fliers), ship.protection)
    if points < 1:
        ref.tell(Note, TOO_WEAK)
        return after_barrage(ref, flight.on(board.with_barraged(ship.id))).over(NO_BARRAGE)
    cell = roll_against_ship(ref, flight, points)
    after = damage(hull, cell, steps_of(ref, flight, cell))
    ref.tell(board.rulings.graded, "naval", "the naval rules of v3.0 are not known")
    result = effect(hull, after)
    ref.tell(Note, f"{ship.name}: {result}")
    if after.hits > hull.hits:
        ref.tell(Loss, ship.side, ship.name, after.hits - hull.hits, result)
    flight = flight.on(board.with_hull(after).with_barraged(ship.id))
    if ship.carrier and after.hits >= SINKS:
        flight = flight.on(carrier_sunk(ref, flight.board, ship))
    return after_barrage(ref, flight).over(result)


@rule("R52")
def carrier_sunk(ref: Referee, board: Board, carrier: Ship) -> Board:
    """A carrier goes down with the planes aboard. Those in the air must find another base."""
    for unit in board.based_at(carrier.id):
        board = eliminate(ref, board, unit)
    return replace(board, bases=tuple(base for base in board.bases if base.id != carrier.id))


@rule("R52", "R35")
def roll_against_ship(ref: Referee, flight: Flight, points: int) -> str:
    """Two dice on the barrage table."""
    shifted = zip(("short-range", "long-range"), range_shifts(flight.board, flight.fliers), strict=True)
    terms = [Term(name.replace("-", " "), shift_values()[name], "R35") for name, applies in shifted if applies]
    column = final_column(points, terms)
    ref.tell(shift_sheet, points, terms, column)
    return ref.roll("barrage", barrage_reading(column), flight.mission.side)


def effect(before: Hull, after: Hull) -> str:
    if after.hits > before.hits:
        return "sunk" if after.hits == SINKS else "damaged"
    return DG if after.dg and not before.dg else NO_EFFECT
