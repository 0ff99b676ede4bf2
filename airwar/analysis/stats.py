"""Many battles together: wins against expected wins, luck and skill added up, and the turns of a campaign."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import exp, lgamma, sqrt
from math import log as ln
from pathlib import Path

from airwar.analysis.chronicle import Chronicle, Film
from airwar.analysis.timeline import Change, Timeline, change_of, changes, sums, timeline
from airwar.choices.patterns import meaning
from airwar.engine.dice import Dice
from airwar.engine.history import in_force
from airwar.engine.log import Log
from airwar.engine.questions import Fact
from airwar.engine.records import Rolled
from airwar.engine.words import id_of
from airwar.errors import AirwarError, Unanswered
from airwar.rulesets.ruleset import Standing

_FEW = 5  # faces expected of each kind, below which the test says nothing
_SMALL = 1e-15


@dataclass(frozen=True)
class FaceCounts:
    """The faces of the dice of one source and size."""

    source: str
    sides: int
    counts: tuple[int, ...]  # of face 1, 2, ...

    @property
    def dice(self) -> int:
        return sum(self.counts)

    @property
    def chi_square(self) -> float:
        expected = self.dice / self.sides
        return sum((number - expected) ** 2 / expected for number in self.counts)

    @property
    def p(self) -> float | None:
        """The chance that fair dice fall at least as unevenly; None if there are too few to tell."""
        return upper_tail(self.chi_square, self.sides - 1) if self.dice >= _FEW * self.sides else None


def faces_of(rolls: Iterable[Rolled]) -> list[FaceCounts]:
    """The faces of all dice, by source and size. FaceCounts that a scenario fixes are not dice."""
    counted: dict[tuple[str, int], list[int]] = {}
    for roll in rolls:
        if roll.source not in ("machine", "physical"):
            continue
        sides = Dice.written(roll.dice).sides
        counts = counted.setdefault((roll.source, sides), [0] * sides)
        for face in roll.faces:
            counts[face - 1] += 1
    return [FaceCounts(source, sides, tuple(counts)) for (source, sides), counts in sorted(counted.items())]


def upper_tail(chi_square: float, freedom: int) -> float:
    """The chance of a chi-square at least this large: the regularized upper incomplete gamma function."""
    shape, at = freedom / 2, chi_square / 2
    if at <= 0:
        return 1.0
    front = exp(shape * ln(at) - at - lgamma(shape))
    if at < shape + 1:
        return 1.0 - front * _series(shape, at)
    return front * _continued_fraction(shape, at)


def _series(shape: float, at: float) -> float:
    term = total = 1 / shape
    while term > total * _SMALL:
        shape += 1
        term *= at / shape
        total += term
    return total


def _continued_fraction(shape: float, at: float) -> float:
    """Lentz's method."""
    tiny = 1e-300
    b = at + 1 - shape
    c, d = 1 / tiny, 1 / b
    result = d
    for step in range(1, 1000):
        a = -step * (step - shape)
        b += 2
        d = 1 / ((a * d + b) or tiny)
        c = (b + a / c) or tiny
        result *= c * d
        if abs(c * d - 1) < _SMALL:
            break
    return result


@dataclass
class Mean:
    """A sum of values, with what is needed for their mean and its error."""

    number: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, value: Fraction | float) -> None:
        self.number += 1
        self.total += float(value)
        self.squares += float(value) ** 2

    @property
    def mean(self) -> float:
        return self.total / self.number if self.number else 0.0

    @property
    def error(self) -> float:
        """The standard error of the sum, if its values are independent and zero on average."""
        return sqrt(self.squares)


@dataclass
class SideStats:
    """One side over many battles."""

    battles: int = 0
    wins: Fraction = Fraction(0)
    expected: Fraction = Fraction(0)
    luck: Mean = field(default_factory=Mean)
    cost: Fraction = Fraction(0)
    decisions: int = 0


