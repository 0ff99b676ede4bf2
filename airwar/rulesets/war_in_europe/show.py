"""How a turn looks in tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from airwar.engine.events import Sheet
from airwar.rulesets.ruleset import Tally
from airwar.rulesets.war_in_europe.rail_raids import RaidUnderWay
from airwar.rulesets.war_in_europe.state import Pool, Turn


def tables(states: Sequence[Any]) -> list[Sheet]:
    """The raid under way, the Ground Support boxes, and the orders that have not been carried out yet."""
    turn: Turn = states[0]
    setting = turn.setting
    pools = tuple(
        (setting.fronts[pool.front].name, setting.name(pool.side), pool.whose, *map(str, points_of(pool))) for pool in turn.pools
    )
    orders = tuple(
        (turn.mission(order.mission).name, setting.name(order.side), order.whose, str(order.points), str(order.die or ""))
        for order in turn.orders
    )
    return [
        *(raid_sheet(state) for state in states if isinstance(state, RaidUnderWay)),
        Sheet("Ground Support", ("front", "side", "nation", "at start", "shot down", "spent", "free"), pools),
        Sheet("Orders", ("mission", "side", "nation", "points", "die"), orders),
    ]


def points_of(pool: Pool) -> tuple[int, int, int, int]:
    """The points at the start of the turn, and what has become of them: shot down, spent, or still free."""
    return pool.had, pool.had - pool.left, pool.spent, pool.free


def raid_sheet(raid: RaidUnderWay) -> Sheet:
    """Who is on the raid, and what flak has done so far."""
    rows = tuple(
        (flight.pool.whose, str(flight.points), str(flight.lost), status)
        for status, flights in (("has bombed", raid.home), ("has still to bomb", raid.flying))
        for flight in flights
    )
    return Sheet(f"Raid on {raid.raid.name}", ("nation", "Air Points", "lost to flak", ""), rows)


def tally(turn: Turn) -> list[Tally]:
    """The Ground Support points that each side had and lost, by nation, all Fronts together."""
    had: dict[tuple[str, str], list[int]] = {}
    for pool in turn.pools:
        counts = had.setdefault((turn.setting.name(pool.side), f"{pool.whose} Ground Support"), [0, 0])
        counts[0] += pool.had
        counts[1] += pool.had - pool.left
    return [Tally(side, unit, points, lost) for (side, unit), (points, lost) in had.items()]
