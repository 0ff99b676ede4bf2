"""Ground Support points are shared out among rail raids, odds shifts and ordinary support (13.912)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from airwar.engine.referee import Event, Next, Note, Referee, Ruling
from airwar.engine.rule import rule
from airwar.rulesets.war_in_europe.rail_raids import TO_A_BOMBER_POINT, fly_raids
from airwar.rulesets.war_in_europe.standing import may_add_to_die, may_bomb, shifter
from airwar.rulesets.war_in_europe.state import Order, Pool, RailRaid, Setting, Turn

DIE = ".die"  # ends the name of the point that a combat may have for its die


@rule("13.912", "A3")
def allot_support(ref: Referee, turn: Turn) -> Next:
    """Each owner says what his Ground Support points do; what he does not name stays for ordinary support."""
    if not turn.unallotted:
        return Next(fly_raids, turn)
    pool = turn.pools[turn.unallotted[0]]
    turn = replace(turn, unallotted=turn.unallotted[1:])
    front = turn.setting.fronts[pool.front]
    items = offered(turn, pool)
    ref.enter(front.id, f"Ground Support on {front.name}")
    answer = ref.allot(
        f"{pool_name(turn.setting, pool)}.allot",
        items,
        by=turn.setting.name(pool.player),
        most=None if reuse(turn.setting) else free(turn, pool),
        labels={name: label(turn.setting, name) for name in items},
        refuse=refusal(turn, pool),
        facts=lambda: {"own.factors": pool.left, "own.free": free(turn, pool)},
    )
    turn = replace(turn, orders=(*turn.orders, *orders_of(answer, pool)))
    ref.tell(remainder, turn, pool)
    return Next(allot_support, turn)


def pool_name(setting: Setting, pool: Pool) -> str:
    """The player, and the nation if he commands several."""
    return pool.player if len(setting.players[pool.player].nations) == 1 else f"{pool.player}.{pool.nation}"


def reuse(setting: Setting) -> bool:
    return setting.options["support-reuse"] == "yes"


def pledged(turn: Turn, pool: Pool, mission: str = "") -> int:
    """The points of a pool that have their orders, to all missions or to one."""
    return sum(
        order.spent
        for order in turn.orders
        if (order.player, order.nation) == (pool.player, pool.nation)
        and turn.setting.mission(order.mission).front == pool.front
        and mission in ("", order.mission)
    )


@rule("A3")
def free(turn: Turn, pool: Pool, mission: str = "") -> int:
    """The points of a pool that may still be sent on a mission.

    Ruling: a point has one job a turn, unless the option says otherwise.
    """
    return pool.left - pledged(turn, pool, mission if reuse(turn.setting) else "")


@rule("13.912", "A3", "A4", "A6")
def offered(turn: Turn, pool: Pool) -> dict[str, int]:
    """What a pool may be allotted to, and how much of it: only what supremacy allows, and the scenario leaves open."""
    setting = turn.setting
    items = {}
    for raid in setting.raids.values():
        room = free(turn, pool, raid.id)
        own = raid.asked and (raid.front, raid.by) == (pool.front, pool.player)
        if own and room >= TO_A_BOMBER_POINT and may_bomb(setting, raid):
            items[raid.id] = room
    for combat in setting.combats.values():
        room = free(turn, pool, combat.id)
        if combat.front != pool.front or room <= 0:
            continue
        if combat.ask_shift and combat.printed_defence and shifter(setting, combat) == pool.player:
            items[combat.id] = room
        has_die = any(order.mission == combat.id and order.die for order in turn.orders)
        if combat.ask_die and not has_die and combat.attacker == pool.player and may_add_to_die(setting, combat):
            items[combat.id + DIE] = 1
    return items


@rule("13.92", "A4", "A3")
def refusal(turn: Turn, pool: Pool) -> Callable[[Mapping[str, int]], str | None]:
    """Why an allotment is illegal: fewer than five points on a raid, or more on one mission than there are."""

    def refuse(answer: Mapping[str, int]) -> str | None:
        for name, points in answer.items():
            if name in turn.setting.raids and 0 < points < TO_A_BOMBER_POINT:
                return f"{points} on {name} make no Strategic Bomber Point; at least {TO_A_BOMBER_POINT} are needed (13.92)"
            both = points + answer.get(name + DIE, 0)
            room = free(turn, pool, name.removesuffix(DIE))
            if both > room:
                return f"{both} on {name}, where {room} are free (13.912)"
        return None

    return refuse


def orders_of(answer: Mapping[str, int], pool: Pool) -> list[Order]:
    """The answer as orders, the shift and the die of a combat together."""
    missions = dict.fromkeys(name.removesuffix(DIE) for name, points in answer.items() if points)
    return [Order(name, pool.player, pool.nation, answer.get(name, 0), answer.get(name + DIE, 0)) for name in missions]


def label(setting: Setting, item: str) -> str:
    mission = setting.mission(item.removesuffix(DIE))
    if item.endswith(DIE):
        return f"{mission.name}: one point for the die"
    if isinstance(mission, RailRaid):
        return f"{mission.name}: bomb the rail line, {TO_A_BOMBER_POINT} points a bomber point"
    return f"{mission.name}: shift the odds, {mission.printed_defence} points a column"


def remainder(turn: Turn, pool: Pool) -> list[Event]:
    """What is left for ordinary support, and whether points do two jobs."""
    owner, spent = turn.setting.name(pool.player), pledged(turn, pool)
    if spent > pool.left:
        return [Ruling("support-reuse", "yes", f"{owner}: {pool.left} {pool.whose} points are ordered to do the work of {spent}")]
    rest = pool.left - spent
    return [Note(f"{owner}: {spent} of {pool.left} {pool.whose} points have orders, {rest} stay for ordinary ground support")]
