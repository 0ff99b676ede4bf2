"""TAC odds shifting (13.93): one column for each time the points equal the printed defense, and one point for the die."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from airwar.engine.dice import Term, Total
from airwar.engine.events import Event, NeedsChart, Note, Ruling, Sheet
from airwar.engine.moves import Move, Return
from airwar.engine.referee import Referee
from airwar.engine.rule import rule
from airwar.engine.words import id_of
from airwar.rulesets.kit.names import count
from airwar.rulesets.war_in_europe.charts import DEMO, DownColumn, Grid
from airwar.rulesets.war_in_europe.columns import (
    Base,
    base_events,
    base_of,
    column_events,
    columns_shifted,
    odds_in_words,
    shifted,
)
from airwar.rulesets.war_in_europe.printed_charts import column_read, result_read, table_read
from airwar.rulesets.war_in_europe.state import GroundBattle, Setting, Turn
from airwar.rulesets.war_in_europe.supremacy import defender_could_shift, shifter


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
    battle: GroundBattle
    support: Support
    printed: bool = False  # whether somebody reads its table from the page, as far as the scenario does not supply it


@rule("13.93")
def support_of(turn: Turn, battle: GroundBattle) -> Support:
    """The points ordered to a battle, all nations together, as columns and die."""
    orders = [order for _, order in turn.ordered(battle.id)]
    points, die = sum(order.points for order in orders), sum(order.die for order in orders)
    shift = columns_shifted(points, battle.printed_defense)
    wasted = points - shift * battle.printed_defense
    left = any(order.points and turn.setting.allied(order.side, battle.defender) for order in orders)
    return Support(-shift if left else shift, die, points + die, wasted)


@rule("13.93")
def fight_battle(ref: Referee, supported: SupportedBattle) -> Move[str]:
    """The column of a battle is found, shifted and, if the table is there, rolled on."""
    ref.tell(support_events, supported.setting, supported.battle, supported.support)
    return Return(resolved(ref, supported))


@rule("13.93")
def resolved(ref: Referee, supported: SupportedBattle) -> str:
    """The result of a battle: from the table, or the column and die to read it with, or the table that is needed."""
    setting, battle, support = supported.setting, supported.battle, supported.support
    modifier = support.die + sum(value for _, value in battle.modifiers)
    table = setting.charts.combat_results.get(battle.table)
    if table is None and not supported.printed:
        where = f"{odds_in_words(battle)}, {shift_in_words(support.shift)}, {modifier:+d} on the die"
        ref.tell(NeedsChart, "combat-results", f"{where}; the scenario does not supply the table")
        return "needs chart combat-results"
    table = table or table_read(ref, battle)
    base = base_column(ref, setting, battle, table)
    if base.fit == "below" and setting.rulings.value("odds-below-table") != "lowest-column":
        fails = setting.rulings.value("odds-below-table") == "fails"
        return f"{'fails' if fails else 'not allowed'}: odds below the table"
    column, clamped = shifted(len(table.heads), base.column, support.shift)
    ref.tell(column_events, table, base.column, column, clamped)
    return rolled(ref, supported, table, column, modifier)


@rule("13.93")
def rolled(ref: Referee, supported: SupportedBattle, table: Grid, column: int, modifier: int) -> str:
    """The roll on the table: on its rows, or on the printed page; without either, what to read is told."""
    setting, battle, die = supported.setting, supported.battle, supported.support.die
    head, by = table.heads[column], setting.name(battle.attacker)
    terms = tuple(Term.of(id_of(name), value, name=name) for name, value in battle.modifiers)
    terms = (Term.of("air-point", die, "13.93", "one Air Point"), *terms) if die else terms
    if battle.table == DEMO:
        ref.tell(Ruling, "charts.combat-results", DEMO, "SYNTHETIC table, not the game's", "13.93")
    if table.rows:
        return ref.roll("combat", DownColumn(table.dice, table.column(column), terms), by)
    if supported.printed:
        return result_read(ref, battle, head, ref.roll("combat", Total(table.dice, terms), by))
    ref.tell(Note, f"read {table.title} under {head} with {modifier:+d} on the die; the scenario does not supply its rows")
    return f"column {head}, die {modifier:+d}"


@rule("13.93")
def base_column(ref: Referee, setting: Setting, battle: GroundBattle, table: Grid) -> Base:
    """The column before any shift: as given, from the adjusted strengths, or as a person says who reads the table."""
    base = base_of(battle, table, setting.rulings.value("odds-rounding"))
    if base is None:
        return Base(column_read(ref, battle, table))
    ref.tell(base_events, setting, battle, table, base)
    return base


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
        text = f"{setting.name(battle.defender)}: supremacy and Ground Support points, but only an attacker shifts the odds"
        events.append(ruled("odds-shift-user", text))
    if support.die and shifter(setting, battle) != battle.attacker:
        text = "the point for the die is ordinary ground support, for which the attacker needs no supremacy"
        events.append(ruled("die-point-without-supremacy", text))
    return events


def shift_in_words(shift: int) -> str:
    """A shift as a player says it."""
    way = "right" if shift > 0 else "left"
    return f"{count(abs(shift), 'column')} to the {way}" if shift else "no shift"
