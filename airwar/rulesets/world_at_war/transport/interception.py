"""Interception of air transport activities by the defender, counter-interception, and the one attack on the transports (18.62)."""

from __future__ import annotations

from dataclasses import replace

from airwar.engine.moves import Move, then
from airwar.engine.referee import Event, Note, Referee
from airwar.engine.rule import rule
from airwar.rulesets.world_at_war.air.flying import (
    after_combat,
    as_force,
    in_range,
    landed,
    landed_ready,
    may_attack_from,
    may_defend,
    ready_units,
    taken_off,
)
from airwar.rulesets.world_at_war.air.missions import Sent, nonzero
from airwar.rulesets.world_at_war.air_combat.aftermath import recombination
from airwar.rulesets.world_at_war.air_combat.fire import fire
from airwar.rulesets.world_at_war.air_combat.forces import Force, Line, broken_down, fought_in_squadrons
from airwar.rulesets.world_at_war.air_combat.losses import suffer, told_losses
from airwar.rulesets.world_at_war.ground.interception import clash, facts, reinforced
from airwar.rulesets.world_at_war.options import ruled
from airwar.rulesets.world_at_war.state import Turn, Unit
from airwar.rulesets.world_at_war.transport.steps import Toll, Transit, arrival, toll_of


@rule("18.621", "17.23", "17.33", "17.53")
def eligible_interceptors(turn: Turn, hex_: str) -> dict[str, int]:
    """Uninverted army air, land-based naval air and jets of the defender that reach the hex."""
    able = ready_units(turn, ("aaf", "nas", "jet"), moving=False)
    return {unit.id: turn.free(unit) for unit in able if may_defend(turn, unit, hex_) and operational(turn, unit)}


@rule("18.621")
def operational(turn: Turn, unit: Unit) -> bool:
    """From an operational base; from another one over the own hex, unless the strict reading is wanted."""
    home = turn.setting.bases.get(unit.home)
    return bool(home and home.operational) or turn.setting.options["interception-base"] == "own-hex"


@rule("18.622", "18.472", "17.33")
def eligible_counters(turn: Turn, hex_: str) -> dict[str, int]:
    """Uninverted army air, land-based naval air and jets of the attacker that reach the hex."""
    able = ready_units(turn, ("aaf", "nas", "jet"), moving=True)
    near = [unit for unit in able if may_attack_from(turn, unit, carriers=False) and in_range(turn, unit, hex_)]
    return {unit.id: turn.free(unit) for unit in near}


@rule("18.621", "18.621A", "18.621B", "18.621C", "18.621D", "18.62", "18.471")
def defender_intercepts(ref: Referee, transit: Transit) -> Move[Turn]:
    """The defender may intercept all transports of the activity, in one hex of their route."""
    turn, flight = transit.turn, transit.flight
    hexes = {hex_: f"over {turn.setting.name(hex_)}" for hex_ in flight.route if eligible_interceptors(turn, hex_)}
    if not hexes or not flight.force:
        return arrival(ref, turn, flight, Toll())
    hex_ = ref.choose("defender.intercept", {"none": "let them pass"} | hexes, by="defender", facts=lambda: carried(transit))
    if hex_ == "none":
        return arrival(ref, turn, flight, Toll())
    free = eligible_interceptors(turn, hex_)
    came = nonzero(ref.allot("defender.interceptors", free, by="defender", least=1, default=free))
    ref.tell(bases_mattered, turn, came)
    turn = taken_off(turn, came)
    return then(attacker_counters, replace(transit, turn=turn, hex=hex_, came=came, defenders=as_force(turn, came)))


def bases_mattered(turn: Turn, came: Sent) -> list[Event]:
    """Says when somebody intercepts from a base that is not operational."""
    bases = turn.setting.bases
    odd = [unit for unit, _ in came if not bases[turn.unit(unit).home].operational]
    return [ruled("interception-base", "own-hex", f"{unit} intercepts over its own hex") for unit in odd]


def carried(transit: Transit) -> dict[str, int]:
    return {"enemy.factors": sum(number for _, number in transit.flight.force)}


def facts_of(transit: Transit, side: str) -> dict[str, int]:
    return facts(transit.turn, side, (transit.attackers, transit.countered), (transit.defenders, transit.came))


@rule("18.622", "18.472")
def attacker_counters(ref: Referee, transit: Transit) -> Move[Turn]:
    """The attacker may protect his transports by intercepting the interceptors; all meet all."""
    free = eligible_counters(transit.turn, transit.hex)
    strength = sum(number for _, number in transit.came)
    sent = ref.allot("attacker.counter", free, by="attacker", default={}, facts=lambda: {"enemy.factors": strength})
    countered = nonzero(sent)
    if not countered:
        return then(transport_attacked, transit)
    if transit.flight.phase != "redeployment":
        ref.tell(Note, "counter-interception is an offensive operation: its BRP cost is due")
    turn = taken_off(transit.turn, countered)
    return then(counter_round, replace(transit, turn=turn, countered=countered, attackers=as_force(turn, countered)))


