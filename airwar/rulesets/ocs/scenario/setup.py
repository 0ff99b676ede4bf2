"""How a scenario becomes the first position, and what is refused on the way."""

from __future__ import annotations

import re
from collections.abc import Container, Mapping
from dataclasses import replace
from typing import Any, Never

from airwar.engine.moves import Then, then
from airwar.engine.rule import rule
from airwar.rulesets.kit.names import count
from airwar.rulesets.kit.places import check_distances, places_of
from airwar.rulesets.ocs.bases.limits import active_limit
from airwar.rulesets.ocs.board.board import Board
from airwar.rulesets.ocs.board.places import BASE, CARRIER, Airfield, Ground, Place, Terrain
from airwar.rulesets.ocs.board.setting import Setting, Stage, Weather
from airwar.rulesets.ocs.missions.facility import TRIGGER
from airwar.rulesets.ocs.rulings import Rulings, rulings_of
from airwar.rulesets.ocs.scenario.arms import (
    batteries_of,
    carriers_of,
    check_guns,
    guns_of,
    harbor_of,
    hulls_of,
    ports_of,
    ships_of,
)
from airwar.rulesets.ocs.scenario.fields import ASK, STATUSES
from airwar.rulesets.ocs.scenario.missions import missions_of
from airwar.rulesets.ocs.scenario.worksheets import worksheets_of
from airwar.rulesets.ocs.sequence import NEXT_TURN, Turn, meant_phase, out_of_order, phase_named, turn_begins
from airwar.rulesets.ocs.units.air import AT_BASE, ELSEWHERE, INTERDICTION, Air, Counter, Side, reduced
from airwar.rulesets.ocs.units.functions import interdiction_refused
from airwar.scenario.nodes import Mark
from airwar.scenario.problems import Problems
from airwar.scenario.shape import Section

Stages = tuple[Stage, ...]


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
