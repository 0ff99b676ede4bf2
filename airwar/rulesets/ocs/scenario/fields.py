"""What an OCS scenario may say."""

from __future__ import annotations

from fractions import Fraction

from airwar.rulesets.kit.hexes import HEX_FIELD
from airwar.rulesets.kit.places import distance_fields
from airwar.rulesets.ocs.board.places import BASE, CARRIER, STRIP
from airwar.rulesets.ocs.board.setting import KINDS, PARADROP
from airwar.rulesets.ocs.missions import flak
from airwar.rulesets.ocs.missions.drops import METHODS, TERRAINS
from airwar.rulesets.ocs.units.air import AT_BASE, EXPECTED, INACTIVE, INTERDICTION, STRIKE
from airwar.rulesets.ocs.worksheets.stacks import tiers
from airwar.scenario.shape import Date, Either, Exact, Field, Flag, Id, ListOf, MapOf, OneOf, Record, Ref, Text, Whole

STATUSES = {"active": AT_BASE, "inactive": INACTIVE, "arriving": EXPECTED}
PHASES = ("movement", "reaction", "exploitation")
NATION = Text(max_length=30, pattern="[a-z][a-z-]*", help="a nation in lower case, such as germany")
PLACE = Ref("hexes", "bases")
ASK, PREPARED = "ask", "prepared"

