"""What a scenario says, declared once: a record is its YAML, its typed state, and its text in the next scenario.

    @record
    class Base:
        id: str = named()                                                  # its key in the file
        side: str = said(Ref("sides"), "the side that controls it")        # required, since it has no default
        supply: str = said(OneOf(SUPPLY), "full or none", default="full", passing=ASKED, of="side")
        planes: int = said(Whole(0, 99), "how many", default=0)
        flown: int = inside(default=0)

`shape_of(Base)` is what a file may say about a base: `airwar fields`, the JSON Schema and every complaint about a bad file come
from it. A file is read into records, and `written` turns records back into a file, so a position is a scenario. What happens
to a field when the turn passes is part of its declaration:

    KEPT          the next turn begins with it
    RESET         it lasts for the turn, like an order: the next turn begins with its default
    ASKED         the players find it out anew in every turn: the next scenario says `ask`, which is None in the record
    becomes(f)    f(position, record) is its value in the next turn
    of="side"     a fact about whoever holds the place: if that other field has changed, it is asked for again
    inside        known to the rules only within a turn; no file says it, and a turn begins with its default

A record has no other fields: `record` refuses a class with an undeclared field.
"""

from __future__ import annotations

from collections.abc import Callable, ItemsView, Iterable, Iterator, Mapping, ValuesView
from dataclasses import MISSING, field, fields, is_dataclass
from dataclasses import Field as DataField
from functools import cache, reduce
from operator import xor
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar, dataclass_transform

from airwar.engine.frozen import dataclass, hashed_once, replace
from airwar.rulesets.kit.rulings import Rulings
from airwar.rulesets.kit.telling import title_of
from airwar.rulesets.ruleset import Option
from airwar.scenario.problems import Map, Mark, Node, Problems, Scalar, Seq
from airwar.scenario.scalars import Tree
from airwar.scenario.shape import UNSOUND, Field, Id, ListOf, MapOf, Record, Section, Shape, Text

K = TypeVar("K")
V = TypeVar("V")
ASK = "ask"  # what a file says for something to be asked when its time comes

# what happens to a field when the turn passes


class Passing(NamedTuple):
    """What a field will be in the next turn."""

    name: str
    then: Callable[[Any, Any], Any] | None = None


KEPT, RESET, ASKED = map(Passing, ("kept", "reset", "asked"))


def becomes(then: Callable[[Any, Any], Any]) -> Passing:
    """`then(position, record)` is the value of the field in the next turn."""
    return Passing("becomes", then)


# declarations


class Declared(NamedTuple):
    """What is declared about a field of a record."""

    yaml: Field | None = None  # what a file may say; None if no file gives the field
    passing: Passing = KEPT
    of: str = ""
    rule: str = ""
    fixed: bool = False
    ruled: bool = False
    named: bool = False
    options: Mapping[str, Option] | None = None


def said(
    shape: Shape,
    meaning: str,
    *,
    default: Any = MISSING,
    passing: Passing = KEPT,
    of: str = "",
    rule: str = "",
    fixed: bool = False,
    ruled: bool = False,
) -> Any:
    """A field that a file gives; required if it has no default. `in_range` is written in-range.

    `rule` is the rule under which it is asked for. `fixed`: nothing in play changes it, so its text stays as it is.
    `ruled`: a referee's ruling may change it to anything that a file may say.
    """
    required = default is MISSING
    if required and passing is RESET:
        raise TypeError(f"{meaning!r} is reset when the turn passes, so it needs a default")
    if fixed and (of or ruled or passing is not KEPT):
        raise TypeError(f"{meaning!r} is fixed, so nothing changes it")
    shape = OrAsk(shape) if passing is ASKED or of else shape
    yaml = Field(shape, required, None if required else default, meaning)
    declared = Declared(yaml, passing, of, rule, fixed, ruled)
    hashed = False if fixed else None  # what never changes cannot distinguish two positions of a game
    return field(metadata={"declared": declared}, hash=hashed, **({} if required else {"default": default}))


