"""What makes an attack legal: the same refusals for a scenario, for a later turn, and at the prompt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from airwar.engine.rule import rule
from airwar.engine.words import verb
from airwar.rulesets.air_supremacy.roster import Roster, Unit
from airwar.rulesets.air_supremacy.setting import Order
from airwar.rulesets.air_supremacy.units import nation_name

NO_SUPPORT = ("aircraft-carrier", "submarine", "transport")  # no support shots; types of the scenario's own may fire them
FIELDS = ("with", "landing", "support")


class Refusal(NamedTuple):
    """Why an order cannot be carried out, and the part of it that is at fault."""

    field: str
    unit: str
    text: str


def named(order: Order, field: str) -> tuple[tuple[str, int], ...]:
    """The units that an order names under a field of a scenario."""
    return {"with": order.force, "landing": order.landing, "support": order.support}[field]


def first_order(earlier: Sequence[Order], order: Order) -> Order | None:
    """The attack on the first zone of a pass-through."""
    return next((old for old in earlier if old.space == order.after and not old.after), None)


# who is attacked


@rule("43", "42")
def opponents(roster: Roster, order: Order) -> tuple[str, ...]:
    """The nations that are attacked: those that the order names, or all in the space that are no friends of the attacker."""
    here = roster.others_in(order.space)
    present = dict.fromkeys(unit.nation for unit in here)
    if order.defenders:
        attacked = aboard_together(roster, here, set(order.defenders))
        return tuple(nation for nation in present if nation in attacked)
    return tuple(nation for nation in present if not roster.is_friend(nation))


@rule("21", "43")
def aboard_together(roster: Roster, units: Sequence[Unit], nations: set[str]) -> set[str]:
    """Some nations, and those whose units are aboard a ship with theirs, or carry them: they are attacked together."""
    shared = [{unit.nation, roster.units[unit.aboard].nation} for unit in units if unit.aboard in roster.units]
    more = nations.union(*(both for both in shared if both & nations))
    return nations if more == nations else aboard_together(roster, units, more)


@rule("43", "42")
def defenders_refused(roster: Roster, order: Order) -> str | None:
    """Why an attack does not say whom it is against, or None: friends are not attacked, and of two groups one is named."""
    name = roster.spaces[order.space].name
    present = {unit.nation for unit in roster.others_in(order.space)}
    for nation in order.defenders:
        if nation not in roster.groups or nation in roster.movers or roster.is_friend(nation):
            return f"{nation!r} cannot be attacked; expected nations that are no friends of the attacker (43)"
        if nation not in present:
            return f"{nation_name(nation)} has no units in {name}; an attack needs enemy units to fight (42)"
    nations = opponents(roster, order)
    if not nations:
        return f"nobody defends {name}; an attack needs enemy units to fight (42)"
    if not order.defenders and len({roster.groups[nation] for nation in nations}) > 1:
        return f"{' and '.join(map(nation_name, nations))} are in {name} but not friends; say who is attacked, under defenders (43)"
    return None


# the whole order


@rule("42", "45", "46", "39", "41")
def order_refusals(roster: Roster, earlier: Sequence[Order], order: Order) -> list[Refusal]:
    """Everything that is wrong with an order, given those before it."""
    found = [Refusal(field, "", text) for field, text in place_refusals(roster, earlier, order)]
    for field in FIELDS:
        for unit_id, number in named(order, field):
            unit = roster.units.get(unit_id)
            refused = unit_refused(roster, earlier, order, field, unit, number) if unit else f"there is no {unit_id} any more"
            if refused:
                found.append(Refusal(field, unit_id, refused))
    return found


def place_refusals(roster: Roster, earlier: Sequence[Order], order: Order) -> list[tuple[str, str]]:
    """What is wrong with where and how an order attacks."""
    found = []
    space = roster.spaces[order.space]
    if any(old.space == order.space and bool(old.after) == bool(order.after) for old in earlier):
        found.append(("at", f"{space.name} is attacked twice in one turn; combine the two battles"))
    nobody = defenders_refused(roster, order)
    if nobody:
        found.append(("defenders" if order.defenders else "at", nobody))
    if not (order.force or order.landing):
        found.append(("", f"nobody attacks {space.name}; expected units under with or landing"))
    if order.support and not order.landing:
        found.append(("support", "support shots are for landings; expected units under landing (46)"))
    if order.landing:
        landing = landing_refused(roster, order.space)
        found += [("landing", landing)] if landing else []
    if order.after:
        passing = after_refused(roster, earlier, order) or fleet_refused(roster, order)
        found += [("after", passing)] if passing else []
    return found


@rule("39")
def fleet_refused(roster: Roster, order: Order) -> str | None:
    """Why an order is not one for a fleet, or None: it takes a ship, or troops aboard one."""
    units = [roster.units[unit_id] for unit_id, _ in order.force if unit_id in roster.units]
    if order.landing or any(unit.type.sphere == "sea" for unit in units):
        return None
    return f"no ship goes on to {roster.spaces[order.space].name}; aircraft alone do not pass through (39)"


@rule("46", "41")
def landing_refused(roster: Roster, name: str) -> str | None:
    """Why nobody can land in a space, or None: it takes land with a coast."""
    space = roster.spaces[name]
    if space.sea:
        return f"{space.name} is a sea zone; troops land on land (46)"
    if not any(roster.spaces[other].sea for other in space.adjacent if other in roster.spaces):
        return f"{space.name} is not next to any sea zone; troops land from the sea (46)"
    return None


@rule("39", "41")
def after_refused(roster: Roster, earlier: Sequence[Order], order: Order) -> str | None:
    """Why a fleet cannot pass through a zone to a space, or None: it fights in the zone first, and the space is next to it."""
    first = first_order(earlier, order)
    if first is None or not roster.spaces[first.space].sea:
        return f"{order.after!r} is not a sea zone attacked above; a fleet passes through one (39)"
    if order.space not in roster.spaces[order.after].adjacent:
        here, there = roster.spaces[order.after].name, roster.spaces[order.space].name
        return f"{there} is not next to {here}; a fleet passes through to an adjacent space (39)"
    return None


# single units


@rule("46", "47", "39", "41")
def unit_refused(roster: Roster, earlier: Sequence[Order], order: Order, field: str, unit: Unit, number: int) -> str | None:
    """Why units cannot take part in an attack in this way, or None."""
    if unit.nation not in roster.movers:
        expected = ", ".join(nation_name(nation) for nation in sorted(roster.movers))
        return f"{unit.id} belongs to {nation_name(unit.nation)}, which is not attacking; expected units of {expected}"
    refused = sphere_refused(roster, order, field, unit) or ship_refused(roster, earlier, order, field, unit, number)
    if refused:
        return refused
    passing = is_passing(earlier, order, field, unit)
    if passing and first_order(earlier, order):
        refused = passing_refused(roster, earlier, order, unit)
    able = free(roster, earlier, order, field, unit)
    if refused or number <= able:
        return refused
    if passing:
        return f"{number} of {unit.id}, but only {able} can go on from {order.after}; a unit goes to one second space (39)"
    return f"{number} of {unit.id}, but only {able} {verb(able, 'are', 'is')} free; a unit attacks in one place only"


def free(roster: Roster, earlier: Sequence[Order], order: Order, field: str, unit: Unit) -> int:
    """How many units of an entry can still be ordered in this way."""
    first = first_order(earlier, order)
    used = sum(dict(named(order, other)).get(unit.id, 0) for other in FIELDS if other != field)
    if first and field != "landing" and is_passing(earlier, order, field, unit):
        return dict(first.force).get(unit.id, 0) - promised(earlier, unit.id) - used
    return unit.number - committed(earlier)[unit.id] - used


@rule("46", "47")
def sphere_refused(roster: Roster, order: Order, field: str, unit: Unit) -> str | None:
    """Why a unit cannot attack a space in this way, or None: aircraft attack anywhere, ships at sea, troops on land."""
    space = roster.spaces[order.space]
    spheres = {"with": ("air", "sea" if space.sea else "land"), "landing": ("land",), "support": ("sea",)}[field]
    if unit.type.sphere not in spheres:
        wanted = "ships fire support shots (46)" if unit.type.sphere == "sea" else f"expected {' or '.join(spheres)} units"
        return f"{unit.id}, {unit.type.name}, cannot be under {field} in {space.name}; {wanted}"
    if field == "support" and unit.type.id in NO_SUPPORT:
        return f"{unit.id}, {unit.type.name}, fires no support shots; battleships and destroyers do (46)"
    if field == "with" and unit.aboard and unit.type.sphere == "land":
        return f"{unit.id} is aboard {unit.aboard}; expected it under landing (46)"
    return None


@rule("46", "41")
def ship_refused(roster: Roster, earlier: Sequence[Order], order: Order, field: str, unit: Unit, number: int) -> str | None:
    """Why ships cannot support, carry or fight, or None: they are next to a landing, and do one thing at a time."""
    name = roster.spaces[order.space].name
    in_battle = {ship for old in earlier if not old.after for ship, _ in old.force}
    if field == "support" and not order.after and order.space not in roster.spaces[unit.space].adjacent:
        return f"{unit.id} is in {roster.spaces[unit.space].name}, which is not next to {name}; expected an adjacent zone (46)"
    if field == "landing" and unit.aboard and not order.after:
        if unit.aboard in in_battle:
            return f"{unit.aboard} fights at sea in the first round; its troops land after that, with after (41)"
        if order.space not in roster.spaces[unit.space].adjacent:
            return f"{unit.aboard} is in {roster.spaces[unit.space].name}, which is not next to {name}; troops land from there (46)"
    if order.after and unit.aboard in in_battle and not is_passing(earlier, order, field, unit):
        return f"{unit.aboard} fights in the first round, so {unit.id} flies from there or stays aboard (39)"
    waiting = [other for old in earlier if old.after for other, _ in old.force if roster.units[other].aboard == unit.id]
    if field == "with" and not order.after and waiting:
        return f"{waiting[0]} waits aboard {unit.id} for a second space, so it does not fight in the first round (39)"
    landed = [troops for old in earlier if not old.after for troops, _ in old.landing if roster.units[troops].aboard == unit.id]
    if field == "with" and landed:
        return f"{unit.id} lands {landed[0]} in the first round, so it does not fight at sea then (46)"
    if unit.type.holds and number < unit.number and roster.aboard(unit):
        return f"{unit.id} is {unit.number} ships with units aboard; list each one, so that it is clear who is aboard which"
    return None


@rule("39", "41")
def is_passing(earlier: Sequence[Order], order: Order, field: str, unit: Unit) -> bool:
    """Whether units come from the first battle of a pass-through; aircraft may also join the fleet from elsewhere."""
    if not order.after or field == "landing":
        return bool(order.after)
    first = first_order(earlier, order)
    return unit.type.sphere == "sea" or bool(first and unit.id in dict(first.force))


@rule("39", "41")
def passing_refused(roster: Roster, earlier: Sequence[Order], order: Order, unit: Unit) -> str | None:
    """Why units cannot go on to the second space, or None: they fight in the first zone, or are aboard a ship that does."""
    first = first_order(earlier, order)
    fought = dict(first.force) if first else {}
    name = roster.spaces[order.after].name
    if unit.type.sphere == "land":
        return None if unit.aboard in fought else f"{unit.id} must be aboard a transport that passes through {name} (41)"
    return None if unit.id in fought else f"{unit.id} does not fight in {name} first; a passing ship does (39)"


def committed(orders: Sequence[Order]) -> Counter[str]:
    """How many units of each entry have orders already; those that pass through are counted in their first battle."""
    found: Counter[str] = Counter()
    for order in orders:
        if order.after:
            first = first_order(orders, order)
            fought = dict(first.force) if first else {}
            parts = [tuple((unit_id, number) for unit_id, number in order.force if unit_id not in fought), order.landing]
        else:
            parts = [order.force, order.landing, order.support]
        for part in parts:
            for unit_id, number in part:
                found[unit_id] += number
    return found


def promised(orders: Sequence[Order], unit_id: str) -> int:
    """How many units of an entry go on to a second space."""
    passing = [order for order in orders if order.after]
    return sum(dict(order.force).get(unit_id, 0) + dict(order.support).get(unit_id, 0) for order in passing)
