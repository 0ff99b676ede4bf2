"""The log is the save: one canonical JSON record a line, chained by SHA-256, written and synced before it is shown."""

from __future__ import annotations

import json
import os
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any

from airwar.engine.codec import Wrong, decode, digest
from airwar.engine.files import BINARY, is_stdin, locked, read_bytes, set_aside, write_new
from airwar.engine.record_json import NAMES, Wording, read_body
from airwar.engine.records import READABLE, Body, Ended, Header
from airwar.errors import BadLog, BrokenChain, CannotWrite, NoSuchFile

_FROM_THE_RULES = frozenset({"enter", "round", "roll", "choice", "stated", "told", "step", "end"})  # compared in a walk
GENESIS = "0" * 64  # stands for the hash of the line before the first


class Record:
    """One line of a log: its number, the hash of the line before, what it says, and its own hash."""

    def __init__(self, seq: int, prev: str, body: Body, wording: Wording | None = None) -> None:
        self.seq, self.prev, self.body = seq, prev, body
        self.kind = NAMES[type(body)]
        before, previous, number, after = (wording or Wording(body)).pieces
        rest = f"{previous}{prev}{number}{seq}{after}"
        self.hash = sha256(f"{before}{rest}".encode()).hexdigest()
        self.line = f'{before}"h":"{self.hash}",{rest}'

    def says(self, wording: Wording) -> bool:
        """Whether the record says exactly this."""
        return self.body == wording.body

    @cached_property
    def content(self) -> dict[str, Any]:
        """The record as a JSON object, without its place in the chain."""
        content: dict[str, Any] = json.loads(self.line)
        return {name: value for name, value in content.items() if name not in ("seq", "prev", "h")}


class UnreadRecord(Record):
    """A line whose hash is right but whose content has not been parsed. Comparing it shows whether it is canonical."""

    def __init__(self, seq: int, prev: str, line: str, text: str, hash_: str, kind: str) -> None:
        self.seq, self.prev, self.line, self.hash = seq, prev, line, hash_
        self.text = text  # the line without its hash
        self.kind = kind

    @cached_property
    def body(self) -> Body:  # type: ignore[override]
        try:
            return read_body(self.content)
        except Wrong as wrong:
            raise BrokenChain(self.seq, str(wrong)) from None

    @cached_property
    def content(self) -> dict[str, Any]:
        return decoded(self.line, self.seq)[1]

    def says(self, wording: Wording) -> bool:
        return wording.text(self.seq, self.prev) == self.text


def decoded(line: str, seq: int) -> tuple[tuple[Any, Any], dict[str, Any]]:
    """The place in the chain that a line claims, and its content."""
    try:
        content = decode(line)
    except (ValueError, RecursionError):
        raise BrokenChain(seq, "the line is damaged and cannot be read") from None
    if not isinstance(content, dict):
        raise BrokenChain(seq, "the line is not a record")
    content.pop("h", None)
    return (content.pop("seq", None), content.pop("prev", None)), content


def unread_line(line: str, seq: int, prev: str) -> UnreadRecord | None:
    """The record on a line, left unread, if its hash is right and the rules will say what must be there."""
    before, _, rest = line.partition('"h":"')
    hash_, comma, text = rest[:64], rest[64:66], before + rest[66:]
    if comma != '",' or digest(text) != hash_ or f'"prev":"{prev}",' not in text or f'"seq":{seq},' not in text:
        return None
    kind = text.rpartition('"t":"')[2].partition('"')[0]
    return UnreadRecord(seq, prev, line, text, hash_, kind) if kind in _FROM_THE_RULES else None


def parse_line(line: str, seq: int, prev: str) -> Record:
    """The record on a line, if it is the record of that number with that predecessor."""
    (number, previous), content = decoded(line, seq)
    if number != seq:
        raise BrokenChain(seq, f"the line says it is record {number!r:.20}; a record is missing, doubled or moved")
    if previous != prev:
        raise BrokenChain(seq, "it does not follow the record before it")
    try:
        record = Record(seq, prev, read_body(content))
    except Wrong as wrong:
        raise BrokenChain(seq, str(wrong)) from None
    if record.line != line:
        raise BrokenChain(seq, "the line does not match its hash; it was changed")
    return record


