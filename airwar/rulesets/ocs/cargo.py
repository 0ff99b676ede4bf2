"""Cargo (R45, R46, R48): what takes off with the aircraft, and what happens to it if they are lost or turn back.

Planes of one base combine their capacity; planes of different bases do not. So every piece belongs to the base that loads it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from math import ceil, floor
from typing import NamedTuple

from airwar.rulesets.kit import Book, Event, Loss, Note, Referee, beyond, count, listed, replace, rule, title_of
from airwar.rulesets.ocs.board import picked
from airwar.rulesets.ocs.flight import Flight, Piece
from airwar.rulesets.ocs.position import Base, Board, Cargo, Kind, Method, Mission, Unit
from airwar.rulesets.ocs.rulings import Rulings
from airwar.rulesets.ocs.worksheets import load_cost

TOWED, TOWED_BY_REDUCED = 2, 1  # T on a glider
UNLOADED_PER_LEVEL = 2  # T that a base unloads per level in a movement segment


# capacity


class Room(NamedTuple):
    """The capacity of planes in T: in their holds or under parachutes, and on gliders."""

    plain: Fraction = Fraction(0)
    glider: Fraction = Fraction(0)

    def plus(self, other: Room) -> Room:
        return Room(self.plain + other.plain, self.glider + other.glider)

    def less(self, piece: Piece) -> Room:
        return self._replace(glider=self.glider - piece.weight) if piece.glider else self._replace(plain=self.plain - piece.weight)

    def holds(self, piece: Piece) -> bool:
        return piece.weight <= (self.glider if piece.glider else self.plain)

    @property
    def in_all(self) -> Fraction:
        return self.plain + self.glider

    def up(self) -> Room:
        """Rounded up: fractions favor the cargo."""
        return Room(Fraction(ceil(self.plain)), Fraction(ceil(self.glider)))


@rule("R45", "R46", "R9")
def room_in(unit: Unit, mission: Mission, doubled: bool, tows: bool) -> Room:
    """What a unit carries: as printed, or on the glider it tows; twice that with two gliders or at short distance.

    At short distance, in a drop by both methods, one plane may tow a glider and also carry its printed capacity.
    """
    printed, twice = unit.values.capacity, 2 if doubled else 1
    towed = Fraction(TOWED if unit.steps > 1 else TOWED_BY_REDUCED)
    if mission.method == Method.GLIDER:
        return Room(glider=towed * twice) if tows else Room()
    if mission.method == Method.BOTH and tows:
        return Room(printed if doubled else Fraction(0), towed)
    return Room(printed * twice)


@rule("R45")
def may_double(board: Board, mission: Mission, unit_id: str, ref: Referee | None = None) -> bool:
    """Whether a unit may carry double: within half its range; it then lands within half its range or stays at its destination."""
    unit = board.unit(unit_id)
    return beyond(ref, board.places, unit.place, mission.at, unit.range // 2) is None


@rule("R46")
def towing_refused(board: Board, unit: Unit) -> str | None:
    """Why a unit cannot tow a glider, or None: it takes a full-strength transport, and a glider at its base."""
    if "Tpt" not in unit.types:
        return "only transports tow gliders (R46)"
    if unit.steps < 2:
        return "only full-strength units tow gliders (R46)"
    base = board.base(unit.place)
    return None if base and base.gliders else "there is no glider at its base (R46)"


def rooms_of(flight: Flight, units: Iterable[str]) -> dict[str, Room]:
    """What units of a mission can carry, by the base from which they took off."""
    found: dict[str, Room] = {}
    for unit in units:
        base = flight.homes.get(unit, "")
        room = room_in(flight.board.unit(unit), flight.mission, unit in flight.doubled, unit in flight.towing)
        found[base] = found[base].plus(room) if base in found else room
    return found


@rule("R45", "R46")
def most_rooms(board: Board, mission: Mission, units: Iterable[str]) -> dict[str, Room]:
    """The most that units at bases can carry, by base."""
    towing = tuple(unit for unit in units if towing_refused(board, board.unit(unit)) is None)
    doubled = tuple(unit for unit in units if may_double(board, mission, unit))
    flight = Flight(board, mission, tuple(units), doubled=doubled, towing=towing, homes=homes_of(board, units))
    return rooms_of(flight, units)


def most_capacity(board: Board, mission: Mission, units: Iterable[str]) -> Fraction:
    """The most that units can carry in all."""
    return sum((room.in_all for room in most_rooms(board, mission, tuple(units)).values()), Fraction(0))


def homes_of(board: Board, units: Iterable[str]) -> Book[str]:
    return Book({unit: board.unit(unit).place for unit in units})


# pieces


def total_weight(load: Iterable[Piece]) -> Fraction:
    return sum((piece.weight for piece in load), Fraction(0))


@rule("R48")
def weight(cargo: Cargo, rulings: Rulings) -> Fraction:
    """What a piece of cargo weighs in T."""
    return load_cost(cargo.re, cargo.allowance, rulings, cargo.leg) if cargo.is_unit else Fraction(cargo.supply)


@rule("R42")
def pieces(mission: Mission, rulings: Rulings) -> tuple[Piece, ...]:
    """The cargo in pieces: each combat unit, and each 1T of supply."""
    found = []
    for cargo in mission.items:
        glider = cargo.glider if mission.method == Method.BOTH else mission.method == Method.GLIDER
        if cargo.is_unit:
            found.append(Piece(cargo.id, cargo.title, weight(cargo, rulings), True, cargo.re, glider))
        else:
            numbers = range(1, cargo.supply + 1)
            found += [Piece(f"{cargo.id}-{n}", f"1T of {cargo.title}", Fraction(1), False, glider=glider) for n in numbers]
    return tuple(found)


def in_words(load: Iterable[Piece]) -> str:
    """Cargo in words: `2T and 1/505`."""
    found = tuple(load)
    tons, units = supply_in(found), [piece.title for piece in found if piece.is_unit]
    return " and ".join([f"{tons}T"] * bool(tons or not units) + units)


def supply_in(load: Iterable[Piece]) -> int:
    """The T of supply in a load."""
    return sum(int(piece.weight) for piece in load if not piece.is_unit)


@rule("R45")
def stowed(load: Iterable[Piece], rooms: Mapping[str, Room], stock: Mapping[str, int]) -> tuple[Piece, ...] | None:
    """Every piece with the base whose planes carry it, supply with a base that has it; None if not everything fits."""
    found = tuple(load)
    units = sorted((piece for piece in found if piece.is_unit), key=lambda piece: -piece.weight)
    placed = placing(units + [piece for piece in found if not piece.is_unit], dict(rooms), dict(stock))
    return None if placed is None else tuple(piece._replace(base=placed[piece.id]) for piece in found)


def placing(load: Sequence[Piece], rooms: dict[str, Room], stock: dict[str, int]) -> dict[str, str] | None:
    """A base for each piece: units are tried at one base after another, and supply goes wherever there is room."""
    if not load:
        return {}
    piece, *rest = load
    for base in [base for base, room in rooms.items() if room.holds(piece) and (piece.is_unit or stock.get(base, 0) >= 1)]:
        left = stock if piece.is_unit else {**stock, base: stock[base] - 1}
        others = placing(rest, {**rooms, base: rooms[base].less(piece)}, left)
        if others is not None or not piece.is_unit:
            return None if others is None else {piece.id: base, **others}
    return None


# before takeoff


@rule("R46")
def take_gliders(ref: Referee, flight: Flight) -> Flight:
    """Each transport takes a glider from its base, which is used up, or stays behind if it cannot; the other planes are escorts."""
    board, sent, towing = flight.board, [], []
    for unit_id in flight.sent:
        unit = board.unit(unit_id)
        refused = towing_refused(board, unit)
        if refused is None:
            board = glider_used(board, unit_id)
            towing.append(unit_id)
        if refused is None or "Tpt" not in unit.types or flight.mission.method == Method.BOTH:
            sent.append(unit_id)
        else:
            ref.tell(Note, f"{unit.title} does not fly: {refused}")
    return replace(flight, board=board, sent=tuple(sent), towing=tuple(towing))


def glider_used(board: Board, unit_id: str) -> Board:
    base = board.bases[board.unit(unit_id).place]
    return board.with_base(replace(base, gliders=base.gliders - 1))


@rule("R45", "R46", "R33")
def load_up(ref: Referee, flight: Flight) -> Flight:
    """The cargo is loaded. As few aircraft as possible carry double; what does not fit stays at the base, by its owner's choice."""
    load = in_stock(ref, flight, pieces(flight.mission, flight.board.rulings))
    ref.tell(out_of_stock, flight, load)
    flight = doubling(ref, flight, load)
    board, mission = flight.board, flight.mission
    rooms, stock = rooms_of(flight, flight.sent), {base.id: base.supply for base in bases_of(board, flight.sent)}

    def fits(kept: Sequence[Piece]) -> bool:
        return stowed(kept, rooms, stock) is not None and unloading(flight, kept) <= unloading_room(board, mission)

    slow = unloading(flight, load) > unloading_room(board, mission) and stowed(load, rooms, stock) is not None
    limit = f"{flight.target} can unload {unloading_room(board, mission)}T" if slow else room_in_words(rooms.values())
    about = partial(too_heavy, load, limit, mission.side, "stays behind")
    left = what_exceeds(ref, load, fits, about, mission.side, "cargo-left", limit=limit)
    ref.tell(left_at_base, left, f"{limit} (R33)" if slow else "the aircraft have no room for it (R45)")
    carried = stowed((piece for piece in load if piece not in left), rooms, stock)
    assert carried is not None
    return replace(flight, board=taken(board, carried), load=carried)


