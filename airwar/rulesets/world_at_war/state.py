"""The state of a player turn: where the air units are, what is ordered, and what every chapter still has to do."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import field
from functools import reduce
from operator import xor
from typing import Any, NamedTuple, TypeVar

from airwar.engine.frozen import dataclass, follows_from, hashed_once, replace
from airwar.engine.rule import rule
from airwar.rulesets.kit import FAR, Book, Flag, Id, ListOf, MapOf, OneOf, Ref, Rulings, Text, Whole, inside, record, said, shape_of
from airwar.rulesets.world_at_war.air_combat import Contingent, combat_facts
from airwar.rulesets.world_at_war.options import DEFAULTS
from airwar.rulesets.world_at_war.setting import (
    A_UNIT,
    FORCE,
    NO_KAMIKAZES,
    Base,
    BombingRaid,
    Carrier,
    Kamikazes,
    Placement,
    Setting,
)
from airwar.rulesets.world_at_war.units import AirType, Force, Line, Sent, Unit


@record
class BaseChange:
    """An ordered change of base."""

    unit: str = said(A_UNIT, "the unit that changes base")
    to: str = said(Ref("bases"), "the new base")
    count: int | None = said(Whole(1, 200), "how many; all if left out", default=None)
    inverted: int | None = inside(default=None)  # how many of them are inverted; uninverted ones go first if this is not said

    @property
    def id(self) -> str:
        return f"{self.unit}@{self.to}"

    def number(self, unit: Unit) -> int:
        """How many of its unit there are to go."""
        return min(self.count or unit.number, unit.number)


@record
class Fall:
    """A base, or only its airbase, that is lost."""

    at: str = said(Ref("bases"), "the hex that enemy ground units capture, or that loses its airbase")
    phase: str = said(OneOf(("movement", "combat")), "at the end of which phase", default="movement")
    kind: str = said(OneOf(("hex", "airbase")), "the whole hex, or only its airbase, by isolation", default="hex")

    @property
    def id(self) -> str:
        return f"{self.at}/airbase" if self.kind == "airbase" else self.at


@record
class Sinking:
    """A fast carrier that is sunk."""

    carrier: str = said(Ref("carriers"), "the fast carrier")
    phase: str = said(OneOf(("movement", "combat")), "in which phase it is sunk", default="combat")
    patrol: int = said(Whole(0, 9), "how many of its squadrons are on combat air patrol and may land ashore", default=0)


Change = TypeVar("Change", bound=BaseChange)


class Basing(NamedTuple):
    """Bases and moves between them in a player turn."""

    moves: tuple[BaseChange, ...] = ()  # ordered and not yet made
    falls: tuple[Fall, ...] = ()  # still to come
    sinkings: tuple[Sinking, ...] = ()  # still to come
    placements: tuple[Placement, ...] = ()  # airbases still to be placed
    building: tuple[Unit, ...] = ()  # units that the construction phase brings
    constructed: tuple[str, ...] = ()  # naval air that the construction phase has brought
    supply_unknown: tuple[str, ...] = ()  # captured bases of which nobody has said how they are supplied
    placed: tuple[str, ...] = ()  # the powers that have placed airbases in this turn, once for each
    moved: tuple[str, ...] = ()  # units that have staged or redeployed in this phase
    staged: tuple[str, ...] = ()  # units that have staged in this turn
    fresh: tuple[tuple[str, str], ...] = ()  # airbases placed in this phase: the hex and the power (18.146)
    stranded: tuple[tuple[str, str, int], ...] = ()  # units in the air, the base they could not return to, and how many (18.25)
    held: tuple[tuple[str, int], ...] = ()  # how many inverted ones of a unit stay so through the enemy turn (18.72C, D)

    def ordered(self, kind: type[Change]) -> list[Change]:
        """The changes of base of a kind that are still to be made."""
        return [move for move in self.moves if isinstance(move, kind)]

    def without(self, moves: Collection[BaseChange]) -> Basing:
        """These changes of base are made, or given up."""
        return self._replace(moves=tuple(move for move in self.moves if not any(move is one for one in moves)))


NO_CHANGES = Basing()


# counterair


NAVAL_BASE = "naval-base"
SINGLE_ROUND = (NAVAL_BASE, "patrol", "naval-combat")  # 19.12: counterair of these kinds is one round


@record
class Raid:
    """An ordered counterair."""

    at: str = said(Ref("bases"), "the base that is attacked")
    with_: Book[int] = said(MapOf(A_UNIT, Whole(1, 200)), "the units that fly, and how many; asked if left out", default=Book())
    phase: str = said(OneOf(("movement", "combat")), "in which phase", default="movement")
    kind: str = said(
        OneOf(("counterair", *SINGLE_ROUND)),
        "naval-base, patrol and naval-combat are a single round; a patrol may attack from each hex it enters (19.12)",
        default="counterair",
    )
    number: int = inside(default=1)  # 2 if the base is attacked for the second time in the phase

    @property
    def force(self) -> Sent:
        """The units that fly."""
        return tuple(self.with_.items())

    def flown_by(self, force: Sent) -> Raid:
        """The counterair with these units."""
        return replace(self, with_=Book(dict(force)))


class Away(NamedTuple):
    """Attackers in the air until the end of the phase."""

    base: str  # where they fought
    unit: str
    number: int
    patrolling: bool = False  # aboard again before the patrol enters its next hex


class Counterairs(NamedTuple):
    """The counterair of a player turn."""

    raids: tuple[Raid, ...] = ()  # prepared by the scenario and not yet announced
    announced: tuple[Raid, ...] = ()  # and not yet fought
    over: bool = False  # nothing more is announced in this phase
    tried: tuple[str, ...] = ()  # bases announced in this phase
    counteraired: tuple[str, ...] = ()  # those of them that somebody has flown to
    away: tuple[Away, ...] = ()  # attackers in the air


NO_COUNTERAIR = Counterairs()


# air transports


PARTS = {"supply": "air-supply", "transport": "air-transport", "airdrop": "airdrops", "hump": "hump"}


GROUND_UNITS = ("infantry", "armor", "airborne", "specialized", "replacement", "partisan", "other")


@record
class Cargo:
    """A ground unit that is carried or supplied."""

    id: str = said(Id(), "the ground unit")
    type: str = said(OneOf(GROUND_UNITS), "what sort of ground unit", default="infantry")
    nation: str | None = said(Text(max_length=30, pattern="[a-z][a-z-]*"), "for the movement cost in jungle", default=None)
    factors: int = said(Whole(1, 6), "combat factors", default=1)
    movement: int | None = said(Whole(0, 9), "movement factors it has left for embarking and debarking", default=None)
    supplied: bool = said(Flag(), "whether it is in supply", default=True)
    moved_by: tuple[str, ...] | None = said(
        ListOf(OneOf(("air", "sea"))), "how it was already carried in this phase or turn", default=None
    )


PHASES = {  # of each activity, the usual one first
    "supply": ("movement",),
    "transport": ("movement", "redeployment"),
    "airdrop": ("combat", "exploitation"),
    "hump": ("movement", "combat"),
}


@record
class Flight:
    """An air transport activity: all transports that fly one route for one purpose."""

    kind: str = said(OneOf(tuple(PHASES)), "what the transports do")
    phase: str = said(OneOf(("movement", "combat", "exploitation", "redeployment")), "the usual one if left out", default="")
    from_: str = said(Ref("bases"), "the base of origin or embarkation")
    to: str = said(Ref("bases"), "the hex of the activity")
    over: tuple[str, ...] = said(
        ListOf(Ref("bases"), maximum=20), "other hexes of the route in which it may be intercepted", default=()
    )
    with_: Book[int] = said(MapOf(A_UNIT, Whole(1, 50)), "the air transports that fly, and how many of each")
    carrying: tuple[Cargo, ...] = said(
        ListOf(shape_of(Cargo), 0, 50), "the ground units carried or supplied, one for each factor", default=()
    )
    enemy_zoc: bool = said(Flag(), "the base of embarkation is in an enemy zone of control", default=False)
    terrain: str = said(OneOf(("clear", "rough", "jungle")), "at the base of debarkation", default="clear")
    several: bool = inside(default=False)  # others fly to the same hex for the same purpose
    nth: int = inside(default=1)  # its number among those that also fly from the same base
    order: int = inside(default=0)  # the number of the order at the table; 0 if the scenario prepares it

    @property
    def force(self) -> Sent:
        """The transports that fly."""
        return tuple(self.with_.items())

    @property
    def route(self) -> tuple[str, ...]:
        """Every hex where it can be intercepted, both ends included."""
        return tuple(dict.fromkeys((self.from_, *self.over, self.to)))

    @property
    def id(self) -> str:
        number, origin = f"-{self.order}" if self.order else "", f"-{self.from_}" if self.several else ""
        again = f"-{self.nth}" if self.nth > 1 else ""
        return f"{self.to}-{self.kind}{number}{origin}{again}"

    @property
    def part(self) -> str:
        """The entry of the sequence of play in which it is flown."""
        name = PARTS[self.kind]
        return f"combat.exploitation-{name}" if self.phase == "exploitation" else f"{self.phase}.{name}"

    @property
    def factors(self) -> int:
        """How many air transport factors fly."""
        return sum(self.with_.values())


def numbered(flights: tuple[Flight, ...]) -> tuple[Flight, ...]:
    """If several activities fly to one hex, their ids name the base too, and count those from the same base."""
    goals = [(flight.to, flight.kind, flight.phase, flight.order) for flight in flights]
    routes = [(goal, flight.from_) for flight, goal in zip(flights, goals, strict=True)]
    return tuple(
        replace(flight, several=goals.count(goal) > 1, nth=routes[: at + 1].count(routes[at]))
        for at, (flight, goal) in enumerate(zip(flights, goals, strict=True))
    )


class Toll(NamedTuple):
    """What an attack did to the transports, in factors."""

    eliminated: Sent = ()
    aborted: Sent = ()


NO_TOLL = Toll()


# ground attacks


MOST_DEFENDERS = 30  # factors with one multiplier


@record
class Defenders:
    """Defending ground factors that share a defense multiplier."""

    factors: int = said(Whole(1, MOST_DEFENDERS), "ground factors")
    dm: int = said(Whole(1, 6), "defense multiplier", default=1)
    partisans: bool = said(Flag(), "they are partisans; no air unit supports them", default=False)

    @property
    def name(self) -> str:
        return "partisans" if self.partisans else "ground"


class Battle(NamedTuple):
    """A ground attack: the ground forces, and the air units that fly for either side."""

    hexes: tuple[str, ...]
    kind: str  # overrun, regular or exploitation
    invasion: bool
    winter: int  # the winter result in the attacked hex
    planned: int  # attacking ground factors that the attacker plans with
    attackers: int  # those that are really there
    dropping: int  # airborne factors that are still to come
    defenders: tuple[Defenders, ...]
    cve: int = 0
    fleets: int = 0  # fleet factors of shore bombardment
    ordered: Sent | None = None  # ground support that the scenario orders; None to ask
    result: str = ""  # the ground result, when the scenario states it
    invading: int = 0  # ground factors that came ashore, which limit escort carriers
    name: str = ""  # of the attacked hex
    rulings: Rulings = DEFAULTS
    support: Sent = ()  # ground support in the air
    cover: Sent = ()  # defensive air support and its jets in the air, not used yet
    deferred: Sent = ()  # defensive air support that came late, against low odds
    used: Sent = ()  # defensive air support that takes part in the ground combat
    types: tuple[tuple[str, AirType], ...] = ()  # what the air units that fly here are
    known: bool = True  # the forces are stated; until then nobody attacks the hex, but air units may cover it
    landing_stated: bool = False  # the scenario says how many of an invasion get ashore
    airborne: int = 0  # attacking ground factors that were dropped
    dropped_on: tuple[str, ...] = ()  # the hexes that they were dropped on

    @property
    def hex(self) -> str:
        return self.hexes[0]

    @property
    def id(self) -> str:
        return self.hexes[0] if self.kind == "regular" else f"{self.hexes[0]}-{self.kind}"

    @property
    def defending(self) -> int:
        """The defending ground factors that are left."""
        return sum(group.factors for group in self.defenders)

    def force(self, sent: Sent) -> Force:
        """Air units that fly here as lines of a force."""
        types = dict(self.types)
        return tuple(Line(unit, types[unit], (number,)) for unit, number in sent)

    def joined_by(self, force: Force) -> Battle:
        """The battle, which now knows the types of these units."""
        return self._replace(types=tuple({**dict(self.types), **{line.unit: line.air_type for line in force}}.items()))


class GroundOutcome(NamedTuple):
    """A ground combat that is over: what is left on both sides, and its last round."""

    battle: Battle
    last_round: int


class Interception(NamedTuple):
    """Air combat over a battlefield."""

    at: str
    attackers: Force  # the interceptors
    defenders: Force  # the defensive air support
    came: Force  # the interceptors as they came
    cover: Force  # the defensive air support as it came
    reserves: Force  # interceptors that may still join
    rulings: Rulings
    joined: Sent = ()  # interceptors that came after the first round

    def facts(self, side: str) -> dict[str, int]:
        """What a policy may ask about, seen from one side."""
        return combat_facts(side, Contingent(self.attackers, self.came), Contingent(self.defenders, self.cover))


class Intercepted(NamedTuple):
    """How an interception ended: what is left of both sides, and whether the defensive air support has turned back."""

    attackers: Force
    defenders: Force
    came: Force
    cover: Force
    joined: Sent
    turned_back: bool
    last_round: int


def outcome(fight: Interception, last_round: int, *, turned_back: bool = False) -> Intercepted:
    return Intercepted(fight.attackers, fight.defenders, fight.came, fight.cover, fight.joined, turned_back, last_round)


MOST_SURROUNDINGS = 1_000  # to remember; no turn has more


# what follows from the units, bases and carriers of a turn


def order_of_units(units: tuple[Unit, ...]) -> dict[str, int]:
    """The place of each unit among all units, by its id."""
    return {unit.id: at for at, unit in enumerate(units)}


def hash_of_units(units: tuple[Unit, ...]) -> int:
    """A hash that follows from those of the units, so that it is easily kept when one of them changes."""
    return reduce(xor, map(hash, units), 0)


def units_of_the_attacker(setting: Setting, units: tuple[Unit, ...]) -> tuple[Unit, ...]:
    attacker = setting.attacker
    return tuple([unit for unit in units if unit.side == attacker])


def units_of_the_defender(setting: Setting, units: tuple[Unit, ...]) -> tuple[Unit, ...]:
    attacker = setting.attacker
    return tuple([unit for unit in units if unit.side != attacker])


def battles_by_id(battles: tuple[Battle, ...]) -> dict[str, Battle]:
    return {battle.id: battle for battle in battles}


def free_to_fly(units: Iterable[Unit]) -> tuple[Any, ...]:
    """All that matters of units for a mission: those that are free, what they are and where."""
    return tuple(
        [
            (one.id, one.air_type, one.home, one.range, one.winter, one.ready, one.debt and one.left)
            for one in units
            if one.ready > 0
        ]
    )


def air_transports(units: tuple[Unit, ...]) -> tuple[Unit, ...]:
    """The air transports of both sides."""
    return tuple([unit for unit in units if unit.air_type.type == "transport"])


def load_of(units: Iterable[Unit]) -> tuple[int, int]:
    """The factors and the naval squadrons among these units."""
    factors = squadrons = 0
    for unit in units:
        if unit.air_type.in_squadrons:
            squadrons += unit.left
        elif not unit.strategic:
            factors += unit.left
    return factors, squadrons


class Based(NamedTuple):
    """What belongs to a place."""

    ids: list[str]  # of its units
    load: tuple[int, int]  # their factors and naval squadrons


def nothing_looked_up(units: tuple[Unit, ...]) -> dict[str, Based]:
    """A cache of what belongs to places, filled as they are looked up."""
    return {}


def bases_now(setting: Setting, changed: tuple[Base, ...]) -> dict[str, Base]:
    return {**setting.bases, **{base.id: base for base in changed}}


def all_bases(setting: Setting, changed: tuple[Base, ...]) -> tuple[Base, ...]:
    """All bases as they are now."""
    now = bases_now(setting, changed)
    return tuple(now[base_id] for base_id in setting.bases)


def carriers_now(setting: Setting, changed: tuple[Carrier, ...]) -> dict[str, Carrier]:
    return {**setting.carriers, **{carrier.id: carrier for carrier in changed}}


# bases and carriers, as they are now


class OnTheMap:
    """Bases and carriers as they are now."""

    setting: Setting
    _bases: Mapping[str, Base]
    _carriers: Mapping[str, Carrier]

    def find_base(self, place: str) -> Base | None:
        """A base as it is now; None if the place is not a base."""
        return self._bases.get(place)

    def base(self, base_id: str) -> Base:
        """A base as it is now: who holds it, and its airbase."""
        base = self.find_base(base_id)
        assert base is not None, base_id
        return base

    def held_by(self, base_id: str) -> str:
        """The side that holds a base now."""
        return self.base(base_id).side

    def find_carrier(self, place: str) -> Carrier | None:
        """A carrier as it is now; None if the place is not a carrier."""
        return self._carriers.get(place)

    def carrier(self, carrier_id: str) -> Carrier:
        """A carrier as it is now: where it is, and its status."""
        carrier = self.find_carrier(carrier_id)
        assert carrier is not None, carrier_id
        return carrier

    def hex_of(self, place: str) -> str:
        """A carrier in port is where its port is."""
        carrier = self.find_carrier(place)
        return carrier.port if carrier and carrier.port else place

    def distance(self, here: str, there: str) -> int | None:
        """Hexes between two places, as the scenario tells them; None if it does not."""
        here, there = self.hex_of(here), self.hex_of(there)
        known = self.setting.places.distance(here, there)
        if known is not None and known < FAR:
            return known
        return self.setting.places.distance(self.force_of(here), self.force_of(there))

    def force_of(self, place: str) -> str:
        """A carrier that kamikazes attack is where the attacked force is."""
        fleet = self.setting.fleet
        return FORCE if fleet and fleet.has(place) else place

    def name(self, place: str) -> str:
        """The name of a base, a carrier or a target."""
        return self.setting.name(place)


class Surroundings(OnTheMap):
    """The bases and carriers of a turn, without its units; remembers which units can fly where."""

    def __init__(self, setting: Setting, bases: tuple[Base, ...], carriers: tuple[Carrier, ...]) -> None:
        self.setting = setting
        self._bases = bases_now(setting, bases)
        self.bases = all_bases(setting, bases)
        self._carriers = carriers_now(setting, carriers)
        self.found: dict[tuple[Any, ...], tuple[str | None, bool]] = {}  # see `taking_off.remembered`


def surroundings_of(setting: Setting, bases: tuple[Base, ...], carriers: tuple[Carrier, ...]) -> Surroundings:
    """The surroundings for these bases and carriers: one object, whichever turn asks."""
    what = (bases, carriers)
    known: Surroundings | None = setting.surroundings.get(what)
    if known is None:  # another thread may clear them at any moment
        if len(setting.surroundings) >= MOST_SURROUNDINGS:
            setting.surroundings.clear()
        known = setting.surroundings[what] = Surroundings(setting, bases, carriers)
    return known


# the turn


@hashed_once
@dataclass(frozen=True)
class Turn(OnTheMap):
    """A player turn in progress."""

    setting: Setting = field(repr=False)
    units: tuple[Unit, ...]  # every air unit, on the map, on carriers and in the strategic warfare boxes
    changed_bases: tuple[Base, ...] = ()  # bases that are not as the scenario set them up
    changed_carriers: tuple[Carrier, ...] = ()  # carriers that are not as the scenario set them up
    agenda: tuple[str, ...] = ()  # the entries of the sequence of play still to come
    phase: str = ""  # start, movement, combat, construction, redeployment or end
    part: str = ""  # the entry of the sequence of play that is under way
    asked: int = 0  # how many orders have been asked for in it
    results: tuple[tuple[str, str], ...] = ()
    basing: Basing = NO_CHANGES
    counterair: Counterairs = NO_COUNTERAIR
    battles: tuple[Battle, ...] = ()  # ground attacks not yet fought, and hexes that are covered against one
    attacked: tuple[tuple[str, str, str], ...] = ()  # hexes attacked on the ground in this turn, the kind of attack, its result
    winter: tuple[tuple[str, int], ...] = ()  # hexes under a winter result
    winter_for: str = ""  # the side whose air units suffer from it; both if empty
    flights: tuple[Flight, ...] = ()  # air transport activities not yet flown
    carried: tuple[str, ...] = ()  # ground units that were air transported in this turn, by name
    bombing: tuple[BombingRaid, ...] = ()  # raids not yet flown
    kamikazes: Kamikazes = NO_KAMIKAZES
    trained: tuple[tuple[str, int], ...] = ()  # nations, and the naval squadrons that they have built

    def __hash__(self) -> int:
        """Of what changes most: battles and flights hardly ever differ where no unit does."""
        return hash((self._units_hash, self.part, self.asked, self.results, self.basing, self.counterair))

    _units_hash = follows_from(hash_of_units, "units")

    # air units

    @property
    def strategic(self) -> tuple[Unit, ...]:
        """The strategic bombers and interceptors; their home is a front."""
        return tuple(unit for unit in self.units if unit.strategic)

    def unit(self, unit_id: str) -> Unit:
        """A unit, or a part of one, by its id."""
        return self.units[self._order[unit_id]]

    def find(self, unit_id: str) -> Unit | None:
        """The unit with this id, or None."""
        at = self._order.get(unit_id)
        return None if at is None else self.units[at]

    _order = follows_from(order_of_units, "units")
    attackers = follows_from(units_of_the_attacker, "setting", "units")
    defenders = follows_from(units_of_the_defender, "setting", "units")
    transports = follows_from(air_transports, "units")

    def player(self, side: str) -> str:
        """What a side is in this player turn: the attacker or the defender."""
        return "attacker" if side == self.setting.attacker else "defender"

    def at(self, base: str) -> tuple[Unit, ...]:
        """The air units based in a hex, those of carriers in port included."""
        here = [unit for unit in self.units if self.hex_of(unit.home) == base] if self.setting.carriers else self.based_at(base)
        return tuple([unit for unit in here if unit.number and not unit.strategic])

    @rule("18.42B", "18.41")
    def free(self, unit: Unit) -> int:
        """How many of a unit may still fly a mission: uninverted, not used at sea in this turn, nor flown from a carrier."""
        return unit.ready

    def with_units(self, changed: Iterable[Unit]) -> Turn:
        """The turn with these units changed."""
        changed = tuple(changed)
        if not changed:
            return self
        units, order, based, hashed = list(self.units), self._order, self._based.copy(), self._units_hash
        for unit in changed:
            at = order.get(unit.id)
            if at is None:
                order = {**order, unit.id: len(units)}
                units.append(unit)
                hashed ^= hash(unit)
                based.pop(unit.home, None)
            else:
                old, units[at] = units[at], unit
                hashed ^= hash(old) ^ hash(unit)
                if old.home != unit.home or old.left != unit.left:
                    based.pop(old.home, None)
                    based.pop(unit.home, None)
        return replace(self, units=tuple(units), _order=order, _units_hash=hashed, _based=based)

    # bases and carriers, as they are now

    surroundings = follows_from(surroundings_of, "setting", "changed_bases", "changed_carriers")
    _bases = follows_from(bases_now, "setting", "changed_bases")

    bases = follows_from(all_bases, "setting", "changed_bases")

    def winter_at(self, base_id: str) -> int:
        """The winter result in a hex."""
        return dict(self.winter).get(base_id, 0)

    @rule("19.31A", "18.45")
    def winter_on(self, place: str, side: str) -> int:
        """The winter result that air units of a side suffer at a place, as the referee says, or the file of others there."""
        hex_ = self.hex_of(place)
        stated = self.setting.winter_stated.get((hex_, side), 0)
        return stated if self.winter_for not in ("", side) else max(stated, self.winter_at(hex_))

    _carriers = follows_from(carriers_now, "setting", "changed_carriers")

    @property
    def carriers(self) -> tuple[Carrier, ...]:
        """All carriers as they are now, the sunk ones included."""
        return tuple(self.carrier(carrier_id) for carrier_id in self.setting.carriers)

    def with_base(self, base: Base) -> Turn:
        """The turn with a base changed."""
        others = [other for other in self.changed_bases if other.id != base.id]
        return replace(self, changed_bases=tuple(sorted((*others, base), key=lambda one: one.id)))

    def with_carrier(self, carrier: Carrier) -> Turn:
        """The turn with a carrier changed."""
        others = [other for other in self.changed_carriers if other.id != carrier.id]
        return replace(self, changed_carriers=tuple(sorted((*others, carrier), key=lambda one: one.id)))

    @rule("18.11", "18.13", "17.3126")
    def load(self, base: str) -> tuple[int, int]:
        """The factors and the naval squadrons that count against a base; carriers' naval air in port does not."""
        return (self._based.get(base) or self._look_up(base)).load

    def based_at(self, place: str) -> list[Unit]:
        """The units that belong to a place, whether they are there or in the air."""
        return [self.unit(unit_id) for unit_id in (self._based.get(place) or self._look_up(place)).ids]

    def _look_up(self, place: str) -> Based:
        here = [unit for unit in self.units if unit.home == place]
        found = self._based[place] = Based([unit.id for unit in here], load_of(here))
        return found

    _based = follows_from(nothing_looked_up, "units")

    # what every chapter still has to do

    def with_setting(self, setting: Setting) -> Turn:
        return replace(self, setting=setting)

    def with_basing(self, basing: Basing) -> Turn:
        return replace(self, basing=basing)

    def with_counterair(self, counterair: Counterairs) -> Turn:
        return replace(self, counterair=counterair)

    def with_agenda(self, *entries: str) -> Turn:
        """The turn with more entries of the sequence of play on its agenda."""
        return replace(self, agenda=tuple(dict.fromkeys((*self.agenda, *entries))))

    def with_result(self, place: str, result: str) -> Turn:
        """The turn with the result of a battle or mission."""
        return replace(self, results=(*self.results, (place, result)))

    def battle(self, battle_id: str) -> Battle:
        """A ground battle, by its id."""
        return self._battles[battle_id]

    def with_battle(self, battle: Battle) -> Turn:
        """The turn with a ground battle in a new state."""
        battles = {**self._battles, battle.id: battle}
        return replace(self, battles=tuple(battles.values()), _battles=battles)

    _battles = follows_from(battles_by_id, "battles")


class Seen:
    """A turn, and all that a decision looks at in it: it is the same decision for all turns of which this is the same."""

    def __init__(self, turn: Turn, *looked_at: Any) -> None:
        self.turn = turn
        self.looked_at = looked_at

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Seen) and self.looked_at == other.looked_at

    def __hash__(self) -> int:
        return hash(self.looked_at)
