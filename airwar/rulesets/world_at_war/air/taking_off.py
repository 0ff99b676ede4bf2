"""Taking off (18.41, 18.45, 18.51): which units may fly from where, how far, and how they leave their base."""

from __future__ import annotations

from airwar.engine.referee import Referee
from airwar.engine.rule import rule
from airwar.rulesets.kit.places import beyond
from airwar.rulesets.world_at_war.air.sent import Sent
from airwar.rulesets.world_at_war.air_combat.forces import Force, Line
from airwar.rulesets.world_at_war.setting import Base, Setting
from airwar.rulesets.world_at_war.state import Turn
from airwar.rulesets.world_at_war.units.unit import Unit

FIGHTERS = ("aaf", "nas", "jet")  # the types that meet others in the air
BARRED_FROM = {"ports": (), "no-artificial": ("artificial-port",), "printed": ("artificial-port", "port")}


@rule("18.5")
def side_refused(setting: Setting, unit: Unit, number: str) -> str | None:
    """Why a unit of the other side does not fly a mission of this player turn, under the rule of that mission."""
    return None if unit.side == setting.attacker else f"{unit.id} does not belong to the attacker, {setting.attacker} ({number})"


# 18.45: how far


@rule("18.45", "18.49")
def range_refused(ref: Referee | None, turn: Turn, unit: Unit, here: str, hex_: str) -> str | None:
    """Why a unit that takes off here cannot reach a hex, or None."""
    far = beyond(ref, turn, here, hex_, unit.range)
    return f"{unit.id} has a range of {unit.range}; {far} (18.45)" if far else None


# 18.51: from where


@rule("18.51", "17.3126E", "18.49")
def takeoff_refused(turn: Turn, unit: Unit, *, carriers: bool = True) -> str | None:
    """Why a unit cannot fly offensive missions from where it is, or None.

    They are flown from operational bases, and by naval air from carriers at sea where the mission allows it.
    """
    if unit.air_type.nation in turn.setting.neutral:
        return f"{unit.id}: {unit.air_type.nation} is not at war in this theater and flies no missions (not-at-war)"
    if turn.find_base(unit.home) and not unit.strategic:
        return base_refused(turn, unit, unit.home)
    carrier = turn.find_carrier(unit.home)
    if carrier is None:
        return f"{unit.id} is not at a base on the map (18.51)"
    if carrier.sunk:
        return f"{carrier.name} is sunk (17.3124)"
    if carrier.port:
        return f"{unit.id} is on a carrier in port; it only defends there (17.3126)"
    if carrier.damaged:
        return f"{unit.id} is on a damaged carrier, which launches nothing (17.3124)"
    return None if carriers else f"{unit.id} is on a carrier, which does not fly this mission (18.5522)"


@rule("18.51", "18.49")
def base_refused(turn: Turn, unit: Unit, base_id: str) -> str | None:
    """Why a unit cannot fly offensive missions from a base, or None: it is fully supplied, on the map, and of the right sort."""
    base = turn.base(base_id)
    refused = field_refused(turn, unit, base)
    return refused if refused or base.side == unit.side else f"{base.name} is in enemy hands (18.51)"


@rule("18.51", "18.49")
def field_refused(turn: Turn, unit: Unit, base: Base) -> str | None:
    """Why a unit cannot fly offensive missions from a base, whoever holds it, or None."""
    refused = not_operational(unit, base)
    if refused:
        return refused
    naval_island = base.island and unit.type == "nas"
    if not naval_island and barred(turn, base):
        return f"{unit.id} flies from {base.name}, which has no facility that offensive missions may be flown from (18.51)"
    return None


@rule("18.51")
def barred(turn: Turn, base: Base) -> bool:
    """Whether a base has no facility that offensive missions may be flown from."""
    return all(place in BARRED_FROM[turn.setting.rulings.value("offensive-bases")] for place in base.places)


@rule("18.51", "18.49", "18.21D")
def not_operational(unit: Unit, base: Base) -> str | None:
    """Why no offensive mission is flown from a base at all, or None: it is a box, or not fully supplied."""
    if base.box:
        return f"{unit.id} is in {base.name}, a box; no mission is flown out of one (18.49)"
    if not base.operational:
        return f"{unit.id} flies from {base.name}, which is {shortage(base)}; expected a fully supplied base (18.51)"
    return None


def shortage(base: Base) -> str:
    """What a base that is not operational lacks."""
    if base.oil:
        return "subject to air oil effects"
    return "in partial supply" if base.supply == "partial" else "unsupplied"


@rule("18.45", "18.611D", "17.3126E", "18.49")
def defense_refused(ref: Referee | None, turn: Turn, unit: Unit, hex_: str) -> str | None:
    """Why a unit cannot fly in defense over a hex, or None.

    It flies from land bases in range; only over its own hex if in partial supply, short of oil or in deep winter.
    """
    home = turn.find_base(unit.home)
    if unit.air_type.nation in turn.setting.neutral:
        return f"{unit.id}: {unit.air_type.nation} is not at war in this theater and flies no missions (not-at-war)"
    if home is None or home.box:
        return f"{unit.id} is at {turn.setting.name(unit.home)}; this is flown from land bases on the map (18.612, 18.49)"
    if home.supply == "none":
        return f"{unit.id} is at {home.name}, which is not supplied; it cannot fly (18.45)"
    if home.id == hex_:
        return None
    if hampered(unit, home):
        short = "in deep winter" if home.operational else shortage(home)
        return f"{unit.id} is at {home.name}, which is {short}; it flies only over its own hex (18.45)"
    return range_refused(ref, turn, unit, unit.home, hex_)


@rule("18.45", "18.611D")
def hampered(unit: Unit, base: Base) -> bool:
    """Whether a unit flies in defense only over its own hex: short of supply or oil, or in deep winter."""
    return not base.operational or unit.winter >= 9


# taking off


@rule("18.41")
def taken_off(turn: Turn, sent: Sent) -> Turn:
    """These units leave their bases. Until they land or are lost they are in the air: neither ready nor inverted."""
    leaving = [(turn.unit(unit), number) for unit, number in sent]
    return turn.with_units(unit._replace(ready=unit.ready - number, flying=unit.flying + number) for unit, number in leaving)


def as_force(turn: Turn, sent: Sent) -> Force:
    """Units on a mission, or that may be sent on one, as lines of a force."""
    units = [(turn.unit(unit), number) for unit, number in sent]
    return tuple(Line(unit.id, unit.air_type, (number,), debt=unit.debt_of(number)) for unit, number in units)
