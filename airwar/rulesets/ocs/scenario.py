"""What an OCS scenario may say."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import zip_longest
from typing import Any, NamedTuple, Never

from airwar.rulesets.kit import (
    Either,
    Exact,
    Field,
    Flag,
    Id,
    ListOf,
    MapOf,
    OneOf,
    Problems,
    Record,
    Ref,
    Section,
    Text,
    Then,
    Whole,
    count,
    rule,
    then,
    title_of,
)
from airwar.rulesets.kit.hexes import HEX_FIELD
from airwar.rulesets.kit.places import check_distances, distance_fields, places_of
from airwar.rulesets.ocs.barrage import RESULTS, strength_refused
from airwar.rulesets.ocs.bases import active_limit
from airwar.rulesets.ocs.board import (
    ARTILLERY,
    BARRAGE,
    BASE,
    BASE_ATTACK,
    BUILD,
    CAPTURE,
    CARRIER,
    DROP,
    GUNFIRE,
    HIP_SHOOT,
    KINDS,
    LIFTS,
    NAVAL,
    PARADROP,
    PORT_ATTACK,
    SHIP_ATTACK,
    STRIKES,
    STRIP,
    SWEEP,
    TRAINBUST,
    TRANSFER,
    WORKS,
    Airfield,
    Battery,
    Board,
    CapturedHow,
    Cargo,
    Ground,
    Gun,
    Harbor,
    Hull,
    Lift,
    Mission,
    Place,
    Port,
    Setting,
    Ship,
    Stage,
    Stated,
    Terrain,
    Turn,
    Weather,
)
from airwar.rulesets.ocs.capture import capture_refused
from airwar.rulesets.ocs.cargo import most_capacity, towing_refused, unloading_room, weight
from airwar.rulesets.ocs.construction import BUILT, TORN_DOWN, works_refused
from airwar.rulesets.ocs.drops import METHODS, TERRAINS
from airwar.rulesets.ocs.facility import RAIL_RESULTS, TRIGGER, code_refused, codes_of
from airwar.rulesets.ocs.flight import RESULTS as FLAK_RESULTS
from airwar.rulesets.ocs.naval import gun_refused, mixed_refused
from airwar.rulesets.ocs.orders import LIFTED_ALLOWANCE
from airwar.rulesets.ocs.rulings import Rulings, rulings_of
from airwar.rulesets.ocs.sequence import NEXT_TURN, meant_phase, out_of_order, phase_named, turn_begins
from airwar.rulesets.ocs.takeoff import flying_refused, most_units, on_station
from airwar.rulesets.ocs.targets import AIMED, AIMS, aim_of, kind_refused, phase_refused, target_refused
from airwar.rulesets.ocs.units import (
    AT_BASE,
    ELSEWHERE,
    EXPECTED,
    INACTIVE,
    INTERDICTION,
    STRIKE,
    Air,
    Counter,
    Side,
    barrage_refused,
    flight_refused,
    interdiction_refused,
    reduced,
)
from airwar.rulesets.ocs.worksheets import Load, March, Stack, Step, tiers
from airwar.scenario.nodes import Mark
from airwar.scenario.shape import Date

# What an OCS scenario may say


STATUSES = {"active": AT_BASE, "inactive": INACTIVE, "arriving": EXPECTED}
PHASES = ("movement", "reaction", "exploitation")
NATION = Text(max_length=30, pattern="[a-z][a-z-]*", help="a nation in lower case, such as germany")
PLACE = Ref("hexes", "bases")
ASK, PREPARED = "ask", "prepared"

PORT = Record(
    {
        "side": Field(Ref("sides"), required=True, help="the side that owns it"),
        "capacity": Field(Whole(0, 1000), required=True, help="what it handles in a phase, in T"),
        "hits": Field(Whole(0, 4), default=0, help="the hits it has taken"),
        "damage-track": Field(ListOf(Whole(0, 1000), 4, 4), help="its capacity after one to four hits, if the map prints it"),
    }
)
HEX = {
    "name": Field(Text(max_length=60), help="its name in the output; made from its id if left out"),
    "hex": HEX_FIELD,
    "terrain": Field(OneOf(TERRAINS), default="open", help="for drops: open is clear, everything else is closed"),
    "closeness": Field(OneOf(("close", "very-close", "extremely-close")), default="", help="for the barrage table of 4.3"),
    "village": Field(Flag(), default=False, help="a village is there"),
    "airfield": Field(Flag(), default=False, help="an airfield that is not a base of this scenario"),
    "occupied-by": Field(
        ListOf(Ref("sides"), 0, 2), help="sides with any unit there when the phase begins; those with combat units if left out"
    ),
    "combat-units": Field(ListOf(Ref("sides"), 0, 2), help="sides with combat units there"),
    "spotters": Field(ListOf(Ref("sides"), 0, 2), help="sides with a combat unit next to it"),
    "re": Field(Exact(0, 100), default=Fraction(1), help="regiment equivalents there, for the barrage table of 4.3"),
    "hedgehog": Field(Whole(0, 4), default=0, help="its level"),
    "hq": Field(Flag(), default=False, help="a headquarters is there"),
    "flak": Field(Whole(0, 20), default=0, help="printed flak"),
    "strat-mode": Field(Flag(), default=False, help="a unit in strat mode is there"),
    "port": Field(PORT, help="a port is there"),
}
AIR_BASE = Record(
    {
        **HEX,
        "side": Field(Ref("sides"), required=True, help="the side that owns it"),
        "kind": Field(OneOf((BASE, STRIP, CARRIER)), default=BASE, help="an air base with a level, an air strip or a carrier"),
        "level": Field(Whole(0, 3), default=1, help="of an air base, at least 1; an air strip and a carrier have none"),
        "supply": Field(Whole(0, 1000), default=0, help="T on hand"),
        "gliders": Field(Whole(0, 100), default=0, help="gliders on hand"),
        "enemy-zoc": Field(Flag(), default=False, help="in an enemy zone of control that nothing negates"),
        "damaged": Field(Flag(), default=False, help="a damaged carrier"),
        "dg": Field(Flag(), default=False, help="a carrier that is disorganized"),
        "planes": Field(Whole(0, 50), help="how many air units a carrier holds, active and inactive; any number if left out"),
        "protection": Field(Whole(1, 20), default=1, help="of a carrier; its flak is the printed flak of its hex"),
    }
)
BACK = Record(
    {
        "rating": Field(Whole(0, 20), required=True, help="the air rating of the reduced side"),
        "barrage": Field(Exact(0, 500), default=Fraction(0), help="the barrage strength of the reduced side"),
        "capacity": Field(Exact(0, 100), default=Fraction(0), help="the transport capacity of the reduced side, in T"),
    }
)
UNIT = Record(
    {
        "id": Field(Id(), required=True, help="a name of yours, by which other parts of the file refer to it"),
        "name": Field(Text(max_length=60), help="its name in the output; its id if left out"),
        "side": Field(Ref("sides"), required=True, help="the side it belongs to"),
        "nation": Field(NATION, default="", help="its nation, for rules that depend on it"),
        "type": Field(
            Text(pattern="(F|T|S|Tpt)(/(F|T|S|Tpt))?", help="F, T, S, Tpt or two of them, such as T/Tpt"),
            required=True,
            help="fighter, tactical, strategic or transport",
        ),
        "range": Field(Whole(1, 500), required=True, help="in hexes"),
        "rating": Field(
            Text(pattern=r"\d{1,2}|\(\d{1,2}\)", help="a rating such as 4, or (2)"),
            required=True,
            help="the air rating; in parentheses, it cannot attack in air combat",
        ),
        "barrage": Field(Exact(0, 500), default=Fraction(0), help="barrage strength"),
        "capacity": Field(Exact(0, 100), default=Fraction(0), help="in T"),
        "back": Field(BACK, help="the reduced side, if it is known"),
        "steps": Field(Whole(1, 2), default=2, help="2 at full strength, 1 if reduced"),
        "status": Field(OneOf(tuple(STATUSES)), default="active", help="active or inactive at its base, or on its way to it"),
        "at": Field(Ref("bases"), required=True, help="the base where it is, or from which it took off"),
        "over": Field(PLACE, help="the hex it is over when the scenario begins"),
        "duty": Field(OneOf((INTERDICTION, STRIKE)), default=STRIKE, help="what it does over that hex"),
        "carrier-plane": Field(Flag(), default=False, help="it can land on carriers; a unit that begins on one can anyway"),
        "torpedo": Field(Flag(), default=False, help="its barrage is in parentheses: it attacks only ships (4.3)"),
        "spent": Field(Flag(), default=False, help="it has barraged since it took off"),
    }
)
CARGO = Record(
    {
        "id": Field(Id(), required=True, help="a name of yours, by which other parts of the file refer to it"),
        "supply": Field(Whole(0, 200), default=0, help="in T; cargo is either supply or a unit"),
        "re": Field(Exact(0, 20), default=Fraction(0), help="its size in regiment equivalents"),
        "allowance": Field(Whole(0, 60), default=6, help="Move-mode movement allowance"),
        "leg": Field(Flag(), default=True, help="it moves on foot"),
        "para": Field(Flag(), default=False, help="a unit with the para symbol, which 4.3 asks for in a drop by parachute"),
    }
)
MISSION = Record(
    {
        "id": Field(Id(), required=True, help="a name of yours, by which other parts of the file refer to it"),
        "in": Field(
            Text(max_length=80),
            required=True,
            help="who acts and in which phase: movement or exploitation in the own player turn, such as axis.movement; reaction in "
            "the other's, so axis.reaction comes after allies.movement",
        ),
        "kind": Field(OneOf(KINDS), required=True, help="what is done"),
        "at": Field(PLACE, required=True, help="the target or destination"),
        "with": Field(
            ListOf(Ref("units", "artillery", "ships"), 0, 12),
            help="the units that fly, or the guns that fire; asked for if left out",
        ),
        "advantage": Field(Either(Ref("sides"), ListOf(Ref("sides"))), help="the side that uses Advantage (14.6d)"),
        "flak": Field(OneOf(tuple(FLAK_RESULTS)), default="", help="the result of the flak, if it is known"),
        "result": Field(Text(max_length=8), default="", help="the result of the barrage, if it is known"),
        "cargo": Field(ListOf(CARGO, 0, 40), help="what is flown or dropped"),
        "method": Field(OneOf(METHODS), default=PARADROP, help="how a drop is made"),
        "soviet": Field(Flag(), default=False, help="a Soviet drop"),
        "allied-eto": Field(Flag(), default=False, help="an Allied drop in Europe"),
        "stays": Field(Flag(), default=False, help="the transports stay at the base they fly to"),
        "planned": Field(Whole(0, 60), default=0, help="how many turns ago a drop of units was planned"),
        "target": Field(
            OneOf(("units", "base", "strip", "port", "ship")),
            default="",
            help="what a hip shoot or gunfire is aimed at, what is there if left out; what is built or reduced, a base if left out",
        ),
        "ship": Field(Ref("ships", "bases"), help="the ship or carrier to attack"),
        "advance": Field(Flag(), default=False, help="a capture by advance after combat"),
        "self-inflicted": Field(Flag(), default=False, help="the capture rolls are self-inflicted (9.15e, part 2)"),
    }
)
SHIP = Record(
    {
        "name": Field(Text(max_length=60), help="its name in the output; made from its id if left out"),
        "side": Field(Ref("sides"), required=True, help="the side it belongs to"),
        "at": Field(PLACE, required=True, help="the hex or base where it is"),
        "protection": Field(Whole(1, 20), default=1, help="its protection rating"),
        "flak": Field(Whole(0, 20), default=0, help="its flak"),
        "barrage": Field(Exact(0, 500), default=Fraction(0), help="the strength of its guns"),
        "range": Field(Whole(0, 60), default=0, help="the range of its guns in hexes"),
        "damaged": Field(Flag(), default=False, help="it has taken a hit; give the values of its damaged side"),
        "dg": Field(Flag(), default=False, help="it is disorganized"),
    }
)
ARTILLERY_FIELDS = Record(
    {
        "name": Field(Text(max_length=60), help="its name in the output; made from its id if left out"),
        "side": Field(Ref("sides"), required=True, help="the side it belongs to"),
        "at": Field(PLACE, required=True, help="the hex or base where it is"),
        "barrage": Field(Exact(0, 500), required=True, help="the strength of the side that is up"),
        "range": Field(Whole(1, 60), required=True, help="in hexes"),
        "coastal": Field(Flag(), default=False, help="coastal artillery, which can fire at ships"),
        "dg": Field(Flag(), default=False, help="it is disorganized"),
    }
)
WEATHER = Record(
    {
        "name": Field(Text(max_length=40), default="clear", help="what the game calls it"),
        "flight": Field(OneOf(("full", "limited", "none")), default="full", help="how much flying it allows"),
        "phases": Field(ListOf(OneOf(PHASES), 0, 3), help="if flight is limited: the phases in which missions may be flown"),
    }
)
LOAD = Record(
    {
        "id": Field(Id(), required=True, help="a name of yours, by which other parts of the file refer to it"),
        "re": Field(Exact(0, 100), default=Fraction(0), help="its size in regiment equivalents"),
        "allowance": Field(Whole(0, 60), default=6, help="Move-mode movement allowance"),
        "leg": Field(Flag(), default=True, help="it moves on foot"),
        "supply": Field(Exact(0, 1000), default=Fraction(0), help="in SP"),
        "track": Field(OneOf(("multi-only", "single-only", "mixed")), default="", help="by rail, on these lines"),
        "interdicted-hexes": Field(Whole(0, 100), default=0, help="rail interdiction markers on the way"),
        "in": Field(Text(max_length=80), default="", help="the phase in which it goes, such as axis.movement; with `through`"),
        "through": Field(ListOf(PLACE, 1, 60), help="hexes of the scenario on its way; the enemy's markers there count"),
    }
)
MARCH = Record(
    {
        "id": Field(Id(), required=True, help="a name of yours, by which other parts of the file refer to it"),
        "leg": Field(Flag(), default=False, help="on foot"),
        "costs": Field(ListOf(Whole(0, 60), 1, 60), required=True, help="movement points of each hex entered"),
        "interdiction": Field(
            ListOf(Whole(0, 60), 1, 60),
            help="how far each hex is from the nearest interdicted hex; or give `in` and `through`",
        ),
        "in": Field(Text(max_length=80), default="", help="the phase in which it goes, such as axis.movement; with `through`"),
        "through": Field(ListOf(PLACE, 1, 60), help="each hex that is entered; what the enemy interdicts there or nearby counts"),
    }
)
FIELDS = {
    "sides": Field(
        MapOf(Id(), ListOf(NATION, 0, 20), 2, 2, declares="sides"), required=True, help="the two players and their nations"
    ),
    "date": Field(Date(), default=(1943, 12), help="year and month"),
    "weather": Field(WEATHER, help="the weather of the turn"),
    "first-player": Field(Ref("sides"), default="", help="who goes first; the players roll if left out"),
    "previous-first-player": Field(Ref("sides"), default="", help="who went first last turn"),
    "play": Field(
        ListOf(Text(max_length=80), 1, 60), help="the phases to play in order, such as axis.movement; the whole turn if left out"
    ),
    "facility-codes": Field(ListOf(Text(max_length=8), 2, 12), help="facility results, worst first; NE, AB, 1, 2 if left out"),
    "hip-shoot": Field(ListOf(NATION, 0, 20), help="the nations that may hip shoot"),
    "hexes": Field(MapOf(Id(), Record(HEX), declares="hexes"), help="places on the map that matter, other than bases"),
    "bases": Field(MapOf(Id(), AIR_BASE, declares="bases"), help="air bases, air strips and carriers"),
    "ships": Field(MapOf(Id(), SHIP, declares="ships"), help="ships other than carriers"),
    "artillery": Field(MapOf(Id(), ARTILLERY_FIELDS, declares="artillery"), help="artillery units that can barrage (4.3)"),
    **distance_fields("hexes", "bases"),
    "units": Field(ListOf(UNIT, 0, 200, declares="units"), help="the air units of both sides"),
    "missions": Field(ListOf(MISSION, 0, 200, declares="missions"), help="what is flown, and which bases are captured"),
    "orders": Field(
        OneOf((ASK, PREPARED)),
        default="",
        help="whether players are asked for missions beyond those listed; if left out, in a whole turn or if none are listed",
    ),
    "loads": Field(ListOf(LOAD, 0, 100), help="loads whose transportation equivalents are worked out"),
    "marches": Field(ListOf(MARCH, 0, 100), help="marches whose cost under interdiction is worked out"),
    "stacks": Field(MapOf(Id(), ListOf(OneOf(tuple(tiers())), 1, 40)), help="stacks of counters to be put in order"),
}


# Ships, carriers, guns and ports as a scenario sets them up (R52 to R55)


# ships


@rule("R52")
def ships_of(document: Section) -> dict[str, Ship]:
    """The ships, and among them the carriers, which the scenario lists as air bases."""
    found = {name: ship_of(name, said, said["at"]) for name, said in (document["ships"] or {}).items()}
    return found | {name: replace(ship_of(name, said, name), flak=0, carrier=True) for name, said in carriers_of(document).items()}


def carriers_of(document: Section) -> dict[str, Section]:
    return {name: said for name, said in (document["bases"] or {}).items() if said["kind"] == CARRIER}


def ship_of(name: str, said: Section, place: str) -> Ship:
    return Ship(name, said["name"] or title_of(name), said["side"], place, said["protection"], said["flak"])


@rule("R52")
def hulls_of(document: Section, ships: dict[str, Ship]) -> tuple[Hull, ...]:
    """The ships when the scenario begins: a damaged one has one hit."""
    bases, listed = document["bases"] or {}, document["ships"] or {}
    said = {name: (bases if ship.carrier else listed)[name] for name, ship in ships.items()}
    return tuple(Hull(name, int(said[name]["damaged"]), said[name]["dg"]) for name in ships)


# guns


@rule("R53", "R54")
def batteries_of(document: Section) -> dict[str, Battery]:
    """Artillery units, and the ships that have guns."""
    found = {}
    for name, said in (document["artillery"] or {}).items():
        label = said["name"] or title_of(name)
        found[name] = Battery(name, label, said["side"], said["at"], ARTILLERY, said["barrage"], said["range"], said["coastal"])
    for name, said in (document["ships"] or {}).items():
        if said["barrage"]:
            found[name] = Battery(
                name, said["name"] or title_of(name), said["side"], said["at"], NAVAL, said["barrage"], said["range"]
            )
    return found


def guns_of(document: Section, batteries: dict[str, Battery]) -> tuple[Gun, ...]:
    artillery = document["artillery"] or {}
    return tuple(Gun(name, dg=name in artillery and artillery[name]["dg"]) for name in batteries)


@rule("R53", "R54")
def check_guns(document: Section, problems: Problems) -> None:
    """A ship with guns has a range, and no id is used twice."""
    for name, said in (document["ships"] or {}).items():
        if said["barrage"] and not said["range"]:
            problems.add(said.mark, f"{name} has guns without a range; add range (R54)")
    for name in {*(document["artillery"] or {})} & {*(document["ships"] or {})}:
        problems.add(document["artillery"].at(name), f"{name} is listed under artillery and under ships; expected one of them")


@rule("R53", "R54")
def check_gunfire(said: Section, mission: Mission, board: Board) -> Iterator[tuple[Mark, str]]:
    """The guns that an order names belong to one arm, reach the target, and may fire at it."""
    if mission.kind != GUNFIRE or not board.rulings.profile.gunfire:
        return
    guns = {gun.id: gun for gun in board.guns}
    for index, name in enumerate(said["with"] or ()):
        refused = gun_refused(board, mission, guns[name]) if name in guns else "it has no guns (R53)"
        if refused:
            yield said["with"].marks[index], f"{name}: {refused}"
    mixed = mixed_refused([board.setting.batteries[name] for name in mission.guns if name in guns])
    if mixed:
        yield said.at("with"), mixed


# ports


@rule("R55")
def ports_of(document: Section) -> tuple[Port, ...]:
    """The ports when the scenario begins."""
    places = {**(document["hexes"] or {}), **(document["bases"] or {})}
    return tuple(Port(name, said["port"]["side"], said["port"]["hits"]) for name, said in places.items() if said["port"])


def harbor_of(said: Section) -> Harbor | None:
    port = said["port"]
    return Harbor(port["capacity"], tuple(port["damage-track"] or ())) if port else None


# What can be wrong with a single mission of a scenario


GROUND_PHASES = ("movement", "reaction", "combat", "exploitation")
COMBAT_PHASES = ("combat", "exploitation")  # phases with a combat segment
TURNS_AHEAD = 2  # that a drop of units is planned

KIND_BY_AIM = {aim: kind for kind, aim in AIMS.items()}

Refusals = Iterator[tuple[Mark, str]]
Check = Callable[[Section, Mission, Board], Refusals]


@rule("R3", "R10", "R11")
def check_phase(said: Section, mission: Mission, board: Board) -> Refusals:
    """Every mission is in a phase in which its side may carry it out."""
    if mission.kind == CAPTURE:
        if mission.phase not in GROUND_PHASES:
            listed = ", ".join(GROUND_PHASES)
            yield said.at("in"), f"bases are not captured in the {mission.phase} phase; expected {listed} (R37)"
        elif mission.captured.advance and mission.phase not in COMBAT_PHASES:
            listed = ", ".join(COMBAT_PHASES)
            yield said.at("advance"), f"the {mission.phase} phase has no combat to advance after; expected {listed} (R38)"
        return
    refused = phase_refused(board, mission)
    if refused:
        yield said.at("in"), refused
    refused = kind_refused(board, mission)
    if refused:
        yield said.at("kind"), refused


@rule("R30", "R34", "R51")
def check_result(said: Section, mission: Mission, board: Board) -> Refusals:
    """A stated result is one that the table has."""
    if mission.stated.strike:
        kind = KIND_BY_AIM[aim_of(board, mission)] if mission.kind in AIMED else mission.kind
        refused = result_refused(kind, mission.stated.strike, codes_of(board.setting))
        if refused:
            yield said.at("result"), refused


@rule("R30", "R34", "R51")
def result_refused(kind: str, result: str, codes: tuple[str, ...]) -> str | None:
    """Why a result cannot be stated for this kind of mission, or None if it can."""
    if kind in (BASE_ATTACK, PORT_ATTACK):
        return code_refused(result, codes)
    if kind == TRAINBUST:
        listed = ", ".join(RAIL_RESULTS)
        return None if result in RAIL_RESULTS else f"{result!r} is not a rail line result; expected one of {listed} (R51)"
    if kind in (BARRAGE, HIP_SHOOT):
        return None if result in RESULTS else f"{result!r} is not a barrage result; expected one of {', '.join(RESULTS)} (R34)"
    return f"a result cannot be stated for {kind}"


@rule("R36")
def check_hip_shoot(said: Section, mission: Mission, board: Board) -> Refusals:
    """Only hip shoots and gunfire say what they are aimed at; the other missions say it by their kind."""
    if mission.target and mission.kind not in (*AIMED, *WORKS):
        yield (
            said.at("target"),
            f"{mission.kind} says what it is aimed at; `target` goes with hip-shoot, gunfire, build and reduce (R36)",
        )
    if mission.target == STRIP and mission.kind in AIMED:
        yield said.at("target"), f"{mission.kind} is aimed at units, base, port or ship; an air strip is attacked as a base (R36)"


@rule("R34")
def check_strength(said: Section, mission: Mission, board: Board) -> Refusals:
    """A strike needs at least one point."""
    if mission.kind in (*STRIKES, HIP_SHOOT) and mission.units:
        refused = strength_refused(board, mission.units)
        if refused:
            yield said.at("with"), refused


@rule("R52")
def check_ship(said: Section, mission: Mission, board: Board) -> Refusals:
    """Ships are attacked only where the naval rules are used, and only enemy ships in the mission hex."""
    if mission.kind == SHIP_ATTACK and not mission.ship:
        yield said.mark, "a ship-attack must name its ship (R52)"
    if mission.ship and mission.kind not in (SHIP_ATTACK, *AIMED):
        yield said.at("ship"), f"{mission.kind} is not aimed at a ship (R52)"
    ship = board.setting.ships.get(mission.ship)
    if ship and (ship.at != mission.at or ship.side == mission.side):
        yield said.at("ship"), f"{ship.name} is a ship of {ship.side} at {ship.at}; expected an enemy ship at {mission.at} (R52)"


@rule("R45", "R46", "R48")
def check_cargo(said: Section, mission: Mission, board: Board) -> Refusals:
    """The cargo can be carried."""
    carries = mission.kind in LIFTS
    if carries != bool(mission.lift.cargo):
        yield said.mark, f"{mission.kind} {'needs' if carries else 'carries no'} cargo (R45)"
        return
    for cargo, item in zip(mission.lift.cargo, said["cargo"] or (), strict=True):
        if bool(cargo.supply) == bool(cargo.res):
            yield item.mark, f"{cargo.id} has {cargo.supply}T and {cargo.res} RE; expected exactly one of the two"
        if cargo.is_unit and (not cargo.leg or cargo.allowance > LIFTED_ALLOWANCE):
            foot = " on foot" if cargo.leg else ", not on foot"
            yield item.mark, f"{cargo.id} has allowance {cargo.allowance}{foot}; expected at most {LIFTED_ALLOWANCE} on foot (R45)"
    if carries and mission.units:
        load, room = load_of(mission, board), most_capacity(board, mission, mission.units)
        if load > room:
            yield said.at("cargo"), f"the cargo weighs {load}T; the mission carries {room}T (R45)"


def load_of(mission: Mission, board: Board) -> Fraction:
    return sum((weight(cargo, board.rulings) for cargo in mission.lift.cargo), Fraction(0))


@rule("R33")
def check_unloading(said: Section, mission: Mission, board: Board) -> Refusals:
    """A base unloads 2T per level, unless the transports stay; what comes on gliders does not count."""
    load, limit = load_of(mission, board), unloading_room(board, mission)
    if load > limit:
        yield said.at("cargo"), f"{mission.at} unloads {limit}T in a segment, not {load}T, unless the transports stay (R33)"


@rule("R46")
def check_gliders(said: Section, mission: Mission, board: Board) -> Refusals:
    """Full-strength transports tow gliders, one each, from their base."""
    if not mission.by_glider:
        return
    if mission.kind not in LIFTS:
        yield said.at("method"), f"gliders are used for drops and transport, not for {mission.kind} (R46)"
        return
    homes = {board.counter(unit).home for unit in mission.units}
    gliders = sum(base.gliders for base in board.bases if base.id in homes)
    if gliders < len(mission.units):
        listed, needed = ", ".join(sorted(homes)), count(len(mission.units), "tow plane")
        yield said.at("method"), f"{count(gliders, 'glider')} at {listed} for {needed} (R46)"
        return
    for index, unit_id in enumerate(mission.units):
        refused = towing_refused(board, board.unit(unit_id)._replace(place=board.counter(unit_id).home))
        if refused:
            yield said["with"].marks[index], f"{unit_id}: {refused}"


@rule("R47")
def check_plan(said: Section, mission: Mission, board: Board) -> Refusals:
    """With the option, drops of units are planned two turns ahead and flown in the movement phase."""
    units = any(cargo.is_unit for cargo in mission.lift.cargo)
    if mission.kind != DROP or not units or not board.rulings.yes("drop-plan-required"):
        return
    if mission.phase != "movement":
        yield said.at("in"), f"units are dropped only in the movement phase, not in {mission.phase} (R47)"
    if said["planned"] < TURNS_AHEAD:
        yield said.mark, f"the drop was planned {count(said['planned'], 'turn')} ago; expected at least {TURNS_AHEAD} (R47)"


@rule("R37", "R38")
def check_capture(said: Section, mission: Mission, board: Board) -> Refusals:
    """Capture rolls are for the units at the base, and for no others."""
    if mission.kind != CAPTURE:
        if mission.captured.advance or mission.captured.self_inflicted:
            yield said.mark, f"{mission.kind} captures nothing; `advance` and `self-inflicted` go with capture (R38)"
        return
    if mission.captured.self_inflicted and not board.rulings.profile.self_inflicted:
        yield said.at("self-inflicted"), "4.3 has no self-inflicted capture rolls (R39)"
    for index, unit_id in enumerate(mission.units):
        unit = board.unit(unit_id)
        if unit.place != mission.at or unit.status == ELSEWHERE:
            yield said["with"].marks[index], f"{unit_id} is at {unit.place}; capture rolls are for units at {mission.at} (R37)"


@rule("R56")
def check_works(said: Section, mission: Mission, board: Board) -> Refusals:
    """Engineers are not units of the scenario, and build or tear down only what can be."""
    if mission.kind not in WORKS:
        return
    if mission.units:
        yield said.at("with"), f"{mission.kind} is the work of engineers on the map; leave out `with` (R56)"
    if mission.target and mission.target not in (BUILT if mission.kind == BUILD else TORN_DOWN):
        yield said.at("target"), f"{mission.kind} does not go with {mission.target} (R56)"


@rule("R42")
def check_para(said: Section, mission: Mission, board: Board) -> Refusals:
    """In 4.3 only units with the para symbol are dropped by parachute; others land in gliders."""
    if mission.kind != DROP or mission.by_glider or not board.rulings.profile.para_symbol:
        return
    for cargo, item in zip(mission.lift.cargo, said["cargo"] or (), strict=True):
        if cargo.is_unit and not cargo.para:
            yield item.mark, f"{cargo.id} needs the para symbol to be dropped by parachute; add para: true (14.10a)"


CHECKS: tuple[Check, ...] = (
    check_phase,
    check_result,
    check_hip_shoot,
    check_gunfire,
    check_works,
    check_strength,
    check_ship,
    check_cargo,
    check_unloading,
    check_gliders,
    check_plan,
    check_capture,
    check_para,
)


# The missions of a scenario, read together: who flies, against what, and from where


class Entry(NamedTuple):
    """A mission, and what the scenario says of it."""

    said: Section
    mission: Mission


def missions_of(document: Section, board: Board, problems: Problems) -> tuple[Mission, ...]:
    """The missions that can be understood; what is wrong with any of them is reported."""
    found = list(understood(document, board, problems))
    transferring = {unit for _, mission in found if mission.kind == TRANSFER for unit in mission.units}
    for said, mission in found:
        report(problems, check_arms(said, mission, board))
        known = mission.at in board.setting.hexes and board.setting.counters.keys() >= set(mission.units)
        if not known:
            continue  # reported already
        for check in CHECKS:
            report(problems, check(said, mission, board))
        report(problems, check_fliers(said, mission, board, transferring))
    report(problems, check_targets(found, board))
    report(problems, check_strikers(found, board))
    report(problems, check_one_mission(found, board))
    return tuple(mission for _, mission in found)


@rule("R53")
def check_arms(said: Section, mission: Mission, board: Board) -> Refusals:
    """Air units fly missions; guns only fire."""
    for index, name in enumerate(mission.units):
        if name not in board.setting.counters and (name in board.setting.batteries or name in board.setting.ships):
            yield said["with"].marks[index], f"{name} is not an air unit; guns fire in missions of kind gunfire (R53)"


def report(problems: Problems, refusals: Refusals) -> None:
    for mark, text in refusals:
        problems.add(mark, text)


def understood(document: Section, board: Board, problems: Problems) -> Iterator[Entry]:
    """Each mission whose phase exists."""
    setting = board.setting
    for said in document["missions"] or ():
        side, _, phase = said["in"].partition(".")
        if side not in setting.sides or phase_named(setting.profile, phase) is None:
            meant = meant_phase(setting.profile, setting.sides, said["in"])
            wanted = f"a side and a phase of the sequence of play, such as {setting.sides[0]}.movement"
            problems.add(said.at("in"), f"{said['in']!r} is not a phase; expected {wanted} (R3){meant}")
            continue
        stage = Stage(side, phase)
        if setting.play and stage not in setting.play:
            problems.add(said.at("in"), f"{said['in']} is not played; add it to `play`, or leave the mission out (R3)")
        yield Entry(said, mission_of(said, stage, problems))


def mission_of(said: Section, stage: Stage, problems: Problems) -> Mission:
    """A mission as the scenario gives it."""
    uses = said["advantage"] if isinstance(said["advantage"], list) else [said["advantage"] or ""]
    if len(set(uses)) > 1:
        problems.add(said.at("advantage"), f"{' and '.join(uses)} both claim Advantage; only one side may use it (R21)")
    cargo = tuple(
        Cargo(item["id"], item["supply"], item["re"], item["allowance"], item["leg"], item["para"]) for item in said["cargo"] or ()
    )
    named = tuple(said["with"] or ())
    guns = said["kind"] == GUNFIRE
    return Mission(
        said["id"],
        stage,
        said["kind"],
        said["at"],
        () if guns else named,
        uses[0] if uses else "",
        Stated(said["flak"], said["result"]),
        Lift(cargo, said["method"], said["soviet"], said["allied-eto"], said["stays"]),
        said["ship"] or "",
        CapturedHow(said["advance"], said["self-inflicted"]),
        said["target"],
        named if guns else (),
    )


@rule("R37", "R30", "R34", "R45")
def check_targets(entries: list[Entry], board: Board) -> Refusals:
    """Targets are the enemy's, destinations one's own; where units land or a base changes, only the time will tell."""
    changing = {mission.at for _, mission in entries if mission.kind in (CAPTURE, DROP, BUILD)}
    for number, (said, mission) in enumerate(entries):
        if mission.at not in board.setting.hexes:
            continue  # reported already
        if mission.kind == CAPTURE:
            before = {(other.kind, other.at) for _, other in entries[:number]}
            refused = None if (CAPTURE, mission.at) in before else capture_refused(board, mission)
        elif mission.kind in WORKS:
            earlier = {other.at for _, other in entries[:number] if other.kind in (CAPTURE, *WORKS)}
            refused = None if mission.at in earlier else works_refused(board, mission)
        else:
            refused = None if mission.at in changing or mission.kind == SWEEP else target_refused(board, mission)
        if refused:
            yield said.at("at"), refused


@rule("R10", "R14", "R36", "R51", "R16")
def check_fliers(said: Section, mission: Mission, board: Board, transferring: set[str]) -> Refusals:
    """The named units can fly there. Those that transfer to another base first are checked when they fly."""
    twice = sorted({unit for unit in mission.units if mission.units.count(unit) > 1})
    if twice:
        yield said.at("with"), f"{', '.join(twice)} is listed twice; expected each unit once"
    if mission.kind in (CAPTURE, *WORKS):
        return
    most = most_units(board, mission)
    if len(mission.units) > most:
        yield said.at("with"), f"{len(mission.units)} units in one {mission.kind}; at most {most} (R14)"
    if mission.phase == "combat":
        return  # they barrage from where they are
    for index, unit_id in enumerate(mission.units):
        if unit_id in transferring and mission.kind != TRANSFER:
            continue
        refused = first_flight_refused(board, mission, unit_id)
        if refused:
            yield said["with"].marks[index], f"{unit_id}: {refused}"


@rule("R10")
def first_flight_refused(board: Board, mission: Mission, unit_id: str) -> str | None:
    """Why a unit cannot fly a mission from where it is when the scenario begins, or None if it can or is there already."""
    unit = board.unit(unit_id)
    if unit_id in on_station(board, mission):
        return None
    grounded = stays_grounded(board, mission, unit_id)
    if grounded:
        return flight_refused(grounded, mission.phase, mission.role, board.setting.profile)
    home = board.counter(unit_id).home if unit.status == ELSEWHERE else unit.place
    return flying_refused(board, mission, unit._replace(status=AT_BASE, place=home))


@rule("R10")
def stays_grounded(board: Board, mission: Mission, unit_id: str) -> str:
    """The status that keeps a unit from flying in the phases that are played, or nothing; only refit makes it active again."""
    play, unit = board.setting.play, board.unit(unit_id)
    if not play or unit.status not in (INACTIVE, ELSEWHERE) or mission.stage not in play:
        return ""
    before = play[: play.index(mission.stage)]
    return "" if (board.counter(unit_id).side, "refit") in before else unit.status


@rule("R15")
def check_one_mission(entries: list[Entry], board: Board) -> Refusals:
    """In 4.3 a unit flies one mission in a phase."""
    if not board.rulings.profile.one_mission_a_phase:
        return
    flown: dict[tuple[Stage, str], str] = {}
    for said, mission in entries:
        if mission.kind == CAPTURE:
            continue
        for index, unit in enumerate(mission.units):
            first = flown.setdefault((mission.stage, unit), mission.id)
            if first != mission.id:
                yield said["with"].marks[index], f"{unit} already flies {first} in this phase; units fly one mission a phase (R15)"


@rule("R11")
def check_strikers(entries: list[Entry], board: Board) -> Refusals:
    """Units that barrage in the combat phase must be over the target by then."""
    sent = {unit for _, mission in entries if mission.phase != "combat" for unit in mission.units}
    for said, mission in entries:
        if mission.phase != "combat" or mission.kind == CAPTURE:
            continue
        for index, unit_id in enumerate(mission.units):
            if unit_id in board.setting.counters and board.unit(unit_id).status != ELSEWHERE and unit_id not in sent:
                refused = barrage_refused(board.unit(unit_id).status, mission.phase, mission.role, board.setting.profile)
                yield said["with"].marks[index], f"{unit_id}: {refused}"


# Loads, marches and stacks as a scenario sets them up


Stages = tuple[Stage, ...]


def worksheets_of(document: Section, sides: tuple[str, str], play: Stages, profile: str, problems: Problems) -> tuple[object, ...]:
    """What is worked out before the turn begins, or in a phase of it."""
    found: list[object] = []
    for said in document["loads"] or ():
        stage = stage_of(said, sides, play, profile, problems)
        if bool(said["re"]) == bool(said["supply"]):
            problems.add(said.mark, f"{said['id']} has {said['re']} RE and {said['supply']} SP; expected exactly one of the two")
        if said["through"] and not said["track"]:
            problems.add(said.at("through"), f"{said['id']} does not go by rail; add track (R49)")
        fields = ("id", "re", "allowance", "leg", "supply", "track", "interdicted-hexes")
        load = Load(*(said[name] for name in fields))
        found.append(load._replace(stage=stage, through=tuple(said["through"] or ())))
    found += [march_of(said, stage_of(said, sides, play, profile, problems), problems) for said in document["marches"] or ()]
    found += [Stack(name, tuple(kinds)) for name, kinds in (document["stacks"] or {}).items()]
    return tuple(found)


@rule("R51")
def march_of(said: Section, stage: Stage | None, problems: Problems) -> March:
    """A march: each hex with its cost, and with its distance from interdiction or its name."""
    costs, away, through = said["costs"], said["interdiction"] or (), tuple(said["through"] or ())
    if bool(away) == bool(through):
        problems.add(said.mark, f"{said['id']} has neither or both of interdiction and through; expected one of the two (R51)")
    elif len(costs) != len(away or through):
        what = "distances" if away else "names"
        mark = said.at("interdiction" if away else "through")
        problems.add(mark, f"{len(away or through)} {what} for {len(costs)} hexes; expected one for each hex")
    steps = tuple(Step(cost, hexes) for cost, hexes in zip_longest(costs, away[: len(costs)]))
    return March(said["id"], said["leg"], steps, stage, through[: len(costs)] if len(costs) == len(through) else ())


@rule("R51")
def stage_of(said: Section, sides: tuple[str, str], play: Stages, profile: str, problems: Problems) -> Stage | None:
    """The phase of a load or a march that goes through hexes of the scenario."""
    if not said["in"]:
        if said["through"]:
            problems.add(said.at("through"), f"{said['id']} must say in which phase it goes; add in (R51)")
        return None
    side, _, phase = said["in"].partition(".")
    stage = Stage(side, phase)
    if side not in sides or phase_named(profile, phase) is None:
        meant = meant_phase(profile, sides, said["in"])
        problems.add(said.at("in"), f"{said['in']!r} is not a phase; expected one such as {sides[0]}.movement (R3){meant}")
        return None
    if play and stage not in play:
        problems.add(said.at("in"), f"{said['in']} is not played; add it to `play` (R3)")
    if not said["through"]:
        problems.add(said.mark, f"{said['id']} must say through which hexes it goes; add through (R51)")
    return stage


# How a scenario becomes the first position, and what is refused on the way


def setup(document: Section, problems: Problems) -> Then[Never]:
    """The first position of the turn, or of the part of it that is played."""
    sides = tuple(document["sides"])
    one, other = sides if len(sides) == 2 else ("one", "other")  # fewer are reported already
    setting = setting_of(document, (one, other), problems)
    units = tuple(air_of(said, setting) for said in document["units"] or () if said["id"] in setting.counters)
    bases = tuple(base_of(name, said) for name, said in (document["bases"] or {}).items())
    entered = tuple(place.ground for place in setting.hexes.values() if place.ground.before != place.ground.now)
    hulls, guns = hulls_of(document, dict(setting.ships)), guns_of(document, dict(setting.batteries))
    board = Board(setting, units, bases, hulls, ground=entered, guns=guns, ports=ports_of(document))
    bases_to_places = ((base.id, place) for base in bases for place in setting.hexes if place != base.id)
    check_distances(document, setting.places, sorted({(min(pair), max(pair)) for pair in bases_to_places}), problems)
    check_bases(document, board, problems)
    check_units(document, board, problems)
    check_guns(document, problems)
    board = replace(board, setting=replace(setting, missions=missions_of(document, board, problems)))
    if not (units or guns or setting.worksheets):
        problems.add(document.mark, "there is nothing to play; expected units, artillery, loads, marches or stacks")
    return then(turn_begins, Turn(board))


def setting_of(document: Section, sides: tuple[str, str], problems: Problems) -> Setting:
    rulings = rulings_of(document["options"])
    year, month = document["date"]
    stages, new_turns = play_of(document, sides, rulings.value("profile"), problems)
    codes = tuple(document["facility-codes"] or ("NE", "AB", "1", "2"))
    if TRIGGER not in codes:
        listed = ", ".join(codes)
        problems.add(document.at("facility-codes"), f"{listed}: {TRIGGER} is missing, the result that endangers planes (R30)")
    return Setting(
        sides,
        rulings,
        hexes={name: place_of(name, said) for part in ("hexes", "bases") for name, said in (document[part] or {}).items()},
        places=places_of(document, ("hexes", "bases"), problems),
        counters={said["id"]: counter_of(said, rulings, carriers_of(document)) for said in document["units"] or ()},
        nations={side: tuple(nations) for side, nations in document["sides"].items()},
        ships=ships_of(document),
        batteries=batteries_of(document),
        date=(year, month or 12),  # a year without a month is the whole year
        weather=weather_of(document["weather"] or {}),
        first_player=document["first-player"],
        previous_first_player=document["previous-first-player"],
        facility_codes=codes,
        hip_shooters=tuple(document["hip-shoot"] or ()),
        play=stages,
        new_turns=new_turns,
        orders_asked=asks_for_orders(document),
        worksheets=worksheets_of(document, sides, stages, rulings.value("profile"), problems),
    )


def weather_of(said: Mapping[str, Any]) -> Weather:
    return Weather(said.get("name", "clear"), said.get("flight", "full"), tuple(said.get("phases") or ()))


@rule("R3")
def play_of(document: Section, sides: tuple[str, str], profile: str, problems: Problems) -> tuple[Stages, Stages]:
    """The phases that the scenario plays, each of them once and in order; and those among them that begin another game turn."""
    turns: list[list[tuple[Stage, Mark]]] = [[]]
    listed = document["play"]
    for said, mark in zip(listed or (), listed.marks if listed else (), strict=True):
        side, _, phase = said.partition(".")
        stage = Stage(side, phase)
        if said == NEXT_TURN:
            turns.append([])
        elif side not in sides or phase_named(profile, phase) is None:
            wanted = f"a side and a phase of 2.2, such as {sides[0]}.movement"
            problems.add(mark, f"{said!r} is not a phase; expected {wanted}{meant_phase(profile, sides, said)}")
        elif stage in (known for turn in turns for known, _ in turn):
            problems.add(mark, f"{said} is listed twice; expected each phase once")
        else:
            turns[-1].append((stage, mark))
    first = document["first-player"]
    orders = [pair for pair in (sides, sides[::-1]) if first in ("", pair[0])]
    for turn in turns:
        wrong = out_of_order(profile, [stage for stage, _ in turn], orders)
        for stage, mark in turn:
            if stage == wrong:
                before = f"{'.'.join(stage)} comes earlier in the game turn than what is listed before it"
                problems.add(mark, f"{before}; expected the order of 2.2, or {NEXT_TURN} before it (R3)")
    flat = tuple(stage for turn in turns for stage, _ in turn)
    return flat, tuple(turn[0][0] for turn in turns[1:] if turn)


@rule("R3")
def asks_for_orders(document: Section) -> bool:
    """Whether the players order missions at the table: as the scenario says, or if it plays a whole turn or prepares none."""
    if document["orders"]:
        return bool(document["orders"] == ASK)
    return not document["play"] or not document["missions"]


# the map


@rule("R44a")
def place_of(name: str, said: Section) -> Place:
    """A hex as the scenario describes it; `occupied-by` says who was there when the phase began, if not those who are there now."""
    terrain = Terrain(said["terrain"], said["closeness"], said["village"], said["airfield"])
    combat = tuple(said["combat-units"] or ())
    before = combat if said["occupied-by"] is None else tuple(said["occupied-by"])
    ground = Ground(
        name,
        before,
        tuple(dict.fromkeys((*before, *combat))),
        combat,
        tuple(said["spotters"] or ()),
        said["re"],
        said["hedgehog"],
        said["hq"],
        said["flak"],
        said["strat-mode"],
    )
    if "kind" not in said:
        return Place(terrain, ground, harbor=harbor_of(said))
    return Place(terrain, ground, said["planes"], harbor_of(said), said["enemy-zoc"])


def base_of(name: str, said: Section) -> Airfield:
    level = said["level"] if said["kind"] == BASE else 0
    return Airfield(name, said["side"], level, said["supply"], said["gliders"], said["kind"])


@rule("R33", "R14", "R52")
def check_bases(document: Section, board: Board, problems: Problems) -> None:
    """Levels are 1 to 3, a hex is declared once, and no base has more active units than it may."""
    for name, said in (document["bases"] or {}).items():
        where = document["bases"].at(name)
        if said["kind"] == BASE and not 1 <= said["level"] <= 3:
            problems.add(said.at("level"), f"{name} has level {said['level']}; expected 1 to 3 (R33)")
        if said["kind"] != CARRIER and (said["damaged"] or said["dg"] or said["planes"] is not None):
            problems.add(where, f"{name} is not a carrier; `damaged`, `dg` and `planes` go with a carrier (R52)")
        aboard = board.based_at(name)
        if said["planes"] is not None and len(aboard) > said["planes"]:
            problems.add(where, f"{count(len(aboard), 'unit')} on {name}, which holds {said['planes']} (R52)")
        if name in (document["hexes"] or {}):
            problems.add(where, f"{name} is listed under hexes and under bases; expected one of them")
        limit = active_limit(board.rulings, said["level"], said["kind"])
        active = sum(unit.status == AT_BASE and unit.place == name for unit in board.units)
        if limit is not None and active > limit:
            problems.add(where, f"{active} active units are at {name}; at most {limit} may be active there (R14)")


# the units


@rule("R7", "R9")
def counter_of(said: Section, rulings: Rulings, carriers: Container[str]) -> Counter:
    """A counter as the scenario describes it; its back is worked out if it is not given."""
    rating = re.fullmatch(r"(\()?(\d+)\)?", said["rating"])
    assert rating is not None
    front = Side(int(rating[2]), said["barrage"], said["capacity"])
    back = said["back"]
    return Counter(
        said["id"],
        said["name"] or said["id"],
        said["side"],
        tuple(said["type"].split("/")),
        said["range"],
        front,
        Side(back["rating"], back["barrage"], back["capacity"]) if back else reduced(front, rulings),
        said["at"],
        said["nation"],
        parenthesized=bool(rating[1]),
        starting_steps=said["steps"],
        back_given=bool(back),
        torpedo=said["torpedo"],
        carrier_plane=said["carrier-plane"] or said["at"] in carriers,
    )


@rule("R8")
def air_of(said: Section, setting: Setting) -> Air:
    """Where a unit is when the scenario begins."""
    if said["over"]:
        flown = setting.distance(said["at"], said["over"]) or 0
        return Air(said["id"], ELSEWHERE, said["over"], said["steps"], said["duty"], flown, said["spent"])
    return Air(said["id"], STATUSES[said["status"]], said["at"], said["steps"])


@rule("R8", "R51")
def check_units(document: Section, board: Board, problems: Problems) -> None:
    """Units are at bases of their own side, or over a hex that they can have reached."""
    for said in document["units"] or ():
        base = board.base(said["at"])
        if base and base.side != said["side"]:
            problems.add(said.at("at"), f"{said['at']} is a base of {base.side}; expected one of {said['side']}")
        if not said["over"]:
            continue
        refused = over_refused(said, board)
        if refused:
            problems.add(said.at("over"), refused)
        if not board.rulings.profile.return_phase:
            problems.add(said.at("over"), "in 4.3 units go home after each mission and begin at a base; leave out `over` (R12)")
        if said["status"] != "active":
            problems.add(said.at("over"), f"a unit that is {said['status']} is always at a base; leave out `over` (R8)")


@rule("R10", "R51")
def over_refused(said: Section, board: Board) -> str | None:
    """Why a unit cannot be over its hex when the scenario begins, or None if it can."""
    refused = board.setting.places.distance_refused(said["at"], said["over"])
    if refused:
        return refused
    distance = board.setting.distance(said["at"], said["over"]) or 0
    if distance > said["range"]:
        return f"{said['over']} is {distance} hexes from {said['at']}; the range is {said['range']} (R10)"
    return interdiction_refused(said["range"], distance) if said["duty"] == INTERDICTION else None