def said_as(known: Field, **how: Any) -> Any:
    """A field that is described elsewhere, such as one of `distance_fields`."""
    return said(known.shape, known.help, **({"default": known.default} | how))


def said_id() -> Any:
    """The id of an entry of a list."""
    return said(Id(), "a name of yours, by which other parts of the file refer to it")


def said_name() -> Any:
    """The name of something that has an id too."""
    return said(Text(max_length=60), "how it is shown; the id if left out", default="")


class Titled:
    """A record with an id and a name, by which it is shown; without a name, the id stands for it."""

    id: str
    name: str

    @property
    def title(self) -> str:
        return self.name or title_of(self.id)


def named() -> Any:
    """The field that holds the record's key in the file."""
    return field(default="", metadata={"declared": Declared(named=True)})


def inside(*, default: Any) -> Any:
    """A field used only within a turn, and its value when a turn begins."""
    return field(default=default, metadata={"declared": Declared(passing=RESET)})


def worked_out(*, default: Any) -> Any:
    """A field that follows from the others, worked out by `begun` and kept because that takes long. It is not compared."""
    return field(default=default, compare=False, repr=False, metadata={"declared": Declared()})


def options_of(of: Mapping[str, Option]) -> Any:
    """The field of a position that holds its options."""
    return field(metadata={"declared": Declared(options=of)})


@dataclass_transform(
    frozen_default=True,
    kw_only_default=True,
    field_specifiers=(field, said, said_as, said_id, named, inside, worked_out, options_of),
)
def record(kind: type[K]) -> type[K]:
    """Makes a frozen dataclass, all of whose fields must be declared: said in a file, or inside a turn."""
    made = dataclass(frozen=True, kw_only=True)(kind)
    for one in fields(made):  # type: ignore[arg-type]
        if "declared" not in one.metadata:
            raise TypeError(f"{kind.__name__}.{one.name} is not declared; use said(), named() or inside()")
    return hashed_once(made)


@dataclass_transform(frozen_default=True)
def state(kind: type[K]) -> type[K]:
    """Makes a frozen dataclass, the state of a procedure, which is hashed once."""
    return hashed_once(dataclass(kind, frozen=True))


def declared(one: DataField[Any]) -> Declared:
    found: Declared = one.metadata["declared"]
    return found


def is_record(value: Any) -> bool:
    """Whether a value is a record of the kit."""
    return _is_kind_of_record(type(value))  # type: ignore[arg-type]  # types can be hashed


@cache
def _is_kind_of_record(kind: type[Any]) -> bool:
    return is_dataclass(kind) and all("declared" in one.metadata for one in fields(kind))


def yaml_name(one: DataField[Any]) -> str:
    """What a file calls a field: `in_range` is in-range, and `from_`, since `from` is a Python keyword, is from."""
    return one.name.rstrip("_").replace("_", "-")


@cache
def declarations(kind: type[Any]) -> tuple[tuple[str, str, Declared, Any], ...]:
    """Each field of a record: its name, its name in a file, its declaration and its default."""
    return tuple((one.name, yaml_name(one), declared(one), one.default) for one in fields(kind))


def yaml_fields(kind: type) -> dict[str, DataField[Any]]:
    """The fields that a file may give, by their names there."""
    return {yaml_name(one): one for one in fields(kind) if declared(one).yaml is not None}


def field_shapes(kind: type) -> dict[str, Field]:
    """What a file may say about each field of a record: for a position, the fields of its ruleset."""
    return {name: yaml for name, one in yaml_fields(kind).items() if (yaml := declared(one).yaml) is not None}


# books of records


