"""What the log of a battle by mail proves, and what it cannot."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from airwar.battle.battle import Seed
from airwar.engine.answering import ORDERS
from airwar.engine.log import Log, Record
from airwar.engine.questions import Decision, Question, Roll, same_answer
from airwar.engine.records import Chosen, Contested, Corrected, DiceChanged, Joined, Requested, Rolled, Stated
from airwar.engine.remarks import corrected_words, dice_words, request_words
from airwar.errors import Mismatch
from airwar.mail.hashes import can_sign, has_signed
from airwar.mail.rules import HALF, LIVE, Correspondence, known_dice, other
from airwar.setup.loading import Scenario


@dataclass(frozen=True)
class MailProof:
    """What a battle by mail proves: counts, and remarks in words."""

    name: str
    sides: dict[str, str]  # who is behind a, b and r
    letters: int
    signed: dict[str, str]  # the key of everybody who signs
    checked: bool  # signatures were checked
    draws: int
    dice: int
    decisions: dict[str, int]  # decisions of each side
    whose: dict[int, str]  # who made each decision, by record
    ordered: int  # answers that follow from standing orders
    agreed: tuple[str, ...]
    trusted: tuple[str, ...]
    open: tuple[str, ...]


class MailWitness:
    """Watches while a log is followed: the protocol must allow every record, and orders must answer what they cover."""

    def __init__(self, scenario: Scenario, log: Log) -> None:
        assert log.header.mail is not None
        self.log = log
        self.records = list(log.records)
        self.signed = has_signed if can_sign() else None
        self.whole = Correspondence(scenario, log.header.mail)  # to the end of the log
        self.whole.follow(self.records, self.signed)
        self.rules = Correspondence(scenario, log.header.mail)  # up to where the walk is

    @property
    def seeds(self) -> list[Seed]:
        return self.whole.seeds or [Seed(0, None)]

    def show(self, record: Record, asked: Mapping[str, Decision]) -> None:
        """Checks a decision in the log against standing orders, if they answer it."""
        body = record.body
        if not isinstance(body, Chosen | Stated):
            return
        self.rules.follow(self.records, None, record.seq)
        question = asked.get(body.key)
        if question is None or self.rules.is_repeated(body):
            return
        expected = self.rules.ordered_answer(question)
        if body.unasked == ORDERS and not same_answer(expected, body.answer):
            raise Mismatch(record.seq, f"{body.key}: the standing orders do not say {body.answer}")
        if body.unasked is None and expected is not None:
            raise Mismatch(record.seq, f"{body.key}: standing orders answer this; nobody has a choice")

    def waits(self, question: Question | None) -> None:
        """The log ends at this question."""
        state = self.whole.state
        if (state == HALF or (state == LIVE and not self.whole.rolled)) and not isinstance(question, Roll) and not self.whole.ended:
            raise Mismatch(len(self.records) - 1, "a link was opened where no roll comes next")

    def proof(self) -> MailProof:
        rules = self.whole
        mail = rules.mail
        sides = {writer: " and ".join(mail.parties(writer)) for writer in mail.writers}
        decided = list(rules.decided.values())
        return MailProof(
            rules.name,
            sides,
            len(rules.letters),
            {writer: key for writer in mail.writers if (key := rules.keys.get(writer))},
            self.signed is not None,
            len(rules.seeds),
            rules.drawn,
            {writer: decided.count(writer) for writer in mail.writers},
            {seq: sides[side] for seq, side in rules.decided.items()},
            len(rules.ordered),
            tuple(self._agreed()),
            tuple(self._trusted(sides)),
            tuple(self._open(sides)),
        )

    def _agreed(self) -> list[str]:
        """What both sides agreed on, or the referee granted, and which dice were known by then."""
        lines = []
        for record in self.whole.agreed:
            body = record.body
            if isinstance(body, DiceChanged):
                lines.append(f"record {record.seq}: {dice_words(body)}")
                continue
            assert isinstance(body, Corrected)
            known = known_dice(self.records[body.to : record.seq])
            after = f", knowing the dice {known}" if known else ""
            lines.append(f"record {record.seq}: {corrected_words(body)}{after}")
        return lines

    def _trusted(self, sides: Mapping[str, str]) -> list[str]:
        rules, lines = self.whole, []
        for record in rules.facts:
            body = record.body
            assert isinstance(body, Stated | Chosen)
            side = rules.owner(body.by)
            accepted = "" if side == "r" else f" and accepted by {sides[other(side)]}"
            lines.append(f"record {record.seq}: {body.key} was stated by {sides[side]}{accepted}")
        for record in rules.typed:
            assert isinstance(record.body, Rolled)
            faces = " ".join(map(str, record.body.faces))
            lines.append(f"record {record.seq}: {sides[rules.rolled_by[record.body.key]]} typed in {faces} for {record.body.key}")
        for record in rules.contested:
            assert isinstance(record.body, Contested)
            lines.append(f"record {record.seq}: {sides[record.body.by]} contested record {record.body.to}: {record.body.why}")
        for record in rules.renewed:
            assert isinstance(record.body, Joined)
            side, first = record.body.by, rules.joined[record.body.by].body
            assert isinstance(first, Joined)
            key = ", and a new key, whose owner nothing proves" if first.key != record.body.key else ""
            lines.append(f"record {record.seq}: {sides[side]} began a new chain{key}")
        return lines

    def _open(self, sides: Mapping[str, str]) -> list[str]:
        rules, lines = self.whole, []
        if rules.resigned:
            knew = self._knew(rules.resigned)
            return [f"{sides[rules.resigned]} gave up{knew}"]
        for side in rules.seals:
            lines.append(f"the orders of {sides[side]} are under seal")
        if rules.asked is not None and isinstance(rules.asked.body, Requested):
            lines.append(f"{sides[rules.asked.body.by]} has asked for {request_words(rules.asked.body)}")
        if not rules.ended:
            lines.append(f"{sides[rules.pen]} has to write letter {len(rules.letters) + 1}{self._knew(rules.pen)}")
        return lines

    def _knew(self, side: str) -> str:
        """Whether a side knows dice that the other does not."""
        rules = self.whole
        half = side != "r" and rules.state == HALF and rules.draws[-1].first_by != side
        return f", and knows the dice of draw {rules.draws[-1].number}" if half else ""
