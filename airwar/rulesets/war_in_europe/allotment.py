"""Allots Ground Support points to rail raids and ground battles (13.912): to each in turn, or by option all at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from airwar.rulesets.kit import Event, Note, Referee, count, listed, replace, rule, title_of, verb
from airwar.rulesets.war_in_europe.odds_shifting import bought, columns_to_the_edge, odds_in_words, start_column_here
from airwar.rulesets.war_in_europe.position import GroundBattle, Mission, Order, Pool, RailRaid, Turn, front_title
from airwar.rulesets.war_in_europe.rail_raids import TO_A_BOMBER_POINT, converted, owners, sent
from airwar.rulesets.war_in_europe.supremacy import shift_refused, shifter, supremacy_refused

DIE = ".die"  # the suffix of the item for the point that raises a battle's die
MOST_TRIES = 3  # wasteful answers in a row, the last of which is accepted
MOST_NAMED = 4  # the most missions or prices that a sentence names


class Item(NamedTuple):
    """Something that points can be allotted to: a raid, a shift of the odds, or the die of a battle."""

    mission: str
    most: int
    die: bool = False


# what the scenario orders


@rule("13.912", "13.93")
def prepared_orders(turn: Turn) -> tuple[Order, ...]:
    """The orders that the scenario gives to points."""
    orders: list[Order] = []
    for raid in turn.rail_raids.values():
        orders += [
            Order(raid.id, owners(turn, raid.attacker)[nation], nation, n) for nation, n in sent(turn, raid.attacker, raid.points)
        ]
    for battle in turn.battles.values():
        user = shifter(turn, battle) or battle.attacker
        shift = [Order(battle.id, owners(turn, user)[nation], nation, n) for nation, n in sent(turn, user, battle.shift_points)]
        orders += shift
        if battle.die_point:
            orders.append(die_ordered(replace(turn, given=tuple(orders)), battle))
    return tuple(orders)


def die_ordered(turn: Turn, battle: GroundBattle) -> Order:
    """The point for the die, from the first nation of the attacker or his allies that has one to spare."""
    sides = turn.setting.allies(battle.attacker)
    pools = [turn.pool(battle.front, side, nation) for side in sides for nation in turn.sides[side].nations]
    able = next((pool for pool in pools if room(turn, pool, battle.id) > 0), pools[0])
    return Order(battle.id, able.side, able.nation, 0, 1)


# what is there, and what is allowed


def each_mission(turn: Turn) -> bool:
    """Whether points are allotted to each mission in turn."""
    return turn.options.value("allotment") == "each-mission"


@rule("13.912")
def room(turn: Turn, pool: Pool, mission: str) -> int:
    """The points of a pool that can still be sent on a mission. Plans for later missions do not reserve any."""
    return pool.free - (turn.pledged(pool, mission) if each_mission(turn) else turn.pledged(pool))


@rule("13.912", "13.92", "13.93")
def item_refused(turn: Turn, pool: Pool, mission: Mission, die: bool = False) -> str | None:
    """Why points of a pool cannot be allotted to a raid or the odds of a battle, or to its die; None if they can."""
    user = user_of(turn, mission) if not die else mission.attacker
    free, owner = room(turn, pool, mission.id), turn.setting.name(pool.side)
    if pool.front != mission.front or not turn.setting.allied(pool.side, user):
        return f"{owner} has no part in {mission.title} (13.912)"
    if isinstance(mission, RailRaid):
        refused = supremacy_refused(turn, mission.front, mission.attacker, mission.defender)
        few = f"{owner} has {free} {pool.whose} points free, and a bomber point takes {TO_A_BOMBER_POINT} (13.92)"
        return f"{refused} (13.91)" if refused else few if free < TO_A_BOMBER_POINT else None
    if free <= 0:
        return f"{owner} has no {pool.whose} points free (13.912)"
    if die:
        has = any(order.mission == mission.id and order.die for order in turn.given)
        return f"{mission.title} has its point for the die; there is one at most (13.93)" if has else None
    if not mission.printed_defense:
        return f"{mission.title} has 0 printed defense factors to divide the points by (13.93)"
    refused = shift_refused(turn, mission)
    if refused:
        return f"{refused} (13.93)"
    return f"{mission.title} is at the edge of the table already (13.93)" if columns_to_the_edge(turn, mission) == 0 else None


@rule("13.912", "13.92", "13.93")
def open_items(turn: Turn, pool: Pool, mission: Mission) -> list[Item]:
    """What points of a pool can do on a mission: what the rules allow and the scenario leaves open."""
    again, free = mission.id in turn.lapsed, room(turn, pool, mission.id)
    said = mission.points if isinstance(mission, RailRaid) else mission.shift_points
    items = [Item(mission.id, free)] if (again or said is None) and not item_refused(turn, pool, mission) else []
    if isinstance(mission, RailRaid) or not (again or mission.die_point is None) or item_refused(turn, pool, mission, die=True):
        return items
    return [*items, Item(mission.id, 1, die=True)]


@rule("13.92", "13.912")
def allotment_refused(turn: Turn, pool: Pool, named: Mapping[str, Item], answer: Mapping[str, int]) -> str | None:
    """Why an allotment is illegal, or None: fewer than five points on a raid, or more on one mission than are free."""
    for order in orders_of(named, answer, pool):
        if isinstance(turn.missions[order.mission], RailRaid) and order.points < TO_A_BOMBER_POINT:
            points, make = count(order.points, "point"), verb(order.points, "do", "does")
            short = f"{points} on {order.mission} {make} not make a Strategic Bomber Point"
            return f"{short}; at least {TO_A_BOMBER_POINT} are needed (13.92)"
        free = room(turn, pool, order.mission)
        if order.spent > free:
            return f"{order.spent} on {order.mission}, where {free} are free (13.912)"
    return None


def orders_of(named: Mapping[str, Item], answer: Mapping[str, int], pool: Pool) -> list[Order]:
    """The answer as orders, with the shift and the die of a battle in one."""
    orders: dict[str, Order] = {}
    for name, points in answer.items():
        if points:
            mission, _, die = named[name]
            before = orders.get(mission, Order(mission, pool.side, pool.nation, 0))
            orders[mission] = before._replace(die=1) if die else before._replace(points=points)
    return list(orders.values())


# the questions


@rule("13.912")
def ask_allotment(
    ref: Referee, turn: Turn, pool: Pool, key: str, named: Mapping[str, Item], why_not: Callable[[str], str | None]
) -> Turn:
    """The owner of a pool says how many of its points go where."""
    if not named:
        return turn
    answer = ref.allot(
        key,
        {name: item.most for name, item in named.items()},
        by=turn.setting.name(pool.side),
        most=min(room(turn, pool, item.mission) for item in named.values()),
        labels={name: label(turn, item) for name, item in named.items()},
        refuse=lambda answer: allotment_refused(turn, pool, named, answer),
        facts=lambda: {"own.factors": pool.left, "own.free": pool.free},
        optional=True,
        about=partial(points_free, turn, pool, [item.mission for item in named.values()]),
        why_not=why_not,
    )
    return replace(turn, given=(*turn.given, *orders_of(named, answer, pool)))


@rule("13.912")
def allot_all(ref: Referee, turn: Turn, pool: Pool) -> Turn:
    """By option, the owner of a pool allots its points for the whole turn at once."""
    missions: dict[str, Mission] = {**turn.rail_raids, **turn.battles}
    items = [item for mission in missions.values() for item in open_items(turn, pool, mission)]
    named = {item.mission + (DIE if item.die else ""): item for item in items}
    name = pool_name(turn, pool)

    def why_not(word: str) -> str | None:
        mission, die = missions.get(word.removesuffix(DIE)), word.endswith(DIE)
        if mission is None:
            return f"{word!r} is not a mission of the scenario (13.912)"
        return said_already(mission, die) or item_refused(turn, pool, mission, die)

    def ask(suffix: str) -> Turn:
        return ask_allotment(ref, turn, pool, f"{name}.allot{suffix}", named, why_not)

    settled = [item.mission for item in items if not others_may_add(turn, item.mission)]
    turn = confirm_waste(ref, turn, ask, f"{name}.commit", turn.setting.name(pool.side), settled)
    ref.tell(remainder, turn, pool)
    return turn


def others_may_add(turn: Turn, mission_id: str) -> bool:
    """Whether a pool still to be allotted can add to the shift of a battle, so that no point is wasted yet."""
    mission, later = turn.missions[mission_id], [pool for pool in turn.pools if pool.id in turn.unallotted]
    return not isinstance(mission, RailRaid) and any(not item.die for pool in later for item in open_items(turn, pool, mission))


@rule("13.912")
def allot_to(ref: Referee, turn: Turn, mission: Mission) -> Turn:
    """When a mission's time comes, every side that can support it says with how many points."""

    def ask(suffix: str) -> Turn:
        after = turn
        for pool in turn.pools:
            named = {kind(mission, item): item for item in open_items(after, pool, mission)}
            why_not = partial(not_for_this, after, pool, mission)
            after = ask_allotment(ref, after, pool, f"{pool_name(turn, pool)}.allot{suffix}", named, why_not)
        return after

    turn = confirm_waste(ref, turn, ask, "commit", turn.setting.name(user_of(turn, mission)), [mission.id])
    ref.tell(support_notes, turn, mission)
    return turn


