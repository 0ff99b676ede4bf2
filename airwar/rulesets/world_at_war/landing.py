"""Landing (18.42A, 18.46): every unit in the air returns to its own base, or to another operational base in range."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from airwar.engine.referee import About, Loss, Note, Referee, Status, first_come
from airwar.engine.rule import rule
from airwar.rulesets.kit import beyond, title_of
from airwar.rulesets.world_at_war.basing import added_to, arrived, boarded, comes_home, room_aboard, room_at_once
from airwar.rulesets.world_at_war.displacement import beyond_room, stranded, without_room
from airwar.rulesets.world_at_war.setting import Carrier
from airwar.rulesets.world_at_war.state import Turn
from airwar.rulesets.world_at_war.units import Sent, Unit

SPLIT = "split"


@rule("18.46", "18.42A")
def landed(ref: Referee, turn: Turn, sent: Sent, hex_: str, *, named: bool = True) -> Turn:
    """Units return inverted from a hex to their own base, or to another operational base in range with room.

    The owner is asked as `side.return.unit.hex`, or without the hex if it is not to be named.
    """
    tail = f".{hex_}" if named else ""
    for unit_id, number in sent:
        unit = turn.unit(unit_id)
        key = f"{turn.player(unit.side)}.return.{unit_id}{tail}"
        for place, landing in landing_places(ref, turn, unit, number, hex_, key):
            turn = lands(ref, turn, unit_id, landing, place)
    return turn


@rule("18.46", "18.42A", "18.25")
def lands(ref: Referee, turn: Turn, unit_id: str, number: int, place: str) -> Turn:
    """Some of a unit land at a base and are inverted there. If the base is lost, they are displaced at the end of the phase."""
    carrier = turn.find_carrier(place)
    if carrier:
        return landed_on_carrier(ref, turn, carrier, unit_id, number)
    unit = turn.unit(unit_id)
    base = turn.find_base(place) if not unit.strategic else None
    if base and base.side != unit.side:
        return stranded(ref, turn, unit_id, place, number)
    over = 0
    if base:
        coming = 0 if unit.home == place else number  # those in the air count at their own base
        over = beyond_room(turn, base, added_to(turn.load(place), unit.air_type, coming), unit, number)
    if over < number:
        turn = arrived(turn, unit.aloft(unit.flying - number + over), place, unit.holding(inverted=number - over))
        ref.tell(has_landed, turn, unit, number - over, place)
    return stranded(ref, turn, unit_id, place, over)


def has_landed(turn: Turn, unit: Unit, number: int, place: str) -> Status:
    return Status(turn.player(unit.side), f"{unit.id}: {unit.air_type.label}", number, f"inverted {where(turn, place)}")


@rule("18.524B", "18.41", "17.3122D")
def landed_on_carrier(ref: Referee, turn: Turn, carrier: Carrier, unit_id: str, number: int) -> Turn:
    """Naval air is back on its carrier and has its status; it has had its mission of the turn."""
    if carrier.sunk or carrier.damaged:
        return deckless(ref, turn, carrier, unit_id, number)
    unit = turn.unit(unit_id)
    turn = turn.with_units([unit._replace(flying=unit.flying - number)])
    status = f"{'inverted' if carrier.inverted else 'uninverted'} on {carrier.name}"
    ref.tell(Status, turn.player(unit.side), f"{unit_id}: {unit.air_type.label}", number, status)
    if carrier.naval_combat:
        ref.tell(Note, f"{unit_id} lands on {carrier.name} and is inverted for the rest of this round of naval combat")
    ruling = turn.setting.rulings.value("carrier-missions")
    if turn.agenda:
        fate = "flies no more missions this turn" if ruling == "one" else "may fly again this turn"
        ref.tell(turn.setting.rulings.ruled, "carrier-missions", f"{unit_id} is back on {carrier.name} and {fate}")
    # Ruling: 21.55, on when carriers' air may be used again, is not in the source; 18.41 gives one mission a turn.
    back = unit.holding(flown=number) if ruling == "one" else unit.holding(ready=number)
    return boarded(turn, unit_id, carrier.id, back)


@rule("17.3124")
def deckless(ref: Referee, turn: Turn, carrier: Carrier, unit_id: str, number: int) -> Turn:
    """Naval air whose carrier was sunk or damaged lands on other undamaged carriers of the force with room, or is lost."""
    unit = turn.unit(unit_id)
    turn = turn.with_units([unit._replace(flying=unit.flying - number)])
    for other in turn.carriers:
        same = carrier.force and other.force == carrier.force and not other.port
        going = min(number, room_aboard(turn, other)) if same and not (other.sunk or other.damaged) else 0
        if going > 0:
            ref.tell(Note, f"{unit.air_type.does(going, unit_id, 'land')} on {other.name}")
            turn = boarded(turn, unit_id, other.id, unit.holding(flown=going), from_inverted=carrier.inverted)
            number -= going
    if number:
        ref.tell(Loss, turn.player(unit.side), f"{unit_id}: {unit.air_type.label}", number, "eliminated")
    return turn


def where(turn: Turn, place: str) -> str:
    """At a base, by its name; strategic air units are on a front instead."""
    known = turn.find_base(place) or turn.find_carrier(place)
    return f"at {turn.setting.name(place)}" if known else f"on the {title_of(place)} Front"


@rule("18.46", "18.623")
def landed_unused(ref: Referee, turn: Turn, sent: Sent, hex_: str) -> Turn:
    """Units that have not fought come back as they left, but are inverted if they land at a base other than their own."""
    for unit_id, number in sent:
        unit = turn.unit(unit_id)
        key = f"{turn.player(unit.side)}.return.{unit_id}.{hex_}.unused"
        for place, landing in landing_places(ref, turn, unit, number, hex_, key):
            if place == unit.home and not_captured(turn, unit):
                turn = back_unused(turn, unit_id, landing)
            else:
                ref.tell(Note, f"{unit_id} lands at a base other than its own and is inverted")
                turn = lands(ref, turn, unit_id, landing, place)
    return turn


def not_captured(turn: Turn, unit: Unit) -> bool:
    """Whether the unit's base is still in friendly hands."""
    base = turn.find_base(unit.home)
    return unit.strategic or base is None or base.side == unit.side


