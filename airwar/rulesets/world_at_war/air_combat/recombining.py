"""Squadrons become factors again (19.52; 23.14, the rule behind it, is not in the source, so the rounding is an option)."""

from __future__ import annotations

from collections.abc import Sequence

from airwar.engine.referee import Event
from airwar.engine.rule import rule
from airwar.rulesets.kit.rulings import Rulings
from airwar.rulesets.world_at_war.air_combat.forces import Force
from airwar.rulesets.world_at_war.units.unit import Unit


def whole_factors(thirds: int, policy: str) -> int:
    """Thirds of a factor as whole factors: to the nearest, always up, or only full threes."""
    if policy == "ceil":
        return -(-thirds // 3)
    return thirds // 3 if policy == "floor" else (thirds + 1) // 3


@rule("19.52", "19.65C", "17.55")
def back_in_factors(units: Sequence[Unit], force: Force, policy: str) -> list[Unit]:
    """What a fight has left of these units: losses come off, and those that aborted in the last roll are inverted.

    Thirds of a factor are added up over the units of one type from one base.
    """
    groups: dict[tuple[object, str], list[Unit]] = {}
    for unit in units:
        groups.setdefault((unit.air_type, unit.home), []).append(unit)
    settled = {}
    for group in groups.values():
        lines = [tuple(line for line in force if line.unit == unit.id) for unit in group]
        losses = lost_factors(group, lines, policy)
        for unit, own, (lost, debt) in zip(group, lines, losses, strict=True):
            settled[unit.id] = after_a_fight(unit, own, lost, debt, policy)
    return [settled[unit.id] for unit in units]


def lost_factors(units: list[Unit], lines: list[Force], policy: str) -> list[tuple[int, int]]:
    """What each unit of one type has lost, and the thirds it still owes: squadrons lost earlier did not fight and count too."""
    involved = [unit.number for unit in units]
    if not any(line.whole for own in lines for line in own):
        left = [sum(line.number for line in own) for own in lines]
        return [(had - has, unit.debt) for unit, had, has in zip(units, involved, left, strict=True)]
    thirds = [3 * had - sum(line.number for line in own) for own, had in zip(lines, involved, strict=True)]
    lost = [min(had, max(0, third // 3)) for third, had in zip(thirds, involved, strict=True)]
    wanted = min(sum(involved), max(0, whole_factors(sum(thirds), policy)))
    for at in sorted(range(len(units)), key=lambda at: 3 * lost[at] - thirds[at]):
        if sum(lost) < wanted and lost[at] < involved[at]:
            lost[at] += 1
    owed = [third - 3 * gone if policy == "debt" else 0 for third, gone in zip(thirds, lost, strict=True)]
    return list(zip(lost, owed, strict=True))


def after_a_fight(unit: Unit, lines: Force, lost: int, debt: int, policy: str) -> Unit:
    """One unit after a fight: what it lost comes off, and what aborted in the last roll is inverted."""
    aborted = sum(sum(line.aborted) for line in lines if not line.inverted)
    still_inverted = sum(line.number for line in lines if line.inverted)
    if any(line.whole for line in lines):
        aborted = whole_factors(aborted, policy)
        still_inverted = unit.inverted - max(0, whole_factors(3 * unit.inverted - still_inverted, policy))
    now = unit.number - lost
    inverted = min(now, max(still_inverted, now - unit.uninverted) + aborted)
    left = unit.holding(ready=unit.ready, flown=unit.flown, at_sea=unit.at_sea).uninverted_first(now - inverted)
    return left._replace(inverted=inverted, debt=debt)


@rule("19.52", "19.65C")
def recombination(rulings: Rulings, force: Force) -> list[Event]:
    """Says when thirds of factors had to be rounded."""
    odd = [line for line in force if line.whole and (3 * line.whole - line.number) % 3]
    if not odd:
        return []
    units = ", ".join(sorted({line.unit for line in odd}))
    text = f"squadrons of {units} form factors again; thirds are settled by '{rulings.value('recombination')}'"
    return [rulings.ruled("recombination", text)]
