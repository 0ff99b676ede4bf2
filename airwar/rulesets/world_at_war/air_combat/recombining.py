"""Squadrons become factors again (19.52; the rule behind it, 23.14, is not to hand, so the rounding is an option)."""

from __future__ import annotations

from collections.abc import Mapping

from airwar.engine.rule import rule
from airwar.rulesets.world_at_war.air_combat.forces import Force
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
    Thirds of a factor are added up over the units of one type from one base.
    """
    groups: dict[tuple[object, str], list[Unit]] = {}
    for unit_id in dict.fromkeys([*(line.unit for line in force), *(committed or {})]):
        unit = turn.unit(unit_id)
        groups.setdefault((unit.type, unit.home), []).append(unit)
    policy = turn.setting.options["recombination"]
    settled = []
    for units in groups.values():
        lines = [tuple(line for line in force if line.unit == unit.id) for unit in units]
        involved = [unit.number if committed is None else committed.get(unit.id, 0) for unit in units]
        losses = lost_factors(units, lines, involved, policy)
        for unit, own, (lost, debt) in zip(units, lines, losses, strict=True):
            settled.append(after_a_fight(unit, own, lost, debt, policy, flew=committed is not None))
    return settled


def lost_factors(units: list[Unit], lines: list[Force], involved: list[int], policy: str) -> list[tuple[int, int]]:
    """What each unit of one type has lost, and the thirds it still owes."""
    if not any(line.whole for own in lines for line in own):
        left = [sum(line.number for line in own) for own in lines]
        return [(had - has, unit.debt) for unit, had, has in zip(units, involved, left, strict=True)]
    thirds = [3 * had - sum(line.number for line in own) + unit.debt for unit, own, had in zip(units, lines, involved, strict=True)]
    lost = [min(had, max(0, third // 3)) for third, had in zip(thirds, involved, strict=True)]
    wanted = min(sum(involved), max(0, whole_factors(sum(thirds), policy)))
    for at in sorted(range(len(units)), key=lambda at: 3 * lost[at] - thirds[at]):
        if sum(lost) < wanted and lost[at] < involved[at]:
            lost[at] += 1
    owed = [third - 3 * gone if policy == "debt" else 0 for third, gone in zip(thirds, lost, strict=True)]
    return list(zip(lost, owed, strict=True))


def after_a_fight(unit: Unit, lines: Force, lost: int, debt: int, policy: str, *, flew: bool) -> Unit:
    """One unit after a fight: what it lost comes off; if it defended, what aborted in the last roll is inverted."""
    debt = debt if unit.number > lost else 0
    if flew:
        return unit._replace(ready=unit.ready - lost, debt=debt)
    aborted = sum(sum(line.aborted) for line in lines if not line.inverted)
    still_inverted = sum(line.number for line in lines if line.inverted)
    if any(line.whole for line in lines):
        aborted = whole_factors(aborted, policy)
        still_inverted = unit.inverted - whole_factors(3 * unit.inverted - still_inverted, policy)
    now = unit.number - lost
    inverted = min(now, max(still_inverted, now - unit.ready) + aborted)
    return unit._replace(ready=now - inverted, inverted=inverted, debt=debt)
