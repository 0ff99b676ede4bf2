"""Single keys from a terminal. The terminal is as it was whenever no key is awaited, so also after any way to leave."""

from __future__ import annotations

import os
import re
import select
import sys
from collections.abc import Iterator
from contextlib import contextmanager

SEQUENCE = re.compile(rb"\x1b(?:\[[0-9;]*[ -/]*[@-~]|O[@-~])")
BEGUN = re.compile(rb"\x1b(?:\[[0-9;]*[ -/]*|O)?")  # the beginning of a sequence
ARROWS = {"A": "up", "B": "down", "C": "right", "D": "left", "H": "home", "F": "end"}
NAMES = {
    **{f"{begins}{letter}": name for letter, name in ARROWS.items() for begins in "[O"},
    "[1~": "home",
    "[7~": "home",
    "[4~": "end",
    "[8~": "end",
    "[5~": "page-up",
    "[6~": "page-down",
    "\r": "enter",
    "\n": "enter",
    " ": "space",
    "\x7f": "backspace",
    "\x08": "backspace",
    "\x04": "end-of-input",
}
PAUSE = 0.1  # seconds; what follows Escape sooner than this is one key with it


class Keyboard:
    """Keys by name (left, page-up, enter), or as the character they type. Without a way to read single keys, lines of them."""

    def __init__(self) -> None:
        self.typed = b""  # and not yet read

    def key(self) -> str:
        """The next key; `end-of-input` when there are no more."""
        while True:
            key, self.typed = first_key(self.typed)
            if key:
                return key
            unclear = bool(self.typed)
            more = self._read(PAUSE if unclear else None)
            if not more and unclear:
                self.typed = b""
                return "escape"
            if not more:
                return "end-of-input"
            self.typed += more

    def _read(self, seconds: float | None) -> bytes:
        """What is typed within some seconds."""
        with single_keys() as terminal:
            if terminal is None:
                line = sys.stdin.readline()
                return line.rstrip("\n").encode() or line.encode()
            ready, _, _ = select.select([terminal], [], [], seconds)
            return os.read(terminal, 1024) if ready else b""


def first_key(typed: bytes) -> tuple[str, bytes]:
    """The first key of what was typed, and the rest; no key if its sequence may not be complete."""
    if not typed:
        return "", b""
    if found := SEQUENCE.match(typed):
        return NAMES.get(found[0][1:].decode(), "unknown"), typed[found.end() :]
    if BEGUN.fullmatch(typed):
        return "", typed
    length = next((size for size in range(1, 5) if is_text(typed[:size])), 1)
    character = typed[:length].decode("utf-8", "replace")
    return NAMES.get(character, character), typed[length:]


def is_text(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


@contextmanager
def single_keys() -> Iterator[int | None]:
    """Lets single keys be read from stdin, meanwhile; None where that cannot be done."""
    try:
        import termios
        import tty
    except ImportError:  # not on every system
        yield None
        return
    terminal = sys.stdin.fileno()
    before = termios.tcgetattr(terminal)
    try:
        tty.setcbreak(terminal, termios.TCSADRAIN)
        yield terminal
    finally:
        termios.tcsetattr(terminal, termios.TCSADRAIN, before)
