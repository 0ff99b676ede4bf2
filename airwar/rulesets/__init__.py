"""The games, one folder each. A ruleset is found by its id and imported only when it is needed."""

from __future__ import annotations

from difflib import get_close_matches
from importlib import import_module

from airwar.errors import NoSuchRuleset
from airwar.rulesets.ruleset import AnyRuleset

IDS = {
    "world-at-war": "airwar.rulesets.world_at_war",
    "air-supremacy": "airwar.rulesets.air_supremacy",
    "ocs": "airwar.rulesets.ocs",
    "dark-crusade": "airwar.rulesets.dark_crusade",
    "war-in-europe": "airwar.rulesets.war_in_europe",
}


def ids() -> list[str]:
    """The id of every ruleset."""
    return list(IDS)


def load(ruleset_id: str) -> AnyRuleset:
    """The ruleset of that id."""
    if ruleset_id not in IDS:
        near = get_close_matches(ruleset_id, IDS, 1)
        hint = f"; did you mean {near[0]}?" if near else ""
        raise NoSuchRuleset(f"no such ruleset: {ruleset_id}; expected one of {', '.join(IDS)}{hint}")
    ruleset: AnyRuleset = import_module(IDS[ruleset_id]).RULESET
    return ruleset
