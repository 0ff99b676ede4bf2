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

    @property
    def at_the_surface(self) -> int:
        return self.bombs + self.fire + self.low


NO_HITS = Score()


class Targets(NamedTuple):
    """What one side offers to the other's fire."""

    surface: int = 0  # hits that its land and sea units can take
    flying: int = 0
    grounded: int = 0  # on land; fighters below deck are lost only with their carrier


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


class Volley(NamedTuple):
    """One side's fire, as far as its rolls depend on it: who fires, and how much there is to hit."""

    setting: Setting
    space: str
    by: str
    attacking: bool
    own: Force
    support: Force
    enemy: Targets


class Struck(NamedTuple):
    """The hits of one side's fire, before they fall."""

    setting: Setting
    space: str
    by: str  # the nation that rolled
    owner: str  # the nation whose units were hit
    attacking: bool  # whether the attackers rolled
    enemy: Force  # the units that were hit
    score: Score
