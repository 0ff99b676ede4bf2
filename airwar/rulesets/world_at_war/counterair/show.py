"""How a counterair looks in a table."""

from __future__ import annotations

from airwar.engine.referee import Sheet
from airwar.rulesets.world_at_war.air.taking_off import taken_off
from airwar.rulesets.world_at_war.air_combat.show import combat_sheet
from airwar.rulesets.world_at_war.counterair.state import Counterair
from airwar.rulesets.world_at_war.state import Turn


def sheets(state: object, turn: Turn) -> list[Sheet]:
    """Both sides, if a counterair is being fought."""
    return [combat_sheet(turn.setting.name(state.base), state.attackers, state.defenders)] if isinstance(state, Counterair) else []


def airborne(state: object, turn: Turn) -> Turn:
    """The turn with the reinforcements of a counterair in the air."""
    return taken_off(turn, state.joined) if isinstance(state, Counterair) else turn
