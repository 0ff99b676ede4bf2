"""The missions of a scenario, read together: who flies, against what, and from where."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from airwar.engine.rule import rule
from airwar.rulesets.ocs.bases.capture import capture_refused
from airwar.rulesets.ocs.bases.construction import works_refused
from airwar.rulesets.ocs.board.board import Board
from airwar.rulesets.ocs.board.setting import (
    BUILD,
    CAPTURE,
    DROP,
    GUNFIRE,
    SWEEP,
    TRANSFER,
    WORKS,
    CapturedHow,
    Cargo,
    Lift,
    Mission,
    Stage,
    Stated,
)
from airwar.rulesets.ocs.missions.takeoff import flying_refused, most_units, on_station
from airwar.rulesets.ocs.missions.targets import target_refused
from airwar.rulesets.ocs.scenario.checks import CHECKS, Refusals
from airwar.rulesets.ocs.sequence import meant_phase, phase_named
from airwar.rulesets.ocs.units.air import AT_BASE, ELSEWHERE, INACTIVE
from airwar.rulesets.ocs.units.functions import barrage_refused, flight_refused
from airwar.scenario.problems import Problems
from airwar.scenario.shape import Section


class Entry(NamedTuple):
    """A mission, and what the scenario says of it."""

    said: Section
    mission: Mission


def missions_of(document: Section, board: Board, problems: Problems) -> tuple[Mission, ...]:
    """The missions that can be understood; what is wrong with any of them is reported."""
    found = list(understood(document, board, problems))
    transferring = {unit for _, mission in found if mission.kind == TRANSFER for unit in mission.units}
    for said, mission in found:
        report(problems, check_arms(said, mission, board))
        known = mission.at in board.setting.hexes and board.setting.counters.keys() >= set(mission.units)
        if not known:
            continue  # reported already
        for check in CHECKS:
            report(problems, check(said, mission, board))
        report(problems, check_fliers(said, mission, board, transferring))
    report(problems, check_targets(found, board))
    report(problems, check_strikers(found, board))
    report(problems, check_one_mission(found, board))
    return tuple(mission for _, mission in found)


@rule("R53")
def check_arms(said: Section, mission: Mission, board: Board) -> Refusals:
    """Air units fly missions; guns only fire."""
    for index, name in enumerate(mission.units):
        if name not in board.setting.counters and (name in board.setting.batteries or name in board.setting.ships):
            yield said["with"].marks[index], f"{name} is not an air unit; guns fire in missions of kind gunfire (R53)"


def report(problems: Problems, refusals: Refusals) -> None:
    for mark, text in refusals:
        problems.add(mark, text)


def understood(document: Section, board: Board, problems: Problems) -> Iterator[Entry]:
    """Each mission whose phase exists."""
    setting = board.setting
    for said in document["missions"] or ():
        side, _, phase = said["in"].partition(".")
        if side not in setting.sides or phase_named(setting.profile, phase) is None:
            meant = meant_phase(setting.profile, setting.sides, said["in"])
            wanted = f"a side and a phase of the sequence of play, such as {setting.sides[0]}.movement"
            problems.add(said.at("in"), f"{said['in']!r} is not a phase; expected {wanted} (R3){meant}")
            continue
        stage = Stage(side, phase)
        if setting.play and stage not in setting.play:
            problems.add(said.at("in"), f"{said['in']} is not played; add it to `play`, or leave the mission out (R3)")
        yield Entry(said, mission_of(said, stage, problems))


def mission_of(said: Section, stage: Stage, problems: Problems) -> Mission:
    """A mission as the scenario gives it."""
    uses = said["advantage"] if isinstance(said["advantage"], list) else [said["advantage"] or ""]
    if len(set(uses)) > 1:
        problems.add(said.at("advantage"), f"{' and '.join(uses)} both claim Advantage; only one side may use it (R21)")
    cargo = tuple(
        Cargo(item["id"], item["supply"], item["re"], item["allowance"], item["leg"], item["para"]) for item in said["cargo"] or ()
    )
    named = tuple(said["with"] or ())
    guns = said["kind"] == GUNFIRE
    return Mission(
        said["id"],
        stage,
        said["kind"],
        said["at"],
        () if guns else named,
        uses[0] if uses else "",
        Stated(said["flak"], said["result"]),
        Lift(cargo, said["method"], said["soviet"], said["allied-eto"], said["stays"]),
        said["ship"] or "",
        CapturedHow(said["advance"], said["self-inflicted"]),
        said["target"],
        named if guns else (),
    )


@rule("R37", "R30", "R34", "R45")
def check_targets(entries: list[Entry], board: Board) -> Refusals:
    """Targets are the enemy's, destinations one's own; where units land or a base changes, only the time will tell."""
    changing = {mission.at for _, mission in entries if mission.kind in (CAPTURE, DROP, BUILD)}
    for number, (said, mission) in enumerate(entries):
        if mission.at not in board.setting.hexes:
            continue  # reported already
        if mission.kind == CAPTURE:
            before = {(other.kind, other.at) for _, other in entries[:number]}
            refused = None if (CAPTURE, mission.at) in before else capture_refused(board, mission)
        elif mission.kind in WORKS:
            earlier = {other.at for _, other in entries[:number] if other.kind in (CAPTURE, *WORKS)}
            refused = None if mission.at in earlier else works_refused(board, mission)
        else:
            refused = None if mission.at in changing or mission.kind == SWEEP else target_refused(board, mission)
        if refused:
            yield said.at("at"), refused


@rule("R10", "R14", "R36", "R51", "R16")
def check_fliers(said: Section, mission: Mission, board: Board, transferring: set[str]) -> Refusals:
    """The named units can fly there. Those that transfer to another base first are checked when they fly."""
    twice = sorted({unit for unit in mission.units if mission.units.count(unit) > 1})
    if twice:
        yield said.at("with"), f"{', '.join(twice)} is listed twice; expected each unit once"
    if mission.kind in (CAPTURE, *WORKS):
        return
    most = most_units(board, mission)
    if len(mission.units) > most:
        yield said.at("with"), f"{len(mission.units)} units in one {mission.kind}; at most {most} (R14)"
    if mission.phase == "combat":
        return  # they barrage from where they are
    for index, unit_id in enumerate(mission.units):
        if unit_id in transferring and mission.kind != TRANSFER:
            continue
        refused = first_flight_refused(board, mission, unit_id)
        if refused:
            yield said["with"].marks[index], f"{unit_id}: {refused}"


@rule("R10")
def first_flight_refused(board: Board, mission: Mission, unit_id: str) -> str | None:
    """Why a unit cannot fly a mission from where it is when the scenario begins, or None if it can or is there already."""
    unit = board.unit(unit_id)
    if unit_id in on_station(board, mission):
        return None
    grounded = stays_grounded(board, mission, unit_id)
    if grounded:
        return flight_refused(grounded, mission.phase, mission.role, board.setting.profile)
    home = board.counter(unit_id).home if unit.status == ELSEWHERE else unit.place
    return flying_refused(board, mission, unit._replace(status=AT_BASE, place=home))


@rule("R10")
def stays_grounded(board: Board, mission: Mission, unit_id: str) -> str:
    """The status that keeps a unit from flying in the phases that are played, or nothing; only refit makes it active again."""
    play, unit = board.setting.play, board.unit(unit_id)
    if not play or unit.status not in (INACTIVE, ELSEWHERE) or mission.stage not in play:
        return ""
    before = play[: play.index(mission.stage)]
    return "" if (board.counter(unit_id).side, "refit") in before else unit.status


@rule("R15")
def check_one_mission(entries: list[Entry], board: Board) -> Refusals:
    """In 4.3 a unit flies one mission in a phase."""
    if not board.rulings.profile.one_mission_a_phase:
        return
    flown: dict[tuple[Stage, str], str] = {}
    for said, mission in entries:
        if mission.kind == CAPTURE:
            continue
        for index, unit in enumerate(mission.units):
            first = flown.setdefault((mission.stage, unit), mission.id)
            if first != mission.id:
                yield said["with"].marks[index], f"{unit} already flies {first} in this phase; units fly one mission a phase (R15)"


@rule("R11")
def check_strikers(entries: list[Entry], board: Board) -> Refusals:
    """Units that barrage in the combat phase must be over the target by then."""
    sent = {unit for _, mission in entries if mission.phase != "combat" for unit in mission.units}
    for said, mission in entries:
        if mission.phase != "combat" or mission.kind == CAPTURE:
            continue
        for index, unit_id in enumerate(mission.units):
            if unit_id in board.setting.counters and board.unit(unit_id).status != ELSEWHERE and unit_id not in sent:
                refused = barrage_refused(board.unit(unit_id).status, mission.phase, mission.role, board.setting.profile)
                yield said["with"].marks[index], f"{unit_id}: {refused}"
