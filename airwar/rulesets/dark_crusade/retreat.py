"""Retreat from combat (B12, B14), advance after combat (B15), and where air units go (B4-B6), since they never stay alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from airwar.rulesets.dark_crusade.position import AIR_NAMES, SIDE_NAMES, Air, Battle, Result, Unit
from airwar.rulesets.dark_crusade.refuge import (
    Retreat,
    air_retreat,
    departed,
    fill_lines,
    ground_retreat,
    refuges,
    retreat_of,
    soviet_air_movers,
    ways_sheet,
)
from airwar.rulesets.kit import Event, Loss, Move, Note, Referee, Return, Status, call, count, listed, replace, rule, then

MOST_NAMED = 4  # places in a sentence

# defenders retreat


@rule("B13", "B12", "B4")
def defenders_retreat(ref: Referee, battle: Battle) -> Move[Battle]:
    """All defenders leave, to their own points first; units that find no way out are lost."""
    ref.tell(ways_sheet, battle)
    if any(way.used for way in battle.ways):
        ref.tell(Note, "lines that carried a retreat earlier in the phase have that much less room")
    return call(fill_lines, ground_retreat(battle), back=defenders_are_gone, keep=battle)


@rule("B13", "B12", "B4", "B6")
def defenders_are_gone(ref: Referee, battle: Battle, retreat: Retreat) -> Move[Battle]:
    """The defenders are where they went, and their air units follow them; German air takes no room on a line."""
    after = departed(ref, battle, retreat)
    if battle.setting.side("defender") == "soviet":
        return call(fill_lines, air_retreat(battle, retreat), back=soviet_air_is_gone, keep=after)
    reached = [way.point for way in battle.ways if any(unit.at == way.point for unit in after.engaged("defender"))]
    return then(attackers_advance, german_air_goes(ref, after, "retreat", reached))


@rule("B4", "B13a")
def soviet_air_is_gone(ref: Referee, battle: Battle, retreat: Retreat) -> Move[Battle]:
    """The Soviet air units are where they went; those that found no room are lost."""
    return then(attackers_advance, departed(ref, battle, retreat).without_air("soviet"))


# attackers retreat


@rule("B12", "B4")
def attackers_retreat(ref: Referee, battle: Battle) -> Move[Battle]:
    """Every attacker goes back along his line to where he came from; Soviet air goes with ground units of its choice."""
    origins = battle.open_origins()
    landed = soviet_air_returns(ref, battle, origins) if battle.setting.attacker == "soviet" else ()
    for origin in origins:
        battle = back_at(ref, battle, origin, [one for one in landed if one.at == origin])
    alive = [unit for unit in battle.engaged("attacker") if unit.at]
    if battle.setting.attacker == "soviet":
        battle = battle.with_air(*landed).without_air("soviet")
    else:
        battle = german_air_goes(ref, battle, "retreat", dict.fromkeys(unit.at for unit in alive))
    return battle_ends(ref, battle, Result.ATTACKERS_RETREATED if alive else Result.ATTACKERS_DESTROYED)


@rule("B12")
def back_at(ref: Referee, battle: Battle, origin: str, air: Sequence[Air]) -> Battle:
    """Attackers return to the point they started from and are dispersed, unless defenders that were driven there destroy them."""
    battle = met_intruders(ref, battle, origin, air)
    player, name = battle.setting.player("attacker"), battle.name(origin)
    returning = returning_to(battle, origin)
    for unit in returning:
        ref.tell(Status, player, unit.title, 1, f"retreated to {name}")
        if not unit.dispersed:
            ref.tell(Loss, player, unit.title, 1, "dispersed")
    return battle.with_units(replace(unit, line="", dispersed=True) for unit in returning)


def returning_to(battle: Battle, origin: str) -> list[Unit]:
    return [unit for unit in battle.units("attacker") if unit.at == origin]


@rule("B14")
def met_intruders(ref: Referee, battle: Battle, origin: str, air: Sequence[Air]) -> Battle:
    """Defenders driven to the starting point destroy attackers that all return dispersed; otherwise they are destroyed."""
    intruders, returning = battle.intruders(origin), returning_to(battle, origin)
    if destroyed_on_return(battle, origin) and not air:
        ref.tell(collision_events, battle, "attacker", returning, origin)
        return battle.with_units(unit.lost() for unit in returning)
    if intruders:
        ref.tell(collision_events, battle, "defender", intruders, origin)
    return defending_air_is_lost(ref, battle.with_units(unit.lost() for unit in intruders), origin)


@rule("B14")
def destroyed_on_return(battle: Battle, origin: str) -> bool:
    """Whether the attackers that return to a point are destroyed, unless Soviet air goes with them."""
    # Ruling: this is tested for each starting point, before the retreat disperses the attackers. Soviet air counts
    # as a ground unit in a retreat, and so as an undispersed one.
    return bool(battle.intruders(origin)) and all(unit.dispersed for unit in returning_to(battle, origin))


def collision_events(battle: Battle, losing: str, units: Sequence[Unit], origin: str) -> list[Event]:
    why = "all attackers that return there are" if losing == "attacker" else "not all attackers that return there are"
    lost: list[Event] = [Loss(battle.setting.player(losing), unit.title, 1, "eliminated") for unit in units]
    return [Note(f"defenders were driven to {battle.name(origin)}, and {why} dispersed"), *lost]


@rule("B12", "B14")
def return_in_words(battle: Battle) -> str:
    """What a retreat costs the attacker, in words: who is dispersed where, and who is destroyed or destroys enemies there."""
    parts = []
    for origin in battle.open_origins():
        who, name = listed(unit.title for unit in returning_to(battle, origin)), battle.name(origin)
        if destroyed_on_return(battle, origin):
            unless = " unless Soviet air goes back with them" if battle.soviet_air and battle.setting.attacker == "soviet" else ""
            parts.append(f"{who} destroyed at {name} by the enemies driven there{unless} (B14)")
        else:
            enemies = listed(unit.title for unit in battle.intruders(origin))
            parts.append(f"{who} dispersed at {name}" + (f", destroying {enemies} (B14)" if enemies else ""))
    return "; ".join(parts)


# the attacker wins


@rule("B15")
def attackers_advance(ref: Referee, battle: Battle) -> Move[Battle]:
    """All attackers enter a point they have cleared, even dispersed ones, once the defender's air has left."""
    if battle.setting.attacker == "soviet":
        return occupied(ref, german_air_is_displaced(ref, battle))
    if battle.soviet_air:
        return then(soviet_air_is_stranded, battle)
    return occupied(ref, german_air_goes(ref, battle, "advance", [battle.point.id]))


