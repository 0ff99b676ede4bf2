"""Names from files are data: no control character in them reaches a terminal."""

from __future__ import annotations

import unicodedata


def clean(text: str) -> str:
    """A text without control and formatting characters."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(char for char in text if char in "\n" or unicodedata.category(char) not in ("Cc", "Cf", "Cs"))