class Book(Mapping[str, V]):
    """Records by id, in order. It is immutable and hashable, so whatever is worked out from it stays valid."""

    __slots__ = ("_entries", "_hash")

    def __init__(self, entries: Mapping[str, V] | None = None) -> None:
        self._entries = dict(entries or {})
        self._hash: int | None = None

    def __getitem__(self, key: str) -> V:
        return self._entries[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = _hash_of(self._entries.items())
        return self._hash

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Book) and self._entries == other._entries)

    def __repr__(self) -> str:
        return f"Book({self._entries!r})"

    def values(self) -> ValuesView[V]:
        return self._entries.values()

    def items(self) -> ItemsView[str, V]:
        return self._entries.items()

    def having(self, key: str, value: V) -> Book[V]:
        """This book with one entry added or replaced."""
        return self.updated({key: value})

    def updated(self, entries: Mapping[str, V]) -> Book[V]:
        """This book with all these entries added or replaced. Its hash follows from that of this book."""
        old = self._entries
        book = Book(old | dict(entries))
        if self._hash is not None:
            before = [(key, old[key]) for key in entries if key in old]
            book._hash = self._hash ^ _hash_of(entries.items()) ^ _hash_of(before)
        return book

    def without(self, key: str) -> Book[V]:
        """This book without an entry."""
        return Book({name: value for name, value in self._entries.items() if name != key})


def _hash_of(entries: Iterable[tuple[str, Any]]) -> int:
    """A hash of entries in any order."""
    return reduce(xor, map(hash, entries), 0)


# shapes


@dataclass(frozen=True)
class OrAsk(Shape):
    """A value, or `ask`: the players are asked for it when it is needed. In a record, `ask` is None."""

    shape: Shape

    def _accepted(self) -> tuple[type, ...]:
        return tuple(dict.fromkeys((Scalar, *self.shape._accepted())))

    def expected(self) -> str:
        return self.shape.expected()

    def sections(self) -> set[str]:
        return self.shape.sections()

    def known_keys(self) -> set[str]:
        return self.shape.known_keys()

    def _value(self, node: Node, problems: Problems) -> Any:
        return None if isinstance(node, Scalar) and node.text == ASK else self.shape.check(node, problems)

    def schema(self) -> dict[str, Any]:
        return {"anyOf": [self.shape.schema(), {"const": ASK}]}

    def write(self, value: Any) -> Tree:
        return ASK if value is None else self.shape.write(value)


class RecordOf(Record, Generic[K]):
    """A mapping that is read into a record."""

    kind: type[K]

    def __init__(self, kind: type[K]) -> None:
        super().__init__(field_shapes(kind))
        object.__setattr__(self, "kind", kind)

    def _value(self, node: Map, problems: Problems) -> Any:
        section = super()._value(node, problems)
        return section if section is UNSOUND else made(self.kind, section)

    def write(self, value: Any) -> Tree:
        return written(value)


class BookOf(ListOf):
    """A list of entries with ids, read into a book."""

    def _value(self, node: Seq, problems: Problems) -> Any:
        items = super()._value(node, problems)
        return items if items is UNSOUND else Book({one.id: one for one in items})

    def write(self, value: Any) -> Tree:
        return [self.shape.write(one) for one in value.values()]


class BookByName(MapOf):
    """A mapping of names to entries, read into a book; a record that has a `named` field gets its name."""

    def _value(self, node: Map, problems: Problems) -> Any:
        section = super()._value(node, problems)
        return section if section is UNSOUND else Book({name: called(frozen(one), name) for name, one in section.items()})


def shape_of(kind: type[K]) -> RecordOf[K]:
    """What a file may say about a record of this kind."""
    return RecordOf(kind)


def list_of(kind: type, least: int = 0, most: int = 1000, declares: str | None = None) -> Shape:
    """A list of records with ids, as a book."""
    return BookOf(shape_of(kind), least, most, declares=declares)


def map_of(key: Shape, of: type | Shape, least: int = 0, most: int = 1000, declares: str | None = None) -> Shape:
    """A mapping of names to records, as a book; `of` is the record, or the shape of what is in the book."""
    return BookByName(key, of if isinstance(of, Shape) else shape_of(of), least, most, declares=declares)


# reading


def made(kind: type[K], section: Section) -> K:
    """A record from a checked section, which remembers where each of its fields was written."""
    values = {one.name: frozen(section[name]) for name, one in yaml_fields(kind).items()}
    for one in fields(kind):  # type: ignore[arg-type]
        known = declared(one).options
        if known is not None:
            values[one.name] = Rulings(known, section["options"])
    return remembering(kind(**values), section)


