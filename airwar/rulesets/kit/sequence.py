"""The sequence of play as one table, in the rule book's order."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Generic, NamedTuple, TypeVar

from airwar.engine.moves import Move, then
from airwar.engine.referee import Referee

S = TypeVar("S")


class Part(NamedTuple, Generic[S]):
    """An entry of the sequence of play: its name, its rule, what is still waiting there, and the step that takes the next of it."""

    title: str
    rule: str
    waiting: Callable[[S], object]  # anything truthy if there is something left to do
    step: Callable[[Referee, S], Move[Any]]


def proceed(parts: Iterable[Part[S]], state: S, over: Callable[[], Move[Any]]) -> Move[Any]:
    """Continues with the first part that has anything left to do, or with `over` if there is none."""
    for part in parts:
        if part.waiting(state):
            return then(part.step, state)
    return over()
