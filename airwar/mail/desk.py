"""One player's end of a battle by mail: a log with the secret beside it. Letters are read and written here."""

from __future__ import annotations

import re
import secrets as chance
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from airwar.battle.battle import mail_header, ruleset_used, scenario_of
from airwar.engine.files import is_stdin, set_aside
from airwar.engine.log import Log, name_taken
from airwar.engine.questions import Roll, without_zeros
from airwar.engine.records import Correspondents, LetterClosed, Requested
from airwar.engine.remarks import request_words
from airwar.errors import AirwarError, BadAnswer, CannotWrite
from airwar.mail.battle import BadLetter, MailBattle, beginning, enter
from airwar.mail.hashes import FEW, giving_up, has_signed, public_key, seal_of, signature, signed_part
from airwar.mail.letter import Answer, Ask, Beginning, Dice, Entry, Join, Letter, Link, Reply, Resign, Seal, Unseal, read_letter
from airwar.mail.rules import CLOSED, HALF, Correspondence, called, known_dice, other, read_orders
from airwar.mail.secret import Secret, file_of
from airwar.setup.loading import Scenario, parse_scenario
from airwar.version import __version__

_MOST_EARLY = 10  # the most letters that may be missing before one that came early


class Contradiction(BadLetter):
    """Two different letters have the same number. Both are kept; if both are signed, they prove it to anybody."""


def correspondents(scenario: Scenario, side: str, referee: str = "") -> Correspondents:
    """Who plays by mail if this side begins: this side, and all others together.

    `referee` answers what belongs to no side: a side, by default this one, or a third person, given by a key.
    """
    meant = scenario.side_of.get(side)
    if meant is None:
        raise BadAnswer(f"there is no side {side!r}; expected one of {', '.join(scenario.sides)}")
    parties = list(dict.fromkeys(scenario.side_of.values()))
    others = tuple(party for party in parties if party != meant)
    if not others:
        raise BadAnswer("a battle by mail needs two sides")
    if re.fullmatch("[0-9a-f]{64}", referee):
        return Correspondents((meant,), others, "r", referee)
    stating = scenario.side_of.get(referee, referee) if referee else meant
    if stating not in parties:
        known = ", ".join(scenario.sides)
        raise BadAnswer(f"there is no side {referee!r}; expected one of {known}, or the key that airwar referee prints")
    return Correspondents((meant,), others, "a" if stating == meant else "b")


class ReplyPending(AirwarError):
    """The other side waits for a reply."""

    exit_code = 3


class Taken(NamedTuple):
    """What became of an incoming letter: taken, known, mine, early, notice or crossed; and a message about it."""

    how: str
    number: int
    text: str = ""


