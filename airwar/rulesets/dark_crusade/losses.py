"""Fire and its losses (B9, B10): the owner gives them to his ground units as he likes, but all of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from airwar.engine.referee import Event, Loss, Note, Referee, Ruling
from airwar.engine.rule import rule
from airwar.rulesets.dark_crusade.state import Combat, Formation, Unit
from airwar.rulesets.dark_crusade.values import facts, firing_total, told_fire

SUFFERED = {"attacker": "repulses", "defender": "breakthroughs"}


@rule("B9", "B16")
def fire(ref: Referee, combat: Combat, role: str) -> int:
    """A side fires all that is undispersed; a total that the table does not hold is split, a die for each group."""
    ref.tell(told_fire, combat, role)
    total = firing_total(combat, role)
    if not total:
        return 0
    assert combat.setting.table is not None
    enemy = "defender" if role == "attacker" else "attacker"
    return ref.roll(f"{role}.fire", combat.setting.table.reading(total, most=endurance(combat, enemy)), by=role)


def endurance(combat: Combat, role: str) -> int:
    """The losses that a side can absorb before nothing is left of it; what goes beyond is wasted."""
    # Ruling: German air multiplies the value a unit fires with, never the losses it survives.
    works = combat.works if role == "defender" else 0
    return works + sum(combat.phase.formation(unit).fatal - unit.losses for unit in combat.units(role))


@rule("B10", "B4", "B6")
def absorb(ref: Referee, combat: Combat, role: str, losses: int) -> Combat:
    """The owner distributes the losses among his ground units, dispersed ones too; air units absorb nothing."""
    if role == "defender":
        combat, losses = behind_works(ref, combat, losses)
    if not losses:
        return combat
    units = combat.units(role)
    formations = combat.setting.formations
    given = ref.allot(
        f"{role}.losses",
        {unit.id: formations[unit.id].fatal - unit.losses for unit in units},
        by=role,
        least=losses,
        most=losses,
        default=spread(units, formations, losses),
        labels={unit.id: label(unit, formations[unit.id]) for unit in units},
        facts=facts(combat, role),
    )
    struck = [suffering(unit, formations[unit.id], given[unit.id]) for unit in units if given[unit.id]]
    ref.tell(told_losses, combat, role, struck)
    return combat.with_units(struck)


@rule("B10")
def suffering(unit: Unit, formation: Formation, losses: int) -> Unit:
    """A unit with so many losses more: dispersed, or destroyed beyond its limit."""
    total = unit.losses + losses
    return Unit(unit.id, "" if total > formation.limit else unit.at, total, dispersed=True)


@rule("B10")
def behind_works(ref: Referee, combat: Combat, losses: int) -> tuple[Combat, int]:
    """Field works except units from losses; how is not in the source, so the scenario says how many they absorb."""
    absorbed = min(losses, combat.works)
    if not absorbed:
        return combat, losses
    ref.tell(Ruling, "fieldworks.absorbs", str(combat.plan.works), f"field works absorb {absorbed} of {losses} breakthroughs")
    return replace(combat, works=combat.works - absorbed), losses - absorbed


def spread(units: Sequence[Unit], formations: Mapping[str, Formation], losses: int) -> dict[str, int]:
    """A cautious distribution: what is dispersed already bears most, the fewest units are dispersed, nobody dies before he must."""
    spare = {unit.id: formations[unit.id].limit - unit.losses for unit in units}
    given = dict.fromkeys(spare, 0)
    upright = [unit.id for unit in units if not unit.dispersed and spare[unit.id]]
    for name in [unit.id for unit in units if unit.dispersed]:
        given[name] = min(spare[name], losses - sum(given.values()))
    while upright and (left := losses - sum(given.values())):
        enough = [name for name in upright if spare[name] >= left]
        bearer = min(enough, key=spare.__getitem__) if enough else max(upright, key=spare.__getitem__)
        given[bearer] = min(spare[bearer], left)
        upright.remove(bearer)
    for name in sorted(given, key=lambda name: formations[name].strength):
        given[name] += given[name] == spare[name] and sum(given.values()) < losses
    return given


# how it is told


def label(unit: Unit, formation: Formation) -> str:
    """A unit with its class, strength and losses."""
    kind = "major" if formation.major else "minor"
    state = ", dispersed" if unit.dispersed else ""
    return f"{formation.name} ({kind} {formation.strength}, {unit.losses} of {formation.limit} losses{state})"


def told_losses(combat: Combat, role: str, struck: Sequence[Unit]) -> list[Event]:
    """Each unit that has absorbed something, and what became of it."""
    before = {unit.id: unit for unit in combat.units(role)}
    told: list[Event] = []
    for unit in struck:
        formation = combat.phase.formation(unit)
        taken = unit.losses - before[unit.id].losses
        so_far = f"{unit.losses} in all, limit {formation.limit}"
        told.append(Note(f"{formation.name} absorbs {taken} of the {SUFFERED[role]}: {so_far}"))
        if not unit.at:
            told.append(Loss(role, formation.name, 1, "eliminated"))
        elif not before[unit.id].dispersed:
            told.append(Loss(role, formation.name, 1, "dispersed"))
    return told
