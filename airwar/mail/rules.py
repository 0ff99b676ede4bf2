"""The protocol: what may be recorded when in a battle by mail. It reads the records of a log one after another.

1. A link is opened only where a roll comes next, no draw is live, and both ends are in the log.
2. Between the two openings of a draw nothing else is recorded; only a seal may be opened, in which nobody has a choice.
3. The seed of a draw comes from the hash of the record that opened its first link, and from the second link.
4. A draw stays live as long as only what follows by rule is recorded: rolls, events, answers of standing orders. The first record
   in which somebody had a choice closes it for good.
5. Letters alternate. Only the side whose letter it is decides, and only its own questions.
6. A side that states a fact for the referee does not open the next draw. The other side does, or contests the fact, before either
   knows the dice.
7. A third person as referee has a key, but no chain. The referee writes when a side calls for one, and says which side writes
   next; states facts, rules, and replies to requests; and never opens a link, so knows no die before the sides do.

So nobody can know or steer a roll after a decision: a side sends its decision together with its link, and does not know the other's
link. The other side knows the dice when it reads the letter, but has nothing left to decide. It can only refuse to go on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Any

from airwar.battle.battle import Seed
from airwar.choices.grammar import read_script
from airwar.choices.script import Script
from airwar.engine.answering import ORDERS
from airwar.engine.history import InForce, answer_of
from airwar.engine.log import Record
from airwar.engine.questions import REFEREE, Decision
from airwar.engine.records import (
    Chosen,
    Contested,
    Corrected,
    Correspondents,
    DiceChanged,
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
    Ruled,
    Sealed,
    Stated,
    Told,
    Unsealed,
)
from airwar.engine.redo import Redo, left_behind, unplaced
from airwar.errors import BadAnswer, BadScenario, Mismatch
from airwar.mail.hashes import battle_name, dice_seed, giving_up, link_before, seal_of, signed_part
from airwar.setup.loading import Scenario

CLOSED, HALF, LIVE = "closed", "half", "live"  # of a draw: no link is open, one is, or both are
_HALF_OPEN = "a draw is half open: only the other link may follow"
Signed = Callable[[str, bytes, str], bool]  # whether this is the signature of a key's owner under a message


def other(side: str) -> str:
    return "b" if side == "a" else "a"


def called(writer: str) -> str:
    return "the referee" if writer == "r" else f"side {writer}"


def known_dice(records: Iterable[Record]) -> str:
    """The faces that these records show."""
    rolls = [record.body for record in records if isinstance(record.body, Rolled)]
    return " ".join(str(face) for roll in rolls for face in roll.faces)


@dataclass
class Draw:
    """The dice of one link of each side."""

    number: int
    first_by: str  # who opened the first link ...
    opening: str  # ... and the hash of the record that did
    seed: Seed | None = None  # once both are open


@dataclass
class Correspondence:
    """The state of the protocol: whose letter it is, which links are open, which orders hold. Raises Mismatch at a breach."""

    scenario: Scenario
    mail: Correspondents
    ends: dict[str, str] = field(default_factory=dict)  # the last open link of each side; at first, the end of its chain
    keys: dict[str, str | None] = field(default_factory=dict)
    joined: dict[str, Record] = field(default_factory=dict)  # the record with which each side joined
    known_ends: set[str] = field(default_factory=set)
    renewed: list[Record] = field(default_factory=list)
    state: str = CLOSED
    draws: list[Draw] = field(default_factory=list)
    drawn: int = 0  # dice so far
    rolled: bool = True  # whether the live draw has given dice
    pen: str = "a"  # who writes the present letter
    letters: list[Record] = field(default_factory=list)
    orders: dict[str, StandingOrders] = field(default_factory=dict)
    unsealed: list[StandingOrders] = field(default_factory=list)
    seals: dict[str, Sealed] = field(default_factory=dict)
    stated: list[tuple[Record, str]] = field(default_factory=list)  # facts still open to contest, and who stated them
    facts: list[Record] = field(default_factory=list)  # all facts that were stated
    contested: list[Record] = field(default_factory=list)
    dispute: Contested | None = None  # the fact that must be restated before the battle can go on
    asked: Record | None = None  # a side's request that has no reply yet
    granted: Requested | None = None  # what the next record must correct
    agreed: list[Record] = field(default_factory=list)  # corrections
    in_force: InForce = field(default_factory=InForce)
    waiting: Redo = field(default_factory=Redo)  # what a correction or a ruling took back, to be entered again
    roller: str = ""  # who types in dice, if the sides have agreed to that
    typed: list[Record] = field(default_factory=list)
    rolled_by: dict[str, str] = field(default_factory=dict)  # who typed them in, by roll
    resigned: str = ""
    ended: bool = False
    decided: dict[int, str] = field(default_factory=dict)  # who made each decision, by record
    ordered: list[Record] = field(default_factory=list)  # answers of standing orders
    read: int = 1  # records read so far; the first is the header

    def __post_init__(self) -> None:
        if self.mail.key is not None:
            self.keys["r"] = self.mail.key

    @property
    def name(self) -> str:
        """The name of the battle, once both sides have joined."""
        return battle_name(*(self.joined[side].hash for side in "ab")) if len(self.joined) == 2 else ""

    @property
    def draw(self) -> Draw | None:
        return self.draws[-1] if self.draws else None

    @property
    def seeds(self) -> list[Seed]:
        return [draw.seed for draw in self.draws if draw.seed is not None]

    def owner(self, by: str) -> str:
        """The side that answers for whoever decides."""
        return self.mail.writer_for(self.scenario.party(by))

    def standing(self) -> list[StandingOrders]:
        """The orders in force; those that were sealed come first."""
        return [*self.unsealed, *self.orders.values()]

    def ordered_answer(self, question: Decision) -> Any:
        """The answer of standing orders; None as long as a seal covers the question."""
        if self.sealed_for(question.key, question.by):
            return None
        answers = (orders.answer(question, self.scenario.party) for orders in self.standing())
        return next((answer for answer in answers if answer is not None), None)

    def sealed_for(self, key: str, by: str) -> bool:
        """Whether a question waits for sealed orders of its side."""
        seal = self.seals.get(self.owner(by))
        return seal is not None and _covered(key, seal.covers)

    def follow(self, records: Sequence[Record], signed: Signed | None = None, until: int | None = None) -> None:
        """Reads the records not read yet: all, or those before a number. `signed` checks signatures."""
        until = len(records) if until is None else until
        while self.read < until:
            self._read(records[self.read], records[self.read - 1], signed)
            self.read += 1

    # one record

    def _read(self, record: Record, last: Record, signed: Signed | None) -> None:
        body = record.body
        gone = self.in_force.add(record)
        self._check_place(record)
        if isinstance(body, LetterClosed):
            self._close(record, body, last, signed)
        elif isinstance(body, Resigned):
            self._resign(record, body, last, signed)
        elif isinstance(body, Ended):
            self.ended = True
        elif not isinstance(body, Entered | RoundBegun | Told):
            read: Callable[[Record, Any], None] | None = getattr(self, f"_{record.kind}", None)
            if read is None:
                raise Mismatch(record.seq, f"a battle by mail has no record of kind {record.kind}")
            read(record, body)
        self.waiting.follow(body)
        if isinstance(body, Corrected | Ruled) and body.to is not None:
            self._go_back(gone, body)

    def _check_place(self, record: Record) -> None:
        """Checks that the records before allow this one at all."""
        kind = record.kind
        if (self.resigned and kind not in ("letter", "joined")) or (self.ended and kind != "letter"):
            raise Mismatch(record.seq, "the battle is over")
        just_asked = self.asked is not None and self.asked.seq == record.seq - 1
        if just_asked and kind != "letter":
            raise Mismatch(record.seq, "a request ends its letter")
        if self.asked is not None and not just_asked and kind not in ("replied", "resigned"):
            raise Mismatch(record.seq, "the other side has asked for something; the reply comes first")
        if self.dispute is not None and kind not in ("letter", "asked", "replied", "resigned"):
            raise Mismatch(record.seq, f"the fact in record {self.dispute.to} is contested; its side has to ask for another")
        if self.granted is not None and kind not in ("correction", "dice"):
            raise Mismatch(record.seq, "what was granted comes first")
        if self.state == LIVE and not self.rolled and kind not in ("roll", "unsealed", "letter", "resigned"):
            raise Mismatch(record.seq, "links were opened where no roll comes next")

    def _writes(self, record: Record, by: str) -> None:
        if by != self.pen:
            raise Mismatch(record.seq, f"{called(by)} writes in a letter of {called(self.pen)}")

    def _free(self, record: Record, by: str) -> None:
        """Notes that somebody had a choice in this record, which closes the live draw."""
        self._writes(record, by)
        if self.state == HALF:
            raise Mismatch(record.seq, _HALF_OPEN)
        self.state = CLOSED

    def _orders(self, record: Record, body: OrdersGiven) -> None:
        self._free(record, body.by)
        self.orders[body.by] = read_orders(self.scenario, body.choices, self.mail, body.by)

    def _sealed(self, record: Record, body: Sealed) -> None:
        self._free(record, body.by)
        if body.by in self.seals:
            raise Mismatch(record.seq, "the last seal of this side is still closed")
        if "a" not in self.joined:
            raise Mismatch(record.seq, "a side joins before it seals orders")
        self.seals[body.by] = body

    def _stated(self, record: Record, body: Stated) -> None:
        self._choice(record, body)

    def _joined(self, record: Record, body: Joined) -> None:
        if self.resigned:  # allowed to a side that lost its secret: it needs a new key to sign its last letter
            if self.resigned != self.pen:
                raise Mismatch(record.seq, "the battle is over")
            self._writes(record, body.by)
        else:
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
            raise Mismatch(record.seq, "the side that states a fact does not open the next draw; the other side does")
        if link_before(bytes.fromhex(body.link)).hex() != self.ends[body.by]:
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
        if body.source == "ruled":
            return  # ruled by the referee; the walk checks this
        if body.source == "physical" and (self.roller or self.is_repeated(body)):
            self._typed(record, body)
            return
        if body.source != "machine" or body.die is None:
            raise Mismatch(record.seq, f"{body.key}: dice of a battle by mail come from two links, not {body.source}")
        if body.die < self.drawn:
            return  # rolled before a correction, and unchanged by it
        if self.state != LIVE:
            raise Mismatch(record.seq, f"{body.key}: dice fall, but no two links are open for them")
        if body.die != self.drawn:
            raise Mismatch(record.seq, f"{body.key}: the next die is {self.drawn}, not {body.die}")
        self.drawn += len(body.faces)
        self.rolled = True

    def _typed(self, record: Record, body: Rolled) -> None:
        """Dice that somebody typed in; or that are entered again after a correction, whoever rolls by now."""
        self.typed.append(record)
        if not self.is_repeated(body):
            self.rolled_by[body.key] = self.roller
        self._free(record, self.pen if self.is_repeated(body) else self.roller)

    def is_repeated(self, body: Rolled | Chosen | Stated | Ruled) -> bool:
        """Whether this was entered before, and is entered again after a correction or a ruling, whoever writes."""
        if isinstance(body, Ruled):
            return self.waiting.rulings.get(body.at, [None])[0] == unplaced(body)
        held = self.waiting.entry(body.key)
        return held is not None and answer_of(held) == answer_of(body)

    def _choice(self, record: Record, body: Chosen | Stated) -> None:
        side = self.owner(body.by)
        fact = isinstance(body, Stated) or body.by == REFEREE
        if fact:
            self.facts.append(record)
        if body.unasked is not None:
            if body.unasked != ORDERS:
                raise Mismatch(record.seq, f"{body.key}: in a battle by mail every question is asked")
            self.ordered.append(record)
            return
        self.decided[record.seq] = side
        if self.is_repeated(body):
            self._free(record, self.pen)
            return
        if side != self.pen:
            raise Mismatch(record.seq, f"{body.key}: {called(self.pen)} answers a question of {called(side)}")
        if self.sealed_for(body.key, body.by):
            raise Mismatch(record.seq, f"{body.key}: sealed orders answer this; open the seal")
        self._free(record, side)
        if fact and side != "r":
            self.stated.append((record, side))

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
        if (body.to is None) != (body.now is None) or (body.to is not None and body.dice is not None):
            raise Mismatch(record.seq, "a request is for another answer, for other dice, or for a ruling")
        if body.to is not None and self.decided.get(body.to) != body.by:
            raise Mismatch(record.seq, f"record {body.to} is not a decision of side {body.by}")
        if body.to is None and body.dice is None and self.mail.key is None:
            raise Mismatch(record.seq, "there is no referee to rule on anything")
        self.asked = record

    def _replied(self, record: Record, body: Replied) -> None:
        self._free(record, body.by)
        if self.asked is None:
            raise Mismatch(record.seq, "nothing was asked")
        assert isinstance(self.asked.body, Requested)
        if body.granted == "yes":
            self.dispute = None
            if self.asked.body.to is not None or self.asked.body.dice is not None:
                self.granted = self.asked.body
        self.asked = None

    def _correction(self, record: Record, body: Corrected) -> None:
        granted, self.granted = self.granted, None
        if granted is None or (granted.to, granted.now, granted.why) != (body.to, body.now, body.why):
            raise Mismatch(record.seq, "a correction that nobody has granted")
        self.agreed.append(record)

    def _go_back(self, gone: Sequence[Record], back: Corrected | Ruled) -> None:
        """Takes back some records. What still fits will be entered again."""
        self.waiting = left_behind(gone, back).then(self.waiting)
        to = back.to or 0
        self.facts, self.typed, self.ordered = (
            [record for record in records if record.seq < to] for records in (self.facts, self.typed, self.ordered)
        )
        self.stated = [(record, side) for record, side in self.stated if record.seq < to]
        self.decided = {seq: side for seq, side in self.decided.items() if seq < to}

    def _dice(self, record: Record, body: DiceChanged) -> None:
        granted, self.granted = self.granted, None
        if granted is None or body != DiceChanged(granted.dice or ""):
            raise Mismatch(record.seq, "other dice that nobody has granted")
        self.agreed.append(record)
        self.roller = (self.mail.referee if self.mail.key else granted.by) if body.dice == "physical" else ""

    def _ruling(self, record: Record, body: Ruled) -> None:
        """The referee rules. A ruling on the position goes back to where the present step began."""
        if self.mail.key is None:
            raise Mismatch(record.seq, "a battle by mail without a referee has no rulings")
        self._free(record, self.pen if self.is_repeated(body) else "r")

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
        if body.by != "r" and body.by not in self.joined:
            raise Mismatch(record.seq, f"side {body.by} has not joined")
        key = self.keys[body.by]
        if (key is None) != (body.signature is None):
            raise Mismatch(record.seq, "the letter is not signed" if key else "there is no key for this signature")
        if key is not None and body.signature is not None and signed is not None:
            message = signed_part(body.by, body.number, bytes.fromhex(last.hash), body.to)
            if not signed(key, message, body.signature):
                raise Mismatch(record.seq, f"letter {body.number}: it is not signed by {called(body.by)}")
        self._pass_the_pen(record, body)
        self.letters.append(record)
        if body.by != "r":  # by going on, the other side has accepted them
            self.stated = [(fact, by) for fact, by in self.stated if by == body.by]

    def _pass_the_pen(self, record: Record, body: LetterClosed) -> None:
        """Makes the other side write next, unless a side calls in the referee, who then says who writes next."""
        if body.by == "r":
            if body.to not in ("a", "b"):
                raise Mismatch(record.seq, "the referee says which side writes next")
        elif body.to is not None and (body.to != "r" or self.mail.key is None or len(self.joined) < 2):
            raise Mismatch(record.seq, f"{called(body.to)} cannot write next")
        self.pen = body.to or other(body.by)

    def _resign(self, record: Record, body: Resigned, last: Record, signed: Signed | None) -> None:
        """A side gives up in its own letter. Out of turn, the next writer's letter begins with what it has signed."""
        if body.notice is None:
            self._writes(record, body.by)
        else:
            key, number = self.keys.get(body.by), len(self.letters)
            if body.by == self.pen or key is None or not self.letters or last.seq != self.letters[-1].seq:
                raise Mismatch(record.seq, f"side {body.by} cannot give up out of turn here")
            if signed is not None and not signed(key, giving_up(body.by, number, bytes.fromhex(last.hash)), body.notice):
                raise Mismatch(record.seq, f"side {body.by} has not signed that it gives up")
        self.resigned = body.by


