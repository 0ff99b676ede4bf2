"""The records of a walk: the log is followed and compared as far as it goes, and written from there on."""

from __future__ import annotations

from typing import Protocol, TypeVar

from airwar.engine.binding import binds, difference, differing_words, disagreement, named
from airwar.engine.history import GO_BACK, LASTING, REMARKS, goes_back, in_force
from airwar.engine.log import Log, Record
from airwar.engine.record_json import NAMES, Wording
from airwar.engine.records import Answer, Body, Chosen, Corrected, Ordered, Rolled, Ruled, Stated
from airwar.errors import Mismatch, RuledOtherwise
from airwar.version import __version__

B = TypeVar("B", Rolled, Chosen, Stated)
_CORRECTED = "corrected"  # the source of dice given by a correction


class View(Protocol):
    """Somebody who watches a battle."""

    def show(self, record: Record, past: bool) -> None:
        """A record has been made, or is in the past: it was in the log when the walk began."""

    def back(self, seq: int) -> None:
        """The walk goes back: the records from this number on will be shown again, or others in their place."""


class Blind:
    """Nobody watches."""

    def show(self, record: Record, past: bool) -> None:
        pass

    def back(self, seq: int) -> None:
        pass


class TakenBack(BaseException):
    """The walk goes back here, to an entry that is taken back or corrected, or to one before a ruling."""

    def __init__(self, record: Record) -> None:
        super().__init__(record.seq)
        self.record = record


class StepRuled(BaseException):
    """The referee has changed the position in which the present step began, so it begins again."""

    def __init__(self, record: Record) -> None:
        super().__init__(record.seq)
        self.record = record


