"""The records of a walk: the log is followed and compared as far as it goes, and written from there on."""

from __future__ import annotations

from typing import Protocol, TypeVar

from airwar.engine.history import GO_BACK, LASTING, goes_back, in_force
from airwar.engine.lines import Wording
from airwar.engine.log import Log, Record
from airwar.engine.record_json import NAMES, difference, named
from airwar.engine.records import Answer, Chosen, Corrected, Rolled, Ruled, Stated
from airwar.errors import Mismatch

B = TypeVar("B", Rolled, Chosen, Stated)


class View(Protocol):
    """Who looks on."""

    def show(self, record: Record, past: bool) -> None:
        """A record has been made, or is in the past: it was in the log when the walk began."""

    def back(self, seq: int) -> None:
        """The walk goes back: the records from this number on will be shown again, or others in their place."""


class Blind:
    """Nobody looks on."""

    def show(self, record: Record, past: bool) -> None:
        pass

    def back(self, seq: int) -> None:
        pass


class TakenBack(BaseException):
    """The walk goes back here, to an entry that is taken back or corrected, or to one before a ruling."""

    def __init__(self, record: Record) -> None:
        super().__init__(record.seq)
        self.record = record


class Trail:
    """The records that a walk follows, and those that it writes.

    With `every_course` it follows every course that the log took, through its undos and corrections; otherwise only the
    records in force.
    """

    def __init__(self, log: Log, view: View, every_course: bool) -> None:
        self.log = log
        self.view = view
        self.every_course = every_course
        counted = in_force(log.records)
        self.past = (log.records if every_course else counted)[:0:-1]  # to be followed, the next one last
        self.again: list[Record] = []  # to be repeated in silence, the next one last
        self.records: list[Record] = []  # those of the present step, so far
        self.due: Corrected | None = None  # a correction whose entry comes next

    @property
    def ahead(self) -> list[Record]:
        """The records to be followed, the next one last; none if from here on the log is written."""
        return self.again or self.past

    @property
    def seq(self) -> int:
        """The number of the next record."""
        ahead = self.again or self.past
        return ahead[-1].seq if ahead else self.log.last.seq + 1

    def put(self, wording: Wording) -> None:
        """Compares with the log as far as it goes, then writes; and shows."""
        ahead = self.again or self.past
        if ahead:
            while ahead[-1].kind in LASTING and len(ahead) > 1 and not self.every_course:
                self._pass(ahead)  # a remark that stayed when the question where it was made was taken back
            repeated = ahead is self.again
            record = ahead.pop()
            if not record.says(wording):
                raise Mismatch(record.seq, difference(wording.body, record.body))
            self.records.append(record)
            if not repeated:
                self.view.show(record, True)
        else:
            record = self.log.append(wording.body, wording)
            self.records.append(record)
            self.view.show(record, False)

    def add(self, record: Record) -> None:
        """A remark has been written at the pending question."""
        self.records.append(record)
        self.view.show(record, False)

    def entry(self, kind: type[B], key: str) -> B | None:
        """The entry that the log holds here, if it goes that far."""
        ahead = self.again or self.past
        if not ahead:
            return None
        body = ahead[-1].body
        if not isinstance(body, kind) or body.key != key:
            raise Mismatch(self.seq, f"the rules come to {NAMES[kind]} {key} here, the log has {named(body)}")
        return body

    def check_due(self, key: str, answer: Answer) -> None:
        """After a correction, the entry that it corrects comes first, as it says."""
        due = self.due
        if due is None or self.again:
            return
        self.due = None
        if (due.key, due.now) != (key, answer):
            raise Mismatch(self.seq, f"{key} is {answer}, but the correction before it says that {due.key} is {due.now}")

    def pass_remarks(self) -> tuple[Ruled, ...]:
        """Passes the remarks that the log has at this question, and returns the rulings on rolls among them.

        Raises TakenBack where the log goes back.
        """
        rulings: list[Ruled] = []
        while ahead := self.again or self.past:
            record = ahead[-1]
            if record.kind in GO_BACK and ahead is self.past and self.every_course and goes_back(record.body) is not None:
                ahead.pop()
                raise TakenBack(record)
            if record.kind not in ("note", "dice", "ruling"):
                break
            if isinstance(record.body, Ruled):
                if record.body.state is not None:
                    raise Mismatch(record.seq, f"the ruling on {record.body.key} is not about the position here")
                rulings.append(record.body)
            self._pass(ahead)
        return tuple(rulings)

    def reopen(self) -> None:
        """The log goes on after the end of the battle, which only what goes back may do. Raises TakenBack."""
        after = self.past.pop()
        if self.every_course and after.kind in GO_BACK and goes_back(after.body) is not None:
            raise TakenBack(after)
        raise Mismatch(after.seq, "the battle is over; nothing may follow its end but a correction or a ruling that goes back")

    def ruling_on_position(self) -> Ruled | None:
        """The ruling on the position that comes next, whatever remarks come before it."""
        ahead = self.again or self.past
        coming = next((record for record in reversed(ahead) if record.kind not in LASTING), None)
        return None if coming is None else ruling_on_position(coming)

    def pass_ruling(self, ruling: Ruled) -> None:
        """Passes a ruling on the position, and the remarks before it."""
        ahead = self.again or self.past
        while self._pass(ahead).body is not ruling:
            pass

    def _pass(self, ahead: list[Record]) -> Record:
        """The next record has been followed."""
        repeated, record = ahead is self.again, ahead.pop()
        self.records.append(record)
        if not repeated:
            self.view.show(record, True)
        return record


def ruling_on_position(record: Record) -> Ruled | None:
    """The record as a ruling that changes the position in which its step began, if it is one."""
    body = record.body
    return body if isinstance(body, Ruled) and body.state is not None else None
