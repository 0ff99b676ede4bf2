"""One player's side of a battle by mail: a log with the secret beside it. Letters are read and written here."""

from __future__ import annotations

import secrets as chance
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from airwar.battle import mail_header, ruleset_used, scenario_of
from airwar.engine.files import set_aside
from airwar.engine.log import Log, taken
from airwar.engine.records import Correspondents
from airwar.engine.stdin import is_stdin
from airwar.errors import AirwarError, BadAnswer, CannotWrite
from airwar.loading import Scenario, parse_scenario
from airwar.mail.course import Course, Refused, enter
from airwar.mail.hashes import seal_of
from airwar.mail.keys import wrong_signature
from airwar.mail.letter import Beginning, Entry, Join, Letter, Seal, read_letter
from airwar.mail.orders import read_orders
from airwar.mail.rules import Correspondence
from airwar.mail.secret import Secret, file_of
from airwar.mail.writing import Decide, Writing
from airwar.version import __version__

MOST_EARLY = 10  # letters that may be missing before one that is kept


class Contradiction(Refused):
    """Two different letters have the same number, and both are signed. Both are kept: they prove it to anybody."""


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


class Taken(NamedTuple):
    """What became of a letter that came in: taken, known, mine or early; and what there is to say about it."""

    how: str
    number: int
    text: str = ""


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
