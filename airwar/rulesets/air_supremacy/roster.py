"""The units of a scenario: their nations, types and places, checked, and the kinds that they become."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from airwar.engine.rule import rule
from airwar.rulesets.air_supremacy.state import Space
from airwar.rulesets.air_supremacy.units import Kind, UnitType, friends, nation_name, printed_groups, printed_types
from airwar.scenario.problems import Problems, did_you_mean
from airwar.scenario.shape import Section


@dataclass
class Unit:
    """Units that the scenario names together, and how many of them have no orders yet."""

    id: str
    nation: str
    type: UnitType
    number: int
    space: str
    aboard: str
    out_for: str
    said: Section
    free: int = 0


@dataclass
class Roster:
    """Everything that a scenario has, by name."""

    attacker: str
    movers: frozenset[str]
    groups: dict[str, str]
    spaces: dict[str, Space]
    types: dict[str, UnitType]
    units: dict[str, Unit] = field(default_factory=dict)
    kinds: dict[tuple[str, ...], Kind] = field(default_factory=dict)

    def kind(self, unit: Unit, landed: bool = False) -> Kind:
        """The kind that a unit belongs to; a defender's ship that carries somebody is one of its own."""
        defends = unit.nation not in self.movers
        home = (unit.aboard or (unit.space if unit.type.flies else "")) if defends else ""
        ship = unit.id if defends and (unit.type.carries_aircraft or self.aboard(unit)) else ""
        key = (unit.nation, unit.type.id, home, ship, "landed" if landed else "")
        if key not in self.kinds:
            name = ship or self.named(unit, home, landed)
            self.kinds[key] = Kind(name, len(self.kinds), unit.nation, unit.type, home, unit.space if home else "", landed, ship)
        return self.kinds[key]

    def named(self, unit: Unit, home: str, landed: bool) -> str:
        """Nation and type, and the home where there are several."""
        name = f"{unit.nation}-{unit.type.id}"
        homes = {
            other.aboard or other.space for other in self.units.values() if (other.nation, other.type) == (unit.nation, unit.type)
        }
        if home and len(homes) > 1:
            return f"{name}-{home}"
        return f"{name}-ashore" if landed else name

    def aboard(self, ship: Unit) -> int:
        """How many units a ship carries."""
        return sum(unit.number for unit in self.units.values() if unit.aboard == ship.id)

    def enemies_in(self, space: str) -> list[Unit]:
        return [unit for unit in self.units.values() if unit.space == space and unit.nation not in self.movers]


@rule("43", "38")
def groups_of(document: Section, problems: Problems) -> dict[str, str]:
    """The friend group of every nation: the eight powers, and minors with the major that they move with."""
    groups = dict(printed_groups())
    for name, said in (document["nations"] or {}).items():
        major = said["with"]
        if major and major not in groups:
            known = ", ".join(printed_groups())
            problems.add(said.at("with"), f"{major!r} is no nation that another can move with; expected one of {known} (43)")
        groups[name] = groups.get(major, name) if major else name
    return groups


def types_of(document: Section, problems: Problems) -> dict[str, UnitType]:
    """Every type that may stand in the scenario: those printed, then those it declares, which go before."""
    types = dict(printed_types())
    for name, said in (document["types"] or {}).items():
        check_type(name, said, problems)
        types[name] = UnitType(
            name,
            said["sphere"],
            said["attack"],
            said["attack-air"],
            said["defend"],
            said["defend-air"],
            tuple(said["bombs"] or ()),
            said["hits"],
            said["holds"],
            said["carries"] if said["holds"] else "",
            said["by-necessity"],
        )
    return types


@rule("12", "21")
def check_type(name: str, said: Section, problems: Problems) -> None:
    """Bombs fall from aircraft and are all that a bomber rolls at surface units in attack; ships carry, nobody else."""
    if said["bombs"] and said["sphere"] != "air":
        problems.add(said.at("bombs"), f"{name} belongs to the {said['sphere']}; expected bombs of aircraft only (12)")
    if said["bombs"] and said["attack"]:
        problems.add(said.at("attack"), f"{name} has bombs and attacks surface units with them alone; expected no other value (12)")
    if said["holds"] and said["sphere"] != "sea":
        problems.add(said.at("holds"), f"{name} belongs to the {said['sphere']}; expected only ships to carry others (21)")


def titled(name: str) -> str:
    """An id as a name on the map."""
    first, *words = name.split("-")
    return " ".join([first.title(), *(word if word in ("of", "the", "and") else word.title() for word in words)])


def spaces_of(document: Section) -> dict[str, Space]:
    """The map; to be next to a space one way is enough."""
    beside: dict[str, set[str]] = {name: set(said["next-to"] or ()) for name, said in document["spaces"].items()}
    for name, others in list(beside.items()):
        for other in others:
            beside.setdefault(other, set()).add(name)
    return {
        name: Space(name, said["name"] or titled(name), said["kind"] == "sea", said["owner"] or "", frozenset(beside[name]))
        for name, said in document["spaces"].items()
    }


