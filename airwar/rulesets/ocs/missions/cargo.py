"""Cargo (R45, R46, R48): what a mission can carry, and what becomes of cargo whose aircraft are lost."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import ceil
from typing import NamedTuple

from airwar.engine.events import Event, Loss, Note
from airwar.engine.referee import Referee
from airwar.engine.rule import rule
from airwar.rulesets.ocs.board.board import Board
from airwar.rulesets.ocs.board.setting import DROP, Cargo, Mission
from airwar.rulesets.ocs.missions.flight import Flight
from airwar.rulesets.ocs.rulings import Rulings
from airwar.rulesets.ocs.worksheets.loads import load_cost

TOWED, TOWED_BY_REDUCED = 2, 1  # T on a glider


class Piece(NamedTuple):
    """Cargo that shares one roll: a combat unit, or part of the supplies."""

    id: str
    weight: Fraction
    is_unit: bool


@rule("R45", "R46", "R9")
def capacity(board: Board, mission: Mission, unit_id: str) -> Fraction:
    """The T that a unit carries: as printed, double within half its range; 2T on a glider it tows, 1T if it is reduced."""
    unit, counter = board.unit(unit_id), board.counter(unit_id)
    if mission.by_glider and mission.kind == DROP:
        return Fraction(TOWED if unit.steps > 1 else TOWED_BY_REDUCED)
    distance = unit.flown or board.setting.distance(unit.place, mission.at) or 0
    near = 2 * distance <= counter.range and not mission.lift.stays
    return board.values(unit_id).capacity * (2 if near else 1)


def total_capacity(board: Board, mission: Mission, units: Iterable[str]) -> Fraction:
    return sum((capacity(board, mission, unit) for unit in units), Fraction(0))


def total_weight(load: Iterable[Piece]) -> Fraction:
    return sum((piece.weight for piece in load), Fraction(0))


@rule("R48")
def weight(cargo: Cargo, rulings: Rulings) -> Fraction:
    """What a piece of cargo weighs in T."""
    return load_cost(cargo.res, cargo.allowance, rulings, cargo.leg) if cargo.is_unit else Fraction(cargo.supply)


@rule("R42")
def pieces(mission: Mission, rulings: Rulings) -> tuple[Piece, ...]:
    """Each combat unit and each 1T of supply; or each item as a whole."""
    found = []
    for cargo in mission.lift.cargo:
        if cargo.is_unit or rulings.value("drop-granularity") == "load":
            found.append(Piece(cargo.id, weight(cargo, rulings), cargo.is_unit))
        else:
            found += [Piece(f"{cargo.id}-{number}", Fraction(1), False) for number in range(1, cargo.supply + 1)]
    return tuple(found)


@rule("R45")
def unload(ref: Referee, flight: Flight) -> tuple[Piece, ...]:
    """The cargo that is still carried. What exceeds the capacity left is lost, as its owner picks; fractions favor the cargo."""
    board, mission = flight.board, flight.mission
    room = ceil(total_capacity(board, mission, flight.fliers))
    load = pieces(mission, board.rulings)
    if total_weight(load) <= room:
        return load

    def refuse(answer: Mapping[str, int]) -> str | None:
        kept = total_weight(piece for piece in load if not answer[piece.id])
        return f"{kept}T are left; the mission carries {room}T (R45)" if kept > room else None

    default: dict[str, int] = {}
    for piece in reversed(load):
        if total_weight(other for other in load if other.id not in default) > room:
            default[piece.id] = 1
    lost = ref.allot("cargo-lost", {piece.id: 1 for piece in load}, by=mission.side, default=default, least=1, refuse=refuse)
    ref.tell(left_behind, flight, [piece for piece in load if lost[piece.id]])
    return tuple(piece for piece in load if not lost[piece.id])


@rule("R45")
def left_behind(flight: Flight, load: list[Piece]) -> list[Event]:
    """Cargo for which aborted aircraft have room goes back with them; the rest is lost."""
    # Ruling: the charts and 4.3 speak only of losses; cargo aboard an aircraft that turns back is not lost.
    back = [unit for unit in flight.sent if unit not in flight.fliers and flight.board.unit(unit).steps]
    room = Fraction(ceil(total_capacity(flight.board, flight.mission, back)))
    found: list[Event] = []
    for piece in load:
        if piece.weight <= room:
            room -= piece.weight
            found.append(Note(f"{piece.id} goes back with the aircraft that aborted"))
        else:
            found.append(Loss(flight.mission.side, piece.id, 1, "lost with the aircraft"))
    return found


@rule("R45")
def cargo_turned_back(ref: Referee, flight: Flight) -> None:
    """No aircraft reaches its destination; the cargo comes back with those that aborted, or is lost."""
    ref.tell(left_behind, flight, list(pieces(flight.mission, flight.board.rulings)))
