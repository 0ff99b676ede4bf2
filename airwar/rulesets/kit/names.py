"""Names made from ids, and numbers with their nouns and verbs."""

from __future__ import annotations

from airwar.engine.words import count as count
from airwar.engine.words import verb as verb


def title_of(id_: str) -> str:
    """An id as a title: `cape-gela` is Cape Gela."""
    return " ".join(word.capitalize() for word in id_.split("-"))
