"""Attacks on ships (R52), by the rules of 4.3 if the scenario asks for them; the naval rules of v3.0 are not known."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

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
    shift_sheet,
    total_barrage,
)
from airwar.rulesets.ocs.missions.fire import Fire, fire_of
from airwar.rulesets.ocs.missions.flight import Flight, after_barrage
from airwar.rulesets.ocs.units.air import half_up

PLANES_AT_SHIPS = 2  # planes count double against ships


@rule("R52")
def strength_against(barrage: Fraction, protection: int) -> int:
    """The points fired at a ship are divided by its protection."""
    return half_up(barrage / protection)


@rule("R52")
def damage(hull: Hull, cell: str, steps: int) -> Hull:
    """Each hit damages a ship, and the second sinks it. Every result is a DG too; the second DG is removed and is a hit."""
    if cell == NONE:
        return hull
    return Hull(hull.id, min(SINKS, hull.hits + steps + hull.dg), not hull.dg)


@rule("R52", "R34")
def ship_attack(ref: Referee, flight: Flight) -> Move[Outcome]:
    """Planes attack a ship."""
    fire = fire_of(flight)
    ship = fire.board.setting.ships[flight.mission.ship]
    points = strength_against(PLANES_AT_SHIPS * total_barrage(fire.board, flight.fliers), ship.protection)
    board, result = barrage_ship(ref, replace(fire, points=points), ship)
    return after_barrage(ref, flight.on(board)).over(result)


@rule("R52", "R34")
def barrage_ship(ref: Referee, fire: Fire, ship: Ship) -> tuple[Board, str]:
    """A ship is barraged; only the distance flown shifts the column. Returns the board and the result."""
    board, hull = fire.board.with_barraged(ship.id), fire.board.hull(ship.id)
    assert hull is not None
    if fire.points < 1:
        ref.tell(Note, TOO_WEAK)
        return board, NO_BARRAGE
    column = final_column(fire.points, fire.range_terms)
    ref.tell(shift_sheet, fire.points, fire.range_terms, column)
    cell = ref.roll("barrage", barrage_reading(column), fire.side)
    after = damage(hull, cell, steps_of(ref, cell, fire.side))
    ref.tell(board.rulings.graded, "naval", "the naval rules of v3.0 are not known")
    result = effect(hull, after)
    ref.tell(Note, f"{ship.name}: {result}")
    if after.hits > hull.hits:
        ref.tell(Loss, ship.side, ship.name, after.hits - hull.hits, result)
    board = board.with_hull(after)
    return carrier_sunk(ref, board, ship) if ship.carrier and after.hits >= SINKS else board, result


@rule("R52")
def carrier_sunk(ref: Referee, board: Board, carrier: Ship) -> Board:
    """A carrier goes down with the planes aboard. Those in the air must find another base."""
    for unit in board.based_at(carrier.id):
        board = eliminate(ref, board, unit)
    return replace(board, bases=tuple(base for base in board.bases if base.id != carrier.id))


def effect(before: Hull, after: Hull) -> str:
    if after.hits > before.hits:
        return "sunk" if after.hits == SINKS else "damaged"
    return DG if after.dg and not before.dg else NO_EFFECT
