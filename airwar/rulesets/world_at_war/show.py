"""How a turn looks: its tables, a sum over the chapters; what each side had and lost; and which side has won."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from airwar.engine.frozen import replace
from airwar.engine.moves import End
from airwar.engine.records import Rolled
from airwar.engine.referee import Sheet
from airwar.rulesets.ruleset import Tally
from airwar.rulesets.world_at_war import air_combat, counterair_rounds, ground_attacks, kamikazes, strategic_bombing, transport
from airwar.rulesets.world_at_war.basing import STATUS, base_sheets
from airwar.rulesets.world_at_war.options import ATTACKER_WINS, DEFENDER_WINS
from airwar.rulesets.world_at_war.state import Turn
from airwar.rulesets.world_at_war.units import AirType

UNDER_WAY = (counterair_rounds.sheets, ground_attacks.sheets, transport.sheets, strategic_bombing.sheets, kamikazes.sheets)
AIRBORNE = (counterair_rounds.airborne, ground_attacks.airborne, transport.airborne)
AIR_COMBAT = "Air Combat"  # the chart
BEFORE = ", before the losses of this battle"
AT_REST = (ground_attacks.air_sheets, base_sheets, strategic_bombing.box_sheets, kamikazes.pool_sheets)


def tables(states: Sequence[Any]) -> list[Sheet]:
    """What is under way, then every unit and where it is.

    A battle has taken its units off the ground before the turn beneath it knows; here they are shown in the air. Nor does
    the turn know the losses of a battle until it is over; the titles say so.
    """
    turn, battle = newest(states), states[-1]
    for airborne in AIRBORNE:
        turn = airborne(battle, turn)
    under_way = [sheet for sheets in UNDER_WAY for sheet in sheets(battle, turn)]
    at_rest = [sheet for sheets in AT_REST for sheet in sheets(turn)]
    if any(sheet.columns == air_combat.COLUMNS for sheet in under_way):
        at_rest = [replace(sheet, title=f"{sheet.title}{BEFORE}") if has_units(sheet) else sheet for sheet in at_rest]
    return under_way + at_rest


def newest(states: Sequence[Any]) -> Turn:
    """The turn as far as it has come: battles of a phase are over before the turn beneath knows of them."""
    return next(found for state in reversed(states) if isinstance(found := getattr(state, "turn", state), Turn))


def has_units(sheet: Sheet) -> bool:
    """Whether a table lists air units with their status."""
    return sheet.columns[-len(STATUS) :] == STATUS


def compared(states: Sequence[Any], roll: Rolled) -> list[str]:
    """Whose Air Nationality DRMs meet in an air combat roll (19.31A)."""
    battle = states[-1]
    attackers, defenders = getattr(battle, "attackers", ()), getattr(battle, "defenders", ())
    if roll.chart != AIR_COMBAT or not attackers or not defenders:
        return []
    sides = ((party(states[0], "attacker"), attackers), (party(states[0], "defender"), defenders))
    present = "; ".join(air_combat.nationalities(side, force) for side, force in sides)
    return [f"air nationality: {present}; the lowest of each side counts (19.31A)"]


def tally(state: Any) -> list[Tally]:
    """What each side had and lost, by type."""
    turn: Turn = getattr(state, "turn", state)
    total: dict[tuple[str, str, str], tuple[int, int]] = {}
    for unit in (*turn.units, *turn.basing.building):
        key = (unit.side, unit.air_type.nation, unit.air_type.type)  # elite naval air may become regular during the turn (17.42)
        had, left = total.get(key, (0, 0))
        total[key] = (had + unit.had, left + unit.left)
    tallies = [
        Tally(side, AirType(nation, type_, 0).label, had, had - left) for (side, nation, type_), (had, left) in total.items()
    ]
    pool = turn.kamikazes
    return [*tallies, Tally(pool.side, "Japanese kamikaze", pool.had, min(pool.had, pool.spent))] if pool.had else tallies


def results(state: Any) -> list[tuple[str, str]]:
    """The result of each battle and mission."""
    turn: Turn = getattr(state, "turn", state)
    places = [place for place, _ in turn.results]
    return [
        (f"{turn.setting.name(place)}{ground_kind(turn, place, result) if place in places[:at] else ''}", result)
        for at, (place, result) in enumerate(turn.results)
    ]


def ground_kind(turn: Turn, place: str, result: str) -> str:
    """The kind of a ground attack in a hex where something else happened before: `, ground`; nothing if there was none."""
    kinds = [kind for hex_, kind, how in turn.attacked if (hex_, how) == (place, result)]
    return f", {'ground' if kinds[-1] == 'regular' else kinds[-1]}" if kinds else ""


def winner(end: End) -> str:
    """The side that has won: the attacker if no defenders remain, the defender if no attackers do."""
    results = {result for _, result in end.state.results}
    if not results:
        return ""
    return "attacker" if results <= ATTACKER_WINS else "defender" if results <= DEFENDER_WINS else ""


def party(state: Any, by: str) -> str:
    """The side that attacks is the one whose turn it is; Japan may decide by name."""
    setting = getattr(state, "turn", state).setting
    if by in setting.sides:
        return by
    return str(setting.attacker if by == "attacker" else next(side for side in setting.sides if side != setting.attacker))


def worth(unit: str) -> Fraction:
    """A squadron is a third of a factor."""
    return Fraction(1, 3) if unit.endswith(("NAS", "kamikaze")) else Fraction(1)
