"""The ways out of a battle (B13): which points can be reached, over which lines, and how much room each has."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from airwar.engine.rule import rule
from airwar.rulesets.dark_crusade.state import Line, Phase

NO_BAR = ("none", "entrained-factory", "partisan")


class Way(NamedTuple):
    """A line out of a battle, the point it leads to, and what can still retreat over it."""

    line: str
    point: str
    room: Fraction
    side: str  # who controls the point
    attacked: bool = False  # whether a battle for the point is still to come
    closed: bool = False
    used: Fraction = Fraction(0)  # what has retreated over it earlier in the phase


@rule("B13a", "B13b", "B13c")
def ways_out_of(phase: Phase, point: str) -> tuple[Way, ...]:
    """Every line that leads away: to one's own points, those under attack last; to enemy points; and the closed ones."""
    defender = phase.setting.side("defender")
    lines = [line for line in phase.setting.lines.values() if point in line.ends]
    ways = [way_over(phase, line, point) for line in lines]
    own = sorted((way for way in ways if not way.closed and way.side == defender), key=lambda way: way.attacked)
    enemy = [way for way in ways if not way.closed and way.side != defender]
    return (*own, *enemy, *(way for way in ways if way.closed))


def way_over(phase: Phase, line: Line, point: str) -> Way:
    """The way out over one line."""
    beyond = line.beyond(point)
    side = phase.controller(beyond)
    attacked = beyond in phase.pending
    used = dict(phase.used).get(line.id, Fraction(0))
    if side == phase.setting.attacker:
        closed, capacity = barred(phase, beyond, side), line.capacity // 2
    else:
        closed, capacity = attacked and phase.setting.battles[point].breakthrough, line.capacity
    return Way(line.id, beyond, room(phase, used, capacity), side, attacked, closed, used)


@rule("B13b")
def barred(phase: Phase, point: str, enemy: str) -> bool:
    """Any enemy unit bars a point, even air units that have returned to it; an entrained factory or partisans alone do not."""
    air = any((air.side, air.at) == (enemy, point) for air in phase.air)
    return air or phase.setting.points[point].holds not in NO_BAR or bool(phase.of_side(point, enemy))


@rule("B13a")
def room(phase: Phase, used: Fraction, capacity: int) -> Fraction:
    """What a line can still carry after what has retreated over it in this phase; or all that it can, by option."""
    if phase.setting.rulings.value("line-capacity") == "each-battle":
        return Fraction(capacity)
    return max(Fraction(0), capacity - used)
