"""Counterair in a phase (18.52): announced together, fought base by base; at its end the attackers return."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from airwar.engine.frozen import replace
from airwar.engine.moves import Move, Return, call, then
from airwar.engine.referee import Event, Note, Referee, Status
from airwar.engine.rule import rule, under
from airwar.rulesets.kit import NO_MORE, Fault, shape_of
from airwar.rulesets.world_at_war import counterair_rounds
from airwar.rulesets.world_at_war.air_combat import back_in_factors, on_to_the_ships, recombination
from airwar.rulesets.world_at_war.basing import put_to_sea, rebased, stationed
from airwar.rulesets.world_at_war.counterair_rounds import (
    Counterair,
    Fought,
    commit,
    counterair_refused,
    counterair_round,
    denied_to,
    eligible,
    in_squadrons,
    may_sail,
    refuges_from,
    reserves,
    rulings_on_the_raid,
    targets_so_far,
    which_first,
)
from airwar.rulesets.world_at_war.landing import back_unused, landed
from airwar.rulesets.world_at_war.options import BASE_EMPTY, NOT_FLOWN
from airwar.rulesets.world_at_war.ordering import (
    Chapter,
    Menu,
    base_menu,
    blame,
    next_order,
    nobody_orders,
    orders_over,
)
from airwar.rulesets.world_at_war.setting import Base
from airwar.rulesets.world_at_war.state import NAVAL_BASE, Away, Counterairs, Raid, Seen, Turn, free_to_fly
from airwar.rulesets.world_at_war.taking_off import after_combat, as_force, enemy_refused, flier_faults, taken_off
from airwar.rulesets.world_at_war.units import Force, Sent, Unit, as_lines, fresh
from airwar.scenario.problems import Problems
from airwar.scenario.shape import Field, ListOf, Section


@rule("18.526", "18.526A", "18.526C", "18.43")
def defenders_left(ref: Referee, turn: Turn, fought: Fought) -> Turn:
    """Surviving defenders that aborted in the attacker's last roll are inverted, unless all have flown off."""
    policy = turn.setting.rulings.value("recombination")
    based = turn.at(fought.base)
    if fought.flown_off:
        gone = [unit.holding() for unit in back_in_factors(based, fought.defenders, policy)]
        turn = turn.with_units(gone)
        for unit_id, place, number in fought.flown_off:
            turn = stationed(turn, unit_id, place, inverted=number)
        return turn
    ref.tell(recombination, turn.setting.rulings, fought.defenders)
    if not fought.attackers and any(any(line.aborted) for line in fought.defenders):
        ref.tell(Note, "the last attackers are eliminated, but their roll still inverts defenders")
    defenders = naval_combat_aborts(ref, turn, fought)
    settled = back_in_factors(based, defenders, policy)
    ref.tell(newly_inverted, based, settled)
    return carrier_air_goes_ashore(ref, turn.with_units(settled), fought.base)


@rule("18.526A")
def naval_combat_aborts(ref: Referee, turn: Turn, fought: Fought) -> Force:
    """In naval combat 22.43 says how long aborted defenders are inverted; it is not in the source, so an option does."""
    if fought.kind != "naval-combat" or not any(any(line.aborted) for line in fought.defenders):
        return fought.defenders
    ruling = turn.setting.rulings.value("naval-combat-aborts")
    fate = "not inverted" if ruling == "none" else "inverted for the turn"
    ref.tell(turn.setting.rulings.ruled, "naval-combat-aborts", f"defenders that aborted in naval combat are {fate}")
    return fresh(fought.defenders) if ruling == "none" else fought.defenders


def newly_inverted(before: tuple[Unit, ...], after: tuple[Unit, ...]) -> list[Event]:
    """Reports the units that are newly inverted."""
    return [
        Status("defender", f"{now.id}: {now.air_type.label}", now.inverted - was.inverted, "inverted")
        for was, now in zip(before, after, strict=True)
        if now.inverted > was.inverted
    ]


@rule("17.3126C")
def carrier_air_goes_ashore(ref: Referee, turn: Turn, base: str) -> Turn:
    """Naval air of carriers that stay in port may only defend it for the rest of the turn, or is land-based from now on."""
    turn = carriers_to_sail(ref, turn, base)
    aboard = [unit for unit in turn.at(base) if unit.home != base and not turn.carrier(unit.home).sails]
    ruling = turn.setting.rulings.value("carrier-air-in-port")
    if aboard:
        fate = "may only defend the port" if ruling == "defends-only" else "is land-based from now on"
        ref.tell(turn.setting.rulings.ruled, "carrier-air-in-port", f"carrier naval air in the attacked port {fate}")
    if ruling == "defends-only":
        return turn
    return turn.with_units([rebased(turn, unit, base) for unit in aboard])


