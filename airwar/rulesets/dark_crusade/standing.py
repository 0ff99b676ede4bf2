"""Where every unit is and in what state, in the middle of a battle too."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from airwar.engine.words import count
from airwar.rulesets.dark_crusade.air_combat import AirCombat
from airwar.rulesets.dark_crusade.battle import Battle
from airwar.rulesets.dark_crusade.state import AIR_NAMES, SIDE_NAMES, Air, Outcome, Phase, Unit, joined
from airwar.rulesets.ruleset import ELIMINATED, Standing, standing_of

AIR_IDS = {"axis": "german-air", "soviet": "soviet-air"}


def standing(states: Sequence[Any]) -> list[Standing]:
    """Ground units by point with their losses; air units that take part in a battle, have left one, or are lost."""
    phase, engaged = states[0], dict[str, int]()
    for state in states[1:]:
        match state:
            case Battle():
                phase, engaged = fighting(states[0], state), {"axis": state.german_air, "soviet": state.soviet_air}
            case AirCombat(soviet_air=left) | int(left):
                engaged = {"axis": phase.setting.battles[phase.fought].german_air, "soviet": left}
            case Outcome():
                phase, engaged = states[0].after(state), {}
    rows = [*(row_of(phase, unit) for unit in phase.units), *air_rows(phase, engaged)]
    return sorted(standing_of(rows), key=lambda row: (list(SIDE_NAMES).index(row.side), row.marks == ELIMINATED))


def fighting(phase: Phase, battle: Battle) -> Phase:
    """The phase with what the battle under way has changed so far."""
    _, before = phase.around(battle.point)
    elsewhere = [air for air in phase.air if air not in before]
    return replace(phase.with_units(battle.ground), air=joined(elsewhere, battle.air))


def row_of(phase: Phase, unit: Unit) -> Standing:
    """A ground unit; attackers whose battle is still to come have not left their point for good."""
    formation = phase.setting.formation(unit)
    name = f"{formation.name} ({formation.type} {formation.strength})"
    if not unit.at:
        return Standing(formation.side, "", unit.id, name, 1, ELIMINATED)
    coming = bool(formation.origin) and formation.post in phase.pending
    flags = {
        f"bound-for={unit.at}": coming,
        "dispersed": unit.dispersed,
        f"losses={unit.losses}": unit.losses,
        f"works={unit.works}": unit.works,
    }
    marks = tuple(mark for mark, holds in flags.items() if holds)
    return Standing(formation.side, formation.origin if coming else unit.at, unit.id, name, 1, marks)


def air_rows(phase: Phase, engaged: dict[str, int]) -> Iterator[Standing]:
    """Air units over the points where they are to fight, and where they went afterwards; those that went nowhere are displaced."""
    survivors = dict(phase.survivors)
    for side, unit in AIR_IDS.items():
        over = {point: phase.setting.battles[point].air(side) for point in (*phase.pending, phase.fought) if point}
        if side == "soviet":
            over |= {point: number for point, number in survivors.items() if point in over}
        if phase.fought and engaged:
            over[phase.fought] = engaged[side]
        found = [Standing(side, point, unit, AIR_NAMES[side], number, ("over",)) for point, number in over.items()]
        found += [landed(air, unit) for air in phase.air if air.side == side]
        yield from found
        had = sum(plan.air(side) for plan in phase.setting.battles.values())
        yield Standing(side, "", unit, AIR_NAMES[side], had - sum(row.count for row in found), ELIMINATED)


def landed(air: Air, unit: str) -> Standing:
    flags = {"dispersed": air.dispersed, "displaced": not air.at}
    return Standing(air.side, air.at, unit, AIR_NAMES[air.side], air.number, tuple(mark for mark, holds in flags.items() if holds))


def called(row: Standing) -> str:
    """A ground unit by its name, air units by their number."""
    return count(row.count, row.name.removesuffix("s")) if row.unit in AIR_IDS.values() else row.name


def place_name(phase: Phase, place: str) -> str:
    return phase.setting.name(place)
