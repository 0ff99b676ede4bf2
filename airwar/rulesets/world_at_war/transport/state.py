"""Air transport activities: the transports that fly one route for one purpose, and what they carry."""

from __future__ import annotations

from typing import NamedTuple

from airwar.rulesets.world_at_war.air.sent import Sent

PARTS = {"supply": "air-supply", "transport": "air-transport", "airdrop": "airdrops", "hump": "hump"}


class Cargo(NamedTuple):
    """A ground unit that is carried or supplied."""

    id: str
    factors: int


class Flight(NamedTuple):
    """An air transport activity: all transports that fly one route for one purpose."""

    kind: str  # supply, transport, airdrop or hump
    phase: str  # movement, combat, exploitation or redeployment
    origin: str
    to: str
    route: tuple[str, ...]  # every hex where it can be intercepted, both ends included
    force: Sent
    cargo: tuple[Cargo, ...]
    several: bool = False  # others fly to the same hex for the same purpose, from other bases

    order: int = 0  # the number of the order at the table; 0 if the scenario prepares it

    @property
    def id(self) -> str:
        number, origin = f"-{self.order}" if self.order else "", f"-{self.origin}" if self.several else ""
        return f"{self.to}-{self.kind}{number}{origin}"

    @property
    def part(self) -> str:
        """The entry of the sequence of play in which it is flown."""
        name = PARTS[self.kind]
        return f"combat.exploitation-{name}" if self.phase == "exploitation" else f"{self.phase}.{name}"

    @property
    def factors(self) -> int:
        """How many air transport factors fly."""
        return sum(number for _, number in self.force)


def numbered(flights: tuple[Flight, ...]) -> tuple[Flight, ...]:
    """Activities to one hex from several bases are called by their base too."""
    goals = [(flight.to, flight.kind, flight.phase, flight.order) for flight in flights]
    return tuple(flight._replace(several=goals.count(goal) > 1) for flight, goal in zip(flights, goals, strict=True))


class Toll(NamedTuple):
    """What an attack did to the transports, in factors."""

    eliminated: Sent = ()
    aborted: Sent = ()


NO_TOLL = Toll()
