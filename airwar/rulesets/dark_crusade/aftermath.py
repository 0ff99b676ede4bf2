"""The end of a battle (B15): who holds the point, who enters it, and what that means for those who sheltered there."""

from __future__ import annotations

from dataclasses import replace

from airwar.engine.referee import Event, Loss, Next, Note, Referee
from airwar.engine.rule import rule
from airwar.rulesets.dark_crusade.air_moves import (
    defending_air_is_lost,
    displaced,
    german_air_follows,
    soviet_air_is_stranded,
    soviet_air_returns,
)
from airwar.rulesets.dark_crusade.sequence import next_battle
from airwar.rulesets.dark_crusade.state import Combat, Phase, Unit


@rule("B15")
def attackers_advance(ref: Referee, combat: Combat) -> Next:
    """Attackers that have cleared a point all enter it, dispersed ones too."""
    setting = combat.setting
    fled = any(unit.at and is_defender(combat, unit) for unit in combat.phase.units)
    if setting.attacker == "axis":
        combat = soviet_air_is_stranded(ref, combat)
        combat = german_air_follows(ref, combat, "advance", [combat.point])
    else:
        combat = displaced(ref, combat)
        combat = replace(combat, phase=combat.phase.with_air("soviet", combat.point, combat.soviet_air), soviet_air=0)
    ref.tell(told_advance, combat)
    combat = replace(combat, phase=replace(combat.phase, taken=tuple(sorted((*combat.phase.taken, combat.point)))))
    return battle_ends(ref, combat, "taken: defenders retreated" if fled else "taken: defenders destroyed")


def is_defender(combat: Combat, unit: Unit) -> bool:
    """Whether a unit was one of the defenders of this point."""
    formation = combat.phase.formation(unit)
    return formation.post == combat.point and formation.side != combat.setting.attacker


def told_advance(combat: Combat) -> list[Event]:
    where = combat.phase.name(combat.point)
    units = [combat.phase.formation(unit).name for unit in combat.units("attacker")]
    air = " with the Soviet air units" if any(air[:2] == ("soviet", combat.point) for air in combat.phase.air) else ""
    return [Note(f"{', '.join(units)} occup{'y' if len(units) > 1 else 'ies'} {where}{air}")]


@rule("B8", "B15")
def attackers_are_destroyed(ref: Referee, combat: Combat) -> Next:
    """The defender holds; he never advances. Attacking air is left without ground units."""
    combat = displaced(ref, combat) if combat.setting.attacker == "axis" else soviet_air_returns(ref, combat, ())
    return battle_ends(ref, combat, "held: attackers destroyed")


@rule("B11")
def both_are_destroyed(ref: Referee, combat: Combat) -> Next:
    """Nobody is left; the defender still controls the point."""
    ref.tell(Note, f"nobody is left at {combat.phase.name(combat.point)}: the defender still controls it")
    return battle_ends(ref, displaced(ref, combat), "held: both sides destroyed")


@rule("B13c")
def battle_ends(ref: Referee, combat: Combat, result: str) -> Next:
    """The defender's air stays with those who hold; who sheltered here is lost unless they still occupy the point."""
    phase = combat.phase
    side = combat.setting.side("defender")
    phase = phase.with_air(side, combat.point, combat.german_air if side == "axis" else combat.soviet_air)
    if not combat.units("defender"):
        phase = shelter_is_lost(ref, phase, combat.point)
    return Next(next_battle, replace(phase, results=(*phase.results, (combat.point, result))))


@rule("B13c")
def shelter_is_lost(ref: Referee, phase: Phase, point: str) -> Phase:
    """Units that retreated to a point under attack die when its defenders no longer occupy it."""
    # Ruling: that holds when both sides were destroyed as well.
    lost = phase.sheltering(point)
    if lost:
        ref.tell(told_shelter, phase, lost, point)
    return defending_air_is_lost(ref, phase, point).with_units(unit._replace(at="") for unit in lost)


def told_shelter(phase: Phase, lost: tuple[Unit, ...], point: str) -> list[Event]:
    fate: list[Event] = [Loss("defender", phase.formation(unit).name, 1, "eliminated") for unit in lost]
    return [Note(f"{phase.name(point)} is not held: who retreated there is lost"), *fate]
