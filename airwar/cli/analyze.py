"""analyze, explain, stats: what every roll and every decision of a battle was worth, and how one result came about."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from time import monotonic

import click

SECONDS = 20.0


@click.command()
@click.argument("log", type=click.Path(path_type=Path))
@click.option("--most", type=click.IntRange(1, 1000), default=10, show_default=True, help="How many turning points to list.")
@click.option("--all", "everything", is_flag=True, help="List every roll and every decision.")
@click.option(
    "--policy",
    "policies",
    multiple=True,
    metavar="KEY=ANSWER|FILE",
    help="What both sides do from each position on, before the scenario's own choices. Repeatable.",
)
@click.option(
    "--seconds",
    type=click.FloatRange(0.1, 36_000),
    default=SECONDS,
    show_default=True,
    help="Time for all positions together. What is too large for exact values is sampled in it; the rest is not judged.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def analyze(log: Path, most: int, everything: bool, policies: tuple[str, ...], seconds: float, as_json: bool) -> int:
    """\b
    airwar analyze malta-1942.jsonl
    airwar analyze malta-1942.jsonl --all --json

    Show how lucky each side was in a battle, and what its decisions cost. Every position is valued by the chance to win from
    there on if both sides follow their policies: exactly where that can be done in time, otherwise by sampling, with the
    margin shown.
    """
    from airwar.analysis.timeline import timeline
    from airwar.battle.battle import scenario_of
    from airwar.engine.log import Log
    from airwar.setup.overrides import read_policies
    from airwar.show import analysis
    from airwar.show.console import clean, results
    from airwar.show.text import as_json as document

    loaded = Log.load(log)
    scenario = scenario_of(loaded)
    found = timeline(loaded, read_policies(policies, scenario.ruleset), seconds, progress(seconds))
    if as_json:
        click.echo(document(scenario=scenario.title, **analysis.for_programs(found)))
        return 0
    console = results()
    console.print(clean(scenario.title), style="bold")
    analysis.page(console, found, 0 if everything else most)
    return 0


@click.command()
@click.argument("log", type=click.Path(path_type=Path))
@click.argument("seq", type=click.IntRange(0), required=False)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def explain(log: Path, seq: int | None, as_json: bool) -> int:
    """\b
    airwar explain malta-1942.jsonl 5
    airwar explain malta-1942.jsonl

    Explain one result of a battle, from the dice to the losses: each modifier with its rule, the cell of the chart, the rulings in
    force and what followed. SEQ is the number of the record, as `replay` and `analyze` show it; by default the last result.
    """
    from airwar.analysis.explain import explain as explained
    from airwar.analysis.explain import last_result
    from airwar.battle.battle import scenario_of
    from airwar.engine.log import Log
    from airwar.errors import AirwarError
    from airwar.show.analysis import explain as show_explanation
    from airwar.show.console import results
    from airwar.show.text import as_json as document

    loaded = Log.load(log)
    wanted = last_result(loaded) if seq is None else seq
    if wanted is None:
        raise AirwarError(f"{log}: nothing has been rolled or decided yet")
    found = explained(loaded, scenario_of(loaded), wanted)
    if as_json:
        from dataclasses import asdict

        click.echo(document(seq=wanted, **asdict(found)))
        return 0
    show_explanation(results(), found)
    return 0


@click.command()
@click.argument("logs", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--seconds",
    type=click.FloatRange(0.1, 36_000),
    default=5.0,
    show_default=True,
    help="Time for the positions of each battle; what is too large for exact values is sampled in it.",
)
@click.option(
    "--format", "format_", type=click.Choice(["table", "json", "csv"]), default="table", show_default=True, help="How to print it."
)
def stats(logs: tuple[Path, ...], seconds: float, format_: str) -> int:
    """\b
    airwar stats *.jsonl
    airwar stats season/*.jsonl --format csv

    Count many battles together: wins against expected wins, luck by side, by kind of roll and by source of dice, what decisions
    cost on average, and whether the dice were fair.
    """
    from airwar.analysis.stats import Stats
    from airwar.analysis.timeline import timeline
    from airwar.engine.log import Log
    from airwar.show import stats as shown
    from airwar.show.console import results
    from airwar.show.text import as_json as document

    found = Stats()
    for number, path in enumerate(logs, 1):
        loaded = Log.load(path)
        within = progress(seconds, f"battle {number} of {len(logs)}, ")
        found.add(loaded, timeline(loaded, seconds=seconds, progress=within))
    if format_ == "json":
        click.echo(document(**shown.for_programs(found)))
    elif format_ == "csv":
        click.echo(shown.as_csv(found), nl=False)
    else:
        shown.page(results(), found)
    return 0


def progress(seconds: float, what: str = "") -> Callable[[int, int], None] | None:
    """Shows on a terminal how far an analysis is: by what is weighed already, or by its time if that is over first."""
    if not sys.stderr.isatty():
        return None
    begun = monotonic()

    def show(done: int, total: int) -> None:
        part = max(done / total, min((monotonic() - begun) / seconds, 0.99)) if total else 1
        told = f"{what}weighing rolls and decisions (at most {seconds:g} s), {part:.0%}"
        click.echo(f"\rairwar: {told}\033[K" if done < total else "\r\033[K", err=True, nl=False)

    return show
