"""Overruns in the movement phase (18.551, 18.613): one after another, each with the air that flies for it."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from airwar.engine.moves import Move, Return, call, then
from airwar.engine.referee import Referee
from airwar.engine.rule import rule
from airwar.rulesets.world_at_war.air.in_the_air import eliminated, eliminations
from airwar.rulesets.world_at_war.air.sent import added
from airwar.rulesets.world_at_war.ground import about
from airwar.rulesets.world_at_war.ground.announcing import attack_on, attacks, still_the_enemys
from airwar.rulesets.world_at_war.ground.combat import advanced, done
from airwar.rulesets.world_at_war.ground.defensive_air_support import cover_stays_or_returns, cover_used
from airwar.rulesets.world_at_war.ground.operation import Operation, battles_of
from airwar.rulesets.world_at_war.ground.strength import strength_sheet, strengths
from airwar.rulesets.world_at_war.ground.support import announce_overrun_support, support_eliminated, support_returns
from airwar.rulesets.world_at_war.ground.table import UNKNOWN
from airwar.rulesets.world_at_war.ordering import NO_MORE, next_order
from airwar.rulesets.world_at_war.results import NEEDS_CHART, OVERRUN
from airwar.rulesets.world_at_war.state import Turn


@rule("18.551", "18.511")
def next_overrun(ref: Referee, turn: Turn) -> Move[Turn]:
    """The movement phase: overruns one after another, each with its ground support, defensive air support and interception."""
    turn = still_the_enemys(ref, turn, "overrun")
    waiting = battles_of(turn, "overrun")
    menu = attacks(turn, "overrun", waiting, "overrun", "no more overruns")
    order = NO_MORE
    if menu.offers(turn):
        turn, order = next_order(
            ref, turn, menu, title="Overruns", about=partial(about.attacks_so_far, turn, "overrun", "attacker")
        )
    if order == NO_MORE:
        return Return(replace(turn, battles=tuple(battle for battle in turn.battles if battle.kind != "overrun")))
    if order not in waiting:
        turn, battle = attack_on(ref, turn, order, "overrun")
        order = battle.id
    operation = Operation(turn, (order,), "overrun")
    return call(announce_overrun_support, operation, back=overrun, keep=operation)


@rule("18.613", "18.551", "18.555")
def overrun(ref: Referee, operation: Operation, turn: Turn) -> Move[Turn]:
    """The ground rules say whether the overrun succeeds; defensive air support that stops it stays for regular combat."""
    operation = operation._replace(turn=turn)
    ref.enter(operation.battle.id, f"Overrun at {operation.battle.name}")
    operation = cover_used(ref, operation)
    battle = operation.battle
    ref.tell(strength_sheet, battle)
    options = {
        "prevented": "the overrun is prevented",
        "overrun": "the defenders are overrun",
        "call-off": "call the overrun off: its ground support is eliminated",
        UNKNOWN: "nobody knows",
    }
    facts, now = partial(strengths, battle), partial(about.about_to_attack, battle)
    result = battle.result or ref.choose(
        "attacker.overrun", options, by="attacker", default=UNKNOWN, facts=facts, about=now, optional=True, unknown=True
    )
    operation = support_eliminated(ref, operation) if result == "call-off" else support_returns(ref, operation)
    if result == OVERRUN:
        operation = overrun_cover(ref, advanced(ref, operation))
    else:
        battle = operation.battle
        operation = operation.with_battle(battle._replace(cover=added(battle.used, battle.cover), used=()))
    operation = cover_stays_or_returns(ref, operation)
    return then(next_overrun, done(ref, operation.turn, battle, f"{NEEDS_CHART}: overrun" if result == UNKNOWN else result))


@rule("18.616", "18.42A")
def overrun_cover(ref: Referee, operation: Operation) -> Operation:
    """The source does not say what happens to the air that supported overrun defenders: an option. The rest goes home."""
    turn, battle = operation.turn, operation.battle
    policy = turn.setting.rulings.value("overrun-das")
    if battle.used:
        fate = policy if policy == "returns" else f"is {policy}"
        ref.tell(turn.setting.rulings.ruled, "overrun-das", f"defensive air support of overrun defenders {fate}")
    if policy == "eliminated":
        ref.tell(eliminations, turn, battle.used)
        turn, battle = eliminated(turn, battle.used), battle._replace(used=())
    return operation._replace(turn=turn).with_battle(battle)


STEPS = (next_overrun, overrun)
