"""The garbage collector, paused while a battle is walked or sampled, or odds are solved."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

MOST_LEFT_BEHIND = 1_000_000  # objects made during pauses, between two full collections


class Pause:
    """Counts who wants the collector paused. It runs again when the last of them is done."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.wanted = 0
        self.was_on = False
        self.left_behind = 0  # objects that were made since the last full collection and outlived their pause

    def begin(self) -> None:
        with self.lock:
            if not self.wanted:
                if self.left_behind > MOST_LEFT_BEHIND:
                    gc.collect()
                    self.left_behind = 0
                self.was_on = gc.isenabled()
                gc.disable()
            self.wanted += 1

    def end(self) -> None:
        with self.lock:
            self.wanted -= 1
            if not self.wanted and self.was_on:
                self.left_behind += gc.get_count()[0]
                gc.freeze()
                gc.unfreeze()  # together these age everything that is alive now, so that it is not examined again at once
                gc.enable()


_pause = Pause()


@contextmanager
def paused() -> Iterator[None]:
    """Pauses the collector. A walk or a solver allocates a lot but leaves no cycles, so collecting would only waste time.

    What survives sits in the oldest generation, which is rarely examined; so a full collection is forced after
    MOST_LEFT_BEHIND objects. Safe in threads and when nested.
    """
    _pause.begin()
    try:
        yield
    finally:
        _pause.end()
