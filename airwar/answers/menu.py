"""The possible answers to a question: how a person can type them, and as lines that fit on a screen."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from airwar.engine.dice import Dice, Faces
from airwar.engine.questions import Allotment, Choice, WhyNot, from_to, labels_of, reason, without_zeros
from airwar.engine.remarks import answer_words
from airwar.engine.words import closest, count, did_you_mean, id_of, one_of, shown, some_of

NO_MORE = ("no-more", "done")  # options that mean no more orders
_BEHIND_A_NAME = re.compile(r" \(|[,:;]")
SHORTEST_PART = 3  # the fewest letters that may be typed for a whole name


class Refused(NamedTuple):
    """Why a typed line is not understood or accepted, and after how many words that showed; `whole` words are refused together."""

    why: str
    after: int = 0
    whole: int = 0


class Nameable:
    """Everything that can be named, in every spelling that the prompt shows: the name, the label, and both together."""

    def __init__(self, labels: Mapping[str, str], why_not: WhyNot | None = None) -> None:
        self.names = list(labels)
        self.labels = labels
        self.why_not = why_not
        self.spellings: dict[str, list[str]] = {}  # what each spelling means; a label may mean several
        for name, label in labels.items():
            for spelling in (normalized(label), normalized(f"{label} ({name})"), normalized(name.replace(".", " "))):
                if name not in self.spellings.setdefault(spelling, []):
                    self.spellings[spelling].append(name)
        self.spellings |= {normalized(name): [name] for name in labels}  # a name always means itself

    def meant(self, word: str) -> list[str]:
        """What a word can mean: what it names exactly, or everything that begins with it."""
        word = normalized(word)
        exact = self.spellings.get(word)
        if exact or not word:
            return exact or []
        begun = self._where(lambda spelling: spelling.startswith(word))
        whole = self._where(lambda spelling: bool(re.match(rf"{re.escape(word)}(?!\w)", spelling))) if len(begun) > 1 else []
        return whole if len(whole) == 1 else begun  # Ju 52 I, and not Ju 52 II

    def called(self, name: str) -> str:
        """What to call something in a sentence: its label up to a comma or a bracket, if that is unambiguous; else its name."""
        short = _BEHIND_A_NAME.split(self.labels[name])[0]
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
        near = closest(normalized(word), self.spellings)
        why = reason(self.why_not, id_of(word) if re.search(r"[A-Z\s]", word) else word)  # Cape Gela is cape-gela, as it is shown
        if why:
            known = normalized(why).startswith(normalized(word))  # a reason is given, so nothing else was meant
            return Refused(f"{why}{did_you_mean(self.spellings[near][0] if near and not known else None)}")
        inside = self._where(lambda spelling: normalized(word) in spelling) if len(word) >= SHORTEST_PART else []
        likely = self.spellings[near] if near else inside
        meant_one = did_you_mean(likely[0] if len(likely) == 1 else None)
        return Refused(f"{shown(word)} is not {one_of(map(self.called, self.names))}{meant_one}")


def normalized(text: str) -> str:
    """A text in the form used for comparing: lower case, one space between words, one after a comma."""
    return " ".join(text.casefold().replace(",", ", ").split()).replace(" ,", ",")


def _shown_as(name: str, label: str) -> str:
    """An option or a unit as the prompt shows it: its label, and its name unless the label says it or it means "no more"."""
    plain, plain_name = label.replace("-", " ").casefold(), name.replace("-", " ").casefold()
    begins = re.match(rf"{re.escape(plain_name)}(?!\w)", plain)
    ends = re.search(rf"(?<!\w){re.escape(plain_name)}$", plain) and label[-len(plain_name) :][:1].isupper()  # a proper name
    return label if begins or ends or name in NO_MORE else f"{label} ({name})"


def _are_numbered(names: Sequence[str]) -> bool:
    """Whether options are numbered. Options that are numbers themselves are not: 2 would mean two things."""
    return not any(name.isdecimal() for name in names)


def numbers_of(names: Iterable[str]) -> dict[str, int]:
    """The number of each option: from 1 on, and 0 for "no more". Options that are numbers themselves have none."""
    every = list(names)
    if not _are_numbered(every):
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
        return f"{typed}{count(dice.count, 'die', 'dice')} from 1 to {dice.sides}, please: {_example(dice)}"
    faces = tuple(int(word) for word in words)
    if len(faces) != dice.count:
        return f"{count(len(faces), 'face')}, but the roll is {dice}{_all_dice(dice) if len(faces) < dice.count else ''}"
    bad = [face for face in faces if not 1 <= face <= dice.sides]
    return f"a {dice.sides}-sided die has no {bad[0]}" if bad else faces


def _all_dice(dice: Dice) -> str:
    """What to type where dice are missing."""
    return f"; type {'both' if dice.count == 2 else f'all {dice.count}'} dice, e.g. {_example(dice)}"


def _example(dice: Dice) -> str:
    """A roll as somebody might type it: 3 5, or 35."""
    faces = [str(min(3 + 2 * (at % 2), dice.sides)) for at in range(dice.count)]
    together = f", or {''.join(faces)}" if dice.sides <= 9 and dice.count > 1 else ""
    return f"{' '.join(faces)}{together}"


_MOST_IN_EXAMPLE = 20  # the most units of a kind in an example of an answer
_MANY = 5  # a menu with this many options is long
_BY_PLACE = 2  # with this many places, units are listed by place
HEAD, DIM = "head", "dim"  # styles: the heading of a question, and its small print
PLAN = "(plan)"
_FIRM = "\u00a0"  # a space at which no line is broken


class OnBoard(NamedTuple):
    """What the board says about an option: where a unit is and what it is, or what is at a place."""

    place: str = ""  # of a unit
    unit: str = ""  # 3 German AAF
    there: str = ""  # whether the option names its place
    far: str = ""  # how far that is
    named: str = ""  # the name of that place, or of a unit that has one of its own


BoardLookup: TypeAlias = Callable[[str], OnBoard]
NO_BOARD: BoardLookup = lambda name: OnBoard()  # noqa: E731


class MenuLine(NamedTuple):
    """An option: its number or name, what it is, and the place that it is listed under."""

    mark: str
    text: str
    place: str = ""
    short: str = ""  # where it is listed under its place
    word: str = ""  # for an option that is seldom wanted


def option_lines(question: Choice, default: str | None, plan: bool, told: BoardLookup, ids: bool = False) -> list[MenuLine]:
    """The options; "no more" comes last, and its number is 0. `ids`: show them even for units with names."""
    known = Nameable(question.options)
    numbers, alike = numbers_of(question.options), _said_by_all(question.options, told)
    lines = []
    for name, label in sorted(question.options.items(), key=lambda option: numbers.get(option[0]) == 0):
        mark = f"[{numbers.get(name, name)}]" if name == default else f" {numbers.get(name, name)} "
        board = told(name)
        text = (
            _shown_as(name, label.removeprefix(alike)) if name in numbers and (ids or not _has_name(name, known, board)) else label
        )
        told_already = "," in label, " hexes" in label
        there = ", ".join(one for one, known in zip((board.there, board.far), told_already, strict=True) if one and not known)
        text += f": {there}" if there else ""
        planned = f" {PLAN}" if plan and name == default else ""
        short = f"{name} ({board.unit})" if board.unit else text
        word = (board.named or name) if name in question.seldom and name != default else ""
        lines.append(MenuLine(mark, f"{text}{planned}", board.place, f"{short}{planned}", word))
    return lines


def in_short(lines: Sequence[MenuLine]) -> list[MenuLine]:
    """A long menu, with rarely used options on one line before "no more"."""
    seldom = [line for line in lines if line.word]
    if len(lines) <= _MANY or len(seldom) < _BY_PLACE:
        return list(lines)
    usual = [line for line in lines if not line.word]
    also = MenuLine(
        "", f"also {', '.join(f'{line.mark.strip()} {line.word}'.replace(' ', _FIRM) for line in seldom)} (m tells more)"
    )
    at = len(usual) - usual[-1].mark.strip(" []").startswith("0")
    return [*usual[:at], also, *usual[at:]]


def _said_by_all(options: Mapping[str, str], told: BoardLookup) -> str:
    """What every option that names a place says before the place, such as `counterair `: the question says it already."""
    begun = {label.removesuffix(place) for name, label in options.items() if (place := told(name).named) and label.endswith(place)}
    return begun.pop() if len(begun) == 1 and len(options) > _BY_PLACE else ""


def item_lines(question: Allotment, default: Any, plan: bool, told: BoardLookup, ids: bool = False) -> list[MenuLine]:
    """The items to count, each with its maximum and the default answer in brackets."""
    lines, known = [], Nameable(labels_of(question))
    for name, available in question.items.items():
        label = known.labels[name]
        usual = "" if default is None else f" [{default.get(name, 0)}]"
        board = told(name)
        text = label if name in label or (not ids and _has_name(name, known, board)) else _shown_as(name, label)
        there = f" ({board.there})" if board.there and "," not in label else ""
        planned = f" {PLAN}" if plan and default and default.get(name) else ""
        count = f"0 to {available}{usual}{planned}".replace(" ", _FIRM)
        lines.append(MenuLine("", f"{text}{there}: {count}", board.place, f"{name} ({board.unit}): {count}"))
    return lines


def _has_name(name: str, known: Nameable, board: OnBoard) -> bool:
    """Whether a unit's label begins with its name, so that nobody needs its id."""
    return bool(board.unit) and known.called(name) == board.named


