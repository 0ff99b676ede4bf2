"""Returning to base (18.46), and how a unit, or a part of it, comes to stand at another base."""

from __future__ import annotations

from dataclasses import replace

from airwar.engine.referee import Loss, Referee
from airwar.engine.rule import rule
from airwar.rulesets.world_at_war.bases.basing import room_for
from airwar.rulesets.world_at_war.state import Setting, Turn, Unit


@rule("19.31A")
def rebased(setting: Setting, unit: Unit, place: str) -> Unit:
    """A unit at another place, with the DRM it has there: bases in partial supply or short of oil cost one."""
    old, new = setting.bases.get(unit.home), setting.bases.get(place)
    change = int(bool(old and old.impaired)) - int(bool(new and new.impaired))
    type_ = unit.type._replace(drm=unit.type.drm + change) if change else unit.type
    return unit._replace(home=place, type=type_)


def settled_at(turn: Turn, unit: Unit, place: str, number: int) -> Turn:
    """So many of a unit stand inverted at a new base; the first of them move the unit, others become a part of their own."""
    return stationed(turn, unit, place, 0, number)


def stationed(turn: Turn, unit: Unit, place: str, ready: int, inverted: int) -> Turn:
    """So many of a unit, taken from it before, stand at a place: they join its part there, move it, or become a part of it."""
    now = turn.unit(unit.id)
    if not now.number:
        moved = rebased(turn.setting, now, place)
        return turn.with_units([moved._replace(ready=ready, inverted=inverted, debt=unit.debt)])
    name = f"{unit.id}/{place}" if now.home != place else unit.id
    here = next((other for other in turn.units if other.id == name), None)
    if here is not None and (here.home == place or not here.number):
        here = rebased(turn.setting, here, place)
        return turn.with_units([here._replace(ready=here.ready + ready, inverted=here.inverted + inverted)])
    part = rebased(turn.setting, now, place)._replace(id=name, ready=ready, inverted=inverted, had=0, debt=0)
    return replace(turn, units=(*turn.units, part))


@rule("18.46", "18.524A", "18.42", "18.42A")
def returned(ref: Referee, turn: Turn, base: str, unit_id: str, number: int) -> Turn:
    """A unit lands at its own base, or at another operational base in range that has room; it is inverted."""
    unit = turn.unit(unit_id)
    if unit.home in turn.setting.carriers:
        return turn
    options = {unit.home: f"back to {turn.setting.name(unit.home)}"} | {
        place: f"to {turn.setting.name(place)}" for place in landing_places(turn, unit, base, number)
    }
    where = ref.choose(f"attacker.return.{unit_id}.{base}", options, by="attacker") if len(options) > 1 else unit.home
    ref.tell(Loss, "attacker", f"{unit_id}: {unit.type.label}", number, f"inverted at {turn.setting.name(where)}")
    if where == unit.home:
        return turn.with_units([unit._replace(ready=unit.ready - number, inverted=unit.inverted + number)])
    turn = turn.with_units([unit._replace(ready=unit.ready - number)])
    return settled_at(turn, unit, where, number)


@rule("18.46")
def landing_places(turn: Turn, unit: Unit, base: str, number: int) -> list[str]:
    """Other operational bases of the side in range of the activity, with room for all of the unit that flew."""
    setting = turn.setting
    places = []
    for other in setting.bases.values():
        distance = setting.distance(base, other.id)
        near = distance is not None and distance <= unit.range
        friendly = turn.held_by(other.id) == unit.side and other.id != unit.home and other.operational and not other.box
        if near and friendly and room_for(turn, other, unit.type) >= number:
            places.append(other.id)
    return places
