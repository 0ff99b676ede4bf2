"""Batch runs as tables, as JSON and as CSV."""

from __future__ import annotations

import csv
import io
from typing import Any, NamedTuple

from airwar.answers.chance import derived_seed, show_seed
from airwar.batch import Runs
from airwar.engine.words import count
from airwar.odds.distribution import Distribution, Outcome, mean, percentile
from airwar.show.document import as_json
from airwar.show.odds import PERCENTILES, Cells


class Fought(NamedTuple):
    """All runs of one scenario."""

    file: str
    title: str
    ruleset: str
    odds: Distribution[Outcome]


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
        "results": [{"result": name, "runs": int(share * runs)} for name, share in one.odds.results().items()],
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


def as_csv(seed: int, by_file: dict[str, list[Runs]]) -> str:
    """One row for each run and kind of unit."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(["scenario", "run", "seed", "result", "side", "unit", "had", "lost"])
    for file, parts in by_file.items():
        for part in parts:
            for run, index in enumerate(part.by_run, part.first):
                outcome = part.outcomes[index]
                for tally in outcome.tallies:
                    rows.writerow([file, run + 1, show_seed(derived_seed(seed, run)), outcome.result, *tally])
    return text.getvalue()


def tables(scenarios: list[Fought]) -> None:
    """The counts for people."""
    from airwar.show.console import clean, results, table

    console = results()
    for one in scenarios:
        runs = one.odds.total
        console.print(clean(f"\n{one.title}  {one.file}  {count(runs, 'run')}"), style="bold")
        found: list[Cells] = [
            (name, str(int(share * runs)), f"{float(100 * share):.1f} %") for name, share in one.odds.results().items()
        ]
        console.print(table(console, "", ("result", "runs", "share"), found))
        lost: list[Cells] = [
            (side, unit, str(had), f"{float(mean(spread)):.2f}", *(str(percentile(spread, part)) for part in PERCENTILES))
            for (side, unit, had), spread in one.odds.losses().items()
        ]
        console.print(table(console, "", ("side", "unit", "had", "mean lost", "10 %", "median", "90 %"), lost))
