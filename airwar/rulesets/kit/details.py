"""What is asked when an order is given at the table: something to type, one of several, or how many of each.

    Detail("hex", "the rail hex of a raid", ("at",), "Which rail hex?", free_hexes)
    Which("way", "how a space is attacked", ("after",), "When does it begin?", ways_to, way_label)
    HowMany("with", "which units fly", ("with",), who_flies, every_unit, unit_label)

All three give values to the order's own fields, the first of `fields` unless `read` says otherwise, and are refused by the
faults that blame one of `fields`. `Which` and `HowMany` get everything that somebody might name, legal or not: what is
legal is offered, and the rest is refused with the reason and the rule of its fault. For `HowMany`, that is a fault of `with.k1`.
`ask` is the question, in which `{at}` is a field of the order, or a function of position and order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields
from typing import Any, TypeAlias

from airwar.engine.frozen import dataclass
from airwar.rulesets.kit.records import Book, OrAsk, field_shapes, yaml_fields
from airwar.rulesets.kit.telling import title_of
from airwar.scenario.problems import Mark, Problems, Scalar
from airwar.scenario.shape import UNSOUND, Flag, OneOf, Shape

NOWHERE = Mark(1, 1)
Values: TypeAlias = Mapping[str, Any]  # the values of fields of a record, by their Python names
Of: TypeAlias = Callable[[Any, Any], Any]  # a function of position and order


@dataclass(frozen=True)
class AnyDetail:
    """What all details have in common."""

    key: str
    meaning: str  # what it is, in the log and in the list of all questions
    fields: tuple[str, ...]
    ask: str | Callable[[Any, Any], str]

    def question(self, position: Any, order: Any) -> str:
        if callable(self.ask):
            return self.ask(position, order)
        return self.ask.format(**{data.name: getattr(order, data.name) for data in fields(order)})

    def own(self, order: Any) -> str:
        """The Python name of the first of its fields."""
        return yaml_fields(type(order))[self.fields[0]].name

    def blames(self, field: str) -> bool:
        """Whether a fault in this field is one of this detail."""
        return field.partition(".")[0] in self.fields


@dataclass(frozen=True)
class Detail(AnyDetail):
    """Something that is typed. If `ask` gives nothing, it is not asked.

    It is read like a file, into the first of the fields; or by `read(position, order, text)`, which returns the values of fields,
    or raises ValueError with the reason.
    """

    examples: Sequence[str] | Callable[[Any, Any], Sequence[str]] = ()  # for a flag or a list of names, all possible ones
    read: Callable[[Any, Any, str], Values] | None = None
    by: str = ""  # who answers, if not whoever gives the order

    def needed(self, position: Any, order: Any) -> bool:
        return bool(self.question(position, order))

    def every_example(self, position: Any, order: Any) -> Sequence[str]:
        """Answers that might be accepted."""
        if callable(self.examples):
            return self.examples(position, order)
        shape = field_shapes(type(order))[self.fields[0]].shape
        return self.examples or (list(shape.names) if isinstance(shape, OneOf) else ("yes", "no"))

    def values(self, position: Any, order: Any, text: str) -> Values:
        """The typed text as the values of fields. Raises ValueError."""
        if self.read is not None:
            return self.read(position, order, text)
        return {self.own(order): typed(field_shapes(type(order))[self.fields[0]].shape, text)}


@dataclass(frozen=True)
class Offered(AnyDetail):
    """What details that offer a list have in common."""

    among: Of  # everything that might be named, legal or not: names, or the most of each
    label: Callable[[Any, Any, str], str] = lambda position, order, name: title_of(name)
    read: Callable[[Any, Any, Any], Values] | None = None
    default: Of | None = None
    when: Of | None = None  # whether it is asked at all
    facts: Of | None = None  # what a condition in `choices` may ask about
    by: str = ""  # who answers, if not whoever gives the order
    optional: bool = False
    quiet: bool = False
    words: tuple[str, ...] = ()

    def needed(self, position: Any, order: Any) -> bool:
        return self.when is None or bool(self.when(position, order))


@dataclass(frozen=True)
class Which(Offered):
    """One of several. If only one is legal, nobody is asked."""

    def every(self, position: Any, order: Any) -> Iterable[str]:
        names: Iterable[str] = self.among(position, order)
        return names

    def values(self, position: Any, order: Any, answer: str) -> Values:
        return {self.own(order): answer} if self.read is None else self.read(position, order, answer)


@dataclass(frozen=True)
class HowMany(Offered):
    """How many of each, with a minimum and a maximum in all."""

    least: int | Callable[[Any, Any], int] = 0
    most: Callable[[Any, Any], int] | None = None

    def every(self, position: Any, order: Any) -> Mapping[str, int]:
        most: Mapping[str, int] = self.among(position, order)
        return most

    def values(self, position: Any, order: Any, answer: Mapping[str, int]) -> Values:
        named = Book({name: number for name, number in answer.items() if number})
        return {self.own(order): named} if self.read is None else self.read(position, order, named)

    def least_of(self, position: Any, order: Any) -> int:
        return self.least(position, order) if callable(self.least) else self.least


def typed(shape: Shape, text: str) -> Any:
    """A typed text, read as in a file; yes or no for a flag. Raises ValueError with the reason."""
    shape = shape.shape if isinstance(shape, OrAsk) else shape
    if isinstance(shape, Flag):
        if text not in ("yes", "no"):
            raise ValueError(f"{text!r} is neither yes nor no")
        return text == "yes"
    problems = Problems("")
    value = shape.check(Scalar(text, True, NOWHERE), problems)
    if value is UNSOUND:
        raise ValueError(problems.sorted()[0].text)
    return value
