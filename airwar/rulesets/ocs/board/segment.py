"""A segment of the sequence of play under way."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from airwar.rulesets.ocs.board.board import Board
from airwar.rulesets.ocs.board.setting import Mission


class Act(NamedTuple):
    """What a segment does of a mission: fly it, resolve its strike, or capture a base."""

    part: str
    mission: Mission


@dataclass(frozen=True)
class Segment:
    """A segment under way: whose player turn it is, what is still to be done (what is being done first), and the results so far."""

    board: Board
    player: str
    acts: tuple[Act, ...] = ()
    results: tuple[tuple[str, str], ...] = ()  # mission and result

    def on(self, board: Board) -> Segment:
        return replace(self, board=board)
