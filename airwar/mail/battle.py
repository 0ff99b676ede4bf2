"""A battle by mail up to the end of its log: what may come next, and the entering of letters. Writes no files."""

from __future__ import annotations

from typing import Any

from airwar.answers.chance import MachineDice
from airwar.battle.battle import Battle
from airwar.engine.answering import ORDERS, Unasked
from airwar.engine.dice import Faces
from airwar.engine.history import answer_of, correction_refused
from airwar.engine.log import Log
from airwar.engine.moves import End
from airwar.engine.questions import REFEREE, Asked, Decision, Question, Roll
from airwar.engine.records import (
    LONGEST_REMARK,
    ON_ROLLS,
    Chosen,
    Contested,
    Corrected,
    DiceChanged,
    Header,
    Joined,
    LetterClosed,
    Mailed,
    Opened,
    OrdersGiven,
    Replied,
    Requested,
    Resigned,
    Ruled,
    Sealed,
    Stated,
    Unsealed,
)
from airwar.engine.remarks import ruling_refused, written_as
from airwar.engine.ruling import concerns, unfit
from airwar.engine.words import one_line
from airwar.errors import AirwarError, Mismatch
from airwar.mail.hashes import has_signed
from airwar.mail.letter import (
    Answer,
    Ask,
    Beginning,
    Contest,
    Dice,
    Entry,
    Join,
    Letter,
    Link,
    Orders,
    Reply,
    Resign,
    Rule,
    Seal,
    Unseal,
)
from airwar.mail.rules import HALF, LIVE, Correspondence, called
from airwar.setup.loading import Scenario


class BadLetter(AirwarError):
    """A letter is refused; nothing in it has been entered."""

    exit_code = 4


