"""The facts of a decision: what a condition in `choices` may ask about."""

from __future__ import annotations


def facts(own: int, enemy: int, own_lost: int | None = None, enemy_lost: int | None = None, **more: int) -> dict[str, int]:
    """The facts that every game shares, seen from the side that decides, and whatever a game adds.

    Strengths are in the factors, squadrons or units that the game uses. `strength-percent` is the own strength in
    percent of the enemy's. Losses are left out where the game does not count them. Names of further facts that are not
    Python words are passed as `**{"own.rating": 3}`.
    """
    known = {"own.factors": own, "enemy.factors": enemy, "strength-percent": 100 * own // max(1, enemy)}
    if own_lost is not None:
        known["own.lost"] = own_lost
    if enemy_lost is not None:
        known["enemy.lost"] = enemy_lost
    return known | more
