"""Names made from ids, and numbers with their nouns."""

from __future__ import annotations


def title_of(id_: str) -> str:
    """An id as a title: `cape-gela` is Cape Gela."""
    return " ".join(word.capitalize() for word in id_.split("-"))


def count(number: int, noun: str, plural: str = "") -> str:
    """A number with its noun: 1 step, 2 steps, 0 aircraft."""
    return f"{number} {noun if number == 1 else plural or noun + 's'}"
