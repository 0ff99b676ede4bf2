"""A segment of the sequence of play under way."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from airwar.rulesets.ocs.board.board import Board
from airwar.rulesets.ocs.board.setting import Mission, Stage

MOVEMENT, BARRAGE, COMBAT = "movement", "barrage", "combat"  # segments


class Act(NamedTuple):
    """What a segment does of a mission: fly it, resolve its strike, or capture a base."""

    part: str
    mission: Mission


@dataclass(frozen=True)
class Segment:
    """A segment under way: what is still to be done (what is being done first), what was ordered in it, and the results so far."""

    board: Board
    stage: Stage
    name: str = ""  # empty if the phase is not divided into segments
    acts: tuple[Act, ...] = ()
    orders: tuple[Mission, ...] = ()  # missions that were ordered at the table
    asked: int = 0  # orders and events that the player has given in it
    results: tuple[tuple[str, str], ...] = ()  # mission and result

    @property
    def side(self) -> str:
        """The side that acts."""
        return self.stage.side

    @property
    def scope(self) -> str:
        """What its orders are called, such as axis-movement or axis-movement-barrage."""
        named = f"-{self.name}" if self.name not in ("", MOVEMENT) else ""
        return f"{self.stage.side}-{self.stage.phase}{named}"

    def on(self, board: Board) -> Segment:
        return replace(self, board=board)

    def with_order(self, part: str, mission: Mission) -> Segment:
        """A mission is ordered, and carried out next."""
        return replace(self, acts=(Act(part, mission), *self.acts), orders=(*self.orders, mission))
