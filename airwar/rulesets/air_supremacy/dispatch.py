"""Dispatch (rules 24-44): who may fly where, and the clock: declared, there the next round, back the round after the last fight."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from airwar.engine.referee import Event, Note, Referee, Ruling
from airwar.engine.rule import rule
from airwar.rulesets.air_supremacy.attack import calling_off_costs
from airwar.rulesets.air_supremacy.landing import home_is_lost, lands_elsewhere
from airwar.rulesets.air_supremacy.state import (
    HOME,
    HOMEWARD,
    NOT_ATTACKED,
    ON_THE_WAY,
    RETURNING,
    Battle,
    Flight,
    Line,
    Turn,
    merged,
)


@rule("2", "24", "26", "27", "31", "34", "35", "39", "41", "42")
def destinations(turn: Turn, flight: Flight) -> list[str]:
    """Spaces next to home where friends are attacked; in the first round also the second space of a pass-through.

    Aircraft whose own space is attacked are in that battle, and so not at home.
    """
    setting, kind = turn.setting, flight.kind
    if flight.status != HOME or not kind.type.flies:
        return []
    own = turn.battle_in(kind.space)
    if own and own.after and setting.options["second-zone-aircraft"] == "stay":
        return []
    return [
        battle.space
        for battle in turn.battles
        if battle.space in setting.spaces[kind.space].next_to
        and (battle.on or battle.after)
        and has_friends(turn, flight, battle.space)
    ]


@rule("42", "43")
def has_friends(turn: Turn, flight: Flight, space: str) -> bool:
    """Whether own or friendly units are attacked there."""
    battle = turn.battle(space)
    nations = [line.kind.nation for line in battle.defenders]
    nations += [other.kind.nation for other in turn.flights if other.status == HOME and other.kind.space == space]
    return any(turn.setting.friendly(flight.kind.nation, nation) for nation in nations)


@rule("26", "24", "25", "28", "31", "44", "45")
def owners_dispatch(ref: Referee, turn: Turn) -> Turn:
    """Every owner says which of his aircraft fly to whose defence; they fight there in the next round."""
    reach = {flight: destinations(turn, flight) for flight in turn.flights}
    for home, nation in dict.fromkeys((flight.kind.home, flight.kind.nation) for flight in turn.flights if reach[flight]):
        able = [flight for flight in turn.flights if (flight.kind.home, flight.kind.nation) == (home, nation) and reach[flight]]
        items = {f"{flight.kind.type.id}-to-{space}": flight.number for flight in able for space in reach[flight]}
        labels = {
            f"{flight.kind.type.id}-to-{space}": f"{flight.kind.label} to {turn.setting.name(space)}"
            for flight in able
            for space in reach[flight]
        }
        said = ref.allot(
            f"{home}.{nation}.dispatch",
            items,
            by=nation,
            most=sum(flight.number for flight in able),
            labels=labels,
            refuse=partial(twice, able, reach),
            facts=partial(within_reach, turn, able, reach),
        )
        if any(said.values()):
            turn = sent(ref, turn, able, said, reach)
    return turn


def within_reach(turn: Turn, able: list[Flight], reach: Mapping[Flight, list[str]]) -> dict[str, int]:
    """For policies: how many may fly to each space of the map, as `to.<space>`."""
    return {f"to.{space}": sum(flight.number for flight in able if space in reach[flight]) for space in turn.setting.spaces}


@rule("31")
def twice(able: list[Flight], reach: Mapping[Flight, list[str]], answer: Mapping[str, int]) -> str | None:
    """One destination for each aircraft."""
    for flight in able:
        number = sum(answer[f"{flight.kind.type.id}-to-{space}"] for space in reach[flight])
        if number > flight.number:
            return f"{number} {flight.kind.type.name} sent, where {flight.number} are at home"
    return None


def sent(ref: Referee, turn: Turn, able: list[Flight], said: Mapping[str, int], reach: Mapping[Flight, list[str]]) -> Turn:
    flights = list(turn.flights)
    home = turn.battle_in(able[0].kind.space)
    if home and home.after:
        value = turn.setting.options["second-zone-aircraft"]
        ref.tell(Ruling, "second-zone-aircraft", value, "aircraft leave a space that a fleet may pass on to")
    for flight in able:
        for space in reach[flight]:
            number = said[f"{flight.kind.type.id}-to-{space}"]
            flights += [flight._replace(number=-number), Flight(flight.kind, number, ON_THE_WAY, space)]
            if number:
                ref.tell(Note, f"{flight.kind.counted(number)} dispatched to {turn.setting.name(space)}")
    return turn.with_flights(flights)


# the clock


@rule("26", "30", "32", "33", "35", "37", "40")
def aircraft_move(ref: Referee, turn: Turn) -> Turn:
    """A round has passed: who returned is home, whose battle is over returns, who was dispatched is there or comes too late."""
    if turn.first or (not turn.flights and not any(line.fresh for battle in turn.battles for line in battle.defenders)):
        return turn
    battles = {battle.space: settled_in(battle.defenders) for battle in turn.battles}
    flights: list[Flight] = []
    for flight in turn.flights:
        battle = turn.battle_in(flight.place if flight.status == ON_THE_WAY else flight.kind.space)
        if flight.status == ON_THE_WAY and battle and battle.on:
            ref.tell(Note, f"arriving at {turn.setting.name(battle.space)}: {flight.kind.counted(flight.number)}")
            ref.tell(told_guests, turn, flight, battle)
            battles[battle.space].append(Line(flight.kind, flight.number, fresh=True))
        elif flight.status == RETURNING and battle and battle.on and not home_is_lost(turn, flight.kind):
            ref.tell(Note, f"back to defend {turn.setting.name(battle.space)}: {flight.kind.counted(flight.number)}")
            battles[battle.space].append(Line(flight.kind, flight.number))
        else:
            flights += one_round_on(ref, turn, flight)
    changed = tuple(battle._replace(defenders=merged(battles[battle.space])) for battle in turn.battles)
    return turn._replace(battles=changed).with_flights(flights)


def told_guests(turn: Turn, flight: Flight, battle: Battle) -> list[Event]:
    """The rulings on what dispatched aircraft may do where they went."""
    events: list[Event] = []
    options = turn.setting.options
    if flight.kind.type.bombs:
        value = options["dispatched-bomber-vs-surface"]
        text = f"dispatched bombers {'may' if value == 'yes' else 'may not'} roll at surface units once the sky is clear"
        events.append(Ruling("dispatched-bomber-vs-surface", value, text))
    if options["dispatched-may-ground"] == "no" and not turn.setting.spaces[battle.space].sea:
        events.append(Ruling("dispatched-may-ground", "no", "dispatched aircraft are not grounded where they went"))
    return events


def settled_in(defenders: tuple[Line, ...]) -> list[Line]:
    """Who arrived a round ago is no longer committed."""
    return [line._replace(fresh=False) if line.fresh else line for line in defenders]


@rule("32", "33", "40")
def one_round_on(ref: Referee, turn: Turn, flight: Flight) -> list[Flight]:
    """Where aircraft outside the battles are a round later."""
    if flight.status == RETURNING:
        if home_is_lost(turn, flight.kind):
            return lands_elsewhere(ref, turn, flight.kind, flight.number, "origin-lost")
        ref.tell(Note, f"back at {turn.setting.name(flight.kind.home)}: {flight.kind.counted(flight.number)}")
        return [Flight(flight.kind, flight.number)]
    if flight.status == HOMEWARD:
        return [Flight(flight.kind, flight.number, RETURNING)]
    if flight.status == ON_THE_WAY:
        battle = turn.battle(flight.place)
        if battle.result == NOT_ATTACKED:
            ref.tell(calling_off_costs, turn)
            costs = turn.setting.options["passthrough-calloff-costs-return"] == "yes"
            return [Flight(flight.kind, flight.number, RETURNING if costs else HOME)]
        ref.tell(Note, f"too late at {turn.setting.name(flight.place)}, returning: {flight.kind.counted(flight.number)}")
        return [Flight(flight.kind, flight.number, RETURNING)]
    return [flight]


@rule("30", "37")
def everybody_returns(ref: Referee, turn: Turn) -> Turn:
    """When the last battle is over, whoever is still away goes home."""
    flights: list[Flight] = []
    for flight in turn.flights:
        if flight.status not in (ON_THE_WAY, HOMEWARD, RETURNING):
            flights.append(flight)
        elif home_is_lost(turn, flight.kind):
            flights += lands_elsewhere(ref, turn, flight.kind, flight.number, "origin-lost")
        else:
            flights.append(Flight(flight.kind, flight.number))
    return turn.with_flights(flights)
