"""Marches under interdiction (R51): what it costs the enemy on the ground."""

from __future__ import annotations

from typing import NamedTuple

from airwar.engine.events import Event, Sheet
from airwar.engine.rule import rule
from airwar.rulesets.kit.names import count
from airwar.rulesets.ocs.rulings import Rulings


class Step(NamedTuple):
    """A hex that is entered: its cost, and the distance to the nearest interdicted hex, or None if there is none."""

    cost: int
    away: int | None


class March(NamedTuple):
    """A move on the ground, hex by hex."""

    id: str
    leg: bool
    steps: tuple[Step, ...]
    stage: tuple[str, str] | None = None  # the side and the phase in which it goes; before the turn if None
    through: tuple[str, ...] = ()  # hexes of the scenario that are entered

    @property
    def side(self) -> str:
        return self.stage[0] if self.stage else ""


@rule("R51")
def interdicted(away: int | None, leg: bool, rulings: Rulings) -> bool:
    """Whether a hex is interdicted for a unit that enters it."""
    radius = rulings.number("interdiction-leg-radius" if leg else "interdiction-radius")
    return away is not None and away <= radius


@rule("R51")
def march_cost(march: March, rulings: Rulings) -> int:
    """The movement points of a march: more for each interdicted hex, but only once per hex."""
    extra = rulings.number("interdiction-mp")
    return sum(step.cost + extra * interdicted(step.away, march.leg, rulings) for step in march.steps)


@rule("R51")
def march_events(march: March, rulings: Rulings) -> list[Event]:
    """The worksheet of a march, each hex on its own line."""
    extra = rulings.number("interdiction-mp")
    rows = []
    for number, step in enumerate(march.steps, 1):
        more = extra if interdicted(step.away, march.leg, rulings) else 0
        away = "-" if step.away is None else str(step.away)
        rows.append((str(number), str(step.cost), away, f"+{more}" if more else "", str(step.cost + more)))
    rows.append(("in all", str(sum(step.cost for step in march.steps)), "", "", str(march_cost(march, rulings))))
    title = f"{march.id}: {'on foot' if march.leg else 'not on foot'}, interdiction{rulings.borrowed}"
    sheet = Sheet(title, ("hex", "terrain", "hexes from interdiction", "interdiction", "movement points"), tuple(rows))
    radius = "interdiction-leg-radius" if march.leg else "interdiction-radius"
    reach = f"interdiction reaches {count(rulings.number(radius), 'hex', 'hexes')} beyond its hex"
    ruling = rulings.graded(radius, f"{reach} and costs {extra} per hex; the numbers of v3.0 are not known")
    return [sheet, *([ruling] if ruling else [])]
