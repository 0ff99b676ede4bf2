"""Prepared missions that nobody flies in any trial battle: probably a mistake, and one that nobody would notice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from airwar.engine.moves import End
from airwar.engine.words import id_of
from airwar.errors import Problem
from airwar.rulesets.ruleset import NOT_FLOWN
from airwar.scenario.nodes import Map, Mark, Node, Scalar, Seq
from airwar.scenario.reader import read_text
from airwar.setup.loading import Scenario

ENOUGH = 20  # trial battles; after fewer, a mission may just have had bad luck
NAMED_BY = ("id", "name", "at")  # what the results call a mission, most specific first


class Flights:
    """Which missions were flown, and which were not, in the trial battles so far."""

    def __init__(self) -> None:
        self.battles = 0
        self.flown: dict[str, bool] = {}

    def see(self, scenario: Scenario, end: End) -> None:
        """Counts the missions of one battle."""
        self.battles += 1
        for name, result in scenario.ruleset.results(end.state):
            self.flown[name] = self.flown.get(name, False) or result != NOT_FLOWN

    def problems(self, scenario: Scenario) -> Iterator[Problem]:
        """A warning for every prepared mission that was never flown in enough battles."""
        grounded = [name for name, flown in self.flown.items() if not flown and self.battles >= ENOUGH]
        root = read_text(scenario.text, scenario.name) if grounded else None
        for name in grounded:
            mark = prepared(root, name, scenario.ruleset.missions)
            if mark is not None:
                text = f"{name}: nobody flies this mission in any of the trial battles; airwar run shows why"
                yield Problem(scenario.script.file, mark.line, mark.column, text, "warning")


def prepared(root: Node | None, name: str, sections: Iterable[str]) -> Mark | None:
    """Where a scenario prepares the mission of this name; None if it was ordered during the battle."""
    aliases = {id_of(name), *places_named(root, name)}
    pairs = root.pairs if isinstance(root, Map) else []
    missions = [item for key, items in pairs if key.text in sections and isinstance(items, Seq) for item in items.items]
    for key in NAMED_BY:
        for mission in missions:
            if isinstance(mission, Map) and id_of(word(mission, key)) in aliases:
                return mission.mark
    return None


def places_named(root: Node | None, name: str) -> Iterator[str]:
    """The ids of places that have this name: `valletta: {name: Malta}`."""
    for _, section in root.pairs if isinstance(root, Map) else []:
        for key, value in section.pairs if isinstance(section, Map) else []:
            if isinstance(value, Map) and word(value, "name") == name:
                yield id_of(key.text)


def word(node: Map, key: str) -> str:
    """The text under a key of a mapping; empty if there is none."""
    return next((value.text for known, value in node.pairs if known.text == key and isinstance(value, Scalar)), "")
