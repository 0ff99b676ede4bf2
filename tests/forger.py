"""A forger: writes any records, with a valid chain. Shares no code with the log."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from typing import Any

GENESIS = "0" * 64


def line_of(seq: int, prev: str, content: dict[str, Any]) -> tuple[str, str]:
    """A line of a log, and its hash."""
    written = {**content, "seq": seq, "prev": prev}
    hash_ = hashlib.sha256(json.dumps(written, sort_keys=True, separators=(",", ":")).encode()).hexdigest()
    return json.dumps({**written, "h": hash_}, sort_keys=True, separators=(",", ":")) + "\n", hash_


def forged(contents: Iterable[dict[str, Any]]) -> bytes:
    """A log of these records, whatever they say."""
    previous, lines = GENESIS, []
    for seq, content in enumerate(contents):
        line, previous = line_of(seq, previous, content)
        lines.append(line)
    return "".join(lines).encode()
