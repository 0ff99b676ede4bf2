"""Displacement (18.25), bases that are lost, and what is checked of bases before anything is flown (17.312, 18.11)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import partial

from airwar.engine.frozen import replace
from airwar.engine.moves import Move, Return
from airwar.engine.referee import Loss, Note, Referee, Status
from airwar.engine.rule import rule
from airwar.rulesets.kit import FAR, NO_MORE, Fault, hexes_between, place_of, shape_of, title_of
from airwar.rulesets.world_at_war.basing import (
    added_to,
    basing_refused,
    departed,
    may_base,
    must_leave,
    overfull,
    pushed_out,
    put_to_sea,
    rebased,
    room_aboard,
    room_at_once,
    ruling_on_port_cities,
    stationed,
    taken,
    told_of,
)
from airwar.rulesets.world_at_war.ordering import (
    Chapter,
    Menu,
    Named,
    blame,
    menu_of,
    next_order,
    orders_over,
    won_hexes,
)
from airwar.rulesets.world_at_war.setting import Base, Carrier
from airwar.rulesets.world_at_war.state import Fall, Surroundings, Turn
from airwar.rulesets.world_at_war.units import NATIONS, Unit
from airwar.scenario.problems import Problems
from airwar.scenario.shape import Field, ListOf, Section

HEX, AIRBASE = "hex", "airbase"  # what is lost
PHASES = ("movement", "combat")  # in which it is lost
SUPPLIES = {
    "full": "fully supplied",
    "partial": "partially supplied",
    "none": "unsupplied",
    "oil": "fully supplied, but subject to air oil effects",
}


@rule("18.25", "18.252")
def bases_fall(ref: Referee, turn: Turn) -> Move[Turn]:
    """The bases that fall in the phase as the scenario states; their air units are displaced and cannot be intercepted."""
    prepared = {fall.id: fall for fall in turn.basing.falls if fall.phase == turn.phase}
    turn = turn.with_basing(turn.basing._replace(falls=tuple(fall for fall in turn.basing.falls if fall.phase != turn.phase)))
    now: list[Fall] = []
    scope = "displacement" if turn.phase == "movement" else f"displacement.{turn.phase}"
    if not orders_over(ref, turn, open_falls(turn, prepared, now), scope, "referee"):
        ref.enter(scope, f"Bases lost in the {turn.phase} phase")
    while not orders_over(ref, turn, menu := open_falls(turn, prepared, now), scope, "referee"):
        turn, event = next_order(ref, turn, menu, by="referee", facts=partial(won_hexes, turn))
        if event == NO_MORE:
            break
        place, _, airbase = event.partition("/")
        now.append(prepared.get(event, Fall(at=place, phase=turn.phase, kind=AIRBASE if airbase else HEX)))
    hexes = [fall.at for fall in now if fall.kind == HEX]
    return Return(captured(ref, turn, *hexes, isolated=[fall.at for fall in now if fall.kind == AIRBASE]))


def open_falls(turn: Turn, prepared: Mapping[str, Fall], now: list[Fall]) -> Menu:
    """The bases that the scenario says are lost, and those that may be: captured, or deprived of their airbase by isolation."""
    named = turn.setting.name
    left = {event: fall for event, fall in prepared.items() if fall not in now}
    stated = {event: f"{named(fall.at)} is {'captured' if fall.kind == 'hex' else 'isolated'}" for event, fall in left.items()}
    enemy = [base.id for base in turn.bases if base.side != turn.setting.attacker]  # a base of the attacker's own can be typed
    events = (*enemy, *(f"{base.id}/{AIRBASE}" for base in turn.bases))

    def label(event: str) -> str | None:
        place, _, airbase = event.partition("/")
        base = turn.find_base(place)
        if base is None:
            return None
        return (
            f"{base.name} loses its airbase by isolation"
            if airbase
            else f"{base.name} is captured by {title_of(captor(turn, base))}"
        )

    def refused(event: str) -> str | None:
        place, _, airbase = event.partition("/")
        base, lost = turn.find_base(place), [fall.at for fall in now]
        return next(map(str, fall_faults(base, AIRBASE if airbase else HEX, lost)), None) if base else None

    return menu_of(turn, stated, Named(lambda: events, label), refused, "no other base is lost")


@rule("18.25", "18.147")
def fall_faults(base: Base, kind: str, lost: Collection[str]) -> Iterator[Fault]:
    """Why a base, or its airbase alone, cannot be lost now. Either side may lose it: the ground rules say so.

    `lost`: the bases that are lost in this phase already.
    """
    if base.box:
        yield Fault("at", f"{base.name} is a box; expected a base on the map", "18.25")
    elif base.id in lost:
        yield Fault("at", f"{base.name} is lost already", "18.25")
    elif kind == AIRBASE and "airbase" not in base.facilities:
        yield Fault("kind", f"{base.name} has no airbase to lose", "18.147")
    elif kind == HEX and base.taken_in:
        yield Fault("at", f"{base.name} has been captured in this turn already", "18.25")


def captor(turn: Turn, base: Base) -> str:
    """The enemy of the side that holds a base."""
    return next(side for side in turn.setting.sides if side != base.side)


@rule("18.25", "18.251", "18.617", "18.147")
def captured(ref: Referee, turn: Turn, *places: str, isolated: Iterable[str] = ()) -> Turn:
    """The enemy captures bases at one moment: all their air units are displaced at once, none to a base that their side loses.

    Airbases that are isolated are eliminated at the same moment; air units beyond what such a hex can still base are displaced.
    """
    falling = [place for place in places if not turn.base(place).taken_in]
    fleeing = {place: {unit.id: unit for unit in turn.based_at(place) if unit.number} for place in falling}
    for place in falling:
        turn = in_enemy_hands(ref, turn, turn.base(place))
    cut_off = [place for place in isolated if "airbase" in turn.base(place).facilities]
    for place in cut_off:
        ref.tell(Note, f"{turn.setting.name(place)} loses its airbase")
        turn = turn.with_base(turn.base(place).without_airbase())
    fleeing |= {place: excess(ref, turn, place) for place in cut_off}
    for units in fleeing.values():
        turn = all_departed(turn, units)
    for place, units in fleeing.items():
        turn = resettled(ref, turn, place, units)
    return turn


@rule("18.147")
def in_enemy_hands(ref: Referee, turn: Turn, base: Base) -> Turn:
    """A base changes hands; its airbase is removed, and carriers leave its port. The referee says who holds and supplies it."""
    side = captor(turn, base)
    ref.tell(Note, f"{base.name} is captured by {title_of(side)}")
    base = replace(base.without_airbase(), side=side, nation=holder_of(ref, turn, base, side), new=False, taken_in=turn.phase)
    turn = turn.with_base(supplied_as(base, supply_of(ref, turn, base)))
    if not turn.setting.orders_asked:
        turn = turn.with_basing(turn.basing._replace(supply_unknown=(*turn.basing.supply_unknown, base.id)))
    for carrier in turn.carriers:
        if carrier.port == base.id:
            ref.tell(Note, f"{carrier.name} leaves the port; the naval rules say where it goes")
            turn = put_to_sea(turn, carrier)
    return turn


@rule("18.142C")
def holder_of(ref: Referee, turn: Turn, base: Base, captor: str) -> str:
    """The nation that holds a captured hex, where the captors belong to several alliances."""
    alliances = turn.setting.alliances
    nations = alliances.sides.get(captor, ())
    if len({alliances.faction(nation) for nation in nations}) < 2 or not turn.setting.orders_asked:
        return nations[0] if len(nations) == 1 else ""
    options = {nation: f"{NATIONS.get(nation, title_of(nation))} units hold {base.name}" for nation in nations}
    about = partial(taken, turn, base, "Whose units hold it now?")
    nation = ref.choose(f"referee.holder.{base.id}", options, by="referee", optional=True, about=about)
    ref.tell(Note, options[nation])
    return nation


@rule("18.51", "18.46")
def supply_of(ref: Referee, turn: Turn, base: Base) -> str:
    """The supply of a captured hex, where the turn is played at the table; else the next turn asks for it."""
    if not turn.setting.orders_asked:
        return "full"
    return stated_supply(ref, base, partial(taken, turn, base, "How are its new holders supplied there?"))


@rule("18.51")
def stated_supply(ref: Referee, base: Base, about: Callable[[], str]) -> str:
    """How a base is supplied, as the referee says; what holds is told, also where nobody was asked."""
    said = ref.choose(f"referee.supply.{base.id}", SUPPLIES, by="referee", default="full", optional=True, about=about)
    ref.tell(Note, f"{base.name} is {SUPPLIES[said]}")
    return said


@rule("18.51")
def supply_is_told(ref: Referee, turn: Turn) -> Move[Turn]:
    """When a turn begins, the referee says how those bases are supplied of which the scenario says ask."""
    ref.enter("supply", "Supply")
    for place in turn.basing.supply_unknown:
        base = turn.base(place)
        turn = turn.with_base(supplied_as(base, stated_supply(ref, base, partial(told_of, base))))
        turn = turn.with_units(rebased(turn, unit._replace(home=""), place) for unit in turn.units if unit.home == place)
    return Return(turn.with_basing(turn.basing._replace(supply_unknown=())))


def supplied_as(base: Base, supply: str) -> Base:
    return replace(base, supply="full" if supply == "oil" else supply, oil=supply == "oil")


@rule("18.25", "18.15", "18.11")
def excess(ref: Referee, turn: Turn, place: str) -> Waiting:
    """The units that a base cannot hold any longer, as the owner chooses."""
    here = {unit.id: unit for unit in turn.based_at(place) if unit.number}

    def refuse(going: Mapping[str, int]) -> str | None:
        if not stays_legal(turn, place, here, going) and any(here[name].number > going.get(name, 0) for name in here):
            return f"{turn.setting.name(place)} still holds more than it may (18.11)"
        spare = [name for name in going if going[name] and stays_legal(turn, place, here, {**going, name: going[name] - 1})]
        return f"{spare[0]} need not all go (18.25)" if spare else None

    units = {name: unit.number for name, unit in here.items()}
    by = turn.player(turn.base(place).side)
    going = fewest(turn, place, here)
    if len(here) > 1 and any(going.values()):
        labels = {name: f"{name}: {unit.air_type.label}" for name, unit in here.items()}
        about = partial(must_leave, turn, place, here.values(), sum(going.values()))
        least, key = sum(units.values()) if going == units else 0, f"{by}.leave.{place}"  # nobody is asked if all must go
        going = ref.allot(key, units, by=by, least=least, default=going, labels=labels, refuse=refuse, about=about)
    return {name: here[name].inverted_first(number) for name, number in going.items() if number}


def stays_legal(turn: Turn, place: str, here: Waiting, going: Mapping[str, int]) -> bool:
    """Whether a base may hold the units that stay, with those that are in the air and come back to it."""
    left = all_departed(turn, {name: unit.inverted_first(going.get(name, 0)) for name, unit in here.items()})
    return basing_refused(left, left.base(place)) is None


def fewest(turn: Turn, place: str, here: Waiting) -> dict[str, int]:
    """As few as possible leave, whole factors last: a squadron takes a third of their room. Those named last stay first."""
    going = {name: unit.number for name, unit in here.items()}
    last_first = list(reversed(going))
    for name in sorted(last_first, key=lambda name: here[name].air_type.in_squadrons):
        while going[name] and stays_legal(turn, place, here, {**going, name: going[name] - 1}):
            going[name] -= 1
    return going


def all_departed(turn: Turn, leaving: Waiting) -> Turn:
    """Displaced units have left their base, and have no other yet."""
    return turn.with_units([turn.unit(name).less(leaver) for name, leaver in leaving.items()])


@rule("18.25", "18.253", "18.15")
def resettled(ref: Referee, turn: Turn, place: str, waiting: Waiting) -> Turn:
    """Displaced units go to the nearest base with room and are inverted; those that find none are eliminated."""
    if not waiting:
        return turn
    side = next(iter(waiting.values())).side
    for distance, ring in ref.settle(rings, turn.surroundings, place, side):
        if not any(unit.number for unit in waiting.values()):
            return turn
        turn, waiting = ring_filled(ref, turn, place, distance, ring, waiting)
    for unit in waiting.values():
        if unit.number:
            ref.tell(Loss, turn.player(side), f"{unit.id}: {unit.air_type.label}", unit.number, "eliminated")
    return turn


@rule("18.25", "18.46")
def stranded(ref: Referee, turn: Turn, unit_id: str, place: str, number: int) -> Turn:
    """Units that come back to a base that is lost stay in the air; they are displaced at the end of the phase."""
    if not number:
        return turn
    unit = turn.unit(unit_id)
    ref.tell(Note, f"{unit.air_type.does(number, unit_id, 'lose', 'loses')} its base at {turn.setting.name(place)}")
    return turn.with_basing(turn.basing._replace(stranded=(*turn.basing.stranded, (unit_id, place, number))))


@rule("18.25", "18.252", "18.253")
def stranded_displaced(ref: Referee, turn: Turn) -> Turn:
    """At the end of the phase, all who could not return to their base are displaced from it."""
    if not turn.basing.stranded:
        return turn
    ref.enter(f"displacement.end-of-{turn.phase}", f"Displaced at the end of the {turn.phase} phase")
    waiting: dict[str, Waiting] = {}
    for unit_id, place, number in turn.basing.stranded:
        unit = turn.unit(unit_id)
        turn = turn.with_units([unit._replace(flying=unit.flying - number)])
        there = waiting.setdefault(place, {})
        already = there[unit_id].number if unit_id in there else 0
        there[unit_id] = unit.holding(inverted=already + number)
    turn = turn.with_basing(turn.basing._replace(stranded=()))
    for place, units in waiting.items():
        turn = resettled(ref, turn, place, units)
    return turn


@rule("18.25", "18.15")
def without_room(turn: Turn, place: str, unit: Unit, number: int) -> int:
    """How many of those that have just landed at a base find no room there, because its airbase is gone."""
    return beyond_room(turn, turn.base(place), turn.load(place), unit, number)


def beyond_room(turn: Turn, base: Base, load: tuple[int, int], unit: Unit, number: int) -> int:
    """How many of a unit, up to a number, have to leave a base that holds this load of factors and squadrons."""
    for over in range(number + 1):
        if may_base(base, turn.setting.theater, *added_to(load, unit.air_type, -over)):
            return over
    return number


@rule("18.15", "18.143", "18.146")
def excess_eliminated(ref: Referee, turn: Turn) -> Turn:
    """Air units in excess of what the attacker's bases can hold at the end of the phase are eliminated."""
    for base in too_full(turn):
        for name, lost in excess(ref, turn, base.id).items():
            ref.tell(Loss, "attacker", f"{name}: {lost.air_type.label}", lost.number, "eliminated")
            turn = departed(turn, name, lost)
    return turn


