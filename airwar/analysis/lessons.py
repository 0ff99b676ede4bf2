"""The costly decisions of a battle as questions, with what each option was worth."""

from __future__ import annotations

from dataclasses import dataclass

from airwar.analysis.film import Film
from airwar.analysis.timeline import Timeline
from airwar.analysis.verdict import Change, changes
from airwar.choices.patterns import meaning
from airwar.engine.log import Log
from airwar.engine.questions import Fact
from airwar.engine.words import id_of
from airwar.errors import AirwarError


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
    return [lesson_of(film, line, change) for change in sorted(chosen, key=lambda change: change.moment.seq)]


def lesson_of(film: Film, line: Timeline, change: Change) -> Lesson:
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
