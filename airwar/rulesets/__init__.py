"""The games, one folder each. A ruleset is found by its id and imported only when it is needed."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from airwar.engine.words import closest, did_you_mean
from airwar.errors import BrokenRuleset, NoSuchRuleset
from airwar.rulesets import outside

if TYPE_CHECKING:
    from airwar.rulesets.ruleset import AnyRuleset

IDS = {
    "world-at-war": "airwar.rulesets.world_at_war",
    "air-supremacy": "airwar.rulesets.air_supremacy",
    "ocs": "airwar.rulesets.ocs",
    "dark-crusade": "airwar.rulesets.dark_crusade",
    "war-in-europe": "airwar.rulesets.war_in_europe",
}


def ids() -> list[str]:
    """The id of every ruleset that comes with airwar."""
    return list(IDS)


def every_id() -> list[str]:
    """The id of every ruleset: those of airwar, then those of other packages."""
    return [*IDS, *outside.usable(IDS)]


def knows(ruleset_id: str) -> bool:
    """Whether airwar or another package has a ruleset of that id."""
    return ruleset_id in IDS or ruleset_id in {offer.id for offer in outside.offers()}


def load(ruleset_id: str) -> AnyRuleset:
    """The ruleset of that id."""
    if ruleset_id in IDS:
        ruleset: AnyRuleset = import_module(IDS[ruleset_id]).RULESET
        return ruleset
    offer = offered(ruleset_id)
    if offer is None:
        meant = did_you_mean(closest(ruleset_id, every_id()))
        raise NoSuchRuleset(f"no such ruleset: {ruleset_id}; expected one of {', '.join(every_id())}{meant}")
    return offer.load()


def offered(ruleset_id: str) -> outside.Offer | None:
    """The offer of the package that this ruleset comes from; None for one of airwar's own. Raises BrokenRuleset at a clash."""
    if ruleset_id in IDS:
        return None
    for offer, why in outside.refusals(IDS):
        if offer.id == ruleset_id:
            raise why
    return outside.usable(IDS).get(ruleset_id)


def every() -> tuple[list[AnyRuleset], list[BrokenRuleset]]:
    """Every ruleset that can be used, and what is wrong with the others."""
    good = [load(ruleset_id) for ruleset_id in IDS]
    bad = [why for _, why in outside.refusals(IDS)]
    for offer in outside.usable(IDS).values():
        try:
            good.append(offer.load())
        except BrokenRuleset as why:
            bad.append(why)
    return good, bad
