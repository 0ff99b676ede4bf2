"""A phase of ground attacks: the turn, and the attacks that are still to be prepared or fought."""

from __future__ import annotations

from typing import NamedTuple

from airwar.rulesets.world_at_war.ground.state import Battle
from airwar.rulesets.world_at_war.state import Turn


class Operation(NamedTuple):
    """Ground attacks that are prepared or fought in a phase; the first of them is at hand."""

    turn: Turn
    waiting: tuple[str, ...]
    kind: str = ""  # overrun, regular or exploitation

    @property
    def battle(self) -> Battle:
        return next(battle for battle in self.turn.battles if battle.id == self.waiting[0])

    def with_battle(self, battle: Battle) -> Operation:
        """The same with another state of the battle at hand."""
        return self._replace(turn=self.turn.with_battle(battle))


def battles_of(turn: Turn, kind: str) -> tuple[str, ...]:
    """The attacks of a kind, by their ids; hexes that are only covered are not attacked."""
    return tuple(battle.id for battle in turn.battles if battle.kind == kind and battle.known)
