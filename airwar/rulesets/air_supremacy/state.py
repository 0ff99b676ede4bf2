"""The state of one attacker's turn: battles fought in step, and aircraft on their way between them. Counts, not counters.

All of it is tuples, so that a position is hashed and compared at the speed of the machine.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from airwar.rulesets.air_supremacy.units import Kind, friends
from airwar.rulesets.kit.facts import facts as shared_facts

# what a line does in this round
FIGHTS, LEAVING = "", "leaving"
GROUNDED = "grounded"  # at home, on land or below deck
PARKED = "parked"  # grounded as a guest
LOCKED = "locked"  # retreated before; neither flies nor rolls, so it is as good as grounded
CARGO = "aboard"  # troops aboard a defending transport: no targets, and they do not roll

# where aircraft outside a battle are
HOME = "at home"
ON_THE_WAY = "on the way"
HOMEWARD = "battle over"  # returns in the coming round
RETURNING = "returning"
OUT = "out for the turn"
GONE = "gone"  # left a battle and went where the flight's place says; ships and troops too

# how a battle ends
WON = "attacker wins"
HELD = "defender wins"
NOBODY = "nobody is left"
CALLED_OFF = "called off"
NOT_ATTACKED = "not attacked"  # the second space of a pass-through
PASSED = "attacker has passed through"
STAND_OFF = "stand-off: neither side can hit the other"


@dataclass(frozen=True, eq=False)
class Space:
    """A land territory or a sea zone."""

    id: str
    name: str
    sea: bool
    owner: str
    next_to: frozenset[str]


@dataclass(frozen=True, eq=False)
class Setting:
    """What does not change during the turn; no part of a state's fingerprint."""

    attacker: str = field(repr=False)  # the opponent whose turn it is
    movers: frozenset[str] = field(repr=False)  # all nations that attack in this turn
    groups: Mapping[str, str] = field(repr=False)
    spaces: Mapping[str, Space] = field(repr=False)
    options: Mapping[str, str] = field(repr=False)
    sides: int = field(repr=False)  # of the die
    had: Mapping[tuple[str, str], int] = field(repr=False)  # nation and type -> units, at the start
    quiet: tuple[tuple[Kind, int, str], ...] = field(repr=False)  # defenders that nobody attacks, aircraft left out
    passing: Mapping[str, tuple[tuple[Kind, int, str], ...]] = field(repr=False)  # second space -> ships, and for what
    cargo: Mapping[str, Mapping[Kind, tuple[Kind, ...]]] = field(repr=False)  # second space -> troops -> transports
    labels: tuple[str, ...] = field(repr=False, default=())  # types in play whose values the source does not give

    def friendly(self, nation: str, other: str) -> bool:
        return friends(self.groups, nation, other)

    def hostile(self, nation: str, other: str) -> bool:
        """Whether another nation attacks in this turn, or is a friend of those who do."""
        allied = any(self.groups[other] == self.groups[mover] for mover in self.movers)
        return other in self.movers or (allied and not self.friendly(nation, other))

    def name(self, space: str) -> str:
        known = self.spaces.get(space)
        return known.name if known else space.replace("-", " ").title()


class Line(NamedTuple):
    """Units of one kind in a battle that do the same in this round."""

    kind: Kind
    number: int
    mode: str = FIGHTS
    hurt: int = 0  # hits taken already, by ships that take more than one
    fresh: bool = False  # dispatched, arrived in this round, committed to fight


Force = tuple[Line, ...]


def below_deck(line: Line) -> bool:
    """Whether units share the fate of the ship that carries them."""
    return line.kind.aboard and line.mode in (GROUNDED, LOCKED, CARGO)


def on_the_surface(line: Line) -> bool:
    return not line.kind.type.flies and line.mode != CARGO


def on_the_field(line: Line) -> bool:
    """Whether aircraft stand on the ground, where bombs may fall on them."""
    return line.mode == PARKED or (line.mode in (GROUNDED, LOCKED) and not line.kind.aboard)


class Battle(NamedTuple):
    """One space under attack."""

    space: str
    attackers: Force
    defenders: Force
    support: Force = ()  # ships that still have their support shots
    after: str = ""  # the first space of a pass-through, while this one waits for it
    result: str = ""
    new: bool = True  # nobody has rolled here yet

    @property
    def on(self) -> bool:
        return not self.result and not self.after


class Flight(NamedTuple):
    """Units outside every battle: aircraft at home or on their way, and whoever has left the fighting."""

    kind: Kind
    number: int
    status: str = HOME
    place: str = ""  # where they fly, or have gone
    hurt: int = 0  # hits taken, by ships


