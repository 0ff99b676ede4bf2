"""Many battles of many scenarios, by machine dice and script: sampled from the graph, or walked step by step to keep logs.

The work comes in pieces: some runs of one scenario. A piece carries the text of its scenario, so it can be fought in another
process or on another machine, and it depends on nothing else: however the work is split, the runs are the same.
"""

from __future__ import annotations

import errno
import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache, partial
from pathlib import Path
from typing import NamedTuple

from airwar.answers.chance import derived_seed, show_seed
from airwar.battle.battle import begin, origin_of, ruleset_used
from airwar.engine.files import BINARY, gone_if_it_fails, read_regular
from airwar.engine.records import RulesetUsed
from airwar.errors import AirwarError, BadScenario, CannotWrite, NoSuchFile
from airwar.probability.best import best_in
from airwar.probability.distribution import Distribution, Outcome, Sampled, outcome_of
from airwar.probability.sample import Sampler
from airwar.setup.loading import Scenario
from airwar.setup.overrides import ScenarioAsText, as_text
from airwar.version import __version__

LOGS_A_GROUP = 64
_RUNS_A_PIECE = 50  # small enough to show progress, and to lose little when interrupted
_MOST_PIECES = 200  # of one scenario


class Changes(NamedTuple):
    """What a batch changes about every scenario, as it was typed."""

    settings: Sequence[str] = ()
    policies: Sequence[str] = ()


_UNCHANGED = Changes()


class Work(NamedTuple):
    """A scenario to be fought: its text, and what must be the same wherever it is fought."""

    file: str  # as it was named
    scenario: ScenarioAsText
    ruleset: RulesetUsed
    version: str = __version__


@dataclass(frozen=True)
class Piece:
    """Some runs of a scenario; their logs are kept under names that begin with `logs`."""

    work: Work
    seed: int
    first: int
    count: int
    logs: str | None = None


@dataclass
class Runs:
    """Some runs of one scenario: the outcome of each, or why the scenario could not be fought."""

    file: str
    first: int
    title: str = ""
    ruleset: str = ""
    outcomes: list[Outcome] = field(default_factory=list)
    by_run: list[int] = field(default_factory=list)  # indices of outcomes
    fixed: list[str] = field(default_factory=list)  # ids of the rolls whose faces the scenario gives
    made_up: list[str] = field(default_factory=list)  # the charts that are not the game's
    error: str = ""
    exit_code: int = 0


@dataclass
class Counted:
    """The runs of one scenario, counted. It grows with the number of different outcomes, not with that of the runs."""

    file: str
    title: str = ""
    ruleset: str = ""
    ways: dict[Outcome, int] = field(default_factory=dict)
    total: int = 0
    fixed: list[str] = field(default_factory=list)  # ids of the rolls whose faces the scenario gives
    made_up: list[str] = field(default_factory=list)  # the charts that are not the game's

    def add(self, part: Runs) -> None:
        """Counts some more runs."""
        self.title, self.ruleset, self.made_up = part.title, part.ruleset, part.made_up
        self.fixed = list(dict.fromkeys([*self.fixed, *part.fixed]))
        for index, number in Counter(part.by_run).items():
            outcome = part.outcomes[index]
            self.ways[outcome] = self.ways.get(outcome, 0) + number
        self.total += len(part.by_run)

    def distribution(self, seed: int) -> Distribution[Outcome]:
        return Distribution(self.ways, self.total, Sampled(show_seed(seed)))


def distribution(parts: Iterable[Runs], seed: int) -> Distribution[Outcome]:
    """The runs of one scenario, counted."""
    counted = Counted("")
    for part in parts:
        counted.add(part)
    return counted.distribution(seed)


# what is to be fought


def expanded(files: tuple[str, ...]) -> list[str]:
    """The files to fight: folders become the scenarios in them; duplicates are dropped."""
    found: list[str] = []
    for file in files:
        path = Path(file)
        inside = sorted(inner for inner in path.rglob("*.yaml") if inner.parent.name != "charts") if os.path.isdir(path) else []
        if os.path.isdir(path) and not inside:
            raise NoSuchFile(f"no scenarios in {path}; expected files that end in .yaml")
        found += [str(inner) for inner in inside] if os.path.isdir(path) else [file]
    return list(dict.fromkeys(found))


def work_of(file: str, changes: Changes = _UNCHANGED) -> Work:
    """A scenario as it is now, checked, with its changes."""
    return work_of_text(file, as_text(file, *changes))


def work_of_text(file: str, text: ScenarioAsText) -> Work:
    """A scenario from its text, checked."""
    return Work(file, text, ruleset_used(text.scenario().ruleset))


def works(files: Iterable[str], changes: Changes = _UNCHANGED) -> Iterator[Work | Runs]:
    """Every scenario, before anything is fought; one that cannot be fought becomes runs that say why."""
    for file in files:
        runs = Runs(file, 0)
        work = None
        with _errors_in(runs):
            work = work_of(file, changes)
        yield work or runs


