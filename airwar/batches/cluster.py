"""A Dask cluster as workers: `--cluster ADDRESS`. Needs the extra `airwar[cluster]`, here and on every worker.

The scheduler and its workers are trusted completely: their results are unpickled, which can run any code here.

If a worker dies, Dask gives its work to another. A piece of work has one result, however often it was begun, so nothing
is counted twice.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from typing import Any

from airwar.engine.words import one_line
from airwar.errors import AirwarError

CONNECT = 15.0  # seconds to wait for a scheduler, and then for a worker
RETRIES = 3  # retries of a piece whose worker failed


class NoCluster(AirwarError):
    """The cluster cannot be reached, or cannot do the work."""


class Cluster:
    """The workers of a Dask scheduler. A context manager: leaving it disconnects from the cluster, which goes on without us."""

    def __init__(self, address: str) -> None:
        self.address = address
        client = library().Client
        be_quiet()
        self._client = client.__new__(client)  # kept even if it cannot start: Dask would try to close it when Python exits
        try:
            self._client.__init__(address, timeout=CONNECT, set_as_default=False)
        except Exception as error:  # of any kind: a bad address fails somewhere deep inside Dask
            self._let_go()
            hint = "" if isinstance(error, OSError) else "; expected tcp://host:8786, or tls://host:8786 with Dask's certificates"
            raise NoCluster(f"no Dask scheduler at {address}: {reason(error)}{hint}") from error
        try:
            self._client.wait_for_workers(1, timeout=CONNECT)
        except Exception as error:
            self._let_go()
            raise NoCluster(f"the scheduler at {address} has no workers: {reason(error)}") from error

    @property
    def size(self) -> int:
        """How many pieces it can work on at once."""
        return max(1, int(sum(self._client.nthreads().values())))

    def submit(self, function: Callable[..., Any], /, *args: Any) -> Promise:
        """Has a function called by a worker."""
        return Promise(self._client.submit(function, *args, retries=RETRIES, pure=False), self.address)

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
        """Waits for the result. Raises NoCluster, which says in one line what went wrong."""
        try:
            return self._future.result()
        except AirwarError:
            raise
        except Exception as error:  # of a worker, or of the connection to it
            raise NoCluster(f"the cluster at {self._address} gave up: {reason(error)}") from error

    def done(self) -> bool:
        return bool(self._future.done())

    def cancel(self) -> None:
        self._future.cancel()


def library() -> Any:
    """Imports Dask, which is slow to import and not always installed."""
    try:
        return import_module("distributed")
    except ImportError:
        raise NoCluster("a cluster needs Dask; install it with: pip install 'airwar[cluster]'") from None


def be_quiet() -> None:
    """Silences Dask's logging: we need not hear what it recovers from, and report the rest once, in our own words."""
    for name in list(logging.root.manager.loggerDict):
        if f"{name}.".startswith("distributed."):
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)


def reason(error: Exception) -> str:
    """An error in one line."""
    return one_line(f"{type(error).__name__}: {error}")[:300]
