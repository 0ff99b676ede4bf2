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
        left = [after_losses(unit, own, *loss, policy) for unit, own, loss in zip(group, lines, losses, strict=True)]
        for unit, aborted in zip(left, aborted_factors(left, lines, policy), strict=True):
            settled[unit.id] = unit.uninverted_first(unit.uninverted - aborted)._replace(inverted=unit.inverted + aborted)
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


def after_losses(unit: Unit, lines: Force, lost: int, debt: int, policy: str) -> Unit:
    """One unit after a fight without what it lost; those that were inverted before still are."""
    inverted = sum(line.number for line in lines if line.inverted)
    if any(line.whole for line in lines):
        inverted = unit.inverted - max(0, whole_factors(3 * unit.inverted - inverted, policy))
    now = unit.number - lost
    inverted = min(now, max(inverted, now - unit.uninverted))
    left = unit.holding(ready=unit.ready, flown=unit.flown, at_sea=unit.at_sea).uninverted_first(now - inverted)
    return left._replace(inverted=inverted, debt=debt)


def aborted_factors(units: list[Unit], lines: list[Force], policy: str) -> list[int]:
    """How many of each unit of one type aborted in the last roll, as far as it has uninverted ones left."""
    squadrons = [sum(sum(line.aborted) for line in own if not line.inverted) for own in lines]
    room = [unit.uninverted for unit in units]
    if not any(line.whole for own in lines for line in own):
        return [min(number, most) for number, most in zip(squadrons, room, strict=True)]
    aborted = [min(number // 3, most) for number, most in zip(squadrons, room, strict=True)]
    for at in sorted(range(len(units)), key=lambda at: 3 * aborted[at] - squadrons[at]):
        if sum(aborted) < whole_factors(sum(squadrons), policy) and squadrons[at] > 3 * aborted[at] and aborted[at] < room[at]:
            aborted[at] += 1
    return aborted


@rule("19.52", "19.65C")
def recombination(rulings: Rulings, force: Force) -> list[Event]:
    """Says when thirds of factors had to be rounded."""
    odd = [line for line in force if line.whole and line.number % 3]
    if not odd:
        return []
    units = ", ".join(sorted({line.unit for line in odd}))
    thirds = {"debt": "carried over", "ceil": "rounded up", "floor": "rounded down"}[rulings.value("recombination")]
    return [rulings.ruled("recombination", f"squadrons of {units} recombine into factors; thirds are {thirds}")]
