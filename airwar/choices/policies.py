"""Policies for decisions to stay or to leave: `stay`, `leave-below-4`, `leave-under-50%`; and for losses: `first a, b`, `last a`.

A ruleset says which of its decisions are about staying or leaving, and which option means which. A policy picks the
option by that name, never by its place in the list.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from airwar.engine.frozen import dataclass
from airwar.engine.words import closest

BEST = "best"  # for any decision: what is worth most to the side that decides, worked out in play
EXPECTED = "stay, leave-below-N (own factors) or leave-under-P% (of the enemy's strength)"


FIRST, LAST = "first ", "last "  # which units are taken first, or only when no others are left


def in_order(word: str, items: Mapping[str, int], usual: Mapping[str, int]) -> dict[str, int] | None:
    """As many as usual, but in the order that a word such as `first a, b` or `last a` gives; None for any other word.

    Names that are not offered are passed over: an order of losses names units of several battles.
    """
    how = next((how for how in (FIRST, LAST) if word.startswith(how)), None)
    if how is None:
        return None
    named = [name for name in re.split(r"[,\s]+", word.removeprefix(how)) if name in items]
    others = sorted((name for name in items if name not in named), key=lambda name: not usual.get(name))
    left, taken = sum(usual.values()), {}
    for name in [*named, *others] if how == FIRST else [*others, *named]:
        taken[name] = min(items[name], left)
        left -= taken[name]
    return {name: number for name, number in taken.items() if number}


@dataclass(frozen=True)
class Stance:
    """The two options of a stay-or-leave decision, by name. Other options may be offered beside them."""

    stay: str
    leave: str


@dataclass(frozen=True)
class Policy:
    """Leaves when a fact is below a limit, otherwise stays; without a fact, always stays."""

    name: str
    fact: str = ""
    limit: int = 0

    def option(self, stance: Stance, offered: Mapping[str, str], facts: Mapping[str, int]) -> str:
        """The option to take. Where leaving is not offered, the policy stays."""
        leaves = bool(self.fact) and facts[self.fact] < self.limit
        return stance.leave if leaves and stance.leave in offered else stance.stay


@lru_cache(maxsize=1024)
def policy_named(text: str) -> Policy | None:
    """The policy of that name, or None."""
    if text == "stay":
        return Policy(text)
    if below := re.fullmatch(r"leave-below-(\d{1,6})", text):
        return Policy(text, "own.factors", int(below[1]))
    if under := re.fullmatch(r"leave-under-(\d{1,6})%", text):
        return Policy(text, "strength-percent", int(under[1]))
    return None


def meant_policy(text: str) -> str | None:
    """The policy that a misspelled one was meant to be: leave-below-4 for leave-bellow-4."""
    limit = "".join(filter(str.isdecimal, text))
    return closest(text, (f"leave-below-{limit}", f"leave-under-{limit}%")) if limit else None


def misspelled(text: str) -> bool:
    """Whether this was meant to be a policy, but is not."""
    return re.match(r"leave-?(?:bel|und)", text) is not None and policy_named(text) is None
