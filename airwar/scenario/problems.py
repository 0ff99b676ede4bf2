"""Collects everything that is wrong with one file, and the ids that its parts declare and refer to."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from itertools import chain, islice

from airwar.errors import BadScenario, Problem
from airwar.scenario.nodes import Mark

# Looking for a similar word is slow; a file made of mistakes gets its sentences, but not a suggestion in each.
_SUGGESTIONS = 100
_CANDIDATES = 500
_LONGEST_WORD = 60
_LONGEST_LISTING = 12


class Problems:
    """Gathers the problems of one file, so that the player sees them all at once."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.unreadable: set[str] = set()
        self._found: set[Problem] = set()
        self._suggested = 0
        # Keyed by the section's name, or by the place of a list that publishes its ids to nobody.
        self._declared: dict[str | Mark, dict[str, Mark]] = {}
        self._references: list[tuple[tuple[str, ...], str, Mark]] = []

    def __len__(self) -> int:
        return len(self._found)

    def add(self, mark: Mark, text: str) -> None:
        """Notes one problem."""
        self._found.add(Problem(self.file, mark.line, mark.column, text))

    def sorted(self) -> list[Problem]:
        """Lists the problems in the file's order."""
        return sorted(self._found, key=lambda problem: (problem.line, problem.column, problem.text))

    def raise_if_any(self) -> None:
        """Refuses the file if anything is wrong with it."""
        if self._found:
            raise BadScenario(self.sorted())

    def similar(self, word: str, candidates: Iterable[str]) -> str | None:
        """Finds the candidate that the player most likely meant."""
        if len(word) > _LONGEST_WORD or self._suggested >= _SUGGESTIONS:
            return None
        self._suggested += 1
        by_folded: dict[str, str] = {}
        for candidate in islice(candidates, _CANDIDATES):
            by_folded.setdefault(candidate.casefold(), candidate)
        close = difflib.get_close_matches(word.casefold(), by_folded, n=1)
        return by_folded[close[0]] if close else None

    def declare(self, section: str | Mark, name: str, mark: Mark) -> bool:
        """Publishes an id, and says whether it is the first of that name."""
        first = self._declared.setdefault(section, {}).setdefault(name, mark)
        if first is mark:
            return True
        self.add(mark, f"id {shown(name)} stands twice, on lines {first.line} and {mark.line}; expected each id once")
        return False

    def refer(self, sections: tuple[str, ...], name: str, mark: Mark) -> None:
        """Remembers an id that must be declared somewhere in the file."""
        self._references.append((sections, name, mark))

    def check_references(self) -> int:
        """Reports every reference to an id that no part of the file declares, and returns how many there are."""
        dangling = 0
        for sections, name, mark in self._references:
            known = [self._declared.get(section, {}) for section in sections]
            # An id may well stand in a section that could not be read: that one is reported already.
            if any(name in ids for ids in known) or self.unreadable.intersection(sections):
                continue
            wanted = f"expected an id from {' or '.join(sections)}" + ("" if any(known) else ", where there is none")
            meant = self.similar(name, chain.from_iterable(known))
            self.add(mark, f"unknown id {shown(name)}; {wanted}{did_you_mean(meant)}")
            dangling += 1
        return dangling


def did_you_mean(word: str | None) -> str:
    """Ends a sentence with a suggestion, if there is one."""
    return f"; did you mean {word}?" if word and word.isprintable() else ""


def shown(text: str) -> str:
    """Quotes a value from the file, shortened, with nothing in it that a terminal would obey."""
    return repr(text if len(text) <= 40 else text[:39] + "…")


def listing(names: Iterable[str]) -> str:
    """Joins names for a sentence, the first dozen of them."""
    every = list(names)
    return ", ".join(every[:_LONGEST_LISTING]) + (", …" if len(every) > _LONGEST_LISTING else "")
