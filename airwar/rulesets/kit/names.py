"""Names made from ids, and numbers with their nouns and verbs."""

from __future__ import annotations

import re

from airwar.engine.words import count as count
from airwar.engine.words import verb as verb

ROMAN = re.compile(r"(?=..)(c{0,3})(xc|xl|l?x{0,3})(ix|iv|v?i{0,3})")  # a number of two letters or more, below 400


def title_of(id_: str) -> str:
    """An id as a title: `cape-gela` is Cape Gela, `iii-panzer` is III Panzer."""
    return " ".join(word.upper() if ROMAN.fullmatch(word) else word.capitalize() for word in id_.split("-"))
