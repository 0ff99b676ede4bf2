"""Coming to a base: how a unit, or a part of it, changes the place where it is based."""

from __future__ import annotations

from dataclasses import replace

from airwar.engine.rule import rule
from airwar.rulesets.world_at_war.state import Turn
from airwar.rulesets.world_at_war.units.types import air_nationality_drm
from airwar.rulesets.world_at_war.units.unit import Unit


@rule("19.31A")
def rebased(turn: Turn, unit: Unit, place: str) -> Unit:
    """A unit at another place, with the winter result and the DRM it has there: supply, oil and winter belong to the place."""
    if unit.strategic or place == unit.home:
        return unit._replace(home=place)
    base, winter = turn.find_base(place), turn.winter_on(place, unit.side)
    impaired = int(bool(base and base.impaired)) + int(winter >= 8)
    nation, type_, _, elite = unit.air_type
    research = turn.setting.research.get(nation, 0)
    drm = air_nationality_drm(nation, type_, elite=elite, impaired=impaired, research=research)
    return unit._replace(home=place, winter=winter, air_type=unit.air_type._replace(drm=drm))


def stationed(turn: Turn, unit_id: str, place: str, *, ready: int = 0, inverted: int = 0) -> Turn:
    """Some of a unit, no longer counted anywhere, are now at a place."""
    return arrived(turn, unit_id, place, turn.unit(unit_id).holding(ready=ready, inverted=inverted))


def arrived(turn: Turn, unit_id: str, place: str, arriving: Unit) -> Turn:
    """A part of a unit, no longer counted anywhere, is now at a place and keeps its status.

    They join the unit if it is there. If nothing else is left of it, the unit moves with them; otherwise they become a part
    of the unit with an id of its own.
    """
    unit = turn.unit(unit_id)
    if place == unit.home or not unit.left:
        return turn.with_units([rebased(turn, unit, place).joined_by(arriving)])
    part_id = f"{unit_id}/{place}"
    while (part := turn.find(part_id)) is not None:
        if part.home == place or not part.left:
            return turn.with_units([rebased(turn, part, place).joined_by(arriving)])
        part_id = f"{part_id}/{place}"  # that part has since moved to another base
    part = rebased(turn, unit, place)._replace(id=part_id, had=0, debt=0, flying=0).holding().joined_by(arriving)
    return replace(turn, units=(*turn.units, part))


def departed(turn: Turn, unit_id: str, leaving: Unit) -> Turn:
    """A part of a unit leaves its base."""
    return turn.with_units([turn.unit(unit_id).less(leaving)])
