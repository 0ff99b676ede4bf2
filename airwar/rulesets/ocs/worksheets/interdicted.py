"""Loads and marches of a phase (R49, R51): which hexes on the way the enemy has interdicted by then."""

from __future__ import annotations

from airwar.engine.referee import Referee
from airwar.engine.rule import rule
from airwar.rulesets.kit.places import FAR, hexes_between
from airwar.rulesets.ocs.board.board import Board
from airwar.rulesets.ocs.units.air import INTERDICTION
from airwar.rulesets.ocs.worksheets.loads import Load
from airwar.rulesets.ocs.worksheets.marches import March, Step


@rule("R51")
def hexes_under_planes(board: Board, side: str) -> list[str]:
    """The hexes that a side's planes interdict now; in v3.0 they do so as long as they stay there."""
    return sorted({unit.place for unit in board.units if unit.duty == INTERDICTION and board.counter(unit.id).side == side})


@rule("R51")
def hexes_with_markers(board: Board, side: str) -> list[str]:
    """The hexes where a side has cut the rail line."""
    return sorted({marker.place for marker in board.markers if marker.side == side})


@rule("R49", "R51")
def load_now(ref: Referee, board: Board, load: Load) -> Load:
    """A load that goes by rail through hexes of the scenario: those in a zone of the enemy's markers are interdicted."""
    centers, reach = hexes_with_markers(board, board.setting.enemy_of(load.side)), board.rulings.profile.rail_zone
    return load._replace(interdicted=sum(nearest(ref, board, place, centers) <= reach for place in load.through))


@rule("R51")
def march_now(ref: Referee, board: Board, march: March) -> March:
    """A march through hexes of the scenario: how far each is from what the enemy interdicts."""
    enemy = board.setting.enemy_of(march.side)
    centers = hexes_under_planes(board, enemy)
    if board.rulings.profile.markers_slow_marches:
        centers += hexes_with_markers(board, enemy)
    away = [nearest(ref, board, place, centers) for place in march.through]
    steps = (Step(step.cost, hexes if hexes < FAR else None) for step, hexes in zip(march.steps, away, strict=True))
    return march._replace(steps=tuple(steps))


def nearest(ref: Referee, board: Board, place: str, centers: list[str]) -> int:
    """The distance to the nearest of some hexes. Distances are asked for only if there are any."""
    return min((hexes_between(ref, board.setting.places, center, place) for center in centers), default=FAR)
