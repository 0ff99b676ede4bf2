"""Whoever plays through a session: answers are given one at a time, from outside."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from airwar.answers.chance import MachineDice
from airwar.answers.stand_in import StandIn
from airwar.engine.dice import Faces
from airwar.engine.questions import Asked, Decision, Roll
from airwar.loading import Scenario


class AnswersGiven:
    """Passes on the answer that was given. The machine and the script answer what is left to them; everything else is asked."""

    def __init__(
        self, scenario: Scenario, mode: str, dice: MachineDice | None, scripted: bool, stand_ins: Sequence[StandIn] = ()
    ) -> None:
        self.scenario = scenario
        self.script = scenario.script
        self.mode, self.dice = mode, dice
        self.scripted = scripted
        self.stand_ins = stand_ins
        self.given: list[Any] = []  # at most one answer

    def give(self, answer: Any) -> None:
        self.given = [answer]

    def faces(self, roll: Roll, drawn: int) -> tuple[Faces, str]:
        if self.given:
            faces: Faces | None = self.given.pop()
            return (faces, "physical") if faces is not None else self.machine(roll, drawn)
        if self.scripted or self.mode == "machine":  # players who asked to roll their own dice are not bound by the script
            scripted = self.script.answer(roll)
            if scripted is not None:
                return scripted, "scripted"
        if self.mode == "machine" or (self.scripted and self.mode == "ask"):
            return self.machine(roll, drawn)
        raise Asked(roll)

    def machine(self, roll: Roll, drawn: int) -> tuple[Faces, str]:
        dice = roll.reading.dice
        if self.dice is None:
            raise Asked(roll)
        return self.dice.faces(drawn, dice.count, dice.sides), "machine"

    def choice(self, question: Decision) -> Any:
        if self.given:
            return self.given.pop()
        answer = self.script.decision(question) if self.scripted else None
        if answer is None:
            party = self.scenario.party
            answer = next((found for one in self.stand_ins if (found := one.answer(question, party)) is not None), None)
        if answer is None:
            raise Asked(question)
        return answer
