"""The nations, unit types, spaces and units of a scenario, and the kinds that its units belong to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from airwar.engine.rule import rule
from airwar.rulesets.air_supremacy.setting import Campaign, Position, Space, Standing
from airwar.rulesets.air_supremacy.units import Kind, UnitType, kind_of, printed_groups, printed_types
from airwar.rulesets.kit.names import title_of
from airwar.scenario.nodes import Mark
from airwar.scenario.problems import Problems, did_you_mean
from airwar.scenario.shape import Section

ALIASES = {"us": "usa", "america": "usa", "britain": "uk", "england": "uk", "russia": "ussr", "soviet-union": "ussr"}


@dataclass(frozen=True, eq=False)
class Unit:
    """Units that share an entry in the scenario."""

    standing: Standing
    type: UnitType
    space: str  # where they are, aboard a ship or not

    @property
    def id(self) -> str:
        return self.standing.id

    @property
    def nation(self) -> str:
        return self.standing.nation

    @property
    def number(self) -> int:
        return self.standing.number

    @property
    def aboard(self) -> str:
        return self.standing.aboard


@dataclass(eq=False)
class Roster:
    """The nations, spaces and units when a turn begins, and the kinds that its units belong to."""

    movers: frozenset[str]
    groups: Mapping[str, str]
    majors: Mapping[str, str]
    spaces: Mapping[str, Space]
    units: dict[str, Unit]
    kinds: dict[tuple[str, ...], Kind] = field(default_factory=dict)

    def kind(self, unit: Unit, landed: bool = False) -> Kind:
        """The kind that a unit belongs to. Defending aircraft have a home, units aboard a ship too; attackers by land do not."""
        defends = unit.nation not in self.movers
        home = "" if landed else unit.aboard or (unit.space if unit.type.flies and defends else "")
        ship = unit.id if unit.type.carries_aircraft or self.aboard(unit) else ""
        key = (unit.nation, unit.type.id, home, ship, "landed" if landed else "")
        if key not in self.kinds:
            name = ship or self.kind_name(unit, home, landed)
            space = unit.space if home else ""
            self.kinds[key] = kind_of(name, len(self.kinds), unit.nation, unit.type, home, space, landed, ship)
        return self.kinds[key]

    def kind_name(self, unit: Unit, home: str, landed: bool) -> str:
        """Nation and type, and the home if there are several."""
        name = f"{unit.nation}-{unit.type.id}"
        if home and len(self._homes[unit.nation, unit.type.id]) > 1:
            return f"{name}-{home}"
        return f"{name}-ashore" if landed else name

    def aircraft(self) -> dict[tuple[str, str, str], Kind]:
        """Every kind of aircraft at every home it could have: nation, type and home."""
        ships = {unit.id: unit.space for unit in self.units.values() if unit.type.carries_aircraft}
        found = {}
        for nation, type_ in dict.fromkeys((unit.nation, unit.type) for unit in self.units.values() if unit.type.flies):
            land = {"": ""} if nation in self.movers else {space.id: space.id for space in self.spaces.values() if not space.sea}
            for home, space in (ships | land).items():
                name = f"{nation}-{type_.id}{f'-{home}' if home else ''}"
                key = (nation, type_.id, home, "", "")
                if key not in self.kinds:
                    self.kinds[key] = kind_of(name, len(self.kinds), nation, type_, home, space)
                found[nation, type_.id, home] = self.kinds[key]
        return found

    @cached_property
    def _homes(self) -> dict[tuple[str, str], set[str]]:
        """Where the units of each nation and type are."""
        found: dict[tuple[str, str], set[str]] = {}
        for unit in self.units.values():
            found.setdefault((unit.nation, unit.type.id), set()).add(unit.aboard or unit.space)
        return found

    @cached_property
    def _loads(self) -> dict[str, list[Unit]]:
        """The units aboard each ship."""
        found: dict[str, list[Unit]] = {}
        for unit in self.units.values():
            found.setdefault(unit.aboard, []).append(unit)
        return found

    @cached_property
    def _others(self) -> dict[str, list[Unit]]:
        """The units in each space that do not attack in this turn."""
        found: dict[str, list[Unit]] = {}
        for unit in self.units.values():
            if unit.nation not in self.movers:
                found.setdefault(unit.space, []).append(unit)
        return found

    def load(self, ship: Unit) -> Sequence[Unit]:
        """The units that a ship carries."""
        return self._loads.get(ship.id, ())

    def aboard(self, ship: Unit) -> int:
        """How many units a ship carries."""
        return sum(unit.number for unit in self.load(ship))

    def others_in(self, space: str) -> Sequence[Unit]:
        """The units in a space that do not attack in this turn."""
        return self._others.get(space, ())

    def is_friend(self, nation: str) -> bool:
        """Whether a nation is of the group of one that attacks."""
        return any(self.groups[nation] == self.groups[mover] for mover in self.movers)


def roster_of(campaign: Campaign, number: int, position: Position) -> Roster:
    """Everything that a turn begins with."""
    holders = dict(position.holders)
    spaces = {
        name: space if space.nation == holders[name] else Space(name, space.name, space.sea, holders[name], space.adjacent)
        for name, space in campaign.spaces.items()
    }
    units = units_of(position.units, campaign.types)
    return Roster(campaign.plans[number].movers, campaign.groups, campaign.majors, spaces, units)


def units_of(standings: Iterable[Standing], types: Mapping[str, UnitType]) -> dict[str, Unit]:
    """Units by id, each in its own space or in that of its ship."""
    spaces = {one.id: one.space for one in standings}
    return {one.id: Unit(one, types[one.type], one.space or spaces.get(one.aboard, "")) for one in standings}


@rule("43", "38")
def read_groups(document: Section, problems: Problems) -> tuple[dict[str, str], dict[str, str]]:
    """The friend group of every nation, and the major it moves with: the eight powers, and the scenario's own nations."""
    groups = dict(printed_groups())
    majors = {nation: nation for nation in groups}
    for name, nation in (document["nations"] or {}).items():
        major = nation["with"]
        if major and major not in printed_groups():
            known = ", ".join(printed_groups())
            problems.add(nation.at("with"), f"no nation can move with {major!r}; expected one of {known} (43)")
        groups[name] = groups.get(major, name) if major else name
        majors[name] = major or name
    return groups, majors


