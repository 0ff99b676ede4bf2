"""Reinforcements: fresh units that join an air combat between its rounds (18.522B, 18.5634, 18.622)."""

from __future__ import annotations

from typing import Protocol, Self, TypeVar

from airwar.engine.referee import Event, Note, Referee
from airwar.engine.rule import rule
from airwar.rulesets.world_at_war.air.sent import Sent, added
from airwar.rulesets.world_at_war.air_combat.forces import Force, Line


class Reinforceable(Protocol):
    """An air combat that fresh attackers may join."""

    @property
    def attackers(self) -> Force: ...
    @property
    def came(self) -> Force: ...  # the attackers as they took off
    @property
    def reserves(self) -> Force: ...  # attackers that may still join
    @property
    def joined(self) -> Sent: ...  # attackers that came after the first round
    def _replace(self, *, attackers: Force, came: Force, reserves: Force, joined: Sent) -> Self: ...


Fight = TypeVar("Fight", bound=Reinforceable)


@rule("18.522B", "18.5634", "18.622")
def reinforced(ref: Referee, fight: Fight, sent: Sent) -> Fight:
    """Fresh attackers join an air combat."""
    if not sent:
        return fight
    lines = drawn(fight.reserves, sent)
    ref.tell(joining, lines)
    return fight._replace(
        attackers=merged(fight.attackers, lines),
        came=merged(fight.came, lines),
        reserves=remaining(fight.reserves, sent),
        joined=added(fight.joined, sent),
    )


def drawn(reserves: Force, sent: Sent) -> Force:
    """These numbers of the units in reserve."""
    lines = {line.unit: line for line in reserves}
    return tuple(part_of(lines[unit], number) for unit, number in sent)


def part_of(line: Line, number: int) -> Line:
    """This many units of a line; only the whole of it lacks the squadrons that were lost before."""
    return line if number == line.number else line._replace(parts=(number,), debt=0)


def remaining(reserves: Force, sent: Sent) -> Force:
    """The reserves that are left when these units have joined."""
    gone = dict(sent)
    left = [part_of(line, line.number - gone.get(line.unit, 0)) for line in reserves]
    return tuple(line for line in left if line.number)


def merged(force: Force, more: Force) -> Force:
    """A force with its reinforcements. They join the line of their unit where both are counted alike."""
    lines = {(line.unit, bool(line.whole)): line for line in force}
    for line in more:
        new = line.broken() if any(old.whole for old in force) else line
        old = lines.get((new.unit, bool(new.whole)))
        if old is not None:
            parts = tuple(a + b for a, b in zip(old.parts, new.parts, strict=True))
            new = old._replace(parts=parts, whole=old.whole + new.whole, debt=old.debt + new.debt)
        lines[new.unit, bool(new.whole)] = new
    return tuple(lines.values())


def joining(lines: Force) -> list[Event]:
    """Reports the units that join."""
    return [Note(line.air_type.does(line.number, line.unit, "join")) for line in lines]