@dataclass
class Stats:
    """Everything about many battles. Luck is in points of the chance to win; battles that nobody can win count for dice only."""

    battles: int = 0
    unfinished: int = 0
    without_winner: int = 0
    sampled: int = 0
    left_out: int = 0  # rolls and decisions for which the time was over
    sides: dict[str, SideStats] = field(default_factory=dict)
    luck_by_roll: dict[tuple[str, str], Mean] = field(default_factory=dict)  # of whoever rolls, by side and kind of roll
    luck_by_source: dict[tuple[str, str], Mean] = field(default_factory=dict)  # by side and source of dice
    cost_by_decision: dict[str, Mean] = field(default_factory=dict)
    rolls: list[Rolled] = field(default_factory=list)

    def add(self, log: Log, line: Timeline) -> None:
        """Counts one more battle."""
        self.battles += 1
        self.rolls += [record.body for record in in_force(log.records) if isinstance(record.body, Rolled)]
        if line.end is None:
            self.unfinished += 1
            return
        if not line.can_be_won:
            self.without_winner += 1
            return
        self.sampled += any(moment.before.sampled for moment in line.moments)
        self.left_out += line.left_out
        for number, one in enumerate(sums(line)):
            side = self.sides.setdefault(_who(line, one.side), SideStats())
            side.battles += 1
            side.wins += line.score(line.final, number)
            side.expected += one.first
            side.luck.add(one.luck)
            side.cost += one.cost
            side.decisions += one.decisions
        self._add_moments(line)

    def _add_moments(self, line: Timeline) -> None:
        for moment in line.moments:
            if moment.side < 0:
                continue
            change = change_of(line, moment)
            side, kind = _who(line, line.sides[moment.side]), question_kind(moment.key)
            if moment.roll:
                self.luck_by_roll.setdefault((side, kind), Mean()).add(change.luck)
                self.luck_by_source.setdefault((side, moment.source), Mean()).add(change.luck)
            elif moment.options:
                self.cost_by_decision.setdefault(kind, Mean()).add(change.cost)

    @property
    def faces(self) -> list[FaceCounts]:
        return faces_of(self.rolls)


def _who(line: Timeline, side: str) -> str:
    """A side under its own name, where it is one and no alliance."""
    parties = line.parties(side)
    return parties[0] if len(parties) == 1 else side


def question_kind(key: str) -> str:
    """The kind of a question: its key without battle and round; of a roll of a round of all battles, without the place."""
    own = re.sub(r"^(?:.*\.)?r\d+\.", "", key) if re.search(r"(?:^|\.)r\d+\.", key) else key.partition(".")[2] or key
    return re.sub(r"^(?:[\w-]+\.)(?=(?:attacker|defender)\.)|^\d+\.", "", own)


# a campaign, turn by turn


_FOLLOWS = re.compile(r"# The turn after (?P<name>.*), record (?P<seq>\d+) (?P<hash>[0-9a-f]{16})\n")


@dataclass
class SideTurn:
    """One side in one turn."""

    side: str
    had: int
    lost: int
    left: int
    luck: float | None = None  # in points of the chance to win, or in losses; None if it was not judged
    cost: float | None = None  # of its decisions, in points; None if nobody can win
    holds: list[str] = field(default_factory=list)


@dataclass
class Turn:
    """One log of a campaign."""

    path: Path
    number: int
    title: str
    result: str
    in_points: bool  # luck is counted in points of the chance to win
    sides: list[SideTurn]
    taken: list[str]  # places that changed hands, in words


def chained(logs: Sequence[Log]) -> list[Log]:
    """Logs in the order of play: each after the one whose end its scenario names; the others by the names of their files."""
    by_end = {log.last.hash[:16]: log for log in logs}
    after: dict[str, list[Log]] = {}
    first = []
    for log in logs:
        found = _FOLLOWS.match(log.header.scenario.text)
        if found and found["hash"] in by_end and by_end[found["hash"]] is not log:
            after.setdefault(found["hash"], []).append(log)
        else:
            first.append(log)
    order: list[Log] = []

    def follow(log: Log) -> None:
        order.append(log)
        for later in after.get(log.last.hash[:16], []):
            follow(later)

    for log in first:
        follow(log)
    return order


def logs_in(folder: Path) -> list[Log]:
    """The logs of a folder, in the order of play."""
    paths = sorted(folder.glob("*.jsonl"))
    if not paths:
        raise AirwarError(f"{folder}: no logs here; expected files that end in .jsonl")
    return chained([Log.load(path) for path in paths])


