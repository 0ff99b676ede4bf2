"""Turns answers back into lines that a person would type, each as long as possible."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from airwar.answers.words import NOTHING_MORE
from airwar.engine.questions import Allotment, Choice, Decision, Fact, Roll
from airwar.errors import NotUnderstood
from airwar.language.plan import END, Planned, Planner, is_order, same

MOST_TRIES = 6  # ways to say something that are tried at the same time
Coming = Sequence[tuple[str, Any]]  # the keys of the questions that come, and their answers


def _spelled(question: Decision, answer: Any) -> str:
    """One answer in words."""
    if isinstance(question, Allotment):
        given = {name: number for name, number in answer.items() if number}
        if len(given) > 1 and same(question, given, dict(question.items)):
            return "all"
        return " ".join(f"{number} {name}" for name, number in given.items()) or "none"
    return str(answer)


class AtTheTable(Protocol):
    """A battle at a question, such as a session."""

    def planner(self) -> Planner: ...


def next_line(session: AtTheTable, coming: Coming) -> tuple[str, int]:
    """A line for the pending decision, and how many of the coming answers it gives: as much of one order as fits on a line."""
    return Speller(session.planner(), coming).line()


class Said(NamedTuple):
    """The words so far, and whether an order has been skipped since the last of them."""

    words: tuple[str, ...] = ()
    passed: bool = False


class Speller:
    """Looks for the longest line that gives the coming answers, and for the fewest words that say it."""

    def __init__(self, planner: Planner, coming: Coming) -> None:
        self.planner = planner
        self.coming = coming

    def line(self) -> tuple[str, int]:
        pending, answer = self.question(0), self.coming[0][1]
        assert pending is not None
        best = self.longest() or (_spelled(pending, answer), 1)
        if best[1] > 1:
            return best
        if is_order(pending) and _is_nothing(answer):
            given = self.given_by(END)
            return (END, given) if given > 1 else ("0", 1)
        return best

    def longest(self) -> tuple[str, int] | None:
        """The line that gives the most of the coming answers."""
        tries, best = [Said()], None
        for number, (key, answer) in enumerate(self.coming):
            question = self.question(number)
            if question is None or question.key != key:
                break
            begun = any(one.words for one in tries)
            if is_order(question) and begun and (best is None or best[1] != number or not _is_nothing(answer)):
                break  # one order per line, perhaps with the word that it was the last of its kind
            said = [one for one in (self.saying(one, question, answer) for one in tries) if self.given_by(*one.words) == number + 1]
            if said and _spelled(question, answer) != "none":
                best = " ".join(min(said, key=lambda one: len(one.words)).words), number + 1
            if is_order(question) and begun:
                break
            unsaid = [Said(one.words, one.passed or is_order(question)) for one in tries if self.may_pass(question, answer)]
            tries = [*unsaid, *said][:MOST_TRIES]
            if not tries:
                break
        return best

    def saying(self, said: Said, question: Decision, answer: Any) -> Said:
        """The words so far, with those for one more answer."""
        if is_order(question) and _is_nothing(answer):
            return Said((*said.words, "0"))
        named = [_name_of(question)] if is_order(question) and (said.passed or not said.words) else []
        return Said((*said.words, *filter(None, named), _spelled(question, answer)))

    def may_pass(self, question: Decision, answer: Any) -> bool:
        """Whether an answer may be left unsaid."""
        planner = self.planner
        passes = planner.given.is_quiet(question) or planner.is_left(question)
        return passes and not isinstance(question, Fact) and same(question, answer, planner.nothing(question))

    def given_by(self, *words: str) -> int:
        """How many of the coming answers a line gives; 0 if it is not understood, or gives others."""
        try:
            plan = self.planner.plan(" ".join(words))
        except NotUnderstood:
            return 0
        found = [(question, answer) for question, answer in plan.answers]
        right = zip(found, self.coming, strict=False)
        good = all(question.key == key and same(question, answer, wanted) for (question, answer), (key, wanted) in right)
        return len(found) if good and len(found) <= len(self.coming) else 0

    def question(self, number: int) -> Decision | None:
        """The question to which a coming answer belongs."""
        plan = Planned()
        for _, answer in self.coming[:number]:
            asked = self.planner.after(plan).question
            assert isinstance(asked, Choice | Allotment | Fact)
            plan = plan.then(asked, answer)
        question = self.planner.after(plan).question
        return None if isinstance(question, Roll) else question


def _is_nothing(answer: Any) -> bool:
    """Whether an answer means no more orders."""
    return answer in NOTHING_MORE or answer == {}


def _name_of(question: Decision) -> str:
    """The word with which an order begins, if it has one."""
    words = () if isinstance(question, Fact) else question.words
    return words[0] if len(words) == 1 or (words and not isinstance(question, Choice)) else ""
