"""Patterns of decision ids: whether they can match anything at all, and which rounds they distinguish."""

from __future__ import annotations

import re
from collections.abc import Iterable

EVERY_ROUND = 10_000  # a pattern or condition that distinguishes this many rounds distinguishes all of them


def can_match(pattern: str, ids: Iterable[str]) -> bool:
    """Whether a pattern can match any of these ids, which a battle and a round may precede.

    If the pattern names the word that an id begins with (attacker, say), the rest must fit from there on. Otherwise the *
    at the end of some other id would swallow every typo.
    """
    ids = tuple(ids)
    first_words = {known.partition(".")[0] for known in ids} - {"*"}
    parts = pattern.split(".")
    tails = [".".join(parts[at:]) for at, part in enumerate(parts) if part in first_words]
    if tails:
        return any(overlap(tail, known) for tail in tails for known in ids)
    return any(overlap(pattern, f"*{known}") for known in ids)


def overlap(one: str, other: str) -> bool:
    """Whether any id matches both patterns."""
    to_do = {(0, 0)}
    seen: set[tuple[int, int]] = set()
    while to_do:
        a, b = to_do.pop()
        if (a, b) == (len(one), len(other)):
            return True
        if (a, b) not in seen:
            seen.add((a, b))
            to_do |= _advances(one, a, other, b)
    return False


def _advances(one: str, a: int, other: str, b: int) -> set[tuple[int, int]]:
    """How far two patterns can both get with one more character of an id, or none."""
    left, right = one[a : a + 1], other[b : b + 1]
    further = set()
    if left == "*":
        further |= {(a + 1, b), (a, b + 1)} if right else {(a + 1, b)}
    if right == "*":
        further |= {(a, b + 1), (a + 1, b)} if left else {(a, b + 1)}
    same = left == right or "?" in (left, right)
    if left and right and same and "*" not in (left, right):
        further.add((a + 1, b + 1))
    return further


def round_of(key: str) -> int:
    """The round that a decision id names, or 0. A battle may be called r1 itself: the last one counts."""
    rounds = re.findall(r"(?<![^.])r(\d+)(?=\.)", key)
    return int(rounds[-1]) if rounds else 0


def highest_round(pattern: str) -> int:
    """The highest round that a pattern treats differently from later ones: 2 in `*.r2.fire`."""
    highest = 0
    for at, part in enumerate(pattern.split(".")):
        named = re.fullmatch(r"\*?r(\d+)", part)
        if named:
            highest = max(highest, int(named[1]))
            continue
        if at == 0 and not re.match(r"r?[\d*?[]", part):
            part = "".join(part.partition("*")[1:])  # the name of a battle; only a star reaches beyond it
        if re.search(r"[*?[]", part) and re.search(r"[\d?[]", part):
            return EVERY_ROUND  # such as r1* or r?: better too many rounds than one too few
    return highest
