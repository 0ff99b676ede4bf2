"""batch: scenarios fought many times by their scripts."""

from __future__ import annotations

import csv
import io
import json
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from airwar.show.letters import clean

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from airwar.answers.batch import Runs, Summary

CHUNKS_A_JOB = 4  # so that one slow scenario does not leave the other processes idle


@click.command()
@click.argument("files", nargs=-1, required=True)
@click.option("--runs", type=click.IntRange(1, 10_000_000), default=100, show_default=True, help="Battles for each scenario.")
@click.option("--seed", help="The same seed gives the same bytes. Drawn and printed if left out.")
@click.option("--jobs", type=click.IntRange(1, 256), default=1, show_default=True, help="Processes.")
@click.option("--format", "form", type=click.Choice(["table", "json", "csv"]), default="table", show_default=True)
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), help="Write summary.json and runs.csv to this folder too.")
@click.option("--logs", type=click.Path(path_type=Path, file_okay=False), help="Keep the log of every run in this folder.")
def batch(files: tuple[str, ...], runs: int, seed: str | None, jobs: int, form: str, out: Path | None, logs: Path | None) -> int:
    """\b
    airwar batch malta-1942 --runs 1000 --seed 7
    airwar batch scenarios --runs 1000 --seed 7 --jobs 2 --format csv

    Fights FILES (scenarios, folders of them, or names of shipped ones) by their scripts. csv has one row for each run and
    kind of unit; table and json count the runs. Run 1 has the seed itself, each further run one derived from it, printed in
    the csv: `airwar run --seed` fights that very battle. A scenario that cannot be fought is reported, the rest go on, and
    the exit code says so.
    """
    from airwar.answers.batch import summary
    from airwar.answers.chance import drawn_seed, parse_seed, show_seed

    number = drawn_seed() if seed is None else parse_seed(seed)
    if seed is None:
        click.echo(f"seed: {show_seed(number)}", err=True)
    for folder in (out, logs):
        made(folder)
    by_file = fought(expanded(files), number, runs, jobs, logs)
    good = {file: parts for file, parts in by_file.items() if not any(part.error for part in parts)}
    summaries = [summary(parts) for parts in good.values()]
    if out is not None:
        written(out / "summary.json", as_json(number, summaries))
        written(out / "runs.csv", as_csv(number, good))
    printed(form, number, summaries, good)
    bad = [next(part for part in parts if part.error) for parts in by_file.values() if any(part.error for part in parts)]
    for part in bad:
        click.echo(clean(part.error), err=True)
    if bad:
        click.echo(f"airwar: {len(bad)} of {len(by_file)} scenarios could not be fought", err=True)
    return bad[0].exit_code if bad else 0


def made(folder: Path | None) -> None:
    from airwar.errors import CannotWrite

    if folder is not None:
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise CannotWrite(f"cannot write {folder}: {error.strerror}") from None


def written(path: Path, text: str) -> None:
    from airwar.errors import CannotWrite

    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise CannotWrite(f"cannot write {path}: {error.strerror}") from None


def expanded(files: tuple[str, ...]) -> list[str]:
    """Folders become the scenarios in them; nothing stands twice."""
    from airwar.errors import NoSuchFile

    found: list[str] = []
    for file in files:
        path = Path(file)
        inside = sorted(inner for inner in path.rglob("*.yaml") if inner.parent.name != "charts") if path.is_dir() else []
        if path.is_dir() and not inside:
            raise NoSuchFile(f"no scenarios in {path}; expected files that end in .yaml")
        found += [str(inner) for inner in inside] if path.is_dir() else [file]
    return list(dict.fromkeys(found))


