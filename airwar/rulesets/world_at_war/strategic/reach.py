"""Which units may fly a bombing raid, escort it or oppose it, and how far (17.5, 17.7, 17.8, 18.31)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from airwar.engine.rule import rule
from airwar.rulesets.world_at_war.air.taking_off import not_operational, side_refused
from airwar.rulesets.world_at_war.setting import Base
from airwar.rulesets.world_at_war.state import Turn
from airwar.rulesets.world_at_war.strategic.state import Target
from airwar.rulesets.world_at_war.units.jets import jets_never
from airwar.rulesets.world_at_war.units.unit import Unit

ROLES = {"bomb": ("bomber", "aaf"), "escort": ("interceptor", "jet", "aaf"), "oppose": ("interceptor", "jet", "aaf")}
DOES_NOT = {
    "bomber": "strategic bombers only bomb (17.73)",
    "interceptor": "interceptors do not bomb; they escort and oppose bombing (17.83)",
    "nas": "naval air does not bomb, escort bombing or oppose it (17.33)",
    "transport": "air transports take no part in bombing (17.63)",
    "kamikaze": "kamikazes only attack ships (17.463)",
}


@rule("17.23", "17.53C", "17.53F", "17.531", "17.73", "17.83")
def type_refused(unit: Unit, role: str) -> str | None:
    """Why a type of unit does not bomb, escort or oppose bombing."""
    if unit.type in ROLES[role]:
        return None
    if unit.type == "jet":
        return jets_never("bombing")
    return DOES_NOT[unit.type]


def raid_refused(turn: Turn, target: Target, unit: Unit, role: str) -> str | None:
    """Why a unit may not fly in a raid."""
    if other_side := side_refused(turn.setting, unit, "18.512"):
        return other_side
    wrong = type_refused(unit, role)
    if wrong:
        return wrong
    if unit.type in ("bomber", "interceptor"):
        return out_of_range_of_front(turn, target, unit)
    return out_of_range_of_base(turn, target, unit)


@rule("17.71", "17.72", "17.82", "18.31F", "18.31G")
def out_of_range_of_front(turn: Turn, target: Target, unit: Unit) -> str | None:
    """Bombers and escorting interceptors count their range from any operational base of their front, even a full one."""
    near = nearest(turn, target.distances, unit, lambda base: base.operational)
    if near is None:
        return f"{unit.id}: no distance is given from an operational base of the {unit.home} front to {target.name}; add one"
    if near > unit.range:
        number = "17.72" if unit.type == "bomber" else "17.82"
        base = f"the nearest operational base of the {unit.home} front"
        return f"{unit.id} has a range of {unit.range}; {target.name} is {near} hexes from {base} ({number})"
    return None


def nearest(turn: Turn, distances: Mapping[str, int], unit: Unit, fit: Callable[[Base], bool]) -> int | None:
    """How far away the nearest suitable base of a unit's front is."""
    bases = [turn.find_base(base) for base in turn.setting.strategy.fronts.get(unit.home, ())]
    own = [base for base in bases if base and base.side == unit.side and fit(base)]
    return min((distances[base.id] for base in own if base.id in distances), default=None)


@rule("18.45", "18.51", "17.581", "17.52", "18.31E")
def out_of_range_of_base(turn: Turn, target: Target, unit: Unit) -> str | None:
    """Army air and jets fly from their own base, which must be operational."""
    base = turn.find_base(unit.home)
    if base is None:
        return f"{unit.id} is not at a base; expected army air and jets to fly from bases"
    refused = not_operational(unit, base)
    if refused:
        return refused
    distance = target.distances.get(unit.home)
    if distance is None:
        return f"no distance is given between {base.name} and {target.name}; add it under distances"
    if distance > unit.range:
        return f"{unit.id} has a range of {unit.range}; {target.name} is {distance} hexes away (18.45)"
    return None


def opposition_refused(turn: Turn, target: Target, unit: Unit) -> str | None:
    """Why a unit may not oppose a raid."""
    if unit.side == turn.setting.attacker:
        return f"{unit.id} belongs to the attacker, {turn.setting.attacker}; only the defender opposes bombing (17.83)"
    wrong = type_refused(unit, "oppose")
    if wrong:
        return wrong
    if unit.air_type.nation == "italy" and unit.type == "aaf" and target.nation == "germany":
        return f"{unit.id}: Italian army air does not defend Germany (rule 26, one public summary)"
    if unit.type == "interceptor":
        if interceptors_engage(turn, target, unit, turn.setting.rulings.value("interceptors")):
            return None
        return f"{unit.id}: the raid on {target.name} does not come within its front and range of {unit.range} (18.31G)"
    return defender_out_of_range(turn, target, unit)


@rule("17.582", "18.45")
def defender_out_of_range(turn: Turn, target: Target, unit: Unit) -> str | None:
    """Army air and jets engage a raid that comes within range; from a base that is not operational only over their own hex."""
    base = turn.find_base(unit.home)
    hexes = min(target.hexes_from(unit.home), default=None)
    if base is None or hexes is None:
        return f"{unit.id}: no distance is given between its base and the raid on {target.name}; add it under distances or passes"
    if base.supply == "none":
        return f"{unit.id} is at {base.name}, which is not supplied; it cannot fly (18.21)"
    reach = unit.range if base.operational else 0
    if hexes > reach:
        return f"{unit.id} has a range of {reach} here; the raid on {target.name} comes no nearer than {hexes} hexes (18.45)"
    return None


@rule("17.82", "18.31G")
def interceptors_engage(turn: Turn, target: Target, unit: Unit, reading: str) -> bool:
    """Interceptors engage a raid on their front and within range of a supplied base there; under `either`, one is enough."""
    if reading == "both":
        near = nearest(turn, target.on(unit.home), unit, lambda base: base.supply == "full")
        return near is not None and near <= unit.range
    ways = [nearest(turn, target.on(front), unit, lambda base: base.supply == "full") for front in target.fronts()]
    return unit.home in target.fronts() or any(way is not None and way <= unit.range for way in ways)


def units_that_the_reading_affects(turn: Turn, target: Target) -> list[str]:
    """The uninverted defending interceptors that may engage under one reading of the rule but not under the other."""
    defenders = [unit for unit in turn.strategic if unit.side != turn.setting.attacker and unit.type == "interceptor"]
    return [
        unit.id
        for unit in defenders
        if unit.ready and len({interceptors_engage(turn, target, unit, reading) for reading in ("both", "either")}) == 2
    ]
