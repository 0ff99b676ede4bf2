"""What a step tells the table. Events are frozen dataclasses of plain data; the log records each with its rule."""

from __future__ import annotations

from abc import ABC
from collections.abc import Callable

from airwar.engine.frozen import dataclass
from airwar.engine.words import count, counted


class Event(ABC):
    """Something that a step tells."""


@dataclass(frozen=True, slots=True)
class Note(Event):
    """A sentence about what happens on the table."""

    text: str


@dataclass(frozen=True, slots=True)
class Loss(Event):
    """One side loses units, for good or for now: eliminated, aborted, damaged and so on. Nothing else is a loss."""

    side: str
    unit: str
    count: int
    fate: str


@dataclass(frozen=True, slots=True)
class Status(Event):
    """Units change their place or status without being lost: they land, are inverted, retreat, join a battle and so on."""

    side: str
    unit: str
    count: int
    text: str  # what happens to them, such as "inverted at Sicily"


@dataclass(frozen=True, slots=True)
class Ruling(Event):
    """An option of the scenario decided what the source leaves open. `rule` is the rule that the option belongs to."""

    option: str
    value: str
    text: str
    rule: str


@dataclass(frozen=True, slots=True)
class NeedsChart(Event):
    """The battle cannot continue without a chart that nobody has supplied."""

    chart: str
    text: str


@dataclass(frozen=True)
class Sheet(Event):
    """A small table, such as the result of a calculation or a list of who is where."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def event_words(event: Event, names: Callable[[str], str] = str) -> str:
    """An event as a sentence. `names` gives the name of a side."""
    match event:
        case Note(text):
            return text
        case Loss(side, unit, number, what) | Status(side, unit, number, what):
            return f"{names(side)}: {units_in_words(unit, number)} {what}"
        case Ruling(option, value, text):
            return f"ruling {option} = {value}: {text}"
        case NeedsChart(chart, text):
            return f"needs chart {chart}: {text}"
        case Sheet(title, _, rows):
            return f"{title}: {count(len(rows), 'row')}"
    return str(event)


def units_in_words(unit: str, number: int) -> str:
    """Some of a unit, as an event names it: `2 German AAF of kg-2` for `kg-2: German AAF`, and `Ju 88: 1` for `Ju 88`."""
    name, colon, kind = unit.partition(": ")
    return f"{counted(number, kind)} of {name}" if colon else f"{unit}: {number}"
