"""Where units are on the map, which spaces are friendly, and the room on the decks of carriers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from airwar.engine.rule import rule
from airwar.rulesets.air_supremacy.forces import Line
from airwar.rulesets.air_supremacy.turn import FLYING, WON, Battle, Group, Origins, Turn
from airwar.rulesets.air_supremacy.units import Kind


def came_from(origins: Origins, kind: Kind, number: int) -> Iterator[tuple[str, int]]:
    """Where a number of attackers came from; the module does not tell them apart, so those listed first are the ones left."""
    for other, space, count in origins:
        if other is kind and number > 0:
            yield space, min(number, count)
            number -= count


def afloat(turn: Turn, ship: str) -> str:
    """The zone where a ship is, or nothing if it is sunk."""
    for battle in turn.battles:
        if any(line.kind.ship == ship for line in (*battle.attackers, *battle.defenders)):
            return battle.space
        for line in battle.support:
            if line.kind.ship == ship:
                return next(came_from(battle.origins, line.kind, 1))[0]
    return next((group.place for group in turn.groups if group.kind.ship == ship), "")


def home_of(turn: Turn, kind: Kind) -> str:
    """The space of the home of units: that of their ship, wherever it is now, or nothing if it is sunk."""
    return afloat(turn, kind.home) if kind.aboard else kind.home


def space_of(turn: Turn, group: Group) -> str:
    """The space where units outside the battles are; nothing if they are in the air."""
    if group.status in FLYING:
        return ""
    return group.place or home_of(turn, group.kind)


def present(turn: Turn, space: str) -> Iterator[Kind]:
    """The kinds of units in a space. Aircraft that are based on land there count, even while they are away."""
    battle = turn.battle_in(space)
    if battle:
        yield from (line.kind for line in (*battle.attackers, *battle.defenders))
    for other in turn.battles:
        for line in other.support:
            if any(zone == space for zone, _ in came_from(other.origins, line.kind, line.number)):
                yield line.kind
    for group in turn.groups:
        if group.kind.home == space or ((group.place == space or group.kind.aboard) and space_of(turn, group) == space):
            yield group.kind


# friendly spaces


@rule("43")
def is_quiet(turn: Turn, space: str) -> bool:
    """Whether nobody attacks a space now or later in the turn, and the attacker has not taken it."""
    battle = turn.battle_in(space)
    return not (battle and (battle.on or battle.after or battle.result == WON))


@rule("43")
def strangers_in(turn: Turn, nation: str, space: str) -> bool:
    """Whether any units in a space are not of a nation's own group."""
    return any(not turn.setting.friendly(nation, kind.nation) for kind in present(turn, space))


@rule("43")
def friendly_ground(turn: Turn, nation: str, space: str) -> bool:
    """Whether a land space is held by friends, with nobody else in it, and nobody attacks it."""
    setting, known = turn.setting, turn.setting.spaces[space]
    if known.sea or not is_quiet(turn, space) or strangers_in(turn, nation, space):
        return False
    held = bool(known.nation) and setting.friendly(nation, known.nation)
    return held or any(True for _ in present(turn, space))


# carriers


@rule("21")
def carriers_in(turn: Turn, nation: str, space: str) -> list[str]:
    """The friendly carriers in a space, by name."""
    kinds = dict.fromkeys(present(turn, space))
    return [kind.ship for kind in kinds if kind.type.carries_aircraft and turn.setting.friendly(nation, kind.nation)]


@rule("21")
def free_deck(turn: Turn, ship: str) -> int:
    """How many more aircraft a carrier can take. Places of its own aircraft are kept for them while they are away."""
    holds = sum(kind.type.holds * number for kind, number in turn.units() if kind.ship == ship)
    return max(0, holds - sum(number for kind, number in turn.units() if kind.home == ship))


@rule("21")
def all_fit(turn: Turn, wanted: Iterable[tuple[int, frozenset[str]]]) -> bool:
    """Whether aircraft fit on carriers: each number with the carriers it can reach."""
    wanted = list(wanted)
    every = sorted(frozenset().union(*(ships for _, ships in wanted)))
    for some in (set(chosen) for length in range(len(every) + 1) for chosen in combinations(every, length)):
        if sum(number for number, ships in wanted if ships <= some) > sum(free_deck(turn, ship) for ship in some):
            return False
    return True


# where units can go


@rule("22", "43")
def friendly_places(turn: Turn, kind: Kind, space: str) -> list[str]:
    """Where units next to a space may go: troops to friendly land, ships to a zone without strangers, aircraft to friendly land
    or to a carrier with room; bombers do not land on carriers."""
    found = []
    adjacent = turn.setting.spaces[space].adjacent
    for other in (known for known in turn.setting.spaces.values() if known.id in adjacent):
        if not other.sea:
            found += [other.id] if kind.type.sphere != "sea" and friendly_ground(turn, kind.nation, other.id) else []
        elif kind.type.sphere != "land" and is_quiet(turn, other.id) and not strangers_in(turn, kind.nation, other.id):
            found += [other.id] if kind.type.sphere == "sea" else decks(turn, kind, other.id)
    return found


def decks(turn: Turn, kind: Kind, space: str) -> list[str]:
    """The carriers in a zone that have room for aircraft of a kind; their own always has."""
    if kind.type.bombs:
        return []
    return [ship for ship in carriers_in(turn, kind.nation, space) if ship == kind.home or free_deck(turn, ship)]


def origin_groups(turn: Turn, battle: Battle, line: Line, status: str) -> list[Group]:
    """Attackers outside their battle: back where they came from."""
    origins = came_from(battle.origins, line.kind, line.number)
    return [Group(line.kind, number, status, space, line.damage) for space, number in origins]
