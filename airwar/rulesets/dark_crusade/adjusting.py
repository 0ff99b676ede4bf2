"""What a ruling may change about a ground unit."""

from __future__ import annotations

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
        return unit._replace(dispersed=value == "yes")
    if not value.isdecimal() or int(value) > unit.losses:
        raise ValueError(f"{value!r} is not a number from 0 to {unit.losses}; further losses come from combat")
    return unit._replace(losses=int(value))


ADJUSTABLE = (Adjustable(Unit, now, changed),)
