"""One battle: a scenario, its log and its seed; new, or resumed from its log."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from airwar import __version__
from airwar.answers.chance import MachineDice, commitment, drawn_seed, parse_seed, show_seed
from airwar.engine.canonical import FINGERPRINTS
from airwar.engine.dice import Faces
from airwar.engine.history import undoable
from airwar.engine.log import Log, Record
from airwar.engine.moves import End
from airwar.engine.questions import Asked, Decision, Roll
from airwar.engine.records import FORMAT, Chosen, Ended, Header, Rolled, RulesetUsed, Stated, Undone
from airwar.engine.walk import Answers, View, Walk
from airwar.errors import AirwarError, BadLog, BadSeed, CannotWrite, Mismatch
from airwar.loading import Scenario, parse_scenario
from airwar.rulesets.kit.charts import charts_digest


@dataclass
class Battle:
    """A scenario being fought, with its log and its seed."""

    scenario: Scenario
    log: Log
    seed: int | None  # None if a secret seed has been lost

    @property
    def dice(self) -> MachineDice | None:
        return None if self.seed is None else MachineDice(self.seed)

    @property
    def mode(self) -> str:
        """Who rolls: machine, physical or ask."""
        return self.log.header.dice

    def walk(self, answers: Answers, view: View | None = None, every_course: bool = False, ask_before_end: bool = False) -> Walk:
        """The walk through this battle, from its start, following the log as far as it goes."""
        scenario = self.scenario
        return Walk(scenario.start, self.log, answers, view, self.closing, every_course, ask_before_end, scenario.memory)

    def closing(self, end: End, corrects: int | None) -> Ended:
        """The last record: the result, the losses, the seed if it was secret until now, and the end that this one corrects."""
        state, tally = self.scenario.memory.once("closing", end, self._what_is_left)
        secret = self.log.header.commitment is not None
        seed = ("" if self.seed is None else show_seed(self.seed)) if secret else None
        return Ended(end.result, state, tally, seed, corrects)

    def _what_is_left(self, end: End) -> tuple[str, tuple[tuple[str, str, int, int], ...]]:
        """The fingerprint of the last state, and the losses."""
        tally = tuple((side, unit, had, lost) for side, unit, had, lost in self.scenario.ruleset.tally(end.state))
        return FINGERPRINTS.of(end.state), tally

    def undo(self) -> Undone:
        """Takes back the last entry since the last die, in the log."""
        record = undoable(self.log.records)
        if record is None:
            raise AirwarError("nothing to undo: a die has been rolled since the last choice, or no choice has been made")
        assert isinstance(record.body, Chosen | Stated | Rolled)
        undone = Undone(record.seq, record.body.key)
        self.log.append(undone)
        return undone

    def settle(self) -> None:
        """Closes the log. If the battle is over, the log reveals the secret seed, so its file is removed."""
        self.log.close()
        if self.log.path is not None and self.log.finished:
            seed_file(self.log.path).unlink(missing_ok=True)


class Nobody:
    """Has no answers, so the walk stops where the log ends."""

    def faces(self, roll: Roll, drawn: int) -> tuple[Faces, str]:
        raise Asked(roll)

    def choice(self, question: Decision) -> Any:
        raise Asked(question)


def header(scenario: Scenario, mode: str, seed: int, secret: bool) -> Header:
    """The first record: everything needed to fight the battle again."""
    ruleset = scenario.ruleset
    return Header(
        FORMAT,
        __version__,
        RulesetUsed(ruleset.id, charts_digest(ruleset.package)),
        scenario.word_for_word,
        mode,
        None if secret else show_seed(seed),
        commitment(seed) if secret else None,
    )


def begin(scenario: Scenario, path: Path | None, seed: int | None = None, mode: str = "machine") -> Battle:
    """Begins a battle. Without a seed one is drawn, and kept beside the log until the end."""
    secret = seed is None
    number = drawn_seed() if seed is None else seed
    if path is not None and secret:
        if os.path.exists(path):  # unlike Path.exists, never raises
            raise CannotWrite(f"{path} already exists; choose another name with --log, or resume it: airwar resume {path}")
        keep_seed(path, number)
    log = Log.create(path, header(scenario, mode, number, secret))
    return Battle(scenario, log, number)


def keep_seed(path: Path, seed: int) -> None:
    """Keeps a secret seed beside its log, readable by its owner only."""
    try:
        handle = os.open(seed_file(path), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        os.write(handle, show_seed(seed).encode() + b"\n")
        os.fsync(handle)
        os.close(handle)
    except OSError as error:
        raise CannotWrite(f"cannot write {seed_file(path)}: {error.strerror}") from None


def seed_file(path: Path) -> Path:
    return path.with_name(path.name + ".seed")


def resume(path: Path) -> Battle:
    """Opens a log to continue its battle."""
    log = Log.load(path)
    return Battle(scenario_of(log), log, seed_of(log))


def scenario_of(log: Log) -> Scenario:
    """The scenario of a log."""
    said = log.header.scenario
    return _scenario(said.name, said.text, tuple((said.files or {}).items()))


@lru_cache(maxsize=4)
def _scenario(name: str, text: str, files: tuple[tuple[str, str], ...]) -> Scenario:
    """A scenario from its text. Many logs of one scenario are often verified together, so the last few are kept."""
    return parse_scenario(text, name, dict(files))


def end_of(record: Record) -> Ended | None:
    """The end of a battle, if a record says that; other records are not looked into."""
    return record.body if record.kind == "end" and isinstance(record.body, Ended) else None


def seed_of(log: Log) -> int | None:
    """The seed of a log: in its header, in its last record, or beside it; None if it is nowhere."""
    if log.header.seed is not None:
        try:
            return parse_seed(log.header.seed)
        except BadSeed as bad:
            raise BadLog(f"record 0: {bad}") from None
    revealed = next((ended.seed for record in reversed(log.records) if (ended := end_of(record))), None)
    if not revealed and log.path is not None and seed_file(log.path).exists():
        revealed = seed_file(log.path).read_text().strip()
    if not revealed:
        return None
    try:
        seed = parse_seed(revealed)
    except BadSeed as bad:
        raise Mismatch(log.last.seq, str(bad)) from None
    if commitment(seed) != log.header.commitment:
        raise Mismatch(log.last.seq, "the seed does not match the commitment in the header")
    return seed
