"""Cargo (R45, R46, R48): what takes off with the aircraft, and what becomes of it if they are lost or turn back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial
from math import ceil, floor

from airwar.rulesets.kit import Event, Loss, Note, Referee, count, rule, title_of
from airwar.rulesets.kit.places import beyond
from airwar.rulesets.ocs.board import (
    TRANSPORT,
    Airfield,
    Board,
    Cargo,
    Mission,
)
from airwar.rulesets.ocs.flight import Flight, Piece
from airwar.rulesets.ocs.rulings import Rulings
from airwar.rulesets.ocs.units import Air
from airwar.rulesets.ocs.worksheets import load_cost

TOWED, TOWED_BY_REDUCED = 2, 1  # T on a glider
UNLOADED_PER_LEVEL = 2  # T in a movement segment
NO_LIMIT = 10_000  # T, more than anything can carry


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
            found.append(Piece(cargo.id, weight(cargo, rulings), cargo.is_unit, cargo.res))
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


@rule("R45", "R46", "R33")
def load_up(ref: Referee, flight: Flight) -> Flight:
    """The cargo is loaded. As few aircraft as possible carry double; what does not fit stays at the base, as its owner picks."""
    board, mission = flight.board, flight.mission
    load = in_stock(ref, flight, pieces(mission, board.rulings))
    ref.tell(out_of_stock, flight, load)
    doubled: tuple[str, ...] = ()
    for unit in sorted(flight.sent, key=lambda unit: -capacity(board, mission, unit, False)):
        if total_capacity(board, mission, flight.sent, doubled) >= total_weight(load) or not may_double(board, mission, unit, ref):
            continue
        if mission.by_glider:
            if towing_refused(board, board.unit(unit)):
                continue
            board = glider_used(board, unit)
        doubled = (*doubled, unit)
    carried, unloads = total_capacity(board, mission, flight.sent, doubled), unloading_room(board, mission)
    left = what_exceeds(ref, load, min(carried, unloads), mission.side, "cargo-left")
    slow = unloads < min(carried, total_weight(load))
    ref.tell(
        left_at_base, left, f"{flight.target} can unload {unloads}T (R33)" if slow else "the aircraft have no room for it (R45)"
    )
    load = tuple(piece for piece in load if piece not in left)
    flight = replace(flight, board=board, load=load, doubled=doubled)
    return flight.on(taken(ref, flight, supply_in(load)))


def left_at_base(load: tuple[Piece, ...], why: str) -> list[Event]:
    return [Note(f"{piece.id} stays at the base: {why}") for piece in load]


# the supply at the bases


def bases_of(board: Board, units: Iterable[str]) -> list[Airfield]:
    """The bases where units are, each once."""
    found = (board.base(place) for place in dict.fromkeys(board.unit(unit).place for unit in units))
    return [base for base in found if base is not None]


def supply_in(load: Iterable[Piece]) -> int:
    """The T of supply in a load."""
    return sum(int(piece.weight) for piece in load if not piece.is_unit)


@rule("R45")
def in_stock(ref: Referee, flight: Flight, load: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """What can be loaded: units, and supply as far as it is at the bases of the aircraft, which load only what is at their own."""
    stock, found = Fraction(sum(most_loaded(flight.board, flight.mission, flight.sent, ref).values())), []
    for piece in load:
        if piece.is_unit or piece.weight <= stock:
            stock -= 0 if piece.is_unit else piece.weight
            found.append(piece)
    return tuple(found)


@rule("R45")
def most_loaded(board: Board, mission: Mission, units: Iterable[str], ref: Referee | None = None) -> dict[str, int]:
    """The T of supply that can be loaded at each base: what is there; with several bases, as far as the aircraft there carry it."""
    bases = bases_of(board, units)
    if len(bases) == 1:
        return {base.id: base.supply for base in bases}
    found: dict[str, int] = {}
    for base in bases:
        there = [unit for unit in units if board.unit(unit).place == base.id]
        doubled = [unit for unit in there if may_double(board, mission, unit, ref)]
        found[base.id] = min(base.supply, floor(total_capacity(board, mission, there, doubled)))
    return found


def out_of_stock(flight: Flight, load: tuple[Piece, ...]) -> Note | None:
    """How much supply stays because it is not there."""
    wanted = supply_in(pieces(flight.mission, flight.board.rulings))
    bases = bases_of(flight.board, flight.sent)
    there = " and ".join(f"{flight.board.setting.name(base.id)} has {base.supply}T" for base in bases)
    own = ", and aircraft load only at their own base" if sum(base.supply for base in bases) >= wanted else ""
    return Note(f"{wanted}T of supply were to be flown; {there}{own} (R45)") if supply_in(load) < wanted else None


@rule("R45")
def taken(ref: Referee, flight: Flight, tons: int) -> Board:
    """The supply that is loaded leaves the bases that the aircraft take off from."""
    board = flight.board
    most = most_loaded(board, flight.mission, flight.sent, ref)
    for base in bases_of(board, flight.sent):
        loaded = min(most[base.id], tons)
        board, tons = board.with_base(base._replace(supply=base.supply - loaded)), tons - loaded
    return board


@rule("R45")
def supplied(board: Board, place: str, side: str, tons: int) -> Board:
    """Supply that comes to a base of its own side is there from then on; elsewhere it is on the players' map only."""
    base = board.base(place)
    return board.with_base(base._replace(supply=base.supply + tons)) if base and base.side == side else board


