"""The first position of a turn: every ordered attack as a battle with the forces that meet in it, and all other units."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from airwar.rulesets.air_supremacy.forces import CARGO, FIGHTS, LOCKED, Line, merged
from airwar.rulesets.air_supremacy.position import Attack, Attacks, Position, Setting, Unit
from airwar.rulesets.air_supremacy.turn import HOME, ON_THE_WAY, OUT, RETURNING, Battle, Group, Pass, Turn
from airwar.rulesets.air_supremacy.units import Kind
from airwar.rulesets.kit import rule


@rule("43", "42")
def opponents(setting: Setting, order: Attack) -> tuple[str, ...]:
    """The nations that are attacked: those that the order names, or all in the space that are no friends of the attacker.

    Where nobody is, it is the nation that holds the space.
    """
    here = setting.others_in(order.at)
    present = dict.fromkeys(unit.nation for unit in here)
    if order.defenders:
        attacked = aboard_together(setting, here, set(order.defenders))
        return tuple(nation for nation in present if nation in attacked)
    found = tuple(nation for nation in present if not setting.is_friend(nation))
    return found or ((setting.spaces[order.at].nation,) if is_empty(setting, order.at) else ())


@rule("41", "43")
def is_empty(setting: Setting, space: str) -> bool:
    """Whether land is held by an enemy who has no units there, so that troops can walk in."""
    known = setting.spaces[space]
    enemy = bool(known.nation) and known.nation not in setting.movers and not setting.is_friend(known.nation)
    return enemy and not known.sea and not any(not setting.is_friend(unit.nation) for unit in setting.others_in(space))


@rule("21", "43")
def aboard_together(setting: Setting, units: Sequence[Unit], nations: set[str]) -> set[str]:
    """Some nations, and those whose units are aboard a ship with theirs, or carry them: they are attacked together."""
    shared = [{unit.nation, setting.units[unit.aboard].nation} for unit in units if unit.aboard in setting.units]
    more = nations.union(*(both for both in shared if both & nations))
    return nations if more == nations else aboard_together(setting, units, more)


def first_attack(earlier: Iterable[Attack], order: Attack) -> Attack | None:
    """The attack on the first zone of a pass-through."""
    return next((old for old in earlier if old.at == order.after and not old.after), None) if order.after else None


@rule("39", "41")
def of_the_fleet(setting: Setting, first: Attack | None, unit: Unit) -> bool:
    """Whether units go on from a first zone with its fleet: its ships, and the aircraft of carriers among them.

    Other aircraft attack in one place: those of an entry that join the fleet are not those that fight in the first zone.
    """
    return first is not None and (setting.type(unit.id).sphere == "sea" or unit.aboard in first.with_)


@rule("39")
def fought_before(first: Attack, order: Attack, unit: Unit) -> int:
    """How many aircraft of the fleet may have fought in the first zone: those of a carrier that goes on with them."""
    return first.with_.get(unit.id, 0) if unit.aboard in order.with_ else 0


def committed(setting: Setting, orders: Attacks) -> Counter[str]:
    """How many units of each entry have orders already; those that pass through are counted in their first battle."""
    found = Counter[str]()
    for order in orders:
        first = first_attack(orders, order)
        for one, number in order.with_.items():
            unit = setting.units[one]
            if not first or not of_the_fleet(setting, first, unit):
                found[one] += number
            elif setting.type(one).flies:
                found[one] += max(0, number - fought_before(first, order, unit))
        found.update(order.landing)
        found.update({} if order.after else order.support)
    return found


# the battles


@lru_cache(maxsize=4096)
def turn_of(position: Position, orders: Attacks) -> Turn:
    """A turn before its first round. The same turn is the same object, so that positions can be compared."""
    setting = Setting(position, orders)
    busy, at_first = (committed(setting, some) for some in (orders, tuple(order for order in orders if not order.after)))
    battles: dict[str, Battle] = {}
    passes: list[Pass] = []
    for order in orders:
        if order.after:
            passes.append(pass_of(setting, order))
            battles.setdefault(order.at, Battle(order.at, (), (), (), order.after, nations=opponents(setting, order)))
        else:
            battles[order.at] = battle_of(setting, at_first, order)
    groups: list[Group] = []
    in_battle = {ship for order in orders if not order.after for ship in order.with_}
    for unit in setting.units.values():
        if unit.aboard in in_battle:  # it is there already, whoever it belongs to
            continue
        if unit.nation in setting.movers:
            kind = setting.kind(unit.id)
            place = "" if kind.home else unit.at
            groups.append(Group(kind, unit.count - busy[unit.id], HOME, place, int(unit.damaged)))
        else:
            place_defender(setting, battles, groups, unit)
    battles = {space: battle._replace(defenders=merged(battle.defenders)) for space, battle in battles.items()}
    return Turn(setting, tuple(battles.values())).with_groups(groups)._replace(passes=tuple(passes))


def battle_of(setting: Setting, at_first: Mapping[str, int], order: Attack) -> Battle:
    """A battle that begins in the first round."""
    lines = [line_of(setting, unit_id, number) for unit_id, number in order.with_.items()]
    lines += [line_of(setting, unit_id, number, landed=True) for unit_id, number in order.landing.items()]
    lines += [line for unit_id in order.with_ for line in cargo(setting, at_first, unit_id)]
    support = [line_of(setting, unit_id, number) for unit_id, number in order.support.items()]
    return Battle(order.at, merged(lines), (), merged(support), nations=opponents(setting, order))


def line_of(setting: Setting, unit_id: str, number: int, landed: bool = False) -> Line:
    """Units of an entry in a battle."""
    return Line(setting.kind(unit_id, landed), number, damage=int(setting.units[unit_id].damaged))


@rule("21", "41")
def cargo(setting: Setting, at_first: Mapping[str, int], ship: str) -> list[Line]:
    """What is aboard a ship that goes into battle: it shares the ship's fate. Troops for a second space wait aboard."""
    return [Line(setting.kind(unit.id), unit.count - at_first[unit.id], CARGO) for unit in setting.loads.get(ship, ())]


