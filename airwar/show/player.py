"""A logged battle on a terminal, record by record: always the page as it was when the record had just been written."""

from __future__ import annotations

import os
import re
import select
import sys
from bisect import bisect_right
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console

from airwar.analysis.chronicle import Film
from airwar.engine.records import Ended, Entered, RoundBegun
from airwar.show.console import names_of
from airwar.show.page import BattleView
from airwar.show.positions import position, result, state, title

_KEYS = """\
n next record            also: right, down, space, Enter
p previous record        also: left, up, Backspace
N next round   P previous round
Page Up   Page Down      look at what went before
Home   End               the first record, the last
g go to a record   s state   ? keys   q quit"""
_STATUS = ("n p record", "N P round", "q quit", "? keys", "s state", "g go to")  # the most important first
_MOVES = {
    **dict.fromkeys(("n", "right", "down", "space", "enter"), 1),
    **dict.fromkeys(("p", "left", "up", "backspace"), -1),
}


class Player:
    """Steps through the records of a battle."""

    def __init__(self, film: Film, console: Console, detail: bool = False) -> None:
        self.film, self.console, self.detail = film, console, detail
        self.scenario, self.records, self.end = film.scenario, film.records, film.end
        self.keyboard = Keyboard()
        self.at = 0
        self.above = 0  # how many lines the page is scrolled up
        self.stops = [at for at, record in enumerate(self.records) if record.kind != "step"]  # only logs of format 1 have steps
        heads = [at for at in self.stops if isinstance(self.records[at].body, RoundBegun | Entered | Ended)]
        rounds = [at for at in heads if isinstance(self.records[at].body, RoundBegun)]
        self.rounds = rounds or heads  # a battle without rounds has only its headings
        self.parts = sorted({0, *heads})  # where the parts begin that are drawn together
        self.drawn: dict[tuple[int, int], list[str]] = {}  # whole parts, by their beginning and the width
        self.keys: dict[str, Callable[[], str]] = {
            "N": lambda: self.by_round(1),
            "P": lambda: self.by_round(-1),
            "home": lambda: self.go_to(0),
            "end": lambda: self.go_to(len(self.records) - 1),
            "page-up": lambda: self.scroll(1),
            "page-down": lambda: self.scroll(-1),
            "g": self.ask_where,
        }

    def play(self) -> None:
        """Obeys keys until q. What was on the screen last stays there."""
        alternate = not self.console.is_dumb_terminal and self.console.set_alt_screen(True)
        try:
            self.obey()
        except KeyboardInterrupt:
            pass
        finally:
            if alternate:
                self.console.set_alt_screen(False)
                self.put(self.page()[-self.room :])

    def obey(self) -> None:
        message = ""
        while True:
            self.show(message)
            key = self.keyboard.key()
            if key in ("q", "escape", "end-of-input"):
                return
            if key in _MOVES:
                message = self.move(_MOVES[key])
            elif key in self.keys:
                message = self.keys[key]()
            else:
                message = self.look(self.state_lines() if key == "s" else _KEYS.splitlines())

    # where to go: each returns what there is to say about it

    def go_to(self, at: int) -> str:
        self.at, self.above = self.stops[bisect_right(self.stops, at) - 1], 0
        return ""

    def move(self, by: int) -> str:
        at = self.stops.index(self.at) + by
        if not 0 <= at < len(self.stops):
            return "end of the log" if by > 0 else "start of the log"
        return self.go_to(self.stops[at])

    def by_round(self, by: int) -> str:
        found = [at for at in self.rounds if at > self.at] if by > 0 else [at for at in reversed(self.rounds) if at < self.at]
        return self.go_to(found[0]) if found else "no more rounds that way; Home and End go all the way"

    def scroll(self, by: int) -> str:
        most = max(0, len(self.page(everything=True)) - self.room)
        self.above = min(max(0, self.above + by * max(1, self.room - 1)), most)
        return f"{self.above} lines further down" if self.above else ""

    def ask_where(self) -> str:
        """Asks for the number of a record, key by key."""
        typed = ""
        while True:
            self.show(f"record: {typed}")
            key = self.keyboard.key()
            if key in ("enter", "escape", "end-of-input", "q"):
                break
            typed = typed[:-1] if key == "backspace" else typed + key if key.isdecimal() and len(typed) < 9 else typed
        if not typed or key != "enter":
            return ""
        return self.go_to(max(0, bisect_right([record.seq for record in self.records], int(typed)) - 1))

    # what is on the screen

    @property
    def room(self) -> int:
        """Lines for the page: all but the one below it."""
        return max(2, self.console.height - 1)

    def show(self, message: str) -> None:
        """The page that ends with the record we are at, and below it where we are."""
        lines = self.page(everything=self.above > 0)
        last = len(lines) - self.above
        self.put(lines[max(0, last - self.room) : last], message)

    def look(self, lines: list[str]) -> str:
        """Shows something else, a screen at a time, until a key is pressed."""
        for first in range(0, len(lines), self.room):
            more = len(lines) - first - self.room
            self.put(lines[first : first + self.room], f"{more} more lines; any key goes on" if more > 0 else "any key goes back")
            if self.keyboard.key() in ("q", "escape", "end-of-input"):
                break
        return ""

    def put(self, lines: list[str], message: str | None = None) -> None:
        """Draws the screen anew; without a message, below what is there."""
        if message is not None:
            self.console.clear()
        self.console.file.write("".join(f"{line}\n" for line in lines))
        if message is not None:
            self.console.print(self.status(message), style="dim", end="", no_wrap=True, crop=True)
        self.console.file.flush()

    def status(self, message: str) -> str:
        """Where we are, and as many of the keys as fit."""
        line = f"[{self.records[self.at].seq}/{self.records[-1].seq}]"
        for part in (message,) if message else _STATUS:
            if len(line) + 2 + len(part) < self.console.width:
                line += f"  {part}"
        return line

    def page(self, everything: bool = False) -> list[str]:
        """The lines of the battle up to the record we are at; as many as the screen has, or all."""
        part = bisect_right(self.parts, self.at) - 1
        lines = self.draw(self.parts[part], self.at + 1)
        enough = 0 if self.console.is_dumb_terminal else self.room  # which cannot be drawn anew: each part follows the last
        while part > 0 and (everything or len(lines) < enough):
            part -= 1
            lines = [*self.whole_part(part), *lines]
        return lines

    def whole_part(self, part: int) -> list[str]:
        """A part that is over; it is drawn once."""
        key = (part, self.console.width)
        if key not in self.drawn:
            self.drawn[key] = self.draw(self.parts[part], self.parts[part + 1])
        return self.drawn[key]

    def draw(self, first: int, end: int) -> list[str]:
        """The lines of some records."""
        with self.console.capture() as captured:
            if first == 0:
                title(self.console, self.scenario)
                position(self.console, self.scenario, (self.scenario.start.state,), "Order of battle")
            view = BattleView(self.console, names_of(self.scenario), self.detail)
            for record in self.records[max(1, first) : end]:
                view.show(record, False)
                if isinstance(record.body, Ended) and self.end is not None:
                    view.flush(asked=False)
                    result(self.console, self.scenario, self.end)
            view.flush()
        return captured.get().splitlines()

    def state_lines(self) -> list[str]:
        with self.console.capture() as captured:
            last = isinstance(self.records[self.at].body, Ended)
            states = self.film.last_states if last else self.film.all_states[self.at]
            position(self.console, self.scenario, states, f"At record {self.records[self.at].seq}")
            state(self.console, self.scenario, self.film.states[self.at])
        return captured.get().splitlines()


