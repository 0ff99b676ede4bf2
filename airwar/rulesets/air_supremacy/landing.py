"""When a battle is over: aircraft go home, and those without a home look for another or are lost."""

from __future__ import annotations

from airwar.engine.referee import Loss, Note, Referee
from airwar.engine.rule import rule
from airwar.rulesets.air_supremacy.forces import LOCKED, Line, is_guest
from airwar.rulesets.air_supremacy.turn import HOME, HOMEWARD, LEFT, OUT, WON, Battle, Flight, Turn
from airwar.rulesets.air_supremacy.units import Kind, nation_name


@rule("30", "37", "27")
def close_battle(ref: Referee, turn: Turn, battle: Battle, result: str) -> Turn:
    """A battle is over: dispatched aircraft return, aircraft at home are free again, all other units stay where they are."""
    turn = turn.with_battle(battle)
    staying = [line for line in battle.defenders if not line.kind.type.flies]
    flights = [*turn.flights, *(Flight(line.kind, line.number, LEFT, battle.space, line.damage) for line in battle.support)]
    for line in battle.defenders:
        if line.kind.type.flies:
            flights += after_battle(ref, turn, battle, line)
    ref.tell(Note, f"{turn.setting.name(battle.space)}: {result}")
    over = battle._replace(defenders=tuple(staying), support=(), result=result)
    return turn.with_flights(flights).with_battle(over)


@rule("30", "37", "27")
def after_battle(ref: Referee, turn: Turn, battle: Battle, line: Line) -> list[Flight]:
    """Where defending aircraft go when their battle is over."""
    kind, number = line.kind, line.number
    if is_guest(kind, battle.space):
        return [Flight(kind, number, HOMEWARD)]
    if line.mode == LOCKED:
        return [Flight(kind, number, OUT)]
    if not kind.aboard:
        return [Flight(kind, number, HOME)]
    zone = afloat(turn, kind.home)
    if not zone:
        return land_elsewhere(ref, turn, kind, number, "carrier-sunk")
    return [Flight(kind, number, HOME)] if zone == battle.space else [Flight(kind, number, LEFT, zone)]


def afloat(turn: Turn, ship: str) -> str:
    """The zone where a carrier is, or nothing if it is sunk."""
    return next((place for kind, _, place in turn.everything() if kind.ship == ship), "")


@rule("30")
def home_is_lost(turn: Turn, kind: Kind) -> bool:
    """Whether a home was sunk, or captured by enemy troops."""
    if kind.aboard:
        return not afloat(turn, kind.home)
    battle = turn.battle_in(kind.space)
    return bool(battle and battle.result == WON and any(line.kind.type.sphere == "land" for line in battle.attackers))


@rule("30")
def land_elsewhere(ref: Referee, turn: Turn, kind: Kind, count: int, option: str) -> list[Flight]:
    """Aircraft without a home are lost, or land at the nearest friendly place for the rest of the turn, as the option says."""
    rulings = turn.setting.rulings
    places = landing_places(turn, kind) if rulings.value(option) != "destroyed" else []
    flights = []
    for place, room in places:
        landed = min(room, count)
        count -= landed
        if landed:
            ref.tell(rulings.ruled, option, f"{kind.counted(landed)} without a home landed at {turn.setting.name(place)}")
            flights.append(Flight(kind, landed, LEFT, place))
    if count:
        ref.tell(rulings.ruled, option, f"no home to return to: {kind.counted(count)}")
        ref.tell(Loss, nation_name(kind.nation), kind.type.name, count, "lost without a home")
    return flights


def landing_places(turn: Turn, kind: Kind) -> list[tuple[str, int]]:
    """Friendly carriers in the same zone, then friendly land next to it, each with its room."""
    setting, everything = turn.setting, list(turn.everything())
    spots = []
    for carrier, _, place in everything:
        if carrier.type.carries_aircraft and place == kind.space and setting.friendly(kind.nation, carrier.nation):
            aboard = sum(number for other, number, where in everything if carrier.ship in (other.home, where))
            spots.append((carrier.ship, max(0, carrier.type.holds - aboard)))
    no_limit = sum(setting.at_start.values())
    return spots + [(place, no_limit) for place in friendly_land(turn, kind)]


def friendly_land(turn: Turn, kind: Kind) -> list[str]:
    """Friendly land next to a home, neither under attack nor captured."""
    setting = turn.setting
    adjacent = setting.spaces[kind.space].adjacent
    return [space for space in setting.spaces if space in adjacent and friendly_ground(turn, kind, space)]


def friendly_ground(turn: Turn, kind: Kind, space: str) -> bool:
    """Whether a land space is held by friends and nobody attacks it."""
    setting = turn.setting
    known = setting.spaces[space]
    battle = turn.battle_in(space)
    if known.sea or (battle and (battle.on or battle.after or battle.result == WON)):
        return False
    held = [other.nation for other, _, place in turn.everything() if place == space]
    held += [flight.kind.nation for flight in turn.flights if flight.kind.space == space]  # based there, though away now
    if any(setting.hostile(kind.nation, nation) for nation in held):
        return False
    friendly = known.nation in setting.groups and setting.friendly(kind.nation, known.nation)
    return friendly or any(setting.friendly(kind.nation, nation) for nation in held)
