"""The odds of a ground battle as a column of its table (13.93): before air support, and after a shift."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import NamedTuple

from airwar.engine.events import Event, Note
from airwar.engine.rule import rule
from airwar.rulesets.war_in_europe.charts import Grid
from airwar.rulesets.war_in_europe.state import GroundBattle, Setting

MOST_PRICES = 4  # columns that a question names with their price


class Base(NamedTuple):
    """The column of a battle before any shift, and how its odds fit the table: exactly, rounded, above it or below it."""

    column: int
    fit: str = "exact"


class Shifted(NamedTuple):
    """A column of a table after a shift, and whether the table's edge stopped it."""

    column: int
    clamped: bool


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
def base_of(battle: GroundBattle, table: Grid, favored: str) -> Base | None:
    """The column before any shift: as given, or from the adjusted strengths; None if neither gives one."""
    if battle.column:
        return Base(table.heads.index(battle.column)) if battle.column in table.heads else None
    if battle.attack is None or not battle.defense or not table.odds:
        return None
    odds = battle.attack / battle.defense
    if odds in table.odds:
        return Base(table.odds.index(odds))
    if odds < table.odds[0]:
        return Base(0, "below")
    if odds > table.odds[-1]:
        return Base(len(table.odds) - 1, "above")
    return Base(bisect_right(table.odds, odds) - 1 if favored == "defender" else bisect_left(table.odds, odds), "rounded")


def base_here(setting: Setting, battle: GroundBattle) -> Base | None:
    """The column before any shift in the table that the scenario supplies, if it does."""
    table = setting.charts.combat_results.get(battle.table)
    return base_of(battle, table, setting.rulings.value("odds-rounding")) if table else None


@rule("13.93")
def hopeless(setting: Setting, battle: GroundBattle) -> bool:
    """Whether the odds are below the table, where no shift can help unless the option lifts them onto it."""
    base = base_here(setting, battle)
    return base is not None and base.fit == "below" and setting.rulings.value("odds-below-table") != "lowest-column"


# how it is told


def base_events(setting: Setting, battle: GroundBattle, table: Grid, base: Base) -> list[Event]:
    """How odds that have no column of their own are read."""
    text = f"the table has no column for {battle.attack} against {battle.defense}"
    if base.fit == "rounded":
        return [setting.rulings.ruled("odds-rounding", f"{text}; {table.heads[base.column]} is used")]
    if base.fit == "above":
        return [Note(f"{text}; the last one, {table.heads[base.column]}, is used (the source does not say)")]
    if base.fit == "below":
        return [setting.rulings.ruled("odds-below-table", f"{battle.attack} against {battle.defense} is below {table.heads[0]}")]
    return []


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


def prices(setting: Setting, battle: GroundBattle, to_the_left: bool = False) -> str:
    """What points buy, for a question: `72 against 24, column 3-1; 24 points for 4-1, 48 for 5-1`."""
    table, price = setting.charts.combat_results.get(battle.table), battle.printed_defense
    base = base_here(setting, battle)
    if table is None or base is None:
        return f"{odds_in_words(battle)}; {price} points a column"
    heads = table.heads[base.column - 1 :: -1] if to_the_left and base.column else table.heads[base.column + 1 :]
    heads = () if to_the_left and not base.column else heads
    bought = [f"{price * number} for {head}" for number, head in enumerate(heads[:MOST_PRICES], 1)]
    now = f"column {table.heads[base.column]}" if battle.column else f"{odds_in_words(battle)}, column {table.heads[base.column]}"
    return f"{now}; points: {', '.join(bought)}" if bought else f"{now}, where the table ends"