def frozen(value: Any) -> Any:
    """A value of a section, made hashable so that it can be part of a state."""
    if isinstance(value, dict):
        return Book({name: frozen(item) for name, item in value.items()})
    return tuple(map(frozen, value)) if isinstance(value, list) else value


def remembering(one: K, section: Section | None) -> K:
    object.__setattr__(one, "_section", section)
    return one


def called(one: V, name: str) -> V:
    """A record with the name that is its key in the file."""
    own = next((data.name for data in fields(one) if declared(data).named), None) if is_record(one) else None  # type: ignore[arg-type]
    return one if own is None else replace(one, **{own: name})


def place_of(one: Any, path: str = "") -> Mark:
    """Where a field of a record, or an entry of it such as `points.italian`, was written; without a path, the record itself."""
    *above, name = path.split(".")
    section = one
    for step in ("", *above):
        value = section[step] if step else section
        section = getattr(value, "_section", value)
    if not isinstance(section, Section):
        raise LookupError(f"{path or type(one).__name__} was not read from a file")
    return section.at(name) if name else section.mark


# writing


def written(one: Any) -> dict[str, Tree]:
    """A record as a file says it: everything that is not the default."""
    tree: dict[str, Tree] = {}
    for field_name, known_as, about, _ in declarations(type(one)):  # type: ignore[arg-type]  # types can be hashed
        value = getattr(one, field_name)
        if about.options is not None:
            tree |= {"options": dict(value.chosen_values)} if value.chosen_values else {}
        elif about.yaml is not None and not about.fixed and (about.yaml.required or value != about.yaml.default):
            tree[known_as] = about.yaml.shape.write(value)
    return tree


# the turn passes


class Due(NamedTuple):
    """Something that has to be asked when the next turn begins."""

    record: str
    field: str
    rule: str


def passed(now: K, was: K) -> tuple[K, list[Due]]:
    """The position at the start of the next turn, and what has to be asked then; `was` is the one at the start of this turn."""
    due: list[Due] = []
    return _record_passed(now, now, was, "", due), due


def _record_passed(position: Any, one: V, was: Any, name: str, due: list[Due]) -> V:
    now: dict[str, Any] = {}
    for field_name, known_as, about, default in declarations(type(one)):  # type: ignore[arg-type]  # types can be hashed
        value = getattr(one, field_name)
        if about.passing is ASKED or (about.of and was is not None and getattr(one, about.of) != getattr(was, about.of)):
            then = None
            due.append(Due(name, known_as, about.rule))
        elif about.passing is RESET:
            then = default
        else:
            then = value if about.passing.then is None else about.passing.then(position, one)
            then = _value_passed(position, then, getattr(was, field_name, None), name, due)
        if then is not value:
            now[field_name] = then
    return replace(one, **now)


def _value_passed(position: Any, value: Any, was: Any, name: str, due: list[Due]) -> Any:
    if isinstance(value, Book):
        before = was if isinstance(was, Book) else {}
        under = f"{name}." if name else ""
        return Book({key: _value_passed(position, one, before.get(key), f"{under}{key}", due) for key, one in value.items()})
    if isinstance(value, tuple) and not hasattr(value, "_fields"):
        return tuple(_value_passed(position, one, None, name, due) for one in value)
    return _record_passed(position, value, was, name, due) if is_record(value) else value


Differences: TypeAlias = Iterator[tuple[str, Any, Any]]


def differences(one: Any, other: Any, path: str = "") -> Differences:
    """Where two positions differ, field by field."""
    if isinstance(one, Book) and isinstance(other, Book):
        for key in dict.fromkeys((*one, *other)):
            yield from differences(one.get(key), other.get(key), f"{path}.{key}" if path else key)
    elif is_record(one) and type(one) is type(other):
        for data in fields(one):
            yield from differences(getattr(one, data.name), getattr(other, data.name), f"{path}.{data.name}" if path else data.name)
    elif one != other:
        yield path, one, other
