"""Cargo (R45, R46, R48): what takes off with the aircraft, and what becomes of it if they are lost or turn back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from math import ceil

from airwar.engine.events import Event, Loss, Note
from airwar.engine.referee import Referee
from airwar.engine.rule import rule
from airwar.rulesets.kit.places import beyond
from airwar.rulesets.ocs.board.board import Board
from airwar.rulesets.ocs.board.setting import Cargo, Mission
from airwar.rulesets.ocs.missions.flight import Flight, Piece
from airwar.rulesets.ocs.rulings import Rulings
from airwar.rulesets.ocs.units.air import Air
from airwar.rulesets.ocs.worksheets.loads import load_cost

TOWED, TOWED_BY_REDUCED = 2, 1  # T on a glider


# capacity


@rule("R45", "R46", "R9")
def capacity(board: Board, mission: Mission, unit_id: str, doubled: bool) -> Fraction:
    """The T that a unit carries: as printed, or on the glider it tows; twice that with two gliders or at short distance."""
    printed = board.values(unit_id).capacity
    if mission.by_glider:
        printed = Fraction(TOWED if board.unit(unit_id).steps > 1 else TOWED_BY_REDUCED)
    return printed * (2 if doubled else 1)


@rule("R45")
def may_double(board: Board, mission: Mission, unit_id: str, ref: Referee | None = None) -> bool:
    """A unit may carry double within half its range, if it does not stay at its destination."""
    places, here, half = board.setting.places, board.unit(unit_id).place, board.counter(unit_id).range // 2
    return not mission.lift.stays and beyond(ref, places, here, mission.at, half) is None


def total_capacity(board: Board, mission: Mission, units: Iterable[str], doubled: Iterable[str]) -> Fraction:
    return sum((capacity(board, mission, unit, unit in doubled) for unit in units), Fraction(0))


def most_capacity(board: Board, mission: Mission, units: Iterable[str]) -> Fraction:
    """What units carry at most."""
    return total_capacity(board, mission, units, [unit for unit in units if may_double(board, mission, unit)])


@rule("R46")
def towing_refused(board: Board, unit: Air) -> str | None:
    """Why a unit cannot tow a glider, or None if it can: only full-strength transports do, with a glider at their base."""
    if "Tpt" not in board.counter(unit.id).types:
        return "only transports tow gliders (R46)"
    if unit.steps < 2:
        return "only full-strength units tow gliders (R46)"
    base = board.base(unit.place)
    return None if base and base.gliders else "there is no glider at its base (R46)"


# pieces


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


# before takeoff


@rule("R46")
def take_gliders(ref: Referee, flight: Flight) -> Flight:
    """Each tow plane takes a glider from its base and uses it up; a unit that cannot tow one stays."""
    board, towing = flight.board, []
    for unit_id in flight.sent:
        refused = towing_refused(board, board.unit(unit_id))
        if refused:
            ref.tell(Note, f"{board.counter(unit_id).name} does not fly: {refused}")
        else:
            board = glider_used(board, unit_id)
            towing.append(unit_id)
    return replace(flight, board=board, sent=tuple(towing))


def glider_used(board: Board, unit_id: str) -> Board:
    base = board.base(board.unit(unit_id).place)
    assert base is not None
    return board.with_base(base._replace(gliders=base.gliders - 1))


@rule("R45", "R46")
def load_up(ref: Referee, flight: Flight) -> Flight:
    """The cargo is loaded. As few aircraft as possible carry double; what does not fit stays at the base, as its owner picks."""
    board, mission = flight.board, flight.mission
    load = pieces(mission, board.rulings)
    doubled: tuple[str, ...] = ()
    for unit in sorted(flight.sent, key=lambda unit: -capacity(board, mission, unit, False)):
        if total_capacity(board, mission, flight.sent, doubled) >= total_weight(load) or not may_double(board, mission, unit, ref):
            continue
        if mission.by_glider:
            if towing_refused(board, board.unit(unit)):
                continue
            board = glider_used(board, unit)
        doubled = (*doubled, unit)
    left = what_exceeds(ref, load, total_capacity(board, mission, flight.sent, doubled), mission.side, "cargo-left")
    ref.tell(left_at_base, left)
    return replace(flight, board=board, load=tuple(piece for piece in load if piece not in left), doubled=doubled)


def left_at_base(load: tuple[Piece, ...]) -> list[Event]:
    return [Note(f"{piece.id} stays at the base: the aircraft have no room for it (R45)") for piece in load]


def what_exceeds(ref: Referee, load: tuple[Piece, ...], room: Fraction, side: str, key: str) -> tuple[Piece, ...]:
    """The pieces that their owner gives up, so that the rest fits. The caller cites the rule."""
    if total_weight(load) <= room:
        return ()

    def refuse(answer: Mapping[str, int]) -> str | None:
        kept = total_weight(piece for piece in load if not answer[piece.id])
        return f"{kept}T are left; the mission carries {room}T (R45)" if kept > room else None

    default: dict[str, int] = {}
    for piece in reversed(load):
        if total_weight(other for other in load if other.id not in default) > room:
            default[piece.id] = 1
    given_up = ref.allot(key, {piece.id: 1 for piece in load}, by=side, default=default, least=1, refuse=refuse)
    return tuple(piece for piece in load if given_up[piece.id])


# at the destination


@rule("R45")
def unload(ref: Referee, flight: Flight) -> tuple[Piece, ...]:
    """The cargo that is still carried. What exceeds the capacity left is lost, as its owner picks; fractions favor the cargo."""
    room = Fraction(ceil(total_capacity(flight.board, flight.mission, flight.fliers, flight.doubled)))
    lost = what_exceeds(ref, flight.load, room, flight.mission.side, "cargo-lost")
    ref.tell(left_behind, flight, lost)
    return tuple(piece for piece in flight.load if piece not in lost)


@rule("R45")
def left_behind(flight: Flight, load: tuple[Piece, ...]) -> list[Event]:
    """Cargo for which aborted aircraft have room goes back with them; the rest is lost."""
    # Ruling: the charts and 4.3 speak only of losses; cargo aboard an aircraft that turns back is not lost.
    back = [unit for unit in flight.sent if unit not in flight.fliers and flight.board.unit(unit).steps]
    room = Fraction(ceil(total_capacity(flight.board, flight.mission, back, flight.doubled)))
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
    ref.tell(left_behind, flight, flight.load)
