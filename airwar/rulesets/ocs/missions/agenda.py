"""What the missions of a scenario do in a segment, and the segment that carries them out one after another."""

from __future__ import annotations

from dataclasses import replace

from airwar.engine.moves import Move, Return, call, then
from airwar.engine.referee import Referee
from airwar.engine.rule import rule
from airwar.rulesets.ocs.bases.capture import Capture, base_captured
from airwar.rulesets.ocs.board.outcome import Outcome
from airwar.rulesets.ocs.board.segment import Act, Segment
from airwar.rulesets.ocs.board.setting import CAPTURE, STRIKES, Mission, Setting, Stage
from airwar.rulesets.ocs.missions.course import fly, strike
from airwar.rulesets.ocs.missions.flight import Flight

MOVEMENT, BARRAGE, COMBAT = "movement", "barrage", "combat"  # segments
FLY, STRIKE, GROUND = "fly", "strike", "ground"  # what a segment does of a mission


@rule("R3", "R10", "R11", "R15")
def parts_of(mission: Mission, waits: bool) -> dict[str, str]:
    """What each segment does of a mission. In v3.0 strikes fly out first and barrage later; in 4.3 they do both at once."""
    if mission.kind == CAPTURE:
        by_combat = mission.captured.advance or mission.phase == COMBAT
        return {COMBAT if by_combat else MOVEMENT: GROUND}
    if mission.phase == COMBAT:
        return {BARRAGE: STRIKE}
    if mission.kind not in STRIKES:
        return {MOVEMENT: FLY}
    return {MOVEMENT: FLY, BARRAGE: STRIKE} if waits else {BARRAGE: FLY}


@rule("R3")
def acts_in(setting: Setting, stage: Stage, segment: str) -> tuple[Act, ...]:
    """What the missions do in a segment, in the order in which the scenario lists them."""
    found = []
    for mission in setting.missions:
        parts = parts_of(mission, setting.rulings.profile.return_phase)
        if mission.stage == stage and segment in parts:
            found.append(Act(parts[segment], mission))
    return tuple(found)


@rule("R3")
def next_mission(ref: Referee, segment: Segment) -> Move[Segment]:
    """The next mission of the segment is carried out, or the segment is over."""
    if not segment.acts:
        return Return(segment)
    part, mission = segment.acts[0]
    if part == GROUND:
        return call(base_captured, Capture(segment.board, mission), back=mission_over, keep=segment)
    return call(fly if part == FLY else strike, Flight(segment.board, mission), back=mission_over, keep=segment)


@rule("R3")
def mission_over(ref: Referee, segment: Segment, outcome: Outcome) -> Move[Segment]:
    """The board is as the mission leaves it, and its result, if it has one yet, is noted."""
    (_, mission), *rest = segment.acts
    results = (*segment.results, (mission.id, outcome.result)) if outcome.result else segment.results
    return then(next_mission, replace(segment, board=outcome.board, acts=tuple(rest), results=results))
