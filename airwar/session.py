"""A battle being played: the pending question, its answer, undo, resume and the end. Needs no terminal.

    session = Session.begin(load_scenario("malta-1942"), Path("malta.jsonl"))
    while session.question is not None:
        if isinstance(session.question, Roll):
            session.roll()
        else:
            session.answer(session.default)
    print(session.end.result)

Every record is written and synced before a view sees it, so a session can be dropped at any moment and resumed from its log.
The walk waits at its question: an answer reruns one step, and so does an undo.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from airwar.answers.chance import MachineDice
from airwar.battle import Battle, begin, resume
from airwar.engine.dice import Faces
from airwar.engine.history import undoable
from airwar.engine.log import Log
from airwar.engine.moves import End
from airwar.engine.questions import Asked, Decision, Fact, Question, Roll
from airwar.engine.walk import View
from airwar.errors import BadAnswer, BadScenario, SeedMissing
from airwar.loading import Scenario


class Session:
    """A battle at its pending question, or at its end.

    In the dice mode `machine` rolls are made without asking; in `physical` and `ask` they are questions too. With `scripted`,
    the scenario's script answers whatever it can, and only the rest is asked.
    """

    def __init__(self, battle: Battle, view: View | None = None, scripted: bool = False) -> None:
        self.battle = battle
        self.question: Question | None = None
        self.end: End | None = None
        if battle.mode != "physical" and battle.seed is None and not battle.log.finished:
            raise SeedMissing(
                f"the seed file {battle.log.path}.seed is missing; machine dice cannot continue this battle verifiably"
            )
        battle.log.hold()
        self._answers = AnswersGiven(battle, scripted)
        self.walk = battle.walk(self._answers, view)
        self._continue()

    @classmethod
    def begin(
        cls,
        scenario: Scenario,
        path: Path | None = None,
        seed: int | None = None,
        mode: str = "machine",
        view: View | None = None,
        scripted: bool = False,
    ) -> Session:
        """Begins a battle. Without a path its log is kept in memory; without a seed, one is drawn."""
        return cls(begin(scenario, path, seed, mode), view, scripted)

    @classmethod
    def resume(cls, path: Path, view: View | None = None, scripted: bool = False) -> Session:
        """Resumes a battle from its log, at the question that was left unanswered."""
        return cls(resume(path), view, scripted)

    # what there is to see

    @property
    def scenario(self) -> Scenario:
        return self.battle.scenario

    @property
    def log(self) -> Log:
        return self.battle.log

    @property
    def states(self) -> tuple[Any, ...]:
        """What is on the table: the states of all procedures under way, the outermost first."""
        return self.walk.states

    @property
    def default(self) -> Any:
        """The usual answer to the pending decision: the scenario's own if it has one, else the rule's. A fact has none."""
        question = self._decision()
        try:
            scripted = self.scenario.script.answer(question)
        except BadScenario:
            scripted = None
        if scripted is not None:
            return scripted
        return None if isinstance(question, Fact) else question.default

    @property
    def can_undo(self) -> bool:
        """Whether a choice has been made since the last die."""
        return undoable(self.log.records) is not None

    # what there is to do

    def answer(self, answer: Any) -> None:
        """Answers the pending decision: an option's name, how many of each, or a fact. Raises BadAnswer if it is not accepted."""
        question = self._decision()
        refused = question.refuses(answer)
        if refused is not None:
            raise BadAnswer(f"{question.key}: {refused}")
        self._answers.give(answer)
        self._continue()

    def roll(self, faces: Faces | None = None) -> None:
        """Answers the pending roll with these faces, or lets the machine roll. Raises BadAnswer if that is not possible."""
        question = self.question
        if not isinstance(question, Roll):
            raise BadAnswer("no roll is pending")
        if faces is None and self.battle.mode == "physical":
            raise BadAnswer(f"{question.key}: all dice of this battle are rolled at the table")
        if faces is not None and not question.reading.dice.admits(faces):
            raise BadAnswer(f"{question.key}: {question.reading.dice} cannot show {list(faces)}")
        self._answers.give(faces)
        self._continue()

    def undo(self) -> str:
        """Takes back the last choice since the last die; returns its key."""
        undone = self.battle.undo()
        self.walk.go_back(undone.to)
        self._continue()
        return undone.key

    def close(self) -> None:
        """Leaves the battle; it can be resumed from its log."""
        self.log.close()

    def _decision(self) -> Decision:
        if self.question is None or isinstance(self.question, Roll):
            raise BadAnswer("no decision is pending" if self.question is None else "a roll is pending, not a decision")
        return self.question

    def _continue(self) -> None:
        """Walks to the next question, or to the end."""
        self.question = None
        try:
            self.end = self.walk.run()
        except Asked as asked:
            self.question = asked.question
        else:
            self.battle.settle()


class AnswersGiven:
    """Passes on the answer that was given. The machine and the script answer what is left to them; everything else is asked."""

    def __init__(self, battle: Battle, scripted: bool) -> None:
        self.script = battle.scenario.script
        self.mode = battle.mode
        self.dice = battle.dice
        self.scripted = scripted
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
        assert isinstance(self.dice, MachineDice), "a battle with machine dice has its seed"
        return self.dice.faces(drawn, dice.count, dice.sides), "machine"

    def choice(self, question: Decision) -> Any:
        if self.given:
            return self.given.pop()
        answer = self.script.decision(question) if self.scripted else None
        if answer is None:
            raise Asked(question)
        return answer
