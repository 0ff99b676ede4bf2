"""Checks on the units of a scenario: values without a source, and units in places where they cannot be."""

from __future__ import annotations

from collections.abc import Mapping

from airwar.engine.rule import rule
from airwar.rulesets.air_supremacy.roster import Roster, Unit
from airwar.rulesets.air_supremacy.units import friends, nation_name
from airwar.rulesets.kit.rulings import Rulings
from airwar.scenario.problems import Problems
from airwar.scenario.shape import Section

Entries = Mapping[str, Section]


def check_values(roster: Roster, entries: Entries, rulings: Rulings, problems: Problems) -> tuple[str, ...]:
    """House values are used only on request. Returns the types in play that have them."""
    allowed = rulings.yes("placeholder-values")
    used = dict.fromkeys(unit.type for unit in roster.units.values() if unit.type.grade in ("placeholder", "published"))
    for unit in roster.units.values():
        if unit.type in used and not allowed:
            problems.add(
                entries[unit.id].at("type"),
                f"the module gives no values for {unit.type.id}; declare it under types, "
                "or say placeholder-values: yes under options",
            )
    return tuple(f"{type_.name}{' (from another module)' if type_.grade == 'published' else ''}" for type_ in used)


@rule("21", "24")
def check_places(roster: Roster, entries: Entries, problems: Problems) -> None:
    """Troops and aircraft are on land, ships at sea, fighters aboard friendly carriers with room for them."""
    for unit in roster.units.values():
        if unit.aboard:
            check_aboard(roster, entries, unit, problems)
        else:
            check_space(roster, entries, unit, problems)
        check_state(roster, entries[unit.id], unit, problems)
    for unit in roster.units.values():
        check_load(roster, entries, unit, problems)


def check_space(roster: Roster, entries: Entries, unit: Unit, problems: Problems) -> None:
    """Ships are in sea zones, all other units on land."""
    space = roster.spaces.get(unit.space)
    if space and space.sea and unit.type.sphere != "sea":
        problems.add(entries[unit.id].at("at"), f"{space.name} is a sea zone; expected {unit.id} on land or aboard a ship")
    elif space and not space.sea and unit.type.sphere == "sea":
        problems.add(entries[unit.id].at("at"), f"{space.name} is land; expected {unit.id}, a {unit.type.name}, in a sea zone")


@rule("38", "26", "32")
def check_state(roster: Roster, entry: Section, unit: Unit, problems: Problems) -> None:
    """Only ships that take two hits are damaged, and only aircraft of the defenders are out or under way."""
    standing, away = unit.standing, [key for key in ("out-for", "bound-for", "returning") if entry[key]]
    if standing.damage and unit.type.hits == 1:
        problems.add(entry.at("damaged"), f"{unit.id}, {unit.type.name}, is lost with its first hit; it cannot be damaged")
    if standing.out_for and standing.out_for not in roster.groups:
        problems.add(entry.at("out-for"), f"unknown nation {standing.out_for!r}; expected an opponent (38)")
    elif away and (not unit.type.flies or unit.nation in roster.movers):
        problems.add(entry.at(away[0]), f"{unit.id} is not an aircraft of a defender; only these have {away[0]} (26)")
    elif len(away) > 1:
        problems.add(entry.at(away[1]), f"{unit.id} has both {away[0]} and {away[1]}; expected one of them")


@rule("21")
def check_load(roster: Roster, entries: Entries, ship: Unit, problems: Problems) -> None:
    """No ship carries more than it holds, and it is clear which defending carrier has which aircraft aboard."""
    aboard = roster.aboard(ship)
    if aboard > ship.type.holds * ship.number:
        problems.add(entries[ship.id].at("id"), f"{ship.id} carries {aboard}; it holds {ship.type.holds * ship.number}")
    if ship.type.holds and ship.id in roster.spaces:
        problems.add(entries[ship.id].at("id"), f"{ship.id} is also a space; a ship that carries units needs an id of its own")
    if ship.type.carries_aircraft and ship.nation not in roster.movers and ship.number > 1:
        text = f"{ship.id} is {ship.number} {ship.type.name}s; list each one, so that it is clear who is aboard which"
        problems.add(entries[ship.id].at("count"), text)


@rule("21", "43")
def check_aboard(roster: Roster, entries: Entries, unit: Unit, problems: Problems) -> None:
    """Carriers take fighters, transports take troops, and only those of friends."""
    ship = roster.units.get(unit.aboard)
    mark = entries[unit.id].at("aboard")
    if ship is None:
        return
    if not ship.type.holds:
        problems.add(mark, f"{ship.id}, a {ship.type.name}, carries no other units; expected a carrier or a transport")
    elif ship.type.carries_aircraft and (not unit.type.flies or unit.type.bombs):
        problems.add(mark, f"{unit.id}, {unit.type.name}, cannot be aboard a carrier; expected fighters")
    elif not ship.type.carries_aircraft and unit.type.sphere != "land":
        problems.add(mark, f"{unit.id}, {unit.type.name}, cannot be aboard {ship.id}; expected troops")
    if not friends(roster.groups, unit.nation, ship.nation):
        problems.add(
            mark, f"{ship.id} belongs to {nation_name(ship.nation)}, which is not a friend of {nation_name(unit.nation)} (43)"
        )