@rule("39", "41")
def pass_of(setting: Setting, order: Attack) -> Pass:
    """A fleet that goes on to a second space: ships of the first zone, the troops they carry, and aircraft from elsewhere."""
    first = first_attack(setting.attacks, order)
    joining = {one for one in order.with_ if not of_the_fleet(setting, first, setting.units[one])}
    waiting = {unit_id: number for unit_id, number in order.with_.items() if unit_id in joining}
    units: list[tuple[Kind, int, str]] = []
    for role, named in (("attack", order.with_), ("support", order.support)):
        units += [(setting.kind(one), number, role) for one, number in named.items() if one not in waiting]
    landing = tuple((setting.kind(one), setting.kind(one, True), number) for one, number in order.landing.items())
    lines = (line_of(setting, one, number) for one, number in waiting.items())
    return Pass(order.at, order.after, tuple(units), landing, merged(lines))


# units outside the attacks


@rule("27", "38", "45", "43")
def place_defender(setting: Setting, battles: dict[str, Battle], groups: list[Group], unit: Unit) -> None:
    """Units of the nations that are attacked defend their space; aircraft elsewhere are at home, or out, or under way.

    Aircraft that are bound for a battle where only strangers are attacked turn back.
    """
    kind, out = setting.kind(unit.id), is_out(setting, unit)
    battle, bound = battles.get(kind.space), battles.get(unit.bound_for)
    under_way = bool(unit.bound_for or unit.returning)
    attacked = battle is not None and unit.nation in battle.nations and not under_way
    if bound and not any(setting.friendly(unit.nation, nation) for nation in bound.nations):
        bound = None
    if bound and bound.on:
        line = Line(kind, unit.count, arrived=True, guest=True)
        battles[bound.space] = bound._replace(defenders=(*bound.defenders, line))
    elif battle and attacked and not (kind.type.flies and battle.after):
        mode = CARGO if unit.aboard and not kind.type.flies else LOCKED if out else FIGHTS
        line = Line(kind, unit.count, mode, int(unit.damaged))
        battles[battle.space] = battle._replace(defenders=(*battle.defenders, line))
    elif under_way:
        groups.append(Group(kind, unit.count, ON_THE_WAY if bound else RETURNING, unit.bound_for if bound else ""))
    else:
        groups.append(Group(kind, unit.count, OUT if out else HOME, "" if kind.home else unit.at, int(unit.damaged)))


@rule("38")
def is_out(setting: Setting, unit: Unit) -> bool:
    """Whether aircraft have already retreated in the turn of this opponent, or of a minor that moves with it."""
    return setting.type(unit.id).flies and unit.out_for in setting.movers
