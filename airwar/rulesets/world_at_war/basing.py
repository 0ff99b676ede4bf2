"""Basing (17.21, 17.31, 18.1): the room that a base has left, who may use it, and how bases are shown and spoken of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from airwar.engine.frozen import replace
from airwar.engine.referee import Event, Ruling, Sheet
from airwar.engine.rule import rule
from airwar.engine.words import count, listed, side_name
from airwar.rulesets.kit import Rulings
from airwar.rulesets.world_at_war.ordering import MOST_PLACES, units_in_words
from airwar.rulesets.world_at_war.setting import Base, Carrier
from airwar.rulesets.world_at_war.state import Turn
from airwar.rulesets.world_at_war.units import NATIONS, AirType, Unit, air_nationality_drm

NO_LIMIT = 1000  # room in a mapboard box
ARMY_AIR = AirType("", "aaf", 0)


@rule("18.12", "17.21")
def capacity(base: Base, theater: str) -> int:
    """Air factors that a hex may base: five for each facility, three on Pacific one-hex islands and in Pacific jungle."""
    each = 3 if theater == "pacific" and (base.island or base.jungle) else 5
    return each * base.count


@rule("18.11", "18.1", "18.13", "17.311", "17.31", "17.3", "17.21", "17.2", "17.141B")
def may_base(base: Base, theater: str, factors: int, squadrons: int) -> bool:
    """Whether a base can hold these factors and naval squadrons: three squadrons to a factor, one extra on a one-hex island."""
    if base.box:
        return True
    counted = squadrons - 1 if base.island and squadrons else squadrons
    return 3 * factors + counted <= 3 * capacity(base, theater)


class Room(NamedTuple):
    """The room that a base has left."""

    thirds: int  # of a factor, before its naval squadrons are counted
    squadrons: int = 0  # naval squadrons that it holds
    uncounted: int = 0  # naval squadrons that do not count: one on a one-hex island
    box: bool = False

    @rule("18.11", "18.13")
    def for_type(self, type_: AirType) -> int:
        """How many more units of a type the base takes; a box takes any number."""
        if self.box:
            return NO_LIMIT
        if type_.in_squadrons:
            return max(0, self.thirds - self.squadrons + self.uncounted)
        return max(0, (self.thirds - max(0, self.squadrons - self.uncounted)) // 3)

    def taking(self, type_: AirType, number: int) -> Room:
        """The room that is left with more units of a type in the base."""
        if type_.in_squadrons:
            return self._replace(squadrons=self.squadrons + number)
        return self._replace(thirds=self.thirds - 3 * number)


@rule("18.13")
def added_to(load: tuple[int, int], type_: AirType, number: int) -> tuple[int, int]:
    """The factors and squadrons of a base, with more units of a type."""
    factors, squadrons = load
    return (factors, squadrons + number) if type_.in_squadrons else (factors + number, squadrons)


@rule("18.11", "18.13")
def room_in(turn: Turn, base: Base) -> Room:
    """The room that a base has left now."""
    factors, squadrons = turn.load(base.id)
    return Room(3 * capacity(base, turn.setting.theater) - 3 * factors, squadrons, int(base.island), bool(base.box))


@rule("18.11", "18.13")
def room_for(turn: Turn, base: Base, type_: AirType) -> int:
    """How many more units of a type a base takes."""
    return room_in(turn, base).for_type(type_)


@rule("18.11", "18.12")
def overfull(turn: Turn, base: Base, coming: Iterable[Unit] = ()) -> str | None:
    """What a base holds beyond its capacity with the units that come there, or None."""
    theater = turn.setting.theater
    factors, squadrons = turn.load(base.id)
    for unit in coming:
        factors, squadrons = added_to((factors, squadrons), unit.air_type, unit.number)
    if may_base(base, theater, factors, squadrons):
        return None
    room = f"{capacity(base, theater)} factors" + (" and 1 naval squadron" if base.island else "")
    return f"{base.name} holds {factors} factors and {squadrons} naval squadrons; it may base {room} (18.11-18.13)"


@rule("17.312")
def room_aboard(turn: Turn, carrier: Carrier) -> int:
    """How many more naval squadrons a carrier takes; below zero if it holds too many."""
    return carrier.size - sum(unit.left for unit in turn.units if unit.home == carrier.id)


@rule("18.12")
def ruling_on_port_cities(turn: Turn, places: Iterable[str]) -> list[Event]:
    """Says when a full base would have more room if its port city counted as two facilities."""
    full = [turn.base(place) for place in places if "port-city" in turn.base(place).facilities]
    full = [base for base in full if not room_for(turn, base, ARMY_AIR)]
    return [full_port_city(turn.setting.rulings, base.name) for base in full]


def full_port_city(rulings: Rulings, name: str) -> Ruling:
    """Tells of a full base whose room depends on how its port city is counted."""
    return rulings.ruled("port-city", f"{name} is full, with a port city counted as {rulings.value('port-city')}")


@rule("18.46", "18.25")
def all_fit(rooms: Mapping[str, Room], units: Iterable[Unit], reach: Mapping[str, Sequence[str]]) -> bool:
    """Whether these units can be spread over the bases that each can reach so that all have room.

    All fly from one place, so a unit with a shorter reach can go only to bases that the others reach too. Serving the shortest
    reach first, whole factors before squadrons, and squadrons first where no factor fits any longer, finds room if there is any.
    """
    left_in = dict(rooms)
    for unit in sorted(units, key=lambda unit: (len(reach[unit.id]), unit.air_type.in_squadrons)):
        left = unit.number
        for whole in (False, True):
            for place in reach[unit.id]:
                room = left_in[place].for_type(unit.air_type)
                if unit.air_type.in_squadrons and not whole:
                    room %= 3
                if moved := min(left, room):
                    left_in[place] = left_in[place].taking(unit.air_type, moved)
                    left -= moved
        if left:
            return False
    return True


GUESTS = {"britain": ("britain", "australia", "free-france")}  # nations that may use a new airbase at once (18.146)


def airbase(nation: str) -> str:
    """`German airbase`."""
    return f"{NATIONS[nation]} airbase"


@rule("18.146")
def may_use_at_once(unit: Unit, nation: str) -> bool:
    """In the phase it is placed, an airbase serves only its own power; a British one also serves Australians and Free French."""
    return unit.air_type.nation in GUESTS.get(nation, (nation,))


def placed_by(turn: Turn, base: Base) -> str | None:
    """The power that has placed an airbase in a hex in this phase."""
    return next((nation for place, nation in turn.basing.fresh if place == base.id), None) if turn.basing.fresh else None


@rule("18.146")
def room_at_once(turn: Turn, unit: Unit, base: Base) -> int:
    """The room that a base has for a unit in this phase: an airbase just placed serves only its own power."""
    room = room_for(turn, base, unit.air_type)
    power = placed_by(turn, base)
    if power is None or may_use_at_once(unit, power):
        return room
    guests = guests_of(turn, base, power)
    return min(room, room_for(guests, guests.base(base.id), unit.air_type))


def guests_of(turn: Turn, base: Base, power: str) -> Turn:
    """The turn with only those units that may not use the airbase that a power has just placed, and without that airbase."""
    others = replace(turn, units=tuple(unit for unit in turn.units if not may_use_at_once(unit, power)))
    return others.with_base(base.without_airbase())


@rule("18.11", "18.146")
def basing_refused(turn: Turn, base: Base, coming: Iterable[Unit] = ()) -> str | None:
    """What a base holds beyond what it may, with the units that come there, or None.

    In the phase it is placed, an airbase serves only its own power.
    """
    power = placed_by(turn, base)
    if (full := overfull(turn, base, coming)) or power is None:
        return full
    guests = guests_of(turn, base, power)
    too_many = overfull(guests, guests.base(base.id), [unit for unit in coming if not may_use_at_once(unit, power)])
    return f"without the {airbase(power)} that is placed in this phase, {too_many} (18.146)" if too_many else None


@rule("18.146", "18.545")
def closed_to(turn: Turn, unit: Unit, base: Base) -> str | None:
    """Why a unit cannot use a base in this phase: all there is to use is an airbase that another power has just placed."""
    power = placed_by(turn, base)
    if power is None or may_use_at_once(unit, power) or base.without_airbase().facilities:
        return None
    return f"{unit.id} may not use the {airbase(power)} at {base.name} in the phase in which it is placed (18.146)"


@rule("19.31A")
def rebased(turn: Turn, unit: Unit, place: str) -> Unit:
    """A unit at another place, with the winter result and the DRM it has there: supply, oil and winter belong to the place."""
    if place == unit.home:
        return unit
    if unit.strategic:
        return unit._replace(home=place)
    base, winter = turn.find_base(place), turn.winter_on(place, unit.side)
    impaired = int(bool(base and base.impaired)) + int(winter >= 8)
    nation, type_, _, elite = unit.air_type
    research = turn.setting.research_of(nation).air_nationality
    drm = air_nationality_drm(nation, type_, elite=elite, impaired=impaired, research=research)
    return unit._replace(home=place, winter=winter, air_type=AirType(nation, type_, drm, elite))


def stationed(turn: Turn, unit_id: str, place: str, *, inverted: int) -> Turn:
    """So many of a unit, no longer counted anywhere, are now inverted at a place."""
    unit = turn.unit(unit_id)
    return arrived(turn, unit, place, unit.holding(inverted=inverted))


def arrived(turn: Turn, unit: Unit, place: str, arriving: Unit) -> Turn:
    """A part of a unit is now at a place and keeps its status; `unit` is what is left without it.

    They join the unit if it is there. If nothing else is left of it, the unit moves with them; otherwise they become a part
    of the unit with an id of its own.
    """
    if place == unit.home or not unit.left:
        return turn.with_units([rebased(turn, unit, place).joined_by(arriving)])
    part_id = f"{unit.id}/{place}"
    while (part := turn.find(part_id)) is not None:
        if part.home == place or not part.left:
            return turn.with_units([unit, rebased(turn, part, place).joined_by(arriving)])
        part_id = f"{part_id}/{place}"  # that part has since moved to another base
    part = rebased(turn, unit, place)._replace(id=part_id, had=0, debt=0, flying=0).holding().joined_by(arriving)
    return turn.with_units([unit, part])


def departed(turn: Turn, unit_id: str, leaving: Unit) -> Turn:
    """A part of a unit leaves its base."""
    return turn.with_units([turn.unit(unit_id).less(leaving)])


def aboard(turn: Turn, carrier_id: str) -> list[Unit]:
    """The naval air on a carrier."""
    return [unit for unit in turn.units if unit.home == carrier_id and unit.number]


@rule("17.3122D", "17.3124")
def boarded(turn: Turn, unit_id: str, carrier_id: str, arriving: Unit, *, from_inverted: bool = False) -> Turn:
    """Naval air comes aboard and has the carrier's status; naval air from an inverted carrier inverts the one it joins."""
    carrier = turn.carrier(carrier_id)
    turn = arrived(
        turn, turn.unit(unit_id), carrier_id, arriving if carrier.port else with_carrier_status(arriving, inverted=False)
    )
    if from_inverted and not carrier.inverted:
        carrier = replace(carrier, inverted=True)
        turn = turn.with_carrier(carrier)
    if carrier.inverted:
        turn = turn.with_units([unit.all_inverted() for unit in aboard(turn, carrier_id)])
    return turn


