"""Air units: what a counter says, its two steps, and its status."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import floor
from typing import NamedTuple

from airwar.engine.rule import rule
from airwar.rulesets.ocs.rulings import Rulings, number

PACKAGE = "airwar.rulesets.ocs"

AT_BASE, ELSEWHERE, INACTIVE, ELIMINATED = "active-at-base", "active-elsewhere", "inactive", "eliminated"
EXPECTED = "expected"  # a reinforcement that has not arrived yet
STATUSES = {AT_BASE: "active at a friendly base", ELSEWHERE: "active elsewhere", INACTIVE: "inactive"}

INTERDICTION, SPENT, STRIKE = "interdiction", "spent", "strike"  # what a unit that is elsewhere is there for


@dataclass(frozen=True)
class Side:
    """One side of a counter: its values at full or at reduced strength."""

    rating: int
    barrage: Fraction = Fraction(0)
    capacity: Fraction = Fraction(0)  # in T


@dataclass(frozen=True, eq=False)
class Counter:
    """An air unit as printed: type, range, and the values of its front and its back."""

    id: str
    name: str
    side: str
    types: tuple[str, ...]
    range: int
    front: Side
    back: Side
    home: str
    nation: str = ""
    parenthesised: bool = False  # its rating stands in parentheses
    had: int = 2
    back_given: bool = True

    @property
    def fighter(self) -> bool:
        return "F" in self.types

    @property
    def label(self) -> str:
        return f"{self.name} ({'/'.join(self.types)})"


class Air(NamedTuple):
    """What changes of an air unit: its status, where it is, the steps it has left, and what it is out for."""

    id: str
    status: str
    place: str
    steps: int
    duty: str = ""
    flown: int = 0  # hexes from the base it came from

    @property
    def active(self) -> bool:
        return self.status in (AT_BASE, ELSEWHERE)

    def landed(self, base: str, status: str = INACTIVE) -> Air:
        return Air(self.id, status, base, self.steps)

    def hit(self) -> Air:
        """One step fewer; the second is the end of it (R26)."""
        return self._replace(steps=self.steps - 1) if self.steps > 1 else Air(self.id, ELIMINATED, "", 0)


@rule("R9")
def reduced(front: Side, rulings: Rulings) -> Side:
    """The back of a counter that the scenario does not give: rating -1, barrage and capacity halved."""
    barrage = front.barrage if rulings["reduced-barrage"] == "full" else Fraction(half_up(front.barrage / 2))
    return Side(max(0, front.rating - number(rulings, "reduced-rating")), barrage, front.capacity / 2)


@rule("R9")
def values(counter: Counter, steps: int) -> Side:
    """The side of the counter that is up."""
    return counter.front if steps > 1 else counter.back


def half_up(value: Fraction) -> int:
    """Rounded to the nearest whole number, a half upwards."""
    return floor(value + Fraction(1, 2))


@rule("R22", "R51")
def at_half_range(distance: int, reach: int, test: str) -> bool:
    """Whether a unit flew half its range: as much as that (v3.0), or more (4.3)."""
    return 2 * distance >= reach if test == "half-or-more" else 2 * distance > reach
