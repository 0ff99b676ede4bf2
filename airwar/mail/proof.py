"""What the log of a battle by mail proves, and what it cannot."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from airwar.engine.answering import ORDERS
from airwar.engine.log import Log, Record
from airwar.engine.questions import Decision, Question, Roll
from airwar.engine.records import Chosen, Contested, Corrected, Joined, Requested, Stated
from airwar.engine.said import corrected_words
from airwar.errors import Mismatch
from airwar.loading import Scenario
from airwar.mail.keys import can_sign, wrong_signature
from airwar.mail.rules import HALF, LIVE, Correspondence, other
from airwar.seeds import Seed


@dataclass(frozen=True)
class MailProof:
    """What a battle by mail proves: counts, and what has to be said in words."""

    name: str
    sides: dict[str, str]  # who is behind a and b
    letters: int
    signed: dict[str, str]  # the key of each side that signs
    checked: bool  # signatures were checked
    draws: int
    dice: int
    decisions: dict[str, int]  # how many each side made
    whose: dict[int, str]  # whose each of them is, by record
    ordered: int  # answers that follow from standing orders
    agreed: tuple[str, ...]
    trusted: tuple[str, ...]
    open: tuple[str, ...]


class MailWitness:
    """Looks on while a log is followed: every record must be allowed by the protocol, and orders answer what they cover."""

    def __init__(self, scenario: Scenario, log: Log) -> None:
        assert log.header.mail is not None
        self.log = log
        self.records = list(log.records)
        self.signed = wrong_signature if can_sign() else None
        self.whole = Correspondence(scenario, log.header.mail)  # to the end of the log
        self.whole.follow(self.records, self.signed)
        self.rules = Correspondence(scenario, log.header.mail)  # as far as the walk has come

    @property
    def seeds(self) -> list[Seed]:
        return self.whole.seeds or [Seed(0, None)]

    def show(self, record: Record, asked: Mapping[str, Decision]) -> None:
        """A decision is followed: whether it is what standing orders say, if they say anything."""
        body = record.body
        if not isinstance(body, Chosen | Stated):
            return
        self.rules.follow(self.records, None, record.seq)
        question = asked.get(body.key)
        if question is None or (body.key, body.answer) in self.rules.again:
            return
        expected = self.rules.ordered_answer(question)
        if isinstance(expected, dict):
            expected = {name: count for name, count in expected.items() if count}
        if body.unasked == ORDERS and expected != body.answer:
            raise Mismatch(record.seq, f"{body.key}: the standing orders do not say {body.answer}")
        if body.unasked is None and expected is not None:
            raise Mismatch(record.seq, f"{body.key}: standing orders answer this; nobody is free in it")

    def waits(self, question: Question | None) -> None:
        """The log ends at this question."""
        state = self.whole.state
        if (state == HALF or (state == LIVE and not self.whole.rolled)) and not isinstance(question, Roll) and not self.whole.ended:
            raise Mismatch(len(self.records) - 1, "a link was opened where no roll comes next")

    def proof(self) -> MailProof:
        rules = self.whole
        mail = rules.mail
        sides = {"a": " and ".join(mail.a), "b": " and ".join(mail.b)}
        decided = list(rules.decided.values())
        return MailProof(
            rules.name,
            sides,
            len(rules.letters),
            {side: key for side, key in rules.keys.items() if key},
            self.signed is not None,
            len(rules.seeds),
            rules.drawn,
            {side: decided.count(side) for side in "ab"},
            {seq: sides[side] for seq, side in rules.decided.items()},
            len(rules.ordered),
            tuple(self._agreed()),
            tuple(self._trusted(sides)),
            tuple(self._open(sides)),
        )

    def _agreed(self) -> list[str]:
        """What both sides agreed on, and which dice were known by then."""
        said = []
        for record in self.whole.agreed:
            body = record.body
            assert isinstance(body, Corrected)
            known = [one.body for one in self.records[body.to : record.seq] if one.kind == "roll"]
            faces = " ".join(str(face) for roll in known for face in getattr(roll, "faces", ()))
            after = f", knowing the dice {faces}" if faces else ""
            said.append(f"record {record.seq}: {corrected_words(body)}{after}")
        return said

    def _trusted(self, sides: Mapping[str, str]) -> list[str]:
        rules, said = self.whole, []
        for record in rules.facts:
            body = record.body
            assert isinstance(body, Stated | Chosen)
            side = rules.owner(body.by)
            said.append(f"record {record.seq}: {body.key} was stated by {sides[side]} and accepted by {sides[other(side)]}")
        for record in rules.contested:
            assert isinstance(record.body, Contested)
            said.append(f"record {record.seq}: {sides[record.body.by]} contested record {record.body.to}: {record.body.why}")
        for record in rules.renewed:
            assert isinstance(record.body, Joined)
            side, first = record.body.by, rules.joined[record.body.by].body
            assert isinstance(first, Joined)
            key = ", and a new key, whose owner nothing proves" if first.key != record.body.key else ""
            said.append(f"record {record.seq}: {sides[side]} began a new chain{key}")
        return said

    def _open(self, sides: Mapping[str, str]) -> list[str]:
        rules, said = self.whole, []
        if rules.resigned:
            knew = self._knew(rules.resigned)
            return [f"{sides[rules.resigned]} gave up{knew}"]
        for side in rules.seals:
            said.append(f"the orders of {sides[side]} are under seal")
        if rules.asked is not None and isinstance(rules.asked.body, Requested):
            said.append(f"{sides[rules.asked.body.by]} has asked for another answer in record {rules.asked.body.to}")
        if not rules.ended:
            said.append(f"{sides[rules.pen]} has the pen since letter {len(rules.letters)}{self._knew(rules.pen)}")
        return said

    def _knew(self, side: str) -> str:
        """Whether a side knows dice that the other does not."""
        rules = self.whole
        half = rules.state == HALF and rules.draws[-1].first_by != side
        return f", and knows the dice of draw {rules.draws[-1].number}" if half else ""
