"""The books of a combat phase: what must hold after every step, whatever is played."""

from contextlib import contextmanager

from airwar.engine.moves import Position
from airwar.engine.walk import Walk
from airwar.rulesets.dark_crusade.air_combat import AirCombat
from airwar.rulesets.dark_crusade.battle import Battle
from airwar.rulesets.dark_crusade.state import Phase


def check_books(states):
    """Every unit is in one place, no unit survives more than it can, and no air unit appears or vanishes unseen."""
    phase = states[0]
    battle = next((state for state in states if isinstance(state, Battle)), None)
    units = phase.with_units(battle.ground).units if battle else phase.units
    assert len({unit.id for unit in units}) == len(phase.setting.formations)
    for unit in units:
        assert unit.at in ("", *phase.setting.points), unit
        assert not unit.at or unit.losses <= phase.setting.formation(unit).limit, unit
        assert not unit.losses or unit.dispersed, unit
    assert german_air(phase, battle) == sum(plan.german_air for plan in phase.setting.battles.values())
    return soviet_air(phase, battle, next((state for state in states if isinstance(state, AirCombat)), None))


def landed(phase, battle, side):
    """The air units of a side that have left their battle."""
    copies = phase.around(battle.point)[1] if battle else ()
    there = [one for one in phase.air if one not in copies] + list(battle.air if battle else ())
    return sum(one.number for one in there if one.side == side)


def german_air(phase, battle):
    """All German air units, wherever they are."""
    waiting = [point for point in phase.setting.battles if point in phase.pending or (point == phase.fought and not battle)]
    at_points = sum(phase.setting.battles[point].german_air for point in waiting)
    return landed(phase, battle, "axis") + at_points + (battle.german_air if battle else 0)


def soviet_air(phase, battle, combat):
    """All Soviet air units that are left, wherever they are."""
    survivors = dict(phase.survivors)
    waiting = sum(survivors.get(point, phase.setting.battles[point].soviet_air) for point in phase.pending if point != phase.fought)
    here = phase.setting.battles[phase.fought].soviet_air if phase.fought else 0
    fighting = battle.soviet_air if battle else combat.soviet_air if combat else survivors.get(phase.fought, here)
    return landed(phase, battle, "soviet") + waiting + fighting


@contextmanager
def books_are_checked():
    """Every walk of a combat phase checks the books after every step: Soviet air only ever becomes less."""
    leave = Walk._leave

    def leave_and_check(walk, *step):
        course, position = leave(walk, *step), walk.position
        handed_over = (
            isinstance(position, Position) and len(position.args) > 1
        )  # a procedure has returned; nobody has its value yet
        if walk.states and isinstance(walk.states[0], Phase) and not handed_over:
            left, before = check_books(walk.states), getattr(walk, "soviet_air", None)
            assert before is None or left <= before, f"{left} Soviet air units, {before} before"
            walk.soviet_air = left
        return course

    Walk._leave = leave_and_check
    try:
        yield
    finally:
        Walk._leave = leave
