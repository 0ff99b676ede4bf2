"""The Air Unit Return phase (R4) and the arrival of reinforcements (R8)."""

from __future__ import annotations

from airwar.engine.events import Note
from airwar.engine.moves import Move, Return
from airwar.engine.referee import Referee
from airwar.engine.rule import rule
from airwar.rulesets.ocs.bases.landing import RETURN, land
from airwar.rulesets.ocs.bases.limits import active_room
from airwar.rulesets.ocs.board.board import Board
from airwar.rulesets.ocs.board.segment import Segment
from airwar.rulesets.ocs.units.air import AT_BASE, EXPECTED, INACTIVE, Air
from airwar.rulesets.ocs.units.functions import NON_PHASING, PHASING, return_refused


@rule("R4", "R8")
def return_phase(ref: Referee, segment: Segment) -> Move[Segment]:
    """The phasing player's units that are active elsewhere return to bases in range and become inactive."""
    board, phasing = segment.board, segment.side
    returning = [unit for unit in board.units if may_return(board, unit, phasing)]
    required = board.rulings.yes("return-required")
    if returning and required:
        ref.tell(
            board.rulings.graded, "return-required", "units must return, and are inactive until refit; the charts print neither"
        )
    for unit in returning:
        counter = board.counter(unit.id)
        if not required and ref.choose(f"return.{unit.id}", ("return", "stay"), by=phasing) == "stay":
            ref.tell(board.rulings.graded, "return-required", f"{counter.name} stays out")
        else:
            board = land(ref, board, unit.id, counter.range, RETURN)
    return Return(segment.on(board))


def may_return(board: Board, unit: Air, phasing: str) -> bool:
    player = PHASING if board.counter(unit.id).side == phasing else NON_PHASING
    return return_refused(unit.status, "return", player) is None


@rule("R8", "R14")
def reinforcement_phase(ref: Referee, segment: Segment) -> Move[Segment]:
    """New air units arrive at their bases, active as far as there is room for active units."""
    board = segment.board
    for unit in board.units:
        counter = board.counter(unit.id)
        if unit.status == EXPECTED and counter.side == segment.side:
            status = INACTIVE if active_room(board, unit.place) == 0 else AT_BASE
            how = "active" if status == AT_BASE else "inactive, because the base holds no more active units (R14)"
            ref.tell(Note, f"{counter.name} arrives at {board.setting.name(unit.place)}, {how}{board.rulings.borrowed}")
            board = board.with_units(unit._replace(status=status))
    return Return(segment.on(board))
