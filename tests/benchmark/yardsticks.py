"""The same problems solved by a plain loop, by two dice libraries and by a program written for them alone. Yardsticks only."""

from __future__ import annotations

import hashlib
import json
import random
from fractions import Fraction
from functools import cache
from typing import Any

from airwar.rulesets.world_at_war.air_combat import table_row

ROWS = [[], *([tuple(cell) for cell in table_row(strength).cells] for strength in range(1, 21))]


def plain_battle(attackers: int, defenders: int) -> tuple[int, int, int]:
    """Counterair to the end as one would write it by hand: two dice a side, results together; survivors and aborts."""
    aborted = 0
    while attackers and defenders:
        by_attacker = ROWS[attackers][random.randint(1, 6) + random.randint(1, 6) - 2]
        by_defender = ROWS[defenders][random.randint(1, 6) + random.randint(1, 6) - 2]
        attackers = max(0, attackers - by_defender[0])
        defenders = max(0, defenders - by_attacker[0])
        aborted = min(by_attacker[1], defenders)
    return attackers, defenders, aborted


def plain_assault(infantry: int, fighters: int, defenders: int) -> tuple[int, int, int]:
    """Air Supremacy as one would write it by hand: infantry and fighters against infantry, twelve-sided dice, to the end."""
    while infantry + fighters and defenders:
        hits = sum(random.randint(1, 12) <= 2 for _ in range(infantry)) + sum(random.randint(1, 12) <= 6 for _ in range(fighters))
        back = sum(random.randint(1, 12) <= 4 for _ in range(defenders))
        defenders = max(0, defenders - hits)
        on_the_ground = min(infantry, back)
        infantry -= on_the_ground
        fighters = max(0, fighters - (back - on_the_ground))
    return infantry, fighters, defenders


def kills(strength: int) -> dict[int, int]:
    """In how many ways out of 36 each number is eliminated."""
    ways: dict[int, int] = {}
    for one in range(6):
        for two in range(6):
            killed = ROWS[strength][one + two][0]
            ways[killed] = ways.get(killed, 0) + 1
    return ways


def dedicated(attackers: int, defenders: int) -> dict[tuple[int, int], float]:
    """Survivors of a fight to elimination, by a program that knows only this rule: whole numbers, largest forces first."""
    spread = {strength: kills(strength) for strength in range(1, max(attackers, defenders) + 1)}
    here: dict[tuple[int, int], int] = {(attackers, defenders): 1}
    result: dict[tuple[int, int], float] = {}
    shift = 200
    here = {(attackers, defenders): 1 << shift}
    for total in range(attackers + defenders, 0, -1):
        for a in range(min(attackers, total), -1, -1):
            d = total - a
            share = here.pop((a, d), 0)
            if not share:
                continue
            if not a or not d:
                result[a, d] = result.get((a, d), 0.0) + share / (1 << shift)
                continue
            stay = spread[a].get(0, 0) * spread[d].get(0, 0)
            part = share // (1296 - stay)
            for by_attacker, m in spread[a].items():
                for by_defender, n in spread[d].items():
                    if by_attacker or by_defender:
                        to = (max(0, a - by_defender), max(0, d - by_attacker))
                        here[to] = here.get(to, 0) + part * m * n
    result[0, 0] = result.get((0, 0), 0.0) + here.pop((0, 0), 0) / (1 << shift)
    return result


def icepool_survivors(attackers: int, defenders: int):
    """The same in icepool: two dice a side, the table, and its own way to reroll a round without effect."""
    import icepool

    two = 2 @ icepool.d6

    @cache
    def fight(a: int, d: int):
        if not a or not d:
            return icepool.Die([(a, d)])

        def round_(x: int, y: int):
            by_attacker, by_defender = ROWS[a][x - 2][0], ROWS[d][y - 2][0]
            if not by_attacker and not by_defender:
                return icepool.Reroll
            return fight(max(0, a - by_defender), max(0, d - by_attacker))

        return icepool.map(round_, two, two)

    return fight(attackers, defenders)


def dyce_survivors(attackers: int, defenders: int):
    """The same in dyce, with nothing cut off."""
    import warnings

    from dyce import H, expand

    two = 2 @ H(6)

    @cache
    def fight(a: int, d: int):
        if not a or not d:
            return H({(a, d): 1})

        def round_(x, y):
            by_attacker, by_defender = ROWS[a][x.outcome - 2][0], ROWS[d][y.outcome - 2][0]
            if not by_attacker and not by_defender:
                return H({})
            return fight(max(0, a - by_defender), max(0, d - by_attacker))

        return expand(round_, two, two, min_path_probability=Fraction(0), reset_path_probability=True)

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return fight(attackers, defenders)


def plain_log(contents: list[dict[str, Any]]) -> None:
    """The plainest chain of records: each encoded as canonical JSON, and hashed with the hash of the one before."""
    previous = "0" * 64
    for seq, content in enumerate(contents):
        text = json.dumps({**content, "seq": seq, "prev": previous}, sort_keys=True, separators=(",", ":"))
        previous = hashlib.sha256(text.encode()).hexdigest()
