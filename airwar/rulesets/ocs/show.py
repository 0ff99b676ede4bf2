"""How a game turn looks in tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from airwar.engine.events import Sheet
from airwar.engine.moves import End
from airwar.rulesets.ocs.air_combat.combat import AirCombat
from airwar.rulesets.ocs.air_combat.table import ROLES
from airwar.rulesets.ocs.bases.capture import Capture
from airwar.rulesets.ocs.bases.construction import Works
from airwar.rulesets.ocs.board.board import Board
from airwar.rulesets.ocs.board.outcome import Outcome
from airwar.rulesets.ocs.board.segment import Segment
from airwar.rulesets.ocs.board.words import rating_of
from airwar.rulesets.ocs.missions.drops import Dropping
from airwar.rulesets.ocs.missions.facility import Raid, Reduction
from airwar.rulesets.ocs.missions.flak import Flak
from airwar.rulesets.ocs.missions.flight import Flight
from airwar.rulesets.ocs.missions.gunfire import Shelling
from airwar.rulesets.ocs.missions.interception import Interception
from airwar.rulesets.ocs.position import board_sheets
from airwar.rulesets.ocs.sequence import Turn
from airwar.rulesets.ocs.units.air import Air
from airwar.rulesets.ruleset import Tally


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
