"""Who sits at the table: scripts that answer for a side, and questions that nobody is asked. The log remembers it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from airwar.answers.stand_in import Player, Seat, StandIn
from airwar.choices.grammar import read_script
from airwar.choices.patterns import can_match
from airwar.engine.questions import Allotment, Choice
from airwar.engine.records import Seated
from airwar.errors import BadAnswer
from airwar.setup.loading import Scenario

LEVELS = ("best", "steady", "reckless", "cautious")  # stands in place of choices for a side that the computer plays


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