@rule("17.3126C", "18.526B")
def carriers_to_sail(ref: Referee, turn: Turn, base: str) -> Turn:
    """The defender says which carriers leave an attacked port when the attacks of the phase are over."""
    if not turn.setting.orders_asked:
        return turn
    for carrier in [carrier for carrier in turn.carriers if carrier.port == base and not carrier.sunk]:
        options = {"stay": f"{carrier.name} stays in port", "sail": f"{carrier.name} puts to sea after the attacks"}
        usual = "sail" if carrier.sails else "stay"
        about = partial(may_sail, turn, carrier)
        answer = ref.choose(f"defender.sail.{carrier.id}", options, by="defender", default=usual, optional=True, about=about)
        turn = turn.with_carrier(replace(carrier, sails=answer == "sail"))
    return turn


@rule("18.524")
def attackers_left(ref: Referee, turn: Turn, fought: Fought) -> Turn:
    """Losses of the attackers come off; what is left of them is on its way home."""
    ref.tell(recombination, turn.setting.rulings, fought.attackers)
    left = after_combat(taken_off(turn, fought.joined), fought.came, fought.attackers)
    patrolling = fought.kind == "patrol"
    away = tuple(Away(fought.base, unit, number, patrolling) for unit, number in left.all)
    return left.turn.with_counterair(left.turn.counterair._replace(away=left.turn.counterair.away + away))


@rule("18.526B", "17.3126C", "17.3122D")
def carriers_sail(ref: Referee, turn: Turn) -> Turn:
    """Naval air of an attacked port rejoins the carriers that put to sea, and has their status from then on."""
    for carrier in turn.carriers:
        if not carrier.sails or carrier.port not in turn.counterair.counteraired:
            continue
        ref.tell(Note, f"{carrier.name} puts to sea {'inverted' if carrier.inverted else 'with its naval air uninverted'}")
        turn = put_to_sea(turn, carrier)
    return turn


# announcing and fighting


@rule("18.521", "18.521C", "18.525", "18.52")
def announce_counterair(ref: Referee, turn: Turn) -> Move[Turn]:
    """The attacker announces every counterair of the phase, with its units, before any is fought; by option one at a time."""
    if nobody_orders(ref, turn, targets(turn), turn.part):
        return then(next_counterair, turn.with_counterair(turn.counterair._replace(over=True)))
    looked_at = (free_to_fly(turn.attackers), turn.surroundings, turn.counterair, turn.part, turn.asked)
    record, asked, not_flown = ref.settle(announcements, Seen(turn, *looked_at))
    return then(next_counterair, replace(turn, counterair=record, asked=asked, results=(*turn.results, *not_flown)))


def announcements(ref: Referee, seen: Seen) -> tuple[Counterairs, int, tuple[tuple[str, str], ...]]:
    """What the attacker announces, how many orders that takes, and the bases to which nobody flies."""
    turn, before = seen.turn, len(seen.turn.results)
    if orders_over(ref, turn, targets(turn), turn.part):
        return turn.counterair._replace(over=True), turn.asked, ()
    one_by_one = turn.setting.rulings.value("announcements") == "one-by-one"
    title, base = f"Counterair in the {turn.phase} phase", ""
    ref.enter(turn.part, title)
    while base != NO_MORE and not (one_by_one and turn.counterair.announced):
        turn, base = next_order(ref, turn, targets(turn), title=title if base else "", about=partial(targets_so_far, turn))
        turn = announced(ref, turn, base) if base != NO_MORE else nothing_more(turn)
    return turn.counterair, turn.asked, turn.results[before:]


@rule("18.521", "18.521C", "18.523")
def announced(ref: Referee, turn: Turn, base: str) -> Turn:
    """A counterair as the scenario prepares it, or as the attacker orders it now, with its units."""
    record = turn.counterair
    prepared = next((raid for raid in record.raids if (raid.at, raid.phase) == (base, turn.phase)), None)
    raids = tuple(raid for raid in record.raids if raid is not prepared)
    raid = replace(prepared or Raid(at=base, phase=turn.phase), number=record.tried.count(base) + 1)
    turn = turn.with_counterair(record._replace(raids=raids))
    if refused := base_refused(turn, turn.base(base)):
        ref.tell(Note, refused)
        return turn
    if not named_later(turn, raid):
        able = eligible(ref, turn, base, raid.kind).units
        if not raid.force or any(number > able.get(unit, 0) for unit, number in raid.force):
            ref.enter(scope_of(raid), f"Units for {turn.setting.name(base)}")
        raid = raid.flown_by(commit(ref, turn, raid))
        if not raid.force:
            return nobody_flies(ref, turn, raid, again=not prepared)
    if base not in [other.at for other in record.announced]:
        ref.tell(Note, f"counterair announced against {turn.setting.name(base)}")
    record = turn.counterair
    return turn.with_counterair(record._replace(announced=(*record.announced, raid), tried=(*record.tried, base)))


