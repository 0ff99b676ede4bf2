"""The attacks and answers that a scenario prepares: read from the file, and checked as far as the file can tell."""

from __future__ import annotations

from collections.abc import Container, Sequence

from airwar.engine.rule import rule
from airwar.rulesets.air_supremacy.orders import FIELDS, named, order_refusals
from airwar.rulesets.air_supremacy.roster import Roster
from airwar.rulesets.air_supremacy.setting import Order
from airwar.rulesets.air_supremacy.units import friends, nation_name
from airwar.scenario.nodes import Map, Node, Scalar
from airwar.scenario.problems import Problems
from airwar.scenario.shape import Section


def read_orders(turn: Section) -> tuple[Order, ...]:
    """The attacks of a turn, in the order of the file."""
    return tuple(read_order(entry) for entry in turn["battles"] or ())


def read_order(entry: Section) -> Order:
    with_, landing, support = (tuple((entry[field] or {}).items()) for field in FIELDS)
    return Order(entry["at"], with_, landing, support, entry["after"] or "", tuple(entry["defenders"] or ()))


@rule("42", "45", "46")
def check_orders(document: Section, roster: Roster, problems: Problems) -> None:
    """Reports everything that is wrong with the attacks of the first turn."""
    earlier: list[Order] = []
    for entry in document["battles"] or ():
        order = read_order(entry)
        known = order.space in roster.spaces and (not order.after or order.after in roster.spaces)
        if not known or any(unit_id not in roster.units for field in FIELDS for unit_id, _ in named(order, field)):
            continue  # reported already
        if any(roster.units[unit_id].space not in roster.spaces for field in FIELDS for unit_id, _ in named(order, field)):
            continue
        refusals = order_refusals(roster, earlier, order)
        for refusal in refusals:
            at = entry[refusal.field].at(refusal.unit) if refusal.unit else entry.at(refusal.field) if refusal.field else entry.mark
            problems.add(at, refusal.text)
        if not any(refusal.field == "at" for refusal in refusals):
            earlier.append(order)


@rule("38")
def check_later_units(turn: Section, roster: Roster, movers: Container[str], problems: Problems) -> None:
    """The units that a later turn names belong to those who attack in it; the rest is checked when the turn comes."""
    for entry in turn["battles"] or ():
        for field in FIELDS:
            for unit_id in entry[field] or {}:
                unit = roster.units.get(unit_id)
                if unit and unit.nation not in movers:
                    text = f"{unit_id} belongs to {nation_name(unit.nation)}, which is not attacking in this turn"
                    problems.add(entry[field].at(unit_id), text)


# prepared answers that could never be given


@rule("16", "24", "42")
def check_answers(document: Section, roster: Roster, orders: Sequence[Sequence[Order]], problems: Problems) -> None:
    """Checks the prepared declarations of groundings, retreats and dispatches in a file with a single turn."""
    if len(orders) > 1 or not orders[0] or document["orders"] == "ask":
        return  # who attacks, and where, is not known in advance
    attacked = {order.space for order in orders[0]}
    said = document["choices"] or []
    for choices in said if isinstance(said, list) else [said]:
        check_declarations(choices, roster, attacked, problems)


@rule("16", "24", "42")
def check_declarations(choices: Section, roster: Roster, attacked: set[str], problems: Problems) -> None:
    """Only defenders ground, retreat or dispatch aircraft, and these go where they can."""
    for pattern, node in choices.items():
        place, nation, what = ("", "", "", *pattern.split("."))[-3:]
        if what in ("ground", "retreat", "dispatch") and nation in roster.movers | {"attacker"}:
            cite = {"ground": "16", "retreat": "22", "dispatch": "26"}[what]
            problems.add(choices.at(pattern), f"{nation} attacks; only defenders declare {what} ({cite})")
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
    if nation in roster.groups and not any(friends(roster.groups, nation, unit.nation) for unit in roster.others_in(to.id)):
        return f"{nation_name(nation)} has no friends in {to.name}; aircraft defend only their own group (43)"
    return None