def back_unused(turn: Turn, unit_id: str, number: int) -> Turn:
    """Some of a unit are back where they took off, and ready again."""
    unit = turn.unit(unit_id)
    return turn.with_units([unit._replace(flying=unit.flying - number, ready=unit.ready + number)])


@rule("18.46")
def landing_places(ref: Referee, turn: Turn, unit: Unit, number: int, hex_: str, key: str) -> Sent:
    """Where some of a unit land: at their own base, or at others in range that their owner chooses."""
    if not turn.find_base(unit.home) or unit.strategic:
        return ((unit.home, number),)
    by = turn.player(unit.side)
    if ref.takes_default(key, by):
        return ((unit.home, number),)
    rooms = {unit.home: number} | refuges(ref, turn, unit, number, hex_)
    labels = {place: f"to {turn.setting.name(place)}" for place in rooms} | {unit.home: f"back to {turn.setting.name(unit.home)}"}
    about = partial(comes_home, turn, unit, number, hex_, rooms)
    return spread(ref, key, rooms, number, labels, by=by, about=about, quiet=at_home(turn, unit, number))


def at_home(turn: Turn, unit: Unit, number: int) -> bool:
    """Whether this number of a unit can stay at their own base when they are back."""
    return not_captured(turn, unit) and not without_room(turn, unit.home, unit, number)


@rule("18.46", "18.146")
def refuges(ref: Referee, turn: Turn, unit: Unit, number: int, hex_: str) -> dict[str, int]:
    """Other operational bases of the side in range of the hex, and how many of these aircraft have room there."""
    rooms = {}
    for base in turn.bases:
        friendly = base.side == unit.side and base.taken_in != turn.phase and base.id != unit.home
        usable = friendly and base.operational and not base.box
        room = min(number, room_at_once(turn, unit, base)) if usable else 0
        if room and not beyond(ref, turn, hex_, base.id, unit.range):
            rooms[base.id] = room
    return rooms


@rule("18.46", "18.545")
def spread(
    ref: Referee,
    key: str,
    rooms: Mapping[str, int],
    number: int,
    labels: Mapping[str, str],
    *,
    by: str,
    about: About,
    quiet: bool = False,
) -> Sent:
    """Which of several bases a number of aircraft go to: all to one that has room for them, or some to each.

    `quiet`: the first of them is where they belong.
    """
    options = {place: labels[place] for place, room in rooms.items() if room >= number}
    if number > 1 and len(rooms) > 1:
        options[SPLIT] = "some to each"
    place = ref.choose(key, options, by=by, about=about, quiet=quiet) if len(options) > 1 else next(iter(options))
    if place != SPLIT:
        return ((place, number),)
    usual = first_come(rooms, number)
    sent = ref.allot(f"{key}.{SPLIT}", rooms, by=by, least=number, most=number, default=usual, labels=labels, about=about)
    return tuple((base, landing) for base, landing in sent.items() if landing)
