"""A script that answers for one side, or for some questions, while people answer the rest."""

from __future__ import annotations

from collections.abc import Callable
from fnmatch import fnmatchcase
from typing import Any, Protocol

from airwar.choices.script import Script
from airwar.engine.frozen import dataclass
from airwar.engine.questions import Allotment, Choice, Decision, Fact
from airwar.engine.words import id_of


class Seat(Protocol):
    """Somebody at the table who answers in place of people."""

    def answer(self, question: Decision, party: Callable[[str], str]) -> Any:
        """The answer, or None to leave it to others. `party` gives the side of whoever decides."""


@dataclass(frozen=True)
class Player:
    """Plays a side for the computer, at one of several levels. It answers only choices and allotments."""

    side: str
    level: str
    think: Callable[[str, Choice | Allotment], Any]

    def answer(self, question: Decision, party: Callable[[str], str]) -> Any:
        """Its answer, or None if the question is not for its side."""
        ours = id_of(self.side) in (id_of(question.by), id_of(party(question.by)))
        return None if isinstance(question, Fact) or not ours else self.think(self.level, question)


@dataclass(frozen=True)
class StandIn:
    """Answers for a side, or what a pattern matches; for a pattern, with the usual answer where the script has none."""

    script: Script
    side: str = ""
    pattern: str = ""

    def answer(self, question: Decision, party: Callable[[str], str]) -> Any:
        """Its answer, or None to leave it to others. `party` gives the side of whoever decides."""
        if self.side:
            ours = id_of(self.side) in (id_of(question.by), id_of(party(question.by)))
            return self.script.decision(question) if ours else None
        if not fnmatchcase(question.key, self.pattern):
            return None
        answer = self.script.decision(question)
        if answer is None and not isinstance(question, Fact) and not question.unknown:
            return question.default
        return answer
