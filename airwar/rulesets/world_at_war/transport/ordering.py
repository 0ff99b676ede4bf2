"""Air transport activities that are ordered at the table: the hex, the transports and where they fly from, and what they carry."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from airwar.engine.referee import Note, Referee
from airwar.engine.rule import rule
from airwar.engine.words import count, id_of
from airwar.rulesets.kit.names import title_of
from airwar.rulesets.kit.places import FAR, beyond
from airwar.rulesets.world_at_war.air.sent import Sent, nonzero
from airwar.rulesets.world_at_war.ordering import Able, Menu, label_of, menu_of, who_can
from airwar.rulesets.world_at_war.setting import Base
from airwar.rulesets.world_at_war.state import Turn
from airwar.rulesets.world_at_war.transport import about
from airwar.rulesets.world_at_war.transport.legality import (
    able_to_embark,
    destination_refused,
    flight_refused,
    room_refused,
    transport_distance,
)
from airwar.rulesets.world_at_war.transport.state import PARTS, Cargo, Flight, numbered

KINDS = {name: kind for kind, name in PARTS.items()}
VERBS = {"supply": "supply", "transport": "air transport to", "airdrop": "drop on", "hump": "fly over the Hump to"}
CARRIED = {
    "transport": {"infantry": ("one-factor infantry units", 1), "specialized": ("specialized units", 1)},
    "airdrop": {f"airborne-{size}": (f"airborne units of {size}", size) for size in (1, 2, 3)},
    "supply": {"ground-unit": ("ground units", 1)},
}


def kind_of(turn: Turn) -> tuple[str, str]:
    """The activity of this part of the turn, and the phase it counts as."""
    name = turn.part.partition(".")[2]
    exploiting = name.startswith("exploitation-")
    return KINDS[name.removeprefix("exploitation-")], "exploitation" if exploiting else turn.phase


@rule("18.532", "18.542", "18.531", "18.541")
def open_flights(turn: Turn) -> Menu:
    """The activities that the scenario prepares, and the hexes that free transports can reach."""
    kind, _ = kind_of(turn)
    named = turn.setting.name
    prepared = {
        flight.id: f"{VERBS[kind]} {named(flight.to)}, as prepared"
        for flight in turn.flights
        if flight.part == turn.part and not flight.order
    }
    every = {base.id: f"{VERBS[kind]} {base.name}" for base in turn.bases}
    return menu_of(turn, prepared, every, partial(goal_refused, turn), f"no more {PARTS[kind].replace('-', ' ')}")


@rule("18.545", "18.531", "18.49", "17.63D")
def goal_refused(turn: Turn, place: str) -> str | None:
    """Why the activity of this part cannot be flown to a hex now, or None, as far as the scenario tells."""
    base = turn.find_base(place)
    if base is None:
        return None
    if refused := unsuited(turn, base):
        return refused
    able = any(unit.type == "transport" and turn.free(unit) and unit.side == turn.setting.attacker for unit in turn.units)
    others = (one.id for one in turn.bases if one.id != place)
    if able and any(transports(None, turn, origin, place).units for origin in others):
        return None
    return f"no air transport that is free to fly reaches {base.name} (18.45, 18.541)"


def origins(ref: Referee, turn: Turn, base: Base) -> list[str]:
    """The bases from which the activity of this part can be flown to a hex."""
    if unsuited(turn, base):
        return []
    return [origin.id for origin in turn.bases if origin.id != base.id and transports(ref, turn, origin.id, base.id).units]


@rule("18.545", "18.531", "18.49", "17.63D")
def unsuited(turn: Turn, base: Base) -> str | None:
    """Why a hex does not suit the activity of this part: supply goes to our own, transport to bases, drops to the enemy's."""
    kind, _ = kind_of(turn)
    own = base.side == turn.setting.attacker
    if base.box:
        return f"{base.name} is a box; no mission is flown into one (18.49)"
    if kind == "hump" and turn.setting.theater != "pacific":
        return "the Hump is in the Pacific theater (17.63D)"
    if kind == "airdrop":
        return f"{base.name} is our own; expected an enemy hex (17.63C)" if own else None
    if kind == "supply":
        return None if own else f"{base.name} is the enemy's; air supply goes to our own hexes (18.531)"
    return destination_refused(turn, base)


def transports(ref: Referee | None, turn: Turn, origin: str, to: str) -> Able:
    """The transports that can fly the activity of this part between two places, and how many."""
    kind, phase = kind_of(turn)
    far = beyond(ref, turn, origin, to, transport_distance(turn.setting.theater)) if kind == "transport" else None
    flight = Flight(kind, phase, origin, to, (origin, to), (), ())
    return who_can(
        ref,
        turn,
        lambda ref, unit: f"{far} (18.541)" if far else flight_refused(ref, turn, unit, flight),
        lambda unit: able_to_embark(turn, unit, origin) if unit.type == "transport" else 0,
    )


