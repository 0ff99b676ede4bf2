"""The protocol: what may be recorded when in a battle by mail. It reads the records of a log one after another.

1. A link is opened only where a roll comes next, no draw is live, and both ends are in the log.
2. Between the two openings of a draw nothing else is recorded; only a seal may be opened, in which nobody is free.
3. The seed of a draw comes from the hash of the record that opened its first link, and from the second link.
4. A draw stays live as long as only what follows by rule is recorded: rolls, events, answers of standing orders. The first record
   that somebody was free in closes it for good.
5. Letters alternate. Only the side whose letter it is decides, and only its own questions.
6. Whoever states a fact for the referee does not open the next draw; the other side does, or contests the fact, before either knows
   the dice.

So nobody can know or steer a roll after a decision: a side sends decision and link together and does not know the other's link;
the other knows the dice when it reads the letter, and is free in nothing. It can only refuse to go on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from airwar.engine.answering import ORDERS
from airwar.engine.log import Record
from airwar.engine.questions import REFEREE, Decision
from airwar.engine.records import (
    Answer,
    Chosen,
    Contested,
    Corrected,
    Correspondents,
    Ended,
    Entered,
    Joined,
    LetterClosed,
    Opened,
    OrdersGiven,
    Replied,
    Requested,
    Resigned,
    Rolled,
    RoundBegun,
    Sealed,
    Stated,
    Told,
    Unsealed,
)
from airwar.errors import Mismatch
from airwar.loading import Scenario
from airwar.mail.hashes import before, dice_seed, name_of, seal_of
from airwar.mail.orders import Standing, answer_of, covered, owner, read_orders
from airwar.seeds import Seed

CLOSED, HALF, LIVE = "closed", "half", "live"  # a draw: no link is open, one is, both are
HALF_OPEN = "a draw is half open: only the other link may follow"
Signed = Callable[
    [str, str, str, int, str], str
]  # key, signature, side, number and hash of a letter: why it is not good, or nothing


def other(side: str) -> str:
    return "b" if side == "a" else "a"


@dataclass
class Draw:
    """The dice of one link of each side."""

    number: int
    first_by: str  # who opened the first link,
    opening: str  # and the hash of the record that did
    seed: Seed | None = None  # as soon as both are open


@dataclass
class Correspondence:
    """What a log says so far: whose letter it is, which links are open, which orders stand. Raises Mismatch at a broken rule."""

    scenario: Scenario
    mail: Correspondents
    ends: dict[str, str] = field(default_factory=dict)  # the last link of each side, at first the end of its chain
    keys: dict[str, str | None] = field(default_factory=dict)
    joined: dict[str, Record] = field(default_factory=dict)  # by which record each side joined
    known_ends: set[str] = field(default_factory=set)
    renewed: list[Record] = field(default_factory=list)
    state: str = CLOSED
    draws: list[Draw] = field(default_factory=list)
    drawn: int = 0  # dice so far
    rolled: bool = True  # the live draw has given dice
    letters: list[Record] = field(default_factory=list)
    in_letter: bool = False  # something was recorded since the last one
    orders: dict[str, Standing] = field(default_factory=dict)
    unsealed: list[Standing] = field(default_factory=list)
    seals: dict[str, Sealed] = field(default_factory=dict)
    stated: list[tuple[Record, str]] = field(default_factory=list)  # facts, and who stated them, that the other may still contest
    facts: list[Record] = field(default_factory=list)  # all facts that were stated
    contested: list[Record] = field(default_factory=list)
    dispute: Contested | None = None  # the fact that has to be stated otherwise before anything goes on
    asked: Record | None = None  # what a side has asked for, as long as the other has not replied
    granted: Requested | None = None  # what the next record must correct
    agreed: list[Record] = field(default_factory=list)  # corrections
    again: list[tuple[str, Answer]] = field(default_factory=list)  # what a correction has taken back, and may enter again
    entries: dict[int, tuple[str, Answer]] = field(default_factory=dict)  # what was entered, by record
    resigned: str = ""
    ended: bool = False
    decided: dict[int, str] = field(default_factory=dict)  # whose each decision is, by record
    ordered: list[Record] = field(default_factory=list)  # answers of standing orders
    read: int = 1  # records read so far; the first is the header

    @property
    def pen(self) -> str:
        """Who writes the letter that is under way."""
        return "ab"[len(self.letters) % 2]

    @property
    def name(self) -> str:
        """The name of the battle, as soon as both have joined."""
        return name_of(*(self.joined[side].hash for side in "ab")) if len(self.joined) == 2 else ""

    @property
    def draw(self) -> Draw | None:
        return self.draws[-1] if self.draws else None

    @property
    def seeds(self) -> list[Seed]:
        return [draw.seed for draw in self.draws if draw.seed is not None]

    def owner(self, by: str) -> str:
        """The side that answers for somebody who decides."""
        return owner(self.mail, self.scenario.party, by)

    def standing(self) -> list[Standing]:
        """The orders in force; those that were under seal come first."""
        return [*self.unsealed, *self.orders.values()]

    def ordered_answer(self, question: Decision) -> Any:
        """What standing orders answer; nothing as long as a seal covers the question."""
        if self.sealed_for(question.key, question.by):
            return None
        return answer_of(self.standing(), question, self.scenario.party)

    def sealed_for(self, key: str, by: str) -> bool:
        """Whether a question waits for sealed orders of its side."""
        seal = self.seals.get(self.owner(by))
        return seal is not None and covered(key, seal.covers)

    def follow(self, records: Sequence[Record], signed: Signed | None = None, until: int | None = None) -> None:
        """Reads the records that have not been read yet, all or those before a number. `signed` checks signatures."""
        until = len(records) if until is None else until
        while self.read < until:
            self._read(records[self.read], records[self.read - 1], signed)
            self.read += 1

    # one record

    def _read(self, record: Record, last: Record, signed: Signed | None) -> None:
        body = record.body
        self._check_place(record)
        self.in_letter = True
        if isinstance(body, LetterClosed):
            self._close(record, body, last, signed)
        elif isinstance(body, Ended):
            self.ended = True
        elif not isinstance(body, Entered | RoundBegun | Told):
            read: Callable[[Record, Any], None] | None = getattr(self, f"_{record.kind}", None)
            if read is None:
                raise Mismatch(record.seq, f"a battle by mail has no record of kind {record.kind}")
            read(record, body)

    def _check_place(self, record: Record) -> None:
        """What the records before allow at all."""
        kind = record.kind
        if (self.resigned or self.ended) and kind != "letter":
            raise Mismatch(record.seq, "the battle is over")
        if self.asked is not None and self.asked.seq == record.seq - 1 and kind != "letter":
            raise Mismatch(record.seq, "a request ends its letter")
        if self.asked is not None and self.asked.seq < record.seq - 1 and kind not in ("replied", "resigned"):
            raise Mismatch(record.seq, "the other side has asked for something; the reply comes first")
        if self.dispute is not None and kind not in ("letter", "asked", "replied", "resigned"):
            raise Mismatch(record.seq, f"the fact in record {self.dispute.to} is contested; whoever stated it asks for another")
        if self.granted is not None and kind != "correction":
            raise Mismatch(record.seq, "what was granted comes first")
        if self.state == LIVE and not self.rolled and kind not in ("roll", "unsealed", "letter", "resigned"):
            raise Mismatch(record.seq, "links were opened where no roll comes next")

    def _writes(self, record: Record, by: str) -> None:
        if by != self.pen:
            raise Mismatch(record.seq, f"side {by} writes in a letter of side {self.pen}")

    def _free(self, record: Record, by: str) -> None:
        """Somebody is free in this: the dice of the links opened so far are over."""
        self._writes(record, by)
        if self.state == HALF:
            raise Mismatch(record.seq, HALF_OPEN)
        self.state = CLOSED

    def _orders(self, record: Record, body: OrdersGiven) -> None:
        self._free(record, body.by)
        self.orders[body.by] = read_orders(self.scenario, body.choices, self.mail, body.by)

    def _sealed(self, record: Record, body: Sealed) -> None:
        self._free(record, body.by)
        if body.by in self.seals:
            raise Mismatch(record.seq, "the last seal of this side is still closed")
        if "a" not in self.joined:
            raise Mismatch(record.seq, "whoever seals orders joins first")
        self.seals[body.by] = body

    def _resigned(self, record: Record, body: Resigned) -> None:
        self._writes(record, body.by)
        self.resigned = body.by

    def _stated(self, record: Record, body: Stated) -> None:
        self._choice(record, body)

    def _joined(self, record: Record, body: Joined) -> None:
        self._free(record, body.by)
        if body.end in self.known_ends:
            raise Mismatch(record.seq, "the end of a chain that is already in use")
        if body.by in self.ends:
            self.renewed.append(record)
        self.ends[body.by] = body.end
        self.keys[body.by] = body.key
        self.known_ends.add(body.end)
        self.joined.setdefault(body.by, record)

    def _opened(self, record: Record, body: Opened) -> None:
        self._writes(record, body.by)
        if len(self.ends) < 2:
            raise Mismatch(record.seq, "both sides publish their ends before a link is opened")
        if self.state == LIVE:
            raise Mismatch(record.seq, "no link is needed: the dice of the last two are not used up")
        draw = self.draws[-1] if self.state == HALF else None
        if draw is not None and draw.first_by == body.by:
            raise Mismatch(record.seq, "this side's link is open already")
        if draw is None and any(by == body.by for _, by in self.stated):
            raise Mismatch(record.seq, "whoever states a fact does not open the next draw; the other side does")
        if before(bytes.fromhex(body.link)).hex() != self.ends[body.by]:
            raise Mismatch(record.seq, "the link does not fit the one before")
        first = None if draw is None else self.drawn
        if (body.draw, body.first) != (len(self.draws) + (draw is None), first):
            raise Mismatch(record.seq, "the link has the number of another draw or die")
        self.ends[body.by] = body.link
        self.known_ends.add(body.link)
        if draw is None:
            self.draws.append(Draw(body.draw, body.by, record.hash))
            self.state = HALF
        else:
            draw.seed = Seed(self.drawn, dice_seed(bytes.fromhex(draw.opening), bytes.fromhex(body.link)))
            self.state, self.rolled = LIVE, False

    def _roll(self, record: Record, body: Rolled) -> None:
        if body.source != "machine" or body.die is None:
            raise Mismatch(record.seq, f"{body.key}: dice of a battle by mail come from two links, not {body.source}")
        if body.die < self.drawn:
            return  # it fell before a correction, and stays as it fell
        if self.state != LIVE:
            raise Mismatch(record.seq, f"{body.key}: dice fall, but no two links are open for them")
        if body.die != self.drawn:
            raise Mismatch(record.seq, f"{body.key}: the next die is {self.drawn}, not {body.die}")
        self.drawn += len(body.faces)
        self.rolled = True

    def _choice(self, record: Record, body: Chosen | Stated) -> None:
        side = self.owner(body.by)
        self.entries[record.seq] = (body.key, body.answer)
        if body.unasked is not None:
            if body.unasked != ORDERS:
                raise Mismatch(record.seq, f"{body.key}: in a battle by mail every question is asked")
            self.ordered.append(record)
            if isinstance(body, Stated) or body.by == REFEREE:
                self.facts.append(record)
            return
        self.decided[record.seq] = side
        if (body.key, body.answer) in self.again:
            self.again.remove((body.key, body.answer))
            if self.state == HALF:
                raise Mismatch(record.seq, HALF_OPEN)
            self.state = CLOSED
            return
        if side != self.pen:
            raise Mismatch(record.seq, f"{body.key}: side {self.pen} answers a question of side {side}")
        if self.sealed_for(body.key, body.by):
            raise Mismatch(record.seq, f"{body.key}: sealed orders answer this; open the seal")
        self._free(record, side)
        if isinstance(body, Stated) or body.by == REFEREE:
            self.stated.append((record, side))
            self.facts.append(record)

    def _unsealed(self, record: Record, body: Unsealed) -> None:
        self._writes(record, body.by)
        seal = self.seals.pop(body.by, None)
        if seal is None:
            raise Mismatch(record.seq, "there is no seal to open")
        made = seal_of(self.seal_context, body.by, seal.covers, bytes.fromhex(body.nonce), body.choices)
        if made.hex() != seal.seal:
            raise Mismatch(record.seq, "these orders are not those that were sealed")
        self.unsealed = [one for one in self.unsealed if one.side != body.by]
        self.unsealed.append(read_orders(self.scenario, body.choices, self.mail, body.by, seal.covers))

    @property
    def seal_context(self) -> bytes:
        """What ties a seal to its battle: how side a joined, which covers the header."""
        return bytes.fromhex(self.joined["a"].hash)

    # asking for something

    def _asked(self, record: Record, body: Requested) -> None:
        self._free(record, body.by)
        if self.decided.get(body.to) != body.by:
            raise Mismatch(record.seq, f"record {body.to} is not a decision of side {body.by}")
        self.asked = record

    def _replied(self, record: Record, body: Replied) -> None:
        self._free(record, body.by)
        if self.asked is None:
            raise Mismatch(record.seq, "nothing was asked")
        assert isinstance(self.asked.body, Requested)
        if body.granted == "yes":
            self.granted, self.dispute = self.asked.body, None
        self.asked = None

    def _correction(self, record: Record, body: Corrected) -> None:
        granted, self.granted = self.granted, None
        if granted is None or (granted.to, granted.now, granted.why) != (body.to, body.now, body.why):
            raise Mismatch(record.seq, "a correction that nobody has granted")
        self.agreed.append(record)
        later = [seq for seq in self.entries if seq >= body.to]
        self.again = [(body.key, body.now), *(self.entries[seq] for seq in later if seq != body.to)]
        for seq in later:
            del self.entries[seq]
            self.decided.pop(seq, None)

    def _contested(self, record: Record, body: Contested) -> None:
        self._free(record, body.by)
        if not any(fact.seq == body.to and by != body.by for fact, by in self.stated):
            raise Mismatch(record.seq, f"record {body.to} is not a fact that the other side has just stated")
        self.contested.append(record)
        self.dispute = body

    def _close(self, record: Record, body: LetterClosed, last: Record, signed: Signed | None) -> None:
        self._writes(record, body.by)
        if body.number != len(self.letters) + 1:
            raise Mismatch(record.seq, f"this is letter {len(self.letters) + 1}, not {body.number}")
        if body.by not in self.joined:
            raise Mismatch(record.seq, f"side {body.by} has not joined")
        key = self.keys[body.by]
        if (key is None) != (body.signature is None):
            raise Mismatch(record.seq, "the letter is not signed" if key else "there is no key for this signature")
        if key is not None and body.signature is not None and signed is not None:
            wrong = signed(key, body.signature, body.by, body.number, last.hash)
            if wrong:
                raise Mismatch(record.seq, f"letter {body.number}: {wrong}")
        self.letters.append(record)
        self.in_letter = False
        self.stated = [(fact, by) for fact, by in self.stated if by == body.by]  # the other has accepted them by going on
