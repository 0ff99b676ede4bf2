"""What a World at War scenario may say, and how it becomes the first position."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, product
from typing import Any, Never

from airwar.engine.moves import Then, then
from airwar.engine.rule import rule
from airwar.rulesets.kit.hexes import HEX_FIELD
from airwar.rulesets.kit.names import title_of
from airwar.rulesets.kit.places import Places, check_distances, distance_fields, places_of
from airwar.rulesets.kit.rulings import Rulings
from airwar.rulesets.world_at_war.bases import airbases, at_sea, carriers, displacement, redeployment, staging, uninversion, weather
from airwar.rulesets.world_at_war.bases.checks import check_basing
from airwar.rulesets.world_at_war.bases.record import Basing
from airwar.rulesets.world_at_war.counterair import orders as counterair_orders
from airwar.rulesets.world_at_war.ground import orders as ground_orders
from airwar.rulesets.world_at_war.kamikazes import attack_orders
from airwar.rulesets.world_at_war.kamikazes import orders as kamikaze_orders
from airwar.rulesets.world_at_war.options import OPTIONS
from airwar.rulesets.world_at_war.sequence import ASKED, in_order, proceed
from airwar.rulesets.world_at_war.setting import Base, Carrier, Setting
from airwar.rulesets.world_at_war.state import Turn
from airwar.rulesets.world_at_war.strategic import orders as strategic_orders
from airwar.rulesets.world_at_war.training import orders as training_orders
from airwar.rulesets.world_at_war.transport import orders as transport_orders
from airwar.rulesets.world_at_war.units.nations import BOXES, NATION, alliances_of, check_nations
from airwar.rulesets.world_at_war.units.nations import FIELDS as NATION_FIELDS
from airwar.rulesets.world_at_war.units.orders import check_inverted, check_research, research_of, side_of
from airwar.rulesets.world_at_war.units.types import TYPES, AirType, air_nationality_drm, range_of
from airwar.rulesets.world_at_war.units.unit import Unit
from airwar.scenario.problems import Problems
from airwar.scenario.shape import Field, Flag, Id, ListOf, MapOf, OneOf, Record, Ref, Section, Text, Whole

ON_THE_MAP = ("staging", "counterair", "transports", "battles", "fallen", "sunk")  # what needs distances between bases
FACILITIES = ("city", "port", "port-city", "airbase", "artificial-port")

BASE = Record(
    {
        "name": Field(Text(max_length=60), help="how it is shown; the id if left out"),
        "hex": HEX_FIELD,
        "side": Field(Ref("sides"), required=True, help="the side that controls it"),
        "facilities": Field(ListOf(OneOf(FACILITIES), maximum=6), help="each city, port, airbase and artificial port"),
        "island": Field(Flag(), default=False, help="a one-hex island"),
        "jungle": Field(Flag(), default=False, help="the hex contains jungle or jungle-mountain"),
        "box": Field(OneOf(BOXES), help="which mapboard box it is; other for one that the air rules do not name"),
        "supply": Field(OneOf(("full", "partial", "none")), default="full", help="the supply of the air units there"),
        "oil": Field(Flag(), default=False, help="subject to air oil effects"),
        "nation": Field(NATION, help="the nation that controls it, for placing airbases"),
        "airbase-of": Field(NATION, help="whose airbase counter is there"),
        "island-group": Field(Id(), help="the Pacific island group it belongs to"),
        "new": Field(Flag(), default=False, help="came to the side in this turn: activated, associated or by diplomacy"),
    }
)
UNIT = Record(
    {
        "id": Field(Id(), required=True, help="a unique name"),
        "nation": Field(NATION, required=True, help="germany, us, poland and so on"),
        "type": Field(OneOf(tuple(TYPES)), required=True, help="army air, naval air, jets or air transports"),
        "count": Field(Whole(0, 200), required=True, help="factors; squadrons of naval air and kamikazes; 0 if all are gone"),
        "inverted": Field(Whole(0, 200), default=0, help="how many of them are inverted"),
        "at": Field(Ref("bases", "carriers"), required=True, help="the base or carrier it is at"),
        "elite": Field(Flag(), default=False, help="elite Japanese naval air"),
        "winter": Field(Whole(0, 12), default=0, help="the winter result the unit is subject to"),
        "sea-transported": Field(Flag(), default=False, help="came to its base by sea in this turn, and may not stage"),
    }
)
CARRIER = Record(
    {
        "name": Field(Text(max_length=60), help="how it is shown; the id if left out"),
        "nation": Field(NATION, required=True, help="whose naval air it carries"),
        "size": Field(Whole(1, 9), required=True, help="factors, and so the naval squadrons it may carry"),
        "port": Field(Ref("bases"), help="the base it lies in; at sea if left out"),
        "hex": HEX_FIELD,
        "damaged": Field(Flag(), default=False, help="it neither launches nor lands naval air"),
        "inverted": Field(Flag(), default=False, help="its naval air has its status"),
        "force": Field(Id(), help="the naval force it sails with"),
        "sails": Field(Flag(), default=False, help="it puts to sea when the attacks of the phase on its port are over"),
        "naval-combat": Field(Flag(), default=False, help="it is engaged in naval combat"),
    }
)
RESEARCH = Record(
    {
        "air-nationality": Field(Whole(0, 9), default=0, help="Air Nationality DRM results"),
        "jets": Field(Whole(0, 12), default=0, help="the jet result: 9, 11 or 12"),
        "air-range": Field(Whole(0, 3), default=0, help="air range results"),
        "radar": Field(Whole(0, 9), default=0, help="radar results"),
    }
)
FIELDS = {
    "theater": Field(OneOf(("europe", "pacific")), required=True, help="which ranges and basing limits hold"),
    "sides": Field(
        MapOf(Id(), ListOf(NATION, 1), 2, 2, declares="sides"),
        required=True,
        help="the two sides and their nations",
    ),
    "attacker": Field(Ref("sides"), required=True, help="the side whose player turn it is"),
    **NATION_FIELDS,
    "research": Field(MapOf(NATION, RESEARCH), help="the research results of each power"),
    "bases": Field(MapOf(Id(), BASE, 1, declares="bases"), required=True, help="every hex or box where air units are or may go"),
    "carriers": Field(MapOf(Id(), CARRIER, declares="carriers"), help="fast carriers, in port or at sea"),
    **distance_fields("bases", "carriers"),
    "units": Field(ListOf(UNIT, declares="units"), help="air units on the map and on carriers"),
    "construction": Field(ListOf(UNIT, declares="construction"), help="units built in this turn; they come in inverted"),
    "orders": Field(
        OneOf(("ask", "prepared")),
        help="whether missions and events beyond those of this file are asked for; ask in a whole turn, else prepared",
    ),
    "not-at-war": Field(ListOf(OneOf(("us", "britain"))), help="nations that are not yet at war in this theater"),
}
PARTS = (
    weather.PART,
    uninversion.PART,
    airbases.PART,
    carriers.PART,
    staging.PART,
    carriers.AFTER_STAGING,
    counterair_orders.PART,
    transport_orders.PART,
    ground_orders.PART,
    displacement.PART,
    at_sea.PART,
    redeployment.PART,
    strategic_orders.PART,
    training_orders.PART,
    kamikaze_orders.PART,
)


def setup(document: Section, problems: Problems) -> Then[Never]:
    """The first position: the turn with its agenda. Every part is checked against where the orders before it lead."""
    check_nations(document, problems)
    check_research(document, problems)
    setting = setting_of(document, problems)
    units = tuple(unit for said in document["units"] or () if (unit := unit_of(said, document, setting, problems)))
    built = [unit for said in document["construction"] or () if (unit := unit_of(said, document, setting, problems))]
    building = tuple(unit.all_inverted() for unit in built)
    units = tuple(at_sea.served_at_sea(unit, document) for unit in units)
    turn = Turn(setting, units, basing=Basing(building=building))
    turn = turn.with_setting(replace(setting, winter_stated=winter_stated(turn)))
    on_the_map = setting.whole_turn or any(document[name] for name in ON_THE_MAP)
    needed = [*(pairs(setting) if on_the_map else ()), *strategic_orders.pairs(document, setting), *attack_orders.pairs(document)]
    check_distances(document, setting.places, needed, problems)
    check_basing(document, turn, problems)
    ahead = turn
    for part in PARTS:
        ahead = part.plan(document, ahead, problems)
    if setting.orders_asked:
        ahead = ahead.with_agenda(*ASKED)
    if not ahead.agenda and not len(problems):
        names = ", ".join(name for part in PARTS for name in part.fields)
        problems.add(document.mark, f"nothing is fought; expected one of {names}")
    agenda = in_order(ahead.agenda)
    basing = ahead.basing._replace(fresh=(), placed=(), moved=(), staged=())
    units = as_they_begin(turn, ahead)
    return then(proceed, replace(ahead, units=units, changed_bases=(), changed_carriers=(), agenda=agenda, basing=basing))


@rule("19.31A")
def winter_stated(turn: Turn) -> dict[tuple[str, str], int]:
    """The winter results that the file states of units: they hold where these are, for all units of their side."""
    found: dict[tuple[str, str], int] = {}
    for unit in turn.units:
        place = (turn.hex_of(unit.home), unit.side)
        found[place] = max(unit.winter, found.get(place, 0))
    return found


def as_they_begin(turn: Turn, ahead: Turn) -> tuple[Unit, ...]:
    """The units before any order is carried out, and those that a part has added."""
    known = {unit.id for unit in turn.units}
    return (*turn.units, *(unit for unit in ahead.units if unit.id.partition("/")[0] not in known))


def setting_of(document: Section, problems: Problems) -> Setting:
    """What does not change during the turn."""
    rulings = Rulings(OPTIONS, document["options"], names_of(document))
    whole = document["turn"]
    by_sea = frozenset(said["id"] for said in document["units"] or () if said["sea-transported"])
    return Setting(
        document["theater"],
        tuple(document["sides"]),
        document["attacker"],
        {name: base_of(name, said, rulings) for name, said in document["bases"].items()},
        {name: carrier_of(name, said) for name, said in (document["carriers"] or {}).items()},
        all_places(document, problems),
        rulings,
        whole,
        (document["orders"] or ("ask" if whole else "prepared")) == "ask",
        sea_transported=by_sea,
        alliances=alliances_of(document),
        research={nation: results["air-nationality"] for nation, results in (document["research"] or {}).items()},
        neutral=frozenset(document["not-at-war"] or ()),
    )


def names_of(document: Section) -> dict[str, str]:
    """What the file calls its bases and carriers, and which sides attack and defend."""
    said = {**document["bases"], **(document["carriers"] or {})}
    places = {name: one["name"] or title_of(name) for name, one in said.items()}
    attacker = document["attacker"]
    defender = next((side for side in document["sides"] if side != attacker), "defender")
    return {**places, "attacker": title_of(attacker), "defender": title_of(defender)}


def all_places(document: Section, problems: Problems) -> Places:
    """Bases, carriers, the targets of raids, and the force that kamikazes attack."""
    places = places_of(document, ("bases", "carriers"), problems)
    places = strategic_orders.with_targets(document, places, problems)
    return attack_orders.with_force(document, places, problems)


def pairs(setting: Setting) -> list[tuple[str, str]]:
    """The pairs of places whose distance may be needed: one of the two is a base or a carrier from which air units may fly."""
    boxes = [name for name, base in setting.bases.items() if base.box]
    fields = [name for name, base in setting.bases.items() if base.takes_air_units and not base.box]
    at_sea = [name for name, carrier in setting.carriers.items() if not carrier.port]
    others = [name for name, base in setting.bases.items() if not base.takes_air_units]
    return [*combinations(fields, 2), *product(fields, at_sea), *product(fields + at_sea, others), *product(fields, boxes)]


def base_of(name: str, said: Section, rulings: Rulings) -> Base:
    places = tuple(said["facilities"] or ())
    shown = said["name"] or title_of(name)
    flags: dict[str, Any] = {key: said[key] for key in ("island", "jungle", "supply", "oil", "new")}
    more = {
        "box": said["box"] or "",
        "nation": said["nation"] or "",
        "airbase_of": said["airbase-of"] or "",
        "group": said["island-group"] or "",
    }
    facilities = facilities_of(places, rulings.value("port-city"))
    return Base(name, shown, said["side"], facilities, places=places, **flags | more)


@rule("18.12")
def facilities_of(places: tuple[str, ...], port_city: str) -> int:
    """How many facilities a hex has; a place that is both city and port counts once, or twice under an option."""
    return len(places) + (places.count("port-city") if port_city == "two" else 0)


def carrier_of(name: str, said: Section) -> Carrier:
    shown = said["name"] or title_of(name)
    flags = {"damaged": said["damaged"], "inverted": said["inverted"], "in_combat": said["naval-combat"], "sails": said["sails"]}
    return Carrier(name, shown, said["nation"], said["size"], said["port"] or "", force=said["force"] or "", **flags)


def unit_of(said: Section, document: Section, setting: Setting, problems: Problems) -> Unit | None:
    """A unit of the scenario with its side, range and DRM worked out; None if it has none."""
    side = side_of(said, document, problems)
    if side is None or not check_inverted(said, problems):
        return None
    research = research_of(document, said["nation"])
    reach = reach_of(said, setting.theater, research, problems)
    if reach is None:
        return None
    home = setting.bases.get(said["at"])
    impaired = int(said["winter"] >= 8) + int(bool(home and home.impaired))
    drm = air_nationality_drm(
        said["nation"],
        said["type"],
        elite=said["elite"],
        impaired=impaired,
        research=research.get("air-nationality", 0),
    )
    air_type = AirType(said["nation"], said["type"], drm, said["elite"])
    inverted = said["inverted"]
    ready = said["count"] - inverted
    return Unit(said["id"], side, air_type, reach, said["at"], ready, inverted, said["count"], winter=said["winter"])


@rule("17.54", "17.52A", "17.52B", "17.52C", "18.31E")
def reach_of(said: Section, theater: str, research: Any, problems: Problems) -> int | None:
    """The range of a unit; jets need a research result of 9 before there are any."""
    if said["type"] == "jet":
        result = research.get("jets", 0)
        known = max((level for level in (9, 11, 12) if level <= result), default=0)
        if not known:
            problems.add(said.at("type"), f"jets need a research result of 9 or more; {said['nation']} has {result} (17.54)")
            return None
        return range_of("jet", theater, known)
    return range_of(said["type"], theater, research.get("air-range", 0))
