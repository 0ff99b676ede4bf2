"""A battle on record, entry by entry: what each position was worth before and after, and what else could have been chosen.

The battle is fought again from its log, with a judge at every question. Between two entries nothing is open, so the worth after
one entry is the worth before the next. A roll changes it by luck. A decision changes it by choice: the worth before is what the
policy would have brought, and the best option is the measure of the one that was taken.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from math import inf
from typing import Any

from airwar.analysis.worth import Judge, Worth
from airwar.battle import scenario_of
from airwar.choices.script import Entry as ScriptEntry
from airwar.choices.script import Script
from airwar.engine.dice import Faces
from airwar.engine.history import in_force
from airwar.engine.log import Log, Record
from airwar.engine.moves import End
from airwar.engine.questions import REFEREE, Allotment, Asked, Choice, Decision, Fact, Roll
from airwar.engine.records import Chosen, Rolled, Stated
from airwar.engine.walk import Walk
from airwar.errors import Mismatch, Unanswered
from airwar.loading import Scenario
from airwar.odds.forecast import answers_to, counted, situation_at, with_policies

NOBODY = -1


@dataclass(frozen=True)
class Moment:
    """One roll or one decision of a battle."""

    seq: int
    key: str
    rule: str
    by: str
    side: int  # who rolls or decides, as a number of a side; NOBODY if no side does
    answer: str  # the option that was taken, or the faces
    roll: bool
    source: str  # of dice: machine, physical, scripted
    before: Worth
    after: Worth
    options: Mapping[str, Worth] = field(default_factory=dict)  # of a decision, the one that was taken included


@dataclass(frozen=True)
class Timeline:
    """A battle from its first question to its end, or to where its log stops."""

    scenario: Scenario
    sides: tuple[str, ...]
    moments: tuple[Moment, ...]
    last: Worth
    end: End | None
    can_be_won: bool
    policies: tuple[str, ...] = ()

    def score(self, worth: Worth, side: int) -> Fraction:
        """What counts for a side: its chance to win; if nobody can win, the enemy's losses minus its own."""
        if self.can_be_won:
            return worth.wins[side]
        return sum(worth.lost, Fraction(0)) - 2 * worth.lost[side]

    def margin(self, worth: Worth, side: int) -> float:
        """Half of the 95 % interval of that score; 0 if it is exact."""
        if not worth.sampled:
            return 0.0
        if self.can_be_won:
            return worth.wins_margin[side]
        return sum(worth.lost_margin)


Progress = Callable[[int, int], None]  # how many entries are done, and of how many


def timeline(log: Log, further: tuple[ScriptEntry, ...] = (), seconds: float = inf, progress: Progress | None = None) -> Timeline:
    """Fights a battle again from its log, and values every position on the way."""
    scenario = scenario_of(log)
    kept = [record for record in in_force(log.records) if isinstance(record.body, Rolled | Chosen | Stated)]
    facts = {record.body.key: record.body.answer for record in kept if isinstance(record.body, Stated)}
    script = with_policies(scenario.script, further, facts=facts)
    observer = Observer(scenario, script, kept, seconds, progress)
    observer.walk = Walk(scenario.start, Log([log.records[0]]), observer)
    try:
        end: End | None = observer.walk.run()
    except Asked:
        end = None
    return observer.timeline(end)


