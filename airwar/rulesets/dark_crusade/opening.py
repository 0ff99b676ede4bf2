"""What is told before the fighting: who attacks where, with what, and what can be worked out without a combat table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from airwar.engine.events import Event, Note, Ruling, Sheet
from airwar.engine.rule import rule
from airwar.rulesets.dark_crusade.battle import battle_at
from airwar.rulesets.dark_crusade.combat_table import SYNTHETIC, groups_on_any_table
from airwar.rulesets.dark_crusade.state import AIR_NAMES, SIDE_NAMES, Phase
from airwar.rulesets.dark_crusade.values import firing_total, is_simultaneous


def opening(phase: Phase) -> list[Event]:
    """Who attacks where, who stays behind, and what is odd about the units and the table."""
    setting = phase.setting
    side = "the Axis" if setting.attacker == "axis" else "the Soviet side"
    events: list[Event] = [Note(f"{side} attacks {', '.join(place_and_weather(phase, point) for point in phase.pending)}")]
    behind = staying_behind(phase)
    if behind:
        events.append(Note(f"no line of attack is given for {', '.join(behind)}: they stay where they are"))
    moved = [setting.formation(unit).name for unit in phase.units if unit.dispersed and setting.formation(unit).origin]
    if moved:
        names = ", ".join(moved)
        events.append(Note(f"already dispersed, so unable to move to the attack unless the battle is under way (B10): {names}"))
    if setting.table_note:
        events.append(Note(f"combat table: {setting.table_note}"))
    return [*events, *(Note(f"combat table: {doubt}") for doubt in setting.doubts)]


def place_and_weather(phase: Phase, point: str) -> str:
    weather = phase.setting.battles[point].weather
    return f"{phase.setting.name(point)} in {'good weather' if weather == 'good' else weather}"


def staying_behind(phase: Phase) -> list[str]:
    """The attacker's units that are next to a battle but have no line of attack."""
    setting = phase.setting
    near = {line.beyond(point) for line in setting.lines.values() for point in setting.battles if point in line.ends}
    formations = setting.formations.values()
    idle = [one for one in formations if one.side == setting.attacker and not one.origin and one.post in near]
    return [f"{one.name} at {setting.name(one.post)}" for one in idle]


def forces(phase: Phase) -> Sheet:
    """Who fights in the battle that begins: each unit with the line it comes by, and the air units."""
    setting, point = phase.setting, phase.fought
    air = {"axis": setting.battles[point].german_air, "soviet": dict(phase.survivors).get(point, setting.battles[point].soviet_air)}
    rows = []
    for role in ("attacker", "defender"):
        side = setting.side(role)
        for unit in phase.of_side(point, side):
            one = setting.formation(unit)
            if one.post == point:
                line = f"{setting.name(one.origin)} by {one.line}" if one.origin else ""
                state = "dispersed" if unit.dispersed else ""
                rows.append(
                    (SIDE_NAMES[side], one.name, line, f"{one.type} {one.strength}", f"{unit.losses} of {one.limit}", state)
                )
        if air[side]:
            rows.append((SIDE_NAMES[side], AIR_NAMES[side], "", str(air[side]), "", ""))
    return Sheet(f"Forces at {setting.name(point)}", ("side", "unit", "from", "strength", "losses", "state"), tuple(rows))


def banner(phase: Phase) -> Event | None:
    """A table that is not the game's says so at every battle."""
    table = phase.setting.table
    if table is None or not table.synthetic:
        return None
    return Ruling("combat-table", SYNTHETIC, "NOT THE GAME'S TABLE: what follows is for trying the program only", "B16")


# without a table


@rule("B5", "B7", "B16")
def worked_out(phase: Phase) -> Event:
    """Multipliers, totals, groups and the sequence of every battle, for each number of Soviet air units that may survive."""
    setting = phase.setting
    rows = []
    for point in phase.pending:
        plan = setting.battles[point]
        for survivors in range(plan.soviet_air + 1):
            battle = battle_at(phase, point, survivors)
            at_once = is_simultaneous(setting.attacker, plan.weather, plan.german_air, survivors)
            combat = "simultaneous" if at_once else "normal"
            for role in ("attacker", "defender"):
                multiplied = f"x{plan.german_air + 1}" if setting.side(role) == "axis" else ""
                total = firing_total(battle, role)
                player = setting.player(role)
                rows.append((setting.name(point), str(survivors), combat, player, multiplied, str(total), shown_groups(total)))
    heads = ("battle", "Soviet air", "combat", "side", "air", "total", "groups")
    return Sheet("What needs no combat table (H: its highest number)", heads, tuple(rows))


def shown_groups(total: int) -> str:
    """The groups of a total; where the highest number of the table matters, a line for each possibility."""
    ways = groups_on_any_table(total)
    if len(ways) == 1:
        return summed(ways[0][2])
    return "\n".join(f"{summed(split)}, H {low}{f'-{high}' if high > low else ''}" for low, high, split in ways)


def summed(split: Sequence[int]) -> str:
    """Groups as a player writes them: 24, 23, 23 are 24 + 2 x 23."""
    return " + ".join(f"{number} x {size}" if number > 1 else str(size) for size, number in Counter(split).items())
