"""The contents of an OCS scenario, which are also the position: the map, bases, ships, guns, air units, and orders."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache, cached_property
from math import floor
from typing import Any, NamedTuple

from airwar.rulesets.kit import (
    HEX,
    RESET,
    Book,
    Date,
    Either,
    Exact,
    Flag,
    Id,
    ListOf,
    MapOf,
    OneOf,
    OrAsk,
    Places,
    Ref,
    Text,
    Titled,
    Whole,
    becomes,
    distance_fields,
    grid_of,
    inside,
    list_of,
    load_chart,
    map_of,
    named,
    options_of,
    places_among,
    record,
    replace,
    rule,
    said,
    said_as,
    said_id,
    said_name,
    shape_of,
    worked_out,
)
from airwar.rulesets.ocs.rulings import OPTIONS, Rulings

PACKAGE = "airwar.rulesets.ocs"
NATION = Text(max_length=30, pattern="[a-z][a-z-]*", help="a nation in lower case, such as germany")
PLACE = Ref("hexes", "bases")
DISTANCES = distance_fields("hexes", "bases")
SIDES = ListOf(Ref("sides"), 0, 2)
PHASE_HELP = "the phase in which it goes, such as axis.movement; with `through`"

SEA = "sea"
TERRAINS = ("open", "forest", "hills", "marsh", "mountain", "jungle", "city", "other", SEA)
SINKS = 2  # hits that sink a ship
MOST_HITS = 4  # on a port
STACKED = tuple(kind for kind, _ in load_chart(PACKAGE, "stacking").rows)  # kinds of counters
FLAK_RESULTS = {"none": "no effect", "loss": "a step is lost", "abort": "a unit aborts"}

PHASING, NON_PHASING = "phasing", "non-phasing"
REACTION = "reaction"  # the only phase in which the non-phasing player acts
ASK, PREPARED = "ask", "prepared"


class Kind:
    """The kinds of missions."""

    BARRAGE, BASE_ATTACK, PORT_ATTACK, TRAINBUST, SHIP_ATTACK = "barrage", "base-attack", "port-attack", "trainbust", "ship-attack"
    HIP_SHOOT, GUNFIRE = "hip-shoot", "gunfire"
    INTERDICT, STATION, SWEEP = "interdict", "station", "sweep"
    DROP, TRANSPORT, TRANSFER, CAPTURE = "drop", "transport", "transfer", "capture"
    BUILD, REDUCE = "build", "reduce"
    WORKS = (BUILD, REDUCE)
    STRIKES = (BARRAGE, BASE_ATTACK, PORT_ATTACK, TRAINBUST, SHIP_ATTACK)  # resolved in a barrage segment
    ATTACKS = (*STRIKES, HIP_SHOOT)
    AIMED = (HIP_SHOOT, GUNFIRE)  # they hit any target but a rail line
    LIFTS = (DROP, TRANSPORT)
    TO_OWN_BASES = (TRANSPORT, TRANSFER)
    ALL = (*STRIKES, HIP_SHOOT, GUNFIRE, INTERDICT, STATION, SWEEP, *LIFTS, TRANSFER, CAPTURE, *WORKS)


class Method:
    """How a drop is made."""

    GLIDER, PARADROP, BOTH = "glider", "paradrop", "both"
    ALL = (GLIDER, PARADROP, BOTH)


class Arm:
    """Who fires a barrage: one of the two arms, or planes."""

    ARTILLERY, NAVAL, AIR = "artillery", "ships", "air"


class BaseKind:
    """The kinds of air bases."""

    BASE, STRIP, CARRIER = "base", "strip", "carrier"
    ALL = (BASE, STRIP, CARRIER)


class State:
    """Where an air unit is, and whether it is active."""

    AT_BASE, ELSEWHERE, INACTIVE, ELIMINATED = "active-at-base", "active-elsewhere", "inactive", "eliminated"
    EXPECTED = "expected"  # a reinforcement that has not arrived yet


STATES = {"active": State.AT_BASE, "inactive": State.INACTIVE, "arriving": State.EXPECTED}  # by the status in a scenario


class Duty:
    """What an air unit in the air is doing there."""

    INTERDICTION, STRIKE = "interdiction", "strike"


# air units


@record
class Values:
    """One side of a counter: its values at full or at reduced strength."""

    rating: int = said(Whole(0, 20), "the air rating of the reduced side")
    barrage: Fraction = said(Exact(0, 500), "the barrage strength of the reduced side", default=Fraction(0))
    capacity: Fraction = said(Exact(0, 100), "the transport capacity of the reduced side, in T", default=Fraction(0))


@record
class Unit:
    """An air unit: what its counter prints, where it is, and what it is doing there."""

    id: str = said_id()
    name: str = said_name()
    side: str = said(Ref("sides"), "the side it belongs to")
    nation: str = said(NATION, "its nation, for rules that depend on it; if left out, that of a side with just one", default="")
    type: str = said(
        Text(pattern="(F|T|S|Tpt)(/(F|T|S|Tpt))?", help="F, T, S, Tpt or two of them, such as T/Tpt"),
        "fighter, tactical, strategic or transport",
    )
    range: int = said(Whole(1, 500), "in hexes")
    rating: str = said(
        Text(pattern=r"\d{1,2}|\(\d{1,2}\)", help="a rating such as 4, or (2)"),
        "the air rating; in parentheses, it cannot attack in air combat",
    )
    barrage: Fraction = said(Exact(0, 500), "barrage strength", default=Fraction(0))
    capacity: Fraction = said(Exact(0, 100), "in T", default=Fraction(0))
    back: Values | None = said(shape_of(Values), "the reduced side, if it is known", default=None)
    steps: int = said(Whole(1, 2), "2 at full strength, 1 if reduced", default=2)
    status: str = said(OneOf(tuple(STATES)), "active or inactive at its base, or on its way to it", default="active")
    at: str = said(PLACE, "the base where it is, or from which it took off")
    over: str = said(PLACE, "the hex it is over when the scenario begins", default="")
    duty: str = said(OneOf((Duty.INTERDICTION, Duty.STRIKE)), "what it does over that hex; strike if left out", default="")
    flown: int | None = said(Whole(0, 500), "how far it has flown there; the distance from its base if left out", default=None)
    carrier_plane: bool = said(Flag(), "it can land on carriers; a unit that begins on one can anyway", default=False)
    torpedo: bool = said(Flag(), "its barrage is in parentheses: it attacks only ships (4.3)", default=False)
    spent: bool = said(Flag(), "it has barraged since it took off", default=False)
    tasked: bool = inside(default=False)  # whether it has flown its one mission of this phase (4.3)
    had: int = inside(default=0)  # steps when the turn began

    def __hash__(self) -> int:
        """Of what changes: the rest is printed on its counter."""
        return hash((self.id, self.at, self.over, self.status, self.steps, self.flown, self.spent, self.tasked))

    @property
    def title(self) -> str:
        return self.name or self.id

    @property
    def label(self) -> str:
        return f"{self.title} ({self.type})"

    @property
    def types(self) -> tuple[str, ...]:
        return types_in(self.type)

    @property
    def fighter(self) -> bool:
        return "F" in self.types

    @property
    def strategic(self) -> bool:
        return "S" in self.types

    @property
    def parenthesized(self) -> bool:
        """Whether its rating is printed in parentheses."""
        return self.rating.startswith("(")

    @property
    def printed_rating(self) -> int:
        return int(self.rating.strip("()"))

    @property
    @rule("R9")
    def values(self) -> Values:
        """The values that are face up. If the back is unknown: rating -1, barrage and capacity halved, a barrage of 1 becomes 0."""
        front = Values(rating=self.printed_rating, barrage=self.barrage, capacity=self.capacity)
        if self.steps > 1:
            return front
        halved = self.barrage / 2 if self.barrage > 1 else Fraction(0)
        return self.back or Values(rating=max(0, front.rating - 1), barrage=halved, capacity=self.capacity / 2)

    @property
    @rule("R8")
    def state(self) -> str:
        """Its state: active at a base, active elsewhere, inactive, expected or eliminated."""
        if not self.steps:
            return State.ELIMINATED
        return State.ELSEWHERE if self.over else STATES[self.status]

    @property
    def active(self) -> bool:
        return self.state in (State.AT_BASE, State.ELSEWHERE)

    @property
    def eliminated(self) -> bool:
        return not self.steps

    @property
    def based(self) -> bool:
        """Whether it is at its base, active or inactive; a unit in the air over a base is not."""
        return self.state in (State.AT_BASE, State.INACTIVE)

    @property
    def place(self) -> str:
        """The hex or base where it is."""
        return self.over or self.at

    @property
    def distance(self) -> int:
        """How far it has flown."""
        return self.flown or 0

    def landed(self, base: str, *, active: bool = False) -> Unit:
        """The unit at a base."""
        status = "active" if active else "inactive"
        tasked = self.tasked and active
        return replace(self, at=base, over="", status=status, duty="", flown=None, spent=False, tasked=tasked)

    def hit(self) -> Unit:
        """The unit with one step fewer; losing the last step eliminates it (R26)."""
        if self.steps > 1:
            return replace(self, steps=self.steps - 1)
        return replace(self, steps=0, at="", over="", status="active", duty="", flown=None, spent=False, tasked=False)


@cache
def types_in(text: str) -> tuple[str, ...]:
    """The types of a unit such as T/Tpt."""
    return tuple(text.split("/"))


def half_up(value: Fraction) -> int:
    """The nearest whole number; halves round up."""
    return floor(value + Fraction(1, 2))


# places


@record
class Port:
    """A port: its owner, what it handles, and its hits."""

    side: str = said(Ref("sides"), "the side that owns it")
    capacity: int = said(Whole(0, 1000), "what it handles in a phase, in T")
    hits: int = said(Whole(0, MOST_HITS), "the hits it has taken", default=0)
    damage_track: tuple[int, ...] | None = said(
        ListOf(Whole(0, 1000), 4, 4), "its capacity after one to four hits, if the map prints it", default=None
    )


@record
class Hex:
    """A hex that matters to air units, and the ground units in and next to it."""

    id: str = named()
    name: str = said_name()
    hex: str = said(HEX, "its label on the map, such as K28; distances follow from it", default="")
    terrain: str = said(
        OneOf(TERRAINS), "for drops: open is clear, everything else is closed; nothing lands at sea", default="open"
    )
    closeness: str = said(OneOf(("close", "very-close", "extremely-close")), "for the barrage table of 4.3", default="")
    village: bool = said(Flag(), "a village is there", default=False)
    airfield: bool = said(Flag(), "an airfield that is not a base of this scenario", default=False)
    occupied_by: tuple[str, ...] | None = said(
        SIDES,
        "sides with any unit there when the phase begins; those with combat units if left out",
        default=None,
        passing=becomes(lambda board, place: None if place.now == place.combat_units else place.now),
    )
    combat_units: tuple[str, ...] = said(SIDES, "sides with combat units there", default=())
    spotters: tuple[str, ...] = said(SIDES, "sides with a combat unit next to it", default=())
    re: Fraction | None = said(
        OrAsk(Exact(0, 100)), "regiment equivalents there, for the barrage table of 4.3; 1 if left out, or ask", default=Fraction(1)
    )
    hedgehog: int = said(Whole(0, 4), "its level", default=0)
    hq: bool = said(Flag(), "a headquarters is there", default=False)
    flak: int = said(Whole(0, 20), "printed flak", default=0)
    strat_mode: bool = said(Flag(), "a unit in strat mode is there", default=False)
    port: Port | None = said(shape_of(Port), "a port is there", default=None)
    supply: int = said(Whole(0, 1000), "T on hand", default=0)
    before: tuple[str, ...] = inside(default=())  # sides with any unit there when the phase began
    now: tuple[str, ...] = inside(default=())  # sides with any unit there now

    @property
    def held_by(self) -> tuple[str, ...]:
        """The sides whose units are in the hex; a base is held by its owner."""
        return self.now

    @rule("R44a", "R34")
    def entered(self, sides: tuple[str, ...], res: Fraction | None, *, hq: bool = False, strat_mode: bool = False) -> Any:
        """The hex after it has changed hands: what was known about the units there no longer holds. A dump stays."""
        now = sides or (self.now if self.supply else ())
        return replace(self, now=now, combat_units=sides, re=res, hq=hq, strat_mode=strat_mode)


@record
class ShipValues:
    """What one side of a ship's counter prints."""

    barrage: Fraction = said(Exact(0, 500), "the strength of its guns", default=Fraction(0))
    protection: int = said(Whole(1, 20), "its protection rating", default=1)
    flak: int = said(Whole(0, 20), "its flak", default=0)