@rule("18.15")
def too_full(turn: Turn) -> list[Base]:
    """The attacker's bases from which something has to leave now."""
    used = {unit.home for unit in turn.units}
    own = [base for base in turn.bases if base.side == turn.setting.attacker and base.id in used]
    full = [base for base in own if basing_refused(turn, base)]
    return [base for base in full if turn.part == "redeployment.units" or overfull_without_sea(turn, base)]


@rule("18.15", "18.24")
def overfull_without_sea(turn: Turn, base: Base) -> bool:
    """Whether a base would be overfull even without the units that came by sea, which cannot leave before redeployment."""
    ashore = replace(turn, units=tuple(unit for unit in turn.units if unit.id not in turn.setting.sea_transported))
    return basing_refused(ashore, base) is not None


def named_to_fall(document: Section, base: Base) -> bool:
    """Whether the file tells of an attack on a base, or that it falls: then orders may count on it, and are checked later."""
    told = [*(said["at"] for said in document["battles"] or ()), *(fall.at for fall in document["fallen"] or ())]
    return base.id in told


@rule("18.25", "18.147")
def read_falls(document: Section, turn: Turn, problems: Problems) -> Turn:
    """The bases that fall in this turn, as the scenario states: airwar does not fight for them on the ground."""
    falls = tuple(fall for fall in document["fallen"] or () if turn.find_base(fall.at))
    ahead, lost = turn, dict[str, list[str]]()
    for fall in sorted(falls, key=lambda fall: PHASES.index(fall.phase)):
        base, now = ahead.base(fall.at), lost.setdefault(fall.phase, [])
        blame(problems, fall, fall_faults(base, fall.kind, now))
        now.append(base.id)
        ahead = ahead.with_base(replace(base.without_airbase(), taken_in=fall.phase if fall.kind == HEX else base.taken_in))
    phases = dict.fromkeys([f"{fall.phase}.displacement" for fall in falls] + ["start.supply"] * bool(turn.basing.supply_unknown))
    return turn.with_basing(turn.basing._replace(falls=falls)).with_agenda(*phases)


