"""The end of a battle (B15): who holds the point, who enters it, and what that means for units that have sheltered there."""

from __future__ import annotations

from dataclasses import replace

from airwar.engine.events import Event, Loss, Note
from airwar.engine.moves import Move, Return, call, then
from airwar.engine.referee import Referee
from airwar.engine.rule import rule
from airwar.engine.words import listed
from airwar.rulesets.dark_crusade.air_moves import (
    Landed,
    defending_air_is_lost,
    dispersed_on_arrival,
    displaced,
    german_air_follows,
    german_air_move,
    soviet_air_move,
    soviet_air_returns,
)
from airwar.rulesets.dark_crusade.battle import Battle
from airwar.rulesets.dark_crusade.marching import Retreat, fill_lines, march_events, marched, retreat_of
from airwar.rulesets.dark_crusade.refuge import first_refuges
from airwar.rulesets.dark_crusade.state import AIR_NAMES, SIDE_NAMES, SOVIET_AIR, Air, Outcome, Result, Unit

# the attacker wins


@rule("B15")
def attackers_advance(ref: Referee, battle: Battle) -> Move[Outcome]:
    """Attackers that have cleared a point all enter it, even dispersed ones, once the defender's air is out of the way."""
    if battle.setting.attacker == "soviet":
        battle = displaced(ref, battle)
        return occupied(ref, battle, (Air("soviet", battle.point, battle.soviet_air),))
    if battle.soviet_air:
        return then(soviet_air_is_stranded, battle)
    return then(german_air_advances, battle)


@rule("B4")
def soviet_air_is_stranded(ref: Referee, battle: Battle) -> Move[Outcome]:
    """Defending Soviet air that has lost its last ground unit is eliminated, or retreats to points of its own side."""
    rulings = battle.setting.rulings
    ref.tell(rulings.ruled, "stranded-soviet-air", "Soviet air cannot defend alone")
    ways = first_refuges(battle) if rulings.value("stranded-soviet-air") == "retreat" else []
    return call(fill_lines, retreat_of(battle, {SOVIET_AIR: battle.soviet_air}, ways), back=stranded_air_is_gone, keep=battle)


@rule("B4")
def stranded_air_is_gone(ref: Referee, battle: Battle, retreat: Retreat) -> Move[Outcome]:
    """Soviet air that found no room is eliminated."""
    ref.tell(march_events, battle.setting, retreat.marches)
    for _, number in retreat.movers:
        ref.tell(Loss, SIDE_NAMES["soviet"], AIR_NAMES["soviet"], number, "eliminated")
    return then(german_air_advances, marched(battle, retreat.marches).without_air("soviet"))


@rule("B6", "B5")
def german_air_advances(ref: Referee, battle: Battle) -> Move[Outcome]:
    """The Axis player says how many German air units advance with the ground units."""
    return call(
        german_air_follows, german_air_move(battle, "advance", {battle.point: battle.german_air}), back=occupied, keep=battle
    )


@rule("B15")
def occupied(ref: Referee, battle: Battle, landed: Landed) -> Move[Outcome]:
    """The attackers are in the point, with the air units that went with them."""
    battle = replace(battle.with_air(landed), german_air=0, soviet_air=0)
    ref.tell(occupation, battle)
    fled = any(unit.at and battle.belongs(unit, "defender") for unit in battle.ground)
    return battle_ends(ref, battle, Result.DEFENDERS_RETREATED if fled else Result.DEFENDERS_DESTROYED)


def occupation(battle: Battle) -> list[Event]:
    """Who enters the point, and what is found there."""
    units = [battle.formation(unit).name for unit in battle.units("attacker")]
    entered = Note(f"{listed(units)} occup{'y' if len(units) > 1 else 'ies'} {battle.name}")
    holds = battle.setting.points[battle.point].holds
    if holds == "none":
        return [entered]
    return [entered, Note(f"{battle.name} holds an enemy {holds.replace('-', ' ')}; what becomes of it is not in the source")]


# the defender holds


@rule("B8", "B15")
def attackers_are_destroyed(ref: Referee, battle: Battle) -> Move[Outcome]:
    """The defender holds; he never advances. Attacking air has lost its ground units."""
    if battle.setting.attacker == "axis":
        return battle_ends(ref, displaced(ref, battle), Result.ATTACKERS_DESTROYED)
    return call(soviet_air_returns, soviet_air_move(battle, ()), back=attacking_air_is_gone, keep=battle)


@rule("B4")
def attacking_air_is_gone(ref: Referee, battle: Battle, landed: Landed) -> Move[Outcome]:
    """Nothing of the attacker is left at the point."""
    landed = dispersed_on_arrival(ref, battle.setting, landed)
    return battle_ends(ref, battle.with_air(landed).without_air("soviet"), Result.ATTACKERS_DESTROYED)


@rule("B11")
def both_are_destroyed(ref: Referee, battle: Battle) -> Move[Outcome]:
    """Nobody is left; the defender still controls the point."""
    ref.tell(Note, f"nobody is left at {battle.name}; the {battle.setting.player('defender')} side still controls it")
    return battle_ends(ref, displaced(ref, battle), Result.BOTH_DESTROYED)


# in any case


@rule("B13c")
def battle_ends(ref: Referee, battle: Battle, result: Result) -> Move[Outcome]:
    """The defender's air stays with units that hold; units that sheltered here are lost unless those still occupy the point."""
    side = battle.setting.side("defender")
    battle = battle.with_air([Air(side, battle.point, battle.air_of(side))])
    if not battle.units("defender"):
        battle = shelter_is_lost(ref, battle)
    return Return(battle.over(result))


@rule("B13c")
def shelter_is_lost(ref: Referee, battle: Battle) -> Battle:
    """Units that retreated to a point under attack are lost when its defenders no longer occupy it."""
    # Ruling: that holds when both sides were destroyed as well.
    lost = battle.sheltering()
    if lost:
        ref.tell(shelter_events, battle, lost)
    return defending_air_is_lost(ref, battle, battle.point).with_units(unit._replace(at="") for unit in lost)


def shelter_events(battle: Battle, lost: tuple[Unit, ...]) -> list[Event]:
    fate: list[Event] = [Loss(battle.setting.player("defender"), battle.formation(unit).name, 1, "eliminated") for unit in lost]
    return [Note(f"{battle.name} is not held: units that retreated there are lost"), *fate]
