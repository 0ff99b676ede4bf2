"""What a battle says, as sentences that a story can quote: rolls, losses, statuses, notes and headings, each with its rule."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from airwar.answers.typed import folded
from airwar.engine.events import Loss, NeedsChart, Note, Ruling, Status
from airwar.engine.log import Record
from airwar.engine.records import Entered, Rolled, RoundBegun, Told

READ = ("total", "row", "column", "needed", "result")  # how a roll is read


def heard(records: Sequence[Record], side: Callable[[str], str]) -> list[tuple[str, ...]]:
    """Everything that these records say. A sentence may be quoted in any of its wordings; the first of them is shown.

    `side` gives the name of a side.
    """
    return [tuple(wordings) for record in records if (wordings := list(worded(record, side)))]


def worded(record: Record, called: Callable[[str], str]) -> Iterator[str]:
    """What a record says, in every wording that a story may quote."""
    match record.body:
        case Rolled() as roll:
            yield rolled(roll)
        case Entered(_, title, rule) | Told(rule, Note(title) | NeedsChart(_, title)):
            yield cited(title, rule)
        case Told(rule, Ruling(_, _, text, own)):
            yield cited(text, own or rule)
        case RoundBegun(_, number):
            yield f"round {number}"
        case Told(rule, Loss(side, unit, number, what) | Status(side, unit, number, what)):
            for name in dict.fromkeys((unit, unit.rpartition(": ")[2])):  # with the unit's id, and without
                yield cited(f"{called(side)}: {number} {name} {what}", rule)
                yield cited(f"{called(side)}: {name}: {number} {what}", rule)


def cited(text: str, rule: str) -> str:
    return text if not rule or text.endswith(f"({rule})") else f"{text} ({rule})"


def rolled(roll: Rolled) -> str:
    """A roll in words: its faces, its modifiers, and how the chart is read."""
    terms = [f"{value:+d} {name}" for name, value, *_ in roll.terms or ()]
    read = [f"{name} {said}" for name in READ if (said := getattr(roll, name)) is not None]
    return cited(f"{roll.key}: {' '.join([*map(str, roll.faces), *terms, *read])}", roll.rule)


def of_roll(roll: Rolled, claim: str) -> bool:
    """Whether a claim about a roll is true: `3 5`, `row 8`, `result 2/3`, `+1 one Air Point`, `19.4`."""
    claim = folded(claim)
    faces = list(map(str, roll.faces))
    true = [" ".join(faces), "".join(faces), roll.key, roll.rule, roll.result]
    true += roll.result.split(", ")
    true += [roll.chart, f"chart {roll.chart}"] if roll.chart else []
    true += [f"{name} {getattr(roll, name)}" for name in READ if getattr(roll, name) is not None]
    true += [spelling for name, value, *_ in roll.terms or () for spelling in (f"{value:+d} {name}", f"{value:+d}", name)]
    return claim in map(folded, true)


def claim_of(roll: Rolled, claim: str) -> str:
    """The true claim to put in place of a false one: about the same column, row or total, or else about the dice."""
    name = folded(claim).partition(" ")[0]
    return (
        f"{name} {getattr(roll, name)}"
        if getattr(roll, name, None) is not None and name in READ
        else " ".join(map(str, roll.faces))
    )


def has(text: str, part: str) -> bool:
    """Whether a text contains these words; ... stands for any others."""
    pieces = [re.escape(piece.strip()) for piece in folded(part).split("...")]
    return re.search(rf"(?<![\w/.+-]){'.*'.join(pieces)}(?![\w/])", folded(text)) is not None
