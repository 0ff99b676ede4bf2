"""Writes the story of a battle that was fought: the lines somebody would have typed, the dice, and what is true at the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from airwar.battle.battle import scenario_of
from airwar.engine.history import in_force
from airwar.engine.log import Log
from airwar.engine.questions import Roll
from airwar.engine.records import Answer, Chosen, Rolled, Ruled, ScenarioText, Stated
from airwar.errors import AirwarError, NotUnderstood
from airwar.language.spelling import next_line
from airwar.scenario.chart_files import beside
from airwar.setup.loading import shipped_scenarios
from airwar.story.facts import Subject
from airwar.story.reading import GOES_ON, SUFFIX, story_in
from airwar.story.telling import Telling

INDENT = "    "
ASK_ALL = "ask: all\n"


class Entry(NamedTuple):
    """An answer that was entered, or a roll."""

    key: str
    answer: Answer
    is_roll: bool = False


class Elsewhere(AirwarError):
    """The lines of a story lead away from the battle that it is made from."""


def story_of(path: Path) -> str:
    """The story of the battle in a log, as text. Raises AirwarError if it cannot be told as a story."""
    log = Log.load(path)
    ruled = [record for record in in_force(log.records) if isinstance(record.body, Ruled)]
    if ruled:
        raise AirwarError(f"{path}: record {ruled[0].seq} is a ruling of the referee, and a story has no words for that")
    heads = heads_of(log.header.scenario, scenario_of(log).title)
    wanted = entries_of(log)
    try:
        return told(heads, wanted)
    except (Elsewhere, NotUnderstood):  # an answer was given to a question that is normally not asked
        return told(heads + ASK_ALL, wanted)


def heads_of(said: ScenarioText, title: str) -> str:
    """The heads of the story: a shipped scenario by name if it is unchanged, otherwise its whole text."""
    blocks = [f"file: {name}\n{_indented(text)}" for name, text in (said.files or {}).items()]
    for path in shipped_scenarios():
        same_charts = all(beside(path)(name) == text for name, text in (said.files or {}).items())
        if path.name == said.name and path.read_text("utf-8") == said.text and same_charts:
            return f"title: {title}\nscenario: {path.stem}\n"
    return "".join([f"title: {title}\nscenario:\n{_indented(said.text)}", *blocks])


def _indented(text: str) -> str:
    return "".join(f"{INDENT}{line}".rstrip() + "\n" for line in text.split("\n"))


def entries_of(log: Log) -> list[Entry]:
    """Everything that was entered or rolled and still counts."""
    bodies = [record.body for record in in_force(log.records)]
    return [
        Entry(body.key, body.faces, True) if isinstance(body, Rolled) else Entry(body.key, body.answer)
        for body in bodies
        if isinstance(body, Rolled | Chosen | Stated)
    ]


def told(heads: str, wanted: Sequence[Entry]) -> str:
    """The story of these entries. Raises Elsewhere if its lines lead elsewhere."""
    telling = Telling(story_in(heads, Path(f"battle{SUFFIX}")))
    lines = [*_lines_of(telling, wanted), *_facts_of(telling)]
    over = telling.session.question is None
    return f"{heads}\n" + "".join(f"{line}\n" for line in (lines if over else [*lines, GOES_ON]))


def _lines_of(telling: Telling, wanted: Sequence[Entry]) -> Iterator[str]:
    """The typed lines and the dice, each played as soon as it is found."""
    session = telling.session
    dice: list[str] = []
    while True:
        given = entries_of(session.log)
        if given != wanted[: len(given)]:
            raise Elsewhere("the lines lead elsewhere")
        coming, question = wanted[len(given) :], session.question
        is_roll = isinstance(question, Roll)
        if dice and not (is_roll and coming):
            yield f"dice {', '.join(dice)}"
            dice = []
        if not coming or question is None:
            return
        if coming[0].key != question.key:
            raise Elsewhere(f"{question.key} is asked, and {coming[0].key} was answered")
        if isinstance(question, Roll):
            dice.append(" ".join(map(str, coming[0].answer)))
            session.order(dice[-1])
            continue
        until = next((number for number, entry in enumerate(coming) if entry.is_roll), len(coming))
        line, _ = next_line(session, [(entry.key, entry.answer) for entry in coming[:until]])
        yield f"> {line}"
        if not session.order(line).answers:
            raise Elsewhere(f"{line!r} answers nothing")


def _facts_of(telling: Telling) -> Iterator[str]:
    """The facts at the end: the result, the losses, and where every unit is."""
    facts, session = telling.facts, telling.session
    telling.known.see(session.standing)
    if session.end:
        yield f"= result: {session.end.result}"
    for side in dict.fromkeys(row.side for row in session.standing):
        yield f"= {side}: {', '.join(facts.all_lost(Subject(side, side=side)))}"
    for place in dict.fromkeys(row.place for row in session.standing if row.place):
        yield f"= {place}: {', '.join(facts.all_of(Subject(place, place=place)))}"
