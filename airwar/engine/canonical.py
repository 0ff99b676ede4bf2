"""Canonical JSON, its digest, and states as plain data: the only way in which airwar serializes anything."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import fields, is_dataclass
from fractions import Fraction
from typing import Any

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
