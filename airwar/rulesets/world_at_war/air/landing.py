"""Landing (18.42A, 18.46): every unit in the air returns to its own base, or to another operational base in range."""

from __future__ import annotations

from airwar.engine.referee import Note, Referee, Status
from airwar.engine.rule import rule
from airwar.rulesets.kit.places import beyond
from airwar.rulesets.world_at_war.air.sent import Sent
from airwar.rulesets.world_at_war.bases.basing import room_for
from airwar.rulesets.world_at_war.bases.displacement import displaced
from airwar.rulesets.world_at_war.bases.stationing import stationed
from airwar.rulesets.world_at_war.state import Turn
from airwar.rulesets.world_at_war.units.unit import Unit


@rule("18.46", "18.42A")
def landed(ref: Referee, turn: Turn, sent: Sent, hex_: str, *, named: bool = True) -> Turn:
    """Units return inverted from a hex to their own base, or to another operational base in range with room.

    The owner is asked as `side.return.unit.hex`, or without the hex if it is not to be named.
    """
    tail = f".{hex_}" if named else ""
    for unit_id, number in sent:
        unit = turn.unit(unit_id)
        key = f"{turn.player(unit.side)}.return.{unit_id}{tail}"
        turn = lands(ref, turn, unit_id, number, landing_place(ref, turn, unit, number, hex_, key))
    return turn


@rule("18.46", "18.42A", "18.25")
def lands(ref: Referee, turn: Turn, unit_id: str, number: int, place: str) -> Turn:
    """Some of a unit land at a base and are inverted there; from a base that the enemy has taken they are displaced at once."""
    unit = turn.unit(unit_id)
    ref.tell(Status, turn.player(unit.side), f"{unit_id}: {unit.air_type.label}", number, f"inverted at {where(turn, place)}")
    turn = stationed(turn.with_units([unit._replace(flying=unit.flying - number)]), unit_id, place, inverted=number)
    if place in turn.basing.taken:
        turn = displaced(ref, turn, place, {unit_id: unit._replace(ready=0, inverted=number)})
    return turn


def where(turn: Turn, place: str) -> str:
    """A base by its name; strategic air units have a front instead."""
    known = place in turn.setting.bases or place in turn.setting.carriers
    return turn.setting.name(place) if known else f"the {place} front"


@rule("18.46", "18.623")
def landed_unused(ref: Referee, turn: Turn, sent: Sent, hex_: str) -> Turn:
    """Units that have not fought come back as they left, but are inverted if they land at another base than their own."""
    for unit_id, number in sent:
        unit = turn.unit(unit_id)
        key = f"{turn.player(unit.side)}.return.{unit_id}.{hex_}.unused"
        place = landing_place(ref, turn, unit, number, hex_, key)
        if place == unit.home:
            turn = back_unused(turn, unit_id, number)
        else:
            ref.tell(Note, f"{unit_id} lands at another base than its own and is inverted")
            turn = lands(ref, turn, unit_id, number, place)
    return turn


def back_unused(turn: Turn, unit_id: str, number: int) -> Turn:
    """Some of a unit are back where they took off, and ready again."""
    unit = turn.unit(unit_id)
    return turn.with_units([unit._replace(flying=unit.flying - number, ready=unit.ready + number)])


@rule("18.46")
def landing_place(ref: Referee, turn: Turn, unit: Unit, number: int, hex_: str, key: str) -> str:
    """Where units land: at their own base, or at another one in range that their owner chooses."""
    if unit.home not in turn.setting.bases:
        return unit.home
    options = {place: f"to {turn.setting.name(place)}" for place in landing_places(ref, turn, unit, number, hex_)}
    if not options:
        return unit.home
    options = {unit.home: f"back to {turn.setting.name(unit.home)}"} | options
    return ref.choose(key, options, by=turn.player(unit.side))


@rule("18.46")
def landing_places(ref: Referee, turn: Turn, unit: Unit, number: int, hex_: str) -> list[str]:
    """Other operational bases of the side in range of the hex, with room for all these aircraft."""
    places = []
    for base in turn.setting.bases.values():
        friendly = turn.held_by(base.id) == unit.side and base.id not in (unit.home, *turn.basing.captured)
        usable = base.operational and not base.box
        fits = friendly and usable and room_for(turn, base, unit.air_type) >= number
        if fits and not beyond(ref, turn.setting, hex_, base.id, unit.range):
            places.append(base.id)
    return places
