"""Retreat from combat (B12-B14): attackers back down their lines, defenders wherever there is room."""

from __future__ import annotations

from collections.abc import Sequence

from airwar.engine.events import Event, Loss, Note, Status
from airwar.engine.moves import Move, call, then
from airwar.engine.referee import Referee
from airwar.engine.rule import rule
from airwar.rulesets.dark_crusade.advance import attackers_advance, battle_ends
from airwar.rulesets.dark_crusade.air_moves import (
    Landed,
    defending_air_is_lost,
    german_air_follows,
    german_air_move,
    soviet_air_move,
    soviet_air_returns,
)
from airwar.rulesets.dark_crusade.battle import Battle
from airwar.rulesets.dark_crusade.marching import Retreat, fill_lines, march_events, marched, retreat_of, trapped_events
from airwar.rulesets.dark_crusade.refuge import announced_ways, defending_movers, first_refuges, further_refuges
from airwar.rulesets.dark_crusade.state import Outcome, Result, Unit

# defenders


@rule("B13", "B12", "B4")
def defenders_retreat(ref: Referee, battle: Battle) -> Move[Outcome]:
    """All defenders leave, to their own points first; units that find no way out are lost."""
    ref.tell(announced_ways, battle)
    nobody_lost = battle.setting.rulings.value("no-retreat") == "forbid"
    retreat = retreat_of(battle, defending_movers(battle), first_refuges(battle), further_refuges(battle), nobody_lost)
    return call(fill_lines, retreat, back=defenders_are_gone, keep=battle)


@rule("B13", "B12")
def defenders_are_gone(ref: Referee, battle: Battle, retreat: Retreat) -> Move[Outcome]:
    """The defenders are where they went; the Axis player says how many German air units go with them."""
    ref.tell(march_events, battle.setting, retreat.marches)
    left = dict(retreat.movers)
    if left:
        ref.tell(trapped_events, battle.setting, left)
    trapped = [unit._replace(at="") for unit in battle.units("defender") if unit.id in left]
    battle = marched(battle, retreat.marches).with_units(trapped)
    if battle.setting.side("defender") == "soviet":
        return then(attackers_advance, battle.without_air("soviet"))
    points = dict.fromkeys(march.way.point for march in retreat.marches)
    return call(german_air_follows, german_air_move(battle, "retreat", points), back=defending_air_is_gone, keep=battle)


@rule("B6")
def defending_air_is_gone(ref: Referee, battle: Battle, landed: Landed) -> Move[Outcome]:
    """Nothing of the defender is left at the point."""
    return then(attackers_advance, battle.with_air(landed).without_air("axis"))


# attackers


@rule("B12")
def attackers_retreat(ref: Referee, battle: Battle) -> Move[Outcome]:
    """Every attacker goes back down his line to the point he came from, and is dispersed there."""
    origins = dict.fromkeys(battle.formation(unit).origin for unit in battle.units("attacker"))
    for origin in origins:
        battle = back_at(ref, battle, origin)
    reached = [
        origin for origin in origins if any(unit.at == origin and battle.belongs(unit, "attacker") for unit in battle.ground)
    ]
    if battle.setting.attacker == "axis":
        return call(german_air_follows, german_air_move(battle, "retreat", reached), back=attackers_are_back, keep=battle)
    return call(soviet_air_returns, soviet_air_move(battle, reached), back=attackers_are_back, keep=battle)


@rule("B12")
def attackers_are_back(ref: Referee, battle: Battle, landed: Landed) -> Move[Outcome]:
    """The attack is over, and the defender holds."""
    return battle_ends(ref, battle.with_air(landed).without_air(battle.setting.attacker), Result.ATTACKERS_RETREATED)


@rule("B12")
def back_at(ref: Referee, battle: Battle, origin: str) -> Battle:
    """Attackers return to the point they started from, unless defenders that were driven there destroy them."""
    battle = met_intruders(ref, battle, origin)
    returning = returning_to(battle, origin)
    ref.tell(return_events, battle, returning, origin)
    return battle.with_units(unit._replace(at=origin, dispersed=True) for unit in returning)


def returning_to(battle: Battle, origin: str) -> list[Unit]:
    return [unit for unit in battle.units("attacker") if battle.formation(unit).origin == origin]


@rule("B14")
def met_intruders(ref: Referee, battle: Battle, origin: str) -> Battle:
    """Defenders driven to the starting point destroy attackers that all return dispersed; otherwise they are destroyed."""
    # Ruling: the test is made for each point of origin, before the attackers are dispersed by their retreat.
    returning = returning_to(battle, origin)
    intruders = battle.defenders_at(origin)
    if intruders and all(unit.dispersed for unit in returning):
        ref.tell(collision_events, battle, "attacker", returning, origin)
        return battle.with_units(unit._replace(at="") for unit in returning)
    if intruders:
        ref.tell(collision_events, battle, "defender", intruders, origin)
        battle = battle.with_units(unit._replace(at="") for unit in intruders)
    return defending_air_is_lost(ref, battle, origin)


def collision_events(battle: Battle, losing: str, units: Sequence[Unit], origin: str) -> list[Event]:
    why = "all attackers that return there are" if losing == "attacker" else "not all attackers that return there are"
    lost: list[Event] = [Loss(losing, battle.formation(unit).name, 1, "eliminated") for unit in units]
    return [Note(f"defenders were driven to {battle.setting.name(origin)}, and {why} dispersed"), *lost]


def return_events(battle: Battle, units: Sequence[Unit], origin: str) -> list[Event]:
    where = battle.setting.name(origin)
    events: list[Event] = []
    for unit in units:
        name = battle.formation(unit).name
        events.append(Status("attacker", name, 1, f"retreated to {where}"))
        if not unit.dispersed:
            events.append(Loss("attacker", name, 1, "dispersed"))
    return events
