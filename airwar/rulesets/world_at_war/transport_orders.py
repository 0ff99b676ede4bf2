"""Orders for air transports (18.53, 18.54): which may fly, from where, and what they carry."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

from airwar.engine.frozen import replace
from airwar.engine.referee import Labels, Note, Referee
from airwar.engine.rule import rule
from airwar.engine.words import count, id_of, listed
from airwar.rulesets.kit import FAR, Book, Rulings, beyond, title_of
from airwar.rulesets.world_at_war.air_combat import Contingent, both_left, in_words
from airwar.rulesets.world_at_war.basing import arrived, basing_refused, closed_to, room_at_once
from airwar.rulesets.world_at_war.ordering import (
    MOST_PLACES,
    Able,
    Menu,
    base_menu,
    given,
    label_of,
    ready_to_fly,
    sent_in_words,
    who_can,
)
from airwar.rulesets.world_at_war.setting import Base, Setting
from airwar.rulesets.world_at_war.staging import embarking_refused
from airwar.rulesets.world_at_war.state import PARTS, Cargo, Flight, Seen, Turn, free_to_fly, numbered
from airwar.rulesets.world_at_war.taking_off import barred, base_refused, range_refused, side_refused
from airwar.rulesets.world_at_war.units import Force, Sent, Unit, nonzero, range_of, size


@rule("18.531", "18.533", "18.545", "18.51", "18.45", "18.146", "17.63")
def flight_refused(ref: Referee | None, turn: Turn, unit: Unit, flight: Flight) -> str | None:
    """Why a unit may not fly an activity: only air transports may, from operational bases, within range."""
    setting = turn.setting
    if other_side := side_refused(setting, unit, "18.5"):
        return other_side
    if unit.type != "transport":
        return f"{unit.air_type.label} units carry nothing; expected air transports (17.63)"
    origin = turn.base(flight.from_)
    refused = base_refused(turn, unit, origin.id)
    if refused:
        return refused
    if flight.kind == "transport":
        if unit.home != origin.id and (refused := embarking_refused(ref, turn, unit, origin, flight.phase)):
            return refused
        return closed_to(turn, unit, origin) or closed_to(turn, unit, turn.base(flight.to))
    if unit.home != origin.id:
        return f"{unit.id} is at {setting.name(unit.home)}; the activity is flown from {origin.name} (18.45)"
    return range_refused(ref, turn, unit, origin.id, flight.to)


@rule("18.41", "18.545", "18.11")
def able_to_embark(turn: Turn, unit: Unit, origin: str) -> int:
    """How many of a unit can fly from a base: those that are free, and if they stage there first, those for which it has room."""
    free = turn.free(unit)
    return free if not free or unit.home == origin else min(free, room_at_once(turn, unit, turn.base(origin)))


@rule("18.545", "18.11")
def room_refused(turn: Turn, origin: str, sent: Iterable[tuple[str, int]]) -> str | None:
    """Why these cannot all stage to the base where ground units embark: it lacks room for them."""
    staging = [(turn.unit(unit), number) for unit, number in sent if number and turn.unit(unit).home != origin]
    after = turn
    for unit, number in staging:
        going = unit.uninverted_first(number)
        after = arrived(after, unit.less(going), origin, going)
    full = basing_refused(after, after.base(origin)) if staging else None
    return f"{sum(number for _, number in staging)} would stage there; {full}" if full else None


@rule("18.541", "18.545", "18.531")
def way_refused(ref: Referee | None, turn: Turn, flight: Flight) -> str | None:
    """Why an activity is not flown from a base to a hex, whoever flies: the hex does not suit it, or it is too far."""
    if refused := goal_unsuited(turn, flight.kind, turn.base(flight.to)):
        return refused
    if flight.from_ == flight.to:
        return f"{VERBS[flight.kind]} {turn.setting.name(flight.to)} from there; expected two places (18.531, 18.541, 18.545)"
    if flight.kind != "transport":
        return None
    most = transport_distance(turn.setting.theater)
    far = beyond(ref, turn, flight.from_, flight.to, most)
    return f"{far} from {turn.setting.name(flight.from_)}; air transport reaches {most} (18.541)" if far else None


@rule("18.545", "18.531", "18.49", "18.51", "17.63C", "17.63D")
def goal_unsuited(turn: Turn, kind: str, base: Base) -> str | None:
    """Why a hex does not suit an activity: supply and grants go to our own, transport to our bases, drops to the enemy's."""
    own = base.side == turn.setting.attacker
    if base.box:
        return f"{base.name} is a box; no mission is flown into one (18.49)"
    if kind == "hump" and turn.setting.theater != "pacific":
        return "the Hump is in the Pacific theater (17.63D)"
    if kind == "airdrop":
        return f"{base.name} is our own; expected an enemy hex (17.63C)" if own else None
    if kind == "transport":
        usable = own and base.operational and base.facilities and not barred(turn, base)
        return None if usable else f"{base.name} is not an operational city or airbase of {turn.setting.attacker} (18.545)"
    goes, number = ("grants go", "17.63D") if kind == "hump" else ("air supply goes", "18.531")
    return None if own else f"{base.name} is the enemy's; {goes} to our own hexes ({number})"


