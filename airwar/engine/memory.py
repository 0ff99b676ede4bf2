"""What steps did before. A step is a pure function of its arguments and answers, so it need not be taken twice.

A memory holds, for each step and its arguments, what it said up to its first question; for each answer, what it said from
there to the next question; and so on to its end. A walk retraces a step as long as it gets answers that were given before,
and takes the step itself where they end. Whoever answers is asked in either case, and every record is written or compared
in either case, so nothing that a log says depends on what is remembered.

Walks of one scenario share a memory, also in threads: what is in it never changes, it only grows. When it has grown too
much, it begins again.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import replace
from typing import Any, NamedTuple, TypeVar

from airwar.engine.lines import Wording
from airwar.engine.moves import End, Frame, Position, Step
from airwar.engine.questions import Choice, Decision, Fact, Facts, Question, Roll

T = TypeVar("T")

MOST_REMEMBERED = 50_000  # segments, answers and positions: some 50 MB


class StepSegment:
    """What a step does from one answer to its next question, or to its end."""

    __slots__ = ("begun", "further", "move", "not_asked", "question", "round", "said", "scope", "transitions", "worded")

    def __init__(
        self,
        said: tuple[Wording, ...],
        scope: str,
        round_: int,
        begun: int,
        question: Question | None,
        move: Any,
        not_asked: tuple[tuple[Decision, Any], ...] = (),
    ) -> None:
        self.said = said
        self.not_asked = not_asked  # questions with a single answer
        self.scope = scope
        self.round = round_
        self.begun = begun  # rounds that the step has begun up to here
        self.question = question
        self.move = move  # if it ends here
        self.worded: dict[Hashable, Wording] = {}  # records of answers that were accepted here
        self.further: dict[Hashable, StepSegment] = {}  # by answer, as the step understands it
        self.transitions: dict[int, Transition] = {}  # where the move leads, by the identity of the stack of callers


class Transition(NamedTuple):
    """Where a step led: the position, with its scope and round."""

    stack: Frame | None  # the callers that waited; kept here so that nothing else takes over its identity
    position: Position | End
    scope: str
    round: int
    memo: StepMemo | None  # the step at that position


StepMemo = dict[Hashable, StepSegment]  # a step with its arguments: its first segment, if it is known, under BEGINNING

BEGINNING = None


class Memory:
    """What the steps of one scenario did in earlier walks."""

    def __init__(self, most: int = MOST_REMEMBERED) -> None:
        self.most = most
        self.count = 0
        self.memos: dict[tuple[Step, tuple[Any, ...], str, int], StepMemo] = {}
        self.ends: dict[tuple[str, int], tuple[End, Any]] = {}

    def memo(self, position: Position, scope: str, round_: int) -> StepMemo:
        """What is known of a step with its arguments, in this scope and round."""
        return self.memos.setdefault((position.step, position.args, scope, round_), {})

    def once(self, what: str, end: End, make: Callable[[End], T]) -> T:
        """What follows from an end of the battle, worked out once. Walks that are retraced come to the same end."""
        known = self.ends.get((what, id(end)))
        if known is None:
            known = self.ends[what, id(end)] = (end, make(end))
            self.grow()
        found: T = known[1]
        return found

    def grow(self) -> None:
        """One more thing is remembered. If there are too many, everything is forgotten."""
        self.count += 1
        if self.count > self.most:
            self.memos, self.ends, self.count = {}, {}, 0


class Forgetful(Memory):
    """Remembers no step, for whoever looks at the questions themselves: one that is put again cannot tell what its step refuses."""

    def memo(self, position: Position, scope: str, round_: int) -> StepMemo:
        return {}


def lasting(question: Question) -> Question:
    """A question as it can be put again when the step that asked it is over: nothing in it is the step's own to change."""
    if isinstance(question, Roll | Fact):
        return question
    facts = None if question.facts is None else known(question.facts())
    if isinstance(question, Choice):
        return replace(question, facts=facts)
    return replace(question, items=dict(question.items), labels=dict(question.labels), facts=facts)


def known(facts: Mapping[str, int]) -> Facts:
    """Facts that have been looked up."""
    return lambda: facts


def can_be_put_again(question: Question) -> bool:
    """Whether somebody else than the step can put a question: what a step refuses, it alone can tell."""
    return isinstance(question, Roll | Choice) or question.refuse is None


def answer_key(answer: Any) -> Hashable:
    """An answer as a key: one that says how many of each is not hashable itself."""
    return tuple(answer.items()) if isinstance(answer, Mapping) else answer
