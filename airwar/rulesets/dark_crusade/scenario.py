"""What a Dark Crusade scenario may say, and how it becomes the first position."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Never

from airwar.engine.moves import Then, then
from airwar.rulesets.dark_crusade.charts import CHARTS, doubts_about, table_of
from airwar.rulesets.dark_crusade.legality import check_battles, check_presence, check_units, side_of
from airwar.rulesets.dark_crusade.nations import NATIONS, usual_size
from airwar.rulesets.dark_crusade.rulings import OPTIONS
from airwar.rulesets.dark_crusade.sequence import open_phase
from airwar.rulesets.dark_crusade.state import Formation, Line, Phase, Plan, Point, Setting, Unit
from airwar.rulesets.kit.names import title_of
from airwar.rulesets.kit.rulings import Rulings
from airwar.scenario.chart_files import CHART_FILE
from airwar.scenario.problems import Problems
from airwar.scenario.shape import Either, Field, Flag, Id, ListOf, MapOf, OneOf, Record, Ref, Section, Text, Whole

SIDES = ("axis", "soviet")
HOLDS = ("none", "combat", "support", "emplaced-factory", "entrained-factory", "partisan")
WEATHER = ("good", "snow", "mud")
SIZES = {"1/2": Fraction(1, 2), "1": Fraction(1), "2": Fraction(2)}

POINT = Record(
    {
        "name": Field(Text(max_length=60), help="how it is shown; the id if left out"),
        "side": Field(OneOf(SIDES), required=True, help="which side controls it"),
        "holds": Field(OneOf(HOLDS), default="none", help="what its side has there besides the units of the scenario"),
    }
)
LINE = Record(
    {
        "between": Field(ListOf(Ref("points"), 2, 2, wanted="two points"), required=True, help="the two points it connects"),
        "capacity": Field(Whole(0, 99), required=True, help="how many units it carries"),
    }
)
UNIT = Record(
    {
        "id": Field(Id(), required=True, help="a name of yours, by which other parts of the file refer to it"),
        "name": Field(Text(max_length=60), help="how it is shown; the id if left out"),
        "nation": Field(OneOf(NATIONS), required=True, help="whose unit it is"),
        "side": Field(OneOf(SIDES), help="if its nation has changed sides, such as Romania in 1944"),
        "type": Field(OneOf(("major", "minor")), required=True, help="a major unit survives one loss more"),
        "strength": Field(Whole(1, 99), required=True, help="strength points"),
        "at": Field(Ref("points"), required=True, help="where it is; for an attacker, where it comes from"),
        "line": Field(Ref("lines"), help="attackers: the line they attack along"),
        "supplied": Field(Flag(), default=True, help="in supply, so that German air multiplies it"),
        "dispersed": Field(Flag(), help="already dispersed; a unit with losses always is"),
        "losses": Field(Whole(0, 99), default=0, help="losses taken since it last recovered"),
        "works": Field(Whole(0, 99), default=0, help="losses that its field works absorb; the rule is not in the source"),
        "retreat-size": Field(
            OneOf(SIZES),
            help="what it counts on a line: 2, an Axis allied army; 1/2, an SS Pz division or the 1st Moscow Motorized; "
            "if left out, an Axis ally counts 2 and any other unit 1",
        ),
    }
)
BATTLE = Record(
    {
        "air": Field(
            Record(
                {
                    "german": Field(Whole(0, 99), default=0, help="German air units at the point"),
                    "soviet": Field(Whole(0, 99), default=0, help="Soviet air units at the point"),
                }
            ),
            help="the air units of both sides; none if left out",
        ),
        "fieldworks": Field(
            Record(
                {
                    "present": Field(Flag(), default=True, help="whether there are any"),
                    "absorbs": Field(Whole(0, 99), default=0, help="breakthroughs they absorb, if their owner wants"),
                }
            ),
            help="the field works of the defender",
        ),
        "weather": Field(OneOf(WEATHER), help="the weather at this point, if it is not that of the phase"),
        "breakthrough": Field(Flag(), default=False, help="breakthrough combat instead of regular combat"),
    }
)
FIELDS = {
    "weather": Field(OneOf(WEATHER), required=True, help="the weather of the phase"),
    "attacker": Field(OneOf(SIDES), required=True, help="whose combat phase it is"),
    "charts": Field(Either(CHART_FILE, CHARTS), help="the combat table, or a file beside the scenario that has it"),
    "points": Field(MapOf(Id(), POINT, 2, declares="points"), required=True, help="the points of the map"),
    "lines": Field(MapOf(Id(), LINE, 1, declares="lines"), required=True, help="the lines that connect them"),
    "units": Field(ListOf(UNIT, 2, 200, declares="units"), required=True, help="the ground units of both sides"),
    "battles": Field(MapOf(Ref("points"), BATTLE, 1, 30), required=True, help="the points attacked in this phase"),
}


def setup(document: Section, problems: Problems) -> Then[Never]:
    """The first position: the phase with all its battles to come."""
    complete = not len(problems)  # nothing was dropped as unsound, so what is missing is really missing
    points = {name: point_of(name, said) for name, said in document["points"].items()}
    lines = {name: line_of(name, said) for name, said in document["lines"].items() if len(said["between"]) == 2}
    weather = document["weather"]
    battles = {point: plan_of(said, weather) for point, said in document["battles"].items() if point in points}
    table, heads = table_of(document, problems)
    check_units(document, points, lines, problems)
    formations = {said["id"]: formation_of(said, lines) for said in document["units"]}
    rulings = Rulings(OPTIONS, document["options"])
    note = table.note if table and not table.synthetic else ""
    doubts = doubts_about(table, battles)
    for doubt in doubts:
        problems.note(document["charts"].at("combat-table"), f"combat table: {doubt}")
    setting = Setting(document["attacker"], points, lines, formations, battles, rulings, table, heads, note, doubts)
    check_battles(document, setting, problems)
    if complete:
        check_presence(document, setting, problems)
    units = tuple(unit_of(said, formations[said["id"]]) for said in document["units"])
    return then(open_phase, Phase(setting, units, tuple(battles)))


def point_of(name: str, said: Section) -> Point:
    return Point(name, said["name"] or title_of(name), said["side"], said["holds"])


def line_of(name: str, said: Section) -> Line:
    return Line(name, (said["between"][0], said["between"][1]), said["capacity"])


def plan_of(said: Section, weather: str) -> Plan:
    air: dict[str, Any] = said["air"] or {"german": 0, "soviet": 0}
    works: dict[str, Any] = said["fieldworks"] or {"present": False, "absorbs": 0}
    absorbs = works["absorbs"] if works["present"] else 0
    return Plan(said["weather"] or weather, air["german"], air["soviet"], absorbs, works["present"], said["breakthrough"])


def formation_of(said: Section, lines: Mapping[str, Line]) -> Formation:
    line = lines.get(said["line"])
    return Formation(
        said["id"],
        said["name"] or title_of(said["id"]),
        side_of(said),
        said["nation"],
        said["type"] == "major",
        said["strength"],
        said["supplied"],
        said["retreat-size"] or usual_size(said["nation"], side_of(said)),
        post=line.beyond(said["at"]) if line else said["at"],
        origin=said["at"] if line else "",
        losses=said["losses"],
        line=said["line"] if line else "",
    )


def unit_of(said: Section, formation: Formation) -> Unit:
    dispersed = bool(said["dispersed"]) or said["losses"] > 0
    return Unit(said["id"], formation.post, said["losses"], dispersed, said["works"])