class Turn(NamedTuple):
    """A turn in progress."""

    setting: Setting
    battles: tuple[Battle, ...]
    flights: tuple[Flight, ...] = ()
    first: bool = True  # the first round of the turn
    phase: int = 0  # of the round: an index into the sequence of play
    at: int = 0  # how far this phase has got

    def battle(self, space: str) -> Battle:
        """The battle in a space that is attacked."""
        return next(battle for battle in self.battles if battle.space == space)

    def battle_in(self, space: str) -> Battle | None:
        """The battle in a space, if it is attacked."""
        return next((battle for battle in self.battles if battle.space == space), None)

    def with_battle(self, changed: Battle) -> Turn:
        return self._replace(battles=tuple([changed if old.space == changed.space else old for old in self.battles]))

    def with_flights(self, flights: Iterable[Flight]) -> Turn:
        return self._replace(flights=joined(flights))

    def everything(self) -> Iterator[tuple[Kind, int, str]]:
        """Every unit left: its kind, how many, and where."""
        for battle in self.battles:
            for line in (*battle.attackers, *battle.defenders, *battle.support):
                yield line.kind, line.number, battle.space
        for flight in self.flights:
            yield flight.kind, flight.number, flight.place or flight.kind.space
        yield from self.setting.quiet


class Scored(NamedTuple):
    """What one side has scored in this round: at aircraft, with bombs that may fall on grounded aircraft, and otherwise."""

    air: int = 0
    bombs: int = 0
    fire: int = 0
    low: int = 0  # of shots that never reach aircraft in flight


NOTHING = Scored()


class Shooter(NamedTuple):
    """Units with the same values that have not rolled yet."""

    name: str
    air: int | None
    surface: int
    bombs: tuple[int, ...]
    by_necessity: bool
    number: int


class Targets(NamedTuple):
    """What one side offers to the other's fire."""

    surface: int = 0  # hits that its land and sea units can take
    flying: int = 0
    grounded: int = 0  # on land; fighters below deck are lost only with their carrier


class Fire(NamedTuple):
    """One side's fire at the other."""

    setting: Setting
    space: str
    by: str  # the nation that rolls
    owner: str  # the nation that is rolled at
    attacking: bool
    own: Force
    enemy: Force
    support: Force = ()  # ships that fire their support shots
    air: int = 0  # hits scored in the sky


def merged(lines: Iterable[Line]) -> Force:
    """Lines in one order, equal ones together, empty ones left out."""
    counts: dict[Line, int] = {}
    for line in lines:
        key = line._replace(number=0)
        counts[key] = counts.get(key, 0) + line.number
    found = [line._replace(number=count) for line, count in counts.items() if count > 0]
    return tuple(sorted(found, key=lambda line: (line.kind.order, line.mode, line.hurt, line.fresh)))


def joined(flights: Iterable[Flight]) -> tuple[Flight, ...]:
    """Flights in one order, equal ones together, empty ones left out."""
    counts: dict[Flight, int] = {}
    for flight in flights:
        key = flight._replace(number=0)
        counts[key] = counts.get(key, 0) + flight.number
    found = [flight._replace(number=count) for flight, count in counts.items() if count > 0]
    return tuple(sorted(found, key=lambda flight: (flight.kind.order, flight.status, flight.place, flight.hurt)))


def size(force: Force) -> int:
    return sum(line.number for line in force)


def nations_in(force: Force) -> list[str]:
    """Whose units they are, in their order."""
    return list(dict.fromkeys(line.kind.nation for line in force))


def lead(setting: Setting, space: str, defenders: Force) -> str:
    """Who decides for all who defend: the owner of the space if he is there, else the first nation listed."""
    owner = setting.spaces[space].owner
    there = [line.kind.nation for line in defenders]
    return owner if owner in there or not there else there[0]


def facts(turn: Turn, battle: Battle, attacking: bool) -> dict[str, int]:
    """What a policy may ask about, seen from one side of a battle that is not being rolled for just now."""
    own, enemy = (battle.attackers, battle.defenders) if attacking else (battle.defenders, battle.attackers)
    movers = turn.setting.movers
    lost = {True: 0, False: 0}
    for (nation, _), had in turn.setting.had.items():
        lost[nation in movers] += had
    for kind, count, _ in turn.everything():
        lost[kind.nation in movers] -= count
    types = dict.fromkeys(type_id for _, type_id in turn.setting.had)
    by_type = {f"own.{name}": sum(line.number for line in own if line.kind.type.id == name) for name in types}
    by_type |= {f"enemy.{name}": sum(line.number for line in enemy if line.kind.type.id == name) for name in types}
    aircraft = {
        "own.aircraft": sum(line.number for line in own if line.kind.type.flies),
        "enemy.aircraft": sum(line.number for line in enemy if line.kind.type.flies),
    }
    return shared_facts(size(own), size(enemy), lost[attacking], lost[not attacking], **by_type, **aircraft)
