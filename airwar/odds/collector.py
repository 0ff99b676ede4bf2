"""The garbage collector, paused while odds are solved."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

from airwar.odds.budget import Budget

MOST_LEFT_BEHIND = 300_000  # edges explored between two full collections


class Pause:
    """How many solvers want the collector paused. It runs again when the last of them is done."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.wanted = 0
        self.was_on = False
        self.edges = 0  # explored since the last full collection

    def begin(self) -> None:
        with self.lock:
            if not self.wanted:
                if self.edges > MOST_LEFT_BEHIND:
                    gc.collect()
                    self.edges = 0
                self.was_on = gc.isenabled()
                gc.disable()
            self.wanted += 1

    def end(self, edges: int) -> None:
        with self.lock:
            self.edges += edges
            self.wanted -= 1
            if not self.wanted and self.was_on:
                gc.freeze()
                gc.unfreeze()  # both together: what is alive now counts as old, and is not examined again at once
                gc.enable()


_pause = Pause()


@contextmanager
def paused(budget: Budget) -> Iterator[None]:
    """Pauses the collector. Solving allocates much and frees nothing, so collecting would take a third of the time.

    What survives sits in the oldest generation, which is rarely examined; so a full collection is forced after
    MOST_LEFT_BEHIND edges. Safe in threads and when nested.
    """
    before = budget.left
    _pause.begin()
    try:
        yield
    finally:
        _pause.end(before - budget.left)
