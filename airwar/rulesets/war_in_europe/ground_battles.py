"""TAC odds shifting (13.93): one column for each time the points equal the printed defense, and one point for the die."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass, field
from typing import NamedTuple

from airwar.engine.dice import Term
from airwar.engine.events import Event, NeedsChart, Note, Ruling, Sheet
from airwar.engine.moves import Move, Return
from airwar.engine.referee import Referee
from airwar.engine.rule import rule
from airwar.rulesets.kit.names import count
from airwar.rulesets.war_in_europe.charts import DEMO, DownColumn, Grid
from airwar.rulesets.war_in_europe.state import GroundBattle, Setting, Turn
from airwar.rulesets.war_in_europe.supremacy import defender_could_shift, shifter


class Shifted(NamedTuple):
    """A column of a table after a shift, and whether the table's edge stopped it."""

    column: int
    clamped: bool


class Support(NamedTuple):
    """What Ground Support does for a battle: columns to the right (to the left if negative) and the die."""

    shift: int = 0
    die: int = 0
    spent: int = 0
    wasted: int = 0


@dataclass(frozen=True)
class SupportedBattle:
    """A ground battle about to be fought, with its Ground Support."""

    setting: Setting = field(hash=False, repr=False)
    mission: str
    support: Support

    @property
    def battle(self) -> GroundBattle:
        return self.setting.battles[self.mission]


@rule("13.93")
def columns_shifted(points: int, printed_defense: int) -> int:
    """One column for each time that the points equal the unadjusted defense factors under attack."""
    return points // printed_defense if printed_defense else 0


@rule("13.93")
def shifted(columns: int, base: int, shift: int) -> Shifted:
    """A shift along the table. Ruling: it stops at the edge."""
    column = min(max(base + shift, 0), columns - 1)
    return Shifted(column, column != base + shift)


@rule("13.93")
def support_of(turn: Turn, battle: GroundBattle) -> Support:
    """The points ordered to a battle, all nations together, as columns and die."""
    orders = [order for _, order in turn.ordered(battle.id)]
    points, die = sum(order.points for order in orders), sum(order.die for order in orders)
    shift = columns_shifted(points, battle.printed_defense)
    wasted = points - shift * battle.printed_defense
    left = any(order.points and order.side == battle.defender for order in orders)
    return Support(-shift if left else shift, die, points + die, wasted)


@rule("13.93")
def fight_battle(ref: Referee, supported: SupportedBattle) -> Move[str]:
    """The column of a battle is found, shifted and, if the table is there, rolled on."""
    setting, battle, support = supported.setting, supported.battle, supported.support
    ref.tell(support_events, setting, battle, support)
    return Return(resolved(ref, setting, battle, support))


@rule("13.93")
def resolved(ref: Referee, setting: Setting, battle: GroundBattle, support: Support) -> str:
    """The result of a battle: from the table, or the column and die to read it with, or the table that is needed."""
    table = setting.charts.combat_results.get(battle.table)
    modifier = support.die + sum(value for _, value in battle.modifiers)
    if table is None:
        where = f"{odds_in_words(battle)}, {shift_in_words(support.shift)}, {modifier:+d} on the die"
        ref.tell(NeedsChart, "combat-results", f"{where}; the scenario does not supply the table")
        return "needs chart combat-results"
    base = base_column(ref, setting, battle, table)
    column, clamped = shifted(len(table.heads), base, support.shift)
    ref.tell(column_events, table, base, column, clamped)
    if not table.rows:
        where = f"{table.title} under {table.heads[column]} with {modifier:+d} on the die"
        ref.tell(Note, f"read {where}; the scenario does not supply its rows")
        return f"column {table.heads[column]}, die {modifier:+d}"
    if battle.table == DEMO:
        ref.tell(Ruling, "charts.combat-results", DEMO, "SYNTHETIC table, not the game's", "13.93")
    terms = tuple(Term(name, value) for name, value in battle.modifiers)
    if support.die:
        terms = (Term("one Air Point", support.die, "13.93"), *terms)
    return ref.roll("combat", DownColumn(table.dice, table.column(column), terms), setting.name(battle.attacker))


@rule("13.93")
def base_column(ref: Referee, setting: Setting, battle: GroundBattle, table: Grid) -> int:
    """The column before any shift: as given, or from the adjusted strengths, with odds between two columns rounded."""
    if battle.column:
        return table.heads.index(battle.column)
    assert battle.attack is not None
    assert battle.defense is not None
    odds = battle.attack / battle.defense
    if odds in table.odds:
        return table.odds.index(odds)
    favored = setting.rulings.value("odds-rounding")
    column = bisect_right(table.odds, odds) - 1 if favored == "defender" else bisect_left(table.odds, odds)
    column = min(max(column, 0), len(table.heads) - 1)
    text = f"the table has no column for {battle.attack} against {battle.defense}; {table.heads[column]} is read"
    ref.tell(setting.rulings.ruled, "odds-rounding", text)
    return column


# how it is told


def support_events(setting: Setting, battle: GroundBattle, support: Support) -> list[Event]:
    """The arithmetic of the support, and the rulings that mattered."""
    points = support.spent - support.die
    row = (str(battle.printed_defense), str(points), f"{support.shift:+d}", str(support.wasted), f"{support.die:+d}")
    columns = ("printed defense", "points for the shift", "columns", "wasted", "die")
    events: list[Event] = [Sheet(f"Ground Support at {battle.name}", columns, (row,))] if support.spent else []
    ruled = setting.rulings.ruled
    if support.shift < 0:
        events.append(ruled("odds-shift-user", "the defender shifts the odds, to the left"))
    elif defender_could_shift(setting, battle):
        text = f"{setting.name(battle.defender)} has supremacy and Ground Support points, but only an attacker shifts the odds"
        events.append(ruled("odds-shift-user", text))
    if support.die and shifter(setting, battle) != battle.attacker:
        text = "the point for the die is ordinary ground support, for which the attacker needs no supremacy"
        events.append(ruled("die-point-without-supremacy", text))
    return events


def column_events(table: Grid, base: int, column: int, clamped: bool) -> list[Event]:
    if column == base and not clamped:
        return []
    if column == base:
        return [Note(f"the column stays {table.heads[base]}, where the table ends; the shift is lost (the source does not say)")]
    edge = ", where the table ends; the rest of the shift is lost (the source does not say)" if clamped else ""
    return [Note(f"the column moves from {table.heads[base]} to {table.heads[column]}{edge}")]


def odds_in_words(battle: GroundBattle) -> str:
    if battle.column:
        return battle.column
    return f"{battle.attack} against {battle.defense}" if battle.attack is not None else "the odds"


def shift_in_words(shift: int) -> str:
    """A shift as a player says it."""
    way = "right" if shift > 0 else "left"
    return f"{count(abs(shift), 'column')} to the {way}" if shift else "no shift"