@rule("43")
def enlist(document: Section, roster: Roster, problems: Problems) -> None:
    """Every unit with its nation, type and place, as far as they are known."""
    for said in document["units"]:
        type_ = roster.types.get(said["type"])
        if type_ is None:
            meant = problems.similar(said["type"], roster.types)
            text = f"{said['type']!r} is no unit type; the types are {', '.join(roster.types)}{did_you_mean(meant)}"
            problems.add(said.at("type"), text)
            continue
        if said["nation"] not in roster.groups:
            known = ", ".join(roster.groups)
            problems.add(said.at("nation"), f"{said['nation']!r} is no nation here; expected {known}, or declare it under nations")
            continue
        if bool(said["space"]) == bool(said["aboard"]):
            problems.add(said.mark, f"{said['id']} is in two places or in none; expected either space or aboard")
            continue
        space, aboard = said["space"] or "", said["aboard"] or ""
        roster.units[said["id"]] = Unit(
            said["id"], said["nation"], type_, said["count"], space, aboard, said["out-for"] or "", said, said["count"]
        )
    for unit in roster.units.values():
        if unit.aboard in roster.units:
            unit.space = roster.units[unit.aboard].space


def check_values(document: Section, roster: Roster, problems: Problems) -> tuple[str, ...]:
    """Values without a source are used only on request; returns the types that the output must label."""
    allowed = document["options"]["placeholder-values"] == "allow"
    used = dict.fromkeys(unit.type for unit in roster.units.values() if unit.type.grade in ("placeholder", "published"))
    for unit in roster.units.values():
        if unit.type in used and not allowed:
            problems.add(
                unit.said.at("type"),
                f"the module gives no values for {unit.type.id}; declare it under types, or set placeholder-values: allow",
            )
    return tuple(f"{type_.name}{' (from another module)' if type_.grade == 'published' else ''}" for type_ in used)


@rule("21", "24")
def check_places(roster: Roster, problems: Problems) -> None:
    """Troops and aircraft on land, ships at sea, fighters on carriers of their friends with room for them."""
    for unit in roster.units.values():
        space = roster.spaces.get(unit.space)
        if unit.aboard:
            check_aboard(roster, unit, problems)
        elif space and space.sea and unit.type.sphere != "sea":
            problems.add(unit.said.at("space"), f"{space.name} is a sea zone; expected {unit.id} on land or aboard a ship")
        elif space and not space.sea and unit.type.sphere == "sea":
            problems.add(unit.said.at("space"), f"{space.name} is land; expected {unit.id}, a {unit.type.name}, in a sea zone")
        if unit.out_for and unit.out_for not in roster.groups:
            problems.add(unit.said.at("out-for"), f"{unit.out_for!r} is no nation here; expected an opponent (38)")
    for ship in roster.units.values():
        aboard = roster.aboard(ship)
        if aboard > ship.type.holds * ship.number:
            problems.add(ship.said.at("id"), f"{ship.id} carries {aboard}; it holds {ship.type.holds * ship.number}")
        if (aboard or ship.type.carries_aircraft) and ship.nation not in roster.movers and ship.number > 1:
            text = f"{ship.id} is {ship.number} {ship.type.name}s; name each one, so that it is known who is aboard which"
            problems.add(ship.said.at("count"), text)


def check_aboard(roster: Roster, unit: Unit, problems: Problems) -> None:
    ship = roster.units.get(unit.aboard)
    mark = unit.said.at("aboard")
    if ship is None:
        return
    if not ship.type.holds:
        problems.add(mark, f"{ship.id}, a {ship.type.name}, carries nobody; expected a carrier or a transport")
    elif ship.type.carries_aircraft and (not unit.type.flies or unit.type.bombs):
        problems.add(mark, f"{unit.id}, {unit.type.name}, cannot be aboard a carrier; expected fighters")
    elif not ship.type.carries_aircraft and unit.type.sphere != "land":
        problems.add(mark, f"{unit.id}, {unit.type.name}, cannot be aboard {ship.id}; expected troops")
    if not friends(roster.groups, unit.nation, ship.nation):
        problems.add(mark, f"{ship.id} belongs to {nation_name(ship.nation)}, no friend of {nation_name(unit.nation)} (43)")


def had(units: Mapping[str, Unit]) -> dict[tuple[str, str], int]:
    """How many units of each nation and type there are at the start."""
    numbers: dict[tuple[str, str], int] = {}
    for unit in units.values():
        key = (unit.nation, unit.type.id)
        numbers[key] = numbers.get(key, 0) + unit.number
    return numbers
