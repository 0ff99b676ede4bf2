"""One battle: a scenario, its log and its seed; new, or resumed from its log.

A seed is public in the log, or secret in a file beside it until the end of the battle reveals it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

from airwar import rulesets
from airwar.answers.chance import MachineDice, Scripted, checked_seed, commitment, drawn_seed, parse_seed, show_seed
from airwar.engine.answering import Answers
from airwar.engine.dice import Faces
from airwar.engine.files import BINARY, NotRegular, is_stdin, locked, open_own, read_regular
from airwar.engine.frozen import dataclass
from airwar.engine.history import NOTHING_TO_UNDO, undoable
from airwar.engine.log import Log, Record, name_taken, unwritable
from airwar.engine.moves import End
from airwar.engine.questions import Asked, Decision, Roll
from airwar.engine.records import (
    FORMAT,
    Chosen,
    Correspondents,
    DiceChanged,
    Ended,
    Header,
    Ordered,
    Rolled,
    Ruled,
    RulesetUsed,
    Stands,
    Stated,
    Undone,
)
from airwar.engine.redo import Redo
from airwar.engine.trail import View
from airwar.engine.walk import Walk
from airwar.errors import AirwarError, BadLog, BadSeed, ByMail, CannotWrite, Mismatch, NoSuchRuleset, SeedMissing, Unanswered
from airwar.rulesets.adjusting import adjusted
from airwar.rulesets.kit.charts import charts_digest
from airwar.rulesets.ruleset import AnyRuleset
from airwar.setup.loading import Scenario, parse_scenario
from airwar.version import __version__

MOST_BYTES = 1024 * 1024  # bytes of the file beside a log: many more than the seeds of one battle need
_LOST = "lost"  # written in place of a secret seed that was lost


@dataclass(frozen=True)
class Seed:
    """A seed of a battle, the number of its first die, and the commitment to it if it is secret until the end."""

    first: int
    number: int | None  # None if it was lost
    commitment: str | None = None


def _dice_changes(log: Log) -> list[DiceChanged]:
    """The records of a log that change the dice from there on."""
    return [record.body for record in log.records if record.kind == "dice" and isinstance(record.body, DiceChanged)]


def seed_of(log: Log) -> int | None:
    """The present seed of the machine dice; None if it was lost."""
    return seeds_of(log)[-1].number


def seeds_of(log: Log, last: int | None = None) -> list[Seed]:
    """The seeds of a log: in its records, or beside it. `last` is the last one, if it is known."""
    header = log.header
    recorded = [(0, header.seed, header.commitment)]
    recorded += [(change.first, change.seed, change.commitment) for change in _dice_changes(log) if change.first is not None]
    secret = sum(commitment is not None for _, _, commitment in recorded)
    told = iter(_told_seeds(log, secret)) if secret else iter(())
    seeds: list[Seed] = []
    for first, open_seed, promise in recorded:
        text = open_seed if open_seed is not None else next(told, "")
        number = _parsed_seed(log, text, open_seed is not None) if text and text != _LOST else None
        if number is None and last is not None and len(seeds) + 1 == len(recorded):
            number = last
        if number is not None and promise is not None and commitment(number) != promise:
            raise Mismatch(log.last.seq, "the seed does not match the commitment to it in the log")
        seeds.append(Seed(first, number, promise))
    return seeds


def _told_seeds(log: Log, secret: int) -> list[str]:
    """The secret seeds as the last end of the battle reveals them, or the file beside the log."""
    revealed = next((ended.seed for record in reversed(log.records) if (ended := _end_of(record))), None)
    told = (revealed or "").split()
    if len(told) < secret and log.path is not None and os.path.exists(seed_file(log.path)):
        beside = _beside_log(seed_file(log.path))
        told = beside if len(beside) >= len(told) else told
    return told


def _beside_log(file: Path) -> list[str]:
    """The seeds in the file beside a log."""
    try:
        return read_regular(file, MOST_BYTES).decode("ascii", "replace").split()
    except OSError as error:
        raise SeedMissing(f"cannot read {file}: {error.strerror}") from None


def _parsed_seed(log: Log, text: str, in_record: bool) -> int:
    """A seed, read from a record of the log or from the file beside it."""
    try:
        return parse_seed(text)
    except BadSeed as bad:
        raise BadLog(f"record 0: {bad}") if in_record else Mismatch(log.last.seq, str(bad)) from None


def _secrets_of(seeds: list[Seed]) -> str | None:
    """What the end of a battle reveals: the secret seeds in their order; None if there are none."""
    secret = [seed.number for seed in seeds if seed.commitment is not None]
    if not secret or secret == [None]:
        return "" if secret else None
    return " ".join(_LOST if number is None else show_seed(number) for number in secret)


def _end_of(record: Record) -> Ended | None:
    """The end of a battle, if this record is one; other records are not parsed."""
    return record.body if record.kind == "end" and isinstance(record.body, Ended) else None


# the file beside the log


@contextmanager
def seed_claimed(path: Path, seed: int) -> Iterator[None]:
    """Keeps a new secret seed beside a log while that log is begun. Nobody else who begins the same log touches it.

    The seed is on disk before the log appears, so no log is ever without its seed. A seed file that a killed process left
    is not locked, and has no log: it is used again.
    """
    if os.path.exists(path):  # unlike Path.exists, never raises
        raise name_taken(path)
    file = seed_file(path)
    try:
        handle = open_own(file, os.O_WRONLY | os.O_CREAT, 0o600)
    except NotRegular as error:
        raise CannotWrite(f"cannot write {file}: {error.strerror}; remove it, or choose another name with --log") from None
    except OSError as error:
        raise unwritable(path, error) from None
    try:
        try:
            free = locked(handle)
        except OSError as error:  # where files cannot be locked
            raise unwritable(path, error) from None
        if not free or os.path.exists(path):
            raise name_taken(path)  # somebody else was quicker
        _write_seeds(handle, file, seed)
        try:
            yield
        except CannotWrite:
            file.unlink(missing_ok=True)
            raise
    finally:
        os.close(handle)


def _forget_seeds(path: Path) -> None:
    """Removes the seed file of a log whose end reveals the seeds, if there is one."""
    file = seed_file(path)
    try:
        if os.path.lexists(file):
            file.unlink(missing_ok=True)
    except OSError as error:
        raise CannotWrite.to(file, error) from None


def keep_seed(path: Path, *seeds: int | None) -> None:
    """Keeps the secret seeds beside their log, which this process holds. The old file stays until the new one is complete."""
    file = seed_file(path)
    fresh = file.with_name(f".{file.name}.new")
    try:
        with suppress(FileNotFoundError):
            fresh.unlink()  # left by a process that was killed: nobody else has this log open
        handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL | BINARY, 0o600)
        try:
            _write_seeds(handle, fresh, *seeds)
        finally:
            os.close(handle)
        os.replace(fresh, file)
    except OSError as error:
        raise CannotWrite.to(file, error) from None


def _write_seeds(handle: int, file: Path, *seeds: int | None) -> None:
    """Writes secret seeds, one per line."""
    lines = "".join(f"{_LOST if seed is None else show_seed(seed)}\n" for seed in seeds)
    try:
        os.truncate(handle, 0)
        if os.write(handle, lines.encode()) < len(lines):
            raise CannotWrite(f"cannot write {file}: the disk is full")
        os.fsync(handle)
    except OSError as error:
        raise CannotWrite.to(file, error) from None


def seed_file(path: Path) -> Path:
    return path.with_name(path.name + ".seed")


MAIL = "mail"  # who rolls in a battle by mail: both sides together


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
    def modes(self) -> list[str]:
        """Who has rolled, in order: machine, physical or ask."""
        return [self.log.header.dice, *(change.dice for change in _dice_changes(self.log))]

    @property
    def mode(self) -> str:
        """Who rolls now."""
        return self.modes[-1]

    @property
    def own_dice(self) -> bool:
        """Whether the players roll their own dice, or did at some point."""
        return self.modes.count("machine") < len(self.modes)

    def walk(
        self,
        answers: Answers,
        view: View | None = None,
        every_course: bool = False,
        ask_before_end: bool = False,
        again: Redo | None = None,
    ) -> Walk:
        """The walk through this battle, from its start, following the log as far as it goes."""
        scenario, adjust = self.scenario, partial(adjusted, self.scenario.ruleset)
        start, closing, memory = scenario.start, self.closing, scenario.memory
        words = len(self.log.records) == 1 or written_here(self.log, scenario)
        return Walk(start, self.log, answers, view, closing, every_course, ask_before_end, memory, adjust, again, words)

    def closing(self, end: End, corrects: int | None) -> Ended:
        """The last record: the result, the losses, the seed if it was secret, and the number of the end that this one corrects."""
        tally, position = self.scenario.memory.once("closing", end, self._what_is_left)
        return Ended(end.result, tally, position, _secrets_of(seeds_of(self.log, self.seed)), corrects)

    def _what_is_left(self, end: End) -> tuple[tuple[tuple[str, str, int, int], ...], tuple[Stands, ...]]:
        """The losses, and where every unit is."""
        ruleset = self.scenario.ruleset
        tally = tuple((side, unit, had, lost) for side, unit, had, lost in ruleset.tally(end.state))
        return tally, tuple((row.side, row.place, row.unit, row.count, row.marks) for row in ruleset.standing((end.state,)))

    def by_script(self, best: Callable[[Walk, Decision], Any] | None = None) -> End:
        """Fights the battle to its end: the scenario's script answers, and the machine rolls. Raises Unanswered.

        `best` finds the answers for which the script says so.
        """
        answers = Scripted(self.scenario.script, self.dice)
        walk = self.walk(answers)
        answers.best = best and partial(best, walk)
        try:
            return walk.run()
        except Asked as asked:
            raise Unanswered(asked.question.key) from None

    def undo(self) -> Undone:
        """Takes back the last order or entry since the last die, by a record in the log."""
        record = undoable(self.log.records)
        if record is None:
            raise AirwarError(NOTHING_TO_UNDO)
        assert isinstance(record.body, Chosen | Stated | Rolled | Ruled | Ordered)
        undone = Undone(record.seq, record.body.key)
        self.log.append(undone)
        return undone

    def settle(self) -> None:
        """Closes the log. If the battle is over, the log reveals the secret seed, so its file is removed."""
        self.log.close()
        if self.log.path is not None and self.log.finished:
            _forget_seeds(self.log.path)


class Nobody:
    """Answers nothing, so the walk stops where the log ends."""

    def faces(self, roll: Roll, drawn: int) -> tuple[Faces, str]:
        raise Asked(roll)

    def choice(self, question: Decision) -> Any:
        raise Asked(question)


def header(scenario: Scenario, mode: str, seed: int, secret: bool, parent: str | None = None) -> Header:
    """The first record: everything needed to fight the battle again."""
    return Header(
        FORMAT,
        __version__,
        ruleset_used(scenario.ruleset),
        scenario.word_for_word,
        mode,
        None if secret else show_seed(seed),
        commitment(seed) if secret else None,
        parent,
    )


def mail_header(scenario: Scenario, mail: Correspondents) -> Header:
    """The first record of a battle by mail. It has neither seed nor commitment."""
    return Header(FORMAT, __version__, ruleset_used(scenario.ruleset), scenario.word_for_word, MAIL, mail=mail)


def ruleset_used(ruleset: AnyRuleset) -> RulesetUsed:
    """The ruleset as the header of a log names it."""
    offer = rulesets.offered(ruleset.id)
    origin = (offer.distribution, offer.version) if offer else ()
    return RulesetUsed(ruleset.id, charts_digest(ruleset.package), *origin)


def begin(
    scenario: Scenario,
    path: Path | None,
    seed: int | None = None,
    mode: str = "machine",
    parent: str | None = None,
) -> Battle:
    """Begins a battle. Without a seed one is drawn, and kept beside the log until the end."""
    if seed is not None:
        return Battle(scenario, Log.create(path, header(scenario, mode, checked_seed(seed), False, parent)), seed)
    drawn = drawn_seed()
    first = header(scenario, mode, drawn, True, parent)
    if path is None:
        return Battle(scenario, Log.create(None, first), drawn)
    with seed_claimed(path, drawn):
        log = Log.create(path, first)
    return Battle(scenario, log, drawn)


def resume(path: Path) -> Battle:
    """Opens a log to continue its battle."""
    if is_stdin(path):
        raise CannotWrite("a log that comes in on stdin cannot be continued; name its file")
    log = Log.load(path)
    if log.header.mail is not None:
        raise ByMail(f"this battle is fought by mail; it goes on with airwar letter {path} and airwar reply {path}")
    return Battle(scenario_of(log), log, seed_of(log))


def scenario_of(log: Log) -> Scenario:
    """The scenario of a log. Raises NoSuchRuleset if its ruleset comes in a package that is not installed."""
    source, used = log.header.scenario, log.header.ruleset
    if used.package is not None and not rulesets.knows(used.id):
        raise NoSuchRuleset(f"this battle needs ruleset {used.id} of {origin_of(used)}, which is not installed")
    return _scenario(source.name, source.text, tuple((source.files or {}).items()))


def origin_of(used: RulesetUsed) -> str:
    """Where a ruleset comes from: airwar, or another package with its version."""
    return "airwar" if used.package is None else f"{used.package} {used.version or ''}".strip()


def other_version(log: Log, scenario: Scenario) -> str:
    """A sentence if the ruleset of a log came in another package, or another version of it, than it does now; else empty."""
    then, now = origin_of(log.header.ruleset), origin_of(ruleset_used(scenario.ruleset))
    return "" if then == now else f"the battle was fought with {scenario.ruleset.id} of {then}; here it comes from {now}"


def written_here(log: Log, scenario: Scenario) -> bool:
    """Whether this very version of airwar and of the ruleset wrote a log, so that its words must match too."""
    return log.header.version == __version__ and not other_version(log, scenario)


@lru_cache(maxsize=4)
def _scenario(name: str, text: str, files: tuple[tuple[str, str], ...]) -> Scenario:
    """A scenario from its text. Logs of one scenario are often verified together, so the last few are cached."""
    return parse_scenario(text, name, dict(files))
