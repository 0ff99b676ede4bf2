"""The ground table: its columns and results (18.5521; rules 15.6 and 15.7 are not in the source)."""

from __future__ import annotations

from functools import cache, partial

from airwar.engine.dice import D6, OnRow, Row
from airwar.engine.referee import Event, Referee
from airwar.engine.rule import rule
from airwar.rulesets.kit.charts import load_chart
from airwar.rulesets.world_at_war.ground.about import odds_to_read
from airwar.rulesets.world_at_war.ground.state import Battle
from airwar.rulesets.world_at_war.ground.strength import attack_strength, defense_strength
from airwar.rulesets.world_at_war.units.types import PACKAGE

UNKNOWN = "unknown"  # where nobody can say what the ground rules decide
RESULTS = ("A", "a", "Ex", "Ex-1", "Ex-2", "d", "D")


@rule("18.5521")
def odds_column(ref: Referee, battle: Battle) -> str:
    """The column of the ground table. Odds are rounded down, or the players choose; the source does not say."""
    attack, defense = attack_strength(battle), defense_strength(battle)
    column = column_of(attack, defense)
    if battle.rulings.value("ground-odds") == "typed":
        columns, read = load_chart(PACKAGE, "ground-combat").columns, partial(odds_to_read, battle, column)
        return ref.choose("ground.odds", columns, by="attacker", default=column, about=read)
    ref.tell(odds_mattered, battle, column)
    return column


def column_of(attack: int, defense: int) -> str:
    """Odds in whole numbers, rounded down for the attacker, within the columns that the table has."""
    return f"{min(attack // defense, 5)}:1" if attack >= defense else f"1:{min(-(-defense // max(1, attack)), 4)}"


def odds_mattered(battle: Battle, column: str) -> list[Event]:
    """Says when odds had to be rounded."""
    attack, defense = attack_strength(battle), defense_strength(battle)
    own, enemy = (int(part) for part in column.split(":"))
    if attack * enemy == defense * own:
        return []
    return [battle.rulings.ruled("ground-odds", f"{attack}:{defense} is read as {column}")]


@rule("18.5521")
def ground_result(ref: Referee, battle: Battle, column: str) -> str:
    """A die on the ground table, or a result that the players read off their own."""
    if battle.rulings.value("ground-table") == "typed":
        options = {**{result: result for result in RESULTS}, UNKNOWN: "nobody knows"}
        read = partial(odds_to_read, battle, column)
        return ref.choose("ground.result", options, by="attacker", default=UNKNOWN, about=read, optional=True, unknown=True)
    text = "the ground table is a transcription from one source, checked against one printed example"
    ref.tell(battle.rulings.ruled, "ground-table", text)
    return ref.roll("ground.die", OnRow(D6, table_column(column)), "attacker")


@cache
def table_column(column: str) -> Row[str]:
    """A column of the ground table, from die 1 to 6."""
    chart = load_chart(PACKAGE, "ground-combat")
    at = chart.columns.index(column)
    return Row(column, 1, tuple(cells[at] for _, cells in chart.rows), chart.title)