@rule("B4")
def soviet_air_is_stranded(ref: Referee, battle: Battle) -> Move[Battle]:
    """Defending Soviet air that has lost its last ground unit is eliminated, or retreats to points of its own side."""
    rulings = battle.setting.rulings
    ref.tell(rulings.ruled, "stranded-soviet-air", "Soviet air cannot defend alone")
    ways = refuges(battle, "defender") if rulings.value("stranded-soviet-air") == "retreat" else []
    return call(fill_lines, retreat_of(battle, soviet_air_movers(battle), ways, []), back=soviet_air_is_gone, keep=battle)


@rule("B15")
def occupied(ref: Referee, battle: Battle) -> Move[Battle]:
    """The attackers are in the point, with the air units that went with them."""
    ref.tell(occupation, battle)
    entered = [replace(unit, at=battle.point.id, line="") for unit in battle.units("attacker")]
    fled = any(unit.at for unit in battle.engaged("defender"))
    return battle_ends(ref, battle.with_units(entered), Result.DEFENDERS_RETREATED if fled else Result.DEFENDERS_DESTROYED)


def occupation(battle: Battle) -> list[Event]:
    """Who enters the point, and what is found there."""
    point, units = battle.point, [unit.title for unit in battle.units("attacker")]
    entered = Note(f"{listed(units)} occup{'y' if len(units) > 1 else 'ies'} {point.title}")
    if point.holds in (None, "none") or point.side == battle.setting.attacker:
        return [entered]
    assert point.holds is not None
    return [entered, Note(f"{point.title} holds an enemy {point.holds.replace('-', ' ')}; what becomes of it is not in the source")]


# the defender holds


@rule("B8", "B15")
def attackers_are_destroyed(ref: Referee, battle: Battle) -> Move[Battle]:
    """The defender holds; he never advances. Attacking air has lost its ground units."""
    alone = german_air_is_displaced if battle.setting.attacker == "axis" else attacking_air_returns
    return battle_ends(ref, alone(ref, battle), Result.ATTACKERS_DESTROYED)


@rule("B4", "B12")
def attacking_air_returns(ref: Referee, battle: Battle) -> Battle:
    """Attacking Soviet air that has lost its ground units goes back to a starting point where no enemy has been driven."""
    free = [origin for origin in battle.origins if not battle.intruders(origin)]
    if battle.soviet_air and not free:
        ref.tell(Note, "enemies are at every point from which the attack came, so the air units cannot return")
        ref.tell(Loss, SIDE_NAMES["soviet"], AIR_NAMES["soviet"], battle.soviet_air, "eliminated")
    return battle.with_air(*soviet_air_returns(ref, battle, free)).without_air("soviet")


@rule("B11")
def both_are_destroyed(ref: Referee, battle: Battle) -> Move[Battle]:
    """Nobody is left; the point stays with whoever controlled it: the defender, unless he was driven there."""
    ref.tell(Note, f"nobody is left at {battle.point.title}; the {SIDE_NAMES[battle.point.side]} side still controls it")
    return battle_ends(ref, german_air_is_displaced(ref, battle), Result.BOTH_DESTROYED)


# in any case


