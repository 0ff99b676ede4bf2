"""The Air Points of each side in their boxes, by Front: the order of battle, and the position at the end."""

from __future__ import annotations

from airwar.rulesets.ruleset import Stack
from airwar.rulesets.war_in_europe.state import Pool, Turn


def stacks(turn: Turn) -> list[Stack]:
    """Front by Front: Air Superiority, Ground Support by nation, uncommitted points."""
    found = []
    for front in turn.setting.fronts.values():
        for side in front.boxes:
            boxes = front.of(side)
            pools = [pool for pool in turn.pools if (pool.front, pool.side) == (front.id, side) and pool.had]
            words = [f"{boxes.superiority} Air Superiority"] * bool(boxes.superiority)
            words += [pool_words(pool) for pool in pools]
            words += [f"{boxes.uncommitted} uncommitted"] * bool(boxes.uncommitted)
            found.append(Stack(turn.setting.name(side), front.title.removeprefix("the "), tuple(words) or ("no Air Points",)))
    return found


def pool_words(pool: Pool) -> str:
    """`40 Allied Ground Support (38 used)`."""
    words = [f"{pool.spent} used"] * bool(pool.spent) + [f"{pool.had - pool.left} lost"] * (pool.had > pool.left)
    state = f" ({', '.join(words)})" if words else ""
    return f"{pool.left} {pool.whose} Ground Support{state}"