class Desk:
    """One player, with a log and a secret."""

    def __init__(self, log: Log, secret: Secret) -> None:
        self.scenario = scenario_of(log)
        self.log = log
        self.secret = secret
        self.signs = True  # whether this side will sign, if it has not joined yet
        self.battle = MailBattle(self.scenario, Log(list(log.records)))
        self._catch_up()

    @classmethod
    def open(cls, path: Path) -> Desk:
        """Opens a battle that has begun, from its log and the secret beside it."""
        if is_stdin(path):
            raise CannotWrite("a battle by mail needs the file of its log")
        log = Log.load(path)
        if log.header.mail is None:
            raise AirwarError(f"{path} is not a battle by mail; begin one with airwar letter SCENARIO --side SIDE")
        secret = Secret.load(path)
        log.hold()
        return cls(log, secret)

    @classmethod
    def begin(cls, scenario: Scenario, path: Path, mail: Correspondents, secret: bytes | None = None, side: str = "a") -> Desk:
        """Begins a new battle with its own secret. Side a writes the first letter."""
        if path.exists():
            raise name_taken(path)
        kept = Secret.create(path, side, secret)
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
        return self.battle.rules

    @property
    def last(self) -> int:
        """The number of the last letter, written or read."""
        return len(self.rules.letters)

    @property
    def has_pen(self) -> bool:
        return self.rules.pen == self.me and not (self.battle.over and self.last >= 2)

    @property
    def gave_up(self) -> bool:
        """Whether this side has given up out of turn, so that its next letter only has to say so."""
        return self.secret.notice is not None and read_letter(self.secret.notice).by == self.me

    def _catch_up(self) -> None:
        """Enters letters from the journal, if the log ends before them or within one.

        The program was interrupted, or an old copy of the log was restored. A letter is never written twice in different ways.
        """
        closed = self.rules.letters[-1].seq if self.rules.letters else 0
        tail = self.log.records[closed + 1 :]
        battle = MailBattle(self.scenario, Log(self.log.records[: closed + 1])) if tail else self.battle.copy()
        while payload := self.secret.letter(len(battle.rules.letters) + 1):
            enter(battle, read_letter(payload))
        lines = [record.line for record in battle.log.records[closed + 1 :]]
        if len(self.log.records) > 1 and [record.line for record in tail] != lines[: len(tail)]:
            raise AirwarError(f"{self.log.path}: record {closed + 1} and those after it belong to no letter that the journal knows")
        self._keep(battle)

    def _keep(self, battle: MailBattle) -> None:
        """Enters into the log what was tried out on a copy."""
        for record in battle.log.records[len(self.log.records) :]:
            self.log.append(record.body)
        self.battle = battle

    # reading

    def read(self, payload: bytes, accept_key: bool = False, rebuild: bool = False) -> Taken:
        """Reads a letter. Raises BadLetter. `rebuild`: everything was lost, and these are all letters, even one's own."""
        letter = read_letter(payload)
        mine = letter.by == self.me
        known = self.secret.written if mine else self.secret.read
        if letter.battle and letter.battle != self.rules.name and not (letter.number == 2 and self.last == 1):
            raise BadLetter(f"the letter belongs to another battle, {letter.battle}")
        if notice_in(letter):
            return self._noticed(letter, payload)
        if known.get(letter.number) == payload:
            return Taken("mine" if mine else "known", letter.number)
        signed = self._has_signed(letter)
        if mine and not rebuild and (not signed or self.rules.keys.get(self.me) is None or letter.number in known):
            raise BadLetter(f"letter {letter.number} is in your name, but you did not write it")
        if letter.number in known:
            self._contradicted(letter, payload, known[letter.number], signed)
        if letter.number > self.last + 1:
            return self._too_early(letter, payload, signed)
        if letter.number != self.last + 1 or letter.by != self.rules.pen:
            raise BadLetter(f"letter {letter.number} is not one that {called(letter.by)} writes")
        battle = self.battle.copy()
        self._check_keys(letter, accept_key or rebuild)
        enter(battle, letter)
        self.secret.note(f"{'wrote' if mine else 'read'} {letter.number} {payload.hex()}")  # mine, if the journal was lost
        self._keep(battle)
        with suppress(BadLetter):
            if (early := self.secret.early.get(self.last + 1)) is not None:
                self.read(early)
        return Taken("taken", letter.number)

    def _too_early(self, letter: Letter, payload: bytes, signed: bool) -> Taken:
        """Keeps a letter until those before it have come."""
        if not signed:
            raise BadLetter(f"letter {letter.number}: it is not signed by {called(letter.by)}")
        if letter.number > self.last + _MOST_EARLY:
            raise BadLetter(f"letter {letter.number}: many letters are missing before it; ask for all with airwar letter --full")
        if letter.number not in self.secret.early:
            self.secret.note(f"early {letter.number} {payload.hex()}")
        return Taken("early", letter.number, f"letter {self.last + 1} comes first; letter {letter.number} is kept until then")

    def _has_signed(self, letter: Letter) -> bool:
        """Whether a letter is signed by its supposed writer, as far as the key is known."""
        key = self.rules.keys.get(letter.by)
        message = signed_part(letter.by, letter.number, bytes.fromhex(letter.head), letter.to)
        return key is None or has_signed(key, message, letter.signature or "")

    def _noticed(self, letter: Letter, payload: bytes) -> Taken:
        """Takes the notice of a side that gives up out of turn. Whoever writes next enters it."""
        key, letters = self.rules.keys.get(letter.by), self.rules.letters
        message = giving_up(letter.by, letter.number, bytes.fromhex(letter.head))
        if key is None or not has_signed(key, message, notice_in(letter)):
            raise BadLetter(f"it says that {called(letter.by)} gives up, but is not signed by it")
        if letter.by == self.me or self.rules.resigned:
            return Taken("known", letter.number)
        if letter.number > len(letters) or letters[letter.number - 1].hash != letter.head:
            raise BadLetter(f"{called(letter.by)} gives up after a letter {letter.number} that is not yours")
        if letter.number < len(letters):
            text = f"{called(letter.by)} gave up before it read letter {letter.number + 1}; send that again, and it will say so"
            return Taken("crossed", letter.number, text)
        if self.secret.notice is None:
            self.secret.note(f"notice {payload.hex()}")
        return Taken("notice", letter.number, f"{called(letter.by)} gives up; your letter enters that")

    def _check_keys(self, letter: Letter, accept: bool) -> None:
        """Refuses a letter with a new key unless it is accepted: anybody could have written it."""
        by = letter.by
        fresh = [entry for entry in letter.entries if isinstance(entry, Join)]
        if by in self.rules.keys and any(entry.key != self.rules.keys[by] for entry in fresh) and not accept:
            raise BadLetter(
                f"letter {letter.number} brings a new key for side {by} and says that the old secret was lost. Anybody could write "
                "that: ask your opponent, on the phone for example. If it is true, read the letter with --new-key"
            )

    def _contradicted(self, letter: Letter, payload: bytes, earlier: bytes, signed: bool) -> None:
        if not signed or read_letter(earlier).by != letter.by:
            raise BadLetter(f"letter {letter.number} is not signed by {called(letter.by)}, and another one of that number is known")
        assert self.log.path is not None
        both = f"{earlier.hex()}\n{payload.hex()}\n".encode()
        path = set_aside(self.log.path.with_name(f"{self.log.path.name}.contradiction"), both)
        proof = "both are signed, so they prove it to anybody" if self.rules.keys[letter.by] else "neither is signed"
        raise Contradiction(f"a second, different letter {letter.number}; {proof}. Both are kept in {path}")

    # writing

    def again(self) -> bytes | None:
        """The exact bytes of this side's last letter; None if it has written none."""
        return self.secret.written[max(self.secret.written)] if self.secret.written else None

    def thread(self) -> list[bytes]:
        """All letters so far, for somebody who has lost them."""
        found = [self.secret.letter(number) for number in range(1, self.last + 1)]
        if None in found:
            raise AirwarError(f"{self.secret.path} does not have letter {found.index(None) + 1}")
        return [payload for payload in found if payload is not None]

    def give_up(self) -> bytes:
        """Writes a letter out of turn, in which this side gives up. It is entered as soon as anybody writes."""
        key, last = self.rules.keys.get(self.me), self.rules.letters[-1]
        if self.battle.over or self.me == "r" or key is None:
            raise AirwarError("the battle is over" if self.battle.over else "a side that does not sign gives up in its own letter")
        if not self.gave_up:
            made = signature(self.secret.secrets[0], giving_up(self.me, self.last, bytes.fromhex(last.hash)))
            letter = Letter(self.last, self.me, self.rules.name, last.hash, (Resign(self.me, made),))
            self.secret.note(f"notice {letter.payload().hex()}")
        assert self.secret.notice is not None
        return self.secret.notice

    def write(self, decide: Decide, first: Sequence[Entry] = ()) -> bytes:
        """Writes the next letter: makes this side's decisions, and opens links where both sides have to.

        `first` goes first: orders, a seal, a reply. Raises Undecided if nobody decides; then nothing has happened.
        """
        if not self.has_pen:
            raise AirwarError("the other side has to write now" if not self.battle.over else "the battle is over")
        self._check_reply(first)
        writing = Writing(self.battle.copy(), self.secret, self.me)
        resignation = self._resignation()
        if resignation is None:
            writing.join(self.signs)
        for entry in first if resignation is None else [resignation]:
            writing.put(entry)
        if writing.battle.rules.resigned == self.me:
            writing.join(self.signs)
        writing.on(decide)
        letter = writing.closed()
        payload = letter.payload()
        self.secret.note(*writing.journal, f"wrote {letter.number} {payload.hex()}")
        self._keep(writing.battle)
        return payload

    def _check_reply(self, first: Sequence[Entry]) -> None:
        """Checks that the letter first replies to a request or restates a contested fact."""
        rules, records = self.rules, self.log.records
        if any(isinstance(entry, Ask | Reply | Resign) for entry in first) or self.secret.notice is not None:
            return
        if rules.asked is not None and isinstance(body := rules.asked.body, Requested):
            known = known_dice(records[body.to :]) if body.to is not None else ""
            after = f" It knows these dice now: {known}." if known else ""
            raise ReplyPending(f'side {body.by} asks for {request_words(body)}: "{body.why}".{after} Reply with --grant or --deny')
        if rules.dispute is not None and rules.dispute.by != self.me:
            to, why = rules.dispute.to, rules.dispute.why
            raise ReplyPending(f'the fact in record {to} is contested: "{why}". State another with --ask {to} --now ANSWER')

    def _resignation(self) -> Resign | None:
        """The entry with which the next letter begins if a side has given up out of turn."""
        if self.secret.notice is None:
            return None
        letter = read_letter(self.secret.notice)
        if letter.by == self.me:
            return Resign()
        return Resign(letter.by, notice_in(letter)) if letter.number == self.last else None

    def seal(self, text: str, covers: tuple[str, ...] = ("*",)) -> Seal:
        """Seals orders; their text is kept in the secret file."""
        read_orders(self.scenario, text, self.rules.mail, self.me, covers)
        nonce = chance.token_bytes(32)
        made = seal_of(self._seal_context(), self.me, covers, nonce, text).hex()
        self.secret.note(f"seal {made} {nonce.hex()} {text.encode().hex()}")
        return Seal(covers, made)

    def _seal_context(self) -> bytes:
        """What ties a seal to its battle; in the first letter, side a has not joined yet."""
        if "a" in self.rules.joined:
            return self.rules.seal_context
        writing = Writing(self.battle.copy(), self.secret, self.me)
        writing.join(self.signs)
        return writing.battle.rules.seal_context