BACK = OrAsk(shape_of(ShipValues))
BACK_HELP = (
    "its damaged side; or ask. If left out, a ship that begins damaged has the values of that side, and others are asked for"
)


@record
class Base(Hex, Titled):
    """An air base, an air strip or a carrier."""

    side: str = said(Ref("sides"), "the side that owns it")
    kind: str = said(OneOf(BaseKind.ALL), "an air base with a level, an air strip or a carrier", default=BaseKind.BASE)
    level: int = said(Whole(0, 3), "of an air base, at least 1; an air strip and a carrier have none", default=1)
    gliders: int = said(Whole(0, 100), "gliders on hand", default=0)
    enemy_zoc: bool | None = said(OrAsk(Flag()), "in an enemy zone of control that nothing negates; or ask", default=False)
    damaged: bool = said(Flag(), "a damaged carrier", default=False)
    dg: bool = said(Flag(), "a carrier that is disorganized", default=False)
    planes: int | None = said(
        Whole(0, 50), "how many air units a carrier holds, active and inactive; if left out, any number", default=None
    )
    protection: int = said(Whole(1, 20), "of a carrier; its flak is the printed flak of its hex", default=1)
    back: ShipValues | str | None = said(BACK, f"of a carrier: {BACK_HELP}", default="")
    unloaded: Fraction = inside(default=Fraction(0))  # T from aircraft in this phase

    @property
    def carrier(self) -> bool:
        return self.kind == BaseKind.CARRIER

    @property
    def at(self) -> str:
        """Its hex, which has the same id."""
        return self.id

    @property
    def hits(self) -> int:
        return int(self.damaged)

    @property
    def front(self) -> ShipValues:
        return ShipValues(protection=self.protection, flak=self.flak)

    @property
    def held_by(self) -> tuple[str, ...]:
        return (self.side,)