CHAPTER = Chapter(
    fields={"fallen": Field(ListOf(shape_of(Fall), 0, 30), help="bases that enemy ground units capture in this turn")},
    read=read_falls,
    steps=(supply_is_told, bases_fall),
)


Waiting = dict[str, Unit]  # the displaced units that have no base yet


def rings(ref: Referee, around: Surroundings, place: str, side: str) -> list[tuple[int, list[str]]]:
    """The bases of a side, by their distance from a place."""
    by_distance: dict[int, list[str]] = {}
    for base in around.bases:
        if base.id == place or base.side != side or not base.takes_air_units:
            continue
        distance = hexes_between(ref, around, place, base.id)
        if distance < FAR:
            by_distance.setdefault(distance, []).append(base.id)
    return sorted(by_distance.items())


@rule("18.25")
def ring_filled(ref: Referee, turn: Turn, place: str, distance: int, ring: list[str], waiting: Waiting) -> tuple[Turn, Waiting]:
    """The bases at one distance take as many units as they can; the owner chooses which go where."""
    able = {name: unit for name, unit in waiting.items() if unit.number and distance <= unit.staging_range}
    items = {
        f"{name}@{base}": min(unit.number, room_at_once(turn, unit, turn.base(base)))
        for name, unit in able.items()
        for base in ring
    }
    if not any(items.values()):
        return turn, waiting
    ref.tell(ruling_on_port_cities, turn, ring)

    def refuse(answer: Mapping[str, int]) -> str | None:
        return spread_refused(turn, ring, able, answer)

    default = items if len(items) == 1 else filled(turn, ring, able)
    by = turn.player(next(iter(able.values())).side)
    sent = default
    scarce = sum(default.values()) < sum(unit.number for unit in able.values())
    if sum(bool(number) for number in items.values()) > 1 and (scarce or len(ring) > 1):
        named = turn.setting.name
        labels = {
            f"{name}@{base}": f"{name}: {unit.air_type.label} to {named(base)}" for name, unit in able.items() for base in ring
        }
        about = partial(pushed_out, turn, place, able.values(), distance, ring)
        key = f"{by}.displace.{place}.{distance}"
        sent = ref.allot(key, items, by=by, default=default, labels=labels, refuse=refuse, about=about)
    for key, number in sent.items():
        if number:
            name, _, base = key.partition("@")
            waiting = {**waiting, name: waiting[name].inverted_first(waiting[name].number - number)}
            turn = stationed(turn, name, base, inverted=number)
            ref.tell(Status, by, f"{name}: {able[name].air_type.label}", number, f"inverted at {turn.setting.name(base)}")
    return turn, waiting


