"""Where displaced air units go (18.25): the nearest bases with room, ring by ring."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from airwar.engine.referee import Referee, Status
from airwar.engine.rule import rule
from airwar.rulesets.kit.places import FAR, hexes_between
from airwar.rulesets.world_at_war.bases.about import pushed_out
from airwar.rulesets.world_at_war.bases.basing import may_base, room_for, ruling_on_port_cities
from airwar.rulesets.world_at_war.bases.stationing import stationed
from airwar.rulesets.world_at_war.state import Turn
from airwar.rulesets.world_at_war.units.unit import Unit

Waiting = dict[str, Unit]  # the displaced units that have no base yet


def rings(ref: Referee, turn: Turn, place: str, side: str) -> list[tuple[int, list[str]]]:
    """The bases of a side, by their distance from a place."""
    by_distance: dict[int, list[str]] = {}
    for base in turn.bases:
        if base.id == place or base.side != side or not base.takes_air_units:
            continue
        distance = hexes_between(ref, turn, place, base.id)
        if distance < FAR:
            by_distance.setdefault(distance, []).append(base.id)
    return sorted(by_distance.items())


@rule("18.25")
def ring_filled(ref: Referee, turn: Turn, place: str, distance: int, ring: list[str], waiting: Waiting) -> tuple[Turn, Waiting]:
    """The bases at one distance take as many units as they can; the owner chooses which go where."""
    able = {name: unit for name, unit in waiting.items() if unit.number and distance <= unit.staging_range}
    items = {
        f"{name}@{base}": min(unit.number, room_for(turn, turn.base(base), unit.air_type))
        for name, unit in able.items()
        for base in ring
    }
    if not any(items.values()):
        return turn, waiting
    ref.tell(ruling_on_port_cities, turn, ring)

    def refuse(answer: Mapping[str, int]) -> str | None:
        return spread_refused(turn, ring, able, answer)

    default = filled(turn, ring, able)
    by = turn.player(next(iter(able.values())).side)
    sent = default
    scarce = sum(default.values()) < sum(unit.number for unit in able.values())
    if sum(bool(number) for number in items.values()) > 1 and (scarce or len(ring) > 1):
        named = turn.setting.name
        labels = {
            f"{name}@{base}": f"{name}: {unit.air_type.label} to {named(base)}" for name, unit in able.items() for base in ring
        }
        about = partial(pushed_out, turn, place, able.values(), distance, ring)
        key = f"{by}.displace.{place}.{distance}"
        sent = ref.allot(key, items, by=by, default=default, labels=labels, refuse=refuse, about=about)
    for key, number in sent.items():
        if number:
            name, _, base = key.partition("@")
            waiting = {**waiting, name: waiting[name].inverted_first(waiting[name].number - number)}
            turn = stationed(turn, name, base, inverted=number)
            ref.tell(Status, by, f"{name}: {able[name].air_type.label}", number, f"inverted at {turn.setting.name(base)}")
    return turn, waiting


def spread_refused(turn: Turn, ring: list[str], able: Waiting, answer: Mapping[str, int]) -> str | None:
    """Why displaced units may not be spread like this: too many in a base, or a unit left out though there is room."""
    for name, unit in able.items():
        if sum(answer.get(f"{name}@{base}", 0) for base in ring) > unit.number:
            return f"there are only {unit.number} of {name}"
    for base in ring:
        factors, squadrons = guests(turn, base, able, answer)
        if not may_base(turn.base(base), turn.setting.theater, factors, squadrons):
            return f"{turn.setting.name(base)} has no room for all of these (18.11)"
        for name, unit in able.items():
            if sum(answer.get(f"{name}@{other}", 0) for other in ring) < unit.number:
                more = {**answer, f"{name}@{base}": answer.get(f"{name}@{base}", 0) + 1}
                if may_base(turn.base(base), turn.setting.theater, *guests(turn, base, able, more)):
                    return f"{turn.setting.name(base)} has room for more of {name}; the nearest base comes first (18.25)"
    return None


def guests(turn: Turn, base: str, able: Waiting, answer: Mapping[str, int]) -> tuple[int, int]:
    """The factors and squadrons that a base would hold with these units."""
    factors, squadrons = turn.load(base)
    for name, unit in able.items():
        number = answer.get(f"{name}@{base}", 0)
        factors, squadrons = (factors, squadrons + number) if unit.air_type.in_squadrons else (factors + number, squadrons)
    return factors, squadrons


def filled(turn: Turn, ring: list[str], able: Waiting) -> dict[str, int]:
    """One way to spread the units: whole factors first, base by base, as many as fit."""
    answer: dict[str, int] = {}
    for name, unit in sorted(able.items(), key=lambda item: item[1].air_type.in_squadrons):
        left = unit.number
        for base in ring:
            while left:
                more = {**answer, f"{name}@{base}": answer.get(f"{name}@{base}", 0) + 1}
                if not may_base(turn.base(base), turn.setting.theater, *guests(turn, base, able, more)):
                    break
                answer, left = more, left - 1
    return answer
