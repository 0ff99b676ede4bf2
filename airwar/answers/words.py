"""The words of a line, and how many of them a question takes: an option, how many of each, or a fact.

    counterair malta 5 flieger 2 regia      options, then numbers with names
    stage kg-53 smolensk                    a name alone: everything there is, if that is all it can mean
    2 kg-2, rest kg-3        all        none

Words are ids, names as they are shown, beginnings of either that mean one thing, numbers, `all`, `rest`, `none`; 0 is nothing more.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from operator import attrgetter, itemgetter
from typing import Any, NamedTuple

from airwar.answers.menu import NO_MORE, SHORTEST_PART, Nameable, Refused, normalized, numbers_of
from airwar.engine.questions import Allotment, Choice, Decision, Fact, labels_of, reason
from airwar.engine.words import shown, some_of

NOTHING_MORE = (*NO_MORE, "none", "no")  # what 0 means at a menu: the first of these that is offered
_COMMON_WORDS = ("all", "rest", "none", "end")  # in any case
_LONGEST_NAME = 16  # the most words in a name as it is shown
_LONGEST_NUMBER = 6  # digits
_WORD = re.compile(r"[^\s,=]+|[,=]")
_NUMBER = re.compile(r"[-+]?\d[\d.]*")  # or something that looks like one
_BRACKETED = re.compile(r"^\s*\[(\d+)\]")
_UNITS = re.compile(r"(?<=\d) ?(?=[A-Za-z])")  # between a number and what it counts: 1RE, 1 RE


class ReadAnswer(NamedTuple):
    """An answer, and how many words it takes."""

    answer: Any
    used: int


def words_of(line: str) -> list[str]:
    """The words of a line. Commas and equals signs are words of their own; a number may be in brackets, as a menu shows it."""
    words = _WORD.findall(_BRACKETED.sub(r"\1 ", line))
    return [word.lower() if word.lower() in _COMMON_WORDS else word for word in words]


def text_of(words: Sequence[str]) -> str:
    """Joins words to a text again."""
    return " ".join(words).replace(" ,", ",").replace(" = ", "=")


def _is_number(word: str) -> bool:
    return word.isdecimal() and len(word) <= _LONGEST_NUMBER


class Reader:
    """Reads answers to one question from the beginning of a line."""

    def __init__(self, question: Decision) -> None:
        self.question = question

    def readings(self, words: Sequence[str], whole: bool) -> Iterator[ReadAnswer | Refused]:
        """The ways in which the first of these words can answer the question, longest first; then why they cannot.

        `whole`: nothing came before, so a number by itself is the number of an option.
        """
        if isinstance(self.question, Choice):
            yield from self._options(self.question, words, whole)
        elif isinstance(self.question, Allotment):
            yield from self._counts(self.question, words)
        else:
            yield from self._texts(words)

    @cached_property
    def known(self) -> Nameable:
        """What may be named here."""
        assert isinstance(self.question, Choice | Allotment)
        return Nameable(labels_of(self.question), self.question.why_not)

    @property
    def words(self) -> list[str]:
        """What may be typed, for whoever completes words."""
        question = self.question
        if isinstance(question, Choice):
            return [*question.words, *question.options]
        return [*question.items, "all", "none", "rest"] if isinstance(question, Allotment) else list(question.examples)

    # names

    def names_at(self, words: Sequence[str], at: int) -> list[ReadAnswer]:
        """What these words can name, longest first; whole names before beginnings, and beginnings before parts of names."""
        longest = min(len(words) - at, _LONGEST_NAME)
        texts = [(normalized(text_of(words[at : at + used])), used) for used in range(longest, 0, -1)]
        whole = [(self.known.spellings.get(text, []), used) for text, used in texts]
        begun = [(self.known.meant(text), used) for text, used in texts if not text.isdecimal()]
        parts = [(self.part_of_name(text), used) for text, used in texts[-1:]]
        found = dict.fromkeys(ReadAnswer(meant[0], used) for meant, used in (*whole, *begun, *parts) if len(meant) == 1)
        return list(found)

    def part_of_name(self, word: str) -> list[str]:
        """The names with a part that begins like this: spitfires for malta-spitfires."""
        if len(word) < SHORTEST_PART or not word[0].isalpha():
            return []
        start = re.compile(rf"(?<!\w){re.escape(word)}")
        found = {name for text, names in self.known.spellings.items() if start.search(text) for name in names}
        return [name for name in self.known.names if name in found]

    def not_named(self, words: Sequence[str], at: int = 0) -> Refused:
        """Why nothing is named here: the word is ambiguous, or what it names is not offered."""
        several = [(meant, used) for used in (2, 1) if len(meant := self.known.meant(text_of(words[at : at + used]))) > 1]
        for meant, used in several[:1]:
            return Refused(
                f"{shown(text_of(words[at : at + used]))} may be {some_of(map(self.known.called, meant))}; type more of it"
            )
        parts = self.part_of_name(normalized(words[at]))
        if 1 < len(parts) < len(self.known.names):  # a word that is in all labels names nothing
            return Refused(f"{shown(words[at])} may be {some_of(map(self.known.called, parts))}; type more of it")
        refused = self.known.one(words[at])
        return refused if isinstance(refused, Refused) else Refused(f"{shown(words[at])} does not fit here")

    def why_not(self, word: str) -> str | None:
        """Why the rules do not offer what a word names. A reason that only quotes an unknown word is left out."""
        why = None if isinstance(self.question, Fact) else reason(self.question.why_not, word)
        return why if why and repr(word) not in why else None

    # one of several options

    def _options(self, question: Choice, words: Sequence[str], whole: bool) -> Iterator[ReadAnswer | Refused]:
        if words[0] in question.options:  # without listing the whole menu
            yield ReadAnswer(words[0], 1)
        if words[0] == "0" and "0" not in question.options:
            nothing = next((name for name in NOTHING_MORE if name in question.options), None)
            yield ReadAnswer(nothing, 1) if nothing else Refused("0 means no more, which is not an option here")
            return
        names = self.names_at(words, 0)
        yield from names
        if words[0] == "end" and not names:
            yield Refused("end ends orders, but this is a question")
            return
        if not _is_number(words[0]):
            if not names:
                yield self.not_named(words)
            return
        offered = {number: name for name, number in numbers_of(question.options).items()}
        meant = offered.get(int(words[0]))
        if not offered or not whole:
            choose = f"{words[0]} names nothing here; there is {some_of(map(self.known.called, question.options))}"
            yield Refused(choose if offered else self.not_named(words).why)
        elif meant is None:
            yield Refused(f"the options are {min(offered)} to {max(offered)}")
        elif len(words) == 1:
            yield ReadAnswer(meant, 1)
        else:  # 2 kiev, as the menu shows it
            yield from (ReadAnswer(name, used + 1) for name, used in self.names_at(words, 1) if name == meant)
            yield Refused(f"a number picks an option only by itself; type {meant}")

    # how many of each

    def _counts(self, question: Allotment, words: Sequence[str]) -> Iterator[ReadAnswer | Refused]:
        """Reads `2 a`, `a 2`, `a=2`, `all a`, `rest b`, `a`, or several of these: as many words as the question accepts."""
        found: list[ReadAnswer] = []
        not_read: list[Refused] = []
        not_accepted: list[Refused] = []
        answer: dict[str, int] = {}
        used, number_first = 0, _is_amount(words[0])
        lone = self._lone_word(question, words)
        if lone is not None:
            yield lone
            if isinstance(lone, ReadAnswer):
                return
        while used < len(words):
            rest = self._rest(question, words[used], answer) if not self.names_at(words, used + 1) else None
            pair = rest or self._pair(question, words, used, number_first, answer)
            if isinstance(pair, Refused):
                not_read = [Refused(pair.why, used + pair.after)]
                break
            more, taken = pair
            if not more.keys().isdisjoint(answer):
                not_read = [Refused(f"{next(name for name in more if name in answer)} is named twice", used)]
                break
            first = used == 0
            answer, used = {**answer, **more}, used + taken
            if words[used : used + 1] == [","]:
                used += 1
                number_first = used < len(words) and _is_amount(words[used])
            refused = question.refuses(answer)
            not_accepted = [] if refused is None else [Refused(refused) if first else Refused(refused, used, used)]
            found += [ReadAnswer(answer, used)] if refused is None else []
        yield from reversed(found)
        yield from sorted(not_read + not_accepted, key=attrgetter("after"))

    def _lone_word(self, question: Allotment, words: Sequence[str]) -> ReadAnswer | Refused | None:
        """Reads `all`, `none` or 0 without a name."""
        if words[0] not in ("all", "none", "0") or words[0] in question.items or self.names_at(words, 1):
            return None
        answer = dict(question.items) if words[0] == "all" else {}
        refused = question.refuses(answer)
        return Refused(refused) if refused else ReadAnswer(answer, 1)

    def _rest(self, question: Allotment, word: str, before: Mapping[str, int]) -> tuple[dict[str, int], int] | None:
        """Reads `rest` without a name: everything else, if that is not too much."""
        if word != "rest" or word in question.items:
            return None
        return {name: number for name, number in question.items.items() if name not in before}, 1

    def _pair(
        self, question: Allotment, words: Sequence[str], at: int, number_first: bool, before: Mapping[str, int]
    ) -> tuple[dict[str, int], int] | Refused:
        """Reads a name with its number; returns how many words that takes, too."""
        if number_first and _is_amount(words[at]):
            named = self.names_at(words, at + 1)
            if not named:
                return self._without_name(question, words, at)
            name, used = named[0]
            return {name: _amount(question, name, words[at], before)}, used + 1
        named = self.names_at(words, at)
        if not named and _NUMBER.fullmatch(words[at]) and not _is_number(words[at]):
            return Refused(f"{shown(words[at])} is not a number of units")
        if not named:
            return self.not_named(words, at)
        name, used = named[0]
        after = at + used
        equals = words[after : after + 1] == ["="]
        after += equals
        number = _number_meant(question, name, sum(before.values()))
        if after < len(words) and _is_amount(words[after]) and not number_first and (equals or words[after] != "0"):
            many = _amount(question, name, words[after], before)
            if equals or number is None or many <= question.items[name]:  # else the number belongs to what comes next
                return {name: many}, after + 1 - at
        return Refused(_how_many(question, name)) if number is None else ({name: number}, used)

    def _without_name(self, question: Allotment, words: Sequence[str], at: int) -> tuple[dict[str, int], int] | Refused:
        """Reads a number without a name, which is clear only if there is one thing to count, and no other name follows."""
        if len(question.items) == 1 and _is_number(words[at]) and words[at + 1 : at + 2] in ([], [","], ["0"]):
            return {next(iter(question.items)): int(words[at])}, 1
        if at + 1 < len(words) and not _is_amount(words[at + 1]):
            return Refused(self.not_named(words, at + 1).why, 1)
        return Refused(f"{words[at]} of what? There is {some_of(map(self.known.called, question.items))}")

    # facts

    def _texts(self, words: Sequence[str]) -> Iterator[ReadAnswer | Refused]:
        """Reads as many words as make up an answer, up to a comma or the end. A number needs no space before what it counts.

        A refusal that quotes the whole text means that the text is no answer at all; fewer words may give a better reason.
        """
        why: list[tuple[bool, str]] = []
        for used in (used for used in range(len(words), 0, -1) if words[used : used + 1] != [","]):
            text = text_of(words[:used])
            for spelling in dict.fromkeys((text, _UNITS.sub(" ", text), _UNITS.sub("", text))):
                refused = self.question.refuses(spelling)
                if refused is None:
                    yield ReadAnswer(spelling, used)
                    break
                why.append((repr(spelling) in refused, refused))
        yield Refused(min(why, key=itemgetter(0))[1] if why else "")


def _is_amount(word: str) -> bool:
    """Whether a word says how many."""
    return _is_number(word) or word in ("all", "rest")


def _amount(question: Allotment, name: str, word: str, before: Mapping[str, int]) -> int:
    """How many of a name a word means."""
    if word == "all":
        return question.items[name]
    return min(question.items[name], question.most - sum(before.values())) if word == "rest" else int(word)


def _how_many(question: Allotment, name: str) -> str:
    there = min(question.items[name], question.most)
    most = next((number for number in range(there, 0, -1) if question.refuses({name: number}) is None), there)
    return f"how many {name}, 1 to {most}{', or all' if most == question.items[name] else ''}?"


def _number_meant(question: Allotment, name: str, before: int) -> int | None:
    """How many a name by itself means, if only one number is possible."""
    most = question.items[name]
    if most == 1:
        return 1
    if question.least == question.most:  # what is still missing
        return min(most, question.most - before) or None
    if len(question.items) > 1 and not before and all(number >= question.most for number in question.items.values()):
        return question.most  # any of them could take everything, so the name says where it all goes
    return None


def read_whole(question: Decision, line: str) -> Any:
    """A whole line as the answer to one question, or Refused."""
    words = words_of(line)
    if not words:
        return Refused("type an answer")
    why = Refused("nothing fits")
    for found in Reader(question).readings(words, whole=True):
        if isinstance(found, ReadAnswer) and found.used == len(words):
            return found.answer
        why = found if isinstance(found, Refused) else Refused(f"{shown(text_of(words[found.used :]))} is left over")
    return why
