"""The nations of the two sides, and what their units count in a retreat (B13a)."""

from __future__ import annotations

from fractions import Fraction

from airwar.engine.rule import rule

AXIS_ALLIES = ("finnish", "hungarian", "italian", "romanian", "slovak", "spanish", "axis-ally")
SOVIETS = ("soviet", "polish", "czechoslovak", "soviet-ally")
NATIONS = ("german", *AXIS_ALLIES, *SOVIETS)


def side_of_nation(nation: str) -> str:
    """The side that a nation is on, unless a scenario says that it has changed sides."""
    return "soviet" if nation in SOVIETS else "axis"


@rule("B13a")
def usual_size(nation: str, side: str) -> Fraction:
    """What a unit counts in a retreat unless the scenario says otherwise: an Axis ally is an army, which counts two."""
    return Fraction(2 if nation in AXIS_ALLIES and side == "axis" else 1)
