"""A battle of two steps that asks for everything, and whoever answers and watches it."""

from __future__ import annotations

from typing import Any

from airwar.engine.dice import D6, Hits, Total
from airwar.engine.moves import End, Position, then
from airwar.engine.records import Ended
from airwar.engine.referee import Asked, Note
from airwar.engine.rule import rule
from airwar.engine.walk import Walk
from airwar.testing.rigged import bare_log


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
    return Ended(end.result, "state", (), None, corrects)


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
