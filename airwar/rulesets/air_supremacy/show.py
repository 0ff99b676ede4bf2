"""How a turn looks in tables: the battles, who is where, when each aircraft is free again, and the fire under way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from airwar.engine.referee import Sheet
from airwar.rulesets.air_supremacy.combat import Firing, Sky
from airwar.rulesets.air_supremacy.fire import Fire, Struck
from airwar.rulesets.air_supremacy.forces import FIGHTS, LEAVING, LOCKED, Force, Line, below_deck, describe, is_guest
from airwar.rulesets.air_supremacy.places import came_from, space_of
from airwar.rulesets.air_supremacy.turn import (
    HOME,
    HOMEWARD,
    LEFT,
    ON_THE_WAY,
    OUT,
    RETREATING,
    RETURNING,
    Battle,
    Group,
    Turn,
)
from airwar.rulesets.air_supremacy.units import Kind, nation_name

FREE = {
    HOME: "now",
    ON_THE_WAY: "two rounds after the last fight there",
    HOMEWARD: "in two rounds",
    RETURNING: "next round",
    RETREATING: "not in this opponent's turn",
    OUT: "not in this opponent's turn",
    LEFT: "not in this opponent's turn",
}


def tables(states: Sequence[Any]) -> list[Sheet]:
    """The turn, and the fire under way in one of its battles."""
    turn, *under_way = states
    sheets = turn_sheets(turn)
    if under_way:
        sheets.append(fire_sheet(under_way[0], under_way[-1]))
    return sheets


def turn_sheets(turn: Turn) -> list[Sheet]:
    """The map with its battles, and the aircraft."""
    return [sheet for sheet in (map_sheet(turn), aircraft_sheet(turn)) if sheet.rows]


# the map


def map_sheet(turn: Turn) -> Sheet:
    """Every battle with its units, then all other units; where a battle is over, all units of the space are in its row."""
    others: dict[str, tuple[list[str], list[str]]] = {}
    for kind, number, place, damage in outside_battles(turn):
        units = others.setdefault(place, ([], []))[kind.nation not in turn.setting.movers]
        units.append(f"{kind.shown(number)}, damaged" if damage else kind.shown(number))
    rows: list[tuple[str, ...]] = []
    for battle in turn.battles:
        attackers, defenders = others.pop(battle.space, ([], [])) if battle.result else ([], [])
        waiting = [line for plan in turn.passes if plan.space == battle.space for line in plan.waiting] if battle.after else []
        sides = (
            listed([*unit_names((*battle.attackers, *waiting)), *attackers]),
            listed([*unit_names(battle.defenders), *defenders]),
        )
        rows.append((turn.setting.name(battle.space), battle_status(turn, battle), *sides))
    for place, both in others.items():
        beside = "beside the battle" if turn.battle_in(place) else "not fighting"
        rows.append((turn.setting.name(place), beside, *map(listed, both)))
    return Sheet("Map", ("space", "battle", "attackers", "defenders"), tuple(rows))


def outside_battles(turn: Turn) -> Iterator[tuple[Kind, int, str, int]]:
    """The units outside the battles that are in some space of the map, and the hits they have taken."""
    for group in turn.groups:
        space = space_of(turn, group)
        if space in turn.setting.spaces:
            yield group.kind, group.number, space, group.damage
    for battle in turn.battles:
        for line in battle.support:
            for space, number in came_from(battle.origins, line.kind, line.number):
                yield line.kind, number, space, line.damage


def battle_status(turn: Turn, battle: Battle) -> str:
    if battle.result:
        return battle.result
    return f"from round 2, after {turn.setting.name(battle.after)}" if battle.after else "open"


def unit_names(force: Force) -> list[str]:
    return [describe(line, line.number) for line in force]


def listed(names: list[str]) -> str:
    return ", ".join(names) or "none"


# the aircraft


def aircraft_sheet(turn: Turn) -> Sheet:
    """All defending aircraft: where they are and when they may be dispatched again."""
    rows = []
    for battle in turn.battles:
        name = turn.setting.name(battle.space)
        for line in battle.defenders:
            if line.kind.type.flies:
                home = turn.setting.name(line.kind.home)
                rows.append((line.kind.counted(line.number), home, f"{doing(line)} {name}", free_again(line, battle, name)))
    for group in turn.groups:
        if group.kind.type.flies and group.kind.nation not in turn.setting.movers:
            home = turn.setting.name(group.kind.home)
            rows.append((group.kind.counted(group.number), home, whereabouts(turn, group), FREE[group.status]))
    return Sheet("Aircraft", ("aircraft", "home", "now", "may be dispatched"), tuple(rows))


def doing(line: Line) -> str:
    if line.mode == LEAVING:
        return "in retreat from"
    if line.mode == FIGHTS:
        return "in the battle at"
    return "below deck at" if below_deck(line) else "grounded at"


def free_again(line: Line, battle: Battle, name: str) -> str:
    """When aircraft in a battle may be dispatched again."""
    if line.mode in (LOCKED, LEAVING):
        return FREE[OUT]
    return FREE[ON_THE_WAY] if is_guest(line.kind, battle.space) else f"once {name} is no longer attacked"


def whereabouts(turn: Turn, group: Group) -> str:
    place = turn.setting.name(group.place) if group.place else ""
    if group.status == ON_THE_WAY:
        return f"on the way to {place}, there next round"
    if group.status in (HOMEWARD, RETREATING):
        return "on the way back next round" if group.status == HOMEWARD else "flying back in retreat"
    return f"at {place}" if group.status == LEFT and place else group.status


# the fire under way


def fire_sheet(fire: Fire | Struck, now: Sky | Firing | Struck) -> Sheet:
    """Who fires at whom in one battle, and the hits scored so far. The map shows losses once they are chosen."""
    score = now.score
    hits = ((score.air, "at aircraft"), (score.bombs, "with bombs"), (score.fire + score.low, "at the surface"))
    row = (
        fire.setting.name(fire.space),
        nation_name(fire.by),
        listed(unit_names(fire.own)) if isinstance(fire, Fire) else "all have rolled",
        listed(unit_names(fire.enemy)),
        listed([f"{number} {what}" for number, what in hits if number]),
    )
    return Sheet("Fire under way", ("space", "firing", "with", "at", "hits so far"), (row,))
