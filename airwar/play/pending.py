"""Answers for a session: given from outside, one at a time or all those of an order at once, or by scripts that have a seat.

A seat answers for a side, or spares a player some questions. The log remembers who is at the table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fnmatch import fnmatchcase
from typing import Any, Protocol, TypeGuard

from airwar.answers.chance import MachineDice
from airwar.choices.grammar import read_script
from airwar.choices.patterns import can_match, kind_of
from airwar.choices.script import Script
from airwar.engine.answering import Unasked
from airwar.engine.dice import Faces
from airwar.engine.frozen import dataclass
from airwar.engine.questions import Allotment, Asked, Choice, Decision, Fact, Question, Roll, same_answer
from airwar.engine.records import Seated
from airwar.engine.words import id_of
from airwar.errors import BadAnswer, BadScenario
from airwar.setup.loading import Scenario

LEVELS = ("best", "steady", "reckless", "cautious")  # in place of choices, for a side that the computer plays


class Seat(Protocol):
    """Something at the table that answers instead of a person."""

    def answer(self, question: Decision, party: Callable[[str], str]) -> Any:
        """The answer, or None to leave it to others. `party` gives the side of whoever decides."""


@dataclass(frozen=True)
class _Player:
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
    """Answers for a side, or whatever a pattern matches; for a pattern, with the usual answer if the script has none."""

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
            found += [_Player(side, text, think)] if think else []
            continue
        script = read_script(text, f"the choices of {side}", scenario.ruleset.questions) if text else scenario.script
        found.append(StandIn(script, side=side))
    patterns = seated.auto or ()
    for pattern in patterns:
        if not can_match(pattern, scenario.ruleset.decisions):
            raise BadAnswer(f"{pattern!r} matches no decision of {scenario.ruleset.id}")
    return [*found, *(StandIn(scenario.script, pattern=pattern) for pattern in patterns)]


_SOME_DICE = MachineDice(0)  # nobody sees these rolls


class SessionAnswers:
    """Passes on the answers it was given. The machine and the script answer what is left to them; the rest is asked.

    `ask_all`: questions with one sensible answer are asked too. As long as it is `closed`, nobody answers anything.
    `only_plans`: what the scenario says for a whole kind of question is not the usual answer. It is meant for battles without
    anybody at the table, and may be a bad move here.
    """

    def __init__(
        self,
        scenario: Scenario,
        mode: str,
        dice: MachineDice | None,
        scripted: bool,
        stand_ins: Sequence[Seat] = (),
        own_dice: bool = False,
        ask_all: bool = True,
        only_plans: bool = False,
    ) -> None:
        self.only_plans = only_plans
        self.scenario = scenario
        self.own_dice = own_dice  # the players roll their own dice, or did at some point
        self.script = scenario.script
        self.mode, self.dice = mode, dice
        self.scripted = scripted
        self.stand_ins = stand_ins
        self.ask_all = ask_all
        self.closed = False
        self.best: Callable[[Decision], Any] | None = None  # finds the answer where the script says `best`
        self.queue: list[tuple[str, Any]] = []  # the key of each question, and its answer
        self.decided: Callable[[], Mapping[str, Any]] = dict  # all decisions so far that still count

    def give(self, *answers: tuple[str, Any]) -> None:
        """Sets the answers to the next questions."""
        self.queue = list(answers)

    def taken(self, key: str) -> bool:
        """Whether the next of the given answers is for this question."""
        return bool(self.queue) and self.queue[0][0] == key

    def by_player(self, question: Decision) -> Any:
        """The answer of a side that the computer plays, by its prospects in the walk under way."""
        return self._of(question, [seat for seat in self.stand_ins if isinstance(seat, _Player)])

    def by_seat(self, question: Decision) -> Any:
        """The answer of a script at the table; None if it leaves this to somebody else, or if the rules refuse its answer."""
        return self._of(question, [seat for seat in self.stand_ins if not isinstance(seat, _Player)])

    def _of(self, question: Decision, seats: Sequence[Seat]) -> Any:
        """The answer of one of these seats; None if they leave this to somebody else, or if the rules refuse the answer."""
        party = self.scenario.party
        try:
            answer = next((found for one in seats if (found := one.answer(question, party)) is not None), None)
        except BadScenario:
            return None
        return None if answer is None or question.refuses(answer) is not None else answer

    def usual(self, question: Decision) -> Any:
        """The usual answer: the scenario's own if it has one, else the rule's. Facts and unknowns have none."""
        own = not self.only_plans or isinstance(question, Fact) or self.follows_plan(question)
        try:
            scripted = self.script.answer(question) if own else None
        except BadScenario:
            scripted = None
        if isinstance(question, Fact):
            return scripted
        nobody_knows = scripted is None or (question.optional and scripted == question.default)
        if nobody_knows and (question.unknown or (self.only_plans and self.is_read_off(question))):
            return None
        return question.default if scripted is None else scripted

    def is_read_off(self, question: Decision) -> bool:
        """Whether somebody has to look at a chart of their own."""
        charts = self.scenario.ruleset.read_off
        return kind_of(question.key, charts) in charts

    def is_planned(self, question: Decision) -> bool:
        """Whether the usual answer is the scenario's plan for this very question, and the rules accept it."""
        try:
            return self.follows_plan(question) and self.script.answer(question) == self.usual(question)
        except BadScenario:
            return False

    def follows_plan(self, question: Decision) -> bool:
        """Whether the scenario plans this very question, and nobody has departed from its plan in this phase or battle."""
        if not self.script.plans(question):
            return False
        scope = question.key.partition(".")[0]
        plan = {entry.pattern: entry.answer for entry in self.script.entries if entry.when is None}
        here = {key: answer for key, answer in self.decided().items() if key.partition(".")[0] == scope and key in plan}
        return all(_is_as_planned(plan[key], answer) for key, answer in here.items())

    def faces(self, roll: Roll, drawn: int) -> tuple[Faces, str]:
        if self.closed:
            raise Asked(roll)
        if self.taken(roll.key):
            faces: Faces | None = self.queue.pop(0)[1]
            return (faces, "physical") if faces is not None else self.machine(roll, drawn)
        if self.scripted or self.mode == "machine":  # players who asked to roll their own dice are not bound by the script
            scripted = self.by_script(roll)
            if scripted is not None:
                return scripted, "scripted"
        if self.mode == "machine" or (self.scripted and self.mode == "ask"):
            return self.machine(roll, drawn)
        raise Asked(roll)

    def by_script(self, roll: Roll) -> Faces | None:
        """The faces that the script gives. They may not fit if the players' own dice have taken the battle elsewhere."""
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
        if self.closed:
            raise Asked(question)
        if self.taken(question.key):
            return self.queue.pop(0)[1]
        played = self.by_player(question)
        if played is not None:
            return Unasked(played, "script")
        if self.scripted and self.best is not None and self.script.is_best(question):
            return self.best(question)
        answer = self.script.decision(question) if self.scripted else None
        if answer is not None:
            return answer
        seated = self.by_seat(question)
        if seated is not None:
            return Unasked(seated, "script")
        if self.is_quiet(question):
            return Unasked(question.default, "usual")
        raise Asked(question)

    def is_quiet(self, question: Decision) -> TypeGuard[Choice | Allotment]:
        """Whether to take the usual answer: it is the only sensible one, and nobody wants to be asked."""
        if isinstance(question, Fact) or not question.quiet or self.ask_all:
            return False
        return question.refuses(question.default) is None


def _is_as_planned(plan: Any, answer: Any) -> bool:
    """Whether an answer follows a plan; `all` and `default` match anything."""
    if isinstance(plan, dict):
        return same_answer(plan, answer)
    return isinstance(plan, str) and (plan == answer or not isinstance(answer, str) or plan == "default")


class Stopgap:
    """Takes the default wherever players would be asked, up to one question, and counts: a forecast of what a correction asks."""

    def __init__(self, answers: SessionAnswers, until: str | None) -> None:
        self.answers = answers
        self.until = until
        self.asked = 0

    def faces(self, roll: Roll, drawn: int) -> tuple[Faces, str]:
        try:
            return self.answers.faces(roll, drawn)
        except Asked:
            self.count(roll)
            dice = roll.reading.dice
            return _SOME_DICE.faces(drawn, dice.count, dice.sides), "physical"

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
