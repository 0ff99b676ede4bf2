"""Interdiction (R51): what it costs the enemy on the ground, and when it ends."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from airwar.engine.referee import Event, Note, Referee, Sheet
from airwar.engine.rule import rule
from airwar.rulesets.ocs.rulings import V3, Rulings, borrowed, number, ruled
from airwar.rulesets.ocs.state import Marker, Turn
from airwar.rulesets.ocs.units import INTERDICTION


class Step(NamedTuple):
    """A hex that is entered: its cost, and how far the nearest interdicted hex is; None when there is none."""

    cost: int
    away: int | None


class March(NamedTuple):
    """A move on the ground, hex by hex."""

    id: str
    leg: bool
    steps: tuple[Step, ...]


@rule("R51")
def interdicted(away: int | None, leg: bool, rulings: Rulings) -> bool:
    """Whether a hex is interdicted for a unit that enters it."""
    radius = number(rulings, "interdiction-leg-radius" if leg else "interdiction-radius")
    return away is not None and away <= radius


@rule("R51")
def march_cost(march: March, rulings: Rulings) -> int:
    """The movement points of a march: one more for every interdicted hex, never two."""
    extra = number(rulings, "interdiction-mp")
    return sum(step.cost + extra * interdicted(step.away, march.leg, rulings) for step in march.steps)


@rule("R51")
def work_out_march(ref: Referee, march: March, rulings: Rulings) -> None:
    """Tells what a march costs."""
    ref.tell(march_events, march, rulings)


def march_events(march: March, rulings: Rulings) -> list[Event]:
    """The sheet of a march, each hex on its own line."""
    extra = number(rulings, "interdiction-mp")
    rows = []
    for at, step in enumerate(march.steps, 1):
        more = extra if interdicted(step.away, march.leg, rulings) else 0
        away = "-" if step.away is None else str(step.away)
        rows.append((str(at), str(step.cost), away, f"+{more}" if more else "", str(step.cost + more)))
    total = march_cost(march, rulings)
    rows.append(("in all", str(sum(step.cost for step in march.steps)), "", "", str(total)))
    title = f"{march.id}: {'on foot' if march.leg else 'not on foot'}, interdiction{borrowed(rulings)}"
    sheet = Sheet(title, ("hex", "terrain", "hexes from interdiction", "interdiction", "movement points"), tuple(rows))
    radius = "interdiction-leg-radius" if march.leg else "interdiction-radius"
    text = f"interdiction reaches {rulings[radius]} hexes further and costs {extra}; the numbers of v3.0 are not known"
    ruling = ruled(rulings, radius, text)
    return [sheet, *([ruling] if ruling else [])]


@rule("R51")
def interdicting(turn: Turn, side: str) -> list[str]:
    """The hexes that a side's planes interdict just now; v3.0 planes do so as long as they stay there."""
    return sorted({unit.place for unit in turn.units if unit.duty == INTERDICTION and turn.counter(unit.id).side == side})


@rule("R6")
def markers_removed(ref: Referee, turn: Turn, phasing: str) -> Turn:
    """In the victim's Clean Up the enemy's rail interdiction markers come off; planes on interdiction stay until they return."""
    kept = tuple(marker for marker in turn.markers if marker.side == phasing)
    for marker in turn.markers:
        if marker.side != phasing:
            ref.tell(Note, f"the rail interdiction marker at {turn.setting.name(marker.place)} is removed{borrowed(turn.rulings)}")
    if turn.rulings["profile"] == V3:
        for place in interdicting(turn, turn.setting.enemy_of(phasing)):
            ref.tell(Note, f"{turn.setting.name(place)} stays interdicted until the planes there leave")
    return replace(turn, markers=kept)


def with_marker(turn: Turn, place: str, side: str) -> Turn:
    """One marker at most in a hex."""
    marker = Marker(place, side)
    return turn if marker in turn.markers else replace(turn, markers=(*turn.markers, marker))