class Invitation(NamedTuple):
    """A first letter, and the scenario in it."""

    payload: bytes
    letter: Letter
    scenario: Scenario

    @property
    def mail(self) -> Correspondents:
        begun = self.letter.entries[0]
        assert isinstance(begun, Beginning)
        return begun.mail

    def accept(self, path: Path, secret: bytes | None = None, side: str = "b") -> Desk:
        """Begins the battle at this end, or for somebody who has lost a log. Nothing is written if it is refused."""
        header = mail_header(self.scenario, self.mail)
        enter(MailBattle(self.scenario, Log.create(None, header)), self.letter)
        if not file_of(path).exists():
            desk = Desk.begin(self.scenario, path, self.mail, secret, side)
        else:  # the referee's, or that of somebody who has lost a log
            kept = Secret.load(path)
            if kept.side == "r" and public_key(kept.secret) != self.mail.key:
                raise BadLetter(f"the letter names another referee than the one whose key is in {kept.path}")
            if kept.side != "r" and kept.letter(1) != self.payload:
                raise CannotWrite(f"{kept.path} already exists; it is the secret of another battle")
            log = Log.create(path, header)
            log.hold()
            desk = Desk(log, kept)
        desk.read(self.payload, rebuild=side == "a")
        return desk


def invitation(payload: bytes) -> Invitation:
    """The battle that a first letter begins, rebuilt by this airwar from the text of the scenario. Raises BadLetter."""
    letter = read_letter(payload)
    begun = letter.entries[0] if letter.entries else None
    if letter.number != 1 or not isinstance(begun, Beginning):
        raise BadLetter(f"this is letter {letter.number}; a battle begins with letter 1")
    if begun.version != __version__:
        raise BadLetter(
            f"the letter comes from airwar {begun.version}, and this is {__version__}; both sides need the same version"
        )
    source = begun.scenario
    scenario = parse_scenario(source.text, source.name, source.files)
    used = ruleset_used(scenario.ruleset)
    if (used.id, used.charts, used.package) != (begun.ruleset, begun.charts, begun.package):
        raise BadLetter("the ruleset or its charts differ from those of this airwar")
    parties = set(scenario.side_of.values())
    if {*begun.mail.a, *begun.mail.b} != parties or set(begun.mail.a) & set(begun.mail.b):
        raise BadLetter("the letter does not divide the sides of the scenario between the two players")
    return Invitation(payload, letter, scenario)


