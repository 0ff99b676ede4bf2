"""What is entered again after the battle has gone back: everything that still fits, until something does not."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TypeVar

from airwar.engine.history import GO_BACK, Entry, InForce, answer_of, goes_back, in_force
from airwar.engine.log import Record
from airwar.engine.records import Answer, Body, Chosen, Corrected, Rolled, Ruled, Stated, Undone

T = TypeVar("T")


class Reentry:
    """What is to be entered again after a correction, by the key of the question: entries, and rulings made there."""

    def __init__(self, bodies: Iterable[Body] = ()) -> None:
        self.by_key: dict[str, list[Entry]] = {}
        self.rulings: dict[str, list[Ruled]] = {}
        self.entries = 0
        for body in bodies:
            if isinstance(body, Ruled):
                self.rulings.setdefault(body.at, []).append(unplaced(body))
            elif isinstance(body, Rolled | Chosen | Stated):
                self.by_key.setdefault(body.key, []).append(body)
                self.entries += 1

    def __bool__(self) -> bool:
        return bool(self.by_key or self.rulings)

    def entry(self, key: str) -> Entry | None:
        """The next entry under a key, which is then used up."""
        return taken(self.by_key, key)

    def ruling(self, at: str) -> Ruled | None:
        """The next ruling made at a question, which is then used up."""
        return taken(self.rulings, at)

    def then(self, later: Reentry) -> Reentry:
        """Both, this one first."""
        for key, entries in later.by_key.items():
            self.by_key.setdefault(key, []).extend(entries)
        for at, rulings in later.rulings.items():
            self.rulings.setdefault(at, []).extend(rulings)
        return self

    def waits_for(self, ruling: Ruled) -> bool:
        """Whether this ruling is the next to be made again at its question; if so, it is used up."""
        if self.rulings.get(ruling.at, [None])[0] != unplaced(ruling):
            return False
        self.ruling(ruling.at)
        return True

    def give_up(self) -> None:
        """From here on everything is asked."""
        self.by_key, self.rulings = {}, {}

    def follow(self, body: Body) -> None:
        """A record was made again; if it is not what was waiting here, the rest is given up."""
        if isinstance(body, Ruled):
            self.ruling(body.at)
        elif isinstance(body, Rolled | Chosen | Stated):
            held = self.entry(body.key)
            made_by_machine = isinstance(body, Rolled) and body.source in ("machine", "ruled")
            if not made_by_machine and (held is None or answer_of(held) != answer_of(body)):
                self.give_up()


def unplaced(ruling: Ruled) -> Ruled:
    """A ruling without its place in the log."""
    return replace(ruling, to=None, state=None)


def taken(waiting: dict[str, list[T]], key: str) -> T | None:
    """The first of those that wait under a key, which then waits no longer."""
    queue = waiting.get(key)
    if not queue:
        return None
    first = queue.pop(0)
    if not queue:
        del waiting[key]
    return first


def to_enter_again(records: Sequence[Record]) -> Reentry:
    """What the last correction or ruling of a log still has to enter again.

    Nothing if there was none, or if something else has been entered since: from there on everything is asked.
    """
    waiting, counting = Reentry(), InForce()
    for record in records:
        gone = counting.add(record)
        back = goes_back(record.body) if record.kind in GO_BACK else None
        if isinstance(back, Undone):
            waiting = Reentry()
        elif back is not None:
            made_again = isinstance(back, Ruled) and waiting.waits_for(back)
            fresh = left_behind(gone, back)
            waiting = fresh.then(waiting) if made_again else fresh
        elif waiting:
            waiting.follow(record.body)
    return waiting


def abandoned(records: Sequence[Record], back: Corrected | Ruled) -> Reentry:
    """What was in force after the entry that a record goes back to; and the corrected entry itself, as it is now."""
    return left_behind([record for record in in_force(records) if record.seq >= (back.to or 0)], back)


def left_behind(records: Iterable[Record], back: Corrected | Ruled) -> Reentry:
    """The same, from the records that were taken back."""
    later = [record.body for record in records]
    if isinstance(back, Corrected):
        first = later[0]
        assert isinstance(first, Rolled | Chosen | Stated)
        later[0] = corrected(first, back.now)
    return Reentry(later)


def corrected(entry: Entry, now: Answer) -> Entry:
    """The entry with another answer."""
    if isinstance(entry, Rolled):
        assert isinstance(now, tuple)
        return replace(entry, faces=now, source="corrected", die=None)
    assert not isinstance(now, tuple)
    return replace(entry, answer=now) if isinstance(entry, Chosen) else replace(entry, answer=str(now))
