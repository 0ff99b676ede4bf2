"""Ground Support points are allotted to rail raids and ground battles (13.912): to each in its turn, or by option all at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from airwar.engine.events import Event, Note
from airwar.engine.referee import Referee
from airwar.engine.rule import rule
from airwar.rulesets.kit.names import count, verb
from airwar.rulesets.war_in_europe.about import no_use, points_free
from airwar.rulesets.war_in_europe.columns import columns_shifted, hopeless, prices
from airwar.rulesets.war_in_europe.rail_raids import TO_A_BOMBER_POINT, converted
from airwar.rulesets.war_in_europe.state import Mission, Order, Pool, RailRaid, Setting, Turn
from airwar.rulesets.war_in_europe.supremacy import may_add_to_die, may_bomb, shifter

DIE = ".die"  # ends the name of the point that a battle may have for its die
MOST_TRIES = 3  # after so many answers that waste points, the last one is taken


class Item(NamedTuple):
    """Something that points can be allotted to: a raid, a shift of the odds, or the die of a battle."""

    mission: str
    most: int
    die: bool = False


# what is there, and what is allowed


def each_mission(setting: Setting) -> bool:
    """Whether points are allotted to each mission when its time comes."""
    return setting.rulings.value("allotment") == "each-mission"


def pledged(turn: Turn, pool: Pool, mission: str = "") -> int:
    """The points of a pool that have orders, for all missions or for one."""
    return sum(
        order.spent
        for order in turn.orders
        if (order.side, order.nation) == (pool.side, pool.nation)
        and turn.mission(order.mission).front == pool.front
        and mission in ("", order.mission)
    )


@rule("13.912")
def free(turn: Turn, pool: Pool, mission: str = "") -> int:
    """The points of a pool that can still be sent on a mission.

    Ruling: a point has one job a turn, unless the option says otherwise. What is planned for later missions is not yet given.
    """
    alone = each_mission(turn.setting) or turn.setting.rulings.yes("support-reuse")
    return turn.available(pool) - pledged(turn, pool, mission if alone else "")


@rule("13.912")
def may_join(setting: Setting, pool: Pool, mission: Mission, user: str | None) -> bool:
    """Whether a pool can support a mission of a side: on its Front, the side's own, or by option an ally's."""
    if user is None or pool.front != mission.front:
        return False
    return pool.side == user or (setting.rulings.yes("allied-support") and setting.allied(pool.side, user))


@rule("13.912", "13.92", "13.93")
def open_items(turn: Turn, pool: Pool, mission: Mission) -> list[Item]:
    """What a pool can be allotted to on a mission: what supremacy allows and the scenario leaves open."""
    setting, room = turn.setting, free(turn, pool, mission.id)
    again = mission.id in turn.lapsed
    if isinstance(mission, RailRaid):
        able = may_join(setting, pool, mission, mission.attacker) and may_bomb(setting, mission)
        return [Item(mission.id, room)] if able and room >= TO_A_BOMBER_POINT and (again or mission.asked) else []
    if room <= 0 or hopeless(setting, mission):
        return []
    items = []
    if (again or mission.ask_shift) and mission.printed_defense and may_join(setting, pool, mission, shifter(setting, mission)):
        items.append(Item(mission.id, room))
    has_die = any(order.mission == mission.id and order.die for order in turn.orders)
    wants_die = (again or mission.ask_die) and not has_die and may_add_to_die(setting, mission)
    if wants_die and may_join(setting, pool, mission, mission.attacker):
        items.append(Item(mission.id, 1, die=True))
    return items


@rule("13.92", "13.912")
def allotment_refused(turn: Turn, pool: Pool, named: Mapping[str, Item], answer: Mapping[str, int]) -> str | None:
    """Why an allotment is illegal: fewer than five points on a raid, or more on one mission than there are."""
    for order in orders_of(named, answer, pool):
        if isinstance(turn.mission(order.mission), RailRaid) and order.points < TO_A_BOMBER_POINT:
            points, make = count(order.points, "point"), verb(order.points, "do", "does")
            short = f"{points} on {order.mission} {make} not make a Strategic Bomber Point"
            return f"{short}; at least {TO_A_BOMBER_POINT} are needed (13.92)"
        room = free(turn, pool, order.mission)
        if order.spent > room:
            return f"{order.spent} on {order.mission}, where {room} are free (13.912)"
    return None


def orders_of(named: Mapping[str, Item], answer: Mapping[str, int], pool: Pool) -> list[Order]:
    """The answer as orders, the shift and the die of a battle together."""
    orders: dict[str, Order] = {}
    for name, points in answer.items():
        if points:
            mission, _, die = named[name]
            before = orders.get(mission, Order(mission, pool.side, pool.nation, 0))
            orders[mission] = before._replace(die=1) if die else before._replace(points=points)
    return list(orders.values())


# the questions


@rule("13.912")
def asked(ref: Referee, turn: Turn, pool: Pool, key: str, named: Mapping[str, Item]) -> Turn:
    """The owner of a pool says how many of its points go where."""
    if not named:
        return turn
    several = turn.setting.rulings.yes("support-reuse") and len({item.mission for item in named.values()}) > 1
    answer = ref.allot(
        key,
        {name: item.most for name, item in named.items()},
        by=turn.setting.name(pool.side),
        most=None if several else min(free(turn, pool, item.mission) for item in named.values()),
        labels={name: label(turn, item) for name, item in named.items()},
        refuse=lambda answer: allotment_refused(turn, pool, named, answer),
        facts=lambda: {"own.factors": pool.left, "own.free": turn.available(pool)},
        optional=True,
        about=partial(points_free, turn, pool, [item.mission for item in named.values()]),
    )
    return replace(turn, orders=(*turn.orders, *orders_of(named, answer, pool)))


@rule("13.912")
def all_allotted(ref: Referee, turn: Turn, pool: Pool) -> Turn:
    """By option, the owner of a pool says at once what its points do in the whole turn."""
    items = [item for mission in turn.setting.missions for item in open_items(turn, pool, mission)]
    named = {item.mission + (DIE if item.die else ""): item for item in items}
    name = pool_name(turn.setting, pool)

    def ask(suffix: str) -> Turn:
        return asked(ref, turn, pool, f"{name}.allot{suffix}", named)

    settled = [item.mission for item in items if not others_may_add(turn, item.mission)]
    turn = committed(ref, turn, ask, f"{name}.commit", turn.setting.name(pool.side), settled)
    ref.tell(remainder, turn, pool)
    return turn


def others_may_add(turn: Turn, mission_id: str) -> bool:
    """Whether a pool that is still to be allotted can add to the shift of a battle, so that no point is wasted yet."""
    mission, later = turn.mission(mission_id), [turn.pools[at] for at in turn.unallotted]
    return not isinstance(mission, RailRaid) and any(not item.die for pool in later for item in open_items(turn, pool, mission))


@rule("13.912")
def mission_allotted(ref: Referee, turn: Turn, mission: Mission) -> Turn:
    """When the time of a mission comes, every side that can support it says with how many points."""
    turn = rechecked(ref, turn, mission)

    def ask(suffix: str) -> Turn:
        after = turn
        for pool in turn.pools:
            named = {kind(mission, item): item for item in open_items(after, pool, mission)}
            after = asked(ref, after, pool, f"{pool_name(turn.setting, pool)}.allot{suffix}", named)
        return after

    turn = committed(ref, turn, ask, "commit", turn.setting.name(user_of(turn.setting, mission)), [mission.id])
    ref.tell(support_notes, turn, mission)
    return turn


def kind(mission: Mission, item: Item) -> str:
    """What an item is called when only one mission is asked about."""
    return "die" if item.die else "bomb" if isinstance(mission, RailRaid) else "shift"


def user_of(setting: Setting, mission: Mission) -> str:
    """The side whose mission it is."""
    return mission.attacker if isinstance(mission, RailRaid) else shifter(setting, mission) or mission.attacker


@rule("13.912")
def rechecked(ref: Referee, turn: Turn, mission: Mission) -> Turn:
    """What the scenario ordered lapses if the points are no longer there; the mission is then asked about."""
    for pool in turn.pools:
        ordered, there = pledged(turn, pool, mission.id), turn.available(pool)
        if ordered > there:
            said = f"{count(ordered, f'{pool.whose} point')} ordered to {mission.name}, but only {there} free: the order lapses"
            ref.tell(Note, said)
            orders = tuple(order for order in turn.orders if order.mission != mission.id)
            return replace(turn, orders=orders, lapsed=(*turn.lapsed, mission.id))
    return turn


@rule("13.93", "13.92")
def committed(ref: Referee, turn: Turn, ask: Callable[[str], Turn], key: str, by: str, missions: Sequence[str]) -> Turn:
    """Before points that buy nothing are committed, their owner is warned and may allot again."""
    for attempt in range(1, MOST_TRIES + 1):
        suffix = f".{attempt}" if attempt > 1 else ""
        after = ask(suffix)
        idle = [said for mission in dict.fromkeys(missions) if (said := idle_points(after, mission))] if after != turn else []
        if not idle or attempt == MOST_TRIES:
            return after
        options = {"commit": "commit them anyway", "again": "allot again"}
        if ref.choose(f"{key}{suffix}", options, by=by, optional=True, about=partial(no_use, by, idle)) == "commit":
            return after
    raise AssertionError("the last try is always taken")


@rule("13.93", "13.92")
def idle_points(turn: Turn, mission_id: str) -> str:
    """The points ordered to a mission that buy nothing, in words; empty if there are none."""
    mission = turn.mission(mission_id)
    orders = [order for order in turn.orders if order.mission == mission_id and order.points]
    if isinstance(mission, RailRaid):
        spare = {order.whose: converted(order.points).wasted for order in orders}
        said = [count(number, f"{whose} point") for whose, number in spare.items() if number]
        make = verb(sum(spare.values()), "make")
        return f"{' and '.join(said)} {make} no bomber point at {mission.name}" if said else ""
    points, price = sum(order.points for order in orders), mission.printed_defense
    wasted = points - columns_shifted(points, price) * price
    if not wasted:
        return ""
    return (
        f"{wasted} of {count(points, 'point')} {verb(wasted, 'buy', 'buys')} no column at {mission.name}, where one costs {price}"
    )


# how it is told


def pool_name(setting: Setting, pool: Pool) -> str:
    """The side, and the nation if it commands several."""
    return pool.side if len(setting.sides[pool.side].nations) == 1 else f"{pool.side}.{pool.nation}"


def label(turn: Turn, item: Item) -> str:
    """What an item is, and what points buy there."""
    setting, mission = turn.setting, turn.mission(item.mission)
    if isinstance(mission, RailRaid):
        return f"{mission.name}: bomb the rail line, {TO_A_BOMBER_POINT} points a bomber point"
    if item.die:
        return f"{mission.name}: one point for the die"
    to_the_left = shifter(setting, mission) == mission.defender
    return f"{mission.name}: shift the odds ({prices(setting, mission, to_the_left)})"


def remainder(turn: Turn, pool: Pool) -> list[Event]:
    """What is left for ordinary support, and whether points do two jobs."""
    owner, spent = turn.setting.name(pool.side), pledged(turn, pool)
    if spent > pool.left:
        text = f"{owner}: {count(pool.left, f'{pool.whose} point')} ordered to do the work of {spent}"
        return [turn.setting.rulings.ruled("support-reuse", text)]
    rest = pool.left - spent
    ordered = f"{spent} of {count(pool.left, f'{pool.whose} point')} {verb(spent, 'have', 'has')} orders"
    return [Note(f"{owner}: {ordered}, {rest} {verb(rest, 'stay')} for ordinary ground support")]


def support_notes(turn: Turn, mission: Mission) -> list[Event]:
    """Who supports a mission with how many points, and the rulings that mattered."""
    setting, events = turn.setting, list[Event]()
    for pool, order in turn.ordered(mission.id):
        owner, rest = setting.name(pool.side), turn.available(pool) - order.spent
        events.append(Note(f"{owner}: {count(order.spent, f'{pool.whose} point')} for {mission.name}, {rest} left"))
        if order.spent > pool.free:
            text = f"{owner}: {order.spent - pool.free} of the {pool.whose} points already used this turn"
            events.append(setting.rulings.ruled("support-reuse", text))
    return [*events, *allied_ruling(setting, mission, [order.side for _, order in turn.ordered(mission.id)])]


def allied_ruling(setting: Setting, mission: Mission, sides: Iterable[str]) -> list[Event]:
    """Allies who add their points to the mission of another player."""
    user = user_of(setting, mission)
    others = [setting.name(side) for side in dict.fromkeys(sides) if side != user]
    if not others:
        return []
    text = f"points of {' and '.join(others)} added to a mission of {setting.name(user)}"
    return [setting.rulings.ruled("allied-support", f"{text}; the source does not say")]
