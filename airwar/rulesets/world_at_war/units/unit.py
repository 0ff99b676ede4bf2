"""Air units as a scenario names them, and how many of each have which status. Counts, not counters (17.9).

Every factor or squadron of a unit has one status: ready, flown, at sea, inverted or flying. Lost ones are in none.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from airwar.engine.rule import rule
from airwar.rulesets.world_at_war.air_combat.forces import Force, Line
from airwar.rulesets.world_at_war.units.types import AirType


class Unit(NamedTuple):
    """Air units of one type that the scenario names together."""

    id: str
    side: str
    air_type: AirType
    range: int
    home: str  # a base, a box or a carrier; for strategic bombers and interceptors a front
    ready: int  # uninverted, and free to fly a mission
    inverted: int
    had: int  # how many the scenario gave it; a part of another unit had none
    debt: int = 0  # squadrons lost beyond whole factors, this turn (19.52)
    flying: int = 0  # in the air on a mission, neither ready nor inverted
    winter: int = 0  # the winter result that the unit is subject to
    flown: int = 0  # uninverted, but has flown its mission of the turn: naval air back on its carrier (18.41)
    at_sea: int = 0  # uninverted, but has searched, covered or struck at sea: flies no mission in this turn (18.42B)

    @property
    def type(self) -> str:
        """Army air, naval air, jets and so on, as the scenario calls them: `aaf`, `nas`, `jet`."""
        return self.air_type.type

    @property
    def strategic(self) -> bool:
        """Strategic bombers and interceptors are in strategic warfare boxes, not at bases (17.71, 17.81)."""
        return self.type in ("bomber", "interceptor")

    @property
    def uninverted(self) -> int:
        """How many at the base are uninverted, whether or not they may still fly in this turn."""
        return self.ready + self.flown + self.at_sea

    @property
    def number(self) -> int:
        """How many are at the base."""
        return self.uninverted + self.inverted

    @property
    def left(self) -> int:
        """How many there are, at the base and in the air."""
        return self.number + self.flying

    def holding(self, *, ready: int = 0, inverted: int = 0, flown: int = 0, at_sea: int = 0) -> Unit:
        """The unit with just these at its base."""
        return self._replace(ready=ready, inverted=inverted, flown=flown, at_sea=at_sea)

    def all_ready(self) -> Unit:
        """The unit with everything at its base uninverted and free to fly."""
        return self.holding(ready=self.number)

    def all_inverted(self) -> Unit:
        """The unit with everything at its base inverted."""
        return self.holding(inverted=self.number)

    def uninverted_first(self, number: int) -> Unit:
        """This many of those at the base: ready ones first, then those that have flown or served at sea, then inverted ones."""
        ready = min(number, self.ready)
        flown = min(number - ready, self.flown)
        at_sea = min(number - ready - flown, self.at_sea)
        return self.holding(ready=ready, flown=flown, at_sea=at_sea, inverted=number - ready - flown - at_sea)

    def inverted_first(self, number: int) -> Unit:
        """This many of those at the base: inverted ones first, then those that have served, then ready ones."""
        rest = self.uninverted_first(self.number - number)
        return self.less(rest)

    def less(self, part: Unit) -> Unit:
        """The unit without a part of it."""
        return self.holding(
            ready=self.ready - part.ready,
            inverted=self.inverted - part.inverted,
            flown=self.flown - part.flown,
            at_sea=self.at_sea - part.at_sea,
        )

    def joined_by(self, part: Unit) -> Unit:
        """The unit with more at its base."""
        return self.holding(
            ready=self.ready + part.ready,
            inverted=self.inverted + part.inverted,
            flown=self.flown + part.flown,
            at_sea=self.at_sea + part.at_sea,
        )

    @rule("19.52")
    def debt_of(self, number: int) -> int:
        """The squadrons that are missing from a part of the unit: those lost before, if the part is all that is left of it."""
        return self.debt if number == self.number + self.flying else 0

    @property
    @rule("18.21", "18.523")
    def staging_range(self) -> int:
        """How far the unit stages, flies off from a counterair or is displaced: twice its range."""
        return 2 * self.range


def as_lines(units: Iterable[Unit]) -> Force:
    """Units at their bases as lines of a force, uninverted and inverted ones apart."""
    lines = []
    for unit in units:
        if unit.uninverted:
            lines.append(Line(unit.id, unit.air_type, (unit.uninverted,), debt=unit.debt))
        if unit.inverted:
            lines.append(Line(unit.id, unit.air_type, (unit.inverted,), inverted=True, debt=0 if unit.uninverted else unit.debt))
    return tuple(lines)