class Trail:
    """The records that a walk follows, and those that it writes.

    With `every_course` it follows every course that the log took, through its undos and corrections; otherwise only the
    records in force. With `to_the_word` the words are compared too, not only the facts: the same version wrote the log.
    """

    def __init__(self, log: Log, view: View, every_course: bool, to_the_word: bool) -> None:
        self.log = log
        self.view = view
        self.every_course = every_course
        self.to_the_word = to_the_word
        counted = in_force(log.records)
        self.past = (log.records if every_course else counted)[:0:-1]  # still to be followed, in reverse
        self.again: list[Record] = []  # to be repeated in silence, in reverse
        self.records: list[Record] = []  # of the present step, so far
        self.due: Corrected | None = None  # a correction whose entry comes next

    @property
    def ahead(self) -> list[Record]:
        """The records still to be followed, in reverse; none if the log is written from here on."""
        return self.again or self.past

    @property
    def seq(self) -> int:
        """The number of the next record."""
        ahead = self.again or self.past
        return ahead[-1].seq if ahead else self.log.last.seq + 1

    def put(self, wording: Wording) -> None:
        """Compares a record with the log, or writes it where the log ends; then shows it."""
        ahead = self.again or self.past
        if ahead and ahead[-1].says(wording):
            self._pass(ahead)
        elif not ahead or not self._found(wording):
            record = self.log.append(wording.body, wording)
            self.records.append(record)
            self.view.show(record, False)

    def _found(self, wording: Wording) -> bool:
        """Follows the log to the record that states these facts in other words. False if the log ends before that.

        In a log of another version, records that do not bind may differ or be missing; they are not compared.
        """
        body = wording.body
        while ahead := self.again or self.past:
            record = ahead[-1]
            stayed = record.kind in LASTING and len(ahead) > 1 and not self.every_course  # a note outlives its question
            if stayed or record.kind == "step":
                self._pass(ahead)
            elif record.says(wording):
                self._pass(ahead)
                return True
            elif not self.to_the_word and not binds(body):
                if not binds(record.body):
                    self._pass(ahead)
                return True
            elif on_position(record) and not self.every_course:
                self._begin_again(ahead.pop())
            elif self.to_the_word:
                raise self.mismatch(_rule_of(body), difference(body, record.body))
            elif not binds(record.body):
                self._pass(ahead)
            else:
                fact = disagreement(body, record.body)
                if fact is not None:
                    raise self.mismatch(_rule_of(body), differing_words(body, record.body, fact))
                self._pass(ahead)
                return True
        return False

    def add(self, record: Record) -> None:
        """A remark has been written at the pending question."""
        self.records.append(record)
        self.view.show(record, False)

    def entry(self, kind: type[B], key: str, rule: str) -> B | None:
        """The entry that the log holds here, if it goes that far."""
        ahead = self.again or self.past
        if not ahead:
            return None
        body = ahead[-1].body
        if not isinstance(body, kind) or body.key != key:
            raise self.mismatch(rule, f"expected {NAMES[kind]} {key} here, found {named(body)}")
        return body

    def mismatch(self, rule: str, text: str) -> Mismatch:
        """The error for a record that the rules do not produce: it was forged, or another version had another rule."""
        if self.to_the_word:
            return Mismatch(self.seq, text)
        versions = f"airwar {__version__} rules differently here than airwar {self.log.header.version} did"
        return RuledOtherwise(self.seq, f"{versions}{f' ({rule})' if rule else ''}: {text}")

    def check_due(self, key: str, answer: Answer, source: str = _CORRECTED) -> None:
        """Checks that a correction is followed by the entry that it corrects, with the answer it gives."""
        due = self.due
        if due is None or self.again:
            return
        self.due = None
        if (due.key, due.now) != (key, answer):
            raise Mismatch(self.seq, f"{key} is {answer}, but the correction before it says that {due.key} is {due.now}")
        if source != _CORRECTED:
            raise Mismatch(self.seq, f"{key} was corrected, but its dice are called {source}")

    def pass_remarks(self, key: str) -> tuple[Ruled, ...]:
        """Passes the remarks that the log has at this question, and returns the rulings on rolls among them.

        Raises TakenBack where the log goes back, StepRuled where the referee has changed the position.
        """
        rulings: list[Ruled] = []
        while ahead := self.again or self.past:
            record = ahead[-1]
            if ahead is self.past and self.every_course and record.kind in ("ruling", "order"):
                _check_place(record.seq, record.body, key)
            if ahead is self.past and (on_position(record) or (self.every_course and _record_goes_back(record))):
                self._begin_again(ahead.pop())
            if record.kind not in (*REMARKS, "step") and (self.to_the_word or binds(record.body)):
                break
            if isinstance(record.body, Ruled) and not record.body.on_position:
                rulings.append(record.body)
            self._pass(ahead)
        return tuple(rulings)

    def _begin_again(self, record: Record) -> None:
        """The present step begins again, or the walk goes back to an earlier one. Raises StepRuled, TakenBack."""
        raise TakenBack(record) if self.every_course and _record_goes_back(record) else StepRuled(record)

    def reopen(self) -> None:
        """Follows the log past the end of the battle: only a letter or a record that goes back may follow. Raises TakenBack."""
        while self.past and self.past[-1].kind == "letter":
            self._pass(self.past)
        if not self.past:
            return
        after = self.past.pop()
        if self.every_course and _record_goes_back(after):
            raise TakenBack(after)
        raise Mismatch(after.seq, "the battle is over; nothing may follow its end but a correction or a ruling that goes back")

    def pass_rulings_on_step(self) -> list[Record]:
        """Passes the rulings that change the position at the start of this step, and the remarks before them."""
        ruled = [at for at, record in enumerate(self.again) if on_position(record)]
        if not ruled:
            return []
        first, self.again = self.again[ruled[0] :], self.again[: ruled[0]]
        passed = [record for record in reversed(first) if record.kind in LASTING or on_position(record)]
        self.again += [record for record in first if record not in passed]
        self.records += passed
        return [record for record in passed if on_position(record)]

    def _pass(self, ahead: list[Record]) -> None:
        """Moves on to the next record of the log."""
        repeated, record = ahead is self.again, ahead.pop()
        self.records.append(record)
        if not repeated:
            self.view.show(record, True)


def _check_place(seq: int, body: Body, key: str) -> None:
    """Checks that an order or a ruling names the question at which it was made, or the roll it goes back to. Raises Mismatch."""
    assert isinstance(body, Ruled | Ordered)
    if isinstance(body, Ordered):
        at, here = body.key, key
        if body.answers < 1:
            raise Mismatch(seq, "an order without an answer")
    else:
        at, here = body.at, key if body.on_position or body.to is None else body.key
        if not body.who:
            raise Mismatch(seq, "nobody signs the ruling")
    if at != here:
        raise Mismatch(seq, f"it says that it was made at {at}, but the battle is at {key or 'its end'}")


def _rule_of(body: Body) -> str:
    """The rule that a record cites, if any."""
    return getattr(body, "rule", "")


def _record_goes_back(record: Record) -> bool:
    return record.kind in GO_BACK and goes_back(record.body) is not None


def on_position(record: Record) -> bool:
    """Whether a record is a ruling that changes the position in which its step began."""
    return record.kind == "ruling" and isinstance(record.body, Ruled) and record.body.on_position
