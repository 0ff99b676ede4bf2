"""Ground attacks as far as they concern the air: whether they are made, their strengths and odds, late support, the result."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from airwar.engine.moves import Move, Return, call, then
from airwar.engine.referee import Note, Referee
from airwar.engine.rule import rule
from airwar.rulesets.world_at_war.air.in_the_air import eliminated, eliminations
from airwar.rulesets.world_at_war.air.missions import Battle, added
from airwar.rulesets.world_at_war.air.taking_off import taken_off
from airwar.rulesets.world_at_war.ground.defensive_air_support import (
    committed,
    cover_stays_or_returns,
    cover_used,
    defenders_free,
    deferred_used,
    follows,
)
from airwar.rulesets.world_at_war.ground.interception import Interception, Operation, intercepted, interception_round
from airwar.rulesets.world_at_war.ground.losses import losses_taken
from airwar.rulesets.world_at_war.ground.strength import (
    attack_strength,
    defense_strength,
    remnants_mattered,
    strength_sheet,
    strengths,
)
from airwar.rulesets.world_at_war.ground.support import (
    announce_ground_support,
    battles_of,
    excess_eliminated,
    excess_returns,
    support_eliminated,
    support_returns,
)
from airwar.rulesets.world_at_war.ground.table import ground_result, odds_column
from airwar.rulesets.world_at_war.options import ruled
from airwar.rulesets.world_at_war.state import Turn


@rule("18.512")
def regular_attacks(ref: Referee, turn: Turn) -> Move[Turn]:
    """The regular attacks of the combat phase."""
    return then(next_attack, Operation(turn, battles_of(turn, "regular")))


@rule("18.512", "18.551")
def exploitation_attacks(ref: Referee, turn: Turn) -> Move[Turn]:
    """The attacks of exploitation."""
    return then(next_attack, Operation(turn, battles_of(turn, "exploitation")))


@rule("18.512")
def next_attack(ref: Referee, operation: Operation) -> Move[Turn]:
    """The attacker takes his attacks in the order he likes."""
    if not operation.waiting:
        return Return(operation.turn)
    left = len(operation.waiting)
    if left > 1:
        setting = operation.turn.setting
        ref.enter(operation.battle.kind, "Ground combat")
        named = {battle.id: setting.name(battle.hex) for battle in operation.turn.battles if battle.id in operation.waiting}
        first = ref.choose(f"attacker.next-attack.{left}", named, by="attacker")
        others = tuple(battle for battle in operation.waiting if battle != first)
        operation = replace(operation, waiting=(first, *others))
    return then(attack_decided, operation)


@rule("18.555", "18.5551", "18.5552")
def attack_decided(ref: Referee, operation: Operation) -> Move[Turn]:
    """The attacker attacks as planned, with less, or not at all: what he gives up of his own will costs him its ground support."""
    name = operation.turn.setting.name(operation.battle.hex)
    ref.enter(operation.battle.id, f"Attack on {name}")
    if not operation.battle.attackers:
        ref.tell(Note, f"nobody is left to attack {name}")
        return then(battle_over, not_made(operation, "turned back"))
    operation = excess_returns(ref, operation)
    battle = operation.battle
    options = {"attack": "attack", "call-off": "call the attack off: its ground support is eliminated"}
    if battle.invasion:
        options["abort"] = "abort the invasion: its ground support goes home"
    if battle.attackers > 1:
        options["fewer"] = "attack with fewer ground factors: ground support beyond three to one is eliminated"
    choice = ref.choose("attacker.attack", options, by="attacker", facts=partial(strengths, operation.turn, operation.battle))
    if choice == "call-off":
        return then(battle_over, not_made(support_eliminated(ref, operation), "called off"))
    if choice == "abort":
        return then(battle_over, not_made(operation, "aborted"))
    if choice == "fewer":
        most = battle.attackers - 1
        ground = ref.allot("attacker.ground", {"ground": most}, by="attacker", least=1, default={"ground": most})["ground"]
        operation = excess_eliminated(ref, operation, ground)
    return then(low_odds, cover_used(ref, operation))


def not_made(operation: Operation, why: str) -> Operation:
    return operation.with_battle(operation.battle._replace(attackers=0, result=why))


# 18.619


@rule("18.619")
def low_odds(ref: Referee, operation: Operation) -> Move[Turn]:
    """Against an attack at less than 1:1 the defender may send air that is still free; the attack goes in all the same."""
    turn, battle = operation.turn, operation.battle
    free = defenders_free(turn, battle)
    if attack_strength(turn, battle) >= defense_strength(turn, battle) or not free:
        return then(ground_combat, operation)
    ref.enter(f"{battle.id}.deferred", f"Deferred defensive air support at {turn.setting.name(battle.hex)}")
    sent = committed(ref, turn, battle._replace(cover=()), "defender.support", free)
    if not sent:
        return then(ground_combat, operation)
    operation = replace(operation, turn=taken_off(turn, sent)).with_battle(battle._replace(deferred=sent))
    fight = intercepted(ref, operation, sent)
    if fight is None:
        return then(deferred_support, operation)
    return call(interception_round, fight, back=deferred_interception_over, keep=operation)


@rule("18.619")
def deferred_interception_over(ref: Referee, operation: Operation, fight: Interception) -> Move[Turn]:
    """What interception has left of the deferred support is over the battle."""
    operation = replace(operation, turn=fight.turn)
    return then(deferred_support, operation.with_battle(operation.battle._replace(deferred=fight.cover)))


@rule("18.619")
def deferred_support(ref: Referee, operation: Operation) -> Move[Turn]:
    """What is left of the deferred support joins what was there; the attack goes in whatever the odds."""
    return then(ground_combat, deferred_used(ref, operation))


# strengths, odds and result


@rule("18.615", "18.55")
def ground_combat(ref: Referee, operation: Operation) -> Move[Turn]:
    """Each side adds its air to its ground; there is no fight between the two."""
    ref.enter(operation.battle.id, f"Ground combat at {operation.turn.setting.name(operation.battle.hex)}")
    ref.tell(remnants_mattered, operation.turn, operation.battle)
    return then(ground_round, operation)


@rule("18.5521", "18.556", "18.616")
def ground_round(ref: Referee, operation: Operation) -> Move[Turn]:
    """The odds give the column, a die the result, and each owner takes his losses from ground, air and ships as he likes."""
    ref.new_round()
    turn, battle = operation.turn, operation.battle
    ref.tell(strength_sheet, turn, battle)
    column = odds_column(ref, turn, battle)
    result = battle.result or ground_result(ref, turn, column)
    ref.tell(Note, f"at {column}: {result}")
    operation = losses_taken(ref, operation, result)
    battle = operation.battle._replace(result="")
    operation = operation.with_battle(battle)
    if not battle.attackers or not standing(battle):
        return then(battle_over, operation)
    return then(further_round, operation)


def standing(battle: Battle) -> int:
    """Defending ground factors left."""
    return sum(group.factors for group in battle.defenders)


@rule("18.554C", "18.614B")
def further_round(ref: Referee, operation: Operation) -> Move[Turn]:
    """Where the rules of ground combat allow another round the attacker may go on; the limits on air are not tested again."""
    options = {"end": "the combat is over", "again": "another round"}
    facts = partial(strengths, operation.turn, operation.battle)
    if ref.choose("attacker.another-round", options, by="attacker", facts=facts) == "again":
        return then(ground_round, operation)
    return then(battle_over, operation)


# afterwards


@rule("18.617", "18.42A")
def battle_over(ref: Referee, operation: Operation) -> Move[Turn]:
    """All air goes home, but for what stays against exploitation; air based in a hex that is taken is displaced."""
    battle = operation.battle
    won = bool(battle.attackers) and not standing(battle)
    if won:
        operation = advanced(ref, operation)
    operation = cover_stays_or_returns(ref, support_returns(ref, operation))
    turn = done(operation.turn, battle, outcome(battle))
    return then(next_attack, Operation(turn, operation.waiting[1:]))


def outcome(battle: Battle) -> str:
    """How the attack ended."""
    if battle.result:
        return battle.result
    if not battle.attackers:
        return "attacker eliminated" if standing(battle) else "both eliminated"
    return "defender holds" if standing(battle) else "defender eliminated"


def done(turn: Turn, battle: Battle, result: str) -> Turn:
    """The battle noted down and put away."""
    battles = tuple(other for other in turn.battles if other.id != battle.id)
    return replace(turn, battles=battles, results=(*turn.results, (battle.hex, result)))


@rule("18.617")
def advanced(ref: Referee, operation: Operation) -> Operation:
    """The attackers may advance into what they have taken; where it is a base, enemy air that is based there is displaced."""
    turn = operation.turn
    for hex_ in operation.battle.hexes:
        based = any(unit.number + unit.flying for unit in turn.units if turn.setting.hex_of(unit.home) == hex_)
        if not based and not turn.base(hex_).facilities:
            continue
        options = {"advance": f"advance into {turn.setting.name(hex_)}", "stay": "stay where they are"}
        if ref.choose(f"attacker.advance.{hex_}", options, by="attacker") == "advance":
            turn = replace(turn, captured=(*turn.captured, hex_))
    return replace(operation, turn=turn)


# overruns


@rule("18.551", "18.511")
def next_overrun(ref: Referee, turn: Turn) -> Move[Turn]:
    """The movement phase: overruns one after another, each with its ground support, defensive air support and interception."""
    waiting = battles_of(turn, "overrun")
    if not waiting:
        return Return(turn)
    operation = Operation(turn, waiting[:1])
    return call(announce_ground_support, operation, back=overrun, keep=operation)


@rule("18.613", "18.551", "18.555")
def overrun(ref: Referee, operation: Operation, turn: Turn) -> Move[Turn]:
    """The ground rules say whether the overrun succeeds; defensive air support that stops it stays for regular combat."""
    operation = replace(operation, turn=turn)
    ref.enter(operation.battle.id, f"Overrun at {operation.turn.setting.name(operation.battle.hex)}")
    operation = cover_used(ref, operation)
    turn, battle = operation.turn, operation.battle
    ref.tell(strength_sheet, turn, battle)
    options = {
        "prevented": "the overrun is prevented",
        "overrun": "the defenders are overrun",
        "call-off": "call the overrun off: its ground support is eliminated",
    }
    result = battle.result or ref.choose("attacker.overrun", options, by="attacker", facts=partial(strengths, turn, battle))
    operation = support_eliminated(ref, operation) if result == "call-off" else support_returns(ref, operation)
    if result == "overrun":
        operation = overrun_cover(ref, advanced(ref, operation))
    else:
        battle = operation.battle
        operation = operation.with_battle(battle._replace(cover=added(battle.used, battle.cover), used=()))
    operation = cover_stays_or_returns(ref, operation)
    return then(next_overrun, done(operation.turn, battle, result))


@rule("18.616", "18.42A")
def overrun_cover(ref: Referee, operation: Operation) -> Operation:
    """What becomes of the air that supported overrun defenders is not in the source: a house default. The rest goes home."""
    turn, battle = operation.turn, operation.battle
    policy = turn.setting.options["overrun-das"]
    if battle.used:
        ref.tell(ruled, "overrun-das", policy, f"defensive air support of overrun defenders: {policy}")
    if policy == "eliminated":
        ref.tell(eliminations, turn, battle.used)
        turn, battle = eliminated(turn, battle.used), battle._replace(used=())
    turn = replace(turn, battles=tuple(other for other in turn.battles if not follows(other, battle)))
    return replace(operation, turn=turn).with_battle(battle)


STEPS = (
    regular_attacks,
    exploitation_attacks,
    next_attack,
    attack_decided,
    low_odds,
    deferred_interception_over,
    deferred_support,
    ground_combat,
    ground_round,
    further_round,
    battle_over,
    next_overrun,
    overrun,
)
