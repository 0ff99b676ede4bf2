"""Barrages of units (R34 to R36): rolled on the table of 4.3, or with a result that the players give."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import cache, partial

from airwar.rulesets.kit import (
    D6,
    Hits,
    Loss,
    Move,
    Note,
    OnRow,
    Referee,
    Row,
    Sheet,
    Term,
    count,
    load_chart,
    replace,
    rule,
    state,
    title_of,
)
from airwar.rulesets.ocs.board import Outcome, Result, at_long_range, strength_there, the_side
from airwar.rulesets.ocs.flight import Flight, after_barrage
from airwar.rulesets.ocs.position import PACKAGE, Arm, Board, Kind, half_up

UNITS, FACILITY = "barrage-4.3", "facility-4.3"  # charts
SHORT_RANGE = 10
HALF_LOSES_FROM = 4
NONE, DG, HALF = "-", "DG", "1/2"
RESULTS = (NONE, DG, HALF, "1", "2", "3")
SHIP_TO_SHORE = {HALF: DG, "1": HALF, "2": "1"}
STRONG_HEDGEHOG = 3  # levels
MOST_RES = 100


@rule("R34")
def strength(board: Board, fliers: Iterable[str]) -> int:
    """The barrage strength of a mission: add up the strengths, and round a half up."""
    return half_up(total_barrage(board, fliers))


@rule("R34")
def strength_refused(board: Board, fliers: Iterable[str]) -> str | None:
    """Why units are too weak for a strike, which takes at least one point; or None."""
    points = strength(board, fliers)
    return None if points >= 1 else f"a barrage of {count(points, 'point')} is not allowed; it takes one point (R34)"


def total_barrage(board: Board, fliers: Iterable[str]) -> Fraction:
    return sum((board.values(unit).barrage for unit in fliers), Fraction(0))


# columns


def heads(chart_name: str) -> list[int]:
    """The highest strength of each column except the last."""
    return [int(head.rpartition("-")[2]) for head in load_chart(PACKAGE, chart_name).columns[:-1]]


@rule("R34")
def first_column(points: int, chart_name: str = UNITS) -> int:
    """The column for a strength, before shifts."""
    tops = heads(chart_name)
    return next((column for column, top in enumerate(tops) if points <= top), len(tops))


@rule("R34")
def final_column(points: int, terms: Iterable[Term]) -> int:
    """The column after all shifts; shifts stop at the first and the last."""
    return min(max(first_column(points) + sum(term.value for term in terms), 0), len(heads(UNITS)))


@cache
def column_row(chart_name: str, column: int) -> Row[str]:
    """A column of a chart, where the dice pick the row."""
    chart = load_chart(PACKAGE, chart_name)
    cells = tuple(line[column] for _, line in chart.rows)
    return Row(chart.columns[column], int(chart.rows[0][0]), cells, chart.title, upright=True)


# shifts


@cache
def shift_values() -> dict[str, int]:
    return {label: int(cells[0]) for label, cells in load_chart(PACKAGE, "shifts-4.3").rows}


@rule("R34")
def shifts(
    *,
    res: Fraction,
    spotter: bool,
    closeness: str = "",
    hedgehog: int = 0,
    strat_mode: bool = False,
) -> list[Term]:
    """The named column shifts for the target, to the right if positive."""
    value = shift_values()
    density = next((f"{top}-RE-or-less" for top in (1, 3, 4, 5, 6) if res <= top), "more-RE")
    applies = {
        density: True,
        "hedgehog": hedgehog > 0,
        closeness: bool(closeness),
        "no-spotter": not spotter,
        "strat-mode": strat_mode,
    }
    return [Term.of(name, value[name], "R34") for name, holds in applies.items() if holds and value[name]]


@rule("R35")
def range_shifts(board: Board, fliers: Iterable[str]) -> tuple[bool, bool]:
    """Whether all units flew 10 hexes or fewer, with no strategic bomber; and (option 21.4) whether any is at long range."""
    units = [board.unit(unit) for unit in fliers]
    short = all(unit.distance <= SHORT_RANGE and not unit.strategic for unit in units)
    far = any(at_long_range(unit.distance, unit.range, board.rulings) for unit in units)
    return short, far and board.rulings.yes("long-range")


def shift_sheet(points: int, terms: Sequence[Term], column: int) -> Sheet:
    before, after = (f"strength {column_row(UNITS, number).label}" for number in (first_column(points), column))
    rows = [("column", before), *((term.name, f"{term.value:+d}") for term in terms)]
    return Sheet(f"barrage of {count(points, 'point')}", ("", "shift"), (*rows, ("read in", after)))


# dice


@rule("R34")
def in_brackets_dg(cell: str) -> str:
    """For planes and ships, without a spotter, or against a strong hedgehog, a half in brackets is only a DG."""
    return DG if cell.startswith("[") else cell


@rule("R53")
def in_brackets_half(cell: str) -> str:
    """For artillery with a spotter, a half in brackets is a half, except against a strong hedgehog."""
    return cell.strip("[]")


@rule("R54")
def from_ship_to_shore(cell: str) -> str:
    """A ship's result against units on land is one grade lower; the chart lists no reduction of a 3."""
    return SHIP_TO_SHORE.get(cell.strip("[]"), cell)


