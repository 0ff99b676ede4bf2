"""The sequence of a combat phase (B0): battle after battle, each with air combat before ground combat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Never

from airwar.engine.events import Event, NeedsChart, Note, Ruling, Sheet
from airwar.engine.moves import End, Move, Then, call, then
from airwar.engine.referee import Referee
from airwar.engine.rule import rule
from airwar.engine.words import count, listed
from airwar.rulesets.dark_crusade import air_combat, ground_combat, refuge, retreat
from airwar.rulesets.dark_crusade.air_combat import AirCombat, air_combat_at
from airwar.rulesets.dark_crusade.combat_table import PAGE, SYNTHETIC, groups_on_any_table
from airwar.rulesets.dark_crusade.ground_combat import firing_total, is_simultaneous
from airwar.rulesets.dark_crusade.position import (
    AIR_NAMES,
    SIDE_NAMES,
    Battle,
    Fight,
    Phase,
    after,
    as_scenario,
    battle_at,
    position_of,
    position_sheet,
    table_doubts,
)
from airwar.scenario.problems import Problems
from airwar.scenario.shape import Section

MOST = 4  # places that a sentence names
HOW_TO_SUPPLY = (
    "the combat table is needed from here on: draw it in the scenario, under charts (airwar new dark-crusade shows how), "
    "or read the printed one at a terminal"
)


def setup(document: Section, problems: Problems) -> Then[Never]:
    """The first position: the phase with all its battles to come."""
    return then(open_phase, position_of(document, problems))


@rule("B0", "B16")
def open_phase(ref: Referee, phase: Phase) -> Move[Never]:
    """The battles of the phase are announced. Without a combat table, everything that needs none is worked out."""
    ref.enter("", "Combat")
    ref.tell(opening, phase)
    if phase.table.by_hand:
        ref.tell(worked_out, phase)
        if not PAGE.is_at_hand(ref):
            ref.tell(NeedsChart, "combat-table", HOW_TO_SUPPLY)
            return End("needs chart combat-table", phase)
    all_first = len(phase.pending) > 1 and phase.setting.rulings.value("air-combat") == "all-first"
    return then(next_air_combat if all_first else next_battle, phase)


@rule("B0")
def next_air_combat(ref: Referee, phase: Phase) -> Move[Never]:
    """By option, air combat is fought at every point before the first ground combat."""
    fight = next((fight for fight in phase.pending if not fight.air_fought), None)
    if fight is None:
        return then(next_battle, phase)
    ref.enter(fight.point, f"Air combat at {phase.setting.names[fight.point]}")
    combat = air_combat_at(phase, fight.point)
    return call(air_combat.air_combat, combat, back=air_combat_is_over, keep=replace(phase, fought=fight))


@rule("B0")
def air_combat_is_over(ref: Referee, phase: Phase, combat: AirCombat) -> Move[Never]:
    """The Soviet air units that are left wait for their battle."""
    assert phase.fought is not None
    fought = replace(phase.fought, air_fought=True)
    pending = tuple(fought if fight.point == fought.point else fight for fight in phase.pending)
    phase = phase.with_soviet_air(fought.point, combat.soviet_air)
    return then(next_air_combat, replace(phase, table=combat.table, pending=pending, fought=None))


@rule("B0")
def next_battle(ref: Referee, phase: Phase) -> Move[Never]:
    """The attacker says which battle is next, and air combat opens it; the phase ends after the last."""
    if not phase.pending:
        ref.enter("", "After the phase")
        ref.tell(position_sheet, phase)
        ref.tell(as_scenario, phase)
        return End(result_of(phase), phase)
    fight = chosen_battle(ref, phase)
    name = phase.setting.names[fight.point]
    ref.enter(fight.point, f"{'Breakthrough combat' if fight.breakthrough else 'Combat'} at {name}")
    if phase.table.synthetic:
        text = "NOT THE GAME'S TABLE: what follows is for trying the program only"
        ref.tell(Ruling, "combat-table", SYNTHETIC, text, "B16")
    phase = replace(phase, fought=fight, pending=tuple(other for other in phase.pending if other != fight))
    ref.tell(forces, phase, fight)
    if fight.air_fought:
        return ground_combat_begins(phase, fight)
    return call(air_combat.air_combat, air_combat_at(phase, fight.point), back=air_combat_ends, keep=phase)


@rule("B0")
def air_combat_ends(ref: Referee, phase: Phase, combat: AirCombat) -> Move[Never]:
    """The ground units fight, with the Soviet air units that are left."""
    fight = phase.fought
    assert fight is not None
    return ground_combat_begins(replace(phase.with_soviet_air(fight.point, combat.soviet_air), table=combat.table), fight)


def ground_combat_begins(phase: Phase, fight: Fight) -> Move[Never]:
    battle = battle_at(phase, fight, refuge.ways_out_of(phase, fight))
    return call(ground_combat.type_of_combat, battle, back=battle_over, keep=phase)


@rule("B0")
def battle_over(ref: Referee, phase: Phase, battle: Battle) -> Move[Never]:
    """What the battle has changed holds for the battles that follow."""
    return then(next_battle, replace(after(phase, battle), fought=None))


STEPS = (
    *(open_phase, next_battle, next_air_combat, air_combat_is_over),
    *(air_combat.air_combat, air_combat.air_to_air, air_combat.flak, air_combat_ends),
    *(ground_combat.type_of_combat, ground_combat.defender_fires, ground_combat.attacker_fires, ground_combat.both_fire),
    *(ground_combat.attacker_suffers, ground_combat.defender_suffers),
    *(ground_combat.attacker_decides, ground_combat.defender_decides),
    *(retreat.attackers_retreat, retreat.defenders_retreat, refuge.fill_lines, retreat.defenders_are_gone),
    *(retreat.soviet_air_is_gone, retreat.german_air_retreats, retreat.attackers_advance, retreat.soviet_air_is_stranded),
    *(retreat.stranded_air_is_gone, retreat.german_air_advances, retreat.attackers_are_destroyed),
    *(retreat.attacking_air_is_alone, retreat.both_are_destroyed, battle_over),
)

# which battle


@rule("B0")
def chosen_battle(ref: Referee, phase: Phase) -> Fight:
    """The order of battles is not in the source: the attacker's choice, regular battles first, or the scenario's order."""
    # Ruling: battles are fought one after the other, and what one changes holds for the next. Breakthrough attacks follow
    # breakthrough movement, which follows all regular combat; a scenario that lists its battles may still say otherwise.
    setting, first = phase.setting, phase.pending[0]
    if setting.rulings.value("battle-order") == "listed" or len(phase.pending) == 1:
        return first
    regular = [fight for fight in phase.pending if not fight.breakthrough]
    may_be_next = {fight.point: fight for fight in regular or phase.pending}
    if len(may_be_next) == 1:
        return regular[0]

    def not_next(point: str) -> str | None:
        fought = any(point == other for other, _ in phase.results)
        late = "breakthrough combat comes after all regular combat (B0)" if phase.fight(point) else None
        return f"the battle for {setting.names[point]} has been fought (B0)" if fought else late

    ref.enter("", "The next battle")
    point = ref.choose(
        f"attacker.next-battle-{len(phase.results) + 1}",
        {point: setting.names[point] for point in may_be_next},
        by=setting.player("attacker"),
        about=lambda: battles_left(phase),
        why_not=not_next,
    )
    return may_be_next[point]


def battles_left(phase: Phase) -> str:
    """The battles that are still to be fought."""
    names = phase.setting.names
    left = listed((names[fight.point] + " (breakthrough)" * fight.breakthrough for fight in phase.pending), MOST)
    won = listed((names[point] for point, result in phase.results if result.taken), MOST)
    taken = f" Taken so far: {won}." if won else ""
    return f"The {phase.setting.player('attacker')} side has {count(len(phase.pending), 'battle')} left to fight: {left}.{taken}"


def result_of(phase: Phase) -> str:
    if len(phase.results) == 1:
        return str(phase.results[0][1])
    return "; ".join(f"{phase.setting.names[point]}: {result}" for point, result in phase.results)


# what is told before the fighting


def opening(phase: Phase) -> list[Event]:
    """Who attacks where, who stays behind, and what is odd about the units and the table."""
    setting = phase.setting
    side = "the Axis" if setting.attacker == "axis" else "the Soviet side"
    events = [f"{side} attacks {', '.join(place_and_weather(phase, fight.point) for fight in phase.pending)}"]
    near = {line.beyond(fight.point) for line in phase.lines for fight in phase.pending if fight.point in line.ends}
    idle = [unit for unit in phase.units if unit.side == setting.attacker and not unit.line and unit.at in near]
    if idle:
        behind = ", ".join(f"{unit.name} at {setting.names[unit.at]}" for unit in idle)
        events.append(f"no line of attack is given for {behind}: they stay where they are")
    moved = [unit.name for unit in phase.units if unit.dispersed and unit.line]
    if moved:
        names = ", ".join(moved)
        events.append(f"already dispersed, so unable to move to the attack unless the battle is under way (B10): {names}")
    if phase.table.note and not phase.table.synthetic:
        events.append(f"combat table: {phase.table.note}")
    return [Note(text) for text in (*events, *(f"combat table: {doubt}" for doubt in table_doubts(phase)))]


def place_and_weather(phase: Phase, point: str) -> str:
    weather = phase.point(point).weather or phase.setting.weather
    return f"{phase.setting.names[point]} in {'good weather' if weather == 'good' else weather}"


def forces(phase: Phase, fight: Fight) -> Sheet:
    """Who fights in the battle that begins: each unit with the line it comes by, and the air units."""
    names, rows = phase.setting.names, []
    for role in ("attacker", "defender"):
        side = phase.setting.side(role)
        for unit in phase.force(fight.point, role):
            line = f"{names[unit.at]} by {unit.line}" if unit.line else ""
            state = "dispersed" if unit.dispersed else ""
            strength, losses = f"{unit.type} {unit.strength}", f"{unit.losses} of {unit.limit}"
            rows.append((SIDE_NAMES[side], unit.name, line, strength, losses, state))
        air = phase.flying(fight.point, side)
        rows += [(SIDE_NAMES[side], AIR_NAMES[side], "", str(air), "", "")] if air else []
    return Sheet(f"Forces at {names[fight.point]}", ("side", "unit", "from", "strength", "losses", "state"), tuple(rows))


@rule("B5", "B7", "B16")
def worked_out(phase: Phase) -> Event:
    """Multipliers, totals, groups and the sequence of every battle, for each number of Soviet air units that may survive."""
    setting, rows = phase.setting, []
    for fight in phase.pending:
        whole = battle_at(phase, fight)
        for survivors in range(whole.soviet_air + 1):
            battle = replace(whole, soviet_air=survivors)
            weather = battle.point.weather or setting.weather
            at_once = is_simultaneous(setting.attacker, weather, battle.german_air, survivors)
            for role in ("attacker", "defender"):
                multiplied = f"x{battle.german_air + 1}" if setting.side(role) == "axis" else ""
                total = firing_total(battle, role)
                combat = "simultaneous" if at_once else "normal"
                cells = (str(survivors), combat, setting.player(role), multiplied, str(total), shown_groups(total))
                rows.append((battle.point.name, *cells))
    heads = ("battle", "Soviet air", "combat", "side", "air", "total", "groups")
    return Sheet("What needs no combat table (H: its highest number)", heads, tuple(rows))


def shown_groups(total: int) -> str:
    """The groups of a total, 24 + 2 x 23; where the highest number of the table matters, a line for each possibility."""

    def summed(split: Sequence[int]) -> str:
        return " + ".join(f"{number} x {size}" if number > 1 else str(size) for size, number in Counter(split).items())

    ways = groups_on_any_table(total)
    if len(ways) == 1:
        return summed(ways[0][2])
    return "\n".join(f"{summed(split)}, H {low}{f'-{high}' if high > low else ''}" for low, high, split in ways)
