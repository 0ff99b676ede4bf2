"""How a turn looks at any moment: tables, where everything is, what was lost, and what a ruling may change."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from airwar.rulesets.kit import (
    ELIMINATED,
    AdjustableCounts,
    Geography,
    Position,
    Sheet,
    Site,
    Standing,
    Tally,
    count,
    sheet,
    standing_of,
    title_of,
)
from airwar.rulesets.war_in_europe.odds_shifting import SupportedBattle
from airwar.rulesets.war_in_europe.position import Pool, Turn, front_title
from airwar.rulesets.war_in_europe.rail_raids import RaidOutcome, RaidUnderWay
from airwar.rulesets.war_in_europe.turn import after_raid

MOST = 999  # the most points that a ruling may give to a pool


def tables(states: Sequence[Any]) -> list[Sheet]:
    """Tables of the raid under way, the Ground Support boxes, and the orders not carried out yet."""
    turn: Turn = states[0]
    name = turn.setting.name
    pools = sheet(
        "Ground Support",
        turn.pools,
        front=lambda pool: title_of(pool.front),
        side=lambda pool: name(pool.side),
        nation=lambda pool: pool.whose,
        at_start=lambda pool: pool.had,
        shot_down=lambda pool: pool.lost,
        spent=lambda pool: pool.spent,
        free=lambda pool: pool.free,
    )
    orders = sheet(
        "Orders",
        turn.given,
        mission=lambda order: turn.missions[order.mission].title,
        side=lambda order: name(order.side),
        nation=lambda order: order.nation.capitalize(),
        points=lambda order: order.points,
        die=lambda order: order.die or "",
    )
    rails = sheet("Damaged rail lines", turn.damaged_rails.items(), hex=lambda one: one[0], damage=lambda one: one[1])
    raids = [raid_sheet(state) for state in states if isinstance(state, RaidUnderWay)]
    return [*raids, pools, *[orders] * bool(turn.given), *[rails] * bool(turn.damaged_rails)]


def raid_sheet(raid: RaidUnderWay) -> Sheet:
    """A table of who is on the raid, and what flak has done so far."""
    flights = [*((flight, "has bombed") for flight in raid.home), *((flight, "still has to bomb") for flight in raid.flying)]
    return sheet(
        f"Raid on {raid.raid.title}",
        flights,
        nation=lambda one: one[0].pool.whose,
        Air_Points=lambda one: one[0].points,
        lost_to_flak=lambda one: one[0].lost,
        _=lambda one: one[1],
    )


def tally(turn: Turn) -> list[Tally]:
    """The Ground Support points that each side had and lost, by nation, all Fronts together."""
    sums: dict[tuple[str, str], list[int]] = {}
    for pool in turn.pools:
        counts = sums.setdefault((turn.setting.name(pool.side), f"{pool.whose} Ground Support"), [0, 0])
        counts[0] += pool.had
        counts[1] += pool.lost
    return [Tally(side, unit, had, lost) for (side, unit), (had, lost) in sums.items()]


# where everything is


def standing(states: Sequence[Any]) -> list[Standing]:
    """Front by Front: Air Superiority, Ground Support by nation, uncommitted points; points on a raid are over its hex."""
    turn: Turn = states[0]
    raid = next((state for state in states if isinstance(state, RaidUnderWay)), None)
    for state in states:
        if isinstance(state, RaidOutcome):
            turn = after_raid(turn, state)
    return standing_of(row for front in turn.fronts for row in front_rows(turn, front, raid))


def front_rows(turn: Turn, front: str, raid: RaidUnderWay | None) -> Iterator[Standing]:
    for side, boxes in turn.fronts[front].items():
        yield Standing(side, front, "air-superiority", "Air Superiority", boxes.air_superiority or 0)
        for pool in turn.pools_of(front, side):
            yield from pool_rows(pool, raid)
        yield Standing(side, front, "uncommitted", "uncommitted", boxes.uncommitted)


def pool_rows(pool: Pool, raid: RaidUnderWay | None) -> Iterator[Standing]:
    """The rows of a pool: points that are free, have done their job, are flying, and are lost."""
    flights = [one for one in (*raid.flying, *raid.home) if one.pool.id == pool.id] if raid else []
    flown, lost = sum(one.points for one in flights), sum(one.lost for one in flights)
    free = pool.left - min(pool.spent + flown, pool.left)

    def row(place: str, points: int, *marks: str) -> Standing:
        return Standing(pool.side, place, f"{pool.nation}-ground-support", f"{pool.whose} Ground Support", points, marks)

    yield row(pool.front, free)
    yield row(pool.front, pool.left - flown - free, "spent")
    if raid:
        yield row(raid.raid.at, flown - lost, "over")
    yield row("", pool.lost + lost, *ELIMINATED)


def called(row: Standing) -> str:
    """`12 Air Superiority points`."""
    return count(row.count, f"{row.name} point")


def place_name(turn: Turn, place: str) -> str:
    """The name of a Front, or a hex as printed on the map."""
    return front_title(place).removeprefix("the ") if place in turn.fronts else place


def geography(states: Sequence[Any]) -> Geography:
    """Fronts, and what is raided or fought for on each."""
    turn: Turn = states[0]
    raids = [(raid.at, raid.title, raid.front) for raid in turn.rail_raids.values() if raid.at]
    battles = [(battle.id, battle.title, battle.front) for battle in turn.battles.values()]
    fronts = tuple(Site(front, place_name(turn, front)) for front in turn.fronts)
    sites = {place: Site(place, name) for place, name, _ in (*raids, *battles)}
    return Geography((*fronts, *sites.values()), links=tuple((front, place) for place, _, front in (*raids, *battles)))


def party(turn: Turn, by: str) -> str:
    """A side by its name."""
    return turn.setting.name(by) if by in turn.sides else by


# rulings


def units(turn: Turn) -> dict[str, Mapping[str, str | int]]:
    """What a ruling may change: how many points are left, by pool."""
    return {pool.id: {"left": pool.left} for pool in turn.pools}


def changed(turn: Turn, pool_id: str, what: str, value: str) -> Turn:
    """The turn after a ruling. What a pool gains or loses counts as if the scenario had said so."""
    pool = next(pool for pool in turn.pools if pool.id == pool_id)
    fewest = pool.spent + turn.pledged(pool)
    if not value.isdecimal() or not fewest <= int(value) <= MOST:
        raise ValueError(f"{value!r} is not a number from {fewest}, which are used or ordered already, to {MOST}")
    return turn.with_pool(pool._replace(left=int(value)))


def engaged(position: Position) -> dict[str, str]:
    """The points on a mission now, which cannot be ruled on: the mission counts as many as were sent."""
    states = (*position.states, *position.args[1:])
    turn: Turn = states[0]
    missions = [mission for state in states[1:] if (mission := mission_of(turn, state))]
    return {
        pool.id: f"fly to {turn.missions[mission].title}; rule on them when that mission is over"
        for mission in missions
        for pool, order in turn.ordered(mission)
        if order.spent
    }


def mission_of(turn: Turn, state: Any) -> str:
    """The mission that is flown or fought, or that has just been."""
    match state:
        case RaidUnderWay():
            return state.raid.id
        case SupportedBattle():
            return state.battle.id
        case RaidOutcome():
            return state.mission
        case str():  # the result of a battle
            return turn.battles_left[0]
    return ""


ADJUSTABLE = (AdjustableCounts(Turn, units, changed),)
