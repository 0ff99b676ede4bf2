"""Strategic bombing: targets, raids against them, and what does not change during the turn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from airwar.engine.dice import Dice, Row
from airwar.rulesets.world_at_war.air.sent import Sent, added


class BombingRaid(NamedTuple):
    """A raid: its target, and the units that bomb, escort and oppose it; None where the owner is still to be asked."""

    target: str
    bombers: Sent | None = None
    escort: Sent | None = None
    defense: Sent | None = None

    @property
    def raiders(self) -> Sent:
        """The bombers and their escort; a unit may have aircraft in both."""
        return added(self.bombers or (), self.escort or ())


@dataclass(frozen=True, eq=False)
class Target:
    """A target: its front, and the hexes in which a raid on it can be met."""

    id: str
    name: str
    front: str
    nation: str = ""
    box: str = ""
    passes: Mapping[str, Mapping[str, int]] = field(default_factory=dict)  # on other fronts: from bases to the hex flown over

    def fronts(self) -> tuple[str, ...]:
        """The front of the target and those that the raid passes through."""
        return (self.front, *self.passes)

    def passing(self, base: str) -> int | None:
        """How near to a base the raid passes on its way over other fronts, or None."""
        return min((known[base] for known in self.passes.values() if base in known), default=None)


@dataclass(frozen=True, eq=False)
class DamageChart:
    """A bombing table that the scenario supplies: rows by bombers."""

    dice: Dice
    rows: tuple[tuple[int, int, Row[str]], ...]  # the fewest and the most bombers, and their row

    def row(self, bombers: int) -> Row[str] | None:
        """The row for a number of bombers, if the chart has one."""
        return next((row for low, high, row in self.rows if low <= bombers <= high), None)


@dataclass(frozen=True, eq=False)
class Strategy:
    """What does not change in the strategic war of a turn."""

    fronts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # the bases on each front
    targets: Mapping[str, Target] = field(default_factory=dict)
    radar: Mapping[str, int] = field(default_factory=dict)  # radar results of each power
    damage: DamageChart | None = None
    moves: Mapping[str, str] = field(default_factory=dict)  # fronts to which units redeploy


NO_STRATEGY = Strategy()
