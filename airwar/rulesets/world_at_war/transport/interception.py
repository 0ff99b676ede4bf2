"""Interception of air transports by the defender, and counter-interception (18.62). The procedure ends before the transports
are attacked: it returns which units met over which hex, what is left of them, and which attack the transports."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import NamedTuple

from airwar.engine.moves import Move, Return, then
from airwar.engine.referee import Event, Note, Referee
from airwar.engine.rule import rule
from airwar.rulesets.world_at_war.air.reinforcements import drawn, reinforced, remaining
from airwar.rulesets.world_at_war.air.sent import Sent, added, nonzero, sent_of
from airwar.rulesets.world_at_war.air.taking_off import as_force, in_range, may_defend, ready_units, takeoff_refused
from airwar.rulesets.world_at_war.air_combat.facts import Contingent, combat_facts
from airwar.rulesets.world_at_war.air_combat.forces import Force, size
from airwar.rulesets.world_at_war.ground.interception import clash
from airwar.rulesets.world_at_war.ordering import line_labels
from airwar.rulesets.world_at_war.setting import Setting
from airwar.rulesets.world_at_war.state import Turn
from airwar.rulesets.world_at_war.transport import about
from airwar.rulesets.world_at_war.transport.state import Flight
from airwar.rulesets.world_at_war.units.unit import Unit

Nearby = tuple[tuple[str, Force], ...]  # hexes, and the units that can fly there


class Transit(NamedTuple):
    """An air transport activity on its way, and the units of both sides that can reach each hex of its route."""

    setting: Setting
    flight: Flight
    interceptors: Nearby
    counters: Nearby
    hampered: tuple[str, ...] = ()  # interceptors whose base is not operational


class Fight(NamedTuple):
    """An air transport activity that is intercepted."""

    transit: Transit
    hex: str
    defenders: Force  # the interceptors
    intercepting: Force  # the interceptors as they came
    reserves: Force  # counter-interceptors that may still join
    attackers: Force = ()  # the counter-interceptors
    came: Force = ()  # the counter-interceptors as they came
    joined: Sent = ()  # those of them that came after the first round

    @property
    def in_the_air(self) -> Sent:
        """The fighters of both sides that have taken off."""
        return added(sent_of(self.intercepting), sent_of(self.came))


class Met(NamedTuple):
    """The outcome of an interception: which units met over which hex, what is left of them, and which attack the transports."""

    hex: str
    intercepting: Force
    defenders: Force
    came: Force  # the counter-interceptors
    joined: Sent  # those of them that came after the first round
    attackers: Force
    attacking: Sent
    last_round: int


def reaching(nearby: Nearby, hex_: str) -> Force:
    """The units that can fly to a hex."""
    return dict(nearby)[hex_]


# who can intercept


def transit(ref: Referee, turn: Turn, flight: Flight) -> Transit:
    """An activity, with the units that can meet it on its way."""
    interceptors = tuple((hex_, eligible_interceptors(ref, turn, hex_)) for hex_ in flight.route)
    counters = tuple((hex_, eligible_counters(ref, turn, hex_)) for hex_ in flight.route)
    homes = {line.unit: turn.base(turn.unit(line.unit).home) for _, force in interceptors for line in force}
    hampered = tuple(unit for unit, home in homes.items() if not home.operational)
    return Transit(turn.setting, flight, interceptors, counters, hampered)


@rule("18.621", "17.23", "17.33", "17.53")
def eligible_interceptors(ref: Referee, turn: Turn, hex_: str) -> Force:
    """Uninverted army air, land-based naval air and jets of the defender that reach the hex."""
    able = ready_units(turn, ("aaf", "nas", "jet"), "defender")
    near = [unit for unit in able if may_intercept_from(turn, unit) and may_defend(ref, turn, unit, hex_)]
    return as_force(turn, tuple((unit.id, turn.free(unit)) for unit in near))


@rule("18.621")
def may_intercept_from(turn: Turn, unit: Unit) -> bool:
    """Units at a base that is not operational intercept only over their own hex, and under the strict ruling not at all."""
    home = turn.find_base(unit.home)
    return bool(home and home.operational) or turn.setting.rulings.value("interception-base") == "own-hex"


@rule("18.622", "18.472", "17.33")
def eligible_counters(ref: Referee, turn: Turn, hex_: str) -> Force:
    """Uninverted army air, land-based naval air and jets of the attacker that reach the hex."""
    able = ready_units(turn, ("aaf", "nas", "jet"), "attacker")
    near = [unit for unit in able if not takeoff_refused(turn, unit, carriers=False) and in_range(ref, turn, unit, hex_)]
    return as_force(turn, tuple((unit.id, turn.free(unit)) for unit in near))


# the interception


@rule("18.621", "18.621A", "18.621B", "18.621C", "18.621D", "18.62", "18.471")
def defender_intercepts(ref: Referee, transit: Transit) -> Move[Met | None]:
    """The defender may intercept all transports of the activity, in one hex of their route."""
    hexes = {hex_: f"over {transit.setting.name(hex_)}" for hex_, able in transit.interceptors if able}
    if not hexes or not transit.flight.force:
        return Return(None)
    known = {"enemy.factors": transit.flight.factors}
    meet = partial(about.to_meet, transit.setting, transit.flight, {hex_: reaching(transit.interceptors, hex_) for hex_ in hexes})
    options = {"none": "let them pass"} | hexes
    hex_ = ref.choose("defender.intercept", options, by="defender", facts=lambda: known, about=meet)
    if hex_ == "none":
        return Return(None)
    able = reaching(transit.interceptors, hex_)
    free = dict(sent_of(able))
    labels = line_labels(able)
    send = partial(about.to_send, transit.setting, transit.flight, hex_, able)
    sent = ref.allot("defender.interceptors", free, by="defender", least=1, default=free, labels=labels, about=send)
    came = drawn(able, nonzero(sent))
    ref.tell(bases_mattered, transit, came)
    return then(attacker_counters, Fight(transit, hex_, came, came, reaching(transit.counters, hex_)))


def bases_mattered(transit: Transit, came: Force) -> list[Event]:
    """Says when units intercept from a base that is not operational."""
    hampered = [line.unit for line in came if line.unit in transit.hampered]
    return [transit.setting.rulings.ruled("interception-base", f"{unit} intercepts over its own hex") for unit in hampered]


@rule("18.622", "18.472")
def attacker_counters(ref: Referee, fight: Fight) -> Move[Met | None]:
    """The attacker may protect the transports by intercepting the interceptors; all units fight all."""
    known = {"enemy.factors": size(fight.intercepting)}
    free = dict(sent_of(fight.reserves))
    labels = line_labels(fight.reserves)
    setting, flight = fight.transit.setting, fight.transit.flight
    protect = partial(about.to_protect, setting, flight, fight.hex, fight.intercepting, fight.reserves)
    answer = ref.allot("attacker.counter", free, by="attacker", default={}, labels=labels, facts=lambda: known, about=protect)
    sent = nonzero(answer)
    if not sent:
        return then(interceptors_attack, fight)
    if fight.transit.flight.phase != "redeployment":
        ref.tell(Note, "counter-interception is an offensive operation; pay its BRP cost")
    counters = drawn(fight.reserves, sent)
    fight = fight._replace(attackers=counters, came=counters, reserves=remaining(fight.reserves, sent))
    return then(counter_round, fight)


@rule("18.622", "18.62")
def counter_round(ref: Referee, fight: Fight) -> Move[Met | None]:
    """Interceptors and counter-interceptors fight one round; excess results do not affect the transports."""
    attackers, defenders = clash(ref, fight.attackers, fight.defenders, fight.transit.setting.rulings)
    fight = fight._replace(attackers=attackers, defenders=defenders)
    if not defenders or not (attackers or fight.reserves):
        return then(interceptors_attack, fight)
    return then(interceptors_press, fight)


@rule("18.622")
def interceptors_press(ref: Referee, fight: Fight) -> Move[Met | None]:
    """The intercepting player may fight another round, turn to the transports, or go home."""
    options = {"enough": "no further round: on to the transports", "another": "another round first", "withdraw": "go home"}
    facts, left = partial(fight_facts, fight, "defender"), partial(after_round, fight, ref.round)
    choice = ref.choose("defender.press", options, by="defender", facts=facts, about=left)
    if choice == "another":
        return then(attacker_fights_on, fight)
    rulings = fight.transit.setting.rulings
    policy = rulings.value("declined-round")
    if choice == "enough" and any(line.number > sum(line.aborted) for line in fight.defenders):
        text = "may still attack the transports" if policy == "attack" else "go home"
        ref.tell(rulings.ruled, "declined-round", f"interceptors that decline another round {text}")
    return then(interceptors_attack, fight) if choice == "enough" and policy == "attack" else Return(met(fight, ref.round))


@rule("18.622", "19.11")
def attacker_fights_on(ref: Referee, fight: Fight) -> Move[Met | None]:
    """The attacker fights another round, with fresh units if wanted or needed, or withdraws."""
    stand = {"stand": "stand and fight", "withdraw": "withdraw"}
    facts, left = partial(fight_facts, fight, "attacker"), partial(after_round, fight, ref.round)
    if ref.choose("attacker.stand", stand, by="attacker", facts=facts, about=left) == "withdraw":
        return then(interceptors_attack, fight)
    least = 0 if fight.attackers else 1
    free = dict(sent_of(fight.reserves))
    labels = line_labels(fight.reserves)
    chosen = ref.allot("attacker.reinforce", free, by="attacker", least=least, labels=labels, facts=facts, about=left)
    return then(counter_round, reinforced(ref, fight, nonzero(chosen)))


@rule("18.623", "17.65")
def interceptors_attack(ref: Referee, fight: Fight) -> Move[Met | None]:
    """Some, all or none of the interceptors that the last round neither eliminated nor aborted attack the transports."""
    able = {line.unit: line.number - sum(line.aborted) for line in fight.defenders}
    able = {unit: number for unit, number in able.items() if number}
    chosen: Mapping[str, int] = {}
    if able:
        labels = line_labels(fight.defenders)
        attack = partial(about.to_attack, fight.transit.setting, fight.transit.flight, fight.hex, able, fight.defenders)
        chosen = ref.allot("defender.attack", able, by="defender", default=able, labels=labels, about=attack, quiet=True)
    return Return(met(fight, ref.round, nonzero(chosen)))


def met(fight: Fight, last_round: int, attacking: Sent = ()) -> Met:
    return Met(
        fight.hex,
        fight.intercepting,
        fight.defenders,
        fight.came,
        fight.joined,
        fight.attackers,
        attacking,
        last_round,
    )


def after_round(fight: Fight, number: int) -> str:
    """What the rounds so far have left of both sides."""
    attackers, defenders = Contingent(fight.attackers, fight.came), Contingent(fight.defenders, fight.intercepting)
    return about.after_round(fight.transit.setting, fight.transit.flight, attackers, defenders, number)


def fight_facts(fight: Fight, side: str) -> dict[str, int]:
    """What a policy may ask about, in the factors or squadrons in which the combat is fought."""
    return combat_facts(side, Contingent(fight.attackers, fight.came), Contingent(fight.defenders, fight.intercepting))


STEPS = (
    defender_intercepts,
    attacker_counters,
    counter_round,
    interceptors_press,
    attacker_fights_on,
    interceptors_attack,
)
