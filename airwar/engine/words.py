"""Words for messages."""

from __future__ import annotations


def count(number: int, noun: str, plural: str = "") -> str:
    """A number with its noun: 1 step, 2 steps, 0 aircraft."""
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"
