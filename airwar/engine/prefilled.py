"""A referee with prefilled answers for the first questions of a step."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from airwar.engine.dice import Reading
from airwar.engine.referee import Decision, Event, Referee

T = TypeVar("T")


class Given(Referee):
    """Answers the first questions of a step from a list, and passes the others on to another referee."""

    def __init__(self, ref: Referee, given: tuple[Any, ...]) -> None:
        self.ref = ref
        self.given = list(reversed(given))
        self.scope, self.round = ref.scope, ref.round

    def enter(self, scope: str, title: str) -> None:
        self.ref.enter(scope, title)
        self.scope, self.round = self.ref.scope, self.ref.round

    def new_round(self) -> None:
        self.ref.new_round()
        self.round = self.ref.round

    def resume_round(self, number: int) -> None:
        self.ref.resume_round(number)
        self.round = self.ref.round

    def takes_default(self, key: str, by: str, scope: str | None = None) -> bool:
        return not self.given and self.ref.takes_default(key, by, scope)

    def settle(self, decide: Callable[..., T], *args: Any) -> T:
        return decide(self, *args) if self.given else self.ref.settle(decide, *args)

    def roll(self, key: str, reading: Reading[T], by: str = "") -> T:
        if not self.given:
            return self.ref.roll(key, reading, by)
        outcome: T = self.given.pop()
        return outcome

    def choose(self, key: str, options: Sequence[str] | Mapping[str, str], **more: Any) -> str:
        """Passes a question that is not prefilled on unchanged, since the other referee may choose in its own way."""
        return super().choose(key, options, **more) if self.given else self.ref.choose(key, options, **more)

    def fact(self, key: str, what: str, **more: Any) -> str:
        """Passes every fact on: the whole walk knows facts, so they are never among the answers of a step."""
        return self.ref.fact(key, what, **more)

    def decide(self, question: Decision) -> Any:
        return self.given.pop() if self.given else self.ref.decide(question)

    def tell(self, make: Callable[..., Event | list[Event] | None], *args: Any) -> None:
        self.ref.tell(make, *args)