@rule("R45", "R46")
def doubling(ref: Referee, flight: Flight, load: tuple[Piece, ...]) -> Flight:
    """Has planes carry double, the largest first, until everything fits; a plane with a glider tows a second one."""
    mission = flight.mission
    stock = {base.id: base.supply for base in bases_of(flight.board, flight.sent)}
    largest = sorted(flight.sent, key=lambda unit: -room_in(flight.board.unit(unit), mission, False, unit in flight.towing).in_all)
    for unit in largest:
        if stowed(load, rooms_of(flight, flight.sent), stock) is not None or not may_double(flight.board, mission, unit, ref):
            continue
        if mission.method == Method.GLIDER:
            if unit not in flight.towing or towing_refused(flight.board, flight.board.unit(unit)):
                continue
            flight = flight.on(glider_used(flight.board, unit))
        flight = replace(flight, doubled=(*flight.doubled, unit))
    return flight


def left_at_base(load: tuple[Piece, ...], why: str) -> list[Event]:
    return [Note(f"{piece.title} stays at the base: {why}") for piece in load]


# the supply at the bases


def bases_of(board: Board, units: Iterable[str]) -> list[Base]:
    """The bases where units are, each once."""
    found = (board.base(place) for place in dict.fromkeys(board.unit(unit).place for unit in units))
    return [base for base in found if base is not None]


