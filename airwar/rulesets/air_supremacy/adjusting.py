"""What a ruling may change about units: how many there are, how many of them are damaged, and whether aircraft may fly.

Before anything has happened in a turn, units are the entries of the scenario. Later they are counts of equal units in one place.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from airwar.engine.moves import Position as Table
from airwar.engine.rule import rule
from airwar.rulesets.air_supremacy.battles import turn_of
from airwar.rulesets.air_supremacy.forces import FIGHTS, GROUNDED, LOCKED, Force, Line, is_guest, merged
from airwar.rulesets.air_supremacy.orders import committed
from airwar.rulesets.air_supremacy.sequence import ROUND, order_attack
from airwar.rulesets.air_supremacy.setting import Position, Setting, Standing
from airwar.rulesets.air_supremacy.turn import HOME, OUT, Battle, Group, Turn, combined
from airwar.rulesets.air_supremacy.units import Kind
from airwar.rulesets.ruleset import AdjustableCounts

MOST = 1000
STATUSES = {FIGHTS: "ready", GROUNDED: "grounded", LOCKED: "out", HOME: "ready", OUT: "out"}
DAMAGE, COUNT, STATUS = "damaged", "count", "status"


def units(turn: Turn) -> dict[str, Mapping[str, str | int]]:
    """What may be changed, by unit."""
    if nothing_has_happened(turn):
        return {unit.id: entry_now(turn, unit) for unit in turn.setting.position.units}
    return {name: crowd_now(turn, crowd) for name, crowd in crowds(turn).items()}


def changed(turn: Turn, unit_id: str, what: str, value: str) -> Turn:
    """The turn after a ruling. What a unit gains or loses by it counts as if the scenario had said so."""
    if nothing_has_happened(turn):
        entry = next(unit for unit in turn.setting.position.units if unit.id == unit_id)
        after = with_entry(turn, entry_changed(turn, entry, what, value))
    else:
        after = with_crowd(turn, crowds(turn)[unit_id], what, value)
    check_decks(after)
    return after


def nothing_has_happened(turn: Turn) -> bool:
    """Whether the turn is still as its orders have it."""
    return turn.first and not turn.phase and not turn.at


# what no ruling can change now


def engaged(position: Table) -> dict[str, str]:
    """Units with orders when no more can be given, those where somebody fires, and those of a fleet that is to pass through."""
    turn: Turn = position.states[0]
    place, firing = turn.setting.name, firing_in(turn)
    if nothing_has_happened(turn):
        closed = position.step is not order_attack
        having = committed(turn.setting.orders)
        ordered = [unit.id for unit in turn.setting.position.units if closed and having[unit.id]]
        return dict.fromkeys(ordered, "is ordered to attack; rule on it when the first round has been fought")
    found: dict[str, str] = {}
    for battle in turn.battles:
        leaving = next((plan for plan in turn.passes if plan.first == battle.space and not plan.done), None)
        if battle.space == firing:
            why = f"is in the fight under way ({place(firing)}); rule on it when both sides have fired"
        elif leaving:
            why = f"is where a fleet passes through to {place(leaving.space)}; rule on it when the fleet has passed"
        else:
            continue
        found |= {name_of(turn, crowd): why for crowd, _, _ in lines_of(battle)}
    return found


def whole(value: str, fewest: int, most: int) -> int:
    if not value.isdecimal() or not fewest <= int(value) <= most:
        raise ValueError(f"{value!r} is not a number from {fewest} to {most}")
    return int(value)


def one_of(value: str, words: Mapping[str, str]) -> str:
    """The state that a word means."""
    known = {word: state for state, word in words.items()}
    if value not in known:
        raise ValueError(f"{value!r} is not one of {', '.join(known)}")
    return known[value]


# entries of the scenario


def entry_now(turn: Turn, unit: Standing) -> dict[str, str | int]:
    """A carrier or a loaded ship is one ship with a name, so its number cannot change."""
    type_, setting = turn.setting.campaign.types[unit.type], turn.setting
    named = type_.carries_aircraft or any(other.aboard == unit.id for other in setting.position.units)
    said: dict[str, str | int] = {} if named else {COUNT: unit.number}
    said |= {DAMAGE: "yes" if unit.damage else "no"} if type_.hits > 1 else {}
    defends = type_.flies and unit.nation not in setting.movers
    return said | ({STATUS: "out" if unit.out_for in setting.movers else "ready"} if defends else {})


def entry_changed(turn: Turn, unit: Standing, what: str, value: str) -> Standing:
    setting = turn.setting
    if what == COUNT:
        return unit._replace(number=whole(value, max(1, committed(setting.orders)[unit.id]), MOST))
    if what == DAMAGE:
        return unit._replace(damage=int(one_of(value, {"1": "yes", "0": "no"})))
    return unit._replace(out_for=setting.attacker if one_of(value, {OUT: "out", HOME: "ready"}) == OUT else "")


def with_entry(turn: Turn, unit: Standing) -> Turn:
    """The turn as it would have begun with this unit."""
    setting = counting(turn.setting, unit.nation, unit.type, unit.number - entry_number(turn.setting, unit.id))
    position = with_standing(setting.position, unit)
    return turn_of(setting.campaign, setting.number, position, setting.orders)._replace(earlier=turn.earlier)


def entry_number(setting: Setting, unit_id: str) -> int:
    return next(unit.number for unit in setting.position.units if unit.id == unit_id)


def with_standing(position: Position, unit: Standing) -> Position:
    return position._replace(units=tuple(unit if other.id == unit.id else other for other in position.units))


def counting(setting: Setting, nation: str, type_id: str, gained: int) -> Setting:
    """The setting, with this many more units of a type in the count at the start."""
    if not gained:
        return setting
    campaign, key = setting.campaign, (nation, type_id)
    at_start = {**campaign.at_start, key: campaign.at_start[key] + gained}
    return replace(setting, campaign=replace(campaign, at_start=at_start))


# counts of equal units


class Crowd(NamedTuple):
    """Equal units in one place that do the same, sound and damaged ones together."""

    kind: Kind
    state: str  # their mode in a battle, their status outside
    battle: str = ""  # its space
    place: str = ""  # outside the battles
    arrived: bool = False
    number: int = 0
    damaged: int = 0

    def without_numbers(self) -> Crowd:
        return self._replace(number=0, damaged=0)


def crowds(turn: Turn) -> dict[str, Crowd]:
    """All units outside the battles and in battles, by name."""
    sums: dict[Crowd, list[int]] = {}
    for crowd, number, damage in every(turn):
        sums.setdefault(crowd, [0, 0])[0] += number
        sums[crowd][1] += number if damage else 0
    return {name_of(turn, crowd): crowd._replace(number=number, damaged=damaged) for crowd, (number, damaged) in sums.items()}


def every(turn: Turn) -> Iterator[tuple[Crowd, int, int]]:
    for battle in turn.battles:
        yield from lines_of(battle)
    for group in turn.groups:
        yield Crowd(group.kind, group.status, place=group.place), group.number, group.damage


def lines_of(battle: Battle) -> Iterator[tuple[Crowd, int, int]]:
    for line in (*battle.attackers, *battle.defenders):
        yield Crowd(line.kind, line.mode, battle.space, arrived=line.arrived), line.number, line.damage


def firing_in(turn: Turn) -> str:
    """The space where somebody fires now, or nothing."""
    return turn.battles[turn.at].space if turn.phase == len(ROUND) and turn.at < len(turn.battles) else ""


def name_of(turn: Turn, crowd: Crowd) -> str:
    """Where they are, what they are, and what they do unless that goes without saying: ceylon.uk-fighter-grounded."""
    where = crowd.battle or crowd.place or crowd.kind.home
    beside = "-beside" if not crowd.battle and turn.battle_in(where) else ""
    doing = "" if crowd.state in (FIGHTS, HOME) else f"-{crowd.state.replace(' ', '-')}"
    return f"{where}.{crowd.kind.id}{doing}{'-arriving' if crowd.arrived else ''}{beside}"


def crowd_now(turn: Turn, crowd: Crowd) -> dict[str, str | int]:
    said: dict[str, str | int] = {} if crowd.kind.ship else {COUNT: crowd.number}
    said |= {DAMAGE: crowd.damaged} if crowd.kind.type.hits > 1 else {}
    able = states_for(turn, crowd)
    return said | ({STATUS: able[crowd.state]} if crowd.state in able else {})


def states_for(turn: Turn, crowd: Crowd) -> dict[str, str]:
    """What defending aircraft at their home may be ruled to do."""
    kind = crowd.kind
    if not kind.type.flies or kind.nation in turn.setting.movers or crowd.arrived:
        return {}
    if not crowd.battle:
        return {state: STATUSES[state] for state in (HOME, OUT)} if not crowd.place else {}
    ashore = not kind.aboard or any(line.kind.ship == kind.home for line in turn.battle(crowd.battle).defenders)
    at_home = ashore and not is_guest(kind, crowd.battle)
    return {state: STATUSES[state] for state in (FIGHTS, GROUNDED, LOCKED)} if at_home else {}


def with_crowd(turn: Turn, crowd: Crowd, what: str, value: str) -> Turn:
    """The turn with other numbers, or with units that do something else."""
    if what == STATUS:
        return put(turn, crowd, crowd._replace(state=one_of(value, states_for(turn, crowd))))
    if what == DAMAGE:
        turn = put(turn, crowd, crowd._replace(damaged=whole(value, 0, crowd.number)))
        return turn._replace(setting=replace(turn.setting, position=sound(turn, turn.setting.position, crowd.kind)))
    number = whole(value, 1, MOST)
    gained = number - crowd.number
    turn = put(turn, crowd, crowd._replace(number=number, damaged=min(crowd.damaged, number)))
    setting = counting(turn.setting, crowd.kind.nation, crowd.kind.type.id, gained)
    return turn._replace(setting=replace(setting, position=more_of(turn, setting.position, crowd.kind, gained)))


def entries_of(turn: Turn, position: Position, kind: Kind) -> list[Standing]:
    """The entries at the start that units of a kind can belong to."""
    ships = {other.ship for other, _ in turn.units()}
    alike = [unit for unit in position.units if (unit.nation, unit.type) == (kind.nation, kind.type.id)]
    return [unit for unit in alike if (unit.id if unit.id in ships else "") == kind.ship]


def sound(turn: Turn, position: Position, kind: Kind) -> Position:
    """The position at the start, with sound ships: any of them may be sound or damaged now."""
    for unit in entries_of(turn, position, kind):
        position = with_standing(position, unit._replace(damage=0))
    return position


def more_of(turn: Turn, position: Position, kind: Kind, gained: int) -> Position:
    """The position at the start, with an entry that the new units can belong to."""
    position = sound(turn, position, kind)
    alike = entries_of(turn, position, kind)
    return with_standing(position, alike[0]._replace(number=alike[0].number + gained)) if gained > 0 and alike else position


def put(turn: Turn, old: Crowd, new: Crowd) -> Turn:
    """The turn with one crowd in place of another."""
    both = ((new.number - new.damaged, 0), (new.damaged, 1))
    if not old.battle:
        others = [group for group in turn.groups if Crowd(group.kind, group.status, place=group.place) != old.without_numbers()]
        return turn._replace(groups=combined([*others, *(Group(new.kind, n, new.state, new.place, hit) for n, hit in both)]))
    battle = turn.battle(old.battle)
    lines = tuple(Line(new.kind, n, new.state, hit, new.arrived) for n, hit in both)
    attacks = old.kind.nation in turn.setting.movers
    force = merged((*others_than(old, battle, battle.attackers if attacks else battle.defenders), *lines))
    battle = with_origins(battle, new.kind, new.number - old.number)
    return turn.with_battle(battle._replace(attackers=force) if attacks else battle._replace(defenders=force))


def others_than(crowd: Crowd, battle: Battle, force: Force) -> Force:
    alike = crowd.without_numbers()
    return tuple(line for line in force if Crowd(line.kind, line.mode, battle.space, arrived=line.arrived) != alike)


def with_origins(battle: Battle, kind: Kind, gained: int) -> Battle:
    """The battle, whose new attackers came from where the first of their kind came from."""
    at = next((at for at, (other, _, _) in enumerate(battle.origins) if other is kind), None)
    if at is None or gained <= 0:
        return battle
    _, space, count = battle.origins[at]
    return battle._replace(origins=(*battle.origins[:at], (kind, space, count + gained), *battle.origins[at + 1 :]))


@rule("21")
def check_decks(turn: Turn) -> None:
    """No ship carries more than it holds. Raises ValueError."""
    holds: dict[str, int] = {}
    aboard: dict[str, int] = {}
    for kind, number in turn.units():
        if kind.ship:
            holds[kind.ship] = holds.get(kind.ship, 0) + number * kind.type.holds
        if kind.aboard:
            aboard[kind.home] = aboard.get(kind.home, 0) + number
    for ship, number in aboard.items():
        if number > holds.get(ship, 0):
            raise ValueError(f"{ship} would carry {number} and holds {holds.get(ship, 0)}")


ADJUSTABLE = (AdjustableCounts(Turn, units, changed),)