@rule("B13c")
def battle_ends(ref: Referee, battle: Battle, result: Result) -> Move[Battle]:
    """Units that sheltered at the point are now safe if its defenders still occupy it; otherwise they are lost."""
    # Ruling: they are also lost when both sides were destroyed.
    sheltered = [unit for unit in battle.intruders(battle.point.id) if unit.id not in battle.defending]
    if battle.units("defender"):
        battle = battle.with_units(replace(unit, sheltering=False) for unit in sheltered)
        battle = replace(battle, air=tuple(replace(one, sheltering=False) for one in battle.air))
    elif sheltered:
        ref.tell(Note, f"{battle.point.title} is not held: units that retreated there are lost")
        for unit in sheltered:
            ref.tell(Loss, battle.setting.player("defender"), unit.title, 1, "eliminated")
        battle = battle.with_units(unit.lost() for unit in sheltered)
    if not battle.units("defender"):
        battle = defending_air_is_lost(ref, battle, battle.point.id)
    return Return(replace(battle, result=result))


@rule("B6", "B4")
def defending_air_is_lost(ref: Referee, battle: Battle, point: str) -> Battle:
    """The defender's air units cannot stay at a point where none of his ground units are left."""
    # Ruling: Soviet air cannot defend alone and is lost with the ground units; German air is only displaced.
    side = battle.setting.side("defender")
    there = [one for one in battle.air if one.side == side and one.at == point]
    number = sum(one.count for one in there)
    battle = replace(battle, air=tuple(one for one in battle.air if one not in there))
    if side == "axis":
        return displaced(ref, battle, number)
    if number:
        ref.tell(Loss, SIDE_NAMES[side], AIR_NAMES[side], number, "eliminated")
    return battle


# where the air units go


@rule("B6")
def displaced(ref: Referee, battle: Battle, number: int) -> Battle:
    """German air without an Axis ground unit cannot stay; it is not lost, but displaced for its player to place."""
    if number:
        ref.tell(Status, SIDE_NAMES["axis"], AIR_NAMES["axis"], number, "displaced")
    return battle.with_air(Air(side="axis", count=number))


@rule("B6")
def german_air_is_displaced(ref: Referee, battle: Battle) -> Battle:
    """All German air that takes part has lost its ground units."""
    return displaced(ref, battle, battle.german_air).without_air("axis")


@rule("B6", "B5")
def german_air_goes(ref: Referee, battle: Battle, how: str, points: Iterable[str]) -> Battle:
    """German air may advance or retreat with Axis ground units; the rest is displaced, for its player to place."""
    number, places = battle.german_air, dict.fromkeys(points, battle.german_air)

    def alone(point: str) -> str:
        where = battle.setting.names.get(point, repr(point))
        return f"no Axis ground unit of this battle goes to {where}; German air cannot be alone (B6)"

    sent = ref.allot(
        f"german-air.{how}",
        places,
        by=SIDE_NAMES["axis"],
        most=number,
        default=dict([next(iter(places.items()))]) if places else None,
        labels={point: f"{how} to {battle.name(point)}" for point in places},
        about=lambda: air_goes(battle, f"German air unit can {how}", places),
        why_not=alone,
    )
    for point, some in sent.items():
        if some:
            done = f"{'advanced' if how == 'advance' else 'retreated'} to {battle.name(point)}"
            ref.tell(Status, SIDE_NAMES["axis"], AIR_NAMES["axis"], some, done)
    attacked = {way.point for way in battle.ways if way.attacked}
    landed = (Air(side="axis", at=point, count=some, sheltering=point in attacked) for point, some in sent.items())
    return displaced(ref, battle.with_air(*landed).without_air("axis"), number - sum(sent.values()))


@rule("B4", "B12")
def soviet_air_returns(ref: Referee, battle: Battle, origins: Sequence[str]) -> tuple[Air, ...]:
    """Attacking Soviet air goes back to where the attack came from; if that is several points, its owner says which survived."""
    number = battle.soviet_air
    if not origins:
        return ()
    starts = battle.starts
    elsewhere = max(0, number - sum(starts.get(origin, 0) for origin in origins))
    room = {origin: min(number, starts.get(origin, 0) + elsewhere) for origin in origins}

    def not_there(point: str) -> str:
        where = battle.setting.names.get(point, repr(point))
        return f"Soviet air goes back with its ground units, and none goes to {where} (B4)"

    by = SIDE_NAMES["soviet"]
    sent = ref.allot(
        "soviet-air.return",
        {origin: most for origin, most in room.items() if most},
        by=by,
        least=number,
        most=number,
        labels={point: f"Soviet air units to {battle.name(point)}" for point in room},
        about=lambda: air_goes(battle, "Soviet air unit can return", room),
        why_not=not_there,
    )
    landed = tuple(Air(side="soviet", at=point, count=some) for point, some in sent.items() if some)
    for one in landed:
        ref.tell(Status, by, AIR_NAMES["soviet"], one.count, f"returned to {battle.name(one.at)}")
    return landed


def air_goes(battle: Battle, what: str, rooms: dict[str, int]) -> str:
    """A sentence about air units that leave a battle, and where they can go."""
    noun, _, verb = what.partition(" can ")
    number = battle.german_air if noun.startswith("German") else battle.soviet_air
    places = listed((f"{battle.name(point)} ({room})" for point, room in rooms.items()), MOST_NAMED)
    return f"{count(number, noun)} can {verb}: room at {places}."
