"""Squadrons become factors again (19.52; the rule behind it, 23.14, is not to hand, so the rounding is an option)."""

from __future__ import annotations

from collections.abc import Mapping

from airwar.engine.rule import rule
from airwar.rulesets.world_at_war.air_combat import Force
from airwar.rulesets.world_at_war.state import Turn, Unit


def whole_factors(thirds: int, policy: str) -> int:
    """So many thirds as whole factors: to the nearest, always up, or only full threes."""
    if policy == "ceil":
        return -(-thirds // 3)
    return thirds // 3 if policy == "floor" else (thirds + 1) // 3


@rule("19.52", "19.65C", "17.55")
def back_in_factors(turn: Turn, force: Force, committed: Mapping[str, int] | None = None) -> list[Unit]:
    """The units of a force with what is left of them; aborted ones inverted when they defend.

    With `committed` the force flew from elsewhere: what was not committed stayed at home, and nobody is inverted yet.
    """
    units = []
    for unit_id in dict.fromkeys([*(line.unit for line in force), *(committed or {})]):
        lines = tuple(line for line in force if line.unit == unit_id)
        units.append(settled(turn, turn.unit(unit_id), lines, (committed or {}).get(unit_id)))
    return units


def settled(turn: Turn, unit: Unit, lines: Force, committed: int | None) -> Unit:
    """One unit after a fight."""
    policy = turn.setting.options["recombination"]
    involved = unit.number if committed is None else committed
    scale = 3 if any(line.whole for line in lines) else 1
    left = sum(line.number for line in lines)
    if scale == 1:
        lost, debt = involved - left, unit.debt
    else:
        thirds = 3 * involved - left + unit.debt
        lost = min(involved, whole_factors(thirds, policy))
        debt = thirds - 3 * lost if policy == "debt" and left else 0
    if committed is not None:
        return unit._replace(ready=unit.ready - lost, debt=debt)
    aborted = sum(sum(line.aborted) for line in lines if not line.inverted)
    inverted = sum(line.number for line in lines if line.inverted)
    if scale == 3:
        aborted, inverted = whole_factors(aborted, policy), whole_factors(inverted, policy)
    now = unit.number - lost
    inverted = min(now, inverted + aborted)
    return unit._replace(ready=now - inverted, inverted=inverted, debt=debt)
