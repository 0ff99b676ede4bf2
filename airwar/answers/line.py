"""Reads a line from a person: with editing, history and Tab at a terminal if Python has readline; plainly elsewhere."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from types import ModuleType
from typing import TypeAlias

APART = " \t,=;"  # separates the words that Tab completes
Completions: TypeAlias = Sequence[str] | Callable[[str], Sequence[str]]  # all, or by the line so far


class Left(Exception):
    """The person leaves the table. The log is intact."""

    def __init__(self, how: str) -> None:
        super().__init__(how)
        self.how = how  # q, interrupt or end of input


def read_line(text: str, words: Completions = ()) -> str:
    """Prints a prompt and reads a line. Tab completes each word to one of `words`, or to what they give for the line so far.

    The prompt goes to stderr. readline can only write to stdout, so it is used where both are the terminal.
    """
    readline = editing() if sys.stdin.isatty() and sys.stdout.isatty() and sys.stderr.isatty() else None
    try:
        line = plain(text) if readline is None else edited(readline, text, words)
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
    """A line as the terminal gives it; empty at the end of input."""
    sys.stderr.write(text)
    sys.stderr.flush()
    return sys.stdin.readline()


@cache
def editing() -> ModuleType | None:
    """The readline module, set up for our prompts; None if Python lacks it, or if the terminal cannot move its cursor."""
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


def edited(readline: ModuleType, text: str, words: Completions) -> str:
    """A line read with editing; empty at the end of input."""
    readline.set_completer_delims(APART)
    readline.set_completer(completer(words, lambda: readline.get_line_buffer()[: readline.get_begidx()]))
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
    """Makes Ctrl-C take effect at once, or within half a second.

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


def completer(words: Completions, before: Callable[[], str]) -> Callable[[str, int], str | None]:
    """The function that readline calls for each completion of a word, by number. `before`: the line up to that word."""
    fitting: list[str] = []

    def complete(begun: str, number: int) -> str | None:
        if number == 0:
            known = words(before()) if callable(words) else words
            fitting[:] = [word for word in sorted(set(known)) if word.casefold().startswith(begun.casefold())]
        return fitting[number] if number < len(fitting) else None

    return complete
