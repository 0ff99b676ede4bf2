"""The sequence of a combat phase: battle after battle; and what can be said of them without a combat table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from airwar.engine.referee import End, Event, NeedsChart, Next, Note, Referee, Ruling, Sheet
from airwar.engine.rule import rule
from airwar.rulesets.dark_crusade.combat_table import SYNTHETIC, groups_on_any_table
from airwar.rulesets.dark_crusade.state import Combat, Phase
from airwar.rulesets.dark_crusade.values import firing_total, is_simultaneous


@rule("B0", "B16")
def open_phase(ref: Referee, phase: Phase) -> Next | End:
    """The battles of the phase are named. Without a combat table everything that needs none is worked out."""
    setting = phase.setting
    ref.enter("", "Combat")
    ref.tell(opening, phase)
    if setting.table is None:
        ref.tell(worked_out, phase)
        ref.tell(NeedsChart, "combat-table", "the combat table is needed from here on: type it into the scenario, under charts")
        return End("needs chart combat-table", phase)
    return Next(next_battle, phase)


def opening(phase: Phase) -> list[Event]:
    """Who attacks where, and what is odd about the units and the table."""
    setting = phase.setting
    side = "the Axis" if setting.attacker == "axis" else "the Soviet side"
    where = ", ".join(phase.name(point) for point in phase.pending)
    told: list[Event] = [Note(f"{side} attacks {where} in {setting.weather} weather")]
    moved = [phase.formation(unit) for unit in phase.units if unit.dispersed and phase.formation(unit).origin]
    if moved:
        names = ", ".join(formation.name for formation in moved)
        told.append(Note(f"already dispersed, so it cannot have moved to the attack unless the battle is under way (B10): {names}"))
    if setting.table_note:
        told.append(Note(f"combat table: {setting.table_note}"))
    return [*told, *(Note(f"combat table: {doubt}") for doubt in setting.doubts)]


@rule("B0")
def next_battle(ref: Referee, phase: Phase) -> Next | End:
    """The attacker says which battle comes next; the phase ends with the last."""
    from airwar.rulesets.dark_crusade.air_combat import air_combat  # here, since the end of a battle leads back to this step

    if not phase.pending:
        return End(result_of(phase), phase)
    point = phase.pending[0]
    if len(phase.pending) > 1:
        point = battle_chosen(ref, phase)
    phase = replace(phase, pending=tuple(left for left in phase.pending if left != point))
    plan = phase.setting.battles[point]
    ref.enter(point, f"{'Breakthrough combat' if plan.breakthrough else 'Combat'} at {phase.name(point)}")
    ref.tell(banner, phase)
    if plan.breakthrough and not breakthrough_is_fought(ref, phase):
        return End("needs chart breakthrough-combat", replace(phase, pending=(point, *phase.pending)))
    return Next(air_combat, Combat(phase, point, plan.german_air, plan.soviet_air, plan.works))


@rule("B0")
def battle_chosen(ref: Referee, phase: Phase) -> str:
    """The order of battles is not in the source: the attacker's choice, or the scenario's order."""
    # Ruling: battles are fought one after the other, and what one changes holds for the next.
    if phase.setting.options["battle-order"] == "listed":
        ref.tell(Ruling, "battle-order", "listed", f"{phase.name(phase.pending[0])} is next, as listed")
        return phase.pending[0]
    ref.enter("", "The next battle")
    ref.tell(Ruling, "battle-order", "attacker", "the attacker says which battle is next; the source does not")
    named = {point: phase.name(point) for point in phase.pending}
    number = len(phase.setting.battles) - len(phase.pending) + 1
    return ref.choose(f"attacker.next-battle-{number}", named, by="attacker")


@rule("B13c")
def breakthrough_is_fought(ref: Referee, phase: Phase) -> bool:
    """The source knows of breakthrough combat but does not say how it is fought."""
    if phase.setting.options["breakthrough-procedure"] == "as-regular":
        ref.tell(Ruling, "breakthrough-procedure", "as-regular", "breakthrough combat is fought like regular combat")
        return True
    ref.tell(NeedsChart, "breakthrough-combat", "how breakthrough combat is fought is not in the source")
    return False


def banner(phase: Phase) -> Event | None:
    """A table that is not the game's says so at every battle."""
    table = phase.setting.table
    if table is None or not table.synthetic:
        return None
    return Ruling("combat-table", SYNTHETIC, "NOT THE GAME'S TABLE: what follows is for trying the program only")


def result_of(phase: Phase) -> str:
    if len(phase.results) == 1:
        return phase.results[0][1]
    return "; ".join(f"{phase.name(point)}: {result}" for point, result in phase.results)


# without a table


@rule("B5", "B7", "B16")
def worked_out(phase: Phase) -> list[Event]:
    """Multipliers, totals, groups and the sequence of every battle, for each number of Soviet air units that may survive."""
    rows = []
    for point in phase.pending:
        plan = phase.setting.battles[point]
        opposed = plan.soviet_air and (plan.german_air or phase.fighting(point, "axis"))
        for survivors in range(0 if opposed else plan.soviet_air, plan.soviet_air + 1):
            combat = Combat(phase, point, plan.german_air, survivors)
            sequence = is_simultaneous(phase.setting.attacker, phase.setting.weather, plan.german_air, survivors)
            for role in ("attacker", "defender"):
                axis = phase.setting.side(role) == "axis"
                total = firing_total(combat, role)
                split = shown_groups(total)
                multiplied = f"x{plan.german_air + 1}" if axis else ""
                kind = "simultaneous" if sequence else "normal"
                rows.append((phase.name(point), str(survivors), kind, role, multiplied, str(total), split))
    heads = ("battle", "Soviet air", "combat", "side", "air", "total", "groups")
    return [Sheet("What needs no combat table (H: its highest number)", heads, tuple(rows))]


def shown_groups(total: int) -> str:
    """The groups of a total, by the highest number of the table where that matters, a line for each way."""
    ways = groups_on_any_table(total)
    if len(ways) == 1:
        return counted(ways[0][2])
    spans = [str(low) if low == high else f"{low}-{high}" for low, high, _ in ways]
    return "\n".join(f"{counted(split)}, H {span}" for span, (_, _, split) in zip(spans, ways, strict=True))


def counted(split: Sequence[int]) -> str:
    """Groups as a player writes them: 24, 23, 23 are 24 + 2 x 23."""
    return " + ".join(f"{number} x {size}" if number > 1 else str(size) for size, number in Counter(split).items())