def fought(files: list[str], seed: int, runs: int, jobs: int, logs: Path | None) -> dict[str, list[Runs]]:
    """All runs of all scenarios, by scenario, in the order of the runs whoever fought them."""
    size = -(-runs // (jobs * CHUNKS_A_JOB)) if jobs > 1 else runs
    chunks = [(file, first, min(size, runs - first)) for file in files for first in range(0, runs, size)]
    by_file: dict[str, list[Runs]] = {file: [] for file in files}
    for part in watched(in_order(chunks, seed, jobs, logs), len(chunks)):
        by_file[part.file].append(part)
    return by_file


def in_order(chunks: list[tuple[str, int, int]], seed: int, jobs: int, logs: Path | None) -> Iterator[Runs]:
    from airwar.answers.batch import fight_runs

    names = log_names([file for file, _, _ in chunks], logs)
    if jobs == 1:
        for file, first, count in chunks:
            yield fight_runs(file, seed, first, count, names.get(file))
        return
    with pool(jobs) as executor:
        futures = [executor.submit(fight_runs, file, seed, first, count, names.get(file)) for file, first, count in chunks]
        for future in futures:
            yield future.result()


def log_names(files: list[str], logs: Path | None) -> dict[str, str]:
    """What the logs of each scenario are called: after the file, or after its whole path where two files have one name."""
    if logs is None:
        return {}
    stems = {file: Path(file).name.removesuffix(".yaml") for file in files}
    alike = [stem for stem, count in Counter(stems.values()).items() if count > 1]
    whole = {file: re.sub(r"[^\w.-]+", "-", file.removesuffix(".yaml")).lstrip("-.") for file in stems}
    return {file: str(logs / (whole[file] if stem in alike else stem)) for file, stem in stems.items()}


def pool(jobs: int) -> Executor:
    """The processes; any executor of this kind would do."""
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    return ProcessPoolExecutor(jobs, mp_context=get_context("spawn"))


def watched(parts: Iterator[Runs], count: int) -> Iterator[Runs]:
    """A progress bar on stderr, when somebody looks."""
    if not sys.stderr.isatty():
        yield from parts
        return
    from rich.progress import track

    from airwar.show.console import talk

    yield from track(parts, "fighting", total=count, console=talk(), transient=True)


def printed(form: str, seed: int, summaries: list[Summary], good: dict[str, list[Runs]]) -> None:
    if form == "json":
        click.echo(as_json(seed, summaries))
    elif form == "csv":
        click.echo(as_csv(seed, good), nl=False)
    else:
        as_tables(summaries)


def as_json(seed: int, summaries: list[Summary]) -> str:
    from airwar.answers.chance import show_seed

    whole = {"airwar": 1, "seed": show_seed(seed), "scenarios": [summary.document() for summary in summaries]}
    return json.dumps(whole, indent=2, ensure_ascii=False)


def as_csv(seed: int, by_file: dict[str, list[Runs]]) -> str:
    """One row for each run and kind of unit."""
    from airwar.answers.chance import derived_seed, show_seed

    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(["scenario", "run", "seed", "result", "side", "unit", "had", "lost"])
    for file, parts in by_file.items():
        for part in parts:
            for at, which in enumerate(part.by_run, part.first):
                result, tallies = part.outcomes[which]
                for tally in tallies:
                    rows.writerow([file, at + 1, show_seed(derived_seed(seed, at)), result, *tally])
    return text.getvalue()


def as_tables(summaries: list[Summary]) -> None:
    from airwar.show.console import results, table

    console = results()
    for summary in summaries:
        console.print(clean(f"\n{summary.title}  {summary.file}  {summary.runs} runs"), style="bold")
        rows = [(name, str(count), f"{100 * count / summary.runs:.1f} %") for name, count in summary.results.items()]
        console.print(table(console, "", ("result", "runs", "share"), [tuple(row) for row in rows]))
        lost = []
        for (side, unit, had), spread in summary.losses.items():
            mean = sum(number * count for number, count in spread.items()) / summary.runs
            marks = [str(percentile(spread, summary.runs, share)) for share in (10, 50, 90)]
            lost.append((side, unit, str(had), f"{mean:.2f}", *marks))
        columns = ("side", "unit", "had", "lost on average", "10 %", "median", "90 %")
        console.print(table(console, "", columns, [tuple(row) for row in lost]))


def percentile(spread: dict[int, int], runs: int, share: int) -> int:
    """The smallest loss that at least this share of the runs does not exceed."""
    seen = 0
    for lost, count in spread.items():
        seen += count
        if 100 * seen >= share * runs:
            return lost
    return max(spread, default=0)
