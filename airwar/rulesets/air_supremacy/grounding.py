"""Grounding (rules 16 to 21, and 29): aircraft sit out a round on the ground or below deck."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from airwar.engine.referee import Note, Referee
from airwar.engine.rule import rule
from airwar.rulesets.air_supremacy.about import sit_out
from airwar.rulesets.air_supremacy.forces import FIGHTS, GROUNDED, PARKED, Line, describe, is_guest, line_name, split
from airwar.rulesets.air_supremacy.options import ruling
from airwar.rulesets.air_supremacy.turn import Battle, Turn, facts


@rule("16", "28", "29", "44")
def declare_grounding(ref: Referee, turn: Turn, space: str, nation: str) -> Turn:
    """Aircraft at home may sit out the round; dispatched aircraft are committed. Ruling: dispatched-may-ground."""
    battle = turn.battle(space)
    able = [line for line in battle.defenders if line.kind.nation == nation and may_ground(turn, battle, line)]
    if not able:
        return turn
    numbers = ref.allot(
        f"{space}.{nation}.ground",
        {line_name(line): line.number for line in able},
        by=nation,
        labels={line_name(line): describe(line) for line in able},
        facts=partial(facts, turn, battle, False),
        about=partial(sit_out, turn, battle, able),
    )
    if not any(numbers.values()):
        return turn
    guests = {line_name(line) for line in able if is_guest(line.kind, space)}
    if any(numbers[name] for name in guests):
        ref.tell(ruling, turn.setting.rulings, "dispatched-may-ground")
    at_home = split(battle.defenders, {name: number for name, number in numbers.items() if name not in guests}, GROUNDED)
    defenders = split(at_home, {name: numbers[name] for name in guests}, PARKED)
    stay_down(ref, able, numbers)
    return turn.with_battle(battle._replace(defenders=defenders))


@rule("17", "18")
def stay_down(ref: Referee, able: list[Line], numbers: Mapping[str, int]) -> None:
    """Grounded aircraft are outside the fight for the sky: no targets there, and no rolls (18)."""
    staying = ", ".join(line.kind.counted(numbers[line_name(line)]) for line in able if numbers[line_name(line)])
    ref.tell(Note, f"sitting out the fight for the sky this round, without a roll (18): {staying}")


@rule("16", "29")
def may_ground(turn: Turn, battle: Battle, line: Line) -> bool:
    """Aircraft on land may be grounded, and aircraft whose carrier is still afloat here."""
    if not line.kind.type.flies or line.mode != FIGHTS or line.arrived:
        return False
    if is_guest(line.kind, battle.space):
        return turn.setting.rulings.yes("dispatched-may-ground") and not turn.setting.spaces[battle.space].sea
    return not line.kind.aboard or any(other.kind.ship == line.kind.home for other in battle.defenders)
