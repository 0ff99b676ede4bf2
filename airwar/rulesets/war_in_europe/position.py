"""The position after a turn: what is left in the boxes of every Front, for the players and in the words of a scenario."""

from __future__ import annotations

from collections.abc import Mapping

from airwar.engine.events import Event, Sheet
from airwar.rulesets.kit.scenario_text import carried_on, mapping_lines
from airwar.rulesets.war_in_europe.state import Front, Turn


def final_position(turn: Turn) -> list[Event]:
    """Every Front with its boxes; and the same as the fronts of a scenario."""
    columns = ("front", "side", "nation", "Air Superiority", "Ground Support", "used this turn", "uncommitted")
    return [Sheet("Position", columns, rows(turn)), carried_on("fronts", as_scenario(turn))]


def rows(turn: Turn) -> tuple[tuple[str, ...], ...]:
    table = []
    for front in turn.setting.fronts.values():
        for side, boxes in front.boxes.items():
            where = (front.name, turn.setting.name(side))
            table.append((*where, "", str(boxes.superiority), "", "", str(boxes.uncommitted)))
            pools = [pool for pool in turn.pools if (pool.front, pool.side) == (front.id, side)]
            table += [(*where, pool.whose, "", str(pool.left), str(pool.spent), "") for pool in pools]
    return tuple(table)


def as_scenario(turn: Turn) -> list[str]:
    """The fronts as a scenario has them."""
    lines = ["fronts:"]
    for front in turn.setting.fronts.values():
        lines.append(f"  {front.id}:")
        lines += [line for side in front.boxes for line in mapping_lines(f"    {side}: ", boxes_of(turn, front, side))]
    return lines


def boxes_of(turn: Turn, front: Front, side: str) -> dict[str, str]:
    boxes, left = front.of(side), support_left(turn, front, side)
    said = {
        "air-superiority": str(boxes.superiority) if boxes.superiority else "",
        "ground-support": support_words(left) if any(left.values()) else "",
        "uncommitted": str(boxes.uncommitted) if boxes.uncommitted else "",
    }
    return {key: value for key, value in said.items() if value}


def support_left(turn: Turn, front: Front, side: str) -> dict[str, int]:
    """The Ground Support points of each nation of a side on a Front."""
    return {nation: turn.pool(front.id, side, nation).left for nation in turn.setting.sides[side].nations}


def support_words(left: Mapping[str, int]) -> str:
    """Points by nation as a scenario has them: one number if there is one nation."""
    if len(left) == 1:
        return str(next(iter(left.values())))
    return f"{{{', '.join(f'{nation}: {number}' for nation, number in left.items() if number)}}}"
