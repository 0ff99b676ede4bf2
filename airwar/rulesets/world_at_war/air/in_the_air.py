"""In the air: what air combat and other losses leave of units that have taken off."""

from __future__ import annotations

from typing import NamedTuple

from airwar.engine.referee import Event, Loss
from airwar.engine.rule import rule
from airwar.rulesets.world_at_war.air.sent import Sent, added
from airwar.rulesets.world_at_war.air_combat.forces import Force
from airwar.rulesets.world_at_war.air_combat.recombining import back_in_factors
from airwar.rulesets.world_at_war.state import Turn


class Survivors(NamedTuple):
    """What air combat has left of units in the air, in factors again where they were factors."""

    turn: Turn  # with the eliminated units taken off
    sound: Sent
    aborted: Sent

    @property
    def all(self) -> Sent:
        return added(self.sound, self.aborted)


@rule("19.52", "19.65C")
def after_combat(turn: Turn, came: Force, force: Force) -> Survivors:
    """Takes the eliminated units of a force that came off the turn, and separates sound units from aborted ones."""
    flew = [turn.unit(line.unit).holding(ready=line.number)._replace(debt=line.debt) for line in came]
    sound, aborted = [], []
    settled = back_in_factors(flew, force, turn.setting.rulings.value("recombination"))
    for left, line in zip(settled, came, strict=True):
        unit = turn.unit(line.unit)
        flying = unit.flying - line.number + left.number
        debt = unit.debt - line.debt + left.debt if unit.number + flying else 0
        turn = turn.with_units([unit._replace(flying=flying, debt=debt)])
        sound += [(unit.id, left.ready)] * bool(left.ready)
        aborted += [(unit.id, left.inverted)] * bool(left.inverted)
    return Survivors(turn, tuple(sound), tuple(aborted))


def eliminated(turn: Turn, sent: Sent) -> Turn:
    """These units are lost in the air."""
    lost = [(turn.unit(unit), number) for unit, number in sent]
    return turn.with_units(unit._replace(flying=unit.flying - number) for unit, number in lost)


def eliminations(turn: Turn, sent: Sent) -> list[Event]:
    """Reports what was lost in the air without a fight there."""
    units = [(turn.unit(unit_id), number) for unit_id, number in sent]
    return [Loss(turn.player(unit.side), f"{unit.id}: {unit.air_type.label}", number, "eliminated") for unit, number in units]
