"""Reinforcements: fresh units that join an air combat between its rounds (18.522B, 18.5634, 18.622)."""

from __future__ import annotations

from airwar.engine.referee import Event, Note
from airwar.rulesets.world_at_war.air.sent import Sent
from airwar.rulesets.world_at_war.air_combat.forces import Force


def drawn(reserves: Force, sent: Sent) -> Force:
    """These numbers of the units in reserve."""
    lines = {line.unit: line for line in reserves}
    return tuple(lines[unit]._replace(parts=(number,)) for unit, number in sent)


def remaining(reserves: Force, sent: Sent) -> Force:
    """The reserves that are left when these units have joined."""
    gone = dict(sent)
    left = [line._replace(parts=(line.number - gone.get(line.unit, 0),)) for line in reserves]
    return tuple(line for line in left if line.number)


def merged(force: Force, more: Force) -> Force:
    """A force with its reinforcements. They join the line of their unit where both are counted alike."""
    lines = {(line.unit, bool(line.whole)): line for line in force}
    for line in more:
        new = line.broken() if any(old.whole for old in force) else line
        old = lines.get((new.unit, bool(new.whole)))
        if old is not None:
            parts = tuple(a + b for a, b in zip(old.parts, new.parts, strict=True))
            new = old._replace(parts=parts, whole=old.whole + new.whole)
        lines[new.unit, bool(new.whole)] = new
    return tuple(lines.values())


def joining(lines: Force) -> list[Event]:
    """Reports the units that join."""
    return [Note(line.air_type.does(line.number, line.unit, "join")) for line in lines]
