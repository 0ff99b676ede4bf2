"""What a scenario fixes for the whole turn: the sides, the map, the counters, the weather, and the missions it orders."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from airwar.rulesets.kit.places import Places
from airwar.rulesets.ocs.board.guns import Battery
from airwar.rulesets.ocs.board.places import Place, Ship
from airwar.rulesets.ocs.rulings import Rulings
from airwar.rulesets.ocs.units.air import Counter
from airwar.rulesets.ocs.units.functions import NON_PHASING, PHASING

BARRAGE, BASE_ATTACK, PORT_ATTACK, TRAINBUST, SHIP_ATTACK, HIP_SHOOT, GUNFIRE = (
    "barrage", "base-attack", "port-attack", "trainbust", "ship-attack", "hip-shoot", "gunfire",
)  # fmt: skip
INTERDICT, STATION, SWEEP, DROP, TRANSPORT, TRANSFER, CAPTURE = (
    "interdict", "station", "sweep", "drop", "transport", "transfer", "capture",
)  # fmt: skip
BUILD, REDUCE = "build", "reduce"
WORKS = (BUILD, REDUCE)
KINDS = (
    BARRAGE, BASE_ATTACK, PORT_ATTACK, TRAINBUST, SHIP_ATTACK, HIP_SHOOT, GUNFIRE,
    INTERDICT, STATION, SWEEP, DROP, TRANSPORT, TRANSFER, CAPTURE, BUILD, REDUCE,
)  # fmt: skip
STRIKES = (BARRAGE, BASE_ATTACK, PORT_ATTACK, TRAINBUST, SHIP_ATTACK)  # resolved in a barrage segment
LIFTS = (DROP, TRANSPORT)
TO_OWN_BASES = (TRANSPORT, TRANSFER)

GLIDER, PARADROP = "glider", "paradrop"
REACTION = "reaction"  # the only phase in which the non-phasing player acts


class Stage(NamedTuple):
    """A phase, named for the side that acts in it: the reaction phase of the enemy's player turn is one's own."""

    side: str
    phase: str

    @property
    def role(self) -> str:
        """Whether the side that acts is phasing or non-phasing."""
        return NON_PHASING if self.phase == REACTION else PHASING


@dataclass(frozen=True)
class Cargo:
    """Something to be flown: a combat unit, or supply in T."""

    id: str
    supply: int = 0
    res: Fraction = Fraction(0)
    allowance: int = 0
    leg: bool = True
    para: bool = False  # a unit with the para symbol

    @property
    def is_unit(self) -> bool:
        return not self.supply


@dataclass(frozen=True)
class Lift:
    """What a drop or a transport carries, and how."""

    cargo: tuple[Cargo, ...] = ()
    method: str = PARADROP
    soviet: bool = False
    allied_eto: bool = False
    stays: bool = False  # the transports stay at their destination


@dataclass(frozen=True)
class Stated:
    """Results that the scenario states, where the players already know them."""

    flak: str = ""
    strike: str = ""


@dataclass(frozen=True)
class CapturedHow:
    """What modifies the rolls for the air units at a captured base."""

    advance: bool = False  # by advance after combat
    self_inflicted: bool = False


@dataclass(frozen=True)
class Mission:
    """What a side does in one phase: air units fly a mission, guns fire, or ground units capture an air base."""

    id: str
    stage: Stage
    kind: str
    at: str
    units: tuple[str, ...] = ()  # the units that fly; the player picks them if none are named
    advantage: str = ""  # the side that uses Advantage
    stated: Stated = field(default_factory=Stated)
    lift: Lift = field(default_factory=Lift)
    ship: str = ""
    captured: CapturedHow = field(default_factory=CapturedHow)
    target: str = ""  # what a hip shoot or gunfire is aimed at, or what is built, if it says so
    guns: tuple[str, ...] = ()  # the guns that fire; the player picks them if none are named

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
    def by_glider(self) -> bool:
        return self.lift.method == GLIDER


@dataclass(frozen=True, eq=False)
class Weather:
    """The weather of the game turn, and when it allows missions to be flown."""

    name: str = "clear"
    flight: str = "full"  # full, limited or none
    phases: tuple[str, ...] = ()  # where flight is limited


@dataclass(frozen=True, eq=False)
class Setting:
    """What does not change during the turn."""

    sides: tuple[str, str]
    rulings: Rulings
    hexes: Mapping[str, Place]
    places: Places  # names and distances
    counters: Mapping[str, Counter]
    nations: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # of each side
    missions: tuple[Mission, ...] = ()
    ships: Mapping[str, Ship] = field(default_factory=dict)
    batteries: Mapping[str, Battery] = field(default_factory=dict)
    date: tuple[int, int] = (1943, 12)
    weather: Weather = field(default_factory=Weather)
    first_player: str = ""  # rolled for if empty
    previous_first_player: str = ""
    play: tuple[Stage, ...] = ()  # the phases to play; the whole turn if empty
    new_turns: tuple[Stage, ...] = ()  # the phases among them that begin another game turn
    orders_asked: bool = False  # whether the players order missions beyond those that the scenario prepares
    facility_codes: tuple[str, ...] = ("NE", "AB", "1", "2")
    hip_shooters: tuple[str, ...] = ()  # nations
    worksheets: tuple[object, ...] = ()  # worked out before the turn begins

    @property
    def profile(self) -> str:
        return self.rulings.value("profile")

    def distance(self, here: str, there: str) -> int | None:
        """Hexes between two places, or None if the scenario does not give them."""
        return self.places.distance(here, there)

    def name(self, place: str) -> str:
        return self.places.name(place)

    def enemy_of(self, side: str) -> str:
        return self.sides[1] if side == self.sides[0] else self.sides[0]
