"""The questions that a step can ask: for dice, for one of several options, for how many of each unit, and for a fact."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from functools import cached_property
from itertools import islice
from typing import Any, TypeAlias, TypeVar

from airwar.engine.dice import Reading
from airwar.engine.frozen import dataclass
from airwar.engine.words import not_one_of, shown

T = TypeVar("T")
Facts: TypeAlias = Callable[[], Mapping[str, int]]
About: TypeAlias = Callable[[], str]  # the situation in a sentence, made only when a person is asked; it is never logged
WhyNot: TypeAlias = Callable[[str], str | None]  # why this cannot be answered, with its rule; None if there is no reason
_RULE_NAMED = re.compile(r"\([^)]*\d[^)]*\)")  # a rule number in parentheses: (18.614), (OCS 4.6a)
_MOST_TRIES = 400  # answers to try when finding out how many may be named
REFEREE = "referee"  # whoever answers what belongs to no side: a distance, a chart, an event elsewhere on the map


@dataclass(frozen=True)
class Roll:
    """A question for dice."""

    key: str
    rule: str
    reading: Reading[Any]
    by: str = ""


class Menu(Mapping[str, str]):
    """Options with their labels, worked out only when somebody looks at them.

    `label(answer)` is the label of one option, or None if the rules do not allow it: a script that answers costs no more than that.
    `listed()` gives every option that the rules allow, in order. Both give the same whenever they are asked; a label is worked out
    once.
    """

    def __init__(self, listed: Callable[[], Iterable[str]], label: Callable[[str], str | None]) -> None:
        self.listed = listed
        self.labels: dict[str, str | None] = {}
        self.look_up = label

    def label(self, name: str) -> str | None:
        if name not in self.labels:
            self.labels[name] = self.look_up(name)
        return self.labels[name]

    @cached_property
    def every(self) -> dict[str, str]:
        return {name: label for name in self.listed() if (label := self.label(name)) is not None}

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and self.label(name) is not None

    def __getitem__(self, name: str) -> str:
        label = self.label(name)
        if label is None:
            raise KeyError(name)
        return label

    def __iter__(self) -> Iterator[str]:
        """Works out options only as far as somebody looks, unless all are known already."""
        if "every" in self.__dict__:
            return iter(self.every)
        return (name for name in self.listed() if self.label(name) is not None)

    def __len__(self) -> int:
        return len(self.every)

    def __bool__(self) -> bool:
        """Whether there is any option; looks no further than the first."""
        return self.any

    @cached_property
    def any(self) -> bool:
        return any(self.label(name) is not None for name in self.listed())


class Labels(Mapping[str, str]):
    """The labels of an allotment, worked out when somebody looks at them."""

    def __init__(self, make: Callable[[], Mapping[str, str]]) -> None:
        self.make = make

    @cached_property
    def every(self) -> Mapping[str, str]:
        return self.make()

    def __getitem__(self, name: str) -> str:
        return self.every[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.every)

    def __len__(self) -> int:
        return len(self.every)


@dataclass(frozen=True)
class Choice:
    """A question for one of several options; `options` maps each answer to its label.

    `optional`: it may be skipped, like an order that nobody has to give; a script without an answer then takes the default.
    `why_not` gives the reason why something is not offered. `quiet`: only one answer makes sense, so it need not be asked.
    `words` name the question in a typed line; without them, its key does. `unknown`: see `Allotment`.
    `seldom`: options that a menu only abbreviates, after the others. `reports`: options that only say what has happened elsewhere,
    such as on the ground map, so that nobody weighs them against the others.
    """

    key: str
    rule: str
    by: str
    options: Mapping[str, str]
    default: str
    facts: Facts | None = field(default=None, repr=False)
    optional: bool = False
    about: About | None = field(default=None, compare=False, repr=False)
    why_not: WhyNot | None = field(default=None, compare=False, repr=False)
    quiet: bool = field(default=False, repr=False)
    words: tuple[str, ...] = field(default=(), repr=False)
    unknown: bool = field(default=False, repr=False)
    seldom: tuple[str, ...] = field(default=(), compare=False, repr=False)
    reports: tuple[str, ...] = field(default=(), compare=False, repr=False)

    def refuses(self, answer: object) -> str | None:
        """Why this answer is not accepted, or None if it is."""
        if isinstance(answer, str) and answer in self.options:
            return None
        return reason(self.why_not, answer) or not_one_of(answer, self.options)


@dataclass(frozen=True)
class Allotment:
    """A question for how many of each: up to `items[name]` of every item, `least` to `most` in all. May be optional too.

    `unknown`: only the table knows, so the default is not offered in brackets. If the question may be skipped, its default says
    that nobody knows, and holds where nobody is asked; otherwise a script must give the answer, and `default` is not one.
    """

    key: str
    rule: str
    by: str
    items: Mapping[str, int]
    labels: Mapping[str, str]
    least: int
    most: int
    default: Mapping[str, int]
    refuse: Callable[[Mapping[str, int]], str | None] | None = field(default=None, repr=False)
    facts: Facts | None = field(default=None, repr=False)
    optional: bool = False
    about: About | None = field(default=None, compare=False, repr=False)
    why_not: WhyNot | None = field(default=None, compare=False, repr=False)
    quiet: bool = field(default=False, repr=False)
    words: tuple[str, ...] = field(default=(), repr=False)
    unknown: bool = field(default=False, repr=False)

    def refuses(self, answer: object) -> str | None:
        """Why this answer is not accepted, or None if it is."""
        if not isinstance(answer, Mapping):
            return f"{shown(answer)} does not say how many of each"
        for name, count in answer.items():
            if name not in self.items:
                return reason(self.why_not, name) or not_one_of(name, self.items)
            if not isinstance(count, int) or not 0 <= count <= self.items[name]:
                return self._cited(f"{shown(count)} of {name} is not between 0 and {self.items[name]}")
        why = self.refuse(complete(self.items, answer)) if self.refuse else None
        total = sum(answer.values())
        if why is None and not self.least <= total <= self.most:
            why = f"{total} in all; expected {from_to(self.least, self.most)}"
        return why and self._cited(why)

    def _cited(self, why: str) -> str:
        """A reason with its rule, unless it names one itself."""
        return why if not self.rule or _RULE_NAMED.search(why) else f"{why} ({self.rule})"

    def totals(self) -> tuple[int, int]:
        """The smallest and largest total that the rules accept; the declared ones where finding out would take too long."""
        if self.refuse is None:
            return self.least, self.most
        upwards = range(self.least, self.most + 1)
        return self._first_accepted(upwards, self.least), self._first_accepted(reversed(upwards), self.most)

    def _first_accepted(self, totals: Iterable[int], declared: int) -> int:
        tries = ((total, answer) for total in totals for answer in shares(self.items, total))
        return next((total for total, answer in islice(tries, _MOST_TRIES) if self.refuses(answer) is None), declared)

    def forced(self) -> dict[str, int] | None:
        """The only possible answer, if the numbers leave just one."""
        return only_answer(self.items, self.least, self.most)


@dataclass(frozen=True)
class Fact:
    """A question for something that only the table knows, such as a distance or a cell of a printed chart.

    The answer is text. There is no default: nothing is assumed. `examples` are answers that would be accepted.
    """

    key: str
    rule: str
    by: str
    what: str  # "the distance between Malta and Tunis, in hexes"
    examples: tuple[str, ...]
    refuse: Callable[[str], str | None] | None = field(default=None, repr=False)
    ask: str = ""  # the question, if "what is ...?" would be odd

    def refuses(self, answer: object) -> str | None:
        """Why this answer is not accepted, or None if it is."""
        if not isinstance(answer, str) or not answer:
            return f"{self.what} is not known; answer, for example, {' or '.join(self.examples)}"
        return self.refuse(answer) if self.refuse else None


Decision: TypeAlias = Choice | Allotment | Fact  # what a person answers, without dice
Question: TypeAlias = Roll | Decision


def labels_of(question: Question) -> Mapping[str, str]:
    """What a decision offers: options or items, each with its label. Rolls and facts offer nothing."""
    if isinstance(question, Choice):
        return question.options
    return {name: question.labels.get(name, name) for name in question.items} if isinstance(question, Allotment) else {}


class Asked(BaseException):
    """A question has no answer yet. This is not an error, and not an Exception: no step may swallow it."""

    def __init__(self, question: Question) -> None:
        super().__init__(question.key)
        self.question = question


def complete(items: Mapping[str, int], answer: Mapping[str, int]) -> dict[str, int]:
    """The answer with a number for every item, in the question's order."""
    return {name: answer.get(name, 0) for name in items}


