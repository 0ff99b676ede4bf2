"""Air units as a scenario names them, and how many of each are ready, inverted and in the air. Counts, not counters (17.9)."""

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
    home: str  # a base, a box or a carrier
    ready: int
    inverted: int
    had: int
    debt: int = 0  # squadrons lost beyond whole factors, this turn (19.52)
    flying: int = 0  # in the air on a mission, neither ready nor inverted
    winter: int = 0  # the winter result that the unit is subject to

    @property
    def type(self) -> str:
        """Army air, naval air, jets and so on, as the scenario calls them: `aaf`, `nas`, `jet`."""
        return self.air_type.type

    @property
    def number(self) -> int:
        return self.ready + self.inverted

    def all_ready(self) -> Unit:
        """The unit with everything at its base uninverted."""
        return self._replace(ready=self.number, inverted=0)

    def all_inverted(self) -> Unit:
        """The unit with everything at its base inverted."""
        return self._replace(ready=0, inverted=self.number)

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
    """Units at their bases as lines of a force, ready and inverted apart."""
    lines = []
    for unit in units:
        if unit.ready:
            lines.append(Line(unit.id, unit.air_type, (unit.ready,), debt=unit.debt))
        if unit.inverted:
            lines.append(Line(unit.id, unit.air_type, (unit.inverted,), inverted=True, debt=0 if unit.ready else unit.debt))
    return tuple(lines)