@record
class Ship(Titled):
    """A ship other than a carrier, and its guns."""

    id: str = named()
    name: str = said_name()
    side: str = said(Ref("sides"), "the side it belongs to")
    at: str = said(PLACE, "the hex or base where it is")
    protection: int = said(Whole(1, 20), "its protection rating", default=1)
    flak: int = said(Whole(0, 20), "its flak", default=0)
    barrage: Fraction = said(Exact(0, 500), "the strength of its guns", default=Fraction(0))
    range: int = said(Whole(0, 60), "the range of its guns in hexes", default=0)
    damaged: bool = said(Flag(), "it has taken a hit", default=False)
    back: ShipValues | str | None = said(BACK, BACK_HELP, default="")
    dg: bool = said(Flag(), "it is disorganized", default=False)
    sunk: bool = inside(default=False)
    fired: bool = inside(default=False)  # in this phase
    bombarded: bool = inside(default=False)  # it has fired at a land target in this game turn

    carrier = False
    coastal = False
    arm = Arm.NAVAL

    @property
    def hits(self) -> int:
        return SINKS if self.sunk else int(self.damaged)

    @property
    def front(self) -> ShipValues:
        return ShipValues(barrage=self.barrage, protection=self.protection, flak=self.flak)


@record
class Artillery(Titled):
    """An artillery unit."""

    id: str = named()
    name: str = said_name()
    side: str = said(Ref("sides"), "the side it belongs to")
    at: str = said(PLACE, "the hex or base where it is")
    barrage: Fraction = said(Exact(0, 500), "the strength on the face-up side")
    range: int = said(Whole(1, 60), "in hexes")
    coastal: bool = said(Flag(), "coastal artillery, which can fire at ships", default=False)
    dg: bool = said(Flag(), "it is disorganized", default=False)
    fired: bool = inside(default=False)
    bombarded: bool = inside(default=False)

    arm = Arm.ARTILLERY


