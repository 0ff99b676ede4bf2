"""Air combat before the ground combat (B1-B3): Soviet air meets German air, or else flak."""

from __future__ import annotations

from airwar.rulesets.dark_crusade.combat_table import rolled
from airwar.rulesets.dark_crusade.position import AIR_NAMES, SIDE_NAMES, Battle, Unit
from airwar.rulesets.kit import Loss, Move, Note, Referee, Return, count, replace, rule, then


@rule("B3", "B1", "B2")
def air_combat(ref: Referee, battle: Battle) -> Move[Battle]:
    """German air meets Soviet air; without German air, Axis ground units fire flak. German air is never harmed."""
    if not battle.soviet_air:
        return Return(battle)
    intercepting = battle.german_air + sheltering_air(ref, battle)
    if intercepting:
        return then(air_to_air, replace(battle, intercepting=intercepting))
    return then(flak, battle) if fires_flak(ref, battle, axis_units(battle)) else Return(battle)


def axis_units(battle: Battle) -> list[Unit]:
    return battle.units("attacker" if battle.setting.attacker == "axis" else "defender")


@rule("B13c", "B1", "B2")
def sheltering_air(ref: Referee, battle: Battle) -> int:
    """The German air units that retreated to the point and meet Soviet air: none, or by option all."""
    there = sum(one.count for one in battle.air if (one.side, one.at, one.sheltering) == ("axis", battle.point.id, True))
    if not there:
        return 0
    rulings = battle.setting.rulings
    present = rulings.value("sheltering-air") == "present"
    said = "is present and meets the Soviet air" if present else "takes no part in air combat"
    ref.tell(rulings.ruled, "sheltering-air", f"the German air that retreated to the point {said}")
    return there if present else 0


@rule("B1")
def air_to_air(ref: Referee, battle: Battle) -> Move[Battle]:
    """One roll for each German air unit: the result is how many of the remaining Soviet air units survive."""
    left, number, most = battle.soviet_air, battle.intercepted + 1, battle.intercepting
    if not left or number > most:
        return Return(replace(battle, intercepting=0, intercepted=0))
    which = f"German air unit {number} of {most}" if most > 1 else "the German air unit"
    ref.tell(Note, f"{which} meets {count(left, 'Soviet air unit')}: column {left} gives how many survive")
    by = SIDE_NAMES["soviet"]
    survivors = rolled(ref, battle.setting.table, f"air-to-air.{number}", left, most=left, by=by, means=("survive",))
    return then(air_to_air, replace(shot_down(ref, battle, left - survivors), intercepted=number))


@rule("B2")
def fires_flak(ref: Referee, battle: Battle, units: list[Unit]) -> bool:
    """Whether Axis ground units fire flak; for units that are all dispersed, the source does not say, and an option decides."""
    if not all(unit.dispersed for unit in units) or not units:
        return bool(units)
    rulings = battle.setting.rulings
    fires = rulings.yes("flak-from-dispersed")
    said = "fire flak" if fires else "fire no flak"
    ref.tell(rulings.ruled, "flak-from-dispersed", f"the Axis ground units are all dispersed and {said}")
    return fires


@rule("B2")
def flak(ref: Referee, battle: Battle) -> Move[Battle]:
    """One roll, no matter how many units fire; here the result is how many Soviet air units are lost."""
    there, by = battle.soviet_air, SIDE_NAMES["soviet"]
    ref.tell(Note, f"flak fires at {count(there, 'Soviet air unit')}: column {there} gives how many are lost")
    return Return(
        shot_down(ref, battle, rolled(ref, battle.setting.table, "flak", there, most=there, by=by, means=("lost", "lost")))
    )


def shot_down(ref: Referee, battle: Battle, number: int) -> Battle:
    if number:
        ref.tell(Loss, SIDE_NAMES["soviet"], AIR_NAMES["soviet"], number, "eliminated")
    return replace(battle, soviet_air=battle.soviet_air - number)
