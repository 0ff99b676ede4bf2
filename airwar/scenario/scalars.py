"""The shapes of single values: text, numbers, flags, names, dates and ids."""

from __future__ import annotations

import json
import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, ClassVar, TypeAlias

from airwar.engine.frozen import dataclass
from airwar.engine.words import did_you_mean, shown
from airwar.scenario.problems import ALL_FIELDS, Map, Node, Problems, Scalar, Seq, listing

Tree: TypeAlias = "str | list[Tree] | dict[str, Tree]"  # a value as a file has it
_ID = "[a-z0-9][a-z0-9-]{0,39}"
# An editor's YAML parser turns plain values into numbers and booleans before the schema sees them; to airwar they are text.
_TEXT_TYPES = ["string", "number", "boolean"]


class _Unsound:
    """Stands in for an unusable value whose problem has been reported. It is false, and acts as an empty collection."""

    def __bool__(self) -> bool:
        return False

    def __len__(self) -> int:
        return 0

    def __iter__(self) -> Iterator[Any]:
        return iter(())

    def __repr__(self) -> str:
        return "UNSOUND"


UNSOUND = _Unsound()


class Shape(ABC):
    """What a value of a scenario may look like."""

    kinds: ClassVar[tuple[type, ...]] = (Scalar,)
    many: ClassVar[str] = "values"

    @abstractmethod
    def expected(self) -> str:
        """What is expected here, in a few words for a message."""

    @abstractmethod
    def schema(self) -> dict[str, Any]:
        """The JSON Schema of such a value."""

    @abstractmethod
    def _value(self, node: Any, problems: Problems) -> Any:
        """The value of a node of the right kind; if it is wrong, reports that and returns UNSOUND."""

    def check(self, node: Node, problems: Problems) -> Any:
        """The value of a node; if it is wrong, reports that and returns UNSOUND."""
        if isinstance(node, self._accepted()) and not (isinstance(node, Scalar) and node.missing):
            return self._value(node, problems)
        problems.add(node.mark, f"{_found(node)}; expected {self.expected()}")
        problems.unreadable.update(self.sections())
        return UNSOUND

    def write(self, value: Any) -> Tree:
        """A value as a file would have it, so that `check` returns the value again."""
        return str(value)

    def sections(self) -> set[str]:
        """The sections for which something inside declares ids."""
        return set()

    def known_keys(self) -> set[str]:
        """The keys of all records inside."""
        return set()

    def _accepted(self) -> tuple[type, ...]:
        return self.kinds

    def _refuse(self, node: Scalar, problems: Problems, wrong: str, meant: str | None = None, how: str = "") -> _Unsound:
        """Reports a value that does not fit, perhaps with the one that was meant and how to write it."""
        suggestion = did_you_mean(meant and f"{meant}{how}")
        problems.add(node.mark, f"{shown(node.text)} {wrong}; expected {self.expected()}{suggestion}", meant)
        return UNSOUND


def _found(node: Node) -> str:
    """What was found at a place, for a message."""
    match node:
        case Seq():
            return "found a list"
        case Map():
            return "found a mapping"
        case Scalar():
            return "no value given" if node.missing else f"found {shown(node.text)}"


@dataclass(frozen=True)
class Text(Shape):
    """Any text, on one line unless more are allowed; `3:1`, `no` and `010` stay text."""

    max_length: int = 200
    pattern: str | None = None
    help: str = ""
    lines: bool = False
    many = "texts"

    def expected(self) -> str:
        return self.help or f"text of at most {self.max_length:,} characters"

    def _value(self, node: Scalar, problems: Problems) -> Any:
        text = node.text.rstrip("\n")  # drop the line break that ends a block
        if not text.strip():
            return self._refuse(node, problems, "is blank")
        if len(text) > self.max_length:
            return self._refuse(node, problems, f"has {len(text):,} characters, more than {self.max_length:,}")
        if "\n" in text and not self.lines:
            return self._refuse(node, problems, "has more than one line")
        if self.pattern is not None and not re.fullmatch(self.pattern, text):
            lower = text.strip().lower().replace(" ", "-")
            return self._refuse(node, problems, "does not fit", lower if re.fullmatch(self.pattern, lower) else None)
        return text

    def schema(self) -> dict[str, Any]:
        blank = r"\S" if self.lines else r"^[^\n]*\S[^\n]*\n*$"
        pattern = blank if self.pattern is None else rf"^(?:{self.pattern})\n*$"
        return {"type": _TEXT_TYPES, "maxLength": self.max_length, "pattern": pattern}


