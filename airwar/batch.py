"""Many battles of many scenarios: machine dice and the script, over the graph, or walked step by step when logs are kept."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Executor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TypeAlias

from airwar.answers.chance import derived_seed, show_seed
from airwar.answers.script import Scripted
from airwar.battle import begin
from airwar.engine.referee import Asked
from airwar.errors import AirwarError, BadScenario, CannotWrite, NoSuchFile, Unanswered
from airwar.loading import Scenario
from airwar.odds.distribution import Distribution, Outcome, Sampled, outcome_of
from airwar.odds.sample import Sampler
from airwar.vary import with_policies_typed, with_settings

LOGS_A_GROUP = 64
Changes: TypeAlias = tuple[tuple[str, ...], tuple[str, ...]]  # settings and policies, as they were typed


@dataclass
class Runs:
    """Some runs of one scenario: the outcome of each, or why the scenario could not be fought."""

    file: str
    first: int
    title: str = ""
    ruleset: str = ""
    outcomes: list[Outcome] = field(default_factory=list)
    by_run: list[int] = field(default_factory=list)  # indices of outcomes
    error: str = ""
    exit_code: int = 0


def expanded(files: tuple[str, ...]) -> list[str]:
    """The files to fight: folders become the scenarios in them; duplicates are dropped."""
    found: list[str] = []
    for file in files:
        path = Path(file)
        inside = sorted(inner for inner in path.rglob("*.yaml") if inner.parent.name != "charts") if path.is_dir() else []
        if path.is_dir() and not inside:
            raise NoSuchFile(f"no scenarios in {path}; expected files that end in .yaml")
        found += [str(inner) for inner in inside] if path.is_dir() else [file]
    return list(dict.fromkeys(found))


def chunks(files: list[str], runs: int, jobs: int) -> list[tuple[str, int, int]]:
    """The work in pieces: a file, its first run, and how many; a piece of every file for every process."""
    size = -(-runs // jobs)
    return [(file, first, min(size, runs - first)) for file in files for first in range(0, runs, size)]


def fought(
    pieces: list[tuple[str, int, int]], seed: int, jobs: int, logs: Path | None, changes: Changes = ((), ())
) -> Iterator[Runs]:
    """Fights all pieces; the results come in the order of the pieces, whichever process fought them."""
    names = log_names([file for file, _, _ in pieces], logs)
    if jobs == 1:
        for file, first, count in pieces:
            yield fight_runs(file, seed, first, count, names.get(file), changes)
        return
    with processes(jobs) as executor:
        futures = [executor.submit(fight_runs, file, seed, first, count, names.get(file), changes) for file, first, count in pieces]
        for future in futures:
            yield future.result()


def processes(jobs: int) -> Executor:
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    return ProcessPoolExecutor(jobs, mp_context=get_context("spawn"))


def log_names(files: list[str], logs: Path | None) -> dict[str, str]:
    """What the logs of each scenario are called: after the file, or after its whole path if two files share a name."""
    if logs is None:
        return {}
    stems = {file: Path(file).name.removesuffix(".yaml") for file in files}
    alike = [stem for stem, count in Counter(stems.values()).items() if count > 1]
    whole = {file: re.sub(r"[^\w.-]+", "-", file.removesuffix(".yaml")).lstrip("-.") for file in stems}
    return {file: str(logs / (whole[file] if stem in alike else stem)) for file, stem in stems.items()}


def fight_runs(file: str, seed: int, first: int, count: int, logs: str | None, changes: Changes = ((), ())) -> Runs:
    """Some runs of a scenario, their logs kept under names that begin with `logs`.

    Errors come back as data, so that one bad scenario does not stop the others.
    """
    runs = Runs(file, first)
    try:
        scenario = with_policies_typed(with_settings(file, changes[0]), changes[1])
        sampler = Sampler(scenario.ruleset, scenario.script, scenario.start)
        runs.title, runs.ruleset = scenario.title, scenario.ruleset.id
        index: dict[Outcome, int] = {}
        with LogFiles() as files:
            for run in range(first, first + count):
                own = derived_seed(seed, run)
                outcome = logged(scenario, own, f"{logs}-{run + 1:06d}.jsonl", files) if logs else sampler.outcome(own)
                runs.by_run.append(index.setdefault(outcome, len(index)))
        runs.outcomes = list(index)
    except BadScenario as bad:
        runs.error, runs.exit_code = "\n".join(map(str, bad.problems)), bad.exit_code
    except AirwarError as error:
        runs.error, runs.exit_code = f"{file}: {error}", error.exit_code
    return runs


class LogFiles:
    """Writes logs whole, each to a file of its own; an old log is never overwritten.

    They are synced in groups, which costs a disk much less than one at a time; all are synced before anything is shown.
    """

    def __init__(self) -> None:
        self.unsynced: list[tuple[str, int]] = []  # path and handle

    def __enter__(self) -> LogFiles:
        return self

    def __exit__(self, *_: object) -> None:
        self.sync()

    def write(self, path: str, text: str) -> None:
        content = text.encode()
        try:
            handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
            self.unsynced.append((path, handle))
            if os.write(handle, content) < len(content):
                raise CannotWrite(f"cannot write {path}: the disk is full")
        except OSError as error:
            raise CannotWrite(f"cannot write {path}: {error.strerror}") from None
        if len(self.unsynced) >= LOGS_A_GROUP:
            self.sync()

    def sync(self) -> None:
        failed = ""
        for path, handle in self.unsynced:
            try:
                os.fsync(handle)
            except OSError as error:
                failed = failed or f"cannot write {path}: {error.strerror}"
            finally:
                os.close(handle)
        self.unsynced = []
        if failed:
            raise CannotWrite(failed)


def logged(scenario: Scenario, seed: int, path: str, files: LogFiles) -> Outcome:
    """One battle walked with its log."""
    battle = begin(scenario, None, seed)
    try:
        end = battle.walk(Scripted(scenario.script, battle.dice)).run()
    except Asked as asked:
        raise Unanswered(f"nothing answers {asked.question.key}; add it to the scenario's choices") from None
    files.write(path, battle.log.text())
    return scenario.memory.once("outcome", end, partial(outcome_of, scenario.ruleset))


def distribution(parts: list[Runs], seed: int) -> Distribution[Outcome]:
    """The runs of one scenario, counted."""
    ways: dict[Outcome, int] = {}
    for part in parts:
        for index, number in Counter(part.by_run).items():
            outcome = part.outcomes[index]
            ways[outcome] = ways.get(outcome, 0) + number
    return Distribution(ways, sum(len(part.by_run) for part in parts), Sampled(show_seed(seed)))
