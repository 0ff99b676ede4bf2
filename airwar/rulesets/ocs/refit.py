"""Air unit refit (R5): a base pays, and some of its inactive units are active again."""

from __future__ import annotations

from airwar.engine.referee import Event, Next, Note, Referee
from airwar.engine.rule import rule
from airwar.rulesets.ocs.rulings import Rulings, borrowed, chosen, number, ruled
from airwar.rulesets.ocs.sequence import next_act, opens
from airwar.rulesets.ocs.stacking import active_room
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
        return f"it lies in an enemy zone of control that nothing negates{borrowed(turn.rulings)} (R5)"
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
    most = refit_limit(ref, turn, base, len(inactive))
    items = {unit.id: 1 for unit in inactive}
    labels = {unit: turn.counter(unit).label for unit in items}
    default = dict.fromkeys(list(items)[:most], 1)
    chosen = ref.allot(f"refit.{base.id}", items, by=base.side, most=most, default=default, labels=labels)
    active = [unit.id for unit in inactive if chosen[unit.id]]
    if not active:
        return turn
    ref.tell(refit_told, turn, base, active)
    cost = refit_cost(turn.rulings, turn.setting.places[base.id].kind)
    turn = turn.with_base(base._replace(supply=base.supply - cost))
    return turn.with_units(*(turn.unit(unit)._replace(status=AT_BASE) for unit in active))


def refit_told(turn: Turn, base: Airfield, active: list[str]) -> list[Event]:
    """Who is active again, what it cost, and that the numbers are not those of v3.0."""
    rulings, kind = turn.rulings, turn.setting.places[base.id].kind
    names = ", ".join(turn.counter(unit).name for unit in active)
    if kind == "carrier":
        return [Note(f"{turn.setting.name(base.id)} refits its planes for nothing{borrowed(rulings)}; active: {names}")]
    note = Note(f"{turn.setting.name(base.id)} pays {refit_cost(rulings, kind)}T; active: {names}")
    text = "cost and capacity of refit in v3.0 are not known"
    rulings_told = (
        ruled(rulings, "refit-strip" if kind == "strip" else "refit-per-level", text),
        chosen(rulings, "refit-cost", "what the base pays"),
    )
    return [note, *(ruling for ruling in rulings_told if ruling)]


@rule("R14", "R5")
def refit_limit(ref: Referee, turn: Turn, base: Airfield, inactive: int) -> int:
    """What the base can refit, and no more than may be active there."""
    place = turn.setting.places[base.id]
    capacity = refit_capacity(turn.rulings, base.level, place.kind, place.damaged)
    able = inactive if capacity is None else min(inactive, capacity)
    room = active_room(turn, base.id)
    if room is None or room >= able:
        return able
    ref.tell(ruled, turn.rulings, "base-stacking", f"{turn.setting.name(base.id)} has room for {room} more active units")
    return room
