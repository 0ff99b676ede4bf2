"""Ground attacks as far as they concern the air: whether they are made, late support, the combat, and what follows it."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from airwar.engine.moves import Move, Return, call, then
from airwar.engine.referee import Note, Referee
from airwar.engine.rule import rule
from airwar.rulesets.world_at_war.air.in_the_air import eliminated
from airwar.rulesets.world_at_war.air.sent import added, without
from airwar.rulesets.world_at_war.air.taking_off import as_force, taken_off
from airwar.rulesets.world_at_war.bases.displacement import captured
from airwar.rulesets.world_at_war.ground import about
from airwar.rulesets.world_at_war.ground.announcing import attack_on, attacks, landed_ashore, still_the_enemys
from airwar.rulesets.world_at_war.ground.defensive_air_support import (
    committed,
    cover_of_unattacked_hexes,
    cover_stays_or_returns,
    cover_used,
    defenders_free,
    deferred_used,
)
from airwar.rulesets.world_at_war.ground.interception import all_return, intercepted, interception_round
from airwar.rulesets.world_at_war.ground.operation import Operation, battles_of
from airwar.rulesets.world_at_war.ground.rounds import ground_round
from airwar.rulesets.world_at_war.ground.state import Battle, GroundOutcome, Intercepted
from airwar.rulesets.world_at_war.ground.strength import attack_strength, defense_strength, remnants_mattered, strengths
from airwar.rulesets.world_at_war.ground.support import (
    excess_eliminated,
    excess_returns,
    expected_ground,
    support_eliminated,
    support_returns,
)
from airwar.rulesets.world_at_war.ordering import NO_MORE, next_order
from airwar.rulesets.world_at_war.results import (
    ABORTED,
    ATTACKER_ELIMINATED,
    BOTH_ELIMINATED,
    CALLED_OFF,
    DEFENDER_ELIMINATED,
    DEFENDER_HOLDS,
    TURNED_BACK,
)
from airwar.rulesets.world_at_war.state import Turn


@rule("18.512")
def regular_attacks(ref: Referee, turn: Turn) -> Move[Turn]:
    """The regular attacks of the combat phase."""
    turn = still_the_enemys(ref, turn, "regular")
    return then(next_attack, Operation(turn, battles_of(turn, "regular"), "regular"))


@rule("18.512", "18.551")
def exploitation_attacks(ref: Referee, turn: Turn) -> Move[Turn]:
    """The attacks of exploitation."""
    turn = still_the_enemys(ref, turn, "exploitation")
    return then(next_attack, Operation(turn, battles_of(turn, "exploitation"), "exploitation"))


@rule("18.512")
def next_attack(ref: Referee, operation: Operation) -> Move[Turn]:
    """The attacks are made in the order that the attacker chooses; others than those announced may be made without support."""
    if operation.turn.setting.orders_asked:
        return then(attack_ordered, operation)
    if not operation.waiting:
        return Return(cover_of_unattacked_hexes(ref, operation.turn, operation.kind))
    left = len(operation.waiting)
    if left > 1:
        ref.enter(operation.battle.kind, "Ground combat")
        named = {battle.id: battle.name for battle in operation.turn.battles if battle.id in operation.waiting}
        there = [battle for battle in operation.turn.battles if battle.id in named]
        first = ref.choose(f"attacker.next-attack.{left}", named, by="attacker", about=partial(about.attacks_left, there))
        others = tuple(battle for battle in operation.waiting if battle != first)
        operation = operation._replace(waiting=(first, *others))
    return then(attack_decided, operation)


@rule("18.512", "18.551")
def attack_ordered(ref: Referee, operation: Operation) -> Move[Turn]:
    """The attacker names the attack that is made next. Every attack that was announced is made or called off."""
    kind = operation.kind
    stop = "" if operation.waiting else f"no more {kind} attacks"
    menu = attacks(operation.turn, kind, operation.waiting, "attack", stop)
    order, announced = NO_MORE, partial(about.attacks_so_far, operation.turn, kind, "attacker")
    if menu.offers(operation.turn):
        turn, order = next_order(ref, operation.turn, menu, title=f"Ground combat: {kind} attacks", about=announced)
        operation = operation._replace(turn=turn)
    if order == NO_MORE:
        return Return(cover_of_unattacked_hexes(ref, operation.turn, kind))
    if order not in operation.waiting:
        turn, battle = attack_on(ref, operation.turn, order, kind)
        operation, order = operation._replace(turn=turn), battle.id
    others = tuple(one for one in operation.waiting if one != order)
    return then(attack_decided, operation._replace(waiting=(order, *others)))


@rule("18.555", "18.5551", "18.5552")
def attack_decided(ref: Referee, operation: Operation) -> Move[Turn]:
    """The attacker attacks as planned, with less, or not at all; ground support that is given up by choice is eliminated."""
    name = operation.battle.name
    ref.enter(operation.battle.id, f"Attack on {name}")
    operation = operation.with_battle(landed_ashore(ref, operation.turn, operation.battle))
    if not_dropped(operation):
        ref.tell(Note, f"the airborne factors announced for {name} are not dropped (18.555)")
        operation = operation.with_battle(operation.battle._replace(dropping=0))
        if not operation.battle.attackers:
            return attack_over(ref, not_made(support_eliminated(ref, operation), CALLED_OFF))
        operation = excess_eliminated(ref, operation, operation.battle.attackers)
    if not operation.battle.attackers:
        ref.tell(Note, f"no ground factors are left to attack {name}")
        return attack_over(ref, not_made(operation, TURNED_BACK))
    stands = as_announced(operation.battle)
    operation = excess_returns(ref, operation)
    battle = operation.battle
    if not battle.defending:
        ref.tell(Note, f"{name} is not defended")
        return attack_over(ref, operation)
    options = {"attack": "attack", "call-off": "call the attack off: its ground support is eliminated"}
    if battle.invasion:
        options["abort"] = "abort the invasion: its ground support goes home"
    if battle.attackers > 1:
        options["fewer"] = "attack with fewer ground factors: ground support beyond three to one is eliminated"
    facts, now = partial(strengths, battle), partial(about.about_to_attack, battle)
    choice = ref.choose("attacker.attack", options, by="attacker", facts=facts, about=now, quiet=stands)
    if choice == "call-off":
        return attack_over(ref, not_made(support_eliminated(ref, operation), CALLED_OFF))
    if choice == "abort" and not 0 < battle.invading < battle.attackers:
        return attack_over(ref, not_made(operation, ABORTED))
    if choice == "abort":
        operation = excess_returns(ref, operation.with_battle(without_invaders(battle)))
    if choice == "fewer":
        most = battle.attackers - 1
        items, labels = {"ground": most}, {"ground": f"ground factors of {battle.attackers} that attack"}
        ground = ref.allot("attacker.ground", items, by="attacker", least=1, default=items, labels=labels, about=now)["ground"]
        operation = excess_eliminated(ref, operation, ground)
    return then(low_odds, cover_used(ref, operation))


@rule("18.5551")
def without_invaders(battle: Battle) -> Battle:
    """An attack by land and by sea whose invasion is aborted goes on by land."""
    return battle._replace(invasion=False, attackers=battle.attackers - battle.invading, invading=0, fleets=0)


def as_announced(battle: Battle) -> bool:
    """Whether nothing has changed an attack since it was ordered: nobody has been kept away, and no enemy air is over it."""
    return battle.attackers >= expected_ground(battle) and not battle.cover


@rule("18.555")
def not_dropped(operation: Operation) -> bool:
    """Whether the attacker has announced airborne factors and then chosen not to fly them at all."""
    battle = operation.battle
    flown = [place for place, result in operation.turn.results if result.endswith("dropped")]
    return bool(battle.dropping and operation.turn.setting.orders_asked and not {*battle.hexes} & {*flown})


def not_made(operation: Operation, why: str) -> Operation:
    """The attack is not made, for this reason."""
    return operation.with_battle(operation.battle._replace(attackers=0, result=why))


# 18.619


@rule("18.619")
def low_odds(ref: Referee, operation: Operation) -> Move[Turn]:
    """Against an attack at less than 1:1 the defender may send air that is still free; the attack is made anyway."""
    turn, battle = operation.turn, operation.battle
    able = defenders_free(ref, turn, battle)
    if attack_strength(battle) >= defense_strength(battle) or not able.units:
        return then(ground_combat, operation)
    ref.enter(f"{battle.id}.deferred", f"Deferred defensive air support at {battle.name}")
    sent = committed(ref, turn, battle._replace(cover=()), able)
    if not sent:
        return then(ground_combat, operation)
    battle = battle.joined_by(as_force(turn, sent))._replace(deferred=sent)
    operation = operation._replace(turn=taken_off(turn, sent)).with_battle(battle)
    turn, fight = intercepted(ref, operation.turn, battle, sent)
    if fight is None:
        return then(ground_combat, deferred_used(ref, operation))
    return call(interception_round, fight, back=deferred_interception_over, keep=operation._replace(turn=turn))


@rule("18.619")
def deferred_interception_over(ref: Referee, operation: Operation, met: Intercepted) -> Move[Turn]:
    """What is left of the deferred support joins what was there; the attack is made whatever the odds."""
    turn, deferred = all_return(ref, operation.turn, operation.battle, met)
    operation = operation._replace(turn=turn)
    operation = operation.with_battle(operation.battle._replace(deferred=deferred))
    return then(ground_combat, deferred_used(ref, operation))


# strengths, odds and result


@rule("18.615", "18.55")
def ground_combat(ref: Referee, operation: Operation) -> Move[Turn]:
    """Each side adds its air support to its ground factors; there is no air combat between the two."""
    battle = operation.battle
    ref.enter(battle.id, f"Ground combat at {battle.name}")
    ref.tell(remnants_mattered, battle)
    return call(ground_round, battle, back=battle_over, keep=operation)


# afterwards


@rule("18.617", "18.42A", "18.556", "18.616")
def battle_over(ref: Referee, operation: Operation, fought: GroundOutcome) -> Move[Turn]:
    """The air units that were given up as losses are eliminated; the others go home."""
    ref.resume_round(fought.last_round)
    before, after = operation.battle, fought.battle
    lost = added(without(before.support, after.support), without(before.used, after.used))
    operation = operation._replace(turn=eliminated(operation.turn, lost)).with_battle(after)
    return attack_over(ref, operation)


@rule("18.617", "18.42A")
def attack_over(ref: Referee, operation: Operation) -> Move[Turn]:
    """All air goes home, except what stays against exploitation; air based in a captured hex is displaced."""
    battle = operation.battle
    if battle.attackers and not battle.defending:
        operation = advanced(ref, operation)
    operation = cover_stays_or_returns(ref, support_returns(ref, operation))
    turn = done(ref, operation.turn, battle, outcome(battle))
    return then(next_attack, Operation(turn, operation.waiting[1:], operation.kind))


def outcome(battle: Battle) -> str:
    """How the attack ended."""
    if battle.result:
        return battle.result
    if not battle.attackers:
        return ATTACKER_ELIMINATED if battle.defending else BOTH_ELIMINATED
    return DEFENDER_HOLDS if battle.defending else DEFENDER_ELIMINATED


def done(ref: Referee, turn: Turn, battle: Battle, result: str) -> Turn:
    """The battle is over, with this result."""
    ref.tell(Note, f"{about.the_attack(battle)} is over: {result}")
    battles = tuple(other for other in turn.battles if other.id != battle.id)
    attacked = tuple((hex_, battle.kind, result) for hex_ in battle.hexes)
    return replace(turn, battles=battles, attacked=(*turn.attacked, *attacked)).with_result(battle.hex, result)


@rule("18.617")
def advanced(ref: Referee, operation: Operation) -> Operation:
    """The attackers may advance into the hexes that they have won; enemy air that is based there is displaced.

    Units that overrun a hex, or have been dropped on it, are there already. All hexes of an attack are captured at one moment.
    """
    turn, battle = operation.turn, operation.battle
    taken = []
    for hex_ in battle.hexes:
        if occupied(battle, hex_):
            taken.append(hex_)
            continue
        based = any(unit.left for unit in turn.units if turn.hex_of(unit.home) == hex_)
        if not (based or turn.base(hex_).takes_air_units or turn.setting.orders_asked):  # nothing depends on it
            continue
        options = {"advance": f"advance into {turn.setting.name(hex_)}", "stay": "stay where they are"}
        if (
            ref.choose(f"attacker.advance.{hex_}", options, by="attacker", about=partial(about.won, turn, battle, hex_))
            == "advance"
        ):
            taken.append(hex_)
    return operation._replace(turn=captured(ref, turn, *taken))


@rule("18.25", "18.251")
def occupied(battle: Battle, hex_: str) -> bool:
    """Whether attackers are in a hex that they have won without any advance: by overrun, or because paratroops are left there."""
    return battle.kind == "overrun" or (hex_ in battle.dropped_on and battle.attackers > battle.planned - battle.airborne)


STEPS = (
    regular_attacks,
    exploitation_attacks,
    next_attack,
    attack_ordered,
    attack_decided,
    low_odds,
    deferred_interception_over,
    ground_combat,
    battle_over,
)
