"""The state of a combat phase: where the units are and what they have suffered. What never changes is in the Setting."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from airwar.engine.rule import rule
from airwar.rulesets.dark_crusade.combat_table import CombatTable
from airwar.rulesets.kit.rulings import Rulings

SOVIET_AIR = "soviet-air"  # the id of the Soviet air units among retreating units
AIR_NAMES = {"axis": "German air units", "soviet": "Soviet air units"}
SIDE_NAMES = {"axis": "Axis", "soviet": "Soviet"}


@dataclass(frozen=True, eq=False)
class Point:
    """A point of the map, the side that controls it, and what else that side has there."""

    id: str
    name: str
    side: str
    holds: str = "none"


@dataclass(frozen=True, eq=False)
class Line:
    """A line between two points, and how many units can retreat over it."""

    id: str
    ends: tuple[str, str]
    capacity: int

    def beyond(self, point: str) -> str:
        """The point at the other end."""
        return self.ends[1] if self.ends[0] == point else self.ends[0]


@dataclass(frozen=True, eq=False)
class Formation:
    """What never changes about a ground unit: what is printed on it, where it fights (its post) and where it came from."""

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
    line: str = ""  # attackers only: the line they come by

    @property
    def type(self) -> str:
        return "major" if self.major else "minor"

    @property
    @rule("B10")
    def limit(self) -> int:
        """The losses that it survives: a major unit as many as its strength, a minor unit one less."""
        return self.strength if self.major else self.strength - 1

    @property
    def fatal(self) -> int:
        """The losses that eliminate it."""
        return self.limit + 1


@dataclass(frozen=True, eq=False)
class Plan:
    """A battle of the phase, as the scenario describes it."""

    weather: str = "good"
    german_air: int = 0
    soviet_air: int = 0
    works: int = 0  # losses that the field works of the point absorb
    fortified: bool = False
    breakthrough: bool = False

    def air(self, side: str) -> int:
        """The air units of a side."""
        return self.german_air if side == "axis" else self.soviet_air


@dataclass(frozen=True, eq=False)
class Setting:
    """What does not change during the phase."""

    attacker: str
    points: Mapping[str, Point]
    lines: Mapping[str, Line]
    formations: Mapping[str, Formation]
    battles: Mapping[str, Plan]
    rulings: Rulings
    table: CombatTable | None = None
    heads: tuple[str, ...] = ()  # of the columns of a table whose rows nobody has drawn
    table_note: str = ""
    doubts: tuple[str, ...] = ()

    def side(self, role: str) -> str:
        """The side that attacks, or the side that defends."""
        return self.attacker if role == "attacker" else other(self.attacker)

    def player(self, role: str) -> str:
        """The name of the side that attacks, or of the side that defends."""
        return SIDE_NAMES[self.side(role)]

    def name(self, point: str) -> str:
        return self.points[point].name

    def formation(self, unit: Unit) -> Formation:
        return self.formations[unit.id]

    def origins(self, point: str) -> tuple[str, ...]:
        """The points from which a point is attacked."""
        attacking = (formation for formation in self.formations.values() if formation.post == point)
        return tuple(dict.fromkeys(formation.origin for formation in attacking if formation.origin))


def other(side: str) -> str:
    return "soviet" if side == "axis" else "axis"


class Unit(NamedTuple):
    """A ground unit: where it is (nowhere when eliminated), its losses, and whether it is dispersed."""

    id: str
    at: str
    losses: int = 0
    dispersed: bool = False
    works: int = 0  # losses that its own field works still absorb


class Air(NamedTuple):
    """Air units that have left a battle, and where they are (nowhere when displaced)."""

    side: str
    at: str
    number: int
    dispersed: bool = False


def joined(air: Iterable[Air], more: Iterable[Air]) -> tuple[Air, ...]:
    """Air units with others added, those of a kind at one place counted together."""
    numbers: dict[tuple[str, str, bool], int] = {}
    for side, at, number, dispersed in (*air, *more):
        numbers[side, at, dispersed] = numbers.get((side, at, dispersed), 0) + number
    return tuple(sorted(Air(side, at, number, dispersed) for (side, at, dispersed), number in numbers.items() if number))


class Result(StrEnum):
    """How a battle ends."""

    DEFENDERS_RETREATED = "taken: defenders retreated"
    DEFENDERS_DESTROYED = "taken: defenders destroyed"
    ATTACKERS_RETREATED = "held: attackers retreated"
    ATTACKERS_DESTROYED = "held: attackers destroyed"
    BOTH_DESTROYED = "held: both sides destroyed"

    @property
    def taken(self) -> bool:
        """Whether the attackers have won the point."""
        return self in (Result.DEFENDERS_RETREATED, Result.DEFENDERS_DESTROYED)


class Outcome(NamedTuple):
    """What a battle leaves behind: its result, and all that has changed on the map around it."""

    point: str
    result: Result
    units: tuple[Unit, ...]
    air: tuple[Air, ...]
    used: tuple[tuple[str, Fraction], ...]  # what has retreated over each line


@dataclass(frozen=True)
class Phase:
    """A combat phase in progress."""

    setting: Setting = field(hash=False, repr=False)
    units: tuple[Unit, ...]
    pending: tuple[str, ...]  # points under attack whose battle is still to come
    fought: str = ""  # the point where a battle is under way
    taken: tuple[str, ...] = ()  # points that the attacker has won
    used: tuple[tuple[str, Fraction], ...] = ()  # what has retreated over each line
    air: tuple[Air, ...] = ()
    results: tuple[tuple[str, Result], ...] = ()
    survivors: tuple[tuple[str, int], ...] = ()  # Soviet air left at points whose air combat is over before their battle

    def of_side(self, point: str, side: str) -> tuple[Unit, ...]:
        """All units of a side at a point."""
        return tuple(unit for unit in self.units if unit.at == point and self.setting.formation(unit).side == side)

    @rule("B15")
    def controller(self, point: str) -> str:
        """The side that controls a point; a point that the attacker has won is his."""
        return self.setting.attacker if point in self.taken else self.setting.points[point].side

    def around(self, point: str) -> tuple[tuple[Unit, ...], tuple[Air, ...]]:
        """The units and the defender's air units that a battle can affect: at the point, and where its attackers came from."""
        places = (point, *self.setting.origins(point))
        defender = self.setting.side("defender")
        units = tuple(
            unit for unit in self.units if unit.at == point or (unit.at in places and self.setting.formation(unit).side == defender)
        )
        return units, tuple(air for air in self.air if air.side == defender and air.at in places)

    def with_units(self, changed: Iterable[Unit]) -> Phase:
        return replace(self, units=changed_units(self.units, changed))

    def after(self, outcome: Outcome) -> Phase:
        """The phase after a battle."""
        _, before = self.around(outcome.point)
        elsewhere = [air for air in self.air if air not in before]
        used = dict(self.used)
        for line, size in outcome.used:
            used[line] = used.get(line, Fraction(0)) + size
        return replace(
            self,
            units=changed_units(self.units, outcome.units),
            fought="",
            taken=tuple(sorted((*self.taken, outcome.point))) if outcome.result.taken else self.taken,
            used=tuple(sorted(used.items())),
            air=joined(elsewhere, outcome.air),
            results=(*self.results, (outcome.point, outcome.result)),
        )


def changed_units(units: Iterable[Unit], changed: Iterable[Unit]) -> tuple[Unit, ...]:
    """Units, with some of them replaced by what has become of them."""
    new = {unit.id: unit for unit in changed}
    return tuple(new.get(unit.id, unit) for unit in units)
