"""Charts that the scenario does not supply, read by a person from the printed page (24.82, 13.93)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from airwar.engine.dice import Dice, EachFace, Total
from airwar.engine.referee import Referee
from airwar.engine.rule import rule
from airwar.rulesets.kit.printed import PrintedChart, whole_number_refused
from airwar.rulesets.kit.supplied import column_faults, span_of
from airwar.rulesets.war_in_europe.charts import Grid, odds_of
from airwar.rulesets.war_in_europe.state import GroundBattle, Turn

EACH = "each"  # heads the one column of a chart on which every bomber point rolls a die of its own
RAIL_DAMAGE = PrintedChart("rail-damage", "the rail damage rule")


def accuracy_printed(number: str) -> PrintedChart:
    """An accuracy chart by its number, or the current one."""
    return PrintedChart(f"accuracy-{number}", f"accuracy chart {number}")


def results_printed(table: str) -> PrintedChart:
    """A combat results table by its name, if it has one."""
    if not table:
        return PrintedChart("combat-results", "the combat results table")
    return PrintedChart(f"combat-results.{table}", f"the combat results table {table}")


def asked_for(ref: Referee, turn: Turn, charts: Iterable[PrintedChart]) -> Turn:
    """The turn when it is known whether somebody reads these charts; each is asked about once."""
    for chart in charts:
        if chart.id not in dict(turn.printed):
            turn = replace(turn, printed=(*turn.printed, (chart.id, chart.is_at_hand(ref))))
    return turn


@rule("24.82")
def hits_read(ref: Referee, number: str, bombers: int, key: str, by: str) -> int:
    """The hits of some bomber points on an accuracy chart, as a person reads them."""
    chart = accuracy_printed(number)
    heads = chart.heads(ref, ["1 2 3-4 5+", EACH], heads_refused)
    dice = chart.dice(ref)
    if heads == (EACH,):
        faces = ref.roll(key, EachFace(Dice(bombers, dice.sides)), by)
        return sum(hits_in(ref, chart, EACH, face) for face in faces)
    column = next((head for head in heads if bombers in (span_of(head) or ())), str(bombers))
    return hits_in(ref, chart, column, ref.roll(key, Total(dice), by))


def hits_in(ref: Referee, chart: PrintedChart, column: str, row: int) -> int:
    return int(chart.cell(ref, column, str(row), examples=["0", "1"], refuse=whole_number_refused))


def heads_refused(text: str) -> str | None:
    """Why a line of heads is not that of an accuracy chart, or None."""
    heads = text.split()
    if heads == [EACH]:
        return None
    faults = column_faults(heads, "bomber points", open_end=True)
    return f"{faults[0]}; or {EACH}, if every bomber point rolls a die of its own" if faults else None


@rule("24.82")
def damage_read(ref: Referee, hits: int) -> str:
    """What some hits do to a rail line, as a person reads it."""
    return RAIL_DAMAGE.cell(ref, "hits", str(hits), examples=["cut", "not-cut"])


@rule("13.93")
def table_read(ref: Referee, battle: GroundBattle) -> Grid:
    """The heads and the dice of a combat results table, as a person reads them."""
    chart = results_printed(battle.table)
    heads = chart.heads(ref, ["1-2 1-1 2-1 3-1 4-1 5-1 6-1"], odds_heads_refused)
    return Grid(chart.name, chart.dice(ref), heads)


def odds_heads_refused(text: str) -> str | None:
    """Why a line of heads is not that of a combat results table, or None."""
    heads = tuple(text.split())
    odds = odds_of(heads)
    if len(set(heads)) < len(heads):
        return "a column has the head of another; expected each head once"
    return "the odds do not rise; expected the worst first" if list(odds) != sorted(odds) else None


@rule("13.93")
def result_read(ref: Referee, battle: GroundBattle, column: str, row: int) -> str:
    """A cell of a combat results table, as a person reads it."""
    return results_printed(battle.table).cell(ref, column, str(row), examples=["DR", "EX"])


@rule("13.93")
def column_read(ref: Referee, battle: GroundBattle, table: Grid) -> int:
    """The column before air support, where neither the scenario nor the strengths tell it."""

    def refused(text: str) -> str | None:
        return None if text in table.heads else f"no such column {text!r}; expected one of {', '.join(table.heads)}"

    what = f"the column of {battle.name} before air support"
    return table.heads.index(ref.fact(f"{battle.id}.column", what, examples=table.heads[:2], refuse=refused))