@rule("18.532", "18.542", "18.533", "18.545")
def flights_ordered(ref: Referee, turn: Turn, to: str) -> Turn:
    """Transports fly to a hex, from one base or from several: all from one base are an activity of their own."""
    kind, phase = kind_of(turn)
    ref.enter(f"{turn.part}.{turn.asked}", f"Orders for {turn.setting.name(to)}")
    found = origins(ref, turn, turn.base(to))
    if kind == "transport":
        embark = {base: f"from {turn.setting.name(base)}" for base in found}
        from_ = partial(about.where_from, turn, to, found)
        found = [ref.choose("attacker.embark", embark, by="attacker", about=from_)] if found else []
    able = {origin: transports(ref, turn, origin, to) for origin in found}
    items = {unit: free for one in able.values() for unit, free in one.units.items()}
    labels = {unit: label_of(turn, turn.unit(unit)) for unit in items}
    if not items:
        ref.tell(Note, f"no air transport that is free to fly reaches {turn.setting.name(to)}")
    fly = partial(about.which_fly, turn, kind, to, items)
    crowd = partial(room_refused, turn, found[0]) if kind == "transport" and found else None
    refuse = (lambda sent: crowd(sent.items())) if crowd else None

    def why_not(name: str) -> str | None:
        return next((reason for one in able.values() if (reason := one.why_not(name))), None)

    sent = (
        nonzero(
            ref.allot(
                "attacker.transports", items, by="attacker", least=1, labels=labels, refuse=refuse, about=fly, why_not=why_not
            )
        )
        if items
        else ()
    )
    flights = []
    for origin, one in able.items():
        force = tuple((unit, number) for unit, number in sent if unit in one.units)
        if force:
            over = route_of(ref, turn, origin, to)
            carried = cargo_of(ref, turn, origin, force)
            flights.append(Flight(kind, phase, origin, to, (origin, *over, to), force, carried, order=turn.asked))
    return replace(turn, flights=(*numbered(tuple(flights)), *turn.flights))


@rule("18.621")
def route_of(ref: Referee, turn: Turn, origin: str, to: str) -> tuple[str, ...]:
    """The other hexes that the transports fly over, in which they may be intercepted; none unless the attacker says so."""
    items = {base.id: 1 for base in turn.bases if not base.box and on_the_way(turn, origin, base.id, to)}
    labels = {base: f"over {turn.setting.name(base)}" for base in items}
    if not items:
        return ()
    way = partial(about.which_way, turn, origin, to)
    key = f"attacker.route.{origin}"
    answer = ref.allot(key, items, by="attacker", default={}, labels=labels, optional=True, about=way, quiet=True)
    return tuple(base for base, number in answer.items() if number)


def on_the_way(turn: Turn, origin: str, place: str, to: str) -> bool:
    """Whether a place is on a shortest way between two others, as far as the scenario tells."""
    there, onward = (turn.distance(end, place) or FAR for end in (origin, to))
    straight = turn.distance(origin, to)
    known = straight is not None and max(there, onward) < FAR
    return place not in (origin, to) and not (known and there + onward > (straight or 0))


@rule("18.532", "18.542", "18.543", "18.544", "17.63C")
def cargo_of(ref: Referee, turn: Turn, origin: str, force: Sent) -> tuple[Cargo, ...]:
    """One ground unit for each transport factor; nothing over the Hump."""
    kind, _ = kind_of(turn)
    carried = CARRIED.get(kind, {})
    factors = sum(number for _, number in force)
    if not carried:
        return ()
    labels = {name: label for name, (label, _) in carried.items()}
    items, load = dict.fromkeys(carried, factors), partial(about.what_aboard, turn, kind, origin, force)
    key, infantry = f"attacker.cargo.{origin}", kind == "transport"
    said = ref.allot(key, items, by="attacker", least=factors, most=factors, labels=labels, about=load, quiet=infantry)
    cargo = [Cargo(f"{name}-{at}", carried[name][1]) for name, number in said.items() for at in range(1, number + 1)]
    return tuple(by_name(ref, turn, origin, cargo))


@rule("18.547C")
def by_name(ref: Referee, turn: Turn, origin: str, cargo: list[Cargo]) -> list[Cargo]:
    """Units that might fly twice in a turn are told by name: specialized ones, and those that drop after a transport."""
    kind, _ = kind_of(turn)
    wanted = [
        one for one in cargo if (kind == "transport" and one.id.startswith("specialized")) or (kind == "airdrop" and turn.carried)
    ]
    if not wanted:
        return cargo

    def refuse(text: str) -> str | None:
        names = [id_of(name) for name in text.split(",")]
        flown = [spelled(name) for name in (*turn.carried, *names)]
        twice = next((name for name in names if flown.count(spelled(name)) > 1), None)
        if twice:
            return f"{title_of(twice)} is air transported in this turn already, and flies no second time (18.547C)"
        if len(names) != len(wanted) or not all(names):
            return f"{count(len(names), 'name')} for {count(len(wanted), 'unit')}; put commas between their names (18.547C)"
        return None

    usual = [f"{number}th Airborne" for number in range(7, 99) if f"{number}th-airborne" not in turn.carried]
    text = ref.fact(
        f"{turn.part}.{turn.asked}.units.{origin}",
        "the names of the ground units that are flown",
        examples=(", ".join(usual[: len(wanted)]),),
        refuse=refuse,
        by="attacker",
        ask=f"Which {'airborne units are dropped' if kind == 'airdrop' else 'specialized units fly'}? Their names, with commas.",
        rule="18.547C",
    )
    named = dict(zip((one.id for one in wanted), map(id_of, text.split(",")), strict=True))
    return [one._replace(id=named.get(one.id, one.id)) for one in cargo]


def spelled(name: str) -> str:
    """A name without anything that people write in one way or another."""
    return "".join(letter for letter in name if letter.isalnum())


DECISIONS = {
    "attacker.embark": "the base where ground units go aboard",
    "attacker.transports": "which air transports fly",
    "attacker.route.*": "other hexes that the transports from a base fly over",
    "attacker.cargo.*": "what the transports carry or drop",
    "*.units.*": "the names of the ground units that are flown",
}
