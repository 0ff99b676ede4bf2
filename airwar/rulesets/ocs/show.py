"""Where everything is, in tables and rows; and what a ruling may change about it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from airwar.rulesets.kit import (
    ELIMINATED,
    Adjustable,
    End,
    Geography,
    Position,
    Sheet,
    Standing,
    Tally,
    Whole,
    count,
    mentioned,
    replace,
    standing_of,
    title_of,
    typed,
)
from airwar.rulesets.ocs.air_combat import ROLES, AirCombat
from airwar.rulesets.ocs.board import Outcome, Segment, Task, Turn, barrage_of, rating_of, status, strength_there
from airwar.rulesets.ocs.capture import Capture
from airwar.rulesets.ocs.construction import HIGHEST
from airwar.rulesets.ocs.facility import Raid, Reduction, port_capacity
from airwar.rulesets.ocs.flight import Flak, Flight, Interception
from airwar.rulesets.ocs.lifts import Dropping
from airwar.rulesets.ocs.position import SINKS, Arm, Base, BaseKind, Board, Duty, Hex, Port, Ship, State, Unit, Vessel


def board_sheets(board: Board) -> list[Sheet]:
    """Tables of every unit on the map or expected, every base and ship, and the markers."""
    columns = ("side", "unit", "rating", "barrage", "range", "status", "place")
    units = tuple(unit_row(board, unit) for unit in board.units.values() if not unit.eliminated)
    bases = tuple(
        (title_of(base.side), board.name(base.id), str(base.level or base.kind), f"{base.supply}T") for base in board.bases.values()
    )
    sheets = [Sheet("Air units", columns, units), Sheet("Air bases", ("side", "base", "level", "supply"), bases)]
    supply = tuple((board.name(place.id), f"{place.supply}T") for place in board.hexes.values() if place.supply)
    if supply:
        sheets.append(Sheet("Supply without a base", ("hex", "supply"), supply))
    if board.markers:
        rows = tuple((board.name(marker.place), title_of(marker.side)) for marker in board.markers)
        sheets.append(Sheet("Rail interdiction", ("hex", "placed by"), rows))
    ships = tuple((ship.title, str(hits), "DG" if ship.dg else "") for ship, hits in fleet(board))
    if ships:
        sheets.append(Sheet("Ships", ("ship", "hits", ""), ships))
    return [*sheets, *gun_sheets(board), *port_sheets(board)]


def fleet(board: Board) -> list[tuple[Vessel, int]]:
    """Ships and carriers with their hits, including those sunk in this turn."""
    vessels: list[Vessel] = [*board.ships.values(), *(base for base in board.bases.values() if base.carrier)]
    return [(ship, ship.hits) for ship in vessels] + [(carrier, SINKS) for carrier in board.sunk_carriers]


def gun_sheets(board: Board) -> list[Sheet]:
    rows = []
    for gun in board.guns.values():
        words = [word for word, holds in (("DG", gun.dg and gun.arm == Arm.ARTILLERY), ("has fired", gun.fired)) if holds]
        numbers = (barrage_of(gun), str(gun.range))
        rows.append((title_of(gun.side), gun.title, *numbers, ", ".join(words), board.name(gun.at)))
    return [Sheet("Guns", ("side", "guns", "barrage", "range", "", "place"), tuple(rows))] if rows else []


def ports_of(board: Board) -> list[tuple[str, Port]]:
    return [(place, port) for place in board.all_places if (port := board.port(place))]


def port_sheets(board: Board) -> list[Sheet]:
    rows = tuple(
        (title_of(port.side), board.name(place), str(port.hits), f"{port_capacity(port)}T") for place, port in ports_of(board)
    )
    return [Sheet("Ports", ("side", "port", "hits", "capacity"), rows)] if rows else []


def unit_row(board: Board, unit: Unit) -> tuple[str, ...]:
    numbers = (rating_of(board, unit.id), str(unit.values.barrage), str(unit.range))
    place = f"{'over ' if unit.over else ''}{board.name(unit.place)}"
    return (title_of(unit.side), unit.label, *numbers, status(unit), place)


# where everything is and in what state, in the middle of a mission too


def newest(states: Sequence[Any]) -> Turn:
    """The turn with the results of the current segment, which it otherwise gets only when the segment is over."""
    turn: Turn = states[0]
    under_way = [state.results for state in states if isinstance(state, Segment)]
    return replace(turn, results=(*turn.results, *under_way[-1])) if under_way else turn


def standing(states: Sequence[Any]) -> list[Standing]:
    """Bases with their level and supply, air units by their steps, ships, guns and damaged ports."""
    board = board_of(states)
    rows = [*base_rows(board), *(row for unit in board.units.values() for row in unit_rows(board, unit)), *ship_rows(board)]
    rows += gun_rows(board)
    rows += [Standing(owner(place), place.id, "supply", f"{place.supply}T", place.supply) for place in board.hexes.values()]
    rows += [Standing(port.side, place, "port", "port", 1, (f"hits={port.hits}",)) for place, port in ports_of(board) if port.hits]
    sides = [*board.sides, ""]
    return sorted(standing_of(rows), key=lambda row: (sides.index(row.side), row.marks == ELIMINATED))


def eliminated(states: Sequence[Any]) -> Iterator[Standing]:
    """What is lost: the rows of `standing` that are marked as eliminated, found without the rest."""
    board = board_of(states)
    yield from (lost_row(unit) for unit in board.units.values() if unit.had != unit.steps)
    yield from (row for row in ship_rows(board) if row.marks == ELIMINATED)


TROOPS = "troops"
FIXTURES = (BaseKind.BASE, BaseKind.STRIP, BaseKind.CARRIER, "supply", "gliders", "port", TROOPS)


def owner(place: Hex) -> str:
    """The only side in a hex, which owns the supply there; empty if there is no such side."""
    return place.held_by[0] if len(place.held_by) == 1 else ""


def base_rows(board: Board) -> Iterator[Standing]:
    """The rows of air bases, and of what is on hand there."""
    for base in board.bases.values():
        kind = f"level {base.level}" if base.level else str(base.kind)
        yield Standing(base.side, base.id, base.kind, kind, base.level or 1)
        yield Standing(base.side, base.id, "supply", f"{base.supply}T", base.supply)
        yield Standing(base.side, base.id, "gliders", count(base.gliders, "glider"), base.gliders)


def unit_rows(board: Board, unit: Unit) -> Iterator[Standing]:
    """The rows of an air unit: the steps it has, where it is, and the steps it has lost."""
    name = f"{unit.label} {rating_of(board, unit.id)}{', reduced' if unit.steps == 1 else ''}"
    flags = {
        "arriving": unit.state == State.EXPECTED,
        "inactive": unit.state == State.INACTIVE,
        "over": unit.state == State.ELSEWHERE,
        "interdiction": unit.duty == Duty.INTERDICTION,
        "spent": unit.spent,
    }
    yield Standing(unit.side, unit.place, unit.id, name, unit.steps, tuple(mark for mark, holds in flags.items() if holds))
    yield lost_row(unit)


def lost_row(unit: Unit) -> Standing:
    """The row of the steps that an air unit has lost."""
    lost = unit.had - unit.steps
    name = f"{unit.label}, {count(lost, 'step')}" if unit.steps else unit.label
    return Standing(unit.side, "", unit.id, name, lost, ELIMINATED)


def ship_rows(board: Board) -> Iterator[Standing]:
    """The rows of ships; a carrier is where its air base is."""
    for ship, hits in fleet(board):
        gun = ship if isinstance(ship, Ship) else None
        flags = {"damaged": hits, "dg": ship.dg, "bombarded": gun and gun.bombarded, "fired": gun and gun.fired}
        marks = tuple(mark for mark, holds in flags.items() if holds)
        sunk = hits >= SINKS
        yield Standing(ship.side, "" if sunk else ship.at, ship.id, ship.title, 1, ELIMINATED if sunk else marks)


def gun_rows(board: Board) -> Iterator[Standing]:
    """The rows of artillery; the guns of a ship are where it is."""
    for gun in board.artillery.values():
        flags = {"dg": gun.dg, "bombarded": gun.bombarded, "fired": gun.fired}
        yield Standing(gun.side, gun.at, gun.id, gun.title, 1, tuple(mark for mark, holds in flags.items() if holds))


def ground(states: Sequence[Any]) -> list[Standing]:
    """The combat units in a hex or at a base; if both sides have some, the strength of the hex is shown for both."""
    board = board_of(states)
    places: list[Hex] = [*board.hexes.values(), *board.bases.values()]
    return [
        Standing(side, place.id, TROOPS, strength_there(place), 1)
        for place in places
        for side in place.combat_units
        if place.re is None or place.re
    ]


def called(row: Standing) -> str:
    """A unit in short, `Bf 109G (F) 4`: type and rating as printed. Being active or at full strength is not mentioned."""
    return row.name


def place_name(turn: Turn, place: str) -> str:
    return turn.board.name(place)


def geography(states: Sequence[Any]) -> Geography:
    """Air bases with their owners, and hexes with whoever has combat units there."""
    board = board_of(states)
    holders = {base.id: base.side for base in board.bases.values()}
    holders |= {place.id: owner(place) for place in board.hexes.values()}
    return board.places.geography(holders)


# what is on the table


def tables(states: Sequence[Any]) -> list[Sheet]:
    """Tables of what is going on now, then of every unit and base as it is at this moment."""
    return [*under_way(states[-1]), *board_sheets(board_of(states))]


def board_of(states: Sequence[Any]) -> Board:
    """The newest board of all procedures in progress. A fight knows only its own units; the rest is as its mission left it."""
    board: Board = states[0].board
    for state in states[1:]:
        match state:
            case Segment() | Flight() | Capture() | Dropping() | Raid() | Task() | Outcome():
                board = state.board
            case AirCombat() | Flak() | Reduction():
                board = board.with_units(*state.board.units.values())
            case Interception():
                board = board.with_units(*state.combat.board.units.values())
            case (Unit(), *_):
                board = board.with_units(*state)
    return board


# what is going on


def under_way(state: Any) -> list[Sheet]:
    """Tables of the current fight, flak or rolls."""
    match state:
        case AirCombat():
            return [combat_sheet(state)]
        case Interception():
            return [combat_sheet(state.combat)]
        case Flak():
            return [flak_sheet(state)]
        case Reduction() | Capture():
            return [waiting_sheet(state.board, state.waiting)]
        case Dropping():
            rows = tuple((piece.title, f"{piece.weight}T") for piece in state.waiting)
            return [Sheet("Still to land", ("cargo", "weight"), rows)]
    return []


def combat_sheet(combat: AirCombat) -> Sheet:
    board = combat.board
    rows = []
    for role in ROLES:
        for unit in combat.of(role):
            rows.append((f"{combat.side(role)} ({role})", board.unit(unit).label, rating_of(board, unit)))
    return Sheet(f"Air combat over {board.name(combat.place)}", ("side", "unit", "rating"), tuple(rows))


def flak_sheet(fire: Flak) -> Sheet:
    units = ((fire.board.unit(unit).label, "") for unit in fire.fliers)
    terms = ((term.name, f"{term.value:+d}") for term in fire.terms)
    return Sheet("Under flak", ("units and modifiers", "flak"), (*units, *terms))


def waiting_sheet(board: Board, waiting: tuple[str, ...]) -> Sheet:
    rows = ((board.unit(unit).label, board.unit(unit).state, str(board.unit(unit).steps)) for unit in waiting)
    return Sheet("Still to be rolled for", ("unit", "status", "steps"), tuple(rows))


# the end


def winner(end: End) -> str:
    """Nobody wins a game turn; the side that has lost fewer air steps is ahead."""
    turn: Turn = end.state
    one, other = turn.board.players
    lead = turn.board.steps_lost(other) - turn.board.steps_lost(one)
    return one if lead > 0 else other if lead < 0 else ""


def tally(turn: Turn) -> list[Tally]:
    """The steps that each unit had and lost. A side without air units is listed too."""
    board, found = turn.board, []
    for unit in board.units.values():
        found.append(Tally(unit.side, f"{unit.id}: {unit.label}, steps", unit.had, unit.had - unit.steps))
    listed = {entry.side for entry in found}
    return found + [Tally(side, "no air units", 0, 0) for side in board.sides if side not in listed]


# rulings

AWAY = {
    State.ELSEWHERE: "is over {}; rule on it when it is back at a base",
    State.ELIMINATED: "is eliminated",
    State.EXPECTED: "has not arrived yet; rule on it when it is at a base",
}
RULED = {"level": Whole(1, HIGHEST), "supply": Whole(0, 1000), "gliders": Whole(0, 100)}


def unit_now(unit: Unit) -> dict[str, str | int]:
    """What a ruling may change about an air unit at a base."""
    return {"steps": unit.steps, "status": unit.status} if unit.based else {}


def unit_changed(unit: Unit, what: str, value: str) -> Unit:
    """The unit after a ruling; what it gains or loses counts as if the scenario had said so."""
    if what == "steps":
        if value not in ("1", "2"):
            raise ValueError(f"{value!r} is not 1 or 2 steps")
        return replace(unit, steps=int(value), had=unit.had + int(value) - unit.steps)
    if value not in ("active", "inactive"):
        raise ValueError(f"{value!r} is not active or inactive")
    return replace(unit, status=value)


def base_now(base: Base) -> dict[str, str | int]:
    """What a ruling may change about an air base; air strips and carriers have no level."""
    level: dict[str, str | int] = {"level": base.level} if base.kind == BaseKind.BASE else {}
    return {**level, "supply": base.supply, "gliders": base.gliders}


def base_changed(base: Base, what: str, value: str) -> Base:
    """The air base after a ruling."""
    after: Base = replace(base, **{what: typed(RULED[what], value)})
    return after


def engaged(position: Position) -> dict[str, str]:
    """What no ruling can change right now: units and bases in a mission in progress, and units that are not at a base."""
    states = (*position.states, *position.args[1:])
    board = states[-1].board if isinstance(states[-1], Outcome) else board_of(states)
    found = {unit.id: AWAY[unit.state].format(board.name(unit.place)) for unit in board.units.values() if unit.state in AWAY}
    under_way = [state for state in states if not isinstance(state, Turn | Segment | Outcome)]
    places = [state.mission.at for state in under_way if isinstance(state, Flight | Capture | Task)]
    where = f"the mission at {board.name(places[0])}" if places else "the mission"
    for word in mentioned(tuple(under_way), (Board,)):
        found[word] = f"has a part in {where}; rule on it when the mission is over"
    return found


ADJUSTABLE = (Adjustable(Unit, unit_now, unit_changed), Adjustable(Base, base_now, base_changed))
