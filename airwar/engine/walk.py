"""Walks a battle: follows its log to its end, continues from there, and goes back where an entry is undone or corrected.

A walk keeps the position at which each step began, so it can go back to any of them. A step that stops at a question is taken
again from its beginning once there is an answer: what it has recorded is repeated in silence, then it continues. A step that
was taken before is retraced from memory as long as it gets the same answers.
"""

from __future__ import annotations

from abc import abstractmethod
from bisect import bisect_left
from collections.abc import Callable, Hashable, Mapping
from dataclasses import field, replace
from typing import Any, NamedTuple, TypeVar

from airwar.engine.answering import Answering, Answers
from airwar.engine.collector import paused
from airwar.engine.dice import Reading
from airwar.engine.events import Event, Ruling
from airwar.engine.frozen import dataclass
from airwar.engine.history import LASTING
from airwar.engine.log import Log, Record
from airwar.engine.memory import (
    BEGINNING,
    Memory,
    StepMemo,
    StepNeeded,
    StepSegment,
    Transition,
    accepting,
    can_be_put_again,
    lasting,
)
from airwar.engine.moves import End, Position, Then, follow
from airwar.engine.questions import Allotment, Asked, Decision, Fact, Question, Roll, answer_key
from airwar.engine.record_json import Wording
from airwar.engine.records import (
    Body,
    Chosen,
    Corrected,
    DiceChanged,
    Ended,
    Entered,
    Mailed,
    Noted,
    Ordered,
    RoundBegun,
    Ruled,
    Seated,
    Stated,
    Told,
    Undone,
)
from airwar.engine.redo import Redo
from airwar.engine.referee import Prefilled, Referee
from airwar.engine.rule import rule_at_work
from airwar.engine.trail import Blind, StepRuled, TakenBack, Trail, View, on_position
from airwar.errors import Mismatch

T = TypeVar("T")


@dataclass
class _StepStart:
    """A step under way: how things were when it began, and the records it has made."""

    position: Position
    scope: str
    round: int
    facts: Mapping[str, str]  # stated before it began
    rulings: tuple[Ruled, ...]  # on rolls that were still to come
    records: list[Record] = field(default_factory=list)


