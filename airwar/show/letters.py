"""Names from files are data: nothing in them is obeyed by a terminal."""

from __future__ import annotations

import unicodedata


def clean(text: str) -> str:
    """A name without anything that a terminal would obey."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(char for char in text if char in "\n" or unicodedata.category(char) not in ("Cc", "Cf", "Cs"))
