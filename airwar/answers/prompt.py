"""A person at the table: a question with its options, the default in brackets; real dice; and commands at every prompt."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Protocol

from airwar.answers.line import Left as Left
from airwar.answers.line import read_line
from airwar.answers.typed import Known, Refused, are_numbered, folded, shown_as
from airwar.answers.words import read_whole
from airwar.engine.dice import Term
from airwar.engine.history import NOTHING_TO_UNDO
from airwar.engine.questions import Allotment, Choice, Decision, Fact, Question, Roll
from airwar.engine.said import answer_words
from airwar.errors import NotUnderstood, Unsure

LETTERS = "? help  s state  o odds  x why  u undo  a auto  c fix  n note  r rule  q quit"
ABOUT_KEYS = """\
?, h, help  these keys, and the rule of the question
s  the state of the battle: who is where, and what is left
o  the odds of each answer
x  why the last result came about
u  undo the last order, or the die just typed
a  take the answer in brackets, and do not ask this again in this battle
c  correct an earlier entry
n TEXT  add a note to the log, such as n low cloud over the target
r  rule on a roll, a unit or an option, as the referee
.  print the question again
q  quit; the log is kept, and airwar resume continues"""
TYPE_CHOICE = "type a number, a name or a label, or the beginning of one; Enter takes the one in brackets"
TYPE_COUNTS = "type 2 name, name 2 or name=2, several after one another; all, none, rest; Enter takes those in brackets"
TYPE_FACT = "type the answer"
TYPE_DICE = "type what you rolled, such as 3 5 or 35; several rolls with commas between, 3 5, 4 4"
TYPE_ORDER = "what follows on the line answers the next questions; ; ends an order, 0 is no more, end is no more from anybody"
HELP = ("?", "h", "help")
AGAIN = "."
HEAD, DIM = "head", "dim"  # styles: the heading of a question, and its small print
MOST_IN_EXAMPLE = 20  # units of a kind, in an example of an answer


class Undo(Exception):
    """The person takes back the last order."""


class AskNoMore(Exception):
    """The person does not want to be asked this again."""


class Word(Exception):
    """The referee has something to say about the battle: c to correct an entry, r to rule."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key


class Say(Protocol):
    """Prints a line; in a style, if the terminal has any."""

    def __call__(self, line: str, style: str = "") -> None: ...


class Names(Protocol):
    """What the game calls things."""

    def who(self, question: Question) -> str:
        """Who decides or rolls, by the name of the side: Axis (attacker)."""

    def what(self, question: Question) -> str:
        """What is decided, or what is rolled for, in the players' words; nothing if nobody has said."""


def modifiers_of(roll: Roll) -> str:
    """What will be added to the dice, each modifier by name, and their sum; nothing if there are none."""
    terms: tuple[Term, ...] = getattr(roll.reading, "terms", ())
    if not terms:
        return ""
    net = sum(term.value for term in terms)
    return f"{', '.join(f'{term.value:+d} {term.name}' for term in terms)}" + (f" ({net:+d} in all)" if len(terms) > 1 else "")