def spread_refused(turn: Turn, ring: list[str], able: Waiting, answer: Mapping[str, int]) -> str | None:
    """Why displaced units may not be spread like this: too many in a base, or a unit left out though there is room."""
    for name, unit in able.items():
        if sum(answer.get(f"{name}@{base}", 0) for base in ring) > unit.number:
            return f"there are only {unit.number} of {name}"
    for base in ring:
        if not takes_in(turn, base, able, answer):
            return f"{turn.setting.name(base)} has no room for all of these (18.11)"
        for name, unit in able.items():
            if sum(answer.get(f"{name}@{other}", 0) for other in ring) < unit.number:
                more = {**answer, f"{name}@{base}": answer.get(f"{name}@{base}", 0) + 1}
                if takes_in(turn, base, able, more):
                    return f"{turn.setting.name(base)} has room for more of {name}; the nearest base comes first (18.25)"
    return None


@rule("18.11", "18.146")
def takes_in(turn: Turn, base: str, able: Waiting, answer: Mapping[str, int]) -> bool:
    """Whether a base can hold these units too; an airbase that is placed in this phase serves only its own power."""
    coming = [unit.holding(inverted=answer.get(f"{name}@{base}", 0)) for name, unit in able.items()]
    return basing_refused(turn, turn.base(base), coming) is None