class Stepping(Referee):
    """Goes from step to step, and keeps the position in which each began."""

    def __init__(self, start: Then[Any] | End, trail: Trail, answering: Answering, memory: Memory) -> None:
        self.position: Position | End = start if isinstance(start, End) else Position(start.step, (start.state,))
        self.trail = trail
        self.answering = answering
        self.memory = memory
        self.starts: list[_StepStart] = []
        self.begun = 0  # rounds begun in the present step
        self.step_answers: list[Any] = []  # the answers that the present step has had so far
        self.wordings: list[Wording] = []  # what the present step has said since the last answer
        self.unasked: list[tuple[Decision, Any]] = []  # questions with only one answer since the last answer
        self.passed_by: list[tuple[Decision, Any]] = []  # the same, since the last answer in any step
        self.memo: StepMemo = {}  # where the memory keeps what follows the last answer ...
        self.answered: Hashable = BEGINNING  # ... and under which key
        self.waiting = False  # the present step stopped at a question

    # from step to step

    def _steps(self) -> End:
        """Takes step after step, to the end."""
        memo: StepMemo | None = None
        while isinstance(self.position, Position):
            begun = self.position
            self._begin(begun)
            if memo is None or self.position is not begun:
                memo = self.memory.memo(self.position, self.scope, self.round)
            last = self._retrace(memo) or self._take(self.position, memo)
            memo = self._leave(self.position, last)
        return self.position

    def _begin(self, position: Position) -> None:
        answering = self.answering
        start = _StepStart(position, self.scope, self.round, answering.facts, answering.rulings)
        self.starts.append(start)
        self.trail.records = start.records
        self.begun, self.step_answers, self.waiting = 0, [], True

    def _rewind(self, records: list[Record]) -> None:
        """Goes back to where the last step began; it will repeat these of its records."""
        begun = self.starts.pop()
        self.answering.dice.go_back(begun.records)
        self.position, self.scope, self.round = begun.position, begun.scope, begun.round
        self.answering.facts, self.answering.rulings = begun.facts, begun.rulings
        self.trail.again = records[::-1]
        self.waiting = False

    def _leave(self, begun: Position, last: StepSegment) -> StepMemo | None:
        """Ends the step, and goes to where it leads."""
        transition = last.transitions.get(id(begun.stack))
        if transition is None:
            transition = last.transitions[id(begun.stack)] = self._transition(begun, last)
            self.memory.grow()
        _, self.position, self.scope, self.round, memo = transition
        self.waiting = False
        return memo

    def _transition(self, begun: Position, last: StepSegment) -> Transition:
        """Where a step leads."""
        step, _, stack = begun
        position = follow(last.move, stack, self, step)
        memo = self.memory.memo(position, self.scope, self.round) if isinstance(position, Position) else None
        return Transition(stack, position, self.scope, self.round, memo)

    # within a step

    def _take(self, position: Position, memo: StepMemo) -> StepSegment:
        """Takes a step, and remembers it."""
        self.wordings, self.unasked, self.memo, self.answered = [], [], memo, BEGINNING
        move = position.step(self, *position.args)
        return self._segment(None, move)

    def _segment(self, question: Question | None, move: Any) -> StepSegment:
        """Remembers what the step has done since the last answer."""
        segment = self.memo.get(self.answered)
        if segment is None:
            lasts = None if question is None else lasting(question)
            made = StepSegment(tuple(self.wordings), self.scope, self.round, self.begun, lasts, move, tuple(self.unasked))
            segment = self.memo.setdefault(self.answered, made)
            self.memory.grow()
        self.wordings, self.unasked = [], []
        if question is not None and (segment.question is None or segment.question.key != question.key):
            raise AssertionError(f"a step must ask the same after the same answers, but now it asks {question.key}")
        return segment

    def _retrace(self, memo: StepMemo) -> StepSegment | None:
        """Goes through a step as it was taken before. None if it never was with these answers; it then begins anew."""
        segment = memo.get(BEGINNING)
        if segment is None:
            return None
        put = self.trail.put
        while segment is not None:
            for wording in segment.wordings:
                put(wording)
            self.passed_by += segment.not_asked
            self.scope, self.round, self.begun = segment.scope, segment.round, segment.begun
            if segment.question is None:
                return segment
            try:
                self._answered(self._put_again(segment.question, segment), segment)
            except StepNeeded:
                break
            except Asked:
                if can_be_put_again(segment.question):
                    raise
                break  # the step itself asks
            segment = self.memo.get(self.answered)
        self._rewind([*self.starts[-1].records, *reversed(self.trail.again)])
        assert isinstance(self.position, Position)
        self._begin(self.position)
        return None

    def _accepted(self, segment: StepSegment) -> bool:
        """Whether the log holds the answer to the question here, and the step accepted that answer before."""
        ahead = self.trail.ahead
        body = ahead[-1].body if ahead and ahead[-1].kind in ("choice", "stated") else None
        if isinstance(body, Stated):
            return body.answer in segment.further
        return isinstance(body, Chosen) and (answer_key(body.answer), body.unasked) in segment.worded

    def _put_again(self, question: Question, segment: StepSegment) -> Question:
        """A remembered question as it can be put without its step. Raises StepNeeded if it cannot."""
        answering = self.answering
        if can_be_put_again(question) or (isinstance(question, Fact) and question.key in answering.facts):
            return question
        accepted = bool(self.trail.ahead) and self._accepted(segment)
        if accepted and isinstance(question, Allotment):
            return question
        nobody_asked = accepted if self.trail.ahead else answering.unnoticed and not answering.held
        if not nobody_asked or answering.asked is not None:
            raise StepNeeded  # or whoever gives another answer would be asked twice, or somebody would keep the question
        return accepting(question, segment.further)

    def _answered(self, question: Question, segment: StepSegment) -> Any:
        """Gets an answer to the question at the end of a segment, whether the step is taken or retraced."""
        answering = self.answering
        answer: Any
        if isinstance(question, Fact):
            answer = answering.facts.get(question.key)
            if answer is None:
                self._come_to(question.key)
                answer = answering.stated(question)
            self.answered = answer
        else:
            self._come_to(question.key)
            if isinstance(question, Roll):
                answer = self.answered = answering.rolled(question, segment.worded, self.memory)
            else:
                answer = answering.decided(question, segment.worded, self.memory)
                self.answered = answer_key(answer)
            self.step_answers.append(answer)
        self.memo = segment.further
        self.passed_by = []
        return answer

    @abstractmethod
    def _come_to(self, key: str) -> None:
        """The walk comes to a question. Remarks made there before the answer are followed first."""

    # what steps call

    def enter(self, scope: str, title: str) -> None:
        super().enter(scope, title)
        self._say(Entered(scope, title, rule_at_work()))

    def new_round(self) -> None:
        super().new_round()
        self.begun += 1
        self._say(RoundBegun(self.scope, self.round))

    def tell(self, make: Callable[..., Event | list[Event] | None], *args: Any) -> None:
        made = make(*args)
        events = made if isinstance(made, list) else [made] if made is not None else []
        for event in events:
            self._say(Told(event.rule if isinstance(event, Ruling) else rule_at_work(), event))

    def _say(self, body: Body) -> None:
        """Records what the present step says."""
        wording = Wording(body)
        self.wordings.append(wording)
        self.trail.put(wording)

    def not_asked(self, question: Decision, answer: Any) -> None:
        self.unasked.append((question, answer))
        self.passed_by.append((question, answer))

    def cited_rule(self) -> str:
        return rule_at_work()

    def roll(self, key: str, reading: Reading[T], by: str = "") -> T:
        question = Roll(self.full_key(key), rule_at_work(), reading, by)
        outcome: T = self._answered(question, self._segment(question, None))
        return outcome

    def decide(self, question: Decision) -> Any:
        return self._answered(question, self._segment(question, None))


