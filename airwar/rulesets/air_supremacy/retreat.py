"""Retreats (rules 22, 23, 29, 30, 36): single units leave under fire; survivors leave the battle, or are out for the turn."""

from __future__ import annotations

from functools import partial

from airwar.engine.referee import Note, Referee, Ruling
from airwar.engine.rule import rule
from airwar.rulesets.air_supremacy.forces import (
    FIGHTS,
    GROUNDED,
    LEAVING,
    PARKED,
    Force,
    Line,
    below_deck,
    describe,
    is_guest,
    line_name,
    merged,
    split,
)
from airwar.rulesets.air_supremacy.landing import friendly_ground, home_is_lost, land_elsewhere
from airwar.rulesets.air_supremacy.options import ruling
from airwar.rulesets.air_supremacy.turn import LEFT, OUT, Battle, Flight, Turn, facts
from airwar.rulesets.air_supremacy.units import Kind


@rule("22", "23", "28", "29", "36", "44")
def declare_retreat(ref: Referee, turn: Turn, space: str, nation: str) -> Turn:
    """A nation may retreat single units, under fire; aircraft that arrived in this round are committed to fight it."""
    battle = turn.battle(space)
    able = [line for line in battle.defenders if line.kind.nation == nation and may_retreat(turn, battle, line)]
    if not able:
        return turn
    numbers = ref.allot(
        f"{space}.{nation}.retreat",
        {line_name(line): line.number for line in able},
        by=nation,
        labels={line_name(line): describe(line) for line in able},
        facts=partial(facts, turn, battle, False),
    )
    if not any(numbers.values()):
        return turn
    ref.tell(ruling, turn.setting.rulings, "retreaters-roll")
    if any(numbers[line_name(line)] and not is_guest(line.kind, space) for line in able):
        ref.tell(ruling, turn.setting.rulings, "retreat-to")
    return turn.with_battle(battle._replace(defenders=split(battle.defenders, numbers, LEAVING)))


def no_retreat_ruling(turn: Turn) -> Ruling | None:
    """Names the battles from which nobody can retreat, so that nobody wonders why the question is not asked."""
    setting = turn.setting
    trapped = [
        setting.name(battle.space)
        for battle in turn.battles
        if battle.on and not any(refuges(turn, battle, line.kind, line.number) for line in battle.defenders)
    ]
    text = f"no adjacent friendly space to retreat to from {', '.join(trapped)}"
    return setting.rulings.ruled("retreat-to", text) if trapped else None


@rule("29", "30")
def may_retreat(turn: Turn, battle: Battle, line: Line) -> bool:
    """Not in the round of arrival, and only if there is somewhere to go."""
    return line.mode == FIGHTS and not line.arrived and bool(refuges(turn, battle, line.kind, line.number))


@rule("30")
def refuges(turn: Turn, battle: Battle, kind: Kind, number: int) -> list[str]:
    """Where units may retreat: dispatched aircraft to their origin, others to adjacent friendly spaces that nobody attacks."""
    setting = turn.setting
    if is_guest(kind, battle.space):
        return [kind.home]
    if setting.rulings.value("retreat-to") == "anywhere":
        return ["elsewhere"]
    adjacent = setting.spaces[battle.space].adjacent
    return [space for space in setting.spaces if space in adjacent and is_refuge(turn, kind, number, space)]


def is_refuge(turn: Turn, kind: Kind, number: int, space: str) -> bool:
    """Troops go to friendly land, ships to a zone without enemies, aircraft to friendly land or a carrier with room."""
    if not turn.setting.spaces[space].sea:
        return kind.type.sphere != "sea" and friendly_ground(turn, kind, space)
    battle = turn.battle_in(space)
    if kind.type.sphere == "land" or (battle and (battle.on or battle.after)):
        return False
    present = [(other, count) for other, count, place in turn.everything() if place == space]
    if any(turn.setting.hostile(kind.nation, other.nation) for other, _ in present):
        return False
    return kind.type.sphere == "sea" or has_room(turn, kind, number, present)


def has_room(turn: Turn, kind: Kind, number: int, present: list[tuple[Kind, int]]) -> bool:
    """Whether friendly carriers in a zone have room for aircraft; bombers cannot land on them."""
    friendly = [(other, count) for other, count in present if turn.setting.friendly(kind.nation, other.nation)]
    slots = sum(other.type.holds * count for other, count in friendly if other.type.carries_aircraft)
    aboard = sum(count for other, count in present if other.type.flies)
    return not kind.type.bombs and slots > 0 and (slots >= aboard + number or not number)


# when the round is over


@rule("22", "23", "36", "47")
def leave_battle(ref: Referee, turn: Turn, battle: Battle) -> tuple[Turn, Battle]:
    """Survivors of a retreat leave, a carrier with all that is below its deck; everybody else is ready again."""
    flights = list(turn.flights)
    ships = {line.kind.ship for line in battle.defenders if line.kind.ship and line.mode == LEAVING}
    leaving = [line for line in battle.defenders if line.mode == LEAVING or (below_deck(line) and line.kind.home in ships)]
    places: dict[tuple[str, str], str] = {}
    for line in leaving:
        if is_guest(line.kind, battle.space):
            flights += return_to_origin(ref, turn, line)
        else:
            flights.append(Flight(line.kind, line.number, LEFT, place_for(ref, turn, battle, line, places), line.damage))
    for line in battle.attackers:
        if line.mode == LEAVING:
            flights.append(Flight(line.kind, line.number, LEFT, damage=line.damage))
    attackers = ready(tuple(line for line in battle.attackers if line.mode != LEAVING))
    defenders = ready(tuple(line for line in battle.defenders if line not in leaving))
    return turn.with_flights(flights), battle._replace(attackers=attackers, defenders=defenders)


def ready(force: Force) -> Force:
    """Grounding lasts one round."""
    return merged(line._replace(mode=FIGHTS) if line.mode in (GROUNDED, PARKED) else line for line in force)


@rule("30", "36")
def return_to_origin(ref: Referee, turn: Turn, line: Line) -> list[Flight]:
    """Dispatched aircraft that retreat fly home and are out for the turn."""
    if home_is_lost(turn, line.kind):
        return land_elsewhere(ref, turn, line.kind, line.number, "origin-lost")
    ref.tell(Note, f"back at {turn.setting.name(line.kind.home)}, out for the turn: {line.kind.counted(line.number)}")
    return [Flight(line.kind, line.number, OUT)]


def place_for(ref: Referee, turn: Turn, battle: Battle, line: Line, places: dict[tuple[str, str], str]) -> str:
    """Where the land, sea or air units of a nation retreat to; their owner chooses if there are several places."""
    kind = line.kind
    if below_deck(line):
        kind = next(other.kind for other in battle.defenders if other.kind.ship == kind.home)
    group = (kind.nation, kind.type.sphere)
    if group not in places:
        able = {space: turn.setting.name(space) for space in refuges(turn, battle, kind, 0)}  # room was checked when declared
        key = f"{battle.space}.{kind.nation}.retreat-to-{kind.type.sphere}"
        places[group] = next(iter(able)) if len(able) == 1 else ref.choose(key, able, by=kind.nation)
    if not below_deck(line):
        ref.tell(Note, f"retreated to {turn.setting.name(places[group])}: {line.kind.counted(line.number)}")
    return places[group]
