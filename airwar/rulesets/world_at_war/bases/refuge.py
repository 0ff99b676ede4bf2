"""Breaking off (18.522B, 18.523): the defender flies all his survivors to refuges, or stays."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from airwar.engine.referee import Event, Referee
from airwar.engine.rule import rule
from airwar.rulesets.world_at_war.air_combat.recombining import back_in_factors
from airwar.rulesets.world_at_war.bases.basing import all_fit, room_for, ruling_on_port_cities, with_guest
from airwar.rulesets.world_at_war.options import ruled
from airwar.rulesets.world_at_war.state import Counterair, Turn, Unit


@rule("18.522B")
def disengages(ref: Referee, battle: Counterair, side: str) -> bool:
    """A side may break off. The defender needs a refuge for everybody (18.523)."""
    if side == "defender" and not can_fly_off(battle._replace(attackers=(), homeward=(), committed=())):
        ref.tell(ruling_on_announcements, battle)
        ref.tell(ruling_on_full_refuges, battle)
        return False
    options = {"stay": "fight on" if side == "attacker" else "stay and fight on", "disengage": "break off"}
    return ref.choose(f"{side}.disengage", options, by=side, facts=lambda: battle.facts(side)) == "disengage"


@rule("18.523")
def refuges(battle: Counterair, unit: Unit) -> list[str]:
    """Controlled bases and boxes in staging range, neither counteraired in this phase nor about to be, nearest first."""
    return reachable(battle, unit, {*battle.turn.counteraired, *announced(battle.turn)})


def announced(turn: Turn) -> list[str]:
    """The bases announced in this phase and not attacked yet; none when each counterair is announced in its turn."""
    if turn.setting.options["announcements"] == "one-by-one":
        return []
    return [raid.base for raid in turn.raids if raid.phase == turn.phase]


def reachable(battle: Counterair, unit: Unit, barred: set[str]) -> list[str]:
    """The bases that a unit can reach from the battle, but for those barred, nearest first."""
    turn = battle.turn
    near = []
    for base in turn.setting.bases.values():
        distance = turn.setting.distance(battle.base, base.id)
        held = turn.held_by(base.id) == unit.side and base.id not in barred
        if held and distance is not None and distance <= staging_distance(unit):
            near.append((distance, base.id))
    return [base for _, base in sorted(near)]


@rule("18.523", "18.21")
def staging_distance(unit: Unit) -> int:
    """How far a unit stages, flies off or is displaced: twice its range."""
    return 2 * unit.range


@rule("18.523", "18.12")
def ruling_on_full_refuges(battle: Counterair) -> list[Event]:
    """Says when a port city counted once is a refuge without room."""
    places = [place for unit in surviving_units(battle) for place in refuges(battle, unit)]
    return ruling_on_port_cities(battle.turn, dict.fromkeys(places))


@rule("18.523", "18.521D")
def ruling_on_announcements(battle: Counterair) -> list[Event]:
    """Says when only bases that are announced but not attacked yet would have been refuges."""
    pending = announced(battle.turn)
    held = [base for base in pending if base not in battle.turn.counteraired]
    if not any(set(held) & set(reachable(battle, unit, set())) for unit in surviving_units(battle)):
        return []
    names = ", ".join(battle.turn.setting.name(base) for base in held)
    return [ruled("announcements", "together", f"no refuge at {names}: all counterair of a phase is announced together")]


@rule("18.523")
@lru_cache(maxsize=65536)
def can_fly_off(battle: Counterair) -> bool:
    """All survivors or none: there must be room for every one of them."""
    survivors = surviving_units(battle)
    reach = {unit.id: refuges(battle, unit) for unit in survivors}
    return all(reach.values()) and all_fit(battle.turn, survivors, reach)


def surviving_units(battle: Counterair) -> list[Unit]:
    """The defenders as units again, with what is left of each."""
    settled = back_in_factors(battle.turn, battle.defenders)
    return [unit for unit in settled if unit.number]


@rule("18.523")
def sent_to(ref: Referee, battle: Counterair, turn: Turn, waiting: Mapping[str, Unit], unit: Unit, place: str) -> int:
    """How many of a unit go to one refuge; the rest must still find room elsewhere."""
    most = min(unit.number, room_for(turn, turn.setting.bases[place], unit.type))
    later = refuges(battle, unit)[refuges(battle, unit).index(place) + 1 :]

    def refuse(answer: Mapping[str, int]) -> str | None:
        trial = with_guest(turn, unit, place, answer[unit.id])
        others = [other for other in waiting.values() if other.number and other.id != unit.id]
        rest = unit._replace(ready=unit.number - answer[unit.id], inverted=0)
        reach = {other.id: refuges(battle, other) for other in others} | {unit.id: later}
        if all_fit(trial, [*others, rest] if rest.number else others, reach):
            return None
        return f"with {answer[unit.id]} at {turn.setting.name(place)} there is no room for all the others (18.523)"

    possible = [number for number in range(most + 1) if refuse({unit.id: number}) is None]
    if len(possible) == 1:
        return possible[0]
    label = {unit.id: f"{unit.type.label} to {turn.setting.name(place)}"}
    default = {unit.id: possible[-1]}
    sent = ref.allot(
        f"defender.refuge.{place}.{unit.id}", {unit.id: most}, by="defender", default=default, labels=label, refuse=refuse
    )
    return sent[unit.id]


def emptied(battle: Counterair) -> Turn:
    """The turn with the defenders taken from their base, to be set down elsewhere."""
    gone = [unit._replace(ready=0, inverted=0) for unit in battle.turn.at(battle.base)]
    return battle.turn.with_units(gone)