def without_zeros(answer: Mapping[str, int]) -> dict[str, int]:
    """How many of each, without those of which there are none."""
    return {name: count for name, count in answer.items() if count}


def same_answer(one: Any, other: Any) -> bool:
    """Whether two answers say the same, in whatever order they list the units, and with or without zeros."""
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return without_zeros(one) == without_zeros(other)
    return bool(one == other)


def only_answer(items: Mapping[str, int], least: int, most: int) -> dict[str, int] | None:
    """The only way to name `least` to `most` of the items, if the numbers leave just one."""
    everything = sum(items.values())
    if most == 0 or everything == 0:
        return dict.fromkeys(items, 0)
    if least >= everything:
        return dict(items)
    available = [name for name, count in items.items() if count]
    if len(available) == 1 and least == most:
        return complete(items, {available[0]: least})
    return None


def from_to(least: int, most: int) -> str:
    """How many may be named in all, in words: 2, or 1 to 3."""
    return f"exactly {least}" if least == most else f"{least} to {most}"


def shares(items: Mapping[str, int], total: int) -> Iterator[dict[str, int]]:
    """Every way to make up a total, beginning with as many as possible of the first items."""
    if not items:
        yield from [{}] if total == 0 else []
        return
    (name, count), *others = items.items()
    rest = dict(others)
    for number in range(min(count, total), max(0, total - sum(rest.values())) - 1, -1):
        for share in shares(rest, total - number):
            yield {name: number, **share}


def reason(why_not: WhyNot | None, answer: object) -> str | None:
    """Why something is not offered, if the rules give a reason."""
    return why_not(answer) if why_not is not None and isinstance(answer, str) else None


def as_options(options: Sequence[str] | Mapping[str, str]) -> Mapping[str, str]:
    """Options as a mapping from answer to label."""
    if isinstance(options, Menu):
        return options
    if isinstance(options, Mapping):
        return dict(options)
    return {name: name.replace("-", " ") for name in options}


def first_come(items: Mapping[T, int], total: int) -> dict[T, int]:
    """An allotment of this total, taken from the items in order."""
    taken: dict[T, int] = {}
    for name, count in items.items():
        taken[name] = min(count, total)
        total -= taken[name]
    return taken


def answer_key(answer: Any) -> Hashable:
    """An answer as a dictionary key; an allotment is not hashable itself."""
    return tuple(answer.items()) if isinstance(answer, Mapping) else answer
