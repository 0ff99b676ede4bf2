"""Air barrage of units (R34-R36), on the table of 4.3 or with a result that the players state."""

from __future__ import annotations

from airwar.engine.dice import Term
from airwar.engine.events import Loss, Note
from airwar.engine.moves import Move
from airwar.engine.referee import Referee
from airwar.engine.rule import rule
from airwar.rulesets.kit.names import count
from airwar.rulesets.ocs.board.outcome import NO_BARRAGE, NO_EFFECT, Outcome
from airwar.rulesets.ocs.board.setting import HIP_SHOOT
from airwar.rulesets.ocs.missions.barrage_table import (
    DG,
    HALF,
    NONE,
    RESULTS,
    barrage_reading,
    final_column,
    half_reading,
    range_shifts,
    shift_sheet,
    shifts,
    strength,
)
from airwar.rulesets.ocs.missions.flight import Flight, after_barrage

TOO_WEAK = "a barrage of less than one point has no effect (R34)"


@rule("R34", "R36")
def counted(flight: Flight) -> Flight:
    """The hex has been barraged in this phase; a hip shoot does not count."""
    return flight if flight.mission.kind == HIP_SHOOT else flight.on(flight.board.with_barraged(flight.mission.at))


@rule("R34", "R35", "R36")
def barrage(ref: Referee, flight: Flight) -> Move[Outcome]:
    """The mission barrages the units in the hex: once in a phase, not counting hip shoots."""
    flight = counted(flight)
    points = strength(flight.board, flight.fliers)
    if points < 1:
        ref.tell(Note, TOO_WEAK)
        result = NO_BARRAGE
    else:
        result = suffer(ref, flight, barrage_result(ref, flight, points))
    return after_barrage(ref, flight).over(result)


@rule("R34")
def barrage_result(ref: Referee, flight: Flight, points: int) -> str:
    """The result of a barrage: stated by the players, or rolled on the 4.3 table."""
    mission, rulings = flight.mission, flight.board.rulings
    if rulings.value("barrage-table") == "input" or mission.stated.strike:
        cell = mission.stated.strike or ref.choose("barrage.result", RESULTS, by=mission.side)
        ref.tell(Note, f"barrage of {count(points, 'point')}, result as stated: {cell}")
        return cell
    terms = shifts_against(flight)
    column = final_column(points, terms)
    ref.tell(shift_sheet, points, terms, column)
    cell = ref.roll("barrage", barrage_reading(column), mission.side)
    ref.tell(rulings.graded, "barrage-table", "the barrage table of v3.0 is not known")
    return cell


@rule("R34", "R35")
def shifts_against(flight: Flight) -> list[Term]:
    """The shifts for the target hex and for the distance flown."""
    board = flight.board
    ground = board.ground_at(flight.mission.at)
    short, far = range_shifts(board, flight.fliers)
    strategic = any(board.counter(unit).strategic for unit in flight.fliers)
    return shifts(
        res=ground.res,
        spotter=flight.mission.side in ground.spotters and not strategic,
        closeness=board.setting.hexes[flight.mission.at].terrain.closeness,
        hedgehog=ground.hedgehog,
        strat_mode=ground.strat_mode,
        short_range=short,
        long_range=far,
    )


def steps_of(ref: Referee, flight: Flight, cell: str) -> int:
    """The steps that a result costs: its number, or for a half one step on 4-6. The caller cites the rule."""
    if cell == HALF:
        return ref.roll("barrage.half", half_reading(), flight.mission.side)
    return int(cell) if cell.isdigit() else 0


@rule("R34")
def suffer(ref: Referee, flight: Flight, cell: str) -> str:
    """Any result disorganizes the units in the hex; some cost them steps."""
    if cell == NONE:
        return NO_EFFECT
    steps = steps_of(ref, flight, cell)
    ref.tell(Note, f"the units at {flight.target} are DG")
    if steps:
        ref.tell(Loss, flight.enemy, f"units at {flight.target}", steps, "step lost" if steps == 1 else "steps lost")
    return f"{DG} and {count(steps, 'step')}" if steps else DG