def pieces_of(works: Sequence[Work], runs: int, seed: int, jobs: int = 1, logs: Path | None = None) -> list[Piece]:
    """The work in pieces: of every scenario, at least one for each process."""
    size = max(min(_RUNS_A_PIECE, -(-runs // jobs)), -(-runs // _MOST_PIECES))
    names = _log_names([work.file for work in works], logs)
    return [
        Piece(work, seed, first, min(size, runs - first), names.get(work.file)) for work in works for first in range(0, runs, size)
    ]


def _log_names(files: list[str], logs: Path | None) -> dict[str, str]:
    """What the logs of each scenario are named after: its file, or its whole path if two files share a name."""
    if logs is None:
        return {}
    stems = {file: Path(file).name.removesuffix(".yaml") for file in files}
    alike = [stem for stem, count in Counter(stems.values()).items() if count > 1]
    whole = {file: re.sub(r"[^\w.-]+", "-", file.removesuffix(".yaml")).lstrip("-.") for file in stems}
    return {file: str(logs / (whole[file] if stem in alike else stem)) for file, stem in stems.items()}


# the fighting


@lru_cache(maxsize=1)
def _prepared(work: Work) -> tuple[Scenario, Sampler]:
    """A scenario to be fought many times. What is worked out for one piece of a batch serves the next."""
    scenario = work.scenario.scenario() if work.version == __version__ else None
    here = ruleset_used(scenario.ruleset) if scenario is not None else None
    if scenario is None or here != work.ruleset:
        ours, theirs = _versions(__version__, here), _versions(work.version, work.ruleset)
        raise AirwarError(f"a worker has {ours}, not {theirs}; install the same versions everywhere")
    return scenario, Sampler(scenario.ruleset, scenario.script, scenario.start)


def _versions(airwar: str, ruleset: RulesetUsed | None) -> str:
    """The version of airwar, and the package of the ruleset with its version if it is not one of airwar's own."""
    return f"airwar {airwar}" + (f" and {origin_of(ruleset)}" if ruleset is not None and ruleset.package else "")


@contextmanager
def _errors_in(runs: Runs) -> Iterator[None]:
    """Errors come back as data, so that one bad scenario does not stop the others."""
    try:
        yield
    except BadScenario as bad:
        runs.error, runs.exit_code = "\n".join(map(str, bad.problems)), bad.exit_code
    except AirwarError as error:
        runs.error, runs.exit_code = f"{runs.file}: {error}", error.exit_code


def fight_piece(piece: Piece) -> Runs:
    """Fights a piece. Errors of airwar are returned, never raised."""
    runs = Runs(piece.work.file, piece.first)
    with _errors_in(runs):
        scenario, sampler = _prepared(piece.work)
        runs.title, runs.ruleset, runs.made_up = scenario.title, scenario.ruleset.id, list(scenario.made_up)
        index: dict[Outcome, int] = {}
        with _LogFiles() as files:
            for run in range(piece.first, piece.first + piece.count):
                own = derived_seed(piece.seed, run)
                path = f"{piece.logs}-{run + 1:06d}.jsonl"
                outcome = _logged(scenario, own, path, files) if piece.logs else sampler.outcome(own)
                runs.by_run.append(index.setdefault(outcome, len(index)))
        runs.outcomes, runs.fixed = list(index), list(scenario.script.fixed_rolls)
    return runs


def is_whole(piece: Piece, runs: Runs) -> bool:
    """Whether these are all the runs of a piece, or say why there are none. A worker elsewhere could send anything."""
    if not isinstance(runs, Runs) or (runs.file, runs.first) != (piece.work.file, piece.first):
        return False
    known = range(len(runs.outcomes))
    return bool(runs.error) or (len(runs.by_run) == piece.count and all(index in known for index in set(runs.by_run)))


class _LogFiles:
    """Writes complete logs, each to its own file; another log is never overwritten.

    They are synced in groups, which is much faster than one at a time; all are synced before anything is shown.
    """

    def __init__(self) -> None:
        self.unsynced: list[tuple[str, int]] = []  # path and handle

    def __enter__(self) -> _LogFiles:
        return self

    def __exit__(self, *_: object) -> None:
        self.sync()

    def write(self, path: str, text: str) -> None:
        """Writes a log. An identical one that already exists stays: the same batch was fought before, perhaps in part."""
        content = text.encode()
        try:
            handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | BINARY, 0o666)
            self.unsynced.append((path, handle))
            with gone_if_it_fails(path):
                if os.write(handle, content) < len(content):
                    raise OSError(errno.ENOSPC, "the disk is full")
        except FileExistsError as error:
            if not _is_file_of(Path(path), content):
                raise CannotWrite.to(path, error) from None
        except OSError as error:
            raise CannotWrite.to(path, error) from None
        if len(self.unsynced) >= LOGS_A_GROUP:
            self.sync()

    def sync(self) -> None:
        failed: CannotWrite | None = None
        for path, handle in self.unsynced:
            try:
                os.fsync(handle)
            except OSError as error:
                failed = failed or CannotWrite.to(path, error)
            finally:
                os.close(handle)
        self.unsynced = []
        if failed is not None:
            raise failed


def _is_file_of(path: Path, content: bytes) -> bool:
    """Whether a file has exactly this content."""
    try:
        return read_regular(path, len(content)) == content
    except OSError:
        return False


def _logged(scenario: Scenario, seed: int, path: str, files: _LogFiles) -> Outcome:
    """One battle walked with its log."""
    battle = begin(scenario, None, seed)
    end = battle.by_script(best_in(scenario))
    files.write(path, battle.log.text())
    return scenario.memory.once("outcome", end, partial(outcome_of, scenario.ruleset))
