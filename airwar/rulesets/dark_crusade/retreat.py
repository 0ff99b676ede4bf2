"""Retreat from combat (B12-B14): attackers back down their lines, defenders wherever there is room."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from airwar.engine.events import Event, Loss, Note, Status
from airwar.engine.moves import Move, call, then
from airwar.engine.referee import Referee
from airwar.engine.rule import rule
from airwar.rulesets.dark_crusade.advance import attackers_advance, battle_ends
from airwar.rulesets.dark_crusade.air_moves import (
    Landed,
    defending_air_is_lost,
    dispersed_on_arrival,
    german_air_follows,
    german_air_move,
    soviet_air_move,
    soviet_air_returns,
)
from airwar.rulesets.dark_crusade.battle import Battle
from airwar.rulesets.dark_crusade.marching import (
    Retreat,
    air_retreat_of,
    fill_lines,
    left_over,
    march_events,
    marched,
    retreat_of,
    trapped_events,
)
from airwar.rulesets.dark_crusade.refuge import announced_ways, defending_movers, first_refuges, further_refuges
from airwar.rulesets.dark_crusade.state import AIR_NAMES, SIDE_NAMES, SOVIET_AIR, Air, Outcome, Result, Unit

# defenders


@rule("B13", "B12", "B4")
def defenders_retreat(ref: Referee, battle: Battle) -> Move[Outcome]:
    """All defenders leave, to their own points first; units that find no way out are lost."""
    ref.tell(announced_ways, battle)
    nobody_lost = battle.setting.rulings.value("no-retreat") == "forbid"
    retreat = retreat_of(battle, defending_movers(battle), first_refuges(battle), further_refuges(battle), nobody_lost)
    return call(fill_lines, retreat, back=defenders_are_gone, keep=battle)


@rule("B13", "B12", "B4")
def defenders_are_gone(ref: Referee, battle: Battle, retreat: Retreat) -> Move[Outcome]:
    """The defenders are where they went, and their air units follow them."""
    after = departed(ref, battle, retreat)
    if battle.setting.side("defender") == "soviet":
        if not battle.soviet_air or SOVIET_AIR in defending_movers(battle):
            return then(attackers_advance, after.without_air("soviet"))
        text = "Soviet air goes where its ground units go, into the room that they leave on the lines"
        ref.tell(battle.setting.rulings.ruled, "soviet-air-retreats", text)
        return call(fill_lines, air_retreat_of(battle, retreat), back=soviet_air_is_gone, keep=after)
    return call(
        german_air_follows, german_air_move(after, "retreat", air_room(after, retreat)), back=german_air_is_gone, keep=after
    )


def departed(ref: Referee, battle: Battle, retreat: Retreat) -> Battle:
    """The battle after a retreat: who has gone is told, and who found no room is lost."""
    ref.tell(march_events, battle.setting, retreat.marches)
    left = dict(retreat.movers)
    if left:
        ref.tell(trapped_events, battle.setting, left)
    trapped = [unit._replace(at="") for unit in battle.units("defender") if unit.id in left]
    return marched(battle, retreat.marches).with_units(trapped)


@rule("B4", "B13a")
def soviet_air_is_gone(ref: Referee, battle: Battle, retreat: Retreat) -> Move[Outcome]:
    """The Soviet air units are with their ground units; those that found no room beside them are lost."""
    return then(attackers_advance, departed(ref, battle, retreat).without_air("soviet"))


@rule("B6")
def air_room(battle: Battle, retreat: Retreat) -> dict[str, int]:
    """How many German air units can go to each point that Axis ground units have reached."""
    takes_room = battle.setting.rulings.value("german-air-room") == "one"
    rooms = dict.fromkeys((march.way.point for march in retreat.marches), 0)
    for way in left_over(battle, retreat):
        rooms[way.point] += int(way.room) if takes_room else battle.german_air
    return rooms


@rule("B6")
def german_air_is_gone(ref: Referee, battle: Battle, landed: Landed) -> Move[Outcome]:
    """Nothing of the defender is left at the point. By option, German air has taken up room on the lines."""
    if battle.german_air:
        takes_room = battle.setting.rulings.value("german-air-room") == "one"
        said = "takes one unit's room on a line" if takes_room else "takes no room on a line"
        ref.tell(
            battle.setting.rulings.ruled, "german-air-room", f"a German air unit that retreats {said}; the source does not say"
        )
        battle = crowding(battle, landed) if takes_room else battle
    return then(attackers_advance, battle.with_air(landed).without_air("axis"))


def crowding(battle: Battle, landed: Landed) -> Battle:
    """The lines after air units have taken up room on them."""
    used = dict(battle.used)
    for air in landed:
        left = air.number
        for way in battle.ways:
            here = min(left, int(way.room - used.get(way.line, Fraction(0)))) if way.point == air.at and not way.closed else 0
            used[way.line] = used.get(way.line, Fraction(0)) + here
            left -= here
    return replace(battle, used=tuple(sorted((line, size) for line, size in used.items() if size)))


# attackers


@rule("B12", "B4")
def attackers_retreat(ref: Referee, battle: Battle) -> Move[Outcome]:
    """Every attacker goes back down his line to the point he came from; Soviet air goes with the ground units of its choice."""
    if battle.setting.attacker == "soviet" and battle.soviet_air:
        return call(soviet_air_returns, soviet_air_move(battle, starting_points(battle)), back=attackers_go_back, keep=battle)
    return attackers_go_back(ref, battle, ())


def starting_points(battle: Battle) -> list[str]:
    """The points to which attackers go back."""
    return list(dict.fromkeys(battle.formation(unit).origin for unit in battle.units("attacker")))


@rule("B12")
def attackers_go_back(ref: Referee, battle: Battle, landed: Landed) -> Move[Outcome]:
    """At each starting point, the attackers meet whoever has been driven there, and are dispersed; German air may follow."""
    for origin in starting_points(battle):
        battle, landed = back_at(ref, battle, origin, landed)
    if battle.setting.attacker == "soviet":
        return attackers_are_back(ref, battle, dispersed_on_arrival(ref, battle.setting, landed))
    alive = [unit for unit in battle.ground if unit.at and battle.belongs(unit, "attacker")]
    reached = dict.fromkeys((unit.at for unit in alive), battle.german_air)
    return call(german_air_follows, german_air_move(battle, "retreat", reached), back=attackers_are_back, keep=battle)


@rule("B12")
def attackers_are_back(ref: Referee, battle: Battle, landed: Landed) -> Move[Outcome]:
    """The attack is over, and the defender holds."""
    alive = any(unit.at and battle.belongs(unit, "attacker") for unit in battle.ground)
    result = Result.ATTACKERS_RETREATED if alive else Result.ATTACKERS_DESTROYED
    return battle_ends(ref, battle.with_air(landed).without_air(battle.setting.attacker), result)


@rule("B12")
def back_at(ref: Referee, battle: Battle, origin: str, landed: Landed) -> tuple[Battle, Landed]:
    """Attackers return to the point they started from, unless defenders that were driven there destroy them."""
    battle, landed = met_intruders(ref, battle, origin, landed)
    returning = returning_to(battle, origin)
    ref.tell(return_events, battle, returning, origin)
    return battle.with_units(unit._replace(at=origin, dispersed=True) for unit in returning), landed


def returning_to(battle: Battle, origin: str) -> list[Unit]:
    return [unit for unit in battle.units("attacker") if battle.formation(unit).origin == origin]


@rule("B14")
def met_intruders(ref: Referee, battle: Battle, origin: str, landed: Landed) -> tuple[Battle, Landed]:
    """Defenders driven to the starting point destroy attackers that all return dispersed; otherwise they are destroyed."""
    # Ruling: the test is made for each point of origin, before the attackers are dispersed by their retreat.
    returning = returning_to(battle, origin)
    intruders = battle.defenders_at(origin)
    flying = [air for air in landed if air.at == origin]
    if intruders and all(unit.dispersed for unit in returning) and not air_counts(ref, battle, origin, flying):
        ref.tell(collision_events, battle, "attacker", returning, origin)
        for air in flying:
            ref.tell(Loss, SIDE_NAMES[air.side], AIR_NAMES[air.side], air.number, "eliminated")
        return battle.with_units(unit._replace(at="") for unit in returning), tuple(air for air in landed if air not in flying)
    if intruders:
        ref.tell(collision_events, battle, "defender", intruders, origin)
        battle = battle.with_units(unit._replace(at="") for unit in intruders)
    return defending_air_is_lost(ref, battle, origin), landed


@rule("B14")
def air_counts(ref: Referee, battle: Battle, origin: str, flying: Sequence[Air]) -> bool:
    """Whether Soviet air, which counts as a ground unit in a retreat, is an undispersed unit among dispersed ones."""
    if not flying:
        return False
    rulings = battle.setting.rulings
    counts = rulings.yes("soviet-air-against-intruders")
    said = "counts as an undispersed unit" if counts else "does not count"
    text = f"the ground units that return to {battle.setting.name(origin)} are all dispersed; the air with them {said}"
    ref.tell(rulings.ruled, "soviet-air-against-intruders", text)
    return counts


def collision_events(battle: Battle, losing: str, units: Sequence[Unit], origin: str) -> list[Event]:
    why = "all attackers that return there are" if losing == "attacker" else "not all attackers that return there are"
    player = battle.setting.player(losing)
    lost: list[Event] = [Loss(player, battle.formation(unit).name, 1, "eliminated") for unit in units]
    return [Note(f"defenders were driven to {battle.setting.name(origin)}, and {why} dispersed"), *lost]


def return_events(battle: Battle, units: Sequence[Unit], origin: str) -> list[Event]:
    where, player = battle.setting.name(origin), battle.setting.player("attacker")
    events: list[Event] = []
    for unit in units:
        name = battle.formation(unit).name
        events.append(Status(player, name, 1, f"retreated to {where}"))
        if not unit.dispersed:
            events.append(Loss(player, name, 1, "dispersed"))
    return events
