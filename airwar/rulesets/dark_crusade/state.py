"""The state of a combat phase: where the units stand and what they have suffered. What never changes is in the Setting."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, NamedTuple

from airwar.engine.rule import rule
from airwar.rulesets.dark_crusade.combat_table import CombatTable

SOVIET_AIR = "soviet-air"  # how the Soviet air units are named among retreating units
NO_BAR = ("none", "entrained-factory", "partisan")


@dataclass(frozen=True, eq=False)
class Point:
    """A point of the map, who controls it, and what else the controlling side has there."""

    id: str
    name: str
    control: str
    holds: str = "none"


@dataclass(frozen=True, eq=False)
class Line:
    """A line between two points, and how many units may retreat over it."""

    id: str
    ends: tuple[str, str]
    capacity: int

    def beyond(self, point: str) -> str:
        """The point at the other end."""
        return self.ends[1] if self.ends[0] == point else self.ends[0]


@dataclass(frozen=True, eq=False)
class Formation:
    """What is printed on a ground unit, and where it stood at the start; its post is where it fights."""

    id: str
    name: str
    side: str
    nation: str
    major: bool
    strength: int
    supplied: bool
    size: Fraction
    post: str
    origin: str = ""  # attackers only
    losses: int = 0  # at the start

    @property
    @rule("B10")
    def limit(self) -> int:
        """The losses that it survives: a major unit as many as its strength, a minor unit one less."""
        return self.strength if self.major else self.strength - 1

    @property
    def fatal(self) -> int:
        return self.limit + 1


@dataclass(frozen=True, eq=False)
class Plan:
    """A battle of the phase as the scenario has it."""

    german_air: int = 0
    soviet_air: int = 0
    works: int = 0  # losses that field works absorb
    fortified: bool = False
    breakthrough: bool = False


@dataclass(frozen=True, eq=False)
class Setting:
    """What does not change during the phase."""

    attacker: str
    weather: str
    points: Mapping[str, Point]
    lines: Mapping[str, Line]
    formations: Mapping[str, Formation]
    battles: Mapping[str, Plan]
    options: Mapping[str, Any]
    table: CombatTable | None = None
    table_note: str = ""
    doubts: tuple[str, ...] = ()

    def side(self, role: str) -> str:
        """The side that attacks, or that defends."""
        return self.attacker if role == "attacker" else other(self.attacker)

    def role(self, side: str) -> str:
        """Whether a side attacks or defends."""
        return "attacker" if side == self.attacker else "defender"


def other(side: str) -> str:
    return "soviet" if side == "axis" else "axis"


class Unit(NamedTuple):
    """A ground unit: where it is (nowhere when destroyed), its losses, and which side is up."""

    id: str
    at: str
    losses: int = 0
    dispersed: bool = False


class Air(NamedTuple):
    """Air units that have come out of a battle, and where they are (nowhere when displaced)."""

    side: str
    at: str
    number: int
    dispersed: bool = False


@dataclass(frozen=True)
class Phase:
    """A combat phase in progress."""

    setting: Setting = field(hash=False, repr=False)
    units: tuple[Unit, ...]
    pending: tuple[str, ...]  # points under attack whose battle is still to come
    taken: tuple[str, ...] = ()  # points that the attacker has won
    used: tuple[tuple[str, Fraction], ...] = ()  # what has retreated over each line
    air: tuple[Air, ...] = ()
    results: tuple[tuple[str, str], ...] = ()

    def formation(self, unit: Unit) -> Formation:
        return self.setting.formations[unit.id]

    def fighting(self, point: str, side: str) -> tuple[Unit, ...]:
        """The units of a side in the battle at a point; who has retreated there takes no part (B13c)."""
        formations = self.setting.formations
        return tuple(
            unit
            for unit in self.units
            if unit.at == point and formations[unit.id].post == point and formations[unit.id].side == side
        )

    def sheltering(self, point: str) -> tuple[Unit, ...]:
        """The defender's units that have retreated to a point."""
        there = self.of_side(point, self.setting.side("defender"))
        return tuple(unit for unit in there if self.formation(unit).post != point)

    def of_side(self, point: str, side: str) -> tuple[Unit, ...]:
        """All units of a side at a point."""
        return tuple(unit for unit in self.units if unit.at == point and self.setting.formations[unit.id].side == side)

    def control(self, point: str) -> str:
        """Who controls a point; control changes with the points that the attacker has won (B15)."""
        return self.setting.attacker if point in self.taken else self.setting.points[point].control

    def name(self, point: str) -> str:
        return self.setting.points[point].name

    def with_units(self, changed: Iterable[Unit]) -> Phase:
        new = {unit.id: unit for unit in changed}
        return replace(self, units=tuple(new.get(unit.id, unit) for unit in self.units))

    def with_air(self, side: str, at: str, number: int, dispersed: bool = False) -> Phase:
        """So many air units more at a place."""
        if not number:
            return self
        same = [air for air in self.air if air[:2] == (side, at) and air.dispersed == dispersed]
        total = number + sum(air.number for air in same)
        kept = [air for air in self.air if air not in same]
        return replace(self, air=tuple(sorted([*kept, Air(side, at, total, dispersed)])))

    def without_air(self, side: str, at: str) -> tuple[Phase, int]:
        """The phase without the air units of a side at a place, and how many they were."""
        gone = [air for air in self.air if air.side == side and air.at == at]
        return replace(self, air=tuple(air for air in self.air if air not in gone)), sum(air.number for air in gone)


@dataclass(frozen=True)
class Combat:
    """A battle in progress."""

    phase: Phase
    point: str
    german_air: int
    soviet_air: int
    works: int = 0  # losses that field works still absorb
    simultaneous: bool = False
    stalled: int = 0  # how often the attackers have stayed though they can do no harm

    @property
    def setting(self) -> Setting:
        return self.phase.setting

    @property
    def plan(self) -> Plan:
        return self.setting.battles[self.point]

    def units(self, role: str) -> tuple[Unit, ...]:
        """The ground units of a side in this battle."""
        return self.phase.fighting(self.point, self.setting.side(role))

    def with_units(self, changed: Iterable[Unit]) -> Combat:
        return replace(self, phase=self.phase.with_units(changed))

    def lost(self, role: str) -> int:
        """The losses that a side has absorbed in this battle."""
        mine = {
            formation.id: formation.losses
            for formation in self.setting.formations.values()
            if formation.post == self.point and formation.side == self.setting.side(role)
        }
        return sum(unit.losses - mine[unit.id] for unit in self.phase.units if unit.id in mine)
