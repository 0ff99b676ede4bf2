"""Naval air training in a turn, nation by nation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple


class Trained(NamedTuple):
    """The training results, losses and squadrons of one nation."""

    results: int = 0  # naval air training results before the war
    production: int = 0  # increases by production
    eliminated: int = 0  # squadrons lost before this turn, regular or elite
    additions: int = 0  # squadrons that the pool gains
    unbuilt: int = 0  # other squadrons in the pool
    to_place: int = 0  # squadrons that are built, and not yet among the units
    build: int | None = None
    cves: int = 0  # escort carriers begun for it
    war: bool = True  # Japan and the Western Allies are at war


@dataclass(frozen=True, eq=False)
class School:
    """The naval air training of all nations in this turn."""

    game: str = "standard"
    european: bool = False
    nations: Mapping[str, Trained] = field(default_factory=dict)


NO_SCHOOL = School()
