"""The kamikaze attack of a scenario, and what is legal in it (17.46, 17.47)."""

from __future__ import annotations

from dataclasses import replace

from airwar.engine.rule import rule
from airwar.rulesets.kit.hexes import HEX_FIELD, grid_of
from airwar.rulesets.kit.names import title_of
from airwar.rulesets.kit.places import Places, hex_of
from airwar.rulesets.world_at_war.air.orders import sent_into_battle
from airwar.rulesets.world_at_war.kamikazes.attacks import MOST
from airwar.rulesets.world_at_war.kamikazes.cover import cover_refused, free_over
from airwar.rulesets.world_at_war.kamikazes.state import FORCE, MOMENTS, CombatGroup, Fleet
from airwar.rulesets.world_at_war.state import Turn
from airwar.rulesets.world_at_war.units.orders import research_of
from airwar.rulesets.world_at_war.units.types import air_nationality_drm, range_of
from airwar.rulesets.world_at_war.units.unit import Unit
from airwar.scenario.problems import Problems
from airwar.scenario.shape import Field, Flag, Id, MapOf, OneOf, Record, Ref, Section, Text, Whole

SHIPS = MapOf(Id(), Whole(1, 9))
SQUADRONS = MapOf(Ref("units"), Whole(1, 60))
GROUP = Record(
    {
        "name": Field(Text(max_length=60), help="how it is shown; the id if left out"),
        "fast-carriers": Field(SHIPS, help="each with its size"),
        "capital-ships": Field(SHIPS, help="other named ships, each with its size"),
        "light-ships": Field(Flag(), default=False, help="whether there are any; they are one target"),
        "air-defense": Field(Whole(0, 10), required=True, help="the air defense level of its ships"),
        "naval-drm": Field(Whole(-9, 9), help="its own Naval Nationality DRM, where it differs from the force's"),
        "patrol": Field(SQUADRONS, help="naval squadrons on combat air patrol over it"),
        "cover": Field(SQUADRONS, help="squadrons from land that fly air cover over it"),
        "found": Field(Flag(), default=True, help="found by search, in naval combat"),
        "struck": Field(Flag(), default=False, help="attacked by other Japanese air in this combat round"),
    }
)
ATTACK = Record(
    {
        "hex": HEX_FIELD,
        "distances": Field(MapOf(Ref("bases"), Whole(0, 99)), help="hexes from air bases in Japan, and from bases that fly cover"),
        "naval-combat": Field(Flag(), default=False, help="the force is in naval combat"),
        "round": Field(Whole(1, 9), default=1, help="the round of naval combat"),
        "in-port": Field(Flag(), default=False, help="the force lies in port"),
        "surprised": Field(Flag(), default=False, help="surprise denies combat air patrol its modifier"),
        "naval-drm": Field(Whole(-9, 9), required=True, help="the Naval Nationality DRM of the force"),
        "earlier": Field(Flag(), default=False, help="kamikazes have attacked in this turn already"),
        "groups": Field(MapOf(Id(), GROUP, 1, 20, declares="groups"), required=True, help="the combat groups of the force"),
        "strikes": Field(MapOf(Ref("groups"), Whole(1, 200)), help="kamikazes against each group; asked if left out"),
        "phase": Field(
            OneOf(tuple(MOMENTS)),
            default="combat",
            help="when they attack: in the movement phase, before the ground attacks of the combat phase, or after them",
        ),
        "second-wave": Field(Whole(0, 200), help="against a single group; asked if left out"),
    }
)