@rule("19.12", "18.521")
def named_later(turn: Turn, raid: Raid) -> bool:
    """Whether the units are named only when the base is attacked: what a patrol has left is known only in its next hex.

    So are those of a target that a scenario lists without units, if no orders are asked for at the table.
    """
    return raid.kind == "patrol" or not (raid.force or turn.setting.orders_asked)


@rule("18.523")
def nobody_flies(ref: Referee, turn: Turn, raid: Raid, *, again: bool) -> Turn:
    """A base that nobody flies to is still a refuge. If anybody could fly there, it may be announced again."""
    ref.tell(Note, f"no unit flies to {turn.setting.name(raid.at)}")
    if again and eligible(ref, turn, raid.at).units:
        return turn
    record = turn.counterair
    return turn.with_counterair(record._replace(tried=(*record.tried, raid.at))).with_result(raid.at, NOT_FLOWN)


def nothing_more(turn: Turn) -> Turn:
    """All counterair of the phase is announced; what the scenario still has prepared for it is not flown."""
    later = tuple(raid for raid in turn.counterair.raids if raid.phase != turn.phase)
    return turn.with_counterair(turn.counterair._replace(raids=later, over=True))


@rule("18.521", "18.521D", "18.49")
def targets(turn: Turn) -> Menu:
    """The bases that may be counteraired: enemy bases on the map in range of somebody who is free to fly, empty ones too."""
    record = turn.counterair
    named = turn.setting.name
    prepared = {raid.at: f"counterair {named(raid.at)}, as prepared" for raid in record.raids if raid.phase == turn.phase}
    return base_menu(turn, prepared, "counterair", partial(target_refused, turn), "no more counterair in this phase")


@rule("18.521", "18.49")
def base_refused(turn: Turn, base: Base) -> str | None:
    """Why a base is never counteraired, or None: it is not an air base of the enemy on the map."""
    return enemy_refused(turn, base, "base (18.521)") or (
        None if base.takes_air_units else f"{base.name} is not an air base (18.521)"
    )


@rule("18.521", "18.49")
def target_refused(turn: Turn, base: Base) -> str | None:
    """Why a base cannot be counteraired now, or None."""
    if refused := base_refused(turn, base):
        return refused
    if base.id in turn.counterair.tried:
        return again_refused(base)
    able = eligible(None, turn, base.id)
    return None if able.units else f"nobody can counterair {base.name}: {able.nobody}"


@rule("18.525")
def again_refused(base: Base) -> str:
    """Why a base is not announced a second time in a phase."""
    return f"{base.name} is attacked once in a phase; add the forces together (18.525)"


@rule("18.521", "18.521C", "18.521D", "17.3126A", "17.3126B", "17.3126D")
def next_counterair(ref: Referee, turn: Turn) -> Move[Turn]:
    """The next announced base is attacked; an empty one can be attacked too, which denies it as a refuge."""
    waiting = turn.counterair.announced
    if not waiting:
        return then(attackers_return if turn.counterair.over else announce_counterair, turn)
    raid = next_of(ref, turn)
    turn = turn.with_counterair(turn.counterair._replace(announced=tuple(other for other in waiting if other is not raid)))
    name = turn.setting.name(raid.at)
    if raid.kind == "patrol":
        turn = patrol_sails_on(turn)
    ref.enter(scope_of(raid), f"Counterair against {name}")
    sent = commit(ref, turn, raid) if named_later(turn, raid) else raid.force
    if not sent:
        return then(next_counterair, nobody_flies(ref, turn, raid, again=False))
    ref.tell(rulings_on_the_raid, turn, raid.at, sent)
    turn = turn.with_counterair(turn.counterair._replace(counteraired=(*turn.counterair.counteraired, raid.at)))
    turn, came = taken_off(turn, sent), as_force(turn, sent)
    if not turn.at(raid.at):
        ref.tell(Note, f"{name} is empty; nobody may fly off to it in this phase")
        if raid.kind == NAVAL_BASE:
            under("18.512B", ref.tell, on_to_the_ships, turn.setting.rulings, "attacker", came)
        return counterair_over(ref, turn, Fought(raid.at, raid.kind, BASE_EMPTY, came, (), came))
    return call(counterair_round, battle_over(ref, turn, raid, sent), back=counterair_over, keep=turn)


