"""How a combat phase looks in tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from airwar.engine.events import Sheet
from airwar.engine.moves import End
from airwar.rulesets.dark_crusade.air_combat import AirCombat
from airwar.rulesets.dark_crusade.battle import Battle, battle_at
from airwar.rulesets.dark_crusade.marching import Retreat, plain_name
from airwar.rulesets.dark_crusade.refuge import ways_sheet
from airwar.rulesets.dark_crusade.state import AIR_NAMES, SIDE_NAMES, Formation, Phase, Setting, Unit
from airwar.rulesets.dark_crusade.values import firing_total
from airwar.rulesets.ruleset import Tally

UNIT_HEADS = ("side", "where", "unit", "type", "strength", "losses", "state")


def tables(states: Sequence[Any]) -> list[Sheet]:
    """The retreat and the battle under way, the ways out of it, and then where everything else is."""
    phase: Phase = states[0]
    sheets = [retreat_sheet(state) for state in states if isinstance(state, Retreat)]
    battle = battle_under_way(phase, states)
    if battle is None:
        return phase_sheets(phase)
    return [*sheets, battle_sheet(battle), ways_sheet(battle), *phase_sheets(phase.with_units(battle.ground))]


def battle_under_way(phase: Phase, states: Sequence[Any]) -> Battle | None:
    """The battle that is being fought, on the ground or still in the air."""
    for state in states:
        if isinstance(state, Battle):
            return state
        if isinstance(state, AirCombat):
            return battle_at(phase, phase.fought, state.soviet_air)
    return None


def retreat_sheet(retreat: Retreat) -> Sheet:
    """Who has gone where, and who has still to go."""
    setting = retreat.setting
    gone = [(plain_name(setting, name), str(number), setting.name(way.point)) for name, number, way in retreat.marches]
    left = [(plain_name(setting, name), str(number), "still to go") for name, number in retreat.movers]
    return Sheet("Retreat", ("unit", "number", "to"), (*gone, *left))


def battle_sheet(battle: Battle) -> Sheet:
    rows = []
    for role in ("attacker", "defender"):
        side, player = battle.setting.side(role), battle.setting.player(role)
        rows += [(player, *unit_row(battle.setting, unit)) for unit in battle.units(role)]
        if battle.air_of(side):
            rows.append((player, AIR_NAMES[side], "", str(battle.air_of(side)), "", ""))
        rows.append((player, f"fires with, as {role}", "", str(firing_total(battle, role)), "", ""))
    return Sheet(f"At {battle.name}", ("side", "unit", "type", "strength", "losses", "state"), tuple(rows))


def unit_row(setting: Setting, unit: Unit) -> tuple[str, str, str, str, str]:
    formation = setting.formation(unit)
    state = "dispersed" if unit.dispersed else ""
    return formation.name, formation.type, str(formation.strength), f"{unit.losses} of {formation.limit}", state


def phase_sheets(phase: Phase) -> list[Sheet]:
    """Units, points, and what has happened so far; units in the battle under way are left out."""
    fought = phase.fought
    elsewhere = [unit for unit in phase.units if not fought or unit.at != fought or phase.setting.formation(unit).post != fought]
    sheets = [
        Sheet("Units elsewhere" if fought else "Units", UNIT_HEADS, tuple(where_row(phase, unit) for unit in elsewhere)),
        points_sheet(phase),
        air_sheet(phase),
        lines_sheet(phase),
    ]
    return [sheet for sheet in sheets if sheet.rows]


def where_row(phase: Phase, unit: Unit) -> tuple[str, ...]:
    """A unit with its place; attackers whose battle is still to come have left their point and are on their line."""
    formation = phase.setting.formation(unit)
    name, kind, strength, losses, state = unit_row(phase.setting, unit)
    place = phase.setting.name(unit.at) if unit.at else "lost"
    if formation.origin and formation.post in phase.pending:
        place = f"on the line to {place}"
        state = ", ".join(filter(None, (state, f"has left {phase.setting.name(formation.origin)}")))
    elif unit.at in phase.pending and formation.post != unit.at:
        state = ", ".join(filter(None, (state, "sheltering")))
    return SIDE_NAMES[formation.side], place, name, kind, strength, losses, state


def points_sheet(phase: Phase) -> Sheet:
    status: dict[str, str] = {**dict(phase.results), **dict.fromkeys(phase.pending, "to come"), phase.fought: "being fought"}
    points = phase.setting.points.values()
    rows = tuple((point.name, SIDE_NAMES[phase.controller(point.id)], status.get(point.id, "")) for point in points)
    return Sheet("Points", ("point", "side", "battle"), rows)


def air_sheet(phase: Phase) -> Sheet:
    name = phase.setting.name
    rows = tuple(
        (AIR_NAMES[air.side], name(air.at) if air.at else "displaced", str(air.number), "dispersed" if air.dispersed else "")
        for air in phase.air
    )
    return Sheet("Air units after battle", ("air", "where", "number", "state"), rows)


def lines_sheet(phase: Phase) -> Sheet:
    lines, name = phase.setting.lines, phase.setting.name
    rows = tuple(
        (line, " - ".join(name(end) for end in lines[line].ends), str(lines[line].capacity), str(used)) for line, used in phase.used
    )
    return Sheet("Lines retreated over", ("line", "between", "capacity", "used"), rows)


def tally(phase: Phase) -> list[Tally]:
    """What each side had and lost, by nation and type; displaced air units are not lost."""
    had: dict[tuple[str, str], int] = {}
    left: dict[tuple[str, str], int] = {}
    for unit in phase.units:
        formation = phase.setting.formation(unit)
        key = (formation.side, kind(formation))
        had[key] = had.get(key, 0) + 1
        left[key] = left.get(key, 0) + bool(unit.at)
    for side, name in AIR_NAMES.items():
        flown = {point: plan.air(side) for point, plan in phase.setting.battles.items()}
        if sum(flown.values()):
            had[side, name] = sum(flown.values())
            landed = sum(air.number for air in phase.air if air.side == side)
            if side == "soviet":
                flown |= dict(phase.survivors)
            left[side, name] = landed + sum(flown[point] for point in {*phase.pending, phase.fought} if point)
    return [Tally(SIDE_NAMES[side], name, count, count - left[side, name]) for (side, name), count in had.items()]


def results(phase: Phase) -> list[tuple[str, str]]:
    """The result of each battle."""
    return [(phase.setting.name(point), str(result)) for point, result in phase.results]


def winner(end: End) -> str:
    """The attacker if he has taken every point, the defender if he has held every one."""
    phase: Phase = end.state
    taken = {result.taken for _, result in phase.results}
    return phase.setting.player("attacker" if taken == {True} else "defender") if len(taken) == 1 else ""


def kind(formation: Formation) -> str:
    """The nation and the type of a unit, as it is tallied."""
    nation = formation.nation.replace("-", " ").capitalize()
    return f"{nation} {formation.type} units"
