"""What an Air Supremacy scenario may say, and the first position it leads to."""

from __future__ import annotations

from typing import Never

from airwar.engine.moves import Then, then
from airwar.rulesets.air_supremacy.battles import turn_of
from airwar.rulesets.air_supremacy.options import OPTIONS
from airwar.rulesets.air_supremacy.placing import check_places, check_values
from airwar.rulesets.air_supremacy.prepared import check_answers, check_later_units, check_orders, read_orders
from airwar.rulesets.air_supremacy.roster import (
    Roster,
    opponent_of,
    read_groups,
    read_spaces,
    read_types,
    read_units,
    report_nation,
    units_at_start,
    units_of,
)
from airwar.rulesets.air_supremacy.sequence import open_turn
from airwar.rulesets.air_supremacy.setting import Campaign, Plan, Position
from airwar.rulesets.kit.rulings import Rulings
from airwar.scenario.nodes import Mark
from airwar.scenario.problems import Problems
from airwar.scenario.shape import Field, Flag, Id, Items, ListOf, MapOf, OneOf, Record, Ref, Section, Text, Whole

VALUE = Whole(0, 100)
NUMBERS = MapOf(Ref("units"), Whole(1, 1000))

SPACE = Record(
    {
        "name": Field(Text(max_length=60), help="the name in tables; the id if left out"),
        "kind": Field(OneOf(("land", "sea")), required=True, help="a territory, or a sea zone"),
        "nation": Field(Id(), help="the nation that holds it; it rolls and chooses losses for all defenders there"),
        "adjacent": Field(ListOf(Ref("spaces")), help="adjacent spaces; saying it of one of the two is enough"),
    }
)
TYPE = Record(
    {
        "sphere": Field(OneOf(("land", "sea", "air")), required=True, help="where it fights"),
        "attack": Field(VALUE, default=0, help="its value against land and sea units when attacking"),
        "attack-air": Field(VALUE, help="its value against aircraft when attacking; it does not fight for the sky if left out"),
        "defend": Field(VALUE, default=0, help="its value against land and sea units when defending"),
        "defend-air": Field(VALUE, help="its value against aircraft when defending"),
        "bombs": Field(ListOf(VALUE, maximum=6), help="one value for each bomb of an attacking bomber"),
        "hits": Field(Whole(1, 2), default=1, help="the hits it takes"),
        "holds": Field(Whole(0, 20), default=0, help="how many units a ship carries"),
        "carries": Field(OneOf(("aircraft", "troops")), default="troops", help="what a ship carries"),
        "by-necessity": Field(Flag(), default=True, help="can hit aircraft in flight when nothing else is left"),
    }
)
NATION = Record({"with": Field(Id(), help="the major nation it moves with; it has the same friends")})
UNIT = Record(
    {
        "id": Field(Id(), required=True, help="a name of yours, by which other parts of the file refer to it"),
        "nation": Field(
            Id(), required=True, help="germany, italy, uk, france, usa, china, japan, ussr, or one declared under nations"
        ),
        "type": Field(
            Id(),
            required=True,
            help="infantry, anti-aircraft, fighter, dive-bomber, dogfighter, bomber; with the option placeholder-values also "
            "armor, artillery, battleship, destroyer, aircraft-carrier, submarine, transport; or one declared under types",
        ),
        "count": Field(Whole(0, 1000), default=1, help="how many; 0 for units that are gone"),
        "at": Field(Ref("spaces"), help="where it is; left out for units aboard a ship"),
        "aboard": Field(Ref("units"), help="the carrier or transport that it is aboard"),
        "damaged": Field(Flag(), default=False, help="a ship of two hits that has taken one"),
        "out-for": Field(Id(), help="the opponent in whose turn these aircraft have retreated already"),
        "bound-for": Field(
            Ref("spaces"), help="the battle these aircraft were dispatched to a round ago; they are there in round 1"
        ),
        "returning": Field(Flag(), default=False, help="these aircraft are flying back; they are home in round 2"),
    }
)
BATTLE = Record(
    {
        "at": Field(Ref("spaces"), required=True, help="the space that is attacked"),
        "with": Field(NUMBERS, help="the attacking units, and how many of each"),
        "landing": Field(NUMBERS, help="troops that come ashore and cannot leave again"),
        "support": Field(NUMBERS, help="ships that fire support shots for the landing"),
        "after": Field(Ref("spaces"), help="the first zone of a naval pass-through; this space is attacked from round 2 on"),
        "defenders": Field(ListOf(Id(), 1), help="the nations that are attacked; all enemies there if left out"),
    }
)
BATTLES = ListOf(BATTLE)
TURN = Record(
    {
        "attacker": Field(Id(), required=True, help="the nation whose turn it is"),
        "moving-with": Field(ListOf(Id()), help="nations that take their turn at the same time"),
        "battles": Field(BATTLES, help="the spaces attacked in this turn"),
    }
)
FIELDS = {
    "attacker": Field(Id(), required=True, help="the nation whose turn it is"),
    "moving-with": Field(ListOf(Id()), help="nations that take their turn at the same time; minors move with their major anyway"),
    "nations": Field(MapOf(Id(), NATION), help="nations besides the eight powers"),
    "types": Field(MapOf(Id(), TYPE), help="unit types that the module does not give"),
    "spaces": Field(MapOf(Id(), SPACE, 1, declares="spaces"), required=True, help="land territories and sea zones"),
    "units": Field(ListOf(UNIT, 1, declares="units"), required=True, help="every unit of every nation"),
    "battles": Field(BATTLES, help="the spaces attacked in this turn; ordered at the table if left out"),
    "orders": Field(
        OneOf(("ask", "prepared")),
        help="whether attacks beyond those listed are asked for; if left out, only where none are listed",
    ),
    "later-turns": Field(ListOf(TURN, maximum=20), help="the turns of other opponents, one after the other"),
}


