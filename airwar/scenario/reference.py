"""What a scenario may contain: for people, each field with its values, default and meaning; for editors, as JSON Schema."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from airwar.scenario.shape import Either, Field, Id, ListOf, MapOf, OneOf, Record, Shape

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
        yield Described(path, values_of(field.shape), status_of(field), field.help)
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


def values_of(shape: Shape) -> str:
    """The values that fit a shape, in a few words."""
    shape = getattr(shape, "record", shape)
    if isinstance(shape, Record):
        return "the keys below"
    if isinstance(shape, Either):
        return ", or ".join(values_of(one) for one in shape.shapes)
    if isinstance(shape, ListOf):
        inside = values_of(shape.shape)
        return "a list; each entry has the keys below" if inside == "the keys below" else f"a list: {inside}"
    if isinstance(shape, MapOf):
        key = "a name of yours" if isinstance(shape.key, str | Id) else values_of(shape.key)
        inside = values_of(shape.shape)
        return f"{key}: {'{the keys below}' if inside == 'the keys below' else inside}"
    if isinstance(shape, OneOf):
        return " | ".join(shape.names)
    return shape.expected()


def status_of(field: Field) -> str:
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
