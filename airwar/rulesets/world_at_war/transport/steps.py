"""Air supply, air transport, airdrops and the Hump (18.53, 18.54): the flight and what comes of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from airwar.engine.moves import Move, Return, then
from airwar.engine.referee import Event, Loss, Note, Referee
from airwar.engine.rule import rule
from airwar.rulesets.world_at_war.air.flying import eliminated, in_range, landed, may_attack_from, set_down, taken_off
from airwar.rulesets.world_at_war.air.missions import Cargo, Flight, Sent, added, nonzero, without
from airwar.rulesets.world_at_war.air_combat.forces import Force
from airwar.rulesets.world_at_war.bases.basing import room_for
from airwar.rulesets.world_at_war.state import Turn, Unit
from airwar.rulesets.world_at_war.units.types import range_of, staging_range

TITLES = {"supply": "Air supply of", "transport": "Air transport to", "airdrop": "Airdrop on", "hump": "Over the Hump to"}
PASSENGERS = {"transport": "air transported", "airdrop": "dropped", "supply": "supplied", "hump": "flown over the Hump"}


@dataclass(frozen=True)
class Transit:
    """An air transport activity under way."""

    turn: Turn
    flight: Flight
    hex: str = ""  # where it is intercepted
    defenders: Force = ()  # who intercepts
    attackers: Force = ()  # who counter-intercepts
    came: Sent = ()
    countered: Sent = ()


class Toll(NamedTuple):
    """What the attack on the transports did, in factors."""

    eliminated: Sent = ()
    aborted: Sent = ()


@rule("18.531", "18.53", "17.63A", "18.511")
def air_supply(ref: Referee, turn: Turn) -> Move[Turn]:
    """Air supply in the movement phase, once supply by sea and land is traced."""
    return next_flight(ref, turn, "movement.air-supply")


@rule("18.541", "18.54", "17.63B", "18.511")
def air_transport(ref: Referee, turn: Turn) -> Move[Turn]:
    """Air transport in the movement phase."""
    return next_flight(ref, turn, "movement.air-transport")


@rule("18.541", "18.513")
def redeployment_air_transport(ref: Referee, turn: Turn) -> Move[Turn]:
    """Air transport in the redeployment phase."""
    return next_flight(ref, turn, "redeployment.air-transport")


@rule("17.63D", "18.511")
def hump(ref: Referee, turn: Turn) -> Move[Turn]:
    """Grants to China flown over the Hump in the movement phase."""
    return next_flight(ref, turn, "movement.hump")


@rule("17.63D", "18.512")
def hump_in_combat(ref: Referee, turn: Turn) -> Move[Turn]:
    """Grants to China flown over the Hump in the combat phase."""
    return next_flight(ref, turn, "combat.hump")


@rule("17.63C", "18.512")
def airdrops(ref: Referee, turn: Turn) -> Move[Turn]:
    """Airdrops, after the air combat over the battlefields and before the ground attacks."""
    return next_flight(ref, turn, "combat.airdrops")


@rule("17.63C", "18.512")
def exploitation_airdrops(ref: Referee, turn: Turn) -> Move[Turn]:
    """Airdrops during exploitation."""
    return next_flight(ref, turn, "combat.exploitation-airdrops")


@rule("18.532", "18.542", "17.6")
def next_flight(ref: Referee, turn: Turn, part: str) -> Move[Turn]:
    """The next activity of this part of the turn takes off, as far as its transports are still there."""
    flight = next((flight for flight in turn.flights if flight.part == part), None)
    if flight is None:
        return Return(turn)
    turn = replace(turn, flights=tuple(other for other in turn.flights if other != flight), agenda=(part, *turn.agenda))
    ref.enter(flight.id, f"{TITLES[flight.task]} {turn.setting.name(flight.to)}")
    able = nonzero({unit: min(number, able_to_fly(turn, turn.unit(unit), flight)) for unit, number in flight.force})
    missing = sum(number for _, number in flight.force) - sum(number for _, number in able)
    if missing:
        ref.tell(Note, f"{missing} air transport factors can no longer fly")
        flight = flight._replace(force=able, cargo=flight.cargo[: sum(number for _, number in able)])
    turn = staged(ref, taken_off(turn, flight.force), flight)
    from airwar.rulesets.world_at_war.transport.interception import defender_intercepts

    return then(defender_intercepts, Transit(turn, flight))


def able_to_fly(turn: Turn, unit: Unit, flight: Flight) -> int:
    """How many of a unit can fly an activity."""
    return 0 if why_grounded(turn, unit, flight) else turn.free(unit)


@rule("18.531", "18.533", "18.545", "18.51", "18.45")
def why_grounded(turn: Turn, unit: Unit, flight: Flight) -> str | None:
    """Why a unit may not fly an activity: air transports only, from operational bases, as far as they reach."""
    setting = turn.setting
    if unit.side != setting.moving:
        return f"{unit.id} is not of the moving side, {setting.moving} (18.5)"
    if unit.type.kind != "transport":
        return f"{unit.type.label} units carry nothing; expected air transports (17.63)"
    origin = setting.bases[flight.origin]
    if not may_attack_from(turn, unit._replace(home=origin.id)):
        return why_no_base(turn, unit, flight.origin)
    if flight.task == "transport":
        distance = setting.distance(unit.home, origin.id)
        staging = staging_range("transport", setting.theater)
        if distance is None or distance > staging:
            return f"{unit.id} is at {setting.name(unit.home)}; it does not reach {origin.name} by staging (18.545)"
        return None
    if unit.home != origin.id:
        return f"{unit.id} is at {setting.name(unit.home)}; the activity is flown from {origin.name} (18.45)"
    return None if in_range(turn, unit, flight.to) else out_of_range(turn, unit, flight)


def why_no_base(turn: Turn, unit: Unit, base: str) -> str:
    """Why no offensive mission is flown from a base."""
    home = turn.setting.bases[base]
    if home.box:
        return f"{unit.id} flies from {home.name}, a box; no mission is flown out of one (18.49)"
    if not home.facilities:
        return f"{unit.id} flies from {home.name}, which has no city or airbase (18.51)"
    supply = "unsupplied" if home.supply == "none" else f"in {home.supply} supply"
    reason = "subject to air oil effects" if home.oil else supply
    return f"{unit.id} flies from {home.name}, which is {reason}; expected a fully supplied base (18.51)"


def out_of_range(turn: Turn, unit: Unit, flight: Flight) -> str:
    distance = turn.setting.distance(flight.origin, flight.to)
    names = turn.setting.name(flight.origin), turn.setting.name(flight.to)
    if distance is None:
        return f"no distance is given between {names[0]} and {names[1]}; add it under distances"
    return f"{unit.id} has a range of {unit.range}; {names[1]} is {distance} hexes away (18.45)"


@rule("18.541")
def transport_distance(theater: str) -> int:
    """How far ground units are air transported: eight hexes in Europe, six in the Pacific."""
    return range_of("air-transport", theater)


@rule("18.545")
def staged(ref: Referee, turn: Turn, flight: Flight) -> Turn:
    """Transports that carry ground units may come to the base of embarkation first."""
    for unit_id, number in flight.force:
        unit = turn.unit(unit_id)
        if unit.home != flight.origin:
            ref.tell(Note, f"{number} {unit.type.label} of {unit_id} stage to {turn.setting.name(flight.origin)}")
    return turn


# what comes of it


@rule("18.624", "18.532", "18.542", "18.546", "18.534")
def arrival(ref: Referee, turn: Turn, flight: Flight, toll: Toll) -> Move[Turn]:
    """Whoever was neither eliminated nor forced to abort does what he came for; all survivors are inverted."""
    lost, back = cargo_fates(ref, flight, toll)
    done = tuple(cargo for cargo in flight.cargo if cargo not in (*lost, *back))
    ref.tell(cargo_report, flight, lost, back, done)
    turn = eliminated(turn, toll.eliminated)
    left = without(flight.force, toll.eliminated)
    turn = transports_land(ref, turn, flight, without(left, toll.aborted), toll.aborted)
    if flight.task == "airdrop":
        turn = dropped(turn, flight, done)
    flown = sum(number for _, number in flight.force)
    number = len(done) if flight.cargo else flown - sum(count for _, count in added(toll.eliminated, toll.aborted))
    total = len(flight.cargo) or flown
    result = f"{number} of {total} {PASSENGERS[flight.task]}"
    return Return(replace(turn, results=(*turn.results, (flight.to, result))))


@rule("18.624", "18.623")
def cargo_fates(ref: Referee, flight: Flight, toll: Toll) -> tuple[tuple[Cargo, ...], tuple[Cargo, ...]]:
    """Passengers die with an eliminated transport and return with one that aborts; the owner says which were aboard."""
    killed, turned = (sum(number for _, number in sent) for sent in toll)
    lost = picked(ref, "eliminated", flight.cargo, killed)
    rest = tuple(cargo for cargo in flight.cargo if cargo not in lost)
    return lost, picked(ref, "aborted", rest, turned)


def picked(ref: Referee, fate: str, cargo: tuple[Cargo, ...], number: int) -> tuple[Cargo, ...]:
    number = min(number, len(cargo))
    items = {one.id: 1 for one in cargo}
    chosen = ref.allot(f"attacker.passengers.{fate}", items, by="attacker", least=number, most=number)
    return tuple(one for one in cargo if chosen[one.id])


def cargo_report(flight: Flight, lost: tuple[Cargo, ...], back: tuple[Cargo, ...], done: tuple[Cargo, ...]) -> list[Event]:
    """What became of each ground unit; units that were to be supplied only go without."""
    if flight.task == "supply":
        events: list[Event] = [Note(f"{cargo.id} gets no supply") for cargo in (*lost, *back)]
    else:
        events = [Loss("attacker", cargo.id, 1, "eliminated with its transport") for cargo in lost]
        events += [Loss("attacker", cargo.id, 1, "returned to base") for cargo in back]
    return events + [Note(f"{cargo.id} is {PASSENGERS[flight.task]}") for cargo in done]


@rule("18.545", "18.46", "17.61")
def transports_land(ref: Referee, turn: Turn, flight: Flight, sound: Sent, aborted: Sent) -> Turn:
    """Transports that carried ground units end at either base, those that aborted at the first; others return as all air does."""
    if flight.task != "transport":
        return landed(ref, turn, added(sound, aborted), flight.to)
    for unit_id, number in (*sound, *aborted):
        unit = turn.unit(unit_id)
        ends = [flight.origin, flight.to] if (unit_id, number) in sound else [flight.origin]
        fits = [base for base in ends if unit.home == base or room_for(turn, turn.setting.bases[base], unit.type) >= number]
        options = {base: f"ends at {turn.setting.name(base)}" for base in fits or [unit.home]}
        where = ref.choose(f"attacker.ends.{unit_id}", options, by="attacker") if len(options) > 1 else next(iter(options))
        ref.tell(Loss, "attacker", f"{unit_id}: {unit.type.label}", number, f"inverted at {turn.setting.name(where)}")
        turn = set_down(turn, unit_id, number, where)
    return turn


@rule("17.63C")
def dropped(turn: Turn, flight: Flight, done: tuple[Cargo, ...]) -> Turn:
    """Airborne factors that came through join the attack on their hex."""
    factors = sum(cargo.factors for cargo in done)
    kind = "exploitation" if flight.phase == "exploitation" else "regular"
    battles = [
        battle._replace(attackers=battle.attackers + factors, planned=battle.planned + factors, dropping=battle.dropping - factors)
        if battle.kind == kind and flight.to in battle.hexes
        else battle
        for battle in turn.battles
    ]
    return replace(turn, battles=tuple(battles))


@rule("17.65", "19.52")
def toll_of(ref: Referee, turn: Turn, force: Force, struck: Force) -> Toll:
    """The result on the transports in factors; squadrons are gathered into as few factors as can be."""
    gone: dict[str, int] = {}
    back: dict[str, int] = {}
    for line in force:
        now = next((other for other in struck if other.unit == line.unit), None)
        killed = line.number - (now.number if now else 0)
        turned = sum(now.aborted) if now else 0
        if line.whole:
            gone[line.unit], back[line.unit] = gathered(killed, turned)
            if killed % 3 or turned % 3:
                hit = f"{killed} squadrons of {line.unit} eliminated and {turned} aborted are gathered into factors"
                ref.tell(Note, hit)
        else:
            gone[line.unit], back[line.unit] = killed, turned
    return Toll(nonzero(gone), nonzero(back))


@rule("17.65")
def gathered(killed: int, turned: int) -> tuple[int, int]:
    """Factors eliminated and aborted: two squadrons in three decide what becomes of a factor."""
    gone = (killed + 1) // 3
    return gone, max(0, (killed + turned + 1) // 3 - gone)


STEPS = (
    air_supply,
    air_transport,
    hump,
    airdrops,
    hump_in_combat,
    exploitation_airdrops,
    redeployment_air_transport,
)
