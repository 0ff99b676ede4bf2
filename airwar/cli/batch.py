"""batch: scenarios fought many times by their scripts."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import click

from airwar.answers.chance import drawn_seed, parse_seed, show_seed
from airwar.batches.batch import Changes, Counted, Piece, Runs, Work, expanded, pieces_of, works
from airwar.batches.workers import ChunkStore, Cluster, Workers, fought, interrupts_wait
from airwar.cli import print_json, say
from airwar.cli.files import write
from airwar.cli.options import POLICY, SET
from airwar.engine.files import open_own
from airwar.errors import CannotWrite
from airwar.probability.forecast import Situation, forecast, with_policies
from airwar.setup.overrides import with_policies_typed, with_settings
from airwar.show.batch import CsvRows, Fought, ParquetRows, Rows, arrow, for_programs, series, tables
from airwar.show.console import talk
from airwar.show.reports import format_of, written
from airwar.show.text import as_json


@click.command()
@click.argument("files", nargs=-1, required=True)
@click.option("--runs", type=click.IntRange(1, 10_000_000), default=100, show_default=True, help="Battles per scenario.")
@click.option("--seed", help="Repeats a batch byte for byte. Drawn and printed if omitted.")
@click.option("--jobs", type=click.IntRange(1, 256), default=1, show_default=True, help="Processes.")
@click.option("--format", "form", type=click.Choice(["table", "json", "csv", "parquet"]), default="table", show_default=True)
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    help="Also write summary.json and runs.csv (or runs.parquet) to this folder, and keep finished pieces there: the same command "
    "goes on where it was interrupted.",
)
@click.option("--logs", type=click.Path(path_type=Path, file_okay=False), help="Keep the log of every run in this folder.")
@click.option(
    "--cluster",
    metavar="ADDRESS",
    help="The workers of this Dask scheduler fight, such as tcp://host:8786. It and they can run any code here: use only a cluster "
    "that you trust, with tls:// over a network.",
)
@SET
@POLICY
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
    cluster: str | None,
    settings: tuple[str, ...],
    policies: tuple[str, ...],
    told: Path | None,
) -> int:
    """\b
    airwar batch malta-1942 --runs 1000 --seed 7
    airwar batch scenarios --runs 1000 --seed 7 --jobs 2 --format csv
    airwar batch malta-1942 --runs 1000000 --seed 7 --cluster tcp://host:8786 --out malta

    Fight each of FILES many times by its script and count the outcomes. FILES are scenarios, folders of scenarios, or names
    of shipped ones; - is stdin. The csv format has one row per run and kind of unit, with the seed of each run: `airwar run
    --seed` fights that battle again. Scenarios that cannot be fought are named at once, the others are fought, and the exit
    code is not 0. Ctrl-C prints what has been finished. The csv and parquet formats are written as the runs come in.
    """
    _check_options(form, out, logs, jobs, cluster)
    number = drawn_seed() if seed is None else parse_seed(seed)
    if seed is None:
        click.echo(f"seed: {show_seed(number)}", err=True)
    for folder in (out, logs):
        _make(folder)
    changes = Changes(settings, policies)
    with workers(cluster, jobs) as (executor, size), _rows_to(form, out, number) as rows:
        battles = _Series(expanded(files), runs, rows)
        pieces = pieces_of(battles.prepare(changes), runs, number, size, logs)
        kept = None if out is None or logs is not None else out / "chunks"
        battles.fight(pieces, size, executor, kept)
    _report(form, number, battles.good, out)
    if told is not None and not battles.interrupted:
        _tell(told, number, battles.good, changes)
    return battles.conclude()


def _check_options(form: str, out: Path | None, logs: Path | None, jobs: int, cluster: str | None) -> None:
    """Refuses options that do not go together, and a format whose library is not there."""
    if cluster is not None and logs is not None:
        raise click.UsageError("--logs keeps logs on this machine, and --cluster fights on others; use one of them")
    if cluster is not None and jobs > 1:
        raise click.UsageError("--jobs are processes on this machine; use --jobs or --cluster")
    if form == "parquet" and out is None and sys.stdout.isatty():
        raise click.UsageError("Parquet is not text; send it to a file with > runs.parquet, or name a folder with --out")
    if form == "parquet":
        arrow()  # before a file is made


@contextmanager
def workers(cluster: str | None, jobs: int) -> Iterator[tuple[Workers | None, int]]:
    """Who fights, and how many pieces at a time: processes on this machine, or a cluster."""
    if cluster is None:
        yield None, jobs
        return

    with Cluster(cluster) as there:
        yield there, there.size


@contextmanager
def _rows_to(form: str, out: Path | None, seed: int) -> Iterator[list[Rows]]:
    """Where the single runs are written as they come in: to a file in the folder, to stdout, to both or nowhere."""
    rows: list[Rows] = []
    with ExitStack() as files, _written_to(out):
        if form == "parquet":
            file = files.enter_context(open(out / "runs.parquet", "wb", opener=open_own)) if out is not None else sys.stdout.buffer
            rows.append(ParquetRows(file, seed))
        if form == "csv":
            rows.append(CsvRows(sys.stdout, seed))
        if out is not None and form != "parquet":
            text = files.enter_context(open(out / "runs.csv", "w", encoding="utf-8", newline="", opener=open_own))
            rows.append(CsvRows(text, seed))
        yield rows
        for one in rows:
            one.close()


@contextmanager
def _written_to(out: Path | None) -> Iterator[None]:
    """A folder that cannot be written is named."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise CannotWrite.to(error.filename or out or "the runs", error) from None


