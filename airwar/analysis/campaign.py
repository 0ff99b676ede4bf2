"""A campaign: the battles that follow from one another, turn by turn, with forces, losses, luck, and who holds what."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from airwar.analysis.chronicle import Chronicle
from airwar.analysis.film import Film
from airwar.analysis.timeline import Timeline, timeline
from airwar.analysis.verdict import Change, changes, sums
from airwar.choices.patterns import meaning
from airwar.engine.log import Log
from airwar.engine.questions import Fact
from airwar.engine.words import id_of
from airwar.errors import AirwarError, Unanswered
from airwar.rulesets.ruleset import Standing

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