@dataclass(frozen=True)
class Id(Shape):
    """A name by which other parts of the scenario refer to this one."""

    many = "ids"

    def expected(self) -> str:
        return "an id: lowercase letters, digits and hyphens, at most 40 characters"

    def _value(self, node: Scalar, problems: Problems) -> Any:
        if re.fullmatch(_ID, node.text):
            return node.text
        slug = re.sub("[^a-z0-9]+", "-", node.text.lower()).strip("-")[:40]
        return self._refuse(node, problems, "is not a valid id", slug)

    def schema(self) -> dict[str, Any]:
        return {"type": _TEXT_TYPES, "pattern": f"^{_ID}$"}


@dataclass(frozen=True, init=False)
class Ref(Shape):
    """An id that one of the named sections must declare."""

    names: tuple[str, ...]
    many = "ids"

    def __init__(self, *sections: str) -> None:
        object.__setattr__(self, "names", sections)

    def expected(self) -> str:
        return f"an id from {' or '.join(self.names)}"

    def _value(self, node: Scalar, problems: Problems) -> Any:
        problems.refer(self.names, node.text, node.mark)
        return node.text

    def schema(self) -> dict[str, Any]:
        return {"type": _TEXT_TYPES, "minLength": 1}


@dataclass(frozen=True, init=False)
class PartRef(Ref):
    """An id that one of the named sections must declare, or a part of it at a place: `squadron/malta`."""

    places: str

    def __init__(self, *sections: str, places: str) -> None:
        super().__init__(*sections)
        object.__setattr__(self, "places", places)

    def expected(self) -> str:
        return f"{super().expected()}, or a part of it as id/{self.places.rstrip('s')}"

    def _value(self, node: Scalar, problems: Problems) -> Any:
        whole, *places = node.text.split("/")
        problems.refer(self.names, whole, node.mark, node.text)
        for place in places:
            problems.refer((self.places,), place, node.mark, node.text)
        return node.text


@dataclass(frozen=True)
class Whole(Shape):
    """A whole number in plain decimal digits."""

    minimum: int = 0
    maximum: int = 1_000_000
    many = "whole numbers"

    def expected(self) -> str:
        return str(self.minimum) if self.minimum == self.maximum else f"a whole number from {self.minimum} to {self.maximum}"

    def _value(self, node: Scalar, problems: Problems) -> Any:
        if not node.plain and re.fullmatch("-?[0-9]+", node.text):
            return self._refuse(node, problems, "is in quotes", node.text[:18], how=" without quotes")
        if not re.fullmatch("0|-?[1-9][0-9]*", node.text):
            return self._refuse(node, problems, "is not a whole number", self._meant(node.text))
        # Python refuses to convert thousands of digits, which are out of range anyway.
        if len(node.text) > 18 or not self.minimum <= int(node.text) <= self.maximum:
            return self._refuse(node, problems, "is not allowed" if self.minimum == self.maximum else "is out of range")
        return int(node.text)

    def _meant(self, text: str) -> str | None:
        """What `+3`, `010`, `1_000` or `1.0` probably means."""
        loose = re.fullmatch(r"([+-]?[0-9]{1,18})(?:\.0*)?", text.replace("_", ""))
        return str(int(loose[1])) if loose and self.minimum <= int(loose[1]) <= self.maximum else None

    def schema(self) -> dict[str, Any]:
        return {"type": "integer", "minimum": self.minimum, "maximum": self.maximum}


@dataclass(frozen=True)
class Flag(Shape):
    """`true` or `false`, spelled exactly like that."""

    many = "flags"

    def expected(self) -> str:
        return "true or false"

    def _value(self, node: Scalar, problems: Problems) -> Any:
        if node.plain and node.text in {"true", "false"}:
            return node.text == "true"
        words = {"true": "true", "yes": "true", "on": "true", "false": "false", "no": "false", "off": "false"}
        meant = words.get(node.text.lower())
        wrong = "is not true or false" if node.plain else "is in quotes; expected true or false"
        problems.add(node.mark, f"{shown(node.text)} {wrong}{did_you_mean(meant)}", meant)
        return UNSOUND

    def schema(self) -> dict[str, Any]:
        return {"type": "boolean"}

    def write(self, value: Any) -> Tree:
        return "true" if value else "false"


