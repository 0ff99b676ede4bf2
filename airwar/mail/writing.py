"""A letter under way, on a copy of the log."""

from __future__ import annotations

import secrets as chance
from collections.abc import Callable, Sequence
from typing import Any

from airwar.engine.questions import Roll
from airwar.engine.records import LetterClosed
from airwar.errors import AirwarError
from airwar.mail.course import Course, beginning
from airwar.mail.hashes import FEW, signed_part
from airwar.mail.keys import public_key, signature
from airwar.mail.letter import Answer, Dice, Entry, Join, Letter, Link, Unseal
from airwar.mail.rules import CLOSED, HALF, other
from airwar.mail.secret import Secret

Decide = Callable[[Course], Sequence[tuple[str, Any]]]  # this side's next answers by key; none if nobody decides


class Undecided(AirwarError):
    """This side has to decide something first."""

    exit_code = 3

    def __init__(self, key: str) -> None:
        super().__init__(f"your side has to decide {key}; answer at a terminal, or with --answer or --orders")
        self.key = key


class Writing:
    """A letter under way, on a copy of the log."""

    def __init__(self, course: Course, secret: Secret, me: str) -> None:
        self.course, self.secret, self.me = course, secret, me
        self.entries: list[Entry] = []
        self.journal: list[str] = []

    def put(self, entry: Entry) -> None:
        self.course.put(self.me, entry)
        self.entries.append(entry)

    def join(self, signed: bool) -> None:
        """Joins with the first letter; joins again when the secret was lost or its links are nearly used up."""
        rules, me = self.course.rules, self.me
        if me == "r":
            return  # the referee's key is in the header, and he has no chain
        if me not in rules.ends:
            self.put(Join(self.secret.end, public_key(self.secret.secrets[0]) if signed else None))
            return
        lost = self.secret.link_after(rules.ends[me]) is None
        if (rules.state != HALF or rules.resigned) and (lost or self.secret.left_after(rules.ends[me]) < FEW):
            if not lost:
                self.secret.note(f"secret {chance.token_bytes(32).hex()}")
            key = rules.keys[me] and public_key(self.secret.secrets[0])
            self.put(Join(self.secret.end, key))

    def on(self, decide: Decide) -> None:
        """Writes on as long as this side has anything to do."""
        course, rules, me = self.course, self.course.rules, self.me
        while not course.over and rules.asked is None and rules.dispute is None and course.question is not None:
            question = course.question
            if isinstance(question, Roll) and rules.roller:
                if rules.roller != me:
                    break
                self.decide(question.key, decide(course))
            elif isinstance(question, Roll):
                waits = rules.state == HALF and rules.draws[-1].first_by == me
                if me == "r" or len(rules.ends) < 2 or waits or (rules.state == CLOSED and any(by == me for _, by in rules.stated)):
                    break
                self.open()
            elif rules.owner(question.by) != me:
                break
            elif rules.sealed_for(question.key, question.by):
                self.unseal()
            else:
                self.decide(question.key, decide(course))

    def decide(self, pending: str, answers: Sequence[tuple[str, Any]]) -> None:
        """Enters the decisions. Orders may have answered some of them in the meantime."""
        if pending not in [key for key, _ in answers]:
            raise Undecided(pending)
        for key, answer in answers:
            if self.course.question is not None and self.course.question.key == key:
                self.put(entered(answer))

    def open(self) -> None:
        """Opens the next link, for this log only."""
        head = self.course.log.last.hash
        link = self.secret.link_after(self.course.rules.ends[self.me])
        if link is None:
            raise AirwarError(
                "the secret of your chain is lost, and the other side's link is open: you can resign, or agree otherwise"
            )
        self.secret.check_opening(link, head)
        self.journal.append(f"link {link} {head}")
        self.put(Link(link))

    def unseal(self) -> None:
        seal = self.course.rules.seals[self.me]
        if seal.seal not in self.secret.seals:
            raise AirwarError(f"{self.secret.path} does not have what is under your seal")
        self.put(Unseal(*self.secret.seals[seal.seal]))

    def closed(self) -> Letter:
        """The finished letter."""
        course, me = self.course, self.me
        rules, head = course.rules, course.log.last.hash
        number, to = len(rules.letters) + 1, self.next_writer()
        message = signed_part(me, number, bytes.fromhex(head), to)
        sign = signature(self.secret.secrets[0], message) if rules.keys[me] else None
        course.close(me, number, sign, to)
        begun = (beginning(course.log.header),) if number == 1 else ()
        return Letter(number, me, rules.name, head, (*begun, *self.entries), sign, to)

    def next_writer(self) -> str | None:
        """Who writes next, if not the other side: a side calls in the referee, or he hands over to a side."""
        course, rules = self.course, self.course.rules
        question = None if course.over else course.question
        if isinstance(question, Roll):
            needed = rules.roller or (other(rules.draws[-1].first_by) if rules.state == HALF else "")
        else:
            needed = rules.owner(question.by) if question else ""
        if self.me == "r":
            writer = rules.letters[-1].body
            assert isinstance(writer, LetterClosed)
            return needed if needed in ("a", "b") else writer.by
        called_in = needed == "r" or (rules.asked is not None and rules.mail.key is not None)
        return "r" if called_in and len(rules.joined) == 2 else None


def entered(answer: Any) -> Answer | Dice:
    """An answer as it is sent: faces as dice, and allotments without zeros."""
    if isinstance(answer, tuple):
        return Dice(answer)
    return Answer({name: count for name, count in answer.items() if count} if isinstance(answer, dict) else answer)