PORT = Record(
    {
        "side": Field(Ref("sides"), required=True, help="the side that owns it"),
        "capacity": Field(Whole(0, 1000), required=True, help="what it handles in a phase, in T"),
        "hits": Field(Whole(0, 4), default=0, help="the hits it has taken"),
        "damage-track": Field(ListOf(Whole(0, 1000), 4, 4), help="its capacity after one to four hits, if the map prints it"),
    }
)
HEX = {
    "name": Field(Text(max_length=60), help="its name in the output; made from its id if left out"),
    "hex": HEX_FIELD,
    "terrain": Field(OneOf(TERRAINS), default="open", help="for drops: open is clear, everything else is closed"),
    "closeness": Field(OneOf(("close", "very-close", "extremely-close")), default="", help="for the barrage table of 4.3"),
    "village": Field(Flag(), default=False, help="a village is there"),
    "airfield": Field(Flag(), default=False, help="an airfield that is not a base of this scenario"),
    "occupied-by": Field(
        ListOf(Ref("sides"), 0, 2), help="sides with any unit there when the phase begins; those with combat units if left out"
    ),
    "combat-units": Field(ListOf(Ref("sides"), 0, 2), help="sides with combat units there"),
    "spotters": Field(ListOf(Ref("sides"), 0, 2), help="sides with a combat unit next to it"),
    "re": Field(Exact(0, 100), default=Fraction(1), help="regiment equivalents there, for the barrage table of 4.3"),
    "hedgehog": Field(Whole(0, 4), default=0, help="its level"),
    "hq": Field(Flag(), default=False, help="a headquarters is there"),
    "flak": Field(Whole(0, 20), default=0, help="printed flak"),
    "strat-mode": Field(Flag(), default=False, help="a unit in strat mode is there"),
    "port": Field(PORT, help="a port is there"),
}
AIR_BASE = Record(
    {
        **HEX,
        "side": Field(Ref("sides"), required=True, help="the side that owns it"),
        "kind": Field(OneOf((BASE, STRIP, CARRIER)), default=BASE, help="an air base with a level, an air strip or a carrier"),
        "level": Field(Whole(0, 3), default=1, help="of an air base, at least 1; an air strip and a carrier have none"),
        "supply": Field(Whole(0, 1000), default=0, help="T on hand"),
        "gliders": Field(Whole(0, 100), default=0, help="gliders on hand"),
        "enemy-zoc": Field(Flag(), default=False, help="in an enemy zone of control that nothing negates"),
        "damaged": Field(Flag(), default=False, help="a damaged carrier"),
        "dg": Field(Flag(), default=False, help="a carrier that is disorganized"),
        "planes": Field(Whole(0, 50), help="how many air units a carrier holds, active and inactive; any number if left out"),
        "protection": Field(Whole(1, 20), default=1, help="of a carrier; its flak is the printed flak of its hex"),
    }
)
BACK = Record(
    {
        "rating": Field(Whole(0, 20), required=True, help="the air rating of the reduced side"),
        "barrage": Field(Exact(0, 500), default=Fraction(0), help="the barrage strength of the reduced side"),
        "capacity": Field(Exact(0, 100), default=Fraction(0), help="the transport capacity of the reduced side, in T"),
    }
)
UNIT = Record(
    {
        "id": Field(Id(), required=True, help="a name of yours, by which other parts of the file refer to it"),
        "name": Field(Text(max_length=60), help="its name in the output; its id if left out"),
        "side": Field(Ref("sides"), required=True, help="the side it belongs to"),
        "nation": Field(NATION, default="", help="its nation, for rules that depend on it"),
        "type": Field(
            Text(pattern="(F|T|S|Tpt)(/(F|T|S|Tpt))?", help="F, T, S, Tpt or two of them, such as T/Tpt"),
            required=True,
            help="fighter, tactical, strategic or transport",
        ),
        "range": Field(Whole(1, 500), required=True, help="in hexes"),
        "rating": Field(
            Text(pattern=r"\d{1,2}|\(\d{1,2}\)", help="a rating such as 4, or (2)"),
            required=True,
            help="the air rating; in parentheses, it cannot attack in air combat",
        ),
        "barrage": Field(Exact(0, 500), default=Fraction(0), help="barrage strength"),
        "capacity": Field(Exact(0, 100), default=Fraction(0), help="in T"),
        "back": Field(BACK, help="the reduced side, if it is known"),
        "steps": Field(Whole(1, 2), default=2, help="2 at full strength, 1 if reduced"),
        "status": Field(OneOf(tuple(STATUSES)), default="active", help="active or inactive at its base, or on its way to it"),
        "at": Field(Ref("bases"), required=True, help="the base where it is, or from which it took off"),
        "over": Field(PLACE, help="the hex it is over when the scenario begins"),
        "duty": Field(OneOf((INTERDICTION, STRIKE)), default=STRIKE, help="what it does over that hex"),
        "carrier-plane": Field(Flag(), default=False, help="it can land on carriers; a unit that begins on one can anyway"),
        "torpedo": Field(Flag(), default=False, help="its barrage is in parentheses: it attacks only ships (4.3)"),
        "spent": Field(Flag(), default=False, help="it has barraged since it took off"),
    }
)
CARGO = Record(
    {
        "id": Field(Id(), required=True, help="a name of yours, by which other parts of the file refer to it"),
        "supply": Field(Whole(0, 200), default=0, help="in T; cargo is either supply or a unit"),
        "re": Field(Exact(0, 20), default=Fraction(0), help="its size in regiment equivalents"),
        "allowance": Field(Whole(0, 60), default=6, help="Move-mode movement allowance"),
        "leg": Field(Flag(), default=True, help="it moves on foot"),
        "para": Field(Flag(), default=False, help="a unit with the para symbol, which 4.3 asks for in a drop by parachute"),
    }
)
MISSION = Record(
    {
        "id": Field(Id(), required=True, help="a name of yours, by which other parts of the file refer to it"),
        "in": Field(
            Text(max_length=80),
            required=True,
            help="who acts and in which phase: movement or exploitation in the own player turn, such as axis.movement; reaction in "
            "the other's, so axis.reaction comes after allies.movement",
        ),
        "kind": Field(OneOf(KINDS), required=True, help="what is done"),
        "at": Field(PLACE, required=True, help="the target or destination"),
        "with": Field(
            ListOf(Ref("units", "artillery", "ships"), 0, 12),
            help="the units that fly, or the guns that fire; asked for if left out",
        ),
        "advantage": Field(Either(Ref("sides"), ListOf(Ref("sides"))), help="the side that uses Advantage (14.6d)"),
        "flak": Field(OneOf(tuple(flak.RESULTS)), default="", help="the result of the flak, if it is known"),
        "result": Field(Text(max_length=8), default="", help="the result of the barrage, if it is known"),
        "cargo": Field(ListOf(CARGO, 0, 40), help="what is flown or dropped"),
        "method": Field(OneOf(METHODS), default=PARADROP, help="how a drop is made"),
        "soviet": Field(Flag(), default=False, help="a Soviet drop"),
        "allied-eto": Field(Flag(), default=False, help="an Allied drop in Europe"),
        "stays": Field(Flag(), default=False, help="the transports stay at the base they fly to"),
        "planned": Field(Whole(0, 60), default=0, help="how many turns ago a drop of units was planned"),
        "target": Field(
            OneOf(("units", "base", "strip", "port", "ship")),
            default="",
            help="what a hip shoot or gunfire is aimed at, what is there if left out; what is built or reduced, a base if left out",
        ),
        "ship": Field(Ref("ships", "bases"), help="the ship or carrier to attack"),
        "advance": Field(Flag(), default=False, help="a capture by advance after combat"),
        "self-inflicted": Field(Flag(), default=False, help="the capture rolls are self-inflicted (9.15e, part 2)"),
    }
)
SHIP = Record(
    {
        "name": Field(Text(max_length=60), help="its name in the output; made from its id if left out"),
        "side": Field(Ref("sides"), required=True, help="the side it belongs to"),
        "at": Field(PLACE, required=True, help="the hex or base where it is"),
        "protection": Field(Whole(1, 20), default=1, help="its protection rating"),
        "flak": Field(Whole(0, 20), default=0, help="its flak"),
        "barrage": Field(Exact(0, 500), default=Fraction(0), help="the strength of its guns"),
        "range": Field(Whole(0, 60), default=0, help="the range of its guns in hexes"),
        "damaged": Field(Flag(), default=False, help="it has taken a hit; give the values of its damaged side"),
        "dg": Field(Flag(), default=False, help="it is disorganized"),
    }
)
ARTILLERY = Record(
    {
        "name": Field(Text(max_length=60), help="its name in the output; made from its id if left out"),
        "side": Field(Ref("sides"), required=True, help="the side it belongs to"),
        "at": Field(PLACE, required=True, help="the hex or base where it is"),
        "barrage": Field(Exact(0, 500), required=True, help="the strength of the side that is up"),
        "range": Field(Whole(1, 60), required=True, help="in hexes"),
        "coastal": Field(Flag(), default=False, help="coastal artillery, which can fire at ships"),
        "dg": Field(Flag(), default=False, help="it is disorganized"),
    }
)
WEATHER = Record(
    {
        "name": Field(Text(max_length=40), default="clear", help="what the game calls it"),
        "flight": Field(OneOf(("full", "limited", "none")), default="full", help="how much flying it allows"),
        "phases": Field(ListOf(OneOf(PHASES), 0, 3), help="if flight is limited: the phases in which missions may be flown"),
    }
)
LOAD = Record(
    {
        "id": Field(Id(), required=True, help="a name of yours, by which other parts of the file refer to it"),
        "re": Field(Exact(0, 100), default=Fraction(0), help="its size in regiment equivalents"),
        "allowance": Field(Whole(0, 60), default=6, help="Move-mode movement allowance"),
        "leg": Field(Flag(), default=True, help="it moves on foot"),
        "supply": Field(Exact(0, 1000), default=Fraction(0), help="in SP"),
        "track": Field(OneOf(("multi-only", "single-only", "mixed")), default="", help="by rail, on these lines"),
        "interdicted-hexes": Field(Whole(0, 100), default=0, help="rail interdiction markers on the way"),
        "in": Field(Text(max_length=80), default="", help="the phase in which it goes, such as axis.movement; with `through`"),
        "through": Field(ListOf(PLACE, 1, 60), help="hexes of the scenario on its way; the enemy's markers there count"),
    }
)
MARCH = Record(
    {
        "id": Field(Id(), required=True, help="a name of yours, by which other parts of the file refer to it"),
        "leg": Field(Flag(), default=False, help="on foot"),
        "costs": Field(ListOf(Whole(0, 60), 1, 60), required=True, help="movement points of each hex entered"),
        "interdiction": Field(
            ListOf(Whole(0, 60), 1, 60),
            help="how far each hex is from the nearest interdicted hex; or give `in` and `through`",
        ),
        "in": Field(Text(max_length=80), default="", help="the phase in which it goes, such as axis.movement; with `through`"),
        "through": Field(ListOf(PLACE, 1, 60), help="each hex that is entered; what the enemy interdicts there or nearby counts"),
    }
)
FIELDS = {
    "sides": Field(
        MapOf(Id(), ListOf(NATION, 0, 20), 2, 2, declares="sides"), required=True, help="the two players and their nations"
    ),
    "date": Field(Date(), default=(1943, 12), help="year and month"),
    "weather": Field(WEATHER, help="the weather of the turn"),
    "first-player": Field(Ref("sides"), default="", help="who goes first; the players roll if left out"),
    "previous-first-player": Field(Ref("sides"), default="", help="who went first last turn"),
    "play": Field(
        ListOf(Text(max_length=80), 1, 60), help="the phases to play in order, such as axis.movement; the whole turn if left out"
    ),
    "facility-codes": Field(ListOf(Text(max_length=8), 2, 12), help="facility results, worst first; NE, AB, 1, 2 if left out"),
    "hip-shoot": Field(ListOf(NATION, 0, 20), help="the nations that may hip shoot"),
    "hexes": Field(MapOf(Id(), Record(HEX), declares="hexes"), help="places on the map that matter, other than bases"),
    "bases": Field(MapOf(Id(), AIR_BASE, declares="bases"), help="air bases, air strips and carriers"),
    "ships": Field(MapOf(Id(), SHIP, declares="ships"), help="ships other than carriers"),
    "artillery": Field(MapOf(Id(), ARTILLERY, declares="artillery"), help="artillery units that can barrage (4.3)"),
    **distance_fields("hexes", "bases"),
    "units": Field(ListOf(UNIT, 0, 200, declares="units"), help="the air units of both sides"),
    "missions": Field(ListOf(MISSION, 0, 200, declares="missions"), help="what is flown, and which bases are captured"),
    "orders": Field(
        OneOf((ASK, PREPARED)),
        default="",
        help="whether players are asked for missions beyond those listed; if left out, in a whole turn or if none are listed",
    ),
    "loads": Field(ListOf(LOAD, 0, 100), help="loads whose transportation equivalents are worked out"),
    "marches": Field(ListOf(MARCH, 0, 100), help="marches whose cost under interdiction is worked out"),
    "stacks": Field(MapOf(Id(), ListOf(OneOf(tuple(tiers())), 1, 40)), help="stacks of counters to be put in order"),
}
