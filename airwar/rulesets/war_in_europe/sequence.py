"""The air part of a turn, from the end of air combat on: the sequence of play is the table TURN."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple, Never

from airwar.engine.events import Note
from airwar.engine.moves import End, Move, Step, call, then
from airwar.engine.referee import Referee
from airwar.engine.rule import rule
from airwar.rulesets.war_in_europe.allotment import allotted
from airwar.rulesets.war_in_europe.ground_battles import SupportedBattle, fight_battle, support_of
from airwar.rulesets.war_in_europe.rail_raids import Flight, RaidOutcome, RaidUnderWay, bombs_fall, flak_fires, fly_raid
from airwar.rulesets.war_in_europe.state import Turn
from airwar.rulesets.war_in_europe.supremacy import findings


@rule("13.9")
def proceed(ref: Referee, turn: Turn) -> Move[Never]:
    """The first part of the turn that has anything left to do is next; after the last, the turn is over."""
    for part in TURN:
        if part.waiting(turn):
            return then(part.step, turn)
    return End(result_of(turn), turn)


@rule("13.91", "13.911")
def find_supremacy(ref: Referee, turn: Turn) -> Move[Never]:
    """The next Front is tested: a side with nothing in either box there gives its opponents supremacy over it."""
    front = turn.setting.fronts[turn.fronts[0]]
    ref.enter(front.id, f"Total Air Supremacy on {front.name}")
    ref.tell(findings, turn.setting, front)
    return then(proceed, replace(turn, fronts=turn.fronts[1:]))


@rule("13.912")
def allot_support(ref: Referee, turn: Turn) -> Move[Never]:
    """The owner of the next pool says what its Ground Support points do; the rest stays for ordinary support."""
    pool = turn.pools[turn.unallotted[0]]
    front = turn.setting.fronts[pool.front]
    ref.enter(front.id, f"Ground Support on {front.name}")
    return then(proceed, allotted(ref, replace(turn, unallotted=turn.unallotted[1:]), pool))


@rule("13.92")
def next_raid(ref: Referee, turn: Turn) -> Move[Never]:
    """The next rail hex is bombed, if anybody was sent there."""
    raid = turn.setting.raids[turn.raids[0]]
    turn = replace(turn, raids=turn.raids[1:])
    ref.enter(raid.id, f"Rail raid on {raid.name}")
    flying = tuple(Flight(pool, order.points) for pool, order in turn.ordered(raid.id) if order.points)
    if not flying:
        ref.tell(Note, f"nobody flies to {raid.name}")
        return then(proceed, turn.done(raid.id, "not flown"))
    return call(fly_raid, RaidUnderWay(turn.setting, raid.id, flying), back=raid_over, keep=turn)


@rule("13.92")
def raid_over(ref: Referee, turn: Turn, outcome: RaidOutcome) -> Move[Never]:
    """What flak has eliminated is gone; the rest returns."""
    for flight in outcome.flights:
        turn = turn.losing(flight.pool, flight.lost)
    return then(proceed, turn.done(outcome.mission, outcome.result))


@rule("13.93")
def next_battle(ref: Referee, turn: Turn) -> Move[Never]:
    """The next ground battle is fought with the support that was ordered."""
    battle = turn.setting.battles[turn.battles[0]]
    ref.enter(battle.id, f"Battle at {battle.name}")
    supported = SupportedBattle(turn.setting, battle.id, support_of(turn, battle))
    return call(fight_battle, supported, back=battle_over, keep=turn)


@rule("13.93")
def battle_over(ref: Referee, turn: Turn, result: str) -> Move[Never]:
    """The result is recorded, and the support is spent."""
    battle = turn.battles[0]
    return then(proceed, replace(turn, battles=turn.battles[1:]).done(battle, result))


def result_of(turn: Turn) -> str:
    """The results of all missions, with their names if there are several."""
    if len(turn.results) == 1:
        return turn.results[0][1]
    named = ((turn.setting.mission(mission).name, result) for mission, result in turn.results)
    return "; ".join(f"{name}: {result}" for name, result in named) or "supremacy tested"


class Part(NamedTuple):
    """A part of the turn: what it still waits for, and the step that takes the next of it."""

    title: str
    rule: str
    waiting: Callable[[Turn], Sequence[object]]
    step: Callable[[Referee, Turn], Move[Never]]


TURN = (
    Part("Total Air Supremacy is tested, Front by Front", "13.91", lambda turn: turn.fronts, find_supremacy),
    Part("Ground Support points are allotted, pool by pool", "13.912", lambda turn: turn.unallotted, allot_support),
    Part("rail lines are bombed, raid by raid", "13.92", lambda turn: turn.raids, next_raid),
    Part("ground battles are fought, one by one", "13.93", lambda turn: turn.battles, next_battle),
)
STEPS: tuple[Step, ...] = (
    proceed,
    *(part.step for part in TURN),
    *(fly_raid, flak_fires, bombs_fall, raid_over),
    *(fight_battle, battle_over),
)
