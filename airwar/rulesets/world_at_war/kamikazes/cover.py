"""Air units over the combat groups that kamikazes attack: combat air patrol from carriers, air cover from land."""

from __future__ import annotations

from collections.abc import Mapping

from airwar.engine.referee import Referee
from airwar.engine.rule import rule
from airwar.rulesets.kit.places import beyond
from airwar.rulesets.world_at_war.air.sent import Sent, added
from airwar.rulesets.world_at_war.air.taking_off import takeoff_refused
from airwar.rulesets.world_at_war.air_combat.forces import Force, Line
from airwar.rulesets.world_at_war.kamikazes.state import FORCE, Fleet
from airwar.rulesets.world_at_war.ordering import fliers, who_can
from airwar.rulesets.world_at_war.state import Turn
from airwar.rulesets.world_at_war.units.jets import jets_never
from airwar.rulesets.world_at_war.units.unit import Unit


@rule("18.42B", "18.58B", "17.25", "17.141C")
def air_over(ref: Referee, turn: Turn, fleet: Fleet) -> tuple[Turn, tuple[tuple[str, Force], ...]]:
    """The squadrons over each group, as far as they are left; those that fly cover fly no mission in this turn."""
    flying: Sent = ()
    covering: Sent = ()
    over = []
    for group in fleet.groups.values():
        patrol = able_of(ref, turn, fleet, group.patrol, "patrol", flying)
        cover = able_of(ref, turn, fleet, group.cover, "cover", flying)
        flying, covering = added(flying, added(patrol, cover)), added(covering, cover)
        over.append((group.id, squadrons(turn, added(patrol, cover))))
    used = [(turn.unit(unit_id), number) for unit_id, number in covering]
    return turn.with_units(served_at_sea(unit, number) for unit, number in used), tuple(over)


def able_of(ref: Referee, turn: Turn, fleet: Fleet, ordered: Mapping[str, int], task: str, flying: Sent) -> Sent:
    """As many of the ordered squadrons as can fly over a group."""
    elsewhere = dict(flying)

    def free(unit: Unit) -> int:
        return free_over(unit, task) - elsewhere.get(unit.id, 0) if unit.id in ordered else 0

    able = who_can(ref, turn, lambda ref, unit: cover_refused(ref, turn, fleet, unit, task), free)
    return fliers(ref, turn, able, tuple(ordered.items()))


@rule("18.42B")
def free_over(unit: Unit, task: str) -> int:
    """How many of a unit may fly over a group: carriers' air even after a mission, cover even if it was at sea before."""
    return unit.ready + (unit.flown if task == "patrol" else unit.at_sea)


def served_at_sea(unit: Unit, number: int) -> Unit:
    """A unit some of which search, cover or strike at sea; those that did before do so again first."""
    new = max(0, min(number - unit.at_sea, unit.ready))
    return unit._replace(ready=unit.ready - new, at_sea=unit.at_sea + new)


@rule("17.25", "17.141C")
def squadrons(turn: Turn, sent: Sent) -> Force:
    """The squadrons over a group; army air flies cover with its cover squadrons."""
    lines = []
    for unit_id, number in sent:
        air_type = turn.unit(unit_id).air_type
        army = air_type.type == "aaf"
        lines.append(Line(unit_id, air_type, (0, number, 0) if army else (number,), whole=number if army else 0))
    return tuple(lines)


@rule("17.33B", "17.33E", "17.23B", "17.531", "18.51", "18.58B", "18.49")
def cover_refused(ref: Referee | None, turn: Turn, fleet: Fleet, unit: Unit, task: str) -> str | None:
    """Why a unit may not fly over a combat group."""
    carrier = turn.find_carrier(unit.home)
    if unit.side != fleet.side:
        return f"{unit.id} does not belong to the attacked side, {fleet.side}"
    if unit.type == "jet":
        return jets_never("air cover")
    if unit.type not in ("nas", "aaf"):
        return f"{unit.air_type.label} units do not fly patrol or cover (17.23, 17.33)"
    if task == "patrol" and not carrier:
        return f"{unit.id} is not on a carrier; combat air patrol is flown from carriers, air cover from land (17.33)"
    if task == "cover" and carrier:
        return f"{unit.id} is on a carrier; air cover is flown from land, combat air patrol from carriers (17.33)"
    if carrier and carrier.port and not fleet.at_sea:
        return None  # it defends its port (17.3126)
    refused = takeoff_refused(turn, unit)
    if refused or carrier:
        return refused
    far = beyond(ref, turn, unit.home, FORCE, unit.range)
    return f"{unit.id} has a range of {unit.range}; {far} (18.58B)" if far else None