Closing = Callable[[End, int | None], Ended]  # makes the last record of a battle; also gets the number of the end that it corrects
Adjust = Callable[[Position, Ruled], Position]  # the position after a ruling on a unit or an option; ValueError if it cannot be


class Here(NamedTuple):
    """A position within a step, as a step of its own."""

    first: Position
    scope: str  # when the step began
    round: int
    begun: int  # rounds that the step has begun since


class Walk(Stepping):
    """A battle under way. What the log already holds is followed and compared; from there on the log is written.

    `every_course` follows every course that the log took, through its undos and corrections; otherwise only the records in
    force are followed. `ask_before_end`: the walk stops when the battle is over, and `finish` writes the end. `to_the_word`:
    this version wrote the log, so its words are compared too.
    """

    def __init__(
        self,
        start: Then[Any] | End,
        log: Log,
        answers: Answers,
        view: View | None = None,
        closing: Closing | None = None,
        every_course: bool = False,
        ask_before_end: bool = False,
        memory: Memory | None = None,
        adjust: Adjust | None = None,
        again: Redo | None = None,
        to_the_word: bool = True,
    ) -> None:
        trail = Trail(log, view or Blind(), every_course, to_the_word)
        super().__init__(start, trail, Answering(answers, trail, again), Memory() if memory is None else memory)
        self.log = log
        self.closing = closing
        self.ask_before_end = ask_before_end
        self.adjust = adjust
        self.ends = [record.seq for record in log.records if record.kind == "end"]
        self.positions_ruled = any(record.kind == "ruling" for record in trail.past)

    def run(self) -> End:
        """Walks to the end, or as far as there are answers."""
        if self.waiting:
            self._rewind(self.starts[-1].records)
        while True:
            try:
                with paused():
                    end = self._steps()
                if not self.ask_before_end or self.trail.past:
                    self.finish()
                return end
            except TakenBack as taken:
                self._take_back(taken.record)
            except StepRuled as ruled:
                self._rewind(self.starts[-1].records)
                self._hold_ruling(ruled.record, True)

    def finish(self) -> None:
        """Writes the end of the battle, or compares it with the log."""
        assert isinstance(self.position, End), "the battle is over"
        trail = self.trail
        trail.pass_remarks("")
        if self.closing:
            earlier = bisect_left(self.ends, trail.seq)
            trail.put(Wording(self.closing(self.position, self.ends[earlier - 1] if earlier else None)))
            if earlier == len(self.ends):
                self.ends.append(trail.records[-1].seq)
        if trail.past:
            trail.reopen()

    # where we are

    @property
    def state(self) -> Any:
        """The state of the procedure under way."""
        return self.states[-1]

    @property
    def states(self) -> tuple[Any, ...]:
        """What is on the table now: the states of all procedures under way, the outermost first."""
        return self.position.states if isinstance(self.position, Position) else (self.position.state,)

    @property
    def facts(self) -> Mapping[str, str]:
        """What the table has stated so far, by key."""
        return self.answering.facts

    @property
    def rulings(self) -> tuple[Ruled, ...]:
        """The rulings that await the pending roll or a later one."""
        return self.answering.rulings

    def here(self, *further: Any) -> Here:
        """The position at the pending question, with the answers that the step has had so far, and `further` ones, prefilled."""
        step, args, stack = self.position if isinstance(self.position, Position) else self.starts[-1].position
        answers = (*self.step_answers, *further)

        def from_here(ref: Referee, *args: Any) -> Any:
            return step(Prefilled(ref, answers), *args)

        return Here(Position(from_here, args, stack), self.starts[-1].scope, self.starts[-1].round, self.begun)

    # going back

    def go_back(self, seq: int) -> None:
        """Goes back to just before a record in force. The walk continues from there with the next `run`."""
        while len(self.starts) > 1 and (not self.starts[-1].records or self.starts[-1].records[0].seq > seq):
            self.answering.dice.go_back(self.starts.pop().records)
        records = self.starts[-1].records
        self.trail.view.back(seq)
        self._rewind([record for record in records if record.seq < seq])

    def _take_back(self, record: Record) -> None:
        """Goes back to where a record says. If it is a ruling, it holds from there on."""
        back, trail = record.body, self.trail
        assert isinstance(back, Undone | Corrected | Ruled), "the record goes back"
        if back.to is None:
            self._rewind(self.starts[-1].records)
        else:
            self.go_back(back.to)
        if isinstance(back, Corrected):
            trail.due = back
        elif isinstance(back, Ruled):
            self._hold_ruling(record, trail.every_course)

    def _hold_ruling(self, record: Record, past: bool) -> None:
        """Makes the step that begins next come to this ruling after the records that it repeats."""
        self.positions_ruled = True
        self.trail.again.insert(0, record)
        self.trail.view.show(record, past)

    def _rewind(self, records: list[Record]) -> None:
        super()._rewind(records)
        if self.positions_ruled:
            self.memory = Memory()  # a step may depend on an option that its arguments do not show

    # what is said at a question

    def remark(self, body: Noted | DiceChanged | Seated | Ordered | Mailed) -> None:
        """Adds a remark at the pending question."""
        self.trail.add(self.log.append(body))

    def correct(self, to: Corrected) -> None:
        """Writes a correction to the log, and goes back to its entry. The next `run` enters again what still fits."""
        self.answering.go_back(to)
        self._take_back(self.log.append(to))

    def rule(self, ruling: Ruled) -> None:
        """Writes a ruling at the pending question. The next `run` goes on from there, or from where the ruling goes back to."""
        ruling = self.placed(ruling)
        self.answering.entered_again = 0
        if ruling.to is not None:
            self.answering.go_back(ruling)
        record = self.log.append(ruling)
        if ruling.to is not None or ruling.on_position:
            self._take_back(record)
        else:
            self.trail.add(record)

    def placed(self, ruling: Ruled) -> Ruled:
        """A ruling with its place: one that changes the position goes back to where the present step began. Raises ValueError."""
        if not ruling.on_position:
            return ruling
        if not isinstance(self.position, Position) or self.adjust is None:
            raise ValueError("there is no position to change")
        self.adjust(self.position, ruling)
        made = [record for record in self.starts[-1].records if record.kind not in LASTING]
        redone = [record for record in made if not on_position(record)]
        return replace(ruling, to=redone[0].seq if redone else None)

    def _come_to(self, key: str) -> None:
        """Passes the remarks at a question, or makes rulings again there. Raises TakenBack where the log or a ruling goes back."""
        answering, trail = self.answering, self.trail
        answering.rulings = (*answering.rulings, *trail.pass_remarks(key))
        if answering.held and not trail.ahead and trail.due is None:
            self._rule_again(key)

    def _rule_again(self, key: str) -> None:
        """Makes the rulings again that were made at this question, if they still fit. Raises TakenBack where one goes back."""
        answering = self.answering
        while (ruling := answering.held.ruling(key)) is not None:
            try:
                placed = self.placed(ruling)
            except ValueError:
                continue
            if placed.to is not None:
                answering.go_back(placed, begun=True)
            record = self.log.append(placed)
            if placed.on_position:
                raise TakenBack(record)
            answering.rulings = (*answering.rulings, placed)
            self.trail.add(record)

    def _begin(self, position: Position) -> None:
        """Begins a step, in a position that the referee has changed if the log says so."""
        super()._begin(position)
        if self.positions_ruled:
            self._adjust_position(position)

    def _adjust_position(self, position: Position) -> None:
        for record in self.trail.pass_rulings_on_step():
            ruling = record.body
            assert isinstance(ruling, Ruled)
            if self.adjust is None:
                return
            try:
                self.position = position = self.adjust(position, ruling)
            except ValueError as refused:
                raise Mismatch(record.seq, f"{ruling.key}: {refused}") from None
            self.memory = Memory()
