"""One player's side of a battle by mail: it reads letters and writes them. Everything is tried on a copy of the log first."""

from __future__ import annotations

import secrets as chance
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from airwar.answers.chance import MachineDice
from airwar.battle import Battle, mail_header, ruleset_used, scenario_of
from airwar.engine.answering import ORDERS, Unasked
from airwar.engine.dice import Faces
from airwar.engine.files import set_aside
from airwar.engine.history import answer_of, correction_refused
from airwar.engine.log import Log, taken
from airwar.engine.moves import End
from airwar.engine.questions import Asked, Decision, Question, Roll
from airwar.engine.records import (
    LONGEST_REMARK,
    Chosen,
    Contested,
    Corrected,
    Correspondents,
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
from airwar.engine.stdin import is_stdin
from airwar.engine.words import one_line
from airwar.errors import AirwarError, BadAnswer, CannotWrite, Mismatch
from airwar.loading import Scenario, parse_scenario
from airwar.mail.hashes import FEW, seal_of
from airwar.mail.keys import public_key, signature, wrong_signature
from airwar.mail.letter import (
    Answer,
    Ask,
    Beginning,
    Contest,
    Entry,
    Join,
    Letter,
    Link,
    Orders,
    Reply,
    Resign,
    Seal,
    Unseal,
    read_letter,
)
from airwar.mail.orders import read_orders
from airwar.mail.rules import CLOSED, HALF, LIVE, Correspondence
from airwar.mail.secret import Secret, file_of
from airwar.version import __version__

MOST_EARLY = 10  # letters that may be missing before one that is kept


class Refused(AirwarError):
    """A letter is not accepted; nothing of it has been taken."""

    exit_code = 4


class Contradiction(Refused):
    """Two different letters have the same number, and both are signed. Both are kept: they prove it to anybody."""


class Undecided(AirwarError):
    """This side has to decide something first."""

    exit_code = 3

    def __init__(self, key: str) -> None:
        super().__init__(f"your side has to decide {key}; answer at a terminal, or with --answer or --orders")
        self.key = key


# a battle and its log


def correspondents(scenario: Scenario, side: str, referee: str = "") -> Correspondents:
    """Who writes letters, if this side begins: it, and all others together. `referee`: the side that states the referee's facts."""
    meant = scenario.side_of.get(side)
    if meant is None:
        raise BadAnswer(f"there is no side {side!r}; expected one of {', '.join(scenario.sides)}")
    parties = list(dict.fromkeys(scenario.side_of.values()))
    others = tuple(party for party in parties if party != meant)
    if not others:
        raise BadAnswer("a battle by mail needs two sides")
    stating = scenario.side_of.get(referee, referee) if referee else meant
    if stating not in parties:
        raise BadAnswer(f"there is no side {referee!r}; expected one of {', '.join(scenario.sides)}")
    return Correspondents((meant,), others, "a" if stating == meant else "b")


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


# a player


class Taken(NamedTuple):
    """What became of a letter that came in: taken, known, mine or early; and what there is to say about it."""

    how: str
    number: int
    text: str = ""


Decide = Callable[[Course], Sequence[tuple[str, Any]]]  # keys and answers of what this side is asked next; none if nobody decides


class Desk:
    """One player with his log and his secret."""

    def __init__(self, log: Log, secret: Secret) -> None:
        self.scenario = scenario_of(log)
        self.log = log
        self.secret = secret
        self.course = Course(self.scenario, Log(list(log.records)))
        self._catch_up()

    @classmethod
    def open(cls, path: Path) -> Desk:
        """A battle that has begun, from its log and the secret beside it."""
        if is_stdin(path):
            raise CannotWrite("a battle by mail needs the file of its log")
        log = Log.load(path)
        if log.header.mail is None:
            raise AirwarError(f"{path} is not a battle by mail; begin one with airwar letter SCENARIO --side SIDE")
        log.hold()
        return cls(log, Secret.load(path))

    @classmethod
    def begin(cls, scenario: Scenario, path: Path, mail: Correspondents, secret: bytes | None = None) -> Desk:
        """A new battle, in which this side writes the first letter."""
        if path.exists():
            raise taken(path)
        kept = Secret.create(path, "a", secret)
        try:
            log = Log.create(path, mail_header(scenario, mail))
        except CannotWrite:
            kept.path.unlink(missing_ok=True)
            raise
        log.hold()
        return cls(log, kept)

    @property
    def me(self) -> str:
        return self.secret.side

    @property
    def rules(self) -> Correspondence:
        return self.course.rules

    @property
    def last(self) -> int:
        """The number of the last letter, written or read."""
        return len(self.rules.letters)

    @property
    def has_pen(self) -> bool:
        return self.rules.pen == self.me and not (self.course.over and self.last >= 2)

    def _catch_up(self) -> None:
        """Letters that the journal knows are entered, if the log ends before them or within one.

        The program was interrupted, or an old copy of the log was restored. A letter is never written in two ways.
        """
        closed = self.rules.letters[-1].seq if self.rules.letters else 0
        tail = self.log.records[closed + 1 :] if self.rules.in_letter else []
        course = Course(self.scenario, Log(self.log.records[: closed + 1])) if tail else self.course.copy()
        while payload := self.secret.letter(len(course.rules.letters) + 1):
            enter(course, read_letter(payload))
        lines = [record.line for record in course.log.records[closed + 1 :]]
        if len(self.log.records) > 1 and [record.line for record in tail] != lines[: len(tail)]:
            raise AirwarError(f"{self.log.path}: record {closed + 1} and those after it belong to no letter that the journal knows")
        self._keep(course)

    def _keep(self, course: Course) -> None:
        """Enters into the log what was tried on a copy."""
        for record in course.log.records[len(self.log.records) :]:
            self.log.append(record.body)
        self.course = course

    # reading

    def read(self, payload: bytes, accept_key: bool = False) -> Taken:
        """Reads a letter. Raises Refused."""
        letter = read_letter(payload)
        mine = letter.by == self.me
        known = self.secret.written if mine else self.secret.read
        if letter.battle and letter.battle != self.rules.name and not (letter.number == 2 and self.last == 1):
            raise Refused(f"the letter belongs to another battle, {letter.battle}")
        if known.get(letter.number) == payload:
            return Taken("mine" if mine else "known", letter.number)
        key = self.rules.keys.get(letter.by)
        unsigned = key is not None and wrong_signature(key, letter.signature or "00" * 64, letter.by, letter.number, letter.head)
        if mine and (key is None or unsigned or letter.number in known):
            raise Refused(f"letter {letter.number} is in your name, but you did not write it")
        if letter.number in known:
            self._contradicted(letter, payload, known[letter.number], bool(unsigned))
        if letter.number > self.last + 1:
            if unsigned or letter.number > self.last + MOST_EARLY:
                raise Refused(f"letter {letter.number}: {unsigned or 'many letters are missing before it'}")
            if letter.number not in self.secret.early:
                self.secret.note(f"early {letter.number} {payload.hex()}")
            return Taken("early", letter.number, f"letter {self.last + 1} comes first; letter {letter.number} is kept until then")
        if letter.number != self.last + 1 or letter.by != self.rules.pen:
            raise Refused(f"letter {letter.number} is not one that side {letter.by} writes")
        course = self.course.copy()
        self._check_keys(letter, accept_key)
        enter(course, letter)
        self.secret.note(f"{'wrote' if mine else 'read'} {letter.number} {payload.hex()}")  # mine, if the journal was lost
        self._keep(course)
        with suppress(Refused):
            if (early := self.secret.early.get(self.last + 1)) is not None:
                self.read(early)
        return Taken("taken", letter.number)

    def _check_keys(self, letter: Letter, accept: bool) -> None:
        """A letter that brings a new key may come from somebody else."""
        by = letter.by
        fresh = [entry for entry in letter.entries if isinstance(entry, Join)]
        if by in self.rules.keys and any(entry.key != self.rules.keys[by] for entry in fresh) and not accept:
            raise Refused(
                f"letter {letter.number} brings a new key for side {by}, since its secret was lost; anybody could claim that. Ask "
                "your opponent by another way, and read it with --new-key"
            )

    def _contradicted(self, letter: Letter, payload: bytes, earlier: bytes, unsigned: bool) -> None:
        if unsigned:
            raise Refused(f"letter {letter.number} is not signed by side {letter.by}, and another one of that number is known")
        assert self.log.path is not None
        both = f"{earlier.hex()}\n{payload.hex()}\n".encode()
        path = set_aside(self.log.path.with_name(f"{self.log.path.name}.contradiction"), both)
        signed = "both are signed, so they prove it to anybody" if self.rules.keys[letter.by] else "neither is signed"
        raise Contradiction(f"a second, different letter {letter.number}; {signed}. Both are kept in {path}")

    # writing

    def again(self) -> bytes | None:
        """The last letter of this side, byte for byte; None if it has written none."""
        return self.secret.written[max(self.secret.written)] if self.secret.written else None

    def write(self, decide: Decide, first: Sequence[Entry] = (), signed: bool = True) -> bytes:
        """Writes the next letter: decides what this side has to decide, and opens links where both sides have to.

        `first` comes first: orders, a seal, a reply. Raises Undecided if nobody decides; nothing has happened then.
        """
        if not self.has_pen:
            raise AirwarError("the other side has to write now" if not self.course.over else "the battle is over")
        writing = Writing(self.course.copy(), self.secret, self.me)
        writing.join(signed)
        for entry in first:
            writing.put(entry)
        writing.on(decide)
        letter = writing.closed()
        payload = letter.payload()
        self.secret.note(*writing.journal, f"wrote {letter.number} {payload.hex()}")
        self._keep(writing.course)
        return payload

    def seal(self, text: str, covers: tuple[str, ...] = ("*",)) -> Seal:
        """Orders under seal; what is in it is kept beside the secret."""
        read_orders(self.scenario, text, self.rules.mail, self.me, covers)
        nonce = chance.token_bytes(32)
        made = seal_of(self._seal_context(), self.me, covers, nonce, text).hex()
        self.secret.note(f"seal {made} {nonce.hex()} {text.encode().hex()}")
        return Seal(covers, made)

    def _seal_context(self) -> bytes:
        """What ties a seal to its battle; in the first letter side a has not joined yet."""
        if "a" in self.rules.joined:
            return self.rules.seal_context
        writing = Writing(self.course.copy(), self.secret, self.me)
        writing.join(signed=self.signs)
        return writing.course.rules.seal_context

    signs = True  # whether this side signs when it joins


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
        if me not in rules.ends:
            self.put(Join(self.secret.end, public_key(self.secret.secrets[0]) if signed else None))
            return
        lost = self.secret.link_after(rules.ends[me]) is None
        if rules.state != HALF and (lost or self.secret.left_after(rules.ends[me]) < FEW):
            if not lost:
                self.secret.note(f"secret {chance.token_bytes(32).hex()}")
            key = rules.keys[me] and public_key(self.secret.secrets[0])
            self.put(Join(self.secret.end, key))

    def on(self, decide: Decide) -> None:
        """Goes on as long as this side has anything to do."""
        course, rules, me = self.course, self.course.rules, self.me
        while not course.over and rules.asked is None and rules.dispute is None and course.question is not None:
            question = course.question
            if isinstance(question, Roll):
                waits = rules.state == HALF and rules.draws[-1].first_by == me
                if len(rules.ends) < 2 or waits or (rules.state == CLOSED and any(by == me for _, by in rules.stated)):
                    break
                self.open()
            elif rules.owner(question.by) != me:
                break
            elif rules.sealed_for(question.key, question.by):
                self.unseal()
            else:
                self.decide(question.key, decide(course))

    def decide(self, pending: str, answers: Sequence[tuple[str, Any]]) -> None:
        """Answers what was decided. Orders may have answered some of it in between."""
        if pending not in [key for key, _ in answers]:
            raise Undecided(pending)
        for key, answer in answers:
            if self.course.question is not None and self.course.question.key == key:
                counts = isinstance(answer, dict)
                self.put(Answer({name: count for name, count in answer.items() if count} if counts else answer))

    def open(self) -> None:
        """Opens the next link, for this log and no other."""
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
        number = len(rules.letters) + 1
        sign = signature(self.secret.secrets[0], me, number, head) if rules.keys[me] else None
        course.close(me, number, sign)
        begun = (beginning(course.log.header),) if number == 1 else ()
        return Letter(number, me, rules.name, head, (*begun, *self.entries), sign)


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


class Invitation(NamedTuple):
    """A first letter, and the scenario in it."""

    payload: bytes
    letter: Letter
    scenario: Scenario

    def accept(self, path: Path, secret: bytes | None = None) -> Desk:
        """Begins the battle on this side. Nothing is written if the letter is refused."""
        if path.exists():
            raise taken(path)
        begun = self.letter.entries[0]
        assert isinstance(begun, Beginning)
        header = mail_header(self.scenario, begun.mail)
        enter(Course(self.scenario, Log.create(None, header)), self.letter)
        kept = Secret.create(path, "b", secret)
        try:
            log = Log.create(path, header)
        except CannotWrite:
            kept.path.unlink(missing_ok=True)
            raise
        log.hold()
        desk = Desk(log, kept)
        desk.read(self.payload)
        return desk


def invitation(payload: bytes) -> Invitation:
    """The battle that a first letter begins, made again from this airwar and the text of the scenario. Raises Refused."""
    letter = read_letter(payload)
    begun = letter.entries[0] if letter.entries else None
    if letter.number != 1 or not isinstance(begun, Beginning):
        raise Refused(f"this is letter {letter.number}; a battle begins with letter 1")
    if begun.version != __version__:
        raise Refused(f"the letter comes from airwar {begun.version}, and this is {__version__}; both sides need the same version")
    said = begun.scenario
    scenario = parse_scenario(said.text, said.name, said.files)
    used = ruleset_used(scenario.ruleset)
    if (used.id, used.charts, used.package) != (begun.ruleset, begun.charts, begun.package):
        raise Refused("the ruleset or its charts differ from those of this airwar")
    parties = set(scenario.side_of.values())
    if {*begun.mail.a, *begun.mail.b} != parties or set(begun.mail.a) & set(begun.mail.b):
        raise Refused("the letter does not divide the sides of the scenario between the two players")
    return Invitation(payload, letter, scenario)


def lost(log: Path, side: str) -> Secret:
    """A new secret for a side whose old one was lost."""
    if file_of(log).exists():
        raise CannotWrite(f"{file_of(log)} is there; only a secret that was lost is replaced")
    return Secret.create(log, side)


def sides(course: Course) -> dict[str, str]:
    """The parties of each side, in words."""
    mail = course.rules.mail
    return {"a": " and ".join(mail.a), "b": " and ".join(mail.b)}


def with_pen(course: Course) -> str:
    """Who has to write, in words."""
    return sides(course)[course.rules.pen]
