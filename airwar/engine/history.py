"""Which records of a log count.

Undos, corrections and rulings are appended: nothing disappears, but what they take back no longer counts. An undo takes back
the last entry, up to the last die. A correction goes back to any entry, gives another answer there, and names the reason. A
ruling may go back too. What was entered after that is entered again as long as it still fits.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TypeAlias

from airwar.engine.log import Record
from airwar.engine.records import Answer, Body, Chosen, Corrected, Ended, Ordered, Rolled, Ruled, Seated, Stated, Undone
from airwar.errors import Mismatch

Entry: TypeAlias = Rolled | Chosen | Stated  # what somebody entered, or dice showed
Back: TypeAlias = Undone | Corrected | Ruled  # what goes back
GO_BACK = ("undo", "correction", "ruling")
MAILED = ("joined", "opened", "orders", "sealed", "unsealed", "asked", "replied", "contested", "resigned", "letter")
LASTING = ("note", "dice", "seats", *MAILED)  # these count no matter what is taken back
REMARKS = (*LASTING, "ruling", "order")  # what is said at a question
NOTHING_TO_UNDO = "nothing to undo: a machine die has been rolled since the last choice, or no choice has been made"


def answer_of(entry: Entry) -> Answer:
    """The answer in an entry: an option, how many of each, a fact, or faces."""
    return entry.faces if isinstance(entry, Rolled) else entry.answer


def entries(records: Iterable[Record]) -> list[Entry]:
    """The entries among these records: what was entered or rolled."""
    return [record.body for record in records if isinstance(record.body, Rolled | Chosen | Stated)]


# what counts


def goes_back(body: Body) -> Back | None:
    """The record, if it is one that takes others back; else None."""
    if isinstance(body, Undone | Corrected):
        return body
    return body if isinstance(body, Ruled) and body.to is not None else None


class InForce:
    """The records that count, as a log is read one record after another."""

    def __init__(self) -> None:
        self.kept: list[Record] = []
        self.last_roll = 0

    def add(self, record: Record) -> list[Record]:
        """Reads a record; returns those that it takes back, in order. Raises Mismatch if it may not take them back."""
        gone: list[Record] = []
        if record.kind == "roll":
            self.last_roll = record.seq
        back = goes_back(record.body) if record.kind in GO_BACK else None
        if back is not None:
            check_back(record.seq, back, self.kept, self.last_roll)
            while self.kept[-1].seq >= (back.to or 0):
                gone.append(self.kept.pop())
            gone.reverse()
            self.kept += [one for one in gone if one.kind in LASTING]
        if record.kind not in ("undo", "correction"):
            self.kept.append(record)
        return gone


def in_force(records: Iterable[Record]) -> list[Record]:
    """The records that count: without those that were taken back, and without the undos and corrections themselves."""
    counting = InForce()
    for record in records:
        counting.add(record)
    return counting.kept


def before(records: Sequence[Record], seq: int) -> list[Record]:
    """The records that led to a record in force, as in a log that never went back."""
    return [straight(record) for record in in_force(records) if record.seq < seq]


def straight(record: Record) -> Record:
    """A ruling that went back, as if it had been made there in the first place."""
    body = record.body
    if not isinstance(body, Ruled) or body.to is None:
        return record
    return Record(record.seq, record.prev, replace(body, to=None))


def undoable(records: Sequence[Record]) -> Record | None:
    """The last order, entry or ruling in force, if it can be taken back: an undo ends at the last die that anybody has seen.

    An order goes with all its answers. What nobody was asked for goes with what came before it. A die that was typed can be taken
    back itself, as long as nothing was entered after it.
    """
    if isinstance(records[-1].body, Ended):
        return None
    last_roll = max((record.seq for record in records if record.kind == "roll"), default=0)
    last_back = max((record.seq for record in records if isinstance(goes_back(record.body), Corrected | Ruled)), default=0)
    later: list[Record] = []  # entries that somebody was asked for, latest first
    for record in reversed(in_force(records)):
        body = record.body
        if record.seq <= last_roll:
            typed = isinstance(body, Rolled) and body.source == "physical" and record.seq == last_roll
            return record if typed and not later else next(iter(later), None)
        if isinstance(body, Ordered):
            if later and (record.seq < last_back or len(later) > body.answers):
                return later[0]  # it was entered again, or followed by other answers
            if later or body.auto:
                return record
        if isinstance(body, Ruled) and goes_back(body) is None and not later:
            return record
        if isinstance(body, Stated) or (isinstance(body, Chosen) and not body.unasked):
            later.append(record)
    return next(iter(later), None)


def seated_in(records: Iterable[Record]) -> Seated:
    """Who sits at the table, by the last record that says so."""
    return next((record.body for record in reversed(list(records)) if isinstance(record.body, Seated)), Seated())


def seats_in(records: Iterable[Record], now: Seated | None = None) -> Seated:
    """Who sits at the table, with the questions that players asked to be spared. `now`: those who sit down here."""
    seats, no_more = Seated(), list[str]()
    for body in (*(record.body for record in in_force(records)), now):
        if isinstance(body, Seated):
            seats, no_more = body, [] if body.auto == () else no_more
        elif isinstance(body, Ordered) and body.auto:
            no_more.append(body.auto)
    return replace(seats, auto=(*(seats.auto or ()), *no_more) or None)


def orders_in(records: Iterable[Record]) -> list[tuple[int, Ordered]]:
    """The lines that were typed and still count, each with the number of its record."""
    return [(record.seq, record.body) for record in in_force(records) if isinstance(record.body, Ordered)]


def check_back(seq: int, back: Back, kept: Sequence[Record], last_roll: int) -> None:
    """Checks that a record takes back only what it may. Raises Mismatch."""
    verb = {Undone: "takes back", Corrected: "corrects", Ruled: "goes back to"}[type(back)]
    old = next((record for record in reversed(kept) if record.seq == back.to), None)
    if not isinstance(back, Undone) and not back.who:
        raise Mismatch(seq, f"nobody signs it, and it {verb} record {back.to}")
    if old is None or (not isinstance(old.body, Rolled | Chosen | Stated) and not may_go_to(back, old)):
        raise Mismatch(seq, f"it {verb} record {back.to}, which is not an entry in force")
    if isinstance(back, Ruled):
        return
    assert isinstance(old.body, Rolled | Chosen | Stated | Ruled | Ordered)
    if old.body.key != back.key:
        raise Mismatch(seq, f"it {verb} {back.key}, but record {back.to} is {old.body.key}")
    if isinstance(back, Corrected):
        assert not isinstance(old.body, Ruled | Ordered)
        _check_correction(seq, back, old.body)
        return
    if isinstance(old.body, Rolled) and old.body.source != "physical":
        raise Mismatch(seq, f"it takes back a roll that was not typed: {back.key}")
    if last_roll > old.seq:
        raise Mismatch(seq, "it takes back a roll of the dice; an undo ends at the last die")
    if kept[-1].kind == "end":
        raise Mismatch(seq, "it cannot go back past the end of the battle, which revealed the seed")


def may_go_to(back: Back, old: Record) -> bool:
    """Whether a record may go back to one that is not an entry: an undo to an order or a ruling, a ruling to its step."""
    if isinstance(back, Undone):
        return old.kind == "order" or (old.kind == "ruling" and goes_back(old.body) is None)
    return isinstance(back, Ruled) and back.on_position and old.seq > 0


def _check_correction(seq: int, back: Corrected, old: Entry) -> None:
    """Checks what a correction says about the entry that it corrects. Raises Mismatch."""
    refused = correction_refused(old, back.now)
    if refused:
        raise Mismatch(seq, f"it corrects {back.key}: {refused}")
    if back.was != answer_of(old):
        raise Mismatch(seq, f"it says that {back.key} was {back.was}, but record {back.to} has {answer_of(old)}")
    if not back.why:
        raise Mismatch(seq, f"it corrects {back.key} without a reason")


def only_ruled_on(entry: Entry) -> bool:
    """Whether an entry cannot be corrected, only ruled on: a roll of the machine, or one that was ruled already."""
    return isinstance(entry, Rolled) and entry.source in ("machine", "ruled")


def correction_refused(old: Entry, now: Answer) -> str | None:
    """Why an entry cannot be corrected to this, or None."""
    if isinstance(old, Rolled) and old.source == "machine":
        return "the machine rolled it, and nobody rolls a machine die again; a ruling can change its result"
    if isinstance(old, Rolled) and old.source == "ruled":
        return "the referee ruled it; make another ruling"
    if isinstance(old, Rolled) != isinstance(now, tuple):
        return "that is not an answer to it"
    if answer_of(old) == now:
        return "that is its answer already"
    return None
