"""Ground support (18.55): which units fly it, its limits, and what happens to it when the attack is not made."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from airwar.engine.moves import Move, then
from airwar.engine.referee import Note, Referee
from airwar.engine.rule import rule
from airwar.engine.words import count
from airwar.rulesets.kit import NO_MORE
from airwar.rulesets.world_at_war import ground_forces
from airwar.rulesets.world_at_war.defensive_air_support import place_defensive_air_support
from airwar.rulesets.world_at_war.ground_forces import (
    Operation,
    Plan,
    attack_on,
    attacks,
    battles_of,
    escort_carriers_allowed,
    exploiting,
    in_factors,
    in_thirds,
    most_within,
    planned,
    seen_by,
    spoken,
    still_the_enemys,
    strengths,
    support_over_limit,
    thirds,
)
from airwar.rulesets.world_at_war.landing import landed
from airwar.rulesets.world_at_war.ordering import Able, fliers, labels_of, line_labels, next_order, offers, who_can
from airwar.rulesets.world_at_war.state import Battle, Seen, Turn
from airwar.rulesets.world_at_war.taking_off import (
    as_force,
    eliminated,
    eliminations,
    offense_refused,
    remembered,
    side_refused,
    taken_off,
    takeoff_refused,
)
from airwar.rulesets.world_at_war.units import Sent, Unit, added, nonzero, without


@rule("18.512", "18.55")
def regular_support(ref: Referee, turn: Turn) -> Move[Turn]:
    """The combat phase: ground support of all regular attacks."""
    return then(announce_ground_support, announced(ref, turn, "regular"))


@rule("18.551", "18.512")
def exploitation_support(ref: Referee, turn: Turn) -> Move[Turn]:
    """Exploitation: ground support by air units that have not flown yet."""
    return then(announce_ground_support, announced(ref, turn, "exploitation"))


def announced(ref: Referee, turn: Turn, kind: str) -> Operation:
    """The attacks of a kind that are prepared and can still be made."""
    turn = still_the_enemys(ref, turn, kind)
    return Operation(turn, battles_of(turn, kind), kind)


@rule("18.551", "18.55", "18.552")
def announce_ground_support(ref: Referee, operation: Operation) -> Move[Turn]:
    """The attacker announces attacks and their ground support before any defensive air support is placed.

    Attacks without ground support need not be announced before they are made.
    """
    turn, kind = operation.turn, operation.kind
    plan = ref.settle(support_planned, seen_by(turn, turn.attackers, kind), kind, operation.waiting)
    turn = planned(turn, plan)
    covered = tuple(battle.id for battle in turn.battles if battle.kind == kind)
    return then(place_defensive_air_support, Operation(turn, covered, kind))


def support_planned(ref: Referee, seen: Seen, kind: str, left: tuple[str, ...]) -> Plan:
    """The ground support of all attacks of a kind."""
    turn, order = seen.turn, ""
    flying: Sent = ()
    while left or order != NO_MORE:
        menu = attacks(turn, kind, left, "announce ground support for an attack on", "no more ground support")
        if not offers(ref, turn, menu, "attacker", turn.part):
            break
        turn, order = next_order(
            ref,
            turn,
            menu,
            title=f"Ground support of {kind} attacks",
            about=partial(ground_forces.attacks_so_far, turn, kind, "attacker"),
        )
        if order == NO_MORE:
            break
        if order in left:
            battle = exploiting(ref, turn, turn.battle(order))
        else:
            turn, battle = attack_on(ref, turn, order, kind)
        left = tuple(one for one in left if one != order)
        turn = with_support(ref, turn, battle)
        flying = added(flying, turn.battle(battle.id).support)
    return Plan(turn.asked, turn.battles, flying)


@rule("18.551", "18.552")
def announce_overrun_support(ref: Referee, operation: Operation) -> Move[Turn]:
    """The attacker announces the ground support of one overrun."""
    return then(place_defensive_air_support, operation._replace(turn=with_support(ref, operation.turn, operation.battle)))


def with_support(ref: Referee, turn: Turn, battle: Battle) -> Turn:
    """The ground support of an attack takes off."""
    sent = supporters(ref, turn, battle)
    for unit, number in sent:
        ref.tell(Note, turn.unit(unit).air_type.does(number, unit, "fly", "flies") + " ground support")
    supported = battle.joined_by(as_force(turn, sent))._replace(support=sent)
    return taken_off(turn, sent).with_battle(supported)


@rule("18.551", "18.554")
def supporters(ref: Referee, turn: Turn, battle: Battle) -> Sent:
    """The units that fly: those that the scenario orders and that are still there, or those that the attacker names now."""
    if battle.ordered is None and ref.takes_default("attacker.support", "attacker", battle.id):
        return ()
    able = eligible(ref, turn, battle)
    if not able.units and not battle.ordered:
        return ()
    ref.enter(battle.id, f"Ground support at {battle.name}")

    def refuse(answer: Mapping[str, int]) -> str | None:
        return support_over_limit(thirds(as_force(turn, nonzero(answer))), battle.cve, expected_ground(battle))

    if battle.ordered is not None:
        return fliers(ref, turn, able, battle.ordered, again="attacker.support", refuse=refuse)
    weight = {unit: in_thirds(turn.unit(unit).air_type) for unit in able.units}
    sent = ref.allot(
        "attacker.support",
        able.units,
        by="attacker",
        most=most_within(able.units, weight, 9 * expected_ground(battle) - 3 * battle.cve),
        default={},
        labels=labels_of(turn, able.units, *battle.hexes),
        refuse=refuse,
        facts=partial(strengths, battle),
        about=partial(ground_forces.support_wanted, turn, battle, able.units),
        why_not=able.why_not,
    )
    return nonzero(sent)


def expected_ground(battle: Battle) -> int:
    """The attacking ground factors that the attacker plans with, airborne ones included."""
    return battle.planned + battle.dropping


@rule("18.551", "18.552", "18.5522", "18.45", "17.23", "17.33", "17.53")
def eligible(ref: Referee, turn: Turn, battle: Battle) -> Able:
    """Uninverted army and naval air of the attacker that reaches every attacked hex. Jets never support."""
    return who_can(ref, turn, lambda ref, unit: support_refused(ref, turn, unit, battle), units=turn.attackers)


@rule("18.551", "18.5522", "18.45", "17.53", "17.63")
def support_refused(ref: Referee | None, turn: Turn, unit: Unit, battle: Battle) -> str | None:
    """Why a unit cannot fly ground support for an attack, or None.

    It is flown by army and naval air from operational bases in range of all attacked hexes, and from carriers at sea for
    regular attacks, not for overruns and exploitation.
    """
    setting = turn.setting
    if other_side := side_refused(setting, unit, "18.551"):
        return other_side
    if unit.type not in ("aaf", "nas"):
        return f"{unit.air_type.label} units do not fly ground support; expected army or naval air (17.23, 17.33)"
    if turn.find_carrier(unit.home) and battle.kind != "regular":
        on_board = f"{unit.id} is on a carrier, which does not support {battle.kind} attacks (18.5522)"
        return takeoff_refused(turn, unit) or on_board
    for hex_ in battle.hexes:
        if refused := remembered(offense_refused, ref, turn, unit, hex_):
            return refused
    return None


# when the attack is not made as planned


@rule("18.5552", "18.554C", "18.555", "18.553C")
def excess_returns(ref: Referee, operation: Operation) -> Operation:
    """If enemy action has kept ground factors away, excess ground support goes home; it is not eliminated."""
    battle = operation.battle
    if battle.attackers >= expected_ground(battle):
        return operation
    allowed = escort_carriers_allowed(battle.cve, battle.invading)
    if allowed < battle.cve:
        ref.tell(Note, f"{count(battle.cve - allowed, 'escort carrier factor')} beyond the invading ground factors take no part")
    battle = battle._replace(cve=allowed, dropping=0, planned=battle.attackers)
    excess = excess_units(ref, battle)
    turn = landed(ref, operation.turn, excess, battle.hex)
    return operation._replace(turn=turn).with_battle(battle._replace(support=without(battle.support, excess)))


@rule("18.555")
def excess_eliminated(ref: Referee, operation: Operation, ground: int) -> Operation:
    """If the attacker chooses to attack with fewer ground factors, excess ground support is eliminated."""
    battle = operation.battle._replace(attackers=ground, planned=ground)
    battle = battle._replace(cve=escort_carriers_allowed(battle.cve, min(battle.invading, ground)))
    excess = excess_units(ref, battle)
    ref.tell(eliminations, operation.turn, excess)
    turn = eliminated(operation.turn, excess)
    return operation._replace(turn=turn).with_battle(battle._replace(support=without(battle.support, excess)))


@rule("18.554", "18.555")
def excess_units(ref: Referee, battle: Battle) -> Sent:
    """The attacker names the units beyond three times the ground factors, no more than necessary."""
    over = thirds(battle.force(battle.support)) + 3 * battle.cve - 9 * battle.attackers
    if over <= 0:
        return ()
    weight = {line.unit: in_thirds(line.air_type) for line in battle.force(battle.support)}

    def refuse(answer: Mapping[str, int]) -> str | None:
        named = [unit for unit, number in answer.items() if number]
        given = sum(answer[unit] * weight[unit] for unit in named)
        if given < over:
            return f"{spoken(given)}, and {spoken(over)} are too many (18.554)"
        wasted = given - min(weight[unit] for unit in named) >= over
        return f"{spoken(given)}, more than the {in_factors(over)} that are too many (18.554)" if wasted else None

    items, labels = dict(battle.support), line_labels(battle.force(battle.support))
    default = fewest(items, weight, over)
    alike = len({*weight.values()}) == 1 or default == items  # all squadrons or all factors, or everything is too much
    number = sum(default.values()) if alike else None
    much = partial(ground_forces.too_much_support, battle, over)
    excess = ref.allot(
        "attacker.excess",
        items,
        by="attacker",
        least=number or 0,
        most=number,
        default=default,
        labels=labels,
        refuse=refuse,
        about=much,
    )
    return nonzero(excess)


def fewest(items: Mapping[str, int], weight: Mapping[str, int], needed: int) -> dict[str, int]:
    """The fewest items, in order, that make up the weight needed."""
    taken: dict[str, int] = {}
    for name, number in items.items():
        taken[name] = min(number, -(-needed // weight[name])) if needed > 0 else 0
        needed -= taken[name] * weight[name]
    spare = -needed
    for name, number in taken.items():
        spared = min(number, spare // weight[name]) if spare > 0 else 0
        taken[name] -= spared
        spare -= spared * weight[name]
    return taken


@rule("18.555")
def support_eliminated(ref: Referee, operation: Operation) -> Operation:
    """If the attacker calls an attack off by choice, all its ground support is eliminated."""
    ref.tell(eliminations, operation.turn, operation.battle.support)
    turn = eliminated(operation.turn, operation.battle.support)
    return operation._replace(turn=turn).with_battle(operation.battle._replace(support=()))


@rule("18.5551", "18.42A")
def support_returns(ref: Referee, turn: Turn, battle: Battle) -> Turn:
    """Ground support comes home and is inverted, whether it was used or an invasion was turned back or aborted."""
    return landed(ref, turn, battle.support, battle.hex)


STEPS = (regular_support, exploitation_support, announce_ground_support, announce_overrun_support)