@rule("R34")
@cache
def barrage_reading(column: int, meaning: Callable[[str], str] = in_brackets_dg) -> OnRow[str]:
    """Two dice, read in the column."""
    return OnRow(2 * D6, column_row(UNITS, column), meaning=meaning)


@rule("R34")
def half_reading() -> Hits:
    """A half costs a step on 4 or more."""
    return Hits(D6, HALF_LOSES_FROM, or_less=False)


# a barrage about to be resolved


@state
class Fire:
    """A barrage about to be resolved: how strong it is, who fires, and at what."""

    board: Board
    side: str
    at: str
    points: int
    arm: str = Arm.AIR
    stated: str = ""  # the result, if the scenario gives it
    range_terms: tuple[Term, ...] = ()  # shifts for the distance flown
    high: bool = False  # strategic bombers fly too high for a spotter to direct them
    mission: str = ""

    @property
    def target(self) -> str:
        """The name of the hex."""
        return self.board.name(self.at)

    @property
    def enemy(self) -> str:
        return self.board.enemy_of(self.side)

    @property
    def spotted(self) -> bool:
        return self.side in self.board.hex(self.at).spotters and not self.high


@rule("R34", "R35")
def fire_of(flight: Flight) -> Fire:
    """The barrage of an air mission."""
    board, mission = flight.board, flight.mission
    high = any(board.unit(unit).strategic for unit in flight.fliers)
    points, terms = strength(board, flight.fliers), range_terms(flight)
    return Fire(board, mission.side, mission.at, points, Arm.AIR, mission.result, terms, high, mission.id)


@rule("R35")
def range_terms(flight: Flight) -> tuple[Term, ...]:
    """The shifts for the distance flown."""
    shifted = zip(("short-range", "long-range"), range_shifts(flight.board, flight.fliers), strict=True)
    return tuple(Term.of(name, shift_values()[name], "R35") for name, applies in shifted if applies)


# the barrage of units


TOO_WEAK = "a barrage of less than one point has no effect (R34)"


@rule("R34", "R36")
def counted(flight: Flight) -> Flight:
    """The flight after its hex counts as barraged in this phase; a hip shoot does not count."""
    return flight if flight.mission.kind == Kind.HIP_SHOOT else flight.on(flight.board.with_barraged(flight.mission.at))


@rule("R34", "R35", "R36")
def barrage(ref: Referee, flight: Flight) -> Move[Outcome]:
    """The mission barrages the units in the hex: once per phase, not counting hip shoots."""
    flight = counted(flight)
    fire = fire_of(flight)
    if fire.points < 1:
        ref.tell(Note, TOO_WEAK)
        return after_barrage(ref, flight).over(Result.NO_BARRAGE)
    board, result = barrage_units(ref, fire)
    return after_barrage(ref, flight.on(board)).over(result)


@rule("R34")
def barrage_units(ref: Referee, fire: Fire) -> tuple[Board, str]:
    """The units in a hex are barraged. Returns the board and the result."""
    fire = strength_known(ref, fire)
    return suffer(ref, fire, barrage_result(ref, fire))