@rule("18.622", "18.62")
def counter_round(ref: Referee, transit: Transit) -> Move[Turn]:
    """One round between interceptors and counter-interceptors, who may bring up fresh units though none survived.

    What is left over does not reach the transports.
    """
    attackers, defenders = clash(ref, transit.attackers, transit.defenders, transit.turn.setting.house)
    transit = replace(transit, attackers=attackers, defenders=defenders)
    if not defenders or not (attackers or eligible_counters(transit.turn, transit.hex)):
        return then(transport_attacked, transit)
    return then(interceptors_press, transit)


@rule("18.622")
def interceptors_press(ref: Referee, transit: Transit) -> Move[Turn]:
    """The intercepting player may want another round, or turn to the transports, or go home."""
    options = {"enough": "no further round: on to the transports", "another": "another round first", "withdraw": "go home"}
    choice = ref.choose("defender.press", options, by="defender", facts=lambda: facts_of(transit, "defender"))
    if choice == "another":
        return then(attacker_stands, transit)
    policy = transit.turn.setting.options["declined-round"]
    if choice == "enough" and any(line.number > sum(line.aborted) for line in transit.defenders):
        text = "may still attack the transports" if policy == "attack" else "go home"
        ref.tell(ruled, "declined-round", policy, f"interceptors that want no further round {text}")
    return then(transport_attacked if choice == "enough" and policy == "attack" else activity_ends, transit)


@rule("18.622", "19.11")
def attacker_stands(ref: Referee, transit: Transit) -> Move[Turn]:
    """The moving player meets the new round, with fresh units if he likes or has nobody else left, or withdraws."""
    stand = {"stand": "stand and fight", "withdraw": "withdraw"}
    if ref.choose("attacker.stand", stand, by="attacker", facts=lambda: facts_of(transit, "attacker")) == "withdraw":
        return then(transport_attacked, transit)
    free = eligible_counters(transit.turn, transit.hex)
    least = 0 if transit.attackers else 1
    more = ref.allot("attacker.reinforce", free, by="attacker", least=least, facts=lambda: facts_of(transit, "attacker"))
    turn, attackers, countered = reinforced(ref, transit.turn, transit.attackers, transit.countered, more)
    return then(counter_round, replace(transit, turn=turn, attackers=attackers, countered=countered))


# the attack on the transports


@rule("18.623", "19.12", "17.65")
def transport_attacked(ref: Referee, transit: Transit) -> Move[Turn]:
    """Some, all or none of the interceptors that the last round left unscathed make a single roll; transports make none."""
    able = {line.unit: line.number - sum(line.aborted) for line in transit.defenders}
    able = {unit: number for unit, number in able.items() if number}
    chosen = ref.allot("defender.attack", able, by="defender", default=able) if able else {}
    attacking = tuple(chosen_line(line, chosen.get(line.unit, 0)) for line in transit.defenders if chosen.get(line.unit))
    if not attacking:
        return then(activity_ends, transit)
    target = as_force(transit.turn, transit.flight.force)
    if fought_in_squadrons(attacking, target):
        attacking, target = broken_down(attacking), broken_down(target)
    ref.enter(f"{transit.flight.id}.transports", f"Attack on the transports over {transit.turn.setting.name(transit.hex)}")
    house = transit.turn.setting.house
    effect = fire(ref, "defender", attacking, target, house=house)
    struck = suffer(ref, "attacker", target, effect, house) if any(effect) else target
    ref.tell(told_losses, "attacker", target, struck)
    return interceptors_home(ref, transit, chosen, toll_of(ref, transit.turn, target, struck))


def chosen_line(line: Line, number: int) -> Line:
    """So many of a line's factors or squadrons, whatever their kind: all fight alike."""
    left, parts = number, []
    for part in line.parts:
        parts.append(min(part, left))
        left -= parts[-1]
    return line._replace(parts=tuple(parts), aborted=())


@rule("18.623")
def activity_ends(ref: Referee, transit: Transit) -> Move[Turn]:
    """The transports were not attacked."""
    return interceptors_home(ref, transit, {}, Toll())


@rule("18.623", "18.472", "18.564")
def interceptors_home(ref: Referee, transit: Transit, attacked: dict[str, int], toll: Toll) -> Move[Turn]:
    """Whoever fought or attacked is inverted; interceptors that did neither are free for later."""
    turn = transit.turn
    if transit.countered:
        ref.tell(recombination, turn, transit.attackers)
        ref.tell(recombination, turn, transit.defenders)
        turn = fighters_home(ref, turn, transit.countered, transit.attackers, transit.hex)
        turn = fighters_home(ref, turn, transit.came, transit.defenders, transit.hex)
    else:
        tired = nonzero({unit: attacked.get(unit, 0) for unit, _ in transit.came})
        idle = nonzero({unit: number - attacked.get(unit, 0) for unit, number in transit.came})
        turn = landed_ready(ref, landed(ref, turn, tired, transit.hex), idle, transit.hex)
    return arrival(ref, turn, transit.flight, toll)


def fighters_home(ref: Referee, turn: Turn, sent: Sent, force: Force, hex_: str) -> Turn:
    outcome = after_combat(turn, sent, force)
    return landed(ref, outcome.turn, outcome.survivors, hex_)


STEPS = (
    defender_intercepts,
    attacker_counters,
    counter_round,
    interceptors_press,
    attacker_stands,
    transport_attacked,
    activity_ends,
)
