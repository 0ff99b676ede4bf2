"""Asks a person at the table: questions with their options and the default in brackets, real dice, commands at every prompt.

At a terminal, lines have editing, history and Tab completion if Python has readline.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache, partial
from types import ModuleType
from typing import Any, Protocol, TypeAlias

from airwar.answers.menu import (
    DIM,
    HEAD,
    NO_BOARD,
    NO_MORE,
    PLAN,
    BoardLookup,
    MenuLine,
    Nameable,
    how_to_count,
    in_short,
    item_lines,
    laid_out,
    matching,
    normalized,
    option_lines,
    page_of,
    wrapped,
)
from airwar.engine.dice import Term
from airwar.engine.history import NOTHING_TO_UNDO
from airwar.engine.questions import Allotment, Choice, Decision, Fact, Question, Roll, labels_of
from airwar.errors import Left, NotUnderstood, Unsure

_APART = " \t,=;"  # separates the words that Tab completes
Completions: TypeAlias = Sequence[str] | Callable[[str], Sequence[str]]  # all, or by the line so far


def read_line(text: str, words: Completions = ()) -> str:
    """Prints a prompt and reads a line. Tab completes each word from `words`, or from what they return for the line so far.

    The prompt goes to stderr. readline can only write to stdout, so it is used where both are the terminal.
    """
    readline = _editing() if sys.stdin.isatty() and sys.stdout.isatty() and sys.stderr.isatty() else None
    try:
        line = _plain(text) if readline is None else _edited(readline, text, words)
    except KeyboardInterrupt:
        sys.stderr.write("\n")
        raise Left("interrupt") from None
    except UnicodeDecodeError:
        return "\ufffd"
    if not line:
        sys.stderr.write("\n")
        raise Left("end of input")
    return line


def _plain(text: str) -> str:
    """A line as the terminal gives it; empty at the end of input."""
    sys.stderr.write(text)
    sys.stderr.flush()
    return sys.stdin.readline()


@cache
def _editing() -> ModuleType | None:
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


def _edited(readline: ModuleType, text: str, words: Completions) -> str:
    """A line read with editing; empty at the end of input."""
    readline.set_completer_delims(_APART)
    readline.set_completer(_completer(words, lambda: readline.get_line_buffer()[: readline.get_begidx()]))
    sys.stderr.flush()
    encoding = sys.stdout.encoding or "ascii"
    try:
        with _interruptible():
            return f"{input(text.encode(encoding, 'replace').decode(encoding))}\n"
    except EOFError:
        return ""
    finally:
        readline.set_completer(None)


@contextmanager
def _interruptible() -> Iterator[None]:
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


def _completer(words: Completions, before: Callable[[], str]) -> Callable[[str, int], str | None]:
    """The function that readline calls for each completion of a word, by number. `before`: the line up to that word."""
    fitting: list[str] = []

    def complete(begun: str, number: int) -> str | None:
        if number == 0:
            known = words(before()) if callable(words) else words
            fitting[:] = [word for word in sorted(set(known)) if word.casefold().startswith(begun.casefold())]
        return fitting[number] if number < len(fitting) else None

    return complete


_LETTERS = "s state  map  o odds  u undo  ? help  q quit"
_ABOUT_KEYS = """\
?, h, help  these keys, and the rule of the question
s  who is where now; s malta, s kg-53 or s axis shows more of one place, unit or side
map  the board, as far as the scenario knows it
m  more of a long menu; type part of a name to see what it can mean
o  the odds of each answer
x  why the last result came about
u  undo the last order, or the die just typed
a  take the answer in brackets, and stop asking this in this battle
c  correct an earlier entry
n TEXT  add a note to the log, such as n low cloud over the target
r  rule on a roll, a unit or an option, as the referee
.  print the question again
q  quit; the log is kept, and airwar resume picks up the battle later"""
_TYPE_CHOICE = "type a number, a name or a label, or its first letters; Enter takes the one in brackets"
_TYPE_COUNTS = "type 2 name, name 2 or name=2, as many as you like; or all, none, rest; Enter takes those in brackets"
_TYPE_FACT = "type the answer"
_TYPE_DICE = "type what you rolled, such as 3 5 or 35; put commas between rolls: 3 5, 4 4"
_TYPE_ORDER = "the rest of the line answers the next questions; ; ends an order, 0 ends this kind of order, end ends them all"
_HELP = ("?", "h", "help")
_AGAIN = "."
_NEXT_PAGE = "m"
_WIDE_VIEWS = ("s", "map")  # commands that fill the screen
_WIDE, _HIGH = 4000, 10_000  # a screen that never ends
_FEW = 3  # the fewest lines of a menu to show


class Undo(Exception):
    """The person takes back the last order."""


class AskNoMore(Exception):
    """The person does not want to be asked this again."""


class RefereeTurn(Exception):
    """The person wants to act as the referee: c to correct an entry, r to rule."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key


