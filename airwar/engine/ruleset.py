"""What a ruleset hands to the rest of airwar: one record, no base class."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

from airwar.engine.referee import Next, Sheet


@dataclass(frozen=True)
class Option:
    """A named ruling on what the source leaves open: its default, what else it may be, what it decides, and its rule."""

    default: str
    values: tuple[str, ...]
    text: str
    whole: bool = False  # a whole number instead of one of the values
    rule: str = ""

    @property
    def help(self) -> str:
        """What it decides, with the number of its rule."""
        return f"{self.text} ({self.rule})" if self.rule else self.text


class Tally(NamedTuple):
    """What one side had and lost of one kind of unit."""

    side: str
    unit: str
    had: int
    lost: int


@dataclass(frozen=True)
class Ruleset:
    """A game: what its scenarios may say, where its sequence of play begins, and how its state looks."""

    id: str
    title: str
    package: str
    fields: Mapping[str, Any]  # the scenario fields of its own, as scenario.shape fields
    setup: Callable[[Any, Any], Next | None]  # (checked scenario, problems) -> the first position
    tables: Callable[[Sequence[Any]], list[Sheet]]  # what is on the table: the states of all procedures under way, outermost first
    tally: Callable[[Any], list[Tally]]  # a state as units had and lost
    options: Mapping[str, Option] = field(default_factory=dict)
    decisions: Mapping[str, str] = field(default_factory=dict)  # decision ids, without battle and round, and what they decide
    winner: Callable[[Any], str] = lambda end: ""  # who has won at an end: one of those that decide, or nobody
    won: str = ""  # in words, when that is so
    party: Callable[[Any, str], str] = lambda state, by: by  # whom one that decides, has won or is tallied belongs to
    worth: Callable[[str], Fraction] = lambda unit: Fraction(1)  # what one of a kind of unit counts in sums of losses
    stances: tuple[str, ...] = ()  # decisions to stay or to leave, which the advice weighs
    rolls: tuple[str, ...] = ()  # ids of rolls, which a script may answer with faces
    template: str = ""  # a commented scenario to start from
    steps: tuple[Callable[..., Any], ...] = ()  # the sequence of play, in the rule book's order