Gun = Artillery | Ship
Vessel = Ship | Base


@rule("R52")
def hit(ship: Any) -> Any:
    """A ship with its damaged side up; its values are asked for when they matter, unless the scenario gives them."""
    return replace(ship, damaged=True, back=ship.back or None)


def ship_begun(ship: Any) -> Any:
    """A ship that begins damaged has the values of that side, unless the scenario says more."""
    return replace(ship, back=ship.front) if ship.damaged and ship.back == "" else ship


class Marker(NamedTuple):
    """A rail interdiction marker: where it is, and who placed it."""

    place: str
    side: str


# orders


class Stage(NamedTuple):
    """A phase, named for the side that acts in it: the reaction phase in the enemy's player turn is your own."""

    side: str
    phase: str

    @property
    def role(self) -> str:
        """Whether the side that acts is phasing or non-phasing."""
        return NON_PHASING if self.phase == REACTION else PHASING


@cache
def stage_of(text: str) -> Stage:
    side, _, phase = text.partition(".")
    return Stage(side, phase)


@record
class Cargo:
    """Something to be flown: a combat unit, or supply in T."""

    id: str = said_id()
    name: str = said_name()
    supply: int = said(Whole(0, 200), "in T; cargo is either supply or a unit", default=0)
    re: Fraction = said(Exact(0, 20), "its size in regiment equivalents", default=Fraction(0))
    allowance: int = said(Whole(0, 60), "Move-mode movement allowance", default=6)
    leg: bool = said(Flag(), "it moves on foot", default=True)
    para: bool = said(Flag(), "a unit with the para symbol, which 4.3 requires for a drop by parachute", default=False)
    glider: bool = said(Flag(), "it comes on a glider, in a drop by both methods", default=False)

    @property
    def is_unit(self) -> bool:
        return not self.supply

    @property
    def title(self) -> str:
        return self.name or self.id


