"""The barrage table of 4.3 (R34, R35): strengths, columns and shifts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import cache

from airwar.engine.dice import D6, Hits, OnRow, Row, Term
from airwar.engine.events import Sheet
from airwar.engine.rule import rule
from airwar.rulesets.kit.charts import load_chart
from airwar.rulesets.kit.names import count
from airwar.rulesets.ocs.board.board import Board
from airwar.rulesets.ocs.units.air import PACKAGE, at_half_range, half_up

UNITS, FACILITY = "barrage-4.3", "facility-4.3"  # charts
SHORT_RANGE = 10
HALF_LOSES_FROM = 4
NONE, DG, HALF = "-", "DG", "1/2"
RESULTS = (NONE, DG, HALF, "1", "2", "3")
SHIP_TO_SHORE = {HALF: DG, "1": HALF, "2": "1"}
STRONG_HEDGEHOG = 3  # levels


@rule("R34")
def strength(board: Board, fliers: Iterable[str]) -> int:
    """The barrage strength of a mission: the strengths are added, then a half rounds up."""
    return half_up(total_barrage(board, fliers))


@rule("R34")
def strength_refused(board: Board, fliers: Iterable[str]) -> str | None:
    """Why units are too weak for a strike, or None if they are not: it takes one point."""
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
    """A column of a chart, on which the dice are the row."""
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
    """The column shifts for the target by name, to the right if positive."""
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
    short = all(unit.flown <= SHORT_RANGE and not board.counter(unit.id).strategic for unit in units)
    test = board.rulings.value("half-range")
    far = any(at_half_range(unit.flown, board.counter(unit.id).range, test) for unit in units)
    return short, far and board.rulings.yes("long-range")


def shift_sheet(points: int, terms: Sequence[Term], column: int) -> Sheet:
    before, after = (f"strength {column_row(UNITS, number).label}" for number in (first_column(points), column))
    rows = [("column", before), *((term.name, f"{term.value:+d}") for term in terms)]
    return Sheet(f"barrage of {count(points, 'point')}", ("", "shift"), (*rows, ("read in", after)))


# dice


@rule("R34")
def in_brackets_dg(cell: str) -> str:
    """A half in brackets is only a DG for planes and ships, unspotted, or against a strong hedgehog."""
    return DG if cell.startswith("[") else cell


@rule("R53")
def in_brackets_half(cell: str) -> str:
    """For artillery with a spotter, a half in brackets is a half, except against a strong hedgehog."""
    return cell.strip("[]")


@rule("R54")
def from_ship_to_shore(cell: str) -> str:
    """What ships fire at units on land has one grade less; the chart lists no reduction of a 3."""
    return SHIP_TO_SHORE.get(cell.strip("[]"), cell)


@rule("R34")
@cache
def barrage_reading(column: int, meaning: Callable[[str], str] = in_brackets_dg) -> OnRow[str]:
    """Two dice in the column."""
    return OnRow(2 * D6, column_row(UNITS, column), meaning=meaning)


@rule("R34")
def half_reading() -> Hits:
    """A half costs a step on 4 or more."""
    return Hits(D6, HALF_LOSES_FROM, or_less=False)