@rule("38")
def opponent_of(majors: Mapping[str, str], *nations: str) -> frozenset[str]:
    """The nations that take their turn together: a minor and the major that it moves with are the same opponent."""
    together = {majors.get(nation, nation) for nation in nations}
    return frozenset({*nations, *(nation for nation, major in majors.items() if major in together)})


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


def read_spaces(document: Section, groups: Mapping[str, str], problems: Problems) -> dict[str, Space]:
    """The map. Spaces are adjacent both ways if either says so."""
    beside: dict[str, set[str]] = {name: set(entry["adjacent"] or ()) for name, entry in document["spaces"].items()}
    for name, others in list(beside.items()):
        for other in others:
            beside.setdefault(other, set()).add(name)
    for name, entry in document["spaces"].items():
        if name in (entry["adjacent"] or ()):
            problems.add(entry.at("adjacent"), f"{name} is adjacent to itself; expected other spaces")
        if entry["nation"] and entry["nation"] not in groups:
            report_nation(entry.at("nation"), entry["nation"], groups, problems)
    return {
        name: Space(name, entry["name"] or title_of(name), entry["kind"] == "sea", entry["nation"] or "", frozenset(beside[name]))
        for name, entry in document["spaces"].items()
    }


def report_nation(mark: Mark, nation: str, groups: Iterable[str], problems: Problems) -> None:
    """Reports a nation that is neither a power nor declared."""
    meant = ALIASES.get(nation) or problems.similar(nation, groups)
    known = ", ".join(groups)
    problems.add(
        mark, f"unknown nation {nation!r}; expected one of {known}, or declare it under nations{did_you_mean(meant)}", meant
    )


@rule("43")
def read_units(
    document: Section, types: Mapping[str, UnitType], groups: Mapping[str, str], problems: Problems
) -> list[tuple[Standing, Section]]:
    """Every unit with its nation, type and place, if these are known, and its entry."""
    found = []
    for entry in document["units"]:
        if entry["type"] not in types:
            meant = problems.similar(entry["type"], types)
            text = f"unknown unit type {entry['type']!r}; expected one of {', '.join(types)}{did_you_mean(meant)}"
            problems.add(entry.at("type"), text, meant)
        elif entry["nation"] not in groups:
            report_nation(entry.at("nation"), entry["nation"], groups, problems)
        elif bool(entry["at"]) == bool(entry["aboard"]):
            problems.add(entry.mark, f"{entry['id']} is in two places or in none; expected either at or aboard")
        else:
            found.append((standing(entry), entry))
    return found


def standing(entry: Section) -> Standing:
    """A unit as the scenario has it."""
    return Standing(
        entry["id"],
        entry["nation"],
        entry["type"],
        entry["count"],
        entry["at"] or "",
        entry["aboard"] or "",
        int(entry["damaged"]),
        entry["out-for"] or "",
        entry["bound-for"] or "",
        entry["returning"],
    )


def units_at_start(units: Iterable[Standing]) -> dict[tuple[str, str], int]:
    """How many units of each nation and type there are."""
    numbers: dict[tuple[str, str], int] = {}
    for unit in units:
        key = (unit.nation, unit.type)
        numbers[key] = numbers.get(key, 0) + unit.number
    return numbers
