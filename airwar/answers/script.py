"""A script at the table, and as the policy of the odds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from airwar.answers.chance import MachineDice
from airwar.choices.script import Script
from airwar.engine.dice import Faces
from airwar.engine.positions import Graph
from airwar.engine.referee import Allotment, Asked, Choice, Roll
from airwar.errors import Unanswered


class Scripted:
    """Nobody is at the table: the script answers, and the machine rolls unless the script has the faces."""

    def __init__(self, script: Script, dice: MachineDice | None) -> None:
        self.script = script
        self.dice = dice

    def faces(self, roll: Roll, drawn: int) -> tuple[Faces, str]:
        faces = self.script.answer(roll)
        if faces is not None:
            return faces, "scripted"
        if self.dice is None:
            raise Asked(roll)
        return self.dice.faces(drawn, roll.reading.dice.count, roll.reading.dice.sides), "machine"

    def choice(self, question: Choice | Allotment) -> Any:
        answer = self.script.answer(question)
        if answer is None:
            raise Asked(question)
        return answer


class Policies:
    """The script as a policy for the graph of positions: every decision must be answered by it."""

    def __init__(self, script: Script) -> None:
        self.script = script

    def answer(self, question: Choice | Allotment) -> Any:
        answer = self.script.answer(question)
        if answer is None:
            raise Unanswered(f"nothing answers {question.key}; add it to the scenario's choices")
        return answer

    def standing(self, key: str) -> str | None:
        return self.script.fixed_word(key)


def graph_of(script: Script, open_: Callable[[str], bool] | None = None) -> Graph:
    """The positions of a battle that is fought by this script, with some decisions left open."""
    return Graph(Policies(script), script.rounds_matter, script.answer if script.has_dice else None, open_)
