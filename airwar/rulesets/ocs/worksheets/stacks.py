"""The order of a stack of counters (4.2b)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from airwar.engine.events import Sheet
from airwar.engine.rule import rule
from airwar.rulesets.kit.charts import load_chart
from airwar.rulesets.ocs.units.air import PACKAGE


class Stack(NamedTuple):
    """A stack of counters to be put in order, top to bottom as the player holds it."""

    id: str
    kinds: tuple[str, ...]


@cache
def tiers() -> dict[str, str]:
    """The letter of each kind of counter."""
    return {kind: letter for kind, (letter,) in load_chart(PACKAGE, "stacking").rows}


@rule("R50")
def stack_order(kinds: Iterable[str]) -> list[str]:
    """Counters from top to bottom; within a letter they stay in the owner's order."""
    letters = tiers()
    return sorted(kinds, key=lambda kind: letters[kind])


@rule("R50")
def stack_sheet(stack: Stack) -> Sheet:
    """The stack in its proper order."""
    rows = tuple((tiers()[kind], kind.replace("-", " ")) for kind in stack_order(stack.kinds))
    return Sheet(f"{stack.id}: order of stacking 4.2b, top to bottom", ("line", "counter"), rows)
