"""Air barrage of units (R34-R36) on the table of 4.3, labelled as such, or with a result that the players state."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from functools import cache

from airwar.engine.dice import D6, Hits, OnRow, Row, Term
from airwar.engine.referee import Loss, Next, Note, Referee, Sheet
from airwar.engine.rule import rule
from airwar.rulesets.kit.charts import load_chart
from airwar.rulesets.ocs.missions import Flight, after_barrage, does
from airwar.rulesets.ocs.rulings import ruled
from airwar.rulesets.ocs.sequence import next_act
from airwar.rulesets.ocs.state import Turn
from airwar.rulesets.ocs.units import PACKAGE, at_half_range, half_up

SHORT_RANGE = 10
HALF_LOSES_FROM = 4
RESULTS = ("-", "DG", "1/2", "1", "2", "3")


@rule("R34")
def strength(turn: Turn, fliers: Iterable[str]) -> int:
    """The barrage strength of a mission: added up, then a half rounded up."""
    return half_up(sum((turn.values(turn.unit(unit)).barrage for unit in fliers), Fraction(0)))


def heads(chart_name: str) -> list[int]:
    """The highest strength of each column but the last."""
    return [int(head) for head in load_chart(PACKAGE, chart_name).columns[:-1]]


@rule("R34")
def first_column(points: int, chart_name: str = "barrage-4.3") -> int:
    """The column that a strength is read in, before shifts."""
    tops = heads(chart_name)
    return next((at for at, top in enumerate(tops) if points <= top), len(tops))


@cache
def shift_values() -> dict[str, int]:
    return {label: int(cells[0]) for label, cells in load_chart(PACKAGE, "shifts-4.3").rows}


@rule("R34", "R35")
def shifts(
    *,
    res: Fraction,
    spotter: bool,
    closeness: str = "",
    hedgehog: int = 0,
    strat_mode: bool = False,
    short_range: bool = False,
    long_range: bool = False,
) -> list[Term]:
    """The shifts of column, right if positive, each by name."""
    value = shift_values()
    density = next((f"{top}-RE-or-less" for top in (1, 3, 4, 5, 6) if res <= top), "more-RE")
    holding = {
        density: True,
        "hedgehog": hedgehog > 0,
        closeness: bool(closeness),
        "no-spotter": not spotter,
        "strat-mode": strat_mode,
        "short-range": short_range,
        "long-range": long_range,
    }
    return [Term(name.replace("-", " "), value[name], "R34") for name, holds in holding.items() if holds and value[name]]


@rule("R34")
def final_column(points: int, terms: Iterable[Term]) -> int:
    """The column after all shifts; the first and the last hold beyond the table."""
    return min(max(first_column(points) + sum(term.value for term in terms), 0), len(heads("barrage-4.3")))


@cache
def column_row(chart_name: str, column: int) -> Row[str]:
    """A column of a chart read downwards, as the row that the dice are read on."""
    chart = load_chart(PACKAGE, chart_name)
    cells = tuple(line[column] for _, line in chart.rows)
    tops = [0, *heads(chart_name)]
    top = chart.columns[column]
    label = top if top.endswith("+") or int(top) == tops[column] + 1 else f"{tops[column] + 1}-{top}"
    return Row(f"strength {label}", int(chart.rows[0][0]), cells, chart.title)


@rule("R34")
@cache
def barrage_reading(column: int) -> OnRow[str]:
    """Two dice in the column; a bracketed half is a mere DG for air units."""
    return OnRow(2 * D6, column_row("barrage-4.3", column), meaning=unbracketed)


def unbracketed(cell: str) -> str:
    return "DG" if cell.startswith("[") else cell


@rule("R34")
def half_reading() -> Hits:
    """A half takes a step on 4 or more."""
    return Hits(D6, HALF_LOSES_FROM, or_less=False)


@rule("R35")
def range_shifts(turn: Turn, fliers: Iterable[str]) -> tuple[bool, bool]:
    """Whether all units came 10 hexes or fewer, none of them a strategic bomber; and (option 21.4) whether any came from afar."""
    units = [turn.unit(unit) for unit in fliers]
    short = all(unit.flown <= SHORT_RANGE and "S" not in turn.counter(unit.id).types for unit in units)
    test = str(turn.rulings["half-range"])
    far = any(at_half_range(unit.flown, turn.counter(unit.id).range, test) for unit in units)
    return short, far and turn.rulings["long-range"] == "on"


def shift_sheet(points: int, terms: list[Term], column: int) -> Sheet:
    first = column_row("barrage-4.3", first_column(points)).label
    rows = [("column", first), *((term.name, f"{term.value:+d}") for term in terms)]
    return Sheet(f"barrage of {points} points", ("", "shift"), (*rows, ("read in", column_row("barrage-4.3", column).label)))


@rule("R34")
def already_barraged(ref: Referee, flight: Flight) -> bool:
    """One barrage to a hex in a phase; the units stay as they are."""
    if flight.mission.at not in flight.turn.barraged:
        return False
    ref.tell(Note, f"{flight.turn.setting.name(flight.mission.at)} has been barraged in this phase; once is all (R34)")
    return True


def counted(flight: Flight) -> Flight:
    """The hex has been barraged in this phase."""
    turn = flight.turn
    return replace(flight, turn=replace(turn, barraged=(*turn.barraged, flight.mission.at)))


@does("barrage", "hip-shoot")
@rule("R34", "R35", "R36")
def barrage(ref: Referee, flight: Flight) -> Next:
    """The mission barrages the units in the hex: one barrage to a hex in a phase, hip shoots apart."""
    order = flight.mission
    if order.does == "barrage":
        if already_barraged(ref, flight):
            return Next(next_act, flight.turn.with_result(order.id, "no barrage"))
        flight = counted(flight)
    turn = flight.turn
    points = strength(turn, flight.fliers)
    if points < 1:
        ref.tell(Note, "a barrage of less than one point is none (R34)")
        result = "no barrage"
    else:
        result = rolled_or_stated(ref, flight, points)
    return Next(next_act, after_barrage(ref, flight).with_result(order.id, result))


@rule("R34")
def rolled_or_stated(ref: Referee, flight: Flight, points: int) -> str:
    """What the barrage does to the units in the hex."""
    order, turn = flight.mission, flight.turn
    if turn.rulings["barrage-table"] == "input" or order.result:
        cell = order.result or ref.choose("barrage.result", RESULTS, by=order.side)
        ref.tell(Note, f"barrage of {points} points, result as stated: {cell}")
    else:
        place = turn.setting.places[order.at]
        short, far = range_shifts(turn, flight.fliers)
        strategic = any("S" in turn.counter(unit).types for unit in flight.fliers)
        terms = shifts(
            res=place.res,
            spotter=order.side in place.spotters and not strategic,
            closeness=place.closeness,
            hedgehog=place.hedgehog,
            strat_mode=place.strat_mode,
            short_range=short,
            long_range=far,
        )
        column = final_column(points, terms)
        ref.tell(shift_sheet, points, terms, column)
        cell = ref.roll("barrage", barrage_reading(column), order.side)
        ref.tell(ruled, turn.rulings, "barrage-table", "the barrage table of v3.0 is not known")
    return suffered(ref, flight, cell)


@rule("R34")
def suffered(ref: Referee, flight: Flight, cell: str) -> str:
    """Any result disorganizes the units in the hex; a number is steps lost, a half is one step on 4-6."""
    order, turn = flight.mission, flight.turn
    if cell == "-":
        return "no effect"
    steps = ref.roll("barrage.half", half_reading(), order.side) if cell == "1/2" else int(cell) if cell.isdigit() else 0
    enemy = turn.setting.enemy_of(order.side)
    ref.tell(Note, f"the units at {turn.setting.name(order.at)} are DG")
    if steps:
        ref.tell(Loss, enemy, f"units at {turn.setting.name(order.at)}", steps, "steps lost")
    return f"DG and {steps} step{'s' * (steps != 1)}" if steps else "DG"