def laid_out(lines: Sequence[MenuLine], width: int, room: int) -> list[str]:
    """Lines for a screen of this width: one option per line if there is room, else grouped by place."""
    column = max((len(line.mark) for line in lines), default=0)
    alone = [f"  {line.mark:>{column}} {line.text}" if line.mark.strip() else f"    {line.text}" for line in lines]
    printed = [piece for line in alone for piece in wrapped(line, width, column + 5)]
    placed = [line for line in lines if line.place]
    if len(printed) <= room or len({line.place for line in placed}) < _BY_PLACE:
        return printed
    return [piece for text in _by_place(lines) for piece in wrapped(text, width, 6)]


def _by_place(lines: Sequence[MenuLine]) -> list[str]:
    """The units of each place on one line, then everything without a place, each on its own line."""
    places: dict[str, list[str]] = {}
    for line in lines:
        if line.place:
            places.setdefault(line.place, []).append(f"{line.mark.strip()} {line.short}".strip().replace(" ", _FIRM))
    rest = [f"  {line.mark} {line.text}" if line.mark.strip() else f"    {line.text}" for line in lines if not line.place]
    return [*(f"  {place}:  {'  '.join(units)}" for place, units in places.items()), *rest]


def wrapped(line: str, width: int, indent: int) -> list[str]:
    """A line wrapped between words; the words of a unit stay together."""
    found = textwrap.wrap(line, width, subsequent_indent=" " * indent, break_long_words=False, break_on_hyphens=False)
    return [one.replace(_FIRM, " ") for one in found] or [""]


