"""Ground attacks with the air on both sides, and interception over them."""

from __future__ import annotations

from typing import NamedTuple

from airwar.rulesets.kit.rulings import Rulings
from airwar.rulesets.world_at_war.air.sent import Sent
from airwar.rulesets.world_at_war.air_combat.facts import Contingent, combat_facts
from airwar.rulesets.world_at_war.air_combat.forces import Force, Line
from airwar.rulesets.world_at_war.options import DEFAULTS
from airwar.rulesets.world_at_war.units.types import AirType


class Defenders(NamedTuple):
    """Defending ground factors that share a defense multiplier."""

    factors: int
    dm: int = 1
    partisans: bool = False

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
    attackers: int  # those that are there
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
        return self.hex if self.kind == "regular" else f"{self.hex}-{self.kind}"

    @property
    def defending(self) -> int:
        """The defending ground factors that are left."""
        return sum(group.factors for group in self.defenders)

    def force(self, sent: Sent) -> Force:
        """Air units that fly here as lines of a force."""
        types = dict(self.types)
        return tuple(Line(unit, types[unit], (number,)) for unit, number in sent)

    def joined_by(self, force: Force) -> Battle:
        """The same battle, with the types of these units."""
        return self._replace(types=tuple({**dict(self.types), **{line.unit: line.air_type for line in force}}.items()))


class GroundOutcome(NamedTuple):
    """A ground combat that is over: what is left on both sides, and its last round."""

    battle: Battle
    last_round: int


def changed(battles: tuple[Battle, ...], battle: Battle) -> tuple[Battle, ...]:
    """The battles with one of them in a new state."""
    return tuple(battle if old.id == battle.id else old for old in battles)


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
