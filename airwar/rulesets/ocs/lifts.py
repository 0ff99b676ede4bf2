"""Transports and drops: what they carry, as the player enters it at the table (R42, R45, R47), and what lands safely (14.11)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import lru_cache, partial
from typing import NamedTuple

from airwar.rulesets.kit import (
    D6,
    Book,
    Loss,
    Move,
    Note,
    OnRow,
    Referee,
    Term,
    call,
    count,
    listed,
    load_chart,
    replace,
    rule,
    state,
    then,
)
from airwar.rulesets.ocs.board import NO, YES, Outcome, Segment, doing, is_so, ready
from airwar.rulesets.ocs.capture import Capture, seize
from airwar.rulesets.ocs.cargo import (
    TOWED,
    Room,
    bases_of,
    in_words,
    is_enemy_dump,
    joined,
    landed,
    most_capacity,
    most_rooms,
    pieces,
    supply_in,
    total_weight,
    towing_refused,
    unload,
    unloading_room,
)
from airwar.rulesets.ocs.flight import Flight, Piece, go_home
from airwar.rulesets.ocs.position import PACKAGE, BaseKind, Board, Cargo, Kind, Method, Mission
from airwar.rulesets.ocs.rulings import OCS_3_0, Profile, Rulings
from airwar.rulesets.ocs.takeoff import flying_refused

LIFTED_ALLOWANCE = 10  # the highest allowance on foot of a unit that can be flown
SOME = "some"
ITEM = re.compile(
    r"(?:(?P<tons>\d{1,3}) ?T|(?P<res>\d{1,2}(?:/\d)?|\d \d/\d) ?RE(?: MA ?(?P<allowance>\d{1,2}))?)"
    r"(?P<glider> (?:by )?glider)?(?: as (?P<name>[\w /.-]{1,40}))?",
    re.IGNORECASE,
)
EXAMPLES = ("1T", "1/2 RE", "2T", "1T, 1/2 RE", "1/2 RE MA 8")
BY_GLIDER = ("2T by glider", "1 RE by glider")
BY_BOTH = ("1/2 RE glider, 1T", "1T glider, 1/2 RE")
AXIS_NATIONS = ("germany", "italy", "japan", "romania", "hungary", "finland", "bulgaria", "slovakia", "croatia")


# what is said


@lru_cache(maxsize=1024)
def cargo_of(text: str) -> tuple[Cargo, ...] | None:
    """Reads cargo such as `2T, 1/2 RE MA 8 as 1/505`: supply in T, units in RE, their allowance if above 6, and their name."""
    found: list[Cargo] = []
    for part in text.split(","):
        item = ITEM.fullmatch(part.strip())
        if item is None:
            return None
        name, glider, number = item["name"] or "", bool(item["glider"]), len(found) + 1
        if item["tons"]:
            id_ = "supply" if number == 1 else f"supply-{number}"
            found.append(Cargo(id=id_, name=name, supply=int(item["tons"]), glider=glider))
        else:
            res = sum((Fraction(number) for number in item["res"].split() if not number.endswith("/0")), Fraction(0))
            allowance = int(item["allowance"] or 6)
            found.append(
                Cargo(id=f"unit-{number}", name=name or f"{res} RE", re=res, allowance=allowance, para=True, glider=glider)
            )
    return tuple(found) if all(cargo.supply or cargo.re for cargo in found) else None


@rule("R45", "R47")
def cargo_refused(board: Board, mission: Mission, text: str) -> str | None:
    """Why this cannot be flown, or None if it can."""
    cargo = cargo_of(text)
    if cargo is None:
        return f"{text!r} is not cargo; expected for example {' or '.join(EXAMPLES[:3])} (R45)"
    mission = carrying(mission, cargo)
    return load_refused(board, mission, cargo, lift_for(board, mission))


class Lift(NamedTuple):
    """What can be carried on a mission of any kind."""

    stock: int  # T of supply at the bases of the planes
    room: Fraction
    rooms: tuple[Room, ...]  # by base


@rule("R45", "R46")
def lift_for(board: Board, mission: Mission) -> Lift:
    """What everything able to carry cargo on a mission can carry, by its method."""
    crew = crew_of(board, mission)
    stock = sum(base.supply for base in bases_of(board, crew))
    return Lift(stock, room_of(board, mission, crew), tuple(most_rooms(board, mission, tuple(crew)).values()))


@rule("R45", "R46", "R47", "R14")
def load_refused(board: Board, mission: Mission, cargo: tuple[Cargo, ...], lift: Lift) -> str | None:
    """Why this cargo cannot be flown, or None: there must be enough supply at the bases of the planes, and room for each piece."""
    heavy = next((refused for item in cargo if (refused := flown_refused(item))), None)
    if heavy:
        return heavy
    wanted = sum(item.supply for item in cargo)
    if wanted > lift.stock:
        return f"{wanted}T of supply; the bases of the transports have {lift.stock}T (R45)"
    refused = drop_phase_refused(board, mission) or room_refused(board, mission, lift.room, lift.rooms)
    return refused or (unloading_refused(board, mission) if mission.kind == Kind.TRANSPORT else None)


@rule("R45")
def flown_refused(cargo: Cargo) -> str | None:
    """Why a combat unit cannot be flown, or None if it can."""
    if not cargo.is_unit or (cargo.leg and cargo.allowance <= LIFTED_ALLOWANCE):
        return None
    foot = " on foot" if cargo.leg else ", not on foot"
    return f"{cargo.title} has allowance {cargo.allowance}{foot}; expected at most {LIFTED_ALLOWANCE} on foot (R45)"


@rule("R47")
def drop_phase_refused(board: Board, mission: Mission) -> str | None:
    """Why units cannot be dropped in this phase, or None: by option, they are dropped only in the movement phase."""
    planned = board.rulings.yes("drop-plan-required") and mission.kind == Kind.DROP and any(item.is_unit for item in mission.items)
    late = planned and mission.phase != "movement"
    return f"units are dropped only in the movement phase, not in {mission.phase} (R47)" if late else None


@rule("R45")
def room_refused(board: Board, mission: Mission, room: Fraction, rooms: Iterable[Room]) -> str | None:
    """Why the cargo is too heavy for the planes, or a piece for those of any one base, or None: only planes of one base combine."""
    load = pieces(mission, board.rulings)
    if total_weight(load) > room:
        return f"the cargo weighs {total_weight(load)}T; the mission carries {room}T (R45)"
    for piece in load:
        if not any(room.holds(piece) for room in rooms):
            return f"{piece.title} weighs {piece.weight}T; no base has planes for it, and only those at one base combine (R45)"
    return None


@rule("R33")
def unloading_refused(board: Board, mission: Mission) -> str | None:
    """Why a base cannot unload the cargo of a transport, or None: 2T per level, unless planes stay; gliders do not count."""
    if mission.stays or not board.base(mission.at):
        return None
    load = total_weight(piece for piece in pieces(mission, board.rulings) if not piece.glider)
    limit = unloading_room(board, mission)
    if load <= limit:
        return None
    return f"{mission.at} unloads {limit}T in a segment, not {load}T, unless the transports stay (R33)"


@rule("R45", "R46")
def crew_of(board: Board, mission: Mission) -> list[str]:
    """The units that could carry something on this mission."""
    able = [unit for unit in board.units.values() if flying_refused(board, mission, unit) is None]
    if mission.method == Method.GLIDER:
        return [unit.id for unit in able if towing_refused(board, unit) is None]
    return [unit.id for unit in able if unit.values.capacity]


@rule("R45", "R46", "R14")
def room_of(board: Board, mission: Mission, crew: list[str]) -> Fraction:
    """The most they can carry: with the largest planes that one mission can send, or with the available gliders."""
    if mission.method == Method.GLIDER:
        return Fraction(TOWED * sum(base.gliders for base in bases_of(board, crew)))
    most = board.rulings.number("max-per-mission")
    if len(crew) > most:
        crew = sorted(crew, key=lambda unit: most_capacity(board, mission, [unit]), reverse=True)[:most]
    return most_capacity(board, mission, crew)


def possible_cargo(board: Board, mission: Mission) -> Iterator[str]:
    """Examples of what can be flown; none if nothing can."""
    more = BY_BOTH if mission.method == Method.BOTH else BY_GLIDER if mission.kind == Kind.TRANSPORT else ()
    lifts: dict[str, Lift] = {}  # by method
    for text in (*EXAMPLES, *more):
        cargo = cargo_of(text) or ()
        loaded = carrying(mission, cargo)
        if loaded.method not in lifts:
            lifts[loaded.method] = lift_for(board, loaded)
        if load_refused(board, loaded, cargo, lifts[loaded.method]) is None:
            yield text


@rule("R45", "R46")
def can_carry(board: Board, mission: Mission) -> bool:
    """Whether anything can be carried, on gliders or by planes that stay if not otherwise: the player has not said yet."""
    other = replace(mission, stays=True) if mission.kind == Kind.TRANSPORT else replace(mission, method=Method.GLIDER)
    return any(any(possible_cargo(board, lift)) for lift in (mission, other))


@rule("R46")
def carrying(mission: Mission, cargo: tuple[Cargo, ...]) -> Mission:
    """A mission with its cargo. The cargo of a transport says what comes on gliders; for a drop, the method is asked."""
    gliders = {item.glider for item in cargo}
    method = {frozenset({True}): Method.GLIDER, frozenset({False}): Method.PARADROP}.get(frozenset(gliders), Method.BOTH)
    return replace(mission, cargo=as_book(cargo), method=method if mission.kind == Kind.TRANSPORT else mission.method)


def as_book(cargo: Iterable[Cargo]) -> Book[Cargo]:
    return Book({item.id: item for item in cargo})


# the questions


@rule("R42", "R45", "R47")
def with_cargo(ref: Referee, segment: Segment, mission: Mission) -> Mission | None:
    """The player says how it is flown, what it carries, and what a drop depends on. None if it turns out to be impossible."""
    board = segment.board
    mission = with_stays(ref, segment, mission) if mission.kind == Kind.TRANSPORT else with_method(ref, segment, mission)
    examples = tuple(possible_cargo(board, mission))
    if not examples:
        ref.tell(Note, f"no {mission.kind}: nothing can be carried")
        return None
    named = f"{next((example for example in examples if 'RE' in example), examples[0])} as I/505"
    text = ref.fact(
        f"{mission.id}.cargo",
        "what is flown: T of supply and RE of units",
        examples=examples,
        refuse=lambda said: cargo_refused(board, mission, said),
        by=mission.side,
        ask=f"What do they carry? For example {', or '.join(dict.fromkeys((examples[0], examples[-1])))}; add a name as in {named}",
    )
    mission = carrying(mission, cargo_of(text) or ())
    if mission.kind != Kind.DROP:
        return mission
    if not in_time(ref, segment, mission):
        return None
    return replace(mission, allied_eto=asks_eto(board, mission) and said_yes(ref, segment, mission, "allied-eto"))


@rule("R42", "R46")
def with_method(ref: Referee, segment: Segment, mission: Mission) -> Mission:
    """Paratroops jump, or land in gliders if there are any and planes to tow them."""
    crew = crew_of(segment.board, replace(mission, method=Method.GLIDER))
    gliders = sum(base.gliders for base in bases_of(segment.board, crew))
    if not gliders:
        return mission
    options = {
        Method.PARADROP: "paradrop",
        Method.GLIDER: f"glider, {count(gliders, 'glider')} at our bases",
        Method.BOTH: "some by parachute, some by glider",
    }
    if not any(possible_cargo(segment.board, mission)):
        del options[Method.PARADROP]
    about, usual = partial(lift_wanted, segment, mission), next(iter(options))
    method = ref.choose(f"{segment.asked}.method", options, by=segment.side, default=usual, about=about, why_not=carries_nothing)
    return replace(mission, method=method)


@rule("R45")
def with_stays(ref: Referee, segment: Segment, mission: Mission) -> Mission:
    """Transports fly back, or stay at the base they fly to; the player may decide for each plane."""
    options = {
        NO: "they fly back, or on to a base in range",
        YES: "they stay there: twice the range, and all is unloaded",
        SOME: "some of them stay there",
    }
    if not any(possible_cargo(segment.board, mission)):
        del options[NO]
    about, usual = partial(lift_wanted, segment, mission), next(iter(options))
    key = f"{segment.asked}.stays"
    answer = ref.choose(key, options, by=segment.side, default=usual, about=about, why_not=carries_nothing, quiet=True)
    return replace(mission, stays=answer != NO, asks_stays=answer == SOME)


def carries_nothing(how: str) -> str:
    """Why something is not done in a way that is not offered."""
    return f"{how}: nothing can be carried like that (R45)"


@rule("R47")
def in_time(ref: Referee, segment: Segment, mission: Mission) -> bool:
    """With the option, a drop of units must have been planned two turns ahead. Only the player knows."""
    if not segment.board.rulings.yes("drop-plan-required") or not any(item.is_unit for item in mission.items):
        return True
    if said_yes(ref, segment, mission, "planned"):
        return True
    ref.tell(Note, "no drop: drops of units are planned at least two turns ahead (R47)")
    return False


@rule("R43")
def asks_eto(board: Board, mission: Mission) -> bool:
    """Whether to ask for Europe: an Allied drop there would have -1 at this date, and only the map shows where it is."""
    western = any(board.nation_of(unit) != SOVIET_UNION for unit in crew_of(board, mission))
    return western and board.month <= cutoff(board.rulings) and allied_refused(board, mission.side) is None


@rule("R43")
def allied_refused(board: Board, side: str) -> str | None:
    """Why no drop of a side is an Allied one, or None."""
    axis = [nation for nation in board.sides[side] if nation in AXIS_NATIONS]
    return f"{side} has {listed(axis)}, so it makes no Allied drops (R43)" if axis else None


def said_yes(ref: Referee, segment: Segment, mission: Mission, key: str) -> bool:
    question, *labels = {
        "planned": ("Was it planned two turns ago?", "it was not planned in time", "it was planned at least two turns ago"),
        "allied-eto": ("Is it an Allied drop in Europe?", "not an Allied drop in Europe", "an Allied drop in Europe: -1"),
    }[key]
    about = partial(lift_wanted, segment, mission, question)
    return is_so(ref, f"{segment.asked}.{key}", (labels[0], labels[1]), by=segment.side, about=about)


def lift_wanted(segment: Segment, mission: Mission, what: str = "") -> str:
    """A sentence about how a drop or a transport is flown."""
    return f"{doing(segment.board, mission)}. {ready(segment.board, segment.side)}. {what}".rstrip()


# drops

CLOSENESS = {"very-close": -1, "extremely-close": -2}  # optional rule 21.12e of 4.3
SAFE = "safe"
SOVIET_UNION = "soviet-union"


@state
class Dropping:
    """A drop in progress: what has not landed yet, what has, and how much was lost, in the drop and before it."""

    flight: Flight
    waiting: tuple[Piece, ...]
    landed: tuple[Piece, ...] = ()
    lost: int = 0
    lost_before: int = 0  # lost with aircraft

    @property
    def board(self) -> Board:
        return self.flight.board


# the table


@rule("R44a")
def hex_status(friendly_at_phase_start: bool) -> str:
    """A hex is friendly if a friendly unit was there at the start of the phase; an empty or newly entered hex counts as enemy."""
    return "friendly" if friendly_at_phase_start else "enemy"


@rule("R44b")
def terrain_class(terrain: str, village: bool = False, airfield: bool = False, version: Profile = OCS_3_0) -> str:
    """Open ground and any hex with an airfield are clear, and in 4.3 any village; everything else is closed."""
    return "clear" if terrain == "open" or airfield or (village and version.village_is_clear) else "closed"


@rule("R42", "R43")
def drop_reading(status: str, terrain: str, method: str, terms: tuple[Term, ...] = (), version: Profile = OCS_3_0) -> OnRow[str]:
    """Two dice on 14.11a; v4.3 has the same numbers, with gliders as a modifier."""
    glider = Term.of("glider", version.glider_modifier * (method == Method.GLIDER), "R42")
    line = f"{status}-{terrain}" if version.glider_modifier else f"{status}-{terrain}-{method}"
    return OnRow(2 * D6, load_chart(PACKAGE, version.drop).row(line, str), (*((glider,) if glider.value else ()), *terms))


def cutoff(rulings: Rulings) -> tuple[int, int]:
    """The last month of the Allied modifier in Europe."""
    year, month = rulings.value("allied-eto-cutoff").split("-")
    return int(year), int(month)


@rule("R43")
def drop_terms(rulings: Rulings, date: tuple[int, int], *, soviet: bool, allied_eto: bool, closeness: str = "") -> tuple[Term, ...]:
    """-1 for a Soviet drop, or for an Allied drop in Europe up to the cutoff month; never both."""
    early = allied_eto and date <= cutoff(rulings)
    terrain = CLOSENESS.get(closeness, 0) if rulings.yes("drop-terrain") else 0
    terms = [
        Term.of("soviet-drop", -int(soviet), "R43", "Soviet drop"),
        Term.of("allied-drop", -int(early and not soviet), "R43", "Allied drop in Europe"),
        Term.of(closeness, terrain, "R43"),
    ]
    return tuple(term for term in terms if term.value)


@rule("R44a", "R44b", "R43")
def reading_at(flight: Flight, piece: Piece) -> OnRow[str]:
    """The line of 14.11a for a piece of a drop, and its modifiers."""
    board, mission = flight.board, flight.mission
    terms = drop_terms(
        board.rulings,
        board.month,
        soviet=is_soviet(flight),
        allied_eto=mission.allied_eto,
        closeness=board.hex(mission.at).closeness,
    )
    method = Method.GLIDER if piece.glider else Method.PARADROP
    return drop_reading(hex_status(is_friendly(board, mission)), class_of(board, mission.at), method, terms, board.rulings.profile)


@rule("R44a")
def is_friendly(board: Board, mission: Mission) -> bool:
    """Whether a friendly unit was there when the phase began; an air unit at a friendly base counts."""
    base = board.base(mission.at)
    return mission.side in board.hex(mission.at).before or (
        base is not None and base.side == mission.side and bool(board.based_at(mission.at))
    )


@rule("R43")
def is_soviet(flight: Flight) -> bool:
    """Whether a drop is Soviet: the scenario says so, or one of its units is Soviet."""
    return flight.mission.soviet or SOVIET_UNION in {flight.board.nation_of(unit) for unit in flight.sent}


@rule("R44b")
def class_of(board: Board, place: str) -> str:
    """Whether a hex is clear or closed."""
    # Ruling: an airfield is an air base or strip of either side (R44b).
    there = board.hex(place)
    airfield = there.airfield or board.base_kind(place) in (BaseKind.BASE, BaseKind.STRIP)
    return terrain_class(there.terrain, there.village, airfield, board.rulings.profile)


# the mission


@rule("R42", "R46", "R15")
def drop(ref: Referee, flight: Flight) -> Move[Outcome]:
    """The cargo is dropped, piece by piece; then the aircraft go home."""
    sent = len(flight.load)
    flight, load = unload(ref, flight)
    if flight.mission.allied_eto and not is_soviet(flight):
        rulings = flight.board.rulings
        ref.tell(rulings.chosen, "allied-eto-cutoff", "the last month in which Allied drops in Europe have -1")
    return then(drop_roll, Dropping(flight, load, lost_before=sent - len(load)))


@rule("R42", "R43", "R44a", "R44b")
def drop_roll(ref: Referee, dropping: Dropping) -> Move[Outcome]:
    """Rolls for the next unit or ton: safe in the hex, or destroyed."""
    flight, board, mission = dropping.flight, dropping.board, dropping.flight.mission
    if not dropping.waiting:
        return call(seize, Capture(board, mission), back=drop_over, keep=dropping)
    piece, *rest = dropping.waiting
    safe = ref.roll(f"drop.{piece.id}", reading_at(flight, piece), mission.side) == SAFE
    safe = safe and not lands_on_the_enemy(ref, board, mission, piece)
    ref.tell(landing, board, mission, piece, safe)
    if safe and piece.is_unit:
        board = joined(board, mission.at, mission.side, piece)
    landed = (*dropping.landed, *[piece] * safe)
    return then(drop_roll, Dropping(flight.on(board), tuple(rest), landed, dropping.lost + (not safe), dropping.lost_before))


@rule("R42", "R15", "R44c", "R45")
def drop_over(ref: Referee, dropping: Dropping, capture: Outcome) -> Move[Outcome]:
    """Everything has landed, and paratroops may have captured an air base; supply goes to them, and the aircraft go home."""
    tons, mission = supply_in(dropping.landed), dropping.flight.mission
    board = landed(capture.board, mission.at, mission.side, tons) if tons else capture.board
    if tons and is_enemy_dump(capture.board, mission.at, mission.side):
        where = "at his air base" if board.base(mission.at) else "on his dump"
        ref.tell(Note, f"the enemy takes the {tons}T of supply that came down {where}")
    flight = go_home(ref, dropping.flight.on(board))
    told = f"{len(dropping.landed)} safe, {dropping.lost} lost"
    if dropping.lost_before:
        told += f", {dropping.lost_before} not dropped"
    return flight.over(f"{told}; {flight.target} {capture.result}" if capture.result else told)


def landing(board: Board, mission: Mission, piece: Piece, safe: bool) -> Note | Loss:
    if not safe:
        return Loss(mission.side, piece.id, 1, f"destroyed in the drop{board.rulings.borrowed}")
    moves = "; it may not move in this phase" if piece.is_unit else ""
    return Note(f"{in_words((piece,))} lands at {board.name(mission.at)}{moves}")


@rule("R44c")
def lands_on_the_enemy(ref: Referee, board: Board, mission: Mission, piece: Piece) -> bool:
    """Whether a piece lands on an enemy combat unit, which destroys it even after a good roll."""
    if board.enemy_of(mission.side) not in board.hex(mission.at).combat_units:
        return False
    ref.tell(Note, f"{piece.title} lands on an enemy combat unit and is destroyed{board.rulings.borrowed}")
    return True
