"""Air combat before the ground combat (B1-B3): Soviet air meets German air, or else flak."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from airwar.rulesets.dark_crusade.combat_table import rolled
from airwar.rulesets.dark_crusade.position import AIR_NAMES, SIDE_NAMES, Phase, Setting
from airwar.rulesets.kit import Loss, Move, Note, Referee, Return, count, rule, then


@dataclass(frozen=True, kw_only=True)
class AirCombat:
    """Air combat in progress. It returns itself when it is over."""

    setting: Setting = field(hash=False, repr=False)
    german_air: int
    soviet_air: int
    axis_units: int  # ground units, which fire flak
    undispersed: int  # of these
    sheltering: int  # German air units that have retreated to the point
    rolled: int = 0  # German air units that have had their roll


def air_combat_at(phase: Phase, point: str) -> AirCombat:
    """The air combat at a point, before the first roll."""
    setting = phase.setting
    axis = phase.force(point, "attacker" if setting.attacker == "axis" else "defender")
    return AirCombat(
        setting=setting,
        german_air=phase.flying(point, "axis"),
        soviet_air=phase.flying(point, "soviet"),
        axis_units=len(axis),
        undispersed=sum(not unit.dispersed for unit in axis),
        sheltering=sum(one.number for one in phase.air if (one.side, one.at, one.sheltering) == ("axis", point, True)),
    )


@rule("B3", "B1", "B2")
def air_combat(ref: Referee, combat: AirCombat) -> Move[AirCombat]:
    """German air meets Soviet air; without German air, Axis ground units fire flak. German air is never harmed."""
    if combat.soviet_air and combat.sheltering:
        combat = with_sheltering_air(ref, combat)
    if combat.soviet_air and combat.german_air:
        return then(air_to_air, combat)
    if combat.soviet_air and fires_flak(ref, combat):
        return then(flak, combat)
    return Return(combat)


@rule("B13c", "B1", "B2")
def with_sheltering_air(ref: Referee, combat: AirCombat) -> AirCombat:
    """German air that has retreated to the point takes no part in air combat, or by option is present."""
    rulings = combat.setting.rulings
    present = rulings.value("sheltering-air") == "present"
    said = "is present and meets the Soviet air" if present else "takes no part in air combat"
    ref.tell(rulings.ruled, "sheltering-air", f"the German air that retreated to the point {said}")
    return replace(combat, german_air=combat.german_air + combat.sheltering) if present else combat


@rule("B1")
def air_to_air(ref: Referee, combat: AirCombat) -> Move[AirCombat]:
    """One roll for each German air unit: the result is how many of the remaining Soviet air units survive."""
    left, number = combat.soviet_air, combat.rolled + 1
    if not left or number > combat.german_air:
        return Return(combat)
    which = f"German air unit {number} of {combat.german_air}" if combat.german_air > 1 else "the German air unit"
    ref.tell(Note, f"{which} meets {count(left, 'Soviet air unit')}: column {left} gives how many survive")
    by = SIDE_NAMES["soviet"]
    survivors = rolled(ref, combat.setting.table, f"air-to-air.{number}", left, most=left, by=by, means=("survive",))
    return then(air_to_air, replace(shot_down(ref, combat, left - survivors), rolled=number))


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
def flak(ref: Referee, combat: AirCombat) -> Move[AirCombat]:
    """One roll, however many units fire; here the result is how many Soviet air units are lost."""
    present = combat.soviet_air
    ref.tell(Note, f"flak fires at {count(present, 'Soviet air unit')}: column {present} gives how many are lost")
    by = SIDE_NAMES["soviet"]
    lost = rolled(ref, combat.setting.table, "flak", present, most=present, by=by, means=("lost", "lost"))
    return Return(shot_down(ref, combat, lost))


def shot_down(ref: Referee, combat: AirCombat, number: int) -> AirCombat:
    if number:
        ref.tell(Loss, SIDE_NAMES["soviet"], AIR_NAMES["soviet"], number, "eliminated")
    return replace(combat, soviet_air=combat.soviet_air - number)
