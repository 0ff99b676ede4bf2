"""The content of a file before anyone knows what it means, each part with its place; and everything that is wrong with it."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from itertools import chain, islice

from airwar.engine.frozen import dataclass
from airwar.engine.words import did_you_mean, shown
from airwar.errors import BadScenario, Problem


@dataclass(frozen=True, slots=True, order=True)
class Mark:
    """A place in a file, counted from 1 as editors count."""

    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Scalar:
    """A single value, kept as the text that the player wrote; plain if it was written without quotes."""

    text: str
    plain: bool
    mark: Mark

    @property
    def missing(self) -> bool:
        """Whether the value was left out, as in `title:` with nothing after it."""
        return self.plain and not self.text


@dataclass(frozen=True, slots=True)
class Seq:
    """A list."""

    items: list[Node]
    mark: Mark


@dataclass(frozen=True, slots=True)
class Map:
    """A mapping, in the order of the file."""

    pairs: list[tuple[Scalar, Node]]
    mark: Mark


Node = Scalar | Seq | Map


def fields_of(node: Node | None) -> dict[str, Node]:
    """What a mapping has under each key; nothing if it is not a mapping."""
    return {key.text: value for key, value in node.pairs} if isinstance(node, Map) else {}


def scalar_text(node: Node | None) -> str:
    """The text of a single value; empty for anything else."""
    return node.text if isinstance(node, Scalar) else ""


def texts_of(node: Node | None) -> dict[str, str]:
    """The single values of a mapping, as text."""
    return {key: value.text for key, value in fields_of(node).items() if isinstance(value, Scalar)}


def repaired(node: Node, repairs: Mapping[Mark, str]) -> Node:
    """The content with other text at some places, written without quotes."""
    if isinstance(node, Scalar):
        return Scalar(repairs[node.mark], True, node.mark) if node.mark in repairs else node
    if isinstance(node, Seq):
        return Seq([repaired(item, repairs) for item in node.items], node.mark)
    pairs = [(repaired(key, repairs), repaired(value, repairs)) for key, value in node.pairs]
    return Map([(key, value) for key, value in pairs if isinstance(key, Scalar)], node.mark)


# Finding a similar word is slow. A file full of mistakes gets all its messages, but not a suggestion in each.
_SUGGESTIONS = 100
_CANDIDATES = 500
_LONGEST_WORD = 60
SURELY = 0.8  # two words this similar are one word and its misspelling
_LONGEST_LISTING = 12
_MAX_PROBLEMS = 100
ALL_FIELDS = "airwar fields lists them"


class Problems:
    """The problems of one file, collected so that the player sees them all at once."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.unreadable: set[str] = set()
        self._found: set[Problem] = set()
        self._notes: set[Problem] = set()
        self.homes: dict[str, str] = {}  # where a key belongs, for files that have it elsewhere
        self.repairs: dict[Mark, str] = {}  # what was probably meant, by place
        self.repaired: set[Problem] = set()  # the problems that these repairs would solve
        self._suggested = 0
        # Keyed by the section's name, or by the place of a list whose ids are local to it.
        self._declared: dict[str | Mark, dict[str, Mark]] = {}
        self._references: list[tuple[tuple[str, ...], str, Mark, str]] = []

    def __len__(self) -> int:
        return len(self._found)

    def add(self, mark: Mark, text: str, meant: str | None = None) -> None:
        """Adds a problem, perhaps with the value that was probably meant. After a hundred the rest of the file is not checked."""
        if len(self._found) >= _MAX_PROBLEMS:
            rest = Problem(self.file, mark.line, mark.column, "too many problems; the rest of the file is not checked")
            raise BadScenario([*self.sorted(), rest])
        problem = Problem(self.file, mark.line, mark.column, text)
        self._found.add(problem)
        if meant and self.repairs.setdefault(mark, meant) == meant:
            self.repaired.add(problem)

    def note(self, mark: Mark, text: str) -> None:
        """Adds something that is not a mistake but that the player should know: `check` reports it."""
        self._notes.add(Problem(self.file, mark.line, mark.column, text, "note"))

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
        close = near_miss(word.casefold(), list(by_folded))
        return by_folded[close] if close else None

    def declare(self, section: str | Mark, name: str, mark: Mark) -> bool:
        """Declares an id. Returns False if it is a duplicate, which is reported."""
        first = self._declared.setdefault(section, {}).setdefault(name, mark)
        if first is mark:
            return True
        self.add(mark, f"duplicate id {shown(name)} (lines {first.line} and {mark.line})")
        return False

    def declared_ids(self) -> set[str]:
        """Every id that the file declares, in any section."""
        return {name for names in self._declared.values() for name in names}

    def refer(self, sections: tuple[str, ...], name: str, mark: Mark, within: str = "") -> None:
        """Notes an id that must be declared somewhere in the file; it can be only part of a text."""
        self._references.append((sections, name, mark, within or name))

    def check_references(self) -> int:
        """Reports every reference to an id that no part of the file declares, and returns how many there are."""
        dangling = 0
        for sections, name, mark, within in self._references:
            known = [self._declared.get(section, {}) for section in sections]
            # The id may be in a section that could not be read, which has been reported already.
            if any(name in ids for ids in known) or self.unreadable.intersection(sections):
                continue
            wanted = f"expected an id from {' or '.join(sections)}" + ("" if any(known) else ", which has none")
            meant = self.similar(name, chain.from_iterable(known))
            self.add(mark, f"unknown id {shown(name)}; {wanted}{did_you_mean(meant)}", meant and within.replace(name, meant, 1))
            dangling += 1
        return dangling


def near_miss(word: str, candidates: list[str]) -> str | None:
    """The candidate that was probably meant: one with nearly the same letters, or one that has the word as a part."""
    close = difflib.get_close_matches(word, candidates, n=1, cutoff=SURELY)
    if close:
        return close[0]
    parts = [one for one in candidates if word in one.split("-") or (len(word) > 3 and one.startswith(word))]
    if parts:
        return min(parts, key=len)
    return next(iter(difflib.get_close_matches(word, candidates, n=1)), None)


def in_file_order(found: Iterable[Problem]) -> list[Problem]:
    return sorted(found, key=lambda problem: (problem.line, problem.column, problem.text))


def listing(names: Iterable[str], rest: str = "") -> str:
    """The first dozen names, separated by commas, how many more there are, and perhaps where to find the rest."""
    every = list(names)
    more = len(every) - _LONGEST_LISTING
    return ", ".join(every[:_LONGEST_LISTING]) + (f" and {more} more{rest and f' ({rest})'}" if more > 0 else "")
