"""What the questions about bases are about: what may move where, what must leave, and what is saved."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from airwar.engine.words import count, listed, side_name
from airwar.rulesets.world_at_war.about import MOST_PLACES, units_in_words
from airwar.rulesets.world_at_war.bases.basing import aboard
from airwar.rulesets.world_at_war.setting import Base, Carrier
from airwar.rulesets.world_at_war.state import Turn
from airwar.rulesets.world_at_war.units.nations import NATIONS
from airwar.rulesets.world_at_war.units.unit import Unit


def rooms(turn: Turn, room: Mapping[str, int]) -> str:
    """Places and what fits there: `Malta 3 and Tunis 5`."""
    return listed((f"{turn.setting.name(place)} {number}" for place, number in room.items()), MOST_PLACES)


def where_to(turn: Turn, unit: Unit, room: Mapping[str, int], now: Mapping[str, int] | None = None) -> str:
    """A unit that may change its base, and the room elsewhere: what there is now, and what there can be if others leave."""
    there = room if now is None else now
    said = [places_room(turn.setting.name(place), there[place], most) for place, most in room.items()]
    return f"{units_in_words([unit])} at {turn.setting.name(unit.home)}. Room: {listed(said, MOST_PLACES) or 'nowhere'}."


def places_room(name: str, now: int, most: int) -> str:
    """`Malta 3`, or `Malta full (2 if others leave)`."""
    later = f" ({most} if others leave)" if most > now else ""
    return f"{name} {min(now, most) if now >= most else now or 'full'}{later}"


def comes_home(turn: Turn, unit: Unit, number: int, hex_: str, room: Mapping[str, int]) -> str:
    """Aircraft on their way home, and the bases that they reach."""
    named = turn.setting.name
    others = {place: fits for place, fits in room.items() if place != unit.home}
    said = [named(place) if fits >= number else f"{named(place)} (room for {fits})" for place, fits in others.items()]
    planes = f"{turn.setting.rulings.name(turn.player(unit.side))}: {unit.air_type.counted(number)}"
    home, away = f"back from {named(hex_)}, based at {named(unit.home)}", listed(said, MOST_PLACES) or "none"
    return f"{planes} {home}. Other bases in range: {away}."


def must_leave(turn: Turn, place: str, here: Iterable[Unit], number: int) -> str:
    """A base that holds more than it may."""
    there = f"{turn.setting.name(place)} cannot hold {units_in_words(here)}"
    return f"{there}. At least {number} must go; choose which."


def pushed_out(turn: Turn, place: str, waiting: Iterable[Unit], distance: int, ring: Iterable[str]) -> str:
    """Displaced units and the nearest bases."""
    names = listed((turn.setting.name(base) for base in ring), MOST_PLACES)
    side = turn.setting.rulings.name(turn.player(next(iter(waiting := tuple(waiting))).side))
    away = count(distance, "hex", "hexes")
    return f"{side}: {units_in_words(waiting)} driven from {turn.setting.name(place)}. Nearest, {away} away: {names}."


def taken(turn: Turn, base: Base, what: str) -> str:
    """A hex that the enemy has captured, and what the referee has to say about it."""
    return f"{base.name} is captured in the {turn.phase} phase. {what}"


def told_of(base: Base) -> str:
    """A base whose supply the scenario leaves open."""
    return f"{base.name} is held by {side_name(base.side)}. How is it supplied?"


def to_uninvert(turn: Turn, units: Iterable[Unit]) -> str:
    """Inverted units that may be used again."""
    units = tuple(units)
    inverted = units_in_words(unit.holding(ready=unit.inverted) for unit in units)
    side = turn.setting.rulings.name(turn.player(units[0].side))
    places = listed((turn.setting.name(home) for home in dict.fromkeys(unit.home for unit in units)), MOST_PLACES)
    they = "it" if sum(unit.inverted for unit in units) == 1 else "they"
    return f"{side}: {inverted} inverted at {places}. Uninverted, {they} can fly again."


def carrier_with(turn: Turn, carrier: Carrier) -> str:
    """A carrier, where it is, and its naval air."""
    where = f"in port at {turn.setting.name(carrier.port)}" if carrier.port else "at sea"
    there = [unit for unit in aboard(turn, carrier.id) if unit.number]
    return f"{carrier.name} ({where}) has {units_in_words(there) if there else 'no naval air'} aboard"


def carrier_inverted(turn: Turn, carrier: Carrier) -> str:
    """An inverted carrier at the end of the turn."""
    return f"{carrier_with(turn, carrier)}. It is inverted; the naval rules say when that ends."


def on_patrol(turn: Turn, carrier: Carrier) -> str:
    """A carrier that is being sunk."""
    return f"{carrier_with(turn, carrier)}. It is sunk; say how many squadrons were on combat air patrol."


def to_save(turn: Turn, carrier: Carrier, units: Iterable[Unit], room: int) -> str:
    """Naval air of a sunk carrier, and the room for it."""
    return f"{carrier.name} is sunk with {units_in_words(units)} aboard. There is room for {room}; the others are lost."


def without_a_deck(turn: Turn, unit: Unit, number: int, room: Mapping[str, int]) -> str:
    """Combat air patrol that looks for a base."""
    return f"{unit.air_type.counted(number)} on patrol without a deck. Room ashore: {rooms(turn, room)}. The others are lost."


def airbases_so_far(turn: Turn) -> str:
    """The airbases that the powers of the side have placed in this turn."""
    each = turn.setting.airbases_each_turn
    own = [nation for nation in each if turn.setting.alliances.side(nation) == turn.setting.attacker]
    said = [f"{NATIONS.get(nation, nation)} {turn.basing.placed.count(nation)} of {each[nation]}" for nation in own]
    return f"{turn.setting.rulings.name('attacker')}: airbases placed this turn: {listed(said, MOST_PLACES) or 'none'}."


def airbase_place(turn: Turn, nation: str) -> str:
    """Where the airbases of a power are."""
    there = [base.name for base in turn.bases if base.airbase_of == nation]
    counters = turn.setting.airbase_counters.get(nation, 0)
    named = f": {listed(there, MOST_PLACES)}" if there else ""
    return f"{NATIONS.get(nation, nation)} airbases on the map: {len(there)} of {counters}{named}."


def winter(turn: Turn, what: str) -> str:
    """The weather, which the referee knows."""
    there = count(sum(not base.box for base in turn.bases), "base")
    return f"Winter turn of {turn.setting.rulings.name('attacker')}, {there} on the map. {what}"
