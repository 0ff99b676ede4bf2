"""Fire and its losses (B9, B10): the owner distributes them among his ground units as he likes, but must take them all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

from airwar.engine.events import Event, Loss, Note, Ruling
from airwar.engine.referee import Referee
from airwar.engine.rule import rule
from airwar.rulesets.dark_crusade.about import to_absorb
from airwar.rulesets.dark_crusade.battle import Battle
from airwar.rulesets.dark_crusade.combat_table import groups
from airwar.rulesets.dark_crusade.printed_table import highest_number, rolled
from airwar.rulesets.dark_crusade.state import Formation, Unit
from airwar.rulesets.dark_crusade.values import facts, fire_events, firing_total
from airwar.rulesets.kit.names import count

SUFFERED = {"attacker": "repulse", "defender": "breakthrough"}
WORKS = "field-works"  # the id of the field works of a point among those who take losses


@rule("B9", "B16")
def fire(ref: Referee, battle: Battle, role: str) -> int:
    """A side fires with all undispersed units; a total beyond the table is split, with one die for each group."""
    total = firing_total(battle, role)
    ref.tell(fire_events, battle, role, groups(total, highest_number(ref, battle.setting)))
    if not total:
        return 0
    enemy = "defender" if role == "attacker" else "attacker"
    most, by = endurance(battle, enemy), battle.setting.player(role)
    return rolled(ref, battle.setting, f"{role}.fire", total, most=most, by=by)


def endurance(battle: Battle, role: str) -> int:
    """The losses that a side can absorb before nothing is left of it; any more have no effect."""
    # Ruling: German air multiplies the value a unit fires with, never the losses it survives.
    works = battle.works if role == "defender" else 0
    return works + sum(bears(unit, battle.formation(unit)) for unit in battle.units(role))


@rule("B10")
def bears(unit: Unit, formation: Formation) -> int:
    """The losses that can be given to a unit: what its field works absorb, and what eliminates it."""
    return unit.works + formation.fatal - unit.losses


@rule("B10", "B4", "B6")
def absorb(ref: Referee, battle: Battle, role: str, losses: int) -> Battle:
    """The owner distributes the losses among his ground units and field works; air units absorb none."""
    if not losses:
        return battle
    units, formations = battle.units(role), battle.setting.formations
    works = {WORKS: min(battle.works, losses)} if role == "defender" and battle.works else {}
    given = ref.allot(
        f"{role}.losses",
        works | {unit.id: min(bears(unit, formations[unit.id]), losses) for unit in units},
        by=battle.setting.player(role),
        least=losses,
        most=losses,
        default=works | spread(units, formations, losses - sum(works.values())),
        labels={WORKS: "the field works of the point"} | {unit.id: label(unit, formations[unit.id]) for unit in units},
        facts=facts(battle, role),
        about=partial(to_absorb, battle, role, losses, units),
    )
    struck = [suffering(unit, formations[unit.id], given[unit.id]) for unit in units if given[unit.id]]
    ref.tell(loss_events, battle, role, struck, given)
    return replace(battle, works=battle.works - given.get(WORKS, 0)).with_units(struck)


@rule("B10")
def suffering(unit: Unit, formation: Formation, losses: int) -> Unit:
    """A unit with more losses: unhurt behind its field works, dispersed, or eliminated beyond its limit."""
    absorbed = min(unit.works, losses)
    total = unit.losses + losses - absorbed
    at = "" if total > formation.limit else unit.at
    return Unit(unit.id, at, total, unit.dispersed or losses > absorbed, unit.works - absorbed)


def spread(units: Sequence[Unit], formations: Mapping[str, Formation], losses: int) -> dict[str, int]:
    """A cautious distribution: field works and dispersed units take most, few are newly dispersed, and none dies needlessly."""
    given = dict.fromkeys((unit.id for unit in units), 0)
    for unit in units:
        given[unit.id] = min(unit.works, losses - sum(given.values()))
    spare = {unit.id: unit.works + formations[unit.id].limit - unit.losses for unit in units}
    upright = [unit.id for unit in units if not unit.dispersed and spare[unit.id] > given[unit.id]]
    for name in [unit.id for unit in units if unit.dispersed]:
        given[name] += min(spare[name] - given[name], losses - sum(given.values()))
    while upright and (left := losses - sum(given.values())):
        room = {name: spare[name] - given[name] for name in upright}
        enough = [name for name in upright if room[name] >= left]
        bearer = min(enough, key=room.__getitem__) if enough else max(upright, key=room.__getitem__)
        given[bearer] += min(room[bearer], left)
        upright.remove(bearer)
    for name in sorted(given, key=lambda name: formations[name].strength):
        given[name] += given[name] == spare[name] and sum(given.values()) < losses
    return given


# how it is told


def label(unit: Unit, formation: Formation) -> str:
    """A unit with its type, strength and losses."""
    state = ", dispersed" if unit.dispersed else ""
    works = f", field works absorb {unit.works}" if unit.works else ""
    losses = f"{unit.losses} of {formation.limit} losses" if formation.limit else "any loss eliminates it"
    return f"{formation.name} ({formation.type} {formation.strength}, {losses}{state}{works})"


def loss_events(battle: Battle, role: str, struck: Sequence[Unit], given: Mapping[str, int]) -> list[Event]:
    """Each unit that has absorbed losses, and what became of it."""
    before = {unit.id: unit for unit in battle.units(role)}
    events: list[Event] = []
    if given.get(WORKS):
        events.append(works_ruling(given[WORKS], battle.name))
    for unit in struck:
        formation, was = battle.formation(unit), before[unit.id]
        taken = unit.losses - was.losses
        if was.works > unit.works:
            events.append(works_ruling(was.works - unit.works, formation.name))
        if taken:
            so_far = f"{unit.losses} in all, limit {formation.limit}"
            events.append(Note(f"{formation.name} absorbs {count(taken, SUFFERED[role])}: {so_far}"))
        if not unit.at:
            events.append(Loss(battle.setting.player(role), formation.name, 1, "eliminated"))
        elif unit.dispersed and not was.dispersed:
            events.append(Loss(battle.setting.player(role), formation.name, 1, "dispersed"))
    return events


def works_ruling(absorbed: int, whose: str) -> Event:
    """What field works do is not in the source; the scenario says how many losses they absorb."""
    return Ruling("field works", "absorb", f"the field works of {whose} absorb {count(absorbed, 'loss', 'losses')}", "B10-works")
