"""Who fights the pieces of a batch: this process, several processes, or a Dask cluster (`--cluster ADDRESS`).

A cluster needs the extra `airwar[cluster]`, here and on every worker. The scheduler and its workers are trusted completely:
their results are unpickled, which can run any code here. If a worker dies, Dask gives its work to another. A piece of work has
one result, however often it was begun, so nothing is counted twice.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager, suppress
from dataclasses import astuple, dataclass
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol, TypeVar

from airwar.batches.batch import Piece, Runs, fight_piece, is_whole
from airwar.engine.codec import Codec
from airwar.engine.files import open_own, read_regular
from airwar.engine.words import one_line
from airwar.errors import AirwarError, CannotWrite
from airwar.probability.distribution import Outcome

T = TypeVar("T")
R = TypeVar("R")
_AHEAD = 4  # pieces queued for each worker, so that none is idle and memory does not grow


class Workers(Protocol):
    """Whoever does the work: processes on this machine, or a cluster. Executors of concurrent.futures fit."""

    def submit(self, function: Callable[..., Any], /, *args: Any) -> Any:
        """Begins work, and returns a future with `result`, `done` and `cancel`."""


def fought(
    pieces: Sequence[Piece], jobs: int = 1, executor: Workers | None = None, kept: ChunkStore | None = None
) -> Iterator[Runs]:
    """Fights all pieces; the results come in the order of the pieces, whoever fought them.

    `executor` does the work, if given, `jobs` pieces at a time. `kept`: the pieces in it are not fought again.
    """
    known = kept.get if kept is not None else _nothing
    keep = partial(_put, kept)
    if executor is not None:
        yield from in_order(executor, fight_piece, is_whole, pieces, jobs, known, keep)
    elif jobs == 1:
        for piece in pieces:
            runs = known(piece)
            if runs is None:
                runs = fight_piece(piece)
                keep(piece, runs)
            yield runs
    else:
        yield from _by_processes(pieces, jobs, known, keep)


def _by_processes(
    pieces: Iterable[Piece], jobs: int, known: Callable[[Piece], Runs | None], keep: Callable[[Piece, Runs], None]
) -> Iterator[Runs]:
    """Fights pieces in several processes on this machine."""
    from multiprocessing import active_children

    others = active_children()
    with _processes(jobs) as executor:
        with _interrupts_ignored():  # in the processes started here; this one handles Ctrl-C
            for _ in range(jobs):
                executor.submit(_nothing)
        try:
            yield from in_order(executor, fight_piece, is_whole, pieces, jobs, known, keep, cancel=False)
        except BaseException:  # interrupted: do not wait for work under way
            for process in active_children():
                if process not in others:
                    process.terminate()
            _hear_no_more(executor)
            raise


def _hear_no_more(executor: Executor) -> None:
    """Closes our writing ends: a killed process may leave half a result in a pipe, and the reader would wait for the rest."""
    getattr(executor, "_result_queue")._writer.close()  # noqa: B009  # the executor has no method for this


def _put(kept: ChunkStore | None, piece: Piece, runs: Runs) -> None:
    if kept is not None and not runs.error:
        kept.put(piece, runs)


def _nothing(*_: object) -> None:
    pass


def in_order(
    executor: Workers,
    function: Callable[[T], R],
    fits: Callable[[T, R], bool],
    items: Iterable[T],
    jobs: int,
    known: Callable[[T], R | None] = _nothing,
    keep: Callable[[T, R], None] = _nothing,
    cancel: bool = True,
) -> Iterator[R]:
    """Has workers call a function, not too far ahead; the results come in the order of the items.

    `fits`: whether what came back is the result for an item. `known`: results that are there already. `keep` gets every other
    result, including those already finished at an interrupt.
    `cancel`: the rest is then canceled. Processes are killed instead: an executor that loses them stumbles over canceled work.
    """
    waiting: deque[tuple[T, R | None, Any]] = deque()  # the item, its result if known, else its future

    def finished(item: T, future: Any) -> R:
        result: R = future.result()
        if not fits(item, result):
            raise AirwarError("a worker sent back something other than the result of its work; use only workers that you trust")
        keep(item, result)
        return result

    def first() -> R:
        item, found, future = waiting[0]
        result = finished(item, future) if found is None else found
        waiting.popleft()
        return result

    try:
        for item in items:
            found = known(item)
            waiting.append((item, found, None if found is not None else executor.submit(function, item)))
            if len(waiting) > _AHEAD * jobs:
                yield first()
        while waiting:
            yield first()
    finally:
        for item, found, future in waiting:
            if found is None and future.done():
                with suppress(Exception):
                    finished(item, future)
            elif found is None and cancel:
                future.cancel()


def _processes(jobs: int) -> Executor:
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    return ProcessPoolExecutor(jobs, get_context("spawn"))


# Ctrl-C


@contextmanager
def _at_interrupt(does: Any) -> Iterator[None]:
    """Gives Ctrl-C another meaning for a while. Only the main thread can do that; in another thread nothing changes."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, does)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def _interrupts_ignored() -> Iterator[None]:
    """Ctrl-C does nothing for a while, and never affects processes started in that time."""
    with _at_interrupt(signal.SIG_IGN):
        yield


@contextmanager
def interrupts_wait() -> Iterator[None]:
    """Ctrl-C waits until this is done."""
    pressed: list[int] = []
    with _at_interrupt(lambda number, _: pressed.append(number)):
        yield
    if pressed:
        raise KeyboardInterrupt


# finished pieces


