"""Random legal play: ends, conserves units, offers nothing illegal, replays identically, and survives undo and resume."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

from airwar.answers.chance import AnyLegal
from airwar.battle import Battle, Nobody, begin
from airwar.engine.log import Log
from airwar.engine.moves import End
from airwar.engine.referee import Choice, Decision, Fact, Roll
from airwar.engine.walk import Walk
from airwar.loading import Scenario
from airwar.session import Session
from airwar.verify import verify

MOST_QUESTIONS = 100_000  # of one game; a battle with more never ends


class Watched(AnyLegal):
    """Plays at random, and checks what is offered."""

    def choice(self, question: Decision) -> Any:
        check_question(question)
        return super().choice(question)


def check_question(question: Decision) -> None:
    """There is something to decide, and what a question offers by default or as an example is legal."""
    if isinstance(question, Fact):
        assert question.what, f"{question.key}: it does not say what it asks for"
        assert question.examples, f"{question.key}: no examples"
        assert [example for example in question.examples if question.refuses(example)] == [], f"{question.key}: bad examples"
        return
    if isinstance(question, Choice):
        assert len(question.options) > 1, f"{question.key}: nothing to choose"
    else:
        assert question.least <= question.most <= sum(question.items.values()), f"{question.key}: bad limits"
        assert all(count >= 0 for count in question.items.values()), f"{question.key}: less than none of something"
    assert question.refuses(question.default) is None, f"{question.key}: the default is refused"


def check_books(scenario: Scenario, end: End) -> None:
    """Every unit that was there is still in the books: had is what it was, and nobody lost more."""
    tallies = scenario.ruleset.tally(end.state)
    had = {(tally.side, tally.unit): tally.had for tally in scenario.ruleset.tally(scenario.start.state)}
    assert {(tally.side, tally.unit): tally.had for tally in tallies} == had
    assert all(0 <= tally.lost <= tally.had for tally in tallies), tallies


def check_game(scenario: Scenario, seed: int) -> int:
    """Plays one game at random and walks its log again; returns how many records it has."""
    battle: Battle = begin(scenario, None, seed)
    end = battle.walk(Watched(seed)).run()
    check_books(scenario, end)
    copy = Log(list(battle.log.records))
    assert Walk(scenario.start, copy, Nobody(), None, battle.closing).run() == end
    assert len(copy.records) == len(battle.log.records)
    return len(copy.records)


def check_interrupted_game(scenario: Scenario, seed: int, path: Path) -> None:
    """Plays one game at random that is taken back, dropped and resumed again and again. Its log verifies."""
    chance, player = Random(seed), Watched(seed)
    session = Session.begin(scenario, path, seed)
    for _ in range(MOST_QUESTIONS):
        if session.question is None:
            break
        if chance.random() < 0.1:
            session = left_and_resumed(session, path)
        if session.can_undo and chance.random() < 0.2:
            session.undo()
        question = session.question
        assert question is not None
        assert not isinstance(question, Roll)
        session.answer(player.choice(question))
    assert session.end is not None, "the battle never ends"
    check_books(scenario, session.end)
    session.close()
    assert verify(path).finished


def left_and_resumed(session: Session, path: Path) -> Session:
    """The same battle from its log, at the same question."""
    asked = session.question
    session.close()
    again = Session.resume(path)
    assert again.question is not None
    assert asked is not None
    assert again.question.key == asked.key
    return again
