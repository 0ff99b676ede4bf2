"""Words for messages."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from unicodedata import category


def count(number: int, noun: str, plural: str = "") -> str:
    """A number with its noun: 1 step, 2 steps, 0 aircraft."""
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"


def counted(number: int, kind: str) -> str:
    """A number of a kind of unit, which takes no plural s if it is an abbreviation or has values behind it: 2 German AAF."""
    plain = kind[-1:].islower() and kind[-1] != "s"
    return f"{number} {kind}{'s' if plain and number != 1 else ''}"


def id_of(name: str) -> str:
    """A name as people type it: western-allies for Western Allies."""
    return name.strip().lower().replace(" ", "-")


def verb(number: int, plain: str, third_person: str = "") -> str:
    """The verb that goes with a number: 1 joins, 2 join, 1 flies."""
    return third_person or f"{plain}s" if number == 1 else plain


def shown(value: object, most: int = 40) -> str:
    """A value that somebody typed or wrote, quoted if it is text, and cut short if it is long."""
    if isinstance(value, str):
        return repr(value if len(value) <= most else value[: most - 1] + "…")
    if isinstance(value, list | tuple | dict) and len(value) > most:
        return f"{'a mapping' if isinstance(value, dict) else 'a list'} of {len(value):,}"
    text = repr(value)
    return text if len(text) <= 3 * most else text[: 3 * most - 1] + "…"


def listed(parts: Iterable[str], most: int = 0, other: str = "other") -> str:
    """Parts as a list in a sentence: `a`, `a and b`, `a, b and c`. Those beyond `most` are only counted."""
    items = list(parts)
    if most and len(items) > most:
        items = [*items[: most - 1], count(len(items) - most + 1, other)]
    return f"{', '.join(items[:-1])} and {items[-1]}" if len(items) > 1 else "".join(items)


def one_line(text: str) -> str:
    """A text on one line, without control and formatting characters."""
    if not (text.isascii() and text.isprintable()):
        text = "".join(" " if char.isspace() else char for char in text if char.isspace() or category(char) not in _UNPRINTABLE)
    return text.strip()


_UNPRINTABLE = ("Cc", "Cf", "Cs", "Zl", "Zp")
ROLES = ("attacker", "defender")
_ADJECTIVES = ("Soviet", "German")  # words that rule books use for sides
ACRONYMS = ("uk", "us", "usa", "ussr")
_MOST_NAMED = 8  # the most names that a message lists
_LONGEST_MISSPELLED = 60  # the longest word, in letters, for which a similar one is sought


def side_name(side: str) -> str:
    """A side or nation as it is shown: Western Allies for western-allies, UK for uk."""
    return " ".join(word.upper() if word in ACRONYMS else word[:1].upper() + word[1:] for word in side.replace("-", " ").split())


def some_of(names: Iterable[str]) -> str:
    """The first few names, separated by commas."""
    every = list(names)
    return ", ".join(every[:_MOST_NAMED]) + (f" and {len(every) - _MOST_NAMED} more" if len(every) > _MOST_NAMED else "")


def not_one_of(word: object, names: Iterable[str], also: str = "") -> str:
    """Why a word is refused: the first few of the names that exist, and the one that was probably meant.

    `also`: what else would be accepted.
    """
    known = list(names)
    near = closest(word, known) if isinstance(word, str) else None
    return f"{shown(word)} is not {one_of(known)}{also and f'; {also}'}{did_you_mean(near)}"


def one_of(names: Iterable[str]) -> str:
    """The first few names to choose from: `one of a, b`, or just `a`."""
    every = list(names)
    return f"{'one of ' if len(every) != 1 else ''}{some_of(every)}"


def did_you_mean(word: str | None) -> str:
    """A suggestion to end a message with, if there is one."""
    return f"; did you mean {word}?" if word and word.isprintable() else ""


def closest(word: str, names: Iterable[str]) -> str | None:
    """The name that was probably meant: one that is nearly the same word, or None."""
    if len(word) > _LONGEST_MISSPELLED:
        return None
    folded = {name.casefold(): name for name in names}
    near = get_close_matches(word.casefold(), folded, n=1)
    return folded[near[0]] if near else None


def is_plural(side: str) -> bool:
    """Whether a side's name is plural: the Allies sweep, the Axis sweeps."""
    return side.endswith("s") and not side.endswith("xis") and side.lower() not in ACRONYMS


def with_article(name: str) -> str:
    """`the Axis`, `the Allies`, `the UK`, `Russia`, `the Soviet side`."""
    if name in _ADJECTIVES:
        return f"the {name} side"
    return f"the {name}" if name.endswith("s") or name.lower() in (*ACRONYMS, *ROLES) else name


def possessive(name: str) -> str:
    """`the Axis's`, `the Allies'`, `Japan's`."""
    return with_article(name) + ("'" if is_plural(name) else "'s")


def agreeing(side: str, predicate: str) -> str:
    """What a side does, after its name: `Allies sweep Galatas` for `sweeps Galatas`."""
    verb, space, rest = predicate.partition(" ")
    if is_plural(side):
        verb = f"{verb[:-3]}y" if verb.endswith("ies") else verb.removesuffix("s")
    return f"{side} {verb}{space}{rest}"