class Say(Protocol):
    """Prints a line, styled if the terminal can do that."""

    def __call__(self, line: str, style: str = "") -> None: ...


class GameNames(Protocol):
    """What the game calls things."""

    def who(self, question: Question) -> str:
        """Who decides or rolls, by the side's name: Axis (attacker)."""

    def what(self, question: Question) -> str:
        """What is decided or rolled for, in the players' words; empty if the game does not say."""


def modifiers_of(roll: Roll) -> str:
    """The modifiers of a roll by name, and their sum; empty if there are none."""
    terms: tuple[Term, ...] = getattr(roll.reading, "terms", ())
    if not terms:
        return ""
    net = sum(term.value for term in terms)
    return f"{', '.join(f'{term.value:+d} {term.name}' for term in terms)}" + (f" ({net:+d} in all)" if len(terms) > 1 else "")


class Prompt:
    """Asks a person. `say` prints a line; `keys` are further commands at every prompt, by letter.

    `look` shows one place, unit or side. `told` says what the board knows about an option; `size` is the columns and lines of the
    screen; `planned` says whether the answer in brackets is the scenario's own. With `detail`, ids are shown.
    """

    def __init__(
        self,
        say: Say,
        names: GameNames,
        keys: Mapping[str, Callable[[Question | None], None]],
        can_undo: Callable[[], bool],
        note: Callable[[str], None],
        give: Callable[[str], None],
        completions: Callable[[str], Sequence[str]],
        look: Callable[[str], None] = lambda what: None,
        told: BoardLookup = NO_BOARD,
        size: Callable[[], tuple[int, int]] = lambda: (_WIDE, _HIGH),
        planned: Callable[[Decision], bool] = lambda question: False,
        detail: bool = False,
    ) -> None:
        self.say = say
        self.names = names
        self.keys = keys
        self.can_undo = can_undo
        self.note = note
        self.give = give
        self.completions = completions
        self.look = look
        self.told = told
        self.size = size
        self.planned = planned
        self.detail = detail
        self.keys_named = False  # at the first prompt
        self.page = 0  # the page of a menu that is longer than the screen

    def roll(self, roll: Roll, machine: bool) -> None:
        """Asks for the dice rolled at the table; Enter lets the machine roll, if that is allowed."""
        self._ask(roll, partial(self._show_roll, roll, machine))

    def decide(self, question: Decision, default: Any) -> None:
        """Asks for an order; Enter takes the default."""
        self.page = 0
        self._ask(question, partial(self._show, question, default))

    def _ask(self, question: Question, show: Callable[[], None]) -> None:
        """Shows a question, and passes on typed lines until one is understood."""
        show()
        while True:
            line = self._line(question, show)
            try:
                self.give(line)
                return
            except Unsure as doubt:
                self.say(f"  {doubt}")
            except NotUnderstood as wrong:
                self.say(f"  not accepted: {wrong}")
                self._show_matching(question, line)

    def close(self, result: str) -> None:
        """Asks once before the end of the battle is written. Enter closes it."""

        def show() -> None:
            self.say("")
            self.say(f"the battle is over: {result}. Enter closes it, u goes back, c corrects an entry", HEAD)

        show()
        while self._line(None, show):
            self.say("  press Enter to close the battle, or u, c, n TEXT, s, q")

    # the question

    def _show(self, question: Decision, default: Any) -> None:
        what = self.names.what(question)
        more = what.partition("? ")[2]
        above = [(self._head(question), HEAD)]
        if more:
            above.append((f"  {more}", ""))
        if isinstance(question, Fact):
            examples = "" if "For example" in more else f"For example {' or '.join(question.examples)}"
            planned = f" {PLAN}" if self.planned(question) else ""
            if said := f"{examples}{f' [{default}]{planned}' if default else ''}".strip():
                above.append((f"  {said}", ""))
        elif question.about is not None:
            above.append((f"  {question.about()}", ""))
        below = [(f"  {question.key}", DIM)] if self.detail else []
        if isinstance(question, Allotment):
            below.insert(0, (f"  {how_to_count(question, self.told)}", DIM))
        if not self.keys_named:
            self.keys_named = True
            enter = "" if default is None else "Enter takes what is in brackets  "
            below.append((f"  {enter}{_LETTERS}", DIM))
        self.say("")
        self._print(above)
        if not isinstance(question, Fact):
            self._show_menu(self._lines(question, default), [*above, *below])
        self._print(below)

    def _head(self, question: Question) -> str:
        """The question as a sentence, with the number of its rule."""
        what, who = self.names.what(question), self.names.who(question)
        asked, mark, _ = what.partition("?")
        head = f"{asked}?" if mark else f"{who}: {what}" if what else who
        return f"{head}  ({question.rule})" if question.rule else head

    def _remind(self, question: Question | None, show: Callable[[], None]) -> None:
        """Shows the question again, in short, after something that filled the screen; at a roll or at the end, in full."""
        if question is None or isinstance(question, Roll):
            show()
            return
        self.say("")
        self.say(f"{self._head(question)}  ({_AGAIN} shows the choices)", HEAD)

    def _lines(self, question: Choice | Allotment, default: Any) -> list[MenuLine]:
        plan = default is not None and self.planned(question)
        if isinstance(question, Choice):
            return option_lines(question, default, plan, self.told, self.detail)
        return item_lines(question, default, plan, self.told, self.detail)

    def _show_menu(self, lines: Sequence[MenuLine], around: Sequence[tuple[str, str]]) -> None:
        """Shows the options, or one page of them if they need more lines than the screen has left."""
        width, height = self.size()
        taken = sum(len(wrapped(text, width, 4)) for text, _ in around) + 2  # a blank line above, and what is typed
        room = max(height - taken, _FEW)
        brief = in_short(lines)
        page = self.page if len(brief) == len(lines) else self.page - 1
        shown, more = page_of(laid_out(brief if page < 0 else lines, width, room), room, max(page, 0))
        for line in shown:
            self.say(line)
        if more:
            self.say(f"  {more}", DIM)

    def _print(self, lines: Sequence[tuple[str, str]]) -> None:
        for text, style in lines:
            self.say(text, style)

    def _show_matching(self, question: Question, line: str) -> None:
        """Shows what a word can mean, if it fits several of many options."""
        if not isinstance(question, Choice | Allotment) or " " in line or not line:
            return
        found, names = set(matching(question, line)), labels_of(question)
        if 1 < len(found) < len(names):
            lines = self._lines(question, None)
            order = sorted(names, key=lambda name: isinstance(question, Choice) and name in NO_MORE)
            self._show_menu([one for one, name in zip(lines, order, strict=True) if name in found], [])

    def _show_roll(self, roll: Roll, machine: bool) -> None:
        what, who = self.names.what(roll), self.names.who(roll)
        parts = [f"{roll.reading.dice} for {what}" if what else str(roll.reading.dice), modifiers_of(roll), roll.reading.goal()]
        self.say("")
        self.say(f"{f'{who}: ' if who else ''}roll {', '.join(part for part in parts if part)}", HEAD)
        how = "type what you rolled; Enter lets the machine roll" if machine else "type what you rolled"
        self.say(f"  {f'{roll.key}  ' if self.detail else ''}{roll.rule}  ({how})", DIM)
        if not self.keys_named:
            self.keys_named = True
            self.say(f"  {_LETTERS}", DIM)

    # the line

    def _line(self, question: Question | None, show: Callable[[], None]) -> str:
        """Reads one line from the person. Commands are carried out here, and the question is shown again after each one."""
        while True:
            line = read_line("> ", self.completions).strip()
            command = " ".join(line.lower().split())
            if command == "q":
                raise Left("q")
            if command == "u":
                if self.can_undo():
                    raise Undo
                self.say(f"  {NOTHING_TO_UNDO}; c corrects")
            elif _is_answer(line, question):
                return line
            elif command == "a" and isinstance(question, Choice | Allotment):
                raise AskNoMore
            elif command in ("c", "r"):
                raise RefereeTurn(command)
            elif command == "n" and not _is_no(question):
                self.say("  type the note after the n, such as n low cloud over the target")
            elif command[:2] == "n ":
                self.note(line[2:])
                show()
            elif command == _AGAIN:
                show()
            elif command == _NEXT_PAGE:
                self.page += 1
                show()
            elif command[:2] == "s " or command in _WIDE_VIEWS:
                self.look(line[2:].strip()) if command[:2] == "s " else self.keys[command](question)
                self._remind(question, show)
            elif command in _HELP:
                self._help(question)
                self._remind(question, show)
            elif command in self.keys:
                self.keys[command](question)
                show()
            else:
                return line

    def _help(self, question: Question | None) -> None:
        """Shows what may be typed, the keys, and the rule of the question."""
        if question is not None:
            kinds = {Roll: _TYPE_DICE, Choice: _TYPE_CHOICE, Allotment: _TYPE_COUNTS, Fact: _TYPE_FACT}
            self.say(f"  {kinds[type(question)]}")
            if not isinstance(question, Roll):
                self.say(f"  {_TYPE_ORDER}")
        for line in _ABOUT_KEYS.splitlines():
            self.say(f"  {line}")
        self.keys["?"](question)


def _is_answer(line: str, question: Question | None) -> bool:
    """Whether a line is exactly one of the answers offered, and so not a command."""
    if isinstance(question, Fact):
        return line in question.examples
    return isinstance(question, Choice) and bool(Nameable(question.options).spellings.get(normalized(line)))


def _is_no(question: Question | None) -> bool:
    """Whether n means no, as it does if that is an option. It is never short for "nothing more", which would end a phase."""
    return isinstance(question, Choice) and "no" in question.options
