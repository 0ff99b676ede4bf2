"""What a scenario may not contain; every problem is reported at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from airwar.engine.rule import rule
from airwar.rulesets.dark_crusade.losses import WORKS
from airwar.rulesets.dark_crusade.nations import side_of_nation
from airwar.rulesets.dark_crusade.state import SIDE_NAMES, SOVIET_AIR, Line, Plan, Point, Setting
from airwar.scenario.problems import Problems
from airwar.scenario.shape import Section

# units


@rule("B10", "B12", "B13a")
def check_units(document: Section, points: Mapping[str, Point], lines: Mapping[str, Line], problems: Problems) -> None:
    """Every unit is where it can be, comes by a line that leads somewhere, and has possible losses."""
    for name, line in lines.items():
        if line.ends[0] == line.ends[1]:
            problems.add(document["lines"].at(name), f"line {name} has {line.ends[0]} at both ends; expected two points")
    for said in document["units"]:
        if said["id"] in (SOVIET_AIR, WORKS):
            problems.add(said.at("id"), f"{said['id']!r} is reserved for what is not a ground unit; expected another id")
        check_place(said, document["attacker"], points, lines, problems)
        check_health(said, problems)
        check_size(said, problems)


def check_place(said: Section, attacker: str, points: Mapping[str, Point], lines: Mapping[str, Line], problems: Problems) -> None:
    """A unit is at a point of its own side; an attacker has a line that starts there."""
    side = side_of(said)
    if said["side"] and said["side"] != side_of_nation(said["nation"]) and said["nation"] in ("german", "soviet"):
        problems.add(said.at("side"), f"{said['id']} is {said['nation']}; expected it on its own side")
    point = points.get(said["at"])
    if point and point.side != side:
        whose = f"{said['at']} is controlled by the {SIDE_NAMES[point.side]} side"
        problems.add(said.at("at"), f"{whose}; {said['id']} is {SIDE_NAMES[side]}")
    line = lines.get(said["line"])
    if line is None:
        return
    if side != attacker:
        problems.add(said.at("line"), f"{said['id']} has a line of attack, but the {SIDE_NAMES[attacker]} side attacks (B12)")
    if said["at"] not in line.ends:
        ends = " and ".join(line.ends)
        problems.add(said.at("line"), f"{said['line']} does not touch {said['at']}; it connects {ends} (B12)")


@rule("B10")
def check_health(said: Section, problems: Problems) -> None:
    """A unit with losses is dispersed, and has no more than it survives."""
    limit = said["strength"] if said["type"] == "major" else said["strength"] - 1
    if said["losses"] > limit:
        what = f"a {said['type']} unit of strength {said['strength']} survives {limit}"
        problems.add(said.at("losses"), f"{said['losses']} losses; {what} (B10)")
    if said["losses"] and said["dispersed"] is False:
        problems.add(said.at("dispersed"), f"{said['id']} has losses, so it is dispersed (B10)")


@rule("B13a")
def check_size(said: Section, problems: Problems) -> None:
    """Only Axis allied armies count as two, and only German and Soviet divisions as a half."""
    size, side = said["retreat-size"] or 1, side_of(said)
    if size == 2 and (said["nation"] == "german" or side == "soviet"):
        problems.add(said.at("retreat-size"), f"{said['id']} is {said['nation']}; only an Axis allied army counts as 2 (B13a)")
    if size < 1 and said["nation"] not in ("german", "soviet"):
        wanted = "only SS Pz divisions and the 1st Moscow Motorized count as 1/2 (B13a)"
        problems.add(said.at("retreat-size"), f"{said['id']} is {said['nation']}; {wanted}")


def side_of(said: Section) -> str:
    """The side of a unit: that of its nation, unless the scenario says that it has changed sides."""
    return str(said["side"] or side_of_nation(said["nation"]))


# battles


@rule("B5")
def check_battles(document: Section, setting: Setting, problems: Problems) -> None:
    """A battle is at an enemy point, with no more German air than the rule has multipliers for."""
    attacker, battles = setting.attacker, document["battles"]
    most = document["options"]["max-german-air"]
    if document["options"]["max-rounds"] < 1:
        problems.add(document.at("options"), "max-rounds is 0; expected 1 or more (B8)")
    for point, plan in setting.battles.items():
        mark = battles.at(point)
        if setting.points[point].side == attacker:
            wanted = f"expected a point of the {SIDE_NAMES[setting.side('defender')]} side"
            problems.add(mark, f"{point} is controlled by the attacker; {wanted}")
        if plan.german_air > most:
            wanted = f"expected at most {most} (B5), or set the option max-german-air"
            problems.add(battles[point]["air"].at("german"), f"{plan.german_air} German air units at {point}; {wanted}")


@rule("B4", "B6")
def check_presence(document: Section, setting: Setting, problems: Problems) -> None:
    """Every attacker has a battle, and every battle has ground units on both sides: air never fights alone."""
    for said in document["units"]:
        formation = setting.formations[said["id"]]
        if formation.origin and formation.post not in setting.battles:
            where = f"{said['line']} leads to {formation.post}, where there is no battle"
            problems.add(said.at("line"), f"{where}; expected one under battles")
    for point, plan in setting.battles.items():
        check_sides(point, plan, setting, problems, document["battles"].at(point))


def check_sides(point: str, plan: Plan, setting: Setting, problems: Problems, mark: Any) -> None:
    """Both sides have ground units in a battle."""
    for role in ("attacker", "defender"):
        side = setting.side(role)
        air = plan.soviet_air if side == "soviet" else plan.german_air
        here = [one for one in setting.formations.values() if one.post == point and one.side == side]
        if not here:
            how, what = (f"with a line to {point}", "attack") if role == "attacker" else (f"at {point}", "defend")
            alone = f"; its air units cannot {what} alone ({'B4' if side == 'soviet' else 'B6'})" if air else ""
            problems.add(mark, f"{point} has no {SIDE_NAMES[side]} ground unit {how}{alone}")
