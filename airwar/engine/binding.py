"""Compares records with what the rules produce. What binds every later version is the facts, not the wording or names in the code.

Keys and answers, dice, modifiers by id and value, row, column and result of a roll, losses, which units change their status, and
the end with its tally and its position bind. Notes, headings, tables, what could have been chosen, and the steps of format 1 do
not: they are in the log for readers.
"""

from __future__ import annotations

from typing import Any

from airwar.engine.events import Loss, Status
from airwar.engine.record_json import write_body
from airwar.engine.records import (
    Body,
    Chosen,
    Corrected,
    Ended,
    Entered,
    Ordered,
    Remark,
    Rolled,
    RoundBegun,
    Stated,
    StepTaken,
    Told,
    Undone,
)
from airwar.engine.words import shown

_LONGEST_QUOTED = 120  # characters of a value in a message
_ABSENT = "none"  # the fact is absent; None means that a log of format 1 cannot say


def binds(body: Body) -> bool:
    """Whether a record says anything that a later version must reproduce."""
    match body:
        case Entered() | RoundBegun() | StepTaken():
            return False
        case Told(event=event):
            return isinstance(event, Loss | Status)
        case _:
            return True


def _facts_of(body: Body) -> dict[str, Any]:
    """The binding facts of a record, by name."""
    match body:
        case Rolled():
            return {
                "roll": body.key,
                "dice": body.dice,
                "faces": body.faces,
                "source": body.source,
                "die": _ABSENT if body.die is None else body.die,
                "modifiers": tuple((term.id, term.value) for term in body.terms or () if term.value),
                "total": _ABSENT if body.total is None else body.total,
                "row": body.row or _ABSENT,
                "column": body.column or _ABSENT,
                "result": body.result,
            }
        case Chosen() | Stated():
            return {"question": body.key, "answer": body.answer}
        case Told(event=Loss() as loss):
            return {"side": loss.side, "unit": _id_in(loss.unit), "count": loss.count, "loss": loss.fate}
        case Told(event=Status() as status):
            return {"side": status.side, "unit": _id_in(status.unit), "status of": status.count}
        case Ended():
            position = None if body.position is None else tuple((*row[:-1], frozenset(row[-1])) for row in sorted(body.position))
            losses = tuple((side, _id_in(unit), had, lost) for side, unit, had, lost in body.tally)
            end = {"result": body.result, "losses": losses, "position": position}
            return end | {"seed": body.seed or _ABSENT, "corrects": body.corrects or _ABSENT}
        case _:
            return {"record": body}


def _id_in(unit: str) -> str:
    """The id of a unit, of `kg-2: German AAF`. A kind of unit has only its name."""
    return unit.partition(":")[0]


def disagreement(rules: Body, log: Body) -> str | None:
    """The first fact of a record in which the rules differ from the log; None if they agree."""
    ours, theirs = _facts_of(rules), _facts_of(log)
    if ours.keys() != theirs.keys():
        return next(iter(theirs))
    return next((name for name, fact in theirs.items() if not _agree(ours[name], fact)), None)


def _agree(ours: Any, theirs: Any) -> bool:
    """Whether the rules arrive at the fact in the log. Facts the log does not record are skipped: later versions record more."""
    if isinstance(theirs, frozenset):
        return isinstance(ours, frozenset) and theirs <= ours
    if isinstance(theirs, tuple):
        return isinstance(ours, tuple) and len(ours) == len(theirs) and all(map(_agree, ours, theirs))
    return theirs is None or ours == theirs


def differing_words(rules: Body, log: Body, fact: str) -> str:
    """The fact in which a record differs from the rules, in words."""
    ours, theirs = _facts_of(rules), _facts_of(log)
    if fact not in ours:
        return f"expected {named(rules)} here, found {named(log)}"
    return f"{named(log)}: {fact} is {_plainly(theirs[fact])} in the log, {_plainly(ours[fact])} by the rules"


def named(body: Body) -> str:
    """A record's kind, and its key if it has one."""
    content = write_body(body)
    return f"{content['t']} {_plainly(content.get('key', ''))}".strip()


def difference(rules: Body, log: Body) -> str:
    """The first difference between a record of the log and the record that the rules produce."""
    ours, theirs = write_body(rules), write_body(log)
    if isinstance(log, Undone | Corrected | Remark | Ordered):
        return f"the log has {named(log)} where the rules continue without a question"
    if ours["t"] != theirs["t"]:
        return f"expected a {ours['t']} record here, found {theirs['t']}"
    for name in sorted({*ours, *theirs}):
        if ours.get(name) != theirs.get(name):
            differs = f"{name} is {_plainly(theirs.get(name))} in the log, {_plainly(ours.get(name))} by the rules"
            return f"{_plainly(theirs.get('key', theirs['t']))}: {differs}"
    return "the records differ"


def _plainly(value: object) -> str:
    """A value of a record, for a message; a long one is cut short."""
    return value if isinstance(value, str) and len(value) <= _LONGEST_QUOTED else shown(value, _LONGEST_QUOTED)
