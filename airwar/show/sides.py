"""The sides in color: each has its own, everywhere, and its name beside it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from types import MappingProxyType

from rich.text import Text

from airwar.engine.words import side_name
from airwar.setup.loading import Scenario
from airwar.setup.places import board_of
from airwar.show.text import clean

ROLES = ("attacker", "defender")
_STYLES = ("bright_blue", "dark_orange", "green", "magenta")
SIDES: ContextVar[Mapping[str, str] | None] = ContextVar("SIDES", default=None)  # the style of each side, by its name


class Names:
    """The sides by name: Axis for `axis`, or for `attacker` where the Axis attacks."""

    def __init__(self, party: Callable[[str], str] = lambda by: by, things: Mapping[str, str] = MappingProxyType({})) -> None:
        self.party = party
        self.things = things  # the names of places, and of units that have one, by id

    def __call__(self, by: str) -> str:
        side = clean(self.party(by) if by else "")
        if side in ROLES:  # the game knows no other name for both sides
            side = clean(by)
        if not side.islower() or side in (*ROLES, "referee"):
            return side
        return side_name(side)


def names_of(scenario: Scenario) -> Names:
    """The names of the sides, the places and the units of a scenario."""
    return Names(scenario.party, {**units_by_name(scenario), **board_of(scenario).names})


def units_by_name(scenario: Scenario) -> dict[str, str]:
    """The units that are called by a name of their own, as Ju 88, and not by their id, as fliegerkorps-ii."""
    called: dict[str, str] = {}
    for row in scenario.ruleset.standing((scenario.start.state,)):
        if row.unit not in scenario.ruleset.fixtures and row.unit not in scenario.ruleset.called(row):
            called.setdefault(row.unit, row.name.partition(" (")[0])
    names = list(called.values())
    return {unit: name for unit, name in called.items() if names.count(name) == 1 and not name.islower()}


def _styles_of(scenario: Scenario) -> dict[str, str]:
    """The style of each side, in the order in which its units are listed."""
    names = Names(scenario.party)
    sides = dict.fromkeys(names(tally.side) for tally in scenario.ruleset.tally(scenario.start.state))
    return dict(zip(sides, _STYLES, strict=False))


@contextmanager
def in_colors(scenario: Scenario) -> Iterator[None]:
    """Whatever is shown in this block has the sides of a scenario in color."""
    token = SIDES.set(_styles_of(scenario))
    try:
        yield
    finally:
        SIDES.reset(token)


def colored(text: Text) -> Text:
    """A text with the names of the sides in color."""
    for side, style in (SIDES.get() or {}).items():
        for found in re.finditer(rf"(?<![\w-]){re.escape(side)}(?![\w-])", text.plain):
            text.stylize(style, *found.span())
    return text
