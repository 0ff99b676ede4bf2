"""Air combat before the ground combat (B1-B3): Soviet air meets German air, or else flak."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from airwar.engine.events import Loss, Note
from airwar.engine.moves import Move, Return, then
from airwar.engine.referee import Referee
from airwar.engine.rule import rule
from airwar.rulesets.dark_crusade.printed_table import rolled
from airwar.rulesets.dark_crusade.state import AIR_NAMES, SIDE_NAMES, Phase, Setting
from airwar.rulesets.kit.names import count


@dataclass(frozen=True)
class AirCombat:
    """Air combat in progress. It returns the Soviet air units that survive."""

    setting: Setting = field(hash=False, repr=False)
    german_air: int
    soviet_air: int
    rolled: int = 0  # German air units that have had their roll
    axis_units: int = 0  # Axis ground units, which fire flak
    undispersed: int = 0  # of these
    sheltering: int = 0  # German air units that have retreated to the point


def air_combat_at(phase: Phase, point: str) -> AirCombat:
    """The air combat at a point, before the first roll."""
    plan = phase.setting.battles[point]
    axis = [unit for unit in phase.of_side(point, "axis") if phase.setting.formation(unit).post == point]
    undispersed = sum(not unit.dispersed for unit in axis)
    sheltering = sum(air.number for air in phase.air if (air.side, air.at) == ("axis", point))
    return AirCombat(phase.setting, plan.german_air, plan.soviet_air, 0, len(axis), undispersed, sheltering)


@rule("B3", "B1", "B2")
def air_combat(ref: Referee, combat: AirCombat) -> Move[int]:
    """German air meets Soviet air; without German air, Axis ground units fire flak. German air is never harmed."""
    if combat.soviet_air and combat.sheltering:
        combat = with_sheltering_air(ref, combat)
    if combat.soviet_air and combat.german_air:
        return then(air_to_air, combat)
    if combat.soviet_air and fires_flak(ref, combat):
        return then(flak, combat)
    return Return(combat.soviet_air)


@rule("B13c", "B1", "B2")
def with_sheltering_air(ref: Referee, combat: AirCombat) -> AirCombat:
    """German air that has retreated to the point takes no part in air combat, or by option is present."""
    rulings = combat.setting.rulings
    present = rulings.value("sheltering-air") == "present"
    said = "is present and meets the Soviet air" if present else "takes no part in air combat"
    ref.tell(rulings.ruled, "sheltering-air", f"the German air that retreated to the point {said}")
    return replace(combat, german_air=combat.german_air + combat.sheltering) if present else combat


@rule("B1")
def air_to_air(ref: Referee, combat: AirCombat) -> Move[int]:
    """One roll for each German air unit: the result is how many of the remaining Soviet air units survive."""
    left, number = combat.soviet_air, combat.rolled + 1
    if not left or number > combat.german_air:
        return Return(left)
    which = f"German air unit {number} of {combat.german_air}" if combat.german_air > 1 else "the German air unit"
    ref.tell(Note, f"{which} meets {count(left, 'Soviet air unit')}: column {left} gives how many survive")
    key, by = f"air-to-air.{number}", SIDE_NAMES["soviet"]
    survivors = rolled(ref, combat.setting, key, left, most=left, by=by, means=("survive",))
    tell_shot_down(ref, left - survivors)
    return then(air_to_air, replace(combat, soviet_air=survivors, rolled=number))


@rule("B2")
def fires_flak(ref: Referee, combat: AirCombat) -> bool:
    """Axis ground units fire flak; whether they do when all are dispersed is not in the source."""
    if not combat.axis_units or combat.undispersed:
        return combat.axis_units > 0
    rulings = combat.setting.rulings
    fires = rulings.yes("flak-from-dispersed")
    said = "fire flak" if fires else "fire no flak"
    ref.tell(rulings.ruled, "flak-from-dispersed", f"the Axis ground units are all dispersed and {said}")
    return fires


@rule("B2")
def flak(ref: Referee, combat: AirCombat) -> Move[int]:
    """One roll, however many units fire; here the result is how many Soviet air units are lost."""
    present = combat.soviet_air
    ref.tell(Note, f"flak fires at {count(present, 'Soviet air unit')}: column {present} gives how many are lost")
    lost = rolled(ref, combat.setting, "flak", present, most=present, by=SIDE_NAMES["soviet"], means=("lost", "lost"))
    tell_shot_down(ref, lost)
    return Return(present - lost)


def tell_shot_down(ref: Referee, number: int) -> None:
    if number:
        ref.tell(Loss, SIDE_NAMES["soviet"], AIR_NAMES["soviet"], number, "eliminated")