def file_name_of(piece: Piece) -> str:
    """The file name of a piece: a hash of its content."""
    work = piece.work
    content = [work.version, astuple(work.ruleset), work.scenario.text, work.scenario.files, work.scenario.policies]
    whole = json.dumps([*content, hex(piece.seed), piece.first, piece.count])
    return f"{hashlib.sha256(whole.encode()).hexdigest()[:32]}-{piece.first}-{piece.count}.json"


@dataclass(frozen=True)
class _Content:
    """What the file of a piece says about its runs."""

    title: str
    ruleset: str
    outcomes: tuple[Outcome, ...]
    by_run: tuple[int, ...]
    fixed: tuple[str, ...]
    made_up: tuple[str, ...]


_CONTENT = Codec(_Content)


class ChunkStore:
    """A folder of finished pieces, so that an interrupted batch can go on where it stopped.

    The name of a file is a hash of everything that its runs depend on: the scenario with its charts and policies, the ruleset,
    the seed, the first run, how many, and the version of airwar. So no file is ever mistaken for another, whatever else has
    changed.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def get(self, piece: Piece) -> Runs | None:
        """The runs of a piece, if they are stored. A damaged file counts as missing."""
        try:
            content = json.loads(read_regular(self.folder / file_name_of(piece)))
            read = _CONTENT.read(content["runs"])
            if hashed(content["runs"]) != content["sha256"]:
                return None
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            return None
        runs = Runs(
            piece.work.file,
            piece.first,
            read.title,
            read.ruleset,
            list(read.outcomes),
            list(read.by_run),
            list(read.fixed),
            list(read.made_up),
        )
        return runs if is_whole(piece, runs) else None

    def put(self, piece: Piece, runs: Runs) -> None:
        """Keeps the runs of a piece: the whole file appears at once, or not at all."""
        content = {
            "title": runs.title,
            "ruleset": runs.ruleset,
            "outcomes": runs.outcomes,
            "by_run": runs.by_run,
            "fixed": runs.fixed,
            "made_up": runs.made_up,
        }
        path = self.folder / file_name_of(piece)
        fresh = path.with_name(f".{path.name}.{os.getpid()}")
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            with open(fresh, "w", encoding="utf-8", opener=open_own) as file:
                json.dump({"runs": content, "sha256": hashed(content)}, file)
                file.flush()
                os.fsync(file.fileno())
            os.replace(fresh, path)
        except OSError as error:
            fresh.unlink(missing_ok=True)
            raise CannotWrite.to(path, error) from None


def hashed(content: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(content).encode()).hexdigest()


CONNECT = 15.0  # seconds to wait for a scheduler, and then for a worker
_RETRIES = 3  # retries of a piece whose worker failed


class _NoCluster(AirwarError):
    """The cluster cannot be reached, or cannot do the work."""


class Cluster:
    """The workers of a Dask scheduler. A context manager: leaving it disconnects from the cluster, which goes on without us."""

    def __init__(self, address: str) -> None:
        self.address = address
        client = _library().Client
        _be_quiet()
        self._client = client.__new__(client)  # kept even if it cannot start: Dask would try to close it when Python exits
        try:
            self._client.__init__(address, timeout=CONNECT, set_as_default=False)
        except Exception as error:  # of any kind: a bad address fails somewhere deep inside Dask
            self._let_go()
            hint = "" if isinstance(error, OSError) else "; expected tcp://host:8786, or tls://host:8786 with Dask's certificates"
            raise _NoCluster(f"no Dask scheduler at {address}: {_reason(error)}{hint}") from error
        try:
            self._client.wait_for_workers(1, timeout=CONNECT)
        except Exception as error:
            self._let_go()
            raise _NoCluster(f"the scheduler at {address} has no workers: {_reason(error)}") from error

    @property
    def size(self) -> int:
        """How many pieces it can work on at once."""
        return max(1, int(sum(self._client.nthreads().values())))

    def submit(self, function: Callable[..., Any], /, *args: Any) -> Promise:
        """Has a function called by a worker."""
        return Promise(self._client.submit(function, *args, retries=_RETRIES, pure=False), self.address)

    def __enter__(self) -> Cluster:
        return self

    def __exit__(self, *_: object) -> None:
        self._let_go()

    def _let_go(self) -> None:
        """Closes the connection. Errors no longer matter here."""
        with suppress(Exception):
            self._client.close()


class Promise:
    """The future of a piece of work."""

    def __init__(self, future: Any, address: str) -> None:
        self._future = future
        self._address = address

    def result(self) -> Any:
        """Waits for the result. Raises an AirwarError that says in one line what went wrong."""
        try:
            return self._future.result()
        except AirwarError:
            raise
        except Exception as error:  # of a worker, or of the connection to it
            raise _NoCluster(f"the cluster at {self._address} gave up: {_reason(error)}") from error

    def done(self) -> bool:
        return bool(self._future.done())

    def cancel(self) -> None:
        self._future.cancel()


def _library() -> Any:
    """Imports Dask, which is slow to import and not always installed."""
    try:
        return import_module("distributed")
    except ImportError:
        raise _NoCluster("a cluster needs Dask; install it with: pip install 'airwar[cluster]'") from None


def _be_quiet() -> None:
    """Silences Dask's logging: we need not hear what it recovers from, and report the rest once, in our own words."""
    for name in list(logging.root.manager.loggerDict):
        if f"{name}.".startswith("distributed."):
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)


def _reason(error: Exception) -> str:
    """An error in one line."""
    return one_line(f"{type(error).__name__}: {error}")[:300]
