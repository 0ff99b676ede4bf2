"""Retreats (rules 22, 23, 29, 30, 36): single units leave under fire; who survives is gone, or out for the turn."""

from __future__ import annotations

from functools import partial

from airwar.engine.referee import Note, Referee, Ruling
from airwar.engine.rule import rule
from airwar.rulesets.air_supremacy.aim import away
from airwar.rulesets.air_supremacy.attack import parted, told_leaving
from airwar.rulesets.air_supremacy.landing import friendly_ground, home_is_lost, lands_elsewhere
from airwar.rulesets.air_supremacy.losses import called, described
from airwar.rulesets.air_supremacy.state import (
    FIGHTS,
    GONE,
    GROUNDED,
    LEAVING,
    OUT,
    PARKED,
    Battle,
    Flight,
    Force,
    Line,
    Turn,
    below_deck,
    facts,
    merged,
)
from airwar.rulesets.air_supremacy.units import Kind


@rule("22", "23", "28", "29", "36", "44")
def declares_retreat(ref: Referee, turn: Turn, space: str, nation: str) -> Turn:
    """Single units may retreat, under fire; aircraft that arrived in this round are committed to fight it."""
    battle = turn.battle(space)
    able = [line for line in battle.defenders if line.kind.nation == nation and may_retreat(turn, battle, line)]
    if not able:
        return turn
    said = ref.allot(
        f"{space}.{nation}.retreat",
        {called(line): line.number for line in able},
        by=nation,
        labels={called(line): described(line) for line in able},
        facts=partial(facts, turn, battle, False),
    )
    if not any(said.values()):
        return turn
    ref.tell(told_leaving, turn)
    if any(said[called(line)] and not away(line.kind, space) for line in able):
        ref.tell(told_refuge, turn)
    return turn.with_battle(battle._replace(defenders=parted(battle.defenders, said, LEAVING)))


def told_refuge(turn: Turn) -> Ruling:
    value = turn.setting.options["retreat-to"]
    text = "to adjacent friendly spaces that nobody attacks" if value == "adjacent-friendly" else "anywhere"
    return Ruling("retreat-to", value, f"units retreat {text}")


def nowhere_to_go(turn: Turn) -> Ruling | None:
    """Says who cannot retreat at all, before anybody wonders why he is not asked."""
    caught = [
        turn.setting.name(battle.space)
        for battle in turn.battles
        if battle.on and not any(refuges(turn, battle, line.kind, line.number) for line in battle.defenders)
    ]
    value = turn.setting.options["retreat-to"]
    text = f"no adjacent friendly space to retreat to from {', '.join(caught)}"
    return Ruling("retreat-to", value, text) if caught else None


@rule("29", "30")
def may_retreat(turn: Turn, battle: Battle, line: Line) -> bool:
    """Not in the round of arrival, and only where there is a place to go."""
    return line.mode == FIGHTS and not line.fresh and bool(refuges(turn, battle, line.kind, line.number))


@rule("30")
def refuges(turn: Turn, battle: Battle, kind: Kind, number: int) -> list[str]:
    """Where a unit may retreat: dispatched aircraft to their origin, others to friendly spaces next door that nobody attacks."""
    setting = turn.setting
    if away(kind, battle.space):
        return [kind.home]
    if setting.options["retreat-to"] == "anywhere":
        return ["elsewhere"]
    next_to = setting.spaces[battle.space].next_to
    return [space for space in setting.spaces if space in next_to and is_refuge(turn, kind, number, space)]


def is_refuge(turn: Turn, kind: Kind, number: int, space: str) -> bool:
    """Troops go to friendly land, ships to a zone without enemies, aircraft to friendly land or a carrier with room."""
    setting = turn.setting
    if not setting.spaces[space].sea:
        return kind.type.sphere != "sea" and friendly_ground(turn, kind, space)
    battle = turn.battle_in(space)
    if kind.type.sphere == "land" or (battle and (battle.on or battle.after)):
        return False
    there = [(other, count) for other, count, place in turn.everything() if place == space]
    if any(setting.hostile(kind.nation, other.nation) for other, _ in there):
        return False
    if kind.type.sphere == "sea":
        return True
    carriers = [(other, count) for other, count in there if other.type.carries_aircraft]
    slots = sum(other.type.holds * count for other, count in carriers if setting.friendly(kind.nation, other.nation))
    aboard = sum(count for other, count in there if other.type.flies)
    return not kind.type.bombs and slots > 0 and (slots >= aboard + number or not number)


# when the round is over


@rule("22", "23", "36", "47")
def those_leaving_go(ref: Referee, turn: Turn, battle: Battle) -> tuple[Turn, Battle]:
    """Who survived his retreat is gone, a carrier with all that is below its deck; everybody else is ready again."""
    flights = list(turn.flights)
    gone = {line.kind.ship for line in battle.defenders if line.kind.ship and line.mode == LEAVING}
    leaving = [line for line in battle.defenders if line.mode == LEAVING or (below_deck(line) and line.kind.home in gone)]
    places: dict[tuple[str, str], str] = {}
    for line in leaving:
        if away(line.kind, battle.space):
            flights += back_at_origin(ref, turn, battle, line)
        else:
            flights.append(Flight(line.kind, line.number, GONE, place_for(ref, turn, battle, line, places), line.hurt))
    for line in battle.attackers:
        if line.mode == LEAVING:
            flights.append(Flight(line.kind, line.number, GONE, hurt=line.hurt))
    attackers = ready(tuple(line for line in battle.attackers if line.mode != LEAVING))
    defenders = ready(tuple(line for line in battle.defenders if line not in leaving))
    return turn.with_flights(flights), battle._replace(attackers=attackers, defenders=defenders)


def ready(force: Force) -> Force:
    """Grounding holds for one round."""
    return merged(line._replace(mode=FIGHTS) if line.mode in (GROUNDED, PARKED) else line for line in force)


@rule("30", "36")
def back_at_origin(ref: Referee, turn: Turn, battle: Battle, line: Line) -> list[Flight]:
    """Dispatched aircraft that retreat fly home and are out for the turn."""
    if home_is_lost(turn, line.kind):
        return lands_elsewhere(ref, turn, line.kind, line.number, "origin-lost")
    ref.tell(Note, f"back at {turn.setting.name(line.kind.home)}, out for the turn: {line.kind.counted(line.number)}")
    return [Flight(line.kind, line.number, OUT)]


def place_for(ref: Referee, turn: Turn, battle: Battle, line: Line, places: dict[tuple[str, str], str]) -> str:
    """Where a nation's units of one sphere retreat to; its owner says so when there are several places."""
    kind = line.kind
    if below_deck(line):
        kind = next(other.kind for other in battle.defenders if other.kind.ship == kind.home)
    at = (kind.nation, kind.type.sphere)
    if at not in places:
        able = {space: turn.setting.name(space) for space in refuges(turn, battle, kind, 0)}  # room was found when it was declared
        key = f"{battle.space}.{kind.nation}.retreat-to-{kind.type.sphere}"
        places[at] = next(iter(able)) if len(able) == 1 else ref.choose(key, able, by=kind.nation)
    if not below_deck(line):
        ref.tell(Note, f"retreated to {turn.setting.name(places[at])}: {line.kind.counted(line.number)}")
    return places[at]
