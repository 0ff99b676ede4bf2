"""Ground Support points are divided among rail raids, odds shifts and ordinary support (13.912)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from airwar.engine.events import Event, Note
from airwar.engine.referee import Referee
from airwar.engine.rule import rule
from airwar.rulesets.kit.names import count, verb
from airwar.rulesets.war_in_europe.rail_raids import TO_A_BOMBER_POINT
from airwar.rulesets.war_in_europe.state import Order, Pool, RailRaid, Setting, Turn
from airwar.rulesets.war_in_europe.supremacy import may_add_to_die, may_bomb, shifter

DIE = ".die"  # ends the name of the point that a battle may have for its die


@rule("13.912")
def allotted(ref: Referee, turn: Turn, pool: Pool) -> Turn:
    """The owner says what the Ground Support points of a pool do; the rest stays for ordinary support."""
    items = offered(turn, pool)
    answer = ref.allot(
        f"{pool_name(turn.setting, pool)}.allot",
        items,
        by=turn.setting.name(pool.side),
        most=None if reuse(turn.setting) else free(turn, pool),
        labels={name: label(turn.setting, name) for name in items},
        refuse=lambda answer: allotment_refused(turn, pool, answer),
        facts=lambda: {"own.factors": pool.left, "own.free": free(turn, pool)},
    )
    turn = replace(turn, orders=(*turn.orders, *orders_of(answer, pool)))
    ref.tell(remainder, turn, pool)
    return turn


def pool_name(setting: Setting, pool: Pool) -> str:
    """The side, and the nation if it commands several."""
    return pool.side if len(setting.sides[pool.side].nations) == 1 else f"{pool.side}.{pool.nation}"


def reuse(setting: Setting) -> bool:
    return setting.rulings.yes("support-reuse")


def pledged(turn: Turn, pool: Pool, mission: str = "") -> int:
    """The points of a pool that have orders, for all missions or for one."""
    return sum(
        order.spent
        for order in turn.orders
        if (order.side, order.nation) == (pool.side, pool.nation)
        and turn.setting.mission(order.mission).front == pool.front
        and mission in ("", order.mission)
    )


@rule("13.912")
def free(turn: Turn, pool: Pool, mission: str = "") -> int:
    """The points of a pool that can still be sent on a mission.

    Ruling: a point has one job a turn, unless the option says otherwise.
    """
    return pool.left - pledged(turn, pool, mission if reuse(turn.setting) else "")


@rule("13.912", "13.92", "13.93")
def offered(turn: Turn, pool: Pool) -> dict[str, int]:
    """The missions a pool can be allotted to, and with how many points: what supremacy allows and the scenario leaves open."""
    setting = turn.setting
    items = {}
    for raid in setting.raids.values():
        room = free(turn, pool, raid.id)
        own = raid.asked and (raid.front, raid.attacker) == (pool.front, pool.side)
        if own and room >= TO_A_BOMBER_POINT and may_bomb(setting, raid):
            items[raid.id] = room
    for battle in setting.battles.values():
        room = free(turn, pool, battle.id)
        if battle.front != pool.front or room <= 0:
            continue
        if battle.ask_shift and battle.printed_defense and shifter(setting, battle) == pool.side:
            items[battle.id] = room
        has_die = any(order.mission == battle.id and order.die for order in turn.orders)
        if battle.ask_die and not has_die and battle.attacker == pool.side and may_add_to_die(setting, battle):
            items[battle.id + DIE] = 1
    return items


@rule("13.92", "13.912")
def allotment_refused(turn: Turn, pool: Pool, answer: Mapping[str, int]) -> str | None:
    """Why an allotment is illegal: fewer than five points on a raid, or more on one mission than there are."""
    for name, points in answer.items():
        if name in turn.setting.raids and 0 < points < TO_A_BOMBER_POINT:
            return f"{points} on {name} do not make a Strategic Bomber Point; at least {TO_A_BOMBER_POINT} are needed (13.92)"
        both = points + answer.get(name + DIE, 0)
        room = free(turn, pool, name.removesuffix(DIE))
        if both > room:
            return f"{both} on {name}, where {room} are free (13.912)"
    return None


def orders_of(answer: Mapping[str, int], pool: Pool) -> list[Order]:
    """The answer as orders, the shift and the die of a battle together."""
    missions = dict.fromkeys(name.removesuffix(DIE) for name, points in answer.items() if points)
    return [Order(name, pool.side, pool.nation, answer.get(name, 0), answer.get(name + DIE, 0)) for name in missions]


def label(setting: Setting, item: str) -> str:
    mission = setting.mission(item.removesuffix(DIE))
    if item.endswith(DIE):
        return f"{mission.name}: one point for the die"
    if isinstance(mission, RailRaid):
        return f"{mission.name}: bomb the rail line, {TO_A_BOMBER_POINT} points a bomber point"
    return f"{mission.name}: shift the odds, {mission.printed_defense} points a column"


def remainder(turn: Turn, pool: Pool) -> list[Event]:
    """What is left for ordinary support, and whether points do two jobs."""
    owner, spent = turn.setting.name(pool.side), pledged(turn, pool)
    if spent > pool.left:
        text = f"{owner}: {pool.left} {pool.whose} points are ordered to do the work of {spent}"
        return [turn.setting.rulings.ruled("support-reuse", text)]
    rest = pool.left - spent
    ordered = f"{spent} of {count(pool.left, f'{pool.whose} point')} {verb(spent, 'have', 'has')} orders"
    return [Note(f"{owner}: {ordered}, {rest} {verb(rest, 'stay')} for ordinary ground support")]
