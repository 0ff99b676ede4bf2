"""What becomes of the air units after a battle (B4-B6): they go with the ground units, and never stay alone.

Each procedure here returns the air units that have left the battle, and where they are now.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from airwar.engine.events import Event, Loss, Note, Status
from airwar.engine.moves import Move, Return
from airwar.engine.referee import Referee
from airwar.engine.rule import rule
from airwar.rulesets.dark_crusade.battle import Battle
from airwar.rulesets.dark_crusade.state import AIR_NAMES, Air, Setting

Landed = tuple[Air, ...]


@dataclass(frozen=True)
class AirMove:
    """Air units that leave a battle, and the points that they can go to."""

    setting: Setting = field(hash=False, repr=False)
    number: int
    points: tuple[str, ...]
    how: str = ""  # German air: advance or retreat
    alone: bool = False  # Soviet air: no ground units return with it


def german_air_move(battle: Battle, how: str, points: Iterable[str]) -> AirMove:
    return AirMove(battle.setting, battle.german_air, tuple(points), how)


def soviet_air_move(battle: Battle, points: Sequence[str]) -> AirMove:
    """Attacking Soviet air goes back with ground units, or else to a starting point where no enemy has been driven."""
    free = [origin for origin in battle.setting.origins(battle.point) if not battle.defenders_at(origin)]
    return AirMove(battle.setting, battle.soviet_air, tuple(points or free), alone=not points)


@rule("B6", "B5")
def german_air_follows(ref: Referee, move: AirMove) -> Move[Landed]:
    """German air may advance or retreat with Axis ground units; the rest is displaced, for its player to place."""
    setting, number = move.setting, move.number
    if not number:
        return Return(())
    role = setting.role("axis")
    sent: dict[str, int] = {}
    if move.points:
        labels = {point: f"{move.how} to {setting.name(point)}" for point in move.points}
        places = dict.fromkeys(move.points, number)
        default = {move.points[0]: number}
        sent = ref.allot(f"german-air.{move.how}", places, by=role, most=number, default=default, labels=labels)
    landed = [Air("axis", point, some) for point, some in sent.items() if some]
    for air in landed:
        done = "advanced" if move.how == "advance" else "retreated"
        ref.tell(Status, role, AIR_NAMES["axis"], air.number, f"{done} to {setting.name(air.at)}")
    rest = number - sum(sent.values())
    if rest:
        ref.tell(displacement, setting, rest)
    return Return((*landed, *([Air("axis", "", rest)] if rest else [])))


@rule("B6")
def displaced(ref: Referee, battle: Battle) -> Battle:
    """German air without an Axis ground unit cannot stay; it is not lost, its player places it."""
    if not battle.german_air:
        return battle
    ref.tell(displacement, battle.setting, battle.german_air)
    return battle.with_air([Air("axis", "", battle.german_air)]).without_air("axis")


def displacement(setting: Setting, number: int) -> Event:
    return Status(setting.role("axis"), AIR_NAMES["axis"], number, "displaced")


@rule("B4", "B12")
def soviet_air_returns(ref: Referee, move: AirMove) -> Move[Landed]:
    """Attacking Soviet air goes back where the attack came from, with ground units if any are left."""
    setting, number = move.setting, move.number
    if not number:
        return Return(())
    if not move.points:
        ref.tell(Loss, "attacker", AIR_NAMES["soviet"], number, "eliminated")
        text = "attacking Soviet air has lost its ground units and its starting points"
        ref.tell(setting.rulings.ruled, "stranded-soviet-air", text)
        return Return(())
    if move.alone:
        ref.tell(Note, "the Soviet air units return without ground units; what becomes of them is not in the source")
    labels = {point: f"Soviet air units to {setting.name(point)}" for point in move.points}
    wanted = dict.fromkeys(move.points, number)
    default = {move.points[0]: number}
    sent = ref.allot("soviet-air.return", wanted, by="attacker", least=number, most=number, default=default, labels=labels)
    dispersed = setting.rulings.yes("retreating-soviet-air-dispersed")
    landed = tuple(Air("soviet", point, some, dispersed) for point, some in sent.items() if some)
    for air in landed:
        ref.tell(Status, "attacker", AIR_NAMES["soviet"], air.number, f"returned to {setting.name(air.at)}")
    said = "is dispersed on arrival" if dispersed else "is not dispersed on arrival"
    ref.tell(setting.rulings.ruled, "retreating-soviet-air-dispersed", f"returning Soviet air {said}")
    return Return(landed)


@rule("B6", "B4")
def defending_air_is_lost(ref: Referee, battle: Battle, point: str) -> Battle:
    """The defender's air units cannot stay at a point where none of his ground units are left."""
    # Ruling: Soviet air cannot defend alone and is lost with the ground units; German air is only displaced.
    side = battle.setting.side("defender")
    there = [air for air in battle.air if air.side == side and air.at == point]
    number = sum(air.number for air in there)
    if not number:
        return battle
    battle = replace(battle, air=tuple(air for air in battle.air if air not in there))
    if side == "soviet":
        ref.tell(Loss, "defender", AIR_NAMES["soviet"], number, "eliminated")
        return battle
    ref.tell(displacement, battle.setting, number)
    return battle.with_air([Air("axis", "", number)])
