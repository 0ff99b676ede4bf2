"""Every unit, where it is and in what state, by point: the order of battle, and the position at the end."""

from __future__ import annotations

from airwar.engine.words import count
from airwar.rulesets.dark_crusade.state import AIR_NAMES, SIDE_NAMES, Phase, Unit
from airwar.rulesets.ruleset import Stack

LOST = "lost"


def stacks(phase: Phase) -> list[Stack]:
    """Point by point: ground units with their strength, their losses and whether they are dispersed; then air units."""
    name = phase.setting.name
    found: dict[tuple[str, str], list[str]] = {}
    for unit in phase.units:
        side = phase.setting.formation(unit).side
        found.setdefault((side, place_of(phase, unit)), []).append(unit_words(phase, unit))
    for point in phase.pending:
        for side, adjective in AIR_NAMES.items():
            survivors = dict(phase.survivors).get(point) if side == "soviet" else None
            number = phase.setting.battles[point].air(side) if survivors is None else survivors
            if number:
                found.setdefault((side, f"for the battle at {name(point)}"), []).append(air_words(adjective, number))
    for air in phase.air:
        where = name(air.at) if air.at else "displaced"
        state = " (dispersed)" if air.dispersed else ""
        found.setdefault((air.side, where), []).append(air_words(AIR_NAMES[air.side], air.number) + state)
    every = [Stack(SIDE_NAMES[side], place, tuple(units)) for (side, place), units in found.items()]
    return sorted(every, key=lambda stack: (list(SIDE_NAMES.values()).index(stack.side), stack.place == LOST))


def air_words(name: str, number: int) -> str:
    return count(number, name.removesuffix("s"))


def place_of(phase: Phase, unit: Unit) -> str:
    """A point; attackers whose battle is still to come are on their line."""
    formation = phase.setting.formation(unit)
    if not unit.at:
        return LOST
    place = phase.setting.name(unit.at)
    if formation.origin and formation.post in phase.pending:
        return f"from {phase.setting.name(formation.origin)} to {place}"
    return place


def unit_words(phase: Phase, unit: Unit) -> str:
    """`XLVII Pz Corps (major 4, 4 losses, dispersed)`."""
    formation = phase.setting.formation(unit)
    if not unit.at:
        return formation.name
    words = [f"{formation.type} {formation.strength}"]
    words += [count(unit.losses, "loss", "losses")] * bool(unit.losses) + ["dispersed"] * unit.dispersed
    return f"{formation.name} ({', '.join(words)})"
