"""A battle of two steps that asks for everything, and whoever answers and watches it."""

from __future__ import annotations

from typing import Any

import pytest

from airwar.engine.dice import D6, Hits, Total
from airwar.engine.events import Note
from airwar.engine.moves import End, Position, then
from airwar.engine.questions import Asked
from airwar.engine.records import Chosen, Corrected, Ended, Rolled, Ruled, Stated
from airwar.engine.rule import rule
from airwar.engine.walk import Walk
from airwar.testing.random_play import bare_log


@rule("1.1")
def opening(ref, number):
    ref.enter("malta", "Malta")
    ref.new_round()
    first = ref.roll("first", Total(D6), "axis")
    ref.tell(Note, f"{first} of {number}")
    word = ref.choose("word", ("stay", "leave"), by="axis", facts=lambda: {"first": first})
    return then(closing, (number, first, word)) if word == "stay" else End("left", (number, first))


@rule("2.1")
def closing(ref, state):
    distance = ref.fact("distance", "the distance", examples=("3",), refuse=lambda text: None if text.isdecimal() else "no number")
    sent = ref.allot("sent", {"p": 2, "q": 1}, by="allies")
    hits = ref.roll("second", Hits(2 * D6, 3), "allies")
    return End("over", (*state, distance, tuple(sent.items()), hits))


START = then(opening, 7)


class Table:
    """Answers by key, and asks for the rest; dice come from the table or, if told so, from the machine."""

    def __init__(self, source="physical", **answers: Any) -> None:
        self.source = source
        self.answers = {key.replace("_", "."): answer for key, answer in answers.items()}
        self.drawn: list[int] = []
        self.asked: list[str] = []

    def _answer(self, question):
        self.asked.append(question.key)
        if question.key not in self.answers:
            raise Asked(question)
        return self.answers[question.key]

    def faces(self, roll, drawn):
        self.drawn.append(drawn)
        return tuple(self._answer(roll)), self.source

    def choice(self, question):
        return self._answer(question)


ANSWERS: dict[str, Any] = {
    "malta.r1.first": (4,),
    "malta.r1.word": "stay",
    "distance": "5",
    "malta.r1.sent": {"q": 1},
    "malta.r1.second": (2, 6),
}


class Watching:
    """Keeps what it is shown."""

    def __init__(self) -> None:
        self.seen: list[tuple[int, bool] | int] = []

    def show(self, record, past):
        self.seen.append((record.seq, past))

    def back(self, seq):
        self.seen.append(seq)


def table(source="physical", **changed) -> Table:
    found = Table(source)
    found.answers = {key: answer for key, answer in (ANSWERS | changed).items() if answer is not None}
    return found


def ended(end: End, corrects: int | None) -> Ended:
    return Ended(end.result, (), (), None, corrects)


def moved(position: Position, ruling) -> Position:
    """The position after a ruling: the first number of the state is another."""
    if not ruling.value.isdecimal():
        raise ValueError(f"{ruling.value} is not a number")
    state = position.args[0]
    other = int(ruling.value) if isinstance(state, int) else (int(ruling.value), *state[1:])
    return position._replace(args=(other,))


def walk(answers=None, log=None, **more) -> Walk:
    return Walk(START, bare_log() if log is None else log, answers or table(), closing=ended, adjust=moved, **more)


def bodies(found: Walk) -> list[Any]:
    return [record.body for record in found.log.records[1:]]


def kinds(found: Walk) -> list[str]:
    return [record.kind for record in found.log.records[1:]]


# what the battle comes to if everybody answers as prepared

OVER = End("over", (7, 4, "stay", "5", (("p", 0), ("q", 1)), 1))
FIRST = Rolled("malta.r1.first", "1.1", "axis", "1d6", (4,), "physical", "4", (), 4)
WORD = Chosen("malta.r1.word", "1.1", "axis", ("stay", "leave"), "stay")
SENT = Chosen("malta.r1.sent", "2.1", "allies", {"p": 2, "q": 1}, {"q": 1})
DISTANCE = Stated("distance", "2.1", "referee", "the distance", "5")
SECOND = Rolled("malta.r1.second", "2.1", "allies", "2d6", (2, 6), "physical", "1 hit", (), needed="3 or less")


def stopped(answers, log=None, **more):
    """A walk at its pending question, and the key of it."""
    found = walk(answers, log, **more)
    with pytest.raises(Asked) as asked:
        found.run()
    return found, asked.value.question.key


def ruling(on="modifier", key="second", value="+1", at="malta.r1.word"):
    return Ruled(on, key, value, "wind", "referee", at)


def correction(to, key, was, now):
    return Corrected(to, key, was, now, "misread", "referee")
