"""batch: scenarios fought many times by their scripts."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from airwar.batch import Changes, Runs


@click.command()
@click.argument("files", nargs=-1, required=True)
@click.option("--runs", type=click.IntRange(1, 10_000_000), default=100, show_default=True, help="Battles per scenario.")
@click.option("--seed", help="Repeats a batch to the byte. Drawn and printed if omitted.")
@click.option("--jobs", type=click.IntRange(1, 256), default=1, show_default=True, help="Processes.")
@click.option("--format", "form", type=click.Choice(["table", "json", "csv"]), default="table", show_default=True)
@click.option(
    "--out", type=click.Path(path_type=Path, file_okay=False), help="Also write summary.json and runs.csv to this folder."
)
@click.option("--logs", type=click.Path(path_type=Path, file_okay=False), help="Keep the log of every run in this folder.")
@click.option("--set", "settings", multiple=True, metavar="PATH=VALUE", help="Set a value: units.X.count=6. Repeatable.")
@click.option(
    "--policy", "policies", multiple=True, metavar="KEY=ANSWER|FILE", help="Comes before the scenario's choices. Repeatable."
)
@click.option(
    "--report", "told", type=click.Path(path_type=Path, dir_okay=False), help="Also write a report: .html, .md, .bbcode or .txt."
)
def batch(
    files: tuple[str, ...],
    runs: int,
    seed: str | None,
    jobs: int,
    form: str,
    out: Path | None,
    logs: Path | None,
    settings: tuple[str, ...],
    policies: tuple[str, ...],
    told: Path | None,
) -> int:
    """\b
    airwar batch malta-1942 --runs 1000 --seed 7
    airwar batch scenarios --runs 1000 --seed 7 --jobs 2 --format csv

    Fight each of FILES many times by its script and count the outcomes. FILES are scenarios, folders of scenarios, or names
    of shipped ones. The csv format has one row per run and kind of unit, with the seed of each run: `airwar run --seed`
    fights that battle again. Scenarios that cannot be fought are reported at the end, and the exit code is then not 0.
    """
    from airwar.answers.chance import drawn_seed, parse_seed, show_seed
    from airwar.batch import expanded

    number = drawn_seed() if seed is None else parse_seed(seed)
    if seed is None:
        click.echo(f"seed: {show_seed(number)}", err=True)
    for folder in (out, logs):
        make(folder)
    by_file = fight(expanded(files), number, runs, jobs, logs, (settings, policies))
    good = {file: parts for file, parts in by_file.items() if not any(part.error for part in parts)}
    report(form, number, good, out)
    if told is not None:
        tell(told, number, good, (settings, policies))
    return report_failures(by_file)


def fight(files: list[str], seed: int, runs: int, jobs: int, logs: Path | None, changes: Changes) -> dict[str, list[Runs]]:
    """All runs of all scenarios, by scenario."""
    from airwar.batch import chunks, fought

    pieces = chunks(files, runs, jobs)
    by_file: dict[str, list[Runs]] = {file: [] for file in files}
    for part in watched(fought(pieces, seed, jobs, logs, changes), len(pieces)):
        by_file[part.file].append(part)
    return by_file


def watched(parts: Iterator[Runs], total: int) -> Iterator[Runs]:
    """Shows a progress bar on stderr, if that is a terminal."""
    if not sys.stderr.isatty():
        yield from parts
        return
    from rich.progress import track

    from airwar.show.console import talk

    yield from track(parts, "fighting", total=total, console=talk(), transient=True)


def report(form: str, seed: int, good: dict[str, list[Runs]], out: Path | None) -> None:
    from airwar.batch import distribution
    from airwar.show.batch import Fought, as_csv, document, tables

    scenarios = [Fought(file, parts[0].title, parts[0].ruleset, distribution(parts, seed)) for file, parts in good.items()]
    if out is not None:
        write(out / "summary.json", document(seed, scenarios))
        write(out / "runs.csv", as_csv(seed, good))
    if form == "json":
        click.echo(document(seed, scenarios))
    elif form == "csv":
        click.echo(as_csv(seed, good), nl=False)
    else:
        tables(scenarios)


def tell(path: Path, seed: int, good: dict[str, list[Runs]], changes: Changes) -> None:
    """Writes the series as a story, its results beside the odds of each scenario."""
    from airwar.answers.chance import show_seed
    from airwar.batch import distribution
    from airwar.odds.forecast import Situation, forecast, with_policies
    from airwar.show.batch import Fought
    from airwar.show.reports.formats import format_of, written
    from airwar.show.reports.series import series
    from airwar.vary import with_policies_typed, with_settings

    fought = [Fought(file, parts[0].title, parts[0].ruleset, distribution(parts, seed)) for file, parts in good.items()]
    expected = {}
    for one in fought:
        scenario = with_policies_typed(with_settings(one.file, changes[0]), changes[1])
        expected[one.file] = forecast(Situation(scenario.ruleset, with_policies(scenario.script, lenient=False), scenario.start))
    write(path, written(series(fought, expected, show_seed(seed)), format_of(path)))


def report_failures(by_file: dict[str, list[Runs]]) -> int:
    """Says which scenarios could not be fought; returns the exit code."""
    from airwar.show.sanitize import clean

    bad = [next(part for part in parts if part.error) for parts in by_file.values() if any(part.error for part in parts)]
    for part in bad:
        click.echo(clean(part.error), err=True)
    if bad:
        click.echo(f"airwar: {len(bad)} of {len(by_file)} scenarios could not be fought", err=True)
    return bad[0].exit_code if bad else 0


def make(folder: Path | None) -> None:
    from airwar.errors import CannotWrite

    if folder is not None:
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise CannotWrite(f"cannot write {folder}: {error.strerror}") from None


def write(path: Path, text: str) -> None:
    from airwar.errors import CannotWrite

    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise CannotWrite(f"cannot write {path}: {error.strerror}") from None
