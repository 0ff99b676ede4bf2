"""Counterair in a phase (18.52): announced together, fought base by base; at its end the attackers return."""

from __future__ import annotations

from functools import partial

from airwar.engine.moves import Move, Return, call, then
from airwar.engine.referee import Note, Referee
from airwar.engine.rule import rule
from airwar.rulesets.world_at_war.air.landing import back_unused, landed
from airwar.rulesets.world_at_war.air.sent import Sent
from airwar.rulesets.world_at_war.air.taking_off import as_force, taken_off
from airwar.rulesets.world_at_war.counterair.about import targets_so_far, which_first
from airwar.rulesets.world_at_war.counterair.aftermath import (
    attackers_left,
    carriers_sail,
    defenders_left,
)
from airwar.rulesets.world_at_war.counterair.flying_off import denied_to, refuges_from
from airwar.rulesets.world_at_war.counterair.raiders import commit, eligible, reserves, rulings_on_the_raid
from airwar.rulesets.world_at_war.counterair.record import Raid
from airwar.rulesets.world_at_war.counterair.rounds import counterair_round, in_squadrons
from airwar.rulesets.world_at_war.counterair.state import Counterair, Fought
from airwar.rulesets.world_at_war.ordering import NO_MORE, Menu, menu_of, next_order
from airwar.rulesets.world_at_war.results import BASE_EMPTY, NOT_FLOWN
from airwar.rulesets.world_at_war.state import Turn
from airwar.rulesets.world_at_war.units.unit import as_lines


@rule("18.521", "18.521C", "18.525", "18.52")
def announce_counterair(ref: Referee, turn: Turn) -> Move[Turn]:
    """The attacker announces every counterair of the phase, with its units, before any is fought; by option one at a time."""
    menu = targets(turn)
    if not menu.offers(turn):
        return then(next_counterair, turn.with_counterair(turn.counterair._replace(over=True)))
    one_by_one = turn.setting.rulings.value("announcements") == "one-by-one"
    title, base = f"Counterair in the {turn.phase} phase", ""
    ref.enter(turn.part, title)
    while base != NO_MORE and not (one_by_one and turn.counterair.announced):
        turn, base = next_order(ref, turn, targets(turn), title=title if base else "", about=partial(targets_so_far, turn))
        turn = announced(ref, turn, base) if base != NO_MORE else nothing_more(turn)
    return then(next_counterair, turn)


@rule("18.521", "18.521C", "18.523")
def announced(ref: Referee, turn: Turn, base: str) -> Turn:
    """A counterair as the scenario prepares it, or as the attacker orders it now, with its units."""
    record = turn.counterair
    prepared = next((raid for raid in record.raids if (raid.base, raid.phase) == (base, turn.phase)), None)
    raids = tuple(raid for raid in record.raids if raid is not prepared)
    raid = (prepared or Raid(base, (), turn.phase))._replace(number=record.tried.count(base) + 1)
    turn = turn.with_counterair(record._replace(raids=raids))
    if turn.held_by(base) == turn.setting.attacker:
        ref.tell(Note, f"{turn.setting.name(base)} has been captured and is no longer an enemy base")
        return turn
    if not named_later(turn, raid):
        able = eligible(ref, turn, base, raid.kind).units
        if not raid.force or any(number > able.get(unit, 0) for unit, number in raid.force):
            ref.enter(scope_of(raid), f"Units for {turn.setting.name(base)}")
        raid = raid._replace(force=commit(ref, turn, raid))
        if not raid.force:
            return nobody_flies(ref, turn, raid, again=not prepared)
    if base not in [other.base for other in record.announced]:
        ref.tell(Note, f"counterair announced against {turn.setting.name(base)}")
    record = turn.counterair
    return turn.with_counterair(record._replace(announced=(*record.announced, raid), tried=(*record.tried, base)))


@rule("19.12", "18.521")
def named_later(turn: Turn, raid: Raid) -> bool:
    """Whether the units are named when the base is attacked: what a patrol has left for its next hex is known only there.

    Targets that a scenario without orders at the table lists without units are meant to be flown to.
    """
    return raid.kind == "patrol" or not (raid.force or turn.setting.orders_asked)


@rule("18.523")
def nobody_flies(ref: Referee, turn: Turn, raid: Raid, *, again: bool) -> Turn:
    """A base that nobody flies to is still a refuge. If somebody could fly, he may still be named."""
    ref.tell(Note, f"no unit flies to {turn.setting.name(raid.base)}")
    if again and eligible(ref, turn, raid.base).units:
        return turn
    record = turn.counterair
    return turn.with_counterair(record._replace(tried=(*record.tried, raid.base))).with_result(raid.base, NOT_FLOWN)


def nothing_more(turn: Turn) -> Turn:
    """All counterair of the phase is announced; what the scenario still has prepared for it is not flown."""
    later = tuple(raid for raid in turn.counterair.raids if raid.phase != turn.phase)
    return turn.with_counterair(turn.counterair._replace(raids=later, over=True))


@rule("18.521", "18.521D", "18.49")
def targets(turn: Turn) -> Menu:
    """The bases that may be counteraired: enemy bases on the map in range of somebody who is free to fly, empty ones too."""
    record = turn.counterair
    named = turn.setting.name
    prepared = {raid.base: f"counterair {named(raid.base)}, as prepared" for raid in record.raids if raid.phase == turn.phase}
    every = {base.id: f"counterair {base.name}" for base in turn.bases}
    return menu_of(turn, prepared, every, partial(target_refused, turn), "no more counterair in this phase")


