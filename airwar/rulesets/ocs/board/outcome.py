"""What a mission or a capture returns, and the results that have fixed names."""

from __future__ import annotations

from typing import NamedTuple

from airwar.rulesets.ocs.board.board import Board

DRIVEN_OFF, STOPPED_BY_FLAK = "driven off", "stopped by flak"
NO_BARRAGE, NO_EFFECT, RAIL_CUT = "no barrage", "no effect", "rail line cut"
INTERDICTED, ON_STATION, SWEPT, TRANSFERRED = "interdicted", "on station", "swept", "transferred"
NOT_CAPTURED, NOT_BUILT = "not captured", "not built"


class Outcome(NamedTuple):
    """The board after a mission, and its result; the result is empty if the mission is not over yet."""

    board: Board
    result: str = ""
