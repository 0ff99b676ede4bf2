"""The attacks of a turn: what is legal of them, and the battles that they become."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from airwar.engine.rule import rule
from airwar.rulesets.air_supremacy.roster import Roster, Unit
from airwar.rulesets.air_supremacy.state import CARGO, FIGHTS, HOME, LOCKED, OUT, Battle, Flight, Line, merged
from airwar.rulesets.air_supremacy.units import Kind, friends, nation_name
from airwar.scenario.nodes import Map, Scalar
from airwar.scenario.problems import Problems
from airwar.scenario.shape import Section

SILENT = ("aircraft-carrier", "submarine", "transport")  # no support shots; a scenario's own types may give them


@dataclass
class Orders:
    """What the attacks of a scenario come to."""

    battles: list[Battle] = field(default_factory=list)
    flights: list[Flight] = field(default_factory=list)
    quiet: list[tuple[Kind, int, str]] = field(default_factory=list)
    passing: dict[str, tuple[tuple[Kind, int, str], ...]] = field(default_factory=dict)
    cargo: dict[str, dict[Kind, tuple[Kind, ...]]] = field(default_factory=dict)


def ordered(document: Section, roster: Roster, problems: Problems) -> Orders:
    """Every battle with its forces, aircraft outside them, and units that nobody attacks."""
    orders = Orders()
    attacked: dict[str, Section] = {}
    for said in document["attacks"]:
        space = said["space"]
        if space not in roster.spaces:
            continue
        if space in attacked:
            problems.add(said.at("space"), f"{roster.spaces[space].name} is attacked twice in one turn; put the forces together")
            continue
        attacked[space] = said
        check_attack(said, roster, problems)
        if said["after"]:
            pass_through(said, roster, orders, problems)
        else:
            orders.battles.append(battle_in(said, roster, problems))
    garrison(roster, orders, attacked)
    return orders


def battle_in(said: Section, roster: Roster, problems: Problems) -> Battle:
    """A battle of the first round."""
    lines = [Line(roster.kind(unit), count) for unit, count in committed(said, "with", roster, problems)]
    lines += [Line(roster.kind(unit, True), count) for unit, count in committed(said, "landing", roster, problems)]
    support = [Line(roster.kind(unit), count) for unit, count in committed(said, "support", roster, problems)]
    return Battle(said["space"], merged(lines), (), merged(support))


def committed(said: Section, key: str, roster: Roster, problems: Problems, again: bool = False) -> list[tuple[Unit, int]]:
    """Units and numbers that an attack names, none of them promised twice."""
    found = []
    for unit_id, count in (said[key] or {}).items():
        unit = roster.units.get(unit_id)
        if unit is None:
            continue
        mark = said[key].at(unit_id)
        if unit.nation not in roster.movers:
            text = f"{unit_id} is {nation_name(unit.nation)}'s, whose turn it is not; expected units of {listed(roster)}"
            problems.add(mark, text)
        elif not again and count > unit.free:
            problems.add(mark, f"{count} of {unit_id}, of which {unit.free} are free; a unit attacks in one place only")
        elif not again:
            unit.free -= count
        found.append((unit, count))
    return found


def listed(roster: Roster) -> str:
    return ", ".join(sorted(roster.movers))


@rule("42", "45", "46", "47")
def check_attack(said: Section, roster: Roster, problems: Problems) -> None:
    """Somebody must be there to attack and to be attacked; ships stay at sea, troops land, support is for landings."""
    space = roster.spaces[said["space"]]
    if not roster.enemies_in(space.id):
        problems.add(said.at("space"), f"nobody defends {space.name}; an attack needs enemy units to fight (42)")
    if not (said["with"] or said["landing"]):
        problems.add(said.mark, f"nobody attacks {space.name}; expected units under with or landing")
    if said["support"] and not said["landing"]:
        problems.add(said.at("support"), "support shots are given to a landing; expected units under landing (46)")
    if said["landing"] and space.sea:
        problems.add(said.at("landing"), f"{space.name} is a sea zone; troops land on land (46)")
    for key, spheres in (("with", ("air", "sea" if space.sea else "land")), ("landing", ("land",)), ("support", ("sea",))):
        for unit_id in said[key] or {}:
            unit = roster.units.get(unit_id)
            if unit and unit.type.sphere not in spheres:
                wanted = "ships give support shots (46)" if unit.type.sphere == "sea" else f"expected {' or '.join(spheres)} units"
                problems.add(said[key].at(unit_id), f"{unit_id}, {unit.type.name}, cannot be under {key} in {space.name}; {wanted}")
            elif unit and key == "support" and unit.type.id in SILENT:
                text = f"{unit_id}, {unit.type.name}, gives no support shots; battleships and destroyers do (46)"
                problems.add(said[key].at(unit_id), text)


# naval pass-through


@rule("39", "41")
def pass_through(said: Section, roster: Roster, orders: Orders, problems: Problems) -> None:
    """The second space of a pass-through: attacked from the second round on by ships of the first zone and what they carry."""
    first = next((battle for battle in orders.battles if battle.space == said["after"]), None)
    if first is None or not roster.spaces[first.space].sea:
        problems.add(said.at("after"), f"{said['after']!r} is no sea zone attacked above; a fleet passes through one (39)")
        return
    ships: list[tuple[Kind, int, str]] = []
    waiting: list[Line] = []
    for key, role in (("with", "attack"), ("support", "support")):
        for unit, count in committed(said, key, roster, problems, again=True):
            if unit.type.flies:
                if count > unit.free:
                    text = f"{count} of {unit.id}, of which {unit.free} are free; a unit attacks in one place only"
                    problems.add(said[key].at(unit.id), text)
                unit.free -= count
                waiting.append(Line(roster.kind(unit), count))
            elif in_force(first, roster.kind(unit)) < count:
                name = roster.spaces[first.space].name
                problems.add(said[key].at(unit.id), f"{unit.id} does not fight in {name} before; a passing ship does (39)")
            else:
                ships.append((roster.kind(unit), count, role))
    orders.passing[said["space"]] = tuple(dict.fromkeys(ships + embarked(said, roster, orders, first, waiting, problems)))
    orders.battles.append(Battle(said["space"], merged(waiting), (), (), said["after"]))


@rule("41")
def embarked(
    said: Section, roster: Roster, orders: Orders, first: Battle, waiting: list[Line], problems: Problems
) -> list[tuple[Kind, int, str]]:
    """Troops for the second space, waiting aboard; returns the transports that carry them."""
    cargo: dict[Kind, tuple[Kind, ...]] = {}
    ships: list[tuple[Kind, int, str]] = []
    for unit, count in committed(said, "landing", roster, problems):
        ship = roster.units.get(unit.aboard)
        kind = roster.kind(unit, True)
        waiting.append(Line(kind, count))
        if ship is None or not in_force(first, roster.kind(ship)):
            text = f"{unit.id} must be aboard a transport that passes through {first.space} (41)"
            problems.add(said["landing"].at(unit.id), text)
            continue
        cargo[kind] = (*cargo.get(kind, ()), roster.kind(ship))
        ships.append((roster.kind(ship), ship.number, "carry"))
    orders.cargo[said["space"]] = cargo
    return ships


def in_force(battle: Battle, kind: Kind) -> int:
    return sum(line.number for line in battle.attackers if line.kind is kind)


# the defenders


@rule("27", "38", "45")
def garrison(roster: Roster, orders: Orders, attacked: dict[str, Section]) -> None:
    """Defenders stand where they are attacked; aircraft elsewhere are at home; what retreated in this opponent's turn is out."""
    lines: dict[str, list[Line]] = {battle.space: [] for battle in orders.battles}
    waiting = {battle.space for battle in orders.battles if battle.after}
    for unit in roster.units.values():
        if unit.nation in roster.movers:
            if unit.free > 0:
                orders.quiet.append((roster.kind(unit), unit.free, unit.space))
            continue
        kind = roster.kind(unit)
        out = out_for_this_turn(roster, unit)
        if unit.space in lines and not (kind.type.flies and unit.space in waiting):
            carried = unit.aboard and not kind.type.flies
            lines[unit.space].append(Line(kind, unit.number, CARGO if carried else LOCKED if out else FIGHTS))
        elif kind.type.flies:
            orders.flights.append(Flight(kind, unit.number, OUT if out else HOME))
        else:
            orders.quiet.append((kind, unit.number, unit.space))
    orders.battles = [battle._replace(defenders=merged(lines[battle.space])) for battle in orders.battles]


