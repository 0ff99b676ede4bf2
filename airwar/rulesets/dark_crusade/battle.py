"""One battle: who fights at the point, who has sheltered there, and the ways out of it. It knows nothing of the other battles."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from fractions import Fraction

from airwar.rulesets.dark_crusade.state import Air, Formation, Outcome, Phase, Plan, Result, Setting, Unit, changed_units, joined
from airwar.rulesets.dark_crusade.ways import Way, ways_out_of


@dataclass(frozen=True)
class Battle:
    """A battle in progress."""

    setting: Setting = field(hash=False, repr=False)
    ways: tuple[Way, ...] = field(hash=False)  # out of the battle; nothing changes them while it is fought
    point: str
    ground: tuple[Unit, ...]  # who fights, who has sheltered here, and defenders where the attackers came from
    air: tuple[Air, ...]  # the defender's air units that retreated to this point or to one where the attackers came from
    german_air: int
    soviet_air: int
    works: int = 0  # losses that field works still absorb
    simultaneous: bool = False
    stalled: int = 0  # how often the attackers have stayed without being able to inflict a loss
    repulses: int = 0  # losses that the attacker has still to take
    breakthroughs: int = 0  # losses that the defender has still to take
    used: tuple[tuple[str, Fraction], ...] = ()  # what has retreated over each line

    @property
    def plan(self) -> Plan:
        return self.setting.battles[self.point]

    @property
    def name(self) -> str:
        """The name of the point."""
        return self.setting.name(self.point)

    def formation(self, unit: Unit) -> Formation:
        return self.setting.formations[unit.id]

    def units(self, role: str) -> tuple[Unit, ...]:
        """The ground units of a side in this battle; units that have retreated to the point take no part (B13c)."""
        return tuple(unit for unit in self.ground if unit.at == self.point and self.belongs(unit, role))

    def belongs(self, unit: Unit, role: str) -> bool:
        """Whether a unit came here to attack, or to defend, wherever it is now."""
        formation = self.formation(unit)
        return formation.post == self.point and formation.side == self.setting.side(role)

    def sheltering(self) -> tuple[Unit, ...]:
        """The defender's units that have retreated to this point from other battles."""
        return tuple(unit for unit in self.defenders_at(self.point) if self.formation(unit).post != self.point)

    def defenders_at(self, point: str) -> tuple[Unit, ...]:
        """All units of the defender's side at a point."""
        side = self.setting.side("defender")
        return tuple(unit for unit in self.ground if unit.at == point and self.formation(unit).side == side)

    def sheltering_air(self, side: str) -> int:
        """The air units of a side that have retreated to this point from other battles."""
        return sum(air.number for air in self.air if (air.side, air.at) == (side, self.point))

    def lost(self, role: str) -> int:
        """The losses that a side has absorbed in this battle."""
        return sum(unit.losses - self.formation(unit).losses for unit in self.ground if self.belongs(unit, role))

    def air_of(self, side: str) -> int:
        """The air units of a side that take part."""
        return self.german_air if side == "axis" else self.soviet_air

    def with_units(self, changed: Iterable[Unit]) -> Battle:
        return replace(self, ground=changed_units(self.ground, changed))

    def with_air(self, more: Iterable[Air]) -> Battle:
        """Air units that have left the battle."""
        return replace(self, air=joined(self.air, more))

    def without_air(self, side: str) -> Battle:
        """The battle when the air units of a side have left it."""
        return replace(self, german_air=0) if side == "axis" else replace(self, soviet_air=0)

    def over(self, result: Result) -> Outcome:
        return Outcome(self.point, result, self.ground, self.air, self.used)


def battle_at(phase: Phase, point: str, soviet_air: int) -> Battle:
    """The battle at a point before the first shot on the ground, with the Soviet air units that have survived air combat."""
    plan = phase.setting.battles[point]
    units, air = phase.around(point)
    return Battle(phase.setting, ways_out_of(phase, point), point, units, air, plan.german_air, soviet_air, plan.works)
