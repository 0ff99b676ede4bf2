"""The air part of a turn, from the end of air combat on: the sequence of play is the table TURN."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple, Never

from airwar.engine.events import Event, Note
from airwar.engine.moves import End, Move, Step, call, then
from airwar.engine.referee import Referee
from airwar.engine.rule import rule
from airwar.rulesets.ruleset import NOT_FLOWN
from airwar.rulesets.war_in_europe.allotment import all_allotted, allied_ruling, each_mission, mission_allotted
from airwar.rulesets.war_in_europe.ground_battles import SupportedBattle, fight_battle, support_of
from airwar.rulesets.war_in_europe.orders_at_table import targets, with_mission
from airwar.rulesets.war_in_europe.position import final_position
from airwar.rulesets.war_in_europe.printed_charts import asked_for, results_printed
from airwar.rulesets.war_in_europe.rail_raids import (
    Flight,
    RaidOutcome,
    RaidUnderWay,
    bombs_fall,
    charts_to_read,
    flak_fires,
    fly_raid,
)
from airwar.rulesets.war_in_europe.state import GroundBattle, Mission, RailRaid, Setting, Turn
from airwar.rulesets.war_in_europe.supremacy import findings


@rule("13.9")
def proceed(ref: Referee, turn: Turn) -> Move[Never]:
    """The first part of the turn that has anything left to do is next; after the last, the turn is over."""
    for part in parts(turn.setting):
        if part.waiting(turn):
            return then(part.step, turn)
    ref.enter("", "After the turn")
    ref.tell(final_position, turn)
    return End(result_of(turn), turn)


@rule("13.91", "13.911")
def find_supremacy(ref: Referee, turn: Turn) -> Move[Never]:
    """The next Front is tested: a side with nothing in either box there gives its opponents supremacy over it."""
    front = turn.setting.fronts[turn.fronts[0]]
    ref.enter(front.id, f"Total Air Supremacy on {front.title}")
    ref.tell(findings, turn.setting, front)
    return then(proceed, replace(turn, fronts=turn.fronts[1:]))


@rule("13.912")
def allot_support(ref: Referee, turn: Turn) -> Move[Never]:
    """By option, the owner of the next pool says at once what its Ground Support points do in this turn."""
    pool = turn.pools[turn.unallotted[0]]
    front = turn.setting.fronts[pool.front]
    ref.enter(front.id, f"Ground Support on {front.title}")
    ref.tell(turn.setting.rulings.ruled, "allotment", "all points are allotted before the first raid and the first battle")
    return then(proceed, all_allotted(ref, replace(turn, unallotted=turn.unallotted[1:]), pool))


@rule("13.912")
def supported(ref: Referee, turn: Turn, mission: Mission) -> Turn:
    """The time of a mission has come: its support is allotted, unless that was done for the whole turn at once."""
    ref.tell(order_rulings, turn)
    if each_mission(turn.setting) or mission in turn.further:
        return mission_allotted(ref, turn, mission)
    ref.tell(allied_ruling, turn.setting, mission, [order.side for _, order in turn.ordered(mission.id)])
    return turn


@rule("13.92")
def next_raid(ref: Referee, turn: Turn) -> Move[Never]:
    """The next rail hex is bombed, if anybody is sent there."""
    raid = turn.mission(turn.raids[0])
    assert isinstance(raid, RailRaid)
    ref.enter(raid.id, f"Rail raid on {raid.name}")
    turn = supported(ref, turn, raid)
    turn = replace(turn, raids=turn.raids[1:])
    flying = tuple(Flight(pool, order.points) for pool, order in turn.ordered(raid.id) if order.points)
    if not flying:
        ref.tell(Note, f"nobody flies to {raid.name}")
        return then(proceed, turn.done(raid.id, NOT_FLOWN))
    charts = charts_to_read(turn.setting, flying)
    turn = asked_for(ref, turn, charts)
    printed = tuple(chart.id for chart in charts if turn.reads(chart.id))
    return call(fly_raid, RaidUnderWay(turn.setting, raid, flying, printed=printed), back=raid_over, keep=turn)


@rule("13.92")
def raid_over(ref: Referee, turn: Turn, outcome: RaidOutcome) -> Move[Never]:
    """What flak has eliminated is gone; the rest returns, and has done its job."""
    for flight in outcome.flights:
        turn = turn.using(flight.pool, flight.points, flight.lost)
    return then(proceed, turn.done(outcome.mission, outcome.result))


@rule("13.93")
def next_battle(ref: Referee, turn: Turn) -> Move[Never]:
    """The next ground battle is fought, with its support."""
    battle = turn.mission(turn.battles[0])
    assert isinstance(battle, GroundBattle)
    ref.enter(battle.id, f"Battle at {battle.name}")
    turn = supported(ref, turn, battle)
    table, chart = turn.setting.charts.combat_results.get(battle.table), results_printed(battle.table)
    if table is None or not table.rows:
        turn = asked_for(ref, turn, [chart])
    fought = SupportedBattle(turn.setting, battle, support_of(turn, battle), turn.reads(chart.id))
    return call(fight_battle, fought, back=battle_over, keep=turn)


@rule("13.93")
def battle_over(ref: Referee, turn: Turn, result: str) -> Move[Never]:
    """The result is recorded, and the points have done their job."""
    battle = turn.battles[0]
    for pool, order in list(turn.ordered(battle)):
        turn = turn.using(pool, order.spent)
    return then(proceed, replace(turn, battles=turn.battles[1:]).done(battle, result))


def results(turn: Turn) -> list[tuple[str, str]]:
    """The result of each raid and each battle."""
    return [(turn.mission(mission).name, result) for mission, result in turn.results]


def result_of(turn: Turn) -> str:
    """The results of all missions, with their names if there are several."""
    if len(turn.results) == 1:
        return turn.results[0][1]
    return "; ".join(f"{name}: {result}" for name, result in results(turn)) or "supremacy tested"


@rule("13.912")
def order_rulings(turn: Turn) -> list[Event]:
    """Before the first mission: in what order missions come and points are allotted, where that can matter."""
    rulings, missions = turn.setting.rulings, turn.setting.missions
    if turn.results or turn.further or len(missions) < 2:
        return []
    told: list[Event] = []
    if turn.raids and turn.battles:
        first = "before" if rulings.value("mission-order") == "raids-first" else "after"
        told.append(rulings.ruled("mission-order", f"rail lines are bombed {first} the ground battles; the source does not say"))
    if each_mission(turn.setting):
        text = "points are allotted to each raid and battle when its time comes; the source does not say when"
        told.append(rulings.ruled("allotment", text))
    return told


@rule("13.912")
def order_mission(ref: Referee, turn: Turn) -> Move[Never]:
    """The players order one more raid or battle, or no more."""
    ref.enter("", "Further missions")
    return then(proceed, with_mission(ref, turn))


class Part(NamedTuple):
    """A part of the turn: what it still waits for, and the step that takes the next of it."""

    title: str
    rule: str
    waiting: Callable[[Turn], Sequence[object]]
    step: Callable[[Referee, Turn], Move[Never]]


RAIDS = Part("rail lines are bombed, raid by raid", "13.92", lambda turn: turn.raids, next_raid)
BATTLES = Part("ground battles are fought, one by one", "13.93", lambda turn: turn.battles, next_battle)
TURN = (
    Part("Total Air Supremacy is tested, Front by Front", "13.91", lambda turn: turn.fronts, find_supremacy),
    Part("by option, all points are allotted, pool by pool", "13.912", lambda turn: turn.unallotted, allot_support),
    RAIDS,
    BATTLES,
    Part("further missions are ordered at the table", "13.912", lambda turn: targets(turn) if turn.asking else (), order_mission),
)


@rule("13.912")
def parts(setting: Setting) -> tuple[Part, ...]:
    """The parts of the turn in their order; by option the battles come before the raids."""
    return TURN if setting.rulings.value("mission-order") == "raids-first" else (*TURN[:2], BATTLES, RAIDS, *TURN[4:])


STEPS: tuple[Step, ...] = (
    proceed,
    *(part.step for part in TURN),
    *(fly_raid, flak_fires, bombs_fall, raid_over),
    *(fight_battle, battle_over),
)
