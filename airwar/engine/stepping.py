"""Takes the steps of a battle one after another, and retraces from memory those that were taken before.

A step that stops at a question is taken again from its beginning once there is an answer: what it has recorded is repeated
in silence, then it continues. A step that was taken before is retraced as long as it gets the same answers.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from airwar.engine.answering import Answering
from airwar.engine.dice import Reading
from airwar.engine.log import Record
from airwar.engine.memory import BEGINNING, Memory, StepMemo, StepSegment, Transition, can_be_put_again, lasting
from airwar.engine.moves import End, Position, Then, follow
from airwar.engine.questions import answer_key
from airwar.engine.record_json import Wording
from airwar.engine.records import Body, Chosen, Entered, RoundBegun, Ruled, Told
from airwar.engine.referee import Decision, Event, Fact, Question, Referee, Roll, Ruling
from airwar.engine.rule import rule_at_work
from airwar.engine.trail import Trail

T = TypeVar("T")


@dataclass
class StepStart:
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
        self.starts: list[StepStart] = []
        self.begun = 0  # rounds begun in the present step
        self.given: list[Any] = []  # the answers that the present step has had so far
        self.said: list[Wording] = []  # what the present step has said since the last answer
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
        start = StepStart(position, self.scope, self.round, answering.facts, answering.rulings)
        self.starts.append(start)
        self.trail.records = start.records
        self.begun, self.given, self.waiting = 0, [], True

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
        self.said, self.unasked, self.memo, self.answered = [], [], memo, BEGINNING
        move = position.step(self, *position.args)
        return self._segment(None, move)

    def _segment(self, question: Question | None, move: Any) -> StepSegment:
        """Remembers what the step has done since the last answer."""
        segment = self.memo.get(self.answered)
        if segment is None:
            lasts = None if question is None else lasting(question)
            made = StepSegment(tuple(self.said), self.scope, self.round, self.begun, lasts, move, tuple(self.unasked))
            segment = self.memo.setdefault(self.answered, made)
            self.memory.grow()
        self.said, self.unasked = [], []
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
            for wording in segment.said:
                put(wording)
            self.passed_by += segment.not_asked
            self.scope, self.round, self.begun = segment.scope, segment.round, segment.begun
            if segment.question is None:
                return segment
            if not can_be_put_again(segment.question) and not self._accepted(segment):
                break
            self._answered(segment.question, segment)
            segment = self.memo.get(self.answered)
        self._rewind([*self.starts[-1].records, *reversed(self.trail.again)])
        assert isinstance(self.position, Position)
        self._begin(self.position)
        return None

    def _accepted(self, segment: StepSegment) -> bool:
        """Whether the log holds the answer to the question here, and the step accepted that answer before."""
        ahead = self.trail.ahead
        body = ahead[-1].body if ahead and ahead[-1].kind == "choice" else None
        return isinstance(body, Chosen) and (answer_key(body.answer), body.unasked) in segment.worded

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
            self.given.append(answer)
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
        self.said.append(wording)
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
