"""Random scenarios of every ruleset, each written from scratch and mended until it can be played."""

from __future__ import annotations

import re
from random import Random
from typing import Any, NamedTuple

import theater_air_supremacy
import theater_dark_crusade
import theater_ocs
import theater_war_in_europe
import theater_world_at_war
from writer import Tree, Writer, lines_of

from airwar import rulesets
from airwar.errors import BadScenario
from airwar.rulesets.kit.records import OrAsk
from airwar.scenario.shape import Either, ListOf, MapOf, Record
from airwar.setup.loading import Scenario, parse_scenario, shape_of

THEATERS = {
    "world-at-war": theater_world_at_war.theater,
    "air-supremacy": theater_air_supremacy.theater,
    "ocs": theater_ocs.theater,
    "dark-crusade": theater_dark_crusade.theater,
    "war-in-europe": theater_war_in_europe.theater,
}
MOST_MENDING = 12  # rounds


class Written(NamedTuple):
    """A scenario that can be played, or None, and how often it had to be mended."""

    text: str
    scenario: Scenario | None
    mended: int
    tree: Tree
    problems: str = ""


def written(random: Random, ruleset: str) -> Written:
    """A random scenario of a ruleset. Whatever is refused must be refused with problems: nothing else is caught here."""
    ids, habits, odds = THEATERS[ruleset](random)
    tree = Writer(random, ruleset, ids, habits, odds).write()
    said = ""
    for mended in range(MOST_MENDING):
        lines = list(lines_of(tree))
        text = "\n".join(line for line, _ in lines) + "\n"
        try:
            return Written(text, parse_scenario(text, "random.yaml"), mended, tree)
        except BadScenario as bad:
            assert bad.problems, "refused without a problem"
            said = str(bad)
            for problem in bad.problems:
                assert 1 <= problem.line <= len(lines) + 1, problem
            if not mend(tree, bad, [path for _, path in lines]):
                break
        except Exception as wrong:
            wrong.add_note(f"SCENARIO {text}")
            raise
    return Written(text, None, MOST_MENDING, tree, said)


def mend(tree: Tree, bad: BadScenario, paths: list[tuple[Any, ...]]) -> bool:
    """Removes what the problems point at: a field, or the whole entry if one of its keys is missing. False if it cannot."""
    gone = set()
    for problem in bad.problems:
        path = paths[min(problem.line, len(paths)) - 1]
        # A missing key is reported where its mapping begins.
        if problem.text.startswith("key ") and " is missing" in problem.text and len(path) > 1:
            path = path[:-1]
        if re.search(r" holds \d+ factors", problem.text):
            path = last_at(tree, path[1])
        gone.add(path)
        if "nothing is fought" in problem.text:
            tree["orders"] = "ask"
        if "nothing to play" in problem.text:
            tree["stacks"] = {"pile": ["combat-unit", "active-air"]}
    removed = "nothing is fought" in str(bad) or "nothing to play" in str(bad)
    for path in sorted(gone, key=repr, reverse=True):
        if path[0] not in ("airwar", "ruleset", "title"):
            removed |= remove(tree, path)
    return removed


def last_at(tree: Tree, base: str) -> tuple[Any, ...]:
    """The last unit at a base that is too full."""
    there = [at for at, unit in enumerate(tree.get("units") or ()) if unit.get("at") == base]
    return ("units", there[-1]) if there else ("bases", base)


def remove(tree: Any, path: tuple[Any, ...]) -> bool:
    """Marks a place as gone; lists are closed up afterwards."""
    holders = [tree]
    for key in path[:-1]:
        try:
            holders.append(holders[-1][key])
        except (KeyError, IndexError):
            return False
    try:
        del holders[-1][path[-1]]
    except (KeyError, IndexError):
        return False
    return True


# what appears


def every_field(ruleset: str) -> set[str]:
    """The path of every field that a scenario of this ruleset may have."""
    return set(fields_in(shape_of(rulesets.load(ruleset)), ""))


def fields_in(shape: Any, path: str) -> list[str]:
    match shape:
        case Record():
            return [
                found
                for name, field in shape.fields.items()
                for at in [f"{path}.{name}".lstrip(".")]
                for found in [at, *fields_in(field.shape, at)]
            ]
        case ListOf() | MapOf():
            return fields_in(shape.shape, f"{path}.*")
        case Either():
            return [found for one in shape.shapes for found in fields_in(one, path)]
        case OrAsk():
            return fields_in(shape.shape, path)
    return []


def fields_of(ruleset: str, tree: Tree) -> set[str]:
    """The path of every field that a scenario has."""
    return set(found_in(shape_of(rulesets.load(ruleset)), tree, ""))


def found_in(shape: Any, value: Any, path: str) -> list[str]:
    match shape:
        case Record() if isinstance(value, dict):
            return [
                found
                for name, item in value.items()
                if name in shape.fields
                for at in [f"{path}.{name}".lstrip(".")]
                for found in [at, *found_in(shape.fields[name].shape, item, at)]
            ]
        case ListOf() if isinstance(value, list):
            return [found for item in value for found in found_in(shape.shape, item, f"{path}.*")]
        case MapOf() if isinstance(value, dict):
            return [found for item in value.values() for found in found_in(shape.shape, item, f"{path}.*")]
        case Either():
            return [found for one in shape.shapes for found in found_in(one, value, path)]
        case OrAsk():
            return found_in(shape.shape, value, path)
    return []
