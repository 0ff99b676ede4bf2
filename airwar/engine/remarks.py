"""Reasons, notes and rulings of the referee as the log records them: each one line of limited length."""

from __future__ import annotations

import re

from airwar.engine.history import Entry
from airwar.engine.records import LONGEST_NAME, LONGEST_REMARK, ON_POSITIONS, ON_ROLLS, Answer, Chosen
from airwar.engine.words import one_line
from airwar.errors import BadAnswer


def reason_missing(why: str) -> str | None:
    return None if one_line(why) else "a correction or a ruling needs a reason"


def brief(text: str, what: str, most: int = LONGEST_REMARK) -> str:
    """A text as one line for the log. Raises BadAnswer if it is too long."""
    line = one_line(text)
    if len(line) > most:
        raise BadAnswer(f"{what} has at most {most:,} characters, not {len(line):,}")
    return line


def written_as(old: Entry, now: Answer) -> Answer:
    """An answer as a record writes it: without the zeros of an allotment."""
    if isinstance(now, dict) and isinstance(old, Chosen):
        return {name: count for name, count in now.items() if count}
    return now


def ruling_refused(on: str, key: str, value: str) -> str | None:
    """Why a ruling cannot be made, or None."""
    if on not in (*ON_ROLLS, *ON_POSITIONS):
        return f"no ruling on {on!r}; there is {', '.join((*ON_ROLLS, *ON_POSITIONS))}"
    if on == "modifier" and not re.fullmatch(r"[+-]?\d{1,3}", value):
        return f"{value!r} is not a modifier such as +1 or -2"
    if max(len(key), len(value)) > LONGEST_NAME or one_line(key + value) != key + value:
        return f"what a ruling names must be one line of at most {LONGEST_NAME} characters"
    return None if key and value else "a ruling needs what it changes, and the new value"
