"""A line from a person: with line editing, history and Tab at a terminal, if Python has readline; plainly elsewhere."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from types import ModuleType

APART = " \t,=;+"  # what is between the words that Tab completes


class Left(Exception):
    """The person leaves the table. The log is intact."""

    def __init__(self, how: str) -> None:
        super().__init__(how)
        self.how = how  # q, interrupt or end of input


def read_line(text: str, words: Sequence[str] = (), several: bool = False) -> str:
    """Prints a prompt and reads a line. Tab completes `words`: the whole line, or each word of it if `several` may be named.

    The prompt goes to stderr. readline can only write to stdout, so it is used where both are the terminal.
    """
    readline = editing() if sys.stdin.isatty() and sys.stdout.isatty() and sys.stderr.isatty() else None
    try:
        line = plain(text) if readline is None else edited(readline, text, words, several)
    except KeyboardInterrupt:
        sys.stderr.write("\n")
        raise Left("interrupt") from None
    except UnicodeDecodeError:
        return "\ufffd"
    if not line:
        sys.stderr.write("\n")
        raise Left("end of input")
    return line


def plain(text: str) -> str:
    """A line as the terminal gives it; an empty one at the end of input."""
    sys.stderr.write(text)
    sys.stderr.flush()
    return sys.stdin.readline()


@cache
def editing() -> ModuleType | None:
    """The module readline, set up for our prompts; None if Python has none, or if the terminal cannot move its cursor."""
    if os.environ.get("TERM") == "dumb":
        return None
    try:
        import readline
    except ImportError:
        return None
    if "libedit" in (readline.__doc__ or ""):
        readline.parse_and_bind("bind ^I rl_complete")
    else:
        for setting in ("tab: complete", "set enable-bracketed-paste off", "set enable-meta-key off", "set bell-style none"):
            readline.parse_and_bind(setting)
    return readline


def edited(readline: ModuleType, text: str, words: Sequence[str], several: bool) -> str:
    """A line that may be edited; an empty one at the end of input."""
    readline.set_completer_delims(APART if several else "")
    readline.set_completer(completer(words))
    sys.stderr.flush()
    encoding = sys.stdout.encoding or "ascii"
    try:
        with interruptible():
            return f"{input(text.encode(encoding, 'replace').decode(encoding))}\n"
    except EOFError:
        return ""
    finally:
        readline.set_completer(None)


@contextmanager
def interruptible() -> Iterator[None]:
    """Ctrl-C is heard at once or within half a second.

    Python's readline loop looks for signals only when one interrupts its wait. A Ctrl-C between the printing of the prompt and
    the wait would go unnoticed until the next one, so an alarm interrupts the wait now and then.
    """
    if not hasattr(signal, "setitimer"):
        yield
        return
    before = signal.signal(signal.SIGALRM, lambda *_: None)
    signal.setitimer(signal.ITIMER_REAL, 0.1, 0.5)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def completer(words: Sequence[str]) -> Callable[[str, int], str | None]:
    """What readline calls to complete a word: it wants one completion after another, by number."""

    def complete(begun: str, number: int) -> str | None:
        fitting = [word for word in sorted(set(words)) if word.casefold().startswith(begun.casefold())]
        return fitting[number] if number < len(fitting) else None

    return complete