def fleet_of(document: Section, said: Section, side: str) -> Fleet:
    """The force that is attacked."""
    groups = {
        name: CombatGroup(
            name,
            group["name"] or title_of(name),
            dict(group["fast-carriers"] or {}),
            dict(group["capital-ships"] or {}),
            group["light-ships"],
            group["air-defense"],
            said["naval-drm"] if group["naval-drm"] is None else group["naval-drm"],
            dict(group["patrol"] or {}),
            dict(group["cover"] or {}),
        )
        for name, group in said["groups"].items()
    }
    found = tuple(name for name, group in said["groups"].items() if group["found"] or not said["naval-combat"])
    research = research_of(document, "japan").get("air-nationality", 0)
    return Fleet(
        side=next((name for name in document["sides"] if name != side), ""),
        groups=groups,
        found=found,
        open_to_attack=tuple(name for name in found if not said["groups"][name]["struck"]),
        at_sea=not said["in-port"],
        surprised=said["surprised"],
        air_drm=air_nationality_drm("japan", "kamikaze", elite=False, impaired=0, research=research),
        strikes=None if said["strikes"] is None else tuple(said["strikes"].items()),
        second_wave=said["second-wave"],
        moment=MOMENTS[said["phase"]],
    )


def check_attack(document: Section, said: Section, turn: Turn, side: str, problems: Problems) -> None:
    """The attack is in range, at the right time, against groups that may be attacked, and within its limits."""
    fleet = turn.setting.fleet
    assert fleet is not None
    check_moment(said, problems)
    check_range(said, turn, side, problems)
    check_strikes(said, turn, problems)
    ships: set[str] = set()
    for name, group in said["groups"].items():
        check_ships(said, name, group, turn, ships, problems)
        for task in ("patrol", "cover"):
            for unit_id, number in (group[task] or {}).items():
                unit = next((unit for unit in turn.units if unit.id == unit_id), None)
                reason = unit and (cover_refused(None, turn, fleet, unit, task) or too_many(unit, task, number))
                if reason:
                    problems.add(group[task].at(unit_id), reason)
    check_promised(document, said, turn, problems)


@rule("18.41", "18.42B")
def check_promised(document: Section, said: Section, turn: Turn, problems: Problems) -> None:
    """No squadron flies over two groups, and whoever flies cover flies no mission in the turn."""
    promised: dict[str, int] = {}
    missions = sent_into_battle(document, turn)
    for group in said["groups"].values():
        for task in ("patrol", "cover"):
            for unit_id, number in (group[task] or {}).items():
                unit = turn.find(unit_id)
                free = free_over(unit, task) if unit else 0
                before = missions.get(unit_id, 0) if task == "cover" else 0
                promised[unit_id] = promised.get(unit_id, 0) + number
                if promised[unit_id] > free >= number:
                    text = f"{unit_id} has {free} uninverted; {promised[unit_id]} fly over the groups (18.41)"
                    problems.add(group[task].at(unit_id), text)
                elif before and promised[unit_id] + before > free:
                    text = f"{unit_id} has {free} uninverted; {promised[unit_id]} fly cover and {before} missions (18.42B)"
                    problems.add(group[task].at(unit_id), text)


@rule("17.47C", "17.47D", "17.47A")
def check_moment(said: Section, problems: Problems) -> None:
    """All kamikazes of a turn attack at the same time; in naval combat in the first round, against six groups at most."""
    if said["earlier"]:
        problems.add(said.at("earlier"), "kamikazes have already attacked in this turn; all attack at the same time (17.47D)")
    if said["round"] > 1:
        problems.add(said.at("round"), f"round {said['round']} of naval combat; kamikazes attack in the first only (17.47C)")
    if said["naval-combat"] and len(said["groups"]) > 6:
        text = f"{len(said['groups'])} combat groups in naval combat; expected at most six, more only outside it (17.47A)"
        problems.add(said.at("groups"), text)


@rule("17.462", "18.31C")
def check_range(said: Section, turn: Turn, side: str, problems: Problems) -> None:
    """The force is within four hexes of an air base in Japan, even a full one."""
    reach = range_of("kamikaze", turn.setting.theater)
    listed = said["distances"] or {}
    home = [base for base in turn.bases if base.side == side and (base.nation == "japan" or base.id in listed)]
    known = [hexes for base in home if base.takes_air_units and (hexes := turn.distance(FORCE, base.id)) is not None]
    if not known:
        problems.add(said.at("distances"), "no distance from an air base in Japan to the force is given; add one (17.462)")
    elif min(known) > reach:
        text = f"the force is {min(known)} hexes from Japan; kamikazes have a range of {reach} (17.462)"
        problems.add(said.at("distances"), text)


