"""Breaking off (18.522B, 18.523): the defender flies all survivors to refuges, or stays."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache, partial

from airwar.engine.moves import Move, Return
from airwar.engine.referee import Event, Referee, Status
from airwar.engine.rule import rule
from airwar.rulesets.kit.places import hexes_between
from airwar.rulesets.world_at_war.air_combat.forces import Force
from airwar.rulesets.world_at_war.air_combat.recombining import back_in_factors, recombination
from airwar.rulesets.world_at_war.bases.basing import ARMY_AIR, Room, all_fit, full_port_city, room_at
from airwar.rulesets.world_at_war.counterair import about
from airwar.rulesets.world_at_war.counterair.state import Counterair, Fought, Refuge
from airwar.rulesets.world_at_war.results import DEFENDER_DISENGAGED
from airwar.rulesets.world_at_war.state import Turn
from airwar.rulesets.world_at_war.units.unit import Unit


@rule("18.522B")
def disengages(ref: Referee, battle: Counterair, side: str) -> bool:
    """A side may break off. The defender needs a refuge for every survivor (18.523)."""
    if side == "defender" and not may_fly_off(battle):
        ref.tell(ruling_on_announcements, battle)
        ref.tell(ruling_on_full_refuges, battle)
        return False
    options = {"stay": "fight on" if side == "attacker" else "stay and fight on", "disengage": "break off"}
    leave = partial(leaving, battle, side, ref.round)
    return ref.choose(f"{side}.disengage", options, by=side, facts=lambda: battle.facts(side), about=leave) == "disengage"


def leaving(battle: Counterair, side: str, number: int) -> str:
    """What the question is about: the defender's refuges, or whether the defender could have left."""
    if side == "attacker":
        return about.may_break_off(battle, number, may_fly_off(battle))
    reached = {base for unit in survivors_of(battle) for base in within_reach(unit, battle.refuges)}
    return about.may_leave(battle, number, [refuge for refuge in battle.refuges if refuge.base in reached])


# 18.523: the refuges


@rule("18.523")
def refuges_from(ref: Referee, turn: Turn, base: str) -> tuple[Refuge, ...]:
    """Where the air units of a base may fly off to: bases neither counteraired in this phase nor about to be."""
    barred = {*turn.counterair.counteraired, *announced(turn)}
    return tuple(refuge for refuge in friendly_bases(ref, turn, base) if refuge.base not in barred)


@rule("18.523", "18.521D")
def denied_to(ref: Referee, turn: Turn, base: str) -> tuple[Refuge, ...]:
    """Bases that would be refuges, were they not announced as targets of this phase."""
    pending = set(announced(turn)) - set(turn.counterair.counteraired)
    return tuple(refuge for refuge in friendly_bases(ref, turn, base) if refuge.base in pending)


def announced(turn: Turn) -> list[str]:
    """The bases announced in this phase and not attacked yet; none when each counterair is announced in its turn."""
    return [raid.base for raid in turn.counterair.announced]


def friendly_bases(ref: Referee, turn: Turn, base: str) -> list[Refuge]:
    """The bases of the defender in staging range of a base, nearest first."""
    based = turn.at(base)
    reach = max((unit.staging_range for unit in based), default=0)
    near = []
    for other in turn.bases:
        if not based or other.id == base or other.side != based[0].side or not other.takes_air_units:
            continue
        distance = hexes_between(ref, turn, base, other.id)
        if distance <= reach:
            near.append(Refuge(other.id, other.name, distance, room_at(turn, other.id), "port-city" in other.places))
    return sorted(near, key=lambda refuge: (refuge.distance, refuge.base))


def within_reach(unit: Unit, refuges: tuple[Refuge, ...]) -> list[str]:
    """The refuges that a unit can reach, nearest first."""
    return [refuge.base for refuge in refuges if refuge.distance <= unit.staging_range]


# 18.522B: whether the defender may break off


@rule("18.523")
@lru_cache(maxsize=65536)
def can_fly_off(based: tuple[Unit, ...], defenders: Force, refuges: tuple[Refuge, ...], recombination: str) -> bool:
    """All survivors or none: there must be room for every one of them."""
    survivors = surviving_units(based, defenders, recombination)
    reach = {unit.id: within_reach(unit, refuges) for unit in survivors}
    return all(reach.values()) and all_fit({refuge.base: refuge.room for refuge in refuges}, survivors, reach)


