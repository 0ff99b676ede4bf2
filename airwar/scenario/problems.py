"""Collects everything wrong with a file, and the ids that its parts declare and refer to."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from itertools import chain, islice

from airwar.errors import BadScenario, Problem
from airwar.scenario.nodes import Mark

# Finding a similar word is slow. A file full of mistakes gets all its messages, but not a suggestion in each.
_SUGGESTIONS = 100
_CANDIDATES = 500
_LONGEST_WORD = 60
_LONGEST_LISTING = 12
MAX_PROBLEMS = 100


class Problems:
    """The problems of one file, so that the player sees them all at once."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.unreadable: set[str] = set()
        self._found: set[Problem] = set()
        self._notes: set[Problem] = set()
        self._suggested = 0
        # Keyed by the section's name, or by the place of a list whose ids are its own business.
        self._declared: dict[str | Mark, dict[str, Mark]] = {}
        self._references: list[tuple[tuple[str, ...], str, Mark]] = []

    def __len__(self) -> int:
        return len(self._found)

    def add(self, mark: Mark, text: str) -> None:
        """Adds a problem. After a hundred the rest of the file is not checked."""
        if len(self._found) >= MAX_PROBLEMS:
            rest = Problem(self.file, mark.line, mark.column, "too many problems; the rest of the file is not checked")
            raise BadScenario([*self.sorted(), rest])
        self._found.add(Problem(self.file, mark.line, mark.column, text))

    def note(self, mark: Mark, text: str) -> None:
        """Adds something that the player should know, though nothing is wrong: `check` reports it."""
        self._notes.add(Problem(self.file, mark.line, mark.column, f"note: {text}"))

    def sorted(self) -> list[Problem]:
        """The problems in the order of the file."""
        return in_file_order(self._found)

    def notes(self) -> list[Problem]:
        """The notes in the order of the file."""
        return in_file_order(self._notes)

    def raise_if_any(self) -> None:
        """Raises BadScenario if there are any problems."""
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
        """Declares an id. Returns False if it is a duplicate, which is reported."""
        first = self._declared.setdefault(section, {}).setdefault(name, mark)
        if first is mark:
            return True
        self.add(mark, f"duplicate id {shown(name)} (lines {first.line} and {mark.line})")
        return False

    def refer(self, sections: tuple[str, ...], name: str, mark: Mark) -> None:
        """Notes an id that must be declared somewhere in the file."""
        self._references.append((sections, name, mark))

    def check_references(self) -> int:
        """Reports every reference to an id that no part of the file declares, and returns how many there are."""
        dangling = 0
        for sections, name, mark in self._references:
            known = [self._declared.get(section, {}) for section in sections]
            # The id may be in a section that could not be read, which has been reported already.
            if any(name in ids for ids in known) or self.unreadable.intersection(sections):
                continue
            wanted = f"expected an id from {' or '.join(sections)}" + ("" if any(known) else ", which has none")
            meant = self.similar(name, chain.from_iterable(known))
            self.add(mark, f"unknown id {shown(name)}; {wanted}{did_you_mean(meant)}")
            dangling += 1
        return dangling


def in_file_order(found: Iterable[Problem]) -> list[Problem]:
    return sorted(found, key=lambda problem: (problem.line, problem.column, problem.text))


def did_you_mean(word: str | None) -> str:
    """A suggestion to end a message with, if there is one."""
    return f"; did you mean {word}?" if word and word.isprintable() else ""


def shown(text: str) -> str:
    """A value from the file in quotes, shortened, with control characters escaped."""
    return repr(text if len(text) <= 40 else text[:39] + "…")


def listing(names: Iterable[str]) -> str:
    """Names separated by commas, the first dozen of them."""
    every = list(names)
    return ", ".join(every[:_LONGEST_LISTING]) + (", …" if len(every) > _LONGEST_LISTING else "")
