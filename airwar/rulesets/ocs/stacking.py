"""The order of a stack (4.2b), and how many air units there may be."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from airwar.engine.referee import Referee, Sheet
from airwar.engine.rule import rule
from airwar.rulesets.kit.charts import load_chart
from airwar.rulesets.ocs.rulings import Rulings
from airwar.rulesets.ocs.state import Turn
from airwar.rulesets.ocs.units import AT_BASE, PACKAGE


class Stack(NamedTuple):
    """A pile of counters to be put in order, from top to bottom as the player holds it."""

    id: str
    kinds: tuple[str, ...]


@cache
def tiers() -> dict[str, str]:
    """The letter of each kind of counter."""
    return {kind: letter for letter, kinds in load_chart(PACKAGE, "stacking").rows for kind in kinds}


@rule("R50")
def stack_order(kinds: Iterable[str]) -> list[str]:
    """Counters from top to bottom; within a letter the owner's order stands."""
    letters = tiers()
    return sorted(kinds, key=lambda kind: letters[kind])


@rule("R50")
def work_out_stack(ref: Referee, stack: Stack) -> None:
    """Tells how a stack is to lie."""
    ref.tell(stack_sheet, stack)


def stack_sheet(stack: Stack) -> Sheet:
    rows = tuple((tiers()[kind], kind.replace("-", " ")) for kind in stack_order(stack.kinds))
    return Sheet(f"{stack.id}: order of stacking 4.2b, top to bottom", ("line", "counter"), rows)


@rule("R14")
def active_limit(rulings: Rulings, level: int, kind: str = "base") -> int | None:
    """How many active air units a base holds, None for any number; inactive ones are never limited."""
    if rulings["base-stacking"] == "unlimited" or kind == "carrier":
        return None
    return 4 if kind == "strip" else 4 + level


@rule("R14")
def active_room(turn: Turn, place: str) -> int | None:
    """How many more air units may be active at a base, None for any number."""
    base = turn.base(place)
    limit = active_limit(turn.rulings, base.level if base else 0, turn.setting.places[place].kind)
    active = sum(unit.status == AT_BASE and unit.place == place for unit in turn.units)
    return None if limit is None else max(0, limit - active)