@rule("18.541")
def transport_distance(theater: str) -> int:
    """How far ground units are air transported: eight hexes in Europe, six in the Pacific."""
    return range_of("air-transport", theater)


# in words


CARRY = {"supply": "supply to", "transport": "ground units to", "airdrop": "paratroops against", "hump": "over the Hump to"}


def flights_so_far(turn: Turn) -> str:
    """The transports that can still fly."""
    return f"{ready_to_fly(turn, 'attacker', lambda unit: unit.type == 'transport')} {given(turn)}"


def where_from(turn: Turn, to: str, origins: list[str]) -> str:
    """The bases where ground units can go aboard."""
    free = [f"{turn.setting.name(origin)}" for origin in origins]
    return f"Ground units are flown to {turn.setting.name(to)}; they can go aboard at {listed(free, MOST_PLACES)}."


def which_fly(turn: Turn, kind: str, to: str, items: Mapping[str, int]) -> str:
    """The transports that reach a hex."""
    return f"{CARRY[kind].capitalize()} {turn.setting.name(to)}: {sent_in_words(turn, nonzero(items))} can fly there."


def which_way(turn: Turn, origin: str, to: str) -> str:
    """The way of the transports, which the players see on the map."""
    way = f"{turn.setting.name(origin)} to {turn.setting.name(to)}"
    return f"The transports fly from {way}. Say which of these hexes they cross; they can be met there too."


def what_aboard(turn: Turn, kind: str, origin: str, force: Sent) -> str:
    """What the transports have room for."""
    factors = sum(number for _, number in force)
    return f"{sent_in_words(turn, force)} from {turn.setting.name(origin)}: one ground unit for each, {factors} in all."


def aboard_those(flight: Flight, rulings: Rulings, fate: str, number: int, cargo: tuple[Cargo, ...]) -> str:
    """Ground units that shared the fate of their transports."""
    what = "shot down" if fate == "eliminated" else "turned back"
    planes = f"{count(number, 'air transport')} to {rulings.name(flight.to)} {what}"
    return f"{rulings.name('attacker')}: {planes}. Say which of the {len(cargo)} ground units were aboard."


# interception


def on_its_way(setting: Setting, flight: Flight) -> str:
    """The transports of an activity: how many, from where to where, with what."""
    load = f" with {count(len(flight.carrying), 'ground unit')}" if flight.carrying and flight.kind != "supply" else ""
    way = f"{setting.name(flight.from_)} to {setting.name(flight.to)}"
    return f"{setting.rulings.name('attacker')}: {count(flight.factors, 'air transport')}{load} from {way}"


def to_meet(setting: Setting, flight: Flight, able: Mapping[str, Force]) -> str:
    """The transports, and what can meet them where."""
    most = max(able.values(), key=size)
    where = listed((setting.name(hex_) for hex_ in able), MOST_PLACES)
    return f"{on_its_way(setting, flight)}. You can meet them over {where}, with up to {in_words(most)}."