# single keys; the terminal is changed only while one is awaited, so that it is as before however the program ends


_SEQUENCE = re.compile(rb"\x1b(?:\[[0-9;]*[ -/]*[@-~]|O[@-~])")
_BEGUN = re.compile(rb"\x1b(?:\[[0-9;]*[ -/]*|O)?")  # the beginning of a sequence
_ARROWS = {"A": "up", "B": "down", "C": "right", "D": "left", "H": "home", "F": "end"}
_NAMES = {
    **{f"{begins}{letter}": name for letter, name in _ARROWS.items() for begins in "[O"},
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
_PAUSE = 0.1  # seconds; what follows Escape sooner than this is one key with it


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
            more = self._read(_PAUSE if unclear else None)
            if not more and unclear:
                self.typed = b""
                return "escape"
            if not more:
                return "end-of-input"
            self.typed += more

    def _read(self, seconds: float | None) -> bytes:
        """What is typed within some seconds."""
        with _single_keys() as terminal:
            if terminal is None:
                line = sys.stdin.readline()
                return line.rstrip("\n").encode() or line.encode()
            ready, _, _ = select.select([terminal], [], [], seconds)
            return os.read(terminal, 1024) if ready else b""


def first_key(typed: bytes) -> tuple[str, bytes]:
    """The first key of what was typed, and the rest; no key if its sequence may not be complete."""
    if not typed:
        return "", b""
    if found := _SEQUENCE.match(typed):
        return _NAMES.get(found[0][1:].decode(), "unknown"), typed[found.end() :]
    if _BEGUN.fullmatch(typed):
        return "", typed
    length = next((size for size in range(1, 5) if _is_text(typed[:size])), 1)
    character = typed[:length].decode("utf-8", "replace")
    return _NAMES.get(character, character), typed[length:]


def _is_text(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


@contextmanager
def _single_keys() -> Iterator[int | None]:
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
