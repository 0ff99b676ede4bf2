"""The referee's rulings on rolls: a modifier that no rule gives, or a result that no die shows."""

from __future__ import annotations

from dataclasses import replace
from fnmatch import fnmatchcase
from itertools import combinations_with_replacement, islice
from typing import Any

from airwar.engine.dice import Faces, Hits, OnRow, Reading, Term, Total
from airwar.engine.questions import Roll
from airwar.engine.records import Ruled

MARK = "ruling"  # where a modifier has its rule, a ruling has this
MOST_FACES = 100_000  # to look through for a result


def concerns(ruling: Ruled, key: str) -> bool:
    """Whether a ruling is about this roll: its key is a pattern, or the end of the roll's key."""
    return fnmatchcase(key, ruling.key) or key.endswith(f".{ruling.key}")


def ruled(roll: Roll, waiting: tuple[Ruled, ...]) -> tuple[Roll, Faces | None, tuple[Ruled, ...]]:
    """A roll under the rulings that wait for it: how it is read now, its faces if they are ruled, and what waits on."""
    faces: Faces | None = None
    left: list[Ruled] = []
    for ruling in waiting:
        if not concerns(ruling, roll.key):
            left.append(ruling)
        elif ruling.on == "modifier" and takes_modifiers(roll.reading):
            roll = replace(roll, reading=modified(roll.reading, ruling))
        elif ruling.on == "result" and faces is None and (found := faces_for(roll.reading, ruling.value)) is not None:
            faces = found
        else:
            left.append(ruling)
    return roll, faces, tuple(left)


def takes_modifiers(reading: Reading[Any]) -> bool:
    """Whether modifiers mean anything to a roll."""
    return isinstance(reading, Total | OnRow | Hits)


def modified(reading: Reading[Any], ruling: Ruled) -> Reading[Any]:
    """The reading with the modifier of a ruling."""
    assert isinstance(reading, Total | OnRow | Hits)
    return replace(reading, terms=(*reading.terms, Term(ruling.why, int(ruling.value), MARK, MARK)))


def faces_for(reading: Reading[Any], value: str) -> Faces | None:
    """The faces that a ruling gives: typed as faces, or the first that show a result; None if the roll has no such result."""
    words = value.replace(",", " ").split()
    if words and all(word.isdecimal() and len(word) < 5 for word in words):
        typed = tuple(map(int, words))
        if reading.dice.admits(typed):
            return typed
    dice = reading.dice
    for faces in islice(combinations_with_replacement(range(1, dice.sides + 1), dice.count), MOST_FACES):
        if reading.record(faces).result == value:
            return faces
    return None


def results_of(reading: Reading[Any]) -> list[str]:
    """The results that a roll can have, in the order of the dice."""
    dice = reading.dice
    every = islice(combinations_with_replacement(range(1, dice.sides + 1), dice.count), MOST_FACES)
    return list(dict.fromkeys(reading.record(faces).result for faces in every))
