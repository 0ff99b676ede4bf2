"""The state of one attacker's turn: the battles, fought together round by round, and the units outside them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from airwar.rulesets.air_supremacy.forces import Force, size
from airwar.rulesets.air_supremacy.setting import Setting
from airwar.rulesets.air_supremacy.units import Kind
from airwar.rulesets.kit import facts as kit

# where units outside the battles are
HOME = "at home"
ON_THE_WAY = "on the way"
HOMEWARD = "battle over"  # starts back in the coming round
RETURNING = "returning"
OUT = "out for the turn"
LEFT = "left the battle"  # went where the flight's place says; ships and troops too

# how a battle ends
WON = "attacker wins"
HELD = "defender wins"
NOBODY = "nobody is left"
CALLED_OFF = "called off"
NOT_ATTACKED = "not attacked"  # the second space of a pass-through
PASSED = "attacker has passed through"
STAND_OFF = "stand-off: neither side can hit the other"


class Battle(NamedTuple):
    """One space under attack."""

    space: str
    attackers: Force
    defenders: Force
    support: Force = ()  # ships that have not fired their support shots yet
    after: str = ""  # the first zone of a pass-through, while this battle waits for it
    result: str = ""
    new: bool = True  # nobody has rolled here yet

    @property
    def on(self) -> bool:
        return not self.result and not self.after

    def between(self, attackers: Force, defenders: Force, new: bool) -> Battle:
        """The battle with what is left of both sides."""
        space, _, _, support, after, result, _ = self
        return Battle(space, attackers, defenders, support, after, result, new)


class Flight(NamedTuple):
    """Units outside every battle: aircraft at home or on their way, and units that have left a battle."""

    kind: Kind
    number: int
    status: str = HOME
    place: str = ""  # where they fly, or have gone
    damage: int = 0  # hits taken, by ships


class Turn(NamedTuple):
    """A turn in progress."""

    setting: Setting
    battles: tuple[Battle, ...]
    flights: tuple[Flight, ...] = ()
    first: bool = True  # the first round of the turn
    phase: int = 0  # of the round: an index into the sequence of play
    at: int = 0  # how many acts, or battles, of this phase are done

    def battle(self, space: str) -> Battle:
        """The battle in a space that is attacked."""
        return next(battle for battle in self.battles if battle.space == space)

    def battle_in(self, space: str) -> Battle | None:
        """The battle in a space, or None if it is not attacked."""
        return next((battle for battle in self.battles if battle.space == space), None)

    def with_battle(self, changed: Battle) -> Turn:
        setting, battles, flights, first, phase, at = self
        space = changed.space
        return Turn(setting, tuple([changed if old[0] == space else old for old in battles]), flights, first, phase, at)

    def with_flights(self, flights: Iterable[Flight]) -> Turn:
        return self._replace(flights=combined(flights))

    def everything(self) -> Iterator[tuple[Kind, int, str]]:
        """All units left: their kind, how many, and where."""
        for battle in self.battles:
            for line in (*battle.attackers, *battle.defenders, *battle.support):
                yield line.kind, line.number, battle.space
        for flight in self.flights:
            yield flight.kind, flight.number, flight.place or flight.kind.space
        yield from self.setting.bystanders


def combined(flights: Iterable[Flight]) -> tuple[Flight, ...]:
    """Flights in one order, equal ones combined, empty ones left out."""
    counts: dict[Flight, int] = {}
    for flight in flights:
        key = flight._replace(number=0)
        counts[key] = counts.get(key, 0) + flight.number
    found = [flight._replace(number=count) for flight, count in counts.items() if count > 0]
    return tuple(sorted(found, key=lambda flight: (flight.kind.order, flight.status, flight.place, flight.damage)))


def leader(setting: Setting, space: str, defenders: Force) -> str:
    """The nation that decides for all defenders: the one that holds the space if it is there, else the first one listed."""
    nation = setting.spaces[space].nation
    if not defenders or any(line.kind.nation == nation for line in defenders):
        return nation
    return defenders[0].kind.nation


def facts(turn: Turn, battle: Battle, attacking: bool) -> dict[str, int]:
    """What a condition may ask about, seen from one side of a battle between two exchanges of fire."""
    own, enemy = (battle.attackers, battle.defenders) if attacking else (battle.defenders, battle.attackers)
    movers = turn.setting.movers
    lost = {True: 0, False: 0}
    for (nation, _), number in turn.setting.at_start.items():
        lost[nation in movers] += number
    for kind, number, _ in turn.everything():
        lost[kind.nation in movers] -= number
    by_type: dict[str, int] = {}
    for side, force in (("own", own), ("enemy", enemy)):
        for name in dict.fromkeys(type_id for _, type_id in turn.setting.at_start):
            by_type[f"{side}.{name}"] = size(line for line in force if line.kind.type.id == name)
        by_type[f"{side}.aircraft"] = size(line for line in force if line.kind.type.flies)
    return kit.facts(size(own), size(enemy), lost[attacking], lost[not attacking], **by_type)