class Prompt:
    """Asks a person. `say` prints a line; `keys` are further commands at every prompt, by letter."""

    def __init__(
        self,
        say: Say,
        names: Names,
        keys: Mapping[str, Callable[[Question | None], None]],
        can_undo: Callable[[], bool],
        note: Callable[[str], None],
        give: Callable[[str], None],
        completions: Callable[[str], Sequence[str]],
    ) -> None:
        self.say = say
        self.names = names
        self.keys = keys
        self.can_undo = can_undo
        self.note = note
        self.give = give
        self.completions = completions
        self.keys_named = False  # at the first prompt

    def roll(self, roll: Roll, machine: bool) -> None:
        """Asks what was rolled at the table; Enter lets the machine roll, if it may."""
        self._ask(roll, partial(self._show_roll, roll, machine))

    def decide(self, question: Decision, default: Any) -> None:
        """Asks for an order; Enter takes the default."""
        self._ask(question, partial(self._show, question, default))

    def _ask(self, question: Question, show: Callable[[], None]) -> None:
        """Shows a question, and hands on what is typed until it is understood."""
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

    def close(self, result: str) -> None:
        """The battle is over: asks once before that is written. Enter closes it."""

        def show() -> None:
            self.say("")
            self.say(f"the battle is over: {result}. Enter closes it, u goes back, c corrects an entry", HEAD)

        show()
        while self._line(None, show):
            self.say("  press Enter to close the battle, or u, c, n TEXT, s, q")

    # the question

    def _show(self, question: Decision, default: Any) -> None:
        what = self.names.what(question)
        self.say("")
        self.say(f"{self.names.who(question)}: {what}" if what else self.names.who(question), HEAD)
        if not isinstance(question, Fact) and question.about is not None:
            self.say(f"  {question.about()}")
        if isinstance(question, Choice):
            self._show_options(question, default)
        elif isinstance(question, Allotment):
            self._show_items(question, default)
        else:
            usual = f" [{default}]" if default else ""
            ask = question.ask or f"what is {question.what}?"
            self.say(f"  {ask} For example {' or '.join(question.examples)}{usual}")
        self._show_id(question)

    def _show_options(self, question: Choice, default: str) -> None:
        numbered = are_numbered(list(question.options))
        width = 2 + (len(str(len(question.options))) if numbered else max(map(len, question.options)))
        for number, (name, label) in enumerate(question.options.items(), 1):
            mark = str(number) if numbered else name
            mark = f"[{mark}]" if name == default else f" {mark} "
            self.say(f"  {mark:>{width}} {shown_as(name, label) if numbered else label}")

    def _show_items(self, question: Allotment, default: Any) -> None:
        least, most = question.least, question.most
        wanted = f"exactly {least}" if least == most else f"{least} to {most}"
        words = {"all": dict(question.items), "none": {}}
        short = [word for word, answer in words.items() if question.refuses(answer) is None]
        example = example_of(question)
        ways = [*[f"such as {example}"] * bool(example), *short]
        self.say(f"  how many of each, {wanted} in all{'; ' if ways else ''}{', '.join(ways)}")
        for name, available in question.items.items():
            label = question.labels.get(name, name)
            usual = "" if default is None else f" [{default.get(name, 0)}]"
            self.say(f"    {label if name in label else shown_as(name, label)}: 0 to {available}{usual}")

    def _show_roll(self, roll: Roll, machine: bool) -> None:
        what, who = self.names.what(roll), self.names.who(roll)
        parts = [f"{roll.reading.dice} for {what}" if what else str(roll.reading.dice), modifiers_of(roll), roll.reading.goal()]
        self.say("")
        self.say(f"{f'{who}: ' if who else ''}roll {', '.join(part for part in parts if part)}", HEAD)
        self._show_id(roll, "type what you rolled; Enter lets the machine roll" if machine else "type what you rolled")

    def _show_id(self, question: Question, how: str = "") -> None:
        """The id and the rule, on one line; at the first prompt also the keys."""
        self.say(f"  {question.key}  {question.rule}" + (f"  ({how})" if how else ""), DIM)
        if not self.keys_named:
            self.keys_named = True
            self.say(f"  {LETTERS}", DIM)

    # the line

    def _line(self, question: Question | None, show: Callable[[], None]) -> str:
        """One line from the person. Commands are carried out first; the question is shown again after each."""
        while True:
            line = read_line("> ", self.completions).strip()
            command = " ".join(line.lower().split())
            if command == "q":
                raise Left("q")
            if command == "u":
                if self.can_undo():
                    raise Undo
                self.say(f"  {NOTHING_TO_UNDO}; c corrects")
            elif is_answer(line, question):
                return line
            elif command == "a" and isinstance(question, Choice | Allotment):
                raise AskNoMore
            elif command in ("c", "r"):
                raise Word(command)
            elif command == "n" and not is_begun(line, question):
                self.say("  type the note after the n, such as n low cloud over the target")
            elif command[:2] == "n ":
                self.note(line[2:])
                show()
            elif command == AGAIN:
                show()
            elif command in HELP:
                self._help(question)
                show()
            elif command in self.keys:
                self.keys[command](question)
                show()
            else:
                return line

    def _help(self, question: Question | None) -> None:
        """What may be typed, the keys, and the rule of the question."""
        if question is not None:
            kinds = {Roll: TYPE_DICE, Choice: TYPE_CHOICE, Allotment: TYPE_COUNTS, Fact: TYPE_FACT}
            self.say(f"  {kinds[type(question)]}")
            if not isinstance(question, Roll):
                self.say(f"  {TYPE_ORDER}")
        for line in ABOUT_KEYS.splitlines():
            self.say(f"  {line}")
        self.keys["?"](question)


def example_of(question: Allotment) -> str:
    """An answer that would be accepted, as it may be typed: the fewest of one unit, or the default; nothing if neither would."""
    for name, most in question.items.items():
        fewest = next(
            (number for number in range(1, min(most, MOST_IN_EXAMPLE) + 1) if question.refuses({name: number}) is None), 0
        )
        if fewest:
            return f"{fewest} {name}"
    usual = "" if question.refuses(question.default) else answer_words({name: n for name, n in question.default.items() if n})
    return usual if any(question.default.values()) else ""


def is_answer(line: str, question: Question | None) -> bool:
    """Whether a line is exactly what the question offers, so that it is not taken for a command."""
    if isinstance(question, Fact):
        return line in question.examples
    return isinstance(question, Choice) and bool(Known(question.options).spellings.get(folded(line)))


def is_begun(line: str, question: Question | None) -> bool:
    """Whether a letter is the beginning of just one option: n for no."""
    return isinstance(question, Choice) and not isinstance(read_whole(question, line), Refused)