# standing orders: a script that answers for one side, from the record in which they were given

_MOST_ORDERS = 64 * 1024  # characters


@dataclass(frozen=True)
class StandingOrders:
    """Orders of one side, which take a seat at the table; `covers` are the questions that they answer."""

    script: Script
    mail: Correspondents
    side: str
    covers: tuple[str, ...] = ("*",)

    def answer(self, question: Decision, party: Callable[[str], str]) -> Any:
        """Their answer, or None if no entry fits, or if the rules refuse it; then the question is asked."""
        if self.mail.writer_for(party(question.by)) != self.side or not _covered(question.key, self.covers):
            return None
        try:
            answer = self.script.answer(question)
        except BadScenario:
            return None
        return None if answer is None or question.refuses(answer) is not None else answer


def _covered(key: str, covers: Sequence[str]) -> bool:
    return any(fnmatchcase(key, pattern) for pattern in covers)


def read_orders(scenario: Scenario, text: str, mail: Correspondents, side: str, covers: tuple[str, ...] = ("*",)) -> StandingOrders:
    """Orders from their text. Raises BadScenario if it makes no sense, BadAnswer if it has dice."""
    if len(text) > _MOST_ORDERS:
        raise BadAnswer(f"orders have at most {_MOST_ORDERS:,} characters, not {len(text):,}")
    script = read_script(text, f"the orders of side {side}", scenario.ruleset.questions)
    if script.has_dice:
        raise BadAnswer("orders give no dice; both chains do")
    return StandingOrders(script, mail, side, covers)
