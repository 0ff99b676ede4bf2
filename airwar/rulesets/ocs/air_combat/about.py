"""What the questions of air combat are about: who is left on both sides, and what was lost so far."""

from __future__ import annotations

from typing import TYPE_CHECKING

from airwar.engine.words import count
from airwar.rulesets.kit.names import title_of
from airwar.rulesets.ocs.air_combat.table import ROLES
from airwar.rulesets.ocs.board.about import rated

if TYPE_CHECKING:
    from airwar.rulesets.ocs.air_combat.combat import AirCombat


def both_sides(combat: AirCombat) -> str:
    """Both sides with their ratings, the attacker first."""
    board = combat.board
    own, enemy = (line_up(combat, role) for role in ROLES)
    lost = {side: combat.steps_lost(side) for side in board.setting.sides}
    toll = ", ".join(f"{title_of(side)} {count(steps, 'step')}" for side, steps in lost.items() if steps)
    return f"Over {board.setting.name(combat.place)}: {own} against {enemy}." + (f" Lost so far: {toll}." if toll else "")


def line_up(combat: AirCombat, role: str) -> str:
    """The units of a side in the fight, with their ratings."""
    side, units = title_of(combat.side(role)), combat.of(role)
    return f"{side} {rated(combat.board, units)}" if units else f"no units of the {side}"


def may_leave(combat: AirCombat, key: str) -> str:
    """Units that may break off before or after the fight."""
    fate = "One must stay and fight." if key == "abort-before" else "The fight is over."
    return f"{both_sides(combat)} {fate}"


def unit_wanted(combat: AirCombat, number: int) -> str:
    """A round that needs a unit of each side."""
    return f"Round {number}. {both_sides(combat)}"