@rule("17.3126C", "18.526B")
def put_to_sea(turn: Turn, carrier: Carrier) -> Turn:
    """A carrier leaves port; its naval air has its status from then on."""
    turn = turn.with_carrier(replace(carrier, port="", sails=False))
    sailed = [rebased(turn, unit._replace(home=""), carrier.id) for unit in aboard(turn, carrier.id)]
    return turn.with_units([with_carrier_status(unit, inverted=carrier.inverted) for unit in sailed])


@rule("17.3122D")
def with_carrier_status(unit: Unit, *, inverted: bool) -> Unit:
    """Naval air aboard is inverted when its carrier is, and uninverted when its carrier is not."""
    if inverted:
        return unit.all_inverted()
    return unit.holding(ready=unit.ready + unit.inverted, flown=unit.flown, at_sea=unit.at_sea)


# in words


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


# tables


STATUS = ("ready", "used", "inverted", "flying")  # used: uninverted, but flies no more in this turn


def unit_row(unit: Unit, place: str) -> tuple[str, ...]:
    counts = (unit.ready, unit.flown + unit.at_sea, unit.inverted, unit.flying)
    return (unit.side, unit.id, unit.air_type.label, place, *(str(number) for number in counts))


def base_sheets(turn: Turn) -> list[Sheet]:
    """Every air unit on the map and where it is based, and every base."""
    setting = turn.setting
    units = tuple(unit_row(unit, setting.name(unit.home)) for unit in turn.units if unit.left and not unit.strategic)
    bases = tuple(
        (base.side, base.name, "no limit" if base.box else str(capacity(base, setting.theater)), base.supply or "")
        for base in turn.bases
    )
    return [
        Sheet("Air units", ("side", "unit", "type", "base", *STATUS), units),
        Sheet("Bases", ("side", "base", "capacity", "supply"), bases),
    ]
