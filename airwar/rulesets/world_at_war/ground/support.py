"""Ground support (18.55): who flies it, what it adds, its limits, and what becomes of it when the attack is not made."""

from __future__ import annotations

from collections.abc import Mapping

from airwar.engine.moves import Move, then
from airwar.engine.referee import Event, Note, Referee
from airwar.engine.rule import rule
from airwar.rulesets.world_at_war.air.in_the_air import eliminated, eliminations
from airwar.rulesets.world_at_war.air.landing import landed
from airwar.rulesets.world_at_war.air.missions import Sent, nonzero, without
from airwar.rulesets.world_at_war.air.taking_off import as_force, in_range, ready_units, taken_off, takeoff_refused
from airwar.rulesets.world_at_war.ground.defensive_air_support import place_defensive_air_support
from airwar.rulesets.world_at_war.ground.operation import Operation, battles_of
from airwar.rulesets.world_at_war.ground.state import Battle
from airwar.rulesets.world_at_war.ground.strength import escort_carriers_allowed, in_thirds, strengths, thirds
from airwar.rulesets.world_at_war.options import ruled
from airwar.rulesets.world_at_war.state import Turn
from airwar.rulesets.world_at_war.units.unit import Unit


@rule("18.512", "18.55")
def regular_support(ref: Referee, turn: Turn) -> Move[Turn]:
    """The combat phase: ground support of all regular attacks."""
    return then(announce_ground_support, Operation(turn, battles_of(turn, "regular")))


@rule("18.551", "18.512")
def exploitation_support(ref: Referee, turn: Turn) -> Move[Turn]:
    """Exploitation: ground support by air units that have not flown yet."""
    return then(announce_ground_support, Operation(turn, battles_of(turn, "exploitation")))


@rule("18.551", "18.55", "18.552")
def announce_ground_support(ref: Referee, operation: Operation) -> Move[Turn]:
    """The attacker announces the ground support of every attack before any defensive air support is placed."""
    turn = operation.turn
    for battle in turn.battles:
        if battle.id in operation.waiting:
            ref.enter(battle.id, f"Ground support at {battle.name}")
            sent = supporters(ref, turn, battle)
            ref.tell(flown, turn, battle, sent)
            supported = battle.joined_by(as_force(turn, sent))._replace(support=sent)
            turn = taken_off(turn, sent).with_battle(supported)
    return then(place_defensive_air_support, operation._replace(turn=turn))


def flown(turn: Turn, battle: Battle, sent: Sent) -> list[Event]:
    """Who flies, and whether carriers' naval air does so only by the reading taken."""
    events: list[Event] = [Note(f"{number} {turn.unit(unit).type.label} of {unit} fly ground support") for unit, number in sent]
    if battle.kind == "overrun" and any(turn.unit(unit).home in turn.setting.carriers for unit, _ in sent):
        events.append(ruled("carrier-overruns", "yes", "carriers' naval air supports an overrun"))
    return events


@rule("18.551", "18.554")
def supporters(ref: Referee, turn: Turn, battle: Battle) -> Sent:
    """Who flies: as the scenario orders, as far as the units are still there, or as the attacker says now."""
    free = eligible(turn, battle)
    if battle.ordered is not None:
        able = nonzero({unit: min(number, free.get(unit, 0)) for unit, number in battle.ordered})
        if able != battle.ordered:
            ref.tell(Note, "some of the units ordered to fly can no longer fly")
        return able
    room = 9 * expected_ground(battle) - 3 * battle.cve

    def refuse(answer: Mapping[str, int]) -> str | None:
        if thirds(as_force(turn, nonzero(answer))) > room:
            return f"more than three times the {expected_ground(battle)} attacking ground factors (18.554)"
        return None

    sent = ref.allot("attacker.support", free, by="attacker", default={}, refuse=refuse, facts=lambda: strengths(battle))
    return nonzero(sent)


def expected_ground(battle: Battle) -> int:
    """The attacking ground factors that the attacker counts on, airborne ones included."""
    return battle.planned + battle.dropping


@rule("18.551", "18.552", "18.5522", "18.45", "17.23", "17.33", "17.53")
def eligible(turn: Turn, battle: Battle) -> dict[str, int]:
    """Uninverted army and naval air of the attacker that reaches every attacked hex. Jets never support."""
    able = ready_units(turn, ("aaf", "nas"), moving=True)
    return {unit.id: turn.free(unit) for unit in able if may_support(turn, unit, battle)}


