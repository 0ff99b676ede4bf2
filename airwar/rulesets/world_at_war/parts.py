"""A part of the rules as a scenario sees it: its section, its legality, its decisions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from airwar.rulesets.world_at_war.state import Turn
from airwar.scenario.problems import Problems
from airwar.scenario.shape import Field, Section


@dataclass(frozen=True)
class Part:
    """What one mission or procedure adds to the scenario file. `plan` checks its section and puts it on the turn's agenda."""

    fields: Mapping[str, Field]
    plan: Callable[[Section, Turn, Problems], Turn]
    decisions: Mapping[str, str] = field(default_factory=dict)
    rolls: Mapping[str, str] = field(default_factory=dict)
    steps: tuple[Callable[..., Any], ...] = ()
