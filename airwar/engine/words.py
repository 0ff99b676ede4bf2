"""Words for messages."""

from __future__ import annotations


def count(number: int, noun: str, plural: str = "") -> str:
    """A number with its noun: 1 step, 2 steps, 0 aircraft."""
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"


def id_of(name: str) -> str:
    """A name as people type it: western-allies for Western Allies."""
    return name.strip().lower().replace(" ", "-")


def verb(number: int, plain: str, third_person: str = "") -> str:
    """The verb that goes with a number: 1 joins, 2 join, 1 flies."""
    return third_person or f"{plain}s" if number == 1 else plain
