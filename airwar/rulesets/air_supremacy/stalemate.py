"""Battles that nobody can win, because no unit of either side could ever hit one of the other."""

from __future__ import annotations

from functools import lru_cache

from airwar.rulesets.air_supremacy.aim import shooter_of
from airwar.rulesets.air_supremacy.forces import CARGO, LOCKED, Force
from airwar.rulesets.air_supremacy.setting import Setting


@lru_cache(maxsize=65536)
def nobody_can_hit(setting: Setting, space: str, attackers: Force, defenders: Force) -> bool:
    """Whether no unit of either side could ever hit one of the other."""
    by_attackers = can_hit(setting, space, attackers, defenders, True)
    return not by_attackers and not can_hit(setting, space, defenders, attackers, False)


def can_hit(setting: Setting, space: str, own: Force, enemy: Force, attacking: bool) -> bool:
    """Whether any unit of a side has a value against any enemy unit."""
    by_fire = setting.rulings.value("surface-fire-vs-airborne") != "never"
    on_surface = any(not line.kind.type.flies or line.mode == LOCKED for line in enemy)
    in_flight = any(line.kind.type.flies and line.mode != LOCKED for line in enemy)
    for line in own:
        if line.mode in (LOCKED, CARGO):
            continue
        shooter = shooter_of(setting, space, line.kind, attacking)
        fire = any(value_can_hit(setting, value) for value in (shooter.surface, *shooter.bombs))
        at_aircraft = value_can_hit(setting, shooter.air or 0) or (fire and by_fire and shooter.by_necessity)
        if (on_surface and fire) or (in_flight and at_aircraft):
            return True
    return False


def value_can_hit(setting: Setting, value: int) -> bool:
    return value > 0 and (setting.rulings.value("hit") == "or-less" or value <= setting.sides)
