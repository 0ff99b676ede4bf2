"""How many active air units a base holds."""

from __future__ import annotations

from airwar.engine.rule import rule
from airwar.rulesets.ocs.board.board import Board
from airwar.rulesets.ocs.board.places import BASE, CARRIER, STRIP
from airwar.rulesets.ocs.rulings import Rulings
from airwar.rulesets.ocs.units.air import AT_BASE

ACTIVE_AT_STRIP = 4  # a base holds its level more


@rule("R14")
def active_limit(rulings: Rulings, level: int, kind: str = BASE) -> int | None:
    """How many active air units a base holds, or None for any number; inactive ones are never limited."""
    if rulings.value("base-stacking") == "unlimited" or kind == CARRIER:
        return None
    return ACTIVE_AT_STRIP if kind == STRIP else ACTIVE_AT_STRIP + level


@rule("R52")
def carrier_refused(board: Board, place: str, unit_id: str) -> str | None:
    """Why a unit cannot land on a carrier, or None if it can or is aboard, or if the base is not a carrier."""
    if board.base_kind(place) != CARRIER or unit_id in board.based_at(place):
        return None
    if not board.counter(unit_id).carrier_plane:
        return "it is not a carrier plane (R52)"
    most = board.setting.hexes[place].planes
    full = most is not None and len(board.based_at(place)) >= most
    return f"{board.setting.name(place)} holds no more than {most} air units (R52)" if full else None


@rule("R14")
def active_room(board: Board, place: str) -> int | None:
    """How many more air units may be active at a base, or None for any number."""
    base = board.base(place)
    assert base is not None
    limit = active_limit(board.rulings, base.level, base.kind)
    active = sum(unit.status == AT_BASE and unit.place == place for unit in board.units)
    return None if limit is None else max(0, limit - active)
