"""Converts dataclasses to JSON objects and back, and gives their JSON Schema. Unknown, missing or mistyped fields are refused.

A field may be text, a line of text (`Annotated[str, TextLine(80)]`), a whole number, a tuple (a JSON list), a dict with text keys
(a JSON object), a named tuple (a JSON list of fixed length), another dataclass (a JSON object), a union of these, or optional
(`| None`). An optional field is left out of the object when it is None; in a named tuple, only the last may be.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterable
from dataclasses import fields, is_dataclass
from fractions import Fraction
from functools import reduce
from json.encoder import encode_basestring_ascii
from operator import attrgetter, or_
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Annotated, Any, Generic, NamedTuple, TypeVar, Union, get_args, get_origin, get_type_hints

from airwar.engine.words import one_line

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


canonical = json.JSONEncoder(sort_keys=True, separators=(",", ":"), allow_nan=False).encode


def _no_number(text: str) -> None:
    """Refuses a number that is not whole: records and messages hold whole numbers only."""
    raise ValueError(text)


decode = json.JSONDecoder(parse_float=_no_number, parse_constant=_no_number).decode


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def plain(value: Any) -> Any:
    """A state as plain data: dataclasses and named tuples become objects, other collections lists, a function its name."""
    if isinstance(value, str | int) or value is None:
        return value
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value) if field.repr}
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, frozenset | set):
        return sorted((plain(item) for item in value), key=str)
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return {name: plain(item) for name, item in value._asdict().items()}
    if isinstance(value, Iterable):
        return [plain(item) for item in value]
    if isinstance(value, Fraction):
        return str(value)
    return getattr(value, "__name__", str(value))


T = TypeVar("T", bound="DataclassInstance")
Schema = dict[str, Any]


class Wrong(ValueError):
    """What was read does not fit the type."""


class TextLine(NamedTuple):
    """One printable line of text: its maximum length, and the pattern that the whole line must match."""

    most: int
    pattern: str = ""


class Form(NamedTuple):
    """How values of one type look in JSON."""

    read: Callable[[Any], Any]  # raises Wrong
    write: Callable[[Any], str]  # canonical JSON
    schema: Schema
    words: str  # for messages: "a whole number"
    json_type: type


def form_of(hint: Any) -> Form:
    """The form of a type."""
    if hint is str or hint is int:
        return _simple(hint)
    if get_origin(hint) is Annotated:
        return _line(*hint.__metadata__)
    if get_origin(hint) in (Union, UnionType):
        return _either([form_of(arm) for arm in get_args(hint)])
    if get_origin(hint) is dict:
        return _mapping(*map(form_of, get_args(hint)))
    if get_origin(hint) is tuple:
        item, *more = get_args(hint)
        return _listing(form_of(item)) if more == [...] else _row([form_of(arm) for arm in get_args(hint)], tuple)
    if isinstance(hint, type) and issubclass(hint, tuple):
        hints = list(get_type_hints(hint).values())
        return _row([form_of(without_none(arm)) for arm in hints], lambda items: hint(*items), NoneType in get_args(hints[-1]))
    if isinstance(hint, type) and is_dataclass(hint):
        return nested(Codec(hint))
    raise TypeError(f"a record cannot hold {hint}")


def nested(codec: Codec[Any]) -> Form:
    """The form of a dataclass. The text of the last object is cached, since all logs of one scenario begin alike."""
    last: tuple[Any, str] = (None, "")

    def write(value: Any) -> str:
        nonlocal last
        known, text = last
        if known is not value:
            text = canonical(codec.write(value))
            last = value, text
        return text

    return Form(codec.read, write, codec.schema(), "an object", dict)


def _simple(kind: type) -> Form:
    words, name = ("text", "string") if kind is str else ("a whole number", "integer")

    def read(value: Any) -> Any:
        if type(value) is not kind:
            raise Wrong(f"expected {words}, found {value!r:.60}")
        return value

    return Form(read, encode_basestring_ascii if kind is str else int.__repr__, {"type": name}, words, kind)


def _line(limit: TextLine) -> Form:
    """The form of a line of text. Text that no rule checks is limited in length and cannot move a terminal's cursor."""
    form = _simple(str)

    def read(value: Any) -> Any:
        text = form.read(value)
        if len(text) > limit.most:
            raise Wrong(f"longer than {limit.most:,} characters")
        if one_line(text) != text:
            raise Wrong(f"expected a line of printable text, found {text!r:.60}")
        if limit.pattern and not re.fullmatch(limit.pattern, text):
            raise Wrong(f"unexpected format: {text!r:.60}")
        return text

    pattern = {"pattern": f"^{limit.pattern}$"} if limit.pattern else {}
    return form._replace(read=read, schema={**form.schema, "maxLength": limit.most, **pattern}, words="a line of text")


