"""How a turn looks: the battles, who is where, when each aircraft is free again, and the fire under way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from airwar.rulesets.air_supremacy.combat import Fire, Firing, Lot, Sky, muster
from airwar.rulesets.air_supremacy.dispatch import FREE
from airwar.rulesets.air_supremacy.forces import FIGHTS, LEAVING, LOCKED, Force, Line, alike, below_deck, describe
from airwar.rulesets.air_supremacy.losses import Struck
from airwar.rulesets.air_supremacy.position import Position
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
    home_is_lost,
    home_of,
    space_of,
)
from airwar.rulesets.air_supremacy.turn_end import Stand, stands, turn_in
from airwar.rulesets.air_supremacy.units import Kind, nation_name, number_of, type_name
from airwar.rulesets.kit import ELIMINATED, Geography, Roll, Sheet, Site, Standing, standing_of, title_of
from airwar.rulesets.kit import listed as all_of


def tables(states: Sequence[Any]) -> list[Sheet]:
    """The turn, and the fire under way in one of its battles."""
    sheets, under_way = turn_sheets(turn_in(states[0])), states[1:]
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
        yield from ((line.kind, line.number, line.kind.space, line.damage) for line in battle.support)


def battle_status(turn: Turn, battle: Battle) -> str:
    if battle.result:
        return battle.result
    return f"from round 2, after {turn.setting.name(battle.after)}" if battle.after else "open"


def unit_names(force: Force) -> list[str]:
    return [describe(line, line.number) for line in alike(force)]


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
                rows.append((line.kind.counted(line.number), home, f"{doing(line)} {name}", free_again(turn, battle, line)))
    for group in turn.groups:
        if group.kind.type.flies and group.kind.nation not in turn.setting.movers:
            home = turn.setting.name(group.kind.home)
            here = turn.battle_in(home_of(turn, group.kind)) if group.status in (HOME, RETURNING) else None
            free = pinned(turn.setting.name(here.space)) if here and here.on else FREE[group.status]
            free = NEVER if home_is_lost(turn, group.kind) else free
            rows.append((group.kind.counted(group.number), home, whereabouts(turn, group), free))
    return Sheet("Aircraft", ("aircraft", "home", "now", "may be dispatched"), tuple(rows))


def doing(line: Line) -> str:
    if line.mode == LEAVING:
        return "in retreat from"
    if line.mode == FIGHTS:
        return "in the battle at"
    return "below deck at" if below_deck(line) else "grounded at"


NEVER = "never: its home is lost"


def pinned(name: str) -> str:
    return f"once {name} is no longer attacked"


def free_again(turn: Turn, battle: Battle, line: Line) -> str:
    """When aircraft in a battle may be dispatched again. Those that follow a carrier that has retreated are out like it (23)."""
    if home_is_lost(turn, line.kind):
        return NEVER
    follows = line.kind.aboard and not line.guest and home_of(turn, line.kind) != battle.space
    if line.mode in (LOCKED, LEAVING) or follows:
        return FREE[OUT]
    return FREE[ON_THE_WAY] if line.guest else pinned(turn.setting.name(battle.space))


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


def rolling(states: Sequence[Any], roll: Roll) -> str:
    """Who rolls at what, and where: `fire at surface units at Ceylon by 1 destroyer and 2 fighters`."""
    fire, now = states[1], states[-1]
    where = f"{fire.setting.name(fire.space)} by"
    if isinstance(now, Firing):
        lot = now.lots[0]
        able = shooters_of(fire, lot)
        exact = sum(number for _, number in able) == lot.dice
        who = [number_of(number, name, name) if exact else f"{name}s" for name, number in able]
        return f"{SHOTS[lot.name]} at {where} {'' if exact else f'{lot.dice} of '}{all_of(who)}"
    *_, at, shooter = (part for part in roll.key.split(".") if not part.isdecimal())
    name = type_name(shooter.rpartition("-")[0])
    number = roll.reading.dice.count
    return f"{SHOTS[at]} at {where} {number_of(number, name, name) if at == 'air' else name}"


SHOTS = {
    "air": "fire at aircraft",
    "bombs": "bombs",
    "surface": "fire at surface units",
    "surface-only": "fire at surface units only",
    "support": "support fire",
}


def shooters_of(fire: Fire, lot: Lot) -> list[tuple[str, int]]:
    """The types of units whose dice these are, and how many of each there are."""
    if lot.name == "support":
        return [(line.kind.type.name, line.number) for line in fire.support if line.kind.type.attack == lot.value]
    both = (shooter for some in muster(fire.setting, fire.own, fire.attacking) for shooter in some)
    found = [(type_name(one.name), one.number, (one.surface, *one.bombs).count(lot.value)) for one in both]
    return [(name, number * dice) for name, number, dice in found if dice]


# where everything stands


def standing(states: Sequence[Any]) -> list[Standing]:
    """Every unit where it fights or belongs, by the entry of the scenario that it is part of; what is lost, by its type."""
    turn = turn_in(states[0])
    rows = [
        Standing(one.kind.nation, one.place, one.kind.unit, name_of(one), one.number, marks_of(turn, one)) for one in stands(turn)
    ]
    for (nation, type_id), (_, number) in turn.lost().items():
        rows.append(Standing(nation, "", type_id, type_name(type_id), number, ELIMINATED))
    return standing_of(rows)


def name_of(stand: Stand) -> str:
    """A type; a carrier or a laden ship by its own name: `Akagi (aircraft carrier)`."""
    type_, title = stand.kind.type.name, title_of(stand.kind.ship)
    named = stand.kind.ship and stand.number == 1 and type_ not in title.lower()
    return f"{title} ({type_})" if named else type_


def marks_of(turn: Turn, stand: Stand) -> tuple[str, ...]:
    flags = {
        f"aboard={stand.aboard}": stand.aboard,
        "damaged": stand.damage,
        f"out-for={turn.setting.attacker}": stand.out,
    }
    return (*stand.doing, *(mark for mark, holds in flags.items() if holds))


def called(row: Standing) -> str:
    """`2 fighters`, `Akagi (aircraft carrier)`."""
    return row.name if row.name.endswith(")") else number_of(row.count, row.name, row.name)


def place_name(state: Turn | Position, place: str) -> str:
    """The name of a space, a ship or a nation."""
    return turn_in(state).setting.name(place)


def geography(states: Sequence[Any]) -> Geography:
    """Spaces, who holds them, and which are adjacent."""
    turn = turn_in(states[0])
    spaces = turn.setting.spaces
    sites = tuple(Site(name, space.title, turn.holder(name)) for name, space in spaces.items())
    links = ((here, there) for here, others in turn.setting.beside.items() for there in sorted(others) if here < there)
    return Geography(sites, links=tuple(links))
