"""How a scenario becomes the first position, and what is refused on the way."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from airwar.engine.referee import Next
from airwar.engine.rule import rule
from airwar.rulesets.ocs.equivalents import Load
from airwar.rulesets.ocs.facility import TRIGGER
from airwar.rulesets.ocs.fields import STATUSES
from airwar.rulesets.ocs.functions import interdiction_refused
from airwar.rulesets.ocs.interdiction import March, Step
from airwar.rulesets.ocs.orders import orders_of
from airwar.rulesets.ocs.rulings import resolved
from airwar.rulesets.ocs.sequence import phase_named, turn_begins
from airwar.rulesets.ocs.stacking import Stack, active_limit
from airwar.rulesets.ocs.state import Airfield, Hull, Place, Setting, Ship, Turn
from airwar.rulesets.ocs.units import AT_BASE, ELSEWHERE, INTERDICTION, Air, Counter, Side, reduced
from airwar.scenario.problems import Problems
from airwar.scenario.shape import Section


def setup(document: Section, problems: Problems) -> Next:
    """The first position of the turn, or of the part of it that is played."""
    sides = tuple(document["sides"])
    one, other = sides if len(sides) == 2 else ("one", "other")  # fewer are reported already
    setting = setting_of(document, (one, other), problems)
    units = tuple(air_of(said, setting) for said in document["units"] or () if said["id"] in setting.counters)
    bases = tuple(base_of(name, said) for name, said in (document["bases"] or {}).items())
    turn = Turn(setting, units, bases, tuple(Hull(name) for name in setting.ships))
    check_bases(document, turn, problems)
    check_units(document, turn, problems)
    turn = replace(turn, setting=replace(setting, orders=orders_of(document, turn, problems)))
    if not units and not setting.sums:
        problems.add(document.mark, "there is nothing to play; expected units, loads, marches or stacks")
    return Next(turn_begins, turn)


def setting_of(document: Section, sides: tuple[str, str], problems: Problems) -> Setting:
    weather: Mapping[str, Any] = document["weather"] or {}
    rulings = resolved(document["options"])
    year, month = document["date"]
    codes = tuple(document["facility-codes"] or ("NE", "AB", "1", "2"))
    if TRIGGER not in codes:
        listed = ", ".join(codes)
        problems.add(document.at("facility-codes"), f"{listed}: no {TRIGGER} among them, from which planes are reduced (R30)")
    return Setting(
        sides,
        rulings,
        {name: place_of(name, said) for part in ("hexes", "bases") for name, said in (document[part] or {}).items()},
        {(here, there): hexes for here, row in (document["distances"] or {}).items() for there, hexes in row.items()},
        {said["id"]: counter_of(said, rulings) for said in document["units"] or ()},
        ships={name: ship_of(name, said) for name, said in (document["ships"] or {}).items()},
        date=(year, month or 12),  # a year alone is the whole of it
        flight=weather.get("flight", "full"),
        flight_phases=tuple(weather.get("phases") or ()),
        weather=weather.get("name", "clear"),
        first=document["first"],
        previous_first=document["previous-first"],
        facility_codes=codes,
        hip_shooters=tuple(document["hip-shoot"] or ()),
        play=play_of(document, sides, str(rulings["profile"]), problems),
        sums=sums_of(document, problems),
    )


@rule("R3")
def play_of(document: Section, sides: tuple[str, str], profile: str, problems: Problems) -> tuple[tuple[str, str], ...]:
    """The phases that the scenario plays, each of them once."""
    found: list[tuple[str, str]] = []
    listed = document["play"]
    for said, mark in zip(listed or (), listed.marks if listed else (), strict=True):
        side, _, phase = said.partition(".")
        if side not in sides or phase_named(profile, phase) is None:
            problems.add(mark, f"{said!r} is no phase; expected a side and a phase of 2.2, such as {sides[0]}.movement")
        elif (side, phase) in found:
            problems.add(mark, f"{said} stands twice; expected each phase once")
        else:
            found.append((side, phase))
    return tuple(found)


def place_of(name: str, said: Section) -> Place:
    present = said["combat-units"] if said["occupied-by"] is None else said["occupied-by"]
    values: dict[str, Any] = {"res": said["re"], "occupied_by": tuple(present or ())}
    for key in ("combat-units", "spotters"):
        values[key.replace("-", "_")] = tuple(said[key] or ())
    for key in ("terrain", "closeness", "village", "airfield", "hedgehog", "hq", "flak", "strat-mode"):
        values[key.replace("-", "_")] = said[key]
    if "kind" in said:
        values |= {"kind": said["kind"], "enemy_zoc": said["enemy-zoc"], "damaged": said["damaged"]}
    return Place(name, said["name"] or name.replace("-", " ").title(), **values)


def base_of(name: str, said: Section) -> Airfield:
    return Airfield(name, said["side"], said["level"] if said["kind"] == "base" else 0, said["supply"], said["gliders"])


def ship_of(name: str, said: Section) -> Ship:
    return Ship(name, said["name"] or name.title(), said["side"], said["at"], said["protection"], said["flak"])


@rule("R7", "R9")
def counter_of(said: Section, rulings: Mapping[str, str | int]) -> Counter:
    """A counter as the scenario describes it, its back worked out where it is not given."""
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
        said["base"],
        said["nation"],
        parenthesised=bool(rating[1]),
        had=said["steps"],
        back_given=bool(back),
    )


@rule("R8")
def air_of(said: Section, setting: Setting) -> Air:
    """Where a unit is when the scenario begins."""
    if said["at"]:
        flown = setting.distance(said["base"], said["at"]) or 0
        return Air(said["id"], ELSEWHERE, said["at"], said["steps"], said["duty"], flown)
    return Air(said["id"], STATUSES[said["status"]], said["base"], said["steps"])


@rule("R33", "R14")
def check_bases(document: Section, turn: Turn, problems: Problems) -> None:
    """Levels are 1 to 3; a hex is declared once; no base has more active units than it may."""
    for name, said in (document["bases"] or {}).items():
        where = document["bases"].at(name)
        if said["kind"] == "base" and not 1 <= said["level"] <= 3:
            problems.add(said.at("level"), f"{name} has level {said['level']}; expected 1 to 3 (R33)")
        if name in (document["hexes"] or {}):
            problems.add(where, f"{name} stands under hexes and under bases; expected one of them")
        limit = active_limit(turn.rulings, said["level"], said["kind"])
        active = sum(unit.status == AT_BASE and unit.place == name for unit in turn.units)
        if limit is not None and active > limit:
            problems.add(where, f"{active} active units are at {name}; at most {limit} may be active there (R14)")


@rule("R8", "R51")
def check_units(document: Section, turn: Turn, problems: Problems) -> None:
    """Units are at bases of their own side, or over a hex that they can have reached."""
    for said in document["units"] or ():
        base = turn.base(said["base"])
        if base and base.side != said["side"]:
            problems.add(said.at("base"), f"{said['base']} is a base of {base.side}; expected one of {said['side']}")
        if not said["at"]:
            continue
        distance = turn.setting.distance(said["base"], said["at"])
        if distance is None:
            problems.add(said.at("at"), f"no distance is given between {said['base']} and {said['at']}; add it under distances")
        elif distance > said["range"]:
            problems.add(said.at("at"), f"{said['at']} is {distance} hexes from {said['base']}; the range is {said['range']} (R10)")
        elif said["duty"] == INTERDICTION and (refused := interdiction_refused(said["range"], distance)):
            problems.add(said.at("at"), refused)
        if said["status"] != "active":
            problems.add(said.at("at"), f"a unit that is {said['status']} is always at a base; leave out at (R8)")


def sums_of(document: Section, problems: Problems) -> tuple[object, ...]:
    """What is to be worked out."""
    sums: list[object] = []
    for said in document["loads"] or ():
        if bool(said["re"]) == bool(said["supply"]):
            problems.add(said.mark, f"{said['id']} has {said['re']} RE and {said['supply']} SP; expected one of the two")
        fields = ("id", "re", "allowance", "leg", "supply", "track", "interdicted-hexes")
        sums.append(Load(*(said[name] for name in fields)))
    for said in document["marches"] or ():
        costs, away = said["costs"], said["interdiction"]
        if len(costs) != len(away):
            problems.add(said.at("interdiction"), f"{len(away)} distances for {len(costs)} hexes; expected one for each")
        sums.append(March(said["id"], said["leg"], tuple(Step(*pair) for pair in zip(costs, away, strict=False))))
    sums += [Stack(name, tuple(kinds)) for name, kinds in (document["stacks"] or {}).items()]
    return tuple(sums)
