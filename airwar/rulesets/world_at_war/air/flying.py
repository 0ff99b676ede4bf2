"""Who may fly where (18.41, 18.45, 18.51), take-off, and the way home (18.42A, 18.46)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from airwar.engine.referee import Event, Loss, Note, Referee
from airwar.engine.rule import rule
from airwar.rulesets.world_at_war.air.missions import Sent, added
from airwar.rulesets.world_at_war.air.returning import landing_places, rebased
from airwar.rulesets.world_at_war.air_combat.forces import Force, Line
from airwar.rulesets.world_at_war.air_combat.recombining import back_in_factors
from airwar.rulesets.world_at_war.bases.displacement import displaced
from airwar.rulesets.world_at_war.counterair.raiders import may_fly_from
from airwar.rulesets.world_at_war.state import Turn, Unit


@rule("18.45", "18.49")
def in_range(turn: Turn, unit: Unit, hex_: str) -> bool:
    """Whether a hex is within range of the unit's base."""
    distance = turn.setting.distance(unit.home, hex_)
    return distance is not None and distance <= unit.range


@rule("18.51", "17.3126E", "18.49")
def may_attack_from(turn: Turn, unit: Unit, *, carriers: bool = True) -> bool:
    """Offensive missions: from operational bases, by naval air also from carriers at sea where the mission allows it."""
    if unit.home in turn.setting.bases:
        return may_fly_from(turn.setting, unit)
    carrier = turn.setting.carriers.get(unit.home)
    return carriers and carrier is not None and not carrier.port and not carrier.damaged


@rule("18.45", "18.611D", "17.3126E", "18.49")
def may_defend(turn: Turn, unit: Unit, hex_: str) -> bool:
    """Defensive missions: from land bases in range; over the own hex only in partial supply, short of oil or in deep winter."""
    home = turn.setting.bases.get(unit.home)
    if home is None or home.box or home.supply == "none" or not in_range(turn, unit, hex_):
        return False
    hampered = not home.operational or unit.winter >= 9
    return home.id == hex_ or not hampered


@rule("18.41")
def ready_units(turn: Turn, kinds: Iterable[str], *, moving: bool) -> list[Unit]:
    """The uninverted units of these kinds of the moving side, or of the other."""
    wanted = tuple(kinds)
    return [
        unit for unit in turn.units if turn.free(unit) and unit.type.kind in wanted and (unit.side == turn.setting.moving) == moving
    ]


def taken_off(turn: Turn, sent: Sent) -> Turn:
    """So many of each unit leave their bases."""
    leaving = [(turn.unit(unit), number) for unit, number in sent]
    return turn.with_units(unit._replace(ready=unit.ready - number, flying=unit.flying + number) for unit, number in leaving)


def as_force(turn: Turn, sent: Sent) -> Force:
    """Units in the air as lines of a force."""
    return tuple(Line(unit, turn.unit(unit).type, (number,)) for unit, number in sent)


class Outcome(NamedTuple):
    """What air combat has left of the units that were sent, in factors again where they were factors."""

    turn: Turn
    sound: Sent
    aborted: Sent

    @property
    def survivors(self) -> Sent:
        return added(self.sound, self.aborted)


@rule("19.52", "19.65C")
def after_combat(turn: Turn, sent: Sent, force: Force) -> Outcome:
    """Takes the eliminated units from the turn and tells the sound ones from those that aborted."""
    there = turn.with_units(turn.unit(unit)._replace(ready=number, inverted=0) for unit, number in sent)
    settled = {unit.id: unit for unit in back_in_factors(there, force)}
    sound, aborted = [], []
    for unit_id, number in sent:
        unit = turn.unit(unit_id)
        left = settled.get(unit_id, unit._replace(ready=0, inverted=0))
        turn = turn.with_units([unit._replace(flying=unit.flying - number + left.number, debt=left.debt)])
        sound += [(unit_id, left.ready)] * bool(left.ready)
        aborted += [(unit_id, left.inverted)] * bool(left.inverted)
    return Outcome(turn, tuple(sound), tuple(aborted))


