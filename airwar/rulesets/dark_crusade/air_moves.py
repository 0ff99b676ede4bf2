"""What becomes of the air units after a battle (B4-B6): they go with the ground units, and never stay alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from airwar.engine.referee import Loss, Note, Referee, Ruling
from airwar.engine.rule import rule
from airwar.rulesets.dark_crusade.refuge import Movers
from airwar.rulesets.dark_crusade.routes import Move, marched, to_own_points, told_moves
from airwar.rulesets.dark_crusade.state import SOVIET_AIR, Combat, Phase, other


@rule("B6", "B5")
def german_air_follows(ref: Referee, combat: Combat, how: str, points: Sequence[str]) -> Combat:
    """German air may advance or retreat with Axis ground units; what does not is displaced, for its player to place."""
    number = combat.german_air
    if not number:
        return combat
    role = combat.setting.role("axis")
    phase = combat.phase
    sent = dict.fromkeys(points, 0)
    if points:
        labels = {point: f"{how} to {phase.name(point)}" for point in points}
        places = dict.fromkeys(points, number)
        sent = ref.allot(f"german-air.{how}", places, by=role, most=number, default={points[0]: number}, labels=labels)
    for point, count in sent.items():
        if count:
            done = "advanced" if how == "advance" else "retreated"
            ref.tell(Loss, role, "German air units", count, f"{done} to {phase.name(point)}")
            phase = phase.with_air("axis", point, count)
    return displaced(ref, replace(combat, phase=phase, german_air=number - sum(sent.values())))


@rule("B6")
def displaced(ref: Referee, combat: Combat) -> Combat:
    """German air without an Axis ground unit cannot stay; it is not lost, its player places it."""
    if not combat.german_air:
        return combat
    ref.tell(Loss, combat.setting.role("axis"), "German air units", combat.german_air, "displaced")
    return replace(combat, phase=combat.phase.with_air("axis", "", combat.german_air), german_air=0)


@rule("B4", "B12")
def soviet_air_returns(ref: Referee, combat: Combat, points: Sequence[str]) -> Combat:
    """Attacking Soviet air goes back where the attack came from, with ground units if any are left."""
    number = combat.soviet_air
    if not number:
        return combat
    phase = combat.phase
    places = list(points) or free_origins(combat)
    if not places:
        ref.tell(Loss, "attacker", "Soviet air units", number, "eliminated")
        value = combat.setting.options["stranded-soviet-air"]
        ref.tell(Ruling, "stranded-soviet-air", value, "attacking Soviet air finds its ground units and its starting points lost")
        return replace(combat, soviet_air=0)
    if not points:
        ref.tell(Note, "the Soviet air units go back without ground units; what becomes of them is not in the source")
    value = combat.setting.options["retreating-soviet-air-dispersed"]
    labels = {point: f"Soviet air units to {phase.name(point)}" for point in places}
    wanted = dict.fromkeys(places, number)
    default = {places[0]: number}
    sent = ref.allot("soviet-air.return", wanted, by="attacker", least=number, most=number, default=default, labels=labels)
    for point, count in sent.items():
        if count:
            ref.tell(Loss, "attacker", "Soviet air units", count, f"retreated to {phase.name(point)}")
            phase = phase.with_air("soviet", point, count, dispersed=value == "true")
    said = "is dispersed on arrival" if value == "true" else "is not dispersed on arrival"
    ref.tell(Ruling, "retreating-soviet-air-dispersed", value, f"Soviet air that comes back {said}")
    return replace(combat, phase=phase, soviet_air=0)


def free_origins(combat: Combat) -> list[str]:
    """Where the attack came from, as far as no enemy has been driven there."""
    mine = [formation for formation in combat.setting.formations.values() if formation.origin and formation.post == combat.point]
    origins = dict.fromkeys(formation.origin for formation in mine)
    return [origin for origin in origins if not combat.phase.of_side(origin, other(combat.setting.attacker))]


@rule("B4")
def soviet_air_is_stranded(ref: Referee, combat: Combat) -> Combat:
    """Defending Soviet air whose last ground unit is gone is removed, or flies to points of its own side."""
    if not combat.soviet_air:
        return combat
    value = combat.setting.options["stranded-soviet-air"]
    ref.tell(Ruling, "stranded-soviet-air", value, "Soviet air cannot defend alone")
    moves: list[Move] = []
    left: Movers = {SOVIET_AIR: combat.soviet_air}
    if value == "retreat":
        moves, left = to_own_points(ref, combat, left, nobody_lost=False)
        ref.tell(told_moves, combat, moves)
    if left:
        ref.tell(Loss, "defender", "Soviet air units", left[SOVIET_AIR], "eliminated")
    return replace(combat, phase=marched(combat.phase, moves), soviet_air=0)


@rule("B6", "B4")
def defending_air_is_lost(ref: Referee, phase: Phase, point: str) -> Phase:
    """The defender's air units do not stay at a point where his ground units are no more."""
    # Ruling: Soviet air cannot defend alone and is lost with the ground units; German air is only displaced.
    side = phase.setting.side("defender")
    phase, number = phase.without_air(side, point)
    if not number:
        return phase
    name, fate = ("Soviet air units", "eliminated") if side == "soviet" else ("German air units", "displaced")
    ref.tell(Loss, "defender", name, number, fate)
    return phase if side == "soviet" else phase.with_air("axis", "", number)
