"""Reads files that anybody may have put there, or stdin, and writes files so that no crash leaves half of one.

A log may come from a stranger with other files beside it. Nothing is ever written through a symbolic link or a second name of a
file, nor into a pipe or a device: it could be anybody's file, or hang.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from glob import escape
from importlib import import_module
from pathlib import Path

from airwar.errors import NoSuchFile

DASH = "-"  # in place of a file name: stdin
NAME = "stdin"  # what messages and logs call it
MOST_BYTES = 64 * 1024 * 1024
BINARY = getattr(os, "O_BINARY", 0)  # Windows would end each line with two characters
_NEITHER_FOLLOW_NOR_WAIT = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)  # for a link, and for a pipe
LOCKED_BYTE = 1 << 30  # Windows locks bytes, which nobody else can then read; this one is beyond the end of any file


class NotRegular(OSError):
    """A directory, a pipe or a device."""


class TooLarge(OSError):
    """More bytes than allowed."""


def read_regular(path: Path, most: int = MOST_BYTES) -> bytes:
    """The bytes of a regular file. A pipe or a device, which might never end, is refused.

    Raises FileNotFoundError if there is no such file, and another OSError, with the reason in `strerror`, if it cannot be read.
    """
    try:
        about = path.stat()
        if not stat.S_ISREG(about.st_mode):
            kind = "a directory" if stat.S_ISDIR(about.st_mode) else "not a regular file"
            raise NotRegular(errno.EINVAL, f"it is {kind}")
        if about.st_size > most:
            raise TooLarge(errno.EFBIG, f"the file has {about.st_size:,} bytes; expected at most {most:,}")
        with path.open("rb") as file:
            data = file.read(most + 1)
    except ValueError as error:  # not a valid path
        raise OSError(errno.EINVAL, str(error)) from None
    if len(data) > most:
        raise TooLarge(errno.EFBIG, f"the file grew while it was being read; expected at most {most:,} bytes")
    return data


def open_own(path: str | Path, flags: int, mode: int = 0o666) -> int:
    """Opens a regular file; for writing only if it has no other name. Raises NotRegular otherwise. An opener for `open`."""
    try:
        handle = os.open(path, flags & ~os.O_TRUNC | _NEITHER_FOLLOW_NOR_WAIT | BINARY, mode)
    except OSError:
        if os.path.lexists(path) and not stat.S_ISREG(os.lstat(path).st_mode):
            raise NotRegular(errno.EINVAL, "it is not a regular file", str(path)) from None
        raise
    about = os.fstat(handle)
    if not stat.S_ISREG(about.st_mode) or (flags & (os.O_WRONLY | os.O_RDWR) and about.st_nlink > 1):
        os.close(handle)
        raise NotRegular(errno.EINVAL, "it is not a regular file, or has another name too", str(path))
    if flags & os.O_TRUNC:  # only now, when the file is known to be ours
        os.ftruncate(handle, 0)
    return handle


def write_new(path: Path, data: bytes) -> None:
    """Writes a new file. It appears with all of its content, or not at all.

    Raises FileExistsError if the name is taken, and another OSError if the file cannot be written.
    """
    if not path.name:  # this folder, or the root
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))
    fresh = path.with_name(f".{path.name}.{os.getpid()}")
    remove_leftovers(path)
    file = open(fresh, "xb")  # noqa: SIM115 (if it is there, it belongs to another thread, which still needs it)
    try:
        with file:
            with suppress(OSError):  # a drive without locks can still be written to
                locked(file.fileno())
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
            in_place(fresh, path)
    finally:
        with suppress(OSError):
            fresh.unlink()
    sync_directory(path.parent)


def set_aside(path: Path, data: bytes) -> Path:
    """Writes a file under the first free name: this one, or with -2, -3 and so on appended. Returns the name."""
    number, name = 1, path
    while True:
        try:
            write_new(name, data)
        except FileExistsError:
            number += 1
            name = path.with_name(f"{path.name}-{number}")
        else:
            return name


def remove_leftovers(path: Path) -> None:
    """Removes what processes left behind when they were killed while starting this file."""
    for left in path.parent.glob(f".{escape(path.name)}.[0-9]*"):
        with suppress(OSError):
            with open(left, "rb", opener=open_own) as file:
                abandoned = left.suffix[1:].isdecimal() and locked(file.fileno())
                if abandoned and os.name != "nt":
                    left.unlink()
            if abandoned and os.name == "nt":  # which removes no file that is open
                left.unlink()


def sync_directory(folder: Path) -> None:
    """Syncs a folder, so that a new name in it survives a power cut. Does nothing on Windows, which cannot do this."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def in_place(fresh: Path, path: Path) -> None:
    """Moves a new file into place unless the name is taken; copies it where hard links are unsupported."""
    try:
        os.link(fresh, path)
    except FileExistsError:
        raise
    except OSError:
        with open(path, "xb") as file, gone_if_it_fails(path):
            file.write(fresh.read_bytes())
            file.flush()
            os.fsync(file.fileno())


@contextmanager
def gone_if_it_fails(path: str | Path) -> Iterator[None]:
    """Removes a new file that could not be written completely, so that its name is free for the next try."""
    try:
        yield
    except OSError:
        with suppress(OSError):
            os.unlink(path)
        raise


def locked(handle: int) -> bool:
    """Locks the file exclusively until it is closed; False if somebody else has locked it.

    Raises OSError where files cannot be locked, as on some network drives.
    """
    try:
        import fcntl
    except ImportError:  # Windows
        return locked_byte(handle)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def locked_byte(handle: int) -> bool:
    """Like `locked`, on Windows: locks one byte."""
    windows = import_module("msvcrt")
    at = os.lseek(handle, 0, os.SEEK_CUR)
    try:
        os.lseek(handle, LOCKED_BYTE, os.SEEK_SET)
        windows.locking(handle, windows.LK_NBLCK, 1)
    except (PermissionError, BlockingIOError):
        return False
    finally:
        os.lseek(handle, at, os.SEEK_SET)
    return True


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
