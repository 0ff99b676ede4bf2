"""How a bombing raid and the strategic warfare boxes look in tables."""

from __future__ import annotations

from airwar.engine.referee import Sheet
from airwar.rulesets.world_at_war.air_combat.show import combat_sheet
from airwar.rulesets.world_at_war.bases.show import STATUS, unit_row
from airwar.rulesets.world_at_war.state import Turn
from airwar.rulesets.world_at_war.strategic.raid import Raid


def sheets(state: object, turn: Turn) -> list[Sheet]:
    """Both sides, if a raid is over its target."""
    return [combat_sheet(state.target, state.attackers, state.defenders)] if isinstance(state, Raid) else []


def box_sheets(turn: Turn) -> list[Sheet]:
    """The strategic bombers and interceptors, if there are any."""
    boxes = tuple(unit_row(unit, unit.home) for unit in turn.strategic if unit.number + unit.flying)
    return [Sheet("Strategic warfare", ("side", "unit", "type", "front", *STATUS), boxes)] if boxes else []