class Log:
    """A log in memory, and its file when it has one."""

    def __init__(self, records: list[Record], path: Path | None = None) -> None:
        self.records = records
        self.path = path
        self.torn = b""  # what follows the last complete line
        self.aside: Path | None = None  # the file it was moved to, if it was
        self._file: int | None = None
        self._size = sum(len(record.line) + 1 for record in records)  # the size of the file, as far as this process knows

    # reading

    @classmethod
    def load(cls, path: Path, unread: bool = False) -> Log:
        """Reads a log (`-` is stdin) and checks its chain. A torn last line is kept apart; a bad line in the middle is refused.

        `unread`: for whoever compares every record with the rules anyway, what the lines say is not checked beforehand.
        """
        try:
            content = read_bytes(path)
        except FileNotFoundError:
            raise NoSuchFile(f"no such log: {path}") from None
        except OSError as error:
            raise NoSuchFile(f"cannot read {path}: {error.strerror}") from None
        whole, _, torn = content.rpartition(b"\n")
        log = cls([], None if is_stdin(path) else path)
        log.torn, log._size = torn, len(content)
        previous = GENESIS
        for seq, line in enumerate(whole.split(b"\n") if whole else []):
            if seq == 0 and not line.startswith(b"{"):
                raise BadLog(f"{path} is not an airwar log")
            text = line.decode("utf-8", "replace")
            record = (unread_line(text, seq, previous) if unread else None) or parse_line(text, seq, previous)
            log.records.append(record)
            previous = record.hash
        if not log.records:
            raise BadLog(f"{path} is not an airwar log: it has no complete header")
        log.check_header()
        return log

    def check_header(self) -> None:
        header = self.records[0].body
        if not isinstance(header, Header):
            raise BadLog("record 0: not the header of an airwar log")
        if header.airwar not in READABLE:
            raise BadLog(f"record 0: unknown log format {header.airwar}; this version of airwar reads formats 1 to {READABLE[-1]}")
        if header.mail is None and (header.seed is None) == (header.commitment is None):
            raise BadLog("record 0: the header needs either a seed or a commitment to one")
        if (header.dice == "mail") != (header.mail is not None) or (header.mail is not None and (header.seed or header.commitment)):
            raise BadLog("record 0: a battle by mail names its correspondents, and has no seed of its own")

    @property
    def header(self) -> Header:
        header = self.records[0].body
        assert isinstance(header, Header), "a log begins with its header"
        return header

    @property
    def last(self) -> Record:
        return self.records[-1]

    @property
    def finished(self) -> bool:
        """Whether the battle is over, with nothing after its end but the close of the letter in which it ended."""
        return isinstance(next(record for record in reversed(self.records) if record.kind != "letter").body, Ended)

    # writing

    @classmethod
    def create(cls, path: Path | None, header: Header) -> Log:
        """Begins a log. The file appears with its header complete or not at all; an old one is never overwritten."""
        first = Record(0, GENESIS, header)
        log = cls([first], path)
        if path is None:
            return log
        try:
            write_new(path, first.line.encode() + b"\n")
        except FileExistsError:
            raise name_taken(path) from None
        except OSError as error:
            raise unwritable(path, error) from None
        return log

    def append(self, body: Body, wording: Wording | None = None) -> Record:
        """Writes one record and syncs it."""
        last = self.records[-1]
        record = Record(last.seq + 1, last.hash, body, wording)
        self.records.append(record)
        if self.path is not None:
            file = self._open(self.path) if self._file is None else self._file
            line = record.line.encode() + b"\n"
            try:
                self._check_unchanged(file)
                if os.write(file, line) < len(line):
                    raise CannotWrite(f"cannot write {self.path}: the disk is full")
                os.fsync(file)
            except OSError as error:
                raise CannotWrite.to(self.path, error) from None
            self._size += len(line)
        return record

    def _open(self, path: Path) -> int:
        try:
            handle = os.open(path, os.O_WRONLY | os.O_APPEND | BINARY)
        except OSError as error:
            raise CannotWrite.to(path, error) from None
        try:
            if not locked(handle):
                raise CannotWrite(f"{path} is in use by another airwar process")
            self._check_unchanged(handle)
            if self.torn:
                self.aside = set_aside(path.with_name(path.name + ".torn"), self.torn)
                self._size -= len(self.torn)
                os.ftruncate(handle, self._size)
                self.torn = b""
        except OSError as error:
            os.close(handle)
            raise CannotWrite.to(path, error) from None
        except CannotWrite:
            os.close(handle)
            raise
        self._file = handle
        return handle

    def _check_unchanged(self, handle: int) -> None:
        """Refuses to append to a file that is no longer what this process read or wrote.

        Another process may have written to it before this one locked it, or somebody may have deleted or edited it since.
        """
        about = os.fstat(handle)
        if about.st_nlink == 0 and self.path is not None and not os.path.exists(self.path):
            raise CannotWrite(f"{self.path} was deleted while the battle was going on; nothing more is written")
        if about.st_size != self._size:
            raise CannotWrite(f"{self.path} was changed by another process; nothing more is written to it")

    def hold(self) -> None:
        """Locks the log for this process, before anybody is asked anything."""
        if self.path is not None and self._file is None:
            self._open(self.path)

    def close(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def text(self) -> str:
        return "".join(record.line + "\n" for record in self.records)


def name_taken(path: Path) -> CannotWrite:
    """The error for a new log whose name is taken."""
    return CannotWrite(f"{path} already exists; choose another name with --log, or resume it: airwar resume {path}")


def unwritable(path: Path, error: OSError) -> CannotWrite:
    """The error for a new log that cannot be written there."""
    missing = f"there is no folder {path.parent}" if not os.path.exists(path.parent) else error.strerror
    return CannotWrite(f"cannot write the log {path}: {missing}; choose another place with --log")
