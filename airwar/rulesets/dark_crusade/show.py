"""How a combat phase looks in tables."""

from __future__ import annotations

from typing import Any

from airwar.engine.referee import End, Sheet
from airwar.rulesets.dark_crusade.refuge import ways_out
from airwar.rulesets.dark_crusade.state import Combat, Formation, Phase, Setting, Unit
from airwar.rulesets.dark_crusade.values import firing_total
from airwar.rulesets.ruleset import Tally

AIR_NAMES = {"axis": "German air units", "soviet": "Soviet air units"}


def tables(state: Any) -> list[Sheet]:
    """The battle if one is on and the ways out of it, then where everything else is."""
    if isinstance(state, Combat):
        return [combat_sheet(state), ways_out(state), *phase_sheets(state.phase, state.point)]
    return phase_sheets(state)


def combat_sheet(combat: Combat) -> Sheet:
    rows = []
    for role in ("attacker", "defender"):
        rows += [(role, *unit_row(combat.phase, unit)) for unit in combat.units(role)]
        side = combat.setting.side(role)
        air = combat.german_air if side == "axis" else combat.soviet_air
        if air:
            rows.append((role, AIR_NAMES[side], "", str(air), "", ""))
        rows.append((role, "fires with", "", str(firing_total(combat, role)), "", ""))
    heads = ("side", "unit", "class", "strength", "losses", "state")
    return Sheet(f"At {combat.phase.name(combat.point)}", heads, tuple(rows))


def unit_row(phase: Phase, unit: Unit) -> tuple[str, ...]:
    formation = phase.formation(unit)
    kind = "major" if formation.major else "minor"
    state = "dispersed" if unit.dispersed else ""
    return formation.name, kind, str(formation.strength), f"{unit.losses} of {formation.limit}", state


def phase_sheets(phase: Phase, fought: str = "") -> list[Sheet]:
    """Units, points, and what has happened so far; who fights at this moment is left out."""
    elsewhere = [unit for unit in phase.units if not fought or unit.at != fought or phase.formation(unit).post != fought]
    sheets = [
        Sheet("Units elsewhere" if fought else "Units", UNIT_HEADS, tuple(where_row(phase, unit) for unit in elsewhere)),
        points_sheet(phase, fought),
    ]
    if phase.air:
        sheets.append(air_sheet(phase))
    if phase.used:
        sheets.append(lines_sheet(phase))
    return [sheet for sheet in sheets if sheet.rows]


UNIT_HEADS = ("side", "where", "unit", "class", "strength", "losses", "state")


def where_row(phase: Phase, unit: Unit) -> tuple[str, ...]:
    """A unit with its place; attackers whose battle is to come still stand where they came from."""
    formation = phase.formation(unit)
    name, kind, strength, losses, state = unit_row(phase, unit)
    place = unit.at
    if formation.origin and formation.post in phase.pending:
        place = formation.origin
        state = ", ".join(filter(None, (state, f"attacks {phase.name(formation.post)}")))
    return formation.side, phase.name(place) if place else "lost", name, kind, strength, losses, state


def points_sheet(phase: Phase, fought: str) -> Sheet:
    status = dict(phase.results) | dict.fromkeys(phase.pending, "to come") | {fought: "being fought"}
    points = phase.setting.points.values()
    rows = tuple((point.name, phase.control(point.id), status.get(point.id, "")) for point in points)
    return Sheet("Points", ("point", "control", "battle"), rows)


def air_sheet(phase: Phase) -> Sheet:
    rows = tuple(
        (AIR_NAMES[air.side], phase.name(air.at) if air.at else "displaced", str(air.number), "dispersed" if air.dispersed else "")
        for air in phase.air
    )
    return Sheet("Air units after battle", ("air", "where", "number", "state"), rows)


def lines_sheet(phase: Phase) -> Sheet:
    lines = phase.setting.lines
    rows = tuple(
        (name, " - ".join(phase.name(end) for end in lines[name].ends), str(lines[name].capacity), str(used))
        for name, used in phase.used
    )
    return Sheet("Lines retreated over", ("line", "between", "capacity", "used"), rows)


def tally(state: Any) -> list[Tally]:
    """What each side had and lost, by nation and class; displaced air units are not lost."""
    phase = state.phase if isinstance(state, Combat) else state
    had: dict[tuple[str, str], int] = {}
    left: dict[tuple[str, str], int] = {}
    for unit in phase.units:
        key = (phase.formation(unit).side, kind(phase.formation(unit)))
        had[key] = had.get(key, 0) + 1
        left[key] = left.get(key, 0) + bool(unit.at)
    for side, name in AIR_NAMES.items():
        flown = {point: plan.german_air if side == "axis" else plan.soviet_air for point, plan in phase.setting.battles.items()}
        if sum(flown.values()):
            had[side, name] = sum(flown.values())
            landed = sum(air.number for air in phase.air if air.side == side)
            left[side, name] = landed + sum(flown[point] for point in phase.pending)
            if isinstance(state, Combat):
                left[side, name] += state.german_air if side == "axis" else state.soviet_air
    return [Tally(side, name, count, count - left[side, name]) for (side, name), count in had.items()]


def winner(end: End) -> str:
    """The attacker when he has taken every point, the defender when he has held every one."""
    outcomes = {result.partition(":")[0] for _, result in end.state.results}
    return {frozenset({"taken"}): "attacker", frozenset({"held"}): "defender"}.get(frozenset(outcomes), "")


def party(state: Any, by: str) -> str:
    """The side that attacks or defends; a side is its own."""
    setting: Setting = state.setting
    return by if by in AIR_NAMES else setting.side(by)


def kind(formation: Formation) -> str:
    nation = formation.nation.replace("-", " ").capitalize()
    return f"{nation} {'major' if formation.major else 'minor'} units"
