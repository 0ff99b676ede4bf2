"""The end of a battle: the result, what each side had and lost, the state; as tables or as one JSON document."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from airwar.battle import Battle
from airwar.engine.canonical import plain
from airwar.engine.history import in_force
from airwar.engine.moves import End
from airwar.engine.records import Chosen, Stated
from airwar.rulesets.ruleset import AnyRuleset, Tally
from airwar.show.console import clean, sheet_table, table
from airwar.show.document import as_json


def result(console: Console, battle: Battle, end: End) -> None:
    """The result and the losses."""
    console.print()
    console.print(Text.assemble(("Result  ", "dim"), (clean(end.result), "bold green")))
    tallies = battle.scenario.ruleset.tally(end.state)
    if tallies:
        console.print(losses_table(console, tallies))


def losses_table(console: Console, tallies: list[Tally]) -> Table:
    rows = [(tally.side, tally.unit, str(tally.had), str(tally.lost), str(tally.had - tally.lost)) for tally in tallies]
    return table(console, "", ("side", "unit", "had", "lost", "left"), [tuple(row) for row in rows])


def state(console: Console, ruleset: AnyRuleset, states: Sequence[Any]) -> None:
    """What is on the table: the states of all procedures under way, the outermost first."""
    for sheet in ruleset.tables(states):
        console.print(sheet_table(console, sheet))


def document(battle: Battle, end: End) -> str:
    """The battle as one JSON document."""
    decisions = [
        {"key": record.body.key, "rule": record.body.rule, "answer": record.body.answer}
        for record in in_force(battle.log.records)
        if isinstance(record.body, Chosen | Stated)
    ]
    return as_json(
        scenario=battle.scenario.name,
        title=battle.scenario.title,
        ruleset=battle.scenario.ruleset.id,
        result=end.result,
        losses=[tally._asdict() for tally in battle.scenario.ruleset.tally(end.state)],
        decisions=decisions,
        state=plain(end.state),
        log=str(battle.log.path) if battle.log.path else None,
    )
