"""Interception of air transports by the defender, and counter-interception (18.62). The procedure ends before the transports
are attacked: it returns which units met over which hex, what is left of them, and which attack the transports."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import NamedTuple

from airwar.engine.moves import Move, Return, then
from airwar.engine.referee import Event, Note, Referee
from airwar.engine.rule import rule
from airwar.engine.words import some_of
from airwar.rulesets.world_at_war import transport_orders
from airwar.rulesets.world_at_war.air_combat import Contingent, combat_facts
from airwar.rulesets.world_at_war.defensive_air_support import clash, interception_refused
from airwar.rulesets.world_at_war.ordering import Able, line_labels, who_can
from airwar.rulesets.world_at_war.setting import Setting
from airwar.rulesets.world_at_war.state import Flight, Turn
from airwar.rulesets.world_at_war.taking_off import (
    FIGHTERS,
    as_force,
    defense_refused,
    drawn,
    reinforced,
    remaining,
    remembered,
    shortage,
)
from airwar.rulesets.world_at_war.units import Force, Sent, Unit, added, nonzero, sent_of, size


class Transit(NamedTuple):
    """An air transport activity on its way."""

    turn: Turn
    flight: Flight

    @property
    def setting(self) -> Setting:
        return self.turn.setting


class Fight(NamedTuple):
    """An air transport activity that is intercepted."""

    transit: Transit
    hex: str
    defenders: Force  # the interceptors
    intercepting: Force  # the interceptors as they came
    reserves: Force = ()  # counter-interceptors that may still join
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


# who can intercept


@rule("18.621", "17.23", "17.33", "17.53")
def eligible_interceptors(ref: Referee, turn: Turn, hex_: str) -> Able:
    """Uninverted army air, land-based naval air and jets of the defender that reach the hex."""
    return who_can(ref, turn, lambda ref, unit: meeting_refused(ref, turn, unit, hex_), units=turn.defenders)


@rule("18.621", "17.23", "17.33", "17.53")
def meeting_refused(ref: Referee | None, turn: Turn, unit: Unit, hex_: str) -> str | None:
    """Why a unit cannot intercept transports over a hex, or None.

    Units at a base that is not operational intercept only over their own hex, and under the strict ruling not at all.
    """
    if unit.type not in FIGHTERS or turn.player(unit.side) != "defender":
        return f"{unit.id} is not army air, naval air or a jet of the defender; only these intercept transports (18.621)"
    home = turn.find_base(unit.home)
    if home and not home.operational and turn.setting.rulings.value("interception-base") != "own-hex":
        return f"{unit.id} is at {home.name}, which is {shortage(home)}; expected an operational base (18.621)"
    return remembered(defense_refused, ref, turn, unit, hex_)


@rule("18.622", "18.472", "17.33")
def eligible_counters(ref: Referee, turn: Turn, hex_: str) -> Able:
    """Uninverted army air, land-based naval air and jets of the attacker that reach the hex."""
    return who_can(
        ref,
        turn,
        lambda ref, unit: interception_refused(ref, turn, unit, (hex_,), carriers=False, number="18.622"),
        units=turn.attackers,
    )


# the interception


@rule("18.621", "18.621A", "18.621B", "18.621C", "18.621D", "18.62", "18.471")
def defender_intercepts(ref: Referee, transit: Transit) -> Move[Met | None]:
    """The defender may intercept all transports of the activity, in one hex of their route."""
    if ref.takes_default("defender.intercept", "defender"):
        return Return(None)
    turn, named = transit.turn, transit.setting.name
    near = {hex_: eligible_interceptors(ref, turn, hex_) for hex_ in transit.flight.route}
    over = {hex_: as_force(turn, nonzero(able.units)) for hex_, able in near.items() if able.units}
    hexes = {hex_: f"over {named(hex_)}" for hex_ in over}
    if not hexes or not transit.flight.force:
        return Return(None)
    known = {"enemy.factors": transit.flight.factors}
    meet = partial(transport_orders.to_meet, transit.setting, transit.flight, over)
    options = {"none": "let them pass"} | hexes

    def nobody(hex_: str) -> str | None:
        if hex_ not in turn.setting.bases:
            return f"{hex_!r} is not one of {some_of(options)} (18.621)"
        where = f"no uninverted air reaches {named(hex_)}" if hex_ in near else f"they do not fly over {named(hex_)}"
        return f"{where} (18.621)"

    hex_ = ref.choose("defender.intercept", options, by="defender", facts=lambda: known, about=meet, why_not=nobody)
    if hex_ == "none":
        return Return(None)
    free, why_not = near[hex_].units, near[hex_].why_not
    labels = line_labels(over[hex_])
    send = partial(transport_orders.to_send, transit.setting, transit.flight, hex_, over[hex_])
    sent = ref.allot(
        "defender.interceptors", free, by="defender", least=1, default=free, labels=labels, about=send, why_not=why_not
    )
    came = drawn(over[hex_], nonzero(sent))
    ref.tell(bases_mattered, transit, came)
    return then(attacker_counters, Fight(transit, hex_, came, came))


def bases_mattered(transit: Transit, came: Force) -> list[Event]:
    """Says when units intercept from a base that is not operational."""
    turn = transit.turn
    hampered = [line.unit for line in came if not turn.base(turn.unit(line.unit).home).operational]
    return [transit.setting.rulings.ruled("interception-base", f"{unit} intercepts over its own hex") for unit in hampered]


@rule("18.622", "18.472")
def attacker_counters(ref: Referee, fight: Fight) -> Move[Met | None]:
    """The attacker may protect the transports by intercepting the interceptors; all units fight all."""
    able = eligible_counters(ref, fight.transit.turn, fight.hex)
    fight = fight._replace(reserves=as_force(fight.transit.turn, nonzero(able.units)))
    setting, flight = fight.transit.setting, fight.transit.flight
    answer = ref.allot(
        "attacker.counter",
        able.units,
        by="attacker",
        default={},
        labels=line_labels(fight.reserves),
        facts=lambda: {"enemy.factors": size(fight.intercepting)},
        about=partial(transport_orders.to_protect, setting, flight, fight.hex, fight.intercepting, fight.reserves),
        why_not=able.why_not,
    )
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
    return then(interceptors_attack, fight) if choice == "enough" else Return(met(fight, ref.round))


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
    chosen: Mapping[str, int] = able
    if able and not ref.takes_default("defender.attack", "defender"):
        labels = line_labels(fight.defenders)
        attack = partial(transport_orders.to_attack, fight.transit.setting, fight.transit.flight, fight.hex, able, fight.defenders)
        chosen = ref.allot("defender.attack", able, by="defender", default=able, labels=labels, about=attack)
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
    return transport_orders.after_round(fight.transit.setting, fight.transit.flight, attackers, defenders, number)


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
