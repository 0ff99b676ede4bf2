"""Units sent on a mission: which, and how many of each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from airwar.rulesets.world_at_war.air_combat.forces import Force

Sent: TypeAlias = tuple[tuple[str, int], ...]  # units, and how many of each


def added(sent: Sent, more: Sent) -> Sent:
    """The units of two lists together."""
    total = dict(sent)
    for unit, number in more:
        total[unit] = total.get(unit, 0) + number
    return nonzero(total)


def without(sent: Sent, less: Sent) -> Sent:
    """The units of one list, less those of another."""
    gone = dict(less)
    return nonzero({unit: number - gone.get(unit, 0) for unit, number in sent})


def sent_of(force: Force) -> Sent:
    """The units of a force."""
    return tuple((line.unit, line.number) for line in force)


def nonzero(numbers: Mapping[str, int]) -> Sent:
    return tuple((unit, number) for unit, number in numbers.items() if number)