@dataclass(frozen=True)
class OneOf(Shape):
    """One of a few names; if they map to values, the value is used."""

    names: tuple[str, ...] | Mapping[str, Any]
    many = "names"

    def expected(self) -> str:
        return f"one of {listing(self.names, ALL_FIELDS)}" if len(self.names) > 1 else next(iter(self.names))

    def _value(self, node: Scalar, problems: Problems) -> Any:
        if node.text not in self.names:
            meant = self._switch(node.text) or problems.similar(node.text, self.names)
            problems.add(node.mark, f"{shown(node.text)} is not {self.expected()}{did_you_mean(meant)}", meant)
            return UNSOUND
        return self.names[node.text] if isinstance(self.names, Mapping) else node.text

    def _switch(self, text: str) -> str | None:
        """What `allow` or `true` means where the names are yes and no, or on and off."""
        words = _ON_WORDS if text.lower() in _ON_WORDS else _OFF_WORDS if text.lower() in _OFF_WORDS else ()
        return next((word for word in words if word in self.names), None)

    def schema(self) -> dict[str, Any]:
        return {"enum": [spelling for name in self.names for spelling in _spellings(name)]}

    def write(self, value: Any) -> Tree:
        return next(name for name in self.names if self.names[name] == value) if isinstance(self.names, Mapping) else str(value)


_ON_WORDS = ("yes", "on", "true", "allow", "allowed")
_OFF_WORDS = ("no", "off", "false", "forbid", "forbidden")


def _spellings(name: str) -> list[Any]:
    """What an editor's YAML parser may turn a plain name into: a number or a boolean, by the rules of YAML 1.1 too."""
    if name in (*_ON_WORDS[:2], *_OFF_WORDS[:2]):
        return [name, name in _ON_WORDS]
    try:
        typed = json.loads(name)
    except ValueError:
        return [name]
    return [name, typed] if isinstance(typed, bool | int) else [name]


@dataclass(frozen=True)
class Exact(Shape):
    """An exact fraction, written `1/2`, `0.5` or `1`."""

    minimum: Fraction | int = 0
    maximum: Fraction | int = 1_000_000
    many = "fractions"

    _PATTERN: ClassVar[str] = r"-?(?:0|[1-9][0-9]{0,8})(?:/[1-9][0-9]{0,8}|\.[0-9]{1,9})?"

    def expected(self) -> str:
        return f"a number such as 1/2, 0.5 or 1, from {self.minimum} to {self.maximum}"

    def _value(self, node: Scalar, problems: Problems) -> Any:
        if not re.fullmatch(self._PATTERN, node.text):
            return self._refuse(node, problems, "is not a fraction")
        value = Fraction(node.text)
        if not self.minimum <= value <= self.maximum:
            return self._refuse(node, problems, "is out of range")
        return value

    def schema(self) -> dict[str, Any]:
        number = {"type": "number", "minimum": _number(self.minimum), "maximum": _number(self.maximum)}
        return {"anyOf": [number, {"type": "string", "pattern": f"^{self._PATTERN}$"}]}


def _number(value: Fraction | int) -> int | float:
    return int(value) if value == int(value) else float(value)


@dataclass(frozen=True)
class Date(Shape):
    """A year, or a year and a month: `1942`, `1942-03`; the value is (year, month or None)."""

    many = "dates"

    _PATTERN: ClassVar[str] = "([1-9][0-9]{3})(?:-(0[1-9]|1[0-2]))?"

    def expected(self) -> str:
        return "a date such as 1942 or 1942-03"

    def _value(self, node: Scalar, problems: Problems) -> Any:
        date = re.fullmatch(self._PATTERN, node.text)
        if not date:
            return self._refuse(node, problems, "is not a date")
        return int(date[1]), int(date[2]) if date[2] else None

    def schema(self) -> dict[str, Any]:
        year = {"type": "integer", "minimum": 1000, "maximum": 9999}
        return {"anyOf": [year, {"type": "string", "pattern": f"^{self._PATTERN}$"}]}