def eliminated(turn: Turn, sent: Sent) -> Turn:
    """So many of each unit in the air are gone."""
    lost = [(turn.unit(unit), number) for unit, number in sent]
    return turn.with_units(unit._replace(flying=unit.flying - number) for unit, number in lost)


def struck_off(turn: Turn, sent: Sent) -> list[Event]:
    """Says what was lost in the air without a fight there."""
    events: list[Event] = []
    for unit_id, number in sent:
        unit = turn.unit(unit_id)
        events.append(Loss(side_of(turn, unit), f"{unit_id}: {unit.type.label}", number, "eliminated"))
    return events


@rule("18.46", "18.42A", "18.25")
def landed(ref: Referee, turn: Turn, sent: Sent, hex_: str, when: str = "") -> Turn:
    """Units return inverted to their own base or another operational one in range with room; from a lost base they go on.

    `when` is the round after which they land, where it is part of the key and the combat itself is over.
    """
    for unit_id, number in sent:
        unit = turn.unit(unit_id)
        side = side_of(turn, unit)
        where = landing_place(ref, turn, unit, number, hex_, f"{when}{side}.return.{unit_id}.{hex_}")
        ref.tell(Loss, side, f"{unit_id}: {unit.type.label}", number, f"inverted at {turn.setting.name(where)}")
        turn = set_down(turn, unit_id, number, where)
        if where in turn.taken:
            turn = displaced(ref, turn, where, {unit_id: unit._replace(ready=0, inverted=number)})
    return turn


@rule("18.46")
def landing_place(ref: Referee, turn: Turn, unit: Unit, number: int, hex_: str, key: str) -> str:
    """Where so many of a unit land: at their own base, or where the owner likes of the others in range."""
    options = {unit.home: f"back to {turn.setting.name(unit.home)}"}
    if unit.home in turn.setting.bases:
        places = [place for place in landing_places(turn, unit, hex_, number) if place not in turn.captured]
        options |= {place: f"to {turn.setting.name(place)}" for place in places}
    return ref.choose(key, options, by=side_of(turn, unit)) if len(options) > 1 else unit.home


@rule("18.46", "18.623")
def landed_ready(ref: Referee, turn: Turn, sent: Sent, hex_: str, when: str = "") -> Turn:
    """Units that have not fought come back as they left, or inverted if they land at another base."""
    for unit_id, number in sent:
        unit = turn.unit(unit_id)
        side = side_of(turn, unit)
        where = landing_place(ref, turn, unit, number, hex_, f"{when}{side}.return.{unit_id}.{hex_}.unused")
        if where == unit.home:
            turn = turn.with_units([unit._replace(flying=unit.flying - number, ready=unit.ready + number)])
            continue
        ref.tell(Note, f"{unit_id} lands at another base than its own")
        ref.tell(Loss, side, f"{unit_id}: {unit.type.label}", number, f"inverted at {turn.setting.name(where)}")
        turn = set_down(turn, unit_id, number, where)
    return turn


def side_of(turn: Turn, unit: Unit) -> str:
    return "attacker" if unit.side == turn.setting.moving else "defender"


def set_down(turn: Turn, unit_id: str, number: int, place: str) -> Turn:
    """So many of a unit stand inverted at a base; away from the rest of the unit they become a part of their own."""
    unit = turn.unit(unit_id)
    unit = unit._replace(flying=unit.flying - number)
    if place == unit.home or not unit.number + unit.flying:
        return turn.with_units([rebased(turn.setting, unit, place)._replace(inverted=unit.inverted + number)])
    turn = turn.with_units([unit])
    part_id = f"{unit_id}/{place}"
    part = next((other for other in turn.units if other.id == part_id), None)
    if part is not None:
        return turn.with_units([part._replace(inverted=part.inverted + number)])
    new = rebased(turn.setting, unit, place)._replace(id=part_id, ready=0, inverted=number, had=0, debt=0, flying=0)
    return replace(turn, units=(*turn.units, new))
