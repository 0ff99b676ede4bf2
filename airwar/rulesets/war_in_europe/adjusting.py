"""What a ruling may change about the Ground Support points of a nation on a Front."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from airwar.engine.moves import Position
from airwar.rulesets.ruleset import AdjustableCounts
from airwar.rulesets.war_in_europe.ground_battles import SupportedBattle
from airwar.rulesets.war_in_europe.rail_raids import RaidOutcome, RaidUnderWay
from airwar.rulesets.war_in_europe.state import Pool, Turn

MOST = 999


def name(pool: Pool) -> str:
    """Whose points they are, and where: italy.axis.german."""
    return f"{pool.front}.{pool.side}.{pool.nation}"


def units(turn: Turn) -> dict[str, Mapping[str, str | int]]:
    """How many points are left, by pool."""
    return {name(pool): {"left": pool.left} for pool in turn.pools}


def changed(turn: Turn, pool_name: str, what: str, value: str) -> Turn:
    """The turn after a ruling. What a pool gains or loses by it counts as if the scenario had said so."""
    pool = next(pool for pool in turn.pools if name(pool) == pool_name)
    fewest = pool.spent + promised(turn, pool)
    if not value.isdecimal() or not fewest <= int(value) <= MOST:
        raise ValueError(f"{value!r} is not a number from {fewest}, which are used or ordered already, to {MOST}")
    after = pool._replace(had=pool.had + int(value) - pool.left, left=int(value))
    return replace(turn, pools=tuple(after if other is pool else other for other in turn.pools))


def promised(turn: Turn, pool: Pool) -> int:
    """The points of a pool that missions still to come are to have."""
    orders = [order for order in turn.orders if (order.side, order.nation) == (pool.side, pool.nation)]
    return sum(order.spent for order in orders if turn.mission(order.mission).front == pool.front)


def engaged(position: Position) -> dict[str, str]:
    """The points that fly a mission now: it goes by as many as were sent."""
    states = (*position.states, *position.args[1:])
    turn: Turn = states[0]
    missions = [mission for state in states[1:] if (mission := mission_of(turn, state))]
    return {
        name(pool): f"fly to {turn.mission(mission).name}; rule on them when that mission is over"
        for mission in missions
        for pool, order in turn.ordered(mission)
        if order.spent
    }


def mission_of(turn: Turn, state: Any) -> str:
    """The mission that is flown or fought, or that has just been."""
    match state:
        case RaidUnderWay():
            return state.raid.id
        case SupportedBattle():
            return state.battle.id
        case RaidOutcome():
            return state.mission
        case str():  # the result of a battle
            return turn.battles[0]
    return ""


ADJUSTABLE = (AdjustableCounts(Turn, units, changed),)
