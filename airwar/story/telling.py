"""Plays a story line by line, and reports the expectations that fail."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from airwar.answers.menu import normalized
from airwar.engine.history import in_force
from airwar.engine.questions import Fact, Question, Roll, labels_of, without_zeros
from airwar.engine.records import ALL, Rolled, Seated
from airwar.engine.words import listed
from airwar.errors import AirwarError, BadAnswer
from airwar.play.plan import ASK_NO_MORE, Done
from airwar.play.session import Session
from airwar.story.facts import Facts, Unclear, Vocabulary, claim_of, has, heard, of_roll, rolled
from airwar.story.reading import SAID, BadStory, Story, StoryLine

_UNDO = "u"
_NOTHING = "nothing"  # what is asked when the battle is over
_MOST_SHOWN = 12  # the most sentences, and the most options, in a message


class Failure(NamedTuple):
    """A line that failed: what happened instead, and the corrected line, if there is one."""

    line: StoryLine
    instead: str
    right: str | None = None

    @property
    def stops(self) -> bool:
        """Whether nothing can be played after it."""
        return not self.line.is_expected


class Telling:
    """A story being played."""

    def __init__(self, story: Story) -> None:
        self.story = story
        self.scenario = story.scenario()
        seats = Seated(play=dict.fromkeys(story.values("play"), "") or None, ask=ALL if story.values("ask") else None)
        try:
            self.session = Session.begin(
                self.scenario, seed=1, mode="physical", ask_before_end=True, ask_all=bool(story.values("ask")), seats=seats
            )
        except BadAnswer as wrong:  # no such side
            raise BadStory([story.problem(story.heads["play"][0][0], str(wrong))]) from None
        self.known = Vocabulary(self.scenario)
        self.known.see(self.session.standing)
        self.since = 0  # the record before the last run of played lines
        self.before = 0  # the record before the last played line
        self.refusal = ""
        self.checked = False  # whether an expectation has followed those lines

    def play(self) -> Iterator[tuple[StoryLine, Failure | None]]:
        """Plays the lines, each with its failure if any; stops at the first after which nothing can be played."""
        for line in self.story.lines:
            failure = self.hear(line)
            yield line, failure
            if failure and failure.stops:
                return
        if self.session.question is not None and not self.story.goes_on:
            last = StoryLine(self.story.text.count("\n") + 1, "", "the end of the story")
            yield last, Failure(last, f"{self.pending}\nend the story with ... if the battle goes on after it")
        elif self.session.question is None and self.story.goes_on:
            last = StoryLine(self.story.text.rstrip().count("\n") + 1, "", "...")
            yield last, Failure(last, self.pending)

    def hear(self, line: StoryLine) -> Failure | None:
        """Plays or checks one line; returns its failure, if any."""
        try:
            if line.is_expected:
                self.checked = True
                return {"?": self.asks, "=": self.is_so, SAID: self.says}[line.sign](line)
            if self.checked:
                self.since, self.checked = len(self.session.log.records), False
            self.refusal, self.before = "", len(self.session.log.records)
            failure = {">": self.types, "!": self.refuses, "dice": self.rolls}[line.sign](line)
            self.known.see(self.session.standing)
            return failure
        except AirwarError as error:
            return Failure(line, f"{error}\n{self.pending}" if not line.is_expected else str(error))

    # what is done

    def types(self, line: StoryLine) -> Failure | None:
        if isinstance(self.session.question, Roll) and line.text not in (_UNDO, ASK_NO_MORE):
            return Failure(line, self.pending)
        done = self.carry_out(line.text)
        if done is None or done.answers:
            return done and self.left_over(line, done)
        return Failure(line, f"it answers nothing\n{self.pending}")

    def carry_out(self, text: str) -> Done | None:
        """Carries out a typed line: an order, or a key that answers nothing."""
        if text == _UNDO:
            self.session.undo()
        elif text == ASK_NO_MORE:
            self.session.ask_no_more()
        else:
            return self.session.order(text)
        return None

    def rolls(self, line: StoryLine) -> Failure | None:
        if not isinstance(self.session.question, Roll):
            return Failure(line, f"no dice are asked for\n{self.pending}")
        return self.left_over(line, self.session.order(line.text))

    def left_over(self, line: StoryLine, done: Done) -> Failure | None:
        return Failure(line, f"{done.left} is left over: {done.why}\n{self.pending}") if done.left else None

    def refuses(self, line: StoryLine) -> Failure | None:
        before = self.session.log.records[-1].hash
        try:
            done = self.carry_out(line.text)
        except AirwarError as wrong:
            self.refusal = str(wrong)
            changed = before != self.session.log.records[-1].hash
            return Failure(line, f"it was refused, but left something in the log: {wrong}") if changed else None
        answers = done.answers if done else ()
        given = "; ".join(f"{question.key}: {spelled(answer)}" for question, answer in answers) or (
            "the dice" if done else "nothing"
        )
        return Failure(line, f"it was not refused; it answered {given}\n{self.pending}")

    # what is so

    def says(self, line: StoryLine) -> Failure | None:
        """Checks what was said in response to the lines above."""
        wordings = [(self.refusal,)] if self.refusal else self.heard(self.since)
        if any(has(text, line.text) for every in wordings for text in every):
            return None
        texts = [every[0] for every in wordings]
        right = max(texts, key=lambda text: _alike(text, line.text), default="")
        message = ["what was said:", *(f"  {text}" for text in texts[-_MOST_SHOWN:])] if texts else ["nothing was said"]
        is_meant = 2 * _alike(right, line.text) >= len(line.text.split())  # not some other sentence
        return Failure(line, "\n".join(message), right if is_meant else None)

    def asks(self, line: StoryLine) -> Failure | None:
        """Checks what is asked: parts of its key, what is offered, or who is asked."""
        question = self.session.question
        key = question.key if question else _NOTHING
        names = {normalized(name) for name in self.names_of(question)} if question else {_NOTHING}
        for part in normalized(line.text).split(","):
            words = [part.strip()] if part.strip() in names else part.split()
            if not all(word in names or f".{word}." in f".{key}." for word in words):
                return Failure(line, self.pending, key)
        return None

    def names_of(self, question: Question) -> list[str]:
        whose = [question.by, self.scenario.side_name(question.by), "dice" if isinstance(question, Roll) else ""]
        return [*whose, *(text for pair in _offered(question) for text in pair)]

    def heard(self, since: int) -> list[tuple[str, ...]]:
        """Everything said since a record."""
        return heard([record for record in in_force(self.session.log.records) if record.seq >= since], self.scenario.side_name)

    def is_so(self, line: StoryLine) -> Failure | None:
        subject, _, claims = (part.strip() for part in line.text.partition(": "))
        if subject == "result":
            return self.result_is(line, claims)
        if subject == "roll":
            return self.roll_is(line, claims)
        facts = self.facts
        try:
            about = facts.subject(subject)
            checked = facts.check(about, claims)
        except Unclear as unclear:
            return Failure(line, str(unclear))
        if all(one.so for _, one in checked):
            return None
        right = ", ".join(
            {normalized(text): text for text in (claim if one.so else one.instead for claim, one in checked)}.values()
        )
        wrong = [f"not so: {claim}; it is {one.instead}" for claim, one in checked if not one.so]
        return Failure(line, "\n".join([*wrong, *(f"{subject}: {text}" for text in facts.all_true(about))]), f"{subject}: {right}")

    def result_is(self, line: StoryLine, claims: str) -> Failure | None:
        end = self.session.end
        if end is None:
            return Failure(line, f"the battle is not over\n{self.pending}")
        return None if has(end.result, claims) else Failure(line, f"result: {end.result}", f"result: {end.result}")

    def roll_is(self, line: StoryLine, claims: str) -> Failure | None:
        roll = next((one.body for one in reversed(self.session.entries) if isinstance(one.body, Rolled)), None)
        if roll is None:
            return Failure(line, "nothing has been rolled yet")
        told = [claim.strip() for claim in claims.split(",")]
        if all(of_roll(roll, claim) for claim in told):
            return None
        right = dict.fromkeys(claim if of_roll(roll, claim) else claim_of(roll, claim) for claim in told)
        return Failure(line, rolled(roll), f"roll: {', '.join(right)}")

    @property
    def facts(self) -> Facts:
        """The facts at this moment."""
        newest = self.known.scenario.ruleset.newest
        state = self.session.end.state if self.session.end else newest(self.session.states)
        return Facts(self.known, self.session.standing, state)

    @property
    def pending(self) -> str:
        """What is asked now, in words."""
        question = self.session.question
        if question is None:
            return f"the battle is over: {self.session.end.result if self.session.end else ''}"
        if isinstance(question, Roll):
            return f"{question.key} is rolled next, {question.reading.dice} ({question.rule})"
        names = listed((name for name, _ in _offered(question)), _MOST_SHOWN)
        return f"{self.scenario.side_name(question.by)} is asked {question.key} ({question.rule}): {names}"


def _offered(question: Question) -> list[tuple[str, str]]:
    """What may be answered: names and labels."""
    return [(one, one) for one in question.examples] if isinstance(question, Fact) else list(labels_of(question).items())


def spelled(answer: object) -> str:
    """An answer as it is typed."""
    if isinstance(answer, dict):
        return " ".join(f"{number} {name}" for name, number in without_zeros(answer).items()) or "none"
    return str(answer)


def _alike(text: str, other: str) -> int:
    """How many words two texts have in common."""
    return len(set(normalized(text).split()) & set(normalized(other).split()))


def mended(story: Story, failures: Iterable[Failure]) -> str:
    """The text of a story with its failed expectations corrected. Everything else stays as it is."""
    lines = story.text.split("\n")
    for line, _, right in failures:
        if right is not None and line.is_expected:
            raw = lines[line.number - 1]
            start = raw.index(line.text, len(line.sign))
            lines[line.number - 1] = f"{raw[:start]}{right}{raw[start + len(line.text) :]}"
    return "\n".join(lines)
