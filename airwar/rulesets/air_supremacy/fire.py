"""One side's fire at the other in one round of a battle, and the hits it scores."""

from __future__ import annotations

from typing import NamedTuple

from airwar.rulesets.air_supremacy.forces import Force
from airwar.rulesets.air_supremacy.setting import Setting


class Score(NamedTuple):
    """The hits of one side in a round."""

    air: int = 0  # in the fight for the sky
    bombs: int = 0  # of bombs that may be placed on grounded aircraft
    fire: int = 0  # of other fire at the surface
    low: int = 0  # of fire at the surface that never reaches aircraft in flight


NO_HITS = Score()


class Fire(NamedTuple):
    """One side's fire at the other."""

    setting: Setting
    space: str
    by: str  # the nation that rolls
    owner: str  # the nation that is rolled at
    attacking: bool
    own: Force
    enemy: Force
    support: Force = ()  # ships that fire their support shots
    air: int = 0  # hits scored in the sky so far
