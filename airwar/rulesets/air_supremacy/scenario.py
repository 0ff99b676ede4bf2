"""What an Air Supremacy scenario may say, and how it becomes the first position."""

from __future__ import annotations

from typing import Never

from airwar.engine.moves import Then, then
from airwar.rulesets.air_supremacy.orders import check_answers, ordered
from airwar.rulesets.air_supremacy.roster import (
    Roster,
    check_places,
    check_values,
    enlist,
    groups_of,
    had,
    spaces_of,
    types_of,
)
from airwar.rulesets.air_supremacy.sequence import open_turn
from airwar.rulesets.air_supremacy.state import Setting, Turn, joined
from airwar.scenario.problems import Problems
from airwar.scenario.shape import Field, Flag, Id, ListOf, MapOf, OneOf, Record, Ref, Section, Text, Whole

VALUE = Whole(0, 100)
NUMBERS = MapOf(Ref("units"), Whole(1, 1000))

SPACE = Record(
    {
        "name": Field(Text(max_length=60), help="how it is shown; the id if left out"),
        "kind": Field(OneOf(("land", "sea")), required=True),
        "owner": Field(Id(), help="the nation that holds it; it decides for all defenders there"),
        "next-to": Field(ListOf(Ref("spaces")), help="adjacent spaces; one way is enough"),
    }
)
TYPE = Record(
    {
        "sphere": Field(OneOf(("land", "sea", "air")), required=True),
        "attack": Field(VALUE, default=0, help="what it rolls in attack at land and sea units"),
        "attack-air": Field(VALUE, help="what it rolls in attack at aircraft; it does not fight for the sky if left out"),
        "defend": Field(VALUE, default=0, help="what it rolls in defence at land and sea units"),
        "defend-air": Field(VALUE, help="what it rolls in defence at aircraft"),
        "bombs": Field(ListOf(VALUE, maximum=6), help="one value for each bomb of an attacking bomber"),
        "hits": Field(Whole(1, 2), default=1, help="the hits that it takes"),
        "holds": Field(Whole(0, 20), default=0, help="how many units a ship carries"),
        "carries": Field(OneOf(("aircraft", "troops")), default="troops", help="what a ship carries"),
        "by-necessity": Field(Flag(), default=True, help="may hit aircraft in flight when nothing else is left"),
    }
)
NATION = Record({"with": Field(Id(), help="the major nation that it moves with; it has its friends")})
UNIT = Record(
    {
        "id": Field(Id(), required=True),
        "nation": Field(Id(), required=True, help="germany, uk, usa and so on, or one declared under nations"),
        "type": Field(Id(), required=True, help="infantry, fighter, bomber and so on, or one declared under types"),
        "count": Field(Whole(1, 1000), default=1),
        "space": Field(Ref("spaces"), help="where it is; left out for units aboard a ship"),
        "aboard": Field(Ref("units"), help="the carrier or transport that it is aboard"),
        "out-for": Field(Id(), help="aircraft that retreated earlier in this opponent's turn"),
    }
)
ATTACK = Record(
    {
        "space": Field(Ref("spaces"), required=True),
        "with": Field(NUMBERS, help="who attacks, and how many"),
        "landing": Field(NUMBERS, help="troops that come ashore and cannot leave again"),
        "support": Field(NUMBERS, help="ships that give the landing their support shots"),
        "after": Field(Ref("spaces"), help="the first zone of a naval pass-through; this space is attacked from round 2 on"),
    }
)
FIELDS = {
    "attacker": Field(Id(), required=True, help="the nation whose turn it is"),
    "moving-with": Field(ListOf(Id()), help="nations whose turn is taken at the same time"),
    "nations": Field(MapOf(Id(), NATION), help="nations besides the eight powers"),
    "types": Field(MapOf(Id(), TYPE), help="unit types that the module does not give"),
    "spaces": Field(MapOf(Id(), SPACE, 1, declares="spaces"), required=True, help="land territories and sea zones"),
    "units": Field(ListOf(UNIT, 1, declares="units"), required=True),
    "attacks": Field(ListOf(ATTACK, 1), required=True, help="what is attacked in this turn"),
}


def setup(document: Section, problems: Problems) -> Then[Never]:
    """The first position: every battle of the turn, and the aircraft that may come to its defence."""
    groups = groups_of(document, problems)
    movers = frozenset({document["attacker"], *(document["moving-with"] or ())})
    for nation in sorted(movers - groups.keys()):
        where = document.at("attacker" if nation == document["attacker"] else "moving-with")
        problems.add(where, f"{nation!r} is no nation here; expected one of {', '.join(groups)}, or declare it under nations")
        groups[nation] = nation
    roster = Roster(document["attacker"], movers, groups, spaces_of(document), types_of(document, problems))
    enlist(document, roster, problems)
    labels = check_values(document, roster, problems)
    check_places(roster, problems)
    orders = ordered(document, roster, problems)
    check_answers(document, roster, orders, problems)
    setting = Setting(
        roster.attacker,
        movers,
        groups,
        roster.spaces,
        document["options"],
        document["options"]["die-sides"],
        had(roster.units),
        tuple(orders.quiet),
        orders.passing,
        orders.cargo,
        labels,
    )
    return then(open_turn, Turn(setting, tuple(orders.battles), joined(orders.flights)))
