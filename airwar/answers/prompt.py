"""A person at the table: numbered options with the default in brackets, real dice, and commands at every prompt."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from functools import partial
from typing import Any

from airwar.engine.dice import Dice, Faces, Term
from airwar.engine.questions import Allotment, Choice, Decision, Fact, Question, Roll
from airwar.engine.words import count

LETTERS = "? help  s state  o odds  x explain  u undo  c correct  n TEXT note  r rule  q quit"
KEYS = f"type a number or a name, or Enter for the one in brackets; {LETTERS}"
NOTHING_TO_UNDO = "nothing to undo: a machine die has been rolled since the last choice, or no choice has been made; c corrects"
DICE_KEYS = f"type what you rolled, e.g. 3 5; {LETTERS}"


class Left(Exception):
    """The person leaves the table. The log is intact."""

    def __init__(self, how: str) -> None:
        super().__init__(how)
        self.how = how  # q, interrupt or end of input


class Undo(Exception):
    """The person takes back the last choice."""


class Word(Exception):
    """The referee has something to say about the battle: c to correct an entry, r to rule."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key


def modifiers_of(roll: Roll) -> str:
    """What will be added to the dice, each modifier by name, and their sum; nothing if there are none."""
    terms: tuple[Term, ...] = getattr(roll.reading, "terms", ())
    if not terms:
        return ""
    net = sum(term.value for term in terms)
    return f"{', '.join(f'{term.value:+d} {term.name}' for term in terms)}" + (f"; {net:+d} in all" if len(terms) > 1 else "")


class Prompt:
    """Asks a person. `say` prints a line; `keys` are further commands at every prompt, by letter."""

    def __init__(
        self,
        say: Callable[[str], None],
        head: Callable[[Decision], str],
        summary: Callable[[str], str],
        keys: dict[str, Callable[[Question], None]],
        can_undo: Callable[[], bool],
        note: Callable[[str], None],
    ) -> None:
        self.say = say
        self.head = head
        self.summary = summary
        self.keys = keys
        self.can_undo = can_undo
        self.note = note

    def faces(self, roll: Roll, machine: bool) -> Faces | None:
        """The faces that were rolled at the table; None to let the machine roll, if it may."""
        dice = roll.reading.dice
        modifiers = modifiers_of(roll)
        if modifiers:
            self.say(f"  modifiers: {modifiers}")
        while True:
            ask = "Enter lets the machine roll" if machine else "type what you rolled"
            goal = f", {roll.reading.goal()}" if roll.reading.goal() else ""
            line = self._line(roll, f"{roll.key}: {dice} for {roll.by or 'the roll'}{goal} ({ask})")
            if not line and machine:
                return None
            faces = typed_faces(line, dice)
            if not isinstance(faces, str):
                self.say(f"  read: {' '.join(map(str, faces))}")
                return faces
            self.say(f"  {faces}")

    def choice(self, question: Decision, default: Any) -> Any:
        """The person's answer; Enter takes the default."""
        show: Callable[[], None]
        if isinstance(question, Choice):
            show = partial(self._show_choice, question, default)
        elif isinstance(question, Allotment):
            show = partial(self._show_allotment, question, default)
        else:
            show = partial(self._show_fact, question, default)
        show()
        while True:
            line = self._line(question, again=show)
            answer: Any
            if not line:
                answer = default
            elif isinstance(question, Choice):
                answer = picked(line, list(question.options))
            elif isinstance(question, Allotment):
                answer = counted(line, question)
            else:
                answer = line
            refused = question.refuses(answer) if not isinstance(answer, Refused) else answer.why
            if refused is None:
                return answer
            self.say(f"  not accepted: {refused}")

    def close(self, result: str) -> None:
        """The battle is over: asks once before that is written. Enter closes it."""
        while True:
            line = self._line(None, f"the battle is over: {result}. Enter closes it, u goes back, c corrects an entry")
            if not line:
                return
            self.say("  press Enter to close the battle, or u, c, n TEXT, s, q")

    def _head(self, question: Decision) -> None:
        self.say("")
        self.say(self.head(question))
        self.say(f"  {question.rule}  {self.summary(question.rule)}")

    def _show_choice(self, question: Choice, default: str) -> None:
        self._head(question)
        for number, (name, label) in enumerate(question.options.items(), 1):
            shown = label if label.replace(" ", "-") == name else f"{label} ({name})" if label != name else name
            self.say(f"  [{number}] {shown}" if name == default else f"   {number}  {shown}")

    def _show_allotment(self, question: Allotment, default: Any) -> None:
        self._head(question)
        least, most = question.least, question.most
        wanted = f"exactly {least}" if least == most else f"{least} to {most}"
        words = {"all": dict(question.items), "none": {}}
        short = [word for word, answer in words.items() if question.refuses(answer) is None]
        self.say(f"  how many of each, {wanted} in all: {', '.join(['numbers in this order, or name=number', *short])}")
        for name, available in question.items.items():
            label = question.labels.get(name, name)
            shown = f"{label} ({name})" if name not in label else label
            self.say(f"    {shown}: 0 to {available} [{default.get(name, 0)}]")

    def _show_fact(self, question: Fact, default: str | None) -> None:
        self._head(question)
        usual = f" [{default}]" if default else ""
        self.say(f"  what is {question.what}? For example {' or '.join(question.examples)}{usual}")

    # the line

    def _line(self, question: Question | None, asked: str = "", again: Callable[[], None] | None = None) -> str:
        """One line from the person. Commands are carried out first; after each, `asked` is printed, or the question `again`."""
        while True:
            if asked:
                self.say(asked)
            line = read_line("> ")
            command = line.strip()
            command = command.lower() if len(command) == 1 else command
            if command == "q":
                raise Left("q")
            if command == "u":
                if self.can_undo():
                    raise Undo
                self.say(f"  {NOTHING_TO_UNDO}")
            elif command in ("c", "r"):
                raise Word(command)
            elif command[:2].lower() == "n ":
                self.note(command[2:])
            elif command == "?":
                self.say(f"  {DICE_KEYS if isinstance(question, Roll) else KEYS}")
                self._key("?", question, again)
            elif command in self.keys:
                self._key(command, question, again)
            else:
                return command

    def _key(self, key: str, question: Question | None, again: Callable[[], None] | None) -> None:
        if question is not None:
            self.keys[key](question)
        if again is not None:
            again()


