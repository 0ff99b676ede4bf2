"""Where retreating defenders may go (B13): which points, over which lines, and how many."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import NamedTuple

from airwar.engine.referee import Event, Note, Ruling, Sheet
from airwar.engine.rule import rule
from airwar.rulesets.dark_crusade.state import NO_BAR, SOVIET_AIR, Combat, Line, Phase, Setting


class Refuge(NamedTuple):
    """A point that can be retreated to, the line that leads there, and what may still go over it."""

    line: str
    point: str
    room: Fraction


Movers = Mapping[str, int]


@rule("B12", "B13a")
def size(setting: Setting, name: str) -> Fraction:
    """What a unit takes of a line's capacity: one; an Axis allied army two; some divisions a half; a Soviet air unit one."""
    return Fraction(1) if name == SOVIET_AIR else setting.formations[name].size


def weight(setting: Setting, movers: Movers) -> Fraction:
    return sum((count * size(setting, name) for name, count in movers.items()), Fraction(0))


@rule("B13a", "B13c")
def own_refuges(combat: Combat) -> list[Refuge]:
    """Adjacent points of one's own, those under attack last; in breakthrough combat those are closed."""
    phase = combat.phase
    side = combat.setting.side("defender")
    found = [
        Refuge(line.id, point, room(phase, line, line.capacity))
        for line, point in neighbours(combat)
        if phase.control(point) == side and not (combat.plan.breakthrough and point in phase.pending)
    ]
    return sorted(found, key=lambda refuge: refuge.point in phase.pending)


@rule("B13a")
def first_refuges(combat: Combat) -> list[Refuge]:
    """What must be filled first: the points of one's own, unless the option leaves those under attack to the owner."""
    # Ruling: a point of one's own that is under attack is still a point of one's own, so it comes before any enemy point.
    all_own = combat.setting.options["refuge-under-attack"] == "must"
    return [refuge for refuge in own_refuges(combat) if all_own or refuge.point not in combat.phase.pending]


@rule("B13b", "B13c")
def further_refuges(combat: Combat) -> list[Refuge]:
    """Where those go who find no room there: the remaining points of one's own, if any, and enemy points."""
    first = first_refuges(combat)
    return [*(refuge for refuge in own_refuges(combat) if refuge not in first), *enemy_refuges(combat)]


@rule("B13b")
def enemy_refuges(combat: Combat) -> list[Refuge]:
    """Adjacent enemy points that nothing bars, at half the capacity of the line, rounded down."""
    phase = combat.phase
    enemy = combat.setting.side("attacker")
    return [
        Refuge(line.id, point, room(phase, line, line.capacity // 2))
        for line, point in neighbours(combat)
        if phase.control(point) == enemy and not barred(phase, point, enemy)
    ]


def neighbours(combat: Combat) -> list[tuple[Line, str]]:
    lines = [line for line in combat.setting.lines.values() if combat.point in line.ends]
    return [(line, line.beyond(combat.point)) for line in lines]


@rule("B13b")
def barred(phase: Phase, point: str, enemy: str) -> bool:
    """Any enemy unit bars a point, air units that came back to it too; an entrained factory or partisans alone do not."""
    air = any((air.side, air.at) == (enemy, point) for air in phase.air)
    return air or phase.setting.points[point].holds not in NO_BAR or bool(phase.of_side(point, enemy))


@rule("B13a")
def room(phase: Phase, line: Line, capacity: int) -> Fraction:
    """What is left of a line after all that has retreated over it in this phase."""
    return max(Fraction(0), capacity - dict(phase.used).get(line.id, Fraction(0)))


def packed(setting: Setting, movers: Movers, rooms: Iterable[Fraction]) -> list[Fraction] | None:
    """What is left of the rooms when all have gone, the first rooms filled first; None when not all fit.

    Each size divides the next larger one, so that taking the largest first never errs.
    """
    left = list(rooms)
    for need in sorted((size(setting, name) for name, count in movers.items() for _ in range(count)), reverse=True):
        fitting = next((at for at, free in enumerate(left) if free >= need), None)
        if fitting is None:
            return None
        left[fitting] -= need
    return left


def defending_movers(combat: Combat) -> dict[str, int]:
    """All that a retreating defender must move: his ground units, and Soviet air units one by one."""
    movers = {unit.id: 1 for unit in combat.units("defender")}
    if combat.setting.side("defender") == "soviet" and combat.soviet_air:
        movers[SOVIET_AIR] = combat.soviet_air
    return movers


@rule("B13")
def may_retreat(combat: Combat) -> bool:
    """Somebody must have somewhere to go; or everybody, if the option says so."""
    if combat.setting.options["no-retreat"] == "eliminate":
        return somebody_can_go(combat)
    return packed(combat.setting, defending_movers(combat), rooms_around(combat)) is not None


def somebody_can_go(combat: Combat) -> bool:
    return any(size(combat.setting, name) <= free for name in defending_movers(combat) for free in rooms_around(combat))


def rooms_around(combat: Combat) -> list[Fraction]:
    return [refuge.room for refuge in (*first_refuges(combat), *further_refuges(combat))]


# how it is told


def ways_out(combat: Combat) -> Sheet:
    """Every line that leads away from the battle: where to, and how many may still retreat over it."""
    phase = combat.phase
    refuges = [*first_refuges(combat), *further_refuges(combat)]
    ways = [(refuge.line, refuge.point, str(refuge.room), remark(combat, refuge.point)) for refuge in refuges]
    closed = [(line.id, point) for line, point in neighbours(combat) if line.id not in {refuge.line for refuge in refuges}]
    ways += [(line, point, "0", "closed") for line, point in closed]
    rows = tuple((phase.name(point), phase.control(point), line, room_left, said) for line, point, room_left, said in ways)
    return Sheet(f"Ways out of {phase.name(combat.point)}", ("to", "control", "line", "room", ""), rows)


def remark(combat: Combat, point: str) -> str:
    if point in combat.phase.pending:
        return "under attack"
    return "half capacity" if combat.phase.control(point) == combat.setting.attacker else ""


def told_ways_out(combat: Combat) -> list[Event]:
    """The ways out, and whether it matters how a point of one's own that is under attack is looked at."""
    pending, movers = combat.phase.pending, defending_movers(combat)
    attacked = [refuge for refuge in own_refuges(combat) if refuge.point in pending and refuge.room]
    safe = [refuge.room for refuge in own_refuges(combat) if refuge.point not in pending]
    both = attacked and any(refuge.room for refuge in enemy_refuges(combat))
    if not both or packed(combat.setting, movers, safe) is not None:
        return [ways_out(combat)]
    value = combat.setting.options["refuge-under-attack"]
    said = "come before enemy points" if value == "must" else "may be passed over for enemy points"
    return [ways_out(combat), Ruling("refuge-under-attack", value, f"own points under attack {said}; the source leaves it open")]


def told_no_way_out(combat: Combat) -> Event:
    """Why the defenders cannot retreat."""
    if somebody_can_go(combat):
        return Ruling("no-retreat", "forbid", "not all defenders have somewhere to go, so none may retreat")
    return Note("the defenders have nowhere to retreat to")