def filled(turn: Turn, ring: list[str], able: Waiting) -> dict[str, int]:
    """One way to spread the units: whole factors first, base by base, as many as fit."""
    answer: dict[str, int] = {}
    for name, unit in sorted(able.items(), key=lambda item: item[1].air_type.in_squadrons):
        left = unit.number
        for base in ring:
            fits = (number for number in range(left, 0, -1) if takes_in(turn, base, able, {**answer, f"{name}@{base}": number}))
            if number := next(fits, 0):
                answer[f"{name}@{base}"] = number
                left -= number
    return answer


# in a scenario


NO_NAVAL_AIR = ("france", "russia", "china")


def check_basing(document: Section, turn: Turn, problems: Problems) -> None:
    """Every unit is of a type that its nation has, where it may be, and no base or carrier holds more than it may."""
    said_of = {**document["units"], **document["construction"]}
    for unit in (*turn.units, *turn.basing.building):
        said = said_of[unit.id]
        blame(problems, said, (*type_faults(unit), *home_faults(turn, unit)))
        if said.sea_transported and (refused := sea_transport_refused(turn, unit)):
            problems.add(place_of(said, "sea-transported"), refused)
    for base in turn.bases:
        said = document["bases"][base.id]
        blame(problems, said, base_faults(turn, base))
        if {"city", "port"} <= set(base.facilities):
            text = f"{base.id} has a city and a port, which are two facilities; write port-city if the city is the port (18.12)"
            problems.note(place_of(said, "facilities"), text)
    for carrier in turn.carriers:
        said = document["carriers"][carrier.id]
        blame(problems, said, carrier_faults(turn, carrier))
        port = turn.find_base(carrier.port)
        own = port and port.side == turn.setting.alliances.side(carrier.nation)
        if port and own and not ({"port", "port-city", "artificial-port"} & set(port.facilities) or port.box or port.island):
            problems.note(place_of(said, "port"), f"{port.name} has no port in its facilities, but {carrier.name} lies there")