def page_of(lines: Sequence[str], room: int, page: int) -> tuple[list[str], str]:
    """One page of lines, and what to say about the others."""
    if len(lines) <= room:
        return list(lines), ""
    size = max(room - 1, 3)
    pages = -(-len(lines) // size)
    at = page % pages
    return list(lines[at * size : (at + 1) * size]), f"page {at + 1} of {pages}: m shows the next; or type part of a name"


def matching(question: Choice | Allotment, word: str) -> list[str]:
    """The options and units whose name or label contains a word."""
    wanted = normalized(word)
    return [name for name, label in labels_of(question).items() if wanted and wanted in normalized(f"{name} {label}")]


def how_to_count(question: Allotment, told: BoardLookup = NO_BOARD) -> str:
    """How many can be named, with an example."""
    words = {"all": dict(question.items), "none": {}}
    short = [word for word, answer in words.items() if question.refuses(answer) is None]
    example = example_of(question, told)
    ways = [*[f"such as {example}"] * bool(example), *short]
    return f"{from_to(*question.totals())} in all{'; ' if ways else ''}{', '.join(ways)}"


def example_of(question: Allotment, told: BoardLookup = NO_BOARD) -> str:
    """An acceptable answer, as somebody might type it: the fewest of one unit, or the default; empty if neither is acceptable."""
    for name, most in question.items.items():
        fewest = next(
            (number for number in range(1, min(most, _MOST_IN_EXAMPLE) + 1) if question.refuses({name: number}) is None), 0
        )
        if fewest:
            board = told(name)
            return f"{fewest} {board.named if _has_name(name, Nameable(labels_of(question)), board) else name}"
    usual = "" if question.refuses(question.default) else answer_words(without_zeros(question.default))
    return usual if any(question.default.values()) else ""