def setup(document: Section, problems: Problems) -> Then[Never] | None:
    """The first position: every battle of the turn, and the aircraft that may come to its defense."""
    groups, majors = read_groups(document, problems)
    turns = [document, *(document["later-turns"] or ())]
    for turn in turns:
        check_nations(turn, groups, majors, problems)
    types = read_types(document, problems)
    units = read_units(document, types, groups, problems)
    standings = tuple(standing for standing, _ in units)
    spaces = read_spaces(document, groups, problems)
    rulings = Rulings(OPTIONS, document["options"])
    entries = {standing.id: entry for standing, entry in units}
    plans = tuple(Plan(turn["attacker"], movers_of(turn, majors), read_orders(turn)) for turn in turns)
    roster = Roster(plans[0].movers, groups, majors, spaces, units_of(standings, types))
    house_types = check_values(roster, entries, rulings, problems)
    check_places(roster, entries, problems)
    check_orders(document, roster, problems)
    for turn in turns[1:]:
        check_later_units(turn, roster, movers_of(turn, majors), problems)
    check_answers(document, roster, [plan.orders for plan in plans], problems)
    if turns[1:] and rulings.value("retreat-to") == "anywhere":
        problems.add(
            document.at("later-turns"), "units that retreat anywhere are off the map in a later turn; change retreat-to (22)"
        )
    if len(problems):
        return None
    asked = document["orders"] == "ask" if document["orders"] else not document["battles"]
    campaign = Campaign(groups, majors, spaces, types, rulings, plans, units_at_start(standings), house_types, asked)
    position = Position(standings, tuple((space.id, space.nation) for space in spaces.values()))
    return then(open_turn, turn_of(campaign, 0, position, plans[0].orders))


def movers_of(turn: Section, majors: dict[str, str]) -> frozenset[str]:
    """The nations that take a turn together."""
    return opponent_of(majors, turn["attacker"], *(turn["moving-with"] or ()))


def check_nations(turn: Section, groups: dict[str, str], majors: dict[str, str], problems: Problems) -> None:
    """The nations that take a turn are known."""
    for nation in (turn["attacker"], *(turn["moving-with"] or ())):
        if nation not in groups:
            where = turn.at("attacker") if nation == turn["attacker"] else place_of(nation, turn["moving-with"])
            report_nation(where, nation, list(groups), problems)
            groups[nation] = majors[nation] = nation


def place_of(nation: str, listed: Items) -> Mark:
    """Where a list names a nation."""
    return listed.marks[listed.index(nation)]
