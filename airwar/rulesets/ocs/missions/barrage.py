"""Air barrage of units (R34-R36), on the table of 4.3 or with a result that the players state."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from airwar.engine.dice import Term
from airwar.engine.events import Loss, Note
from airwar.engine.moves import Move
from airwar.engine.referee import Referee
from airwar.engine.rule import rule
from airwar.rulesets.kit.names import count
from airwar.rulesets.ocs.board.board import Board
from airwar.rulesets.ocs.board.guns import ARTILLERY, NAVAL
from airwar.rulesets.ocs.board.outcome import NO_BARRAGE, NO_EFFECT, Outcome
from airwar.rulesets.ocs.board.setting import HIP_SHOOT
from airwar.rulesets.ocs.missions.about import result_to_read
from airwar.rulesets.ocs.missions.barrage_table import (
    DG,
    HALF,
    NONE,
    RESULTS,
    STRONG_HEDGEHOG,
    barrage_reading,
    final_column,
    from_ship_to_shore,
    half_reading,
    in_brackets_dg,
    in_brackets_half,
    shift_sheet,
    shifts,
)
from airwar.rulesets.ocs.missions.fire import Fire, fire_of
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
    fire = fire_of(flight)
    if fire.points < 1:
        ref.tell(Note, TOO_WEAK)
        return after_barrage(ref, flight).over(NO_BARRAGE)
    board, result = barrage_units(ref, fire)
    return after_barrage(ref, flight.on(board)).over(result)


@rule("R34")
def barrage_units(ref: Referee, fire: Fire) -> tuple[Board, str]:
    """The units in a hex are barraged. Returns the board and the result."""
    return suffer(ref, fire, barrage_result(ref, fire))


@rule("R34")
def barrage_result(ref: Referee, fire: Fire) -> str:
    """The result of a barrage: stated by the players, or rolled on the 4.3 table."""
    rulings = fire.board.rulings
    if rulings.value("barrage-table") == "input" or fire.stated:
        cell = fire.stated or ref.choose("barrage.result", in_words(), by=fire.side, about=partial(result_to_read, fire, "units"))
        ref.tell(Note, f"barrage of {count(fire.points, 'point')}, result stated by the players: {cell}")
        return cell
    terms = shifts_against(fire)
    column = final_column(fire.points, terms)
    ref.tell(shift_sheet, fire.points, terms, column)
    cell = ref.roll("barrage", barrage_reading(column, grade_of(fire)), fire.side)
    ref.tell(rulings.graded, "barrage-table", "the barrage table of v3.0 is not known")
    return cell


def in_words() -> dict[str, str]:
    """The results of a barrage, as a player reads them."""
    steps = {cell: f"DG and {count(int(cell), 'step')}" for cell in RESULTS if cell.isdigit()}
    return {cell: {NONE: "no effect", DG: "DG", HALF: "DG, and a step on 4-6", **steps}[cell] for cell in RESULTS}


@rule("R34", "R53", "R54")
def grade_of(fire: Fire) -> Callable[[str], str]:
    """How a cell of the table is read for the arm that fires."""
    if fire.arm == NAVAL:
        return from_ship_to_shore
    strong = fire.board.ground_at(fire.at).hedgehog >= STRONG_HEDGEHOG
    return in_brackets_half if fire.arm == ARTILLERY and fire.spotted and not strong else in_brackets_dg


@rule("R34", "R35")
def shifts_against(fire: Fire) -> list[Term]:
    """The shifts for the target hex and for the distance flown."""
    board = fire.board
    ground = board.ground_at(fire.at)
    terms = shifts(
        res=ground.res,
        spotter=fire.spotted,
        closeness=board.setting.hexes[fire.at].terrain.closeness,
        hedgehog=ground.hedgehog,
        strat_mode=ground.strat_mode,
    )
    return [*terms, *fire.range_terms]


def steps_of(ref: Referee, cell: str, side: str) -> int:
    """The steps that a result costs: its number, or for a half one step on 4-6. The caller cites the rule."""
    if cell == HALF:
        return ref.roll("barrage.half", half_reading(), side)
    return int(cell) if cell.isdigit() else 0


@rule("R34")
def suffer(ref: Referee, fire: Fire, cell: str) -> tuple[Board, str]:
    """Any result disorganizes the units in the hex; some cost them steps."""
    if cell == NONE:
        return fire.board, NO_EFFECT
    steps = steps_of(ref, cell, fire.side)
    ref.tell(Note, f"the units at {fire.target} are DG")
    board = artillery_disorganized(fire)
    if steps:
        ref.tell(Loss, fire.enemy, f"units at {fire.target}", steps, "step lost" if steps == 1 else "steps lost")
    return board, f"{DG} and {count(steps, 'step')}" if steps else DG


@rule("R53")
def artillery_disorganized(fire: Fire) -> Board:
    """Artillery in the hex is DG as well, and fires with half its strength until its owner's Clean Up phase."""
    batteries = fire.board.setting.batteries
    there = {gun.id for gun in fire.board.guns if batteries[gun.id].at == fire.at and batteries[gun.id].arm == ARTILLERY}
    hit = {gun for gun in there if batteries[gun].side == fire.enemy}
    return replace(fire.board, guns=tuple(gun._replace(dg=True) if gun.id in hit else gun for gun in fire.board.guns))
