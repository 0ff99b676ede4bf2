"""A battle on record, entry by entry: what each position was worth before and after, and what else could have been chosen.

The log is followed once, and the position before every entry taken down; then a judge values one after another. Between two
entries nothing is open, so the worth after one entry is the worth before the next. A roll changes it by luck. A decision changes
it by choice: the worth before is what the policy would have brought, and the best option is the measure of the one that was taken.

Luck is the score after a roll minus the score before it, so the luck of fair dice is zero on average at every roll. The cost of a
decision is the score of the best option minus that of the one taken, if both sides follow their policies from there on. Where
nobody can win, luck is counted in losses, and decisions are not judged: losses alone do not tell what a raid was for.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
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
from airwar.engine.questions import REFEREE, Allotment, Asked, Choice, Fact, same_answer
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
        question = entry.question
        if question is None or question.by == REFEREE or self.judge.out_of_time:
            return options
        if self.scenario.ruleset.only_reports(question.key):
            return options
        assert isinstance(entry.record.body, Chosen)
        for name, answer in _answers_and(question, entry.record.body.answer):
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
            labels = {name: answer_in_words(entry.question, one) for name, one in _answers_and(entry.question, body.answer)}
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
    found = [(name if same_answer(answer, taken) else one.strip("[]"), answer) for one, answer in answers_to(question)]
    return found if name in dict(found) else [*found, (name, taken)]


def answer_in_words(question: Choice | Allotment, answer: Any) -> str:
    """An answer in the words of its question: the label of an option; how many of what, without ids, distances and the like."""
    if isinstance(question, Choice):
        return question.options.get(answer, str(answer))
    numbers: dict[str, int] = {}
    for item, number in answer.items():
        label = question.labels.get(item, item).removeprefix(f"{item}: ").partition(", ")[0].partition(" (")[0]
        numbers[label] = numbers.get(label, 0) + number
    return listed(f"{number} {_plural(label) if number > 1 else label}" for label, number in numbers.items() if number) or "none"


def _plural(label: str) -> str:
    """Several of a unit: `Japanese dive bombers aboard Hiryu`; an AAF, infantry, and what is not a unit stay as they are."""
    kind, *where = re.split(r"(?= (?:aboard|at|from|in|over|to) )", label, maxsplit=1)
    alike = not (kind[:1].isupper() and kind[-1:].islower()) or ":" in kind or kind.endswith(("s", "y", "armor", "as well"))
    return "".join((kind, "" if alike else "s", *where))


def _name_of(question: Choice | Allotment, answer: Any) -> str:
    return str(answer) if isinstance(question, Choice) else counted(answer)


_ROUNDING = 1e-9
_MORE = Fraction(1, 100)  # by which a change must be larger to be another side's
_GRADES = ((Fraction(20, 100), "blunder"), (Fraction(10, 100), "mistake"), (Fraction(5, 100), "inaccuracy"))


@dataclass(frozen=True)
class Change:
    """What one moment changed, for one side: in points of its chance to win, or in losses if nobody can win."""

    moment: Moment
    side: int  # whose change it is: the side that rolled or decided, or the first side
    before: Fraction
    after: Fraction
    margin: float  # half of the 95 % interval of the change; 0 if it is exact
    best: str = ""  # the best option of a decision
    cost: Fraction = Fraction(0)  # how much better that was than the one taken
    grade: str = ""

    @property
    def change(self) -> Fraction:
        return self.after - self.before

    @property
    def luck(self) -> Fraction:
        """What the dice gave this side."""
        return self.change if self.moment.roll else Fraction(0)

    @property
    def clear(self) -> bool:
        """Whether it is more than the noise of the samples, or of rounding."""
        return max(abs(self.change), self.cost) > max(self.margin, _ROUNDING)


@dataclass(frozen=True)
class Sum:
    """One side over the whole battle."""

    side: str
    luck: Fraction
    luck_margin: float
    cost: Fraction  # what its decisions cost, against the best option each time
    decisions: int
    graded: dict[str, int]  # how many inaccuracies, mistakes and blunders
    first: Fraction  # its score before the first roll
    last: Fraction  # its score at the end

    @property
    def adjusted(self) -> Fraction:
        """The result without luck: what it would have come to if every roll had brought its average."""
        return self.last - self.luck


def changes(line: Timeline) -> list[Change]:
    """What every moment changed."""
    return [change_of(line, moment) for moment in line.moments]


def change_of(line: Timeline, moment: Moment, side: int | None = None) -> Change:
    """What a moment changed, for the side that rolled or decided unless another one is named."""
    whose = max(moment.side, 0) if side is None else side
    before, after = line.score(moment.before, whose), line.score(moment.after, whose)
    margin = sqrt(line.margin(moment.before, whose) ** 2 + line.margin(moment.after, whose) ** 2)
    if moment.roll or moment.side == NOBODY or moment.answer not in moment.options or not line.can_be_won:
        return Change(moment, whose, before, after, margin)
    scores = {name: line.score(worth, moment.side) for name, worth in moment.options.items()}
    best = max(scores, key=lambda name: (scores[name], name == moment.answer))
    cost = scores[best] - scores[moment.answer]
    noise = sqrt(line.margin(moment.options[best], moment.side) ** 2 + line.margin(moment.options[moment.answer], moment.side) ** 2)
    certain = not (moment.options[best].sampled or moment.options[moment.answer].sampled)
    grade = _grade_of(cost) if certain and cost > noise else ""
    return Change(moment, whose, before, after, noise, best, cost, grade)


def cost_sentence(line: Timeline, change: Change) -> str:
    """What a decision cost, in words: `54 % after this, 69 % after the best (stay)`."""
    if not change.cost or not change.clear or change.moment.roll:
        return ""
    taken = float(line.score(change.moment.options[change.moment.answer], change.side)) * 100
    best = float(line.score(change.moment.options[change.best], change.side)) * 100
    grade = f"; {change.grade}" if change.grade else ""
    return f"{taken:.0f} % after this, {best:.0f} % after the best ({change.moment.called(change.best)}){grade}"


def _grade_of(cost: Fraction) -> str:
    """How bad a decision was, in points of the chance to win."""
    return next((grade for least, grade in _GRADES if cost >= least), "")


def sums(line: Timeline) -> list[Sum]:
    """Luck and skill by side."""
    return [_sum_of(line, side) for side in range(len(line.sides))]


def _sum_of(line: Timeline, side: int) -> Sum:
    rolls = [change_of(line, moment, side) for moment in line.moments if moment.roll]
    decided = [change_of(line, moment) for moment in line.moments if not moment.roll and moment.side == side and moment.options]
    graded = {grade: sum(change.grade == grade for change in decided) for _, grade in _GRADES}
    first = line.moments[0].before if line.moments else line.last
    return Sum(
        line.sides[side],
        sum((roll.luck for roll in rolls), Fraction(0)),
        sqrt(sum(roll.margin**2 for roll in rolls)),
        sum((change.cost for change in decided), Fraction(0)),
        len(decided),
        graded,
        line.score(first, side),
        line.score(line.last, side),
    )


def _largest_change(line: Timeline, moment: Moment) -> Change:
    """What a moment changed, for whoever rolled or decided; of a roll, for another side if that is clearly more."""
    own = change_of(line, moment)
    others = [change_of(line, moment, side) for side in range(len(line.sides))] if moment.roll else []
    return max([own, *others], key=lambda change: abs(change.change) - (_MORE if change.side != own.side else 0))


def turning_points(line: Timeline, most: int) -> list[Change]:
    """The moments that changed most, in the order of the battle; of a roll, for the side whose prospects it changed most."""
    found = [
        change for change in map(partial(_largest_change, line), line.moments) if change.clear and (change.change or change.cost)
    ]
    largest = sorted(found, key=lambda change: -max(abs(change.change), change.cost))[:most]
    return sorted(largest, key=lambda change: change.moment.seq)