def read_line(text: str) -> str:
    """Prints a prompt on stderr and reads a line from stdin."""
    sys.stderr.write(text)
    sys.stderr.flush()
    try:
        line = sys.stdin.readline()
    except KeyboardInterrupt:
        sys.stderr.write("\n")
        raise Left("interrupt") from None
    except UnicodeDecodeError:
        return "\ufffd"
    if not line:
        sys.stderr.write("\n")
        raise Left("end of input")
    return line


class Refused:
    """What was typed is not understood."""

    def __init__(self, why: str) -> None:
        self.why = why


def picked(line: str, options: list[str]) -> str | Refused:
    """An option by number, by name or by the beginning of its name."""
    if line.isdecimal():
        number = int(line[:9])
        return options[number - 1] if 1 <= number <= len(options) else Refused(f"the options are 1 to {len(options)}")
    begun = [name for name in options if name.lower().startswith(line.lower())]
    if line in options or len(begun) == 1:
        return line if line in options else begun[0]
    return Refused(f"{line!r} is not one of {', '.join(options)}")


def counted(line: str, question: Allotment) -> dict[str, int] | Refused:
    """How many of each: numbers in the order of the items, or name=number; a name by itself means one."""
    names = list(question.items)
    line = line.lower()
    if line in ("all", "none"):
        return dict(question.items) if line == "all" else {}
    words = re.split(r"[\s,]+", re.sub(r"\s*=\s*", "=", line))
    answer: dict[str, int] = {}
    for at, word in enumerate(words):
        in_turn = names[at] if at < len(names) else ""
        if word in names:
            word = f"{word}=1"
        name, _, number = word.rpartition("=") if "=" in word else (in_turn, "=", word)
        if at >= len(names):
            return Refused(f"{count(len(words), 'number')} for {count(len(names), 'unit')}")
        if not name or not number.isdecimal() or len(number) > 6:
            return Refused(f"{word!r} is not a quantity; enter a number for each unit, or name=number, e.g. {names[0]}=1")
        answer[name] = int(number)
    return answer


def typed_faces(line: str, dice: Dice) -> Faces | str:
    """Faces as typed: 35, 3 5 or 3,5; digits need no space between them if a die has at most nine sides."""
    words = [word for word in re.split(r"[\s,;+]+", line) if word]
    if len(words) == 1 and dice.count > 1 and dice.sides <= 9:
        words = list(words[0])
    if not words or not all(word.isdecimal() and len(word) <= 4 for word in words):
        wanted = f"{count(dice.count, 'number')} from 1 to {dice.sides}, e.g. {' '.join(['3'] * dice.count)}"
        return f"{line!r} is not a roll; enter {wanted}"
    faces = tuple(int(word) for word in words)
    if len(faces) != dice.count:
        apart = ""
        if len(faces) == 1:
            apart = f"; put spaces between them, e.g. {' '.join(['3'] * dice.count)}"
        return f"{count(len(faces), 'face')}, but the roll is {dice}{apart}"
    bad = [face for face in faces if not 1 <= face <= dice.sides]
    return f"a {dice.sides}-sided die has no {bad[0]}" if bad else faces
