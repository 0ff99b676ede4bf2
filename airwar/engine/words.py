"""Words for messages."""

from __future__ import annotations

from unicodedata import category


def count(number: int, noun: str, plural: str = "") -> str:
    """A number with its noun: 1 step, 2 steps, 0 aircraft."""
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"


def id_of(name: str) -> str:
    """A name as people type it: western-allies for Western Allies."""
    return name.strip().lower().replace(" ", "-")


def verb(number: int, plain: str, third_person: str = "") -> str:
    """The verb that goes with a number: 1 joins, 2 join, 1 flies."""
    return third_person or f"{plain}s" if number == 1 else plain


def one_line(text: str) -> str:
    """A text on one line, without control and formatting characters."""
    if not (text.isascii() and text.isprintable()):
        text = "".join(" " if char.isspace() else char for char in text if char.isspace() or category(char) not in UNPRINTABLE)
    return text.strip()


UNPRINTABLE = ("Cc", "Cf", "Cs", "Zl", "Zp")