def not_for_this(turn: Turn, pool: Pool, mission: Mission, word: str) -> str | None:
    """Why points cannot bomb, shift the odds or raise the die here."""
    bombs = isinstance(mission, RailRaid)
    if word not in (("bomb",) if bombs else ("shift", "die")):
        can = "bomb" if bombs else "shift the odds, or raise the die"
        return f"{word!r} is nothing that points can do at {mission.title}; they can {can} (13.912)"
    return said_already(mission, word == "die") or item_refused(turn, pool, mission, word == "die")


def said_already(mission: Mission, die: bool) -> str | None:
    """Why something is not asked, or None: the scenario has ordered it."""
    said = mission.points if isinstance(mission, RailRaid) else mission.die_point if die else mission.shift_points
    return f"the scenario has ordered that for {mission.title} (13.912)" if said is not None else None


def kind(mission: Mission, item: Item) -> str:
    """What an item is called when the question is about one mission only."""
    return "die" if item.die else "bomb" if isinstance(mission, RailRaid) else "shift"


@rule("13.912")
def user_of(turn: Turn, mission: Mission) -> str:
    """The side whose mission it is."""
    return mission.attacker if isinstance(mission, RailRaid) else shifter(turn, mission) or mission.attacker


@rule("13.912")
def drop_unfunded(ref: Referee, turn: Turn, mission: Mission) -> Turn:
    """Drops an order of the scenario if its points are no longer there; the players are then asked."""
    for pool in turn.pools:
        ordered = turn.pledged(pool, mission.id)
        if ordered > pool.free:
            points = count(ordered, f"{pool.whose} point")
            ref.tell(Note, f"{points} ordered to {mission.title}, but only {pool.free} free: the order lapses")
            given = tuple(order for order in turn.given if order.mission != mission.id)
            return replace(turn, given=given, lapsed=(*turn.lapsed, mission.id))
    return turn


