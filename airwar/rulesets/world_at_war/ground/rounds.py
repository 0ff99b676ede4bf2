"""The rounds of a ground combat: odds, result and losses (18.5521, 18.556, 18.616)."""

from __future__ import annotations

from functools import partial

from airwar.engine.moves import Move, Return, then
from airwar.engine.referee import Note, Referee
from airwar.engine.rule import rule
from airwar.rulesets.world_at_war.ground.about import round_fought
from airwar.rulesets.world_at_war.ground.losses import losses_taken
from airwar.rulesets.world_at_war.ground.state import Battle, GroundOutcome
from airwar.rulesets.world_at_war.ground.strength import strength_sheet, strengths
from airwar.rulesets.world_at_war.ground.table import UNKNOWN, ground_result, odds_column
from airwar.rulesets.world_at_war.results import NEEDS_CHART


@rule("18.5521", "18.556", "18.616")
def ground_round(ref: Referee, battle: Battle) -> Move[GroundOutcome]:
    """The odds give the column, a die the result, and each owner takes losses from ground, air and ships in any mix."""
    ref.new_round()
    ref.tell(strength_sheet, battle)
    column = odds_column(ref, battle)
    result = battle.result or ground_result(ref, battle, column)
    if result == UNKNOWN:
        return Return(GroundOutcome(battle._replace(result=f"{NEEDS_CHART}: ground table"), ref.round))
    ref.tell(Note, f"odds {column}, result {result}")
    battle = losses_taken(ref, battle._replace(result=""), result)
    if battle.result or not battle.attackers or not battle.defending:
        return Return(GroundOutcome(battle, ref.round))
    return then(further_round, battle)


@rule("18.554C", "18.614B")
def further_round(ref: Referee, battle: Battle) -> Move[GroundOutcome]:
    """Where the rules of ground combat allow another round the attacker may fight it; the limits on air are not tested again."""
    options = {"end": "the combat is over", "again": "another round"}
    facts, left = partial(strengths, battle), partial(round_fought, battle, ref.round)
    if ref.choose("attacker.another-round", options, by="attacker", facts=facts, about=left) == "again":
        return then(ground_round, battle)
    return Return(GroundOutcome(battle, ref.round))


STEPS = (ground_round, further_round)
