"""Grounding (rules 16-21, 29): aircraft that sit out a round on the ground or below deck."""

from __future__ import annotations

from functools import partial

from airwar.engine.referee import Referee, Ruling
from airwar.engine.rule import rule
from airwar.rulesets.air_supremacy.aim import away
from airwar.rulesets.air_supremacy.attack import parted
from airwar.rulesets.air_supremacy.losses import called, described
from airwar.rulesets.air_supremacy.state import FIGHTS, GROUNDED, PARKED, Battle, Line, Turn, facts


@rule("16", "28", "29", "44")
def declares_grounding(ref: Referee, turn: Turn, space: str, nation: str) -> Turn:
    """Aircraft at home may sit out the round; dispatched aircraft are committed. Ruling: dispatched-may-ground."""
    battle = turn.battle(space)
    able = [line for line in battle.defenders if line.kind.nation == nation and may_ground(turn, battle, line)]
    if not able:
        return turn
    said = ref.allot(
        f"{space}.{nation}.ground",
        {called(line): line.number for line in able},
        by=nation,
        labels={called(line): described(line) for line in able},
        facts=partial(facts, turn, battle, False),
    )
    if not any(said.values()):
        return turn
    guests = {called(line) for line in able if away(line.kind, space)}
    if any(said[name] for name in guests):
        ref.tell(Ruling, "dispatched-may-ground", "yes", "dispatched aircraft stay on the ground at their destination")
    at_home = parted(battle.defenders, {name: number for name, number in said.items() if name not in guests}, GROUNDED)
    return turn.with_battle(battle._replace(defenders=parted(at_home, {name: said[name] for name in guests}, PARKED)))


@rule("16", "29")
def may_ground(turn: Turn, battle: Battle, line: Line) -> bool:
    """Aircraft on land, or whose carrier still swims here."""
    if not line.kind.type.flies or line.mode != FIGHTS or line.fresh:
        return False
    if away(line.kind, battle.space):
        return turn.setting.options["dispatched-may-ground"] == "yes" and not turn.setting.spaces[battle.space].sea
    return not line.kind.aboard or any(other.kind.ship == line.kind.home for other in battle.defenders)