@rule("R45")
def in_stock(ref: Referee, flight: Flight, load: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """What can be loaded: units, and supply as far as the bases of the aircraft have it; each loads only at its own base."""
    stock, found = sum(most_loaded(flight, ref).values()), []
    for piece in load:
        if piece.is_unit or stock >= 1:
            stock -= 0 if piece.is_unit else 1
            found.append(piece)
    return tuple(found)


@rule("R45")
def most_loaded(flight: Flight, ref: Referee) -> dict[str, int]:
    """The T of supply that can be loaded at each base: what is there; with several bases, no more than its aircraft carry."""
    board, mission, bases = flight.board, flight.mission, bases_of(flight.board, flight.sent)
    if len(bases) == 1:
        return {base.id: base.supply for base in bases}
    doubled = tuple(unit for unit in flight.sent if may_double(board, mission, unit, ref))
    rooms = rooms_of(replace(flight, doubled=doubled), flight.sent)
    return {base.id: min(base.supply, floor(rooms[base.id].in_all)) for base in bases}


def out_of_stock(flight: Flight, load: tuple[Piece, ...]) -> Note | None:
    """A note on supply that cannot be flown because it is not there."""
    wanted = supply_in(pieces(flight.mission, flight.board.rulings))
    bases = bases_of(flight.board, flight.sent)
    there = " and ".join(f"{flight.board.name(base.id)} has {base.supply}T" for base in bases)
    own = ", and aircraft load only at their own base" if sum(base.supply for base in bases) >= wanted else ""
    return Note(f"{wanted}T of supply were to be flown; {there}{own} (R45)") if supply_in(load) < wanted else None


@rule("R45")
def taken(board: Board, load: Iterable[Piece]) -> Board:
    """The board after the loaded supply has left the bases that the aircraft take off from."""
    for piece in load:
        if not piece.is_unit:
            board = supplied(board, piece.base, -1)
    return board


@rule("R45")
def supplied(board: Board, place: str, tons: int) -> Board:
    """The board after supply has come to a place, with or without a base, or left it."""
    there = board.hex(place)
    return board.with_hex(replace(there, supply=there.supply + tons))


@rule("R45", "R44a")
def landed(board: Board, place: str, side: str, tons: int) -> Board:
    """The board after supply comes down in a hex: it becomes a dump of its side, a noncombat unit, or part of an enemy dump."""
    there = board.hex(place)
    if not is_enemy_dump(board, place, side):
        board = board.with_hex(replace(there, now=tuple(dict.fromkeys((*there.now, side)))))
    return supplied(board, place, tons)


def is_enemy_dump(board: Board, place: str, side: str) -> bool:
    """Whether only the enemy is in a hex, with supply or an air base."""
    there = board.hex(place)
    return there.held_by == (board.enemy_of(side),) and bool(there.supply or board.base(place))


@rule("R44a", "R34", "R45")
def joined(board: Board, place: str, side: str, unit: Piece) -> Board:
    """The board after a combat unit has landed in a hex, with its RE; the hex is friendly from the next phase on."""
    there = board.hex(place)
    now, combat = (tuple(dict.fromkeys((*sides, side))) for sides in (there.now, there.combat_units))
    res = None if there.combat_units and there.re is None else unit.res + (there.re or 0 if there.combat_units else 0)
    return board.with_hex(replace(there, now=now, combat_units=combat, re=res))


@rule("R45", "R42")
def arrived(board: Board, mission: Mission, load: Iterable[Piece]) -> Board:
    """The board after a load has arrived: units on the ground, supply with them or at the base."""
    for piece in load:
        board = joined(board, mission.at, mission.side, piece) if piece.is_unit else supplied(board, mission.at, 1)
    return board


@rule("R33")
def unloading(flight: Flight, load: Iterable[Piece]) -> Fraction:
    """What a base has to unload: nothing that comes on gliders or on planes that stay there."""
    if flight.mission.kind != Kind.TRANSPORT:
        return Fraction(0)
    staying = [unit for unit in flight.sent if flight.mission.stays_there(unit)]
    kept = sum((room.plain for room in rooms_of(flight, staying).values()), Fraction(0))
    return max(Fraction(0), total_weight(piece for piece in load if not piece.glider) - kept)


@rule("R33")
def unloading_room(board: Board, mission: Mission) -> Fraction:
    """What a base can still unload in this segment: 2T per level in all; a strip counts as level 1."""
    base = board.base(mission.at)
    return Fraction(0) if base is None else UNLOADED_PER_LEVEL * max(1, base.level) - base.unloaded


@rule("R33")
def unloaded(board: Board, place: str, weight: Fraction) -> Board:
    """The board after a base has unloaded cargo in this segment."""
    base = board.bases[place]
    return board.with_base(replace(base, unloaded=base.unloaded + weight))


def what_exceeds(
    ref: Referee,
    load: tuple[Piece, ...],
    fits: Callable[[Sequence[Piece]], bool],
    about: Callable[[], str],
    side: str,
    key: str,
    no_more: bool = False,
    limit: str = "",
) -> tuple[Piece, ...]:
    """The pieces that their owner gives up so that the rest fits; with `no_more`, not more than that. The caller cites the rule."""
    if fits(load):
        return ()
    lone = tuple(piece for piece in load if not fits([piece]))
    if no_more and fits([piece for piece in load if piece not in lone]):
        return lone  # there is nothing to choose

    def refused(left: list[str]) -> str | None:
        kept = [piece for piece in load if piece.id not in left]
        if not fits(kept):
            return f"{total_weight(kept)}T are left to carry; {limit} (R45)"
        spared = [piece.title for piece in load if no_more and piece not in kept and fits([*kept, piece])]
        return f"the planes still have room for {spared[0]}; only what exceeds it is given up (R45)" if spared else None

    kept: list[Piece] = []
    for piece in load:
        kept += [piece] * fits([*kept, piece])
    usual, labels = [piece.id for piece in load if piece not in kept], {one.id: f"{one.title}, {one.weight}T" for one in load}
    given_up = picked(ref, key, labels, by=side, usual=usual, refused=refused, least=1, about=about)
    return tuple(piece for piece in load if piece.id in given_up)


def too_heavy(load: Iterable[Piece], limit: str, side: str, fate: str) -> str:
    """A sentence about cargo that the planes can no longer carry."""
    found = tuple(load)
    return f"{title_of(side)}: {total_weight(found)}T to carry in {count(len(found), 'piece')}; {limit}. Choose what {fate}."


def room_in_words(rooms: Iterable[Room]) -> str:
    """The room on planes, in words: by base, with gliders separate, since no piece is divided among them."""
    parts = [f"{tons}T{how}" for room in rooms for tons, how in ((room.plain, ""), (room.glider, " on gliders")) if tons]
    return f"the planes have room for {listed(parts) or 'nothing'}"


# at the destination


@rule("R45")
def unload(ref: Referee, flight: Flight) -> tuple[Flight, tuple[Piece, ...]]:
    """Unloads what is still carried. What exceeds the capacity left is lost, by its owner's choice; fractions favor the cargo."""
    flight = doubled_at_last(flight)
    rooms = {base: room.up() for base, room in rooms_of(flight, flight.fliers).items()}

    def fits(kept: Sequence[Piece]) -> bool:
        return held(kept, rooms) == list(kept)

    limit, fate = room_in_words(rooms.values()), "lands with the planes that aborted" if turned_back(flight) else "is lost"
    about = partial(too_heavy, flight.load, limit, flight.mission.side, fate)
    given_up = what_exceeds(ref, flight.load, fits, about, flight.mission.side, "cargo-lost", no_more=True, limit=limit)
    return left_behind(ref, flight, given_up), tuple(piece for piece in flight.load if piece not in given_up)


@rule("R45")
def doubled_at_last(flight: Flight) -> Flight:
    """The flight after a loss: planes within half their range carry double if cargo would otherwise be lost."""
    board, mission = flight.board, flight.mission
    for unit in () if mission.by_glider else flight.fliers:
        rooms = {base: room.up() for base, room in rooms_of(flight, flight.fliers).items()}
        near = board.unit(unit).distance <= board.unit(unit).range // 2 and board.values(unit).capacity
        if held(flight.load, rooms) != list(flight.load) and near and unit not in flight.doubled:
            flight = replace(flight, doubled=(*flight.doubled, unit))
    return flight


def held(load: Iterable[Piece], rooms: Mapping[str, Room]) -> list[Piece]:
    """As much of a load as the planes of its own base have room for, taking the first pieces first."""
    left, found = dict(rooms), []
    for piece in load:
        if piece.base in left and left[piece.base].holds(piece):
            left[piece.base] = left[piece.base].less(piece)
            found.append(piece)
    return found


def turned_back(flight: Flight) -> list[str]:
    """The aircraft of a mission that have aborted, and are not lost."""
    return [unit for unit in flight.sent if unit not in flight.fliers and flight.board.unit(unit).steps]


@rule("R45")
def left_behind(ref: Referee, flight: Flight, load: tuple[Piece, ...]) -> Flight:
    """Cargo that the mission no longer carries lands where the aircraft that aborted with it have landed, or is lost."""
    # Ruling: the charts and 4.3 mention only losses; cargo aboard an aircraft that aborts lands with it (4.3: 14.1c, 14.4g).
    landed = landed_with(flight, load)
    ref.tell(fate_of_cargo, flight, load, landed)
    board = flight.board
    for piece, place in landed.items():
        if not piece.is_unit:
            board = supplied(board, place, 1)
        elif place != piece.base:
            board = joined(board, place, flight.mission.side, piece)
    return flight.on(board)


def landed_with(flight: Flight, load: Iterable[Piece]) -> dict[Piece, str]:
    """Where cargo landed with aircraft that aborted: as much as they can carry, taking the first pieces first."""
    landed: dict[Piece, str] = {}
    for place in dict.fromkeys(flight.board.unit(unit).at for unit in turned_back(flight)):
        there = [unit for unit in turned_back(flight) if flight.board.unit(unit).at == place]
        rooms = {base: room.up() for base, room in rooms_of(flight, there).items()}
        landed |= dict.fromkeys(held((piece for piece in load if piece not in landed), rooms), place)
    return landed


@rule("R45")
def kept_first(ref: Referee, flight: Flight) -> tuple[Piece, ...]:
    """The load when all aircraft turn back. What they can no longer carry comes last, picked by its owner if pieces differ."""
    load = flight.load
    if not any(piece.is_unit for piece in load):
        return load

    def fits(kept: Sequence[Piece]) -> bool:
        return len(landed_with(flight, kept)) == len(kept)

    limit = room_in_words(room.up() for room in rooms_of(flight, turned_back(flight)).values())
    about = partial(too_heavy, load, limit, flight.mission.side, "is lost")
    given_up = what_exceeds(ref, load, fits, about, flight.mission.side, "cargo-lost", no_more=True, limit=limit)
    return (*(piece for piece in load if piece not in given_up), *given_up)


def fate_of_cargo(flight: Flight, load: tuple[Piece, ...], landed: Mapping[Piece, str]) -> list[Event]:
    return [
        Note(f"{piece.title} {'goes back to' if landed[piece] == piece.base else 'lands at'} {flight.board.name(landed[piece])}")
        if piece in landed
        else Loss(flight.mission.side, piece.id, 1, "lost with the aircraft")
        for piece in load
    ]
