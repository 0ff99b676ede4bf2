"""The air transport activities of a scenario, and what is legal in them."""

from __future__ import annotations

from dataclasses import replace

from airwar.engine.rule import rule
from airwar.rulesets.world_at_war.air.orders import named_units
from airwar.rulesets.world_at_war.parts import Part
from airwar.rulesets.world_at_war.state import Turn
from airwar.rulesets.world_at_war.transport import interception, ordering, steps
from airwar.rulesets.world_at_war.transport.legality import destination_refused, flight_refused, transport_distance
from airwar.rulesets.world_at_war.transport.state import Cargo, Flight, numbered
from airwar.rulesets.world_at_war.units.orders import A_UNIT
from airwar.scenario.problems import Problems
from airwar.scenario.shape import Field, Flag, Id, ListOf, MapOf, OneOf, Record, Ref, Section, Text, Whole

GROUND_UNITS = ("infantry", "armor", "airborne", "specialized", "replacement", "partisan", "other")
PHASES = {
    "supply": ("movement",),
    "transport": ("movement", "redeployment"),
    "airdrop": ("combat", "exploitation"),
    "hump": ("movement", "combat"),
}
CARGO = Record(
    {
        "id": Field(Id(), required=True, help="the ground unit"),
        "type": Field(OneOf(GROUND_UNITS), default="infantry", help="what sort of ground unit"),
        "nation": Field(Text(max_length=30, pattern="[a-z][a-z-]*"), help="for the movement cost in jungle"),
        "factors": Field(Whole(1, 6), default=1, help="combat factors"),
        "movement": Field(Whole(0, 9), help="movement factors it has left for embarking and debarking"),
        "supplied": Field(Flag(), default=True, help="whether it is in supply"),
        "moved-by": Field(ListOf(OneOf(("air", "sea"))), help="how it was already carried in this phase or turn"),
    }
)
FLIGHT = Record(
    {
        "kind": Field(OneOf(tuple(PHASES)), required=True, help="what the transports do"),
        "phase": Field(OneOf(("movement", "combat", "exploitation", "redeployment")), help="the usual one if left out"),
        "from": Field(Ref("bases"), required=True, help="the base of origin or embarkation"),
        "to": Field(Ref("bases"), required=True, help="the hex of the activity"),
        "over": Field(ListOf(Ref("bases"), maximum=20), help="other hexes of the route in which it may be intercepted"),
        "with": Field(MapOf(A_UNIT, Whole(1, 50)), required=True, help="the air transports that fly, and how many of each"),
        "carrying": Field(ListOf(CARGO, 0, 50), help="the ground units carried or supplied, one for each factor"),
        "enemy-zoc": Field(Flag(), default=False, help="the base of embarkation is in an enemy zone of control"),
        "terrain": Field(OneOf(("clear", "rough", "jungle")), default="clear", help="at the base of debarkation"),
    }
)


def plan(document: Section, turn: Turn, problems: Problems) -> Turn:
    """The activities of the turn, each checked, to be flown in their phases."""
    flights: list[Flight] = []
    promised: dict[str, int] = {}
    for said in document["transports"] or ():
        flight = flight_of(said)
        if not turn.find_base(flight.origin) or not turn.find_base(flight.to):
            continue
        check_kind(said, flight, turn, problems)
        check_cargo(said, turn, problems)
        check_force(said, flight, turn, promised, problems)
        if any(other[:4] == flight[:4] for other in flights):
            names = turn.setting.name(flight.origin), turn.setting.name(flight.to)
            problems.add(said.at("to"), f"a second {flight.kind} from {names[0]} to {names[1]} in the same phase; combine them")
        flights.append(flight)
    parts = dict.fromkeys(flight.part for flight in flights if flight.phase in PHASES[flight.kind])
    return replace(turn, flights=numbered(tuple(flights))).with_agenda(*parts)


def flight_of(said: Section) -> Flight:
    cargo = tuple(Cargo(one["id"], one["factors"]) for one in said["carrying"] or ())
    route = tuple(dict.fromkeys((said["from"], *(said["over"] or ()), said["to"])))
    phase = said["phase"] or PHASES[said["kind"]][0]
    return Flight(said["kind"], phase, said["from"], said["to"], route, tuple(said["with"].items()), cargo)


@rule("18.531", "18.541", "18.545", "18.511", "18.512", "18.513", "18.49")
def check_kind(said: Section, flight: Flight, turn: Turn, problems: Problems) -> None:
    """Each activity is flown in its phases; air transport has a limit of distance and needs two operational bases."""
    setting = turn.setting
    phases = PHASES[flight.kind]
    if flight.phase not in phases:
        wanted = " or ".join(phases)
        text = f"{flight.kind} is not flown in the {flight.phase} phase; expected {wanted} (18.511-18.513)"
        problems.add(said.at("phase"), text)
    if turn.base(flight.to).box:
        problems.add(said.at("to"), f"{setting.name(flight.to)} is a box; no mission is flown into one (18.49)")
        return
    if flight.kind != "transport":
        return
    distance = turn.distance(flight.origin, flight.to)
    most = transport_distance(setting.theater)
    names = setting.name(flight.origin), setting.name(flight.to)
    if flight.origin == flight.to:
        problems.add(said.at("to"), f"air transport from {names[0]} to {names[1]}; expected two bases (18.541, 18.545)")
    if distance is not None and distance > most:
        problems.add(said.at("to"), f"{names[1]} is {distance} hexes from {names[0]}; air transport reaches {most} (18.541)")
    if refused := destination_refused(turn, turn.base(flight.to)):
        problems.add(said.at("to"), refused)


