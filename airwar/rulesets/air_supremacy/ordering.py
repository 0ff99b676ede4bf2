"""Attacks that are ordered at the table, before the first round; and those that a scenario prepares for a later turn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache, partial

from airwar.engine.questions import first_come
from airwar.engine.referee import About, Note, Referee
from airwar.engine.rule import rule
from airwar.rulesets.air_supremacy import about
from airwar.rulesets.air_supremacy.battles import turn_of
from airwar.rulesets.air_supremacy.orders import (
    after_refused,
    defenders_refused,
    free,
    landing_refused,
    order_refusals,
    unit_refused,
)
from airwar.rulesets.air_supremacy.roster import Roster, Unit, roster_of
from airwar.rulesets.air_supremacy.setting import Order, Setting
from airwar.rulesets.air_supremacy.turn import Turn
from airwar.rulesets.air_supremacy.units import nation_name, unit_name
from airwar.rulesets.kit.names import title_of

DONE = "done"
AT_ONCE = "no"


@lru_cache(maxsize=256)
def roster_before(setting: Setting) -> Roster:
    """Everything that a turn begins with; built once, because every question about orders looks at it."""
    return roster_of(setting.campaign, setting.number, setting.position)


def with_orders(turn: Turn, orders: tuple[Order, ...]) -> Turn:
    """The turn, still before its first round, with other orders."""
    setting = turn.setting
    return turn_of(setting.campaign, setting.number, setting.position, orders)._replace(earlier=turn.earlier)


@rule("42", "45", "46")
def prepared_orders(ref: Referee, turn: Turn) -> Turn:
    """What the scenario prepares for a later turn, as far as it can be carried out by then; the output says why if not."""
    setting = turn.setting
    roster, orders = roster_before(setting), setting.orders
    for order in setting.campaign.plans[setting.number].orders if setting.number else ():
        refusals = order_refusals(roster, orders, order)
        if refusals:
            why = "; ".join(refusal.text for refusal in refusals)
            ref.tell(Note, f"the attack on {setting.name(order.space)} cannot be carried out: {why}")
        else:
            orders = (*orders, order)
    return with_orders(turn, orders) if orders != setting.orders else turn


# at the table


@rule("34", "42")
def next_order(ref: Referee, turn: Turn) -> Turn:
    """The attacker orders another attack, or is done; then the turn is the same as before."""
    setting = turn.setting
    roster, earlier = roster_before(setting), setting.orders
    number = len(earlier) + 1
    targets = {DONE: "no more attacks", **open_targets(roster, earlier)}
    known = partial(order_facts, roster, targets)
    so_far, key = partial(about.attacks_so_far, turn, len(targets) - 1), f"attack-{number}.at"
    by, words = setting.attacker, ("attack",)
    space = ref.choose(key, targets, by=by, default=DONE, facts=known, optional=True, about=so_far, words=words)
    if space == DONE:
        return turn
    return with_orders(turn, (*earlier, attack_on(ref, turn, roster, space, number)))


def order_facts(roster: Roster, targets: Mapping[str, str]) -> dict[str, int]:
    """Whether each space can be attacked, as `open.<space>`: 1 or 0."""
    return {f"open.{space}": int(space in targets) for space in roster.spaces}


@rule("42", "43")
@lru_cache(maxsize=4096)
def open_targets(roster: Roster, earlier: tuple[Order, ...]) -> Mapping[str, str]:
    """The spaces that can be attacked: somebody is there to fight, and something can reach them."""
    found = {}
    for space in roster.spaces.values():
        ways = [after for after in ways_to(roster, earlier, space.id) if able(roster, earlier, Order(space.id, after=after))]
        if ways and roster.others_in(space.id) and any(not roster.is_friend(unit.nation) for unit in roster.others_in(space.id)):
            there = dict.fromkeys(nation_name(unit.nation) for unit in roster.others_in(space.id))
            found[space.id] = f"attack {space.name} ({', '.join(there)})"
    return found


@rule("39", "41")
def ways_to(roster: Roster, earlier: tuple[Order, ...], space: str) -> list[str]:
    """How a space can be attacked: at once, or after a battle in a zone next to it."""
    at_once = [] if any(old.space == space and not old.after for old in earlier) else [""]
    if any(old.space == space and old.after for old in earlier):
        return at_once
    return at_once + [old.space for old in earlier if not after_refused(roster, earlier, Order(space, after=old.space))]


def able(roster: Roster, earlier: tuple[Order, ...], order: Order) -> bool:
    """Whether anybody can take part in an attack; a passing fleet needs a ship."""
    fighting = offered(roster, earlier, order, "with")
    return has_ships(roster, order, fighting) or bool(offered(roster, earlier, order, "landing"))


def has_ships(roster: Roster, order: Order, units: Iterable[str]) -> bool:
    """Whether units are enough for an attack: anybody, but a ship for a second space."""
    return any(not order.after or roster.units[unit_id].type.sphere == "sea" for unit_id in units)


@lru_cache(maxsize=4096)
def offered(roster: Roster, earlier: tuple[Order, ...], order: Order, field: str) -> Mapping[str, int]:
    """The units that can take part in an attack in one way, and how many of each."""
    if field != "with" and landing_refused(roster, order.space):
        return {}
    found = {}
    for unit in roster.units.values():
        number = free(roster, earlier, order, field, unit)
        if number > 0 and not unit_refused(roster, earlier, order, field, unit, number):
            found[unit.id] = number
    return found


def attack_on(ref: Referee, turn: Turn, roster: Roster, space: str, number: int) -> Order:
    """How a space is attacked, whose units, and with what."""
    earlier, by = turn.setting.orders, turn.setting.attacker
    ways = {after or AT_ONCE: way_label(turn, after) for after in ways_to(roster, earlier, space)}
    ways = {way: label for way, label in ways.items() if able(roster, earlier, Order(space, after="" if way == AT_ONCE else way))}
    way = partial(about.how_to_attack, turn, roster, space, "When does the attack begin?")
    after = chosen_way(ref, by, ways, number, way) if len(ways) > 1 else next(iter(ways))
    order = Order(space, after="" if after == AT_ONCE else after)
    order = order._replace(defenders=chosen_defenders(ref, turn, roster, order, number))
    may_land = bool(offered(roster, earlier, order, "landing"))
    order = order._replace(force=chosen_units(ref, turn, roster, order, "with", number, needed=not may_land))
    order = order._replace(landing=chosen_troops(ref, turn, roster, order, number))
    return order._replace(support=chosen_support(ref, turn, roster, order, number)) if order.landing else order


@rule("39", "41")
def chosen_way(ref: Referee, by: str, ways: Mapping[str, str], number: int, way: About) -> str:
    """Whether a space is attacked at once, or by a fleet that passes through a zone next to it."""
    return ref.choose(f"attack-{number}.after", ways, by=by, optional=True, about=way)


@rule("45", "46")
def chosen_troops(ref: Referee, turn: Turn, roster: Roster, order: Order, number: int) -> tuple[tuple[str, int], ...]:
    """Which troops come ashore."""
    enough = has_ships(roster, order, dict(order.force))
    return chosen_units(ref, turn, roster, order, "landing", number, needed=not enough)


@rule("46")
def chosen_support(ref: Referee, turn: Turn, roster: Roster, order: Order, number: int) -> tuple[tuple[str, int], ...]:
    """Which ships support the landing."""
    return chosen_units(ref, turn, roster, order, "support", number, needed=False)


def way_label(turn: Turn, after: str) -> str:
    return f"from round 2 on, after {turn.setting.name(after)}" if after else "from the first round on"


@rule("43")
def chosen_defenders(ref: Referee, turn: Turn, roster: Roster, order: Order, number: int) -> tuple[str, ...]:
    """Whose units are attacked, where nations that are not friends are in the same space."""
    if not defenders_refused(roster, order):
        return ()
    nations = dict.fromkeys(unit.nation for unit in roster.others_in(order.space) if not roster.is_friend(unit.nation))
    groups = {roster.groups[nation]: [n for n in nations if roster.groups[n] == roster.groups[nation]] for nation in nations}
    options = {names[0]: " and ".join(map(nation_name, names)) for names in groups.values()}
    whom = partial(about.how_to_attack, turn, roster, order.space, "They are not friends: whom do you attack?")
    chosen = ref.choose(f"attack-{number}.defenders", options, by=turn.setting.attacker, about=whom)
    return tuple(groups[roster.groups[chosen]])


def chosen_units(
    ref: Referee, turn: Turn, roster: Roster, order: Order, field: str, number: int, needed: bool
) -> tuple[tuple[str, int], ...]:
    """The units that take part in one way."""
    items = offered(roster, turn.setting.orders, order, field)
    refuse = partial(numbers_refused, roster, turn.setting.orders, order, field, needed)
    # The fewest that may attack: ships with units aboard go all together or not at all.
    fewest = [first_come(items, int(needed)), *({unit_id: 1} for unit_id in items), *({name: most} for name, most in items.items())]
    answer = ref.allot(
        f"attack-{number}.{field}",
        items,
        by=turn.setting.attacker,
        least=int(needed),
        default=next((units for units in fewest if refuse(units) is None), fewest[0]),
        labels={unit_id: unit_label(roster, roster.units[unit_id]) for unit_id in items},
        refuse=refuse,
        optional=True,
        about=partial(about.with_what, turn, roster, order.space, field, items),
    )
    return tuple((unit_id, count) for unit_id, count in answer.items() if count)


def unit_label(roster: Roster, unit: Unit) -> str:
    place = f"aboard {title_of(unit.aboard)}" if unit.aboard else f"in {roster.spaces[unit.space].name}"
    return f"{unit_name(unit.nation, unit.type)} {place}"


def numbers_refused(
    roster: Roster, earlier: tuple[Order, ...], order: Order, field: str, needed: bool, numbers: Mapping[str, int]
) -> str | None:
    """Why units cannot take part like this, or None."""
    wanted = {unit_id: count for unit_id, count in numbers.items() if count}
    if needed and field == "with" and not has_ships(roster, order, wanted):
        return "a fleet that passes through needs a ship (39)"
    refused = [unit_refused(roster, earlier, order, field, roster.units[unit_id], count) for unit_id, count in wanted.items()]
    return next((text for text in refused if text), None)
