"""Writes the story of a battle that was fought: the dice, what is true at the end, and the lines somebody would have typed.

Answers are turned back into lines that are each as long as possible.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from airwar.answers.words import NOTHING_MORE
from airwar.battle.battle import scenario_of
from airwar.engine.history import in_force
from airwar.engine.log import Log
from airwar.engine.questions import Allotment, Choice, Decision, Fact, Roll, same_answer, without_zeros
from airwar.engine.records import Answer, Chosen, Rolled, Ruled, ScenarioText, Stated
from airwar.errors import AirwarError, NotUnderstood
from airwar.play.plan import END, Planned, Planner, is_order
from airwar.scenario.reader import beside
from airwar.setup.loading import shipped_scenarios
from airwar.story.facts import Subject
from airwar.story.reading import GOES_ON, SUFFIX, story_in
from airwar.story.telling import Telling, spelled

_INDENT = "    "
ASK_ALL = "ask: all\n"


class StoryEntry(NamedTuple):
    """An answer that was entered, or a roll."""

    key: str
    answer: Answer
    is_roll: bool = False


class _Elsewhere(AirwarError):
    """The lines of a story lead away from the battle that it is made from."""


def written_story(path: Path) -> str:
    """The story of the battle in a log, as text. Raises AirwarError if it cannot be told as a story."""
    log = Log.load(path)
    ruled = [record for record in in_force(log.records) if isinstance(record.body, Ruled)]
    if ruled:
        raise AirwarError(f"{path}: record {ruled[0].seq} is a ruling of the referee, and a story has no words for that")
    heads = heads_of(log.header.scenario, scenario_of(log).title)
    wanted = entries_of(log)
    try:
        return told(heads, wanted)
    except (_Elsewhere, NotUnderstood):  # an answer was given to a question that is normally not asked
        return told(heads + ASK_ALL, wanted)


def heads_of(source: ScenarioText, title: str) -> str:
    """The heads of the story: a shipped scenario by name if it is unchanged, otherwise its whole text."""
    blocks = [f"file: {name}\n{_indented(text)}" for name, text in (source.files or {}).items()]
    for path in shipped_scenarios():
        same_charts = all(beside(path)(name) == text for name, text in (source.files or {}).items())
        if path.name == source.name and path.read_text("utf-8") == source.text and same_charts:
            return f"title: {title}\nscenario: {path.stem}\n"
    return "".join([f"title: {title}\nscenario:\n{_indented(source.text)}", *blocks])


def _indented(text: str) -> str:
    return "".join(f"{_INDENT}{line}".rstrip() + "\n" for line in text.split("\n"))


def entries_of(log: Log) -> list[StoryEntry]:
    """Everything that was entered or rolled and still counts."""
    bodies = [record.body for record in in_force(log.records)]
    return [
        StoryEntry(body.key, body.faces, True) if isinstance(body, Rolled) else StoryEntry(body.key, body.answer)
        for body in bodies
        if isinstance(body, Rolled | Chosen | Stated)
    ]


def told(heads: str, wanted: Sequence[StoryEntry]) -> str:
    """The story of these entries. Raises _Elsewhere if its lines lead elsewhere."""
    telling = Telling(story_in(heads, Path(f"battle{SUFFIX}")))
    lines = [*_lines_of(telling, wanted), *_facts_of(telling)]
    over = telling.session.question is None
    return f"{heads}\n" + "".join(f"{line}\n" for line in (lines if over else [*lines, GOES_ON]))


def _lines_of(telling: Telling, wanted: Sequence[StoryEntry]) -> Iterator[str]:
    """The typed lines and the dice, each played as soon as it is found."""
    session = telling.session
    dice: list[str] = []
    while True:
        entered = entries_of(session.log)
        if entered != wanted[: len(entered)]:
            raise _Elsewhere("the lines lead elsewhere")
        coming, question = wanted[len(entered) :], session.question
        is_roll = isinstance(question, Roll)
        if dice and not (is_roll and coming):
            yield f"dice {', '.join(dice)}"
            dice = []
        if not coming or question is None:
            return
        if coming[0].key != question.key:
            raise _Elsewhere(f"{question.key} is asked, and {coming[0].key} was answered")
        if isinstance(question, Roll):
            dice.append(" ".join(map(str, coming[0].answer)))
            session.order(dice[-1])
            continue
        until = next((number for number, entry in enumerate(coming) if entry.is_roll), len(coming))
        line, _ = next_line(session, [(entry.key, entry.answer) for entry in coming[:until]])
        yield f"> {line}"
        if not session.order(line).answers:
            raise _Elsewhere(f"{line!r} answers nothing")


def _facts_of(telling: Telling) -> Iterator[str]:
    """The facts at the end: the result, the losses, and where every unit is."""
    facts, session = telling.facts, telling.session
    telling.known.see(session.standing)
    if session.end:
        yield f"= result: {session.end.result}"
    for side in dict.fromkeys(row.side for row in session.standing):
        yield f"= {side}: {', '.join(facts.all_lost(Subject(side, side=side)))}"
    for place in dict.fromkeys(row.place for row in session.standing if row.place):
        yield f"= {place}: {', '.join(facts.all_of(Subject(place, place=place)))}"


_MOST_TRIES = 6  # ways to say something that are tried at the same time
Coming = Sequence[tuple[str, Any]]  # the keys of the questions that come, and their answers


def _spelled(question: Decision, answer: Any) -> str:
    """One answer in words."""
    if isinstance(question, Allotment) and len(without_zeros(answer)) > 1 and same_answer(answer, question.items):
        return "all"
    return spelled(answer)


class AtTheTable(Protocol):
    """A battle at a question, such as a session."""

    def planner(self) -> Planner: ...


def next_line(session: AtTheTable, coming: Coming) -> tuple[str, int]:
    """A line for the pending decision, and how many of the coming answers it gives: as much of one order as fits on a line."""
    return _Speller(session.planner(), coming).line()


class _Words(NamedTuple):
    """The words so far, and whether an order has been skipped since the last of them."""

    words: tuple[str, ...] = ()
    passed: bool = False


class _Speller:
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
        tries, best = [_Words()], None
        for number, (key, answer) in enumerate(self.coming):
            question = self.question(number)
            if question is None or question.key != key:
                break
            begun = any(one.words for one in tries)
            if is_order(question) and begun and (best is None or best[1] != number or not _is_nothing(answer)):
                break  # one order per line, perhaps with the word that it was the last of its kind
            good = [one for one in (self.saying(one, question, answer) for one in tries) if self.given_by(*one.words) == number + 1]
            if good and _spelled(question, answer) != "none":
                best = " ".join(min(good, key=lambda one: len(one.words)).words), number + 1
            if is_order(question) and begun:
                break
            unsaid = [_Words(one.words, one.passed or is_order(question)) for one in tries if self.may_pass(question, answer)]
            tries = [*unsaid, *good][:_MOST_TRIES]
            if not tries:
                break
        return best

    def saying(self, so_far: _Words, question: Decision, answer: Any) -> _Words:
        """The words so far, with those for one more answer."""
        if is_order(question) and _is_nothing(answer):
            return _Words((*so_far.words, "0"))
        named = [_name_of(question)] if is_order(question) and (so_far.passed or not so_far.words) else []
        return _Words((*so_far.words, *filter(None, named), _spelled(question, answer)))

    def may_pass(self, question: Decision, answer: Any) -> bool:
        """Whether an answer may be left unsaid."""
        planner = self.planner
        passes = planner.answers.is_quiet(question) or planner.is_left(question)
        return passes and not isinstance(question, Fact) and same_answer(answer, planner.nothing(question))

    def given_by(self, *words: str) -> int:
        """How many of the coming answers a line gives; 0 if it is not understood, or gives others."""
        try:
            plan = self.planner.plan(" ".join(words))
        except NotUnderstood:
            return 0
        found = [(question, answer) for question, answer in plan.answers]
        right = zip(found, self.coming, strict=False)
        good = all(question.key == key and same_answer(answer, wanted) for (question, answer), (key, wanted) in right)
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
