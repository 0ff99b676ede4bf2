"""What a step sees: a referee who rolls, asks and listens. The step never knows who answers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

from airwar.engine.dice import Hits, Reading, up_to
from airwar.engine.moves import End as End
from airwar.engine.moves import Then

T = TypeVar("T")
Facts: TypeAlias = Callable[[], Mapping[str, int]]
Next = Then  # until every ruleset uses `then`
Lot: TypeAlias = tuple[str, Hits]  # dice under a key of their own


class Event(ABC):
    """Something that a step tells; subclasses are frozen dataclasses of plain data."""


@dataclass(frozen=True, slots=True)
class Note(Event):
    """A sentence about what happens on the table."""

    text: str


@dataclass(frozen=True, slots=True)
class Loss(Event):
    """So many units of one side suffer a fate: eliminated, aborted, inverted, displaced, retreated and so on."""

    side: str
    unit: str
    count: int
    fate: str


@dataclass(frozen=True, slots=True)
class Ruling(Event):
    """A house default or a chosen option decided something that the source leaves open. The rule is the option's."""

    option: str
    value: str
    text: str
    rule: str = ""  # the rule of the step that tells it, if left out


@dataclass(frozen=True, slots=True)
class NeedsChart(Event):
    """The walk cannot go on without a chart that nobody has supplied."""

    chart: str
    text: str


@dataclass(frozen=True)
class Sheet(Event):
    """A small table: what a calculator worked out, who is where, what is on the way."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Roll:
    """A question for dice."""

    key: str
    rule: str
    reading: Reading[Any]
    by: str = ""


@dataclass(frozen=True)
class Choice:
    """A question for one of several options; `options` maps each answer to how it is shown."""

    key: str
    rule: str
    by: str
    options: Mapping[str, str]
    default: str
    facts: Facts | None = None

    def refuses(self, answer: object) -> str | None:
        """Why this is no answer, or None when it is one."""
        if isinstance(answer, str) and answer in self.options:
            return None
        return f"{answer!r} is not one of {', '.join(self.options)}"


@dataclass(frozen=True)
class Allotment:
    """A question for how many of each: from none to `items[name]` of every item, `least` to `most` in all."""

    key: str
    rule: str
    by: str
    items: Mapping[str, int]
    labels: Mapping[str, str]
    least: int
    most: int
    default: Mapping[str, int]
    refuse: Callable[[Mapping[str, int]], str | None] | None = None
    facts: Facts | None = None

    def refuses(self, answer: object) -> str | None:
        """Why this is no answer, or None when it is one."""
        if not isinstance(answer, Mapping):
            return f"{answer!r} does not say how many of each"
        for name, count in answer.items():
            if name not in self.items:
                return f"{name!r} is not one of {', '.join(self.items)}"
            if not isinstance(count, int) or not 0 <= count <= self.items[name]:
                return f"{count} of {name} is not between 0 and {self.items[name]}"
        total = sum(answer.values())
        if not self.least <= total <= self.most:
            wanted = f"exactly {self.least}" if self.least == self.most else f"{self.least} to {self.most}"
            return f"{total} in all, where {wanted} must be named"
        return self.refuse(complete(self.items, answer)) if self.refuse else None

    def forced(self) -> dict[str, int] | None:
        """The only answer that can be given, when there is but one by the numbers alone."""
        everything = sum(self.items.values())
        if self.most == 0 or everything == 0:
            return dict.fromkeys(self.items, 0)
        if self.least >= everything:
            return dict(self.items)
        able = [name for name, count in self.items.items() if count]
        if len(able) == 1 and self.least == self.most:
            return complete(self.items, {able[0]: self.least})
        return None


Question: TypeAlias = Roll | Choice | Allotment


def complete(items: Mapping[str, int], answer: Mapping[str, int]) -> dict[str, int]:
    """The answer with a number for every item, in the question's order."""
    return {name: answer.get(name, 0) for name in items}


class Asked(BaseException):
    """Nobody has answered this question yet. Not an error, hence no Exception: no step may swallow it."""

    def __init__(self, question: Question) -> None:
        super().__init__(question.key)
        self.question = question