@rule("38")
def out_for_this_turn(roster: Roster, unit: Unit) -> bool:
    """Whether aircraft retreated already in the turn of this opponent, or of a minor whose turn is taken with it."""
    return unit.type.flies and unit.out_for in roster.movers


# answers that could never be given


@rule("16", "24", "42")
def check_answers(document: Section, roster: Roster, orders: Orders, problems: Problems) -> None:
    """Scripted answers that name their decision, in whatever round, are checked beforehand."""
    attacked = {battle.space for battle in orders.battles}
    for pattern, node in (document["choices"] or {}).items():
        place, nation, what = ("", "", "", *pattern.split("."))[-3:]
        if what in ("ground", "retreat", "dispatch") and nation in roster.movers | {"attacker"}:
            cite = {"ground": "16", "retreat": "22", "dispatch": "26"}[what]
            problems.add(document["choices"].at(pattern), f"{nation} attacks; only defenders declare {what} ({cite})")
        elif what == "dispatch":
            for key in items_named(node):
                check_destination(roster, place, nation, key, attacked, problems)


def items_named(node: Any) -> list[Scalar]:
    """The items of an allotment that a script gives, under conditions or not."""
    if not isinstance(node, Map):
        return []
    return [item for key, value in node.pairs for item in (items_named(value) if key.text in ("then", "else") else [key])]


@rule("24", "42", "43")
def check_destination(roster: Roster, home: str, nation: str, key: Scalar, attacked: set[str], problems: Problems) -> None:
    """Aircraft are dispatched next door, to where somebody attacks their friends."""
    ship = roster.units.get(home)
    base, to = roster.spaces.get(ship.space if ship else home), roster.spaces.get(key.text.partition("-to-")[2])
    if base is None or to is None:
        return
    if to.id not in base.next_to:
        problems.add(key.mark, f"{to.name} is out of reach of {base.name}; a dispatch goes to an adjacent space (24)")
    elif to.id not in attacked:
        problems.add(key.mark, f"nobody attacks {to.name}; aircraft are dispatched to where friends are attacked (42)")
    elif nation in roster.groups and not any(friends(roster.groups, nation, unit.nation) for unit in roster.enemies_in(to.id)):
        problems.add(key.mark, f"{nation_name(nation)} has no friends in {to.name}; aircraft defend their own group only (43)")
