"""One battle of a random scenario: written, played in some manner, and if it was killed, compared with itself."""

from __future__ import annotations

import shutil
import tempfile
from collections import Counter
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from drafts import Written, fields_of, written
from hypothesis import strategies as st
from player import KILLED, QUIET, WILD, Habits, Player
from standing_books import counted

import airwar.engine.log
from airwar.setup.loading import Scenario
from airwar.testing import check_standing


class Manner(NamedTuple):
    """How a battle is played."""

    name: str
    habits: Habits
    mode: str


MANNERS = (
    Manner("quiet", QUIET, "machine"),
    Manner("killed", KILLED, "machine"),
    Manner("wild", WILD, "machine"),
    Manner("wild", WILD, "ask"),
    Manner("wild", WILD, "physical"),
)
# Half of the drafts can be shrunk; the others are larger.
DRAFTS = st.one_of(st.randoms(use_true_random=True), st.randoms(use_true_random=False))
EVENINGS = st.tuples(DRAFTS, st.integers(0, 2**32 - 1), st.sampled_from(MANNERS))


class Report:
    """What was played so far, by ruleset."""

    def __init__(self) -> None:
        self.counts: dict[str, Counter[str]] = {}
        self.fields: dict[str, Counter[str]] = {}

    def count(self, ruleset: str, **what: int) -> None:
        self.counts.setdefault(ruleset, Counter()).update(what)


def play(ruleset: str, random: Random, seed: int, manner: Manner, report: Report) -> Written:
    """Writes a scenario and plays it. Raises whatever is wrong."""
    made = written(random, ruleset)
    if made.scenario is None:
        report.count(ruleset, refused=1)
        return made
    report.count(ruleset, loaded=1, unmended=int(made.mended == 0))
    report.fields.setdefault(ruleset, Counter()).update(fields_of(ruleset, made.tree))
    if manner.habits == QUIET:
        check_standing(made.scenario, seed, counted(ruleset, made.scenario.start.state))
    with scratch() as folder:
        player = played(made.scenario, folder / "battle.jsonl", seed, manner, report)
        try:
            player.check_file(folder)
        except Exception as wrong:
            wrong.add_note(f"LOG {player.session.log.text()}")
            wrong.add_note(f"SCENARIO {made.text}")
            raise
        if manner.habits == KILLED and player.steps["kill"]:
            whole = played(made.scenario, folder / "unbroken.jsonl", seed, Manner("quiet", QUIET, "machine"), report)
            assert player.session.log.text() == whole.session.log.text(), "killed and resumed, it is another battle"
            report.count(ruleset, compared=1)
    return made


def played(scenario: Scenario, path: Path, seed: int, manner: Manner, report: Report) -> Player:
    player = Player(scenario, path, seed, manner.habits, manner.mode)
    try:
        player.play()
    except BaseException as wrong:
        wrong.add_note(f"LOG {player.session.log.text()}")
        wrong.add_note(f"SCENARIO {scenario.text}")
        raise
    finally:
        player.session.close()
        report.count(scenario.ruleset.id, played=1, books=player.books.checked, **player.steps)
    return player


@contextmanager
def scratch() -> Any:
    """A folder that goes away."""
    folder = Path(tempfile.mkdtemp())
    try:
        yield folder
    finally:
        shutil.rmtree(folder)


@contextmanager
def without_syncing() -> Any:
    """Nothing here survives a power failure, so the disk need not be waited for."""
    sync = airwar.engine.log.os.fsync
    airwar.engine.log.os.fsync = lambda file: None
    try:
        yield
    finally:
        airwar.engine.log.os.fsync = sync