@record
class Mission:
    """What a side does in one phase: air units fly a mission, guns fire, ground units capture a base, engineers work."""

    id: str = said_id()
    in_: str = said(
        Text(max_length=80),
        "who acts and in which phase: movement or exploitation in the own player turn, such as axis.movement; reaction in "
        "the other's, so axis.reaction comes after allies.movement",
    )
    kind: str = said(OneOf(Kind.ALL), "what is done")
    at: str = said(PLACE, "the target or destination")
    with_: tuple[str, ...] = said(
        ListOf(Ref("units", "artillery", "ships"), 0, 12),
        "the units that fly, or the guns that fire; if left out, the player is asked",
        default=(),
    )
    advantage: str | tuple[str, ...] = said(
        Either(Ref("sides"), ListOf(Ref("sides"))), "the side that uses Advantage (14.6d)", default=""
    )
    flak: str = said(OneOf(tuple(FLAK_RESULTS)), "the result of the flak, if it is known", default="")
    result: str = said(Text(max_length=8), "the result of the barrage, if it is known", default="")
    cargo: Book[Cargo] = said(list_of(Cargo, 0, 40), "what is flown or dropped", default=Book())
    method: str = said(
        OneOf(Method.ALL), "how a drop is made; both: each cargo says whether it comes on a glider", default=Method.PARADROP
    )
    soviet: bool = said(Flag(), "a Soviet drop", default=False)
    allied_eto: bool = said(Flag(), "an Allied drop in Europe", default=False)
    stays: bool | tuple[str, ...] = said(
        Either(Flag(), ListOf(Ref("units"), 1, 12)),
        "the transports stay at the base they fly to: true for all, or those that do",
        default=False,
    )
    planned: int = said(Whole(0, 60), "how many turns ago a drop of units was planned", default=0)
    target: str = said(
        OneOf(("units", "base", "strip", "port", "ship")),
        "what a hip shoot or gunfire is aimed at (if left out, whatever is there); what is built or reduced (if left out, a base)",
        default="",
    )
    ship: str = said(Ref("ships", "bases"), "the ship or carrier to attack", default="")
    advance: bool = said(Flag(), "a capture by advance after combat; in a movement segment, after an overrun", default=False)
    self_inflicted: bool = said(Flag(), "the capture rolls are self-inflicted (9.15e, part 2)", default=False)
    at_table: bool = inside(default=False)  # whether it was ordered at the table
    asks_stays: bool = inside(default=False)  # whether to ask who stays, once it is known who flies

    @cached_property
    def stage(self) -> Stage:
        return stage_of(self.in_)

    @property
    def side(self) -> str:
        return self.stage.side

    @property
    def phase(self) -> str:
        return self.stage.phase

    @property
    def role(self) -> str:
        """Whether the side that carries it out is phasing or non-phasing."""
        return self.stage.role

    @property
    def units(self) -> tuple[str, ...]:
        """The units that fly; the player picks them if none are named."""
        return () if self.kind == Kind.GUNFIRE else self.with_

    @property
    def guns(self) -> tuple[str, ...]:
        """The guns that fire; the player picks them if none are named."""
        return self.with_ if self.kind == Kind.GUNFIRE else ()

    @property
    def items(self) -> tuple[Cargo, ...]:
        """The cargo it carries."""
        return tuple(self.cargo.values())

    @property
    def advantaged(self) -> str:
        """The side that uses Advantage, if one does."""
        return self.advantage if isinstance(self.advantage, str) else next(iter(self.advantage), "")

    @property
    def by_glider(self) -> bool:
        """Whether gliders are towed."""
        return self.method in (Method.GLIDER, Method.BOTH)

    def stays_there(self, unit: str) -> bool:
        """Whether a transport stays at the base it flies to."""
        return self.stays if isinstance(self.stays, bool) else unit in self.stays


# worksheets


@record
class Load:
    """Units in RE, supply in SP, or both as one load, and the rail line it takes."""

    id: str = said_id()
    re: Fraction = said(Exact(0, 100), "its size in regiment equivalents", default=Fraction(0))
    allowance: int = said(Whole(0, 60), "Move-mode movement allowance", default=6)
    leg: bool = said(Flag(), "it moves on foot", default=True)
    supply: Fraction = said(Exact(0, 1000), "in SP", default=Fraction(0))
    track: str = said(OneOf(("multi-only", "single-only", "mixed")), "by rail, on these lines", default="")
    interdicted_hexes: int = said(Whole(0, 100), "rail interdiction markers on the way", default=0)
    in_: str = said(Text(max_length=80), PHASE_HELP, default="")
    through: tuple[str, ...] = said(
        ListOf(PLACE, 1, 60), "hexes of the scenario on its way; the enemy's markers there count", default=()
    )

    @property
    def stage(self) -> Stage | None:
        """The phase in which it goes; None if it is worked out before the turn."""
        return stage_of(self.in_) if self.in_ else None


@record
class March:
    """A move on the ground, hex by hex."""

    id: str = said_id()
    leg: bool = said(Flag(), "on foot", default=False)
    costs: tuple[int, ...] = said(ListOf(Whole(0, 60), 1, 60), "movement points of each hex entered")
    interdiction: tuple[int, ...] = said(
        ListOf(Whole(0, 60), 1, 60), "how far each hex is from the nearest interdicted hex; or give `in` and `through`", default=()
    )
    in_: str = said(Text(max_length=80), PHASE_HELP, default="")
    through: tuple[str, ...] = said(
        ListOf(PLACE, 1, 60), "each hex that is entered; what the enemy interdicts there or nearby counts", default=()
    )

    @property
    def stage(self) -> Stage | None:
        return stage_of(self.in_) if self.in_ else None


@record
class Weather:
    """The weather of the game turn, and when it allows missions to be flown."""

    name: str = said(Text(max_length=40), "what the game calls it", default="clear")
    flight: str = said(OneOf(("full", "limited", "none")), "how much flying it allows", default="full")
    phases: tuple[str, ...] = said(
        ListOf(OneOf(("movement", "reaction", "exploitation")), 0, 3),
        "if flight is limited: the phases in which missions may be flown",
        default=(),
    )


# the position


@rule("R12")
def survivors(board: Board, _: Board) -> Book[Unit]:
    """The units that are left. In 4.3 nothing begins a turn in the air, no matter what the referee ruled in the last one."""
    home = not board.rulings.profile.return_phase
    return Book({unit.id: sent_home(board, unit) if home else unit for unit in board.units.values() if unit.steps})


def sent_home(board: Board, unit: Unit) -> Unit:
    base = board.bases.get(unit.at)
    if not unit.over:
        return unit
    landed = unit.landed(unit.at)
    return landed if base and base.side == unit.side else replace(landed, status="arriving")