class MailBattle:
    """A battle by mail up to the end of its log: the pending question, and what may be recorded there."""

    def __init__(self, scenario: Scenario, log: Log) -> None:
        mail = log.header.mail
        if mail is None:
            raise AirwarError("this is not a battle by mail; begin one with airwar letter SCENARIO --side SIDE")
        self.scenario, self.log = scenario, log
        self.rules = Correspondence(scenario, mail)
        self.next_answers: list[Any] = []
        self.question: Question | None = None
        self.end: End | None = None
        self.walk = Battle(scenario, log, None).walk(self)
        self.walk.answering.asked = {}  # for the labels of answers
        self.go_on()

    @property
    def over(self) -> bool:
        return self.end is not None or bool(self.rules.resigned)

    def copy(self) -> MailBattle:
        """A copy with its own log, to try something."""
        return MailBattle(self.scenario, Log(list(self.log.records)))

    def go_on(self) -> None:
        """Walks to the next question that somebody has to answer, or to the end."""
        self.follow()
        self.question = self.end = None
        try:
            self.end = self.walk.run()
        except Asked as asked:
            self.question = asked.question
        self.follow()

    def follow(self) -> None:
        self.rules.follow(self.log.records, has_signed)

    # who answers

    def faces(self, roll: Roll, drawn: int) -> tuple[Faces, str]:
        """Dice that were typed in, if that was agreed; else those of a live draw."""
        self.follow()
        if self.rules.roller:
            if not self.next_answers:
                raise Asked(roll)
            return self.next_answers.pop(), "physical"
        draw = self.rules.draw
        if self.rules.state != LIVE or draw is None or draw.seed is None or draw.seed.number is None:
            raise Asked(roll)
        dice = roll.reading.dice
        return MachineDice(draw.seed.number).faces(drawn, dice.count, dice.sides), "machine"

    def choice(self, question: Decision) -> Any:
        """The answer of a letter, or else that of standing orders."""
        if self.next_answers:
            return self.next_answers.pop()
        self.follow()
        answer = self.rules.ordered_answer(question)
        if answer is None:
            raise Asked(question)
        return Unasked(answer, ORDERS)

    # what is recorded

    def put(self, by: str, entry: Entry) -> None:
        """Records an entry of a letter, and everything that follows from it. Raises AirwarError if protocol or rules refuse it."""
        if isinstance(entry, Answer):
            self.answer(by, entry.answer)
        elif isinstance(entry, Dice):
            self.roll(by, entry.faces)
        elif isinstance(entry, Rule):
            self.rule(by, entry)
        else:
            self.record(self.remark(by, entry))
        if not self.rules.resigned:
            self.carry_out()
            self.go_on()

    def answer(self, by: str, answer: Any) -> None:
        question = self.question
        if question is None or isinstance(question, Roll):
            raise BadLetter("it answers a question where dice come next" if question else "it goes on after the end")
        if self.rules.owner(question.by) != by:
            raise BadLetter(f"{question.key} is not a question of {called(by)}")
        refused = question.refuses(answer)
        if refused is None and isinstance(answer, str) and (one_line(answer) != answer or len(answer) > LONGEST_REMARK):
            refused = f"an answer is a printable line of at most {LONGEST_REMARK:,} characters"
        if refused is not None:
            raise BadLetter(f"{question.key}: {refused}")
        self.next_answers = [answer]

    def roll(self, by: str, faces: Faces) -> None:
        question = self.question
        if not isinstance(question, Roll) or self.rules.roller != by:
            raise BadLetter(f"{called(by)} has no dice to type in here")
        if not question.reading.dice.admits(faces):
            raise BadLetter(f"{question.key}: {question.reading.dice} cannot show {list(faces)}")
        self.next_answers = [faces]

    def rule(self, by: str, entry: Rule) -> None:
        """The referee rules on a coming roll, a unit or an option."""
        question = self.question
        refused = ruling_refused(entry.on, entry.of, entry.value)
        if by != "r" or question is None:
            refused = "only the referee rules, and only before the end"
        ruling = Ruled(entry.on, entry.of, entry.value, entry.why, REFEREE, question.key if question else "")
        if not refused and isinstance(question, Roll) and entry.on in ON_ROLLS and concerns(ruling, question.key):
            refused = unfit(question, entry.on, entry.value)
        if refused:
            raise BadLetter(f"a ruling on {entry.of}: {refused}")
        self.walk.rule(ruling)
        self.follow()

    def remark(self, by: str, entry: Entry) -> Mailed:
        """The record of an entry that is not an answer."""
        rules = self.rules
        if by == "r" and not (isinstance(entry, Reply) or (isinstance(entry, Resign) and entry.side)):
            raise BadLetter("the referee states facts, rules, and replies to requests; a referee has no links and no orders")
        match entry:
            case Join():
                return Joined(by, entry.end, entry.key)
            case Link():
                if not isinstance(self.question, Roll):
                    raise BadLetter("a link is opened only where a roll comes next")
                second = rules.state == HALF
                return Opened(by, len(rules.draws) + (not second), entry.link, rules.drawn if second else None)
            case Orders():
                return OrdersGiven(by, entry.choices)
            case Seal():
                return Sealed(by, entry.covers, entry.seal)
            case Unseal():
                return Unsealed(by, entry.nonce, entry.choices)
            case Ask():
                if entry.to is not None:
                    self.correction(entry.to, entry.now, entry.why, by)
                return Requested(by, entry.why, entry.to, entry.now, entry.dice)
            case Reply():
                return Replied(by, entry.granted)
            case Contest():
                return Contested(by, entry.to, entry.why)
            case Resign():
                return Resigned(entry.side or by, entry.notice)
        raise BadLetter("the beginning of a battle in the middle of it")

    def record(self, body: Mailed | DiceChanged) -> None:
        if self.over and not isinstance(body, Joined):
            raise BadLetter("the battle is over")
        self.walk.remark(body)
        self.follow()

    def carry_out(self) -> None:
        """Carries out what was granted, at once."""
        granted = self.rules.granted
        if granted is None:
            return
        if granted.to is None:
            self.record(DiceChanged(granted.dice or ""))
        else:
            self.walk.correct(self.correction(granted.to, granted.now, granted.why, granted.by))

    def correction(self, to: int, now: Any, why: str, by: str) -> Corrected:
        """Another answer to a decision, if the rules allow it."""
        old = self.log.records[to].body if 0 < to < len(self.log.records) else None
        if not isinstance(old, Chosen | Stated) or self.rules.decided.get(to) != by:
            raise BadLetter(f"record {to} is not a decision of side {by}")
        asked = self.walk.answering.asked or {}
        now = written_as(old, now)
        refused = correction_refused(old, now) or asked[old.key].refuses(now)
        if refused:
            raise BadLetter(f"record {to}: {refused}")
        return Corrected(to, old.key, answer_of(old), now, why, f"side {by}, by agreement")

    def close(self, by: str, number: int, sign: str | None, to: str | None = None) -> None:
        """Records the end of the letter."""
        body = LetterClosed(by, number, sign, to)
        if self.end is None:
            self.walk.remark(body)
        else:
            self.log.append(body)
        self.follow()


# letters


def enter(battle: MailBattle, letter: Letter) -> None:
    """Enters a letter. Raises BadLetter if anything in it breaks the protocol or the rules, or if it leads to a different log."""
    entries = letter.entries[1:] if letter.number == 1 and letter.entries else letter.entries
    try:
        for entry in entries:
            battle.put(letter.by, entry)
        if battle.log.last.hash != letter.head:
            raise BadLetter(
                "it does not lead to the log that the rules give here: it continues a log that differs from yours, or "
                "another version of airwar wrote it"
            )
        battle.close(letter.by, letter.number, letter.signature, letter.to)
    except (AirwarError, ValueError) as wrong:
        text = wrong.text if isinstance(wrong, Mismatch) else str(wrong)
        raise BadLetter(f"letter {letter.number}: {text}") from None


def beginning(header: Header) -> Beginning:
    """What the first letter says about the header."""
    assert header.mail is not None
    used = header.ruleset
    return Beginning(header.version, used.id, used.charts, header.scenario, header.mail, used.package)
