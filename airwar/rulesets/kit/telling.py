"""What a ruleset says of its state: names, tables, facts for conditions, and the ids that a state names."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, TypeVar

from airwar.engine.events import Sheet
from airwar.engine.words import ACRONYMS
from airwar.engine.words import count as count
from airwar.engine.words import verb as verb

_ROMAN = re.compile(r"(?=..)(c{0,3})(xc|xl|l?x{0,3})(ix|iv|v?i{0,3})")  # a Roman numeral of two letters or more, below 400
SMALL = ("and", "de", "la", "of", "on", "the")  # words that stay lower case within a title


@cache
def title_of(id_: str) -> str:
    """An id as a title: `bay-of-biscay` is Bay of Biscay, `iii-panzer` is III Panzer, `us` is US."""
    return " ".join(_in_title(word, first=not at) for at, word in enumerate(id_.split("-")))


def _in_title(word: str, *, first: bool) -> str:
    if _ROMAN.fullmatch(word) or word in ACRONYMS:
        return word.upper()
    return word if word in SMALL and not first else word.capitalize()


def facts(own: int, enemy: int, own_lost: int | None = None, enemy_lost: int | None = None, **more: int) -> dict[str, int]:
    """The facts that every game shares, seen from the side that decides, and whatever a game adds.

    Strengths are in the factors, squadrons or units that the game fights in. `strength-percent` is the own strength in
    percent of the enemy's. Losses are left out where the game does not count them. Names of further facts that are not
    Python words are passed as `**{"own.rating": 3}`.
    """
    known = {"own.factors": own, "enemy.factors": enemy, "strength-percent": 100 * own // max(1, enemy)}
    if own_lost is not None:
        known["own.lost"] = own_lost
    if enemy_lost is not None:
        known["enemy.lost"] = enemy_lost
    return known | more


R = TypeVar("R")


def sheet(title: str, rows: Iterable[R], **columns: Callable[[R], Any]) -> Sheet:
    """A table: a column for each function of a row. `at_start` is headed `at start`."""
    names = tuple(name.strip("_").replace("_", " ") for name in columns)
    return Sheet(title, names, tuple(tuple(str(cell(row)) for cell in columns.values()) for row in rows))


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
