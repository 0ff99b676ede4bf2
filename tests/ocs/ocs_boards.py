"""Boards, orders and single rule functions for the tests: what a function returns, asks and tells."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from ocs_theater import game

from airwar.engine.moves import End
from airwar.engine.walk import Walk
from airwar.rulesets.kit import Book
from airwar.rulesets.ocs.position import Board, Mission, Unit
from airwar.setup.loading import parse_scenario
from airwar.testing.random_play import Rigged, bare_log


def board_of(*args: Any, **more: Any) -> Board:
    """The board at the beginning of a scenario of the small theater."""
    return parse_scenario(game(*args, **more), "test.yaml").start.state.board


def mission(kind: str, at: str = "h", side: str = "axis", phase: str = "movement", **more: Any) -> Mission:
    """A mission; `units`, `guns` and `cargo` may be given as lists."""
    named = {"with_": tuple(more.pop("units", ()) or more.pop("guns", ()))}
    if "cargo" in more:
        more["cargo"] = Book({item.id: item for item in more["cargo"]})
    return Mission(id="m", in_=f"{side}.{phase}", kind=kind, at=at, **named, **more)


class Air(NamedTuple):
    """Where a unit is, and in what state; equal to a unit of which this is true."""

    id: str
    state: str
    place: str
    steps: int
    duty: str = ""
    flown: int = 0
    spent: bool = False
    tasked: bool = False

    def __eq__(self, other: object) -> bool:
        return tuple(self) == tuple(air(other) if isinstance(other, Unit) else other)  # type: ignore[arg-type]

    def __hash__(self) -> int:
        return hash(tuple(self))


def air(unit: Unit) -> Air:
    return Air(unit.id, unit.state, unit.place, unit.steps, unit.duty, unit.distance, unit.spent, unit.tasked)


@dataclass
class Called:
    """A call of one rule function: what it returned, asked and told."""

    value: Any
    asked: list[Any]
    records: list[dict[str, Any]]

    def told(self, what: str) -> list[dict[str, Any]]:
        return [body for body in self.records if body["t"] == "told" and body["what"] == what]

    @property
    def notes(self) -> int:
        return len(self.told("note"))

    @property
    def losses(self) -> list[tuple[str, str, int]]:
        return [(body["side"], body["unit"], body["count"]) for body in self.told("loss")]

    @property
    def options(self) -> list[str]:
        """The options whose rulings were told."""
        return [body["option"] for body in self.told("ruling")]

    @property
    def rolls(self) -> dict[str, Any]:
        return {body["key"]: body for body in self.records if body["t"] == "roll"}

    @property
    def questions(self) -> list[str]:
        return [question.key for question in self.asked]

    def offered(self, key: str) -> list[str]:
        """The options or items of a question, in order."""
        question = next(question for question in self.asked if question.key == key)
        return list(question.options if hasattr(question, "options") else question.items)

    def question(self, key: str) -> Any:
        return next(question for question in self.asked if question.key == key)


def call(function: Any, *args: Any, dice: Any = (), answers: Any = (), **more: Any) -> Called:
    """Calls one rule function that takes a referee, with these dice and answers, all of which must be used."""
    rigged, log = Rigged(dict(dice), dict(answers)), bare_log()
    walk = Walk(End("", None), log, rigged)
    value = function(walk, *args, **more)
    assert not rigged.leftover, f"never asked for: {rigged.leftover}"
    return Called(value, rigged.asked, [record.content for record in log.records])
