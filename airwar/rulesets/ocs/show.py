"""How a game turn looks in tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from airwar.engine.events import Sheet
from airwar.engine.moves import End
from airwar.rulesets.ocs.air_combat.combat import AirCombat
from airwar.rulesets.ocs.air_combat.table import ROLES
from airwar.rulesets.ocs.bases.capture import Capture
from airwar.rulesets.ocs.board.board import Board, on_the_map
from airwar.rulesets.ocs.board.segment import Segment
from airwar.rulesets.ocs.missions.drops import Dropping
from airwar.rulesets.ocs.missions.facility import Raid, Reduction
from airwar.rulesets.ocs.missions.flak import Flak
from airwar.rulesets.ocs.missions.flight import Flight
from airwar.rulesets.ocs.missions.gunfire import Shelling
from airwar.rulesets.ocs.missions.interception import Interception
from airwar.rulesets.ocs.missions.ports import capacity_at
from airwar.rulesets.ocs.sequence import Turn
from airwar.rulesets.ocs.units.air import ELSEWHERE, Air
from airwar.rulesets.ruleset import Tally


def tables(states: Sequence[Any]) -> list[Sheet]:
    """What is going on now, then every unit and base as it is in the middle of it."""
    return [*under_way(states[-1]), *board_sheets(board_of(states))]


def board_of(states: Sequence[Any]) -> Board:
    """The board, from the turn to the innermost procedure. A fight knows only its own units; the rest is as its mission left it."""
    board: Board = states[0].board
    for state in states[1:]:
        match state:
            case Segment() | Flight() | Capture() | Dropping() | Shelling() | Raid():
                board = state.board
            case AirCombat() | Flak() | Reduction():
                board = board.with_units(*state.board.units)
            case Interception():
                board = board.with_units(*state.combat.board.units)
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


# the board


def board_sheets(board: Board) -> list[Sheet]:
    setting = board.setting
    columns = ("side", "unit", "rating", "barrage", "range", "status", "place")
    units = tuple(unit_row(board, unit) for unit in on_the_map(board.units))
    levels = {base.id: str(base.level or base.kind) for base in board.bases}
    bases = tuple((base.side, setting.name(base.id), levels[base.id], f"{base.supply}T") for base in board.bases)
    sheets = [Sheet("Air units", columns, units), Sheet("Air bases", ("side", "base", "level", "supply"), bases)]
    if board.markers:
        rows = tuple((setting.name(marker.place), marker.side) for marker in board.markers)
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
        rows.append((battery.side, battery.name, *numbers, ", ".join(words), setting.name(battery.at)))
    return [Sheet("Guns", ("side", "guns", "barrage", "range", "", "place"), tuple(rows))] if rows else []


def port_sheets(board: Board) -> list[Sheet]:
    rows = tuple(
        (port.side, board.setting.name(port.place), str(port.hits), f"{capacity_at(board, port)}T") for port in board.ports
    )
    return [Sheet("Ports", ("side", "port", "hits", "capacity"), rows)] if rows else []


def unit_row(board: Board, unit: Air) -> tuple[str, ...]:
    counter = board.counter(unit.id)
    numbers = (rating_of(board, unit.id), str(board.values(unit.id).barrage), str(counter.range))
    place = f"{'over ' if unit.status == ELSEWHERE else ''}{board.setting.name(unit.place)}"
    return (counter.side, counter.label, *numbers, status(unit), place)


def rating_of(board: Board, unit_id: str) -> str:
    rating = board.values(unit_id).rating
    return f"({rating})" if board.counter(unit_id).parenthesized else str(rating)


def status(unit: Air) -> str:
    """In few words, because seven columns must fit 80 characters; full strength goes without saying."""
    words = ["active" if unit.active else unit.status, "spent" if unit.spent else unit.duty, "reduced" if unit.steps == 1 else ""]
    return ", ".join(word for word in words if word)


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
