"""The Air Points of each side in the boxes of every Front, in the middle of a raid too."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from airwar.rulesets.ruleset import ELIMINATED, Standing, standing_of
from airwar.rulesets.war_in_europe.rail_raids import RaidOutcome, RaidUnderWay
from airwar.rulesets.war_in_europe.state import Front, Pool, Turn


def standing(states: Sequence[Any]) -> list[Standing]:
    """Front by Front: Air Superiority, Ground Support by nation, uncommitted points; points on a raid are over its hex."""
    turn: Turn = states[0]
    raid = next((state for state in states if isinstance(state, RaidUnderWay)), None)
    for state in states:
        if isinstance(state, RaidOutcome):
            for flight in state.flights:
                turn = turn.using(flight.pool, flight.points, flight.lost)
    return standing_of(row for front in turn.setting.fronts.values() for row in front_rows(turn, front, raid))


def front_rows(turn: Turn, front: Front, raid: RaidUnderWay | None) -> Iterator[Standing]:
    for side, boxes in front.boxes.items():
        yield Standing(side, front.id, "air-superiority", "Air Superiority", boxes.superiority)
        for pool in turn.pools:
            if (pool.front, pool.side) == (front.id, side):
                yield from pool_rows(pool, raid)
        yield Standing(side, front.id, "uncommitted", "uncommitted", boxes.uncommitted)


def pool_rows(pool: Pool, raid: RaidUnderWay | None) -> Iterator[Standing]:
    """Points that are free, that have done their job, that fly now, and that are lost."""
    flights = [one for one in (*raid.flying, *raid.home) if one.pool[:3] == pool[:3]] if raid else []
    flown, lost = sum(one.points for one in flights), sum(one.lost for one in flights)
    free = pool.left - min(pool.spent + flown, pool.left)

    def row(place: str, count: int, *marks: str) -> Standing:
        return Standing(pool.side, place, f"{pool.nation}-ground-support", f"{pool.whose} Ground Support", count, marks)

    yield row(pool.front, free)
    yield row(pool.front, pool.left - flown - free, "spent")
    if raid:
        yield row(raid.raid.hex, flown - lost, "over")
    yield row("", pool.had - pool.left + lost, *ELIMINATED)


def place_name(turn: Turn, place: str) -> str:
    """The name of a Front; a hex is called as the map prints it."""
    front = turn.setting.fronts.get(place)
    return front.title.removeprefix("the ") if front else place


def party(turn: Turn, by: str) -> str:
    """A side by its name."""
    side = turn.setting.sides.get(by)
    return side.name if side else by
