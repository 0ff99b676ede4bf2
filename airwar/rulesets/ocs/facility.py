"""Attacks on air bases and rail lines (R30-R33): Barrage vs Facility, then 10.0i for every air unit at the base."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cache
from typing import NamedTuple

from airwar.engine.dice import D6, OnRow, Row
from airwar.engine.referee import Loss, Next, Note, Referee
from airwar.engine.rule import rule
from airwar.rulesets.kit.charts import load_chart
from airwar.rulesets.ocs.barrage import already_barraged, column_row, counted, first_column, strength
from airwar.rulesets.ocs.basing import step_lost
from airwar.rulesets.ocs.interdiction import with_marker
from airwar.rulesets.ocs.missions import Flight, after_barrage, does
from airwar.rulesets.ocs.rulings import borrowed, ruled
from airwar.rulesets.ocs.sequence import next_act
from airwar.rulesets.ocs.state import Turn
from airwar.rulesets.ocs.units import PACKAGE

RAIL_RESULTS = {"none": "no effect", "cut": "the line is cut"}
TRIGGER = "AB"  # from this result on, the air units at the base are in danger


class FacilityResult(NamedTuple):
    """What an attack on a facility does: levels or hits, whether a rail line is cut, and from what die planes are reduced."""

    code: str
    levels: int = 0
    cut: bool = False
    planes_from: int = 0  # 0 when the planes are safe

    def __str__(self) -> str:
        return self.code


@dataclass(frozen=True)
class Strafed:
    """An air base under attack: the air units there that are still to be rolled for, and how many were hit."""

    turn: Turn
    order: int
    waiting: tuple[str, ...]
    planes_from: int  # by the printed cell; 0 for table 10.0i
    hits: int = 0
    levels: int = 0


@rule("R30")
def code_refused(code: str, codes: tuple[str, ...]) -> str | None:
    """Why this is no result of an attack on a facility, or None when it is one."""
    return None if code in codes else f"{code!r} is no facility result; expected one of {', '.join(codes)} (R30)"


@rule("R30")
def stated(code: str, codes: tuple[str, ...]) -> FacilityResult:
    """A result that the players state: AB or better endangers the planes, a number lowers the level."""
    refused = code_refused(code, codes)
    if refused:
        raise ValueError(refused)
    levels = int(code) if code.isdigit() else 0
    endangered = codes.index(code) >= codes.index(TRIGGER)
    return FacilityResult(code, levels, planes_from=5 if endangered else 0)


def in_words(result: FacilityResult) -> str:
    """What a result does to a base, for whoever states it."""
    levels = [f"{result.levels} level{'s' * (result.levels != 1)} lost"] * bool(result.levels)
    planes = ["every air unit there is rolled for"] * bool(result.planes_from)
    return ", ".join(levels + planes) or "no effect"


@rule("R30")
def printed(cell: str) -> FacilityResult:
    """A cell of the 4.3 table: levels, * for a cut line, and in parentheses the die from which planes are reduced."""
    match = re.fullmatch(r"(\d?)(\*?)(?:\((\d)\))?|-", cell)
    assert match is not None, cell
    return FacilityResult(cell, int(match[1] or 0), bool(match[2]), int(match[3] or 0))


@rule("R30")
@cache
def facility_reading(points: int) -> OnRow[FacilityResult]:
    """One die in the column of the strength; nothing shifts it."""
    row = column_row("facility-4.3", first_column(points, "facility-4.3"))
    return OnRow(D6, Row(row.label, row.first, tuple(printed(cell) for cell in row.cells), row.chart))


@rule("R31")
@cache
def reduction_reading(planes_from: int = 0) -> OnRow[str]:
    """10.0i: one die for an air unit at the base; or reduced from the number that the 4.3 cell prints."""
    row = load_chart(PACKAGE, "reduction").row("unit", str)
    if planes_from:
        cells = tuple("reduce" if face >= planes_from else "-" for face in range(1, 7))
        row = Row(f"{planes_from} or more", 1, cells, "Barrage vs Facility (4.3)")
    return OnRow(D6, row)


@rule("R30", "R34")
def attack(ref: Referee, flight: Flight) -> FacilityResult:
    """The attack on a facility: its result stated by the players, or one die on the 4.3 table."""
    order, turn = flight.mission, flight.turn
    codes = turn.setting.facility_codes
    if is_stated(flight):
        code = order.result or ref.choose("facility", {code: in_words(stated(code, codes)) for code in codes}, by=order.side)
        ref.tell(Note, f"attack with {strength(turn, flight.fliers)} points, result as stated: {code}")
        return stated(code, codes)
    return rolled(ref, flight, "the facility table of v3.0 is not known; a number in parentheses counts as AB")


@rule("R30", "R34")
def rolled(ref: Referee, flight: Flight, told: str) -> FacilityResult:
    """One die on the 4.3 table, for a barrage of a point at least."""
    points = strength(flight.turn, flight.fliers)
    if points < 1:
        ref.tell(Note, "a barrage of less than one point is none (R34)")
        return FacilityResult("-")
    result = ref.roll("facility", facility_reading(points), flight.mission.side)
    ref.tell(ruled, flight.turn.rulings, "facility", told)
    return result


def is_stated(flight: Flight) -> bool:
    """Whether the players say what became of the attack."""
    return bool(flight.mission.result) or flight.turn.rulings["facility"] == "input"


@does("base-attack")
@rule("R30", "R32", "R34")
def base_attack(ref: Referee, flight: Flight) -> Next:
    """An air base is attacked: it may lose levels, and with AB or better every air unit there is rolled for."""
    order = flight.mission
    if already_barraged(ref, flight):
        return Next(next_act, flight.turn.with_result(order.id, "no barrage"))
    flight = counted(flight)
    result = attack(ref, flight)
    turn = after_barrage(ref, flight)
    turn, levels = lowered(ref, turn, order.at, result.levels)
    if not result.planes_from:
        return Next(next_act, turn.with_result(order.id, outcome(levels, 0)))
    threshold = result.planes_from if turn.rulings["reduction"] == "printed" and not is_stated(flight) else 0
    if threshold:
        ref.tell(ruled, turn.rulings, "reduction", f"planes are reduced on {threshold} or more, as the cell prints, not by 10.0i")
    return Next(planes_rolled_for, Strafed(turn, flight.order, turn.based_at(order.at), threshold, 0, levels))


@rule("R32", "R33")
def lowered(ref: Referee, turn: Turn, place: str, levels: int) -> tuple[Turn, int]:
    """A base loses levels, but never its last; strips are never lowered."""
    base = turn.base(place)
    if base is None or turn.setting.places[place].kind != "base":
        return turn, 0
    lost = min(levels, base.level - 1)
    if lost > 0:
        fate = f"level{'s' * (lost != 1)} lost, now level {base.level - lost}{borrowed(turn.rulings)}"
        ref.tell(Loss, base.side, turn.setting.name(place), lost, fate)
        turn = turn.with_base(base._replace(level=base.level - lost))
    return turn, max(lost, 0)


@rule("R31", "R26")
def planes_rolled_for(ref: Referee, strafed: Strafed) -> Next:
    """One die for the next air unit at the base, active or inactive alike; a reduced one is destroyed."""
    turn, order = strafed.turn, strafed.turn.setting.orders[strafed.order]
    if not strafed.waiting:
        return Next(next_act, turn.with_result(order.id, outcome(strafed.levels, strafed.hits)))
    unit, *rest = strafed.waiting
    hit = ref.roll(f"reduction.{unit}", reduction_reading(strafed.planes_from), order.side) == "reduce"
    if hit:
        turn = step_lost(ref, turn, unit)
    return Next(planes_rolled_for, replace(strafed, turn=turn, waiting=tuple(rest), hits=strafed.hits + hit))


def outcome(levels: int, steps: int) -> str:
    parts = [f"{count} {name}{'s' * (count != 1)}" for count, name in ((levels, "level"), (steps, "air step")) if count]
    return " and ".join(parts) or "no effect"


@rule("R51", "R30")
def line_cut(ref: Referee, flight: Flight) -> bool:
    """Whether the rail line is cut: stated by the players, or by an asterisk of the 4.3 table."""
    if not is_stated(flight):
        return rolled(ref, flight, "how v3.0 cuts a rail line is not known").cut
    result = flight.mission.result or ref.choose("rail", RAIL_RESULTS, by=flight.mission.side)
    ref.tell(Note, f"attack with {strength(flight.turn, flight.fliers)} points, the rail line as stated: {RAIL_RESULTS[result]}")
    return result == "cut"


@does("trainbust")
@rule("R51", "R30", "R34")
def trainbust(ref: Referee, flight: Flight) -> Next:
    """A rail line is attacked like a facility; success leaves a marker that doubles the cost of rail transport."""
    order = flight.mission
    if already_barraged(ref, flight):
        return Next(next_act, flight.turn.with_result(order.id, "no barrage"))
    flight = counted(flight)
    cut = line_cut(ref, flight)
    turn = after_barrage(ref, flight)
    if not cut:
        return Next(next_act, turn.with_result(order.id, "no effect"))
    ref.tell(Note, f"a rail interdiction marker lies at {turn.setting.name(order.at)}")
    return Next(next_act, with_marker(turn, order.at, order.side).with_result(order.id, "rail line cut"))
