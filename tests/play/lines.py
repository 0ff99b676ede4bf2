"""Random games as lines that a person would type, and random lines at random questions."""

from contextlib import suppress
from random import Random
from typing import Any

from airwar.answers.chance import AnyLegal
from airwar.battle.battle import begin
from airwar.engine.questions import Choice, Decision, Roll
from airwar.engine.records import Chosen, Rolled, Stated
from airwar.play.session import Session
from airwar.setup.loading import Scenario
from airwar.story.writing import next_line

NONSENSE = [
    "0",
    "all",
    "none",
    "rest",
    "end",
    ";",
    ",",
    "=",
    "1",
    "2",
    "3",
    "stage",
    "losses",
    "attack",
    "x",
    "yes",
    "1T",
    "1/2 RE",
]


class Enough(Exception):
    """The game has gone on for long enough."""


class SomeGame(AnyLegal):
    """Plays at random, up to a number of answers."""

    def __init__(self, seed: int, most: int) -> None:
        super().__init__(seed)
        self.left = most

    def choice(self, question: Decision) -> Any:
        self.left -= 1
        if not self.left:
            raise Enough
        return super().choice(question)


def random_game(scenario: Scenario, seed: int, most: int = 400) -> list[Rolled | Chosen | Stated]:
    """What was rolled and answered in a random game."""
    battle = begin(scenario, None, seed)
    with suppress(Enough):
        battle.walk(SomeGame(seed, most)).run()
    return [record.body for record in battle.log.records if isinstance(record.body, Rolled | Chosen | Stated)]


def typed(scenario: Scenario, game: list[Rolled | Chosen | Stated]) -> list[str]:
    """The game typed line by line; every answer must come out as it was. The lines of decisions are returned."""
    session = Session.begin(scenario, seed=1, mode="physical", ask_before_end=True)
    lines = []
    while session.question is not None and len(session.entries) < len(game):
        at = len(session.entries)
        coming = []
        for entry in game[at:]:
            if isinstance(entry, Rolled):
                break
            coming.append((entry.key, entry.answer))
        if isinstance(session.question, Roll):
            line = " ".join(map(str, game[at].faces))
            session.order(line)
            given = 1
        else:
            line, given = next_line(session, coming)
            lines.append(line)
            session.order(line)
        assert len(session.entries) == at + given, f"{line!r} gave {len(session.entries) - at} answers, not {given}"
        for record, entry in zip(session.entries[at:], game[at:], strict=False):
            assert record.body.key == entry.key, line
            assert isinstance(entry, Rolled) or record.body.answer == entry.answer, (line, record.body, entry)
    return lines


def any_line(rng: Random, question: Decision) -> str:
    """Words that may mean something, and some that do not."""
    names = list(question.options) if isinstance(question, Choice) else list(getattr(question, "items", ())) or ["x"]
    begin_well = rng.random() < 0.5
    pool = [*NONSENSE, *names, *(name[: rng.randint(1, 6)] for name in names)]
    return " ".join(rng.choice(names if begin_well and not at else pool) for at in range(rng.randint(1, 5)))