@rule("17.47B", "17.47C", "17.47D")
def check_strikes(said: Section, turn: Turn, problems: Problems) -> None:
    """At most 15 against a found group that no other Japanese air attacks; a second wave only against a single group."""
    strikes: Section = said["strikes"] if said["strikes"] is not None else Section(said.mark)
    for name, number in strikes.items():
        group = said["groups"].get(name)
        if number > MOST:
            problems.add(strikes.at(name), f"{number} kamikazes against {name}; at most {MOST} attack one combat group (17.47D)")
        if group and said["naval-combat"] and not group["found"]:
            problems.add(strikes.at(name), f"{name} is not found; kamikazes attack found combat groups only (17.47B)")
        if group and group["struck"]:
            text = f"{name} is attacked by other Japanese air in this round; kamikazes attack alone (17.47C)"
            problems.add(strikes.at(name), text)
    second = said["second-wave"] or 0
    if second and len(said["groups"]) > 1:
        text = f"a second wave against {len(said['groups'])} combat groups; expected a single one (17.47D)"
        problems.add(said.at("second-wave"), text)
    if second > MOST:
        text = f"{second} kamikazes in the second wave; at most {MOST} attack one combat group (17.47D)"
        problems.add(said.at("second-wave"), text)
    total = sum(strikes.values()) + second
    if total > turn.kamikazes.built:
        where = said.at("strikes") if strikes else said.at("second-wave")
        problems.add(where, f"{total} kamikazes are ordered to attack, but {turn.kamikazes.built} are built")


def check_ships(said: Section, name: str, group: Section, turn: Turn, ships: set[str], problems: Problems) -> None:
    """A group has ships, and no ship is in two groups; a carrier of the scenario has the size given there."""
    for kind in ("fast-carriers", "capital-ships"):
        for ship in group[kind] or ():
            if ship in ships:
                problems.add(group[kind].at(ship), f"{ship} is listed twice among the ships")
            ships.add(ship)
            carrier = turn.find_carrier(ship)
            if carrier and carrier.size != group[kind][ship]:
                problems.add(group[kind].at(ship), f"{ship} has size {group[kind][ship]} here, but {carrier.size} under carriers")
    if not group["fast-carriers"] and not group["capital-ships"] and not group["light-ships"]:
        problems.add(said["groups"].at(name), f"{name} has no ships; expected fast-carriers, capital-ships or light-ships (17.47F)")


def too_many(unit: Unit, task: str, number: int) -> str | None:
    """Why so many of a unit may not fly over a group."""
    free = free_over(unit, task)
    return f"{unit.id} has {free} uninverted; {number} fly over the group (18.41)" if number > free else None


def pairs(document: Section) -> list[tuple[str, str]]:
    """The bases whose distance to the attacked force may be needed: those that fly air cover."""
    said = (document["kamikazes"] or {}).get("attack")
    covering = {unit_id for group in (said["groups"].values() if said else ()) for unit_id in group["cover"] or ()}
    bases = document["bases"]
    return [(FORCE, unit.at) for unit in document["units"].values() if unit.id in covering and unit.at in bases]


def with_force(document: Section, places: Places, problems: Problems) -> Places:
    """The places of a scenario with the force that kamikazes attack: its hex, and the distances from bases."""
    said = (document["kamikazes"] or {}).get("attack")
    if not said:
        return places
    typed = {(FORCE, base): hexes for base, hexes in (said["distances"] or {}).items()}
    hex_ = hex_of(said, grid_of(document["grid"]), problems)
    return replace(
        places,
        names={**places.names, FORCE: "the attacked force"},
        distances={**places.distances, **typed},
        hexes={**places.hexes, **({FORCE: hex_} if hex_ else {})},
    )
