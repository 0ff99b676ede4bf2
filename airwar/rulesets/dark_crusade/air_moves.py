"""What becomes of the air units after a battle (B4-B6): they go with the ground units, and never stay alone.

Each procedure here returns the air units that have left the battle, and where they are now.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from airwar.engine.events import Event, Loss, Note, Status
from airwar.engine.moves import Move, Return
from airwar.engine.referee import Referee
from airwar.engine.rule import rule
from airwar.rulesets.dark_crusade.about import air_goes
from airwar.rulesets.dark_crusade.battle import Battle
from airwar.rulesets.dark_crusade.state import AIR_NAMES, SIDE_NAMES, Air, Setting

Landed = tuple[Air, ...]


@dataclass(frozen=True)
class AirMove:
    """Air units that leave a battle, the points that they can go to, and how many can go to each."""

    setting: Setting = field(hash=False, repr=False)
    number: int
    points: tuple[tuple[str, int], ...]
    how: str = ""  # German air: advance or retreat
    alone: bool = False  # Soviet air: no ground units return with it


# German air


def german_air_move(battle: Battle, how: str, points: Mapping[str, int]) -> AirMove:
    """German air may go to these points, as far as there is room."""
    places = ((point, min(room, battle.german_air)) for point, room in points.items())
    return AirMove(battle.setting, battle.german_air, tuple((point, room) for point, room in places if room), how)


@rule("B6", "B5")
def german_air_follows(ref: Referee, move: AirMove) -> Move[Landed]:
    """German air may advance or retreat with Axis ground units; the rest is displaced, for its player to place."""
    setting, number = move.setting, move.number
    if not number:
        return Return(())
    sent: dict[str, int] = {}
    if move.points:
        places = dict(move.points)
        labels = {point: f"{move.how} to {setting.name(point)}" for point in places}
        default = {move.points[0][0]: move.points[0][1]}
        key, goes = f"german-air.{move.how}", partial(air_goes, move)
        sent = ref.allot(key, places, by=SIDE_NAMES["axis"], most=number, default=default, labels=labels, about=goes)
    landed = [Air("axis", point, some) for point, some in sent.items() if some]
    for air in landed:
        done = "advanced" if move.how == "advance" else "retreated"
        ref.tell(Status, SIDE_NAMES["axis"], AIR_NAMES["axis"], air.number, f"{done} to {setting.name(air.at)}")
    rest = number - sum(sent.values())
    if rest:
        ref.tell(displacement, rest)
    return Return((*landed, *([Air("axis", "", rest)] if rest else [])))


@rule("B6")
def displaced(ref: Referee, battle: Battle) -> Battle:
    """German air without an Axis ground unit cannot stay; it is not lost, its player places it."""
    if not battle.german_air:
        return battle
    ref.tell(displacement, battle.german_air)
    return battle.with_air([Air("axis", "", battle.german_air)]).without_air("axis")


def displacement(number: int) -> Event:
    return Status(SIDE_NAMES["axis"], AIR_NAMES["axis"], number, "displaced")


# Soviet air


def soviet_air_move(battle: Battle, origins: Sequence[str]) -> AirMove:
    """Attacking Soviet air goes back with ground units; if none are left, to a starting point where no enemy has been driven."""
    free = [origin for origin in battle.setting.origins(battle.point) if not battle.defenders_at(origin)]
    points = tuple((origin, battle.soviet_air) for origin in origins or free)
    return AirMove(battle.setting, battle.soviet_air, points, alone=not origins)


@rule("B4", "B12")
def soviet_air_returns(ref: Referee, move: AirMove) -> Move[Landed]:
    """Attacking Soviet air goes back where the attack came from, with ground units if any are left."""
    setting, number = move.setting, move.number
    if not number or (move.alone and not may_return_alone(ref, move)):
        return Return(())
    labels = {point: f"Soviet air units to {setting.name(point)}" for point, _ in move.points}
    default = {move.points[0][0]: number}
    by = SIDE_NAMES["soviet"]
    places, goes = dict(move.points), partial(air_goes, move)
    sent = ref.allot("soviet-air.return", places, by=by, least=number, most=number, default=default, labels=labels, about=goes)
    landed = tuple(Air("soviet", point, some) for point, some in sent.items() if some)
    for air in landed:
        ref.tell(Status, by, AIR_NAMES["soviet"], air.number, f"returned to {setting.name(air.at)}")
    return Return(landed)


@rule("B4")
def may_return_alone(ref: Referee, move: AirMove) -> bool:
    """Attacking Soviet air that has lost its ground units goes back to a free starting point, or is eliminated."""
    rulings = move.setting.rulings
    returns = rulings.value("attacking-soviet-air-alone") == "return"
    said = "returns without ground units" if returns else "is eliminated with its ground units"
    ref.tell(rulings.ruled, "attacking-soviet-air-alone", f"attacking Soviet air {said}; the source does not say")
    if returns and move.points:
        return True
    if returns:
        ref.tell(Note, "enemies are at every point from which the attack came, so the air units cannot return")
    ref.tell(Loss, SIDE_NAMES["soviet"], AIR_NAMES["soviet"], move.number, "eliminated")
    return False


@rule("B12")
def dispersed_on_arrival(ref: Referee, setting: Setting, landed: Landed) -> Landed:
    """Whether returning Soviet air is dispersed like the ground units is not in the source."""
    if not landed:
        return landed
    dispersed = setting.rulings.yes("retreating-soviet-air-dispersed")
    said = "is dispersed on arrival" if dispersed else "is not dispersed on arrival"
    ref.tell(setting.rulings.ruled, "retreating-soviet-air-dispersed", f"returning Soviet air {said}")
    return tuple(air._replace(dispersed=dispersed) for air in landed)


# the defender's air


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
        ref.tell(Loss, SIDE_NAMES[side], AIR_NAMES["soviet"], number, "eliminated")
        return battle
    ref.tell(displacement, number)
    return battle.with_air([Air("axis", "", number)])
