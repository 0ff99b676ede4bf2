"""What a person types, read as an answer: an option, how many of each unit, or the faces of dice."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple, TypeAlias

from airwar.engine.dice import Dice, Faces
from airwar.engine.questions import Allotment, WhyNot, reason
from airwar.engine.words import closest, count, did_you_mean, id_of, shown, some_of

LONGEST_NUMBER = 6  # digits of a number of units
SHORTEST_PART = 3  # letters of a part of a name that may be meant by it
SEPARATOR = re.compile(r"[\s;+]*")
WORD = re.compile(r"[^\s,;+=]+")


class Refused:
    """What was typed is not understood."""

    def __init__(self, why: str) -> None:
        self.why = why


class Known:
    """What may be named, under every spelling that the prompt shows: its name, its label, and both together."""

    def __init__(self, labels: Mapping[str, str], why_not: WhyNot | None = None) -> None:
        self.names = list(labels)
        self.why_not = why_not
        self.spellings: dict[str, list[str]] = {}  # what each spelling means; a label may mean several
        for name, label in labels.items():
            for spelling in (folded(label), folded(f"{label} ({name})")):
                if name not in self.spellings.setdefault(spelling, []):
                    self.spellings[spelling].append(name)
        self.spellings |= {folded(name): [name] for name in labels}  # a name always means itself

    def meant(self, word: str) -> list[str]:
        """What a word may mean: what it names exactly, or everything of which it is the beginning."""
        word = folded(word)
        exact = self.spellings.get(word)
        if exact or not word:
            return exact or []
        return self._where(lambda spelling: spelling.startswith(word))

    def _where(self, fits: Callable[[str], bool]) -> list[str]:
        found = {name for spelling, names in self.spellings.items() if fits(spelling) for name in names}
        return [name for name in self.names if name in found]

    def one(self, word: str) -> str | Refused:
        """The one thing that a word means."""
        meant = self.meant(word)
        if len(meant) == 1:
            return meant[0]
        if meant:
            return Refused(f"{shown(word)} may be {some_of(meant)}; type more of it")
        near = closest(folded(word), self.spellings)
        why = reason(self.why_not, id_of(word) if re.search(r"[A-Z\s]", word) else word)  # Cape Gela is cape-gela, as it is shown
        if why:
            return Refused(f"{why}{did_you_mean(self.spellings[near][0] if near else None)}")
        inside = self._where(lambda spelling: folded(word) in spelling) if len(word) >= SHORTEST_PART else []
        likely = self.spellings[near] if near else inside
        meant_one = did_you_mean(likely[0] if len(likely) == 1 else None)
        return Refused(f"{shown(word)} is not one of {some_of(self.names)}{meant_one}")


def folded(text: str) -> str:
    """A text as it is compared: in lower case, one space between words."""
    return " ".join(text.casefold().split())


def shown_as(name: str, label: str) -> str:
    """An option or a unit as the prompt shows it: its label, and its name unless the label has it."""
    return label if label.replace(" ", "-").casefold() == name.casefold() or label == name else f"{label} ({name})"


def are_numbered(names: Sequence[str]) -> bool:
    """Whether options are numbered. Options that are numbers themselves are not: 2 would mean two things."""
    return not any(name.isdecimal() for name in names)


def picked(line: str, options: Mapping[str, str], why_not: WhyNot | None = None) -> str | Refused:
    """An option by number, by name, by label, or by the beginning of either."""
    names = list(options)
    numbered = are_numbered(names)
    if numbered and line.isdecimal():
        number = int(line[:9])
        return names[number - 1] if 1 <= number <= len(names) else Refused(f"the options are 1 to {len(names)}")
    known = Known(options, why_not)
    number_and_name = re.fullmatch(r"\[?([1-9]\d{0,2})\]?\s+(.+)", line) if numbered and not known.meant(line) else None
    if number_and_name:
        named = known.meant(number_and_name[2])
        if named and named == names[int(number_and_name[1]) - 1 :][:1]:
            return named[0]
    return known.one(line)


# how many of each


class Unit(NamedTuple):
    """A unit that is named."""

    name: str


class Number(NamedTuple):
    """A number of units; None means all of them."""

    value: int | None


Token: TypeAlias = Unit | Number | str  # or a comma or an equals sign


def counted(line: str, question: Allotment) -> dict[str, int] | Refused:
    """How many of each: `2 name`, `name 2`, `name=2`, several of these; numbers in the order of the items; all or none.

    A name by itself means one. Names may be shortened, as long as they mean one unit.
    """
    names = list(question.items)
    word = folded(line)
    known = Known({name: question.labels.get(name, name) for name in names}, question.why_not)
    if word in ("all", "none") and word not in names:
        return dict(question.items) if word == "all" else {}
    tokens = list(tokens_of(line, known))
    bad = next((token for token in tokens if isinstance(token, Refused)), None)
    if bad is not None:
        return bad
    good = [token for token in tokens if not isinstance(token, Refused)]
    numbers = [token.value for token in good if isinstance(token, Number)]
    if all(isinstance(token, Number) or token == "," for token in good):
        if len(numbers) > len(names):
            return Refused(f"{count(len(numbers), 'number')} for {count(len(names), 'unit')}")
        given = [(name, Number(number)) for name, number in zip(names, numbers, strict=False)]
    else:
        given_or_not = pairs(good)
        if given_or_not is None:
            return Refused(f"{shown(line)} does not say how many of each; type a number for each unit, or for example 1 {names[0]}")
        given = given_or_not
    twice = next((name for at, (name, _) in enumerate(given) if name in [other for other, _ in given[:at]]), None)
    if twice:
        return Refused(f"{twice} is named twice")
    return {name: question.items[name] if number.value is None else number.value for name, number in given}


def tokens_of(line: str, known: Known) -> Iterator[Token | Refused]:
    """The names, numbers, commas and equals signs of a line. A whole name or label is taken before its first word is read."""
    rest = line.strip()
    whole = sorted(known.spellings, key=len, reverse=True)
    while rest := rest[SEPARATOR.match(rest).end() :]:  # type: ignore[union-attr]
        if rest[0] in ",=":
            yield rest[0]
            rest = rest[1:]
            continue
        length = next((found for name in whole if (found := begins_with(rest, name)) and not name.isdecimal()), 0)
        text = rest[:length] or WORD.match(rest).group()  # type: ignore[union-attr]
        rest = rest[len(text) :]
        yield token_of(text, known)


def begins_with(line: str, name: str) -> int:
    """How much of a line a name takes up at its beginning, however it is spaced; 0 if the line does not begin with it."""
    found = re.match(r"\s+".join(map(re.escape, name.split())) + r"(?=[\s,;+=]|$)", line, re.IGNORECASE)
    return found.end() if found else 0


def token_of(text: str, known: Known) -> Token | Refused:
    if text.isdecimal() and len(text) <= LONGEST_NUMBER:
        return Number(int(text))
    if text.casefold() == "all" and "all" not in known.names:
        return Number(None)
    if not text[:1].isalpha() and not known.meant(text):
        example = f"type a number for each unit, or for example 1 {known.names[0]}"
        return Refused(f"{shown(text)} is not a number of units; {example}")
    name = known.one(text)
    return name if isinstance(name, Refused) else Unit(name)


def pairs(tokens: list[Token]) -> list[tuple[str, Number]] | None:
    """Names with their numbers, or None if some number has no name. `2 a 1 b` begins with a number, `a 2 b 1` with a name."""
    found: list[tuple[str, Number]] = []
    for comma, between in groupby(tokens, key=lambda token: token == ","):
        group = [] if comma else list(between)
        number_first = isinstance(next(iter(group), None), Number)
        while group:
            match group[:3]:
                case [Unit(name), "=", Number() as number]:
                    used = 3
                case [Number() as number, Unit(name), *_] if number_first:
                    used = 2
                case [Unit(name), Number() as number, *_] if not number_first:
                    used = 2
                case [Unit(name), *after] if after[:1] != ["="]:
                    number, used = Number(1), 1
                case _:
                    return None
            found.append((name, number))
            del group[:used]
    return found


# dice


def typed_faces(line: str, dice: Dice) -> Faces | str:
    """Faces as typed: 35, 3 5 or 3,5; digits need no space between them if a die has at most nine sides."""
    words = [word for word in re.split(r"[\s,;+]+", line) if word]
    if len(words) == 1 and dice.count > 1 and dice.sides <= 9:
        words = list(words[0])
    if not words or not all(word.isdecimal() and len(word) <= 4 for word in words):
        wanted = f"{count(dice.count, 'number')} from 1 to {dice.sides}, e.g. {' '.join(['3'] * dice.count)}"
        return f"{shown(line)} is not a roll; enter {wanted}"
    faces = tuple(int(word) for word in words)
    if len(faces) != dice.count:
        return f"{count(len(faces), 'face')}, but the roll is {dice}{all_dice(dice) if len(faces) < dice.count else ''}"
    bad = [face for face in faces if not 1 <= face <= dice.sides]
    return f"a {dice.sides}-sided die has no {bad[0]}" if bad else faces


def all_dice(dice: Dice) -> str:
    """What to type where dice are missing."""
    faces = [str(min(3 + 2 * (at % 2), dice.sides)) for at in range(dice.count)]
    together = f" or {''.join(faces)}" if dice.sides <= 9 else ""
    return f"; type {'both' if dice.count == 2 else f'all {dice.count}'} dice, e.g. {' '.join(faces)}{together}"
