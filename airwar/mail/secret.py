"""LOG.secret: the secret of a side's chain, and below it a journal of the letters that it has written and read.

Every line is synced before anything it mentions is written to the log or printed. If an old copy of the log is restored,
the journal knows for which log a link was opened, and refuses to open it for another. So keep this file out of folders that roll
back, and show it to nobody.
"""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from pathlib import Path

from airwar.engine.files import open_own, read_regular
from airwar.errors import AirwarError, CannotWrite, NotFound
from airwar.mail.hashes import chain

MOST_BYTES = 16 * 1024 * 1024


class SecretMissing(NotFound):
    """There is no secret beside the log."""


class Secret:
    """The file beside a log."""

    def __init__(self, path: Path, side: str) -> None:
        self.path = path
        self.side = side
        self.secrets: list[bytes] = []
        self.links: dict[str, str] = {}  # the head of the log for which each link was opened
        self.written: dict[int, bytes] = {}  # letters of this side, by number
        self.read: dict[int, bytes] = {}  # letters of the other side
        self.early: dict[int, bytes] = {}  # letters that came before their turn
        self.seals: dict[str, tuple[str, str]] = {}  # the content of each seal: nonce and text
        self.notice: bytes | None = None  # the notice of a side, this one or the other, that gave up out of turn

    @classmethod
    def create(cls, log: Path, side: str, secret: bytes | None = None) -> Secret:
        """A new secret beside a log. An old one is never overwritten."""
        made = cls(file_of(log), side)
        try:
            os.close(open_own(made.path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        except FileExistsError:
            raise CannotWrite(f"{made.path} already exists; it is the secret of another battle") from None
        except OSError as error:
            raise CannotWrite.to(made.path, error) from None
        made.note(f"side {side}", f"secret {(secret or secrets.token_bytes(32)).hex()}")
        return made

    @classmethod
    def load(cls, log: Path) -> Secret:
        path = file_of(log)
        try:
            lines = read_regular(path, MOST_BYTES).decode("ascii").splitlines()
        except FileNotFoundError:
            raise SecretMissing(
                f"there is no {path}; without the secret of your side you can read this battle, and begin a new chain with --lost"
            ) from None
        except (OSError, UnicodeDecodeError) as error:
            raise SecretMissing(f"cannot read {path}: {getattr(error, 'strerror', 'it is damaged')}") from None
        made = cls(path, "")
        for line in lines:
            with suppress(ValueError, IndexError):  # a line torn by a crash
                made._take(line.split())
        if made.side not in tuple("abr") or not made.secrets:
            raise SecretMissing(f"{path} is damaged: it has no secret")
        return made

    def _take(self, words: list[str]) -> None:
        match words:
            case ["side", side]:
                self.side = side
            case ["secret", secret]:
                self.secrets.append(bytes.fromhex(secret))
            case ["link", link, head]:
                self.links.setdefault(link, head)
            case ["wrote", number, payload]:
                self.written[int(number)] = bytes.fromhex(payload)
            case ["read", number, payload]:
                self.read[int(number)] = bytes.fromhex(payload)
            case ["early", number, payload]:
                self.early[int(number)] = bytes.fromhex(payload)
            case ["notice", payload]:
                self.notice = bytes.fromhex(payload)
            case ["seal", seal, nonce, text]:
                self.seals[seal] = (nonce, bytes.fromhex(text).decode())

    def note(self, *lines: str) -> None:
        """Adds lines to the journal, and syncs them."""
        text = "".join(f"{line}\n" for line in lines)
        try:
            handle = open_own(self.path, os.O_WRONLY | os.O_APPEND)
            try:
                if os.write(handle, text.encode()) < len(text):
                    raise CannotWrite(f"cannot write {self.path}: the disk is full")
                os.fsync(handle)
            finally:
                os.close(handle)
        except OSError as error:
            raise CannotWrite.to(self.path, error) from None
        for line in lines:
            self._take(line.split())

    def letter(self, number: int) -> bytes | None:
        """A letter that was written or read, or None."""
        return self.written.get(number) or self.read.get(number)

    @property
    def secret(self) -> bytes:
        return self.secrets[-1]

    @property
    def end(self) -> str:
        """The end of the present chain."""
        return chain(self.secret)[0].hex()

    def link_after(self, last: str) -> str | None:
        """The link that comes after this one; None if the chain is used up, or is not ours."""
        for secret in reversed(self.secrets):
            links = [link.hex() for link in chain(secret)]
            if last in links[:-1]:
                return links[links.index(last) + 1]
        return None

    def left_after(self, last: str) -> int:
        """How many links are left after this one."""
        for secret in reversed(self.secrets):
            links = [link.hex() for link in chain(secret)]
            if last in links:
                return len(links) - 1 - links.index(last)
        return 0

    def check_opening(self, link: str, head: str) -> None:
        """Refuses to open a link for any log but the one for which it was opened before."""
        if self.links.get(link, head) != head:
            raise AirwarError(
                f"your next link was already opened for another course of this battle: {self.path} says so. An old copy of the "
                "log was restored, or the other side has sent two different letters; read the whole thread of letters in again"
            )


def file_of(log: Path) -> Path:
    return log.with_name(log.name + ".secret")
