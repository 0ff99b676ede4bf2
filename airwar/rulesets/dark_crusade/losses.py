"""Fire and its losses (B9, B10): the owner distributes them among his ground units as he likes, but must take them all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from airwar.engine.events import Event, Loss, Note, Ruling
from airwar.engine.referee import Referee
from airwar.engine.rule import rule
from airwar.rulesets.dark_crusade.battle import Battle
from airwar.rulesets.dark_crusade.state import Formation, Unit
from airwar.rulesets.dark_crusade.values import facts, fire_events, firing_total

SUFFERED = {"attacker": "repulses", "defender": "breakthroughs"}


@rule("B9", "B16")
def fire(ref: Referee, battle: Battle, role: str) -> int:
    """A side fires with all undispersed units; a total beyond the table is split, with one die for each group."""
    ref.tell(fire_events, battle, role)
    total = firing_total(battle, role)
    if not total:
        return 0
    enemy = "defender" if role == "attacker" else "attacker"
    return ref.roll(f"{role}.fire", battle.setting.combat_table.reading(total, most=endurance(battle, enemy)), by=role)


def endurance(battle: Battle, role: str) -> int:
    """The losses that a side can absorb before nothing is left of it; any more have no effect."""
    # Ruling: German air multiplies the value a unit fires with, never the losses it survives.
    works = battle.works if role == "defender" else 0
    return works + sum(battle.formation(unit).fatal - unit.losses for unit in battle.units(role))


@rule("B10", "B4", "B6")
def absorb(ref: Referee, battle: Battle, role: str, losses: int) -> Battle:
    """The owner distributes the losses among his ground units, even dispersed ones; air units absorb none."""
    if role == "defender":
        battle, losses = behind_works(ref, battle, losses)
    if not losses:
        return battle
    units = battle.units(role)
    formations = battle.setting.formations
    given = ref.allot(
        f"{role}.losses",
        {unit.id: formations[unit.id].fatal - unit.losses for unit in units},
        by=role,
        least=losses,
        most=losses,
        default=spread(units, formations, losses),
        labels={unit.id: label(unit, formations[unit.id]) for unit in units},
        facts=facts(battle, role),
    )
    struck = [suffering(unit, formations[unit.id], given[unit.id]) for unit in units if given[unit.id]]
    ref.tell(loss_events, battle, role, struck)
    return battle.with_units(struck)


@rule("B10")
def suffering(unit: Unit, formation: Formation, losses: int) -> Unit:
    """A unit with more losses: dispersed, or eliminated beyond its limit."""
    total = unit.losses + losses
    return Unit(unit.id, "" if total > formation.limit else unit.at, total, dispersed=True)


@rule("B10")
def behind_works(ref: Referee, battle: Battle, losses: int) -> tuple[Battle, int]:
    """Field works protect units from losses; how is not in the source, so the scenario says how many they absorb."""
    absorbed = min(losses, battle.works)
    if not absorbed:
        return battle, losses
    text = f"field works absorb {absorbed} of {losses} breakthroughs"
    ref.tell(Ruling, "fieldworks.absorbs", str(battle.plan.works), text, "B10-works")
    return replace(battle, works=battle.works - absorbed), losses - absorbed


def spread(units: Sequence[Unit], formations: Mapping[str, Formation], losses: int) -> dict[str, int]:
    """A cautious distribution: dispersed units take most, as few as possible are newly dispersed, and none dies needlessly."""
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
    """A unit with its type, strength and losses."""
    state = ", dispersed" if unit.dispersed else ""
    return f"{formation.name} ({formation.type} {formation.strength}, {unit.losses} of {formation.limit} losses{state})"


def loss_events(battle: Battle, role: str, struck: Sequence[Unit]) -> list[Event]:
    """Each unit that has absorbed losses, and what became of it."""
    before = {unit.id: unit for unit in battle.units(role)}
    events: list[Event] = []
    for unit in struck:
        formation = battle.formation(unit)
        taken = unit.losses - before[unit.id].losses
        so_far = f"{unit.losses} in all, limit {formation.limit}"
        events.append(Note(f"{formation.name} absorbs {taken} of the {SUFFERED[role]}: {so_far}"))
        if not unit.at:
            events.append(Loss(role, formation.name, 1, "eliminated"))
        elif not before[unit.id].dispersed:
            events.append(Loss(role, formation.name, 1, "dispersed"))
    return events
