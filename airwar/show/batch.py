"""Batch runs as tables and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from airwar.answers.chance import show_seed
from airwar.engine.remarks import fixed_rolls_words, made_up_words
from airwar.engine.words import count, side_name
from airwar.probability.distribution import Distribution, Outcome, mean, percentile
from airwar.show.by_battle import for_programs, results_by_battle, results_of
from airwar.show.document import as_json
from airwar.show.odds import PERCENTILES, Cells


class Fought(NamedTuple):
    """All runs of one scenario."""

    file: str
    title: str
    ruleset: str
    odds: Distribution[Outcome]
    fixed: Sequence[str] = ()  # the rolls whose faces the scenario gives
    made_up: Sequence[str] = ()  # the charts that are not the game's


def document(seed: int, scenarios: list[Fought]) -> str:
    """The counts as a JSON document."""
    return as_json(seed=show_seed(seed), scenarios=[counts(one) for one in scenarios])


def counts(one: Fought) -> dict[str, Any]:
    runs = one.odds.total
    return {
        "scenario": one.file,
        "title": one.title,
        "ruleset": one.ruleset,
        "runs": runs,
        "fixed_rolls": list(one.fixed),
        "made_up_charts": list(one.made_up),
        "results": [{"result": name, "runs": int(share * runs)} for name, share in one.odds.results().items()],
        "battles": for_programs(one.odds, lambda share: {"runs": int(share * runs)}),
        "losses": [
            {
                "side": side,
                "unit": unit,
                "had": had,
                "lost": [{"lost": lost, "runs": int(share * runs)} for lost, share in spread.items()],
            }
            for (side, unit, had), spread in one.odds.losses().items()
        ],
    }


def tables(scenarios: list[Fought]) -> None:
    """The counts for people."""
    from airwar.show.console import clean, results, table

    console = results()
    for one in scenarios:
        runs = one.odds.total
        console.print(clean(f"\n{one.title}  {one.file}  {count(runs, 'run')}"), style="bold")
        for line in filter(None, (made_up_words(one.made_up), fixed_rolls_words(one.fixed))):
            console.print(clean(line))
        listed = results_by_battle(one.odds)
        if listed:
            rows: list[Cells] = [(line.battle, line.result, *shares(line.share, runs)) for line in listed]
            console.print(table(console, "", ("battle", "result", "runs", "share"), rows))
            console.print()
        found: list[Cells] = [(line.result, *shares(line.share, runs)) for line in results_of(one.odds)]
        console.print(table(console, "", ("all together" if listed else "result", "runs", "share"), found))
        lost: list[Cells] = [
            (
                side_name(side),
                unit,
                str(had),
                f"{float(mean(spread)):.2f}",
                *(str(percentile(spread, part)) for part in PERCENTILES),
            )
            for (side, unit, had), spread in one.odds.losses().items()
        ]
        console.print(table(console, "", ("side", "unit", "had", "mean lost", "10 %", "median", "90 %"), lost))


def shares(share: Fraction, runs: int) -> tuple[str, str]:
    """A share as a number of runs, and in percent."""
    return str(int(share * runs)), f"{float(100 * share):.1f} %"
