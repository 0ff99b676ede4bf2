"""TAC odds shifting (13.93): one column for each time the points equal the printed defense, and one point for the die."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from airwar.rulesets.kit import (
    Book,
    Detail,
    Event,
    Fault,
    Grid,
    Move,
    NeedsChart,
    Note,
    Orders,
    Referee,
    Return,
    Ruling,
    Sheet,
    Term,
    closest,
    count,
    did_you_mean,
    id_of,
    rule,
    some_of,
    title_of,
)
from airwar.rulesets.war_in_europe.charts import DEMO, odds_heads_refused, odds_of, table_page
from airwar.rulesets.war_in_europe.position import Defenders, GroundBattle, Setting, Turn
from airwar.rulesets.war_in_europe.rail_raids import pledge_faults, share_faults
from airwar.rulesets.war_in_europe.supremacy import holds_supremacy, mission_faults, shift_refused, shifter

# the columns of the table


class StartColumn(NamedTuple):
    """The column of a battle before any shift, and how its odds fit the table: exactly, rounded, above it or below it."""

    column: int
    fit: str = "exact"


@rule("13.93")
def start_column(battle: GroundBattle, table: Grid) -> StartColumn | None:
    """The column before any shift: as given, or from the adjusted strengths; None if neither gives one.

    Ruling: odds between two columns are rounded in favor of the defender.
    """
    odds = odds_of(table.heads)
    if battle.column:
        return StartColumn(table.heads.index(battle.column)) if battle.column in table.heads else None
    if battle.attack_strength is None or not battle.defense_strength or not odds:
        return None
    ours = battle.attack_strength / battle.defense_strength
    if ours in odds:
        return StartColumn(odds.index(ours))
    if ours < odds[0]:
        return StartColumn(0, "below")
    return StartColumn(len(odds) - 1, "above") if ours > odds[-1] else StartColumn(bisect_right(odds, ours) - 1, "rounded")


def start_column_here(turn: Turn, battle: GroundBattle) -> StartColumn | None:
    """The column before any shift, if the scenario supplies the table."""
    table = turn.charts.tables.get(battle.table)
    return start_column(battle, table) if table else None


@rule("13.93")
def columns_shifted(points: int, printed_defense: int) -> int:
    """One column for each time the points equal the unadjusted defense factors under attack."""
    return points // printed_defense if printed_defense else 0


@rule("13.93")
def columns_to_the_edge(turn: Turn, battle: GroundBattle) -> int | None:
    """How many columns can be bought before the table ends; None if nobody can tell yet."""
    table, start = turn.charts.tables.get(battle.table), start_column_here(turn, battle)
    if table is None or start is None:
        return None
    return start.column if shifter(turn, battle) == battle.defender else len(table.heads) - 1 - start.column


class Support(NamedTuple):
    """What Ground Support does for a battle: columns to the right (to the left if negative) and the die."""

    shift: int = 0
    die: int = 0
    spent: int = 0
    wasted: int = 0
    stopped: bool = False  # whether points were ordered for more columns than the table has


@rule("13.93")
def support_of(turn: Turn, battle: GroundBattle) -> Support:
    """The effect of all points ordered to a battle: columns and die."""
    orders = [order for _, order in turn.ordered(battle.id)]
    points, die = sum(order.points for order in orders), sum(order.die for order in orders)
    shift, wasted = bought(turn, battle, points)
    left = any(order.points and turn.setting.allied(order.side, battle.defender) for order in orders)
    return Support(-shift if left else shift, die, points + die, wasted, wasted >= battle.printed_defense > 0)


@rule("13.93")
def bought(turn: Turn, battle: GroundBattle, points: int) -> tuple[int, int]:
    """The columns that points buy before the table ends, and how many points buy nothing."""
    most = columns_to_the_edge(turn, battle)
    columns = columns_shifted(points, battle.printed_defense)
    columns = columns if most is None else min(columns, most)
    return columns, points - columns * battle.printed_defense


# what is legal


@rule("13.93")
def battle_faults(turn: Turn, battle: GroundBattle) -> Iterator[Fault]:
    """What is wrong with a battle: its opponents, support that supremacy does not allow, or odds that are not on the table."""
    name, allied = turn.setting.name, turn.setting.allied
    strangers = [side for side in battle.under_attack if not allied(side, battle.defender)]
    if allied(battle.attacker, battle.defender):
        yield Fault("defender", f"{name(battle.defender)} is not an opponent of {name(battle.attacker)}", "13.93")
        return
    yield from mission_faults(turn, battle)
    if strangers:
        yield Fault("defenders", f"{name(strangers[0])} is not an ally of {name(battle.defender)}", "13.93")
    elif battle.shift_points:
        yield from shift_faults(turn, battle)
    yield from share_faults(turn, "shift-points", shifter(turn, battle) or battle.attacker, battle.shift_points)
    yield from pledge_faults(turn, "shift-points" if battle.shift_points else "die-point", battle)
    if battle.defenders is not None:
        yield from strength_faults(turn, battle)


@rule("13.93", "13.912")
def shift_faults(turn: Turn, battle: GroundBattle) -> Iterator[Fault]:
    """What is wrong with a shift: it takes supremacy over everybody in the battle, and units with a defense factor."""
    if not battle.printed_defense:
        text = f"{battle.id} has 0 printed defense factors; expected some to divide the points by"
        yield Fault("shift-points", text, "13.93")
    refused = shift_refused(turn, battle)
    if refused:
        yield Fault("shift-points", refused, "13.93")


@rule("13.93")
def strength_faults(turn: Turn, battle: GroundBattle) -> Iterator[Fault]:
    """What is wrong with the odds: the table must exist, if the scenario has any, and the column must be found in it.

    Ruling: an attack at odds below the table is not allowed, and no shift lifts it onto the table.
    """
    tables = turn.charts.tables
    table = tables.get(battle.table)
    if battle.defense_strength == 0:
        yield Fault("defense-strength", "odds need an adjusted defense of more than 0", "13.93")
    if not tables:
        return
    if table is None:
        missing = f"no such table {battle.table!r}" if battle.table else "key 'table' is missing"
        meant = closest(battle.table, tables) if battle.table else None
        yield Fault("table", f"{missing}; expected one of {', '.join(tables)}{did_you_mean(meant)}")
    elif battle.column and battle.column not in table.heads:
        yield Fault("column", f"no such column {battle.column!r}; expected one of {', '.join(table.heads)}", "13.93")
    elif not battle.column and not odds_of(table.heads):
        yield Fault("", f"the columns of {battle.table} are not odds; expected the column before air support", "13.93")
    elif not battle.column and (battle.attack_strength is None or battle.defense_strength is None):
        yield Fault("", "no odds; expected attack-strength and defense-strength, or column", "13.93")
    elif (start := start_column(battle, table)) is not None and start.fit == "below":
        text = f"{battle.attack_strength} against {battle.defense_strength} is below {table.heads[0]}; expected better odds"
        yield Fault("attack-strength", text, "13.93")


# a battle ordered at the table

ODDS = re.compile(r"(\d{1,5}(?:/[1-9]\d?)?) ?[-:] ?(\d{1,5}(?:/[1-9]\d?)?)")


def battle_label(turn: Turn, battle: GroundBattle) -> str:
    name = turn.setting.name
    return f"{title_of(battle.front)}: ground attack by {name(battle.attacker)} on {name(battle.defender)}"


def defense_typed(turn: Turn, battle: GroundBattle, text: str) -> dict[str, Any]:
    """Reads printed factors, `24`; those of allies separately, `12 axis, 4 italy`; and the name of the place, `24 at Caen`."""
    factors, _, name = text.partition(" at ")
    units = []
    for part in factors.split(","):
        found = re.fullmatch(r"(\d{1,3})(?: ([a-z0-9-]+))?", part.strip())
        if found is None:
            raise ValueError(f"{text!r} is not a number of factors; expected for example 24, or 12 and 4 of an ally as 12, 4 italy")
        if found[2] and found[2] not in turn.sides:
            raise ValueError(f"no side is called {found[2]!r}; there are {some_of(turn.sides)}")
        units.append(Defenders(printed=int(found[1]), side=found[2] or ""))
    return {"defenders": tuple(units), "name": name.strip()[:60]}


def odds_typed(turn: Turn, battle: GroundBattle, text: str) -> dict[str, Any]:
    """Reads two strengths, `72-24`, or a column, `column 3-1`; and a modifier of the die, `72-24 +1`."""
    found = re.fullmatch(r"(column )?(.+?)(?: ([+-][1-9]))?", text)
    assert found is not None
    modifiers = Book({"at the table": int(found[3])}) if found[3] else Book[int]()
    if found[1]:
        return {"column": found[2], "modifiers": modifiers}
    strengths = ODDS.fullmatch(found[2])
    if strengths is None:
        raise ValueError(f"{text!r} is not two strengths; expected attack and defense, such as 72-24, or column 3-1")
    attack, defense = map(Fraction, strengths.groups())
    return {"attack_strength": attack, "defense_strength": defense, "modifiers": modifiers}


def odds_examples(turn: Turn, battle: GroundBattle) -> list[str]:
    table = turn.charts.tables.get(battle.table)
    return ["72-24", "30-21/2 +1", *(f"column {head}" for head in (table.heads if table else ())[-1:])]


BATTLES: Orders[Turn, GroundBattle] = Orders(
    GroundBattle,
    "battles",
    "battle",
    rule="13.93",
    target={"front": "fronts", "attacker": "sides", "defender": "sides"},
    faults=battle_faults,
    label=battle_label,
    details=(
        Detail(
            "defense",
            "the printed defense factors under attack, in a battle ordered at the table",
            ("defenders",),
            "How many defense factors, as printed, are under attack?",
            ("24", "6 at Caen"),
            defense_typed,
        ),
        Detail(
            "table",
            "its combat results table, if there are several",
            ("table",),
            lambda turn, battle: "Which combat results table is used?" if len(turn.charts.tables) > 1 else "",
            lambda turn, battle: list(turn.charts.tables),
        ),
        Detail(
            "odds",
            "its adjusted strengths, such as 72-24",
            ("attack-strength", "defense-strength", "column", ""),
            "What are the adjusted strengths, with any modifier of the die, or the column?",
            odds_examples,
            odds_typed,
        ),
    ),
)

# the battle


@dataclass(frozen=True)
class SupportedBattle:
    """A ground battle about to be fought, with its Ground Support."""

    setting: Setting
    battle: GroundBattle
    support: Support
    by_hand: bool = False  # whether somebody reads what the scenario does not supply of its table from the page


@rule("13.93")
def fight_battle(ref: Referee, supported: SupportedBattle) -> Move[str]:
    """The column of a battle is found, shifted and, if the table is there, rolled on."""
    setting, battle, support = supported.setting, supported.battle, supported.support
    modifier = support.die + sum(battle.modifiers.values())
    table = table_page(battle.table, setting.charts.tables.get(battle.table), supported.by_hand)
    if table.grid is None and not table.by_hand:
        where = f"{odds_in_words(battle)}, {shift_in_words(support.shift)}, {modifier:+d} on the die"
        ref.tell(NeedsChart, "combat-results", f"{where}; the scenario does not supply the table")
        return Return("needs chart combat-results")
    heads = table.heads(ref, examples=["1-2 1-1 2-1 3-1 4-1 5-1 6-1"], refuse=odds_heads_refused)
    grid = Grid(table.name, table.dice(ref), heads) if table.grid is None else table.grid
    start = read_start_column(ref, battle, grid)
    if start.fit == "below":
        return Return("not allowed: odds below the table")
    column = min(max(start.column + support.shift, 0), len(heads) - 1)
    ref.tell(column_events, grid, start.column, column, support.stopped or column != start.column + support.shift)
    if battle.table == DEMO:
        ref.tell(Ruling, "charts.combat-results", DEMO, "SYNTHETIC table, not the game's", "13.93")
    if table.missing:
        ref.tell(
            Note, f"read {grid.title} under {heads[column]} with {modifier:+d} on the die; the scenario does not supply its rows"
        )
        return Return(f"column {heads[column]}, die {modifier:+d}")
    terms = tuple(Term.of(id_of(name), value, name=name) for name, value in battle.modifiers.items())
    terms = (Term.of("air-point", support.die, "13.93", "one Air Point"), *terms) if support.die else terms
    return Return(table.rolled(ref, "combat", heads[column], setting.name(battle.attacker), terms, examples=["DR", "EX"]))


@rule("13.93")
def read_start_column(ref: Referee, battle: GroundBattle, table: Grid) -> StartColumn:
    """The column before any shift: as given, from the adjusted strengths, or from a person who reads the table."""
    start = start_column(battle, table)
    if start is not None:
        ref.tell(start_column_events, battle, table, start)
        return start

    def refused(text: str) -> str | None:
        return None if text in table.heads else f"no such column {text!r}; expected one of {', '.join(table.heads)} (13.93)"

    what = f"the column of {battle.title} before air support"
    return StartColumn(table.heads.index(ref.fact(f"{battle.id}.column", what, examples=table.heads[:2], refuse=refused)))


# how it is told


def support_events(turn: Turn, battle: GroundBattle, support: Support) -> list[Event]:
    """A table of the support, and the rulings that mattered."""
    points = support.spent - support.die
    row = (str(battle.printed_defense), str(points), f"{support.shift:+d}", str(support.wasted), f"{support.die:+d}")
    columns = ("printed defense", "points for the shift", "columns", "wasted", "die")
    events: list[Event] = [Sheet(f"Ground Support at {battle.title}", columns, (row,))] if support.spent else []
    if support.shift < 0:
        events.append(turn.options.ruled("odds-shift-user", "the defender shifts the odds, to the left"))
    elif defender_could_shift(turn, battle):
        text = f"{turn.setting.name(battle.defender)}: supremacy and Ground Support points, but only an attacker shifts the odds"
        events.append(turn.options.ruled("odds-shift-user", text))
    return events


@rule("13.93")
def defender_could_shift(turn: Turn, battle: GroundBattle) -> bool:
    """Whether the defender has the supremacy and the points to shift the odds, but the option leaves that to attackers."""
    free = sum(pool.free for pool in turn.pools_of(battle.front, battle.defender))
    denied = turn.options.value("odds-shift-user") == "attacker"
    able = free >= battle.printed_defense > 0
    return able and denied and holds_supremacy(turn, battle.front, battle.defender, battle.attacker)


def start_column_events(battle: GroundBattle, table: Grid, start: StartColumn) -> list[Event]:
    """How odds that have no column of their own are read."""
    text = f"the table has no column for {battle.attack_strength} against {battle.defense_strength}"
    if start.fit == "rounded":
        return [Note(f"{text}; {table.heads[start.column]} is used, in favor of the defender (the source does not say)")]
    if start.fit == "above":
        return [Note(f"{text}; the last one, {table.heads[start.column]}, is used (the source does not say)")]
    return []


def column_events(table: Grid, start: int, column: int, clamped: bool) -> list[Event]:
    if column == start and not clamped:
        return []
    if column == start:
        return [Note(f"the column stays {table.heads[start]}, where the table ends; the shift is lost (the source does not say)")]
    edge = ", where the table ends; the rest of the shift is lost (the source does not say)" if clamped else ""
    return [Note(f"the column moves from {table.heads[start]} to {table.heads[column]}{edge}")]


def odds_in_words(battle: GroundBattle) -> str:
    if battle.column:
        return battle.column
    return f"{battle.attack_strength} against {battle.defense_strength}" if battle.attack_strength is not None else "the odds"


def shift_in_words(shift: int) -> str:
    """A shift as a player says it."""
    way = "right" if shift > 0 else "left"
    return f"{count(abs(shift), 'column')} to the {way}" if shift else "no shift"