def afloat(board: Board, _: Board) -> Book[Ship]:
    return Book({ship.id: ship for ship in board.ships.values() if not ship.sunk})


@record
class Board:
    """The whole position of a scenario as it is now."""

    options: Rulings = options_of(OPTIONS)
    sides: Book[tuple[str, ...]] = said(
        MapOf(Id(), ListOf(NATION, 0, 20), 2, 2, declares="sides"), "the two players and their nations", fixed=True
    )
    date: tuple[int, int | None] = said(Date(), "year and month", default=(1943, 12))
    weather: Weather = said(shape_of(Weather), "the weather of the turn", default=Weather())
    first_player: str = said(Ref("sides"), "who goes first; if left out, the players roll", default="", passing=RESET)
    previous_first_player: str = said(
        Ref("sides"), "who went first last turn", default="", passing=becomes(lambda board, _: board.went_first)
    )
    play: tuple[str, ...] = said(
        ListOf(Text(max_length=80), 1, 60),
        "the phases to play in order, such as axis.movement; if left out, the whole turn",
        default=(),
        passing=RESET,
    )
    facility_codes: tuple[str, ...] = said(
        ListOf(Text(max_length=8), 2, 12),
        "facility results, worst first; if left out, NE, AB, 1, 2",
        default=("NE", "AB", "1", "2"),
        fixed=True,
    )
    hip_shoot: tuple[str, ...] = said(ListOf(NATION, 0, 20), "the nations that may hip shoot", default=(), fixed=True)
    hexes: Book[Hex] = said(map_of(Id(), Hex, declares="hexes"), "places on the map that matter, other than bases", default=Book())
    bases: Book[Base] = said(map_of(Id(), Base, declares="bases"), "air bases, air strips and carriers", default=Book())
    ships: Book[Ship] = said(
        map_of(Id(), Ship, declares="ships"), "ships other than carriers", default=Book(), passing=becomes(afloat)
    )
    artillery: Book[Artillery] = said(
        map_of(Id(), Artillery, declares="artillery"), "artillery units that can barrage (4.3)", default=Book()
    )
    grid: Any = said_as(DISTANCES["grid"], fixed=True)
    distances: Book[Book[int]] = said_as(DISTANCES["distances"], default=Book(), fixed=True)
    unlisted_distances: str = said_as(DISTANCES["unlisted-distances"], fixed=True)
    rail_interdiction: Book[tuple[str, ...]] = said(
        MapOf(PLACE, ListOf(Ref("sides"), 1, 2)),
        "hexes with rail interdiction markers, and the sides that placed them",
        default=Book(),
    )
    units: Book[Unit] = said(
        list_of(Unit, 0, 200, "units"), "the air units of both sides", default=Book(), passing=becomes(survivors)
    )
    missions: Book[Mission] = said(
        list_of(Mission, 0, 200, "missions"), "what is flown, and which bases are captured", default=Book(), passing=RESET
    )
    orders: str = said(
        OneOf((ASK, PREPARED)),
        "whether to ask players for missions beyond those listed; if left out, only in a whole turn or if none are listed",
        default="",
        passing=RESET,
    )
    loads: Book[Load] = said(
        list_of(Load, 0, 100), "loads whose transportation equivalents are worked out", default=Book(), passing=RESET
    )
    marches: Book[March] = said(
        list_of(March, 0, 100), "marches whose cost under interdiction is worked out", default=Book(), passing=RESET
    )
    stacks: Book[tuple[str, ...]] = said(
        MapOf(Id(), ListOf(OneOf(STACKED), 1, 40)), "stacks of counters to be put in order", default=Book(), passing=RESET
    )
    barraged: tuple[str, ...] = inside(default=())  # hexes and ships barraged in this phase
    worked: tuple[str, ...] = inside(default=())  # what engineers have built or torn down in this phase
    went_first: str = inside(default="")
    sunk_carriers: tuple[Base, ...] = inside(default=())  # in this turn
    others_based: Book[int] = inside(default=Book())  # in a fight, which knows only its own planes: how many others each base has
    places: Places = worked_out(default=Places())  # names and distances

    def __hash__(self) -> int:
        """Of what changes most."""
        return hash((self.units, self.bases, self.hexes, self.barraged))

    @property
    def rulings(self) -> Rulings:
        return self.options

    @property
    def players(self) -> tuple[str, str]:
        one, other = self.sides
        return one, other

    def enemy_of(self, side: str) -> str:
        one, other = self.players
        return other if side == one else one

    @property
    def month(self) -> tuple[int, int]:
        """Year and month; a year without a month means the whole year."""
        return self.date[0], self.date[1] or 12

    @property
    def asks_orders(self) -> bool:
        """Whether the players order missions at the table: as the scenario says, or if it plays a whole turn or prepares none."""
        return self.orders == ASK if self.orders else not self.play or not self.missions

    def distance(self, here: str, there: str) -> int | None:
        """Hexes between two places, or None if the scenario does not give them."""
        return self.places.distance(here, there)

    def name(self, place: str) -> str:
        return self.places.name(place)

    @rule("R43", "R36")
    def nation_of(self, unit_id: str) -> str:
        """The nation of a unit: its own, or that of a side with just one."""
        unit = self.units[unit_id]
        nations = self.sides[unit.side]
        return unit.nation or (nations[0] if len(nations) == 1 else "")

    # what is where

    def unit(self, unit_id: str) -> Unit:
        return self.units[unit_id]

    def values(self, unit_id: str) -> Values:
        """The values on the side of the counter that is face up."""
        return self.units[unit_id].values

    def hex(self, place: str) -> Hex:
        """A place, with or without an air base."""
        return self.bases.get(place) or self.hexes[place]

    @property
    def all_places(self) -> Iterator[str]:
        """Every hex and every base."""
        yield from self.hexes
        yield from self.bases

    def base(self, place: str) -> Base | None:
        return self.bases.get(place)

    def base_kind(self, place: str) -> str:
        """The kind of the air base in a hex; empty if there is none."""
        base = self.bases.get(place)
        return base.kind if base else ""

    def port(self, place: str) -> Port | None:
        return self.hex(place).port

    @rule("R5", "R53")
    def dumps(self, side: str) -> dict[str, int]:
        """The supply of a side, by place. Supply in a hex belongs to the only side there; otherwise it may be anybody's."""
        places = (self.hex(place) for place in self.all_places)
        return {place.id: place.supply for place in places if place.supply and (side in place.held_by or len(place.held_by) != 1)}

    def ship(self, ship_id: str) -> Vessel | None:
        """A ship or a carrier."""
        carrier = self.bases.get(ship_id)
        return self.ships.get(ship_id) or (carrier if carrier and carrier.carrier else None)

    @property
    @rule("R53", "R54")
    def guns(self) -> dict[str, Gun]:
        """Artillery units, and the ships that have guns."""
        return {**self.artillery, **{ship.id: ship for ship in self.ships.values() if ship.barrage}}

    @property
    def markers(self) -> tuple[Marker, ...]:
        return tuple(Marker(place, side) for place, sides in self.rail_interdiction.items() for side in sides)

    @rule("R52")
    def ships_at(self, place: str, side: str) -> list[Ship]:
        """The ships of a side that are afloat in a hex."""
        return [ship for ship in self.ships.values() if ship.at == place and ship.side == side and not ship.sunk]

    @rule("R8", "R16")
    def active_at(self, place: str, side: str) -> tuple[str, ...]:
        """The active units of a side in a hex, at a base there or over it; inactive ones do not count."""
        return tuple(unit.id for unit in self.units.values() if unit.side == side and unit.place == place and unit.active)

    @rule("R31", "R37")
    def based_at(self, place: str) -> tuple[str, ...]:
        """The units at a base, active and inactive; units in the air over it are not at the base."""
        return tuple(unit.id for unit in self.units.values() if unit.at == place and unit.based)

    def number_based(self, place: str) -> int:
        """How many units are at a base, including those that a fight does not know."""
        return len(self.based_at(place)) + self.others_based.get(place, 0)

    def over(self, place: str, side: str) -> tuple[str, ...]:
        """The units of a side in the air over a hex."""
        return tuple(unit.id for unit in self.units.values() if unit.over == place and unit.side == side)

    def steps_lost(self, side: str) -> int:
        return sum(unit.had - unit.steps for unit in self.units.values() if unit.side == side)

    def only(self, units: Iterable[str]) -> Board:
        """The board reduced to these units and the bases. A fight depends on nothing else."""
        wanted = set(units)
        part = Book({unit.id: unit for unit in self.units.values() if unit.id in wanted})
        others: dict[str, int] = {}
        for unit in self.units.values():
            if unit.id not in wanted and unit.based:
                others[unit.at] = others.get(unit.at, 0) + 1
        none: Book[Any] = Book()
        return replace(
            self, units=part, others_based=Book(others), hexes=none, ships=none, artillery=none, missions=none,
            rail_interdiction=none, barraged=(), worked=(), loads=none, marches=none,
        )  # fmt: skip

    # the board after a change

    def with_units(self, *after: Unit) -> Board:
        return replace(self, units=self.units.updated({unit.id: unit for unit in after}))

    def with_base(self, after: Base) -> Board:
        return replace(self, bases=self.bases.having(after.id, after))

    def with_built(self, base: Base) -> Board:
        """The board with a new base, which is no longer just a hex."""
        return replace(self, hexes=self.hexes.without(base.id), bases=self.bases.having(base.id, base))

    @rule("R52")
    def with_hex_of(self, carrier: Base) -> Board:
        """The board after a carrier has gone down: what is left is a sea hex, with perhaps planes over it."""
        sea = Hex(id=carrier.id, name=carrier.name, hex=carrier.hex, terrain=SEA)
        return replace(
            self,
            bases=self.bases.without(carrier.id),
            hexes=self.hexes.having(carrier.id, sea),
            sunk_carriers=(*self.sunk_carriers, carrier),
        )

    def with_hex(self, after: Hex) -> Board:
        """The board with a changed hex or base; a port belongs to the only side with combat units there (R55)."""
        if after.port and len(after.combat_units) == 1:
            after = replace(after, port=replace(after.port, side=after.combat_units[0]))
        if isinstance(after, Base):
            return self.with_base(after)
        return replace(self, hexes=self.hexes.having(after.id, after))

    def with_port(self, place: str, port: Port) -> Board:
        after = replace(self.hex(place), port=port)
        if isinstance(after, Base):
            return self.with_base(after)
        return replace(self, hexes=self.hexes.having(place, after))

    def with_ship(self, after: Vessel) -> Board:
        if isinstance(after, Base):
            return self.with_base(after)
        return replace(self, ships=self.ships.having(after.id, after))

    def with_guns(self, guns: Iterable[Gun]) -> Board:
        found = list(guns)
        if not found:
            return self
        artillery = {gun.id: gun for gun in found if isinstance(gun, Artillery)}
        ships = {gun.id: gun for gun in found if isinstance(gun, Ship)}
        return replace(self, artillery=self.artillery.updated(artillery), ships=self.ships.updated(ships))

    def with_barraged(self, target: str) -> Board:
        return replace(self, barraged=(*self.barraged, target))

    @rule("R51")
    def with_marker(self, marker: Marker) -> Board:
        """The board with a rail interdiction marker; a hex never holds two of one side."""
        there = self.rail_interdiction.get(marker.place, ())
        if marker.side in there:
            return self
        return replace(self, rail_interdiction=self.rail_interdiction.having(marker.place, (*there, marker.side)))

    @rule("R34", "R44a", "R33")
    def at_phase_start(self) -> Board:
        """The board at the start of a phase: nothing barraged, flown, fired or unloaded yet; hexes belong to whoever is there."""
        units = {unit.id: replace(unit, tasked=False) for unit in self.units.values() if unit.tasked}
        hexes = {place.id: replace(place, before=place.now) for place in self.hexes.values() if place.before != place.now}
        bases = {
            base.id: replace(base, before=base.now, unloaded=Fraction(0))
            for base in self.bases.values()
            if base.before != base.now or base.unloaded
        }
        guns: tuple[Gun, ...] = (*self.artillery.values(), *self.ships.values())
        board = self.with_guns(replace(gun, fired=False) for gun in guns if gun.fired)
        if not (units or hexes or bases or self.barraged or self.worked):
            return board
        return replace(
            board,
            units=board.units.updated(units),
            hexes=board.hexes.updated(hexes),
            bases=board.bases.updated(bases),
            barraged=(),
            worked=(),
        )

    @rule("R54")
    def at_turn_start(self) -> Board:
        """The board at the start of a game turn: no ship has fired at land yet."""
        return self.with_guns(replace(gun, bombarded=False) for gun in self.guns.values() if gun.bombarded)


