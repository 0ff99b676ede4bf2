"""The position after a phase: who is where and in what state, for the players and in the words of a scenario."""

from __future__ import annotations

from airwar.engine.events import Event, Sheet
from airwar.rulesets.dark_crusade.nations import side_of_nation, usual_size
from airwar.rulesets.dark_crusade.state import AIR_NAMES, SIDE_NAMES, Air, Formation, Phase, Unit
from airwar.rulesets.kit.names import count
from airwar.rulesets.kit.scenario_text import carried_on, mapping_lines, scalar


def final_position(phase: Phase) -> list[Event]:
    """Every point with its side, its units and its air units; and the same as points and units of a scenario."""
    return [Sheet("Position", ("point", "side", "unit", "strength", "losses", "state"), position_rows(phase)), as_scenario(phase)]


def position_rows(phase: Phase) -> tuple[tuple[str, ...], ...]:
    rows = []
    for point in phase.setting.points.values():
        here = [unit_cells(phase.setting.formation(unit), unit) for unit in phase.units if unit.at == point.id]
        here += [air_cells(air) for air in phase.air if air.at == point.id]
        side = SIDE_NAMES[phase.controller(point.id)]
        rows += [(point.name, side, *cells) for cells in here or [("", "", "", "")]]
    lost = [unit_cells(phase.setting.formation(unit), unit) for unit in phase.units if not unit.at]
    rows += [("eliminated", "", *cells) for cells in lost]
    rows += [("displaced", "", *air_cells(air)) for air in phase.air if not air.at]
    return tuple(rows)


def unit_cells(formation: Formation, unit: Unit) -> tuple[str, str, str, str]:
    state = "dispersed" if unit.dispersed and unit.at else ""
    return formation.name, f"{formation.type} {formation.strength}", f"{unit.losses} of {formation.limit}", state


def air_cells(air: Air) -> tuple[str, str, str, str]:
    return AIR_NAMES[air.side], str(air.number), "", "dispersed" if air.dispersed else ""


# in the words of a scenario


def as_scenario(phase: Phase) -> Sheet:
    """Points and units as a scenario has them, to carry on from; air units, which belong to battles, as comments."""
    lines = ["points:", *(line for point in phase.setting.points for line in point_lines(phase, point)), "units:"]
    lines += [line for unit in phase.units if unit.at for line in unit_lines(phase.setting.formation(unit), unit)]
    lines += [f"# {air_in_words(air)} {f'at {air.at}' if air.at else 'displaced'}" for air in phase.air]
    return carried_on("points and units", lines)


def air_in_words(air: Air) -> str:
    return count(air.number, AIR_NAMES[air.side].removesuffix("s")) + (", dispersed," if air.dispersed else "")


def point_lines(phase: Phase, point_id: str) -> list[str]:
    point = phase.setting.points[point_id]
    said = {"name": scalar(point.name), "side": phase.controller(point_id)}
    said |= {"holds": point.holds} if point.holds != "none" and phase.controller(point_id) == point.side else {}
    return mapping_lines(f"  {point.id}: ", said)


def unit_lines(formation: Formation, unit: Unit) -> list[str]:
    said = {
        "id": unit.id,
        "name": scalar(formation.name),
        "nation": formation.nation,
        "type": formation.type,
        "strength": str(formation.strength),
        "at": unit.at,
    }
    said |= {"side": formation.side} if formation.side != side_of_nation(formation.nation) else {}
    said |= {"retreat-size": str(formation.size)} if formation.size != usual_size(formation.nation, formation.side) else {}
    said |= {"losses": str(unit.losses)} if unit.losses else {"dispersed": "true"} if unit.dispersed else {}
    said |= {"works": str(unit.works)} if unit.works else {}
    said |= {} if formation.supplied else {"supplied": "false"}
    return mapping_lines("  - ", said)
