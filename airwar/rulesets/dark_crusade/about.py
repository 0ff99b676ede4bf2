"""What the questions of a combat phase are about: who fights where, how strongly, and what was lost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from airwar.engine.words import count, listed
from airwar.rulesets.dark_crusade.battle import Battle
from airwar.rulesets.dark_crusade.state import Phase, Unit
from airwar.rulesets.dark_crusade.values import firing_total

if TYPE_CHECKING:
    from airwar.rulesets.dark_crusade.air_moves import AirMove
    from airwar.rulesets.dark_crusade.marching import Retreat
    from airwar.rulesets.dark_crusade.ways import Way

MOST = 4  # places or units that a sentence names


def side_now(battle: Battle, role: str) -> str:
    """One side: its units, how many of them are dispersed, and what it fires with."""
    units = battle.units(role)
    dispersed = sum(unit.dispersed for unit in units)
    air = battle.air_of(battle.setting.side(role))
    remarks = [f"{dispersed} dispersed"] * bool(dispersed) + [count(air, "air unit")] * bool(air)
    said = f"{battle.setting.player(role)} {count(len(units), 'unit')}" + (f" ({', '.join(remarks)})" if remarks else "")
    return f"{said}, firing with {firing_total(battle, role)}"


def both_sides(battle: Battle) -> str:
    """A battle as it is now, with the losses so far."""
    lost = {role: battle.lost(role) for role in ("attacker", "defender")}
    toll = ", ".join(f"{battle.setting.player(role)} {number}" for role, number in lost.items() if number)
    return f"At {battle.name}: {side_now(battle, 'attacker')}; {side_now(battle, 'defender')}." + (
        f" Losses so far: {toll}." if toll else ""
    )


def to_absorb(battle: Battle, role: str, losses: int, units: Sequence[Unit]) -> str:
    """The losses that a side must take, and the units that can."""
    works = f" Field works absorb {battle.works}." if role == "defender" and battle.works else ""
    due = f"{count(losses, 'loss', 'losses')} to take on {count(len(units), 'unit')}"
    return f"{battle.setting.player(role)} side: {due}. {both_sides(battle)}{works}"


def air_goes(move: AirMove) -> str:
    """Air units that leave a battle, and where they can go."""
    rooms = listed((f"{move.setting.name(point)} ({room})" for point, room in move.points), MOST)
    whose = "German" if move.how else "Soviet"
    return f"{count(move.number, f'{whose} air unit')} can {move.how or 'return'}: room at {rooms}."


def to_retreat(retreat: Retreat, way: Way, able: Mapping[str, int]) -> str:
    """Units that still have to get away, and the next line."""
    left = count(sum(number for _, number in retreat.movers), f"{retreat.setting.player('defender')} unit")
    name = retreat.setting.name(way.point)
    more = f"; {count(len(retreat.ways) - 1 + len(retreat.later), 'more line')} after it" if len(retreat.ways) > 1 else ""
    return f"{left} still to retreat. Next: {name}, room for {way.room}{more}."


def battles_left(phase: Phase) -> str:
    """The battles that are still to be fought."""
    setting = phase.setting
    names = listed((setting.name(point) for point in phase.pending), MOST)
    won = listed((setting.name(point) for point in phase.taken), MOST)
    taken = f" Taken so far: {won}." if won else ""
    return f"The {setting.player('attacker')} side has {count(len(phase.pending), 'battle')} left to fight: {names}.{taken}"
