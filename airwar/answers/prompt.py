"""A person at the table: numbered options, the default in brackets, real dice if wanted; undo, state and leaving at any prompt."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from typing import Any

from airwar.answers.chance import MachineDice
from airwar.choices.script import Script
from airwar.engine.dice import Dice, Faces
from airwar.engine.referee import Allotment, Choice, Roll
from airwar.errors import BadScenario

LETTERS = "? more  s state  o odds  u undo  q leave"
KEYS = f"a number or a name answers, Enter takes what is in brackets; {LETTERS}"
DICE_KEYS = f"type the faces as they lie, such as 3 5; {LETTERS}"


class Left(Exception):
    """The person has left the table; the log is intact."""

    def __init__(self, how: str) -> None:
        super().__init__(how)
        self.how = how  # q, interrupt or end of input


class Undo(Exception):
    """The person takes back the last choice."""


class Prompt:
    """Asks a person. `say` prints a line; `keys` are further commands at every prompt, by letter."""

    def __init__(
        self,
        script: Script,
        dice: MachineDice | None,
        mode: str,
        say: Callable[[str], None],
        summary: Callable[[str], str],
        keys: dict[str, Callable[[Any], None]],
        can_undo: Callable[[], bool],
    ) -> None:
        self.script = script
        self.dice = dice
        self.mode = mode
        self.say = say
        self.summary = summary
        self.keys = keys
        self.can_undo = can_undo

    # dice

    def faces(self, roll: Roll, drawn: int) -> tuple[Faces, str]:
        dice = roll.reading.dice
        scripted = self.script.answer(roll) if self.mode == "machine" else None  # who asks for his own dice rolls them
        if scripted is not None:
            return scripted, "scripted"
        if self.mode == "machine":
            return self._machine(dice, drawn), "machine"
        while True:
            ask = "Enter lets the machine roll" if self.mode == "ask" else "type what lies on the table"
            line = self._line(roll, f"{roll.key}: {dice} for {roll.by or 'the roll'} ({ask})")
            if not line and self.mode == "ask":
                return self._machine(dice, drawn), "machine"
            faces = typed_faces(line, dice)
            if isinstance(faces, str):
                self.say(f"  {faces}")
                continue
            self.say(f"  read: {' '.join(map(str, faces))}")
            return faces, "physical"

    def _machine(self, dice: Dice, drawn: int) -> Faces:
        assert self.dice is not None, "a battle with machine dice has its seed"
        return self.dice.faces(drawn, dice.count, dice.sides)

    # choices

    def choice(self, question: Choice | Allotment) -> Any:
        default = self.default(question)
        if isinstance(question, Choice):
            self._show_choice(question, default)
        else:
            self._show_allotment(question, default)
        while True:
            line = self._line(question)
            answer: Any
            if not line:
                answer = default
            elif isinstance(question, Choice):
                answer = picked(line, list(question.options))
            else:
                answer = counted(line, question)
            refused = question.refuses(answer) if not isinstance(answer, Refused) else answer.why
            if refused is None:
                return answer
            self.say(f"  not accepted: {refused}")

    def default(self, question: Choice | Allotment) -> Any:
        """What Enter takes: the scenario's own answer if it has one, else the rule's default."""
        try:
            scripted = self.script.answer(question)
        except BadScenario:
            scripted = None
        return question.default if scripted is None else scripted

    def _head(self, question: Choice | Allotment) -> None:
        self.say("")
        self.say(f"{question.by}  {question.key}")
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
        for name, count in question.items.items():
            label = question.labels.get(name, name)
            shown = f"{label} ({name})" if name not in label else label
            self.say(f"    {shown}: 0 to {count} [{default.get(name, 0)}]")

    # the line

    def _line(self, question: Any, asked: str = "") -> str:
        """One line from the person; commands are carried out and the question stands, or is put again in a line."""
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
                self.say("  nothing to undo: a die has fallen since the last choice, or none was made yet")
            elif command == "?":
                self.say(f"  {DICE_KEYS if isinstance(question, Roll) else KEYS}")
                self.keys["?"](question)
            elif command in self.keys:
                self.keys[command](question)
            else:
                return command


def read_line(text: str) -> str:
    """Puts a prompt on stderr and reads a line from stdin."""
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
    """What was typed cannot be understood."""

    def __init__(self, why: str) -> None:
        self.why = why


def picked(line: str, options: list[str]) -> str | Refused:
    """An option by number, by name or by the beginning of its name."""
    if line.isdecimal():
        number = int(line[:9])
        return options[number - 1] if 1 <= number <= len(options) else Refused(f"there are options 1 to {len(options)}")
    begun = [name for name in options if name.lower().startswith(line.lower())]
    if line in options or len(begun) == 1:
        return line if line in options else begun[0]
    return Refused(f"{line!r} is not one of {', '.join(options)}")


def counted(line: str, question: Allotment) -> dict[str, int] | Refused:
    """How many of each: numbers in the order of the items, or name=number; a name alone is one of them."""
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
            return Refused(f"{len(words)} numbers, where there are {len(names)} to name")
        if not name or not number.isdecimal() or len(number) > 6:
            return Refused(f"{word!r} is no number of anything; there are {len(names)} to name, such as {names[0]}=1")
        answer[name] = int(number)
    return answer


def typed_faces(line: str, dice: Dice) -> Faces | str:
    """Faces as typed: 35, 3 5 or 3,5; digits may stand together where a die has at most nine sides."""
    words = [word for word in re.split(r"[\s,;+]+", line) if word]
    if len(words) == 1 and dice.count > 1 and dice.sides <= 9:
        words = list(words[0])
    if not words or not all(word.isdecimal() and len(word) <= 4 for word in words):
        return f"{line!r} are no faces; {dice.count} of 1 to {dice.sides} are wanted, such as {' '.join(['3'] * dice.count)}"
    faces = tuple(int(word) for word in words)
    if len(faces) != dice.count:
        apart = ""
        if len(faces) == 1:
            apart = f"; write them apart, such as {' '.join(['3'] * dice.count)}"
        return f"{len(faces)} face{'s' * (len(faces) != 1)}, where {dice} are rolled{apart}"
    bad = [face for face in faces if not 1 <= face <= dice.sides]
    return f"{bad[0]} is not on a die of {dice.sides} sides" if bad else faces
