"""Air units: what a counter says, its two steps, and its status."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import floor
from typing import NamedTuple

from airwar.rulesets.kit import load_chart, rule
from airwar.rulesets.ocs.rulings import PROFILES, Rulings

# Air units: what a counter says, its two steps, and its status


PACKAGE = "airwar.rulesets.ocs"

AT_BASE, ELSEWHERE, INACTIVE, ELIMINATED = "active-at-base", "active-elsewhere", "inactive", "eliminated"
EXPECTED = "expected"  # a reinforcement that has not arrived yet
STATUSES = {AT_BASE: "active at a friendly base", ELSEWHERE: "active elsewhere", INACTIVE: "inactive"}

INTERDICTION, STRIKE = "interdiction", "strike"  # what a unit in the air is doing there


@dataclass(frozen=True)
class Side:
    """One side of a counter: its values at full or at reduced strength."""

    rating: int
    barrage: Fraction = Fraction(0)
    capacity: Fraction = Fraction(0)  # in T


@dataclass(frozen=True, eq=False)
class Counter:
    """An air unit as printed: its type, its range, and the values on its front and back."""

    id: str
    name: str
    side: str
    types: tuple[str, ...]
    range: int
    front: Side
    back: Side
    home: str
    nation: str = ""
    parenthesized: bool = False  # its rating is printed in parentheses
    starting_steps: int = 2
    back_given: bool = True
    carrier_plane: bool = False
    torpedo: bool = False  # its barrage is printed in parentheses

    @property
    def fighter(self) -> bool:
        return "F" in self.types

    @property
    def strategic(self) -> bool:
        return "S" in self.types

    @property
    def label(self) -> str:
        return f"{self.name} ({'/'.join(self.types)})"


class Air(NamedTuple):
    """What changes about an air unit: its status, where it is, the steps it has left, and its duty there."""

    id: str
    status: str
    place: str
    steps: int
    duty: str = ""
    flown: int = 0  # hexes from the base it took off from
    spent: bool = False  # it has barraged since it took off
    tasked: bool = False  # it has flown its one mission of this phase (4.3)

    @property
    def active(self) -> bool:
        return self.status in (AT_BASE, ELSEWHERE)

    @property
    def eliminated(self) -> bool:
        return self.status == ELIMINATED

    def landed(self, base: str, status: str = INACTIVE) -> Air:
        return Air(self.id, status, base, self.steps, tasked=self.tasked and status == AT_BASE)

    def hit(self) -> Air:
        """The unit with one step fewer; losing the last step eliminates it (R26)."""
        return self._replace(steps=self.steps - 1) if self.steps > 1 else Air(self.id, ELIMINATED, "", 0)


@rule("R9")
def reduced(front: Side, rulings: Rulings) -> Side:
    """The back of a counter when the scenario does not give it: rating -1, barrage and capacity halved."""
    barrage = front.barrage if rulings.value("reduced-barrage") == "full" else Fraction(half_up(front.barrage / 2))
    return Side(max(0, front.rating - rulings.number("reduced-rating")), barrage, front.capacity / 2)


@rule("R9")
def values(counter: Counter, steps: int) -> Side:
    """The side of the counter that is face up."""
    return counter.front if steps > 1 else counter.back


def half_up(value: Fraction) -> int:
    """The nearest whole number; halves round up."""
    return floor(value + Fraction(1, 2))


@rule("R22", "R51")
def at_half_range(distance: int, reach: int, test: str) -> bool:
    """Whether a unit is at long range: half its range or more (v3.0), or more than half (4.3)."""
    return 2 * distance >= reach if test == "half-or-more" else 2 * distance > reach


# The summary of air unit movement and functions: who may fly, barrage, interdict or return, and which line forbids it


PHASING, NON_PHASING = "phasing", "non-phasing"
SUMMARY = "Summary of Air Unit Movement and Functions"


@cache
def _by_status() -> dict[str, dict[str, bool]]:
    chart = load_chart(PACKAGE, "functions")
    return {status: dict(zip(chart.columns, (cell == "yes" for cell in cells), strict=True)) for status, cells in chart.rows}


@cache
def _by_phase(profile: str) -> dict[str, dict[str, str]]:
    chart = load_chart(PACKAGE, PROFILES[profile].phases)
    return {phase: dict(zip(chart.columns, cells, strict=True)) for phase, cells in chart.rows}


@rule("R10", "R8", "R3")
def flight_refused(status: str, phase: str, player: str, profile: str) -> str | None:
    """Why a unit may not fly out to a target, or None if it may."""
    return _status_refuses(status, "fly", "may not fly out") or _phase_refuses(phase, player, "fly", profile)


@rule("R11", "R8", "R3")
def barrage_refused(status: str, phase: str, player: str, profile: str) -> str | None:
    """Why a unit may not barrage, or None if it may; a unit at a base must fly out first."""
    return _status_refuses(status, "barrage", "may not barrage") or _phase_refuses(phase, player, "barrage", profile)


@rule("R4", "R3")
def return_refused(status: str, phase: str, player: str) -> str | None:
    """Why a unit may not return now, or None if it may."""
    if phase != "return":
        return f"units return in the Air Unit Return phase, not in the {phase} phase (2.2 A)"
    if player != PHASING:
        return "only the phasing player's units return (2.2 A)"
    return _status_refuses(status, "return", "may not return")


@rule("R51")
def interdiction_refused(reach: int, distance: int) -> str | None:
    """Why a unit may not interdict a hex, or None if it may: the hex must be closer than half its range."""
    if at_half_range(distance, reach, "half-or-more"):
        return (
            f"the hex is {distance} hexes away; units interdict only at less than half their range of {reach} ({SUMMARY}, note 3)"
        )
    return None


def _status_refuses(status: str, function: str, refusal: str) -> str | None:
    if status not in STATUSES:
        return f"a unit that is {status} may do nothing"
    if _by_status()[status][function]:
        return None
    return f"a unit that is {STATUSES[status]} {refusal} ({SUMMARY}, line {STATUSES[status]!r})"


def _phase_refuses(phase: str, player: str, function: str, profile: str) -> str | None:
    who = _by_phase(profile).get(phase, {}).get(function, "nobody")
    if who == player:
        return None
    allowed = "no air unit" if who == "nobody" else f"only the {who} player's air units"
    return f"in the {phase} phase {allowed} may {function} ({SUMMARY}, line {phase!r})"
