"""Which units may fly a bombing raid, escort it or oppose it, and how far (17.5, 17.7, 17.8, 18.31)."""

from __future__ import annotations

from airwar.engine.referee import Referee
from airwar.engine.rule import rule
from airwar.rulesets.kit.names import count
from airwar.rulesets.kit.places import FAR, beyond, hexes_between
from airwar.rulesets.world_at_war.air.taking_off import field_refused, hampered, side_refused, takeoff_refused
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


def raid_refused(ref: Referee | None, turn: Turn, target: Target, unit: Unit, role: str) -> str | None:
    """Why a unit may not fly in a raid."""
    if other_side := side_refused(turn.setting, unit, "18.512"):
        return other_side
    wrong = type_refused(unit, role)
    if wrong:
        return wrong
    if unit.strategic:
        return out_of_range_of_front(ref, turn, target, unit)
    return out_of_range_of_base(ref, turn, target, unit)


@rule("17.71", "17.72", "17.82", "18.31F", "18.31G", "18.49")
def out_of_range_of_front(ref: Referee | None, turn: Turn, target: Target, unit: Unit) -> str | None:
    """Bombers and escorting interceptors count their range from any operational base of their front, even a full one."""
    bases = [base for base in front_bases(turn, unit, unit.home) if field_refused(turn, unit, base) is None]
    if not bases:
        return f"{unit.id}: the {unit.home} front has no operational base of {unit.side} (17.72)"
    near = nearest(ref, turn, target, bases, unit.range)
    if near is not None and near > unit.range:
        number = "17.72" if unit.type == "bomber" else "17.82"
        base = f"the nearest operational base of the {unit.home} front"
        where = "out of reach of" if near >= FAR else f"{count(near, 'hex', 'hexes')} from"
        return f"{unit.id} has a range of {unit.range}; {target.name} is {where} {base} ({number})"
    return None


def front_bases(turn: Turn, unit: Unit, front: str) -> list[Base]:
    """The bases of a unit's side on a front where air units can be."""
    bases = [turn.find_base(base) for base in turn.setting.strategy.fronts.get(front, ())]
    return [base for base in bases if base and base.side == unit.side and base.takes_air_units and not base.box]


def nearest(ref: Referee | None, turn: Turn, target: Target, bases: list[Base], reach: int) -> int | None:
    """How far a target is from the nearest of these bases, as far as it matters: distances are asked for until one is in reach.

    Without a referee it is None as long as an unknown distance might be in reach.
    """
    known = [hexes for base in bases if (hexes := turn.distance(target.id, base.id)) is not None]
    unknown = [base for base in bases if turn.distance(target.id, base.id) is None]
    near = min(known, default=None)
    for base in unknown:
        if near is not None and near <= reach:
            return near
        if ref is None:
            return None
        hexes = hexes_between(ref, turn, target.id, base.id)
        near = hexes if near is None else min(near, hexes)
    return near


@rule("18.45", "18.51", "17.581", "17.52", "18.31E", "18.49")
def out_of_range_of_base(ref: Referee | None, turn: Turn, target: Target, unit: Unit) -> str | None:
    """Army air and jets fly from their own base, which must be operational."""
    if refused := takeoff_refused(turn, unit):
        return refused
    far = beyond(ref, turn, unit.home, target.id, unit.range)
    return f"{unit.id} has a range of {unit.range}; {far} (18.45)" if far else None


def opposition_refused(ref: Referee | None, turn: Turn, target: Target, unit: Unit) -> str | None:
    """Why a unit may not oppose a raid."""
    if unit.side == turn.setting.attacker:
        return f"{unit.id} belongs to the attacker, {turn.setting.attacker}; only the defender opposes bombing (17.83)"
    wrong = type_refused(unit, "oppose")
    if wrong:
        return wrong
    if unit.air_type.nation == "italy" and unit.type == "aaf" and target.nation == "germany":
        return f"{unit.id}: Italian army air does not defend Germany, by one public summary of rule 26 (18.57)"
    if unit.type == "interceptor":
        if interceptors_engage(ref, turn, target, unit, turn.setting.rulings.value("interceptors")):
            return None
        return f"{unit.id}: the raid on {target.name} does not come within its front and range of {unit.range} (18.31G)"
    return defender_out_of_range(ref, turn, target, unit)


@rule("17.582", "18.45", "18.49")
def defender_out_of_range(ref: Referee | None, turn: Turn, target: Target, unit: Unit) -> str | None:
    """Army air and jets engage a raid that comes within range; if hampered, only over their own hex."""
    base = turn.find_base(unit.home)
    if base is None or base.box:
        return f"{unit.id} is not at a base on the map, and no mission is flown out of a box (18.49)"
    if base.supply == "none":
        return f"{unit.id} is at {base.name}, which is not supplied; it cannot fly (18.21)"
    if unit.air_type.nation in turn.setting.neutral:
        return f"{unit.id}: {unit.air_type.nation} is not at war in this theater and flies no missions (not-at-war)"
    reach = 0 if hampered(unit, base) else unit.range
    on_the_way = target.passing(unit.home)
    if on_the_way is not None and on_the_way <= reach:
        return None
    hexes = nearest(ref, turn, target, [base], reach)
    if hexes is None or hexes <= reach:
        return None
    nearer = min(hexes, on_the_way if on_the_way is not None else hexes)
    comes = "does not come near" if nearer >= FAR else f"comes no nearer than {nearer} hexes"
    return f"{unit.id} has a range of {reach} here; the raid on {target.name} {comes} (18.45)"


@rule("17.82", "18.31G")
def interceptors_engage(ref: Referee | None, turn: Turn, target: Target, unit: Unit, reading: str) -> bool:
    """Interceptors engage a raid on their front and within range of a supplied base there; under `either`, one is enough."""
    if reading == "both":
        return unit.home in target.fronts() and meets(ref, turn, target, unit, unit.home)
    return unit.home in target.fronts() or any(meets(ref, turn, target, unit, front) for front in target.fronts())


@rule("17.82", "18.31G")
def meets(ref: Referee | None, turn: Turn, target: Target, unit: Unit, front: str) -> bool:
    """Whether a raid comes, on one front, within range of a supplied base that the unit counts from."""
    bases = [base for base in front_bases(turn, unit, unit.home) if base.supply == "full"]
    if front != target.front:
        way = target.passes.get(front, {})
        return any(way[base.id] <= unit.range for base in bases if base.id in way)
    near = nearest(ref, turn, target, bases, unit.range) if bases else FAR
    return near is None or near <= unit.range


def units_that_the_reading_affects(ref: Referee, turn: Turn, target: Target) -> list[str]:
    """The uninverted defending interceptors that may engage under one reading of the rule but not under the other."""
    defenders = [unit for unit in turn.strategic if unit.side != turn.setting.attacker and unit.type == "interceptor"]
    return [
        unit.id
        for unit in defenders
        if unit.ready and len({interceptors_engage(ref, turn, target, unit, reading) for reading in ("both", "either")}) == 2
    ]
