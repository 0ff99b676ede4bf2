"""Standing orders by mail: a script that answers for one side, from the record in which it was given on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any

from airwar.choices.grammar import read_script
from airwar.choices.script import Script
from airwar.engine.questions import REFEREE, Decision
from airwar.engine.records import Correspondents
from airwar.errors import BadAnswer, BadScenario
from airwar.setup.loading import Scenario

MOST_ORDERS = 64 * 1024  # characters


def owner(mail: Correspondents, party: Callable[[str], str], by: str) -> str:
    """The side that answers for whoever decides."""
    if by == REFEREE:
        return mail.referee
    return "a" if party(by) in mail.a else "b"


@dataclass(frozen=True)
class Standing:
    """Orders of one side, which take a seat at the table; `covers` are the questions that they answer."""

    script: Script
    mail: Correspondents
    side: str
    covers: tuple[str, ...] = ("*",)

    def answer(self, question: Decision, party: Callable[[str], str]) -> Any:
        """Their answer, or None if no entry fits, or if the rules refuse it; then the question is asked."""
        if owner(self.mail, party, question.by) != self.side or not covered(question.key, self.covers):
            return None
        try:
            answer = self.script.answer(question)
        except BadScenario:
            return None
        return None if answer is None or question.refuses(answer) is not None else answer


def covered(key: str, covers: Sequence[str]) -> bool:
    return any(fnmatchcase(key, pattern) for pattern in covers)


def ordered_by(orders: Sequence[Standing], question: Decision, party: Callable[[str], str]) -> Any:
    """The answer of the first standing orders that have one; None if none do."""
    return next((answer for one in orders if (answer := one.answer(question, party)) is not None), None)


def read_orders(scenario: Scenario, text: str, mail: Correspondents, side: str, covers: tuple[str, ...] = ("*",)) -> Standing:
    """Orders from their text. Raises BadScenario if it makes no sense, BadAnswer if it has dice."""
    if len(text) > MOST_ORDERS:
        raise BadAnswer(f"orders have at most {MOST_ORDERS:,} characters, not {len(text):,}")
    script = read_script(text, f"the orders of side {side}", scenario.ruleset.questions)
    if script.has_dice:
        raise BadAnswer("orders give no dice; both chains do")
    return Standing(script, mail, side, covers)
