"""The places of a map: their names, and the distances between them as a scenario gives them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from airwar.rulesets.kit.names import title_of
from airwar.scenario.shape import Section


@dataclass(frozen=True, eq=False)
class Places:
    """Named places. A distance that is given one way holds both ways."""

    names: Mapping[str, str] = field(default_factory=dict)
    distances: Mapping[tuple[str, str], int] = field(default_factory=dict)

    def name(self, place: str) -> str:
        """The name of a place; a place without one is called by its id."""
        return self.names.get(place) or title_of(place)

    def distance(self, here: str, there: str) -> int | None:
        """The distance between two places, or None if the scenario does not give it."""
        if here == there:
            return 0
        return self.distances.get((here, there), self.distances.get((there, here)))

    def distance_refused(self, here: str, there: str) -> str | None:
        """Why the distance between two places cannot be known, or None."""
        if self.distance(here, there) is not None:
            return None
        return f"no distance is given between {self.name(here)} and {self.name(there)}; add it under distances"


def distances_of(said: Section | None) -> dict[tuple[str, str], int]:
    """The `distances` of a scenario, `{here: {there: hexes}}`, by pairs of places."""
    return {(here, there): hexes for here, row in (said or {}).items() for there, hexes in row.items()}
