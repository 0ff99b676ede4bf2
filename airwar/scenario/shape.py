"""Declares what a scenario may contain and checks files against it, reporting every problem at once.

A shape turns a node into a value. Anything unusable is reported and dropped, so that the rest can still be checked. The same
declaration gives people each field with its values, default and meaning, and gives editors a JSON Schema.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import is_dataclass
from typing import Any, NamedTuple

from airwar.engine.frozen import dataclass
from airwar.engine.words import count, did_you_mean, shown
from airwar.scenario.problems import ALL_FIELDS, Map, Mark, Node, Problems, Scalar, Seq, listing
from airwar.scenario.scalars import UNSOUND, Date, Exact, Flag, Id, OneOf, PartRef, Ref, Shape, Text, Tree, Whole

__all__ = [
    "UNSOUND", "Anything", "Date", "Either", "Exact", "Field", "Flag", "Id", "Items", "ListOf", "MapOf",
    "OneOf", "PartRef", "Problems", "Record", "Ref", "Section", "Shape", "Text", "Tree", "Whole",
]  # fmt: skip


class Section(dict[str, Any]):
    """The values of a mapping, and where each was written."""

    def __init__(self, mark: Mark) -> None:
        super().__init__()
        self.mark = mark
        self.marks: dict[str, Mark] = {}
        self.flawed: set[str] = set()  # the keys whose values have problems, and may be incomplete

    def at(self, key: str) -> Mark:
        """Where a value was written; the place of the mapping if it is a default."""
        return self.marks.get(key, self.mark)

    def put(self, key: str, value: Any, mark: Mark) -> None:
        """Adds a value with its place."""
        self[key] = value
        self.marks[key] = mark


class Items(list[Any]):
    """The values of a list, and where each was written."""

    def __init__(self, mark: Mark) -> None:
        super().__init__()
        self.mark = mark
        self.marks: list[Mark] = []

    def put(self, value: Any, mark: Mark) -> None:
        """Adds a value with its place."""
        self.append(value)
        self.marks.append(mark)


@dataclass(frozen=True)
class Field:
    """A key that a record may have; the default is used if it is absent."""

    shape: Shape
    required: bool = False
    default: Any = None
    help: str = ""

    @property
    def may_be_empty(self) -> bool:
        """Whether the key may have no value: an optional section from which everything has been removed."""
        return not self.required and Scalar not in self.shape._accepted()

    def check(self, node: Node, problems: Problems) -> Any:
        """The value of a node; the default if the section is empty."""
        if isinstance(node, Scalar) and node.missing and self.may_be_empty:
            return self.default
        return self.shape.check(node, problems)

    def schema(self) -> dict[str, Any]:
        """The JSON Schema of the field."""
        schema = self.shape.schema()
        if self.may_be_empty:
            schema = _or_null(schema)
        if self.help:
            schema = {"description": self.help, **schema}
        if isinstance(self.default, bool | int | str):
            schema = {**schema, "default": self.default}
        return schema


@dataclass(frozen=True)
class Anything(Shape):
    """Any value, kept as a node for other code to read."""

    kinds = (Scalar, Seq, Map)

    def expected(self) -> str:
        return "anything"

    def check(self, node: Node, problems: Problems) -> Any:
        return node

    def _value(self, node: Node, problems: Problems) -> Any:
        return node

    def schema(self) -> dict[str, Any]:
        return {}


@dataclass(frozen=True, init=False)
class Either(Shape):
    """One of several shapes, chosen by whether a single value, a list or a mapping is found."""

    shapes: tuple[Shape, ...]

    def __init__(self, *shapes: Shape) -> None:
        object.__setattr__(self, "shapes", shapes)
        kinds = self._accepted()
        if len(kinds) != len(set(kinds)):
            raise ValueError("two shapes of the same kind cannot be distinguished")

    def _accepted(self) -> tuple[type, ...]:
        return tuple(kind for shape in self.shapes for kind in shape._accepted())

    def expected(self) -> str:
        return " or ".join(shape.expected() for shape in self.shapes)

    def sections(self) -> set[str]:
        return {section for shape in self.shapes for section in shape.sections()}

    def known_keys(self) -> set[str]:
        return {key for shape in self.shapes for key in shape.known_keys()}

    def _value(self, node: Node, problems: Problems) -> Any:
        chosen = next(shape for shape in self.shapes if isinstance(node, shape._accepted()))
        return chosen.check(node, problems)

    def schema(self) -> dict[str, Any]:
        return {"anyOf": [shape.schema() for shape in self.shapes]}

    def write(self, value: Any) -> Tree:
        kind = Map if isinstance(value, Mapping) or is_dataclass(value) else Seq if isinstance(value, tuple | list) else Scalar
        return next(shape for shape in self.shapes if kind in shape._accepted()).write(value)


@dataclass(frozen=True)
class ListOf(Shape):
    """A list of values of one shape. If they have ids, these must be unique, and belong to the declared section."""

    shape: Shape
    minimum: int = 0
    maximum: int = 1000
    declares: str | None = None
    wanted: str = ""  # what to say about a list with too few or too many
    kinds = (Seq,)
    many = "lists"

    def expected(self) -> str:
        return f"a list of {self.shape.many}"

    def sections(self) -> set[str]:
        return self.shape.sections() | ({self.declares} if self.declares else set())

    def known_keys(self) -> set[str]:
        return self.shape.known_keys()

    def _value(self, node: Seq, problems: Problems) -> Any:
        if not _count_fits(self, node.mark, len(node.items), problems):
            return UNSOUND
        items = Items(node.mark)
        for item in node.items:
            value = self.shape.check(item, problems)
            if self._id_is_new(item, value, node.mark, problems) and value is not UNSOUND:
                items.put(value, item.mark)
        return items

    def _id_is_new(self, item: Node, value: Any, place: Mark, problems: Problems) -> bool:
        """Declares the id of an item, even if the item itself is unsound. Returns False for a duplicate."""
        if not isinstance(item, Map) or not _has_id(self.shape):
            return True
        for key, node in item.pairs:
            if key.text == "id" and isinstance(node, Scalar) and not node.missing:
                return problems.declare(self.declares or place, node.text, node.mark)
        if isinstance(value, Section) and value.get("id"):  # the key was misspelled, and has been guessed
            return problems.declare(self.declares or place, value["id"], value.at("id"))
        return True

    def schema(self) -> dict[str, Any]:
        counts = {"minItems": self.minimum, "maxItems": self.maximum}
        return {"type": "array", "items": self.shape.schema(), **counts}

    def write(self, value: Any) -> Tree:
        return [self.shape.write(item) for item in value]


@dataclass(frozen=True)
class MapOf(Shape):
    """A mapping from names that the player chooses to values of one shape; the names may be declared as ids."""

    key: str | Shape
    shape: Shape
    minimum: int = 0
    maximum: int = 1000
    declares: str | None = None
    wanted: str = ""  # what to say about a mapping with too few or too many
    kinds = (Map,)
    many = "mappings"

    def expected(self) -> str:
        return f"a mapping of names to {self.shape.many}"

    def sections(self) -> set[str]:
        return self.shape.sections() | ({self.declares} if self.declares else set())

    def known_keys(self) -> set[str]:
        return self.shape.known_keys()

    def _key(self) -> Shape:
        return Text(pattern=self.key, help=f"a key like {self.key}") if isinstance(self.key, str) else self.key

    def _value(self, node: Map, problems: Problems) -> Any:
        if not _count_fits(self, node.mark, len(node.pairs), problems):
            return UNSOUND
        section = Section(node.mark)
        for key, item in node.pairs:
            name = self._key().check(key, problems)
            value = self.shape.check(item, problems)
            is_new = self.declares is None or problems.declare(self.declares, key.text, key.mark)
            if is_new and name is not UNSOUND and value is not UNSOUND:
                section.put(name, value, item.mark)
        return section

    def schema(self) -> dict[str, Any]:
        counts = {"minProperties": self.minimum, "maxProperties": self.maximum}
        values = {"propertyNames": self._key().schema(), "additionalProperties": self.shape.schema()}
        return {"type": "object", **values, **counts}

    def write(self, value: Any) -> Tree:
        return {str(name): self.shape.write(item) for name, item in value.items()}


@dataclass(frozen=True)
class Record(Shape):
    """A mapping with known keys. It is unsound if any field is, unless it is `partial`: then only that field is UNSOUND."""

    fields: Mapping[str, Field]
    partial: bool = False
    kinds = (Map,)
    many = "mappings"

    def expected(self) -> str:
        return f"a mapping with the keys {listing(self.fields, ALL_FIELDS)}"

    def sections(self) -> set[str]:
        return {section for field in self.fields.values() for section in field.shape.sections()}

    def known_keys(self) -> set[str]:
        return {*self.fields, *(key for field in self.fields.values() for key in field.shape.known_keys())}

    def _value(self, node: Map, problems: Problems) -> Any:
        section = Section(node.mark)
        used = {key.text for key, _ in node.pairs}
        unused = [name for name in self.fields if name not in used]
        for key, item in node.pairs:
            name = key.text if key.text in self.fields else self._misspelled(key, unused, problems)
            if name:
                before = len(problems)
                section.put(name, self.fields[name].check(item, problems), item.mark)
                if len(problems) > before:
                    section.flawed.add(name)
            else:
                section.flawed.update(unused)  # any of these keys may have been meant
        for name in unused:
            section[name] = self._absent(name, node.mark, problems)
        if not self.partial and any(value is UNSOUND for value in section.values()):
            return UNSOUND
        return section

    def _misspelled(self, key: Scalar, unused: list[str], problems: Problems) -> str | None:
        """Reports an unknown key. Returns the key that was probably meant, so that its value is checked too."""
        home = problems.homes.get(key.text)
        if home is not None:
            problems.add(key.mark, f"{shown(key.text)} does not belong here; {home}")
            return None
        meant = problems.similar(key.text, unused)
        wanted = f"expected one of {listing(unused, ALL_FIELDS)}" if unused else "expected no other key"
        problems.add(key.mark, f"unknown key {shown(key.text)}; {wanted}{did_you_mean(meant)}")
        if meant:
            unused.remove(meant)
        return meant

    def _absent(self, name: str, mark: Mark, problems: Problems) -> Any:
        field = self.fields[name]
        if not field.required:
            return field.default
        problems.add(mark, f"key {shown(name)} is missing; expected {field.shape.expected()}")
        problems.unreadable.update(field.shape.sections())
        return UNSOUND

    def schema(self) -> dict[str, Any]:
        return {
            "type": "object",
            "properties": {name: field.schema() for name, field in self.fields.items()},
            "required": [name for name, field in self.fields.items() if field.required],
            "additionalProperties": False,
        }

    def write(self, value: Any) -> Tree:
        changed = {name: item for name, item in value.items() if item != self.fields[name].default}
        return {name: self.fields[name].shape.write(item) for name, item in changed.items()}


def _or_null(schema: dict[str, Any]) -> dict[str, Any]:
    """A JSON Schema that also accepts a key with nothing after it."""
    if "anyOf" in schema:
        return {**schema, "anyOf": [*schema["anyOf"], {"type": "null"}]}
    return {**schema, "type": [schema["type"], "null"]}


def _count_fits(shape: ListOf | MapOf, mark: Mark, number: int, problems: Problems) -> bool:
    """Reports too few or too many items. Returns False for too many: they are not read at all."""
    if not shape.minimum <= number <= shape.maximum:
        wanted = f"at least {shape.minimum}" if number < shape.minimum else f"at most {shape.maximum:,}"
        found = count(number, shape.shape.many.removesuffix("s"))
        problems.add(mark, f"found {found}; expected {shape.wanted or wanted}")
    if number <= max(shape.maximum, 100):
        return True
    problems.unreadable.update(shape.sections())
    return False


def _has_id(shape: Shape) -> bool:
    if isinstance(shape, Either):
        return any(_has_id(one) for one in shape.shapes)
    return isinstance(shape, Record) and "id" in shape.fields


Path = tuple[str, ...]


class Described(NamedTuple):
    """A field: where it is, its values, its default and its meaning."""

    path: Path
    what: str  # its values
    status: str  # required, or its default
    text: str

    @property
    def name(self) -> str:
        return self.path[-1]


def described(record: Record, above: Path = ()) -> Iterator[Described]:
    """Every field of a record, each followed by those inside it."""
    for name, field in record.fields.items():
        path = (*above, name)
        yield Described(path, _values_of(field.shape), _status_of(field), field.help)
        for inner in records_in(field.shape):
            yield from described(inner, path)


def records_in(shape: Shape) -> Iterator[Record]:
    """The records that a shape is, or contains directly or in lists and mappings."""
    shape = getattr(shape, "record", shape)  # a chart that a scenario draws
    if isinstance(shape, Record):
        yield shape
    elif isinstance(shape, ListOf | MapOf):
        yield from records_in(shape.shape)
    elif isinstance(shape, Either):
        for one in shape.shapes:
            yield from records_in(one)


def _values_of(shape: Shape) -> str:
    """The values that fit a shape, in a few words."""
    shape = getattr(shape, "record", shape)
    if isinstance(shape, Record):
        return "the keys below"
    if isinstance(shape, Either):
        return ", or ".join(_values_of(one) for one in shape.shapes)
    if isinstance(shape, ListOf):
        inside = _values_of(shape.shape)
        return "a list; each entry has the keys below" if inside == "the keys below" else f"a list: {inside}"
    if isinstance(shape, MapOf):
        key = "a name of yours" if isinstance(shape.key, str | Id) else _values_of(shape.key)
        inside = _values_of(shape.shape)
        return f"{key}: {'{the keys below}' if inside == 'the keys below' else inside}"
    if isinstance(shape, OneOf):
        return " | ".join(shape.names)
    return shape.expected()


def _status_of(field: Field) -> str:
    """Whether a field is required, or its default."""
    if field.required:
        return "required"
    default: Any = field.default
    if default is None or default == "" or not isinstance(default, bool | int | str):
        return ""
    return f"default {str(default).lower() if isinstance(default, bool) else default}"


def unnamed(record: Record, template: str) -> dict[str, list[str]]:
    """The fields that a template does not name, by section; each section is a path with dots."""
    missing: dict[str, list[str]] = {}
    words = set(re.findall(r"[\w-]+", template))
    for one in described(record):
        if one.name not in words:
            missing.setdefault(".".join(one.path[:-1]), []).append(one.name)
    return missing


def json_schema(record: Record, title: str, id_: str) -> dict[str, Any]:
    """The JSON Schema (2020-12) of a whole scenario, for editors that complete and check while you type."""
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": id_, "title": title, **record.schema()}
