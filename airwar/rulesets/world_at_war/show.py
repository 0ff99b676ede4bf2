"""How a turn looks in tables."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from airwar.engine.referee import End, Sheet
from airwar.engine.ruleset import Tally
from airwar.rulesets.world_at_war.air_transport import Transit
from airwar.rulesets.world_at_war.basing import capacity
from airwar.rulesets.world_at_war.forces import Force
from airwar.rulesets.world_at_war.ground_strength import strength_sheet
from airwar.rulesets.world_at_war.interception import Interception, Operation
from airwar.rulesets.world_at_war.state import Counterair, Turn


def tables(state: Any) -> list[Sheet]:
    """The battle if one is on, then every unit and where it is."""
    if isinstance(state, Counterair):
        return [battle_sheet(state, state.base), *turn_sheets(state.turn)]
    if isinstance(state, Interception):
        return [battle_sheet(state, state.hexes[0]), *turn_sheets(state.turn)]
    if isinstance(state, Transit):
        return [battle_sheet(state, state.hex or state.flight.to), *turn_sheets(state.turn)]
    if isinstance(state, Operation):
        here = [strength_sheet(state.turn, state.battle)] if state.waiting else []
        return [*here, *turn_sheets(state.turn)]
    return turn_sheets(state)


def battle_sheet(battle: Counterair | Interception | Transit, place: str) -> Sheet:
    name = battle.turn.setting.name(place)
    rows = [*force_rows("attacker", battle.attackers), *force_rows("defender", battle.defenders)]
    return Sheet(f"Over {name}", ("side", "unit", "type", "left", "aborted"), tuple(rows))


def force_rows(side: str, force: Force) -> list[tuple[str, ...]]:
    return [(side, line.unit, line.label, str(line.number), str(sum(line.aborted) or "")) for line in force]


def turn_sheets(turn: Turn) -> list[Sheet]:
    setting = turn.setting
    units = tuple(
        (unit.side, unit.id, unit.type.label, setting.name(unit.home), str(unit.ready), str(unit.inverted))
        for unit in turn.units
        if unit.number
    )
    bases = tuple(
        (base.side, base.name, "no limit" if base.box else str(capacity(turn.base(base.id), setting.theater)), base.supply)
        for base in setting.bases.values()
    )
    return [
        Sheet("Air units", ("side", "unit", "type", "base", "ready", "inverted"), units),
        Sheet("Bases", ("side", "base", "capacity", "supply"), bases),
    ]


def tally(state: Any) -> list[Tally]:
    """What each side had and lost, by type."""
    turn: Turn = getattr(state, "turn", state)
    had: dict[tuple[str, str], int] = {}
    left: dict[tuple[str, str], int] = {}
    for unit in (*turn.units, *turn.building):
        key = (unit.side, unit.type.label)
        had[key] = had.get(key, 0) + unit.had
        left[key] = left.get(key, 0) + unit.number + unit.flying
    return [Tally(side, label, count, count - left[side, label]) for (side, label), count in had.items()]


def winner(end: End) -> str:
    """Who has won: the attacker when no defender is left to be met, the defender when no attacker is."""
    results = {result for _, result in end.state.results}
    if results and results <= {"defender eliminated", "defender disengaged", "base empty", "overrun"}:
        return "attacker"
    held = {"attacker eliminated", "attacker disengaged", "defender holds", "prevented", "turned back", "called off", "aborted"}
    return "defender" if results and results <= held else ""


def party(state: Any, by: str) -> str:
    """The side that attacks is the one whose turn it is."""
    setting = getattr(state, "turn", state).setting
    other = next((base.side for base in setting.bases.values() if base.side != setting.moving), "")
    return setting.moving if by == "attacker" else other


def worth(unit: str) -> Fraction:
    """A squadron is a third of a factor."""
    return Fraction(1, 3) if unit.endswith(("NAS", "kamikaze")) else Fraction(1)
