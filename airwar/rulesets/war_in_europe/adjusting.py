"""What a ruling may change about the Ground Support points of a nation on a Front."""

from __future__ import annotations

from airwar.rulesets.ruleset import Adjustable
from airwar.rulesets.war_in_europe.state import Pool


def name(pool: Pool) -> str:
    """Whose points they are, and where: italy.axis.german."""
    return f"{pool.front}.{pool.side}.{pool.nation}"


def now(pool: Pool) -> dict[str, str | int]:
    """How many points are left."""
    return {"left": pool.left}


def changed(pool: Pool, what: str, value: str) -> Pool:
    """The points after a ruling. What they gain or lose by it counts as if the scenario had said so."""
    if not value.isdecimal() or not pool.spent <= int(value) <= 999:
        raise ValueError(f"{value!r} is not a number from {pool.spent}, which are used already, to 999")
    return pool._replace(had=pool.had + int(value) - pool.left, left=int(value))


ADJUSTABLE = (Adjustable(Pool, now, changed, name),)
