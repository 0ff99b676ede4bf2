"""What a War in Europe scenario may say, and how it becomes the first position."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Never

from airwar.engine.moves import Then, then
from airwar.rulesets.kit.names import title_of
from airwar.rulesets.kit.rulings import Rulings
from airwar.rulesets.war_in_europe.allotment import each_mission, free, open_items, pledged
from airwar.rulesets.war_in_europe.charts import charts_of
from airwar.rulesets.war_in_europe.legality import (
    check_battle,
    check_hexes,
    check_orders,
    check_raid,
    check_sides,
    nations_of,
    note_doubts,
    points_of,
)
from airwar.rulesets.war_in_europe.options import OPTIONS
from airwar.rulesets.war_in_europe.sequence import proceed
from airwar.rulesets.war_in_europe.state import (
    NATIONS,
    Boxes,
    Front,
    GroundBattle,
    Mission,
    Order,
    Pool,
    RailRaid,
    Setting,
    Side,
    Turn,
)
from airwar.rulesets.war_in_europe.supplied import CHARTS
from airwar.rulesets.war_in_europe.supremacy import shifter
from airwar.scenario.chart_files import CHART_FILE
from airwar.scenario.problems import Problems
from airwar.scenario.shape import Either, Exact, Field, Flag, Id, ListOf, MapOf, OneOf, Record, Ref, Section, Text, Whole

MOST = 10_000
POINTS = Either(Whole(0, MOST), MapOf(OneOf(NATIONS), Whole(0, MOST)))
NAME = Field(Text(max_length=60), help="how it is shown; the id if left out")

SIDE = Record(
    {
        "name": NAME,
        "alliance": Field(Id(), help="sides that name the same alliance are allied; a side without one has no allies"),
        "nations": Field(ListOf(OneOf(NATIONS), 1, len(NATIONS)), required=True, help="whose Air Points it commands"),
    }
)
BOXES = Record(
    {
        "air-superiority": Field(Whole(0, MOST), default=0, help="points left in that box after all air combat"),
        "ground-support": Field(POINTS, default=0, help="points left in that box; by nation if the side commands several"),
        "uncommitted": Field(Whole(0, MOST), default=0, help="points in neither box; they do not prevent supremacy"),
    }
)
RAID = Record(
    {
        "id": Field(Id(), required=True, help="a name of yours, by which other parts of the file refer to it"),
        "name": NAME,
        "front": Field(Ref("fronts"), required=True, help="the Front it is on"),
        "attacker": Field(Ref("sides"), required=True, help="who bombs"),
        "defender": Field(Ref("sides"), help="whose territory it is; may be left out if there is one opponent"),
        "at": Field(Text(max_length=20), required=True, help="the rail hex, as printed on the map"),
        "in-range": Field(Flag(), required=True, help="whether it is within regular air range, which the players measure"),
        "flak": Field(Whole(0, 999), default=0, help="the flak in the hex; any amount has the same effect"),
        "points": Field(POINTS, help="Ground Support points sent, by nation if need be; asked if left out"),
    }
)
DEFENDER = Record(
    {
        "printed": Field(Whole(0, 999), required=True, help="the defense factor printed on the counter: 6 on a 6-5"),
        "count": Field(Whole(1, 99), default=1, help="how many such units"),
        "side": Field(Ref("sides"), help="whose they are; the defender's if left out"),
    }
)
BATTLE = Record(
    {
        "id": Field(Id(), required=True, help="a name of yours, by which other parts of the file refer to it"),
        "name": NAME,
        "front": Field(Ref("fronts"), required=True, help="the Front it is on"),
        "attacker": Field(Ref("sides"), required=True, help="who attacks"),
        "defender": Field(Ref("sides"), help="may be left out if there is one opponent"),
        "defenders": Field(ListOf(DEFENDER, 1, 99), required=True, help="the units under attack, unadjusted"),
        "attack-strength": Field(Exact(0, 100_000), help="adjusted, for the odds"),
        "defense-strength": Field(Exact(0, 100_000), help="adjusted for terrain and everything else, for the odds"),
        "table": Field(Text(max_length=40), help="which of the combat results tables; may be left out if there is one"),
        "column": Field(Text(max_length=12), help="the column before air support; from the strengths if left out"),
        "modifiers": Field(MapOf(Text(max_length=40), Whole(-9, 9)), help="on the die, by name: an ally's support and so on"),
        "shift-points": Field(POINTS, help="Ground Support points to shift the odds with; asked if left out"),
        "die-point": Field(Flag(), help="whether one more point raises the die roll; asked if left out"),
    }
)
FIELDS = {
    "sides": Field(MapOf(Id(), SIDE, 2, 6, declares="sides"), required=True, help="the players, and the nations that they command"),
    "fronts": Field(
        MapOf(Id(), MapOf(Ref("sides"), BOXES, 1), 1, 12, declares="fronts"),
        required=True,
        help="each Front with the boxes after all air combat; a side that is not listed has committed nothing",
    ),
    "rail-raids": Field(ListOf(RAID, 0, 60, declares="missions"), help="rail hexes to be bombed"),
    "battles": Field(ListOf(BATTLE, 0, 60, declares="missions"), help="ground battles, in the order in which they are fought"),
    "orders": Field(
        OneOf(("ask", "prepared")),
        help="whether raids and battles beyond those listed are asked for; if left out, only where none are listed",
    ),
    "charts": Field(Either(CHART_FILE, CHARTS), help="charts that the source does not print, or a file with them"),
}


def setup(document: Section, problems: Problems) -> Then[Never] | None:
    """The first position: all boxes as they are after air combat, and every order that the scenario gives already."""
    sides = {name: side_of(name, said) for name, said in document["sides"].items() if said["nations"]}
    check_sides(document, sides, problems)
    fronts = {name: front_of(name, said, sides, problems) for name, said in document["fronts"].items()}
    setting = Setting(sides, fronts, {}, {}, charts_of(document["charts"]), Rulings(OPTIONS, document["options"]))
    raids = [(said, raid) for said in document["rail-raids"] or () if (raid := raid_of(said, setting, problems))]
    battles = [(said, battle) for said in document["battles"] or () if (battle := battle_of(said, setting, problems))]
    for said, raid in raids:
        check_raid(said, raid, setting, problems)
    check_hexes(raids, setting, problems)
    for said, battle in battles:
        check_battle(said, battle, setting, problems)
    setting = replace(setting, raids={raid.id: raid for _, raid in raids}, battles={battle.id: battle for _, battle in battles})
    turn = with_orders(Turn(setting, pools_of(setting)), [*raids, *battles], problems)
    if len(problems):
        return None
    missions: list[tuple[Section, Mission]] = [*raids, *battles]
    for said, mission in missions:
        note_doubts(said, mission, turn, problems)
    busy = [
        at
        for at, pool in enumerate(turn.pools)
        if pledged(turn, pool) or any(open_items(turn, pool, mission) for mission in setting.missions)
    ]
    unallotted = () if each_mission(setting) else tuple(busy)
    raids_left, battles_left = tuple(setting.raids), tuple(setting.battles)
    turn = replace(turn, fronts=tuple(fronts), unallotted=unallotted, raids=raids_left, battles=battles_left)
    asking = document["orders"] == "ask" if document["orders"] else not missions
    return then(proceed, replace(turn, asking=asking))


def with_orders(turn: Turn, missions: Sequence[tuple[Section, Mission]], problems: Problems) -> Turn:
    """The turn with every order that the scenario gives; none may exceed the points that are there."""
    for said, mission in missions:
        turn = replace(turn, orders=(*turn.orders, *orders_of(said, mission, turn, problems)))
        check_orders(said, mission, turn, problems)
    return turn


def side_of(name: str, said: Section) -> Side:
    # A name that no id can have keeps a side without an alliance apart from every alliance.
    return Side(name, said["name"] or title_of(name), said["alliance"] or f"{name} alone", tuple(dict.fromkeys(said["nations"])))


def front_of(name: str, said: Section, sides: Mapping[str, Side], problems: Problems) -> Front:
    boxes = {}
    for side, box in said.items():
        if side in sides:
            support = nations_of(box, "ground-support", sides[side], problems)
            boxes[side] = Boxes(box["air-superiority"], support, box["uncommitted"])
    return Front(name, title_of(name), boxes)


def opponent(said: Section, setting: Setting, problems: Problems) -> str | None:
    """The side that a mission is directed against; None if it cannot be told, or the reader has already refused it."""
    if said["defender"]:
        return str(said["defender"]) if said["defender"] in setting.sides else None
    others = [side for side in setting.sides if not setting.allied(side, said["attacker"])]
    if len(others) != 1:
        problems.add(said.mark, f"key 'defender' is missing; expected one of {', '.join(others)}")
        return None
    return others[0]


def known(said: Section, setting: Setting) -> bool:
    return said["front"] in setting.fronts and said["attacker"] in setting.sides


def raid_of(said: Section, setting: Setting, problems: Problems) -> RailRaid | None:
    if not known(said, setting):
        return None
    defender = opponent(said, setting, problems)
    if defender is None:
        return None
    name, asked = said["name"] or title_of(said["id"]), said["points"] is None
    return RailRaid(said["id"], name, said["front"], said["attacker"], defender, said["at"], said["flak"] > 0, asked)


def battle_of(said: Section, setting: Setting, problems: Problems) -> GroundBattle | None:
    if not known(said, setting):
        return None
    defender = opponent(said, setting, problems)
    if defender is None or any(unit["side"] and unit["side"] not in setting.sides for unit in said["defenders"]):
        return None
    tables = list(setting.charts.combat_results)
    return GroundBattle(
        said["id"],
        said["name"] or title_of(said["id"]),
        said["front"],
        said["attacker"],
        defender,
        tuple((unit["side"] or defender, unit["printed"] * unit["count"]) for unit in said["defenders"]),
        said["attack-strength"],
        said["defense-strength"],
        said["table"] or (tables[0] if len(tables) == 1 else ""),
        said["column"] or "",
        tuple((said["modifiers"] or {}).items()),
        said["shift-points"] is None,
        said["die-point"] is None,
    )


def pools_of(setting: Setting) -> tuple[Pool, ...]:
    """Every nation's Ground Support points on every Front."""
    return tuple(
        Pool(front.id, side, nation, points, points)
        for front in setting.fronts.values()
        for side, boxes in front.boxes.items()
        for nation, points in boxes.support.items()
    )


def orders_of(said: Section, mission: Mission, turn: Turn, problems: Problems) -> list[Order]:
    """What the scenario orders in advance."""
    setting = turn.setting
    if isinstance(mission, RailRaid):
        return points_of(said, "points", mission, mission.attacker, setting, problems)
    orders = points_of(said, "shift-points", mission, shifter(setting, mission) or mission.attacker, setting, problems)
    return [*orders, die_ordered(mission, replace(turn, orders=(*turn.orders, *orders)))] if said["die-point"] else orders


def die_ordered(battle: GroundBattle, turn: Turn) -> Order:
    """The point for the die, from the first of the attacker's nations that has one to spare."""
    nations = turn.setting.sides[battle.attacker].nations
    pools = [turn.pool(battle.front, battle.attacker, nation) for nation in nations]
    able = next((pool for pool in pools if free(turn, pool, battle.id) > 0), pools[0])
    return Order(battle.id, battle.attacker, able.nation, 0, 1)
