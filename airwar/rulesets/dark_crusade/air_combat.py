"""Air combat before the ground combat (B1-B3): Soviet air meets German air, or else flak."""

from __future__ import annotations

from dataclasses import replace

from airwar.engine.referee import Loss, Next, Referee, Ruling
from airwar.engine.rule import rule
from airwar.rulesets.dark_crusade.combat_table import CombatTable
from airwar.rulesets.dark_crusade.ground_combat import type_of_combat
from airwar.rulesets.dark_crusade.state import Combat


@rule("B3", "B1", "B2")
def air_combat(ref: Referee, combat: Combat) -> Next:
    """Soviet air is met by German air if there is any, else by the flak of Axis ground units; German air is never harmed."""
    survivors = combat.soviet_air
    if survivors and combat.german_air:
        survivors = air_to_air(ref, combat)
    elif survivors and gives_flak(ref, combat):
        survivors = flak(ref, combat)
    return Next(type_of_combat, replace(combat, soviet_air=survivors))


@rule("B1")
def air_to_air(ref: Referee, combat: Combat) -> int:
    """For each German air unit in turn, the result is how many of the remaining Soviet air units survive."""
    left = combat.soviet_air
    for number in range(1, combat.german_air + 1):
        if left:
            reading = the_table(combat).reading(left, most=left, means="survive")
            survivors = ref.roll(f"air-to-air.{number}", reading, by=combat.setting.role("soviet"))
            shot_down(ref, combat, left - survivors)
            left = survivors
    return left


@rule("B2")
def gives_flak(ref: Referee, combat: Combat) -> bool:
    """Axis ground units that are there give flak; whether dispersed ones do is not in the source."""
    units = combat.units(combat.setting.role("axis"))
    if not units or not all(unit.dispersed for unit in units):
        return bool(units)
    value: str = combat.setting.options["flak-from-dispersed"]
    said = "gives flak" if value == "true" else "gives no flak"
    ref.tell(Ruling, "flak-from-dispersed", value, f"the Axis has only dispersed units there, and {said}")
    return value == "true"


@rule("B2")
def flak(ref: Referee, combat: Combat) -> int:
    """One roll, however many units there are; here the result is how many are lost."""
    present = combat.soviet_air
    reading = the_table(combat).reading(present, most=present, means="lost")
    lost = ref.roll("flak", reading, by=combat.setting.role("soviet"))
    shot_down(ref, combat, lost)
    return present - lost


def shot_down(ref: Referee, combat: Combat, number: int) -> None:
    if number:
        ref.tell(Loss, combat.setting.role("soviet"), "Soviet air units", number, "eliminated")


def the_table(combat: Combat) -> CombatTable:
    table = combat.setting.table
    assert table is not None  # without one the phase ends before its first battle
    return table
