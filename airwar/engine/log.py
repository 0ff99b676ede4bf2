"""The log is the save: one canonical JSON record a line, chained by SHA-256, written and synced before it is shown."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import fields, is_dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from airwar.errors import BadLog, BrokenChain, CannotWrite, Mismatch, NoSuchFile

FORMAT = 1
GENESIS = "0" * 64
Body = dict[str, Any]

_encode = json.JSONEncoder(sort_keys=True, separators=(",", ":"), allow_nan=False).encode


def canonical(body: Body) -> str:
    """The one way to write a record."""
    return _encode(body)


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def plain(value: Any) -> Any:
    """A state as plain data: dataclasses and tuples become objects and lists, a function its name."""
    if isinstance(value, str | int) or value is None:
        return value
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value) if field.repr}
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, frozenset | set):
        return sorted((plain(item) for item in value), key=str)
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return {name: plain(item) for name, item in value._asdict().items()}
    if isinstance(value, Iterable):
        return [plain(item) for item in value]
    if isinstance(value, Fraction):
        return str(value)
    return getattr(value, "__name__", str(value))


def state_hash(state: Any) -> str:
    """A short fingerprint of a state: two walks that agree here agree in everything."""
    return digest(canonical({"state": plain(state)}))[:16]


class Record:
    """One line of a log: its number, the hash of the line before, what it says, and its own hash."""

    __slots__ = ("body", "hash", "line", "prev", "seq")

    def __init__(self, seq: int, prev: str, body: Body) -> None:
        self.seq, self.prev, self.body = seq, prev, body
        content = {**body, "seq": seq, "prev": prev}
        self.hash = digest(canonical(content))
        self.line = canonical({**content, "h": self.hash})


def no_number(text: str) -> None:
    """Records hold whole numbers only."""
    raise ValueError(text)


def parsed(line: str, seq: int, prev: str) -> Record:
    """The record on a line, when it is the canonical record of that number with that predecessor."""
    try:
        content = json.loads(line, parse_float=no_number, parse_constant=no_number)
    except (ValueError, RecursionError):
        raise BrokenChain(seq, "the line is damaged and cannot be read") from None
    if not isinstance(content, dict) or "t" not in content:
        raise BrokenChain(seq, "the line is no record")
    if content.get("seq") != seq:
        raise BrokenChain(seq, f"the line says it is number {content.get('seq')}; a record is missing, doubled or moved")
    if content.get("prev") != prev:
        raise BrokenChain(seq, "it does not follow the record before it")
    record = Record(seq, prev, {key: value for key, value in content.items() if key not in ("seq", "prev", "h")})
    if record.line != line:
        raise BrokenChain(seq, "the content and its hash differ; the line was changed")
    return record


class Log:
    """A log in memory, and its file when it has one."""

    def __init__(self, records: list[Record], path: Path | None = None) -> None:
        self.records = records
        self.path = path
        self.torn = b""  # what followed the last whole line
        self._file: int | None = None

    # reading

    @classmethod
    def load(cls, path: Path) -> Log:
        """Reads a log and checks its chain; a torn last line is kept apart, a bad line in the middle is refused."""
        try:
            content = path.read_bytes()
        except FileNotFoundError:
            raise NoSuchFile(f"no such log: {path}") from None
        except OSError as error:
            raise NoSuchFile(f"cannot read {path}: {error.strerror}") from None
        whole, _, torn = content.rpartition(b"\n")
        log = cls([], path)
        log.torn = torn
        previous = GENESIS
        for seq, line in enumerate(whole.split(b"\n") if whole else []):
            record = parsed(line.decode("utf-8", "replace"), seq, previous)
            log.records.append(record)
            previous = record.hash
        if not log.records:
            raise BadLog(f"{path} is no airwar log: it has no complete header")
        log.check_header()
        return log

    def check_header(self) -> None:
        header = self.header
        if header["t"] != "battle" or type(header.get("airwar")) is not int:
            raise BadLog("record 0: no header of an airwar log")
        if header["airwar"] != FORMAT:
            raise BadLog(f"record 0: log format {header['airwar']} is not known to this version, which writes {FORMAT}")
        scenario, ruleset = header.get("scenario"), header.get("ruleset")
        if not isinstance(scenario, dict) or not isinstance(ruleset, dict):
            raise BadLog("record 0: the header lacks its scenario or its ruleset")
        files = scenario.get("files", {})
        texts = [scenario.get("name"), scenario.get("text"), header.get("version"), header.get("dice")]
        texts += files.values() if isinstance(files, dict) else [None]
        if not all(isinstance(text, str) for text in [*texts, header.get("seed", header.get("commitment"))]):
            raise BadLog("record 0: the header lacks its scenario, its dice or its seed")

    @property
    def header(self) -> Body:
        return self.records[0].body

    @property
    def last(self) -> Record:
        return self.records[-1]

    @property
    def finished(self) -> bool:
        return bool(self.last.body["t"] == "end")

    # writing

    @classmethod
    def create(cls, path: Path | None, header: Body) -> Log:
        """Begins a log. The file appears with its header complete, or not at all; an old one is never overwritten."""
        first = Record(0, GENESIS, header)
        log = cls([first], path)
        if path is None:
            return log
        fresh = path.with_name(f".{path.name}.{os.getpid()}")
        try:
            with open(fresh, "xb") as file:
                file.write(first.line.encode() + b"\n")
                file.flush()
                os.fsync(file.fileno())
            in_place(fresh, path)
        except FileExistsError:
            raise CannotWrite(f"{path} exists already; name another with --log, or go on with it: airwar resume {path}") from None
        except OSError as error:
            raise CannotWrite(f"cannot write {path}: {error.strerror}") from None
        finally:
            with suppress(OSError):
                fresh.unlink()
        sync_directory(path.parent)
        return log

    def append(self, body: Body) -> Record:
        """Writes one record and syncs it."""
        last = self.records[-1]
        record = Record(last.seq + 1, last.hash, body)
        self.records.append(record)
        if self.path is not None:
            file = self._open(self.path) if self._file is None else self._file
            line = record.line.encode() + b"\n"
            try:
                if os.write(file, line) < len(line):
                    raise CannotWrite(f"cannot write {self.path}: the disk is full")
                os.fsync(file)
            except OSError as error:
                raise CannotWrite(f"cannot write {self.path}: {error.strerror}") from None
        return record

    def _open(self, path: Path) -> int:
        try:
            handle = os.open(path, os.O_WRONLY | os.O_APPEND)
            if not alone(handle):
                os.close(handle)
                raise CannotWrite(f"{path} is being fought by another airwar just now")
            if self.torn:
                path.with_name(path.name + ".torn").write_bytes(self.torn)
                os.truncate(path, path.stat().st_size - len(self.torn))
                self.torn = b""
        except OSError as error:
            raise CannotWrite(f"cannot write {path}: {error.strerror}") from None
        self._file = handle
        return handle

    def hold(self) -> None:
        """Takes the log for this process before anybody is asked anything."""
        if self.path is not None and self._file is None:
            self._open(self.path)

    def close(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def text(self) -> str:
        return "".join(record.line + "\n" for record in self.records)

    # undo

    def standing(self) -> list[Record]:
        """The records that count: what an undo took back is left out, and the undo itself."""
        return standing(self.records)

    def undoable(self) -> Record | None:
        """The last choice since the last die, which is as far back as an undo may go."""
        for record in reversed(self.standing()):
            if record.body["t"] == "choice":
                return record
            if record.body["t"] == "roll":
                return None
        return None

    def branches(self) -> Iterator[list[Record]]:
        """Every course that the battle took up to an undo, and last the one that stands."""
        for at, record in enumerate(self.records):
            if record.body["t"] == "undo":
                yield standing(self.records[:at])
        yield self.standing()


def standing(records: list[Record]) -> list[Record]:
    """The records that count, of these."""
    kept: list[Record] = []
    for record in records:
        if record.body["t"] == "undo":
            back_to = taken_back(record, kept).seq
            kept = [old for old in kept if old.seq < back_to]
        elif record.body["t"] != "note":
            kept.append(record)
    return kept


def taken_back(undo: Record, kept: list[Record]) -> Record:
    """The choice that an undo takes back: one that stands, with neither a die nor the end of the battle after it."""
    back_to = undo.body.get("to")
    choice = next((old for old in kept if old.seq == back_to), None)
    if choice is None or choice.body["t"] != "choice":
        raise Mismatch(undo.seq, f"it takes back record {back_to}, which is no standing choice")
    if canonical(undo.body) != canonical({"t": "undo", "to": choice.seq, "key": choice.body.get("key")}):
        raise Mismatch(undo.seq, f"it is no undo of record {back_to}")
    later = {old.body["t"] for old in kept if old.seq > choice.seq}
    if "roll" in later:
        raise Mismatch(undo.seq, "it takes back a roll of the dice; an undo ends at the last die")
    if "end" in later:
        raise Mismatch(undo.seq, "it takes back the end of the battle, where the seed has been told")
    return choice


def sync_directory(folder: Path) -> None:
    """Makes the new name in a folder lasting."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def in_place(fresh: Path, path: Path) -> None:
    """Gives a new file its name, if that is free. Where a disk knows no second names for a file, it is copied."""
    try:
        os.link(fresh, path)
    except FileExistsError:
        raise
    except OSError:
        with open(path, "xb") as file:
            file.write(fresh.read_bytes())
            file.flush()
            os.fsync(file.fileno())


def alone(handle: int) -> bool:
    """Takes the log for this process until it is closed; says whether nobody else has it. Not known everywhere."""
    try:
        import fcntl
    except ImportError:
        return True
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
