"""How air units and bases look in tables."""

from __future__ import annotations

from airwar.engine.referee import Sheet
from airwar.rulesets.world_at_war.bases.basing import capacity
from airwar.rulesets.world_at_war.state import Turn
from airwar.rulesets.world_at_war.units.unit import Unit

STATUS = ("ready", "used", "inverted", "flying")  # used: uninverted, but flies no more in this turn


def unit_row(unit: Unit, place: str) -> tuple[str, ...]:
    counts = (unit.ready, unit.flown + unit.at_sea, unit.inverted, unit.flying)
    return (unit.side, unit.id, unit.air_type.label, place, *(str(number) for number in counts))


def base_sheets(turn: Turn) -> list[Sheet]:
    """Every air unit on the map and where it is based, and every base."""
    setting = turn.setting
    units = tuple(unit_row(unit, setting.name(unit.home)) for unit in turn.units if unit.left and not unit.strategic)
    bases = tuple(
        (base.side, base.name, "no limit" if base.box else str(capacity(base, setting.theater)), base.supply) for base in turn.bases
    )
    return [
        Sheet("Air units", ("side", "unit", "type", "base", *STATUS), units),
        Sheet("Bases", ("side", "base", "capacity", "supply"), bases),
    ]
