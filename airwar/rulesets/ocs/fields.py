"""What an OCS scenario may say."""

from __future__ import annotations

from fractions import Fraction

from airwar.rulesets.ocs.drops import METHODS, TERRAINS
from airwar.rulesets.ocs.orders import KINDS
from airwar.rulesets.ocs.stacking import tiers
from airwar.rulesets.ocs.units import AT_BASE, EXPECTED, INACTIVE, INTERDICTION, STRIKE
from airwar.scenario.shape import Date, Either, Exact, Field, Flag, Id, ListOf, MapOf, OneOf, Record, Ref, Text, Whole

STATUSES = {"active": AT_BASE, "inactive": INACTIVE, "arriving": EXPECTED}
PHASES = ("movement", "reaction", "exploitation")
NATION = Text(max_length=30, pattern="[a-z][a-z-]*", help="a nation in small letters, such as germany")

GROUND = {
    "name": Field(Text(max_length=60), help="how it is shown; the id if left out"),
    "terrain": Field(OneOf(TERRAINS), default="open", help="for drops: open is clear, all else closed"),
    "closeness": Field(OneOf(("close", "very-close", "extremely-close")), default="", help="for the barrage table of 4.3"),
    "village": Field(Flag(), default=False),
    "airfield": Field(Flag(), default=False, help="an airfield that is no base of this scenario"),
    "occupied-by": Field(ListOf(Ref("sides"), 0, 2), help="sides with any unit there at first; if left out, with combat units"),
    "combat-units": Field(ListOf(Ref("sides"), 0, 2), help="sides with combat units there"),
    "spotters": Field(ListOf(Ref("sides"), 0, 2), help="sides with a combat unit beside it"),
    "re": Field(Exact(0, 100), default=Fraction(1), help="regiment equivalents there, for the barrage table of 4.3"),
    "hedgehog": Field(Whole(0, 4), default=0, help="its level"),
    "hq": Field(Flag(), default=False, help="a headquarters is there"),
    "flak": Field(Whole(0, 20), default=0, help="printed flak"),
    "strat-mode": Field(Flag(), default=False, help="a unit in strat mode is there"),
}
BASE = Record(
    {
        **GROUND,
        "side": Field(Ref("sides"), required=True, help="whose base it is"),
        "kind": Field(OneOf(("base", "strip", "carrier")), default="base"),
        "level": Field(Whole(0, 9), default=1, help="1 to 3"),
        "supply": Field(Whole(0, 1000), default=0, help="T on hand"),
        "gliders": Field(Whole(0, 100), default=0),
        "enemy-zoc": Field(Flag(), default=False, help="in an enemy zone of control that nothing negates"),
        "damaged": Field(Flag(), default=False, help="a damaged carrier"),
    }
)
BACK = Record(
    {
        "rating": Field(Whole(0, 20), required=True),
        "barrage": Field(Exact(0, 500), default=Fraction(0)),
        "capacity": Field(Exact(0, 100), default=Fraction(0)),
    }
)
UNIT = Record(
    {
        "id": Field(Id(), required=True),
        "name": Field(Text(max_length=60), help="how it is shown; the id if left out"),
        "side": Field(Ref("sides"), required=True),
        "nation": Field(NATION, default=""),
        "type": Field(Text(pattern="(F|T|S|Tpt)(/(F|T|S|Tpt))?", help="F, T, S, Tpt or two of them such as T/Tpt"), required=True),
        "range": Field(Whole(1, 500), required=True, help="in hexes"),
        "rating": Field(Text(pattern=r"\d{1,2}|\(\d{1,2}\)", help="a rating such as 4, or (2)"), required=True),
        "barrage": Field(Exact(0, 500), default=Fraction(0)),
        "capacity": Field(Exact(0, 100), default=Fraction(0), help="in T"),
        "back": Field(BACK, help="the reduced side, where it is printed"),
        "steps": Field(Whole(1, 2), default=2, help="2 full, 1 reduced"),
        "status": Field(OneOf(tuple(STATUSES)), default="active"),
        "base": Field(Ref("bases"), required=True, help="where it is, or the base it flew from"),
        "at": Field(Ref("hexes", "bases"), help="the hex it is over when the scenario begins"),
        "duty": Field(OneOf((INTERDICTION, STRIKE)), default=STRIKE, help="what it is there for"),
    }
)
CARGO = Record(
    {
        "id": Field(Id(), required=True),
        "supply": Field(Whole(1, 200), default=0, help="in T"),
        "re": Field(Exact(0, 20), default=Fraction(0)),
        "allowance": Field(Whole(0, 60), default=6, help="Move-mode movement allowance"),
        "leg": Field(Flag(), default=True, help="it moves on foot"),
    }
)
ORDER = Record(
    {
        "id": Field(Id(), required=True),
        "in": Field(Text(max_length=80), required=True, help="whose player turn and which phase, such as axis.movement"),
        "does": Field(OneOf(KINDS), required=True),
        "at": Field(Ref("hexes", "bases"), required=True),
        "with": Field(ListOf(Ref("units"), 0, 12), help="who flies; asked for if left out"),
        "advantage": Field(Either(Ref("sides"), ListOf(Ref("sides"))), help="the side that uses Advantage (14.6d)"),
        "flak": Field(OneOf(("none", "loss", "abort")), default="", help="the result of the flak, where it is known"),
        "result": Field(Text(max_length=8), default="", help="the result of the barrage, where it is known"),
        "cargo": Field(ListOf(CARGO, 0, 40), help="what is flown"),
        "method": Field(OneOf(METHODS), default="paradrop"),
        "soviet": Field(Flag(), default=False, help="a Soviet drop"),
        "allied-eto": Field(Flag(), default=False, help="an Allied drop in Europe"),
        "stays": Field(Flag(), default=False, help="the transports stay at the base they fly to"),
        "planned": Field(Whole(0, 60), default=0, help="how many turns ago a drop of units was planned"),
        "ship": Field(Ref("ships"), help="the ship that is attacked"),
        "advance": Field(Flag(), default=False, help="captured by advance after combat"),
        "self-inflicted": Field(Flag(), default=False, help="the capture rolls are self-inflicted (9.15e, part 2)"),
    }
)
SHIP = Record(
    {
        "name": Field(Text(max_length=60)),
        "side": Field(Ref("sides"), required=True),
        "at": Field(Ref("hexes", "bases"), required=True),
        "protection": Field(Whole(1, 20), default=1),
        "flak": Field(Whole(0, 20), default=0),
    }
)
WEATHER = Record(
    {
        "name": Field(Text(max_length=40), default="clear", help="what the game calls it"),
        "flight": Field(OneOf(("full", "limited", "none")), default="full"),
        "phases": Field(ListOf(OneOf(PHASES), 0, 3), help="where flight is limited: the phases in which missions are flown"),
    }
)
LOAD = Record(
    {
        "id": Field(Id(), required=True),
        "re": Field(Exact(0, 100), default=Fraction(0)),
        "allowance": Field(Whole(0, 60), default=6, help="Move-mode movement allowance"),
        "leg": Field(Flag(), default=True, help="it moves on foot"),
        "supply": Field(Exact(0, 1000), default=Fraction(0), help="in SP"),
        "track": Field(OneOf(("multi-only", "single-only", "mixed")), default="", help="by rail, on such lines"),
        "interdicted-hexes": Field(Whole(0, 100), default=0, help="rail interdiction markers on the way"),
    }
)
MARCH = Record(
    {
        "id": Field(Id(), required=True),
        "leg": Field(Flag(), default=False, help="on foot"),
        "costs": Field(ListOf(Whole(0, 60), 1, 60), required=True, help="movement points of each hex entered"),
        "interdiction": Field(ListOf(Whole(0, 60), 1, 60), required=True, help="how far each is from the nearest interdicted hex"),
    }
)
FIELDS = {
    "sides": Field(
        MapOf(Id(), ListOf(NATION, 0, 20), 2, 2, declares="sides"), required=True, help="the two players and their nations"
    ),
    "date": Field(Date(), default=(1943, 12), help="year and month"),
    "weather": Field(WEATHER),
    "first": Field(Ref("sides"), default="", help="who goes first; rolled for if left out"),
    "previous-first": Field(Ref("sides"), default="", help="who went first in the last turn"),
    "play": Field(ListOf(Text(max_length=80), 1, 60), help="the phases to play, such as axis.movement; the whole turn if left out"),
    "facility-codes": Field(ListOf(Text(max_length=8), 2, 12), help="facility results, the least first; NE, AB, 1, 2 if left out"),
    "hip-shoot": Field(ListOf(NATION, 0, 20), help="the nations that may hip shoot"),
    "hexes": Field(MapOf(Id(), Record(GROUND), declares="hexes")),
    "bases": Field(MapOf(Id(), BASE, declares="bases")),
    "ships": Field(MapOf(Id(), SHIP, declares="ships")),
    "distances": Field(
        MapOf(Ref("hexes", "bases"), MapOf(Ref("hexes", "bases"), Whole(0, 500))), help="hexes between places; one way is enough"
    ),
    "units": Field(ListOf(UNIT, 0, 200, declares="units")),
    "orders": Field(ListOf(ORDER, 0, 200, declares="orders"), help="what is flown, and what is captured"),
    "loads": Field(ListOf(LOAD, 0, 100), help="loads whose transportation equivalents are worked out"),
    "marches": Field(ListOf(MARCH, 0, 100), help="moves on the ground whose interdiction is worked out"),
    "stacks": Field(MapOf(Id(), ListOf(OneOf(tuple(tiers())), 1, 40)), help="stacks that are put in order"),
}
