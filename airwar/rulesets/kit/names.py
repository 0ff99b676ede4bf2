"""Names made from ids, and numbers with their nouns and verbs."""

from __future__ import annotations

import re
from functools import cache

from airwar.engine.words import ACRONYMS
from airwar.engine.words import count as count
from airwar.engine.words import verb as verb

ROMAN = re.compile(r"(?=..)(c{0,3})(xc|xl|l?x{0,3})(ix|iv|v?i{0,3})")  # a Roman numeral of two letters or more, below 400
SMALL = ("and", "de", "la", "of", "on", "the")  # words that stay lower case within a title


@cache
def title_of(id_: str) -> str:
    """An id as a title: `bay-of-biscay` is Bay of Biscay, `iii-panzer` is III Panzer, `us` is US."""
    return " ".join(in_title(word, first=not at) for at, word in enumerate(id_.split("-")))


def in_title(word: str, *, first: bool) -> str:
    if ROMAN.fullmatch(word) or word in ACRONYMS:
        return word.upper()
    return word if word in SMALL and not first else word.capitalize()
