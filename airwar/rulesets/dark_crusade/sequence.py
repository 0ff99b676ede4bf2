"""The sequence of a combat phase: battle after battle, each with air combat before ground combat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, Never

from airwar.engine.events import Event, NeedsChart, Note, Ruling, Sheet
from airwar.engine.moves import End, Move, call, then
from airwar.engine.referee import Referee
from airwar.engine.rule import rule
from airwar.rulesets.dark_crusade import advance, air_combat, air_moves, ground_combat, marching, retreat
from airwar.rulesets.dark_crusade.battle import battle_at
from airwar.rulesets.dark_crusade.combat_table import SYNTHETIC, groups_on_any_table
from airwar.rulesets.dark_crusade.state import Outcome, Phase
from airwar.rulesets.dark_crusade.values import firing_total, is_simultaneous


@rule("B0", "B16")
def open_phase(ref: Referee, phase: Phase) -> Move[Never]:
    """The battles of the phase are announced. Without a combat table, everything that needs none is worked out."""
    ref.enter("", "Combat")
    ref.tell(opening, phase)
    if phase.setting.table is None:
        ref.tell(worked_out, phase)
        ref.tell(NeedsChart, "combat-table", "the combat table is needed from here on: draw it in the scenario, under charts")
        return End("needs chart combat-table", phase)
    return then(next_battle, phase)


@rule("B0")
def next_battle(ref: Referee, phase: Phase) -> Move[Never]:
    """The attacker says which battle is next, and air combat opens it; the phase ends after the last."""
    if not phase.pending:
        return End(result_of(phase), phase)
    point = phase.pending[0] if len(phase.pending) == 1 else chosen_battle(ref, phase)
    plan = phase.setting.battles[point]
    ref.enter(point, f"{'Breakthrough combat' if plan.breakthrough else 'Combat'} at {phase.setting.name(point)}")
    ref.tell(banner, phase)
    if plan.breakthrough and not breakthrough_is_fought(ref, phase):
        left = (point, *(other for other in phase.pending if other != point))
        return End("needs chart breakthrough-combat", replace(phase, pending=left))
    phase = replace(phase, fought=point, pending=tuple(other for other in phase.pending if other != point))
    return call(air_combat.air_combat, air_combat.air_combat_at(phase, point), back=air_combat_ends, keep=phase)


@rule("B0")
def air_combat_ends(ref: Referee, phase: Phase, soviet_air: int) -> Move[Never]:
    """The ground units fight, with the Soviet air units that are left."""
    battle = battle_at(phase, phase.fought, soviet_air)
    return call(ground_combat.type_of_combat, battle, back=battle_over, keep=phase)


@rule("B0")
def battle_over(ref: Referee, phase: Phase, outcome: Outcome) -> Move[Never]:
    """What the battle has changed holds for the battles that follow."""
    return then(next_battle, phase.after(outcome))


class Part(NamedTuple):
    """A part of the sequence of play, with its steps."""

    title: str
    rules: str
    steps: tuple[Callable[..., Any], ...]


SEQUENCE = (
    Part("the battles of the phase, one after the other", "B0", (open_phase, next_battle)),
    Part("air combat", "B1-B3", (air_combat.air_combat, air_combat.air_to_air, air_combat.flak, air_combat_ends)),
    Part(
        "ground combat: fire, losses and decisions",
        "B7-B11",
        (
            ground_combat.type_of_combat,
            ground_combat.defender_fires,
            ground_combat.attacker_fires,
            ground_combat.both_fire,
            ground_combat.attacker_suffers,
            ground_combat.defender_suffers,
            ground_combat.attacker_decides,
            ground_combat.defender_decides,
        ),
    ),
    Part(
        "retreat",
        "B12-B14",
        (
            retreat.attackers_retreat,
            retreat.attackers_are_back,
            retreat.defenders_retreat,
            marching.fill_lines,
            retreat.defenders_are_gone,
            retreat.defending_air_is_gone,
        ),
    ),
    Part(
        "advance",
        "B15",
        (
            advance.attackers_advance,
            advance.soviet_air_is_stranded,
            advance.stranded_air_is_gone,
            advance.german_air_advances,
            advance.occupied,
            advance.attackers_are_destroyed,
            advance.attacking_air_is_gone,
            advance.both_are_destroyed,
        ),
    ),
    Part("air units after a battle", "B4-B6", (air_moves.german_air_follows, air_moves.soviet_air_returns)),
    Part("the end of a battle", "B0", (battle_over,)),
)


# the battles


def opening(phase: Phase) -> list[Event]:
    """Who attacks where, and what is odd about the units and the table."""
    setting = phase.setting
    side = "the Axis" if setting.attacker == "axis" else "the Soviet side"
    where = ", ".join(setting.name(point) for point in phase.pending)
    weather = "good weather" if setting.weather == "good" else setting.weather
    events: list[Event] = [Note(f"{side} attacks {where} in {weather}")]
    moved = [setting.formation(unit).name for unit in phase.units if unit.dispersed and setting.formation(unit).origin]
    if moved:
        names = ", ".join(moved)
        events.append(Note(f"already dispersed, so unable to move to the attack unless the battle is under way (B10): {names}"))
    if setting.table_note:
        events.append(Note(f"combat table: {setting.table_note}"))
    return [*events, *(Note(f"combat table: {doubt}") for doubt in setting.doubts)]


@rule("B0")
def chosen_battle(ref: Referee, phase: Phase) -> str:
    """The order of battles is not in the source: the attacker's choice, or the scenario's order."""
    # Ruling: battles are fought one after the other, and what one changes holds for the next.
    setting, first = phase.setting, phase.pending[0]
    if setting.rulings.value("battle-order") == "listed":
        ref.tell(setting.rulings.ruled, "battle-order", f"{setting.name(first)} is next, as listed")
        return first
    ref.enter("", "The next battle")
    ref.tell(setting.rulings.ruled, "battle-order", "the attacker says which battle is next; the source does not say")
    named = {point: setting.name(point) for point in phase.pending}
    number = len(setting.battles) - len(phase.pending) + 1
    return ref.choose(f"attacker.next-battle-{number}", named, by="attacker")


@rule("B13c")
def breakthrough_is_fought(ref: Referee, phase: Phase) -> bool:
    """The source mentions breakthrough combat but does not say how it is fought."""
    rulings = phase.setting.rulings
    if rulings.value("breakthrough-procedure") == "as-regular":
        ref.tell(rulings.ruled, "breakthrough-procedure", "breakthrough combat is fought like regular combat")
        return True
    ref.tell(NeedsChart, "breakthrough-combat", "how breakthrough combat is fought is not in the source")
    return False


def banner(phase: Phase) -> Event | None:
    """A table that is not the game's says so at every battle."""
    table = phase.setting.table
    if table is None or not table.synthetic:
        return None
    return Ruling("combat-table", SYNTHETIC, "NOT THE GAME'S TABLE: what follows is for trying the program only", "B16")