def to_send(setting: Setting, flight: Flight, hex_: str, able: Force) -> str:
    """What can meet the transports over the hex that was chosen."""
    return f"{on_its_way(setting, flight)}. Ready to meet them over {setting.name(hex_)}: {in_words(able)}."


def to_protect(setting: Setting, flight: Flight, hex_: str, enemy: Force, able: Force) -> str:
    """The interceptors, and what can meet them."""
    meets = f"{in_words(enemy)} of {setting.rulings.name('defender')} intercept over {setting.name(hex_)}"
    return f"{on_its_way(setting, flight)}; {meets}. Ready to meet them: {in_words(able)}."


def after_round(setting: Setting, flight: Flight, attackers: Contingent, defenders: Contingent, number: int) -> str:
    """What the rounds so far have left of both sides."""
    left = both_left(setting.rulings, attackers, defenders)
    return f"After round {number}: {left}; {count(flight.factors, 'air transport')} to {setting.name(flight.to)} at stake."


def to_attack(setting: Setting, flight: Flight, hex_: str, able: Mapping[str, int], force: Force) -> str:
    """The interceptors that are left for the transports."""
    fit = tuple(line._replace(parts=(able[line.unit],), aborted=()) for line in force if line.unit in able)
    return f"{on_its_way(setting, flight)}, over {setting.name(hex_)}. Fit to attack them: {in_words(fit)}."


# orders at the table


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
    return base_menu(turn, prepared, VERBS[kind], partial(goal_refused, turn), f"no more {PARTS[kind].replace('-', ' ')}")


@rule("18.545", "18.531", "18.49", "17.63D")
def goal_refused(turn: Turn, base: Base) -> str | None:
    """Why the activity of this part cannot be flown to a hex now, or None, as far as the scenario tells."""
    if refused := goal_unsuited(turn, kind_of(turn)[0], base):
        return refused
    if any(transports(None, turn, origin, base.id).units for origin in starts(turn) if origin != base.id):
        return None
    return f"no air transport that is free to fly reaches {base.name} (18.45, 18.541)"


def origins(ref: Referee, turn: Turn, base: Base) -> dict[str, Able]:
    """The bases from which the activity of this part can be flown to a hex, and the transports that can fly it."""
    if goal_unsuited(turn, kind_of(turn)[0], base):
        return {}
    able = {origin: transports(ref, turn, origin, base.id) for origin in starts(turn) if origin != base.id}
    return {origin: one for origin, one in able.items() if one.units}


@rule("18.545", "18.45")
def starts(turn: Turn) -> list[str]:
    """The bases from which the activity of this part might be flown: where transports are free; ground units embark anywhere."""
    homes = {unit.home for unit in turn.transports if turn.free(unit) and unit.side == turn.setting.attacker}
    anywhere = homes and kind_of(turn)[0] == "transport"
    own = [base for base in turn.bases if base.side == turn.setting.attacker and base.operational and not base.box]
    return [base.id for base in own if anywhere or base.id in homes]


def transports(ref: Referee | None, turn: Turn, origin: str, to: str) -> Able:
    """The transports that can fly the activity of this part between two places, and how many."""
    kind, phase = kind_of(turn)
    flight = Flight(kind=kind, phase=phase, from_=origin, to=to, with_=Book())
    never = way_refused(ref, turn, flight)
    return who_can(
        ref,
        turn,
        lambda ref, unit: never or flight_refused(ref, turn, unit, flight),
        lambda unit: able_to_embark(turn, unit, origin),
        turn.transports,
    )


def looked_at(turn: Turn) -> Seen:
    """The turn, as far as it matters to whoever orders an activity of this part."""
    transports: tuple[Any, ...] = (free_to_fly(turn.transports),)
    if kind_of(turn)[0] == "transport":
        transports = (turn.transports, rooms_to_embark(turn), turn.basing)
    return Seen(turn, transports, turn.carried, turn.flights, turn.surroundings, turn.winter, turn.part, turn.asked)


def rooms_to_embark(turn: Turn) -> tuple[int, ...]:
    """The room that transports of each type have at the bases of their side, as far as they could fill it."""
    own = [unit for unit in turn.transports if unit.side == turn.setting.attacker]
    most = sum([unit.left for unit in own])
    types = {unit.air_type: unit for unit in own}.values()
    bases = [base for base in turn.bases if base.side == turn.setting.attacker]
    return tuple([min(most, room_at_once(turn, unit, base)) for unit in types for base in bases])


