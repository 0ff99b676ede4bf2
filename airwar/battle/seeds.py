"""The seeds of a battle: public in its log, or secret in a file beside it until the end reveals them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from airwar.answers.chance import commitment, parse_seed, show_seed
from airwar.engine.files import BINARY, NotRegular, locked, open_own, read_regular
from airwar.engine.frozen import dataclass
from airwar.engine.log import Log, Record, name_taken, unwritable
from airwar.engine.records import DiceChanged, Ended
from airwar.errors import BadLog, BadSeed, CannotWrite, Mismatch, SeedMissing

MOST_BYTES = 1024 * 1024  # bytes of the file beside a log: many more than the seeds of one battle need
_LOST = "lost"  # written in place of a secret seed that was lost


@dataclass(frozen=True)
class Seed:
    """A seed of a battle, the number of its first die, and the commitment to it if it is secret until the end."""

    first: int
    number: int | None  # None if it was lost
    commitment: str | None = None


def dice_changes(log: Log) -> list[DiceChanged]:
    """The records of a log that change the dice from there on."""
    return [record.body for record in log.records if record.kind == "dice" and isinstance(record.body, DiceChanged)]


def seed_of(log: Log) -> int | None:
    """The present seed of the machine dice; None if it was lost."""
    return seeds_of(log)[-1].number


def seeds_of(log: Log, last: int | None = None) -> list[Seed]:
    """The seeds of a log: in its records, or beside it. `last` is the last one, if it is known."""
    header = log.header
    said = [(0, header.seed, header.commitment)]
    said += [(change.first, change.seed, change.commitment) for change in dice_changes(log) if change.first is not None]
    secret = sum(commitment is not None for _, _, commitment in said)
    told = iter(_told_seeds(log, secret)) if secret else iter(())
    seeds: list[Seed] = []
    for first, open_seed, promise in said:
        text = open_seed if open_seed is not None else next(told, "")
        number = _parsed_seed(log, text, open_seed is not None) if text and text != _LOST else None
        if number is None and last is not None and len(seeds) + 1 == len(said):
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


def secrets_of(seeds: list[Seed]) -> str | None:
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


def forget_seeds(path: Path) -> None:
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