class Referee(ABC):
    """Rolls, asks and listens on behalf of a step."""

    scope: str = ""  # the battle, for the keys of answers
    round: int = 0  # the round of that battle, for the keys of answers; steps cannot see it

    def enter(self, scope: str, title: str) -> None:
        """A battle or a phase begins; its rounds are counted from one again."""
        self.scope, self.round = scope, 0

    def new_round(self) -> None:
        """The next round of the battle begins."""
        self.round += 1

    def now(self, state: Any) -> None:
        """The table as it stands within a step, for whoever looks at it before the step ends."""

    def full_key(self, key: str) -> str:
        """The key under which an answer is kept, such as `malta.r2.defender.disengage`."""
        parts = [self.scope] if self.scope else []
        if self.round:
            parts.append(f"r{self.round}")
        return ".".join([*parts, key])

    @abstractmethod
    def roll(self, key: str, reading: Reading[T], by: str = "") -> T:
        """Asks for dice and returns what they mean."""

    def tally(self, lots: Sequence[Lot], most: int, by: str = "") -> int:
        """Asks for one lot of dice after another, as long as there is anything left to hit, and counts the hits together."""
        hits = 0
        for key, reading in lots:
            if hits < most:
                hits += self.roll(key, up_to(reading, most - hits), by)
        return hits

    def part(self, step: Callable[..., Any], state: Any) -> Any:
        """Plays a part of the battle for itself: this step and those that follow, until one returns what came of it.

        What comes of a part depends on its state alone, so the odds go through it once. No round and no battle begins in it,
        and nobody is asked in it to stay or to leave.
        """
        position: Any = Next(step, state)
        while type(position) is Next:
            position = position.step(self, position.state)
        return position

    def at_once(self, *parts: tuple[Callable[..., Any], Any], seen: Callable[..., Any] | None = None) -> tuple[Any, ...]:
        """Plays several parts, none of which depends on what comes of the others, one after the other.

        `seen` makes of what came of the first ones the table as it stands then.
        """
        came: list[Any] = []
        for step, state in parts:
            came.append(self.part(step, state))
            if seen is not None:
                self.now(seen(*came))
        return tuple(came)

    @abstractmethod
    def choose(
        self,
        key: str,
        options: Sequence[str] | Mapping[str, str],
        *,
        by: str,
        default: str = "",
        facts: Facts | None = None,
    ) -> str:
        """Asks for one of the options. One option alone is not asked for."""

    @abstractmethod
    def allot(
        self,
        key: str,
        items: Mapping[str, int],
        *,
        by: str,
        least: int = 0,
        most: int | None = None,
        default: Mapping[str, int] | None = None,
        labels: Mapping[str, str] | None = None,
        refuse: Callable[[Mapping[str, int]], str | None] | None = None,
        facts: Facts | None = None,
    ) -> dict[str, int]:
        """Asks how many of each. What can be answered in one way only is not asked for."""

    @abstractmethod
    def tell(self, make: Callable[..., Event | list[Event] | None], *args: Any) -> None:
        """Tells what happened. `make(*args)` gives the event or events; it runs only when somebody listens."""


def as_options(options: Sequence[str] | Mapping[str, str]) -> dict[str, str]:
    """Options as a mapping from answer to label."""
    if isinstance(options, Mapping):
        return dict(options)
    return {name: name.replace("-", " ") for name in options}


def as_allotment(
    key: str,
    rule: str,
    by: str,
    items: Mapping[str, int],
    least: int,
    most: int | None,
    default: Mapping[str, int] | None,
    labels: Mapping[str, str] | None,
    refuse: Callable[[Mapping[str, int]], str | None] | None,
    facts: Facts | None,
) -> Allotment:
    """The question that `Referee.allot` puts, its bounds cut to what is there and its default completed."""
    everything = sum(items.values())
    most = everything if most is None else min(most, everything)
    least = min(least, most)
    if default is None:
        default = first_come(items, least)
    return Allotment(key, rule, by, items, labels or {}, least, most, complete(items, default), refuse, facts)


def first_come(items: Mapping[str, int], total: int) -> dict[str, int]:
    """So many in all, taken from the items in their order."""
    taken: dict[str, int] = {}
    for name, count in items.items():
        taken[name] = min(count, total - sum(taken.values()))
    return taken
