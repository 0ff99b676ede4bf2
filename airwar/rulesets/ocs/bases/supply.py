"""Supply that is paid for a barrage or for construction (R53, R56): by a single air base, or on the map."""

from __future__ import annotations

from functools import partial

from airwar.engine.events import Note
from airwar.engine.referee import Referee
from airwar.rulesets.ocs.bases.about import to_pay
from airwar.rulesets.ocs.board.board import Board

ON_MAP, NOBODY = "map", "nobody"  # who pays, if not an air base


def pay(ref: Referee, board: Board, side: str, cost: int) -> Board | None:
    """An air base with supply pays, or an HQ or dump on the map. None if nobody does. The caller cites the rule."""
    if not cost:
        return board
    bases = {base.id: base for base in board.bases if base.side == side and base.supply >= cost}
    options = {ON_MAP: f"a headquarters or a dump on the map pays {cost}T", NOBODY: "nobody: it is called off"}
    options |= {base: f"the supply at {board.setting.name(base)}, {bases[base].supply}T, pays {cost}T" for base in bases}
    payer = ref.choose("pays", options, by=side, default=ON_MAP, about=partial(to_pay, board, side, cost))
    if payer == NOBODY:
        ref.tell(Note, f"called off: nobody pays the cost of {cost}T")
        return None
    if payer == ON_MAP:
        ref.tell(Note, f"this costs {cost}T of supply, paid on the map")
        return board
    base = bases[payer]
    ref.tell(Note, f"this costs {cost}T of supply; {board.setting.name(payer)} has {base.supply - cost}T left")
    return board.with_base(base._replace(supply=base.supply - cost))
