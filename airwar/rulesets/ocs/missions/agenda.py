"""A segment carries out missions one after another: first those that the scenario prepares, then those that the player orders."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import partial

from airwar.engine.moves import Move, Return, call, then
from airwar.engine.referee import Referee
from airwar.engine.rule import rule
from airwar.rulesets.ocs.bases.capture import Capture, base_attacked
from airwar.rulesets.ocs.bases.construction import Works, works
from airwar.rulesets.ocs.board.outcome import Outcome
from airwar.rulesets.ocs.board.segment import Act, Segment
from airwar.rulesets.ocs.board.setting import Mission, Setting, Stage
from airwar.rulesets.ocs.missions.about import orders_so_far
from airwar.rulesets.ocs.missions.course import fly, strike
from airwar.rulesets.ocs.missions.flight import Flight
from airwar.rulesets.ocs.missions.ground_war import EVENTS, ground_changes
from airwar.rulesets.ocs.missions.gunfire import Shelling, gunfire
from airwar.rulesets.ocs.missions.orders import DONE, FLY, GROUND, GUNS, SITE, anything_open, open_orders, order, parts_of


@rule("R3")
def acts_in(setting: Setting, missions: Iterable[Mission], stage: Stage, segment: str) -> tuple[Act, ...]:
    """What the missions do in a segment, in the order in which they are listed."""
    found = []
    for mission in missions:
        parts = parts_of(mission, setting.rulings.profile.return_phase)
        if mission.stage == stage and segment in parts:
            found.append(Act(parts[segment], mission))
    return tuple(found)


@rule("R3")
def next_mission(ref: Referee, segment: Segment) -> Move[Segment]:
    """The next mission of the segment is carried out; when none is left, the player on move may order another."""
    if not segment.acts:
        return then(next_order, segment) if segment.board.setting.orders_asked else Return(segment)
    part, mission = segment.acts[0]
    if part == GROUND:
        return call(base_attacked, Capture(segment.board, mission), back=mission_over, keep=segment)
    if part == SITE:
        return call(works, Works(segment.board, mission), back=mission_over, keep=segment)
    if part == GUNS:
        return call(gunfire, Shelling(segment.board, mission), back=mission_over, keep=segment)
    return call(fly if part == FLY else strike, Flight(segment.board, mission), back=mission_over, keep=segment)


@rule("R3")
def mission_over(ref: Referee, segment: Segment, outcome: Outcome) -> Move[Segment]:
    """The board is as the mission leaves it, and its result, if it has one yet, is noted."""
    (_, mission), *rest = segment.acts
    results = (*segment.results, (mission.id, outcome.result)) if outcome.result else segment.results
    return then(next_mission, replace(segment, board=outcome.board, acts=tuple(rest), results=results))


@rule("R3")
def next_order(ref: Referee, segment: Segment) -> Move[Segment]:
    """The player on move orders another mission, says what happens on the ground, or is done."""
    if not anything_open(segment):
        return Return(segment)
    number, about = segment.asked + 1, partial(orders_so_far, segment)
    kind = ref.choose(f"{number}.order", open_orders(segment), by=segment.side, default=DONE, optional=True, about=about)
    if kind == DONE:
        return Return(segment)
    segment = replace(segment, asked=number)
    if kind in EVENTS:
        return then(next_order, segment.on(ground_changes(ref, segment, kind)))
    mission = order(ref, segment, kind)
    if mission is None:
        return then(next_order, segment)
    part = parts_of(mission, segment.board.rulings.profile.return_phase)[segment.name]
    return then(next_mission, segment.with_order(part, mission))
