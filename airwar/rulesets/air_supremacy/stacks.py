"""Every unit, where it is and in what state, by space: the order of battle, and the position at the end."""

from __future__ import annotations

from airwar.rulesets.air_supremacy.position import position_of
from airwar.rulesets.air_supremacy.setting import Standing
from airwar.rulesets.air_supremacy.turn import Turn
from airwar.rulesets.air_supremacy.units import counted, nation_name
from airwar.rulesets.ruleset import Stack


def stacks(turn: Turn) -> list[Stack]:
    """Nation by nation, space by space."""
    found: dict[tuple[str, str], list[str]] = {}
    for unit in position_of(turn).units:
        aboard = f"aboard {turn.setting.name(unit.aboard)}" if unit.aboard else ""
        place = aboard or (turn.setting.name(unit.space) if unit.space else "nowhere")
        found.setdefault((nation_name(unit.nation), place), []).append(unit_words(turn, unit))
    for plan in turn.passes:
        for line in plan.waiting:
            place = f"on the way to {turn.setting.name(plan.space)}"
            found.setdefault((nation_name(line.kind.nation), place), []).append(counted(line.kind.type.name, line.number))
    nations = list(dict.fromkeys(nation for nation, _ in found))
    return [Stack(nation, place, tuple(units)) for one in nations for (nation, place), units in found.items() if nation == one]


def unit_words(turn: Turn, unit: Standing) -> str:
    """`2 fighters`, and what is wrong with them."""
    name = turn.setting.campaign.types[unit.type].name
    words = [word for word, holds in (("damaged", unit.damage), ("retreated", unit.out_for)) if holds]
    state = f" ({', '.join(words)})" if words else ""
    return f"{counted(name, unit.number)}{state}"
