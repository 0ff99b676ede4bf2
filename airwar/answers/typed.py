"""What a person types, read as an answer: an option, how many of each unit, or the faces of dice."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from airwar.engine.dice import Dice, Faces
from airwar.engine.questions import WhyNot, reason
from airwar.engine.words import closest, count, did_you_mean, id_of, shown, some_of

NO_MORE = ("no-more", "done")  # options that mean no more orders
BEHIND_A_NAME = re.compile(r" \(|[,:;]")
SHORTEST_PART = 3  # the fewest letters that may be typed for a whole name


class Refused(NamedTuple):
    """Why what was typed is not understood or accepted, and after how many words that were; `whole` words are refused together."""

    why: str
    after: int = 0
    whole: int = 0


class Known:
    """Everything that may be named, under every spelling that the prompt shows: the name, the label, and both together."""

    def __init__(self, labels: Mapping[str, str], why_not: WhyNot | None = None) -> None:
        self.names = list(labels)
        self.labels = labels
        self.why_not = why_not
        self.spellings: dict[str, list[str]] = {}  # what each spelling means; a label may mean several
        for name, label in labels.items():
            for spelling in (folded(label), folded(f"{label} ({name})"), folded(name.replace(".", " "))):
                if name not in self.spellings.setdefault(spelling, []):
                    self.spellings[spelling].append(name)
        self.spellings |= {folded(name): [name] for name in labels}  # a name always means itself

    def meant(self, word: str) -> list[str]:
        """What a word may mean: what it names exactly, or everything that begins with it."""
        word = folded(word)
        exact = self.spellings.get(word)
        if exact or not word:
            return exact or []
        begun = self._where(lambda spelling: spelling.startswith(word))
        whole = self._where(lambda spelling: bool(re.match(rf"{re.escape(word)}(?!\w)", spelling))) if len(begun) > 1 else []
        return whole if len(whole) == 1 else begun  # Ju 52 I, and not Ju 52 II

    def called(self, name: str) -> str:
        """What to call something in a sentence: its label up to a comma or a bracket, if that is unambiguous; else its name."""
        short = BEHIND_A_NAME.split(self.labels[name])[0]
        proper = short[:1].isupper() or short[:1].isdecimal()
        return short if proper and self.meant(short) == [name] else name

    def _where(self, fits: Callable[[str], bool]) -> list[str]:
        found = {name for spelling, names in self.spellings.items() if fits(spelling) for name in names}
        return [name for name in self.names if name in found]

    def one(self, word: str) -> str | Refused:
        """The one thing that a word means."""
        meant = self.meant(word)
        if len(meant) == 1:
            return meant[0]
        if meant:
            return Refused(f"{shown(word)} may be {some_of(map(self.called, meant))}; type more of it")
        near = closest(folded(word), self.spellings)
        why = reason(self.why_not, id_of(word) if re.search(r"[A-Z\s]", word) else word)  # Cape Gela is cape-gela, as it is shown
        if why:
            known = folded(why).startswith(folded(word))  # a reason is given, so nothing else was meant
            return Refused(f"{why}{did_you_mean(self.spellings[near][0] if near and not known else None)}")
        inside = self._where(lambda spelling: folded(word) in spelling) if len(word) >= SHORTEST_PART else []
        likely = self.spellings[near] if near else inside
        meant_one = did_you_mean(likely[0] if len(likely) == 1 else None)
        return Refused(f"{shown(word)} is not one of {some_of(map(self.called, self.names))}{meant_one}")


def folded(text: str) -> str:
    """A text as it is compared: lower case, one space between words, one after a comma."""
    return " ".join(text.casefold().replace(",", ", ").split()).replace(" ,", ",")


def shown_as(name: str, label: str) -> str:
    """An option or a unit as the prompt shows it: its label, and its name unless the label says it or it means "no more"."""
    plain, said = label.replace("-", " ").casefold(), name.replace("-", " ").casefold()
    begins = re.match(rf"{re.escape(said)}(?!\w)", plain)
    ends = re.search(rf"(?<!\w){re.escape(said)}$", plain) and label[-len(said) :][:1].isupper()  # a proper name
    return label if begins or ends or name in NO_MORE else f"{label} ({name})"


def are_numbered(names: Sequence[str]) -> bool:
    """Whether options are numbered. Options that are numbers themselves are not: 2 would mean two things."""
    return not any(name.isdecimal() for name in names)


def numbers_of(names: Iterable[str]) -> dict[str, int]:
    """The number of each option: from 1 on, and 0 for "no more". Options that are numbers themselves have none."""
    every = list(names)
    if not are_numbered(every):
        return {}
    none = next((name for name in NO_MORE if name in every), None)
    others = (name for name in every if name != none)
    return {name: number for number, name in enumerate(others, 1)} | ({none: 0} if none else {})


# dice


def dice_in(line: str, dice: Dice) -> list[str]:
    """The rolls on a line: `3 5, 4 4` is two rolls of two dice. `3,5` is one roll of two dice, or two rolls of one."""
    rolls = [part.strip() for part in re.split(r"[,;]", line)]
    one_roll = dice.count > 1 and all(len(part) == 1 for part in rolls)
    return [line] if one_roll else rolls


def typed_faces(line: str, dice: Dice) -> Faces | str:
    """Faces as typed: 35, 3 5 or 3,5; digits need no space between them if a die has at most nine sides."""
    words = [word for word in re.split(r"[\s,;+]+", line) if word]
    if len(words) == 1 and dice.count > 1 and dice.sides <= 9:
        words = list(words[0])
    if not words or not all(word.isdecimal() and len(word) <= 4 for word in words):
        typed = f"{shown(line)} is not a roll; " if line else ""
        return f"{typed}{count(dice.count, 'die', 'dice')} from 1 to {dice.sides}, please: {example(dice)}"
    faces = tuple(int(word) for word in words)
    if len(faces) != dice.count:
        return f"{count(len(faces), 'face')}, but the roll is {dice}{all_dice(dice) if len(faces) < dice.count else ''}"
    bad = [face for face in faces if not 1 <= face <= dice.sides]
    return f"a {dice.sides}-sided die has no {bad[0]}" if bad else faces


def all_dice(dice: Dice) -> str:
    """What to type where dice are missing."""
    return f"; type {'both' if dice.count == 2 else f'all {dice.count}'} dice, e.g. {example(dice)}"


def example(dice: Dice) -> str:
    """A roll as it may be typed: 3 5, or 35."""
    faces = [str(min(3 + 2 * (at % 2), dice.sides)) for at in range(dice.count)]
    together = f", or {''.join(faces)}" if dice.sides <= 9 and dice.count > 1 else ""
    return f"{' '.join(faces)}{together}"