def begun(board: Board) -> Board:
    """The position at the start of its turn, with everything that follows from the scenario filled in."""
    board = replace(board, options=Rulings(OPTIONS, board.options.values), places=places_of(board))
    carriers = {base.id for base in board.bases.values() if base.carrier}
    units = {unit.id: unit_begun(board, unit, carriers) for unit in board.units.values()}
    hexes, bases = (Book({one.id: hex_begun(one) for one in book.values()}) for book in (board.hexes, board.bases))
    ships = Book({ship.id: ship_begun(ship) for ship in board.ships.values()})
    return replace(board, units=Book(units), hexes=hexes, bases=bases, ships=ships)


@rule("R8")
def unit_begun(board: Board, unit: Unit, carriers: set[str]) -> Unit:
    """A unit that begins on a carrier can land on carriers; one over a hex has flown there from its base."""
    flown = unit.flown
    if unit.over and flown is None:
        flown = board.distance(unit.at, unit.over) or 0
    duty = (unit.duty or Duty.STRIKE) if unit.over else ""
    aboard = unit.carrier_plane or unit.at in carriers
    return replace(unit, had=unit.steps, flown=flown, duty=duty, carrier_plane=aboard)


@rule("R44a")
def hex_begun(place: Any) -> Any:
    """`occupied-by` says who was there when the phase began, if not those with combat units."""
    before = place.combat_units if place.occupied_by is None else place.occupied_by
    more = {"level": 0} if isinstance(place, Base) and place.kind != BaseKind.BASE else {}
    place = ship_begun(place) if isinstance(place, Base) else place
    return replace(place, before=before, now=tuple(dict.fromkeys((*before, *place.combat_units))), **more)


def places_of(board: Board) -> Places:
    """The names of places, and the distances that the scenario gives."""
    places = [*board.hexes.values(), *board.bases.values()]
    return places_among(places, board.distances, grid_of(board.grid), board.unlisted_distances == "far")


# segments of phases

MOVEMENT, BARRAGE_SEGMENT, COMBAT = "movement", "barrage", "combat"
