"""How a game turn looks in tables."""

from __future__ import annotations

from typing import Any

from airwar.engine.referee import End, Sheet
from airwar.rulesets.ocs.air_combat import AirCombat
from airwar.rulesets.ocs.state import Turn, on_the_map
from airwar.rulesets.ocs.units import ELSEWHERE, Air
from airwar.rulesets.ruleset import Tally


def tables(state: Any) -> list[Sheet]:
    """The air combat if one is on, then every unit and base."""
    if isinstance(state, AirCombat):
        return [combat_sheet(state), *turn_sheets(state.turn)]
    return turn_sheets(turn_of(state))


def turn_of(state: Any) -> Turn:
    turn: Turn = state if isinstance(state, Turn) else state.turn
    return turn


def combat_sheet(combat: AirCombat) -> Sheet:
    rows = []
    for role in ("attacker", "defender"):
        for unit in combat.of(role):
            rating = combat.turn.values(combat.turn.unit(unit)).rating
            rows.append((role, combat.turn.counter(unit).label, str(rating)))
    return Sheet(f"Over {combat.turn.setting.name(combat.place)}", ("role", "unit", "rating"), tuple(rows))


def turn_sheets(turn: Turn) -> list[Sheet]:
    setting = turn.setting
    units = []
    for unit in on_the_map(turn.units):
        counter, side = turn.counter(unit.id), turn.values(unit)
        rating = f"({side.rating})" if counter.parenthesised else str(side.rating)
        numbers = (rating, str(side.barrage), str(counter.range))
        place = f"{'over ' if unit.status == ELSEWHERE else ''}{setting.name(unit.place)}"
        units.append((counter.side, counter.label, *numbers, status(unit), place))
    levels = {base.id: str(base.level or setting.places[base.id].kind) for base in turn.bases}
    bases = tuple((base.side, setting.name(base.id), levels[base.id], f"{base.supply}T") for base in turn.bases)
    columns = ("side", "unit", "rating", "barrage", "range", "status", "place")
    sheets = [Sheet("Air units", columns, tuple(units)), Sheet("Air bases", ("side", "base", "level", "supply"), bases)]
    if turn.markers:
        rows = tuple((setting.name(marker.place), marker.side) for marker in turn.markers)
        sheets.append(Sheet("Rail interdiction", ("hex", "placed by"), rows))
    if turn.hulls:
        ships = tuple((setting.ships[hull.id].name, str(hull.hits), "DG" if hull.dg else "") for hull in turn.hulls)
        sheets.append(Sheet("Ships", ("ship", "hits", ""), ships))
    return sheets


def status(unit: Air) -> str:
    """In few words, since seven columns must go on a terminal of 80: what is not said is at full strength."""
    said = ["active" if unit.active else unit.status, unit.duty, "reduced" if unit.steps == 1 else ""]
    return ", ".join(word for word in said if word)


def winner(end: End) -> str:
    """Nobody wins a game turn; the side that has lost fewer air steps is ahead."""
    turn = turn_of(end.state)
    one, other = turn.setting.sides
    lead = turn.steps_lost(other) - turn.steps_lost(one)
    return one if lead > 0 else other if lead < 0 else ""


def tally(state: Any) -> list[Tally]:
    """The steps that each unit had and lost."""
    turn = turn_of(state)
    found = []
    for unit in turn.units:
        counter = turn.counter(unit.id)
        found.append(Tally(counter.side, f"{unit.id}: {counter.label}", counter.had, counter.had - unit.steps))
    return found
