"""Remembers what steps did. A step is a pure function of its arguments and answers, so it need not be taken twice.

A memory holds, for each step and its arguments, what it said up to its first question; for each answer, what it said from
there to the next question; and so on to its end. A walk retraces a step as long as it gets answers that were given before,
and takes the step itself where they end. Whoever answers is asked in either case, and every record is written or compared
in either case, so nothing that a log says depends on what is remembered.

Walks of one scenario share a memory, even across threads: its content never changes, it only grows. When it has grown too
large, it starts over.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Any, NamedTuple, TypeVar

from airwar.engine.frozen import replace
from airwar.engine.moves import End, Frame, Position, Step
from airwar.engine.questions import Allotment, Choice, Decision, Fact, Facts, Labels, Question, Roll, complete
from airwar.engine.record_json import Wording

T = TypeVar("T")

_MOST_REMEMBERED = 50_000  # segments, answers and positions: about 50 MB


class StepSegment:
    """What a step does from one answer to its next question, or to its end."""

    __slots__ = ("begun", "further", "move", "not_asked", "question", "round", "scope", "transitions", "worded", "wordings")

    def __init__(
        self,
        wordings: tuple[Wording, ...],
        scope: str,
        round_: int,
        begun: int,
        question: Question | None,
        move: Any,
        not_asked: tuple[tuple[Decision, Any], ...] = (),
    ) -> None:
        self.wordings = wordings
        self.not_asked = not_asked  # questions with only one answer
        self.scope = scope
        self.round = round_
        self.begun = begun  # rounds that the step has begun so far
        self.question = question
        self.move = move  # if it ends here
        self.worded: dict[Hashable, Wording] = {}  # records of answers that were accepted here
        self.further: dict[Hashable, StepSegment] = {}  # by answer, as the step understands it
        self.transitions: dict[int, Transition] = {}  # where the move leads, by the id() of the stack of callers


class Transition(NamedTuple):
    """Where a step led: the position, with its scope and round."""

    stack: Frame | None  # the waiting callers; held so that nothing else can get their id()
    position: Position | End
    scope: str
    round: int
    memo: StepMemo | None  # the step at that position


StepMemo = dict[Hashable, StepSegment]  # a step with its arguments: its first segment, if it is known, under BEGINNING

BEGINNING = None


class Memory:
    """What the steps of one scenario did in earlier walks."""

    def __init__(self, most: int = _MOST_REMEMBERED) -> None:
        self.most = most
        self.count = 0
        self.memos: dict[tuple[Step, tuple[Any, ...], str, int], StepMemo] = {}
        self.ends: dict[tuple[str, int], tuple[End, Any]] = {}

    def memo(self, position: Position, scope: str, round_: int) -> StepMemo:
        """What is known of a step with its arguments, in this scope and round."""
        return self.memos.setdefault((position.step, position.args, scope, round_), {})

    def once(self, what: str, end: End, make: Callable[[End], T]) -> T:
        """Something worked out from an end of the battle, once: retraced walks come to the same end object."""
        known = self.ends.get((what, id(end)))
        if known is None:
            known = self.ends[what, id(end)] = (end, make(end))
            self.grow()
        found: T = known[1]
        return found

    def grow(self) -> None:
        """Counts one more thing remembered; forgets everything if there are too many."""
        self.count += 1
        if self.count > self.most:
            self.memos, self.ends, self.count = {}, {}, 0


class Forgetful(Memory):
    """A memory that keeps no step, for whoever inspects the questions: a remembered one cannot tell what its step refuses."""

    def memo(self, position: Position, scope: str, round_: int) -> StepMemo:
        return {}


def lasting(question: Question) -> Question:
    """A question that can be asked again after its step is over: nothing in it is shared with the step."""
    if isinstance(question, Roll | Fact):
        return question
    facts = None if question.facts is None else known(question.facts())
    if isinstance(question, Choice):
        return replace(question, facts=facts)
    labels = question.labels if isinstance(question.labels, Labels) else dict(question.labels)
    return replace(question, items=dict(question.items), labels=labels, facts=facts)


def known(facts: Mapping[str, int]) -> Facts:
    """The facts, worked out."""
    return lambda: facts


class StepNeeded(Exception):
    """Only the step itself can tell whether it accepts an answer."""


def accepting(question: Question, accepted: Iterable[Any]) -> Question:
    """A question without its step: it knows the answers that the step has accepted, and raises StepNeeded at any other."""
    if isinstance(question, Roll | Choice):
        return question
    known = list(accepted)
    if isinstance(question, Allotment):
        known = [complete(question.items, dict(answer)) for answer in known]

    def refuse(answer: Any) -> None:
        if answer not in known:
            raise StepNeeded

    return replace(question, refuse=refuse)


def can_be_put_again(question: Question) -> bool:
    """Whether a question can be asked without its step: only the step itself can tell what it refuses."""
    return isinstance(question, Roll | Choice) or question.refuse is None
