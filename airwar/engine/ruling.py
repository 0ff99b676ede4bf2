"""The referee's rulings on rolls: a modifier that no rule gives, or a result that no die shows."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fnmatch import fnmatchcase
from itertools import combinations_with_replacement, islice
from typing import Any

from airwar.engine.dice import Faces, Hits, OnRow, Reading, Term, Total
from airwar.engine.questions import Roll
from airwar.engine.records import Body, Rolled, Ruled
from airwar.engine.words import some_of

_MARK = "ruling"  # stands in for the rule of a modifier that was ruled
MOST_FACES = 100_000  # rolls to search for a result


def concerns(ruling: Ruled, key: str) -> bool:
    """Whether a ruling is about this roll: its key is a pattern for the roll's key or for the end of it."""
    return fnmatchcase(key, ruling.key) or fnmatchcase(key, f"*.{ruling.key}")


def ruled(roll: Roll, waiting: tuple[Ruled, ...]) -> tuple[Roll, Faces | None, tuple[Ruled, ...]]:
    """A roll under the rulings that await it: how it is read now, its faces if they are ruled, and the rulings left over."""
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


def met_no_roll(bodies: Iterable[Body]) -> list[Ruled]:
    """The rulings on rolls, among the records that count, that no roll has met."""
    waiting: list[Ruled] = []
    for body in bodies:
        if isinstance(body, Ruled) and not body.on_position:
            waiting.append(body)
        elif isinstance(body, Rolled):
            waiting = [ruling for ruling in waiting if not (concerns(ruling, body.key) and _is_under(body, ruling))]
    return waiting


def _is_under(roll: Rolled, ruling: Ruled) -> bool:
    """Whether a roll was made under a ruling that concerns it."""
    if ruling.on == "result":
        return roll.source == "ruled"
    return any((term.name, term.value, term.rule) == (ruling.why, int(ruling.value), _MARK) for term in roll.terms or ())


def unfit(roll: Roll, on: str, value: str) -> str | None:
    """Why a ruling gives a roll something that it cannot have, or None."""
    if on == "modifier":
        return None if takes_modifiers(roll.reading) else f"{roll.key} takes no modifiers"
    if on == "result" and faces_for(roll.reading, value) is not None:
        return None
    return f"{roll.key} cannot have the result {value}; it can have {some_of(results_of(roll.reading))}"


def takes_modifiers(reading: Reading[Any]) -> bool:
    """Whether modifiers mean anything to a roll."""
    return isinstance(reading, Total | OnRow | Hits)


def modified(reading: Reading[Any], ruling: Ruled) -> Reading[Any]:
    """The reading with the modifier of a ruling."""
    assert isinstance(reading, Total | OnRow | Hits)
    return replace(reading, terms=(*reading.terms, Term(ruling.why, int(ruling.value), _MARK, _MARK)))


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
