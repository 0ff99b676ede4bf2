"""What a World at War scenario may say, and how it becomes the first position."""

from __future__ import annotations

from typing import Any

from airwar.engine.referee import Next
from airwar.engine.rule import rule
from airwar.rulesets.world_at_war import counterair_orders, kamikaze_orders, naval_air_training_orders, strategic_orders
from airwar.rulesets.world_at_war.basing import capacity, may_base
from airwar.rulesets.world_at_war.sequence import proceed
from airwar.rulesets.world_at_war.state import Base, Carrier, Setting, Turn, Unit
from airwar.rulesets.world_at_war.units import KINDS, AirType, air_nationality_drm, range_of
from airwar.scenario.problems import Problems
from airwar.scenario.shape import Field, Flag, Id, ListOf, MapOf, OneOf, Record, Ref, Section, Text, Whole

FACILITIES = ("city", "port", "airbase", "artificial-port")

BASE = Record(
    {
        "name": Field(Text(max_length=60), help="how it is shown; the id if left out"),
        "side": Field(Ref("sides"), required=True, help="who controls it"),
        "facilities": Field(ListOf(OneOf(FACILITIES), maximum=6), help="each city, port, airbase and artificial port"),
        "island": Field(Flag(), default=False, help="a one-hex island"),
        "jungle": Field(Flag(), default=False, help="the hex contains jungle or jungle-mountain"),
        "box": Field(Flag(), default=False, help="a mapboard box"),
        "supply": Field(OneOf(("full", "partial", "none")), default="full"),
        "oil": Field(Flag(), default=False, help="subject to air oil effects"),
    }
)
UNIT = Record(
    {
        "id": Field(Id(), required=True),
        "nation": Field(Text(max_length=30, pattern="[a-z][a-z-]*"), required=True, help="germany, us, poland and so on"),
        "kind": Field(OneOf(tuple(KINDS)), required=True),
        "count": Field(Whole(1, 200), required=True, help="factors; squadrons of naval air and kamikazes"),
        "inverted": Field(Whole(0, 200), default=0, help="how many of them are inverted"),
        "base": Field(Ref("bases", "carriers"), required=True, help="a base or a carrier"),
        "elite": Field(Flag(), default=False, help="elite Japanese naval air"),
        "winter": Field(Whole(0, 12), default=0, help="the winter result the unit is subject to"),
    }
)
CARRIER = Record(
    {
        "name": Field(Text(max_length=60)),
        "nation": Field(Text(max_length=30, pattern="[a-z][a-z-]*"), required=True),
        "size": Field(Whole(1, 9), required=True, help="factors, and so the naval squadrons it may carry"),
        "port": Field(Ref("bases"), help="the base it lies in; at sea if left out"),
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
    "theater": Field(OneOf(("europe", "pacific")), required=True),
    "sides": Field(
        MapOf(Id(), ListOf(Text(max_length=30, pattern="[a-z][a-z-]*"), 1), 2, 2, declares="sides"),
        required=True,
        help="the two sides and their nations",
    ),
    "moving": Field(Ref("sides"), required=True, help="whose player turn it is: the attacker"),
    "research": Field(MapOf(Ref("sides"), RESEARCH)),
    "bases": Field(MapOf(Id(), BASE, 1, declares="bases"), required=True),
    "carriers": Field(MapOf(Id(), CARRIER, declares="carriers")),
    "distances": Field(
        MapOf(Ref("bases", "carriers"), MapOf(Ref("bases", "carriers"), Whole(1, 99))),
        help="hexes between places; one way is enough",
    ),
    "units": Field(ListOf(UNIT, declares="units"), help="air units on the map and on carriers"),
}
PARTS = (counterair_orders.PART, strategic_orders.PART, naval_air_training_orders.PART, kamikaze_orders.PART)


def setup(document: Section, problems: Problems) -> Next:
    """The first position: the turn with its agenda."""
    setting = Setting(
        document["theater"],
        document["moving"],
        {name: base_of(name, said) for name, said in document["bases"].items()},
        {name: carrier_of(name, said) for name, said in (document["carriers"] or {}).items()},
        distances_of(document),
        document["options"],
    )
    units = tuple(unit for said in document["units"] or () if (unit := unit_of(said, document, setting, problems)))
    turn = Turn(setting, units)
    check_basing(document, turn, problems)
    for part in PARTS:
        turn = part.plan(document, turn, problems)
    if not turn.agenda:
        problems.add(document.mark, f"nothing is fought; expected {' or '.join(name for part in PARTS for name in part.fields)}")
    return Next(proceed, turn)


def base_of(name: str, said: Section) -> Base:
    facilities = len(said["facilities"] or ())
    shown = said["name"] or name.replace("-", " ").title()
    flags = {key: said[key] for key in ("island", "jungle", "box", "supply", "oil")}
    return Base(name, shown, said["side"], facilities, **flags)


def carrier_of(name: str, said: Section) -> Carrier:
    return Carrier(name, said["name"] or name.replace("-", " ").title(), said["nation"], said["size"], said["port"] or "")


def distances_of(document: Section) -> dict[tuple[str, str], int]:
    said: dict[str, Any] = document["distances"] or {}
    return {(here, there): hexes for here, row in said.items() for there, hexes in row.items()}


def unit_of(said: Section, document: Section, setting: Setting, problems: Problems) -> Unit | None:
    """A unit of the scenario with its side, range and DRM worked out; None when it cannot be."""
    side = next((name for name, nations in document["sides"].items() if said["nation"] in nations), None)
    if side is None:
        nations = ", ".join(nation for nations in document["sides"].values() for nation in nations)
        problems.add(said.at("nation"), f"{said['nation']!r} belongs to no side; the sides have {nations}")
        return None
    if said["inverted"] > said["count"]:
        problems.add(said.at("inverted"), f"{said['inverted']} inverted of {said['count']}; expected at most {said['count']}")
        return None
    research = (document["research"] or {}).get(side, {})
    reach = reach_of(said, setting.theater, research, problems)
    if reach is None:
        return None
    home = setting.bases.get(said["base"])
    impaired = int(said["winter"] >= 8) + int(bool(home and not home.operational and home.supply != "none"))
    drm = air_nationality_drm(
        said["nation"],
        said["kind"],
        elite=said["elite"],
        impaired=impaired,
        research=research.get("air-nationality", 0),
        theater=setting.theater,
    )
    type_ = AirType(said["nation"], said["kind"], drm, said["elite"])
    inverted = said["inverted"]
    return Unit(said["id"], side, type_, reach, said["base"], said["count"] - inverted, inverted, said["count"])


@rule("17.54", "17.52A", "17.52B", "17.52C")
def reach_of(said: Section, theater: str, research: Any, problems: Problems) -> int | None:
    """The range of a unit; jets need a research result of 9 before there are any."""
    if said["kind"] == "jet":
        result = research.get("jets", 0)
        known = max((level for level in (9, 11, 12) if level <= result), default=0)
        if not known:
            problems.add(said.at("kind"), f"jets need a research result of 9 or more; the side has {result} (17.54)")
            return None
        return range_of("jet", theater, known)
    return range_of(said["kind"], theater, research.get("air-range", 0))


@rule("18.11", "18.12", "17.312", "17.353D", "17.51", "17.71", "17.81")
def check_basing(document: Section, turn: Turn, problems: Problems) -> None:
    """No base holds more than it may, carriers hold their own naval air only, and nobody is where he cannot be."""
    setting = turn.setting
    said_of = {said["id"]: said for said in document["units"] or ()}
    for unit in turn.units:
        said = said_of[unit.id]
        if unit.type.kind in ("bomber", "interceptor", "kamikaze"):
            section = "kamikazes" if unit.type.kind == "kamikaze" else "strategic"
            problems.add(said.at("kind"), f"{unit.type.label} units are not based on the map; put them under {section} (17.13)")
        if unit.type.kind == "nas" and unit.type.nation in ("france", "russia", "china"):
            problems.add(said.at("nation"), f"{unit.type.nation} never has naval air units (17.353D)")
        if unit.type.elite and (unit.type.nation != "japan" or unit.type.kind != "nas"):
            problems.add(said.at("elite"), "only Japanese naval air is elite (17.352)")
        carrier = setting.carriers.get(unit.home)
        if carrier and (unit.type.kind != "nas" or unit.type.nation != carrier.nation):
            problems.add(said.at("base"), f"{carrier.name} carries naval air of {carrier.nation} only (17.312)")
        base = setting.bases.get(unit.home)
        if base and base.side != unit.side:
            problems.add(said.at("base"), f"{base.name} is held by {base.side}; expected a base of {unit.side}")
    for base in setting.bases.values():
        factors, squadrons = turn.load(base.id)
        if not may_base(base, setting.theater, factors, squadrons):
            room = f"{capacity(base, setting.theater)} factors" + (" and 1 naval squadron" if base.island else "")
            held = f"{factors} factors and {squadrons} naval squadrons"
            problems.add(document["bases"].at(base.id), f"{base.name} holds {held}; it may base {room} (18.11-18.13)")
    for carrier in setting.carriers.values():
        aboard = sum(unit.number for unit in turn.units if unit.home == carrier.id)
        if aboard > carrier.size:
            where = document["carriers"].at(carrier.id)
            problems.add(where, f"{carrier.name} carries {aboard} naval squadrons; its size is {carrier.size} (17.312)")