@rule("18.521")
def next_of(ref: Referee, turn: Turn) -> Raid:
    """Which of the announced counterairs is fought next, as the attacker chooses; a patrol goes on as it sails."""
    waiting = turn.counterair.announced
    patrol = next((raid for raid in waiting if raid.kind == "patrol"), None)
    able = {f"{raid.at}-{raid.number}" if raid.number > 1 else raid.at: raid for raid in waiting}
    able = {name: raid for name, raid in able.items() if raid.kind != "patrol" or raid is patrol}
    if len(able) == 1 or not turn.setting.orders_asked:
        return waiting[0]
    ref.enter(turn.part, f"Counterair in the {turn.phase} phase")
    labels = {name: f"attack {turn.setting.name(raid.at)}" for name, raid in able.items()}
    key, which, words = f"attacker.next.{len(waiting)}", partial(which_first, turn, list(able.values())), ("next",)
    return able[ref.choose(key, labels, by="attacker", optional=True, about=which, words=words)]


def scope_of(raid: Raid) -> str:
    """Where the keys of a counterair begin: its base, with its number when the base is attacked again in the phase."""
    scope = f"{raid.at}-{raid.number}" if raid.number > 1 else raid.at
    return scope if raid.phase == "movement" else f"combat.{scope}"


@rule("18.521B", "18.522")
def battle_over(ref: Referee, turn: Turn, raid: Raid, sent: Sent) -> Counterair:
    """The battle over a base: all attackers that took off, and all that is in the base."""
    attackers, based = as_force(turn, sent), turn.at(raid.at)
    in_reserve = reserves(ref, turn, raid.at)
    on_carriers = [line.unit for line in attackers if turn.find_carrier(turn.unit(line.unit).home)]
    return in_squadrons(
        Counterair(
            raid.at,
            raid.kind,
            attackers,
            as_lines(based),
            came=attackers,
            based=based,
            reserves=in_reserve,
            carrier_air=tuple(dict.fromkeys(on_carriers)),
            refuges=refuges_from(ref, turn, raid.at),
            denied=denied_to(ref, turn, raid.at),
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


# in a scenario


def read_counterair(document: Section, turn: Turn, problems: Problems) -> Turn:
    """Every counterair of the phase waits to be announced."""
    if not document["counterair"]:
        return turn
    promised: dict[str, int] = {}
    targets: dict[tuple[str, str], str] = {}
    raids = tuple(document["counterair"])
    for raid in sorted(raids, key=lambda raid: bool(raid.kind == "patrol")):
        blame(problems, raid, raid_faults(raid, turn, promised, targets))
    return turn.with_counterair(turn.counterair._replace(raids=raids)).with_agenda(*(f"{raid.phase}.counterair" for raid in raids))


@rule("18.521", "18.45", "18.51", "18.41", "19.12")
def raid_faults(raid: Raid, turn: Turn, promised: dict[str, int], targets: dict[tuple[str, str], str]) -> Iterator[Fault]:
    """A counterair is against an enemy base, by units that may fly it and are not promised twice.

    A patrol's aircraft may attack from each hex that it enters, the same base too. `targets`: the kind of attack that each base
    suffers first in each phase.
    """
    base, kind = turn.find_base(raid.at), raid.kind
    if base is None:
        return
    again = (base.id, raid.phase) in targets
    before = targets.setdefault((base.id, raid.phase), kind)
    if refused := base_refused(turn, base):
        yield Fault("at", refused)
    elif again and not kind == before == "patrol":
        yield Fault("at", again_refused(base))
    flying = dict(promised) if kind == "patrol" else promised
    yield from flier_faults(turn, raid.with_, flying, lambda unit: counterair_refused(None, turn, unit, base.id, kind))


CHAPTER = Chapter(
    fields={"counterair": Field(ListOf(shape_of(Raid), 1, 30), help="the bases attacked in this phase")},
    read=read_counterair,
    rolls=dict.fromkeys(("attacker.fire", "defender.fire"), "air combat"),
    steps=(*STEPS, *counterair_rounds.STEPS),
)
