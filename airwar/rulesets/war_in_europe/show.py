"""How a turn looks in tables."""

from __future__ import annotations

from airwar.engine.referee import Sheet
from airwar.rulesets.ruleset import Tally
from airwar.rulesets.war_in_europe.state import Turn


def tables(turn: Turn) -> list[Sheet]:
    """The Ground Support boxes, then the orders that are not carried out yet."""
    setting = turn.setting
    pools = tuple(
        (setting.fronts[pool.front].name, setting.name(pool.player), pool.whose, str(pool.had), str(pool.left))
        for pool in turn.pools
    )
    orders = tuple(
        (setting.mission(order.mission).name, setting.name(order.player), order.whose, str(order.points), str(order.die or ""))
        for order in turn.orders
    )
    return [
        Sheet("Ground Support", ("front", "player", "nation", "had", "left"), pools),
        Sheet("Orders", ("mission", "player", "nation", "points", "die"), orders),
    ]


def tally(turn: Turn) -> list[Tally]:
    """The Ground Support points that each player had and lost, by nation, all Fronts together."""
    had: dict[tuple[str, str], list[int]] = {}
    for pool in turn.pools:
        counts = had.setdefault((turn.setting.name(pool.player), f"{pool.whose} Ground Support"), [0, 0])
        counts[0] += pool.had
        counts[1] += pool.had - pool.left
    return [Tally(player, unit, points, lost) for (player, unit), (points, lost) in had.items()]
