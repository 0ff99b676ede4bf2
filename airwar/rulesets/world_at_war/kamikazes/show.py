"""How kamikazes look in tables: those in the air, and the pool."""

from __future__ import annotations

from airwar.engine.referee import Sheet
from airwar.rulesets.world_at_war.kamikazes.wave import Wave, ship_name
from airwar.rulesets.world_at_war.state import Turn


def sheets(state: object, turn: Turn) -> list[Sheet]:
    """Which combat groups and ships the kamikazes attack, and how far they have come."""
    if not isinstance(state, Wave):
        return []
    groups = state.fleet.groups
    coming = [(groups[group].name, "approaching", str(number)) for group, number in state.approaching]
    through = [(groups[group].name, "past the defenses", str(number)) for group, number in state.through]
    diving = [(groups[group].name, f"attacking {ship_name(ship)}", str(number)) for group, ship, number in state.targets]
    return [Sheet("Kamikazes in the air", ("combat group", "where", "number"), (*coming, *through, *diving))]


def pool_sheets(turn: Turn) -> list[Sheet]:
    """The kamikazes, once there are any."""
    pool = turn.kamikazes
    if not pool.limit:
        return []
    row = (str(pool.built), str(pool.unbuilt), str(pool.limit), f"+{pool.expansions}")
    return [Sheet("Kamikazes", ("built", "unbuilt", "pool", "growth modifier"), (row,))]
