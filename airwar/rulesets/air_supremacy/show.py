"""How a turn looks in tables: the battles, who is where, and when each aircraft is free again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from airwar.engine.referee import End, Sheet
from airwar.rulesets.air_supremacy.aim import away
from airwar.rulesets.air_supremacy.losses import described
from airwar.rulesets.air_supremacy.state import (
    CALLED_OFF,
    FIGHTS,
    GONE,
    HELD,
    HOME,
    HOMEWARD,
    LEAVING,
    LOCKED,
    ON_THE_WAY,
    OUT,
    RETURNING,
    WON,
    Battle,
    Fire,
    Flight,
    Force,
    Line,
    Turn,
    below_deck,
)
from airwar.rulesets.air_supremacy.units import Kind, nation_name, type_name
from airwar.rulesets.ruleset import Tally

FREE = {
    HOME: "now",
    ON_THE_WAY: "two rounds after the last fight there",
    HOMEWARD: "in two rounds",
    RETURNING: "next round",
    OUT: "not in this opponent's turn",
    GONE: "not in this opponent's turn",
}


def tables(states: Sequence[Any]) -> list[Sheet]:
    """The map with its battles, the aircraft, and the fire that is under way."""
    turn: Turn = states[0]
    fire = [fire_sheet(state) for state in states[1:] if isinstance(state, Fire)]
    return [sheet for sheet in (map_sheet(turn), timeline(turn), *fire) if sheet.rows]


def fire_sheet(fire: Fire) -> Sheet:
    """One side's fire: who fires at whom."""
    sides = ("attackers fire", "defenders fire")
    row = (fire.setting.name(fire.space), sides[not fire.attacking], joined(listed(fire.own)), joined(listed(fire.enemy)))
    return Sheet("Fire", ("space", "now", "firing", "at"), (row,))


def map_sheet(turn: Turn) -> Sheet:
    """Every battle with who fights in it, then everybody else and where he is; where a battle is over, all in one row."""
    others: dict[str, tuple[list[str], list[str]]] = {}
    for kind, number, place, hurt in elsewhere(turn):
        units = others.setdefault(place, ([], []))[kind.nation not in turn.setting.movers]
        units.append(kind.counted(number) + ", damaged" * bool(hurt))
    rows: list[tuple[str, ...]] = []
    for battle in turn.battles:
        attackers, defenders = others.pop(battle.space, ([], [])) if battle.result else ([], [])
        sides = (joined([*listed(battle.attackers), *attackers]), joined([*listed(battle.defenders), *defenders]))
        rows.append((turn.setting.name(battle.space), standing(turn, battle), *sides))
    for place, both in others.items():
        beside = "beside the battle" if turn.battle_in(place) else "not fighting"
        rows.append((turn.setting.name(place), beside, *map(joined, both)))
    return Sheet("Map", ("space", "battle", "attackers", "defenders"), tuple(rows))


def elsewhere(turn: Turn) -> Iterator[tuple[Kind, int, str, int]]:
    """Everybody outside the battles who is in some space of the map, and what hits he has taken."""
    for kind, number, place in turn.setting.quiet:
        yield kind, number, place, 0
    for flight in turn.flights:
        place = flight.place if flight.status == GONE else flight.kind.space
        if flight.status in (HOME, OUT, GONE) and place in turn.setting.spaces:
            yield flight.kind, flight.number, place, flight.hurt


def standing(turn: Turn, battle: Battle) -> str:
    if battle.result:
        return battle.result
    return f"from round 2, after {turn.setting.name(battle.after)}" if battle.after else "open"


def listed(force: Force) -> list[str]:
    return [described(line, line.number) for line in force]


def joined(units: list[str]) -> str:
    return ", ".join(units) or "none"


def timeline(turn: Turn) -> Sheet:
    """Every defending aircraft: where it is and when it may be dispatched again."""
    rows = []
    for battle in turn.battles:
        for line in battle.defenders:
            if line.kind.type.flies:
                guest = away(line.kind, battle.space)
                free = FREE[ON_THE_WAY] if guest else f"once {turn.setting.name(battle.space)} is not attacked any more"
                free = FREE[OUT] if line.mode in (LOCKED, LEAVING) else free
                home = turn.setting.name(line.kind.home)
                rows.append((line.kind.counted(line.number), home, f"{doing(line)} {turn.setting.name(battle.space)}", free))
    for flight in turn.flights:
        if flight.kind.type.flies and flight.kind.nation not in turn.setting.movers:
            home = turn.setting.name(flight.kind.home)
            rows.append((flight.kind.counted(flight.number), home, whereabouts(turn, flight), FREE[flight.status]))
    return Sheet("Aircraft", ("aircraft", "home", "now", "may be dispatched"), tuple(rows))


def doing(line: Line) -> str:
    if line.mode == LEAVING:
        return "in retreat from"
    if line.mode == FIGHTS:
        return "in the battle at"
    return "below deck at" if below_deck(line) else "grounded at"


def whereabouts(turn: Turn, flight: Flight) -> str:
    place = turn.setting.name(flight.place) if flight.place else ""
    if flight.status == ON_THE_WAY:
        return f"on the way to {place}, there next round"
    if flight.status == HOMEWARD:
        return "on the way back next round"
    return f"at {place}" if flight.status == GONE and place else flight.status


def tally(state: Any) -> list[Tally]:
    """What each nation had and lost, by type."""
    turn: Turn = state
    left: dict[tuple[str, str], int] = {}
    for kind, count, _ in turn.everything():
        left[kind.nation, kind.type.id] = left.get((kind.nation, kind.type.id), 0) + count
    return [
        Tally(nation_name(nation), type_name(type_id), had, had - left.get((nation, type_id), 0))
        for (nation, type_id), had in turn.setting.had.items()
    ]


def winner(end: End) -> str:
    """Who has won more of the battles: the attacker, or the defenders, by the first of them; what was called off they have held."""
    turn: Turn = end.state
    results = [battle.result for battle in turn.battles]
    lead = results.count(WON) - results.count(HELD) - results.count(CALLED_OFF)
    if lead > 0:
        return turn.setting.attacker
    return next(nation for nation, _ in turn.setting.had if nation not in turn.setting.movers) if lead < 0 else ""


def party(state: Any, who: str) -> str:
    """Everybody who attacks in this turn is one party, everybody else the other, under his id or his name."""
    movers = state.setting.movers
    return "attacker" if who in ("attacker", *movers, *map(nation_name, movers)) else "defender"
