"""Coming to a base: how a unit, or a part of it, changes the place where it is based."""

from __future__ import annotations

from dataclasses import replace

from airwar.engine.rule import rule
from airwar.rulesets.world_at_war.setting import Setting
from airwar.rulesets.world_at_war.state import Turn
from airwar.rulesets.world_at_war.units.unit import Unit


@rule("19.31A")
def rebased(setting: Setting, unit: Unit, place: str) -> Unit:
    """A unit at another place, with the DRM it has there: a base in partial supply or short of oil costs it one."""
    old, new = setting.bases.get(unit.home), setting.bases.get(place)
    change = int(bool(old and old.impaired)) - int(bool(new and new.impaired))
    air_type = unit.air_type._replace(drm=unit.air_type.drm + change) if change else unit.air_type
    return unit._replace(home=place, air_type=air_type)


def stationed(turn: Turn, unit_id: str, place: str, *, ready: int = 0, inverted: int = 0) -> Turn:
    """Some of a unit, no longer counted anywhere, are now at a place.

    They join the unit if it is there. If nothing else is left of it, the unit moves with them; otherwise they become a part
    of the unit with an id of its own.
    """
    unit = turn.unit(unit_id)
    if place == unit.home or not unit.number + unit.flying:
        return turn.with_units([joined(rebased(turn.setting, unit, place), ready, inverted)])
    part_id = f"{unit_id}/{place}"
    while (part := turn.find(part_id)) is not None:
        if part.home == place or not part.number + part.flying:
            return turn.with_units([joined(rebased(turn.setting, part, place), ready, inverted)])
        part_id = f"{part_id}/{place}"  # that part has since moved to another base
    part = rebased(turn.setting, unit, place)._replace(id=part_id, ready=ready, inverted=inverted, had=0, debt=0, flying=0)
    return replace(turn, units=(*turn.units, part))


def joined(unit: Unit, ready: int, inverted: int) -> Unit:
    """A unit with more aircraft at its base."""
    return unit._replace(ready=unit.ready + ready, inverted=unit.inverted + inverted)
