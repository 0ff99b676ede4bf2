"""A battle on record, entry by entry: what each position was worth before and after, and what else could have been chosen.

The log is followed to every question in it, with a judge there. Between two entries nothing is open, so the worth after
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
from airwar.battle import Battle, Nobody, scenario_of
from airwar.choices.script import Entry as ScriptEntry
from airwar.choices.script import Script
from airwar.engine.history import in_force
from airwar.engine.log import Log, Record
from airwar.engine.moves import End
from airwar.engine.questions import REFEREE, Allotment, Asked, Choice, Fact, Question, Roll
from airwar.engine.records import Chosen, Rolled, Stated
from airwar.engine.walk import Walk
from airwar.errors import Unanswered
from airwar.loading import Scenario
from airwar.odds.forecast import situation_at, with_policies
from airwar.odds.prospects import answers_to, counted

NOBODY = -1
POSITIONS_PER_ENTRY = 3  # to be valued, about: the one before it, and its options


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


@dataclass(frozen=True)
class Seen:
    """The position before an entry."""

    record: Record
    question: Roll | Choice | Allotment
    before: Worth
    options: dict[str, Worth]


Progress = Callable[[int, int], None]  # how many entries are done, and of how many


def timeline(log: Log, further: tuple[ScriptEntry, ...] = (), seconds: float = inf, progress: Progress | None = None) -> Timeline:
    """Values every position of a battle at which something was rolled or decided."""
    scenario = scenario_of(log)
    kept = [record for record in in_force(log.records) if isinstance(record.body, Rolled | Chosen | Stated)]
    facts = {record.body.key: record.body.answer for record in kept if isinstance(record.body, Stated)}
    observer = Observer(scenario, with_policies(scenario.script, further, facts=facts), seconds)
    for number, record in enumerate(kept, 1):
        walk = walk_to(scenario, log, record.seq)
        try:
            walk.run()
        except Asked as asked:
            observer.see(record, walk, asked.question, len(kept) - number)
        if progress:
            progress(number, len(kept))
    walk = walk_to(scenario, log, log.last.seq + 1)
    try:
        end: End | None = walk.run()
    except Asked:
        end = None
    return observer.timeline(walk, end)


def walk_to(scenario: Scenario, log: Log, seq: int) -> Walk:
    """A walk to just before a record. It enters nothing that is not in the log by then."""
    so_far = Log([record for record in log.records if record.seq < seq and record.kind != "end"])
    walk = Battle(scenario, so_far, None).walk(Nobody())
    walk.closing = None
    walk.answering.only_from_the_log()
    return walk


class Observer:
    """Values the positions of a battle as they come."""

    def __init__(self, scenario: Scenario, script: Script, seconds: float) -> None:
        self.scenario = scenario
        self.script = script
        self.seconds = seconds
        self.open: Seen | None = None  # what it led to is not known yet
        self.moments: list[Moment] = []
        self.judge: Judge | None = None

    def see(self, record: Record, walk: Walk, question: Question, ahead: int) -> None:
        """The position before an entry, and what each answer would have led to. `ahead`: how many entries follow."""
        if isinstance(question, Fact):
            return
        judge = self._judge(walk)
        waiting = POSITIONS_PER_ENTRY * (ahead + 1)
        now = judge.of(situation_at(self.scenario.ruleset, self.script, walk), waiting)
        self._close(now)
        options: dict[str, Worth] = {}
        if not isinstance(question, Roll) and question.by != REFEREE and not judge.out_of_time:
            assert isinstance(record.body, Chosen)
            for name, answer in answers_and(question, record.body.answer):
                with suppress(Unanswered):  # it leads to a fact that nobody stated, so nobody knows what it is worth
                    options[name] = judge.of(situation_at(self.scenario.ruleset, self.script, walk, answer), waiting)
        self.open = Seen(record, question, now, options)

    def _judge(self, walk: Walk) -> Judge:
        if self.judge is None:
            ruleset = self.scenario.ruleset
            party = partial(ruleset.party, walk.states[0])
            sides = dict.fromkeys(party(tally.side) for tally in ruleset.tally(walk.states[0]))
            self.judge = Judge(situation_at(ruleset, self.script, walk), tuple(sides), party, self.seconds)
        return self.judge

    def _close(self, after: Worth) -> None:
        """The entry before this position is complete: this is what it led to."""
        if self.open is None:
            return
        seen, self.open = self.open, None
        body = seen.record.body
        assert isinstance(body, Rolled | Chosen)
        assert self.judge is not None
        if isinstance(body, Rolled):
            answer, source = " ".join(map(str, body.faces)), body.source
        else:
            assert isinstance(seen.question, Choice | Allotment)
            answer, source = name_of(seen.question, body.answer), ""
            after = seen.options.get(answer, after)
        party = self.judge.party(body.by)
        side = self.judge.sides.index(party) if party in self.judge.sides else NOBODY
        what = (body.key, body.rule, body.by, side, answer, isinstance(body, Rolled), source)
        self.moments.append(Moment(seen.record.seq, *what, seen.before, after, seen.options))

    def timeline(self, walk: Walk, end: End | None) -> Timeline:
        """Everything that was seen, with the last position or the end."""
        sides = self.judge.sides if self.judge else ()
        last = Worth((), ())
        if self.judge is not None:
            last = self.judge.of_end(end) if end else self.judge.of(situation_at(self.scenario.ruleset, self.script, walk))
        self._close(last)
        can_be_won = any(any(worth.wins) for worth in (last, *(moment.before for moment in self.moments)))
        return Timeline(self.scenario, sides, tuple(self.moments), last, end, can_be_won, tuple(self.script.assumed))


def answers_and(question: Choice | Allotment, taken: Any) -> list[tuple[str, Any]]:
    """The answers to compare: those that a prompt compares, and the one that was taken."""
    found = [(name.strip("[]"), answer) for name, answer in answers_to(question)]
    name = name_of(question, taken)
    return found if name in dict(found) else [*found, (name, taken)]


def name_of(question: Choice | Allotment, answer: Any) -> str:
    return str(answer) if isinstance(question, Choice) else counted(answer)
