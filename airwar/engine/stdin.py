"""`-` in place of a file name: stdin, read once and kept, so that it can be used twice."""

from __future__ import annotations

import sys
from pathlib import Path

from airwar.engine.files import MOST_BYTES, read_regular
from airwar.errors import NoSuchFile

DASH = "-"
NAME = "stdin"  # what messages and logs call it


class Stdin:
    """The bytes of stdin."""

    def __init__(self) -> None:
        self._stream: object = None
        self._bytes = b""

    def read(self) -> bytes:
        """All of stdin, up to a limit. Raises NoSuchFile if there is more, or if stdin is a terminal."""
        if sys.stdin is None:
            raise NoSuchFile("cannot read stdin: it is closed")
        if self._stream is not sys.stdin:
            if sys.stdin.isatty():
                raise NoSuchFile("- means stdin, which is this terminal; pipe a file into airwar, or name it")
            self.keep(sys.stdin.buffer.read(MOST_BYTES + 1))
        if len(self._bytes) > MOST_BYTES:
            raise NoSuchFile(f"cannot read stdin: more than {MOST_BYTES:,} bytes come in")
        return self._bytes

    def keep(self, content: bytes) -> None:
        """Sets the content of stdin, in a worker process that gets it from the process that started it."""
        self._stream, self._bytes = sys.stdin, content

    @property
    def kept(self) -> bytes | None:
        """What has been read, or None if nothing has."""
        return self._bytes if self._stream is not None and self._stream is sys.stdin else None


STDIN = Stdin()


def is_stdin(path: Path) -> bool:
    return str(path) == DASH


def read_bytes(path: Path) -> bytes:
    """The bytes of a file, or of stdin for `-`."""
    return STDIN.read() if is_stdin(path) else read_regular(path)
