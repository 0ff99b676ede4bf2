"""The sequence of a player turn: an agenda, worked off part by part."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from airwar.engine.referee import End, Next, Referee
from airwar.engine.rule import rule
from airwar.rulesets.world_at_war.state import Turn

FIRST_STEPS: dict[str, Callable[..., Any]] = {}  # the step that opens each part of the agenda


def opens(part: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Marks the step that opens a part of the agenda."""

    def register(step: Callable[..., Any]) -> Callable[..., Any]:
        FIRST_STEPS[part] = step
        return step

    return register


@rule("18.511")
def proceed(ref: Referee, turn: Turn) -> Next | End:
    """What the agenda has next, or the end."""
    if turn.agenda:
        return Next(FIRST_STEPS[turn.agenda[0]], replace(turn, agenda=turn.agenda[1:]))
    if len(turn.results) == 1:
        return End(turn.results[0][1], turn)
    return End("; ".join(f"{turn.setting.name(place)}: {result}" for place, result in turn.results) or "nothing flown", turn)
