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
from airwar.rulesets.kit.records import Book, declared, field_shapes, place_of, yaml_fields
from airwar.scenario.nodes import Mark, Scalar
from airwar.scenario.problems import Problems
from airwar.scenario.shape import UNSOUND, Flag, Shape

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
    examples: Sequence[str] | Callable[[Any, Any], Sequence[str]] = ("yes", "no")
    read: Callable[[Any, Any, str], Mapping[str, Any]] | None = None

    def question(self, position: Any, order: Any) -> str:
        if callable(self.ask):
            return self.ask(position, order)
        return self.ask.format(**{data.name: getattr(order, data.name) for data in fields(order)})

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

    def prepared(self, position: S) -> Book[O]:
        """Those that the scenario lists."""
        found: Book[O] = getattr(position, self.section.replace("-", "_"))
        return found

    def check(self, position: S, problems: Problems) -> None:
        """Reports what is wrong with those that the scenario lists, each at its place."""
        for order in self.prepared(position).values():
            for fault in self.faults(position, order):
                problems.add(place_of(order, fault.field), str(fault))

    def refused(self, position: S, order: O) -> str | None:
        """Why an order is illegal, or None."""
        return next((str(fault) for fault in self.faults(position, order)), None)

    def key(self, order: O) -> str:
        """An order as its word and its target: raid.west.allies.axis."""
        return ".".join((self.word, *(getattr(order, name) for name in self.target)))

    def draft(self, **known: Any) -> O:
        """An order of which only some fields are known yet."""
        needed = {data.name: None for data in fields(self.kind) if (yaml := declared(data).yaml) is not None and yaml.required}  # type: ignore[arg-type]
        return self.kind(**(needed | known))

    def named(self, draft: O, number: int) -> O:
        """An order that is given at the table has its word and a number as its id: raid-1."""
        return replace(draft, id=f"{self.word}-{number}")  # type: ignore[type-var]

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
            return next((str(fault) for fault in self.faults(position, order) if fault.field in detail.fields), None)

        known = detail.examples(position, draft) if callable(detail.examples) else detail.examples
        examples = [example for example in known if refuse(example) is None]
        key = f"{draft.id}.{detail.key}"  # type: ignore[attr-defined]
        return after(ref.fact(key, detail.meaning, examples=examples, refuse=refuse, ask=question))


def can_order(position: S, kinds: Sequence[Orders[S, Any]]) -> bool:
    """Whether anything can be ordered; looks no further than the first legal order."""
    return any(kind.refused(position, order) is None for kind in kinds for order in kind.drafts(position))


def typed(shape: Shape, text: str) -> Any:
    """What is typed, read as a file would be; yes and no for a flag. Raises ValueError, which says why not."""
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
    answer = ref.choose(key, menu, by=by, default=NO_MORE, optional=True, about=about, why_not=why_not)
    meant = None if answer in none else found(answer)
    assert not isinstance(meant, str), f"{answer} was taken, and is refused now: {meant}"
    return meant
