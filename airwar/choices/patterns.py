"""Patterns of decision ids: whether they can match anything at all, and which rounds they distinguish."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from fnmatch import fnmatchcase

EVERY_ROUND = 10_000  # a pattern or condition that distinguishes this many rounds distinguishes all of them


def can_match(pattern: str, ids: Iterable[str]) -> bool:
    """Whether a pattern can match any of these ids, perhaps after a battle and a round.

    If the pattern names the word that an id begins with (attacker, say), the rest must fit from there on. Otherwise the *
    at the end of some other id would swallow every typo.
    """
    ids = tuple(ids)
    first_words = {known.partition(".")[0] for known in ids} - {"*"}
    machine = _Machine(pattern)
    starts = machine.beginnings(first_words)
    if starts:
        return any(machine.meets(known, starts) for known in ids)
    return any(machine.meets(f"*{known}", 1) for known in ids)


def meaning(key: str, ids: Mapping[str, str]) -> str:
    """What the question with this key decides, by the longest id that fits its end; empty if none does."""
    return ids.get(kind_of(key, ids), "")


def kind_of(key: str, ids: Iterable[str]) -> str:
    """The longest id that fits the end of a key; the key itself if none does."""
    fitting = [known for known in ids if fnmatchcase(key, known) or fnmatchcase(key, f"*.{known}")]
    return max(fitting, key=lambda known: (known.count("."), known.count("*") == 0, len(known))) if fitting else key


def overlap(one: str, other: str) -> bool:
    """Whether any id matches both patterns."""
    return _Machine(one).meets(other, 1)


class _Machine:
    """A pattern as an automaton that reads another pattern. A set of places in the pattern is an integer, one bit per place."""

    def __init__(self, pattern: str) -> None:
        self._pattern = pattern
        self._last = _after_wildcards(pattern)
        self._stars = self._at("*")
        self._any = self._at("?")
        self._literals = {letter: self._at(letter) for letter in set(pattern)}
        self._end = 1 << len(pattern)
        self._every = 2 * self._end - 1

    def _at(self, wanted: str) -> int:
        return sum(1 << at for at, letter in enumerate(self._pattern) if letter == wanted)

    def beginnings(self, words: set[str]) -> int:
        """The places where a part of the pattern is one of these words."""
        found, at = 0, 0
        for part in self._pattern.split("."):
            found |= (part in words) << at
            at += len(part) + 1
        return found

    def meets(self, other: str, starts: int) -> bool:
        """Whether some id matches both the rest of this pattern, from one of the starts, and the other pattern."""
        last = _after_wildcards(other)
        if not (last.endswith(self._last) or self._last.endswith(last)):
            return False  # they end in different letters
        places = self._past_stars(starts)
        for letter in other:
            if letter == "*":  # it reads whatever the pattern does from here on
                places = self._every & ~((places & -places) - 1)
                continue
            fitting = ~self._stars if letter == "?" else self._any | self._literals.get(letter, 0)
            places = self._past_stars((places & fitting & self._every) << 1 | places & self._stars)
        return bool(places & self._end)

    def _past_stars(self, places: int) -> int:
        """Adds the places after stars, since a star may match nothing."""
        while more := (places & self._stars) << 1 & ~places:
            places |= more
        return places


def _after_wildcards(pattern: str) -> str:
    return pattern[max(pattern.rfind("*"), pattern.rfind("?")) + 1 :]


def round_of(key: str) -> int:
    """The round that a decision id names, or 0. A battle may itself be called r1, so the last one counts."""
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
            return EVERY_ROUND  # such as r1* or r?: better to distinguish too many rounds than too few
    return highest