@rule("R34")
def strength_known(ref: Referee, fire: Fire) -> Fire:
    """The barrage with the strength of its targets; if the hex has changed hands, the players are asked for it."""
    place = fire.board.hex(fire.at)
    if place.re is not None or fire.stated or fire.board.rulings.value("barrage-table") == "input":
        return fire
    what = f"the strength of the units at {fire.target} in RE"
    ask = f"How many RE of {the_side(fire.enemy)} are at {fire.target}?"
    said = ref.fact(f"{fire.mission}.re", what, examples=("1", "2 1/2"), refuse=res_refused, by=fire.side, ask=ask)
    return replace(fire, board=fire.board.with_hex(replace(place, re=number_of(said))))


def res_refused(text: str) -> str | None:
    """Why this is not a strength in RE, or None if it is."""
    number = number_of(text)
    return None if number is not None and 0 <= number <= MOST_RES else f"{text!r} is not a number of RE from 0 to {MOST_RES} (R34)"


def number_of(text: str) -> Fraction | None:
    """A number such as 3, 1/2 or 2 1/2; None for anything else."""
    try:
        return sum((Fraction(part) for part in text.split()), Fraction(0)) if text.split() else None
    except (ValueError, ZeroDivisionError):
        return None


@rule("R34")
def barrage_result(ref: Referee, fire: Fire) -> str:
    """The result of a barrage: given by the players, or rolled on the 4.3 table."""
    rulings = fire.board.rulings
    if rulings.value("barrage-table") == "input" or fire.stated:
        cell = fire.stated or ref.choose("barrage.result", in_words(), by=fire.side, about=partial(result_to_read, fire))
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
    """How to read a cell of the table for the arm that fires."""
    if fire.arm == Arm.NAVAL:
        return from_ship_to_shore
    strong = fire.board.hex(fire.at).hedgehog >= STRONG_HEDGEHOG
    return in_brackets_half if fire.arm == Arm.ARTILLERY and fire.spotted and not strong else in_brackets_dg


@rule("R34", "R35")
def shifts_against(fire: Fire) -> list[Term]:
    """The shifts for the target hex and for the distance flown."""
    board = fire.board
    ground = board.hex(fire.at)
    terms = shifts(
        res=ground.re or Fraction(0),
        spotter=fire.spotted,
        closeness=ground.closeness,
        hedgehog=ground.hedgehog,
        strat_mode=ground.strat_mode,
    )
    return [*terms, *fire.range_terms]


def steps_of(ref: Referee, cell: str, side: str) -> int:
    """The steps that a result costs: its number, or one step on 4-6 for a half. The caller cites the rule."""
    if cell == HALF:
        return ref.roll("barrage.half", half_reading(), side)
    return int(cell) if cell.isdigit() else 0


@rule("R34")
def suffer(ref: Referee, fire: Fire, cell: str) -> tuple[Board, str]:
    """Any result disorganizes the units in the hex; some also cost steps."""
    if cell == NONE:
        return fire.board, Result.NO_EFFECT
    steps = steps_of(ref, cell, fire.side)
    ref.tell(Note, f"the units at {fire.target} are DG")
    board = artillery_disorganized(fire)
    board = board.with_hex(replace(board.hex(fire.at), strat_mode=False))  # a unit is in only one mode (4.3: 5.10)
    if steps:
        ref.tell(Loss, fire.enemy, f"units at {fire.target}", steps, "step lost" if steps == 1 else "steps lost")
    return board, f"{DG} and {count(steps, 'step')}" if steps else DG


@rule("R53")
def artillery_disorganized(fire: Fire) -> Board:
    """Artillery in the hex is DG too, and fires at half strength until its owner's Clean Up phase."""
    hit = (gun for gun in fire.board.artillery.values() if gun.at == fire.at and gun.side == fire.enemy)
    return fire.board.with_guns(replace(gun, dg=True) for gun in hit)


# what the questions are about


def result_to_read(fire: Fire, facility: str = "") -> str:
    """The question for a result that the players look up in their own table, against units or a facility."""
    ground = fire.board.hex(fire.at)
    there = f" against {strength_there(ground)}" if ground.combat_units and not facility else ""
    return f"{title_of(fire.side)} attacks {facility}{fire.target} with {count(fire.points, 'point')}{there}. Read your own table."