class _Series:
    """The runs of some scenarios, as many as were fought; says at once which scenarios cannot be fought."""

    def __init__(self, files: list[str], runs: int, rows: list[Rows]) -> None:

        self.files, self.runs, self.rows = files, runs, rows
        self.by_file: dict[str, Counted] = {file: Counted(file) for file in files}
        self.bad: dict[str, int] = {}  # the exit codes of scenarios that cannot be fought
        self.interrupted = False

    def prepare(self, changes: Changes) -> list[Work]:
        """The scenarios as they are now. Says which of them cannot be fought at all."""
        found: list[Work] = []
        for one in works(self.files, changes):
            if isinstance(one, Work):
                found.append(one)
            else:
                self.add(one)
        return found

    def fight(self, pieces: list[Piece], jobs: int, executor: Workers | None, kept: Path | None) -> None:
        """Fights all pieces, or until Ctrl-C. Pieces in the folder `kept` are not fought again."""
        store = None if kept is None else ChunkStore(kept)
        with _bar(sum(piece.count for piece in pieces)) as advance:
            try:
                for piece, part in zip(pieces, fought(pieces, jobs, executor, store), strict=True):
                    with interrupts_wait():  # so that what is counted is written, and nothing else
                        self.add(part)
                    advance(piece.count)
            except KeyboardInterrupt:
                self.interrupted = True
        if self.interrupted:
            done = sum(counted.total for counted in self.good)
            wanted = self.runs * (len(self.files) - len(self.bad))
            click.echo(f"airwar: interrupted after {done:,} of {wanted:,} runs", err=True)

    def add(self, part: Runs) -> None:
        """Adds some runs of a scenario. If it cannot be fought, says why, once."""
        if not part.error:
            self.by_file[part.file].add(part)
            for rows in self.rows:
                rows.add(part)
        elif part.file not in self.bad:
            self.bad[part.file] = part.exit_code
            for line in part.error.splitlines():
                say(line)

    @property
    def good(self) -> list[Counted]:
        return [counted for file, counted in self.by_file.items() if counted.total and file not in self.bad]

    def conclude(self) -> int:
        """Says what is missing; returns the exit code."""
        if self.bad:
            click.echo(f"airwar: {len(self.bad)} of {len(self.files)} scenarios could not be fought", err=True)
        if self.interrupted:
            return 130
        return next((self.bad[file] for file in self.files if file in self.bad), 0)


@contextmanager
def _bar(runs: int) -> Iterator[Callable[[int], None]]:
    """A progress bar that counts runs, on stderr if that is a terminal."""
    if not sys.stderr.isatty():
        yield lambda count: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = ("fighting", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=talk(), transient=True) as progress:
        task = progress.add_task("", total=runs)
        yield lambda count: progress.advance(task, count)


def _report(form: str, seed: int, good: list[Counted], out: Path | None) -> None:

    scenarios = _summed(seed, good)
    if out is not None:
        write(out / "summary.json", as_json(**for_programs(seed, scenarios)), open_own)
    if form == "json":
        print_json(**for_programs(seed, scenarios))
    elif form == "table" or (form == "parquet" and out is not None):
        tables(scenarios)


def _summed(seed: int, good: list[Counted]) -> list[Fought]:

    return [Fought(one.file, one.title, one.ruleset, one.distribution(seed), one.fixed, one.made_up) for one in good]


def _tell(path: Path, seed: int, good: list[Counted], changes: Changes) -> None:
    """Writes the series as a report, its results beside the odds of each scenario."""
    counted = _summed(seed, good)
    expected = {}
    for one in counted:
        scenario = with_policies_typed(with_settings(one.file, changes.settings), changes.policies)
        expected[one.file] = forecast(Situation(scenario.ruleset, with_policies(scenario.script, lenient=False), scenario.start))
    write(path, written(series(counted, expected, show_seed(seed)), format_of(path)))


def _make(folder: Path | None) -> None:

    if folder is not None:
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise CannotWrite.to(folder, error) from None