def result_of(phase: Phase) -> str:
    if len(phase.results) == 1:
        return str(phase.results[0][1])
    return "; ".join(f"{phase.setting.name(point)}: {result}" for point, result in phase.results)


# without a table


@rule("B5", "B7", "B16")
def worked_out(phase: Phase) -> Event:
    """Multipliers, totals, groups and the sequence of every battle, for each number of Soviet air units that may survive."""
    setting = phase.setting
    rows = []
    for point in phase.pending:
        plan = setting.battles[point]
        opposed = plan.soviet_air and (plan.german_air or air_combat.air_combat_at(phase, point).axis_units)
        for survivors in range(0 if opposed else plan.soviet_air, plan.soviet_air + 1):
            battle = battle_at(phase, point, survivors)
            at_once = is_simultaneous(setting.attacker, setting.weather, plan.german_air, survivors)
            combat = "simultaneous" if at_once else "normal"
            for role in ("attacker", "defender"):
                multiplied = f"x{plan.german_air + 1}" if setting.side(role) == "axis" else ""
                total = firing_total(battle, role)
                rows.append((setting.name(point), str(survivors), combat, role, multiplied, str(total), shown_groups(total)))
    heads = ("battle", "Soviet air", "combat", "side", "air", "total", "groups")
    return Sheet("What needs no combat table (H: its highest number)", heads, tuple(rows))


def shown_groups(total: int) -> str:
    """The groups of a total; where the highest number of the table matters, a line for each possibility."""
    ways = groups_on_any_table(total)
    if len(ways) == 1:
        return summed(ways[0][2])
    spans = [str(low) if low == high else f"{low}-{high}" for low, high, _ in ways]
    return "\n".join(f"{summed(split)}, H {span}" for span, (_, _, split) in zip(spans, ways, strict=True))


def summed(split: Sequence[int]) -> str:
    """Groups as a player writes them: 24, 23, 23 are 24 + 2 x 23."""
    return " + ".join(f"{number} x {size}" if number > 1 else str(size) for size, number in Counter(split).items())
