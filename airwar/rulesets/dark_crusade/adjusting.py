"""What a ruling may change about a ground unit."""

from __future__ import annotations

from airwar.engine.moves import Position
from airwar.rulesets.dark_crusade.marching import Retreat
from airwar.rulesets.dark_crusade.state import Unit
from airwar.rulesets.ruleset import Adjustable


def now(unit: Unit) -> dict[str, str | int]:
    """Whether a unit on the map is dispersed, and its losses."""
    return {"losses": unit.losses, "dispersed": "yes" if unit.dispersed else "no"} if unit.at else {}


def changed(unit: Unit, what: str, value: str) -> Unit:
    """The unit after a ruling. A ruling takes losses away; it does not eliminate."""
    if what == "dispersed":
        if value not in ("yes", "no"):
            raise ValueError(f"{value!r} is not yes or no")
        if value == "no" and unit.losses:
            raise ValueError(f"{unit.id} has losses, and so it is dispersed (B10)")
        return unit._replace(dispersed=value == "yes")
    if not value.isdecimal() or int(value) > unit.losses:
        raise ValueError(f"{value!r} is not a number from 0 to {unit.losses}; further losses come from combat")
    return unit._replace(losses=int(value))


def engaged(position: Position) -> dict[str, str]:
    """The units that retreat now: who goes where depends on what they were when they left."""
    found: dict[str, str] = {}
    for retreat in (state for state in position.states if isinstance(state, Retreat)):
        names = [name for name, _ in retreat.movers] + [march.name for march in retreat.marches]
        found |= dict.fromkeys(names, "is in retreat; rule on it when the retreat is over")
    return found


ADJUSTABLE = (Adjustable(Unit, now, changed),)
