"""The Air Unit Return phase (R4) and the arrival of reinforcements (R8)."""

from __future__ import annotations

from functools import partial

from airwar.engine.events import Note
from airwar.engine.moves import Move, Return
from airwar.engine.referee import Referee
from airwar.engine.rule import rule
from airwar.rulesets.ocs.bases.about import arrives, may_stay_out
from airwar.rulesets.ocs.bases.landing import RETURN, land
from airwar.rulesets.ocs.bases.limits import active_room, carrier_refused
from airwar.rulesets.ocs.board.board import Board
from airwar.rulesets.ocs.board.segment import Segment
from airwar.rulesets.ocs.units.air import AT_BASE, EXPECTED, INACTIVE, Air
from airwar.rulesets.ocs.units.functions import NON_PHASING, PHASING, return_refused

LATER = "later"


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
        options, out = {"return": "return to a base in range", "stay": "stay out"}, partial(may_stay_out, board, unit.id)
        if not required and ref.choose(f"return.{unit.id}", options, by=phasing, about=out) == "stay":
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
        if unit.status == EXPECTED and board.counter(unit.id).side == segment.side:
            board = arrival(ref, board, unit)
    return Return(segment.on(board))


@rule("R8", "R14", "R41", "R52")
def arrival(ref: Referee, board: Board, unit: Air) -> Board:
    """A new unit arrives at its base, or at another one if the enemy has captured or sunk that."""
    counter, setting = board.counter(unit.id), board.setting
    place = unit.place
    base = board.base(place)
    if base is None or base.side != counter.side:
        place = arrival_elsewhere(ref, board, unit)
    if place == LATER:
        gone = "belongs to the enemy" if base else "has been sunk"
        ref.tell(Note, f"{counter.name} does not arrive: {setting.name(unit.place)} {gone}")
        return board
    status = INACTIVE if active_room(board, place) == 0 else AT_BASE
    how = "active" if status == AT_BASE else "inactive, because the base holds no more active units (R14)"
    ref.tell(Note, f"{counter.name} arrives at {setting.name(place)}, {how}{board.rulings.borrowed}")
    return board.with_units(unit._replace(status=status, place=place))


def arrival_elsewhere(ref: Referee, board: Board, unit: Air) -> str:
    """Where a new unit arrives whose base is lost: the rules do not say, so the player does. A carrier takes only its planes."""
    side = board.counter(unit.id).side
    friendly = [base.id for base in board.bases if base.side == side and carrier_refused(board, base.id, unit.id) is None]
    bases = {base: board.setting.name(base) for base in friendly}
    options, lost = {LATER: "it does not arrive in this phase", **bases}, partial(arrives, board, unit.id)
    return ref.choose(f"arrive.{unit.id}", options, by=side, default=LATER, about=lost)
