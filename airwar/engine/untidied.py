"""Memory while odds are worked out: nothing is searched for garbage meanwhile, and not too much is left behind."""

from __future__ import annotations

import gc

MOST_UNTIDIED = 300_000  # edges


class Untidied:
    """Nothing is garbage while odds are worked out; looking for some, again and again, costs a third of the time.

    What was made meanwhile is then counted among the old, which are looked through seldom; here it is seen to that they are,
    before what many odds have left behind becomes too much.
    """

    def __init__(self) -> None:
        self.edges = 0  # left behind since somebody tidied up

    def __enter__(self) -> None:
        if self.edges > MOST_UNTIDIED:
            gc.collect()
            self.edges = 0
        self.was_on = gc.isenabled()
        gc.disable()

    def __exit__(self, *_: object) -> None:
        if self.was_on:
            gc.freeze()
            gc.unfreeze()
            gc.enable()


untidied = Untidied()  # of this process