@rule("17.312")
def carrier_faults(turn: Turn, carrier: Carrier) -> Iterator[Fault]:
    """A carrier belongs to a nation of one of the sides, lies in a port of its own side, and holds no more than its size."""
    side = turn.setting.alliances.side(carrier.nation)
    port = turn.find_base(carrier.port)
    if side is None:
        yield Fault("nation", f"{carrier.nation!r} belongs to no side, so {carrier.name} has none")
    elif port and port.side != side:
        yield Fault("port", f"{port.name} is held by {port.side}; {carrier.name} is a ship of {side}", "17.312")
    if full := overloaded(turn, carrier):
        yield Fault("", full)


@rule("18.142D", "18.12")
def base_faults(turn: Turn, base: Base) -> Iterator[Fault]:
    """A base holds no more than it may, and a hex has one airbase at most."""
    if overfull_without_sea(turn, base) and (full := overfull(turn, base)):
        yield Fault("", full)
    if base.facilities.count("airbase") > 1:
        yield Fault("facilities", f"{base.id} has more than one airbase; a hex holds one airbase counter", "18.142D")


@rule("17.71", "17.81", "17.353D")
def type_faults(unit: Unit) -> Iterator[Fault]:
    """Strategic air and kamikazes are not based on the map; some nations have no naval air, and only Japan has elite units."""
    air_type = unit.air_type
    if air_type.type in ("bomber", "interceptor", "kamikaze"):
        section = "kamikazes" if air_type.type == "kamikaze" else "strategic"
        yield Fault("type", f"{air_type.label} units are not based on the map; put them under {section}", "17.13")
    if air_type.type == "nas" and air_type.nation in NO_NAVAL_AIR:
        yield Fault("nation", f"{air_type.nation} never has naval air units", "17.353D")
    if air_type.elite and (air_type.nation != "japan" or air_type.type != "nas"):
        yield Fault("elite", "only Japanese naval air is elite", "17.352")


@rule("17.312", "17.3122D", "17.51")
def home_faults(turn: Turn, unit: Unit) -> Iterator[Fault]:
    """Units are at bases of their own side; carriers hold their own naval air only, which has their status."""
    carrier, base = turn.find_carrier(unit.home), turn.find_base(unit.home)
    if carrier and (unit.type != "nas" or unit.air_type.nation != carrier.nation):
        yield Fault("at", f"{carrier.name} carries naval air of {carrier.nation} only", "17.312")
    if carrier and carrier.inverted and unit.uninverted and unit in turn.units:
        text = f"{carrier.name} is inverted and so is all naval air aboard; expected inverted: {unit.number}"
        yield Fault("inverted", text, "17.3122D")
    if carrier and not carrier.port and not carrier.inverted and unit.inverted and unit in turn.units:
        text = f"{carrier.name} is at sea and not inverted, and neither is the naval air aboard; expected inverted: 0"
        yield Fault("inverted", text, "17.3122D")
    if base and base.side != unit.side and unit.left:
        yield Fault("at", f"{base.name} is held by {base.side}; expected a base of {unit.side}")


@rule("18.15")
def sea_transport_refused(turn: Turn, unit: Unit) -> str | None:
    """Why a unit has not come by sea in this turn, or None: only those of the side whose turn it is do."""
    mover = turn.setting.attacker
    return None if unit.side == mover else f"{unit.id} is of {unit.side}; only units of {mover} come by sea in its turn (18.15)"


@rule("17.312")
def overloaded(turn: Turn, carrier: Carrier) -> str | None:
    """What a carrier holds beyond its size, or None."""
    room = room_aboard(turn, carrier)
    if room >= 0:
        return None
    return f"{carrier.name} carries {carrier.size - room} naval squadrons; its size is {carrier.size} (17.312)"
