"""Dispatch (rules 24 to 44): which aircraft may fly where, and the clock.

Aircraft declared in round 1 fight from round 2 on. If they fight there for the last time in round 4, they return in round 5
and may be declared again in round 6.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TypeAlias

from airwar.engine.referee import Event, Note, Referee
from airwar.engine.rule import rule
from airwar.rulesets.air_supremacy.forces import Line, merged
from airwar.rulesets.air_supremacy.landing import home_is_lost, land_elsewhere
from airwar.rulesets.air_supremacy.options import ruling
from airwar.rulesets.air_supremacy.turn import HOME, HOMEWARD, NOT_ATTACKED, ON_THE_WAY, RETURNING, Battle, Flight, Turn
from airwar.rulesets.kit.names import count

Reach: TypeAlias = Mapping[Flight, list[str]]  # where each flight may go


@rule("2", "24", "26", "27", "31", "34", "35", "39", "41", "42")
def destinations(turn: Turn, flight: Flight) -> list[str]:
    """Spaces next to home where friends are attacked; in the first round, the second space of a pass-through too.

    Aircraft whose own space is attacked are in that battle, so they are not at home.
    """
    setting, kind = turn.setting, flight.kind
    if flight.status != HOME or not kind.type.flies:
        return []
    own = turn.battle_in(kind.space)
    if own and own.after and not setting.rulings.yes("second-space-dispatch"):
        return []
    adjacent = [battle for battle in turn.battles if battle.space in setting.spaces[kind.space].adjacent]
    return [battle.space for battle in adjacent if (battle.on or battle.after) and has_friends(turn, flight, battle)]


@rule("42", "43")
def has_friends(turn: Turn, flight: Flight, battle: Battle) -> bool:
    """Whether own or friendly units are attacked there."""
    nations = [line.kind.nation for line in battle.defenders]
    nations += [other.kind.nation for other in turn.flights if other.status == HOME and other.kind.space == battle.space]
    return any(turn.setting.friendly(flight.kind.nation, nation) for nation in nations)


@rule("26", "24", "25", "28", "31", "44", "45")
def declare_dispatches(ref: Referee, turn: Turn) -> Turn:
    """Every nation declares which of its aircraft fly to which battle; they fight there in the next round."""
    reach = {flight: destinations(turn, flight) for flight in turn.flights}
    for home, nation in dict.fromkeys((flight.kind.home, flight.kind.nation) for flight in turn.flights if reach[flight]):
        able = [flight for flight in turn.flights if (flight.kind.home, flight.kind.nation) == (home, nation) and reach[flight]]
        offers = [(flight, space) for flight in able for space in reach[flight]]
        numbers = ref.allot(
            f"{home}.{nation}.dispatch",
            {offer_name(flight, space): flight.number for flight, space in offers},
            by=nation,
            most=sum(flight.number for flight in able),
            labels={offer_name(flight, space): f"{flight.kind.label} to {turn.setting.name(space)}" for flight, space in offers},
            refuse=partial(dispatch_refused, able, reach),
            facts=partial(dispatch_facts, turn, able, reach),
        )
        if any(numbers.values()):
            turn = send(ref, turn, able, reach, numbers)
    return turn


def offer_name(flight: Flight, space: str) -> str:
    return f"{flight.kind.type.id}-to-{space}"


def dispatch_facts(turn: Turn, able: list[Flight], reach: Reach) -> dict[str, int]:
    """How many aircraft may fly to each space, as `to.<space>`."""
    return {f"to.{space}": sum(flight.number for flight in able if space in reach[flight]) for space in turn.setting.spaces}


@rule("31")
def dispatch_refused(able: list[Flight], reach: Reach, numbers: Mapping[str, int]) -> str | None:
    """Why a dispatch is illegal, or None: each aircraft has one destination."""
    for flight in able:
        number = sum(numbers[offer_name(flight, space)] for space in reach[flight])
        if number > flight.number:
            return f"{count(number, flight.kind.type.name)} dispatched, but only {flight.number} at home (31)"
    return None


def send(ref: Referee, turn: Turn, able: list[Flight], reach: Reach, numbers: Mapping[str, int]) -> Turn:
    """Aircraft take off for their destinations."""
    flights = list(turn.flights)
    own = turn.battle_in(able[0].kind.space)
    if own and own.after:
        ref.tell(ruling, turn.setting.rulings, "second-space-dispatch")
    for flight in able:
        for space in reach[flight]:
            number = numbers[offer_name(flight, space)]
            flights += [flight._replace(number=-number), Flight(flight.kind, number, ON_THE_WAY, space)]
            if number:
                ref.tell(Note, f"{flight.kind.counted(number)} dispatched to {turn.setting.name(space)}")
    return turn.with_flights(flights)


# the clock


@rule("26", "30", "32", "33", "35", "37", "40")
def move_aircraft(ref: Referee, turn: Turn) -> Turn:
    """A round has passed: dispatched aircraft arrive or are too late, those whose battle is over return, others are home."""
    if turn.first or not (turn.flights or any(line.arrived for battle in turn.battles for line in battle.defenders)):
        return turn
    defenders = {battle.space: no_longer_committed(battle) for battle in turn.battles}
    flights: list[Flight] = []
    for flight in turn.flights:
        battle = turn.battle_in(flight.place if flight.status == ON_THE_WAY else flight.kind.space)
        if flight.status == ON_THE_WAY and battle and battle.on:
            ref.tell(Note, f"arriving at {turn.setting.name(battle.space)}: {flight.kind.counted(flight.number)}")
            ref.tell(guest_rulings, turn, flight, battle)
            defenders[battle.space].append(Line(flight.kind, flight.number, arrived=True))
        elif flight.status == RETURNING and battle and battle.on and not home_is_lost(turn, flight.kind):
            ref.tell(Note, f"back to defend {turn.setting.name(battle.space)}: {flight.kind.counted(flight.number)}")
            defenders[battle.space].append(Line(flight.kind, flight.number))
        else:
            flights += a_round_later(ref, turn, flight)
    battles = tuple(battle._replace(defenders=merged(defenders[battle.space])) for battle in turn.battles)
    return turn._replace(battles=battles).with_flights(flights)


def no_longer_committed(battle: Battle) -> list[Line]:
    """The defenders; aircraft that arrived a round ago may retreat and stay on the ground."""
    return [line._replace(arrived=False) if line.arrived else line for line in battle.defenders]


def guest_rulings(turn: Turn, flight: Flight, battle: Battle) -> list[Event]:
    """The rulings on what dispatched aircraft may do at their destination."""
    events: list[Event] = []
    if flight.kind.type.bombs:
        events.append(ruling(turn.setting.rulings, "dispatched-bomber-vs-surface"))
    if not turn.setting.rulings.yes("dispatched-may-ground") and not turn.setting.spaces[battle.space].sea:
        events.append(ruling(turn.setting.rulings, "dispatched-may-ground"))
    return events


@rule("32", "33", "40")
def a_round_later(ref: Referee, turn: Turn, flight: Flight) -> list[Flight]:
    """Where aircraft that join no battle are a round later."""
    kind, number = flight.kind, flight.number
    if flight.status == RETURNING:
        if home_is_lost(turn, kind):
            return land_elsewhere(ref, turn, kind, number, "origin-lost")
        ref.tell(Note, f"back at {turn.setting.name(kind.home)}: {kind.counted(number)}")
        return [Flight(kind, number)]
    if flight.status == HOMEWARD:
        return [Flight(kind, number, RETURNING)]
    if flight.status == ON_THE_WAY:
        if turn.battle(flight.place).result == NOT_ATTACKED:
            ref.tell(ruling, turn.setting.rulings, "passthrough-calloff-costs-return")
            costs = turn.setting.rulings.yes("passthrough-calloff-costs-return")
            return [Flight(kind, number, RETURNING if costs else HOME)]
        ref.tell(Note, f"too late at {turn.setting.name(flight.place)}, returning: {kind.counted(number)}")
        return [Flight(kind, number, RETURNING)]
    return [flight]


@rule("30", "37")
def return_home(ref: Referee, turn: Turn) -> Turn:
    """When the last battle is over, all aircraft that are still away go home."""
    flights: list[Flight] = []
    for flight in turn.flights:
        if flight.status not in (ON_THE_WAY, HOMEWARD, RETURNING):
            flights.append(flight)
        elif home_is_lost(turn, flight.kind):
            flights += land_elsewhere(ref, turn, flight.kind, flight.number, "origin-lost")
        else:
            flights.append(Flight(flight.kind, flight.number))
    return turn.with_flights(flights)
