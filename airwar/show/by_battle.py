"""Results for people: by battle if there are several, then the most likely ones, and how many others there are."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

from airwar.engine.words import count
from airwar.probability.distribution import Distribution, Outcome, joint, likeliest_first

MOST_RESULTS = 20  # of a single battle
MOST_OF_A_BATTLE, MOST_TOGETHER = 8, 10  # of each of several battles, and of all together
NOT_FOUGHT = "not fought"


class Listed(NamedTuple):
    """A line of a table: a result, or what is left."""

    result: str
    share: Fraction
    battle: str = ""


def results_of(odds: Distribution[Outcome]) -> list[Listed]:
    """The most likely results, and the others together. Of several battles, those that always end the same are left out."""
    if not odds.has_several_battles():
        return cut(odds.results(), MOST_RESULTS)
    certain = {name for name, chances in odds.battles().items() if 1 in chances.values()}
    order = odds.order_of_play()
    open_ones = odds.map(lambda outcome: joint(open_battles(outcome, certain), order)).chances()
    return cut(likeliest_first(open_ones), MOST_TOGETHER)


def open_battles(outcome: Outcome, certain: set[str]) -> Outcome:
    """An outcome without the battles that always end the same, unless all do."""
    left = tuple(battle for battle in outcome.battles if battle[0] not in certain)
    return outcome._replace(battles=left or outcome.battles)


def results_by_battle(odds: Distribution[Outcome]) -> list[Listed]:
    """The results of each of several battles; nothing if there is only one."""
    if not odds.has_several_battles():
        return []
    lines = []
    for name, chances in odds.battles().items():
        lines += cut(chances, MOST_OF_A_BATTLE, name)
        if (fought := sum(chances.values(), Fraction(0))) < 1:
            lines.append(Listed(NOT_FOUGHT, 1 - fought, name))
    return lines


def cut(chances: dict[str, Fraction], most: int, battle: str = "") -> list[Listed]:
    """The first lines, and the rest as one line; a rest of one is listed itself."""
    every = [Listed(result, share, battle) for result, share in chances.items()]
    if len(every) <= most + 1:
        return every
    rest = every[most:]
    return [*every[:most], Listed(count(len(rest), "other"), sum((line.share for line in rest), Fraction(0)), battle)]


def for_programs(odds: Distribution[Outcome], chance: Any) -> list[dict[str, Any]]:
    """Every result of every battle. `chance` turns a share into what is written of it."""
    found = []
    for name, chances in odds.battles().items():
        results = [{"result": result, **chance(share)} for result, share in chances.items()]
        found.append({"battle": name, "results": results, "not fought": chance(1 - sum(chances.values()))})
    return found
