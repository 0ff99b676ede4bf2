"""What a ruling can change about units: how many there are, how many of them are damaged, and whether aircraft can fly.

Before anything has happened in a turn, a unit is an entry of the scenario. Later it is all units of one name in one place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from airwar.rulesets.air_supremacy.position import Position, Setting, Unit
from airwar.rulesets.air_supremacy.sequence import ROUND, order_attack
from airwar.rulesets.air_supremacy.turn import Battle, Group, Status, Turn, committed, turn_of
from airwar.rulesets.air_supremacy.units import Kind, Line, Mode, by_entry, merged
from airwar.rulesets.kit import AdjustableCounts, Whole, replace, rule, typed
from airwar.rulesets.kit import Position as Table

MOST = 1000
STATUSES = {Mode.FIGHTS: "ready", Mode.GROUNDED: "grounded", Mode.LOCKED: "out", Status.HOME: "ready", Status.OUT: "out"}
DAMAGE, COUNT, STATUS = "damaged", "count", "status"


def units(turn: Turn) -> dict[str, Mapping[str, str | int]]:
    """What can be changed, by unit."""
    if nothing_has_happened(turn):
        return {unit.id: entry_now(turn, unit) for unit in turn.setting.units.values()}
    return {name: crowd_now(turn, crowd) for name, crowd in crowds(turn).items()}


def changed(turn: Turn, unit_id: str, what: str, value: str) -> Turn:
    """The turn after a ruling. What a unit gains or loses by it counts as if the scenario had said so."""
    if nothing_has_happened(turn):
        after = with_entry(turn, entry_changed(turn, turn.setting.units[unit_id], what, value))
    else:
        after = with_crowd(turn, crowds(turn)[unit_id], what, value)
    check_decks(after)
    return after


def nothing_has_happened(turn: Turn) -> bool:
    """Whether the turn is still as ordered."""
    return turn.first and not turn.phase and not turn.at


# what no ruling can change now


def engaged(position: Table) -> dict[str, str]:
    """Units with orders once no more can be given, units where somebody is firing, and those of a fleet about to pass through."""
    if isinstance(position.states[0], Position):
        return {}
    turn: Turn = position.states[0]
    place, firing = turn.setting.name, firing_in(turn)
    if nothing_has_happened(turn):
        closed = position.step is not order_attack
        having = committed(turn.setting, turn.setting.attacks)
        ordered = [unit_id for unit_id in turn.setting.units if closed and having[unit_id]]
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
        found |= {name_of(turn, crowd): why for crowd, _ in lines_of(battle)}
    return found


def firing_in(turn: Turn) -> str:
    """The space where somebody is firing now, or nothing."""
    return turn.battles[turn.at].space if turn.phase == len(ROUND) and turn.at < len(turn.battles) else ""


def one_of(value: str, words: Mapping[str, str]) -> str:
    """The state that a word stands for."""
    known = {word: state for state, word in words.items()}
    if value not in known:
        raise ValueError(f"{value!r} is not one of {', '.join(known)}")
    return known[value]


# entries of the scenario


def entry_now(turn: Turn, unit: Unit) -> dict[str, str | int]:
    """A carrier or a loaded ship is a single ship with a name, so its number cannot change."""
    setting, type_ = turn.setting, turn.setting.type(unit.id)
    said: dict[str, str | int] = {} if setting.ship(unit) else {COUNT: unit.count}
    said |= {DAMAGE: "yes" if unit.damaged else "no"} if type_.hits > 1 else {}
    defends = type_.flies and unit.nation not in setting.movers
    return said | ({STATUS: "out" if unit.out_for in setting.movers else "ready"} if defends else {})


def entry_changed(turn: Turn, unit: Unit, what: str, value: str) -> Unit:
    setting = turn.setting
    if what == COUNT:
        return replace(unit, count=typed(Whole(max(1, committed(setting, setting.attacks)[unit.id]), MOST), value))
    if what == DAMAGE:
        return replace(unit, damaged=one_of(value, {"1": "yes", "0": "no"}) == "1")
    return replace(unit, out_for=setting.attacker if one_of(value, {Status.OUT: "out", Status.HOME: "ready"}) == Status.OUT else "")


def with_entry(turn: Turn, unit: Unit) -> Turn:
    """The turn as it would have begun with this unit."""
    setting = counting(turn.setting, unit.nation, unit.type, unit.count - turn.setting.units[unit.id].count)
    position = replace(setting.position, units=setting.units.having(unit.id, unit))
    return turn_of(position, setting.attacks)._replace(earlier=turn.earlier)


def counting(setting: Setting, nation: str, type_id: str, gained: int) -> Setting:
    """The setting, with this many more units of a type counted at the start."""
    position, key = setting.position, f"{nation}.{type_id}"
    at_start = position.at_start.having(key, position.at_start.get(key, 0) + gained)
    return replace(setting, position=replace(position, at_start=at_start)) if gained else setting


def with_more(setting: Setting, unit_id: str, gained: int) -> Setting:
    """The setting, as if an entry had had this many more units."""
    unit = setting.units[unit_id]
    setting = counting(setting, unit.nation, unit.type, gained)
    more = setting.units.having(unit_id, replace(unit, count=unit.count + max(0, gained)))
    return replace(setting, position=replace(setting.position, units=more))


# all units of one name in one place


class Crowd(NamedTuple):
    """Units of one name in one place that are doing the same thing, sound and damaged ones together."""

    kind: Kind  # one of them
    name: str
    state: str  # their mode in a battle, their status outside
    battle: str = ""  # its space
    place: str = ""  # outside the battles
    arrived: bool = False
    parts: tuple[tuple[Kind, int], ...] = ()  # how many of each entry
    damaged: int = 0
    guest: bool = False

    @property
    def number(self) -> int:
        return sum(number for _, number in self.parts)

    @property
    def who(self) -> tuple[str, str, str, str, bool]:
        return self.name, self.state, self.battle, self.place, self.arrived


def crowds(turn: Turn) -> dict[str, Crowd]:
    """All units outside the battles and in battles, by name."""
    found: dict[tuple[str, str, str, str, bool], Crowd] = {}
    for crowd, damage in every(turn):
        known = found.get(crowd.who, crowd._replace(parts=()))
        damaged = known.damaged + (crowd.number if damage else 0)
        found[crowd.who] = known._replace(parts=(*known.parts, *crowd.parts), damaged=damaged)
    return {name_of(turn, crowd): crowd for crowd in found.values()}


def every(turn: Turn) -> Iterator[tuple[Crowd, int]]:
    for battle in turn.battles:
        yield from lines_of(battle)
    for group in turn.groups:
        yield crowd_of(group), group.damage


def crowd_of(group: Group) -> Crowd:
    return Crowd(group.kind, group.kind.name, group.status, place=group.place, parts=((group.kind, group.number),))


def lines_of(battle: Battle) -> Iterator[tuple[Crowd, int]]:
    for line in (*battle.attackers, *battle.defenders):
        yield crowd_in(battle, line), line.damage


def crowd_in(battle: Battle, line: Line) -> Crowd:
    kind, parts = line.kind, ((line.kind, line.number),)
    return Crowd(kind, kind.name, line.mode, battle.space, "", line.arrived, parts, guest=line.guest)


def name_of(turn: Turn, crowd: Crowd) -> str:
    """Where they are, what they are, and what they are doing unless that is obvious: ceylon.uk-fighter-grounded."""
    where = crowd.battle or crowd.place or crowd.kind.home
    beside = "-beside" if not crowd.battle and turn.battle_in(where) else ""
    doing = "" if crowd.state in (Mode.FIGHTS, Status.HOME) else f"-{crowd.state.replace(' ', '-')}"
    return f"{where}.{crowd.name}{doing}{'-arriving' if crowd.arrived else ''}{beside}"


def crowd_now(turn: Turn, crowd: Crowd) -> dict[str, str | int]:
    said: dict[str, str | int] = {} if crowd.kind.ship else {COUNT: crowd.number}
    said |= {DAMAGE: crowd.damaged} if crowd.kind.type.hits > 1 else {}
    able = states_for(turn, crowd)
    return said | ({STATUS: able[crowd.state]} if crowd.state in able else {})


def states_for(turn: Turn, crowd: Crowd) -> dict[str, str]:
    """What a ruling can have defending aircraft at home do."""
    kind = crowd.kind
    if not kind.type.flies or kind.nation in turn.setting.movers or crowd.guest:
        return {}
    if not crowd.battle:
        return {state: STATUSES[state] for state in (Status.HOME, Status.OUT)} if not crowd.place else {}
    at_home = not kind.aboard or any(line.kind.ship == kind.home for line in turn.battle(crowd.battle).defenders)
    return {state: STATUSES[state] for state in (Mode.FIGHTS, Mode.GROUNDED, Mode.LOCKED)} if at_home else {}


def with_crowd(turn: Turn, crowd: Crowd, what: str, value: str) -> Turn:
    """The turn with different numbers, or with units that do something else."""
    if what == STATUS:
        return put(turn, crowd, crowd._replace(state=one_of(value, states_for(turn, crowd))))
    if what == DAMAGE:
        return put(turn, crowd, crowd._replace(damaged=typed(Whole(0, crowd.number), value)))
    number = typed(Whole(1, MOST), value)
    gained, parts = number - crowd.number, []
    for kind, had in sorted(crowd.parts, key=lambda part: by_entry(part[0]), reverse=True):  # the last ones go first
        less = max(-had, min(0, gained))
        parts.append((kind, had + less))
        gained -= less
    parts[-1] = (parts[-1][0], parts[-1][1] + gained)
    turn = put(turn, crowd, crowd._replace(parts=tuple(parts), damaged=min(crowd.damaged, number)))
    return turn._replace(setting=with_more(turn.setting, parts[-1][0].unit, number - crowd.number))


def put(turn: Turn, old: Crowd, new: Crowd) -> Turn:
    """The turn with one crowd in place of another."""
    numbers = sound_and_damaged(new)
    if not old.battle:
        others = [group for group in turn.groups if crowd_of(group).who != old.who]
        return turn.with_groups([*others, *(Group(kind, n, new.state, new.place, hit) for kind, n, hit in numbers)])
    battle = turn.battle(old.battle)
    lines = tuple(Line(kind, n, new.state, hit, new.arrived, new.guest) for kind, n, hit in numbers)
    attacks = old.kind.nation in turn.setting.movers
    force = battle.attackers if attacks else battle.defenders
    force = merged((*(line for line in force if crowd_in(battle, line).who != old.who), *lines))
    return turn.with_battle(battle._replace(attackers=force) if attacks else battle._replace(defenders=force))


def sound_and_damaged(crowd: Crowd) -> Iterable[tuple[Kind, int, int]]:
    """How many of each entry are sound and how many damaged: the entries whose ids come last are the damaged ones."""
    left = crowd.damaged
    for kind, number in sorted(crowd.parts, key=lambda part: by_entry(part[0]), reverse=True):
        hurt = min(number, left)
        left -= hurt
        yield from ((kind, number - hurt, 0), (kind, hurt, 1))


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