@rule("18.532", "18.542", "18.533", "18.545")
def flights_ordered(ref: Referee, turn: Turn, to: str) -> Turn:
    """Transports fly to a hex, from one base or from several: all from one base are an activity of their own."""
    return replace(turn, flights=(*flights_to(ref, turn, to), *turn.flights))


def flights_to(ref: Referee, turn: Turn, to: str) -> tuple[Flight, ...]:
    """The activities that are flown to a hex by one order."""
    kind, phase = kind_of(turn)
    ref.enter(f"{turn.part}.{turn.asked}", f"Orders for {turn.setting.name(to)}")
    able = origins(ref, turn, turn.base(to))
    if kind == "transport" and able:
        embark = {base: f"from {turn.setting.name(base)}" for base in able}
        from_ = partial(where_from, turn, to, list(able))
        origin = ref.choose("attacker.embark", embark, by="attacker", about=from_, why_not=partial(embarking_nowhere, turn, to))
        able = {origin: able[origin]}
    items = {unit: free for one in able.values() for unit, free in one.units.items()}
    labels = Labels(lambda: {unit: label_of(turn, turn.unit(unit)) for unit in items})
    if not items:
        ref.tell(Note, f"no air transport that is free to fly reaches {turn.setting.name(to)}")
    fly = partial(which_fly, turn, kind, to, items)
    crowd = partial(room_refused, turn, next(iter(able))) if kind == "transport" and able else None
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
            over, with_ = route_of(ref, turn, origin, to), Book(dict(force))
            carried = cargo_of(ref, turn, origin, force)
            flight = Flight(kind=kind, phase=phase, from_=origin, to=to, over=over, with_=with_, carrying=carried, order=turn.asked)
            flights.append(flight)
    return numbered(tuple(flights))


@rule("18.545", "18.541")
def embarking_nowhere(turn: Turn, to: str, origin: str) -> str | None:
    """Why no ground units are flown from a base to a hex, or None: the reason of the first transports that cannot."""
    if not turn.find_base(origin):
        return None
    able = transports(None, turn, origin, to)
    return next((reason for unit in turn.transports if (reason := able.why_not(unit.id))), None)


@rule("18.621")
def route_of(ref: Referee, turn: Turn, origin: str, to: str) -> tuple[str, ...]:
    """The other hexes that the transports fly over, in which they may be intercepted; none unless the attacker says so."""
    key = f"attacker.route.{origin}"
    if ref.takes_default(key, "attacker"):
        return ()
    items = {base.id: 1 for base in turn.bases if not base.box and on_the_way(turn, origin, base.id, to)}
    labels = {base: f"over {turn.setting.name(base)}" for base in items}
    if not items:
        return ()
    way = partial(which_way, turn, origin, to)
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
    items, load = dict.fromkeys(carried, factors), partial(what_aboard, turn, kind, origin, force)
    key, infantry = f"attacker.cargo.{origin}", kind == "transport"
    said = ref.allot(key, items, by="attacker", least=factors, most=factors, labels=labels, about=load, quiet=infantry)
    cargo = [Cargo(id=f"{name}-{at}", factors=carried[name][1]) for name, number in said.items() for at in range(1, number + 1)]
    return tuple(by_name(ref, turn, origin, cargo))


@rule("18.547C")
def by_name(ref: Referee, turn: Turn, origin: str, cargo: list[Cargo]) -> list[Cargo]:
    """Units that might fly twice in a turn are named: specialized ones, and those that drop after a transport."""
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
            return transported_already(twice)
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
    return [replace(one, id=named.get(one.id, one.id)) for one in cargo]


def transported_already(name: str) -> str:
    """Why a ground unit does not fly again."""
    return f"{title_of(name)} is air transported in this turn already, and flies no second time (18.547C)"


def spelled(name: str) -> str:
    """A name reduced to its letters and digits, for comparing."""
    return "".join(letter for letter in name if letter.isalnum())
