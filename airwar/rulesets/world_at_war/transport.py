"""Air supply, air transport, airdrops and the Hump (18.53, 18.54): the transports fly, may be attacked, deliver and land."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from airwar.engine.frozen import replace
from airwar.engine.moves import Move, Return, call, then
from airwar.engine.referee import Event, Labels, Loss, Note, Referee, Sheet, Status
from airwar.engine.rule import rule
from airwar.engine.words import count, verb
from airwar.rulesets.kit import NO_MORE, Book, Fault, Rulings, shape_of
from airwar.rulesets.world_at_war import transport_interception
from airwar.rulesets.world_at_war.air_combat import combat_sheet, fire, loss_report, recombination, suffer
from airwar.rulesets.world_at_war.basing import comes_home, room_at_once
from airwar.rulesets.world_at_war.displacement import named_to_fall
from airwar.rulesets.world_at_war.ground_forces import unattacked
from airwar.rulesets.world_at_war.landing import landed, landed_unused, lands, spread
from airwar.rulesets.world_at_war.options import DEFAULTS
from airwar.rulesets.world_at_war.ordering import Chapter, blame, fliers, next_order, nobody_orders, orders_over, who_can
from airwar.rulesets.world_at_war.state import NO_TOLL, PHASES, Cargo, Flight, Seen, Toll, Turn, numbered
from airwar.rulesets.world_at_war.taking_off import after_combat, as_force, eliminated, flier_faults, taken_off
from airwar.rulesets.world_at_war.transport_interception import Fight, Met, Transit, defender_intercepts
from airwar.rulesets.world_at_war.transport_orders import (
    able_to_embark,
    aboard_those,
    flight_refused,
    flights_ordered,
    flights_so_far,
    looked_at,
    open_flights,
    room_refused,
    spelled,
    transported_already,
    way_refused,
)
from airwar.rulesets.world_at_war.units import Force, Line, Sent, added, broken_down, fought_in_squadrons, nonzero, sent_of, without
from airwar.scenario.problems import Problems
from airwar.scenario.shape import Field, ListOf, Section

TITLES = {"supply": "Air supply of", "transport": "Air transport to", "airdrop": "Airdrop on", "hump": "Over the Hump to"}
PASSENGERS = {"transport": "air transported", "airdrop": "dropped", "supply": "supplied", "hump": "flown over the Hump"}


@rule(
    "18.532",
    "18.542",
    "18.53",
    "18.531",
    "18.54",
    "18.541",
    "17.6",
    "17.63A",
    "17.63B",
    "17.63C",
    "17.63D",
    "18.511",
    "18.512",
    "18.513",
)
def air_transport_activities(ref: Referee, turn: Turn) -> Move[Turn]:
    """The activities of this part of the turn are flown one by one, as prepared or as the attacker orders them."""
    order = next((flight.id for flight in turn.flights if flight.part == turn.part and flight.order), "")  # from another base
    if not order and nobody_orders(ref, turn, open_flights(turn), turn.part):
        order = NO_MORE
    if not order:
        order, asked, flights = ref.settle(activity_ordered, looked_at(turn))
        turn = replace(turn, asked=asked, flights=flights)
    if order == NO_MORE:
        return Return(replace(turn, flights=tuple(flight for flight in turn.flights if flight.part != turn.part)))
    chosen = [flight for flight in turn.flights if flight.part == turn.part and flight.id == order]
    others = [flight for flight in turn.flights if flight not in chosen]
    return then(fly_activity if chosen else air_transport_activities, replace(turn, flights=(*chosen, *others)))


@rule("18.532", "18.542")
def activity_ordered(ref: Referee, seen: Seen) -> tuple[str, int, tuple[Flight, ...]]:
    """The activity that is flown next, or none; how many orders that takes, and all activities of the turn."""
    turn = seen.turn
    menu = open_flights(turn)
    if orders_over(ref, turn, menu, turn.part):
        return NO_MORE, turn.asked, turn.flights
    title = turn.part.partition(".")[2].replace("-", " ").capitalize()
    turn, order = next_order(ref, turn, menu, title=title, about=partial(flights_so_far, turn))
    if order == NO_MORE or order in menu.prepared:
        return order, turn.asked, turn.flights
    turn = flights_ordered(ref, turn, order)
    order = next((flight.id for flight in turn.flights if flight.order == turn.asked), "")
    return order, turn.asked, turn.flights


@rule("18.532", "18.542", "18.45", "18.545")
def fly_activity(ref: Referee, turn: Turn) -> Move[Turn]:
    """The transports of an activity that can still fly take off, and may be intercepted."""
    flight = turn.flights[0]
    ref.enter(flight.id, f"{TITLES[flight.kind]} {turn.setting.name(flight.to)}")
    never = way_refused(ref, turn, flight)
    able = who_can(
        ref,
        turn,
        lambda ref, unit: never or flight_refused(ref, turn, unit, flight),
        lambda unit: able_to_embark(turn, unit, flight.from_),
        [unit for name, _ in flight.force if (unit := turn.find(name))],
    )
    crowd = (lambda sent: room_refused(turn, flight.from_, sent.items())) if flight.kind == "transport" else None
    sent = fliers(ref, turn, able, flight.force, refuse=crowd)
    flying = replace(flight, with_=Book(dict(sent)))
    flying = replace(flying, carrying=flight.carrying[: flying.factors])
    ref.tell(staged, turn, flying)
    flights = tuple(flying if other == flight else other for other in turn.flights)
    turn = replace(taken_off(turn, sent), flights=flights)
    return call(defender_intercepts, Transit(turn, flying), back=activity_over, keep=turn)


@rule("18.545")
def staged(turn: Turn, flight: Flight) -> list[Event]:
    """Transports that carry ground units may stage to the base of embarkation first."""
    units = [(turn.unit(unit), number) for unit, number in flight.force]
    origin = turn.setting.name(flight.from_)
    return [
        Note(f"{unit.air_type.does(number, unit.id, 'stage')} to {origin}") for unit, number in units if unit.home != flight.from_
    ]


@rule("18.623", "18.532", "18.542", "18.546", "18.534")
def activity_over(ref: Referee, turn: Turn, met: Met | None) -> Move[Turn]:
    """The interceptors attack the transports and go home; the transports deliver what is left and land."""
    flight = turn.flights[0]
    turn = replace(turn, flights=turn.flights[1:])
    toll = NO_TOLL
    if met is not None:
        turn = taken_off(turn, added(sent_of(met.intercepting), sent_of(met.came)))
        ref.resume_round(met.last_round)
        if met.attacking:
            toll = transports_attacked(ref, turn, flight, met)
        turn = fighters_home(ref, turn, met)
    return then(air_transport_activities, arrival(ref, turn, flight, toll))


# the attack on the transports


@rule("18.623", "19.12", "17.65")
def transports_attacked(ref: Referee, turn: Turn, flight: Flight, met: Met) -> Toll:
    """The interceptors make a single roll; the transports make none."""
    chosen = dict(met.attacking)
    attacking = tuple(chosen_line(line, chosen[line.unit]) for line in met.defenders if line.unit in chosen)
    target = as_force(turn, flight.force)
    if fought_in_squadrons(attacking, target):
        attacking, target = broken_down(attacking), broken_down(target)
    ref.enter(f"{flight.id}.transports", f"Attack on the transports over {turn.setting.name(met.hex)}")
    effect = fire(ref, "defender", attacking, target, rulings=turn.setting.rulings)
    struck = suffer(ref, "attacker", target, effect, turn.setting.rulings) if any(effect) else target
    ref.tell(loss_report, "attacker", target, struck)
    return toll_of(ref, target, struck)


def chosen_line(line: Line, number: int) -> Line:
    """This many of a line's factors or squadrons, of whatever kind: all fight alike."""
    left, parts = number, []
    for part in line.parts:
        parts.append(min(part, left))
        left -= parts[-1]
    return line._replace(parts=tuple(parts), aborted=())


