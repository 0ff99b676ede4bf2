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

    @property
    def id(self) -> str:
        return f"{self.to}-{self.kind}"

    @property
    def part(self) -> str:
        """The entry of the sequence of play in which it is flown."""
        name = PARTS[self.kind]
        return f"combat.exploitation-{name}" if self.phase == "exploitation" else f"{self.phase}.{name}"

    @property
    def factors(self) -> int:
        """How many air transport factors fly."""
        return sum(number for _, number in self.force)


class Toll(NamedTuple):
    """What an attack did to the transports, in factors."""

    eliminated: Sent = ()
    aborted: Sent = ()


NO_TOLL = Toll()
