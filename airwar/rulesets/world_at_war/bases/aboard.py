"""Naval air aboard fast carriers (17.3122D, 17.3124): it has the status of its carrier."""

from __future__ import annotations

from dataclasses import replace

from airwar.engine.rule import rule
from airwar.rulesets.world_at_war.bases.stationing import arrived
from airwar.rulesets.world_at_war.setting import Carrier
from airwar.rulesets.world_at_war.state import Turn
from airwar.rulesets.world_at_war.units.unit import Unit


def aboard(turn: Turn, carrier_id: str) -> list[Unit]:
    """The naval air on a carrier."""
    return [unit for unit in turn.units if unit.home == carrier_id and unit.number]


@rule("17.3122D", "17.3124")
def boarded(turn: Turn, unit_id: str, carrier_id: str, arriving: Unit, *, from_inverted: bool = False) -> Turn:
    """Naval air comes aboard and has the carrier's status; naval air from an inverted carrier inverts the one it joins."""
    carrier = turn.carrier(carrier_id)
    turn = arrived(turn, unit_id, carrier_id, arriving if carrier.port else with_carrier_status(arriving, inverted=False))
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
    return turn.with_units([with_carrier_status(unit, inverted=carrier.inverted) for unit in aboard(turn, carrier.id)])


@rule("17.3122D")
def with_carrier_status(unit: Unit, *, inverted: bool) -> Unit:
    """Naval air aboard is inverted when its carrier is, and uninverted when its carrier is not."""
    if inverted:
        return unit.all_inverted()
    return unit.holding(ready=unit.ready + unit.inverted, flown=unit.flown, at_sea=unit.at_sea)
