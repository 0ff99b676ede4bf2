"""The sequence of a combat phase: battle after battle, each with air combat before ground combat."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple, Never

from airwar.engine.events import NeedsChart
from airwar.engine.moves import End, Move, call, then
from airwar.engine.referee import Referee
from airwar.engine.rule import rule
from airwar.rulesets.dark_crusade import advance, air_combat, air_moves, ground_combat, marching, retreat
from airwar.rulesets.dark_crusade.about import battles_left
from airwar.rulesets.dark_crusade.battle import battle_at
from airwar.rulesets.dark_crusade.opening import banner, forces, opening, worked_out
from airwar.rulesets.dark_crusade.position import final_position
from airwar.rulesets.dark_crusade.printed_table import COMBAT_TABLE
from airwar.rulesets.dark_crusade.state import Outcome, Phase

HOW_TO_SUPPLY = (
    "the combat table is needed from here on: draw it in the scenario, under charts (airwar new dark-crusade shows how), "
    "or read the printed one at a terminal"
)


@rule("B0", "B16")
def open_phase(ref: Referee, phase: Phase) -> Move[Never]:
    """The battles of the phase are announced. Without a combat table, everything that needs none is worked out."""
    ref.enter("", "Combat")
    ref.tell(opening, phase)
    if phase.setting.table is None:
        ref.tell(worked_out, phase)
        if not COMBAT_TABLE.is_at_hand(ref):
            ref.tell(NeedsChart, "combat-table", HOW_TO_SUPPLY)
            return End("needs chart combat-table", phase)
    if len(phase.pending) > 1:
        first = phase.setting.rulings.value("air-combat") == "all-first"
        said = "comes first at all points, before any ground combat" if first else "opens each battle in its turn"
        ref.tell(phase.setting.rulings.ruled, "air-combat", f"air combat {said}; the source does not say")
        if first:
            return then(next_air_combat, phase)
    return then(next_battle, phase)


@rule("B0")
def next_air_combat(ref: Referee, phase: Phase) -> Move[Never]:
    """By option, air combat is fought at every point before the first ground combat."""
    done = dict(phase.survivors)
    point = next((point for point in phase.pending if point not in done), None)
    if point is None:
        return then(next_battle, phase)
    ref.enter(point, f"Air combat at {phase.setting.name(point)}")
    combat = air_combat.air_combat_at(phase, point)
    return call(air_combat.air_combat, combat, back=air_combat_is_over, keep=replace(phase, fought=point))


@rule("B0")
def air_combat_is_over(ref: Referee, phase: Phase, soviet_air: int) -> Move[Never]:
    """The Soviet air units that are left wait for their battle."""
    return then(next_air_combat, replace(phase, fought="", survivors=(*phase.survivors, (phase.fought, soviet_air))))


@rule("B0")
def next_battle(ref: Referee, phase: Phase) -> Move[Never]:
    """The attacker says which battle is next, and air combat opens it; the phase ends after the last."""
    if not phase.pending:
        ref.enter("", "After the phase")
        ref.tell(final_position, phase)
        return End(result_of(phase), phase)
    point = phase.pending[0] if len(phase.pending) == 1 else chosen_battle(ref, phase)
    plan = phase.setting.battles[point]
    ref.enter(point, f"{'Breakthrough combat' if plan.breakthrough else 'Combat'} at {phase.setting.name(point)}")
    ref.tell(banner, phase)
    if plan.breakthrough and not breakthrough_is_fought(ref, phase):
        left = (point, *(other for other in phase.pending if other != point))
        return End("needs chart breakthrough-combat", replace(phase, pending=left))
    phase = replace(phase, fought=point, pending=tuple(other for other in phase.pending if other != point))
    ref.tell(forces, phase)
    survivors = dict(phase.survivors)
    if point in survivors:
        return air_combat_ends(ref, phase, survivors[point])
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
    Part("air combat before all battles, by option", "B0", (next_air_combat, air_combat_is_over)),
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
            retreat.attackers_go_back,
            retreat.attackers_are_back,
            retreat.defenders_retreat,
            marching.fill_lines,
            retreat.defenders_are_gone,
            retreat.soviet_air_is_gone,
            retreat.german_air_is_gone,
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
    about = partial(battles_left, phase)
    return ref.choose(f"attacker.next-battle-{number}", named, by=setting.player("attacker"), about=about)


@rule("B13c")
def breakthrough_is_fought(ref: Referee, phase: Phase) -> bool:
    """The source mentions breakthrough combat but does not say how it is fought."""
    rulings = phase.setting.rulings
    if rulings.value("breakthrough-procedure") == "as-regular":
        ref.tell(rulings.ruled, "breakthrough-procedure", "breakthrough combat is fought like regular combat")
        return True
    ref.tell(NeedsChart, "breakthrough-combat", "how breakthrough combat is fought is not in the source")
    return False


def result_of(phase: Phase) -> str:
    if len(phase.results) == 1:
        return str(phase.results[0][1])
    return "; ".join(f"{phase.setting.name(point)}: {result}" for point, result in phase.results)
