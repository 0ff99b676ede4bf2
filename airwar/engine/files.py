"""Files: reading what anybody may have put there, and bringing a new one into place so that no crash leaves half of it."""

from __future__ import annotations

import errno
import os
import stat
from contextlib import suppress
from glob import escape
from pathlib import Path

MOST_BYTES = 64 * 1024 * 1024


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
    except ValueError as error:  # no path at all
        raise OSError(errno.EINVAL, str(error)) from None
    if len(data) > most:
        raise TooLarge(errno.EFBIG, f"the file grew while it was being read; expected at most {most:,} bytes")
    return data


def remove_leftovers(path: Path) -> None:
    """Removes files left behind by processes that were killed while they began this log."""
    for left in path.parent.glob(f".{escape(path.name)}.[0-9]*"):
        with suppress(OSError), open(left, "rb") as file:
            if left.suffix[1:].isdecimal() and locked(file.fileno()):
                left.unlink()


def sync_directory(folder: Path) -> None:
    """Syncs a folder, so that a new name in it survives a power cut."""
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
        with open(path, "xb") as file:
            file.write(fresh.read_bytes())
            file.flush()
            os.fsync(file.fileno())


def locked(handle: int) -> bool:
    """Takes an exclusive lock; False if another process holds it. Always True where there is no flock."""
    try:
        import fcntl
    except ImportError:
        return True
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
