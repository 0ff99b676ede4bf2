"""What air units fly for: ground attacks with the air on both sides (18.55, 18.61)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

from airwar.rulesets.world_at_war.air_combat.forces import Force

Sent: TypeAlias = tuple[tuple[str, int], ...]  # units, and how many of each


class Defenders(NamedTuple):
    """Defending ground factors that share a defense multiplier."""

    factors: int
    dm: int = 1
    partisans: bool = False

    @property
    def name(self) -> str:
        return "partisans" if self.partisans else "ground"


class Battle(NamedTuple):
    """A ground attack: what stands on the ground, and what flies for either side."""

    hexes: tuple[str, ...]
    kind: str  # overrun, regular or exploitation
    invasion: bool
    winter: int  # the winter result in the attacked hex
    planned: int  # attacking ground factors that the attacker counts on
    attackers: int  # those that are there
    dropping: int  # airborne factors that are still to come
    defenders: tuple[Defenders, ...]
    cve: int = 0
    fleets: int = 0  # fleet factors of shore bombardment
    ordered: Sent | None = None  # ground support that the scenario orders; None to ask
    result: str = ""  # the ground result, when the scenario states it
    invading: int = 0  # ground factors that came ashore, which limit escort carriers
    support: Sent = ()  # ground support in the air
    cover: Sent = ()  # defensive air support and its jets in the air, not used yet
    deferred: Sent = ()  # defensive air support that came late, against low odds
    used: Sent = ()  # defensive air support that takes part in the ground combat

    @property
    def hex(self) -> str:
        return self.hexes[0]

    @property
    def id(self) -> str:
        return self.hex if self.kind == "regular" else f"{self.hex}-{self.kind}"


def changed(battles: tuple[Battle, ...], battle: Battle) -> tuple[Battle, ...]:
    """The battles with one of them in a new state."""
    return tuple(battle if old.id == battle.id else old for old in battles)


def added(sent: Sent, more: Sent) -> Sent:
    """Two lists of units in one."""
    total = dict(sent)
    for unit, number in more:
        total[unit] = total.get(unit, 0) + number
    return nonzero(total)


def without(sent: Sent, less: Sent) -> Sent:
    """A list of units less another."""
    gone = dict(less)
    return nonzero({unit: number - gone.get(unit, 0) for unit, number in sent})


def sent_of(force: Force) -> Sent:
    """The units of a force."""
    return tuple((line.unit, line.number) for line in force)


def nonzero(numbers: Mapping[str, int]) -> Sent:
    return tuple((unit, number) for unit, number in numbers.items() if number)
