"""A script that answers for everybody."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from airwar.answers.chance import MachineDice
from airwar.choices.script import Script
from airwar.engine.dice import Faces
from airwar.engine.referee import Asked, Decision, Roll


class Scripted:
    """The script answers, and the machine rolls unless the script gives the faces."""

    def __init__(self, script: Script, dice: MachineDice | None) -> None:
        self.script = script
        self.dice = dice
        self.best: Callable[[Decision], Any] | None = None  # finds the answer where the script says `best`

    def faces(self, roll: Roll, drawn: int) -> tuple[Faces, str]:
        faces = self.script.answer(roll)
        if faces is not None:
            return faces, "scripted"
        if self.dice is None:
            raise Asked(roll)
        return self.dice.faces(drawn, roll.reading.dice.count, roll.reading.dice.sides), "machine"

    def choice(self, question: Decision) -> Any:
        if self.best is not None and self.script.is_best(question):
            return self.best(question)
        answer = self.script.decision(question)
        if answer is None:
            raise Asked(question)
        return answer
