"""One kind of order. What makes it illegal is written once, in `faults`, each with the field to blame, the reason and the rule.

The check of a file, the menu at the prompt, the reason why something is not offered, and the second look when the time of a
prepared order has come are all made from it:

    RAIDS: Orders[Turn, RailRaid] = Orders(
        RailRaid, "rail-raids", "raid", rule="13.92", faults=raid_faults, label=raid_label,
        target={"front": "fronts", "attacker": "sides", "defender": "sides"},
        details=(Detail("hex", "the rail hex of a raid", ("at",), "Which rail hex?", free_hexes),),
    )

At the table an order is its word and its target, `raid.west.allies.axis`, in the menu of `next_order`; then its details are asked
for, one by one. A field that nobody has said yet is None, and has no fault.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from itertools import product
from typing import Any, Generic, NamedTuple, TypeVar

from airwar.engine.questions import About, Menu
from airwar.engine.referee import Referee
from airwar.engine.words import some_of
from airwar.rulesets.kit.records import Book, OrAsk, declared, field_shapes, place_of, yaml_fields
from airwar.scenario.nodes import Mark, Scalar
from airwar.scenario.problems import Problems
from airwar.scenario.shape import UNSOUND, Flag, OneOf, Shape

S = TypeVar("S")  # the position
O = TypeVar("O")  # noqa: E741  # an order
NO_MORE = "no-more"
NOWHERE = Mark(1, 1)


class Fault(NamedTuple):
    """Why an order is illegal: the field to blame, the reason, and the rule."""

    field: str
    text: str
    rule: str = ""

    def __str__(self) -> str:
        return f"{self.text} ({self.rule})" if self.rule else self.text


class Detail(NamedTuple):
    """Something about an order that is asked for when it is given at the table. Faults of its fields refuse the answer.

    `ask` is the question, in which `{at}` is a field of the order; or a function of position and order, which gives nothing if it
    need not be asked. What is typed is read as a file is, into the first of the fields; or by `read(position, order, text)`, which
    gives the values of fields, or raises ValueError, which says why not.
    """

    key: str
    meaning: str  # what it is, in the log and in the list of all questions
    fields: tuple[str, ...]
    ask: str | Callable[[Any, Any], str]
    examples: Sequence[str] | Callable[[Any, Any], Sequence[str]] = ()  # of a flag or a list of names, all that it can be
    read: Callable[[Any, Any, str], Mapping[str, Any]] | None = None

    def question(self, position: Any, order: Any) -> str:
        if callable(self.ask):
            return self.ask(position, order)
        return self.ask.format(**{data.name: getattr(order, data.name) for data in fields(order)})

    def every_example(self, position: Any, order: Any) -> Sequence[str]:
        """Answers that might be accepted."""
        if callable(self.examples):
            return self.examples(position, order)
        shape = field_shapes(type(order))[self.fields[0]].shape
        return self.examples or (list(shape.names) if isinstance(shape, OneOf) else ("yes", "no"))

    def values(self, position: Any, order: Any, text: str) -> Mapping[str, Any]:
        """What is typed, as the values of fields. Raises ValueError."""
        if self.read is not None:
            return self.read(position, order, text)
        own = yaml_fields(type(order))[self.fields[0]]
        return {own.name: typed(field_shapes(type(order))[self.fields[0]].shape, text)}


@dataclass(frozen=True)
class Orders(Generic[S, O]):
    """A kind of order."""

    kind: type[O]
    section: str  # of the scenario
    word: str  # with which such an order begins
    rule: str
    target: Mapping[str, str]  # the fields that an order names first, and the book of the position whose ids they may be
    faults: Callable[[S, O], Iterable[Fault]]
    label: Callable[[S, O], str]
    details: tuple[Detail, ...] = ()

    def __post_init__(self) -> None:
        """Refuses a declaration that does not fit its record."""
        shapes = field_shapes(self.kind)
        for what, names in {"target": self.target, **{f"detail {one.key}": one.fields for one in self.details}}.items():
            for name in names:
                if name and name not in shapes:
                    raise TypeError(f"{self.word}: its {what} has {name!r}, which is no field of {self.kind.__name__} in a file")
        told = {*self.target, *(name for one in self.details for name in one.fields), "id"}
        for name, yaml in shapes.items():
            if yaml.required and name not in told:
                raise TypeError(f"{self.word}: {name} must be said, but is in no target and no detail, so nobody could order it")
        for one in self.details:
            if not one.examples and not isinstance(shapes[one.fields[0]].shape, Flag | OneOf):
                raise TypeError(f"{self.word}: detail {one.key} needs examples")

    def found(self, position: S, order: O) -> Iterator[Fault]:
        """The faults of an order; each is of a field that there is."""
        for fault in self.faults(position, order):
            name = fault.field.partition(".")[0]
            assert not name or name in yaml_fields(self.kind), f"{self.word}: a fault of {name!r}, which is no field of its record"
            yield fault

    def prepared(self, position: S) -> Book[O]:
        """Those that the scenario lists."""
        found: Book[O] = getattr(position, self.section.replace("-", "_"))
        return found

    def check(self, position: S, problems: Problems) -> None:
        """Reports what is wrong with those that the scenario lists, each at its place."""
        for order in self.prepared(position).values():
            for fault in self.found(position, order):
                problems.add(place_of(order, fault.field), str(fault))

    def refused(self, position: S, order: O) -> str | None:
        """Why an order is illegal, or None."""
        return next((str(fault) for fault in self.found(position, order)), None)

    def key(self, order: O) -> str:
        """An order as its word and its target: raid.west.allies.axis."""
        return ".".join((self.word, *(getattr(order, yaml_fields(self.kind)[name].name) for name in self.target)))

    def draft(self, **known: Any) -> O:
        """An order of which only some fields are known yet."""
        needed = {data.name: None for data in fields(self.kind) if (yaml := declared(data).yaml) is not None and yaml.required}  # type: ignore[arg-type]
        return self.kind(**(needed | {yaml_fields(self.kind)[name].name: value for name, value in known.items()}))

    def named(self, draft: O, number: int, taken: Collection[str]) -> O:
        """An order that is given at the table has its word and a number as its id, raid-1; the next number if that is taken."""
        ids = (f"{self.word}-{number + more}" for more in range(len(taken) + 1))
        return replace(draft, id=next(one for one in ids if one not in taken))  # type: ignore[type-var]

    def drafts(self, position: S) -> Iterator[O]:
        """An order at every target, legal or not."""
        for names in product(*(self.among(position, book) for book in self.target.values())):
            yield self.draft(**dict(zip(self.target, names, strict=True)))

    def among(self, position: S, book: str) -> Collection[str]:
        """What a field of the target may name."""
        ids: Collection[str] = getattr(position, book)
        return ids

    def meant(self, position: S, answer: str) -> O | str:
        """The order that an answer is the beginning of, or why there is none."""
        word, *names = answer.split(".")
        if word != self.word or len(names) != len(self.target):
            return f"an order is like {'.'.join((self.word, *self.target))}"
        for name, (what, book) in zip(names, self.target.items(), strict=True):
            if name not in self.among(position, book):
                return f"no {what} is called {name!r}; there are {some_of(self.among(position, book))}"
        return self.draft(**dict(zip(self.target, names, strict=True)))

    def given(self, ref: Referee, position: S, draft: O) -> O:
        """The order that somebody gives at the table: its details are asked for, and refused as those of a file are."""
        for detail in self.details:
            question = detail.question(position, draft)
            if question:
                draft = self._with_detail(ref, position, draft, detail, question)
        return draft

    def _with_detail(self, ref: Referee, position: S, draft: O, detail: Detail, question: str) -> O:
        def after(text: str) -> O:
            return replace(draft, **detail.values(position, draft, text))  # type: ignore[type-var]

        def refuse(text: str) -> str | None:
            try:
                order = after(text)
            except ValueError as wrong:
                return f"{wrong} ({self.rule})"
            later = self.details[self.details.index(detail) + 1 :]
            last = not any(one.question(position, order) for one in later)  # when everything is known, everything counts
            blamed = (fault for fault in self.found(position, order) if last or fault.field.partition(".")[0] in detail.fields)
            return next(map(str, blamed), None)

        examples = [example for example in detail.every_example(position, draft) if refuse(example) is None]
        key = f"{draft.id}.{detail.key}"  # type: ignore[attr-defined]
        return after(ref.fact(key, detail.meaning, examples=examples, refuse=refuse, ask=question, rule=self.rule))


def can_order(position: S, kinds: Sequence[Orders[S, Any]]) -> bool:
    """Whether anything can be ordered; looks no further than the first legal order."""
    return any(kind.refused(position, order) is None for kind in kinds for order in kind.drafts(position))


def typed(shape: Shape, text: str) -> Any:
    """What is typed, read as a file would be; yes and no for a flag. Raises ValueError, which says why not."""
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


def next_order(
    ref: Referee,
    key: str,
    position: S,
    kinds: Sequence[Orders[S, Any]],
    *,
    by: str,
    about: About,
    formerly: Collection[str] = (),
) -> tuple[Orders[S, Any], Any] | None:
    """What is ordered next, as its kind and what is known of it so far; None for no more.

    The menu is lazy. What is typed and not offered is refused with its reason and rule. `formerly`: other words for no more.
    """
    none = (NO_MORE, *formerly)

    def found(answer: str) -> tuple[Orders[S, Any], Any] | str:
        kind = next((kind for kind in kinds if answer.split(".")[0] == kind.word), None)
        if kind is None:
            return f"an order is like {' or '.join('.'.join((kind.word, *kind.target)) for kind in kinds)} ({kinds[0].rule})"
        order = kind.meant(position, answer)
        refused = f"{order} ({kind.rule})" if isinstance(order, str) else kind.refused(position, order)
        return refused or (kind, order)

    def label(answer: str) -> str | None:
        if answer in none:
            return "no more orders"
        meant = found(answer)
        return None if isinstance(meant, str) else meant[0].label(position, meant[1])

    def why_not(answer: str) -> str | None:
        meant = found(answer)
        return f"{answer!r}: {meant}" if isinstance(meant, str) else None

    menu = Menu(lambda: (NO_MORE, *(kind.key(order) for kind in kinds for order in kind.drafts(position))), label)
    words = tuple(kind.word for kind in kinds)
    answer = ref.choose(key, menu, by=by, default=NO_MORE, optional=True, about=about, why_not=why_not, words=words)
    meant = None if answer in none else found(answer)
    assert not isinstance(meant, str), f"{answer} was taken, and is refused now: {meant}"
    return meant
