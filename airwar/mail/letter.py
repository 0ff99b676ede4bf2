"""What is in a letter: its number, its writer, the hash that it leads to, and only what a person has a choice in.

The reader never takes dice or results from a letter. It works them out again, and compares the hash.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias
from zlib import compressobj, decompressobj
from zlib import error as ZlibError

from airwar.engine.codec import Codec, Wrong, decode
from airwar.engine.records import Correspondents, DiceByMail, Granted, Hash, Name, ScenarioText, Side, Signature, Text, Version
from airwar.mail.wire import Damaged

_FORMAT = 1
MOST_BYTES = 256 * 1024  # of a letter, unpacked
_HASH, _SIGNATURE, _NAME = 32, 64, 10  # bytes
_NO_NAME = "-" * _NAME


@dataclass(frozen=True)
class Beginning:
    """What the first letter says about the header, so that the other side can rebuild it with its own airwar."""

    version: Version
    ruleset: Name
    charts: Name
    scenario: ScenarioText
    mail: Correspondents
    package: Name | None = None


@dataclass(frozen=True)
class Answer:
    """The answer to the next question. The walk asks in the same order on both sides, so it needs no id."""

    answer: str | dict[str, int]


@dataclass(frozen=True)
class Join:
    end: Hash
    key: Hash | None = None


@dataclass(frozen=True)
class Link:
    link: Hash


@dataclass(frozen=True)
class Orders:
    choices: str


@dataclass(frozen=True)
class Seal:
    covers: tuple[Name, ...]
    seal: Hash


@dataclass(frozen=True)
class Unseal:
    nonce: Hash
    choices: str


@dataclass(frozen=True)
class Ask:
    """A request for another answer to a decision, for other dice, or for a ruling."""

    why: Text
    to: int | None = None
    now: str | dict[str, int] | None = None
    dice: DiceByMail | None = None


@dataclass(frozen=True)
class Reply:
    granted: Granted


@dataclass(frozen=True)
class Contest:
    to: int
    why: Text


@dataclass(frozen=True)
class Resign:
    """The writer gives up; or, with a notice, the side that signed it."""

    side: Side | None = None
    notice: Signature | None = None


@dataclass(frozen=True)
class Dice:
    """Dice that were rolled on a table and typed in."""

    faces: tuple[int, ...]


@dataclass(frozen=True)
class Rule:
    """A ruling of the referee."""

    on: Name
    of: Name  # the roll, the unit or the option
    value: Name
    why: Text


Entry: TypeAlias = Beginning | Answer | Join | Link | Orders | Seal | Unseal | Ask | Reply | Contest | Resign | Dice | Rule
_KINDS: dict[str, type[Any]] = {
    "H": Beginning,
    "E": Join,
    "L": Link,
    "O": Orders,
    "S": Seal,
    "U": Unseal,
    "A": Ask,
    "G": Reply,
    "C": Contest,
    "R": Resign,
    "D": Dice,
    "J": Rule,
}
_LETTERS = {kind: letter for letter, kind in _KINDS.items()}
_CODECS: dict[str, Codec[Any]] = {letter: Codec(kind) for letter, kind in _KINDS.items()}
_ANSWERS: Codec[Any] = Codec(Answer)
_RAW = ("end", "key", "link", "seal", "nonce")  # fields that are sent as bytes
_WRITERS = "abr"


class Letter(NamedTuple):
    """A letter: the hash that it leads to, its entries, and its signature."""

    number: int
    by: str
    battle: str  # the name of the battle; empty in the first letter
    head: str
    entries: tuple[Entry, ...]
    signature: str | None = None
    to: str | None = None  # who writes next, if not the other side

    def payload(self) -> bytes:
        """The letter as bytes."""
        raw, written = b"", []
        for entry in self.entries:
            if isinstance(entry, Answer):
                written.append(_ANSWERS.write(entry)["answer"])
                continue
            letter = _LETTERS[type(entry)]
            content = _CODECS[letter].write(entry)
            raw += b"".join(bytes.fromhex(content.pop(name)) for name in _RAW if name in content)
            written.append([f"{letter}+" if isinstance(entry, Join) and entry.key else letter, *([content] if content else [])])
        packer = compressobj(9, wbits=-15)
        packed = packer.compress(json.dumps(written, separators=(",", ":")).encode()) + packer.flush()
        signed = b"" if self.signature is None else bytes.fromhex(self.signature)
        writers = _WRITERS.index(self.by) + 16 * (0 if self.to is None else _WRITERS.index(self.to) + 1)
        head = bytes([_FORMAT, writers, bool(signed)]) + self.number.to_bytes(4, "big")
        name = (self.battle.replace("-", "") or _NO_NAME).encode()
        return head + name + bytes.fromhex(self.head) + signed + len(raw).to_bytes(3, "big") + raw + packed


def read_letter(payload: bytes) -> Letter:
    """Reads the letter in a payload, which anybody may have written. Raises Damaged."""
    try:
        return _read(payload)
    except (ValueError, KeyError, IndexError, TypeError, RecursionError, ZlibError) as wrong:
        raise Damaged(f"this is not a letter: {wrong}") from None


def _read(payload: bytes) -> Letter:
    format_, writers, signed = payload[0], payload[1], payload[2]
    if format_ != _FORMAT:
        raise Damaged(f"the letter has format {format_}; this version of airwar reads format {_FORMAT}")
    rest = payload[7:]
    name, head, rest = rest[:_NAME].decode("ascii"), rest[_NAME : _NAME + _HASH], rest[_NAME + _HASH :]
    signature, rest = (rest[:_SIGNATURE].hex(), rest[_SIGNATURE:]) if signed else (None, rest)
    size = int.from_bytes(rest[:3], "big")
    raw, packed = rest[3 : size + 3], rest[size + 3 :]
    if len(head) != _HASH or len(raw) != size or (signature is not None and len(signature) != 2 * _SIGNATURE):
        raise Damaged("the letter is cut short")
    unpacker = decompressobj(wbits=-15)
    text = unpacker.decompress(packed, MOST_BYTES)
    if unpacker.unconsumed_tail or not unpacker.eof:
        raise Damaged(f"the letter is longer than {MOST_BYTES:,} bytes, or cut short")
    items = decode(text.decode())
    if not isinstance(items, list):
        raise Damaged("the letter has no entries")
    entries: list[Entry] = []
    for one in items:
        entry, raw = _read_entry(one, raw)
        entries.append(entry)
    battle = "" if name == _NO_NAME else f"{name[:5]}-{name[5:]}"
    by, to = _WRITERS[writers % 16], (None, *_WRITERS)[writers // 16]
    return Letter(int.from_bytes(payload[3:7], "big"), by, battle, head.hex(), tuple(entries), signature, to)


def _read_entry(item: Any, raw: bytes) -> tuple[Entry, bytes]:
    """One entry, and what is left of the bytes. Raises Wrong."""
    if isinstance(item, str | dict):
        return _ANSWERS.read({"answer": item}), raw
    if not isinstance(item, list) or not 1 <= len(item) <= 2 or not isinstance(item[0], str):
        raise Wrong(f"unknown entry {item!r:.60}")
    letter, content = item[0].removesuffix("+"), dict(item[1]) if len(item) == 2 else {}
    codec = _CODECS[letter]
    for name in _RAW:
        if name in codec.names and (name != "key" or item[0].endswith("+")):
            content[name], raw = raw[:_HASH].hex(), raw[_HASH:]
    entry: Entry = codec.read(content)
    return entry, raw