def may_fly_off(battle: Counterair) -> bool:
    """Whether the defender may break off."""
    return can_fly_off(battle.based, battle.defenders, battle.refuges, battle.rulings.value("recombination"))


def surviving_units(based: tuple[Unit, ...], defenders: Force, recombination: str) -> list[Unit]:
    """The defenders as units again, with what is left of each."""
    return [unit for unit in back_in_factors(based, defenders, recombination) if unit.number]


def survivors_of(battle: Counterair) -> list[Unit]:
    return surviving_units(battle.based, battle.defenders, battle.rulings.value("recombination"))


@rule("18.523", "18.12")
def ruling_on_full_refuges(battle: Counterair) -> list[Event]:
    """Says when a port city counted once is a refuge without room."""
    reached = {base for unit in survivors_of(battle) for base in within_reach(unit, battle.refuges)}
    full = [one for one in battle.refuges if one.base in reached and one.port_city and not one.room.for_type(ARMY_AIR)]
    return [full_port_city(battle.rulings, refuge.name) for refuge in full]


@rule("18.523", "18.521D")
def ruling_on_announcements(battle: Counterair) -> list[Event]:
    """Says when only bases that are announced but not attacked yet would have been refuges."""
    reached = {base for unit in survivors_of(battle) for base in within_reach(unit, battle.denied)}
    names = ", ".join(refuge.name for refuge in battle.denied if refuge.base in reached)
    if not names:
        return []
    text = f"no refuge at {names}: all counterair of a phase is announced together"
    return [battle.rulings.ruled("announcements", text)]


# flying off


@rule("18.523", "18.43")
def defender_flies_off(ref: Referee, battle: Counterair) -> Move[Fought]:
    """Every surviving defender flies to a refuge of the owner's choice and is inverted."""
    ref.tell(recombination, battle.rulings, battle.defenders)
    waiting = {unit.id: unit for unit in survivors_of(battle)}
    rooms = {refuge.base: refuge.room for refuge in battle.refuges}
    names = {refuge.base: refuge.name for refuge in battle.refuges}
    flown_off = []
    for unit in list(waiting.values()):
        for place in within_reach(unit, battle.refuges):
            left = waiting[unit.id]
            number = sent_to(ref, battle, rooms, waiting, left, place)
            if number:
                ref.tell(Status, "defender", f"{unit.id}: {unit.air_type.label}", number, f"inverted at {names[place]}")
                flown_off.append((unit.id, place, number))
                rooms[place] = rooms[place].taking(unit.air_type, number)
                waiting[unit.id] = left.holding(inverted=left.number - number)
    left_over = battle.attackers + battle.homeward
    came, joined = battle.came, battle.joined
    return Return(
        Fought(battle.base, battle.kind, DEFENDER_DISENGAGED, came, joined, left_over, battle.defenders, tuple(flown_off))
    )


@rule("18.523")
def sent_to(
    ref: Referee, battle: Counterair, rooms: Mapping[str, Room], waiting: Mapping[str, Unit], unit: Unit, place: str
) -> int:
    """How many of a unit go to one refuge; the rest must still find room elsewhere."""
    refuge = next(refuge for refuge in battle.refuges if refuge.base == place)
    name = refuge.name
    reach = {other.id: within_reach(other, battle.refuges) for other in waiting.values()}
    later = reach[unit.id][reach[unit.id].index(place) + 1 :]
    most = min(unit.number, rooms[place].for_type(unit.air_type))

    def refuse(answer: Mapping[str, int]) -> str | None:
        others = [other for other in waiting.values() if other.number and other.id != unit.id]
        rest = unit.holding(ready=unit.number - answer[unit.id])
        left = {**rooms, place: rooms[place].taking(unit.air_type, answer[unit.id])}
        if all_fit(left, [*others, rest] if rest.number else others, {**reach, unit.id: later}):
            return None
        return f"with {answer[unit.id]} at {name} there is no room for all the others (18.523)"

    possible = [number for number in range(most + 1) if refuse({unit.id: number}) is None]
    if len(possible) == 1:
        return possible[0]
    label = {unit.id: f"{unit.air_type.label} to {name}"}
    default = {unit.id: possible[-1]}
    key = f"defender.refuge.{place}.{unit.id}"
    left = partial(about.fly_off, battle, unit, refuge, rooms[place].for_type(unit.air_type))
    items, together = {unit.id: most}, default == {unit.id: unit.number}
    return ref.allot(key, items, by="defender", default=default, labels=label, refuse=refuse, about=left, quiet=together)[unit.id]
