"""A battle by mail as far as its log goes: what may come next, and the entering of letters. Nothing is written to a file here."""

from __future__ import annotations

from typing import Any

from airwar.answers.chance import MachineDice
from airwar.battle import Battle
from airwar.engine.answering import ORDERS, Unasked
from airwar.engine.dice import Faces
from airwar.engine.history import answer_of, correction_refused
from airwar.engine.log import Log
from airwar.engine.moves import End
from airwar.engine.questions import Asked, Decision, Question, Roll
from airwar.engine.records import (
    LONGEST_REMARK,
    Chosen,
    Contested,
    Corrected,
    Header,
    Joined,
    LetterClosed,
    Mailed,
    Opened,
    OrdersGiven,
    Replied,
    Requested,
    Resigned,
    Sealed,
    Stated,
    Unsealed,
)
from airwar.engine.remarks import written_as
from airwar.engine.words import one_line
from airwar.errors import AirwarError, Mismatch
from airwar.loading import Scenario
from airwar.mail.keys import wrong_signature
from airwar.mail.letter import Answer, Ask, Beginning, Contest, Entry, Join, Letter, Link, Orders, Reply, Resign, Seal, Unseal
from airwar.mail.rules import HALF, LIVE, Correspondence


class Refused(AirwarError):
    """A letter is not accepted; nothing of it has been taken."""

    exit_code = 4


class Course:
    """A battle by mail as far as a log goes: the pending question, and what may be recorded there."""

    def __init__(self, scenario: Scenario, log: Log) -> None:
        mail = log.header.mail
        if mail is None:
            raise AirwarError("this is not a battle by mail; begin one with airwar letter SCENARIO --side SIDE")
        self.battle = Battle(scenario, log, None)
        self.rules = Correspondence(scenario, mail)
        self.given: list[Any] = []
        self.question: Question | None = None
        self.end: End | None = None
        self.walk = self.battle.walk(self)
        self.walk.answering.asked = {}  # for the labels of answers
        self.go_on()

    @property
    def log(self) -> Log:
        return self.battle.log

    @property
    def over(self) -> bool:
        return self.end is not None or bool(self.rules.resigned)

    def copy(self) -> Course:
        """The same, on a copy of the log, to try something."""
        return Course(self.battle.scenario, Log(list(self.log.records)))

    def go_on(self) -> None:
        """Walks to the next question that somebody is free in, or to the end."""
        self.follow()
        self.question = self.end = None
        try:
            self.end = self.walk.run()
        except Asked as asked:
            self.question = asked.question
        self.follow()

    def follow(self) -> None:
        self.rules.follow(self.log.records, wrong_signature)

    # who answers

    def faces(self, roll: Roll, drawn: int) -> tuple[Faces, str]:
        """Dice of a live draw."""
        self.follow()
        draw = self.rules.draw
        if self.rules.state != LIVE or draw is None or draw.seed is None or draw.seed.number is None:
            raise Asked(roll)
        dice = roll.reading.dice
        return MachineDice(draw.seed.number).faces(drawn, dice.count, dice.sides), "machine"

    def choice(self, question: Decision) -> Any:
        """What was given; else what standing orders say."""
        if self.given:
            return self.given.pop()
        self.follow()
        answer = self.rules.ordered_answer(question)
        if answer is None:
            raise Asked(question)
        return Unasked(answer, ORDERS)

    # what is recorded

    def put(self, by: str, entry: Entry) -> None:
        """Records an entry of a letter, and all that follows from it. Raises AirwarError if the protocol or the rules refuse it."""
        if isinstance(entry, Answer):
            self.answer(by, entry.answer)
        elif isinstance(entry, Reply):
            self.record(Replied(by, entry.granted))
        else:
            self.record(self.remark(by, entry))
        if not self.rules.resigned:
            self.correct()
            self.go_on()

    def answer(self, by: str, answer: Any) -> None:
        question = self.question
        if question is None or isinstance(question, Roll):
            raise Refused("it answers a question where dice come next" if question else "it goes on after the end")
        if self.rules.owner(question.by) != by:
            raise Refused(f"{question.key} is not a question of side {by}")
        refused = question.refuses(answer)
        if refused is None and isinstance(answer, str) and (one_line(answer) != answer or len(answer) > LONGEST_REMARK):
            refused = f"an answer is a printable line of at most {LONGEST_REMARK:,} characters"
        if refused is not None:
            raise Refused(f"{question.key}: {refused}")
        self.given = [answer]

    def remark(self, by: str, entry: Entry) -> Mailed:
        """The record of what is not an answer."""
        rules = self.rules
        match entry:
            case Join():
                return Joined(by, entry.end, entry.key)
            case Link():
                if not isinstance(self.question, Roll):
                    raise Refused("a link is opened only where a roll comes next")
                second = rules.state == HALF
                return Opened(by, len(rules.draws) + (not second), entry.link, rules.drawn if second else None)
            case Orders():
                return OrdersGiven(by, entry.choices)
            case Seal():
                return Sealed(by, entry.covers, entry.seal)
            case Unseal():
                return Unsealed(by, entry.nonce, entry.choices)
            case Ask():
                return Requested(by, entry.to, entry.now, entry.why)
            case Contest():
                return Contested(by, entry.to, entry.why)
            case Resign():
                return Resigned(by)
        raise Refused("the beginning of a battle in the middle of it")

    def record(self, body: Mailed) -> None:
        if self.over:
            raise Refused("the battle is over")
        self.walk.remark(body)
        self.follow()

    def correct(self) -> None:
        """What was granted is corrected now."""
        granted = self.rules.granted
        if granted is None:
            return
        old = self.log.records[granted.to].body
        assert isinstance(old, Chosen | Stated)
        now = written_as(old, granted.now)
        refused = correction_refused(old, now)
        if refused:
            raise Refused(f"record {granted.to}: {refused}")
        self.walk.correct(Corrected(granted.to, old.key, answer_of(old), now, granted.why, f"side {granted.by}, by agreement"))

    def close(self, by: str, number: int, sign: str | None) -> None:
        """The letter ends here."""
        body = LetterClosed(by, number, sign)
        if self.end is None:
            self.walk.remark(body)
        else:
            self.log.append(body)
        self.follow()


# letters


def enter(course: Course, letter: Letter) -> None:
    """Enters a letter. Raises Refused if anything in it breaks the protocol or the rules, or if it leads elsewhere."""
    entries = letter.entries[1:] if letter.number == 1 and letter.entries else letter.entries
    try:
        for entry in entries:
            course.put(letter.by, entry)
        if course.log.last.hash != letter.head:
            raise Refused(
                "it leads to another log than the rules do here: it continues a log that differs from yours, or another version of "
                "airwar wrote it"
            )
        course.close(letter.by, letter.number, letter.signature)
    except (AirwarError, ValueError) as wrong:
        text = wrong.text if isinstance(wrong, Mismatch) else str(wrong)
        raise Refused(f"letter {letter.number}: {text}") from None


def beginning(header: Header) -> Beginning:
    """What the first letter says of the header."""
    assert header.mail is not None
    used = header.ruleset
    return Beginning(header.version, used.id, used.charts, header.scenario, header.mail, used.package)
