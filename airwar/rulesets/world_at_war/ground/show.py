"""How ground attacks and the interceptions over them look in tables."""

from __future__ import annotations

from airwar.engine.referee import Sheet
from airwar.rulesets.world_at_war.air.taking_off import taken_off
from airwar.rulesets.world_at_war.air_combat.show import combat_sheet
from airwar.rulesets.world_at_war.ground.operation import Operation
from airwar.rulesets.world_at_war.ground.state import Battle, Interception
from airwar.rulesets.world_at_war.ground.strength import strength_sheet
from airwar.rulesets.world_at_war.state import Turn


def sheets(state: object, turn: Turn) -> list[Sheet]:
    """The strengths of the ground attack at hand, or both sides of the interception over it."""
    if isinstance(state, Interception):
        return [combat_sheet(turn.setting.name(state.at), state.attackers, state.defenders)]
    if isinstance(state, Operation) and state.waiting:
        return [strength_sheet(state.battle)]
    return [strength_sheet(state)] if isinstance(state, Battle) else []


def air_sheets(turn: Turn) -> list[Sheet]:
    """The air units over the battlefields: what they do, and where."""
    rows = [
        (unit_id, turn.unit(unit_id).air_type.label, str(number), mission, turn.setting.name(battle.hexes[0]))
        for battle in turn.battles
        for mission, sent in (("ground support", battle.support), ("defensive air support", battle.cover))
        for unit_id, number in sent
    ]
    return [Sheet("In the air", ("unit", "type", "number", "mission", "over"), tuple(rows))] if rows else []


def airborne(state: object, turn: Turn) -> Turn:
    """The turn with the reinforcements of an interception in the air."""
    return taken_off(turn, state.joined) if isinstance(state, Interception) else turn
