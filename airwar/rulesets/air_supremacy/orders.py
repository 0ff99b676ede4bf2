"""The battles of a scenario: whether its attacks are legal, and the forces that meet in them."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass, field

from airwar.engine.rule import rule
from airwar.rulesets.air_supremacy.forces import CARGO, FIGHTS, LOCKED, Line, merged
from airwar.rulesets.air_supremacy.roster import Roster, Unit
from airwar.rulesets.air_supremacy.setting import Space
from airwar.rulesets.air_supremacy.turn import HOME, OUT, Battle, Flight
from airwar.rulesets.air_supremacy.units import Kind, friends, nation_name
from airwar.scenario.nodes import Map, Node, Scalar
from airwar.scenario.problems import Problems
from airwar.scenario.shape import Section

NO_SUPPORT = ("aircraft-carrier", "submarine", "transport")  # no support shots; types of the scenario's own may fire them


@dataclass
class Orders:
    """The battles of a turn, and the units outside them."""

    battles: list[Battle] = field(default_factory=list)
    flights: list[Flight] = field(default_factory=list)
    bystanders: list[tuple[Kind, int, str]] = field(default_factory=list)
    passing: dict[str, tuple[tuple[Kind, int, str], ...]] = field(default_factory=dict)
    cargo: dict[str, dict[Kind, tuple[Kind, ...]]] = field(default_factory=dict)


def read_battles(document: Section, roster: Roster, problems: Problems) -> Orders:
    """Every battle with its forces, the aircraft outside them, and units that nobody attacks."""
    orders = Orders()
    attacked: set[str] = set()
    for entry in document["battles"]:
        space = entry["at"]
        if space not in roster.spaces:
            continue
        if space in attacked:
            problems.add(entry.at("at"), f"{roster.spaces[space].name} is attacked twice in one turn; combine the two battles")
            continue
        attacked.add(space)
        check_attack(entry, roster, problems)
        if entry["after"]:
            read_pass_through(entry, roster, orders, problems)
        else:
            orders.battles.append(read_battle(entry, roster, problems))
    place_defenders(roster, orders)
    return orders


def read_battle(entry: Section, roster: Roster, problems: Problems) -> Battle:
    """A battle that begins in the first round."""
    lines = [Line(roster.kind(unit), count) for unit, count in committed(entry, "with", roster, problems)]
    lines += [Line(roster.kind(unit, True), count) for unit, count in committed(entry, "landing", roster, problems)]
    support = [Line(roster.kind(unit), count) for unit, count in committed(entry, "support", roster, problems)]
    return Battle(entry["at"], merged(lines), (), merged(support))


def committed(entry: Section, key: str, roster: Roster, problems: Problems, again: bool = False) -> list[tuple[Unit, int]]:
    """The units that a battle names, and how many; `again` if they fight in another battle before."""
    found = []
    for unit_id, count in (entry[key] or {}).items():
        unit = roster.units.get(unit_id)
        if unit is None:
            continue
        if unit.nation not in roster.movers:
            expected = ", ".join(nation_name(nation) for nation in sorted(roster.movers))
            text = f"{unit_id} belongs to {nation_name(unit.nation)}, which is not attacking; expected units of {expected}"
            problems.add(entry[key].at(unit_id), text)
        elif not again:
            take(entry, key, unit, count, problems)
        found.append((unit, count))
    return found


def take(entry: Section, key: str, unit: Unit, count: int, problems: Problems) -> None:
    """Units are committed to one battle only."""
    if count > unit.free:
        text = f"{count} of {unit.id}, but only {unit.free} are free; a unit attacks in one place only"
        problems.add(entry[key].at(unit.id), text)
    unit.free -= min(count, unit.free)


# what is legal


@rule("42", "45", "46")
def check_attack(entry: Section, roster: Roster, problems: Problems) -> None:
    """An attack needs units on both sides; troops land on land, and support is for landings."""
    space = roster.spaces[entry["at"]]
    if not roster.enemies_in(space.id):
        problems.add(entry.at("at"), f"nobody defends {space.name}; an attack needs enemy units to fight (42)")
    if not (entry["with"] or entry["landing"]):
        problems.add(entry.mark, f"nobody attacks {space.name}; expected units under with or landing")
    if entry["support"] and not entry["landing"]:
        problems.add(entry.at("support"), "support shots are for landings; expected units under landing (46)")
    if entry["landing"] and space.sea:
        problems.add(entry.at("landing"), f"{space.name} is a sea zone; troops land on land (46)")
    for key in ("with", "landing", "support"):
        for unit_id in entry[key] or {}:
            unit = roster.units.get(unit_id)
            refused = attack_refused(unit, key, space) if unit else None
            if refused:
                problems.add(entry[key].at(unit_id), refused)


@rule("46", "47")
def attack_refused(unit: Unit, key: str, space: Space) -> str | None:
    """Why a unit cannot attack a space in this way, or None: aircraft attack anywhere, ships at sea, troops on land."""
    spheres = {"with": ("air", "sea" if space.sea else "land"), "landing": ("land",), "support": ("sea",)}[key]
    if unit.type.sphere not in spheres:
        wanted = "ships fire support shots (46)" if unit.type.sphere == "sea" else f"expected {' or '.join(spheres)} units"
        return f"{unit.id}, {unit.type.name}, cannot be under {key} in {space.name}; {wanted}"
    if key == "support" and unit.type.id in NO_SUPPORT:
        return f"{unit.id}, {unit.type.name}, fires no support shots; battleships and destroyers do (46)"
    return None


# naval pass-through


@rule("39", "41")
def read_pass_through(entry: Section, roster: Roster, orders: Orders, problems: Problems) -> None:
    """The second space of a pass-through, attacked from round 2 on by ships of the first zone and the troops they carry."""
    first = next((battle for battle in orders.battles if battle.space == entry["after"]), None)
    if first is None or not roster.spaces[first.space].sea:
        problems.add(entry.at("after"), f"{entry['after']!r} is not a sea zone attacked above; a fleet passes through one (39)")
        return
    ships: list[tuple[Kind, int, str]] = []
    waiting: list[Line] = []
    for key, role in (("with", "attack"), ("support", "support")):
        for unit, count in committed(entry, key, roster, problems, again=True):
            if unit.type.flies:
                take(entry, key, unit, count, problems)
                waiting.append(Line(roster.kind(unit), count))
            elif attacking(first, roster.kind(unit)) < count:
                name = roster.spaces[first.space].name
                problems.add(entry[key].at(unit.id), f"{unit.id} does not fight in {name} first; a passing ship does (39)")
            else:
                ships.append((roster.kind(unit), count, role))
    ships += read_cargo(entry, roster, orders, first, waiting, problems)
    orders.passing[entry["at"]] = tuple(dict.fromkeys(ships))
    orders.battles.append(Battle(entry["at"], merged(waiting), (), (), entry["after"]))


@rule("41")
def read_cargo(
    entry: Section, roster: Roster, orders: Orders, first: Battle, waiting: list[Line], problems: Problems
) -> list[tuple[Kind, int, str]]:
    """Troops for the second space, waiting aboard; returns the transports that carry them."""
    cargo: dict[Kind, tuple[Kind, ...]] = {}
    ships: list[tuple[Kind, int, str]] = []
    for unit, count in committed(entry, "landing", roster, problems):
        ship = roster.units.get(unit.aboard)
        kind = roster.kind(unit, True)
        waiting.append(Line(kind, count))
        if ship is None or not attacking(first, roster.kind(ship)):
            text = f"{unit.id} must be aboard a transport that passes through {first.space} (41)"
            problems.add(entry["landing"].at(unit.id), text)
            continue
        cargo[kind] = (*cargo.get(kind, ()), roster.kind(ship))
        ships.append((roster.kind(ship), ship.number, "carry"))
    orders.cargo[entry["at"]] = cargo
    return ships


def attacking(battle: Battle, kind: Kind) -> int:
    """How many units of a kind attack in a battle."""
    return sum(line.number for line in battle.attackers if line.kind is kind)


# the defenders


@rule("27", "38", "45")
def place_defenders(roster: Roster, orders: Orders) -> None:
    """Units in attacked spaces defend them; aircraft elsewhere are at home, or out if they have retreated in this turn."""
    lines: dict[str, list[Line]] = {battle.space: [] for battle in orders.battles}
    waiting = {battle.space for battle in orders.battles if battle.after}
    for unit in roster.units.values():
        if unit.nation in roster.movers:
            if unit.free > 0:
                orders.bystanders.append((roster.kind(unit), unit.free, unit.space))
            continue
        kind = roster.kind(unit)
        out = out_for_this_turn(roster, unit)
        if unit.space in lines and not (kind.type.flies and unit.space in waiting):
            carried = unit.aboard and not kind.type.flies
            lines[unit.space].append(Line(kind, unit.number, CARGO if carried else LOCKED if out else FIGHTS))
        elif kind.type.flies:
            orders.flights.append(Flight(kind, unit.number, OUT if out else HOME))
        else:
            orders.bystanders.append((kind, unit.number, unit.space))
    orders.battles = [battle._replace(defenders=merged(lines[battle.space])) for battle in orders.battles]


@rule("38")
def out_for_this_turn(roster: Roster, unit: Unit) -> bool:
    """Whether aircraft have already retreated in the turn of this opponent, or of a minor that moves with it."""
    return unit.type.flies and unit.out_for in roster.movers


# prepared answers that could never be given


@rule("16", "24", "42")
def check_answers(document: Section, roster: Roster, orders: Orders, problems: Problems) -> None:
    """Checks the prepared declarations of groundings, retreats and dispatches."""
    attacked = {battle.space for battle in orders.battles}
    for pattern, node in (document["choices"] or {}).items():
        place, nation, what = ("", "", "", *pattern.split("."))[-3:]
        if what in ("ground", "retreat", "dispatch") and nation in roster.movers | {"attacker"}:
            cite = {"ground": "16", "retreat": "22", "dispatch": "26"}[what]
            problems.add(document["choices"].at(pattern), f"{nation} attacks; only defenders declare {what} ({cite})")
        elif what == "dispatch":
            for key in items_named(node):
                refused = destination_refused(roster, place, nation, key.text.partition("-to-")[2], attacked)
                if refused:
                    problems.add(key.mark, refused)


def items_named(node: Node) -> list[Scalar]:
    """The items of a prepared allotment, those under conditions included."""
    if not isinstance(node, Map):
        return []
    return [item for key, value in node.pairs for item in (items_named(value) if key.text in ("then", "else") else [key])]


@rule("24", "42", "43")
def destination_refused(roster: Roster, home: str, nation: str, space: str, attacked: Container[str]) -> str | None:
    """Why aircraft cannot be dispatched to a space, or None: only to adjacent spaces where friends are attacked."""
    ship = roster.units.get(home)
    base, to = roster.spaces.get(ship.space if ship else home), roster.spaces.get(space)
    if base is None or to is None:
        return None
    if to.id not in base.adjacent:
        return f"{to.name} is out of reach of {base.name}; a dispatch goes to an adjacent space (24)"
    if to.id not in attacked:
        return f"nobody attacks {to.name}; aircraft are dispatched to where friends are attacked (42)"
    if nation in roster.groups and not any(friends(roster.groups, nation, unit.nation) for unit in roster.enemies_in(to.id)):
        return f"{nation_name(nation)} has no friends in {to.name}; aircraft defend only their own group (43)"
    return None
