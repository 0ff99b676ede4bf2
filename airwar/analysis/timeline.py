"""A battle on record, entry by entry: what each position was worth before and after, and what else could have been chosen.

The log is followed once, and the position before every entry taken down; then a judge values one after another. Between two
entries nothing is open, so the worth after one entry is the worth before the next. A roll changes it by luck. A decision changes
it by choice: the worth before is what the policy would have brought, and the best option is the measure of the one that was taken.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from math import inf, sqrt
from time import monotonic
from typing import Any

from airwar.answers.chance import derived_seed
from airwar.battle.battle import Battle, Nobody, scenario_of
from airwar.choices.script import Entry as ScriptEntry
from airwar.choices.script import Script
from airwar.engine.history import in_force
from airwar.engine.log import Log, Record
from airwar.engine.moves import End, Position
from airwar.engine.questions import REFEREE, Allotment, Asked, Choice, Fact
from airwar.engine.records import Chosen, Rolled, Stated
from airwar.engine.referee import Prefilled, Referee
from airwar.engine.trail import View
from airwar.engine.walk import Here, Walk
from airwar.engine.words import ROLES, listed, side_name
from airwar.errors import Unanswered
from airwar.probability.best import graph_for
from airwar.probability.budget import MOST_EDGES, MOST_WHOLE_EDGES, Budget, TooMany
from airwar.probability.distribution import Z
from airwar.probability.forecast import Situation, with_policies
from airwar.probability.nodes import answers_to, counted
from airwar.probability.sample import Sampler
from airwar.probability.values import Expectation
from airwar.rulesets.ruleset import AnyRuleset
from airwar.setup.loading import Scenario

_FIRST_TRY, _LATER_TRY = 0.3, 0.05  # shares of all the time, for exact values of the first position and of a later one
_FEWEST_BATTLES = 4  # in the sample of one position; with fewer it is not valued
_MOST_BATTLES = 2000  # in the sample of one position
_SEED = 1
NOBODY = -1
_POSITIONS_PER_ENTRY = 3  # to be valued, about: the one before it, and after each option


@dataclass(frozen=True)
class Worth:
    """The means from a position on, by side; `margin` is half of the 95 % interval of a sampled one."""

    wins: tuple[Fraction, ...]
    lost: tuple[Fraction, ...]
    wins_margin: tuple[float, ...] = ()
    lost_margin: tuple[float, ...] = ()
    battles: int = 0  # sampled; 0 if exact
    rounded: bool = False

    @property
    def sampled(self) -> bool:
        return self.battles > 0


class Judge:
    """Values positions of one battle within a time limit: in fractions if it can, else in floating point, else by sampling."""

    def __init__(
        self, ruleset: AnyRuleset, script: Script, sides: Sequence[str], party: Callable[[str], str], seconds: float = inf
    ) -> None:
        self.ruleset, self.script = ruleset, script
        self.sides, self.party = tuple(sides), party
        self.seconds, self.until = seconds, monotonic() + seconds
        self.graph = graph_for(ruleset, self.script)
        self.whole = Expectation(self.graph, self.measure, Fraction)
        self.floating: Expectation[float] = Expectation(self.graph, self.measure, float)
        self.asked = 0
        self.passed_over = 0  # how many positions are not tried exactly, since the last one was too large,
        self.next_time = 1  # and how many after the next one that is

    def measure(self, end: End) -> list[Fraction]:
        """The end of a battle in numbers: for each side whether it has won, then what it has lost."""
        winner = self.ruleset.winner(end)
        won = [Fraction(bool(winner) and self.party(winner) == side) for side in self.sides]
        lost = dict.fromkeys(self.sides, Fraction(0))
        for tally in self.ruleset.tally(end.state):
            side = self.party(tally.side)
            if side in lost:
                lost[side] += self.ruleset.worth(tally.unit) * tally.lost
        return [*won, *lost.values()]

    def of_end(self, end: End) -> Worth:
        return self._worth(self.measure(end))

    def of(self, at: Situation, waiting: int = 1) -> Worth | None:
        """What a position is worth; None if the time is over. `waiting`: how many positions share the time that is left."""
        if self.passed_over:
            self.passed_over -= 1
            return self._sampled(at, waiting)
        tried = None if self.out_of_time else self._exact(at)
        if tried is None:
            self.passed_over, self.next_time = self.next_time, 2 * self.next_time
            return self._sampled(at, waiting)
        self.next_time = 1
        return tried

    @property
    def out_of_time(self) -> bool:
        return monotonic() > self.until

    def _exact(self, at: Situation) -> Worth | None:
        share = _LATER_TRY if self.asked else _FIRST_TRY
        self.asked += 1
        seconds = self.seconds * share
        arrival = self.graph.start(at.first, at.scope, at.round)
        try:
            found = self.whole.of(arrival, Budget(MOST_WHOLE_EDGES, min(seconds, self.until - monotonic())))
            return self._worth(found, rounded=self.whole.rounded)
        except TooMany:
            pass
        try:
            rounded = self.floating.of(arrival, Budget(MOST_EDGES, min(seconds, self.until - monotonic())))
            return self._worth(list(map(Fraction, rounded)), rounded=True)
        except TooMany:
            return None

    def _worth(self, found: Sequence[Fraction], rounded: bool = False) -> Worth:
        number = len(self.sides)
        return Worth(tuple(found[:number]), tuple(found[number:]), rounded=rounded)

    def _sampled(self, at: Situation, waiting: int) -> Worth | None:
        share = monotonic() + max(0.0, self.until - monotonic()) / max(1, waiting)
        time_left = Budget(seconds=self.until - monotonic())
        sampler = Sampler(self.ruleset, self.script, at.first, at.scope, at.round, self.graph)
        sums = [Fraction(0)] * (2 * len(self.sides))
        squares = [0.0] * len(sums)
        battles = 0
        while battles < _MOST_BATTLES and (battles < _FEWEST_BATTLES or monotonic() < share):
            try:
                time_left.check()
                end, _ = sampler.end(derived_seed(_SEED, battles), time_left.check)
            except TooMany:
                break
            battles += 1
            for place, value in enumerate(self.measure(end)):
                sums[place] += value
                squares[place] += float(value) ** 2
        self.graph = sampler.graph  # a new one if it grew too large
        if battles < _FEWEST_BATTLES:
            return None
        means = [total / battles for total in sums]
        spread = [square / battles - float(mean) ** 2 for square, mean in zip(squares, means, strict=True)]
        margins = [Z * sqrt(max(variance, 0.0) / battles) for variance in spread]
        number = len(self.sides)
        margins[:number] = [share_margin(float(won), battles) for won in sums[:number]]
        halves = tuple(means[:number]), tuple(means[number:]), tuple(margins[:number]), tuple(margins[number:])
        return Worth(*halves, battles=battles)


def share_margin(won: float, battles: int) -> float:
    """Half of the 95 % interval of a share of some battles, after Agresti and Coull: four battles without a win prove little."""
    number = battles + Z**2
    share = (won + Z**2 / 2) / number
    return Z * sqrt(share * (1 - share) / number)


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
    labels: Mapping[str, str] = field(default_factory=dict)  # the same in words

    def called(self, option: str) -> str:
        """An option in words."""
        return self.labels.get(option, option)


@dataclass(frozen=True)
class Timeline:
    """A battle from its first question to its end, or to where its log or the time for it stops."""

    scenario: Scenario
    sides: tuple[str, ...]
    moments: tuple[Moment, ...]
    last: Worth  # after the last moment
    end: End | None
    can_be_won: bool
    policies: tuple[str, ...]
    final: Worth  # at the end, or where the log stops
    left_out: int  # how many rolls and decisions were not judged, since the time was over

    def parties(self, side: str) -> list[str]:
        """Who a side is: where the game knows only attacker and defender, those who are."""
        own = [one for one in self.scenario.sides if one not in ROLES and self.scenario.party(one) == side]
        return own if side in ROLES and own else [side]

    def name(self, side: int) -> str:
        """A side as it is shown."""
        return listed(map(side_name, self.parties(self.sides[side])))

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
class _Entry:
    """A roll or a decision on record, and the position before it."""

    record: Record
    question: Choice | Allotment | None  # None for a roll
    here: Here

    def after(self, answer: Any) -> Here:
        """The position right after another answer."""
        step, args, stack = self.here.first

        def answered(ref: Referee, *args: Any) -> Any:
            return step(Prefilled(ref, (answer,)), *args)

        return self.here._replace(first=Position(answered, args, stack))


class _EntryRecorder:
    """Looks on while a battle is followed, and takes down every entry."""

    def __init__(self, scenario: Scenario, log: Log) -> None:
        self.walk = walk_to(scenario, log, log.last.seq + 1, self)
        self.walk.answering.asked = {}
        self.start: Any = None  # the state before the first entry
        self.entries: list[_Entry] = []
        try:
            self.end: End | None = self.walk.run()
        except Asked:
            self.end = None

    def show(self, record: Record, past: bool) -> None:
        body, asked = record.body, self.walk.answering.asked
        if isinstance(body, Rolled | Chosen):
            if not self.entries:
                self.start = self.walk.states[0]
            question = asked[body.key] if asked and isinstance(body, Chosen) else None
            assert not isinstance(question, Fact)
            self.entries.append(_Entry(record, question, self.walk.here()))

    def back(self, seq: int) -> None:
        raise AssertionError("records that were taken back are not followed")


Progress = Callable[[int, int], None]  # how many positions are done, and of how many


def timeline(log: Log, further: tuple[ScriptEntry, ...] = (), seconds: float = inf, progress: Progress | None = None) -> Timeline:
    """Values every position of a battle at which something was rolled or decided, then the options of every decision.

    What it has no time for is left out: first the options of the last decisions, then the last positions.
    """
    until = monotonic() + seconds
    scenario = scenario_of(log)
    facts = {record.body.key: record.body.answer for record in in_force(log.records) if isinstance(record.body, Stated)}
    course = _EntryRecorder(scenario, log)
    observer = _Observer(scenario, with_policies(scenario.script, further, facts=facts), course, until, progress)
    return observer.timeline()


def walk_to(scenario: Scenario, log: Log, seq: int, view: View | None = None) -> Walk:
    """A walk to just before a record. It enters nothing that is not in the log by then."""
    so_far = Log([record for record in log.records if record.seq < seq and record.kind != "end"])
    walk = Battle(scenario, so_far, None).walk(Nobody(), view)
    walk.closing = None
    walk.answering.only_from_the_log()
    return walk


class _Observer:
    """Values the positions of a battle."""

    def __init__(self, scenario: Scenario, script: Script, course: _EntryRecorder, until: float, progress: Progress | None) -> None:
        self.scenario = scenario
        self.script = script
        self.course = course
        self.progress = progress
        ruleset, party = scenario.ruleset, scenario.party
        sides = dict.fromkeys(party(tally.side) for tally in ruleset.tally(course.start)) if course.entries else ()
        self.judge = Judge(ruleset, script, tuple(sides), party, until - monotonic())

    def timeline(self) -> Timeline:
        """Everything that could be valued, and the end."""
        course, judge = self.course, self.judge
        self._show(0)
        worths = self._worths()
        judged = [at for at in range(len(course.entries)) if at in worths and at + 1 in worths]
        entries = [course.entries[at] for at in judged]
        before, after = [worths[at] for at in judged], [worths[at + 1] for at in judged]
        moments = tuple(map(self._moment, entries, before, after, self._options(entries)))
        last = worths[max(worths)] if worths else Worth((), ())
        final = judge.of_end(course.end) if course.end else last
        can_be_won = any(any(worth.wins) for worth in (final, *worths.values()))
        sides, left_out = judge.sides if moments else (), len(course.entries) - len(moments)
        return Timeline(self.scenario, sides, moments, last, course.end, can_be_won, tuple(self.script.assumed), final, left_out)

    def _worths(self) -> dict[int, Worth]:
        """What the battle was worth before each entry, and after the last one, as far as there is time: first around the rolls."""
        course = self.course
        found: dict[int, Worth] = {}
        number = len(course.entries)
        if number and course.end:
            found[number] = self.judge.of_end(course.end)
        wanted = self._rolls_first()
        for done, at in enumerate(wanted):
            here = course.entries[at].here if at < number else course.walk.here()
            worth = self.judge.of(self._at(here), _POSITIONS_PER_ENTRY * (len(wanted) - done))
            if worth is None:
                break
            found[at] = worth
            self._show(min(done, number - 1))
        return found

    def _rolls_first(self) -> list[int]:
        """The positions to be valued, by the numbers of the entries that follow them; those around rolls come first, spread out."""
        entries = self.course.entries
        rolls = [at for at, entry in enumerate(entries) if isinstance(entry.record.body, Rolled)]
        around = dict.fromkeys(near for at in spread(rolls) for near in (at, at + 1))
        every = dict.fromkeys([*around, *range(len(entries) + 1)])
        return [at for at in every if at < len(entries) or not self.course.end] if entries else []

    def _options(self, entries: Sequence[_Entry]) -> list[dict[str, Worth]]:
        """What each answer to each decision would have been worth; nothing for rolls, and where the time is over."""
        found = []
        for at, entry in enumerate(entries):
            found.append(self._options_of(entry, _POSITIONS_PER_ENTRY * (len(entries) - at)))
            self._show(len(self.course.entries) + at)
        self._show(2 * len(self.course.entries))
        return found

    def _options_of(self, entry: _Entry, waiting: int) -> dict[str, Worth]:
        options: dict[str, Worth] = {}
        if entry.question is None or entry.question.by == REFEREE or self.judge.out_of_time:
            return options
        assert isinstance(entry.record.body, Chosen)
        for name, answer in _answers_and(entry.question, entry.record.body.answer):
            with suppress(Unanswered):  # it leads to a fact that nobody stated, so nobody knows what it is worth
                worth = self.judge.of(self._at(entry.after(answer)), waiting)
                if worth is None:
                    return {}
                options[name] = worth
        return options

    def _at(self, here: Here) -> Situation:
        return Situation(self.scenario.ruleset, self.script, *here)

    def _show(self, done: int) -> None:
        if self.progress:
            self.progress(done, 2 * len(self.course.entries))

    def _moment(self, entry: _Entry, before: Worth, after: Worth, options: dict[str, Worth]) -> Moment:
        body, judge = entry.record.body, self.judge
        assert isinstance(body, Rolled | Chosen)
        labels = {}
        if isinstance(body, Rolled):
            answer, source = " ".join(map(str, body.faces)), body.source
        else:
            assert entry.question is not None
            answer, source = _name_of(entry.question, body.answer), ""
            after = options.get(answer, after)
            labels = {name: _in_words(entry.question, one) for name, one in _answers_and(entry.question, body.answer)}
        party = judge.party(body.by)
        side = judge.sides.index(party) if party in judge.sides else NOBODY
        what = (body.key, body.rule, body.by, side, answer, isinstance(body, Rolled), source)
        return Moment(entry.record.seq, *what, before, after, options, labels)


def spread(numbers: Sequence[int]) -> list[int]:
    """Numbers in an order whose beginning covers all of them: the first, the last, the middle one, those in between."""
    found = dict.fromkeys([*numbers[:1], *numbers[-1:]])
    step = len(numbers)
    while step > 1:
        step = (step + 1) // 2
        found |= dict.fromkeys(numbers[::step])
    return list(found)


def _answers_and(question: Choice | Allotment, taken: Any) -> list[tuple[str, Any]]:
    """The answers to compare: those that a prompt compares, and the one that was taken."""
    name = _name_of(question, taken)
    found = [(name if _same(answer, taken) else one.strip("[]"), answer) for one, answer in answers_to(question)]
    return found if name in dict(found) else [*found, (name, taken)]


def _same(answer: Any, other: Any) -> bool:
    """Whether two answers are equal, in whatever order they list the units."""
    if isinstance(answer, Mapping) and isinstance(other, Mapping):
        return Counter(answer) == Counter(other)
    return bool(answer == other)


def _in_words(question: Choice | Allotment, answer: Any) -> str:
    """An answer in the words of its question: the label of an option; how many of what, without ids, distances and the like."""
    if isinstance(question, Choice):
        return question.options.get(answer, str(answer))
    numbers: dict[str, int] = {}
    for item, number in answer.items():
        label = question.labels.get(item, item).removeprefix(f"{item}: ").partition(", ")[0].partition(" (")[0]
        numbers[label] = numbers.get(label, 0) + number
    return listed(f"{number} {_plural(label) if number > 1 else label}" for label, number in numbers.items() if number) or "none"


def _plural(label: str) -> str:
    """Several of a unit: `Japanese dive bombers aboard Hiryu`; a counter, infantry and the like have no plural."""
    kind, aboard, ship = label.partition(" aboard ")
    return f"{kind}{'' if kind[-1:] in 'sy' or not kind[-1:].islower() or kind.endswith('armor') else 's'}{aboard}{ship}"


def _name_of(question: Choice | Allotment, answer: Any) -> str:
    return str(answer) if isinstance(question, Choice) else counted(answer)