@rule("R44a", "R34", "R45")
def joined(board: Board, place: str, side: str, unit: Piece) -> Board:
    """A combat unit that has landed is in the hex, with its RE; the hex is friendly from the next phase on."""
    ground = board.ground_at(place)
    now, combat = (tuple(dict.fromkeys((*sides, side))) for sides in (ground.now, ground.combat))
    res = unit.res + (ground.res if ground.combat else 0)
    return board.with_ground(ground._replace(now=now, combat=combat, res=res))


@rule("R45", "R42")
def arrived(board: Board, mission: Mission, load: Iterable[Piece]) -> Board:
    """What has been flown in or dropped is at its destination: units on the ground, supply at the base."""
    for piece in load:
        if piece.is_unit:
            board = joined(board, mission.at, mission.side, piece)
        else:
            board = supplied(board, mission.at, mission.side, int(piece.weight))
    return board


@rule("R33")
def free_to_unload(mission: Mission) -> bool:
    """Cargo of aircraft that stay at the base, or on gliders, does not count against what the base unloads."""
    return mission.kind != TRANSPORT or mission.lift.stays or mission.by_glider


@rule("R33")
def unloading_room(board: Board, mission: Mission) -> Fraction:
    """What a base can still unload in this segment: 2T per level in all, a strip as much as a base of level 1."""
    base = board.base(mission.at)
    if free_to_unload(mission) or base is None:
        return Fraction(NO_LIMIT)
    return UNLOADED_PER_LEVEL * max(1, base.level) - base.unloaded


@rule("R33")
def unloaded(board: Board, place: str, weight: Fraction) -> Board:
    """A base has unloaded cargo in this segment."""
    base = board.base(place)
    assert base is not None
    return board.with_base(base._replace(unloaded=base.unloaded + weight))


def what_exceeds(ref: Referee, load: tuple[Piece, ...], room: Fraction, side: str, key: str) -> tuple[Piece, ...]:
    """The pieces that their owner gives up, so that the rest fits. The caller cites the rule."""
    if total_weight(load) <= room:
        return ()

    def refuse(answer: Mapping[str, int]) -> str | None:
        kept = total_weight(piece for piece in load if not answer[piece.id])
        return f"{kept}T are left; there is room for {room}T (R45)" if kept > room else None

    default: dict[str, int] = {}
    for piece in reversed(load):
        if total_weight(other for other in load if other.id not in default) > room:
            default[piece.id] = 1
    items, labels = {piece.id: 1 for piece in load}, {piece.id: f"{piece.id}, {piece.weight}T" for piece in load}
    about = partial(too_heavy, load, room, side, key)
    given_up = ref.allot(key, items, by=side, default=default, least=1, labels=labels, refuse=refuse, about=about)
    return tuple(piece for piece in load if given_up[piece.id])


# at the destination


@rule("R45")
def unload(ref: Referee, flight: Flight) -> tuple[Flight, tuple[Piece, ...]]:
    """The cargo that is still carried. What exceeds the capacity left is lost, as its owner picks; fractions favor the cargo."""
    room = Fraction(ceil(total_capacity(flight.board, flight.mission, flight.fliers, flight.doubled)))
    given_up = what_exceeds(ref, flight.load, room, flight.mission.side, "cargo-lost")
    return left_behind(ref, flight, given_up), tuple(piece for piece in flight.load if piece not in given_up)


@rule("R45")
def left_behind(ref: Referee, flight: Flight, load: tuple[Piece, ...]) -> Flight:
    """Cargo that does not arrive goes back with aircraft that aborted, to where they land; what they have no room for is lost."""
    # Ruling: the charts and 4.3 speak only of losses; cargo aboard an aircraft that turns back is not lost.
    aborted = [unit for unit in flight.sent if unit not in flight.fliers and flight.board.unit(unit).steps]
    room = Fraction(ceil(total_capacity(flight.board, flight.mission, aborted, flight.doubled)))
    back: list[Piece] = []
    for piece in load:
        if total_weight(back) + piece.weight <= room:
            back.append(piece)
    ref.tell(fate_of_cargo, flight, load, back)
    if not back:
        return flight
    return flight.on(supplied(flight.board, flight.board.unit(aborted[0]).place, flight.mission.side, supply_in(back)))


def fate_of_cargo(flight: Flight, load: tuple[Piece, ...], back: list[Piece]) -> list[Event]:
    return [
        Note(f"{piece.id} goes back with the aircraft that aborted")
        if piece in back
        else Loss(flight.mission.side, piece.id, 1, "lost with the aircraft")
        for piece in load
    ]


# what the questions are about


def too_heavy(load: Iterable[Piece], room: Fraction, side: str, key: str) -> str:
    """Cargo that the planes left can no longer carry."""
    pieces = tuple(load)
    weight = sum((piece.weight for piece in pieces), Fraction(0))
    fate = "is lost" if key == "cargo-lost" else "stays behind"
    return f"{title_of(side)}: {weight}T to carry in {count(len(pieces), 'piece')}, room for {room}T. Choose what {fate}."
