"""A mission in the air, and its way home (R12, R15)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

from airwar.engine.events import Note
from airwar.engine.moves import Return
from airwar.engine.referee import Referee
from airwar.engine.rule import rule
from airwar.rulesets.kit.names import title_of
from airwar.rulesets.ocs.bases.landing import HOMEWARD, land
from airwar.rulesets.ocs.board.board import Board
from airwar.rulesets.ocs.board.outcome import Outcome
from airwar.rulesets.ocs.board.setting import Mission
from airwar.rulesets.ocs.units.air import Air


class Piece(NamedTuple):
    """Cargo that shares one roll: a combat unit, or part of the supplies."""

    id: str
    weight: Fraction
    is_unit: bool
    res: Fraction = Fraction(0)  # of a combat unit


@dataclass(frozen=True)
class Flight:
    """A mission under way: the board, its order, the units that were sent, and what they carry."""

    board: Board
    mission: Mission
    sent: tuple[str, ...] = ()
    load: tuple[Piece, ...] = ()
    doubled: tuple[str, ...] = ()  # the units that carry double

    @property
    def fliers(self) -> tuple[str, ...]:
        """The units that are still with the mission."""
        over = self.board.over(self.mission.at, self.mission.side)
        return tuple(unit for unit in self.sent if unit in over)

    @property
    def target(self) -> str:
        """The name of the mission hex."""
        return self.board.setting.name(self.mission.at)

    @property
    def enemy(self) -> str:
        return self.board.setting.enemy_of(self.mission.side)

    def on(self, board: Board) -> Flight:
        return replace(self, board=board)

    def with_units(self, units: tuple[Air, ...]) -> Flight:
        return self.on(self.board.with_units(*units))

    def over(self, result: str) -> Return[Outcome]:
        """The mission is over, with this result."""
        return Return(Outcome(self.board, result))


def heading(flight: Flight) -> str:
    return f"{title_of(flight.mission.side)}: {flight.mission.kind.replace('-', ' ')} at {flight.target}"


def waiting(flight: Flight, until: str) -> Note:
    """The units that are over the hex now and act there later."""
    names = ", ".join(flight.board.counter(unit).name for unit in flight.fliers)
    return Note(f"over {flight.target} until {until}: {names}")


@rule("R15", "R45")
def go_home(ref: Referee, flight: Flight) -> Flight:
    """Every unit of the mission goes to a friendly base in range, after a double load in half its range, and becomes inactive."""
    board = flight.board
    for unit in flight.fliers:
        reach = board.counter(unit).range
        board = land(ref, board, unit, reach // 2 if unit in flight.doubled else reach, HOMEWARD)
    return flight.on(board)


@rule("R12", "R15")
def after_barrage(ref: Referee, flight: Flight) -> Flight:
    """After a barrage the units stay over the target until their Return phase (v3.0), or go home at once (4.3)."""
    board = flight.board
    if board.rulings.value("barrage-return") == "immediate":
        ref.tell(board.rulings.chosen, "barrage-return", "the units go home at once")
        return go_home(ref, flight)
    ref.tell(board.rulings.graded, "barrage-return", "the units stay over the target until their Return phase")
    return flight.on(board.with_units(*(board.unit(unit)._replace(spent=True) for unit in flight.fliers)))
