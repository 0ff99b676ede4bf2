"""The one way to write things down: canonical JSON, plain data, and the fingerprint of a state."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable
from dataclasses import fields, is_dataclass
from fractions import Fraction
from json.encoder import encode_basestring_ascii
from operator import attrgetter
from types import NoneType
from typing import Any, TypeAlias

Writer: TypeAlias = Callable[[Any], str]

MOST_REMEMBERED = 4_000_000  # characters that a Fingerprints object keeps, about 4 MB

canonical = json.JSONEncoder(sort_keys=True, separators=(",", ":"), allow_nan=False).encode


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


def state_hash(state: Any) -> str:
    """A short fingerprint of a state: two walks that agree here agree in everything."""
    return digest(canonical({"state": plain(state)}))[:16]


class Fingerprints:
    """Computes `state_hash` quickly for states that share most of their parts, as the states of one battle do.

    The canonical text of every immutable part is remembered under the part's identity, along with the part itself, so that
    no other object can take over that identity. A step then costs only what it changed.
    """

    def __init__(self) -> None:
        self.texts: dict[int, tuple[Any, str]] = {}
        self.size = 0
        self.writers: dict[type, Writer] = {
            str: encode_basestring_ascii,
            int: int.__repr__,
            bool: lambda value: "true" if value else "false",
            NoneType: lambda value: "null",
        }

    def of(self, state: Any) -> str:
        """The fingerprint of a state; equal to `state_hash(state)`."""
        return digest(f'{{"state":{self.text(state)}}}')[:16]

    def text(self, value: Any) -> str:
        """The canonical text of a value; equal to `canonical(plain(value))`."""
        return self.all_texts((value,))[0]

    def all_texts(self, values: Iterable[Any]) -> list[str]:
        """The canonical text of each value."""
        found = []
        for value in values:
            known = self.texts.get(id(value))
            if known is not None:
                found.append(known[1])
                continue
            kind = type(value)
            writer = self.writers.get(kind)
            if writer is None:
                writer = self.writers[kind] = self.writer_for(kind)
            found.append(writer(value))
        return found

    def remember(self, value: Any, text: str) -> str:
        if self.size > MOST_REMEMBERED:
            self.texts.clear()
            self.size = 0
        self.size += len(text)
        self.texts[id(value)] = (value, text)
        return text

    def writer_for(self, kind: type) -> Writer:
        """How values of a type are written; made once for each type."""
        if is_dataclass(kind):
            return self.object_writer(sorted(field.name for field in fields(kind) if field.repr))
        if issubclass(kind, tuple) and hasattr(kind, "_fields"):
            return self.object_writer(sorted(kind._fields))
        if kind is tuple:
            return lambda value: self.remember(value, f"[{','.join(self.all_texts(value))}]")
        return lambda value: canonical(plain(value))

    def object_writer(self, names: list[str]) -> Writer:
        """Writes an object with these attributes, in this order."""
        if not names:
            return lambda value: "{}"
        template = "{{" + ",".join(f'"{name}":{{}}' for name in names) + "}}"
        fill, get, texts = template.format, attrgetter(*names), self.all_texts
        if len(names) == 1:
            return lambda value: self.remember(value, fill(*texts((get(value),))))
        return lambda value: self.remember(value, fill(*texts(get(value))))


FINGERPRINTS = Fingerprints()  # shared by all walks of the process: those of one scenario share most of their states