class Observer:
    """Answers as the log does, and values the position at every question."""

    walk: Walk

    def __init__(
        self, scenario: Scenario, script: Script, records: list[Record], seconds: float, progress: Progress | None
    ) -> None:
        self.scenario = scenario
        self.script = script
        self.records = records
        self.seconds = seconds
        self.progress = progress or (lambda done, total: None)
        self.passed = 0
        self.open: tuple[Record, Roll | Choice | Allotment, Worth, dict[str, Worth]] | None = (
            None  # its worth after is not known yet
        )
        self.moments: list[Moment] = []
        self.judge: Judge | None = None

    # answering

    def faces(self, roll: Roll, drawn: int) -> tuple[Faces, str]:
        record = self._next(roll.key)
        assert isinstance(record.body, Rolled)
        self._value(record, roll, {})
        return record.body.faces, "scripted"

    def choice(self, question: Decision) -> Any:
        record = self._next(question.key)
        assert isinstance(record.body, Chosen | Stated)
        answer = record.body.answer
        if not isinstance(question, Fact):
            self._value(record, question, dict(self._answers(question, answer)))
        return answer

    def _next(self, key: str) -> Record:
        if self.passed == len(self.records):
            raise Asked(Fact(key, "", REFEREE, "where the log ends", ()))
        record = self.records[self.passed]
        self.passed += 1
        self.progress(self.passed, len(self.records))
        found = record.body.key if isinstance(record.body, Rolled | Chosen | Stated) else ""
        if found != key:
            raise Mismatch(record.seq, f"the rules ask {key} here, the log has {found}")
        return record

    def _answers(self, question: Choice | Allotment, taken: Any) -> list[tuple[str, Any]]:
        """The answers to compare: those that a prompt compares, and the one that was taken."""
        found = [(name.strip("[]"), answer) for name, answer in answers_to(question)]
        name = self._name(question, taken)
        return found if name in dict(found) else [*found, (name, taken)]

    @staticmethod
    def _name(question: Choice | Allotment, answer: Any) -> str:
        return str(answer) if isinstance(question, Choice) else counted(answer)

    # valuing

    def _value(self, record: Record, question: Roll | Choice | Allotment, answers: Mapping[str, Any]) -> None:
        judge = self._judge()
        waiting = max(1, len(self.records) - self.passed + 1) * 3
        now = judge.of(situation_at(self.scenario.ruleset, self.script, self.walk), waiting)
        self._close(now)
        options = {}
        for name, answer in answers.items() if question.by != REFEREE else ():
            with suppress(Unanswered):  # it leads to a fact that nobody stated, so nobody knows what it is worth
                options[name] = judge.of(situation_at(self.scenario.ruleset, self.script, self.walk, answer), waiting)
        self.open = (record, question, now, options)

    def _judge(self) -> Judge:
        if self.judge is None:
            ruleset = self.scenario.ruleset
            state = self.walk.states[0]
            party = partial(ruleset.party, state)
            sides = dict.fromkeys(party(tally.side) for tally in ruleset.tally(state))
            self.judge = Judge(situation_at(ruleset, self.script, self.walk), tuple(sides), party, self.seconds)
        return self.judge

    def _close(self, after: Worth) -> None:
        """The entry before this position is complete: this is what it led to."""
        if self.open is None:
            return
        record, question, before, options = self.open
        body = record.body
        assert isinstance(body, Rolled | Chosen)
        assert self.judge is not None
        if isinstance(body, Rolled):
            answer, source = " ".join(map(str, body.faces)), body.source
        else:
            assert isinstance(question, Choice | Allotment)
            answer, source = self._name(question, body.answer), ""
            after = options.get(answer, after)
        side = self.judge.sides.index(self.judge.party(body.by)) if self.judge.party(body.by) in self.judge.sides else NOBODY
        moment = Moment(
            record.seq, body.key, body.rule, body.by, side, answer, isinstance(body, Rolled), source, before, after, options
        )
        self.moments.append(moment)
        self.open = None

    def timeline(self, end: End | None) -> Timeline:
        """Everything that was seen."""
        if self.judge is None:
            sides: tuple[str, ...] = ()
            last = Worth((), ())
        else:
            sides = self.judge.sides
            last = self.judge.of_end(end) if end is not None else self._at_the_stop()
        self._close(last)
        worths = [last, *(moment.before for moment in self.moments)]
        can_be_won = any(any(worth.wins) for worth in worths)
        return Timeline(self.scenario, sides, tuple(self.moments), last, end, can_be_won, tuple(self.script.assumed))

    def _at_the_stop(self) -> Worth:
        assert self.judge is not None
        return self.judge.of(situation_at(self.scenario.ruleset, self.script, self.walk))
