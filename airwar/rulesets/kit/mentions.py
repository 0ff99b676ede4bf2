"""The ids named anywhere in a state: for `Ruleset.engaged`, the units that a procedure under way is using."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any


def mentioned(value: Any, apart: tuple[type[Any], ...]) -> Iterator[str]:
    """Every word in a value, except in parts of these kinds."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, (*apart, type)):
        return
    elif is_dataclass(value):
        for field in fields(value):
            yield from mentioned(getattr(value, field.name), apart)
    elif isinstance(value, Mapping):
        yield from mentioned(tuple(value.items()), apart)
    elif isinstance(value, tuple | frozenset):
        for part in value:
            yield from mentioned(part, apart)
