"""What a War in Europe scenario may say, and how it becomes the first position."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from airwar.engine.referee import Next
from airwar.rulesets.war_in_europe.allotment import free, offered, pledged
from airwar.rulesets.war_in_europe.charts import charts_of
from airwar.rulesets.war_in_europe.legality import (
    check_combat,
    check_hexes,
    check_orders,
    check_players,
    check_raid,
    nations_of,
)
from airwar.rulesets.war_in_europe.standing import shifter
from airwar.rulesets.war_in_europe.state import (
    NATIONS,
    Boxes,
    Front,
    GroundCombat,
    Mission,
    Order,
    Player,
    Pool,
    RailRaid,
    Setting,
    Turn,
)
from airwar.rulesets.war_in_europe.supplied import CHARTS
from airwar.rulesets.war_in_europe.supremacy import find_supremacy
from airwar.scenario.chart_files import CHART_FILE
from airwar.scenario.problems import Problems
from airwar.scenario.shape import Either, Exact, Field, Flag, Id, ListOf, MapOf, OneOf, Record, Ref, Section, Text, Whole

MOST = 10_000
POINTS = Either(Whole(0, MOST), MapOf(OneOf(NATIONS), Whole(0, MOST)))
NAME = Field(Text(max_length=60), help="how it is shown; the id if left out")

PLAYER = Record(
    {
        "name": NAME,
        "alliance": Field(Id(), help="players who name the same alliance are allied; each is alone if left out"),
        "nations": Field(ListOf(OneOf(NATIONS), 1, len(NATIONS)), required=True, help="whose Air Points the player commands"),
    }
)
BOXES = Record(
    {
        "air-superiority": Field(Whole(0, MOST), default=0, help="points left in that box after all air combat"),
        "ground-support": Field(POINTS, default=0, help="points left in that box; by nation if the player commands several"),
        "uncommitted": Field(Whole(0, MOST), default=0, help="points in neither box; they do not keep supremacy away"),
    }
)
RAID = Record(
    {
        "id": Field(Id(), required=True),
        "name": NAME,
        "front": Field(Ref("fronts"), required=True),
        "by": Field(Ref("players"), required=True, help="who bombs"),
        "owner": Field(Ref("players"), help="whose territory it is; may be left out when there is one opponent"),
        "hex": Field(Text(max_length=20), required=True, help="the rail hex, as printed on the map"),
        "in-range": Field(Flag(), required=True, help="whether it is within regular air range, which the players measure"),
        "flak": Field(Whole(0, 999), default=0, help="the flak in the hex; any amount does the same"),
        "points": Field(POINTS, help="Ground Support points sent, by nation if need be; asked if left out"),
    }
)
DEFENDER = Record(
    {
        "printed": Field(Whole(0, 999), required=True, help="the defence factor printed on the counter: 6 on a 6-5"),
        "count": Field(Whole(1, 99), default=1, help="how many such units"),
        "player": Field(Ref("players"), help="whose they are; the defender's if left out"),
    }
)
COMBAT = Record(
    {
        "id": Field(Id(), required=True),
        "name": NAME,
        "front": Field(Ref("fronts"), required=True),
        "attacker": Field(Ref("players"), required=True),
        "defender": Field(Ref("players"), help="may be left out when there is one opponent"),
        "defenders": Field(ListOf(DEFENDER, 1, 99), required=True, help="the units under attack, unadjusted"),
        "attack-strength": Field(Exact(0, 100_000), help="adjusted, for the odds"),
        "defence-strength": Field(Exact(0, 100_000), help="adjusted for terrain and all else, for the odds"),
        "table": Field(Text(max_length=40), help="which of the combat results tables; may be left out when there is one"),
        "column": Field(Text(max_length=12), help="the column before air support; from the strengths if left out"),
        "modifiers": Field(MapOf(Text(max_length=40), Whole(-9, 9)), help="on the die, by name: an ally's support and so on"),
        "shift-points": Field(POINTS, help="Ground Support points to shift the odds with; asked if left out"),
        "die-point": Field(Flag(), help="whether one more point raises the die roll; asked if left out"),
    }
)
FIELDS = {
    "players": Field(MapOf(Id(), PLAYER, 2, 6, declares="players"), required=True, help="who plays, and whom they command"),
    "fronts": Field(
        MapOf(Id(), MapOf(Ref("players"), BOXES, 1), 1, 12, declares="fronts"),
        required=True,
        help="each Front with the players' boxes after all air combat; who is not named has committed nothing",
    ),
    "rail-raids": Field(ListOf(RAID, 0, 60, declares="missions"), help="rail hexes to be bombed"),
    "combats": Field(ListOf(COMBAT, 0, 60, declares="missions"), help="ground combats, in the order in which they are fought"),
    "charts": Field(Either(CHART_FILE, CHARTS), help="charts that the source does not print, or a file with them"),
}


def setup(document: Section, problems: Problems) -> Next | None:
    """The first position: all boxes as they are after air combat, and every order that the scenario gives already."""
    players = {name: player_of(name, said) for name, said in document["players"].items() if said["nations"]}
    check_players(document, players, problems)
    fronts = {name: front_of(name, said, players, problems) for name, said in document["fronts"].items()}
    setting = Setting(players, fronts, {}, {}, charts_of(document["charts"]), document["options"])
    raids = [(said, raid) for said in document["rail-raids"] or () if (raid := raid_of(said, setting, problems))]
    combats = [(said, combat) for said in document["combats"] or () if (combat := combat_of(said, setting, problems))]
    for said, raid in raids:
        check_raid(said, raid, setting, problems)
    check_hexes(raids, problems)
    for said, combat in combats:
        check_combat(said, combat, setting, problems)
    setting = replace(setting, raids={raid.id: raid for _, raid in raids}, combats={combat.id: combat for _, combat in combats})
    turn = Turn(setting, pools_of(setting), raids=tuple(setting.raids), combats=tuple(setting.combats))
    turn = with_orders(turn, [*raids, *combats], problems)
    if len(problems):
        return None
    unallotted = tuple(at for at, pool in enumerate(turn.pools) if offered(turn, pool) or pledged(turn, pool))
    return Next(find_supremacy, replace(turn, unallotted=unallotted))


def with_orders(turn: Turn, missions: Sequence[tuple[Section, Mission]], problems: Problems) -> Turn:
    """The turn with every order that the scenario gives, none of them beyond what is there."""
    for said, mission in missions:
        turn = replace(turn, orders=(*turn.orders, *orders_of(said, mission, turn, problems)))
        check_orders(said, mission, turn, problems)
    return turn


def shown(said: Section, name: str) -> str:
    return said["name"] or name.replace("-", " ").title()


def player_of(name: str, said: Section) -> Player:
    # A name that no id can have keeps a player without an alliance apart from every alliance.
    return Player(name, shown(said, name), said["alliance"] or f"{name} alone", tuple(dict.fromkeys(said["nations"])))


def front_of(name: str, said: Section, players: Mapping[str, Player], problems: Problems) -> Front:
    boxes = {}
    for player, box in said.items():
        if player in players:
            support = nations_of(box, "ground-support", players[player], problems)
            boxes[player] = Boxes(box["air-superiority"], support, box["uncommitted"])
    return Front(name, name.replace("-", " ").title(), boxes)


def opponent(said: Section, key: str, of: str, setting: Setting, problems: Problems) -> str | None:
    """The player that a mission is directed against; None when there is no telling, or the reader has refused him already."""
    if said[key]:
        known: str | None = said[key] if said[key] in setting.players else None
        return known
    others = [player for player in setting.players if not setting.allied(player, of)]
    if len(others) != 1:
        problems.add(said.mark, f"key {key!r} is missing; expected one of {', '.join(others)}")
        return None
    return others[0]


def known(said: Section, by: str, setting: Setting) -> bool:
    return said["front"] in setting.fronts and said[by] in setting.players


def raid_of(said: Section, setting: Setting, problems: Problems) -> RailRaid | None:
    if not known(said, "by", setting):
        return None
    owner = opponent(said, "owner", said["by"], setting, problems)
    if owner is None:
        return None
    name, asked = shown(said, said["id"]), said["points"] is None
    return RailRaid(said["id"], name, said["front"], said["by"], owner, said["hex"], said["flak"], asked)


def combat_of(said: Section, setting: Setting, problems: Problems) -> GroundCombat | None:
    if not known(said, "attacker", setting):
        return None
    defender = opponent(said, "defender", said["attacker"], setting, problems)
    if defender is None or any(unit["player"] and unit["player"] not in setting.players for unit in said["defenders"]):
        return None
    tables = list(setting.charts.combat_results)
    return GroundCombat(
        said["id"],
        shown(said, said["id"]),
        said["front"],
        said["attacker"],
        defender,
        tuple((unit["player"] or defender, unit["printed"] * unit["count"]) for unit in said["defenders"]),
        said["attack-strength"],
        said["defence-strength"],
        said["table"] or (tables[0] if len(tables) == 1 else ""),
        said["column"] or "",
        tuple((said["modifiers"] or {}).items()),
        said["shift-points"] is None,
        said["die-point"] is None,
    )


def pools_of(setting: Setting) -> tuple[Pool, ...]:
    """Every nation's Ground Support points on every Front."""
    return tuple(
        Pool(front.id, player, nation, points, points)
        for front in setting.fronts.values()
        for player, boxes in front.boxes.items()
        for nation, points in boxes.support.items()
    )


def orders_of(said: Section, mission: Mission, turn: Turn, problems: Problems) -> list[Order]:
    """What the scenario orders already."""
    setting = turn.setting
    if isinstance(mission, RailRaid):
        return points_ordered(said, "points", mission, setting.players[mission.by], problems)
    owner = setting.players[shifter(setting, mission) or mission.attacker]
    orders = points_ordered(said, "shift-points", mission, owner, problems)
    return [*orders, die_ordered(mission, replace(turn, orders=(*turn.orders, *orders)))] if said["die-point"] else orders


def points_ordered(said: Section, key: str, mission: Mission, owner: Player, problems: Problems) -> list[Order]:
    points = nations_of(said, key, owner, problems)
    return [Order(mission.id, owner.id, nation, number) for nation, number in points.items() if number]


def die_ordered(combat: GroundCombat, turn: Turn) -> Order:
    """The point for the die, from the first of the attacker's nations that has one to spare."""
    nations = turn.setting.players[combat.attacker].nations
    pools = [turn.pool(combat.front, combat.attacker, nation) for nation in nations]
    able = next((pool for pool in pools if free(turn, pool, combat.id) > 0), pools[0])
    return Order(combat.id, combat.attacker, able.nation, 0, 1)
