"""One kind of order. What makes it illegal is written once, in `faults`: each has the field to blame, the reason and the rule.

The check of a file, the menu at the prompt, the reason why something is not offered, and the second check when the time of a
prepared order has come are all made from it:

    RAIDS: Orders[Turn, RailRaid] = Orders(
        RailRaid, "rail-raids", "raid", rule="13.92", faults=raid_faults, label=raid_label,
        target={"front": "fronts", "attacker": "sides", "defender": "sides"},
        details=(Detail("hex", "the rail hex of a raid", ("at",), "Which rail hex?", free_hexes),),
    )

At the table an order is its word and its target, `raid.west.allies.axis`, in the menu of `next_order`; then its details are asked
for, one by one (see `kit.details`). A field that is not known yet is None, and has no fault. Where legality depends on something
that only the table knows, the position that `given` gets can carry the referee; menus and files ask nobody.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from functools import partial
from itertools import islice
from typing import Any, Generic, NamedTuple, TypeVar

from airwar.engine.events import Note
from airwar.engine.frozen import dataclass, replace
from airwar.engine.questions import REFEREE, About, Facts, Menu, first_come
from airwar.engine.referee import Referee
from airwar.engine.words import listed, some_of
from airwar.rulesets.kit.details import Detail, HowMany, Which
from airwar.rulesets.kit.records import Book, declared, field_shapes, place_of, yaml_fields
from airwar.scenario.problems import Problems
from airwar.scenario.shape import Flag, OneOf

S = TypeVar("S")  # the position
O = TypeVar("O")  # noqa: E741  # an order
NO_MORE = "no-more"


class Fault(NamedTuple):
    """Why an order is illegal: the field to blame, or an entry of it as `with.k1`; the reason; and the rule."""

    field: str
    text: str
    rule: str = ""

    def __str__(self) -> str:
        return f"{self.text} ({self.rule})" if self.rule else self.text


def id_and_detail(order: Any, key: str) -> str:
    """The key of the question for a detail: raid-1.hex."""
    return f"{order.id}.{key}"


@dataclass(frozen=True)
class Orders(Generic[S, O]):
    """A kind of order."""

    kind: type[O]
    section: str  # the section of the scenario
    word: str  # the word with which such an order begins
    rule: str
    target: Mapping[str, str | Callable[[S, O], Iterable[str]]]  # the fields that an order names first, and what they may be
    faults: Callable[[S, O], Iterable[Fault]]
    label: Callable[[S, O], str]
    details: tuple[Detail | Which | HowMany, ...] = ()
    words: tuple[str, ...] = ()  # more words that name it in a typed line
    bare: bool = False  # whether its answer is the target alone, without the word
    keys: Callable[[O, str], str] = id_and_detail  # gives the keys of the questions for its details
    title: str = ""  # its label in a menu of kinds

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
            if isinstance(one, Detail) and not one.examples and not isinstance(shapes[one.fields[0]].shape, Flag | OneOf):
                raise TypeError(f"{self.word}: detail {one.key} needs examples")

    def found(self, position: S, order: O) -> Iterator[Fault]:
        """The faults of an order; checks that each blames an existing field."""
        for fault in self.faults(position, order):
            name = fault.field.partition(".")[0]
            assert not name or name in yaml_fields(self.kind), f"{self.word}: a fault of {name!r}, which is no field of its record"
            yield fault

    def prepared(self, position: S) -> Book[O]:
        """The orders of this kind that the scenario lists."""
        found: Book[O] = getattr(position, self.section.replace("-", "_"))
        return found

    def check(self, position: S, problems: Problems) -> None:
        """Reports what is wrong with the orders that the scenario lists, each at its place."""
        for order in self.prepared(position).values():
            for fault in self.found(position, order):
                problems.add(place_of(order, fault.field), str(fault))

    def refused(self, position: S, order: O) -> str | None:
        """Why an order is illegal, or None."""
        return next((str(fault) for fault in self.found(position, order)), None)

    def key(self, order: O) -> str:
        """An order as its word and its target: raid.west.allies.axis."""
        names = (getattr(order, yaml_fields(self.kind)[name].name) for name in self.target)
        return ".".join((*[self.word] * (not self.bare), *names))

    def draft(self, **known: Any) -> O:
        """An order with only some of its fields known so far."""
        needed = {data.name: None for data in fields(self.kind) if (yaml := declared(data).yaml) is not None and yaml.required}  # type: ignore[arg-type]
        return self.kind(**(needed | {yaml_fields(self.kind)[name].name: value for name, value in known.items()}))

    def named(self, draft: O, number: int, taken: Collection[str]) -> O:
        """Gives an order from the table its word and a number as its id, raid-1; the next number if that is taken."""
        ids = (f"{self.word}-{number + more}" for more in range(len(taken) + 1))
        return replace(draft, id=next(one for one in ids if one not in taken))

    def drafts(self, position: S) -> Iterator[O]:
        """An order for every target, legal or not, one by one."""
        drafts: Iterable[O] = (self.draft(),)
        for name, what in self.target.items():
            drafts = partial(self._each_named, position, name, what)(drafts)
        yield from drafts

    def _each_named(self, position: S, name: str, what: Any, drafts: Iterable[O]) -> Iterator[O]:
        own = yaml_fields(self.kind)[name].name
        for draft in drafts:
            for one in self.among(position, what, draft):
                yield replace(draft, **{own: one})

    def among(self, position: S, what: str | Callable[[S, O], Iterable[str]], draft: O) -> Iterable[str]:
        """What a field of the target may name: the ids of a book, or what its function gives for the fields before it."""
        if callable(what):
            return what(position, draft)
        ids: Iterable[str] = getattr(position, what)
        return ids

    def legal(self, position: S) -> Iterator[O]:
        """An order for every legal target, one by one."""
        return (draft for draft in self.drafts(position) if self.refused(position, draft) is None)

    def shape(self) -> str:
        """What an answer looks like: raid.front.attacker.defender."""
        return ".".join((*[self.word] * (not self.bare), *self.target))

    def means(self, answer: str) -> bool:
        """Whether an answer is an order of this kind, by its word."""
        return self.bare or answer.split(".")[0] == self.word

    def meant(self, position: S, answer: str) -> O | str:
        """The order that an answer begins, or why there is none."""
        names = answer.split(".")[not self.bare :]
        if not self.means(answer) or len(names) != len(self.target):
            return f"an order is like {self.shape()}"
        draft = self.draft()
        for name, (field, what) in zip(names, self.target.items(), strict=True):
            known = tuple(self.among(position, what, draft))
            if name not in known:
                return f"no {field} is called {name!r}; there are {some_of(known)}"
            draft = replace(draft, **{yaml_fields(self.kind)[field].name: name})
        return draft

    # its details

    def given(self, ref: Referee, position: S, draft: O, *, by: str = REFEREE) -> O | None:
        """Completes an order given at the table: its details are asked for, and refused as in a file.

        None if there turns out to be no legal answer; the output says so.
        """
        for detail in self.details:
            if detail.needed(position, draft):
                further = self._asked(ref, position, draft, detail, by)
                if further is None:
                    return None
                draft = further
        return draft

    def still(self, ref: Referee, position: S, order: O, *, by: str = REFEREE, ask: bool = True) -> O | None:
        """Checks a prepared order again when its time has come. What no longer fits is reported, and asked for again.

        What it leaves open is asked for now. With `ask=False` nobody is asked again: what still fits of a `HowMany` goes ahead.
        None if nothing of the order is left.
        """
        for fault in self.found(position, order):
            if not any(detail.blames(fault.field) for detail in self.details):
                ref.tell(Note, f"{self.name_of(order)} is not carried out: {fault}")
                return None
        for detail in self.details:
            if not detail.needed(position, order):
                continue
            value = getattr(order, detail.own(order))
            blamed = [] if value is None else [fault for fault in self.found(position, order) if detail.blames(fault.field)]
            for fault in blamed:
                ref.tell(Note, f"{self.name_of(order)}: {fault}")
            usual = self._fitting(position, order, detail) if blamed and isinstance(detail, HowMany) else None
            if value is None or (blamed and ask):
                further = self._asked(ref, position, order, detail, by, usual)
            elif blamed:
                further = replace(order, **detail.values(position, order, usual)) if usual else None  # type: ignore[arg-type]
            else:
                further = order
            if further is None:
                return None
            order = further
        return order

    def name_of(self, order: O) -> str:
        """What a note calls a prepared order."""
        return getattr(order, "id", "") or self.key(order)

    def _refused(self, position: S, order: O, detail: Detail | Which | HowMany) -> str | None:
        """Why an order with this detail is illegal, or None. Once everything is known, every fault counts."""
        later = self.details[self.details.index(detail) + 1 :]
        last = not any(one.needed(position, order) for one in later)
        return next((str(fault) for fault in self.found(position, order) if last or detail.blames(fault.field)), None)

    def _asked(
        self, ref: Referee, position: S, draft: O, detail: Detail | Which | HowMany, by: str, usual: Mapping[str, int] | None = None
    ) -> O | None:
        key, by = self.keys(draft, detail.key), detail.by or by

        def after(answer: Any) -> O:
            return replace(draft, **detail.values(position, draft, answer))

        def refuse(answer: Any) -> str | None:
            try:
                return self._refused(position, after(answer), detail)
            except ValueError as wrong:
                return f"{wrong} ({self.rule})"

        if isinstance(detail, Detail):
            examples = [example for example in detail.every_example(position, draft) if refuse(example) is None]
            question = detail.question(position, draft)
            return after(ref.fact(key, detail.meaning, examples=examples, refuse=refuse, ask=question, rule=self.rule, by=by))
        how: dict[str, Any] = {
            "by": by,
            "facts": partial(detail.facts, position, draft) if detail.facts else None,
            "optional": detail.optional,
            "quiet": detail.quiet,
            "words": detail.words,
        }
        if isinstance(detail, Which):
            chosen = self._one_of(ref, key, position, draft, detail, refuse, how)
            return None if chosen is None else after(chosen)
        numbers = self._how_many(ref, key, position, draft, detail, refuse, usual, how)
        return None if numbers is None else after(numbers)

    def _one_of(
        self, ref: Referee, key: str, position: S, draft: O, detail: Which, refuse: Callable[[str], str | None], how: dict[str, Any]
    ) -> str | None:
        def why_not(name: str) -> str | None:
            known = list(detail.every(position, draft))
            return refuse(name) if name in known else f"{name!r} is not one of {some_of(known)} ({self.rule})"

        def label(name: str) -> str | None:
            return None if why_not(name) else detail.label(position, draft, name)

        first = list(islice((name for name in detail.every(position, draft) if refuse(name) is None), 2))
        if not first:
            ref.tell(Note, f"{self.label(position, draft)}: there is no answer to {detail.meaning} ({self.rule})")
            return None
        menu = Menu(lambda: detail.every(position, draft), label)
        usual = detail.default(position, draft) if detail.default else first[0]
        options = menu if len(first) > 1 else {name: detail.label(position, draft, name) for name in first}
        usual = usual if usual in options else first[0]
        return ref.choose(key, options, default=usual, about=partial(detail.question, position, draft), why_not=why_not, **how)

    def _how_many(
        self,
        ref: Referee,
        key: str,
        position: S,
        draft: O,
        detail: HowMany,
        refuse: Callable[[Mapping[str, int]], str | None],
        usual: Mapping[str, int] | None,
        how: dict[str, Any],
    ) -> Mapping[str, int] | None:
        every = detail.every(position, draft)
        why = partial(self._unit_refused, position, draft, detail, every)
        items = {name: most for name, most in every.items() if why(name) is None}
        least = detail.least_of(position, draft)
        if sum(items.values()) < least:
            ref.tell(Note, f"{self.label(position, draft)}: nothing is free for it ({self.rule})")
            return None
        if usual is None and detail.default is not None:
            usual = detail.default(position, draft)
        numbers = {name: min(number, items[name]) for name, number in (usual or first_come(items, least)).items() if name in items}
        return ref.allot(
            key,
            items,
            about=partial(detail.question, position, draft),
            least=least,
            most=detail.most(position, draft) if detail.most else None,
            default=numbers,
            labels={name: detail.label(position, draft, name) for name in items},
            refuse=refuse,
            why_not=why,
            **how,
        )

    def _unit_refused(self, position: S, draft: O, detail: HowMany, every: Mapping[str, int], name: str) -> str | None:
        """Why one of the candidates cannot be named, or None."""
        if name not in every:
            return f"{name!r} is not one of {some_of(every)} ({self.rule})"
        alone = replace(draft, **detail.values(position, draft, {name: every[name] or 1}))
        faults = (fault for fault in self.found(position, alone) if detail.blames(fault.field))
        found = next((str(fault) for fault in faults if fault.field.partition(".")[2] == name), None)
        return found or (None if every[name] else f"{name}: none is left ({self.rule})")

    def _fitting(self, position: S, order: O, detail: HowMany) -> dict[str, int]:
        """The units of a prepared order that still fit."""
        every = detail.every(position, order)
        named: Mapping[str, int] = getattr(order, detail.own(order))
        return {
            name: min(number, every[name])
            for name, number in named.items()
            if number and self._unit_refused(position, order, detail, every, name) is None
        }


def can_order(position: S, kinds: Sequence[Orders[S, Any]]) -> bool:
    """Whether anything can be ordered; stops at the first legal order."""
    return any(next(kind.legal(position), None) is not None for kind in kinds)


Prepared = Mapping[str, tuple[Orders[S, Any], Any]]  # orders that a scenario prepares, by their answers


def next_order(
    ref: Referee,
    key: str,
    position: S,
    kinds: Sequence[Orders[S, Any]],
    *,
    by: str,
    about: About,
    prepared: Prepared[S] | None = None,
    stop: str = "no more orders",
    formerly: Collection[str] = (),
    facts: Facts | None = None,
    ask: bool = True,
) -> tuple[Orders[S, Any], Any] | None:
    """Asks for the next order; returns its kind and what is known of it so far, or None for no more.

    The first of the `prepared` orders is the answer in brackets, and with `ask=False` it is taken without asking. It is what the
    scenario says: `Orders.still` checks it again. The menu is lazy. What is typed but not offered is refused with its
    reason and rule. `stop` is the label of "no more"; empty if something has to be ordered. `formerly`: other words for "no more".
    """
    ready, none = prepared or {}, (NO_MORE, *formerly)
    first = next(iter(ready), NO_MORE)
    if not ask:
        return ready.get(first)

    def found(answer: str) -> tuple[Orders[S, Any], Any] | str:
        if answer in ready:
            return ready[answer]
        kind = next((kind for kind in kinds if kind.means(answer)), None)
        if kind is None:
            return f"an order is like {' or '.join(kind.shape() for kind in kinds)} ({kinds[0].rule})"
        order = kind.meant(position, answer)
        refused = f"{order} ({kind.rule})" if isinstance(order, str) else kind.refused(position, order)
        return refused or (kind, order)

    def label(answer: str) -> str | None:
        if answer in none:
            return stop or None
        meant = found(answer)
        if isinstance(meant, str):
            return None
        return f"{meant[0].label(position, meant[1])}{', as prepared' if answer in ready else ''}"

    def why_not(answer: str) -> str | None:
        meant = found(answer)
        return f"{answer!r}: {meant}" if isinstance(meant, str) else None

    def every() -> Iterator[str]:
        drafts = (kind.key(order) for kind in kinds for order in kind.drafts(position))
        yield from dict.fromkeys((*ready, NO_MORE, *drafts))

    words = tuple(word for kind in kinds for word in (kind.word, *kind.words))
    menu = Menu(every, label)
    answer = ref.choose(key, menu, by=by, default=first, facts=facts, optional=True, about=about, why_not=why_not, words=words)
    meant = None if answer in none else found(answer)
    assert not isinstance(meant, str), f"{answer} was taken, and is refused now: {meant}"
    return meant


def next_kind(
    ref: Referee, key: str, position: S, kinds: Sequence[Orders[S, Any]], *, by: str, about: About, formerly: Collection[str] = ()
) -> Orders[S, Any] | None:
    """Asks for the kind of the next order, if one menu cannot hold all targets; None for no more. Then call `ask_target`."""
    by_word, none = {kind.word: kind for kind in kinds}, (NO_MORE, *formerly)

    def why_not(answer: str) -> str | None:
        kind = by_word.get(answer)
        if kind is None:
            return f"{answer!r} is not one of {some_of(by_word)} ({kinds[0].rule})"
        if next(kind.legal(position), None) is not None:
            return None
        reasons = dict.fromkeys(reason for draft in kind.drafts(position) if (reason := kind.refused(position, draft)))
        return f"{answer!r}: {listed(islice(reasons, 2)) if reasons else f'there is nothing to order it against ({kind.rule})'}"

    def label(answer: str) -> str | None:
        if answer in none:
            return "no more orders"
        return None if why_not(answer) else by_word[answer].title or answer

    words = tuple(word for kind in kinds for word in (kind.word, *kind.words))
    menu = Menu(lambda: (NO_MORE, *by_word), label)
    answer = ref.choose(key, menu, by=by, default=NO_MORE, optional=True, about=about, why_not=why_not, words=words)
    return None if answer in none else by_word[answer]


def ask_target(ref: Referee, key: str, position: S, kind: Orders[S, O], *, by: str, about: About) -> O:
    """Asks for the target of an order whose kind is known. There must be one."""
    target = replace(kind, bare=True)

    def why_not(answer: str) -> str | None:
        order = target.meant(position, answer)
        return f"{order} ({kind.rule})" if isinstance(order, str) else target.refused(position, order)

    def label(answer: str) -> str | None:
        order = target.meant(position, answer)
        return None if isinstance(order, str) or target.refused(position, order) else target.label(position, order)

    first = [target.key(order) for order in islice(target.legal(position), 2)]
    menu = Menu(lambda: map(target.key, target.drafts(position)), label)
    options = menu if len(first) > 1 else {name: label(name) or name for name in first}
    order = target.meant(position, ref.choose(key, options, by=by, default=first[0], about=about, why_not=why_not))
    assert not isinstance(order, str)
    return order
