"""Where everything is: the units, bases, ships, guns, ports and markers in tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from airwar.rulesets.kit import ELIMINATED, End, Sheet, Standing, Tally, count, standing_of, title_of
from airwar.rulesets.ocs.air_combat import ROLES, AirCombat
from airwar.rulesets.ocs.board import SINKS, Board, Outcome, Port, Segment, Turn, rating_of, status
from airwar.rulesets.ocs.capture import Capture
from airwar.rulesets.ocs.construction import Works
from airwar.rulesets.ocs.drops import Dropping
from airwar.rulesets.ocs.facility import Raid, Reduction, capacity_at
from airwar.rulesets.ocs.flight import Flak, Flight, Interception
from airwar.rulesets.ocs.naval import Shelling
from airwar.rulesets.ocs.units import ELSEWHERE, EXPECTED, INACTIVE, INTERDICTION, Air

# Where everything is: the units, bases, ships, guns, ports and markers in tables


def board_sheets(board: Board) -> list[Sheet]:
    """Every unit that is on the map or expected, every base and ship, and the markers."""
    setting = board.setting
    columns = ("side", "unit", "rating", "barrage", "range", "status", "place")
    units = tuple(unit_row(board, unit) for unit in board.units if not unit.eliminated)
    levels = {base.id: str(base.level or base.kind) for base in board.bases}
    bases = tuple((title_of(base.side), setting.name(base.id), levels[base.id], f"{base.supply}T") for base in board.bases)
    sheets = [Sheet("Air units", columns, units), Sheet("Air bases", ("side", "base", "level", "supply"), bases)]
    if board.markers:
        rows = tuple((setting.name(marker.place), title_of(marker.side)) for marker in board.markers)
        sheets.append(Sheet("Rail interdiction", ("hex", "placed by"), rows))
    if board.hulls:
        ships = tuple((setting.ships[hull.id].name, str(hull.hits), "DG" if hull.dg else "") for hull in board.hulls)
        sheets.append(Sheet("Ships", ("ship", "hits", ""), ships))
    return [*sheets, *gun_sheets(board), *port_sheets(board)]


def gun_sheets(board: Board) -> list[Sheet]:
    setting, rows = board.setting, []
    for gun in board.guns:
        battery = setting.batteries[gun.id]
        words = [word for word, holds in (("DG", gun.dg), ("has fired", gun.fired)) if holds]
        numbers = (str(battery.barrage), str(battery.range))
        rows.append((title_of(battery.side), battery.name, *numbers, ", ".join(words), setting.name(battery.at)))
    return [Sheet("Guns", ("side", "guns", "barrage", "range", "", "place"), tuple(rows))] if rows else []


def port_sheets(board: Board) -> list[Sheet]:
    rows = tuple(
        (title_of(port.side), board.setting.name(port.place), str(port.hits), f"{capacity_at(board, port)}T")
        for port in board.ports
    )
    return [Sheet("Ports", ("side", "port", "hits", "capacity"), rows)] if rows else []


def unit_row(board: Board, unit: Air) -> tuple[str, ...]:
    counter = board.counter(unit.id)
    numbers = (rating_of(board, unit.id), str(board.values(unit.id).barrage), str(counter.range))
    place = f"{'over ' if unit.status == ELSEWHERE else ''}{board.setting.name(unit.place)}"
    return (title_of(counter.side), counter.label, *numbers, status(unit), place)


# Where every air unit, base, ship and gun is and in what state, in the middle of a mission too


def standing(states: Sequence[Any]) -> list[Standing]:
    """Bases with their level and supply, air units by their steps, ships, guns and damaged ports."""
    board = board_of(states)
    rows = [*base_rows(board), *(row for unit in board.units for row in unit_rows(board, unit)), *ship_rows(board)]
    rows += [*gun_rows(board), *(Standing(port.side, port.place, "port", "port", 1, (f"hits={port.hits}",)) for port in hit(board))]
    sides = list(board.setting.sides)
    return sorted(standing_of(rows), key=lambda row: (sides.index(row.side), row.marks == ELIMINATED))


def base_rows(board: Board) -> Iterator[Standing]:
    """An air base, and what is on hand there."""
    for base in board.bases:
        kind = f"level {base.level}" if base.level else str(base.kind)
        yield Standing(base.side, base.id, base.kind, kind, base.level or 1)
        yield Standing(base.side, base.id, "supply", f"{base.supply}T", base.supply)
        yield Standing(base.side, base.id, "gliders", count(base.gliders, "glider"), base.gliders)


def unit_rows(board: Board, unit: Air) -> Iterator[Standing]:
    """The steps that an air unit has, where it is, and those that it has lost."""
    counter = board.counter(unit.id)
    name = f"{counter.label} {rating_of(board, unit.id)}{', reduced' if unit.steps == 1 else ''}"
    flags = {
        "arriving": unit.status == EXPECTED,
        "inactive": unit.status == INACTIVE,
        "over": unit.status == ELSEWHERE,
        "interdiction": unit.duty == INTERDICTION,
        "spent": unit.spent,
    }
    yield Standing(counter.side, unit.place, unit.id, name, unit.steps, tuple(mark for mark, holds in flags.items() if holds))
    lost = counter.starting_steps - unit.steps
    name = f"{counter.label}, {count(lost, 'step')}" if unit.steps else counter.label
    yield Standing(counter.side, "", unit.id, name, lost, ELIMINATED)


def ship_rows(board: Board) -> Iterator[Standing]:
    """Ships; a carrier is where its air base is."""
    for hull in board.hulls:
        ship = board.setting.ships[hull.id]
        marks = tuple(mark for mark, holds in {"damaged": hull.hits, "dg": hull.dg, **fired(board, hull.id)}.items() if holds)
        sunk = hull.hits >= SINKS
        yield Standing(ship.side, "" if sunk else ship.at, hull.id, ship.name, 1, ELIMINATED if sunk else marks)


def gun_rows(board: Board) -> Iterator[Standing]:
    """Artillery; the guns of a ship are where it is."""
    for gun in board.guns:
        battery = board.setting.batteries[gun.id]
        marks = tuple(mark for mark, holds in {"dg": gun.dg, **fired(board, gun.id)}.items() if holds)
        if gun.id not in board.setting.ships:
            yield Standing(battery.side, battery.at, gun.id, battery.name, 1, marks)


def fired(board: Board, gun_id: str) -> dict[str, bool]:
    """Whether guns have fired in this phase, or at land in this turn."""
    gun = next((gun for gun in board.guns if gun.id == gun_id), None)
    return {"bombarded": gun.bombarded, "fired": gun.fired} if gun else {}


def hit(board: Board) -> list[Port]:
    return [port for port in board.ports if port.hits]


def called(row: Standing) -> str:
    """`Bf 109G (F) 4`: the type and the rating as printed; being active, and at full strength, goes without saying."""
    return row.name


def place_name(turn: Turn, place: str) -> str:
    return turn.board.setting.name(place)


# How a game turn looks in tables


def tables(states: Sequence[Any]) -> list[Sheet]:
    """What is going on now, then every unit and base as it is in the middle of it."""
    return [*under_way(states[-1]), *board_sheets(board_of(states))]


def board_of(states: Sequence[Any]) -> Board:
    """The board, from the turn to the innermost procedure. A fight knows only its own units; the rest is as its mission left it."""
    board: Board = states[0].board
    for state in states[1:]:
        match state:
            case Segment() | Flight() | Capture() | Dropping() | Shelling() | Raid() | Works() | Outcome():
                board = state.board
            case AirCombat() | Flak() | Reduction():
                board = board.with_units(*state.board.units)
            case Interception():
                board = board.with_units(*state.combat.board.units)
            case (Air(), *_):
                board = board.with_units(*state)
    return board


# what is going on


def under_way(state: Any) -> list[Sheet]:
    """The fight, the flak or the rolls of the moment."""
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
            rows = tuple((piece.id, f"{piece.weight}T") for piece in state.waiting)
            return [Sheet("Still to land", ("cargo", "weight"), rows)]
    return []


def combat_sheet(combat: AirCombat) -> Sheet:
    board = combat.board
    rows = []
    for role in ROLES:
        for unit in combat.of(role):
            rows.append((f"{combat.side(role)} ({role})", board.counter(unit).label, rating_of(board, unit)))
    return Sheet(f"Air combat over {board.setting.name(combat.place)}", ("side", "unit", "rating"), tuple(rows))


def flak_sheet(fire: Flak) -> Sheet:
    units = ((fire.board.counter(unit).label, "") for unit in fire.fliers)
    terms = ((term.name, f"{term.value:+d}") for term in fire.terms)
    return Sheet("Under flak", ("units and modifiers", "flak"), (*units, *terms))


def waiting_sheet(board: Board, waiting: tuple[str, ...]) -> Sheet:
    rows = ((board.counter(unit).label, board.unit(unit).status, str(board.unit(unit).steps)) for unit in waiting)
    return Sheet("Still to be rolled for", ("unit", "status", "steps"), tuple(rows))


# the end


def winner(end: End) -> str:
    """Nobody wins a game turn; the side that has lost fewer air steps is ahead."""
    turn: Turn = end.state
    one, other = turn.setting.sides
    lead = turn.board.steps_lost(other) - turn.board.steps_lost(one)
    return one if lead > 0 else other if lead < 0 else ""


def tally(turn: Turn) -> list[Tally]:
    """The steps that each unit had and lost. A side without air units has none to lose, and is listed all the same."""
    board, found = turn.board, []
    for unit in board.units:
        counter = board.counter(unit.id)
        had = counter.starting_steps
        found.append(Tally(counter.side, f"{unit.id}: {counter.label}, steps", had, had - unit.steps))
    listed = {entry.side for entry in found}
    return found + [Tally(side, "no air units", 0, 0) for side in board.setting.sides if side not in listed]