def _listing(item: Form) -> Form:
    def read(value: Any) -> Any:
        if type(value) is not list:
            raise Wrong(f"expected a list, found {value!r:.60}")
        return tuple(map(item.read, value))

    def write(value: Any) -> str:
        return f"[{','.join(map(item.write, value))}]"

    whole = canonical if item.write is canonical else write
    return Form(read, whole, {"type": "array", "items": item.schema}, "a list", list)


def _row(items: list[Form], make: Callable[[Any], Any], last_optional: bool = False) -> Form:
    least = len(items) - last_optional

    def read(value: Any) -> Any:
        if type(value) is not list or not least <= len(value) <= len(items):
            raise Wrong(f"expected a list of {len(items)}, found {value!r:.60}")
        return make([item.read(one) for item, one in zip(items, value, strict=False)])

    def write(value: Any) -> str:
        return canonical(value[:-1] if value[-1] is None else value)

    schemas = [item.schema for item in items]
    bounds = {"items": False, "minItems": least}
    return Form(
        read,
        write if last_optional else canonical,
        {"type": "array", "prefixItems": schemas, **bounds},
        f"a list of {len(items)}",
        list,
    )


def _mapping(name: Form, item: Form) -> Form:
    def read(value: Any) -> Any:
        if type(value) is not dict:
            raise Wrong(f"expected an object, found {value!r:.60}")
        return {name.read(key): item.read(one) for key, one in value.items()}

    names = {} if name.schema == _simple(str).schema else {"propertyNames": name.schema}
    return Form(read, canonical, {"type": "object", **names, "additionalProperties": item.schema}, "an object", dict)


def _either(forms: list[Form]) -> Form:
    """One of several forms, told apart by their JSON types."""
    by_type = {form.json_type: form for form in forms}
    words = " or ".join(form.words for form in forms)

    def read(value: Any) -> Any:
        form = by_type.get(type(value))
        if form is None:
            raise Wrong(f"expected {words}, found {value!r:.60}")
        return form.read(value)

    return Form(read, canonical, {"anyOf": [form.schema for form in forms]}, words, object)


class Codec(Generic[T]):
    """Writes objects of one dataclass as JSON objects, and reads them."""

    def __init__(self, kind: type[T]) -> None:
        hints = get_type_hints(kind, include_extras=True)
        self.kind = kind
        self.names = [field.name for field in fields(kind)]
        self.optional = {name for name in self.names if NoneType in get_args(hints[name])}
        self.forms = {name: form_of(without_none(hints[name])) for name in self.names}
        self.values: Callable[[T], tuple[Any, ...]] = lambda value: tuple(getattr(value, name) for name in self.names)
        if len(self.names) > 1:
            self.values = attrgetter(*self.names)

    def write(self, value: T) -> dict[str, Any]:
        """The fields as JSON values, by name, without those that are None."""
        there = [(name, item) for name, item in zip(self.names, self.values(value), strict=True) if item is not None]
        return {name: item if isinstance(item, str | int) else json.loads(self.forms[name].write(item)) for name, item in there}

    def read(self, content: Any) -> T:
        """The object that a JSON object describes. Raises Wrong."""
        if type(content) is not dict:
            raise Wrong(f"expected an object, found {content!r:.60}")
        values = {}
        for name, value in content.items():
            form = self.forms.get(name)
            if form is None:
                raise Wrong(f"unknown field {name!r:.60}")
            try:
                values[name] = form.read(value)
            except Wrong as wrong:
                raise Wrong(f"{name}: {wrong}") from None
        for name in self.names:
            if name not in values:
                if name not in self.optional:
                    raise Wrong(f"{name} is missing")
                values[name] = None
        return self.kind(**values)

    def schema(self) -> Schema:
        """The JSON Schema of these objects."""
        return {
            "type": "object",
            "properties": {name: form.schema for name, form in self.forms.items()},
            "required": [name for name in self.names if name not in self.optional],
            "additionalProperties": False,
        }


def without_none(hint: Any) -> Any:
    """An optional type without its None."""
    if get_origin(hint) not in (Union, UnionType):
        return hint
    arms = [arm for arm in get_args(hint) if arm is not NoneType]
    return reduce(or_, arms)
