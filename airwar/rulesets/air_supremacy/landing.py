"""When a battle is over: aircraft go home, and those whose home is lost look for another or are lost."""

from __future__ import annotations

from airwar.engine.referee import Loss, Note, Referee, Ruling
from airwar.engine.rule import rule
from airwar.rulesets.air_supremacy.aim import away
from airwar.rulesets.air_supremacy.state import (
    GONE,
    HOME,
    HOMEWARD,
    LOCKED,
    OUT,
    WON,
    Battle,
    Flight,
    Turn,
    joined,
)
from airwar.rulesets.air_supremacy.units import Kind, nation_name


@rule("30", "37", "27")
def closed(ref: Referee, turn: Turn, battle: Battle, result: str) -> tuple[Turn, Battle]:
    """A battle is over: guests return where they came from, aircraft at home are free again, the others stay where they are."""
    around = turn.with_battle(battle)
    staying = []
    flights = [*turn.flights, *(Flight(line.kind, line.number, GONE, battle.space, line.hurt) for line in battle.support)]
    for line in battle.defenders:
        kind = line.kind
        if not kind.type.flies:
            staying.append(line)
        elif away(kind, battle.space):
            flights.append(Flight(kind, line.number, HOMEWARD))
        elif line.mode == LOCKED:
            flights.append(Flight(kind, line.number, OUT))
        elif kind.aboard and not afloat(around, kind.home):
            flights += lands_elsewhere(ref, around, kind, line.number, "carrier-sunk")
        elif kind.aboard and afloat(around, kind.home) != battle.space:
            flights.append(Flight(kind, line.number, GONE, afloat(around, kind.home)))
        else:
            flights.append(Flight(kind, line.number, HOME))
    ref.tell(Note, f"{turn.setting.name(battle.space)}: {result}")
    return turn._replace(flights=joined(flights)), battle._replace(defenders=tuple(staying), support=(), result=result)


def afloat(turn: Turn, ship: str) -> str:
    """Where a carrier swims, or nothing when it is sunk."""
    return next((place for kind, _, place in turn.everything() if kind.ship == ship), "")


@rule("30")
def home_is_lost(turn: Turn, kind: Kind) -> bool:
    """A carrier that is sunk, or a territory that enemy troops have taken, is no home any more."""
    if kind.aboard:
        return not afloat(turn, kind.home)
    battle = turn.battle_in(kind.space)
    return bool(battle and battle.result == WON and any(line.kind.type.sphere == "land" for line in battle.attackers))


@rule("30")
def lands_elsewhere(ref: Referee, turn: Turn, kind: Kind, count: int, option: str) -> list[Flight]:
    """Aircraft without a home: lost, or set down on the next friendly place for the rest of the turn, as the option says."""
    value = turn.setting.options[option]
    places = landing_places(turn, kind) if value != "destroyed" else []
    flights = []
    for place, room in places:
        landed = min(room, count)
        count -= landed
        if landed:
            ref.tell(Ruling, option, value, f"{kind.counted(landed)} without a home set down at {turn.setting.name(place)}")
            flights.append(Flight(kind, landed, GONE, place))
    if count:
        ref.tell(Ruling, option, value, f"no home to return to: {kind.counted(count)}")
        ref.tell(Loss, nation_name(kind.nation), kind.type.name, count, "lost without a home")
    return flights


def landing_places(turn: Turn, kind: Kind) -> list[tuple[str, int]]:
    """Friendly carriers in the same zone, then friendly land next to it; each place with its room."""
    setting, everything = turn.setting, list(turn.everything())
    spots = []
    for carrier, _, place in everything:
        if carrier.type.carries_aircraft and place == kind.space and setting.friendly(kind.nation, carrier.nation):
            aboard = sum(number for other, number, where in everything if carrier.ship in (other.home, where))
            spots.append((carrier.ship, max(0, carrier.type.holds - aboard)))
    everybody = sum(setting.had.values())  # land has room for all
    return spots + [(place, everybody) for place in friendly_land(turn, kind)]


def friendly_land(turn: Turn, kind: Kind) -> list[str]:
    """Friendly land next to a place, neither under attack nor taken."""
    setting = turn.setting
    next_to = setting.spaces[kind.space].next_to
    return [space for space in setting.spaces if space in next_to and friendly_ground(turn, kind, space)]


def friendly_ground(turn: Turn, kind: Kind, space: str) -> bool:
    """Whether a land space is held by friends and nobody attacks it."""
    setting = turn.setting
    known = setting.spaces[space]
    battle = turn.battle_in(space)
    if known.sea or (battle and (battle.on or battle.after or battle.result == WON)):
        return False
    held = [other.nation for other, _, place in turn.everything() if place == space]
    held += [flight.kind.nation for flight in turn.flights if flight.kind.space == space]  # at home there, if away just now
    if any(setting.hostile(kind.nation, nation) for nation in held):
        return False
    friendly = known.owner in setting.groups and setting.friendly(kind.nation, known.owner)
    return friendly or any(setting.friendly(kind.nation, nation) for nation in held)
