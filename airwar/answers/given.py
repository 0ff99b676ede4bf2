"""Whoever plays through a session: answers are given one at a time, from outside."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from airwar.answers.chance import MachineDice
from airwar.answers.stand_in import StandIn
from airwar.engine.dice import Faces
from airwar.engine.questions import Asked, Decision, Fact, Question, Roll
from airwar.errors import BadScenario
from airwar.loading import Scenario

SOME_DICE = MachineDice(0)  # nobody sees them


class AnswersGiven:
    """Passes on the answer that was given. The machine and the script answer what is left to them; everything else is asked."""

    def __init__(
        self,
        scenario: Scenario,
        mode: str,
        dice: MachineDice | None,
        scripted: bool,
        stand_ins: Sequence[StandIn] = (),
        own_dice: bool = False,
    ) -> None:
        self.scenario = scenario
        self.own_dice = own_dice  # the players have rolled their own, at least for a while
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
            scripted = self.by_script(roll)
            if scripted is not None:
                return scripted, "scripted"
        if self.mode == "machine" or (self.scripted and self.mode == "ask"):
            return self.machine(roll, drawn)
        raise Asked(roll)

    def by_script(self, roll: Roll) -> Faces | None:
        """The faces that the script gives. Where the players' own dice have led elsewhere, they need not fit."""
        try:
            faces: Faces | None = self.script.answer(roll)
        except BadScenario:
            if not self.own_dice:
                raise
            return None
        return faces

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


class Stopgap:
    """Answers by default what the players would be asked, and counts it, up to one question: to see what a correction will ask."""

    def __init__(self, answers: AnswersGiven, until: str | None) -> None:
        self.answers = answers
        self.until = until
        self.asked = 0

    def faces(self, roll: Roll, drawn: int) -> tuple[Faces, str]:
        try:
            return self.answers.faces(roll, drawn)
        except Asked:
            self.count(roll)
            dice = roll.reading.dice
            return SOME_DICE.faces(drawn, dice.count, dice.sides), "physical"

    def choice(self, question: Decision) -> Any:
        try:
            return self.answers.choice(question)
        except Asked:
            self.count(question)
            if isinstance(question, Fact):
                raise
            return question.default

    def count(self, question: Question) -> None:
        if question.key == self.until:
            raise Asked(question)
        self.asked += 1
