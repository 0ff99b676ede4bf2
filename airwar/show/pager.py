"""Long output at a terminal goes through a pager. This is the only place where a command starts another program."""

from __future__ import annotations

import io
import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout, suppress

from airwar.show.text import width_of


class _Page(io.TextIOWrapper):
    """Collects what would go to the terminal, and passes for it."""

    def __init__(self, terminal: io.TextIOWrapper) -> None:
        super().__init__(io.BytesIO(), terminal.encoding, "replace", newline="")
        self.terminal = terminal

    def isatty(self) -> bool:
        return True

    def fileno(self) -> int:
        return self.terminal.fileno()

    def text(self) -> str:
        self.flush()
        collected = self.buffer
        assert isinstance(collected, io.BytesIO)
        return collected.getvalue().decode(self.encoding, "replace")


@contextmanager
def paged(wanted: bool = True) -> Iterator[None]:
    """Shows what is printed meanwhile in a pager, if it is longer than the screen and stdout is a terminal."""
    terminal = sys.stdout
    if not wanted or not isinstance(terminal, io.TextIOWrapper) or not terminal.isatty() or not _pager():
        yield
        return
    page = _Page(terminal)
    try:
        with redirect_stdout(page):
            yield
    finally:
        text = page.text()
        if not (_fills_the_screen(text, terminal) and _shown_by(_pager(), text, terminal.encoding)):
            terminal.write(text)
            terminal.flush()


def _pager() -> list[str]:
    """The pager and its arguments: AIRWAR_PAGER, PAGER, or less. Nothing if there is none, or if it is `cat`."""
    command = next((os.environ[name] for name in ("AIRWAR_PAGER", "PAGER") if name in os.environ), "less")
    try:
        words = shlex.split(command)
    except ValueError:  # an open quote
        return []
    dumb = os.environ.get("TERM", "dumb") == "dumb"
    return [] if dumb or not words or words == ["cat"] or shutil.which(words[0]) is None else words


def _fills_the_screen(text: str, terminal: io.TextIOWrapper) -> bool:
    """Whether a text has more lines than the terminal, one of which the shell's prompt needs."""
    try:
        rows = os.get_terminal_size(terminal.fileno()).lines
    except OSError:
        return False
    width = width_of(terminal)
    return sum(max(1, -(-len(line) // width)) for line in text.splitlines()) >= rows


def _shown_by(words: list[str], text: str, encoding: str) -> bool:
    """Runs the pager. False if it cannot be started."""
    # F: leave at once if it fits; R: colors; X: leave the text on the screen
    environment = {"LESS": "FRX", "LV": "-c", **os.environ}
    try:
        process = subprocess.Popen(words, stdin=subprocess.PIPE, env=environment)
    except OSError:
        return False
    assert process.stdin is not None
    with suppress(OSError, KeyboardInterrupt), process.stdin as into:  # whoever has seen enough quits
        into.write(text.encode(encoding, "replace"))
    while process.poll() is None:
        with suppress(KeyboardInterrupt):  # Ctrl-C is for the pager
            process.wait()
    return True