@rule("18.521", "18.49")
def target_refused(turn: Turn, place: str) -> str | None:
    """Why a base cannot be counteraired now, or None."""
    base = turn.find_base(place)
    if base is None:
        return None
    if base.side == turn.setting.attacker or base.box or not base.takes_air_units:
        return f"{base.name} is no enemy air base on the map (18.521)"
    if place in turn.counterair.tried:
        return f"{base.name} is announced already (18.521)"
    able = eligible(None, turn, place)
    return None if able.units else f"nobody can counterair {base.name}: {able.nobody}"


@rule("18.521", "18.521C", "18.521D", "17.3126A", "17.3126B", "17.3126D")
def next_counterair(ref: Referee, turn: Turn) -> Move[Turn]:
    """The next announced base is attacked; an empty one can be attacked too, which denies it as a refuge."""
    waiting = turn.counterair.announced
    if not waiting:
        return then(attackers_return if turn.counterair.over else announce_counterair, turn)
    raid = next_of(ref, turn)
    turn = turn.with_counterair(turn.counterair._replace(announced=tuple(other for other in waiting if other is not raid)))
    name = turn.setting.name(raid.base)
    if raid.kind == "patrol":
        turn = patrol_sails_on(turn)
    ref.enter(scope_of(raid), f"Counterair against {name}")
    sent = commit(ref, turn, raid) if named_later(turn, raid) else raid.force
    if not sent:
        return then(next_counterair, nobody_flies(ref, turn, raid, again=False))
    ref.tell(rulings_on_the_raid, turn, raid.base, sent)
    turn = turn.with_counterair(turn.counterair._replace(counteraired=(*turn.counterair.counteraired, raid.base)))
    turn, came = taken_off(turn, sent), as_force(turn, sent)
    if not turn.at(raid.base):
        ref.tell(Note, f"{name} is empty; nothing may fly off to it this phase")
        return counterair_over(ref, turn, Fought(raid.base, raid.kind, BASE_EMPTY, came, (), came))
    return call(counterair_round, battle_over(ref, turn, raid, sent), back=counterair_over, keep=turn)


@rule("18.521")
def next_of(ref: Referee, turn: Turn) -> Raid:
    """Which of the announced counterairs is fought next, as the attacker chooses; a patrol goes on as it sails."""
    waiting = turn.counterair.announced
    patrol = next((raid for raid in waiting if raid.kind == "patrol"), None)
    able = {f"{raid.base}-{raid.number}" if raid.number > 1 else raid.base: raid for raid in waiting}
    able = {name: raid for name, raid in able.items() if raid.kind != "patrol" or raid is patrol}
    if len(able) == 1 or not turn.setting.orders_asked:
        return waiting[0]
    ref.enter(turn.part, f"Counterair in the {turn.phase} phase")
    labels = {name: f"attack {turn.setting.name(raid.base)}" for name, raid in able.items()}
    key, which, words = f"attacker.next.{len(waiting)}", partial(which_first, turn, list(able.values())), ("next",)
    return able[ref.choose(key, labels, by="attacker", optional=True, about=which, words=words)]


def scope_of(raid: Raid) -> str:
    """Where the keys of a counterair begin: its base, with its number when the base is attacked again in the phase."""
    scope = f"{raid.base}-{raid.number}" if raid.number > 1 else raid.base
    return scope if raid.phase == "movement" else f"combat.{scope}"


@rule("18.521B", "18.522")
def battle_over(ref: Referee, turn: Turn, raid: Raid, sent: Sent) -> Counterair:
    """The battle over a base: all attackers that took off, and all that is in the base."""
    attackers, based = as_force(turn, sent), turn.at(raid.base)
    in_reserve = reserves(ref, turn, raid.base)
    on_carriers = [line.unit for line in (*attackers, *in_reserve) if turn.find_carrier(turn.unit(line.unit).home)]
    return in_squadrons(
        Counterair(
            raid.base,
            raid.kind,
            attackers,
            as_lines(based),
            came=attackers,
            based=based,
            reserves=in_reserve,
            carrier_air=tuple(dict.fromkeys(on_carriers)),
            refuges=refuges_from(ref, turn, raid.base),
            denied=denied_to(ref, turn, raid.base),
            rulings=turn.setting.rulings,
        )
    )


@rule("19.12")
def patrol_sails_on(turn: Turn) -> Turn:
    """A patrol's aircraft are aboard again in the next hex that it enters, and may attack from there."""
    aboard = [one for one in turn.counterair.away if one.patrolling and turn.find_carrier(turn.unit(one.unit).home)]
    for one in aboard:
        turn = back_unused(turn, one.unit, one.number)
    return turn.with_counterair(turn.counterair._replace(away=tuple(one for one in turn.counterair.away if one not in aboard)))


@rule("18.526", "18.522A")
def counterair_over(ref: Referee, turn: Turn, fought: Fought) -> Move[Turn]:
    """Losses come off; surviving attackers stay in the air until all counterair of the phase is fought."""
    turn = defenders_left(ref, turn, fought)
    turn = attackers_left(ref, turn, fought)
    ref.tell(Note, f"counterair against {turn.setting.name(fought.base)} is over: {fought.result}")
    return then(next_counterair, turn.with_result(fought.base, fought.result))


@rule("18.524", "18.524A", "18.524B", "18.46", "18.42", "18.42A")
def attackers_return(ref: Referee, turn: Turn) -> Move[Turn]:
    """When all counterair of the phase is fought, land-based attackers return inverted; naval air lands on its carriers."""
    if turn.counterair.away:
        ref.enter("", "Return to base")
    for base, unit_id, number, _ in turn.counterair.away:
        turn = landed(ref, turn, ((unit_id, number),), base)
    return Return(carriers_sail(ref, turn.with_counterair(turn.counterair._replace(away=(), over=False))))


STEPS = (announce_counterair, next_counterair, counterair_over, attackers_return)
