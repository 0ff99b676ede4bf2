"""Air unit refit (R5): a base pays, and some of its inactive units are active again."""

from __future__ import annotations

from airwar.engine.referee import Next, Note, Referee
from airwar.engine.rule import rule
from airwar.rulesets.ocs.rulings import Rulings, number, ruled
from airwar.rulesets.ocs.sequence import next_act, opens
from airwar.rulesets.ocs.stacking import active_limit
from airwar.rulesets.ocs.state import Airfield, Turn
from airwar.rulesets.ocs.units import AT_BASE, INACTIVE

DAMAGED_CARRIER = 2


@rule("R5")
def refit_capacity(rulings: Rulings, level: int, kind: str = "base", damaged: bool = False) -> int | None:
    """How many units a base refits: two for each level, a strip one, a carrier all of its own (None), or two when damaged."""
    if kind == "carrier":
        return DAMAGED_CARRIER if damaged else None
    return number(rulings, "refit-strip") if kind == "strip" else number(rulings, "refit-per-level") * level


@rule("R5")
def refit_cost(rulings: Rulings, kind: str = "base") -> int:
    """What a base pays in T, however many units it refits; a carrier pays nothing."""
    return 0 if kind == "carrier" else number(rulings, "refit-cost")


@rule("R5")
def refit_refused(turn: Turn, base: Airfield) -> str | None:
    """Why a base refits nothing, or None when it may."""
    place = turn.setting.places[base.id]
    if place.enemy_zoc and turn.rulings["refit-zoc"] == "blocked":
        return "it lies in an enemy zone of control that nothing negates (R5)"
    cost = refit_cost(turn.rulings, place.kind)
    return f"it has {base.supply}T; refit costs {cost}T (R5)" if base.supply < cost else None


@opens("refit")
@rule("R5", "R1", "R8", "R14")
def refit_phase(ref: Referee, turn: Turn) -> Next:
    """Base by base, the phasing player refits inactive units; those that have just returned too."""
    phasing, setting = turn.agenda[0].player, turn.setting
    if setting.flight == "none" and setting.rulings["weather-blocks-refit"] == "yes":
        ref.tell(ruled, setting.rulings, "weather-blocks-refit", f"no refit in this weather ({setting.weather})")
        return Next(next_act, turn)
    for base in turn.bases:
        if base.side == phasing:
            turn = refit_at(ref, turn, base)
    return Next(next_act, turn)


@rule("R5", "R14")
def refit_at(ref: Referee, turn: Turn, base: Airfield) -> Turn:
    """The inactive units of one base, as many as it can refit and keep active."""
    inactive = [unit for unit in turn.units if unit.status == INACTIVE and unit.place == base.id]
    inactive = [unit for unit in inactive if turn.counter(unit.id).side == base.side]
    if not inactive:
        return turn
    refused = refit_refused(turn, base)
    if refused:
        ref.tell(Note, f"{turn.setting.name(base.id)} refits nothing: {refused}")
        return turn
    most = refit_limit(turn, base, len(inactive))
    items = {unit.id: 1 for unit in inactive}
    labels = {unit: turn.counter(unit).label for unit in items}
    default = dict.fromkeys(list(items)[:most], 1)
    chosen = ref.allot(f"refit.{base.id}", items, by=base.side, most=most, default=default, labels=labels)
    active = [unit.id for unit in inactive if chosen[unit.id]]
    if not active:
        return turn
    kind = turn.setting.places[base.id].kind
    cost = refit_cost(turn.rulings, kind)
    ref.tell(Note, f"{turn.setting.name(base.id)} pays {cost}T; active: {', '.join(turn.counter(unit).name for unit in active)}")
    if kind != "carrier":
        option = "refit-strip" if kind == "strip" else "refit-per-level"
        ref.tell(ruled, turn.rulings, option, "cost and capacity of refit in v3.0 are not known")
    turn = turn.with_base(base._replace(supply=base.supply - cost))
    return turn.with_units(*(turn.unit(unit)._replace(status=AT_BASE) for unit in active))


@rule("R14", "R5")
def refit_limit(turn: Turn, base: Airfield, inactive: int) -> int:
    """What the base can refit, and no more than may be active there."""
    place = turn.setting.places[base.id]
    able = refit_capacity(turn.rulings, base.level, place.kind, place.damaged)
    room = active_limit(turn.rulings, base.level, place.kind)
    active = sum(unit.status == AT_BASE and unit.place == base.id for unit in turn.units)
    limits = [inactive, *([able] if able is not None else []), *([max(0, room - active)] if room is not None else [])]
    return min(limits)
