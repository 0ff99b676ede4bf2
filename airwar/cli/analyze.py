"""analyze, explain, stats, campaign, train: what rolls and decisions were worth, in one battle and in many."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from shutil import get_terminal_size
from time import monotonic

import click

from airwar.analysis.explain import explain as explained
from airwar.analysis.explain import last_result
from airwar.analysis.stats import Lesson, Stats, lessons, logs_in
from airwar.analysis.stats import campaign as counted
from airwar.analysis.timeline import timeline
from airwar.battle.battle import scenario_of
from airwar.cli import has_stdin, print_json
from airwar.cli.files import write
from airwar.cli.options import JSON, LOG, PATH, POLICY, seconds_option
from airwar.engine.log import Log
from airwar.errors import AirwarError
from airwar.setup.overrides import read_policies
from airwar.show import analysis
from airwar.show.analysis import explain as show_explanation
from airwar.show.console import results
from airwar.show.reports import format_of, written
from airwar.show.stats import campaign_csv, campaign_page, campaign_report, for_programs, stats_csv, stats_page
from airwar.show.text import clean


@click.command()
@LOG
@click.option("--most", type=click.IntRange(1, 1000), default=10, show_default=True, help="How many turning points to list.")
@click.option("--all", "everything", is_flag=True, help="List every roll and every decision.")
@POLICY
@seconds_option(20.0, "Time for all positions together. What is too large is sampled in that time; the rest is not judged.")
@JSON
def analyze(log: Path, most: int, everything: bool, policies: tuple[str, ...], seconds: float, as_json: bool) -> int:
    """\b
    airwar analyze malta-1942.jsonl
    airwar analyze malta-1942.jsonl --all --json

    Show how lucky each side was in a battle, and what its decisions cost. A position is worth the chance of winning from there
    on if both sides follow their policies. This is exact if there is time for that, and otherwise sampled, with the margin of
    error shown.
    """
    loaded = Log.load(log)
    scenario = scenario_of(loaded)
    found = timeline(loaded, read_policies(policies, scenario.ruleset), seconds, progress(seconds))
    if as_json:
        print_json(scenario=scenario.title, **analysis.for_programs(found))
        return 0
    console = results()
    console.print(clean(scenario.title), style="bold")
    analysis.page(console, found, 0 if everything else most)
    return 0


@click.command()
@LOG
@click.argument("seq", type=click.IntRange(0), required=False)
@JSON
def explain(log: Path, seq: int | None, as_json: bool) -> int:
    """\b
    airwar explain malta-1942.jsonl 5
    airwar explain malta-1942.jsonl

    Explain one result of a battle, from the dice to the losses: each modifier with its rule, the cell of the chart, the rulings in
    force, and what followed. SEQ is the number of the record, as shown by `replay` and `analyze`; the default is the last result.
    """
    loaded = Log.load(log)
    wanted = last_result(loaded) if seq is None else seq
    if wanted is None:
        raise AirwarError(f"{log}: nothing has been rolled or decided yet")
    found = explained(loaded, scenario_of(loaded), wanted)
    if as_json:
        print_json(seq=wanted, **asdict(found))
        return 0
    show_explanation(results(), found)
    return 0


@click.command()
@click.argument("logs", nargs=-1, required=True, type=PATH)
@seconds_option(5.0, "Time for the positions of each battle; what is too large for exact values is sampled in that time.")
@click.option(
    "--format", "format_", type=click.Choice(["table", "json", "csv"]), default="table", show_default=True, help="Output format."
)
def stats(logs: tuple[Path, ...], seconds: float, format_: str) -> int:
    """\b
    airwar stats *.jsonl
    airwar stats season/*.jsonl --format csv

    Add up many battles: wins against expected wins, luck by side, by kind of roll and by source of dice, what decisions
    cost on average, and whether the dice were fair.
    """
    found = Stats()
    for number, path in enumerate(logs, 1):
        loaded = Log.load(path)
        within = progress(seconds, f"battle {number} of {len(logs)}, ")
        found.add(loaded, timeline(loaded, seconds=seconds, progress=within))
    if format_ == "json":
        print_json(**for_programs(found))
    elif format_ == "csv":
        click.echo(stats_csv(found), nl=False)
    else:
        stats_page(results(), found)
    return 0


def progress(seconds: float, what: str = "") -> Callable[[int, int], None] | None:
    """Shows on a terminal how far along an analysis is: by how much has been weighed, or by its time if that runs out first."""
    if not sys.stderr.isatty():
        return None
    begun = monotonic()

    def show(done: int, total: int) -> None:
        part = max(done / total, min((monotonic() - begun) / seconds, 0.99)) if total else 1
        told = f"{what}weighing rolls and decisions (at most {seconds:g} s), {part:.0%}"
        click.echo(f"\rairwar: {told}\033[K" if done < total else "\r\033[K", err=True, nl=False)

    return show


# the turns of a campaign, and what the decisions of a battle can teach


@click.command()
@click.argument("folder", metavar="DIR", type=PATH)
@click.option("--format", "format_", type=click.Choice(["table", "csv"]), default="table", show_default=True, help="Output format.")
@click.option("-o", "--out", type=PATH, help="Write a page: .html, .md, .bbcode or .txt.")
@seconds_option(20.0, "Time for the luck and the decisions of all turns together; 0 leaves them out.", least=0)
def campaign(folder: Path, format_: str, out: Path | None, seconds: float) -> int:
    """\b
    airwar campaign kursk
    airwar campaign kursk -o kursk.html

    Add up the turns of a campaign: the logs in DIR, in the order in which `airwar next` made each scenario from the end of the
    last. For every turn, show each side's forces, losses and luck, what its decisions cost, and what it holds.
    """
    logs = logs_in(folder)
    kind = format_of(out) if out is not None else ""
    turns = counted(logs, seconds, _turns_done if sys.stderr.isatty() else None)
    if out is not None:
        write(out, written(campaign_report(turns, scenario_of(logs[0]).ruleset.title), kind))
    elif format_ == "csv":
        click.echo(campaign_csv(turns), nl=False)
    else:
        campaign_page(results(), turns)
    return 0


def _turns_done(done: int, total: int) -> None:
    click.echo(f"\rairwar: turn {done + 1} of {total}\033[K" if done < total else "\r\033[K", err=True, nl=False)


@click.command()
@LOG
@click.option(
    "--most",
    type=click.IntRange(1, 100),
    default=5,
    show_default=True,
    help="How many decisions to ask about, the costliest first.",
)
@click.option("--side", metavar="NAME", help="Only the decisions of this side.")
@seconds_option(20.0, "Time for the odds.")
def train(log: Path, most: int, side: str | None, seconds: float) -> int:
    """\b
    airwar train malta-1942.jsonl
    airwar train malta-1942.jsonl --side allies

    Quiz you on the costly decisions of a battle. At a terminal you answer first, and then see the chance of winning with each
    option; in a pipe the questions are printed with their odds.
    """
    loaded = Log.load(log)
    line = timeline(loaded, seconds=seconds, progress=progress(seconds))
    found = lessons(loaded, line, most, side or "")
    if not found:
        click.echo(
            "no decision of this battle cost anything" if line.can_be_won else "nobody can win this battle; nothing to train"
        )
        return 0
    asking = has_stdin() and sys.stdout.isatty()
    right = sum(_asked(lesson, number, len(found), asking) for number, lesson in enumerate(found, 1))
    if asking:
        click.echo(f"{right} of {len(found)} best answers")
    return 0


def _asked(lesson: Lesson, number: int, of: int, asking: bool) -> bool:
    """One question, and what its options are worth. Returns whether the best was found."""
    question = clean(f"{number} of {of}, record {lesson.seq}: {lesson.who}: {lesson.question}")
    click.echo(click.wrap_text(question, get_terminal_size().columns) if asking else question)
    for at, (_, label, _) in enumerate(lesson.options, 1):
        click.echo(clean(f"  {at} {label}"))
    picked = click.prompt("your answer", type=click.IntRange(1, len(lesson.options))) if asking else 0
    for name, label, score in sorted(lesson.options, key=lambda option: -option[2]):
        marks = [
            mark for mark, holds in (("the best", name == lesson.best), ("taken in the battle", name == lesson.taken)) if holds
        ]
        click.echo(clean(f"  {score * 100:5.1f} % after {label}" + (f"  ({', '.join(marks)})" if marks else "")))
    if not lesson.certain:
        click.echo("  sampled, so close ones may trade places")
    return bool(picked) and lesson.options[picked - 1][0] == lesson.best