@rule("18.551", "18.5522")
def may_support(turn: Turn, unit: Unit, battle: Battle) -> bool:
    """From operational bases, in range of all attacked hexes; from carriers at sea for regular attacks."""
    carriers = battle.kind == "regular" or (battle.kind == "overrun" and turn.setting.options["carrier-overruns"] == "yes")
    return not takeoff_refused(turn.setting, unit, carriers=carriers) and all(in_range(turn, unit, hex_) for hex_ in battle.hexes)


# when the attack is not made as planned


@rule("18.5552", "18.554C", "18.555", "18.553C")
def excess_returns(ref: Referee, operation: Operation) -> Operation:
    """Where enemy action has kept ground factors away, what is too much by now goes home; it is not eliminated."""
    battle = operation.battle
    if battle.attackers >= expected_ground(battle):
        return operation
    allowed = escort_carriers_allowed(battle.cve, battle.invading)
    if allowed < battle.cve:
        ref.tell(Note, f"{battle.cve - allowed} escort carrier factors more than invading ground factors take no part")
    battle = battle._replace(cve=allowed, dropping=0, planned=battle.attackers)
    excess = excess_units(ref, battle)
    turn = landed(ref, operation.turn, excess, battle.hex)
    return operation._replace(turn=turn).with_battle(battle._replace(support=without(battle.support, excess)))


@rule("18.555")
def excess_eliminated(ref: Referee, operation: Operation, ground: int) -> Operation:
    """Attacking with fewer ground factors than the support needs, of one's own will, costs the excess."""
    battle = operation.battle._replace(attackers=ground, planned=ground)
    battle = battle._replace(cve=escort_carriers_allowed(battle.cve, min(battle.invading, ground)))
    excess = excess_units(ref, battle)
    ref.tell(eliminations, operation.turn, excess)
    turn = eliminated(operation.turn, excess)
    return operation._replace(turn=turn).with_battle(battle._replace(support=without(battle.support, excess)))


@rule("18.554", "18.555")
def excess_units(ref: Referee, battle: Battle) -> Sent:
    """The attacker says which units are more than three times the ground factors, and no more of them than need be."""
    over = thirds(battle.force(battle.support)) + 3 * battle.cve - 9 * battle.attackers
    if over <= 0:
        return ()
    weight = {line.unit: in_thirds(line.type) for line in battle.force(battle.support)}

    def refuse(answer: Mapping[str, int]) -> str | None:
        named = [unit for unit, number in answer.items() if number]
        given = sum(answer[unit] * weight[unit] for unit in named)
        if given < over:
            return f"{given} thirds of a factor; {over} are too many (18.554)"
        if named and given - min(weight[unit] for unit in named) >= over:
            return f"{given} thirds of a factor, more than the {over} that are too many (18.554)"
        return None

    default = fewest(dict(battle.support), weight, over)
    return nonzero(ref.allot("attacker.excess", dict(battle.support), by="attacker", default=default, refuse=refuse))


def fewest(items: Mapping[str, int], weight: Mapping[str, int], needed: int) -> dict[str, int]:
    """As many of the items, in their order, as make up the weight needed; nothing that could be spared again."""
    taken: dict[str, int] = {}
    for name, count in items.items():
        taken[name] = min(count, -(-needed // weight[name])) if needed > 0 else 0
        needed -= taken[name] * weight[name]
    spare = -needed
    for name, count in taken.items():
        spared = min(count, spare // weight[name]) if spare > 0 else 0
        taken[name] -= spared
        spare -= spared * weight[name]
    return taken


@rule("18.555")
def support_eliminated(ref: Referee, operation: Operation) -> Operation:
    """An attack that the attacker calls off of his own will costs all its ground support."""
    ref.tell(eliminations, operation.turn, operation.battle.support)
    turn = eliminated(operation.turn, operation.battle.support)
    return operation._replace(turn=turn).with_battle(operation.battle._replace(support=()))


@rule("18.5551", "18.42A")
def support_returns(ref: Referee, operation: Operation, when: str = "") -> Operation:
    """Ground support comes home and is inverted, whether it was used or an invasion was turned back or aborted."""
    turn = landed(ref, operation.turn, operation.battle.support, operation.battle.hex, when)
    return operation._replace(turn=turn).with_battle(operation.battle._replace(support=()))


STEPS = (regular_support, exploitation_support, announce_ground_support)
