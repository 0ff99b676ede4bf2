"""The referee who explores: rolls come from a list of outcomes, choices from a policy, and where neither has any, it waits."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

from airwar.engine.dice import Faces, Reading
from airwar.engine.questions import as_options
from airwar.engine.referee import Allotment, Choice, Event, Facts, Lot, Referee, Roll
from airwar.errors import AirwarError

T = TypeVar("T")
UNKNOWN = "?"
FOREVER = 10_000  # what matters for so many rounds matters for ever

Fixed = Callable[[Roll], Faces | None]  # dice that are given beforehand


class TooMany(AirwarError):
    """There are more positions than the limit allows."""

    def __init__(self) -> None:
        super().__init__("there are too many positions for exact odds; use --method sample or auto")


class Policy(Protocol):
    """Who answers choices when nobody is there."""

    def answer(self, question: Choice | Allotment) -> Any:
        """The answer, which must be there."""

    def standing(self, key: str) -> str | None:
        """The one word that answers this decision whatever the facts, or None if the question must be put."""


class Together(NamedTuple):
    """Several lots of dice whose hits are counted together."""

    lots: Sequence[Lot]
    most: int


class Parts(NamedTuple):
    """Parts that are played for themselves: the first step of each, and its state."""

    parts: tuple[tuple[Callable[..., Any], Any], ...]


class Waits(BaseException):
    """A step has come to something that has not been given yet."""

    def __init__(self, what: Roll | Together | Parts | Choice) -> None:
        super().__init__(what)
        self.what = what


class Explorer(Referee):
    """Answers rolls from a given list of outcomes and choices from a policy; asks when the outcomes run out."""

    def __init__(
        self, policy: Policy, rounds_matter: int = 0, fixed: Fixed | None = None, open_: Callable[[str], bool] | None = None
    ) -> None:
        self.policy = policy
        self.fixed = fixed
        self.open = open_  # decisions that no policy takes: they branch, as rolls do
        self.standing: dict[tuple[str, int, str], str | None] = {}
        self.rounds_matter = rounds_matter  # the highest round that a policy tells apart
        self.outcomes: tuple[Any, ...] = ()
        self.used = 0
        self.begun = 0  # rounds begun in this step

    def new_round(self) -> None:
        self.begun += 1
        if self.round <= self.rounds_matter:
            self.round += 1
        elif self.rounds_matter >= FOREVER:
            raise TooMany  # two rounds would be taken for one that are not the same

    def roll(self, key: str, reading: Reading[T], by: str = "") -> T:
        if self.fixed is not None:
            faces = self.fixed(Roll(self.full_key(key), "", reading, by))
            if faces is not None:
                return reading.read(faces)
        used = self.used
        if used == len(self.outcomes):
            raise Waits(Roll(key, "", reading, by))
        self.used = used + 1
        outcome: T = self.outcomes[used]
        return outcome

    def tally(self, lots: Sequence[Lot], most: int, by: str = "") -> int:
        if self.fixed is not None or most <= 0 or not lots:
            return super().tally(lots, most, by)
        used = self.used
        if used == len(self.outcomes):
            raise Waits(Together(lots, most))
        self.used = used + 1
        hits: int = self.outcomes[used]
        return hits

    def part(self, step: Callable[..., Any], state: Any) -> Any:
        return self.at_once((step, state))[0]

    def at_once(self, *parts: tuple[Callable[..., Any], Any], seen: Callable[..., Any] | None = None) -> tuple[Any, ...]:
        used = self.used
        if used == len(self.outcomes):
            raise Waits(Parts(parts))
        self.used = used + 1
        came: tuple[Any, ...] = self.outcomes[used]
        return came

    def choose(
        self,
        key: str,
        options: Sequence[str] | Mapping[str, str],
        *,
        by: str,
        default: str = "",
        facts: Facts | None = None,
    ) -> str:
        if len(options) == 1:
            return next(iter(options))
        if self.open is not None and self.open(key):
            return self._branch(key, as_options(options), by, default, facts)
        place = (self.scope, self.round, key)
        standing = self.standing.get(place, UNKNOWN)
        if standing is UNKNOWN:
            standing = self.standing[place] = self.policy.standing(self.full_key(key))
        if standing == "default":
            return default or next(iter(options))
        if standing in options:
            return str(standing)
        named = as_options(options)
        question = Choice(self.full_key(key), "", by, named, default or next(iter(named)), facts)
        answer: str = self.decide(question)
        return answer

    def _branch(self, key: str, options: dict[str, str], by: str, default: str, facts: Facts | None) -> str:
        used = self.used
        if used == len(self.outcomes):
            raise Waits(Choice(self.full_key(key), "", by, options, default or next(iter(options)), facts))
        self.used = used + 1
        return str(self.outcomes[used])

    def decide(self, question: Choice | Allotment) -> Any:
        return self.policy.answer(question)

    def tell(self, make: Callable[..., Event | list[Event] | None], *args: Any) -> None:
        pass
