"""campaign, train: what the logs of many turns say together, and what the decisions of one can teach."""

from __future__ import annotations

import sys
from pathlib import Path
from shutil import get_terminal_size
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from airwar.analysis.lessons import Lesson


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option(
    "--format", "format_", type=click.Choice(["table", "csv"]), default="table", show_default=True, help="How to print it."
)
@click.option("-o", "--out", type=click.Path(path_type=Path), help="Write a page: .html, .md, .bbcode or .txt.")
@click.option(
    "--seconds",
    type=click.FloatRange(0, 36_000),
    default=20.0,
    show_default=True,
    help="Time for the luck and the decisions of all turns together; 0 leaves them out.",
)
def campaign(folder: Path, format_: str, out: Path | None, seconds: float) -> int:
    """\b
    airwar campaign kursk
    airwar campaign kursk -o kursk.html

    Count the turns of a campaign: the logs in DIR, in the order in which `airwar next` made one scenario from the end of another.
    Turn by turn: the forces of each side, what it lost, its luck, what its decisions cost, and what it holds.
    """
    from airwar.analysis.campaign import campaign as counted
    from airwar.analysis.campaign import logs_in
    from airwar.battle.battle import scenario_of
    from airwar.cli.batch import write
    from airwar.show import campaign as shown
    from airwar.show.console import results
    from airwar.show.reports import format_of, written

    logs = logs_in(folder)
    kind = format_of(out) if out is not None else ""
    turns = counted(logs, seconds, turns_done if sys.stderr.isatty() else None)
    if out is not None:
        write(out, written(shown.story(turns, scenario_of(logs[0]).ruleset.title), kind))
    elif format_ == "csv":
        click.echo(shown.as_csv(turns), nl=False)
    else:
        shown.page(results(), turns)
    return 0


def turns_done(done: int, total: int) -> None:
    click.echo(f"\rairwar: turn {done + 1} of {total}\033[K" if done < total else "\r\033[K", err=True, nl=False)


@click.command()
@click.argument("log", type=click.Path(path_type=Path))
@click.option("--most", type=click.IntRange(1, 100), default=5, show_default=True, help="How many decisions, the costliest.")
@click.option("--side", metavar="NAME", help="Only the decisions of this side.")
@click.option("--seconds", type=click.FloatRange(0.1, 36_000), default=20.0, show_default=True, help="Time for the odds.")
def train(log: Path, most: int, side: str | None, seconds: float) -> int:
    """\b
    airwar train malta-1942.jsonl
    airwar train malta-1942.jsonl --side allies

    Ask the costly decisions of a battle again. On a terminal you answer first, then you see the chance to win after each
    option; in a pipe the questions are printed with their odds.
    """
    from airwar.analysis.lessons import lessons
    from airwar.analysis.timeline import timeline
    from airwar.cli.analyze import progress
    from airwar.engine.log import Log

    loaded = Log.load(log)
    line = timeline(loaded, seconds=seconds, progress=progress(seconds))
    found = lessons(loaded, line, most, side or "")
    if not found:
        click.echo(
            "no decision of this battle cost anything" if line.can_be_won else "nobody can win this battle; nothing to train"
        )
        return 0
    asking = sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()
    right = sum(asked(lesson, number, len(found), asking) for number, lesson in enumerate(found, 1))
    if asking:
        click.echo(f"{right} of {len(found)} best answers")
    return 0


def asked(lesson: Lesson, number: int, of: int, asking: bool) -> bool:
    """One question, and what its options are worth. Returns whether the best was found."""
    from airwar.show.text import clean

    said_so = clean(f"{number} of {of}, record {lesson.seq}: {lesson.who}: {lesson.question}")
    click.echo(click.wrap_text(said_so, get_terminal_size().columns) if asking else said_so)
    for at, (_, label, _) in enumerate(lesson.options, 1):
        click.echo(clean(f"  {at} {label}"))
    said = click.prompt("your answer", type=click.IntRange(1, len(lesson.options))) if asking else 0
    for name, label, score in sorted(lesson.options, key=lambda option: -option[2]):
        marks = [
            mark for mark, holds in (("the best", name == lesson.best), ("taken in the battle", name == lesson.taken)) if holds
        ]
        click.echo(clean(f"  {score * 100:5.1f} % after {label}" + (f"  ({', '.join(marks)})" if marks else "")))
    if not lesson.certain:
        click.echo("  sampled, so close ones may trade places")
    return bool(said) and lesson.options[said - 1][0] == lesson.best
