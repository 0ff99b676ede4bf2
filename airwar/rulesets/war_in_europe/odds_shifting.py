"""TAC odds shifting (13.93): a column for each time the points equal the printed defence, and one point for the die."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import replace
from typing import NamedTuple

from airwar.engine.dice import Term
from airwar.engine.referee import End, Event, NeedsChart, Next, Note, Referee, Ruling, Sheet
from airwar.engine.rule import rule
from airwar.rulesets.war_in_europe.charts import DEMO, DownColumn, Grid
from airwar.rulesets.war_in_europe.standing import defender_could_shift, shifter
from airwar.rulesets.war_in_europe.state import GroundCombat, Setting, Turn


class Shifted(NamedTuple):
    """A column of a table after a shift, and whether the table's edge stopped it."""

    column: int
    clamped: bool


class Support(NamedTuple):
    """What Ground Support does for a combat: columns to the right (to the left if negative) and the die."""

    shift: int = 0
    die: int = 0
    spent: int = 0
    wasted: int = 0


@rule("13.93", "A6")
def columns_shifted(points: int, printed_defence: int) -> int:
    """One column for each time that the points equal the unadjusted defence factors under attack."""
    return points // printed_defence if printed_defence else 0


@rule("13.93", "A6")
def shifted(columns: int, base: int, shift: int) -> Shifted:
    """A shift along the table. Ruling: at its edge it stops."""
    column = min(max(base + shift, 0), columns - 1)
    return Shifted(column, column != base + shift)


@rule("13.93", "A6")
def support_of(turn: Turn, combat: GroundCombat) -> Support:
    """The points ordered to a combat, of every nation together, as columns and die."""
    orders = [order for _, order in turn.ordered(combat.id)]
    points, die = sum(order.points for order in orders), sum(order.die for order in orders)
    shift = columns_shifted(points, combat.printed_defence)
    wasted = points - shift * combat.printed_defence
    left = any(order.points and order.player == combat.defender for order in orders)
    return Support(-shift if left else shift, die, points + die, wasted)


@rule("13.93", "A6")
def fight_combats(ref: Referee, turn: Turn) -> Next | End:
    """The next ground combat: its column is found, shifted and, where the table is there, rolled on."""
    setting = turn.setting
    if not turn.combats:
        return End(outcome(turn), turn)
    combat = setting.combats[turn.combats[0]]
    turn = replace(turn, combats=turn.combats[1:])
    support = support_of(turn, combat)
    ref.enter(combat.id, f"Combat at {combat.name}")
    ref.tell(support_told, setting, combat, support)
    return Next(fight_combats, turn.done(combat.id, resolved(ref, setting, combat, support)))


@rule("13.93", "A6")
def resolved(ref: Referee, setting: Setting, combat: GroundCombat, support: Support) -> str:
    """The result of a combat: from the table, or the column and die to read it with, or the table that is needed."""
    table = setting.charts.combat_results.get(combat.table)
    modifier = support.die + sum(value for _, value in combat.modifiers)
    if table is None:
        where = f"{odds_told(combat)}, {in_words(support.shift)}, {modifier:+d} on the die"
        ref.tell(NeedsChart, "combat-results", f"{where}; the table is not in the scenario")
        return "needs chart combat-results"
    base = base_column(ref, setting, combat, table)
    column, clamped = shifted(len(table.heads), base, support.shift)
    ref.tell(column_told, table, base, column, clamped)
    if not table.rows:
        where = f"{table.title} under {table.heads[column]} with {modifier:+d} on the die"
        ref.tell(Note, f"read {where}; its rows are not in the scenario")
        return f"column {table.heads[column]}, die {modifier:+d}"
    if combat.table == DEMO:
        ref.tell(Ruling, "charts.combat-results", DEMO, "SYNTHETIC table, not the game's")
    terms = tuple(Term(name, value) for name, value in combat.modifiers)
    if support.die:
        terms = (Term("one Air Point", support.die, "13.93"), *terms)
    return ref.roll("combat", DownColumn(table.dice, table.column(column), terms), setting.name(combat.attacker))


@rule("A6")
def base_column(ref: Referee, setting: Setting, combat: GroundCombat, table: Grid) -> int:
    """The column before any shift: as the scenario has it, or from the adjusted strengths, odds between two columns rounded."""
    if combat.column:
        return table.heads.index(combat.column)
    assert combat.attack is not None
    assert combat.defence is not None
    odds = combat.attack / combat.defence
    if odds in table.odds:
        return table.odds.index(odds)
    favoured = setting.options["odds-rounding"]
    column = bisect_right(table.odds, odds) - 1 if favoured == "defender" else bisect_left(table.odds, odds)
    column = min(max(column, 0), len(table.heads) - 1)
    text = f"{combat.attack} against {combat.defence} is no column of the table; {table.heads[column]} is read"
    ref.tell(Ruling, "odds-rounding", favoured, text)
    return column


# what is told


def outcome(turn: Turn) -> str:
    """The results of all missions, named where there are several."""
    if len(turn.results) == 1:
        return turn.results[0][1]
    named = ((turn.setting.mission(mission).name, result) for mission, result in turn.results)
    return "; ".join(f"{name}: {result}" for name, result in named) or "supremacy tested"


def support_told(setting: Setting, combat: GroundCombat, support: Support) -> list[Event]:
    """The arithmetic of the support, and the readings that mattered."""
    row = (combat.printed_defence, support.spent - support.die, support.shift, support.wasted, support.die)
    shown = (str(row[0]), str(row[1]), f"{row[2]:+d}", str(row[3]), f"{row[4]:+d}")
    columns = ("printed defence", "points for the shift", "columns", "wasted", "die")
    events: list[Event] = [Sheet(f"Ground Support at {combat.name}", columns, (shown,))] if support.spent else []
    if support.shift < 0:
        events.append(Ruling("odds-shift-user", "either", "the defender shifts the odds, to the left"))
    elif defender_could_shift(setting, combat):
        text = f"{setting.name(combat.defender)} has supremacy and Ground Support points, but only an attacker shifts the odds"
        events.append(Ruling("odds-shift-user", "attacker", text))
    if support.die and shifter(setting, combat) != combat.attacker:
        text = "the point for the die is ordinary ground support, for which the attacker needs no supremacy"
        events.append(Ruling("die-point-without-supremacy", "yes", text))
    return events


def column_told(table: Grid, base: int, column: int, clamped: bool) -> list[Event]:
    if column == base and not clamped:
        return []
    if column == base:
        return [Note(f"the column stays {table.heads[base]}, where the table ends; the shift is lost (the source does not say)")]
    edge = ", where the table ends; the rest of the shift is lost (the source does not say)" if clamped else ""
    return [Note(f"the column moves from {table.heads[base]} to {table.heads[column]}{edge}")]


def odds_told(combat: GroundCombat) -> str:
    if combat.column:
        return combat.column
    return f"{combat.attack} against {combat.defence}" if combat.attack is not None else "the odds"


def in_words(shift: int) -> str:
    """A shift as a player says it."""
    count, way = abs(shift), "right" if shift > 0 else "left"
    return f"{count} column{'s' * (count != 1)} to the {way}" if count else "in its own column"
