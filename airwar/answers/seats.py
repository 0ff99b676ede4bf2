"""Who sits at the table: scripts that answer for a side, and questions that nobody is asked. The log remembers it."""

from __future__ import annotations

from collections.abc import Callable
from fnmatch import fnmatchcase
from typing import Any, Protocol

from airwar.choices.grammar import read_script
from airwar.choices.patterns import can_match
from airwar.choices.script import Script
from airwar.engine.frozen import dataclass
from airwar.engine.questions import Allotment, Choice, Decision, Fact
from airwar.engine.records import Seated
from airwar.engine.words import id_of
from airwar.errors import BadAnswer
from airwar.setup.loading import Scenario

LEVELS = ("best", "steady", "reckless", "cautious")  # stands in place of choices for a side that the computer plays


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


def stand_ins_of(scenario: Scenario, seated: Seated, think: Callable[[str, Choice | Allotment], Any] | None = None) -> list[Seat]:
    """The scripts that answer for a side, and those for questions that nobody is asked.

    `think(level, question)` answers for a side that the computer plays.
    Raises BadAnswer if there is no such side or question, BadScenario if a script makes no sense.
    """
    found: list[Seat] = []
    for side, text in (seated.play or {}).items():
        if not scenario.knows(side):
            raise BadAnswer(f"there is no side {side!r}; expected one of {', '.join(scenario.sides)}")
        if text in LEVELS:
            found += [Player(side, text, think)] if think else []
            continue
        script = read_script(text, f"the choices of {side}", scenario.ruleset.questions) if text else scenario.script
        found.append(StandIn(script, side=side))
    patterns = seated.auto or ()
    for pattern in patterns:
        if not can_match(pattern, scenario.ruleset.decisions):
            raise BadAnswer(f"{pattern!r} matches no decision of {scenario.ruleset.id}")
    return [*found, *(StandIn(scenario.script, pattern=pattern) for pattern in patterns)]
