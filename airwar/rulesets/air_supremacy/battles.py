"""The first position of a turn: every ordered attack as a battle with the forces that meet in it, and all other units."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from airwar.engine.rule import rule
from airwar.rulesets.air_supremacy.forces import CARGO, FIGHTS, LOCKED, Line, merged
from airwar.rulesets.air_supremacy.orders import committed, first_order, opponents
from airwar.rulesets.air_supremacy.roster import Roster, Unit, roster_of
from airwar.rulesets.air_supremacy.setting import Campaign, Order, Position, Setting
from airwar.rulesets.air_supremacy.turn import HOME, ON_THE_WAY, OUT, RETURNING, Battle, Group, Origins, Pass, Turn
from airwar.rulesets.air_supremacy.units import Kind, friends


@lru_cache(maxsize=4096)
def turn_of(campaign: Campaign, number: int, position: Position, orders: tuple[Order, ...]) -> Turn:
    """A turn before its first round. The same turn is the same object, so that positions can be compared."""
    roster = roster_of(campaign, number, position)
    busy, at_first = committed(orders), committed([order for order in orders if not order.after])
    battles: dict[str, Battle] = {}
    passes: list[Pass] = []
    for order in orders:
        if order.after:
            passes.append(pass_of(roster, orders, order))
            waiting = Battle(order.space, (), (), (), order.after, nations=opponents(roster, order))
            battles.setdefault(order.space, waiting)
        else:
            battles[order.space] = battle_of(roster, at_first, order)
    groups: list[Group] = []
    in_battle = {ship for order in orders if not order.after for ship, _ in order.force}
    for unit in roster.units.values():
        if unit.aboard in in_battle:  # it is there already, whoever it belongs to
            continue
        if unit.nation in roster.movers:
            groups += idle_attackers(roster, busy, unit)
        else:
            place_defender(roster, battles, groups, unit)
    battles = {space: battle._replace(defenders=merged(battle.defenders)) for space, battle in battles.items()}
    setting = Setting(campaign, number, position, orders, roster.spaces, roster.aircraft())
    return Turn(setting, tuple(battles.values())).with_groups(groups)._replace(passes=tuple(passes))


def battle_of(roster: Roster, at_first: Mapping[str, int], order: Order) -> Battle:
    """A battle that begins in the first round."""
    lines = [line_of(roster, unit_id, count) for unit_id, count in order.force]
    lines += [line_of(roster, unit_id, count, landed=True) for unit_id, count in order.landing]
    lines += [line for unit_id, _ in order.force for line in cargo(roster, at_first, roster.units[unit_id])]
    support = [line_of(roster, unit_id, count) for unit_id, count in order.support]
    origins = origins_of(roster, (*order.force, *order.support))
    return Battle(order.space, merged(lines), (), merged(support), nations=opponents(roster, order), origins=origins)


def line_of(roster: Roster, unit_id: str, count: int, landed: bool = False) -> Line:
    """Units of an entry in a battle."""
    unit = roster.units[unit_id]
    return Line(roster.kind(unit, landed), count, damage=unit.standing.damage)


def origins_of(roster: Roster, units: Sequence[tuple[str, int]]) -> Origins:
    """Where attackers come from."""
    return tuple((roster.kind(roster.units[unit_id]), roster.units[unit_id].space, count) for unit_id, count in units)


@rule("21", "41")
def cargo(roster: Roster, at_first: Mapping[str, int], ship: Unit) -> list[Line]:
    """What is aboard a ship that goes into battle: it shares the ship's fate. Troops for a second space wait aboard."""
    return [Line(roster.kind(unit), unit.number - at_first[unit.id], CARGO) for unit in roster.load(ship)]


def joining(orders: Sequence[Order], order: Order) -> dict[str, int]:
    """Aircraft that join a passing fleet from elsewhere, by unit."""
    first = first_order(orders, order) if order.after else None
    return {unit_id: count for unit_id, count in order.force if first and unit_id not in dict(first.force)}


# naval pass-through


@rule("39", "41")
def pass_of(roster: Roster, orders: Sequence[Order], order: Order) -> Pass:
    """A fleet that goes on to a second space: ships of the first zone, the troops they carry, and aircraft from elsewhere."""
    waiting = tuple(joining(orders, order).items())
    units: dict[tuple[Kind, str], int] = {}
    for role, named in (("attack", order.force), ("support", order.support)):
        for unit_id, count in named:
            if unit_id not in dict(waiting):
                key = (roster.kind(roster.units[unit_id]), role)
                units[key] = units.get(key, 0) + count
    landing: dict[tuple[Kind, Kind], int] = {}
    for unit_id, count in order.landing:
        troops = (roster.kind(roster.units[unit_id]), roster.kind(roster.units[unit_id], True))
        landing[troops] = landing.get(troops, 0) + count
    return Pass(
        order.space,
        order.after,
        tuple((kind, count, role) for (kind, role), count in units.items()),
        tuple((aboard, ashore, count) for (aboard, ashore), count in landing.items()),
        merged(line_of(roster, unit_id, count) for unit_id, count in waiting),
        origins_of(roster, waiting),
    )


# units outside the attacks


def idle_attackers(roster: Roster, busy: Mapping[str, int], unit: Unit) -> list[Group]:
    """Units of the attacker without orders."""
    kind = roster.kind(unit)
    free = unit.number - busy[unit.id]
    return [Group(kind, free, HOME, "" if kind.home else unit.space, unit.standing.damage)]


@rule("27", "38", "45")
def place_defender(roster: Roster, battles: dict[str, Battle], groups: list[Group], unit: Unit) -> None:
    """Units of the nations that are attacked defend their space; aircraft elsewhere are at home, or out, or under way."""
    kind, standing = roster.kind(unit), unit.standing
    out = is_out(roster, unit)
    battle = battles.get(unit.space)
    under_way = bool(standing.bound_for or standing.returning)
    attacked = battle is not None and unit.nation in battle.nations and not under_way
    bound = battles.get(standing.bound_for)
    if bound and not friends(roster.groups, unit.nation, bound.nations[0]):
        bound = None  # strangers are attacked there; these aircraft turn back (43)
    if bound and bound.on:
        battles[bound.space] = bound._replace(defenders=(*bound.defenders, Line(kind, unit.number, arrived=True)))
    elif battle and attacked and not (kind.type.flies and battle.after):
        mode = CARGO if unit.aboard and not kind.type.flies else LOCKED if out else FIGHTS
        line = Line(kind, unit.number, mode, standing.damage)
        battles[battle.space] = battle._replace(defenders=(*battle.defenders, line))
    elif under_way:
        groups.append(Group(kind, unit.number, ON_THE_WAY if bound else RETURNING, standing.bound_for if bound else ""))
    else:
        groups.append(Group(kind, unit.number, OUT if out else HOME, "" if kind.home else unit.space, standing.damage))


@rule("38")
def is_out(roster: Roster, unit: Unit) -> bool:
    """Whether aircraft have already retreated in the turn of this opponent, or of a minor that moves with it."""
    return unit.type.flies and unit.standing.out_for in roster.movers
