"""The whole course of a battle in plain lines: what was asked with what offered, every roll with its modifiers, every loss.

What is only said in words is left out: a note is told or not told, whatever its text.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ocs_theater import C1, F2, T1

from airwar.engine.dice import Faces
from airwar.engine.questions import Allotment, Choice, Fact
from airwar.engine.referee import Decision, Roll
from airwar.engine.walk import Walk
from airwar.loading import parse_scenario
from airwar.rulesets.ocs.board.board import Board
from airwar.testing.rigged import Rigged, bare_log


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


def story(text: str, faces: str = "", answers: Mapping[str, Any] | None = None) -> list[str]:
    """Fights a scenario and tells its story. All dice and answers must be used."""
    teller, log = Teller(faces, answers or {}), bare_log()
    end = Walk(parse_scenario(text, "test.yaml").start, log, teller).run()
    assert not teller.leftover, f"never asked for: {teller.leftover}"
    assert not teller.row, f"dice left: {teller.row}"
    asked = {question.key: question for question in teller.asked}
    records = [record.content for record in log.records]
    last = max(number for number, body in enumerate(records) if body["t"] == "enter")  # what follows is the board, in tables
    lines = [line for body in records[:last] for line in told(body, asked)]
    return [" ".join(line.split()) for line in (*together(lines), *position(end.state.board))]


def position(board: Board) -> Iterator[str]:
    """Everything on the board: what is not at its default."""
    groups = (board.units, board.bases, board.hulls, board.ports, board.guns, board.markers, board.ground)
    for item in [item for group in groups for item in group]:
        named = [(name, value) for name, value in zip(item._fields, item, strict=True) if value not in ("", 0, ())]
        yield " ".join(name if value is True else said(value) for name, value in named)


def said(value: object) -> str:
    return "+".join(value) if isinstance(value, tuple) else str(value)


def told(body: Mapping[str, Any], asked: Mapping[str, Decision]) -> Iterator[str]:
    """One record of the log in a line."""
    if body["t"] == "enter":
        yield f"-- {body['scope']}"
    elif body["t"] == "roll":
        terms = "".join(f" {term[1]:+d}" for term in body["terms"])
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
    if isinstance(question, Choice):
        line = f"{question.key} ({question.by}): {' '.join(question.options)} [{question.default}] {answer}"
    elif isinstance(question, Allotment):
        default, said = (" ".join(item for item, number in some.items() if number) for some in (question.default, answer))
        line = f"{question.key} ({question.by}): {' '.join(question.items)}, {question.least}-{question.most} [{default}] {said}"
    else:
        return f"{question.key} ({question.by}): [{'; '.join(question.examples)}] {answer}"
    facts = question.facts() if question.facts else {}
    return f"{line} <{' '.join(map(str, facts.values()))}>" if facts else line


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


# counters and orders

V4 = "profile: ocs-4.3"
F3 = F2.replace("f2", "f3").replace("F2", "F3").replace("rating: 4", "rating: 3")
T2 = T1.replace("t1", "t2").replace("T1", "T2").replace("12", "5/2").replace("at: x", "at: z")
S1 = "{id: s1, name: S1, side: axis, type: S, nation: germany, range: 60, rating: (3), barrage: 30, at: x}"
C2 = C1.replace("c1", "c2").replace("C1", "C2").replace("capacity: 2", "capacity: 3")


def order(kind: str, at: str = "h", units: str = "", phase: str = "axis.movement", more: str = "", id_: str = "m") -> str:
    named = f", with: [{units}]" if units else ""
    return f"{{id: {id_}, in: {phase}, kind: {kind}, at: {at}{named}{more}}}"


def inactive(unit: str) -> str:
    return unit.replace("at: ", "status: inactive, at: ")


def aloft(unit: str, place: str, more: str = "") -> str:
    return unit.replace("at: x", f"at: x, over: {place}{more}").replace("at: y", f"at: y, over: {place}{more}")


def cargo(*items: str) -> str:
    return f", cargo: [{', '.join(f'{{id: {item}}}' for item in items)}]"