def campaign(logs: Sequence[Log], seconds: float, progress: Callable[[int, int], None] | None = None) -> list[Turn]:
    """Every turn of a campaign. `seconds`: for the luck of all turns together; 0 leaves it out."""
    turns = []
    for at, log in enumerate(logs):
        if progress:
            progress(at, len(logs))
        turns.append(_turn_of(log, at + 1, seconds / len(logs)))
    if progress:
        progress(len(logs), len(logs))
    return turns


def _turn_of(log: Log, number: int, seconds: float) -> Turn:
    """One turn."""
    chronicle = Chronicle(Film(log))
    scenario, film = chronicle.scenario, chronicle.film
    before, after = (scenario.ruleset.geography(states).sites for states in (film.states[0], film.last_states))
    held = {site.id: site.holder for site in before}
    sides = {
        side: SideTurn(
            side,
            chronicle.strength().get(side, 0),
            chronicle.total(side),
            _strength(chronicle, chronicle.standing[-1], side),
            holds=[site.name for site in after if site.holder == side],
        )
        for side in chronicle.sides
    }
    in_points = _judged(log, chronicle, sides, seconds)
    taken = [f"{site.name} to {site.holder}" for site in after if site.holder and held.get(site.id, site.holder) != site.holder]
    result = chronicle.named(film.end.result) if film.end else "unfinished"
    path = log.path or Path("battle.jsonl")
    return Turn(path, number, scenario.title, result, in_points, list(sides.values()), taken)


def _strength(chronicle: Chronicle, rows: Sequence[Standing], side: str) -> int:
    return sum(row.count for row in rows if row.side == side and row.place and chronicle.is_unit(row))


def _judged(log: Log, chronicle: Chronicle, sides: dict[str, SideTurn], seconds: float) -> bool:
    """Adds luck and the cost of decisions; returns whether they are points of the chance to win."""
    if seconds <= 0:
        return False
    try:
        line = timeline(log, seconds=seconds)
    except Unanswered:  # a chart of which only the cells that were needed have been read
        return False
    scale = 100 if line.can_be_won else 1
    for one in sums(line):
        own = next((side for side in sides if side == one.side or chronicle.scenario.party(side) == one.side), None)
        if own is not None:
            sides[own].luck = float(one.luck) * scale
            sides[own].cost = float(one.cost) * scale if line.can_be_won else None
    return line.can_be_won


@dataclass(frozen=True)
class Lesson:
    """A decision that cost something."""

    seq: int
    who: str
    question: str
    options: tuple[tuple[str, str, float], ...]  # name, in words, the chance to win after it
    taken: str
    best: str
    certain: bool  # nothing of it is sampled


def lessons(log: Log, line: Timeline, most: int, side: str = "") -> list[Lesson]:
    """The costliest decisions, of all or of one side, in the order of the battle."""
    film = Film(log)
    if side and id_of(side) not in film.scenario.side_of:
        raise AirwarError(f"there is no side {side!r}; expected one of {', '.join(film.scenario.sides)}")
    whose = film.scenario.side_of.get(id_of(side), "")
    costly = [change for change in changes(line) if change.cost and change.clear and not change.moment.roll]
    own = [change for change in costly if not side or line.sides[change.side] == film.scenario.party(whose)]
    chosen = sorted(own, key=lambda change: -change.cost)[:most]
    return [_lesson_of(film, line, change) for change in sorted(chosen, key=lambda change: change.moment.seq)]


def _lesson_of(film: Film, line: Timeline, change: Change) -> Lesson:
    moment = change.moment
    question = (film.walk.answering.asked or {}).get(moment.key)
    situation = question.about() if question is not None and not isinstance(question, Fact) and question.about else ""
    about = meaning(moment.key, film.scenario.ruleset.decisions) or moment.key
    options = tuple((name, moment.called(name), float(line.score(worth, change.side))) for name, worth in moment.options.items())
    return Lesson(
        moment.seq,
        line.name(change.side),
        " ".join(part for part in (situation, f"{about[:1].upper()}{about[1:]}?") if part),
        options,
        moment.answer,
        change.best,
        not any(worth.sampled for worth in moment.options.values()),
    )
