"""Air unit refit (R5): a base pays supply, and some of its inactive units become active."""

from __future__ import annotations

from functools import partial

from airwar.engine.events import Event, Note
from airwar.engine.moves import Move, Return
from airwar.engine.referee import Referee
from airwar.engine.rule import rule
from airwar.rulesets.ocs.bases.about import to_refit
from airwar.rulesets.ocs.bases.limits import active_room
from airwar.rulesets.ocs.board.board import Board
from airwar.rulesets.ocs.board.places import BASE, CARRIER, STRIP, Airfield
from airwar.rulesets.ocs.board.segment import Segment
from airwar.rulesets.ocs.board.words import unit_label
from airwar.rulesets.ocs.rulings import Rulings
from airwar.rulesets.ocs.units.air import AT_BASE, INACTIVE

DAMAGED_CARRIER = 2


@rule("R5")
def refit_capacity(rulings: Rulings, level: int, kind: str = BASE, damaged: bool = False) -> int | None:
    """How many units a base refits: two per level, a strip one, a carrier all its planes (None), or two if damaged."""
    if kind == CARRIER:
        return DAMAGED_CARRIER if damaged else None
    return rulings.number("refit-strip") if kind == STRIP else rulings.number("refit-per-level") * level


@rule("R5")
def refit_cost(rulings: Rulings, kind: str = BASE) -> int:
    """What a base pays in T, however many units it refits; a carrier pays nothing."""
    return 0 if kind == CARRIER else rulings.number("refit-cost")


@rule("R5")
def refit_refused(board: Board, base: Airfield) -> str | None:
    """Why a base refits nothing, or None if it may."""
    if board.setting.hexes[base.id].enemy_zoc and not board.rulings.yes("refit-in-enemy-zoc"):
        return f"it is in an enemy zone of control that nothing negates{board.rulings.borrowed} (R5)"
    cost = refit_cost(board.rulings, base.kind)
    return f"it has {base.supply}T; refit costs {cost}T (R5)" if base.supply < cost else None


@rule("R5", "R1", "R8", "R14")
def refit_phase(ref: Referee, segment: Segment) -> Move[Segment]:
    """Base by base, the phasing player refits inactive units, including those that have just returned."""
    board, setting = segment.board, segment.board.setting
    if setting.weather.flight == "none" and setting.rulings.yes("weather-blocks-refit"):
        ref.tell(setting.rulings.graded, "weather-blocks-refit", f"no refit in this weather ({setting.weather.name})")
        return Return(segment)
    for base in segment.board.bases:
        if base.side == segment.side:
            board = refit_at(ref, board, base)
    return Return(segment.on(board))


@rule("R5", "R14")
def refit_at(ref: Referee, board: Board, base: Airfield) -> Board:
    """The owner picks inactive units at one base, as many as it can refit and keep active."""
    inactive = [unit for unit in board.units if unit.status == INACTIVE and unit.place == base.id]
    if not inactive:
        return board
    refused = refit_refused(board, base)
    if refused:
        ref.tell(Note, f"{board.setting.name(base.id)} refits nothing: {refused}")
        return board
    most = refit_limit(ref, board, base, len(inactive))
    items = {unit.id: 1 for unit in inactive}
    labels = {unit: unit_label(board, unit) for unit in items}
    default = dict.fromkeys(list(items)[:most], 1)
    about = partial(to_refit, board, base, items, most, refit_cost(board.rulings, base.kind))
    key, everybody = f"refit.{base.id}", most == len(items)
    picked = ref.allot(key, items, by=base.side, most=most, default=default, labels=labels, about=about, quiet=everybody)
    active = [unit.id for unit in inactive if picked[unit.id]]
    if not active:
        return board
    ref.tell(refit_events, board, base, active)
    cost = refit_cost(board.rulings, base.kind)
    board = board.with_base(base._replace(supply=base.supply - cost))
    return board.with_units(*(board.unit(unit)._replace(status=AT_BASE) for unit in active))


def refit_events(board: Board, base: Airfield, active: list[str]) -> list[Event]:
    """The units that are active again, what it cost, and where the numbers come from."""
    rulings, kind = board.rulings, base.kind
    names = ", ".join(board.counter(unit).name for unit in active)
    if kind == CARRIER:
        return [Note(f"{board.setting.name(base.id)} refits its planes free of charge{rulings.borrowed}; now active: {names}")]
    note = Note(f"{board.setting.name(base.id)} pays {refit_cost(rulings, kind)}T for refit; now active: {names}")
    text = "the cost and capacity of refit in v3.0 are not known"
    found = (
        rulings.graded("refit-strip" if kind == STRIP else "refit-per-level", text),
        rulings.chosen("refit-cost", "what the base pays"),
    )
    return [note, *(ruling for ruling in found if ruling)]


@rule("R14", "R5")
def refit_limit(ref: Referee, board: Board, base: Airfield, inactive: int) -> int:
    """As many as the base can refit, but no more than may be active there."""
    hull = board.hull(base.id)
    capacity = refit_capacity(board.rulings, base.level, base.kind, damaged=bool(hull and hull.hits))
    able = inactive if capacity is None else min(inactive, capacity)
    room = active_room(board, base.id)
    if room is None or room >= able:
        return able
    ref.tell(board.rulings.graded, "base-stacking", f"{board.setting.name(base.id)} has room for {room} more active units")
    return room
