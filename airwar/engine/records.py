"""The records of a log: one frozen type for each kind.

A line of a log is the JSON object of one record, with three more fields: `seq`, its number; `prev`, the hash of the line
before; `h`, the hash of the line without `h`. Its field `t` is the word for its kind, which stands before each type below. An event
(`told`) says in `what` which it is: note, loss, status, ruling, needschart or sheet.

Entries are rolls, choices and stated facts. An undo, a correction or a ruling may go back to one: the records from that entry on no
longer count. The rules of a battle by mail are in `airwar.mail.rules`.

Format 1 had also `step` records and fingerprints of states (`state`), which are read and no longer compared. Formats 1 and 2 had
neither orders nor seats.

`airwar.engine.binding` says what of a record every later version must reproduce. `airwar schema log` prints the JSON Schema of a
line, made from these types.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, TypeAlias, TypeVar, dataclass_transform

from airwar.engine.codec import TextLine
from airwar.engine.dice import Term
from airwar.engine.events import Event
from airwar.engine.frozen import dataclass

T = TypeVar("T")

FORMAT = 3
READABLE = (1, 2, 3)  # formats
LONGEST_NAME, LONGEST_REMARK = 255, 1_000  # in characters

# Text that no rule gives is a printable line of limited length.
Name: TypeAlias = Annotated[str, TextLine(LONGEST_NAME)]
Text: TypeAlias = Annotated[str, TextLine(LONGEST_REMARK, ".+")]
Version: TypeAlias = Annotated[str, TextLine(40, r"[0-9][0-9A-Za-z.+-]*")]
Seed: TypeAlias = Annotated[str, TextLine(1_300, "[0-9A-Za-z]+")]  # 4,096 bits, even in decimal digits
Hash: TypeAlias = Annotated[str, TextLine(64, "[0-9a-f]{64}")]
Side: TypeAlias = Annotated[str, TextLine(1, "[ab]")]  # of a battle by mail
Writer: TypeAlias = Annotated[str, TextLine(1, "[abr]")]  # of a letter: a side, or the referee
Signature: TypeAlias = Annotated[str, TextLine(128, "[0-9a-f]{128}")]
DiceByMail: TypeAlias = Annotated[str, TextLine(8, "(physical|mail)")]
Granted: TypeAlias = Annotated[str, TextLine(3, "(yes|no)")]
Stands: TypeAlias = tuple[str, str, str, int, tuple[str, ...]]  # side, place, unit, count, marks
ALL = "all"  # every question is asked, even those with one sensible answer
ON_ROLLS, ON_POSITIONS = ("modifier", "result"), ("option", "unit")  # what the referee rules on
Answer: TypeAlias = str | dict[str, int] | tuple[int, ...]  # an option or a fact, how many of each, faces of dice


KINDS: dict[str, type[Any]] = {}  # by the word in `t`; `told` is apart, because it is written as its event


@dataclass_transform(frozen_default=True)
def _record(word: str) -> Callable[[type[T]], type[T]]:
    """Declares a kind of record: a frozen dataclass, and the word for it in a log."""

    def declare(kind: type[T]) -> type[T]:
        KINDS[word] = made = dataclass(kind, frozen=True, slots=True)
        return made

    return declare


@dataclass(frozen=True, slots=True)
class RulesetUsed:
    """The ruleset of a battle, with a hash of its charts; for one from another package, that package and its version."""

    id: str
    charts: str
    package: Name | None = None
    version: Name | None = None


@dataclass(frozen=True, slots=True)
class ScenarioText:
    """The exact text of a scenario, with the files that it names."""

    name: Name
    text: str
    files: dict[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Correspondents:
    """Who plays by mail: the parties of side a, which writes the first letter, and those of side b.

    `referee` answers what belongs to no side. That is one of the sides, or r: a third person, who signs with `key`.
    """

    a: tuple[Name, ...]
    b: tuple[Name, ...]
    referee: Writer
    key: Hash | None = None

    @property
    def writers(self) -> str:
        return "ab" if self.key is None else "abr"

    def writer_for(self, party: str) -> str:
        """Who answers for a party, or for the referee."""
        return self.referee if party == "referee" else "a" if party in self.a else "b"

    def parties(self, writer: str) -> tuple[str, ...]:
        """The parties that write as a, b or r."""
        return {"a": self.a, "b": self.b}.get(writer, ("referee",))


@_record("battle")
class Header:
    """The first record. It has the seed, or for a secret seed the commitment to it; a battle by mail has neither."""

    airwar: int  # the format of the log
    version: Version
    ruleset: RulesetUsed
    scenario: ScenarioText
    dice: str  # machine, physical, ask or mail
    seed: Seed | None = None
    commitment: Hash | None = None
    parent: Hash | None = None  # in a fork: the hash of the record after which it diverges
    mail: Correspondents | None = None  # of a battle by mail


@_record("enter")
class Entered:
    """A battle or a phase begins; its scope is the first part of the keys of its rolls and choices."""

    scope: str
    title: str
    rule: str


@_record("round")
class RoundBegun:
    """A round of the battle begins."""

    scope: str
    round: int


@_record("roll")
class Rolled:
    """Dice are rolled. Machine dice have the number of the first, `die`.

    The source is machine, physical, scripted, corrected (by a correction), ruled (the referee's word) or parent (in a fork:
    as they fell in the battle that it was forked from).

    `terms` are the modifiers: name, value, rule, id. A chart is read in `row` and `column`; single dice hit as `needed` says.
    """

    key: str
    rule: str
    by: str
    dice: str
    faces: tuple[int, ...]
    source: str
    result: str
    terms: tuple[Term, ...] | None = None
    total: int | None = None
    chart: str | None = None
    row: str | None = None
    column: str | None = None
    needed: str | None = None
    die: int | None = None


@_record("choice")
class Chosen:
    """A decision: one of the options, or how many of each (without zeros).

    `unasked` says why nobody was asked: a `script` plays the side, standing `orders` answer by mail, or it is the `usual` answer.
    """

    key: str
    rule: str
    by: str
    options: tuple[str, ...] | dict[str, int]
    answer: str | dict[str, int]
    unasked: str | None = None


@_record("stated")
class Stated:
    """A fact that only the table knows, such as a distance or a cell of a printed chart, as somebody stated it.

    `unasked` is `orders` if standing orders by mail state it.
    """

    key: str
    rule: str
    by: str
    what: str
    answer: str
    unasked: str | None = None


@dataclass(frozen=True, slots=True)
class Told:
    """An event, and the rule that it happens under."""

    rule: str
    event: Event


@_record("step")
class StepTaken:
    """Only in logs of format 1: a step is complete, and the position it leads to has this fingerprint."""

    step: str
    rule: str
    state: str


@_record("undo")
class Undone:
    """The entry in record `to` is taken back."""

    to: int
    key: str


@_record("correction")
class Corrected:
    """The entry in record `to` is corrected: what it was, what it is, why, and who says so. The battle goes back there."""

    to: int
    key: str
    was: Answer
    now: Answer
    why: Text
    who: Name


@_record("ruling")
class Ruled:
    """The referee rules on something, with a reason. It is entered at the question `at`.

    `on` is modifier or result (of the next roll that `key` matches), option (`key` from here on) or unit (`key`). A ruling with
    `to` goes back: the records from that one on no longer count, and are made again. A ruling on an option or a unit
    changes the position at the start of the step that makes the next record. `state` is only in logs of format 1.
    """

    on: str
    key: Name
    value: Name
    why: Text
    who: Name
    at: str
    to: int | None = None
    state: str | None = None

    @property
    def on_position(self) -> bool:
        """Whether it changes the position rather than a roll."""
        return self.on in ON_POSITIONS


@_record("note")
class Noted:
    """A remark of somebody at the table."""

    text: Text
    who: Name


@_record("dice")
class DiceChanged:
    """From here on these dice are used. A new seed, or a commitment to one, gives the machine dice from number `first` on."""

    dice: str  # machine, physical or ask; mail, if typed dice end in a battle by mail
    seed: Seed | None = None
    commitment: Hash | None = None
    first: int | None = None


@_record("seats")
class Seated:
    """Who sits at the table from here on, until the next such record, no matter what is taken back.

    `play` holds the choices that answer for a side, as text; an empty one means the scenario's own. `auto` are the questions that
    nobody is asked, besides those that orders left to `auto`; an empty one ends those too. `ask` is `all` if questions with one
    sensible answer are asked too. `who` signs what the referee enters.
    """

    play: dict[Name, str] | None = None
    auto: tuple[Name, ...] | None = None
    ask: Name | None = None
    who: Name | None = None


@_record("order")
class Ordered:
    """A line that somebody typed at the question `key`. The answers it gives follow, and one undo takes back all of them.

    With `auto`, the questions of that pattern are not asked from here on.
    """

    key: str
    line: Annotated[str, TextLine(LONGEST_REMARK)]
    answers: int
    auto: Name | None = None


@_record("end")
class Ended:
    """The battle is over. The tally lists side, unit, had and lost; secret seeds are revealed, in order.

    The position lists side, place, unit, count and marks, as a scenario calls them. After a correction, `corrects` is the
    number of the end that no longer counts. `state` is only in logs of format 1, which have no position.
    """

    result: str
    tally: tuple[tuple[str, str, int, int], ...]
    position: tuple[Stands, ...] | None = None
    seed: str | None = None
    corrects: int | None = None
    state: str | None = None


# a battle by mail


@_record("joined")
class Joined:
    """A side publishes the end of its chain of links, and the key that its letters are signed with, if they are.

    Later in the battle, it starts a new chain, because the secret of the old one was lost or its links are used up.
    """

    by: Side
    end: Hash
    key: Hash | None = None


@_record("opened")
class Opened:
    """A side opens the next link of its chain. The second link of a draw gives the dice from number `first` on."""

    by: Side
    draw: int
    link: Hash
    first: int | None = None


@_record("orders")
class OrdersGiven:
    """Standing orders of a side, written like `choices`. They answer its questions from here on, until others replace them."""

    by: Side
    choices: str


@_record("sealed")
class Sealed:
    """Standing orders of a side under seal. Until the seal is opened, nothing else answers the questions that it covers."""

    by: Side
    covers: tuple[Name, ...]
    seal: Hash


@_record("unsealed")
class Unsealed:
    """The seal of a side is opened; the orders in it answer from here on."""

    by: Side
    nonce: Hash
    choices: str


@_record("asked")
class Requested:
    """A side asks for another answer to its decision in record `to`, for other dice from here on, or for a ruling."""

    by: Side
    why: Text
    to: int | None = None
    now: str | dict[str, int] | None = None
    dice: DiceByMail | None = None


@_record("replied")
class Replied:
    """The other side or the referee grants or denies a request. If it is granted, the correction or the other dice follow."""

    by: Writer
    granted: Granted


@_record("contested")
class Contested:
    """A side does not accept the fact in record `to` that the other side has just stated. The other side states it again."""

    by: Side
    to: int
    why: Text


@_record("resigned")
class Resigned:
    """A side gives up, and nothing more is decided.

    `notice`: it resigned when it was not its turn to write. This is its signature, for giving up, under its last letter.
    """

    by: Side
    notice: Signature | None = None


@_record("letter")
class LetterClosed:
    """A letter ends here. The signature covers its number, the hash of the record before, and `to`.

    `to` writes next: a side calls in the referee, or the referee names a side. Without it, the other side writes next.
    """

    by: Writer
    number: int
    signature: Signature | None = None
    to: Writer | None = None


Mailed: TypeAlias = Joined | Opened | OrdersGiven | Sealed | Unsealed | Requested | Replied | Contested | Resigned | LetterClosed
Remark: TypeAlias = Ruled | Noted | DiceChanged | Seated | Mailed  # what can be entered at any question without answering it
Happening: TypeAlias = Entered | RoundBegun | Rolled | Chosen | Stated | Told
Body: TypeAlias = Header | Happening | StepTaken | Undone | Corrected | Remark | Ordered | Ended