def notice_in(letter: Letter) -> str:
    """The signature of a side that gives up out of turn; empty for any other letter."""
    match letter.entries:
        case (Resign(side=side, notice=str(notice)),) if side == letter.by and letter.signature is None:
            return notice
    return ""


def lost(log: Path, side: str) -> Secret:
    """A new secret for a side whose old one was lost."""
    if file_of(log).exists():
        raise CannotWrite(f"{file_of(log)} is there; only a secret that was lost is replaced")
    return Secret.create(log, side)


# a letter under way, on a copy of the log


Decide = Callable[[MailBattle], Sequence[tuple[str, Any]]]  # this side's next answers by key; none if nobody decides


class Undecided(AirwarError):
    """This side has to decide something first."""

    exit_code = 3

    def __init__(self, key: str) -> None:
        super().__init__(f"your side has to decide {key}; answer at a terminal, or with --answer or --orders")
        self.key = key


class Writing:
    """A letter under way, on a copy of the log."""

    def __init__(self, battle: MailBattle, secret: Secret, me: str) -> None:
        self.battle, self.secret, self.me = battle, secret, me
        self.entries: list[Entry] = []
        self.journal: list[str] = []

    def put(self, entry: Entry) -> None:
        self.battle.put(self.me, entry)
        self.entries.append(entry)

    def join(self, signed: bool) -> None:
        """Joins with the first letter; joins again when the secret was lost or its links are nearly used up."""
        rules, me = self.battle.rules, self.me
        if me == "r":
            return  # the referee's key is in the header, and a referee has no chain
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
        battle, rules, me = self.battle, self.battle.rules, self.me
        while not battle.over and rules.asked is None and rules.dispute is None and battle.question is not None:
            question = battle.question
            if isinstance(question, Roll) and rules.roller:
                if rules.roller != me:
                    break
                self.decide(question.key, decide(battle))
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
                self.decide(question.key, decide(battle))

    def decide(self, pending: str, answers: Sequence[tuple[str, Any]]) -> None:
        """Enters the decisions. Orders may have answered some of them in the meantime."""
        if pending not in [key for key, _ in answers]:
            raise Undecided(pending)
        for key, answer in answers:
            if self.battle.question is not None and self.battle.question.key == key:
                self.put(_entered(answer))

    def open(self) -> None:
        """Opens the next link, for this log only."""
        head = self.battle.log.last.hash
        link = self.secret.link_after(self.battle.rules.ends[self.me])
        if link is None:
            raise AirwarError(
                "the secret of your chain is lost, and the other side's link is open: you can resign, or agree otherwise"
            )
        self.secret.check_opening(link, head)
        self.journal.append(f"link {link} {head}")
        self.put(Link(link))

    def unseal(self) -> None:
        seal = self.battle.rules.seals[self.me]
        if seal.seal not in self.secret.seals:
            raise AirwarError(f"{self.secret.path} does not have what is under your seal")
        self.put(Unseal(*self.secret.seals[seal.seal]))

    def closed(self) -> Letter:
        """The finished letter."""
        battle, me = self.battle, self.me
        rules, head = battle.rules, battle.log.last.hash
        number, to = len(rules.letters) + 1, self.next_writer()
        message = signed_part(me, number, bytes.fromhex(head), to)
        sign = signature(self.secret.secrets[0], message) if rules.keys[me] else None
        battle.close(me, number, sign, to)
        begun = (beginning(battle.log.header),) if number == 1 else ()
        return Letter(number, me, rules.name, head, (*begun, *self.entries), sign, to)

    def next_writer(self) -> str | None:
        """Who writes next, if not the other side: a side calls in the referee, or the referee hands over to a side."""
        battle, rules = self.battle, self.battle.rules
        question = None if battle.over else battle.question
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


def _entered(answer: Any) -> Answer | Dice:
    """An answer as it is sent: faces as dice, and allotments without zeros."""
    if isinstance(answer, tuple):
        return Dice(answer)
    return Answer(without_zeros(answer) if isinstance(answer, dict) else answer)