@rule("13.912")
def confirm_waste(ref: Referee, turn: Turn, ask: Callable[[str], Turn], key: str, by: str, missions: Sequence[str]) -> Turn:
    """Before points that buy nothing are committed, their owner is warned and may allot again."""
    suffix = ""
    after = ask(suffix)
    for attempt in range(2, MOST_TRIES + 1):
        idle = [said for mission in dict.fromkeys(missions) if (said := idle_points(after, mission))] if after != turn else []
        if not idle:
            return after
        options = {"commit": "commit them anyway", "again": "allot again"}
        about = f"{by}: {listed(idle, MOST_NAMED)}. Commit them anyway, or allot again?"
        if ref.choose(f"{key}{suffix}", options, by=by, optional=True, about=lambda about=about: about) == "commit":  # type: ignore[misc]
            return after
        suffix = f".{attempt}"
        after = ask(suffix)
    return after


@rule("13.93", "13.92")
def idle_points(turn: Turn, mission_id: str) -> str:
    """The points ordered to a mission that buy nothing, as a sentence; empty if there are none."""
    mission = turn.missions[mission_id]
    orders = [order for order in turn.given if order.mission == mission_id and order.points]
    if isinstance(mission, RailRaid):
        spare = [(order.nation.capitalize(), converted(order.points).wasted) for order in orders]
        said = [count(number, f"{whose} point") for whose, number in spare if number]
        make = verb(sum(number for _, number in spare), "make")
        return f"{' and '.join(said)} {make} no bomber point at {mission.title}" if said else ""
    points, price = sum(order.points for order in orders), mission.printed_defense
    columns, wasted = bought(turn, mission, points)
    if not wasted:
        return ""
    ends = wasted >= price > 0 and columns == columns_to_the_edge(turn, mission)
    why = f"where the table ends after {count(columns, 'column')}" if ends else f"where one costs {price}"
    return f"{wasted} of {count(points, 'point')} {verb(wasted, 'buy', 'buys')} no column at {mission.title}, {why}"


# how it is told


def pool_name(turn: Turn, pool: Pool) -> str:
    """The side, and the nation if it commands several."""
    return pool.side if len(turn.sides[pool.side].nations) == 1 else f"{pool.side}.{pool.nation}"


