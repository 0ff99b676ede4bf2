"""What the questions of the air part of a turn are about: which points are free, what they can buy, and what was lost."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from airwar.engine.words import count, listed
from airwar.rulesets.kit.names import title_of
from airwar.rulesets.war_in_europe.state import GroundBattle, Pool, Turn

if TYPE_CHECKING:
    from airwar.rulesets.war_in_europe.rail_raids import RaidUnderWay

MOST = 4  # missions that a sentence names


def points_free(turn: Turn, pool: Pool, missions: Iterable[str]) -> str:
    """The points of a pool, and the missions that they can go to."""
    setting = turn.setting
    where = listed((described(turn, mission) for mission in dict.fromkeys(missions)), MOST)
    free = count(turn.available(pool), f"{pool.whose} Ground Support point")
    of_all = f", of {pool.had}" if pool.had != turn.available(pool) else ""
    return f"{setting.name(pool.side)}: {free} free on {setting.fronts[pool.front].title}{of_all}. For {where}."


def described(turn: Turn, mission_id: str) -> str:
    """A mission, and what is at stake in it."""
    mission = turn.mission(mission_id)
    if not isinstance(mission, GroundBattle):
        return f"the rail line at {mission.name}{' under flak' if mission.flak else ''}"
    odds = f" ({mission.attack} against {mission.defense})" if mission.attack is not None and mission.defense else ""
    name = title_of(mission.name) if mission.name == mission.id else mission.name  # one ordered at the table has no other
    return f"{turn.setting.name(mission.attacker)} attack at {name}{odds}"


def no_use(by: str, said: Iterable[str]) -> str:
    """Points that would buy nothing."""
    return f"{by}: {listed(said, MOST)}. Commit them all the same, or allot again?"


def missions_so_far(turn: Turn, number: int) -> str:
    """The missions that were ordered, and the points that are free."""
    free = [f"{turn.setting.name(pool.side)} {turn.available(pool)} {pool.whose}" for pool in turn.pools if turn.available(pool)]
    so_far = f"{count(len(turn.further), 'further mission')} so far" if turn.further else "no further mission yet"
    return f"Points free: {listed(free, MOST) or 'none'}. {count(number, 'kind')} of mission possible, {so_far}."


def hit_by_flak(raid: RaidUnderWay, points: Mapping[str, int], hits: int) -> str:
    """The points that flak has shot down."""
    flying = listed(f"{flight.pool.whose} {flight.points}" for flight in raid.flying)
    return f"Flak at {raid.raid.name} eliminates {count(hits, 'point')} of {sum(points.values())}: {flying}. Choose whose."
