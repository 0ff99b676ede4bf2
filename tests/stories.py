"""The whole course of a battle in plain lines: what was asked with what offered, every roll with its modifiers, every loss.

What is only said in words is left out: a note is told or not told, whatever its text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from airwar.engine.dice import Faces
from airwar.engine.questions import Allotment, Choice, Decision, Fact, Roll
from airwar.engine.walk import Walk
from airwar.setup.loading import parse_scenario
from airwar.testing.random_play import Rigged, bare_log


class Teller(Rigged):
    """Takes dice from a row of faces, answers by key, and otherwise leaves everything at its default."""

    def __init__(self, faces: str, answers: Mapping[str, Any]) -> None:
        super().__init__({}, dict(answers))
        self.row = [int(face) for face in faces if face != " "]

    def faces(self, roll: Roll, drawn: int) -> tuple[Faces, str]:
        number = roll.reading.dice.count
        assert len(self.row) >= number, f"no dice for {roll.key}"
        thrown, self.row = self.row[:number], self.row[number:]
        return tuple(thrown), "scripted"

    def choice(self, question: Decision) -> Any:
        if question.key not in self.answers and not isinstance(question, Fact):
            self.answers[question.key] = question.default
        return super().choice(question)


def story_of(text: str, faces: str, answers: Mapping[str, Any] | None, position: Callable[[Any], Iterable[str]]) -> list[str]:
    """Fights a scenario and tells its story, and the position at its end. All dice and answers must be used."""
    teller, log = Teller(faces, answers or {}), bare_log()
    end = Walk(parse_scenario(text, "test.yaml").start, log, teller).run()
    assert not teller.leftover, f"never asked for: {teller.leftover}"
    assert not teller.row, f"dice left: {teller.row}"
    asked = {question.key: question for question in teller.asked}
    records = [record.content for record in log.records]
    last = max(number for number, body in enumerate(records) if body["t"] == "enter")  # what follows is the board, in tables
    lines = [line for body in records[:last] for line in told(body, asked)]
    return [" ".join(line.split()) for line in (*together(lines), *position(end.state))]


def in_words(item: Any) -> str:
    """A named tuple: what is not at its default, flags by name."""
    named = [(name, value) for name, value in zip(item._fields, item, strict=True) if value not in ("", 0, ())]
    return " ".join(name if value is True else said(value) for name, value in named)


def said(value: object) -> str:
    return "+".join(value) if isinstance(value, tuple) else str(value)


def told(body: Mapping[str, Any], asked: Mapping[str, Decision]) -> Iterator[str]:
    """One record of the log in a line."""
    if body["t"] == "enter":
        yield f"-- {body['scope']}"
    elif body["t"] == "roll":
        terms = "".join(f" {term[1]:+d}" for term in body.get("terms", ()))
        faces = " ".join(map(str, body["faces"]))
        read = " ".join(str(body[name]) for name in ("row", "column", "result") if name in body)
        yield f"{body['key']} ({body['by']}): {faces}{terms}: {read}"
    elif body["t"] in ("choice", "stated"):
        yield answered(asked[body["key"]], body["answer"])
    elif body["t"] == "told" and body["what"] == "sheet":
        yield from ("| " + " | ".join(row) for row in body["rows"])
    elif body["t"] == "told":
        yield " ".join([body["what"], *(str(body[name]) for name in ("option", "side", "unit", "count") if name in body)])


def answered(question: Decision, answer: Any) -> str:
    """A question with what was offered, its default and the answer; and the facts that a script may ask about."""
    if isinstance(question, Fact):
        return f"{question.key} ({question.by}): [{'; '.join(question.examples)}] {answer}"
    if isinstance(question, Choice):
        offered = " ".join(f"{name}{numbers_in(label)}" for name, label in question.options.items())
        line = f"{question.key} ({question.by}): {offered} [{question.default}] {answer}"
    else:
        offered = " ".join(
            f"{counted(item)}{numbers_in(question.labels.get(item[0], ''))}{sign(question, item)}"
            for item in question.items.items()
        )
        default, said = (" ".join(counted(item) for item in some.items() if item[1]) for some in (question.default, answer))
        line = f"{question.key} ({question.by}): {offered}, {question.least}-{question.most} [{default}] {said}"
    facts = question.facts() if question.facts else {}
    return f"{line} <{' '.join(map(str, facts.values()))}>" if facts else line


def sign(question: Allotment, item: tuple[str, int]) -> str:
    """A `!` after an item that is refused if it is all that is picked."""
    alone = dict.fromkeys(question.items, 0) | dict([item])
    return "!" if question.refuse and question.refuse(alone) else ""


def counted(item: tuple[str, int]) -> str:
    name, number = item
    return f"{name}={number}" if number != 1 else name


def numbers_in(label: str) -> str:
    """The numbers that a label names."""
    found = re.findall(r"(?<![\w.])\d+(?:[-/:]\d+)*", label)
    return f"{{{' '.join(found)}}}" if found else ""


def together(lines: list[str]) -> list[str]:
    """Notes that follow one another on one line."""
    found: list[str] = []
    for line in lines:
        if line == "note" and found and found[-1].startswith("note"):
            found[-1] = f"notes {int(found[-1].removeprefix('notes ')) + 1}" if found[-1] != "note" else "notes 2"
        else:
            found.append(line)
    return found


def lines_of(block: str) -> list[str]:
    """The lines of an indented text."""
    return [" ".join(line.split()) for line in block.strip().splitlines()]
