"""The one way to write things down: canonical JSON, plain data, and the fingerprint of a state."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, is_dataclass
from fractions import Fraction
from operator import attrgetter
from types import NoneType
from typing import Any

MOST_REMEMBERED = 20_000  # parts of states
LONGEST_PART = 200  # characters; of a longer part, the digest is kept

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


ATOMS = frozenset({str, int, bool, NoneType})


class Fingerprints:
    """Computes the fingerprint of a state, quickly for states that share most of their parts, as those of one battle do.

    A part is written as text; where that is long, its digest takes its place in whatever it is a part of. Each part is
    remembered under its identity, along with the part itself, so that no other object can take over that identity. States
    are immutable, so a step costs only what it changed.
    """

    def __init__(self) -> None:
        self.texts: dict[int, tuple[Any, str]] = {}
        self.readers: dict[type, Callable[[Any], tuple[Any, ...]]] = {}

    def of(self, state: Any) -> str:
        """The fingerprint of a state: two walks that agree here agree in everything."""
        return digest(self.text(state))[:16]

    def text(self, value: Any) -> str:
        """A value as text, or the digest of a long text. Equal values have equal texts; only ASCII, whatever the values are."""
        kind = type(value)
        if kind in ATOMS:
            return ascii(value)
        known = self.texts.get(id(value))
        if known is not None:
            return known[1]
        read = self.readers.get(kind)
        if read is None:
            read = self.readers[kind] = reader_of(kind)
        parts = read(value)
        if ATOMS.issuperset(map(type, parts)):
            text = f"{kind.__name__}{parts!a}"
        else:
            text = f"{kind.__name__}({','.join(map(self.text, parts))})"
        return self._remember(value, text if len(text) <= LONGEST_PART else f"#{digest(text)}")

    def _remember(self, value: Any, text: str) -> str:
        if len(self.texts) >= MOST_REMEMBERED:
            self.texts.clear()
        self.texts[id(value)] = (value, text)
        return text


def reader_of(kind: type) -> Callable[[Any], tuple[Any, ...]]:
    """How values of a type are taken apart. Fields of a dataclass that are not in its repr are left out."""
    if is_dataclass(kind):
        names = [field.name for field in fields(kind) if field.repr]
        if len(names) > 1:
            return attrgetter(*names)
        return lambda value: tuple(getattr(value, name) for name in names)
    if issubclass(kind, frozenset | set):
        return lambda value: tuple(sorted(value, key=str))
    if issubclass(kind, Mapping):
        return lambda value: tuple(item for key in sorted(value, key=str) for item in (key, value[key]))
    if issubclass(kind, Iterable):
        return tuple
    return lambda value: (getattr(value, "__name__", str(value)),)


FINGERPRINTS = Fingerprints()  # shared by all walks of the process: those of one scenario share most of their states
