"""Walks a battle step by step: asks each question, records each answer before it is shown, and follows a log as far as it goes.

A walk keeps the position at which each step began, so it can go back to any of them. A step that stops at a question is
taken again from its beginning when the answer is there: what it has recorded is repeated in silence, then it continues.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol, TypeVar

from airwar.engine.canonical import FINGERPRINTS
from airwar.engine.collector import paused
from airwar.engine.dice import Faces, Reading
from airwar.engine.given import Given
from airwar.engine.log import Log, Record
from airwar.engine.moves import End, Position, Step, Then, follow
from airwar.engine.records import (
    NAMES,
    Body,
    Chosen,
    Ended,
    Entered,
    Rolled,
    RoundBegun,
    Stated,
    StepTaken,
    Told,
    Undone,
    difference,
    named,
)
from airwar.engine.referee import Allotment, Choice, Decision, Event, Fact, Referee, Roll, Ruling
from airwar.engine.rule import first_rule, rule_at_work
from airwar.errors import Mismatch

T = TypeVar("T")
Closing = Callable[[End], Ended]  # makes the last record of a battle


class Answers(Protocol):
    """Who answers: a person, a script, chance. Raises Asked when it has no answer."""

    def faces(self, roll: Roll, drawn: int) -> tuple[Faces, str]:
        """The faces and their source: machine, physical or scripted. `drawn` machine dice have been rolled before."""

    def choice(self, question: Decision) -> Any:
        """The answer to a choice, to an allotment or to a question for a fact."""


class View(Protocol):
    """Who looks on."""

    def show(self, record: Record, past: bool) -> None:
        """A record has been made, or is in the past: it was in the log when the walk began."""

    def back(self, seq: int) -> None:
        """The walk goes back: the records from this number on will be shown again, or others in their place."""


class Blind:
    """Nobody looks on."""

    def show(self, record: Record, past: bool) -> None:
        pass

    def back(self, seq: int) -> None:
        pass


class Here(NamedTuple):
    """A position within a step, as a step of its own."""

    first: Position
    scope: str  # when the step began
    round: int
    begun: int  # rounds that the step has begun since


class TakenBack(BaseException):
    """The log being followed takes back a choice here."""

    def __init__(self, undo: Undone) -> None:
        super().__init__(undo.key)
        self.undo = undo


@dataclass
class Passage:
    """A step on the way: how things were when it began, and the records it has made."""

    position: Position
    scope: str
    round: int
    drawn: int  # machine dice rolled before
    facts: Mapping[str, str]  # stated before
    records: list[Record] = field(default_factory=list)


class Walk(Referee):
    """A battle on its way. What the log holds already is followed and compared; from there on it is written.

    `follow_undos` walks every course that the log took; otherwise only the records in force are followed.
    """

    def __init__(
        self,
        start: Then[Any] | End,
        log: Log,
        answers: Answers,
        view: View | None = None,
        closing: Closing | None = None,
        follow_undos: bool = False,
    ) -> None:
        self.closing = closing
        self.position: Position | End = start if isinstance(start, End) else Position(start.step, (start.state,))
        self.log = log
        self.answers = answers
        self.view: View = view or Blind()
        in_force = log.in_force()
        self.past = (log.records if follow_undos else in_force)[:0:-1]  # to be followed, the next one last
        self.again: list[Record] = []  # to be repeated in silence, the next one last
        self.passages: list[Passage] = []
        self.drawn = 0  # machine dice so far
        self.facts: Mapping[str, str] = {}  # what the table has stated so far, by key
        self.begun = 0  # rounds begun in the present step
        self.given: list[Any] = []  # the answers that the present step has had so far
        self.waiting = False  # the present step stopped at a question

    def run(self) -> End:
        """Walks to the end, or as far as there are answers."""
        if self.waiting:
            self._rewind(self.passages[-1].records)
        with paused():
            end = self._run()
        if self.closing:
            self._put(self.closing(end))
        if self.past:
            raise Mismatch(self._seq, "the battle is over by the rules, but the log continues")
        return end

    def _run(self) -> End:
        while isinstance(self.position, Position):
            self._begin(self.position)
            step, args, stack = self.position
            try:
                move = step(self, *args)
                self._leave(step, follow(move, stack, self, step))
            except TakenBack as back:
                self.go_back(back.undo.to)
        return self.position

    def _begin(self, position: Position) -> None:
        self.passages.append(Passage(position, self.scope, self.round, self.drawn, self.facts))
        self.begun, self.given, self.waiting = 0, [], True

    def _leave(self, step: Step, position: Position | End) -> None:
        """The step is over. Where dice or a decision came in, a record says what they led to; the rest follows from that."""
        if self.given:
            self._put(StepTaken(step.__name__, first_rule(step), FINGERPRINTS.of(position)))
        self.position, self.waiting = position, False

    # going back

    def go_back(self, seq: int) -> None:
        """Goes back to just before a record in force. The walk continues from there with the next `run`."""
        while len(self.passages) > 1 and (not self.passages[-1].records or self.passages[-1].records[0].seq > seq):
            self.passages.pop()
        records = self.passages[-1].records
        self.view.back(seq)
        self._rewind([record for record in records if record.seq < seq])

    def _rewind(self, records: list[Record]) -> None:
        """Goes back to where the last step began; these of its records will be repeated."""
        begun = self.passages.pop()
        self.position, self.scope, self.round, self.drawn = begun.position, begun.scope, begun.round, begun.drawn
        self.facts = begun.facts
        self.again = records[::-1]
        self.waiting = False

    # where we are

    @property
    def state(self) -> Any:
        """The state of the procedure under way."""
        return self.states[-1]

    @property
    def states(self) -> tuple[Any, ...]:
        """What is on the table now: the states of all procedures under way, the outermost first."""
        return self.position.states if isinstance(self.position, Position) else (self.position.state,)

    def here(self, *further: Any) -> Here:
        """The position at the pending question: the answers that the step has had are given, and `further` ones."""
        step, args, stack = self.passages[-1].position
        given = (*self.given, *further)

        def from_here(ref: Referee, *args: Any) -> Any:
            return step(Given(ref, given), *args)

        return Here(Position(from_here, args, stack), self.passages[-1].scope, self.passages[-1].round, self.begun)

    # what steps call

    def enter(self, scope: str, title: str) -> None:
        super().enter(scope, title)
        self._put(Entered(scope, title, rule_at_work()))

    def new_round(self) -> None:
        super().new_round()
        self.begun += 1
        self._put(RoundBegun(self.scope, self.round))

    def cited_rule(self) -> str:
        return rule_at_work()

    def roll(self, key: str, reading: Reading[T], by: str = "") -> T:
        question = Roll(self.full_key(key), rule_at_work(), reading, by)
        past = self._past(Rolled, question.key)
        if past is not None:
            faces, source = past.faces, past.source
        else:
            faces, source = self.answers.faces(question, self.drawn)
        if not reading.dice.admits(faces):
            raise Mismatch(self._seq, f"{question.key}: {reading.dice} cannot show {list(faces)}")
        die = self.drawn if source == "machine" else None
        how = reading.record(faces)
        self._put(Rolled(question.key, question.rule, by, str(reading.dice), faces, source, *how, die))
        if source == "machine":
            self.drawn += len(faces)
        outcome = reading.read(faces)
        self.given.append(outcome)
        return outcome

    def fact(self, key: str, what: str, **more: Any) -> str:
        known = self.facts.get(key)
        return super().fact(key, what, **more) if known is None else known

    def decide(self, question: Decision) -> Any:
        past = self._past(Stated, question.key) if isinstance(question, Fact) else self._past(Chosen, question.key)
        answer: Any = past.answer if past is not None else self.answers.choice(question)
        refused = question.refuses(answer)
        if refused is not None:
            if past is not None:
                raise Mismatch(self._seq, f"{question.key}: {refused}")
            raise ValueError(f"{question.key}: {refused}")
        if isinstance(question, Fact):
            self._put(Stated(question.key, question.rule, question.by, question.what, answer))
            self.facts = {**self.facts, question.key: answer}
        else:
            self._put(chosen(question, answer))
            self.given.append(answer)
        return answer

    def tell(self, make: Callable[..., Event | list[Event] | None], *args: Any) -> None:
        made = make(*args)
        events = made if isinstance(made, list) else [made] if made is not None else []
        for event in events:
            self._put(Told(event.rule if isinstance(event, Ruling) else rule_at_work(), event))

    # records

    @property
    def _seq(self) -> int:
        """The number of the next record."""
        ahead = self.again or self.past
        return ahead[-1].seq if ahead else self.log.last.seq + 1

    def _past(self, kind: type[B], key: str) -> B | None:
        """The record that the log holds here, if it goes that far. Raises TakenBack where it has an undo."""
        ahead = self.again or self.past
        if not ahead:
            return None
        body = ahead[-1].body
        if isinstance(body, Undone):
            self.past.pop()
            raise TakenBack(body)
        if not isinstance(body, kind) or body.key != key:
            wanted = NAMES[kind]
            raise Mismatch(self._seq, f"the rules come to {wanted} {key} here, the log has {named(body)}")
        return body

    def _put(self, body: Body) -> None:
        """Compares with the log as far as it goes, then writes; and shows."""
        records = self.passages[-1].records if self.passages else []
        if self.again or self.past:
            repeated = bool(self.again)
            record = (self.again or self.past).pop()
            if not record.says(body):
                raise Mismatch(record.seq, difference(body, record.body))
            records.append(record)
            if not repeated:
                self.view.show(record, True)
        else:
            record = self.log.append(body)
            records.append(record)
            self.view.show(record, False)


B = TypeVar("B", Rolled, Chosen, Stated)


def chosen(question: Choice | Allotment, answer: Any) -> Chosen:
    """The record of an answer."""
    key, rule, by = question.key, question.rule, question.by
    if isinstance(question, Choice):
        return Chosen(key, rule, by, tuple(question.options), answer)
    return Chosen(key, rule, by, dict(question.items), {name: count for name, count in answer.items() if count})