def points_free(turn: Turn, pool: Pool, missions: Sequence[str]) -> str:
    """A sentence about the points of a pool, the missions they can go to, and what is planned for later ones."""
    where = listed((described(turn, mission) for mission in dict.fromkeys(missions)), MOST_NAMED)
    free = count(pool.free, f"{pool.whose} Ground Support point")
    of_all = f", of {pool.had}" if pool.had != pool.free else ""
    later = {
        order.mission: turn.pledged(pool, order.mission)
        for order in turn.given
        if order.mission not in missions and (order.side, order.nation) == (pool.side, pool.nation)
    }
    planned = [f"{points} to {turn.missions[mission].title}" for mission, points in later.items() if points]
    after = f" Ordered already: {listed(planned, MOST_NAMED)}." if planned else ""
    others = [f"{order.spent} {order.nation.capitalize()}" for order in turn.given if order.mission in missions and order.spent]
    after += f" So far for {'it' if len({*missions}) == 1 else 'them'}: {listed(others, MOST_NAMED)}." if others else ""
    return f"{turn.setting.name(pool.side)}: {free} free on {front_title(pool.front)}{of_all}. For {where}.{after}"


def described(turn: Turn, mission_id: str) -> str:
    """A mission, and what is at stake in it."""
    mission = turn.missions[mission_id]
    if isinstance(mission, RailRaid):
        return f"the rail line at {mission.title}{' under flak' if mission.flak else ''}"
    known = mission.attack_strength is not None and mission.defense_strength
    odds = f" ({mission.attack_strength} against {mission.defense_strength})" if known else ""
    name = title_of(mission.name) if mission.name == mission.id else mission.title  # one ordered at the table may have no other
    return f"{turn.setting.name(mission.attacker)} attack at {name}{odds}"


def label(turn: Turn, item: Item) -> str:
    """What an item is, and what points buy there."""
    mission = turn.missions[item.mission]
    if isinstance(mission, RailRaid):
        return f"{mission.title}: bomb the rail line, {TO_A_BOMBER_POINT} points a bomber point"
    return f"{mission.title}: one point for the die" if item.die else f"{mission.title}: shift the odds ({prices(turn, mission)})"


def prices(turn: Turn, battle: GroundBattle) -> str:
    """What points buy, for a question: `72 against 24, column 3-1; 24 points for 4-1, 48 for 5-1`."""
    table, start, price = turn.charts.tables.get(battle.table), start_column_here(turn, battle), battle.printed_defense
    if table is None or start is None:
        return f"{odds_in_words(battle)}; {price} points a column"
    to_the_left = shifter(turn, battle) == battle.defender
    heads = table.heads[: start.column][::-1] if to_the_left else table.heads[start.column + 1 :]
    each = [f"{price * number} for {head}" for number, head in enumerate(heads[:MOST_NAMED], 1)]
    now = f"column {table.heads[start.column]}" if battle.column else f"{odds_in_words(battle)}, column {table.heads[start.column]}"
    return f"{now}; points: {', '.join(each)}" if each else f"{now}, where the table ends"


def remainder(turn: Turn, pool: Pool) -> Event:
    """The note on what is left for ordinary support."""
    owner, spent = turn.setting.name(pool.side), turn.pledged(pool)
    rest = pool.left - spent
    ordered = f"{spent} of {count(pool.left, f'{pool.whose} point')} {verb(spent, 'have', 'has')} orders"
    return Note(f"{owner}: {ordered}, {rest} {verb(rest, 'stay')} for ordinary ground support")


def support_notes(turn: Turn, mission: Mission) -> list[Event]:
    """Notes on who supports a mission, and with how many points."""
    return [
        Note(
            f"{turn.setting.name(pool.side)}: {count(order.spent, f'{pool.whose} point')} for {mission.title}, "
            f"{pool.free - order.spent} left"
        )
        for pool, order in turn.ordered(mission.id)
    ]


def missions_so_far(turn: Turn) -> str:
    """The question for the next mission, with the free points and the missions ordered so far."""
    free = [
        f"{turn.setting.name(pool.side)} {pool.free} {pool.whose} on {front_title(pool.front)}" for pool in turn.pools if pool.free
    ]
    so_far = listed((described(turn, mission) for mission in turn.further), MOST_NAMED)
    ordered = f" Ordered so far: {so_far}." if so_far else ""
    return f"Which raid or battle is next? Points free: {listed(free, MOST_NAMED) or 'none'}.{ordered}"


def unallotted_pools(turn: Turn) -> tuple[str, ...]:
    """The pools with anything to decide, if all points are allotted at once."""
    missions = () if each_mission(turn) else turn.missions.values()
    return tuple(pool.id for pool in turn.pools if any(turn.pledged(pool) or open_items(turn, pool, one) for one in missions))
