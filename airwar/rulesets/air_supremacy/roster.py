"""The nations, unit types, spaces and units of a scenario, and the kinds that its units belong to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from airwar.engine.rule import rule
from airwar.rulesets.air_supremacy.setting import Space
from airwar.rulesets.air_supremacy.units import Kind, UnitType, printed_groups, printed_types
from airwar.scenario.problems import Problems, did_you_mean
from airwar.scenario.shape import Section


@dataclass
class Unit:
    """Units that share an entry in the scenario, and how many of them have no orders yet."""

    id: str
    nation: str
    type: UnitType
    number: int
    space: str
    aboard: str
    out_for: str
    entry: Section
    free: int = 0


@dataclass
class Roster:
    """The nations, spaces, types and units of a scenario, by id."""

    attacker: str
    movers: frozenset[str]
    groups: dict[str, str]
    spaces: dict[str, Space]
    types: dict[str, UnitType]
    units: dict[str, Unit] = field(default_factory=dict)
    kinds: dict[tuple[str, ...], Kind] = field(default_factory=dict)

    def kind(self, unit: Unit, landed: bool = False) -> Kind:
        """The kind that a unit belongs to; a defending ship that carries units is a kind of its own."""
        defends = unit.nation not in self.movers
        home = (unit.aboard or (unit.space if unit.type.flies else "")) if defends else ""
        ship = unit.id if defends and (unit.type.carries_aircraft or self.aboard(unit)) else ""
        key = (unit.nation, unit.type.id, home, ship, "landed" if landed else "")
        if key not in self.kinds:
            name = ship or self.kind_name(unit, home, landed)
            self.kinds[key] = Kind(name, len(self.kinds), unit.nation, unit.type, home, unit.space if home else "", landed, ship)
        return self.kinds[key]

    def kind_name(self, unit: Unit, home: str, landed: bool) -> str:
        """Nation and type, and the home if there are several."""
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
def read_groups(document: Section, problems: Problems) -> dict[str, str]:
    """The friend group of every nation: the eight powers, and minors with the major they move with."""
    groups = dict(printed_groups())
    for name, nation in (document["nations"] or {}).items():
        major = nation["with"]
        if major and major not in groups:
            known = ", ".join(printed_groups())
            problems.add(nation.at("with"), f"no nation can move with {major!r}; expected one of {known} (43)")
        groups[name] = groups.get(major, name) if major else name
    return groups


def read_types(document: Section, problems: Problems) -> dict[str, UnitType]:
    """The unit types that a scenario may use: those of the chart, and its own, which override them."""
    types = dict(printed_types())
    for name, entry in (document["types"] or {}).items():
        check_type(name, entry, problems)
        types[name] = UnitType(
            name,
            entry["sphere"],
            entry["attack"],
            entry["attack-air"],
            entry["defend"],
            entry["defend-air"],
            tuple(entry["bombs"] or ()),
            entry["hits"],
            entry["holds"],
            entry["carries"] if entry["holds"] else "",
            entry["by-necessity"],
        )
    return types


@rule("12", "21")
def check_type(name: str, entry: Section, problems: Problems) -> None:
    """Only aircraft have bombs, and attack surface units with nothing else; only ships carry other units."""
    if entry["bombs"] and entry["sphere"] != "air":
        problems.add(entry.at("bombs"), f"{name} is not an aircraft; only aircraft have bombs (12)")
    if entry["bombs"] and entry["attack"]:
        problems.add(entry.at("attack"), f"{name} attacks surface units with its bombs only; leave attack out (12)")
    if entry["holds"] and entry["sphere"] != "sea":
        problems.add(entry.at("holds"), f"{name} is not a ship; only ships carry other units (21)")


def space_name(name: str) -> str:
    """An id as a name on the map: `sea-of-japan` is Sea of Japan."""
    first, *words = name.split("-")
    return " ".join([first.title(), *(word if word in ("of", "the", "and") else word.title() for word in words)])


def read_spaces(document: Section) -> dict[str, Space]:
    """The map. Spaces are adjacent both ways if either says so."""
    beside: dict[str, set[str]] = {name: set(entry["adjacent"] or ()) for name, entry in document["spaces"].items()}
    for name, others in list(beside.items()):
        for other in others:
            beside.setdefault(other, set()).add(name)
    return {
        name: Space(name, entry["name"] or space_name(name), entry["kind"] == "sea", entry["nation"] or "", frozenset(beside[name]))
        for name, entry in document["spaces"].items()
    }


@rule("43")
def read_units(document: Section, roster: Roster, problems: Problems) -> None:
    """Every unit with its nation, type and place, if these are known."""
    for entry in document["units"]:
        type_ = roster.types.get(entry["type"])
        if type_ is None:
            meant = problems.similar(entry["type"], roster.types)
            text = f"unknown unit type {entry['type']!r}; expected one of {', '.join(roster.types)}{did_you_mean(meant)}"
            problems.add(entry.at("type"), text)
            continue
        if entry["nation"] not in roster.groups:
            known = ", ".join(roster.groups)
            problems.add(entry.at("nation"), f"unknown nation {entry['nation']!r}; expected {known}, or declare it under nations")
            continue
        if bool(entry["at"]) == bool(entry["aboard"]):
            problems.add(entry.mark, f"{entry['id']} is in two places or in none; expected either at or aboard")
            continue
        space, aboard = entry["at"] or "", entry["aboard"] or ""
        roster.units[entry["id"]] = Unit(
            entry["id"], entry["nation"], type_, entry["count"], space, aboard, entry["out-for"] or "", entry, entry["count"]
        )
    for unit in roster.units.values():
        if unit.aboard in roster.units:
            unit.space = roster.units[unit.aboard].space


def units_at_start(units: Mapping[str, Unit]) -> dict[tuple[str, str], int]:
    """How many units of each nation and type there are."""
    numbers: dict[tuple[str, str], int] = {}
    for unit in units.values():
        key = (unit.nation, unit.type.id)
        numbers[key] = numbers.get(key, 0) + unit.number
    return numbers
