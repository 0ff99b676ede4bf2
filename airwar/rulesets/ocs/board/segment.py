"""A segment of the sequence of play under way."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from airwar.rulesets.ocs.board.board import Board
from airwar.rulesets.ocs.board.setting import Mission, Stage


class Act(NamedTuple):
    """What a segment does of a mission: fly it, resolve its strike, or capture a base."""

    part: str
    mission: Mission


@dataclass(frozen=True)
class Segment:
    """A segment under way: its phase, what is still to be done (what is being done first), and the results so far."""

    board: Board
    stage: Stage
    acts: tuple[Act, ...] = ()
    results: tuple[tuple[str, str], ...] = ()  # mission and result

    @property
    def side(self) -> str:
        """The side that acts."""
        return self.stage.side

    def on(self, board: Board) -> Segment:
        return replace(self, board=board)
