"""Air bases, rail lines and ports under attack from the air or by guns (R30 to R34, R51, R55)."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import cache, partial
from typing import NamedTuple

from airwar.rulesets.kit import (
    D6,
    Loss,
    Move,
    Note,
    OnRow,
    Referee,
    Return,
    Row,
    call,
    count,
    load_chart,
    replace,
    rule,
    state,
    then,
)
from airwar.rulesets.ocs.barrage import FACILITY, TOO_WEAK, Fire, column_row, counted, fire_of, first_column, result_to_read
from airwar.rulesets.ocs.bases import lose_step
from airwar.rulesets.ocs.board import Outcome, Result
from airwar.rulesets.ocs.flight import Flight, after_barrage, go_home
from airwar.rulesets.ocs.position import MOST_HITS, PACKAGE, BaseKind, Board, Marker, Port, half_up

CUT = "cut"
RAIL_RESULTS = {"none": "no effect", CUT: "the line is cut"}
TRIGGER = "AB"  # the air units at the base are rolled for on this result or better
REDUCE = "reduce"


class FacilityResult(NamedTuple):
    """The effect on a facility: levels lost, whether a rail line is cut, and the die on which planes are reduced."""

    code: str
    levels: int = 0
    cut: bool = False
    planes_from: int = 0  # 0 if the planes are safe

    def __str__(self) -> str:
        return self.code


# results and dice


@rule("R30")
def code_refused(code: str, codes: tuple[str, ...]) -> str | None:
    """Why this is not a result of an attack on a facility, or None if it is."""
    return None if code in codes else f"{code!r} is not a facility result; expected one of {', '.join(codes)} (R30)"


@rule("R30")
def codes_of(board: Board) -> tuple[str, ...]:
    """The results that players can give: the codes of the scenario, or in 4.3 the cells of its table."""
    if not board.rulings.v4:
        return board.facility_codes
    return tuple(dict.fromkeys(cell for _, line in load_chart(PACKAGE, FACILITY).rows for cell in line))


@rule("R30")
def as_stated(code: str, board: Board) -> FacilityResult:
    """What a result given by the players does."""
    return printed(code) if board.rulings.v4 else stated(code, board.facility_codes)


@rule("R30")
def stated(code: str, codes: tuple[str, ...]) -> FacilityResult:
    """The effect of a result given by the players: AB or better endangers the planes, a number lowers the level."""
    refused = code_refused(code, codes)
    if refused:
        raise ValueError(refused)
    levels = int(code) if code.isdigit() else 0
    endangered = codes.index(code) >= codes.index(TRIGGER)
    return FacilityResult(code, levels, planes_from=5 if endangered else 0)


def in_words(result: FacilityResult, port: bool) -> str:
    """What a result does to a base or a port, in words, for the player who gives it."""
    if port:
        return count(result.levels, "hit") if result.levels else Result.NO_EFFECT
    levels = [f"{count(result.levels, 'level')} lost"] if result.levels else []
    planes = ["every air unit there is rolled for"] if result.planes_from else []
    return ", ".join(levels + planes) or Result.NO_EFFECT


@rule("R30")
def printed(cell: str) -> FacilityResult:
    """A cell of the 4.3 table: levels, * for a cut line, and in parentheses the die on which planes are reduced."""
    match = re.fullmatch(r"(\d?)(\*?)(?:\((\d)\))?|-", cell)
    assert match is not None, cell
    return FacilityResult(cell, int(match[1] or 0), bool(match[2]), int(match[3] or 0))


@rule("R30")
@cache
def facility_reading(points: int) -> OnRow[FacilityResult]:
    """One die in the column of the strength; there are no shifts."""
    row = column_row(FACILITY, first_column(points, FACILITY))
    return OnRow(D6, Row(row.label, row.first, tuple(printed(cell) for cell in row.cells), row.chart, upright=True))


@rule("R31")
@cache
def reduction_reading(planes_from: int = 0) -> OnRow[str]:
    """One die for an air unit at the base: on 10.0i, or reduced on the number printed in the 4.3 cell or more."""
    row = load_chart(PACKAGE, "reduction").row("unit", str)
    if planes_from:
        cells = tuple(REDUCE if face >= planes_from else "-" for face in range(1, 7))
        row = Row(f"{planes_from} or more", 1, cells, "Barrage vs Facility (4.3)")
    return OnRow(D6, row)


# the attack


def is_stated(fire: Fire) -> bool:
    """Whether the players give the result of the attack."""
    return bool(fire.stated) or fire.board.rulings.value("facility") == "input"


@rule("R30", "R34")
def attack(ref: Referee, fire: Fire, port: bool = False) -> FacilityResult:
    """An attack on an air base or a port: the players give its result, or it is rolled on the 4.3 table."""
    board = fire.board
    if not is_stated(fire):
        return roll_attack(ref, fire, "the facility table of v3.0 is not known; a number in parentheses counts as AB")
    options = {code: in_words(as_stated(code, board), port) for code in codes_of(board)}
    about = partial(result_to_read, fire, "the port of " if port else "the air base at ")
    code = fire.stated or ref.choose("facility", options, by=fire.side, about=about)
    ref.tell(attack_note, fire, f"result stated by the players: {code}")
    return as_stated(code, board)


def attack_note(fire: Fire, result: str) -> Note:
    return Note(f"attack with {count(fire.points, 'point')}, {result}")


@rule("R30", "R34")
def roll_attack(ref: Referee, fire: Fire, ruling: str) -> FacilityResult:
    """One die on the 4.3 table."""
    result = ref.roll("facility", facility_reading(fire.points), fire.side)
    ref.tell(fire.board.rulings.graded, "facility", ruling)
    return result


# air bases


@state
class Reduction:
    """Air units at a base under attack: those still to be rolled for, and how many have been hit."""

    board: Board  # a board with these units only
    side: str  # whose attack it is
    waiting: tuple[str, ...]
    planes_from: int  # the die printed in the cell; 0 for table 10.0i
    hits: int = 0


@state
class Raid:
    """An attack on an air base whose air units are being rolled for."""

    board: Board
    levels: int  # levels that the base has lost
    flight: Flight | None  # the planes that go home afterward, if any do


@rule("R30", "R34")
def base_attack(ref: Referee, flight: Flight) -> Move[Outcome]:
    """The planes attack an air base. In v3.0 they stay over it; in 4.3 they go home once the planes there have been rolled for."""
    flight = counted(flight)
    fire = fire_of(flight)
    if fire.points < 1:
        return too_weak(ref, flight)
    result = attack(ref, fire)
    if fire.board.rulings.profile.return_phase:
        return raid(ref, replace(fire, board=after_barrage(ref, flight).board), result)
    return raid(ref, fire, result, flight)


@rule("R34")
def too_weak(ref: Referee, flight: Flight) -> Move[Outcome]:
    """Losses have brought a mission below one point: it counts as driven off."""
    ref.tell(Note, TOO_WEAK)
    return after_barrage(ref, flight).over(Result.NO_BARRAGE)


@rule("R30", "R32")
def raid(ref: Referee, fire: Fire, result: FacilityResult, flight: Flight | None = None) -> Move[Outcome]:
    """An air base may lose levels, and on AB or better every air unit there is rolled for."""
    rulings = fire.board.rulings
    by_cell = rulings.v4 or not is_stated(fire)
    threshold = result.planes_from if rulings.value("reduction") == "printed" and by_cell else 0
    board, levels = lower(ref, fire.board, fire.at, result.levels)
    if not result.planes_from:
        return raid_ends(ref, Raid(board, levels, flight), 0)
    if threshold:
        text = f"planes are reduced on {threshold} or more, as the cell prints, not by 10.0i"
        ref.tell(rulings.graded, "reduction", text)
    planes = board.based_at(fire.at)
    reduction = Reduction(board.only(planes), fire.side, planes, threshold)
    return call(reduction_roll, reduction, back=raid_over, keep=Raid(board, levels, flight))


@rule("R32", "R33")
def lower(ref: Referee, board: Board, place: str, levels: int) -> tuple[Board, int]:
    """A base loses levels, but never its last; strips are never lowered. Returns the levels lost."""
    base = board.base(place)
    assert base is not None
    lost = min(levels, base.level - 1)
    if lost <= 0 or base.kind != BaseKind.BASE:
        return board, 0
    fate = f"{'level' if lost == 1 else 'levels'} lost, now level {base.level - lost}{board.rulings.borrowed}"
    ref.tell(Loss, base.side, board.name(place), lost, fate)
    return board.with_base(replace(base, level=base.level - lost)), lost


@rule("R31", "R26")
def reduction_roll(ref: Referee, reduction: Reduction) -> Move[Reduction]:
    """One die for the next air unit at the base, active or inactive; a reduced unit that is hit is destroyed."""
    if not reduction.waiting:
        return Return(reduction)
    unit, *rest = reduction.waiting
    hit = ref.roll(f"reduction.{unit}", reduction_reading(reduction.planes_from), reduction.side) == REDUCE
    board = lose_step(ref, reduction.board, unit) if hit else reduction.board
    return then(reduction_roll, replace(reduction, board=board, waiting=tuple(rest), hits=reduction.hits + hit))


@rule("R31")
def raid_over(ref: Referee, raid: Raid, reduction: Reduction) -> Move[Outcome]:
    """Ends the raid once every air unit at the base has been rolled for."""
    board = raid.board.with_units(*reduction.board.units.values())
    return raid_ends(ref, replace(raid, board=board), reduction.hits)


@rule("R15", "R30")
def raid_ends(ref: Referee, raid: Raid, steps: int) -> Move[Outcome]:
    """The mission has been resolved, and its planes go home."""
    result = raid_result(raid.levels, steps)
    return go_home(ref, raid.flight.on(raid.board)).over(result) if raid.flight else Return(Outcome(raid.board, result))


def raid_result(levels: int, steps: int) -> str:
    parts = [count(number, noun) for number, noun in ((levels, "level"), (steps, "air step")) if number]
    return " and ".join(parts) or Result.NO_EFFECT


# rail lines


@rule("R51", "R30", "R34")
def trainbust(ref: Referee, flight: Flight) -> Move[Outcome]:
    """Attacks a rail line like a facility; success places a marker that doubles the cost of rail transport."""
    mission, flight = flight.mission, counted(flight)
    fire = fire_of(flight)
    if fire.points < 1:
        return too_weak(ref, flight)
    cut = line_cut(ref, fire)
    flight = after_barrage(ref, flight)
    if not cut:
        return flight.over(Result.NO_EFFECT)
    ref.tell(Note, f"a rail interdiction marker is placed at {flight.target}")
    return flight.on(flight.board.with_marker(Marker(mission.at, mission.side))).over(Result.RAIL_CUT)


@rule("R51", "R30")
def line_cut(ref: Referee, fire: Fire) -> bool:
    """Whether the rail line is cut: the players say so, or an asterisk in the 4.3 table does."""
    if not is_stated(fire):
        return roll_attack(ref, fire, "how v3.0 cuts a rail line is not known").cut
    result = fire.stated or ref.choose("rail", RAIL_RESULTS, by=fire.side, about=partial(result_to_read, fire, "the rail line at "))
    ref.tell(attack_note, fire, f"stated by the players: {RAIL_RESULTS[result]}")
    return result == CUT


# ports


@rule("R55")
def port_capacity(port: Port) -> int:
    """What a port handles in T: as printed on its own damage track, or a share of its capacity rounded to 1T."""
    if port.damage_track and port.hits:
        return port.damage_track[port.hits - 1]
    share = Fraction(int(dict(load_chart(PACKAGE, "port-damage-4.3").rows)[str(port.hits)][0]), 100)
    return half_up(port.capacity * share)


@rule("R55", "R34")
def port_attack(ref: Referee, flight: Flight) -> Move[Outcome]:
    """Planes attack a port."""
    flight = counted(flight)
    fire = fire_of(flight)
    if fire.points < 1:
        return too_weak(ref, flight)
    board, text = damage_port(ref, flight.board, flight.mission.at, attack(ref, fire, port=True).levels)
    return after_barrage(ref, flight.on(board)).over(text)


@rule("R55")
def damage_port(ref: Referee, board: Board, place: str, hits: int) -> tuple[Board, str]:
    """A port takes hits, four at most. Returns the board and the result."""
    port = board.port(place)
    assert port is not None
    taken = min(hits, MOST_HITS - port.hits)
    if taken <= 0:
        return board, Result.NO_EFFECT
    after = replace(port, hits=port.hits + taken)
    fate = f"{'hit' if taken == 1 else 'hits'}, capacity now {port_capacity(after)}T"
    ref.tell(Loss, port.side, f"port of {board.name(place)}", taken, fate)
    return board.with_port(place, after), count(taken, "hit")
