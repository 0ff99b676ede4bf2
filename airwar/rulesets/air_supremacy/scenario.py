"""What an Air Supremacy scenario may say, and the first position it leads to."""

from __future__ import annotations

from typing import Never

from airwar.engine.moves import Then, then
from airwar.rulesets.air_supremacy.options import OPTIONS
from airwar.rulesets.air_supremacy.orders import check_answers, read_battles
from airwar.rulesets.air_supremacy.placing import check_places, check_values
from airwar.rulesets.air_supremacy.roster import Roster, read_groups, read_spaces, read_types, read_units, units_at_start
from airwar.rulesets.air_supremacy.sequence import open_turn
from airwar.rulesets.air_supremacy.setting import Setting
from airwar.rulesets.air_supremacy.turn import Turn, combined
from airwar.rulesets.kit.rulings import Rulings
from airwar.scenario.problems import Problems
from airwar.scenario.shape import Field, Flag, Id, ListOf, MapOf, OneOf, Record, Ref, Section, Text, Whole

VALUE = Whole(0, 100)
NUMBERS = MapOf(Ref("units"), Whole(1, 1000))

SPACE = Record(
    {
        "name": Field(Text(max_length=60), help="the name in tables; the id if left out"),
        "kind": Field(OneOf(("land", "sea")), required=True),
        "nation": Field(Id(), help="the nation that holds it; it rolls and chooses losses for all defenders there"),
        "adjacent": Field(ListOf(Ref("spaces")), help="adjacent spaces; saying it of one of the two is enough"),
    }
)
TYPE = Record(
    {
        "sphere": Field(OneOf(("land", "sea", "air")), required=True),
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
        "id": Field(Id(), required=True),
        "nation": Field(Id(), required=True, help="germany, uk, usa and so on, or one declared under nations"),
        "type": Field(Id(), required=True, help="infantry, fighter, bomber and so on, or one declared under types"),
        "count": Field(Whole(1, 1000), default=1),
        "at": Field(Ref("spaces"), help="where it is; left out for units aboard a ship"),
        "aboard": Field(Ref("units"), help="the carrier or transport that it is aboard"),
        "out-for": Field(Id(), help="the opponent in whose turn these aircraft have retreated already"),
    }
)
BATTLE = Record(
    {
        "at": Field(Ref("spaces"), required=True),
        "with": Field(NUMBERS, help="the attacking units, and how many of each"),
        "landing": Field(NUMBERS, help="troops that come ashore and cannot leave again"),
        "support": Field(NUMBERS, help="ships that fire support shots for the landing"),
        "after": Field(Ref("spaces"), help="the first zone of a naval pass-through; this space is attacked from round 2 on"),
    }
)
FIELDS = {
    "attacker": Field(Id(), required=True, help="the nation whose turn it is"),
    "moving-with": Field(ListOf(Id()), help="nations that take their turn at the same time"),
    "nations": Field(MapOf(Id(), NATION), help="nations besides the eight powers"),
    "types": Field(MapOf(Id(), TYPE), help="unit types that the module does not give"),
    "spaces": Field(MapOf(Id(), SPACE, 1, declares="spaces"), required=True, help="land territories and sea zones"),
    "units": Field(ListOf(UNIT, 1, declares="units"), required=True),
    "battles": Field(ListOf(BATTLE, 1), required=True, help="the spaces attacked in this turn"),
}


def setup(document: Section, problems: Problems) -> Then[Never]:
    """The first position: every battle of the turn, and the aircraft that may come to its defense."""
    groups = read_groups(document, problems)
    movers = frozenset({document["attacker"], *(document["moving-with"] or ())})
    for nation in sorted(movers - groups.keys()):
        where = document.at("attacker" if nation == document["attacker"] else "moving-with")
        problems.add(where, f"unknown nation {nation!r}; expected one of {', '.join(groups)}, or declare it under nations")
        groups[nation] = nation
    roster = Roster(document["attacker"], movers, groups, read_spaces(document), read_types(document, problems))
    read_units(document, roster, problems)
    rulings = Rulings(OPTIONS, document["options"])
    house_types = check_values(roster, rulings, problems)
    check_places(roster, problems)
    orders = read_battles(document, roster, problems)
    check_answers(document, roster, orders, problems)
    setting = Setting(
        roster.attacker,
        movers,
        groups,
        roster.spaces,
        rulings,
        units_at_start(roster.units),
        tuple(orders.bystanders),
        orders.passing,
        orders.cargo,
        house_types,
    )
    return then(open_turn, Turn(setting, tuple(orders.battles), combined(orders.flights)))