@rule("18.532", "18.542", "18.533", "18.41")
def check_force(said: Section, flight: Flight, turn: Turn, promised: dict[str, int], problems: Problems) -> None:
    """One uninverted air transport factor for each ground unit, from a base it may fly from."""
    flown = sum(number for _, number in flight.force)
    if flight.kind != "hump" and flown != len(flight.cargo):
        count = f"{flown} air transport factors for {len(flight.cargo)} ground units; expected one for each (18.532, 18.542)"
        problems.add(said.at("with"), count)
    if flight.kind == "hump" and flight.cargo:
        problems.add(said.at("carrying"), "only grants are flown over the Hump, not ground units (17.63)")
    for unit, _, mark in named_units(said, turn, promised, problems):
        reason = flight_refused(None, turn, unit, flight)
        if reason:
            problems.add(mark, reason)


@rule("18.543", "18.544", "18.547", "18.547A", "18.547C", "17.63C")
def check_cargo(said: Section, turn: Turn, problems: Problems) -> None:
    """One-factor infantry and specialized units may be carried, airborne ones dropped; any ground unit may be supplied."""
    for cargo in said["carrying"] or ():
        wrong = {"transport": transport_refused, "airdrop": drop_refused}.get(said["kind"])
        reason = wrong(said, cargo, turn.setting.theater) if wrong else None
        if reason:
            problems.add(cargo.at("id"), reason)


@rule("18.543", "18.544", "18.547B", "18.547C")
def transport_refused(said: Section, cargo: Section, theater: str) -> str | None:
    """Why a ground unit may not be air transported."""
    kind, name = cargo["type"], cargo["id"]
    if kind not in ("infantry", "airborne", "specialized"):
        return f"{name} is {kind}; air transports carry one-factor infantry and specialized units (18.543, 18.544)"
    if kind == "infantry" and cargo["factors"] > 1:
        return f"{name} is infantry of {cargo['factors']} factors; air transports carry one-factor infantry (18.544)"
    if not cargo["supplied"]:
        return f"{name} is unsupplied and may not be air transported (18.547)"
    if "air" in (cargo["moved-by"] or ()):
        return f"{name} was already air transported in this turn (18.547)"
    if "sea" in (cargo["moved-by"] or ()) and said["phase"] in (None, "movement"):
        return f"{name} was sea transported in this movement phase (18.547)"
    cost = movement_cost(said, cargo, theater)
    if cargo["movement"] is not None and cargo["movement"] < cost:
        return f"{name} has {cargo['movement']} movement factors left; embarking and debarking cost {cost} (18.547)"
    return None


@rule("18.547C", "17.63C")
def drop_refused(said: Section, cargo: Section, theater: str) -> str | None:
    """Why a ground unit may not be dropped."""
    if cargo["type"] != "airborne":
        return f"{cargo['id']} is {cargo['type']}; only airborne units are dropped (17.63)"
    if "air" in (cargo["moved-by"] or ()):
        return f"{cargo['id']} was air transported in this turn and may not be dropped (18.547)"
    return None


@rule("18.547A")
def movement_cost(said: Section, cargo: Section, theater: str) -> int:
    """Embarking costs movement only in an enemy zone of control; debarking costs one, plus one in rough terrain."""
    embark = (2 if theater == "europe" else 1) if said["enemy-zoc"] else 0
    exempt = said["terrain"] == "jungle" and (cargo["nation"] == "japan" or "chindit" in cargo["id"])
    return embark + 1 + int(said["terrain"] != "clear" and not exempt)


PART = Part(
    fields={"transports": Field(ListOf(FLIGHT, 1, 30), help="air supply, air transport, airdrops and flights over the Hump")},
    plan=plan,
    decisions={
        **ordering.DECISIONS,
        "defender.intercept": "where air transports are intercepted, or nowhere",
        "defender.interceptors": "which units intercept the transports",
        "attacker.counter": "which units meet the interceptors",
        "defender.press": "fight another round, attack the transports, or go home",
        "attacker.stand": "fight another round, or withdraw",
        "defender.attack": "which units attack the transports",
        "attacker.passengers.*": "which ground units were aboard the transports that were hit",
        "attacker.ends.*": "where air transports end their flight",
        "defender.return.*": "where a unit lands",
    },
    steps=(*steps.STEPS, *interception.STEPS),
)
