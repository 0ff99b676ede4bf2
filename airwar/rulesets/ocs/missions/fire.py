"""A barrage about to be resolved (R34): how many points of which arm are fired at what."""

from __future__ import annotations

from dataclasses import dataclass

from airwar.engine.dice import Term
from airwar.engine.rule import rule
from airwar.rulesets.ocs.board.board import Board
from airwar.rulesets.ocs.board.guns import AIR
from airwar.rulesets.ocs.missions.barrage_table import range_shifts, shift_values, strength
from airwar.rulesets.ocs.missions.flight import Flight


@dataclass(frozen=True)
class Fire:
    """What is fired at a hex, and from where."""

    board: Board
    side: str
    at: str
    points: int
    arm: str = AIR
    stated: str = ""  # the result, if the scenario states it
    range_terms: tuple[Term, ...] = ()  # shifts for the distance flown
    high: bool = False  # strategic bombers fly too high to be directed by a spotter

    @property
    def target(self) -> str:
        """The name of the hex."""
        return self.board.setting.name(self.at)

    @property
    def enemy(self) -> str:
        return self.board.setting.enemy_of(self.side)

    @property
    def spotted(self) -> bool:
        return self.side in self.board.ground_at(self.at).spotters and not self.high


@rule("R34", "R35")
def fire_of(flight: Flight) -> Fire:
    """The barrage of an air mission."""
    board, mission = flight.board, flight.mission
    high = any(board.counter(unit).strategic for unit in flight.fliers)
    points, terms = strength(board, flight.fliers), range_terms(flight)
    return Fire(board, mission.side, mission.at, points, AIR, mission.stated.strike, terms, high)


@rule("R35")
def range_terms(flight: Flight) -> tuple[Term, ...]:
    """The shifts for the distance flown."""
    shifted = zip(("short-range", "long-range"), range_shifts(flight.board, flight.fliers), strict=True)
    return tuple(Term.of(name, shift_values()[name], "R35") for name, applies in shifted if applies)
