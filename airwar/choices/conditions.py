"""Conditions over the facts of a decision: `own.factors < 3 and round >= 2 or strength-percent > 150`.

    condition    alternative { "or" alternative }
    alternative  comparison { "and" comparison }
    comparison   fact ("<" | "<=" | ">" | ">=" | "==" | "!=") (whole number | fact)

A fact is a word of lowercase letters, digits, dots, hyphens and underscores. `and` and `or` are words of their own, so a fact
may contain them: `to.paris-and-seine > 0`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from operator import eq, ge, gt, le, lt, ne
from typing import NamedTuple

from airwar.choices.patterns import EVERY_ROUND
from airwar.engine.frozen import dataclass
from airwar.engine.words import shown

_OPERATORS: Mapping[str, Callable[[int, int], bool]] = {"<=": le, ">=": ge, "==": eq, "!=": ne, "<": lt, ">": gt}
_TOKENS = re.compile(
    r"(?P<joint>(?:and|or)(?![\w.-]))|(?P<fact>[a-z][a-z0-9_.-]*)|(?P<number>-?\d{1,9}(?![\w.]))|(?P<operator>[<>=!]=|[<>])|(?P<other>\S)"
)


class _Token(NamedTuple):
    """A word, number or sign of a condition, and where it is."""

    kind: str
    text: str
    start: int
    end: int


@dataclass(frozen=True)
class Comparison:
    """A fact compared with a number or with another fact."""

    fact: str
    operator: str
    than: int | str

    def holds(self, facts: Mapping[str, int]) -> bool:
        than = facts[self.than] if isinstance(self.than, str) else self.than
        return _OPERATORS[self.operator](facts[self.fact], than)

    @property
    def facts(self) -> set[str]:
        return {self.fact, self.than} if isinstance(self.than, str) else {self.fact}

    def highest_round(self) -> int:
        """The highest round that it treats differently from later ones."""
        if "round" not in self.facts:
            return 0
        return self.than + 1 if isinstance(self.than, int) else EVERY_ROUND


@dataclass(frozen=True)
class Condition:
    """Comparisons joined by `and` and `or`; `and` binds tighter."""

    text: str
    alternatives: tuple[tuple[Comparison, ...], ...]

    @classmethod
    def parse(cls, text: str) -> Condition:
        """Reads a condition. Raises ValueError, naming the part that is not a comparison."""
        alternatives: list[list[Comparison]] = [[]]
        for joint, tokens in _comparisons(text):
            if joint == "or":
                alternatives.append([])
            alternatives[-1].append(_comparison(text, tokens))
        return cls(text, tuple(tuple(comparisons) for comparisons in alternatives))

    @property
    def comparisons(self) -> Iterator[Comparison]:
        return (comparison for alternative in self.alternatives for comparison in alternative)

    @cached_property
    def facts(self) -> frozenset[str]:
        """Every fact that it asks about."""
        return frozenset(fact for comparison in self.comparisons for fact in comparison.facts)

    def holds(self, facts: Mapping[str, int]) -> bool:
        return any(all(comparison.holds(facts) for comparison in alternative) for alternative in self.alternatives)

    def highest_round(self) -> int:
        """The highest round that it treats differently from later ones."""
        return max(comparison.highest_round() for comparison in self.comparisons)


def _comparisons(text: str) -> Iterator[tuple[str, list[_Token]]]:
    """The tokens of each comparison, with the word that joins it to the one before."""
    joint = ""
    tokens: list[_Token] = []
    for match in _TOKENS.finditer(text):
        token = _Token(str(match.lastgroup), match[0], *match.span())
        if token.kind == "joint":
            yield joint, tokens
            joint, tokens = token.text, []
        else:
            tokens.append(token)
    yield joint, tokens


def _comparison(text: str, tokens: list[_Token]) -> Comparison:
    kinds = [token.kind for token in tokens]
    if kinds not in (["fact", "operator", "number"], ["fact", "operator", "fact"]) or tokens[1].text not in _OPERATORS:
        part = text[tokens[0].start : tokens[-1].end] if tokens else ""
        raise ValueError(f"{shown(part)} is not a comparison; expected one like own.factors < 3")
    fact, operator, than = (token.text for token in tokens)
    return Comparison(fact, operator, int(than) if kinds[2] == "number" else than)
