"""What is announced of strategic bombing: targets, and raids against them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from airwar.engine.dice import Dice, Row

Numbers = tuple[tuple[str, int], ...]  # units, and how many of each


class BombingRaid(NamedTuple):
    """A raid: its target, who bombs, who escorts and who opposes it; None where the owner has yet to say."""

    target: str
    bombers: Numbers | None = None
    escort: Numbers | None = None
    defense: Numbers | None = None


@dataclass(frozen=True, eq=False)
class Target:
    """A place to be bombed: its front, and the hexes at which a raid on it can be met."""

    id: str
    name: str
    front: str
    nation: str = ""
    box: str = ""
    distances: Mapping[str, int] = field(default_factory=dict)  # from bases to the target
    passes: Mapping[str, Mapping[str, int]] = field(default_factory=dict)  # on other fronts: from bases to the hex flown over

    def fronts(self) -> tuple[str, ...]:
        """The fronts that a raid attacks on or passes through."""
        return (self.front, *self.passes)

    def hexes_from(self, base: str) -> list[int]:
        """How far a base is from the target and from each hex on the way."""
        return [known[base] for known in (self.distances, *self.passes.values()) if base in known]

    def on(self, front: str) -> Mapping[str, int]:
        """The distances from bases to where the raid is on one front; none where it does not come."""
        return self.distances if front == self.front else self.passes.get(front, {})


@dataclass(frozen=True, eq=False)
class DamageChart:
    """A bombing table that the scenario supplies: rows by bombers."""

    dice: Dice
    rows: tuple[tuple[int, int, Row[str]], ...]  # from so many bombers to so many, and the row

    def row(self, bombers: int) -> Row[str] | None:
        """The row for so many bombers; None when the chart has none."""
        return next((row for low, high, row in self.rows if low <= bombers <= high), None)


@dataclass(frozen=True, eq=False)
class Strategy:
    """What does not change in the strategic war of a turn."""

    fronts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # the bases on each front
    targets: Mapping[str, Target] = field(default_factory=dict)
    radar: Mapping[str, int] = field(default_factory=dict)  # radar results of each side
    damage: DamageChart | None = None
    moves: Mapping[str, str] = field(default_factory=dict)  # fronts to which units redeploy


NO_STRATEGY = Strategy()
