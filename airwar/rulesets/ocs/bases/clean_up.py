"""The Clean Up phase: rail interdiction ends (R6), and ships and artillery recover (R52, R53)."""

from __future__ import annotations

from dataclasses import replace

from airwar.engine.events import Note
from airwar.engine.moves import Move, Return
from airwar.engine.referee import Referee
from airwar.engine.rule import rule
from airwar.rulesets.ocs.board.board import Board
from airwar.rulesets.ocs.board.segment import Segment
from airwar.rulesets.ocs.worksheets.interdicted import hexes_under_planes


@rule("R6")
def clean_up_phase(ref: Referee, segment: Segment) -> Move[Segment]:
    """The enemy's rail interdiction markers are removed, and the phasing player's ships recover from DG."""
    board = remove_markers(ref, segment.board, segment.side)
    board = recover_artillery(ref, recover_ships(ref, board, segment.side), segment.side)
    return Return(segment.on(board))


@rule("R6")
def remove_markers(ref: Referee, board: Board, phasing: str) -> Board:
    """The enemy's rail interdiction markers are removed; planes on interdiction stay until they return."""
    setting = board.setting
    for marker in board.markers:
        if marker.side != phasing:
            ref.tell(Note, f"the rail interdiction marker at {setting.name(marker.place)} is removed{board.rulings.borrowed}")
    for place in hexes_under_planes(board, setting.enemy_of(phasing)):  # never in 4.3
        ref.tell(Note, f"{setting.name(place)} remains interdicted until the planes there leave")
    return replace(board, markers=tuple(marker for marker in board.markers if marker.side == phasing))


@rule("R52")
def recover_ships(ref: Referee, board: Board, phasing: str) -> Board:
    """A ship is DG until its owner's Clean Up phase."""
    ships = board.setting.ships
    for hull in board.hulls:
        if hull.dg and ships[hull.id].side == phasing:
            ref.tell(Note, f"{ships[hull.id].name} recovers from DG{board.rulings.borrowed}")
            board = board.with_hull(hull._replace(dg=False))
    return board


@rule("R53")
def recover_artillery(ref: Referee, board: Board, phasing: str) -> Board:
    """Artillery is DG until its owner's Clean Up phase."""
    batteries = board.setting.batteries
    recovering = {gun.id for gun in board.guns if gun.dg and batteries[gun.id].side == phasing}
    for gun in sorted(recovering):
        ref.tell(Note, f"{batteries[gun].name} recovers from DG")
    return replace(board, guns=tuple(gun._replace(dg=False) if gun.id in recovering else gun for gun in board.guns))
