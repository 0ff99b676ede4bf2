"""Answers the questions of a walk: from the log as far as it goes, then from entries being redone, then from whoever answers."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any, NamedTuple, Protocol, runtime_checkable

from airwar.engine.dice import Faces
from airwar.engine.history import GO_BACK, entries, in_force
from airwar.engine.memory import Memory
from airwar.engine.questions import Allotment, Choice, Decision, Fact, Menu, Roll, answer_key, without_zeros
from airwar.engine.record_json import Wording
from airwar.engine.records import Body, Chosen, Corrected, Rolled, Ruled, Stated
from airwar.engine.redo import DrawnDice, Redo, abandoned, pending_redo
from airwar.engine.ruling import ruled
from airwar.engine.trail import Trail
from airwar.engine.words import shown
from airwar.errors import Endless

MOST_ROLLS = 5_000  # a battle that asks for more rolls than this never ends
ORDERS = "orders"  # why nobody was asked in a battle by mail: standing orders answered
Worded = dict[Hashable, Wording]  # records of answers that were accepted before


class Unasked(NamedTuple):
    """An answer given without asking anybody, and why: a script plays that side, or it is the usual answer."""

    answer: Any
    why: str


class Answers(Protocol):
    """Who answers: a person, a script, chance. Raises Asked when it has no answer."""

    def faces(self, roll: Roll, drawn: int) -> tuple[Faces, str]:
        """The faces and their source: machine, physical or scripted. `drawn` is the number of machine dice rolled so far."""

    def choice(self, question: Decision) -> Any:
        """The answer to a choice, an allotment or a question for a fact; `Unasked` if nobody had to be asked."""


@runtime_checkable
class Unnoticing(Protocol):
    """Answers that follow from the question alone, so that it may be put twice."""

    @property
    def unnoticed(self) -> bool: ...


class Answering:
    """Finds the answer to each question, checks it, and records it. Knows what the table has stated and ruled so far."""

    def __init__(self, answers: Answers, trail: Trail, again: Redo | None) -> None:
        self.answers = answers
        self.unnoticed = isinstance(answers, Unnoticing) and answers.unnoticed
        self.trail = trail
        self.facts: Mapping[str, str] = {}  # what the table has stated so far, by key
        self.rulings: tuple[Ruled, ...] = ()  # rulings on rolls still to come
        self.dice = DrawnDice()
        self.held = again or Redo()  # what a correction or a ruling will enter again
        self.entered_again = 0  # how many of those entries still fit
        self.rolls = 0  # rolls that were not in the log
        self.asked: dict[str, Decision] | None = None  # the decisions made, by key, if anybody wants them
        records = trail.log.records
        if not trail.every_course and any(record.kind in GO_BACK for record in records):
            self.dice, self.held = DrawnDice(entries(records)), pending_redo(records)

    def only_from_the_log(self) -> None:
        """Forgets what was taken back: it is not entered again, nor its dice shown again. The numbers of those dice stay used."""
        records = self.trail.log.records
        self.dice, self.held = DrawnDice(entries(records)), Redo()
        self.dice.seen_by(entries(in_force(records)))

    def go_back(self, back: Corrected | Ruled, begun: bool = False) -> None:
        """The next record of the log goes back: what still fits is entered again, ahead of what is already waiting.

        `begun`: entries are already being redone.
        """
        redone = abandoned(self.trail.log.records, back)
        self.entered_again = self.entered_again - redone.entries if begun else 0  # these are entered once more
        self.held = redone.then(self.held)

    def rolled(self, question: Roll, worded: Worded, memory: Memory) -> Any:
        """What the dice of a roll mean."""
        trail = self.trail
        past = trail.entry(Rolled, question.key, question.rule)
        asked, (question, decreed, waiting) = question, ruled(question, self.rulings)
        worded = worded if question is asked else {}  # a ruling changed how it is read
        reading = question.reading
        faces, source = (past.faces, past.source) if past is not None else self._faces(question, decreed)
        self.rulings = waiting
        if (source == "ruled") != (decreed is not None) or (decreed is not None and faces != decreed):
            raise trail.mismatch(question.rule, f"{question.key}: the rulings before it do not give {list(faces)}, {source}")
        if not reading.dice.admits(faces):
            raise trail.mismatch(question.rule, f"{question.key}: {reading.dice} cannot show {shown(list(faces))}")
        trail.check_due(question.key, faces, source)
        die = self.dice.number(question, faces) if source == "machine" else None
        wording = worded.get((faces, source, die))
        if wording is None:
            how = reading.record(faces)
            rolled = Rolled(question.key, question.rule, question.by, str(reading.dice), faces, source, *how, die)
            memory.grow()
            wording = worded.setdefault((faces, source, die), Wording(rolled))
        self._put(wording, past)
        return reading.read(faces)

    def decided(self, question: Choice | Allotment, worded: Worded, memory: Memory) -> Any:
        """The answer to a choice or to an allotment."""
        past = self.trail.entry(Chosen, question.key, question.rule)
        if self.asked is not None:
            self.asked[question.key] = question
        answer, unasked = (past.answer, past.unasked) if past is not None else self._answer(question)
        key = (answer_key(answer), unasked)
        wording = worded.get(key)
        if wording is None:
            self._accept(question, answer, past)
            memory.grow()
            wording = worded.setdefault(key, Wording(_chosen(question, answer, unasked)))
        self.trail.check_due(question.key, answer)
        self._put(wording, past)
        return answer

    def stated(self, question: Fact) -> str:
        """A fact that the table states; from then on every step knows it."""
        past = self.trail.entry(Stated, question.key, question.rule)
        if self.asked is not None:
            self.asked[question.key] = question
        answer, unasked = (past.answer, past.unasked) if past is not None else self._answer(question)
        self._accept(question, answer, past)
        self.trail.check_due(question.key, answer)
        unasked = unasked if unasked == ORDERS else None
        self._put(Wording(Stated(question.key, question.rule, question.by, question.what, answer, unasked)), past)
        self.facts = {**self.facts, question.key: answer}
        return answer

    def _put(self, wording: Wording, past: Body | None) -> None:
        """An entry goes into the log, or is compared with it."""
        if past is None:
            self.held.follow(wording.body)
        self.trail.put(wording)

    def _accept(self, question: Decision, answer: Any, past: Body | None) -> None:
        """Checks that the rules allow an answer."""
        refused = question.refuses(answer)
        if refused is not None:
            if past is not None:
                raise self.trail.mismatch(question.rule, f"{question.key}: {refused}")
            raise ValueError(f"{question.key}: {refused}")

    def _faces(self, question: Roll, decreed: Faces | None) -> tuple[Faces, str]:
        """The faces of a roll that is not in the log. Machine dice rolled under this key before keep their faces."""
        held = self.held.entry(question.key)
        if decreed is not None:
            self.entered_again += held is not None
            return decreed, "ruled"
        if isinstance(held, Rolled) and held.source not in ("machine", "ruled") and held.dice == str(question.reading.dice):
            self.entered_again += 1
            return held.faces, held.source
        fallen = self.dice.fallen(question)
        if fallen is not None:
            self.entered_again += held is not None
            return fallen, "machine"
        self.rolls += 1
        if self.rolls > MOST_ROLLS:
            raise Endless(question.key, MOST_ROLLS)
        return self.answers.faces(question, self.dice.drawn)

    def _answer(self, question: Decision) -> tuple[Any, str | None]:
        """The answer to a question that the log does not answer, and why nobody was asked, if nobody was."""
        held = self.held.entry(question.key)
        if held is not None and not isinstance(held, Rolled) and question.refuses(held.answer) is None:
            self.entered_again += 1
            return held.answer, held.unasked
        answer = self.answers.choice(question)
        return answer if isinstance(answer, Unasked) else (answer, None)


def _chosen(question: Choice | Allotment, answer: Any, unasked: str | None = None) -> Chosen:
    """The record of an answer, with the other options. A menu is not worked out for this: its record holds only the answer."""
    key, rule, by = question.key, question.rule, question.by
    if isinstance(question, Choice):
        offered = (answer,) if isinstance(question.options, Menu) else tuple(question.options)
        return Chosen(key, rule, by, offered, answer, unasked)
    return Chosen(key, rule, by, dict(question.items), without_zeros(answer), unasked)
