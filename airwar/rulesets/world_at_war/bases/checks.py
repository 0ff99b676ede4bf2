"""What is checked of the units and bases of a scenario before anything is flown (17.13, 17.312, 18.11)."""

from __future__ import annotations

from typing import Any

from airwar.engine.rule import rule
from airwar.rulesets.kit.records import place_of
from airwar.rulesets.world_at_war.bases.basing import overfull, room_aboard
from airwar.rulesets.world_at_war.bases.displacement import overfull_without_sea
from airwar.rulesets.world_at_war.setting import Carrier
from airwar.rulesets.world_at_war.state import Turn
from airwar.rulesets.world_at_war.units.unit import Unit
from airwar.scenario.problems import Problems
from airwar.scenario.shape import Section

NO_NAVAL_AIR = ("france", "russia", "china")


def check_basing(document: Section, turn: Turn, problems: Problems) -> None:
    """Every unit is of a type that its nation has, where it may be, and no base or carrier holds more than it may."""
    said_of = {**document["units"], **document["construction"]}
    for unit in (*turn.units, *turn.basing.building):
        check_type(said_of[unit.id], unit, problems)
        check_home(said_of[unit.id], unit, turn, problems)
        check_sea_transport(said_of[unit.id], unit, turn, problems)
    for base in turn.bases:
        refused = overfull(turn, base) if overfull_without_sea(turn, base) else None
        if refused:
            problems.add(place_of(document["bases"][base.id]), refused)
    for carrier in turn.carriers:
        check_carrier(document["carriers"][carrier.id], turn, carrier, problems)
        refused = overloaded(turn, carrier)
        if refused:
            problems.add(place_of(document["carriers"][carrier.id]), refused)
    check_facilities(document, problems)


@rule("17.312")
def check_carrier(said: Any, turn: Turn, carrier: Carrier, problems: Problems) -> None:
    """A carrier belongs to a nation of one of the sides, and lies in a port of its own side."""
    side = turn.setting.alliances.side(carrier.nation)
    port = turn.find_base(carrier.port)
    if side is None:
        problems.add(place_of(said, "nation"), f"{carrier.nation!r} belongs to no side, so {carrier.name} has none")
    elif port and port.side != side:
        problems.add(place_of(said, "port"), f"{port.name} is held by {port.side}; {carrier.name} is a ship of {side} (17.312)")
    elif port and not ({"port", "port-city", "artificial-port"} & set(port.places) or port.box or port.island):
        problems.note(place_of(said, "port"), f"{port.name} has no port in its facilities, but {carrier.name} lies there")


@rule("18.12", "18.142D")
def check_facilities(document: Section, problems: Problems) -> None:
    """A hex has one airbase at most. With a city and a port it has two facilities; one city that is also a port is a port-city."""
    for name, said in document["bases"].items():
        if said.facilities.count("airbase") > 1:
            problems.add(
                place_of(said, "facilities"), f"{name} has more than one airbase; a hex holds one airbase counter (18.142D)"
            )
        if {"city", "port"} <= set(said.facilities):
            text = f"{name} has a city and a port, which are two facilities; write port-city if the city is the port (18.12)"
            problems.note(place_of(said, "facilities"), text)


@rule("17.71", "17.81", "17.353D")
def check_type(said: Any, unit: Unit, problems: Problems) -> None:
    """Strategic air and kamikazes are not based on the map; some nations have no naval air, and only Japan has elite units."""
    air_type = unit.air_type
    if air_type.type in ("bomber", "interceptor", "kamikaze"):
        section = "kamikazes" if air_type.type == "kamikaze" else "strategic"
        problems.add(place_of(said, "type"), f"{air_type.label} units are not based on the map; put them under {section} (17.13)")
    if air_type.type == "nas" and air_type.nation in NO_NAVAL_AIR:
        problems.add(place_of(said, "nation"), f"{air_type.nation} never has naval air units (17.353D)")
    if air_type.elite and (air_type.nation != "japan" or air_type.type != "nas"):
        problems.add(place_of(said, "elite"), "only Japanese naval air is elite (17.352)")


def check_home(said: Any, unit: Unit, turn: Turn, problems: Problems) -> None:
    for field, text in home_refusals(turn, unit):
        problems.add(place_of(said, field), text)


@rule("17.312", "17.3122D", "17.51")
def home_refusals(turn: Turn, unit: Unit) -> list[tuple[str, str]]:
    """Units are at bases of their own side; carriers hold their own naval air only, which has their status. What is wrong."""
    carrier, base = turn.find_carrier(unit.home), turn.find_base(unit.home)
    found = []
    if carrier and (unit.type != "nas" or unit.air_type.nation != carrier.nation):
        found.append(("at", f"{carrier.name} carries naval air of {carrier.nation} only (17.312)"))
    if carrier and carrier.inverted and unit.uninverted and unit in turn.units:
        text = f"{carrier.name} is inverted and so is all naval air aboard; expected inverted: {unit.number} (17.3122D)"
        found.append(("inverted", text))
    if carrier and not carrier.port and not carrier.inverted and unit.inverted and unit in turn.units:
        text = f"{carrier.name} is at sea and not inverted, and neither is the naval air aboard; expected inverted: 0 (17.3122D)"
        found.append(("inverted", text))
    if base and base.side != unit.side and unit.left:
        found.append(("at", f"{base.name} is held by {base.side}; expected a base of {unit.side}"))
    return found


@rule("18.15")
def check_sea_transport(said: Any, unit: Unit, turn: Turn, problems: Problems) -> None:
    """Only units of the side whose turn it is have come by sea in this turn."""
    mover = turn.setting.attacker
    if said.sea_transported and unit.side != mover:
        problems.add(
            place_of(said, "sea-transported"), f"{unit.id} is of {unit.side}; only units of {mover} come by sea in its turn (18.15)"
        )


@rule("17.312")
def overloaded(turn: Turn, carrier: Carrier) -> str | None:
    """What a carrier holds beyond its size, or None."""
    room = room_aboard(turn, carrier)
    if room >= 0:
        return None
    return f"{carrier.name} carries {carrier.size - room} naval squadrons; its size is {carrier.size} (17.312)"
