"""A counterair while it is fought, and how it ends."""

from __future__ import annotations

from typing import NamedTuple

from airwar.rulesets.kit.rulings import Rulings
from airwar.rulesets.world_at_war.air.sent import Sent
from airwar.rulesets.world_at_war.air_combat.facts import Contingent, combat_facts
from airwar.rulesets.world_at_war.air_combat.forces import Force
from airwar.rulesets.world_at_war.bases.basing import Room
from airwar.rulesets.world_at_war.units.unit import Unit, as_lines

SINGLE_ROUND = ("naval-base", "patrol", "naval-combat")  # 19.12: counterair of these kinds is one round


class Refuge(NamedTuple):
    """A base to which defenders may fly off, and the room that it has."""

    base: str
    name: str
    distance: int
    room: Room
    port_city: bool = False  # how its port city is counted is an option


class Counterair(NamedTuple):
    """A counterair in progress: one base, its attackers and its defenders."""

    base: str
    kind: str
    attackers: Force
    defenders: Force
    came: Force  # all attackers that were sent, as they took off
    based: tuple[Unit, ...]  # the units in the base, as they were before the battle
    reserves: Force  # attackers that may still join
    carrier_air: tuple[str, ...]  # which attackers come from carriers
    refuges: tuple[Refuge, ...]  # nearest first
    denied: tuple[Refuge, ...]  # bases that would be refuges, but are to be counteraired in this phase
    rulings: Rulings
    joined: Sent = ()  # attackers that came after the first round
    homeward: Force = ()  # attackers that have left for their carriers

    def facts(self, side: str) -> dict[str, int]:
        """What a policy may ask about, seen from one side."""
        return combat_facts(side, Contingent(self.attackers, self.came), Contingent(self.defenders, as_lines(self.based)))


class Fought(NamedTuple):
    """How a counterair ended."""

    base: str
    kind: str
    result: str
    came: Force = ()  # all attackers that were sent
    joined: Sent = ()  # those of them that came after the first round
    attackers: Force = ()  # those that are left
    defenders: Force = ()
    flown_off: tuple[tuple[str, str, int], ...] = ()  # units, refuges, and how many went there
