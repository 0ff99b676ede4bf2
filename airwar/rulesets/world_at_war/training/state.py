"""What is known of the nations' naval air training in a turn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple


class Trained(NamedTuple):
    """What one nation has to work with."""

    results: int = 0  # naval air training results before the war
    production: int = 0  # raises by production
    eliminated: int = 0  # squadrons lost before this turn, regular or elite
    additions: int = 0  # squadrons that the pool gains
    unbuilt: int = 0  # squadrons in the pool from before
    build: int | None = None
    cves: int = 0  # that it begins
    war: bool = True  # Japan and the Western Allies are at war


@dataclass(frozen=True, eq=False)
class School:
    """The naval air training of all nations, this turn."""

    game: str = "standard"
    european: bool = False
    nations: Mapping[str, Trained] = field(default_factory=dict)


NO_SCHOOL = School()
