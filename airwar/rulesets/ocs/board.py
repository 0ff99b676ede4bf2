"""Places on the map: hexes, air bases and ships, and what can change about them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import NamedTuple

from airwar.rulesets.kit import count, listed, rule, title_of
from airwar.rulesets.kit.places import Places
from airwar.rulesets.ocs.rulings import Rulings
from airwar.rulesets.ocs.units import (
    AT_BASE,
    ELIMINATED,
    ELSEWHERE,
    EXPECTED,
    INACTIVE,
    NON_PHASING,
    PHASING,
    Air,
    Counter,
    Side,
    values,
)

# Places on the map: hexes, air bases and ships, and what can change about them


BASE, STRIP, CARRIER = "base", "strip", "carrier"
SINKS = 2  # hits that sink a ship
MOST_HITS = 4  # on a port


@dataclass(frozen=True, eq=False)
class Terrain:
    """The ground in a hex."""

    kind: str = "open"
    closeness: str = ""  # close, very-close or extremely-close, for the barrage table of 4.3
    village: bool = False
    airfield: bool = False  # other than an air base of the scenario


class Ground(NamedTuple):
    """The ground units in and next to a hex."""

    place: str = ""
    before: tuple[str, ...] = ()  # sides with any unit there when the phase began
    now: tuple[str, ...] = ()  # sides with any unit there now
    combat: tuple[str, ...] = ()  # sides with combat units there
    spotters: tuple[str, ...] = ()  # sides with a combat unit next to it
    res: Fraction = Fraction(1)
    hedgehog: int = 0
    hq: bool = False
    flak: int = 0
    strat_mode: bool = False


@dataclass(frozen=True, eq=False)
class Harbor:
    """What never changes about a port: what it handles in T, and after one to four hits if its own damage track says so."""

    capacity: int
    track: tuple[int, ...] = ()


@dataclass(frozen=True, eq=False)
class Place:
    """A hex that matters to air units, with or without an air base in it."""

    terrain: Terrain = field(default_factory=Terrain)
    ground: Ground = field(default_factory=Ground)  # when the scenario begins
    planes: int | None = None  # that a carrier holds; any number if the scenario does not say
    harbor: Harbor | None = None
    enemy_zoc: bool = False  # in a zone of control of its owner's enemy that nothing negates


@dataclass(frozen=True, eq=False)
class Ship:
    """A ship that can be attacked. A carrier is an air base as well, under the same id, and its hex moves with it."""

    id: str
    name: str
    side: str
    at: str
    protection: int = 1
    flak: int = 0
    carrier: bool = False


class Airfield(NamedTuple):
    """What changes about an air base: its owner, level, supply, gliders and kind, and what it has unloaded."""

    id: str
    side: str
    level: int
    supply: int
    gliders: int = 0
    kind: str = BASE  # base, strip or carrier
    unloaded: Fraction = Fraction(0)  # T from aircraft in this phase


class Hull(NamedTuple):
    """What changes about a ship: its hits, and whether it is DG."""

    id: str
    hits: int = 0
    dg: bool = False


class Port(NamedTuple):
    """What changes about a port: its owner and its hits."""

    place: str
    side: str
    hits: int = 0


class Marker(NamedTuple):
    """A rail interdiction marker: where it is, and who placed it."""

    place: str
    side: str


# Guns: artillery units and the guns of ships (R53, R54), and what can change about them


AIR, ARTILLERY, NAVAL = "air", "artillery", "ships"  # arms; a barrage is fired by one of them


@dataclass(frozen=True, eq=False)
class Battery:
    """An artillery unit as printed, or the guns of a ship."""

    id: str
    name: str
    side: str
    at: str
    arm: str
    barrage: Fraction
    range: int  # in hexes
    coastal: bool = False  # coastal artillery, which can fire at ships


class Gun(NamedTuple):
    """What changes about a battery: whether it is DG, and when it has fired."""

    id: str
    dg: bool = False
    fired: bool = False  # in this phase
    bombarded: bool = False  # it has fired at a land target in this game turn


# What a scenario fixes for the whole turn: the sides, the map, the counters, the weather, and the missions it orders


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


# The board: where the air units are, and the state of the bases, ships and markers


@dataclass(frozen=True)
class Board:
    """Everything that can change on the map."""

    setting: Setting = field(hash=False, repr=False)
    units: tuple[Air, ...]
    bases: tuple[Airfield, ...] = ()
    hulls: tuple[Hull, ...] = ()
    barraged: tuple[str, ...] = ()  # hexes and ships barraged in this phase
    markers: tuple[Marker, ...] = ()
    ground: tuple[Ground, ...] = ()  # hexes that are no longer as they were set up
    guns: tuple[Gun, ...] = ()
    ports: tuple[Port, ...] = ()
    worked: tuple[str, ...] = ()  # what engineers have built or torn down in this phase

    @property
    def rulings(self) -> Rulings:
        return self.setting.rulings

    def unit(self, unit_id: str) -> Air:
        return next(unit for unit in self.units if unit.id == unit_id)

    def counter(self, unit_id: str) -> Counter:
        return self.setting.counters[unit_id]

    def values(self, unit_id: str) -> Side:
        """The values on the side of the counter that is face up."""
        return values(self.counter(unit_id), self.unit(unit_id).steps)

    def base(self, place: str) -> Airfield | None:
        return next((base for base in self.bases if base.id == place), None)

    def base_kind(self, place: str) -> str:
        """The kind of the air base in a hex, or nothing."""
        base = self.base(place)
        return base.kind if base else ""

    def port(self, place: str) -> Port | None:
        return next((port for port in self.ports if port.place == place), None)

    def hull(self, ship_id: str) -> Hull | None:
        return next((hull for hull in self.hulls if hull.id == ship_id), None)

    @rule("R52")
    def ships_at(self, place: str, side: str) -> list[Ship]:
        """The ships of a side that are afloat in a hex."""
        afloat = (self.setting.ships[hull.id] for hull in self.hulls if hull.hits < SINKS)
        return [ship for ship in afloat if ship.at == place and ship.side == side]

    @rule("R44a", "R44c")
    def ground_at(self, place: str) -> Ground:
        """The ground units in a hex: as set up, until something changes them."""
        changed = next((ground for ground in self.ground if ground.place == place), None)
        return changed or self.setting.hexes[place].ground

    @rule("R8", "R16")
    def active_at(self, place: str, side: str) -> tuple[str, ...]:
        """The active units of a side in a hex, at a base there or over it; inactive ones do not count."""
        there = (unit for unit in self.units if unit.active and unit.place == place)
        return tuple(unit.id for unit in there if self.counter(unit.id).side == side)

    @rule("R31", "R37")
    def based_at(self, place: str) -> tuple[str, ...]:
        """The units at a base, active and inactive; units in the air over it are not at the base."""
        return tuple(unit.id for unit in self.units if unit.place == place and unit.status in (AT_BASE, INACTIVE))

    def over(self, place: str, side: str) -> tuple[str, ...]:
        """The units of a side in the air over a hex."""
        there = (unit for unit in self.units if unit.status == ELSEWHERE and unit.place == place)
        return tuple(unit.id for unit in there if self.counter(unit.id).side == side)

    def only(self, units: Iterable[str]) -> Board:
        """The board as these units see it: themselves and the bases. A fight depends on nothing else."""
        wanted = set(units)
        return Board(self.setting, tuple(unit for unit in self.units if unit.id in wanted), self.bases)

    def with_units(self, *changed: Air) -> Board:
        new = {unit.id: unit for unit in changed}
        return replace(self, units=tuple(new.get(unit.id, unit) for unit in self.units))

    def with_base(self, changed: Airfield) -> Board:
        return replace(self, bases=tuple(changed if base.id == changed.id else base for base in self.bases))

    def with_ground(self, changed: Ground) -> Board:
        board = replace(self, ground=(*(ground for ground in self.ground if ground.place != changed.place), changed))
        return board.with_port_of(changed)

    @rule("R55")
    def with_port_of(self, ground: Ground) -> Board:
        """A port belongs to the side whose combat units alone are in its hex."""
        port = self.port(ground.place)
        if port is None or len(ground.combat) != 1:
            return self
        return self.with_port(port._replace(side=ground.combat[0]))

    def with_port(self, changed: Port) -> Board:
        return replace(self, ports=tuple(changed if port.place == changed.place else port for port in self.ports))

    def with_hull(self, changed: Hull) -> Board:
        return replace(self, hulls=tuple(changed if hull.id == changed.id else hull for hull in self.hulls))

    def with_barraged(self, target: str) -> Board:
        return replace(self, barraged=(*self.barraged, target))

    @rule("R51")
    def with_marker(self, marker: Marker) -> Board:
        """The board with a rail interdiction marker; a hex never holds two of one side."""
        return self if marker in self.markers else replace(self, markers=(*self.markers, marker))

    @rule("R34", "R44a", "R33")
    def at_phase_start(self) -> Board:
        """A new phase: nothing has been barraged, flown, fired or unloaded in it, and hexes belong to those who are there now."""
        units = tuple(unit._replace(tasked=False) if unit.tasked else unit for unit in self.units)
        bases = tuple(base._replace(unloaded=Fraction(0)) if base.unloaded else base for base in self.bases)
        ground = tuple(ground._replace(before=ground.now) for ground in self.ground)
        guns = tuple(gun._replace(fired=False) for gun in self.guns)
        return replace(self, units=units, bases=bases, barraged=(), worked=(), ground=ground, guns=guns)

    @rule("R54")
    def at_turn_start(self) -> Board:
        """A new game turn: no ship has fired at land in it."""
        return replace(self, guns=tuple(gun._replace(bombarded=False) for gun in self.guns))

    def steps_lost(self, side: str) -> int:
        counters = ((unit, self.counter(unit.id)) for unit in self.units)
        return sum(counter.starting_steps - unit.steps for unit, counter in counters if counter.side == side)


@rule("R8")
def on_the_map(units: Iterable[Air]) -> list[Air]:
    """The units that have arrived and have not been eliminated."""
    return [unit for unit in units if unit.status not in (ELIMINATED, EXPECTED)]


# A segment of the sequence of play under way


MOVEMENT, BARRAGE_SEGMENT, COMBAT = "movement", "barrage", "combat"  # segments


class Act(NamedTuple):
    """What a segment does of a mission: fly it, resolve its strike, or capture a base."""

    part: str
    mission: Mission


@dataclass(frozen=True)
class Segment:
    """A segment under way: what is still to be done (what is being done first), what was ordered in it, and the results so far."""

    board: Board
    stage: Stage
    name: str = ""  # empty if the phase is not divided into segments
    acts: tuple[Act, ...] = ()
    orders: tuple[Mission, ...] = ()  # missions that were ordered at the table
    asked: int = 0  # orders and events that the player has given in it
    results: tuple[tuple[str, str], ...] = ()  # mission and result

    @property
    def side(self) -> str:
        """The side that acts."""
        return self.stage.side

    @property
    def scope(self) -> str:
        """What its orders are called, such as axis-movement or axis-movement-barrage."""
        named = f"-{self.name}" if self.name not in ("", MOVEMENT) else ""
        return f"{self.stage.side}-{self.stage.phase}{named}"

    def on(self, board: Board) -> Segment:
        return replace(self, board=board)

    def with_order(self, part: str, mission: Mission) -> Segment:
        """A mission is ordered, and carried out next."""
        return replace(self, acts=(Act(part, mission), *self.acts), orders=(*self.orders, mission))


# What a mission or a capture returns, and the results that have fixed names


DRIVEN_OFF, STOPPED_BY_FLAK = "driven off", "stopped by flak"
NO_BARRAGE, NO_EFFECT, RAIL_CUT = "no barrage", "no effect", "rail line cut"
INTERDICTED, ON_STATION, SWEPT, TRANSFERRED = "interdicted", "on station", "swept", "transferred"
NOT_CAPTURED, NOT_BUILT = "not captured", "not built"


class Outcome(NamedTuple):
    """The board after a mission, and its result; the result is empty if the mission is not over yet."""

    board: Board
    result: str = ""


# An air unit in words: its values as printed, and its status


def unit_label(board: Board, unit_id: str) -> str:
    """A unit as an option: its type and the values that are face up."""
    values = board.values(unit_id)
    carries = f", {values.capacity}T" if values.capacity else ""
    return f"{board.counter(unit_id).label}, rating {rating_of(board, unit_id)}, barrage {values.barrage}{carries}"


def rating_of(board: Board, unit_id: str) -> str:
    """Its rating, in parentheses if it is printed so."""
    rating = board.values(unit_id).rating
    return f"({rating})" if board.counter(unit_id).parenthesized else str(rating)


def status(unit: Air) -> str:
    """In few words, because seven columns must fit 80 characters; full strength goes without saying."""
    words = ["active" if unit.active else unit.status, "spent" if unit.spent else unit.duty, "reduced" if unit.steps == 1 else ""]
    return ", ".join(word for word in words if word)


# Air units, bases and targets in the sentence above a question


MOST_PLANES = 4  # that a sentence names on one side
VERBS = {
    "barrage": "barrages the units at", "base-attack": "attacks the air base at", "port-attack": "attacks the port of",
    "trainbust": "attacks the rail line at", "ship-attack": "attacks", "hip-shoot": "hip shoots at", "gunfire": "fires at",
    "interdict": "interdicts", "station": "waits over", "sweep": "sweeps", "drop": "drops on", "transport": "flies cargo to",
    "transfer": "moves to", "capture": "attacks", "build": "builds at", "reduce": "tears down at",
}  # fmt: skip


def planes(board: Board, units: Iterable[str]) -> str:
    """Air units by name, equal ones counted: `2 Spitfire V and Wellington`."""
    names = [board.counter(unit).name for unit in units]
    said = [name if names.count(name) == 1 else f"{names.count(name)} {name}" for name in dict.fromkeys(names)]
    return listed(said, MOST_PLANES) or "nothing"


def rated(board: Board, units: Iterable[str]) -> str:
    """Air units by name with their ratings, which decide a fight: `Bf 109F 3 and Ju 88 (2)`."""
    return listed((f"{board.counter(unit).name} {rating_of(board, unit)}" for unit in units), MOST_PLANES) or "nothing"


def ready(board: Board, side: str) -> str:
    """The active air units of a side at its bases, and how many are inactive."""
    own = [unit for unit in board.units if board.counter(unit.id).side == side]
    active = [unit.id for unit in own if unit.status == AT_BASE]
    inactive = sum(unit.status == INACTIVE for unit in own)
    more = f", {inactive} inactive" if inactive else ""
    return f"{title_of(side)}: {planes(board, active) if active else 'no air unit'} active at bases{more}"


def doing(board: Board, mission: Mission) -> str:
    """A mission in words: `Axis attacks the air base at Malta`."""
    ship = board.setting.ships.get(mission.ship)
    target = ship.name if ship else board.setting.name(mission.at)
    return f"{title_of(mission.side)} {VERBS[mission.kind]} {target}"


def defended(board: Board, mission: Mission) -> str:
    """What the enemy has at the target: units, planes, flak and a base; nothing if it has nothing."""
    enemy = board.setting.enemy_of(mission.side)
    ground, base, port = board.ground_at(mission.at), board.base(mission.at), board.port(mission.at)
    said = [f"{ground.res} RE"] * (enemy in ground.combat)
    if base and base.side == enemy and base.kind == "base":
        said.append(f"a base of level {base.level}")
    if port and port.side == enemy:
        said.append(f"a port with {count(port.hits, 'hit')}")
    based = [unit for unit in board.based_at(mission.at) if board.counter(unit).side == enemy]
    over = [unit for unit in board.active_at(mission.at, enemy) if unit not in based]
    said += [planes(board, (*based, *over))] * bool(based or over)
    return f" {title_of(enemy)} there: {', '.join(said)}." if said else ""


class Slot(NamedTuple):
    """A segment of a phase."""

    stage: Stage
    segment: str = ""


@dataclass(frozen=True)
class Turn:
    """A game turn under way."""

    board: Board
    agenda: tuple[Slot, ...] = ()  # the segments to be played, the present one first
    orders: tuple[Mission, ...] = ()  # missions that were ordered at the table
    results: tuple[tuple[str, str], ...] = ()  # mission and result
    begun: bool = False  # the first phase has begun as the scenario sets it up

    @property
    def setting(self) -> Setting:
        return self.board.setting
