"""Every air unit, where it is and in what state, by base: the order of battle, and the position at the end."""

from __future__ import annotations

from typing import Any

from airwar.rulesets.ruleset import Stack
from airwar.rulesets.world_at_war.state import Turn
from airwar.rulesets.world_at_war.units.unit import Unit

ELIMINATED = "eliminated"


def stacks(state: Any) -> list[Stack]:
    """Base by base, then the boxes of strategic warfare, the kamikazes, carriers that are damaged or sunk, and what is lost."""
    turn: Turn = getattr(state, "turn", state)
    found: dict[tuple[str, str], list[str]] = {}
    for unit in (*turn.units, *turn.basing.building):
        if unit.left:
            found.setdefault((unit.side, place_of(turn, unit)), []).append(unit_words(unit))
    gone = [unit for unit in turn.units if unit.had and not unit.left]
    for unit in gone:
        found.setdefault((unit.side, ELIMINATED), []).append(f"{unit.id} ({unit.air_type.counted(unit.had)})")
    pool = turn.kamikazes
    if pool.limit:
        words = [f"{pool.built} built", f"{pool.unbuilt} unbuilt", f"pool of {pool.limit}", f"+{pool.expansions} from growth"]
        found[pool.side, "kamikazes"] = [", ".join(words)]
    sides = sorted({side for side, _ in found}, key=[*turn.setting.sides].index)
    every = [Stack(side, place, tuple(units)) for side in sides for (whose, place), units in found.items() if whose == side]
    return sorted(every, key=lambda stack: (sides.index(stack.side), stack.place == ELIMINATED))


def place_of(turn: Turn, unit: Unit) -> str:
    """The base, with the carrier's state if it is one; the front of a unit in strategic warfare."""
    if unit.strategic:
        return f"{turn.name(unit.home)} front"
    carrier = turn.find_carrier(unit.home)
    if carrier is None:
        return turn.name(unit.home)
    where = f"in {turn.name(carrier.port)}" if carrier.port else "at sea"
    words = [where, *(word for word, holds in (("sunk", carrier.sunk), ("damaged", carrier.damaged)) if holds)]
    return f"{carrier.name} ({', '.join(words)})"


def unit_words(unit: Unit) -> str:
    """`fliegerkorps-ii 5 German AAF`; what is not ready comes in parentheses."""
    states = {"inverted": unit.inverted, "used": unit.flown + unit.at_sea, "in the air": unit.flying}
    words = [word if number == unit.left else f"{number} {word}" for word, number in states.items() if number]
    state = f" ({', '.join(words)})" if words else ""
    return f"{unit.id} {unit.air_type.counted(unit.left)}{state}"
