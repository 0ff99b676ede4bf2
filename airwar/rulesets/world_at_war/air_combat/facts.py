"""What a policy may ask about an air combat, the same in every mission."""

from __future__ import annotations

from typing import NamedTuple

from airwar.rulesets.kit.facts import facts
from airwar.rulesets.world_at_war.air_combat.forces import Force, size


class Contingent(NamedTuple):
    """One side of an air combat: what is left of it, and all that came, in factors where they are factors."""

    left: Force
    came: Force


def combat_facts(side: str, attackers: Contingent, defenders: Contingent) -> dict[str, int]:
    """Strengths and losses seen from one side, in the factors or squadrons that the combat is fought in."""
    own, enemy = (attackers, defenders) if side == "attacker" else (defenders, attackers)
    squadrons = any(line.whole for line in (*attackers.left, *defenders.left))

    def lost(contingent: Contingent) -> int:
        came = tuple(line.broken() for line in contingent.came) if squadrons else contingent.came
        return size(came) - size(contingent.left)

    return facts(size(own.left), size(enemy.left), lost(own), lost(enemy))