@rule("17.65", "19.52")
def toll_of(ref: Referee, force: Force, struck: Force) -> Toll:
    """The result on the transports in factors; squadrons are gathered into as few factors as possible."""
    lost: dict[str, int] = {}
    back: dict[str, int] = {}
    for line in force:
        now = next((other for other in struck if other.unit == line.unit), None)
        killed = line.number - (now.number if now else 0)
        turned = sum(now.aborted) if now else 0
        lost[line.unit], back[line.unit] = gathered(killed, turned) if line.whole else (killed, turned)
        if line.whole and (killed % 3 or turned % 3):
            hit = f"{line.unit}: {count(killed, 'squadron')} eliminated and {turned} aborted, combined into factors"
            ref.tell(Note, hit)
    return Toll(nonzero(lost), nonzero(back))


@rule("17.65")
def gathered(killed: int, turned: int) -> tuple[int, int]:
    """Factors eliminated and aborted: two of three squadrons decide the fate of a factor."""
    lost = (killed + 1) // 3
    return lost, max(0, (killed + turned + 1) // 3 - lost)


@rule("18.623", "18.472", "18.564")
def fighters_home(ref: Referee, turn: Turn, met: Met) -> Turn:
    """Units that fought or attacked are inverted; interceptors that did neither can be used again."""
    if met.came:
        ref.tell(recombination, turn.setting.rulings, met.attackers)
        ref.tell(recombination, turn.setting.rulings, met.defenders)
        turn = survivors_land(ref, turn, met.came, met.attackers, met.hex)
        return survivors_land(ref, turn, met.intercepting, met.defenders, met.hex)
    turn = landed(ref, turn, met.attacking, met.hex)
    return landed_unused(ref, turn, without(sent_of(met.intercepting), met.attacking), met.hex)


def survivors_land(ref: Referee, turn: Turn, came: Force, force: Force, hex_: str) -> Turn:
    outcome = after_combat(turn, came, force)
    return landed(ref, outcome.turn, outcome.all, hex_)


# the delivery


@rule("18.624", "18.532", "18.542", "18.546", "18.534")
def arrival(ref: Referee, turn: Turn, flight: Flight, toll: Toll) -> Turn:
    """Transports that were neither eliminated nor aborted deliver; all survivors are inverted."""
    lost, back = cargo_fates(ref, flight, toll, turn.setting.rulings)
    done = tuple(cargo for cargo in flight.carrying if cargo not in (*lost, *back))
    ref.tell(cargo_report, flight, lost, back, done)
    turn = eliminated(turn, toll.eliminated)
    left = without(flight.force, toll.eliminated)
    turn = transports_land(ref, turn, flight, without(left, toll.aborted), toll.aborted)
    if flight.kind == "airdrop":
        turn = dropped(turn, flight, done)
    if flight.kind == "transport":
        named = (cargo.id for cargo in done if not (flight.order and cargo.id.startswith("infantry-")))
        turn = replace(turn, carried=(*turn.carried, *named))
    through = flight.factors - sum(number for _, number in added(toll.eliminated, toll.aborted))
    number, total = (len(done), len(flight.carrying)) if flight.carrying else (through, flight.factors)
    if flight.kind == "hump":
        many = count(total, "air transport")
        ref.tell(Note, f"{number} of {many} {verb(number, 'get')} over the Hump to {turn.setting.name(flight.to)}")
    return turn.with_result(flight.to, f"{number} of {total} {PASSENGERS[flight.kind]}")


@rule("18.624", "18.623")
def cargo_fates(
    ref: Referee, flight: Flight, toll: Toll, rulings: Rulings = DEFAULTS
) -> tuple[tuple[Cargo, ...], tuple[Cargo, ...]]:
    """Passengers are lost with an eliminated transport and return with an aborted one; the owner says which were aboard."""
    killed, turned = (sum(number for _, number in sent) for sent in toll)
    lost = picked(ref, "eliminated", flight, flight.carrying, killed, rulings)
    rest = tuple(cargo for cargo in flight.carrying if cargo not in lost)
    return lost, picked(ref, "aborted", flight, rest, turned, rulings)


def picked(ref: Referee, fate: str, flight: Flight, cargo: tuple[Cargo, ...], number: int, rulings: Rulings) -> tuple[Cargo, ...]:
    """Which ground units were aboard the transports with this fate."""
    number = min(number, len(cargo))
    items = {one.id: 1 for one in cargo}
    labels = Labels(lambda: {one.id: f"{one.id}: {count(one.factors, 'factor')}" for one in cargo})
    about = partial(aboard_those, flight, rulings, fate, number, cargo)
    key, alike = f"attacker.passengers.{fate}", bool(flight.order) and len({cargo_kind(one) for one in cargo}) == 1
    chosen = ref.allot(key, items, by="attacker", least=number, most=number, labels=labels, about=about, quiet=alike)
    return tuple(one for one in cargo if chosen[one.id])


def cargo_kind(cargo: Cargo) -> str:
    """What a ground unit is that was ordered aboard at the table: infantry-2 is infantry."""
    return cargo.id.rpartition("-")[0]


def cargo_report(flight: Flight, lost: tuple[Cargo, ...], back: tuple[Cargo, ...], done: tuple[Cargo, ...]) -> list[Event]:
    """What happened to each ground unit; units that were only to be supplied go without."""
    if flight.kind == "supply":
        events: list[Event] = [Note(f"{cargo.id} gets no supply") for cargo in (*lost, *back)]
    else:
        events = [Loss("attacker", cargo.id, 1, "eliminated with its transport") for cargo in lost]
        events += [Status("attacker", cargo.id, 1, "returned to base") for cargo in back]
    return events + [Note(f"{cargo.id} is {PASSENGERS[flight.kind]}") for cargo in done]


@rule("18.545", "18.46", "17.61", "18.146")
def transports_land(ref: Referee, turn: Turn, flight: Flight, sound: Sent, aborted: Sent) -> Turn:
    """Transports that carried ground units end at either base, aborted ones at the first; others return like all air units."""
    if flight.kind != "transport":
        return landed(ref, turn, added(sound, aborted), flight.to)
    either, first = [flight.from_, flight.to], [flight.from_]
    landing = [(unit_id, number, ends) for sent, ends in ((sound, either), (aborted, first)) for unit_id, number in sent]
    for unit_id, number, ends in landing:
        unit = turn.unit(unit_id)
        rooms = {base: number if unit.home == base else room_at_once(turn, unit, turn.base(base)) for base in ends}
        fits = {base: min(number, room) for base, room in rooms.items() if room}
        if sum(fits.values()) < number:
            fits = {unit.home: number}
        labels = {base: f"ends at {turn.setting.name(base)}" for base in fits}
        about = partial(comes_home, turn, unit, number, flight.to, fits)
        for base, ending in spread(ref, f"attacker.ends.{unit_id}", fits, number, labels, by="attacker", about=about):
            turn = lands(ref, turn, unit_id, ending, base)
    return turn


@rule("17.63C", "18.251")
def dropped(turn: Turn, flight: Flight, done: tuple[Cargo, ...]) -> Turn:
    """Airborne factors that get through join the attack on their hex, or begin one that is stated when it is made."""
    factors = sum(cargo.factors for cargo in done)
    kind = "exploitation" if flight.phase == "exploitation" else "regular"
    there = next((battle for battle in turn.battles if battle.kind == kind and flight.to in battle.hexes), None)
    if there is None:
        if not turn.setting.orders_asked or not factors:
            return turn
        there = unattacked(turn, flight.to, kind)
        turn = replace(turn, battles=(*turn.battles, there))
    joined = there._replace(
        attackers=there.attackers + factors,
        planned=there.planned + factors,
        dropping=max(0, there.dropping - factors),
        airborne=there.airborne + factors,
        dropped_on=(*there.dropped_on, *[flight.to] * bool(factors and flight.to not in there.dropped_on)),
    )
    return turn.with_battle(joined)


STEPS = (air_transport_activities, fly_activity, activity_over)


# in a scenario


def read_transports(document: Section, turn: Turn, problems: Problems) -> Turn:
    """The activities of the turn, each checked, to be flown in their phases."""
    flights: list[Flight] = []
    promised: dict[str, int] = {}
    aboard: dict[str, str] = {}  # the ground units that fly, and the kind of their activity
    for said in document["transports"] or ():
        flight = replace(said, phase=said.phase or PHASES[said.kind][0])
        if not turn.find_base(flight.from_) or not turn.find_base(flight.to):
            continue
        blame(problems, said, (*way_faults(document, flight, turn), *force_faults(flight, turn, promised)))
        for cargo in flight.carrying:
            blame(problems, cargo, (*cargo_faults(flight, cargo, turn), *flown_twice(flight, cargo, aboard)))
        flights.append(flight)
    parts = dict.fromkeys(flight.part for flight in flights if flight.phase in PHASES[flight.kind])
    return replace(turn, flights=numbered(tuple(flights))).with_agenda(*parts)


@rule("18.511", "18.512", "18.513", "18.545")
def way_faults(document: Section, flight: Flight, turn: Turn) -> Iterator[Fault]:
    """Each activity is flown in its phases, to a hex that suits it; one that is to fall is known to suit it only then."""
    phases = PHASES[flight.kind]
    if flight.phase not in phases:
        yield Fault(
            "phase", f"{flight.kind} is not flown in the {flight.phase} phase; expected {' or '.join(phases)}", "18.511-18.513"
        )
    goal = turn.base(flight.to)
    later = flight.phase == "redeployment" and goal.side != turn.setting.attacker and named_to_fall(document, goal)
    if not later and (refused := way_refused(None, turn, flight)):
        yield Fault("to", refused)


@rule("18.532", "18.542", "18.533", "18.41", "18.545")
def force_faults(flight: Flight, turn: Turn, promised: dict[str, int]) -> Iterator[Fault]:
    """One uninverted air transport factor for each ground unit, from a base it may fly from."""
    flown = flight.factors
    if flight.kind != "hump" and flown != len(flight.carrying):
        text = f"{flown} air transport factors for {len(flight.carrying)} ground units; expected one for each"
        yield Fault("with", text, "18.532, 18.542")
    if flight.kind == "hump" and flight.carrying:
        yield Fault("carrying", "only grants are flown over the Hump, not ground units", "17.63")
    may_fly = partial(flight_refused, None, turn, flight=flight)
    yield from flier_faults(turn, flight.with_, promised, may_fly)
    fit = [(unit, number) for name, number in flight.force if (unit := turn.find(name)) and may_fly(unit) is None]
    sound = [(unit.id, min(number, turn.free(unit))) for unit, number in fit]
    if flight.kind == "transport" and (full := room_refused(turn, flight.from_, sound)):
        yield Fault("with", full)


@rule("18.543", "18.544", "18.547", "18.547A", "18.547C", "17.63C")
def cargo_faults(flight: Flight, cargo: Cargo, turn: Turn) -> Iterator[Fault]:
    """One-factor infantry and specialized units may be carried, airborne ones dropped; any ground unit may be supplied."""
    wrong = {"transport": transport_refused, "airdrop": drop_refused}.get(flight.kind)
    if wrong and (reason := wrong(flight, cargo, turn.setting.theater)):
        yield Fault("id", reason)


@rule("18.547C")
def flown_twice(flight: Flight, cargo: Cargo, aboard: dict[str, str]) -> Iterator[Fault]:
    """A ground unit that is air transported is neither transported again nor dropped in the same turn."""
    if flight.kind not in ("transport", "airdrop"):
        return
    name = spelled(cargo.id)
    if name in aboard and "transport" in (aboard[name], flight.kind):
        yield Fault("id", transported_already(cargo.id))
    aboard.setdefault(name, flight.kind)


@rule("18.543", "18.544", "18.547B", "18.547C")
def transport_refused(flight: Flight, cargo: Cargo, theater: str) -> str | None:
    """Why a ground unit may not be air transported."""
    kind, name = cargo.type, cargo.id
    if kind not in ("infantry", "airborne", "specialized"):
        return f"{name} is {kind}; air transports carry one-factor infantry and specialized units (18.543, 18.544)"
    if kind == "infantry" and cargo.factors > 1:
        return f"{name} is infantry of {cargo.factors} factors; air transports carry one-factor infantry (18.544)"
    if not cargo.supplied:
        return f"{name} is unsupplied and may not be air transported (18.547)"
    if "air" in (cargo.moved_by or ()):
        return f"{name} was already air transported in this turn (18.547)"
    if "sea" in (cargo.moved_by or ()) and flight.phase == "movement":
        return f"{name} was sea transported in this movement phase (18.547)"
    cost = movement_cost(flight, cargo, theater)
    if cargo.movement is not None and cargo.movement < cost:
        return f"{name} has {cargo.movement} movement factors left; embarking and debarking cost {cost} (18.547)"
    return None


@rule("18.547C", "17.63C")
def drop_refused(flight: Flight, cargo: Cargo, theater: str) -> str | None:
    """Why a ground unit may not be dropped."""
    if cargo.type != "airborne":
        return f"{cargo.id} is {cargo.type}; only airborne units are dropped (17.63)"
    if "air" in (cargo.moved_by or ()):
        return f"{cargo.id} was air transported in this turn and may not be dropped (18.547)"
    return None


@rule("18.547A")
def movement_cost(flight: Flight, cargo: Cargo, theater: str) -> int:
    """Embarking costs movement only in an enemy zone of control; debarking costs one, plus one in rough terrain."""
    embark = (2 if theater == "europe" else 1) if flight.enemy_zoc else 0
    exempt = flight.terrain == "jungle" and (cargo.nation == "japan" or "chindit" in cargo.id)
    return embark + 1 + int(flight.terrain != "clear" and not exempt)


CHAPTER = Chapter(
    fields={
        "transports": Field(ListOf(shape_of(Flight), 1, 30), help="air supply, air transport, airdrops and flights over the Hump")
    },
    read=read_transports,
    steps=(*STEPS, *transport_interception.STEPS),
)


# tables


def sheets(state: object, turn: Turn) -> list[Sheet]:
    """The transports on their way, after both sides of their interception if there is one."""
    if isinstance(state, Fight):
        fight = combat_sheet(turn.setting.name(state.hex), state.attackers, state.defenders)
        return [fight, flight_sheet(state.transit.flight, turn)]
    return [flight_sheet(state.flight, turn)] if isinstance(state, Transit) else []


def airborne(state: object, turn: Turn) -> Turn:
    """The turn with the fighters of an interception in the air."""
    return taken_off(turn, state.in_the_air) if isinstance(state, Fight) else turn


def flight_sheet(flight: Flight, turn: Turn) -> Sheet:
    """The air transports on their way, and the ground units they carry or supply."""
    route = f"{turn.setting.name(flight.from_)} to {turn.setting.name(flight.to)}"
    transports = tuple((unit, turn.unit(unit).air_type.label, str(number), route) for unit, number in flight.force)
    cargo = tuple((cargo.id, "ground unit", count(cargo.factors, "factor"), flight.kind) for cargo in flight.carrying)
    return Sheet("Air transports on their way", ("unit", "type", "number", "mission"), (*transports, *cargo))
